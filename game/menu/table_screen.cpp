#include "menu/table_screen.hpp"

#include <algorithm>

#include "menu/result_screen.hpp"

namespace qitai::menu {
namespace {

using platform::Action;
using platform::Input;

constexpr std::uint64_t kSaidFor = 2500;       // ms that a refusal stands in the strip
constexpr std::uint64_t kDoubleTap = 400;      // ms between two backs
constexpr std::uint64_t kStillAfterEnd = 700;  // ms from the last move's landing to the result
constexpr std::uint32_t kHold = 1000;          // ms for what cannot be undone

bool pressed(const Input& input) {
  return input.kind == Input::Kind::kPress;
}

}  // namespace

TableScreen::TableScreen(House& house, std::unique_ptr<seat::Table> table)
    : TableScreen(house, std::make_unique<Session>(house, std::move(table))) {}

TableScreen::TableScreen(House& house, std::unique_ptr<Session> session)
    : Screen(house),
      session_(std::move(session)),
      cues_(house, *session_),
      hand_(std::make_unique<Hand>(house, *session_)),
      promotion_(house, *session_),
      pencil_(house, *session_),
      phrases_(house, *session_),
      curtain_(house),
      heard_events_(session_->table().referee().events().size()) {
  // A match that is gone on with, or one whose set-up is made: nobody sits here yet.
  if (session_->curtained()) {
    curtain_.stand_shut();
    session_->stand_up(house_.ui.now());
    stop_for_curtain(house_.ui.now());
  }
}

void TableScreen::arrange(std::uint64_t now) {
  curtain_.arrange();
  const Ui& ui = house_.ui;
  house_.set_board(session_->variant(), session_->terms().options);
  flat_ = lies_flat();
  if (flat_ && session_->near_seat() != house_.near_edge_seat) session_->flip();
  turned_colour_ = host::kNoColour;  // as set_board() leaves it
  turn_pieces();
  // Two sizes of one plate give its size at pitch 1 without rounding to matter.
  const SDL_Point plate = house_.board.plate_size(1000);
  TableShape shape{ui.units().width(),
                   ui.units().height(),
                   static_cast<float>(plate.x) / 1000.0F,
                   static_cast<float>(plate.y) / 1000.0F,
                   static_cast<int>(actions().size()),
                   session_->timed()};
  shape.flat = flat_;
  layout_ = table_layout(shape);
  house_.board.set_rect(layout_.plate);
  session_->put_up(now);
  if (hand_->cursor() == 0) cursor_to_near_side();
  show_marks(now);
  for (const Side side : kSides) {
    const Facing faced(house_.ui, side);
    house_.ui.focus().set_default("act.draw");
  }
}

void TableScreen::show_marks(std::uint64_t now) {
  cursor_shown_ = house_.ui.focus_shown();
  const Facing faced(house_.ui, mover_side());
  hand_->show(own().on_board && !sheet_open() && !session_->browsed() && !session_->over() && cursor_shown_,
              now);
}

void TableScreen::say(std::string words, std::uint64_t now, bool danger) {
  own().said = std::move(words);
  own().said_danger = danger;
  own().said_until = now + kSaidFor;
}

void TableScreen::enter_board(std::uint64_t now) {
  own().on_board = true;
  show_marks(now);
}

void TableScreen::leave_board(std::uint64_t now) {
  own().on_board = false;
  own().left_board_at = now;
  if (house_.ui.side() == mover_side()) hand_->drop(now);
  show_marks(now);
}

void TableScreen::submit(match::IntentKind kind, host::Seat seat) {
  match::Intent intent;
  intent.kind = kind;
  intent.seat = seat;
  if (kind == match::IntentKind::kClaim) {
    const std::vector<host::Outcome::Claim> mine = claims();
    if (!mine.empty()) intent.bytes = mine.front().id;
  }
  const auto answer = session_->table().submit(intent, house_.match_now());
  if (const auto* const refused = std::get_if<host::Refusal>(&answer)) {
    say(house_.refusal_text(session_->variant(), refused->id), house_.ui.now());
    return;
  }
  // A bot answers at once, before anybody else is asked to.
  session_->serve(house_.ui.now());
}

std::vector<host::Outcome::Claim> TableScreen::claims() const {
  return session_->table().referee().claims(seat_here());
}

std::string TableScreen::why_not(match::IntentKind kind, host::Seat seat) const {
  match::Intent intent;
  intent.kind = kind;
  intent.seat = seat;
  const std::optional<host::Refusal> refused = session_->table().would_refuse(intent, house_.match_now());
  return refused ? house_.refusal_text(session_->variant(), refused->id) : std::string();
}

bool TableScreen::resume_input(const Input& input, std::uint64_t now) {
  const bool tapped =
      input.kind == Input::Kind::kPointerDown && house_.board.point_at(input.x, input.y).has_value();
  const bool selected = own().on_board && pressed(input) && input.action == Action::kSelect;
  if (!session_->reader().pause_agreed() || (!tapped && !selected)) return false;
  submit(match::IntentKind::kResume, session_->hand_seat());
  session_->follow(now);
  show_marks(now);
  return true;
}

bool TableScreen::browse_input(const Input& input, std::uint64_t now) {
  if (!session_->browsed() || !may_browse()) return false;
  if (input.kind == Input::Kind::kPointerDown && house_.board.point_at(input.x, input.y)) {
    session_->stop_browsing(now);
    enter_board(now);
    return true;
  }
  if (input.kind >= Input::Kind::kPointerDown) return false;
  if (input.kind == Input::Kind::kRelease) return true;
  if (session_->browse_step(input.action, now)) return true;
  switch (input.action) {
    case Action::kSelect:
    case Action::kBack:
    case Action::kBrowse:
      if (!pressed(input)) return true;
      session_->stop_browsing(now);
      enter_board(now);
      return true;
    default:
      return false;
  }
}

bool TableScreen::board_input(const Input& input, std::uint64_t now) {
  const bool pointer = input.kind >= Input::Kind::kPointerDown;
  if (!pointer && !own().on_board) return false;
  if (!pointer && house_.ui.side() != mover_side()) return waiting_input(input, now);
  if (pointer && !hand_->dragging() && !house_.board.point_at(input.x, input.y) && !hand_->lifted() &&
      !hand_->waits()) {
    // The mouse takes the focus along to whatever it points at.
    if (own().on_board && input.device == platform::Device::kMouse &&
        input.kind == Input::Kind::kPointerMove) {
      const SDL_FPoint at = house_.ui.facing(SDL_FPoint{input.x, input.y});
      for (const FocusItem& item : house_.ui.focus().items()) {
        const SDL_FRect rect{static_cast<float>(item.rect.x), static_cast<float>(item.rect.y),
                             static_cast<float>(item.rect.w), static_cast<float>(item.rect.h)};
        if (SDL_PointInFRect(&at, &rect) == SDL_TRUE) leave_board(now);
      }
    }
    return false;
  }
  if (pointer && asked_ && asked_side_ == mover_side()) return false;
  const Hand::Did did = hand_->input(on_board(input), session_->ready(), now);
  if (pointer && did != Hand::Did::kNothing) own().on_board = true;
  if (did == Hand::Did::kNothing) {
    return !pointer && input.action != Action::kMenu && input.action != Action::kFlip &&
           input.action != Action::kBrowse;
  }
  after(did, now);
  return true;
}

// What the hand did is shown and said.
void TableScreen::after(Hand::Did did, std::uint64_t now) {
  switch (did) {
    case Hand::Did::kNothing:
      return;
    case Hand::Did::kLeave:
      leave_board(now);
      house_.ui.focus().set(session_->link().lost ? "act.give_up" : "act.draw", now);
      return;
    case Hand::Did::kRefused:
      house_.play(platform::Sound::kIllegal);
      say(house_.refusal_text(session_->variant(), hand_->refusal().id), now);
      break;
    case Hand::Did::kCorrected:
      house_.play(platform::Sound::kIllegal);
      say(house_.ui.tr("table.corrected",
                       {{"why", house_.refusal_text(session_->variant(), hand_->refusal().id)}}),
          now);
      session_->follow(now);
      break;
    case Hand::Did::kClaimFailed:
      say(house_.ui.tr("table.claim_failed"), now);
      session_->follow(now);
      break;
    case Hand::Did::kChoose:
      promotion_.open(hand_->choices(), now);
      own().on_board = false;
      break;
    case Hand::Did::kAsk:
      pencil_.open(hand_->asked(), now);
      own().on_board = false;
      break;
    case Hand::Did::kMoved:
      own().said.clear();
      session_->follow(now);
      // A fight is looked at before the doors close: that takes nobody's time.
      if (session_->curtained() && session_->due() && session_->due() != session_->seated())
        stop_for_curtain(now);
      break;
    case Hand::Did::kShown:
      break;
  }
  show_marks(now);
}

bool TableScreen::input(const Input& input, std::uint64_t now) {
  if (!curtain_.open()) {
    // Doors that move take everything; on shut ones there is nothing but what stands on them.
    const bool elsewhere =
        pressed(input) &&
        (input.action == Action::kMenu || input.action == Action::kFlip || input.action == Action::kBrowse);
    return !curtain_.shut() || elsewhere;
  }
  // Whoever acts does not wait for a motion.
  if (pressed(input) || input.kind == Input::Kind::kPointerDown) house_.board.skip();
  const bool down = input.kind == Input::Kind::kPointerDown && house_.ui.side() == mover_side();
  const Input faced = house_.ui.facing(input);
  if (promotion_.is_open() && down && promotion_.beside(faced.x, faced.y)) {
    close_choices(now);
    return true;
  }
  if (pencil_.is_open() && down && pencil_.beside(faced.x, faced.y)) {
    pencil_.close();
    enter_board(now);
    return true;
  }
  if (sheet_open()) return false;
  if (browse_input(input, now)) return true;
  if (resume_input(input, now)) return true;
  if (pressed(input)) {
    switch (input.action) {
      case Action::kFlip:
        if (!flat_) act("act.flip");
        return true;
      case Action::kMenu:
        open_menu(now);
        return true;
      case Action::kBrowse:
        browse(session_->shown_ply(), now);
        return true;
      default:
        break;
    }
  }
  return board_input(input, now);
}

void TableScreen::edge(int dx, int dy, std::uint64_t now) {
  if (sheet_open() || own().on_board || asked_ || !curtain_.open()) return;
  // Towards the board lies the board.
  const FocusItem* const item = house_.ui.focus().item(house_.ui.focus().focused());
  if (item == nullptr) return;
  const SDL_Rect& plate = layout_.plate;
  const int to_x = plate.x + plate.w / 2 - (item->rect.x + item->rect.w / 2);
  const int to_y = plate.y + plate.h / 2 - (item->rect.y + item->rect.h / 2);
  if (!layout_.above ? dx * to_x > 0 : dy * to_y > 0) enter_board(now);
}

void TableScreen::back(std::uint64_t now) {
  if (!curtain_.open()) {
    if (curtain_.shut()) leave_table();
  } else if (promotion_.is_open() && house_.ui.side() == mover_side()) {
    close_choices(now);
  } else if (pencil_.is_open()) {
    pencil_.close();
    enter_board(now);
  } else if (phrases_.is_open()) {
    phrases_.close();
    enter_board(now);
  } else if (own().menu_open) {
    close_menu(now);
  } else if (now - own().left_board_at < kDoubleTap) {
    browse(session_->shown_ply(), now);
  } else {
    enter_board(now);
  }
}

bool TableScreen::tick(std::uint64_t now) {
  bool changed = session_->table().poll(house_.match_now());
  changed = session_->follow(now) || changed;
  cues_.follow(*session_, house_.match_now());
  changed = tick_far(now) || changed;
  changed = tick_curtain(now) || changed;
  const Facing moving(house_.ui, mover_side());
  if (hand_->waits() && session_->ready() && !sheet_open()) {
    after(hand_->deliver(now), now);
    changed = true;
  }
  for (Own& each : own_) {
    if (each.said.empty() || now < each.said_until) continue;
    each.said.clear();
    changed = true;
  }
  changed = tick_asked(now) || changed;
  changed = tick_flat() || changed;
  if (session_->over() && !session_->browsed()) {
    for (const Side side : kSides) {
      const Facing faced(house_.ui, side);
      if (own().menu_open) close_menu(now);
    }
    phrases_.close();
    if (house_.board.moving(now)) {
      ended_at_ = 0;
    } else if (ended_at_ == 0) {
      ended_at_ = now;
    } else if (now - ended_at_ >= house_.motion(kStillAfterEnd)) {
      house_.go(std::make_unique<ResultScreen>(house_, std::move(session_)));
      return false;
    }
    changed = true;
  }
  if (changed || cursor_shown_ != house_.ui.focus_shown()) {
    if (session_->over()) {
      hand_->drop(now);
      promotion_.close();
      pencil_.close();
    }
    show_marks(now);
  }
  return changed;
}

Screen::Idle TableScreen::idle() const {
  if (session_ == nullptr || session_->over()) return Idle::kAway;  // it goes on on the next screen
  return session_->clock_runs() || session_->awaits_far() ? Idle::kWaits : Idle::kThinks;
}

std::uint64_t TableScreen::next_wake(std::uint64_t now) const {
  if (session_ == nullptr) return UINT64_MAX;
  std::uint64_t wake = UINT64_MAX;
  const seat::Now match_now = house_.match_now();
  const seat::Now due = session_->table().next_wake(match_now);
  if (due != INT64_MAX)
    wake = now + static_cast<std::uint64_t>(std::max<seat::Now>(0, due - match_now) + 999) / 1000;
  for (const Own& each : own_) {
    if (!each.said.empty()) wake = std::min(wake, each.said_until);
  }
  wake = std::min({wake, session_->next_wake(now), next_wake_far()});
  if (session_->over()) wake = std::min(wake, now + 16);
  if (hand_over_) wake = std::min(wake, *hand_over_);
  return std::min(wake, curtain_.next_frame(now));
}

std::optional<host::Seat> TableScreen::takeback_asker() const {
  const auto& plies = session_->reader().plies();
  if (plies.empty()) return std::nullopt;
  const host::Seat last = plies.back().seat;
  if (flat_) return seat_here();
  // Whoever sits at the screen asks for himself; the other side answers when it sits down, or far away.
  if (session_->curtained() || session_->far() != nullptr) return session_->hand_seat();
  return session_->bot(last) ? session_->hand_seat() : last;
}

std::vector<TableScreen::Deed> TableScreen::actions() const {
  const Ui& ui = house_.ui;
  const host::Seat mover = seat_here();
  std::vector<Deed> all;
  if (session_->link().lost) {
    all.push_back({"act.give_up", "act.give_up", "help.act.give_up", "", true, kHold});
  } else if (!claims().empty()) {
    all.push_back({"act.draw", "act.claim", "help.act.claim", "", true, 0});
  } else {
    const std::string why = why_not(match::IntentKind::kOfferDraw, mover);
    all.push_back({"act.draw", "act.draw", "help.act.draw", why, why.empty(), 0});
  }
  const std::optional<host::Seat> asker = takeback_asker();
  const std::string no_takeback =
      asker ? why_not(match::IntentKind::kAskTakeback, *asker) : ui.tr("disabled.nothing_to_take_back");
  all.push_back({"act.takeback", "act.takeback", "help.act.takeback", no_takeback, no_takeback.empty(), 0});
  if (session_->far() != nullptr) {
    const bool heard = !session_->link().lost && !session_->over();
    all.push_back({"act.say", "act.say", "help.act.say", ui.tr("disabled.link_lost"), heard, 0});
  } else {
    std::string_view no_hint = session_->no_hint();
    if (flat_ && no_hint.empty() && mover != session_->mover()) no_hint = "disabled.not_your_turn";
    all.push_back(
        {"act.hint", "act.hint", "help.act.hint", no_hint.empty() ? "" : ui.tr(no_hint), no_hint.empty(), 0});
  }
  if (session_->info().hidden) {
    const bool any = session_->has_fight();
    all.push_back({"act.again", "act.again", "help.act.again", ui.tr("disabled.no_fight"), any, 0});
  } else if (!flat_) {
    all.push_back({"act.flip", "act.flip", "help.act.flip", "", true, 0});
  }
  const bool lost = session_->link().lost;
  all.push_back({"act.resign", "act.resign", "help.act.resign",
                 ui.tr(lost ? "disabled.link_lost" : "disabled.match_over"), !lost && !session_->over(),
                 kHold});
  all.push_back({"act.menu", "act.menu", "help.act.menu", "", true, 0});
  return all;
}

void TableScreen::act(std::string_view id) {
  const std::uint64_t now = house_.ui.now();
  const host::Seat mover = seat_here();
  if (id == "act.give_up") {
    session_->give_up();
  } else if (id == "act.draw") {
    submit(!claims().empty() ? match::IntentKind::kClaim : match::IntentKind::kOfferDraw, mover);
  } else if (id == "act.takeback") {
    if (const std::optional<host::Seat> asker = takeback_asker())
      submit(match::IntentKind::kAskTakeback, *asker);
  } else if (id == "act.hint") {
    session_->ask_hint();
  } else if (id == "act.say") {
    hand_->drop(now);
    phrases_.open(now);
    show_marks(now);
  } else if (id == "act.again") {
    hand_->drop(now);
    session_->again(now);
  } else if (id == "act.flip") {
    hand_->drop(now);
    session_->flip();
    session_->put_up(now);
    show_marks(now);
  } else if (id == "act.resign") {
    submit(match::IntentKind::kResign, mover);
  } else if (id == "act.menu") {
    open_menu(now);
  }
}

void TableScreen::draw_actions() {
  Ui& ui = house_.ui;
  const std::vector<Deed> all = actions();
  const SDL_Rect& first = layout_.actions.front();
  SDL_Rect area = first;
  for (const SDL_Rect& cap : layout_.actions)
    SDL_UnionRect(&area, &cap, &area);
  ui.panel("actions", area, Panel::kBare);
  int narrowest = first.w;
  for (const SDL_Rect& cap : layout_.actions)
    narrowest = std::min(narrowest, cap.w);
  const TextStyle style{view::Face::kSansBold, 36};
  const int room = narrowest - 2 * std::min(ui.px(28), narrowest / 16);
  float size = ui.fit_keys({"act.draw", "act.claim", "act.takeback", "act.hint", "act.flip", "act.again",
                            "act.resign", "act.menu"},
                           style, room);
  if (session_->far() != nullptr) size = std::min(size, ui.fit_keys({"act.say", "act.give_up"}, style, room));
  std::string chosen;
  for (std::size_t i = 0; i < all.size() && i < layout_.actions.size(); ++i) {
    const Deed& action = all[i];
    if (ui.button({action.id, layout_.actions[i], action.enabled, ui.tr(action.help), action.why, false,
                   action.hold},
                  ui.tr(action.label), size)) {
      chosen = action.id;
    }
  }
  ui.end_panel();
  if (!chosen.empty()) act(chosen);
}

void TableScreen::answer(StripAnswer answer) {
  if (answer == StripAnswer::kNone) return;
  const bool agree = answer == StripAnswer::kAgree;
  const match::Reader& game = session_->reader();
  if (const auto by = game.takeback_asked()) {
    submit(agree ? match::IntentKind::kAcceptTakeback : match::IntentKind::kDeclineTakeback,
           session_->other(*by));
  } else if (const auto offer = game.draw_offer()) {
    submit(agree ? match::IntentKind::kAcceptDraw : match::IntentKind::kDeclineDraw, session_->other(*offer));
  } else if (const auto pause = game.pause_asked()) {
    submit(agree ? match::IntentKind::kAcceptPause : match::IntentKind::kDeclinePause,
           session_->other(*pause));
  }
  // At one screen the answer is for the other side; a far player is told by his own machine.
  if (agree || session_->far() != nullptr) return;
  const bool opposite = flat_ && house_.ui.side() == Side::kNear;
  const Facing asker(house_.ui, opposite ? Side::kFar : Side::kNear);
  say(house_.ui.tr("table.disagreed"), house_.ui.now());
}

// Under a finger nothing is seen: what it points at is shown beside it, twice a point's pitch wide.
void TableScreen::draw_over(std::uint64_t now) {
  if (session_ == nullptr) return;
  curtain_.draw_over(now);
  if (!curtain_.open()) return;
  const std::optional<SDL_FPoint> finger = hand_->finger();
  if (!finger) return;
  const Ui& ui = house_.ui;
  const int side = static_cast<int>(2 * house_.board.pitch());
  const int away = std::max(side, ui.px(160));
  // Above the finger, as its player sees it.
  const bool opposite = mover_side() == Side::kFar;
  int x = static_cast<int>(finger->x) - side / 2,
      y = static_cast<int>(finger->y) + (opposite ? away : -away) - side / 2;
  if (opposite ? y + side > ui.units().height() : y < 0) {
    y = std::max(0, static_cast<int>(finger->y) - side / 2);
    x += x + side / 2 < ui.units().width() / 2 ? away : -away;
  }
  house_.board.draw_loupe(
      hand_->cursor(),
      {std::clamp(x, 0, ui.units().width() - side), std::clamp(y, 0, ui.units().height() - side), side, side},
      now);
}

void TableScreen::draw(std::uint64_t now) {
  if (session_ == nullptr) return;
  if (curtain_.shut()) {
    draw_curtain(now);
    return;
  }
  for (const Side side : kSides) {
    if (side == Side::kFar && !flat_) break;
    const Facing faced(house_.ui, side);
    draw_side(now);
    if (session_ == nullptr || house_.next != nullptr) return;
  }
}

void TableScreen::draw_side(std::uint64_t now) {
  const host::Seat far = session_->far_seat(), near = session_->near_seat();
  const Side side = house_.ui.side();
  if (flat_) {
    house_.ui.set_room(layout_.room);
  } else {
    draw_card(house_, *session_, far, layout_.far_card, layout_, true, phrases_.beside(far));
  }
  StripWords words =
      strip_words(house_, *session_, flat_ ? std::optional<host::Seat>(seat_here()) : std::nullopt);
  if (!own().said.empty()) {
    words.note = own().said;
    words.note_danger = own().said_danger;
  } else if (hand_->claims_with_next() && side == mover_side() && !session_->browsed() && !words.ask) {
    words.note = house_.ui.tr("table.claim_armed");
  } else if (!focus_on_board_of(side) && !words.ask && !own().menu_open && house_.ui.focus_shown()) {
    words.note = house_.ui.help_line();
    words.note_danger = false;
  } else if (session_->link().lost && words.note.empty() && layout_.kind == TableLayout::Kind::kLandscape) {
    words.note = house_.ui.tr("link.lost_help");
  }
  // Where there is room for no more, an answer takes the place of the actions.
  const bool answers_only = words.ask && flat_ && layout_.kind == TableLayout::Kind::kCompact;
  SDL_Rect strip = layout_.strip;
  for (std::size_t i = 0; i < layout_.actions.size() && answers_only && !layout_.above; ++i)
    SDL_UnionRect(&strip, &layout_.actions[i], &strip);
  const StripAnswer answered = draw_strip(house_, words, strip, layout_.kind);
  draw_card(house_, *session_, flat_ ? seat_here() : near, layout_.near_card, layout_, false,
            phrases_.beside(near));
  const std::optional<std::uint32_t> ply = draw_record(house_, *session_, layout_.record, layout_);
  if (!answers_only || layout_.above) draw_actions();
  if (own().menu_open) draw_menu(now);
  if (promotion_.is_open() && side == mover_side()) draw_choices(now);
  if (phrases_.is_open() && phrases_.draw(now)) enter_board(now);
  if (pencil_.is_open() && pencil_.draw()) enter_board(now);
  answer(answered);
  if (ply) browse(*ply, now);
}

}  // namespace qitai::menu
