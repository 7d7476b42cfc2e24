#include "menu/result_screen.hpp"

#include <algorithm>
#include <cmath>

#include "base/log.hpp"
#include "menu/setup_screen.hpp"
#include "menu/table_rails.hpp"
#include "menu/till.hpp"
#include "menu/title_screen.hpp"
#include "text/formats.hpp"

namespace qitai::menu {
namespace {

using platform::Action;
using platform::Input;
using view::Face;

constexpr std::uint32_t kStamp = 160;  // ms
constexpr int kLeastRail = 168;        // pixels: the words of a verdict

}  // namespace

ResultScreen::ResultScreen(House& house, std::unique_ptr<Session> session)
    : Screen(house),
      session_(std::move(session)),
      replay_(house, *session_),
      phrases_(house, *session_),
      settling_(session_->settling()) {}

ResultScreen::~ResultScreen() {
  forget_diagrams();
  if (seal_ != nullptr) SDL_DestroyTexture(seal_);
}

std::optional<host::Seat> ResultScreen::winner() const {
  const match::Event* const end = session_->end();
  if (end == nullptr) return std::nullopt;
  std::optional<host::Seat> found;
  for (std::size_t seat = 0; seat < end->result.size(); ++seat) {
    if (end->result[seat] != QITAI_RESULT_WIN) continue;
    if (found) return std::nullopt;
    found = static_cast<host::Seat>(seat);
  }
  return found;
}

void ResultScreen::arrange(std::uint64_t now) {
  const Ui& ui = house_.ui;
  if (entered_ == 0) {
    entered_ = std::max<std::uint64_t>(now, 1);
    session_->reveal(now);
  }
  house_.set_board(session_->variant(), session_->terms().options);
  flat_ = house_.flat() && session_->info().seats.size() == 2 && session_->here(session_->near_seat()) &&
          session_->here(session_->far_seat());
  if (flat_ && session_->near_seat() != house_.near_edge_seat) session_->flip();
  if (flat_ && house_.config.values().facing == "own")
    house_.board.set_turned_colour(session_->colour(session_->far_seat()));
  const SDL_Point plate = house_.board.plate_size(1000);
  TableShape shape{ui.units().width(),
                   ui.units().height(),
                   static_cast<float>(plate.x) / 1000.0F,
                   static_cast<float>(plate.y) / 1000.0F,
                   static_cast<int>(buttons().size()),
                   session_->timed(),
                   kLeastRail};
  shape.flat = flat_;
  layout_ = table_layout(shape);
  house_.board.set_rect(layout_.plate);
  const bool portrait = layout_.above;
  if (flat_ && !layout_.above) {
    // The rail but for its buttons, which stand at its player's edge.
    const int margin = shape.height - layout_.near_card.y - layout_.near_card.h;
    const SDL_Rect& first = layout_.actions.front();
    const SDL_Rect& last = layout_.actions.back();
    const int down = layout_.near_card.y + layout_.near_card.h - last.y - last.h;
    verdict_ = {layout_.near_card.x, margin, layout_.near_card.w, first.y + down - 2 * margin};
    for (SDL_Rect& cap : layout_.actions)
      cap.y += down;
  } else if (flat_) {
    SDL_UnionRect(&layout_.strip, &layout_.near_card, &verdict_);
  } else if (portrait) {
    verdict_ = layout_.near_card;
    verdict_.y = layout_.strip.y;
    verdict_.h = layout_.near_card.y + layout_.near_card.h - layout_.strip.y;
  } else {
    verdict_ = layout_.far_card;
    verdict_.h = layout_.near_card.y + layout_.near_card.h - layout_.far_card.y;
  }
  const bool compact = layout_.kind == TableLayout::Kind::kCompact;
  const int room = portrait ? verdict_.h - 2 * ui.px(20) : verdict_.w - 2 * (compact ? 24 : ui.px(56));
  // Where both read it the words have more of the room.
  const bool halved = flat_ && !portrait;
  const int top = compact ? (halved ? 10 : 24) : ui.px(halved ? 56 : 96);
  const int side = std::min(room, std::max(ui.px(halved ? 240 : 320), halved ? 72 : 110));
  seal_rect_ = portrait ? SDL_Rect{verdict_.x + ui.px(32), verdict_.y + (verdict_.h - side) / 2, side, side}
                        : SDL_Rect{verdict_.x + (verdict_.w - side) / 2, verdict_.y + top, side, side};
  bake_seal(side);
  session_->put_up(now);
  forget_diagrams();
  if (!session_->browsed()) replay_.show(now);
  for (const Side each : kSides) {
    const Facing faced(house_.ui, each);
    house_.ui.focus().set_default("result.rematch");
  }
}

// A pointer acts for the half or rail in which it lies, everything else for the near player.
Side ResultScreen::side_of(const Input& input) {
  if (!flat_ || input.kind < Input::Kind::kPointerDown) return Side::kNear;
  const view::Units& units = house_.ui.units();
  const bool far = layout_.above ? input.y < static_cast<float>(units.height()) / 2
                                 : input.x < static_cast<float>(units.width()) / 2;
  return far ? Side::kFar : Side::kNear;
}

// One character in cinnabar on paper with a cut border, as a stamp leaves it.
void ResultScreen::bake_seal(int size) {
  SDL_Renderer* const renderer = house_.renderer;
  if (seal_ != nullptr) SDL_DestroyTexture(seal_);
  seal_ = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, size, size);
  if (seal_ == nullptr) return;
  SDL_Texture* const target = SDL_GetRenderTarget(renderer);
  SDL_SetRenderTarget(renderer, seal_);
  const view::Palette& c = house_.ui.colours();
  const auto fill = [&](const SDL_Rect& rect, SDL_Color colour) {
    SDL_SetRenderDrawColor(renderer, colour.r, colour.g, colour.b, 255);
    SDL_RenderFillRect(renderer, &rect);
  };
  const int rim = std::max(2, size / 22), inset = std::max(2, size / 26);
  fill({0, 0, size, size}, c.paper);
  fill({inset, inset, size - 2 * inset, size - 2 * inset}, c.cinnabar);
  fill({inset + rim, inset + rim, size - 2 * (inset + rim), size - 2 * (inset + rim)}, c.paper);
  const match::Event* const end = session_->end();
  std::string_view key = "seal.draw";
  if (winner()) key = "seal.win";
  if (end != nullptr && end->result.empty()) key = "seal.none";
  const int em = size * 66 / 100;
  // Centred by its ink, not by its cell: kai characters hang in theirs.
  if (SDL_Surface* const ink = house_.ui.type().ink(Face::kKai, em, house_.catalog.tr(key))) {
    if (SDL_Texture* const glyph = SDL_CreateTextureFromSurface(renderer, ink)) {
      SDL_SetTextureColorMod(glyph, c.cinnabar.r, c.cinnabar.g, c.cinnabar.b);
      const SDL_Rect place{(size - ink->w) / 2, (size - ink->h) / 2, ink->w, ink->h};
      SDL_RenderCopy(renderer, glyph, nullptr, &place);
      SDL_DestroyTexture(glyph);
    }
    SDL_FreeSurface(ink);
  }
  SDL_SetRenderTarget(renderer, target);
}

bool ResultScreen::input(const Input& input, std::uint64_t now) {
  if (phrases_.is_open()) return false;
  if (input.kind == Input::Kind::kPress || input.kind == Input::Kind::kPointerDown) house_.board.skip();
  if (!session_->browsed()) return study_input(input, now);
  if (input.kind == Input::Kind::kPointerDown && house_.board.point_at(input.x, input.y)) {
    // A tap on the board's right half steps on, on its left half back.
    const int middle = layout_.plate.x + layout_.plate.w / 2;
    const bool on = input.x > static_cast<float>(middle);
    const std::uint32_t ply = *session_->browsed();
    if (on || ply > 0) session_->browse(on ? ply + 1 : ply - 1, now);
    return true;
  }
  if (input.kind >= Input::Kind::kPointerDown) return false;
  if (input.kind == Input::Kind::kRelease) return true;
  if (session_->browse_step(input.action, now)) return true;
  switch (input.action) {
    case Action::kSelect:
    case Action::kBack:
    case Action::kBrowse:
      if (input.kind == Input::Kind::kPress) {
        session_->stop_browsing(now);
        replay_.show(now);
      }
      return true;
    default:
      return false;
  }
}

void ResultScreen::back(std::uint64_t /*now*/) {
  if (phrases_.is_open()) {
    phrases_.close();
    return;
  }
  if (session_->far() != nullptr) return back_far();
  house_.go(std::make_unique<TitleScreen>(house_, session_->info().id));
}

bool ResultScreen::tick(std::uint64_t now) {
  const bool told = tick_far(now);
  if (house_.next != nullptr) return told;
  const bool polled = session_->table().poll(house_.match_now());
  const bool stepped = !session_->browsed() && replay_.tick(now);
  return session_->follow(now) || polled || stepped || told;
}

std::uint64_t ResultScreen::next_wake(std::uint64_t now) const {
  if (session_ == nullptr) return UINT64_MAX;
  const std::uint64_t step =
      std::min(phrases_.next_wake(), session_->browsed() ? UINT64_MAX : replay_.next_wake(now));
  const seat::Now match_now = house_.match_now();
  const seat::Now due = session_->table().next_wake(match_now);
  if (due == INT64_MAX) return step;
  return std::min(step,
                  now + static_cast<std::uint64_t>(std::max<seat::Now>(0, due - match_now) + 999) / 1000);
}

void ResultScreen::rematch() {
  if (session_->far() != nullptr) return rematch_far();
  match::Terms terms = session_->terms();
  terms.seed = house_.random_seed();
  // The sides change: whoever had the first has the second, with his name and his time.
  if (terms.seats.size() == 2) {
    std::swap(terms.seats[0], terms.seats[1]);
    std::swap(house_.guests[0], house_.guests[1]);
  }
  Result<std::unique_ptr<seat::Table>> table =
      seat::Table::begin(house_.plugins.variant(session_->info().id), terms, house_.journal,
                         house_.match_now(), price(house_, terms));
  if (!table) {
    log_error("the rematch cannot begin: {}", table.error().message);
    return;
  }
  if (house_.flat()) house_.near_edge_seat = session_->other(house_.near_edge_seat);
  (*table)->sit_at_near_edge(house_.near_edge_seat);
  house_.go(screen_of(house_, std::move(*table)));
}

int ResultScreen::text_height(const std::string& words, float size, int width, int lines) const {
  Ui& ui = house_.ui;
  const view::TextRun& run = ui.type().layout(Face::kSans, ui.units().font(size), words, width, lines);
  return static_cast<int>(std::ceil(run.height));
}

void ResultScreen::draw_verdict(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const match::Event* const end = session_->end();
  if (end == nullptr) return;
  ui.panel("verdict", rect);
  if (studying_ && !beside()) {
    // Where there is no sheet the words of the verdict take the place of the seal.
    const int margin = std::max(ui.px(16), 8);
    draw_words({rect.x + margin, rect.y + margin, rect.w - 2 * margin, rect.h - 2 * margin}, true);
    ui.end_panel();
    return;
  }
  std::string headline = ui.tr("wins.draw");
  std::string who;
  if (const std::optional<host::Seat> won = winner()) {
    const host::SeatInfo* const side = session_->side(*won);
    const std::string own = side == nullptr ? "" : "wins." + side->id;
    headline =
        house_.catalog.has(own) ? ui.tr(own) : ui.tr("wins.somebody", {{"seat", session_->side_name(*won)}});
    who = session_->seat_name(*won);
  } else if (end->result.empty()) {
    headline = ui.tr("wins.none");
  }
  std::string reason = house_.reason_text(session_->variant(), end->text);
  if (end->seat >= 0 && winner() && static_cast<std::size_t>(end->seat) < session_->info().seats.size()) {
    // Whose doing it was.
    const std::string own = "result.by." + end->text;
    reason = ui.tr(house_.catalog.has(own) ? own : "result.by",
                   {{"seat", session_->side_name(end->seat)}, {"reason", reason}});
  }
  const auto plies = session_->reader().plies().size();
  const std::size_t seats = std::max<std::size_t>(1, session_->info().seats.size());
  std::string length = ui.tr(
      "result.rounds", {{"n", plies == 0 ? 0 : round_of(*session_, static_cast<std::uint32_t>(plies) - 1)}});
  if (session_->browsed()) {
    length = ui.tr("table.browse_ply", {{"n", *session_->browsed()}, {"of", plies}});
  }
  const bool beside = layout_.above;
  const Align align = beside ? Align::kStart : Align::kCentre;
  const int pad = layout_.kind == TableLayout::Kind::kCompact ? 8 : ui.px(32);
  const int x = beside ? seal_rect_.x + seal_rect_.w + ui.px(40) : rect.x + pad;
  const int width = rect.x + rect.w - pad - x;
  const int big = std::max(ui.px(88), 34), line = std::max(ui.px(60), 28);
  int y =
      beside ? rect.y + (rect.h - big - 3 * line) / 2 : seal_rect_.y + seal_rect_.h + std::max(ui.px(48), 12);
  ui.text({x, y, width, big}, headline, {Face::kKai, 64, c.gold_hi, align});
  y += big;
  if (!who.empty()) {
    ui.text({x, y, width, line}, who, {Face::kSansBold, 36, c.paper, align});
    y += line;
  }
  const int reason_h = beside ? line : 2 * line;
  ui.text({x, y, width, reason_h}, reason, {Face::kSans, 36, c.paper, align, Align::kCentre, beside ? 1 : 3});
  y += reason_h;
  const std::string more = session_->browsed() ? std::string() : explained();
  const std::string news = session_->browsed() ? std::string() : news_far();
  // What goes on with the far player stands at the bottom.
  const int news_h = news.empty() || beside ? 0 : text_height(news, 28, width, 3) + ui.px(16);
  const int bottom = rect.y + rect.h - std::max(ui.px(20), 8) - news_h;
  if (!more.empty() && !beside) {
    const int height = text_height(more, 26, width, 6);
    ui.text({x, y, width, height}, more, {Face::kSans, 26, c.paper2, align, Align::kStart, 6});
    y += height + ui.px(16);
  }
  if (news_h > 0) {
    ui.text({x, bottom, width, news_h}, news, {Face::kSans, 28, c.gold_hi, align, Align::kCentre, 3});
  }
  if (end->seat >= 0 && !session_->browsed() && (end->text == "time" || end->text == "step-time")) {
    // The clock as it stood when the flag fell.
    const auto seat = static_cast<std::size_t>(end->seat);
    const match::Instant left =
        end->text == "time" && seat < end->clocks.size() ? end->clocks[seat].main : match::Instant{0};
    const std::string clock = text::clock_text(std::max<match::Instant>(0, left) * 1000);
    if (beside) {
      length = clock + " · " + length;
    } else {
      ui.text({x, y, width, line}, clock,
              {Face::kSansBold, 56, c.cinnabar_hi, align, Align::kCentre, 1, true});
      y += line;
    }
  }
  if (beside && !(news.empty() && more.empty())) {
    // As many lines as there is room for below the reason.
    const int height = rect.y + rect.h - y - ui.px(8);
    const int lines = std::clamp(height * 100 / (ui.units().font(26) * 135), 1, 4);
    ui.text({x, y, width, height}, news.empty() ? more : news,
            {Face::kSans, 26, news.empty() ? c.paper2 : c.gold_hi, align, Align::kStart, lines});
  } else if (y + line <= bottom) {
    ui.text({x, y, width, line}, length, {Face::kSans, 26, c.paper2, align});
  }
  y += line;
  if (session_->browsed()) {
    if (!beside) {
      ui.text({x, y, width, 2 * line}, ui.tr("table.browse_help"),
              {Face::kSans, 24, c.paper2, align, Align::kStart, 3});
    }
    ui.end_panel();
    return;
  }
  if (session_->timed() && !beside) {
    for (std::size_t seat = 0; seat < seats && y + line * 80 / 100 <= bottom; ++seat) {
      const match::SeatClock& clock = session_->table().referee().clock(static_cast<host::Seat>(seat));
      ui.text({x, y, width, line},
              ui.tr("result.used", {{"seat", session_->side_name(static_cast<host::Seat>(seat))},
                                    {"time", text::duration_text(clock.used * 1000)}}),
              {Face::kSans, 26, c.paper2, align});
      y += line * 80 / 100;
    }
  }
  ui.end_panel();
}

std::vector<ResultScreen::Button> ResultScreen::buttons() const {
  const Ui& ui = house_.ui;
  std::vector<Button> all;
  std::string why = no_rematch();
  if (why.empty()) why = unpaid(house_, price_of_rematch());
  all.push_back({"result.rematch", "act.rematch", "help.result.rematch", why, why.empty()});
  const bool any = !session_->reader().plies().empty();
  all.push_back({"result.review", "act.review", "help.result.review", ui.tr("disabled.no_record"), any});
  if (can_study()) all.push_back({"result.verdict", "act.verdict", "help.result.verdict", "", true});
  if (session_->far() != nullptr)
    all.push_back({"result.say", "act.say", "help.act.say", ui.tr("result.gone"), again() != Again::kGone});
  all.push_back({"result.back", "common.back", "help.result.back", "", true});
  return all;
}

void ResultScreen::draw_buttons(std::uint64_t now) {
  Ui& ui = house_.ui;
  SDL_Rect area = layout_.actions.front();
  for (const SDL_Rect& cap : layout_.actions)
    SDL_UnionRect(&area, &cap, &area);
  ui.panel("actions", area, Panel::kBare);
  const TextStyle style{Face::kSansBold, 36};
  const int room = layout_.actions.front().w - 2 * ui.px(32);
  float size = ui.fit_keys({"act.rematch", "act.review", "act.verdict", "common.back"}, style, room);
  if (session_->far() != nullptr) size = std::min(size, ui.fit_keys({"act.say"}, style, room));
  std::string chosen;
  const std::vector<Button> all = buttons();
  for (std::size_t i = 0; i < all.size() && i < layout_.actions.size(); ++i) {
    const Button& each = all[i];
    if (ui.button({each.id, layout_.actions[i], each.enabled, ui.tr(each.help), each.why}, ui.tr(each.label),
                  size, i == 0))
      chosen = each.id;
  }
  ui.end_panel();
  if (chosen == "result.rematch") {
    rematch();
  } else if (chosen == "result.review") {
    session_->browse(0, now);
  } else if (chosen == "result.verdict") {
    study(true, now);
  } else if (chosen == "result.say") {
    phrases_.open(now);
  } else if (chosen == "result.back") {
    back(now);
  }
}

void ResultScreen::draw(std::uint64_t now) {
  if (session_ == nullptr) return;
  if (flat_) {
    for (const Side side : kSides) {
      const Facing faced(house_.ui, side);
      draw_side(now);
      if (house_.next != nullptr) return;
    }
    return;
  }
  draw_verdict(verdict_);
  if (layout_.kind == TableLayout::Kind::kPortrait) {
    draw_card(house_, *session_, session_->far_seat(), layout_.far_card, layout_, true);
  }
  const std::optional<std::uint32_t> browse = replay_.any() && !session_->browsed()
                                                  ? draw_sheet(layout_.record)
                                                  : draw_record(house_, *session_, layout_.record, layout_);
  draw_buttons(now);
  if (browse) session_->browse(*browse, now);
  if (phrases_.is_open()) (void)phrases_.draw(now);
}

void ResultScreen::draw_side(std::uint64_t now) {
  draw_verdict(verdict_);
  draw_buttons(now);
}

// The stamp comes down from 1.3 of its size to its own, faster and faster.
void ResultScreen::draw_over(std::uint64_t now) {
  if (session_ == nullptr) return;
  if (!session_->browsed()) draw_diagrams();
  if (seal_ == nullptr || settling_ || (studying_ && !beside())) return;
  draw_seal(now);
}

void ResultScreen::draw_seal(std::uint64_t now) {
  const std::uint32_t stamp = house_.motion(kStamp);
  const std::uint64_t past = now - std::min(now, entered_);
  SDL_Rect rect = seal_rect_;
  if (past < stamp) {
    const float t = static_cast<float>(past) / static_cast<float>(stamp);
    const float scale = 1.3F - 0.3F * t * t;
    const int side = static_cast<int>(static_cast<float>(seal_rect_.w) * scale);
    rect = {seal_rect_.x + (seal_rect_.w - side) / 2, seal_rect_.y + (seal_rect_.h - side) / 2, side, side};
  }
  SDL_RenderCopy(house_.renderer, seal_, nullptr, &rect);
  if (!flat_) return;
  const Facing faced(house_.ui, Side::kFar);
  const SDL_Rect opposite = house_.ui.facing(rect);
  SDL_RenderCopyEx(house_.renderer, seal_, nullptr, &opposite, 180, nullptr, SDL_FLIP_NONE);
}

std::uint64_t ResultScreen::next_frame(std::uint64_t now) const {
  return now < entered_ + house_.motion(kStamp) + 16 ? now : UINT64_MAX;
}

}  // namespace qitai::menu
