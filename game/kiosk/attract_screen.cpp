#include "kiosk/attract_screen.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/log.hpp"
#include "base/utf8.hpp"
#include "menu/guest_name.hpp"
#include "menu/till.hpp"
#include "menu/title_screen.hpp"
#include "text/formats.hpp"

namespace qitai::kiosk {
namespace {

using menu::Align;
using menu::TextStyle;
using view::Face;
using Kind = platform::Input::Kind;

constexpr std::uint64_t kPly = 1600;     // ms from one move to the next
constexpr std::uint64_t kEnd = 6000;     // ms that an end stands
constexpr std::uint64_t kFace = 12'000;  // ms that scores or a sentence stand
constexpr std::uint64_t kShift = 90'000;
constexpr float kShiftBy = 4;        // u
constexpr std::size_t kRows = 5;     // of the scores
constexpr std::size_t kRecent = 60;  // matches that are looked through
constexpr std::size_t kLeastPlies = 12;
constexpr std::size_t kMostPlies = 200;  // of a game between bots
constexpr int kLevels[] = {3, 2};        // of the bots: neither is far ahead

// The way round a middle, so that no edge stands anywhere for long.
constexpr std::array<SDL_Point, 8> kPlaces{
    {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {1, -1}}};

text::Language second_of(text::Language first) {
  return first == text::Language::kEnglish ? text::Language::kSimplified : text::Language::kEnglish;
}

}  // namespace

AttractScreen::AttractScreen(menu::House& house, bool records)
    : Screen(house), records_(records), games_(menu::games_for_two(house)), entered_(house.ui.now()) {}

AttractScreen::~AttractScreen() {
  if (session_ != nullptr) session_->rest();
}

// ---------------------------------------------------------------- what is played

std::unique_ptr<seat::Table> AttractScreen::recorded_match(const host::Variant& variant) {
  if (!records_ || house_.journal == nullptr) return nullptr;
  const auto finished = house_.journal->finished(kRecent);
  if (!finished) return nullptr;
  for (const store::Finished& each : *finished) {
    std::vector<store::MatchId>& shown = shown_[variant.info().id];
    // The journal of a duel is no list of intents.
    if (!each.peer.empty() || each.variant != variant.info().id ||
        std::ranges::find(shown, each.id) != shown.end())
      continue;
    shown.push_back(each.id);
    // What cannot be read, or is no game to look at, is passed over.
    Result<std::unique_ptr<seat::Table>> table =
        seat::Table::look_back(house_.plugins, *house_.journal, each, house_.match_now());
    if (table && (*table)->referee().ply() >= kLeastPlies) return std::move(*table);
  }
  return nullptr;
}

std::unique_ptr<seat::Table> AttractScreen::bots_match(const std::shared_ptr<const host::Variant>& variant) {
  if (!seat::bots_play(variant->info())) return nullptr;
  match::Terms terms = match::default_terms(*variant);
  for (std::size_t seat = 0; seat < terms.seats.size(); ++seat) {
    terms.seats[seat].limits = {};
    terms.seats[seat].holder = seat::bot_holder(kLevels[(game_ + seat) % std::size(kLevels)]);
  }
  terms.seed = house_.random_seed();
  Result<std::unique_ptr<seat::Table>> table =
      seat::Table::begin(variant, terms, nullptr, house_.match_now());
  if (table) return std::move(*table);
  log_warning("attract: {}", table.error().message);
  return nullptr;
}

void AttractScreen::next_game(std::uint64_t now) {
  if (session_ != nullptr) session_->rest();
  session_.reset();
  ending_ = false;
  for (std::size_t tried = 0; tried < games_.size() && session_ == nullptr; ++tried) {
    const auto& variant = games_[game_];
    std::unique_ptr<seat::Table> table = recorded_match(*variant);
    recorded_ = table != nullptr;
    // The record of this game begins anew when all of it was shown.
    if (table == nullptr) {
      shown_[variant->info().id].clear();
      table = bots_match(variant);
    }
    game_ = (game_ + 1) % games_.size();
    if (table != nullptr) session_ = std::make_unique<menu::Session>(house_, std::move(table), host::kPublic);
  }
  if (session_ == nullptr) return;
  session_->hold_bots(true);
  auto scores = menu::score_lines(house_, session_->variant());
  scores_ = scores ? std::move(*scores) : std::vector<menu::ScoreLine>();
  if (scores_.size() > kRows) scores_.resize(kRows);
  laid_out_ = false;
  due_ = now + kPly;
}

void AttractScreen::step(std::uint64_t now) {
  if (session_ == nullptr || ending_) return next_game(now);
  due_ = now + kPly;
  if (recorded_) {
    if (session_->shown_ply() < session_->reader().plies().size())
      return session_->browse(session_->shown_ply() + 1, now);
  } else if (!session_->over() && session_->reader().plies().size() < kMostPlies) {
    session_->hold_bots(false);
    return;
  }
  ending_ = true;
  due_ = now + kEnd;
}

bool AttractScreen::tick(std::uint64_t now) {
  if (!laid_out_) {
    if (session_ == nullptr) next_game(now);
    arrange(now);
  }
  bool changed = false;
  if (session_ != nullptr && !recorded_) {
    const std::size_t plies = session_->reader().plies().size();
    (void)session_->table().poll(house_.match_now());
    changed = session_->follow(now);
    // One move, and the next one waits.
    if (session_->reader().plies().size() != plies) {
      session_->hold_bots(true);
      due_ = now + kPly;
    }
    house_.board.set_marks(session_->marks(), now);
  }
  if (now >= due_) {
    step(now);
    if (!laid_out_) arrange(now);
    changed = true;
  }
  const std::uint64_t face = (now - entered_) / kFace;
  return std::exchange(face_, face) != face || changed;
}

std::uint64_t AttractScreen::next_wake(std::uint64_t now) const {
  const std::uint64_t past = now - entered_;
  std::uint64_t due = now + kFace - past % kFace;
  if (session_ != nullptr) due = std::min({due, std::max(due_, now), session_->next_wake(now)});
  return std::min(due, now + kShift - past % kShift);
}

bool AttractScreen::input(const platform::Input& input, std::uint64_t /*now*/) {
  const bool touched = input.kind == Kind::kPress || input.kind == Kind::kPointerDown;
  if (touched) {
    const std::string game = session_ == nullptr ? std::string() : session_->info().id;
    house_.go(std::make_unique<menu::TitleScreen>(house_, game));
  }
  return true;
}

SDL_Point AttractScreen::shift(std::uint64_t now) const {
  const SDL_Point place = kPlaces[(now - entered_) / kShift % kPlaces.size()];
  const int by = house_.ui.px(kShiftBy);
  return {place.x * by, place.y * by};
}

// ---------------------------------------------------------------- how it looks

void AttractScreen::arrange(std::uint64_t now) {
  if (session_ == nullptr) next_game(now);
  laid_out_ = true;
  const view::Units& u = house_.ui.units();
  const int edge = std::max(u.px(32), 8), foot = std::max(u.px(144), 64);
  start_ = {edge, u.height() - foot, u.width() - 2 * edge, foot - std::max(u.px(20), 8)};
  const bool upright = u.portrait();
  // Squarish screens have the board at one side and no room for the name of the house.
  const bool squarish = !upright && u.width() * 3 < u.height() * 4;
  const int rail = std::max(u.px(300), 140);
  const int head = upright ? u.px(200) : 0, below = upright ? u.px(420) : 0;
  const SDL_Rect room{edge, edge + head, u.width() - 2 * edge, start_.y - 2 * edge - head - below};
  plate_ = {room.x, room.y, 0, 0};
  if (session_ != nullptr) {
    house_.set_board(session_->variant(), session_->terms().options);
    const SDL_Point plate = house_.board.plate_size(1000);
    const int most = upright ? room.w : room.w - (squarish ? 1 : 2) * rail;
    const double scale = std::min(static_cast<double>(most) / plate.x, static_cast<double>(room.h) / plate.y);
    plate_.w = static_cast<int>(plate.x * scale);
    plate_.h = static_cast<int>(plate.y * scale);
    plate_.x = squarish ? edge : (u.width() - plate_.w) / 2;
    plate_.y = upright ? room.y : (start_.y - plate_.h) / 2;
    house_.board.set_rect(plate_);
    if (recorded_ && !session_->browsed()) session_->browse(0, now);
    session_->put_up(now);
  }
  if (upright) {
    brand_ = {edge, edge, room.w, head};
    move_ = {edge, plate_.y + plate_.h + edge, room.w, below * 38 / 100};
    side_ = {edge, move_.y + move_.h, room.w, start_.y - move_.y - move_.h - edge};
    return;
  }
  brand_ = squarish ? SDL_Rect{} : SDL_Rect{edge, plate_.y, plate_.x - 2 * edge, plate_.h};
  const int words = std::max(u.px(190), 76), x = plate_.x + plate_.w + edge;
  move_ = {x, plate_.y + plate_.h - words, u.width() - edge - x, words};
  side_ = {x, plate_.y, move_.w, plate_.h - words - edge};
}

void AttractScreen::draw(std::uint64_t now) {
  if (brand_.w > 0) draw_brand(brand_, house_.ui.units().portrait());
  if (session_ != nullptr) {
    draw_side(side_, now);
    draw_move(move_);
  }
  draw_start(start_);
}

void AttractScreen::draw_brand(const SDL_Rect& rect, bool upright) {
  menu::Ui& ui = house_.ui;
  const TextStyle style{Face::kKai, 144, ui.colours().gold, Align::kCentre};
  const std::string words = ui.tr("app.brand_vertical");
  ui.panel("attract.brand", rect, menu::Panel::kBare);
  if (upright) {
    ui.text(rect, words, style);
  } else {
    const std::vector<std::string> all = utf8::characters(words);
    const int cell = std::min(ui.px(176), rect.h / std::max(1, static_cast<int>(all.size())));
    int y = rect.y + (rect.h - cell * static_cast<int>(all.size())) / 2;
    for (const std::string& each : all) {
      ui.text({rect.x, y, rect.w, cell}, each, style);
      y += cell;
    }
  }
  ui.end_panel();
}

bool AttractScreen::shows_scores(std::uint64_t now) const {
  return !scores_.empty() && (now - entered_) / kFace % 2 == 1;
}

// What game it is; under it in turn a sentence about it and who is best at it.
void AttractScreen::draw_side(const SDL_Rect& rect, std::uint64_t now) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const host::Variant& variant = session_->variant();
  ui.panel("attract.side", rect, menu::Panel::kBare);
  const bool upright = ui.units().portrait(), scores = shows_scores(now);
  const int name = upright ? rect.h * 45 / 100 : std::max(ui.px(140), 48);
  const Align align = upright ? Align::kCentre : Align::kStart;
  const std::string words = house_.text(variant, variant.info().name_key);
  const TextStyle style{Face::kKai, 80, c.gold_hi, align};
  if (upright && scores) {
    // Beside each other: below each other there is no room.
    const int half = rect.w * 2 / 5;
    ui.text({rect.x, rect.y, half, rect.h}, words, style);
    draw_scores({rect.x + half, rect.y, rect.w - half, rect.h});
    ui.end_panel();
    return;
  }
  ui.text({rect.x, rect.y, rect.w, name}, words, style);
  const SDL_Rect under{rect.x, rect.y + name, rect.w, rect.h - name};
  if (scores) {
    draw_scores(under);
  } else {
    ui.text(under, house_.text(variant, variant.info().blurb_key),
            {Face::kSans, 36, c.paper, align, Align::kStart, 8});
  }
  ui.end_panel();
}

// As many as there is room for.
void AttractScreen::draw_scores(const SDL_Rect& rect) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int row = std::max(ui.px(60), 28);
  int y = rect.y;
  const int below = rect.y + rect.h;
  if (!ui.units().portrait()) {
    ui.text({rect.x, y, rect.w, row}, ui.tr("title.scores"), {Face::kSans, 28, c.paper2});
    y += row;
  }
  for (std::size_t i = 0; i < scores_.size() && y + row <= below; ++i, y += row) {
    const menu::ScoreLine& line = scores_[i];
    const std::string points = (line.points > 0 ? "+" : "") + text::grouped(line.points);
    const TextStyle number{Face::kSansBold, 32, c.gold_hi, Align::kEnd, Align::kCentre, 1, true};
    const int width = ui.text_width(points, number);
    menu::draw_guest(ui, {rect.x, y, rect.w - width - ui.px(20), row}, line.player, line.seal,
                     {Face::kSans, 32, c.paper});
    ui.text({rect.x, y, rect.w, row}, points, number);
  }
}

// The last move as the game writes it in that language; empty: in none of its notations.
std::string AttractScreen::move_words(text::Language language) const {
  const std::uint32_t shown = session_->shown_ply();
  if (shown == 0) return {};
  const match::PlyRecord& ply = session_->reader().plies()[shown - 1];
  const int notation = menu::notation_for(session_->info(), language);
  return notation < 0 ? ply.coordinates : ply.texts.at(static_cast<std::size_t>(notation));
}

void AttractScreen::draw_move(const SDL_Rect& rect) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const text::Language first = house_.catalog.language();
  const Align align = ui.units().portrait() ? Align::kCentre : Align::kStart;
  ui.panel("attract.move", rect, menu::Panel::kBare);
  const int half = rect.h / 2;
  if (const match::Event* const end = session_->end(); ending_ && end != nullptr) {
    ui.text(rect, house_.reason_text(session_->variant(), end->text),
            {Face::kKai, 56, c.gold_hi, align, Align::kCentre, 2});
  } else {
    const std::string one = move_words(first), other = move_words(second_of(first));
    ui.text({rect.x, rect.y, rect.w, half}, one, {Face::kKai, 56, c.paper, align});
    if (other != one)
      ui.text({rect.x, rect.y + half, rect.w, half}, other, {Face::kSans, 32, c.paper2, align});
  }
  ui.end_panel();
}

void AttractScreen::draw_start(const SDL_Rect& rect) {
  menu::Ui& ui = house_.ui;
  const text::Language first = house_.catalog.language();
  ui.panel("attract.start", rect, menu::Panel::kBare);
  const std::string words =
      ui.tr("attract.start") + " · " + std::string(house_.catalog.tr(second_of(first), "attract.start"));
  const int line = rect.h * 58 / 100;
  ui.text({rect.x, rect.y, rect.w, line}, words, {Face::kSansBold, 48, ui.colours().paper, Align::kCentre});
  std::string below = menu::returned_text(house_);
  if (!menu::charges(house_)) {
    below = ui.tr("till.free");
  } else if (below.empty()) {
    below = menu::purse_text(house_);
    if (!menu::unpaid(house_, menu::price(house_, 1)).empty()) below = ui.tr("till.insert") + " · " + below;
  }
  // The house's own name, if it can be read with the fonts that are here.
  const std::string& venue = house_.config.values().venue;
  if (!venue.empty() && ui.type().covers(venue)) below = venue + " · " + below;
  ui.text({rect.x, rect.y + line, rect.w, rect.h - line}, below,
          {Face::kSans, 32, ui.colours().gold, Align::kCentre});
  ui.end_panel();
}

}  // namespace qitai::kiosk
