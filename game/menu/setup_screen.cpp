#include "menu/setup_screen.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "menu/result_screen.hpp"
#include "menu/table_rails.hpp"
#include "menu/table_screen.hpp"
#include "menu/title_screen.hpp"
#include "text/formats.hpp"

namespace qitai::menu {
namespace {

using view::Face;

constexpr std::uint64_t kSaidFor = 4000;  // ms that an answer stands in the help strip

}  // namespace

SetupScreen::SetupScreen(House& house, std::unique_ptr<Session> session)
    : Screen(house),
      session_(std::move(session)),
      curtain_(house),
      pad_(house.ui),
      board_(std::make_unique<view::BoardView>(house.renderer, house.ui.type())) {
  if (Result<host::Geometry> geometry = session_->variant().geometry(session_->terms().options))
    geometry_ = std::move(*geometry);
  const std::uint64_t now = house_.ui.now();
  if (session_->curtained()) {
    curtain_.stand_shut();
    // The limit of a set-up begins when its seat sits down.
    session_->table().hold(house_.match_now());
  } else if (const std::optional<host::Seat> seat = next_seat()) {
    begin_seat(*seat, now);
  }
}

SetupScreen::~SetupScreen() = default;

bool SetupScreen::owes(host::Seat seat) const {
  return session_->table().referee().owes_setup(seat);
}

bool SetupScreen::mine() const {
  return seat_ && owes(*seat_) && !session_->bound() && !session_->on_its_way(match::IntentKind::kSetUp);
}

std::optional<host::Seat> SetupScreen::next_seat() const {
  // With a far player the own seat is here, also while it only waits.
  if (session_->far() != nullptr) return session_->own();
  for (host::Seat seat = 0; seat < static_cast<host::Seat>(session_->info().seats.size()); ++seat) {
    if (owes(seat) && session_->here(seat)) return seat;
  }
  return std::nullopt;
}

// What the seat itself knows: nothing here is ever asked of the truth.
const host::State& SetupScreen::state() const {
  return session_->table().referee().state(*seat_);
}

std::string SetupScreen::player() const {
  const auto index = static_cast<std::size_t>(*seat_);
  const std::string& name = session_->terms().seats[index].name;
  return name.empty() ? session_->info().seats[index].id : name;
}

void SetupScreen::begin_seat(host::Seat seat, std::uint64_t now) {
  seat_ = seat;
  layout_.clear();
  pieces_.clear();
  half_.clear();
  cursor_ = host::kNoPoint;
  pick(std::nullopt);
  on_board_ = true;
  // What stood here when the program ended, if it did and the game can read it.
  const std::optional<std::string> before = session_->table().presented_setup(seat);
  if (!before || !take(*before, now)) take_suggestion(now);
  said_.clear();
  // The own half: all points within the bounds of where the pieces stand.
  int left = INT32_MAX, right = INT32_MIN, top = INT32_MAX, bottom = INT32_MIN;
  for (const host::Piece& piece : pieces_) {
    const auto& at = geometry_.points.at(piece.point);
    left = std::min(left, at.x);
    right = std::max(right, at.x);
    top = std::min(top, at.y);
    bottom = std::max(bottom, at.y);
  }
  for (std::size_t i = 0; i < geometry_.points.size(); ++i) {
    const auto& at = geometry_.points[i];
    if (at.x >= left && at.x <= right && at.y >= top && at.y <= bottom)
      half_.push_back(static_cast<host::Point>(i));
  }
  // The cursor begins in the middle of the front row, as the seat sees it.
  const bool turned = session_->info().seats[static_cast<std::size_t>(seat)].facing == 180;
  const int front = turned ? bottom : top;
  for (const host::Point point : half_) {
    const auto& at = geometry_.points[point];
    if (at.y != front) continue;
    if (cursor_ == host::kNoPoint ||
        std::abs(2 * at.x - left - right) < std::abs(2 * geometry_.points[cursor_].x - left - right))
      cursor_ = point;
  }
  view::BoardWindow window;
  window.points = half_;
  for (std::size_t kind = 0; kind < session_->info().kinds.size(); ++kind)
    window.rank_steps.push_back(rank_steps(kind));
  board_->set_window(window);
  house_.look_changed = true;
}

// Nothing of it stays.
void SetupScreen::end_seat(std::uint64_t now) {
  pick(std::nullopt);
  close_pad(now);
  sheet_ = Sheet::kNone;
  seat_.reset();
  layout_.clear();
  pieces_.clear();
  said_.clear();
  board_->set_pieces({});
  board_->set_marks({}, now);
}

void SetupScreen::arrange(std::uint64_t now) {
  Ui& ui = house_.ui;
  const view::Units& u = ui.units();
  curtain_.arrange();
  house_.set_board(session_->variant(), session_->terms().options);
  house_.dress(*board_, session_->variant(), session_->terms().options);
  if (seat_) board_->set_turn(session_->info().seats[static_cast<std::size_t>(*seat_)].facing);
  const SDL_Rect help = ui.help_rect();
  const int outer = ui.px(32), gutter = std::max(ui.px(24), 8);
  const int head = std::max(ui.px(116), 46);
  const int top = ui.px(12) + head;
  heading_ = {outer, ui.px(12), u.width() - 2 * outer, head};
  const int height = help.y - top - ui.px(12);
  if (u.portrait()) {
    // Board and buttons under each other; what is left over lies above and below them.
    const int rail = std::max(4 * u.target(88) + 3 * gutter, ui.px(480));
    const int width = u.width() - 2 * outer;
    int board = height - rail - gutter;
    if (seat_) {
      const SDL_Point one = board_->plate_size(1000);
      board = std::min(board, width * one.y / std::max(1, one.x));
    }
    const int down = (height - board - rail - gutter) / 3;
    area_ = {outer, top + down, width, board};
    rail_ = {outer, area_.y + board + gutter + down, width, rail};
  } else {
    const int rail = std::max(ui.px(500), std::min(u.width() / 3, 232));
    rail_ = {u.width() - outer - rail, top, rail, height};
    area_ = {outer, top, rail_.x - gutter - outer, height};
  }
  if (!seat_) {
    ui.focus().set_default("curtain.open");
    return;
  }
  const SDL_Point one = board_->plate_size(1000);
  const float pitch = std::min(1000.0F * static_cast<float>(area_.w) / static_cast<float>(one.x),
                               1000.0F * static_cast<float>(area_.h) / static_cast<float>(one.y));
  const SDL_Point plate = board_->plate_size(pitch);
  board_->set_rect({area_.x + (area_.w - plate.x) / 2, area_.y + (area_.h - plate.y) / 2, plate.x, plate.y});
  board_->set_reduced_motion(house_.config.values().reduced_motion);
  board_->set_pieces(pieces_);
  show_marks(now);
  ui.focus().set_default("setup.ready");
}

void SetupScreen::say(std::string words, std::uint64_t now, bool refused) {
  said_ = std::move(words);
  refused_ = refused;
  said_until_ = now + kSaidFor;
}

std::string SetupScreen::why(const host::Refusal& refusal, const std::vector<host::Piece>& pieces) const {
  std::string words = house_.refusal_text(session_->variant(), refusal.id);
  for (const host::Point point : refusal.points) {
    const auto found = std::find_if(pieces.begin(), pieces.end(),
                                    [point](const host::Piece& piece) { return piece.point == point; });
    if (found == pieces.end() || found->kind == host::kNoKind) continue;
    const std::string name = house_.kind_text(session_->variant(), found->kind, found->colour);
    if (words.find(name) != std::string::npos) break;  // the sentence names it
    return house_.ui.tr("setup.refused", {{"piece", name}, {"why", words}});
  }
  return words;
}

const host::Piece* SetupScreen::piece_at(host::Point point) const {
  const auto found = std::find_if(pieces_.begin(), pieces_.end(),
                                  [point](const host::Piece& piece) { return piece.point == point; });
  return found == pieces_.end() ? nullptr : &*found;
}

bool SetupScreen::take(const std::string& layout, std::uint64_t now) {
  const host::Answer<std::vector<host::Piece>> read = state().setup_pieces(*seat_, layout);
  if (const auto* const refusal = std::get_if<host::Refusal>(&read)) {
    say(why(*refusal, pieces_), now);
    return false;
  }
  layout_ = layout;
  pieces_ = std::get<std::vector<host::Piece>>(read);
  session_->table().present_setup(*seat_, layout_);
  board_->set_pieces(pieces_);
  return true;
}

void SetupScreen::take_suggestion(std::uint64_t now) {
  const std::optional<std::string> layout = state().suggest_setup(*seat_, house_.random_seed());
  if (layout) take(*layout, now);
}

bool SetupScreen::take_pieces(const std::vector<host::Piece>& pieces, std::uint64_t now) {
  const host::Answer<std::string> written = state().setup_layout(*seat_, pieces);
  const auto* const layout = std::get_if<std::string>(&written);
  const std::optional<host::Refusal> refusal =
      layout == nullptr ? std::get<host::Refusal>(written) : state().refuse_setup(*seat_, *layout);
  if (refusal) {
    say(why(*refusal, pieces), now);
    return false;
  }
  return take(*layout, now);
}

// Left and right change places, as the seat sees its half.
void SetupScreen::mirror(std::uint64_t now) {
  int left = INT32_MAX, right = INT32_MIN;
  for (const host::Point point : half_) {
    left = std::min(left, geometry_.points[point].x);
    right = std::max(right, geometry_.points[point].x);
  }
  std::vector<host::Piece> turned = pieces_;
  for (host::Piece& piece : turned) {
    const auto& from = geometry_.points[piece.point];
    for (const host::Point point : half_) {
      const auto& to = geometry_.points[point];
      if (to.y != from.y || to.x != left + right - from.x) continue;
      piece.point = point;
      break;
    }
  }
  std::sort(turned.begin(), turned.end(),
            [](const host::Piece& a, const host::Piece& b) { return a.point < b.point; });
  take_pieces(turned, now);
}

void SetupScreen::ready(std::uint64_t now) {
  match::Intent intent;
  intent.kind = match::IntentKind::kSetUp;
  intent.seat = *seat_;
  intent.bytes = layout_;
  const auto answer = session_->table().submit(intent, house_.match_now());
  if (const auto* const refusal = std::get_if<host::Refusal>(&answer)) say(why(*refusal, pieces_), now);
}

// ---------------------------------------------------------------- time and turns

bool SetupScreen::tick_seats(std::uint64_t now) {
  if (session_->over()) {
    house_.go(std::make_unique<ResultScreen>(house_, std::move(session_)));
    return false;
  }
  const bool done = seat_ && !owes(*seat_);
  const bool all_done = (session_->table().referee().acting() & QITAI_ACTING_SETUP) == 0;
  if (!session_->curtained()) {
    // Against the machine, or where all was shown with the last set-up.
    if (!all_done || session_->table().referee().acting() == 0) return false;
    house_.go(std::make_unique<TableScreen>(house_, std::move(session_)));
    return false;
  }
  if (curtain_.open() && (done || all_done)) {
    pick(std::nullopt);
    close_pad(now);
    sheet_ = Sheet::kNone;
    show_marks(now);
    // The next limit begins when its seat sits down.
    session_->table().hold(house_.match_now());
    curtain_.close(now);
    return true;
  }
  if (curtain_.shut() && all_done) {
    house_.go(std::make_unique<TableScreen>(house_, std::move(session_)));
    return false;
  }
  return false;
}

bool SetupScreen::tick(std::uint64_t now) {
  if (session_ == nullptr) return false;
  bool changed = session_->table().poll(house_.match_now());
  changed = session_->follow(now) || changed;
  changed = tick_far(now) || changed;
  if (curtain_.tick(now)) {
    changed = true;
    if (curtain_.shut()) {
      end_seat(now);
      session_->stand_up(now);
      house_.look_changed = true;
    }
  }
  changed = tick_seats(now) || changed;
  if (session_ == nullptr) return false;
  if (!said_.empty() && now >= said_until_) {
    said_.clear();
    changed = true;
  }
  return changed;
}

bool SetupScreen::turned() const {
  if (session_ == nullptr || !house_.flat() || !session_->curtained()) return false;
  const std::optional<host::Seat> looks = seat_ ? seat_ : next_seat();
  return looks.has_value() && *looks != house_.near_edge_seat;
}

Screen::Idle SetupScreen::idle() const {
  if (session_ == nullptr) return Idle::kAway;  // it goes on on the next screen
  return session_->clock_runs() || session_->awaits_far() ? Idle::kWaits : Idle::kThinks;
}

std::uint64_t SetupScreen::next_wake(std::uint64_t now) const {
  if (session_ == nullptr) return UINT64_MAX;
  std::uint64_t wake = std::min(curtain_.next_frame(now), session_->next_wake(now));
  const seat::Now match_now = house_.match_now();
  const seat::Now due = session_->table().next_wake(match_now);
  if (due != INT64_MAX)
    wake = std::min(wake,
                    now + static_cast<std::uint64_t>(std::max<seat::Now>(0, due - match_now) + 999) / 1000);
  if (!said_.empty()) wake = std::min(wake, said_until_);
  return wake;
}

std::uint64_t SetupScreen::next_frame(std::uint64_t now) const {
  return std::min(curtain_.next_frame(now), seat_ ? board_->next_frame(now) : UINT64_MAX);
}

bool SetupScreen::focus_on_board() const {
  if (!curtain_.open()) return !curtain_.shut();
  return on_board_ && sheet_ == Sheet::kNone;
}

bool SetupScreen::tick_far(std::uint64_t now) {
  if (session_->far() == nullptr) return false;
  bool changed = false;
  for (const duel::Event& event : session_->take_events()) {
    changed = true;
    if (event.kind == duel::Event::Kind::kPhrase)
      say(house_.ui.tr("result.says", {{"name", session_->seat_name(session_->far_seat())},
                                       {"words", house_.ui.tr(duel::phrase_key(event.phrase))}}),
          now, false);
    if (event.kind == duel::Event::Kind::kRefused) say(why(event.refusal, pieces_), now);
  }
  return session_->link_changed() || changed;
}

void SetupScreen::leave(std::uint64_t /*now*/) {
  if (session_->far() != nullptr) {
    // From a far player nobody goes away in silence.
    if (session_->link().lost) return session_->give_up();
    match::Intent intent;
    intent.kind = match::IntentKind::kLeave;
    intent.seat = *session_->own();
    (void)session_->table().submit(intent, house_.match_now());
    return;
  }
  // The clock stands while nobody is at the table; the title offers to go on.
  session_->table().hold(house_.match_now());
  session_->rest();
  house_.go(std::make_unique<TitleScreen>(house_, session_->info().id));
}

// ---------------------------------------------------------------- drawing

void SetupScreen::draw_curtain(std::uint64_t now) {
  const std::optional<host::Seat> seat = next_seat();
  Curtain::Words words;
  words.ready = session_->table().all_durable() && seat.has_value();
  if (seat) {
    const host::SeatInfo& info = session_->info().seats[static_cast<std::size_t>(*seat)];
    words.colour = info.colour;
    words.call =
        house_.ui.tr("curtain.call_setup", {{"seat", house_.text(session_->variant(), info.name_key)}});
  }
  switch (curtain_.draw(words)) {
    case Curtain::Did::kOpen:
      session_->table().release(house_.match_now());
      session_->sit(*seat, now);
      begin_seat(*seat, now);
      curtain_.begin_opening(now);
      break;
    case Curtain::Did::kLeave:
      leave(now);
      break;
    case Curtain::Did::kNothing:
      break;
  }
}

void SetupScreen::draw_heading() {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const SDL_Rect& r = heading_;
  ui.panel("heading", r, Panel::kBare);
  const host::SeatInfo& info = session_->info().seats[static_cast<std::size_t>(*seat_)];
  const match::Instant left = session_->table().left(*seat_, house_.match_now()).setup;
  const bool limited = left != match::kNever && owes(*seat_);
  const int clock_w = limited ? std::max(ui.px(320), 120) : 0;
  const int seal = std::min(r.h - ui.px(16), std::max(ui.px(84), 38));
  ui.image(house_.board.seal(info.colour, seal), {r.x, r.y + (r.h - seal) / 2, seal, seal});
  const int x = r.x + seal + std::max(ui.px(24), 10);
  const Session::Link link = session_->link();
  ui.text({x, r.y, r.x + r.w - clock_w - x - ui.px(16), r.h},
          link.lost ? ui.tr("link.lost_line", {{"what", coming_back_words(ui, link)}})
                    : ui.tr("setup.title", {{"seat", house_.text(session_->variant(), info.name_key)}}),
          {Face::kKai, link.lost ? 52.0F : 68.0F, link.lost ? c.cinnabar_hi : c.gold_hi});
  if (limited) {
    ui.text({r.x + r.w - clock_w, r.y, clock_w, r.h}, text::clock_text(left * 1000),
            {Face::kSansBold, 88, left < match::kMinute / 2 ? c.cinnabar_hi : c.gold_hi, Align::kEnd,
             Align::kCentre, 1, true});
  }
  ui.end_panel();
}

void SetupScreen::draw_rail(std::uint64_t now) {
  Ui& ui = house_.ui;
  const bool mine = this->mine();
  struct Cap {
    std::string_view id, label, help;
  };
  const bool far = session_->far() != nullptr, lost = session_->link().lost;
  const Cap away = !far   ? Cap{"setup.title", "menu.to_title", "help.menu.to_title"}
                   : lost ? Cap{"setup.title", "act.give_up", "help.act.give_up"}
                          : Cap{"setup.title", "setup.leave", "help.act.leave_far"};
  const std::array<Cap, 6> caps{{{"setup.random", "setup.random", "help.setup.random"},
                                 {"setup.mirror", "setup.mirror", "help.setup.mirror"},
                                 {"setup.mine", "setup.mine", "help.setup.mine"},
                                 {"setup.save", "setup.save", "help.setup.save"},
                                 {"setup.count", "setup.count", "help.setup.count"},
                                 away}};
  const SDL_Rect& r = rail_;
  ui.panel("rail", r, Panel::kBare);
  const bool upright = ui.units().portrait();
  const int gap = std::max(ui.px(18), 6);
  const int columns = upright ? 3 : r.w >= 420 ? 2 : 1;
  const int rows = (6 + columns - 1) / columns;
  const int go = std::max(ui.px(144), ui.units().target(72));
  // Caps stand at the top, the way on at the bottom.
  const int room = r.h - go - gap;
  const int cap = std::min(std::max(ui.px(132), 44), (room - (rows - 1) * gap) / rows);
  const int width = (r.w - (columns - 1) * gap) / columns;
  const float size = ui.fit_keys({"setup.random", "setup.mirror", "setup.mine", "setup.save", "setup.count",
                                  "menu.to_title", "setup.leave", "act.give_up"},
                                 {Face::kSansBold, 36}, width - 2 * std::max(ui.px(24), 8));
  std::string chosen;
  for (int i = 0; i < 6; ++i) {
    const Cap& each = caps.at(static_cast<std::size_t>(i));
    const SDL_Rect rect{r.x + i % columns * (width + gap), r.y + i / columns * (cap + gap), width, cap};
    const bool kept = each.id != "setup.mine" && each.id != "setup.save";
    const bool may = each.id == "setup.title" || (mine && (kept || house_.layouts != nullptr));
    const std::uint32_t hold = far && each.id == "setup.title" ? 1000 : 0;
    if (ui.button({std::string(each.id), rect, may, ui.tr(each.help), ui.tr("setup.given"), false, hold},
                  ui.tr(each.label), size))
      chosen = each.id;
  }
  const SDL_Rect done{r.x, r.y + r.h - go, r.w, go};
  if (ui.button({"setup.ready", done, mine, ui.tr("help.setup.ready"), ui.tr("setup.given")},
                ui.tr(mine ? "setup.ready" : "setup.waits"), mine ? 56 : 40, true))
    chosen = "setup.ready";
  ui.end_panel();
  if (!chosen.empty()) act(chosen, now);
}

void SetupScreen::act(std::string_view id, std::uint64_t now) {
  pick(std::nullopt);
  said_.clear();
  if (id == "setup.random") {
    take_suggestion(now);
  } else if (id == "setup.mirror") {
    mirror(now);
  } else if (id == "setup.mine") {
    open_sheet(Sheet::kLoad, now);
  } else if (id == "setup.save") {
    open_sheet(Sheet::kSave, now);
  } else if (id == "setup.count") {
    open_sheet(Sheet::kCount, now);
  } else if (id == "setup.title") {
    leave(now);
  } else if (id == "setup.ready") {
    ready(now);
  }
  if (seat_) show_marks(now);
}

void SetupScreen::draw(std::uint64_t now) {
  if (session_ == nullptr) return;
  if (curtain_.shut()) {
    draw_curtain(now);
    return;
  }
  if (!seat_) return;
  Ui& ui = house_.ui;
  draw_heading();
  draw_rail(now);
  if (session_ == nullptr || !seat_) return;
  if (pad_.is_open()) {
    draw_pad(now);
  } else if (sheet_ != Sheet::kNone) {
    draw_sheet(now);
  }
  const std::string note = !said_.empty()                     ? said_
                           : !mine()                          ? ui.tr("setup.wait")
                           : on_board_ && picked_.has_value() ? ui.tr("setup.help_picked")
                                                              : ui.tr("setup.help_board");
  ui.help_strip(said_.empty() && !focus_on_board() && mine() ? std::string() : note,
                !said_.empty() && refused_);
}

void SetupScreen::draw_over(std::uint64_t now) {
  if (session_ == nullptr) return;
  if (!curtain_.shut() && seat_) board_->draw(now);
  curtain_.draw_over(now);
}

std::unique_ptr<Screen> screen_of(House& house, std::unique_ptr<seat::Table> table) {
  // What a far player owes is asked for on his machine.
  std::optional<host::Seat> own;
  if (const seat::Partner* const far = table->far()) own = far->duel().match()->own();
  const auto owing = [&](host::Seat seat) {
    if (own && seat != *own) return false;
    return table->referee().owes_setup(seat) && !seat::level_of(table->referee().terms(), seat);
  };
  bool asks = false;
  for (host::Seat seat = 0; seat < static_cast<host::Seat>(table->variant().info().seats.size()); ++seat) {
    if (!owing(seat)) continue;
    if (table->referee().state(seat).suggest_setup(seat, house.random_seed())) {
      asks = true;
      continue;
    }
    match::Intent intent;
    intent.kind = match::IntentKind::kSetUp;
    intent.seat = seat;
    (void)table->submit(intent, house.match_now());
  }
  // The own set-up is given, and the other one is still to come.
  if (own && table->presented_setup(*own) && (table->referee().acting() & QITAI_ACTING_SETUP) != 0)
    asks = true;
  auto session = std::make_unique<Session>(house, std::move(table));
  if (asks) return std::make_unique<SetupScreen>(house, std::move(session));
  return std::make_unique<TableScreen>(house, std::move(session));
}

}  // namespace qitai::menu
