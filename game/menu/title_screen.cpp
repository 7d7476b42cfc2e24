#include "menu/title_screen.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/log.hpp"
#include "base/utf8.hpp"
#include "match/terms.hpp"
#include "menu/lobby_screen.hpp"
#include "menu/scores_screen.hpp"
#include "menu/settings_screen.hpp"
#include "menu/setup_screen.hpp"
#include "menu/terms_screen.hpp"
#include "menu/till.hpp"
#include "seat/opponent.hpp"

namespace qitai::menu {
namespace {

using view::Face;

}  // namespace

TitleScreen::TitleScreen(House& house, std::string_view variant)
    : Screen(house), games_(games_for_two(house)) {
  for (std::size_t i = 0; i < games().size(); ++i) {
    if (games()[i]->info().id == variant) index_ = i;
  }
  if (house.journal != nullptr) {
    const std::int64_t before = house.journal->purse().credits;
    resumable_ = seat::Table::resumable(house.plugins, *house.journal, &trouble_);
    if (!trouble_.empty()) log_warning("the last match: {}", trouble_);
    give_back_far();
    find_far();
    if (charges(house)) house.returned += house.journal->purse().credits - before;
  }
}

TitleScreen::~TitleScreen() {
  if (told_) house_.returned = 0;
  forget_corners();
}

void TitleScreen::forget_corners() {
  for (SDL_Texture*& corner : corners_) {
    if (corner != nullptr) SDL_DestroyTexture(std::exchange(corner, nullptr));
  }
  corners_.resize(games_.size());
}

std::size_t TitleScreen::place(int offset) const {
  const auto count = static_cast<int>(games().size());
  return static_cast<std::size_t>(((static_cast<int>(index_) + offset) % count + count) % count);
}

const host::Variant* TitleScreen::game(int offset) const {
  return games().empty() ? nullptr : games()[place(offset)].get();
}

void TitleScreen::arrange(std::uint64_t /*now*/) {
  const Ui& ui = house_.ui;
  const SDL_Rect help = ui.help_rect();
  // Upright screens have the name of the house above a larger card, others beside it.
  const bool upright = ui.units().portrait();
  const int brand = upright ? ui.px(280) : 0;
  // Beside the card other games stand, or where it is narrow an arrow to each side.
  const int beside = games().size() > 1 ? ui.units().target() + 2 * ui.px(8) : ui.px(32);
  const int width = std::min(std::max(ui.px(upright ? 920 : 720), 320), ui.units().width() - 2 * beside);
  const int one_entry = ui.units().target(112);
  const int row = std::min(ui.units().width() - 2 * ui.px(32), std::max(ui.px(1596), 700));
  // Narrow screens have the entries in two lines.
  const int count = static_cast<int>(entries().size());
  entry_columns_ = row / count >= std::max(ui.px(240), 150) ? count : (count + 1) / 2;
  const int lines = (count + entry_columns_ - 1) / entry_columns_;
  const int entry = lines * one_entry + (lines - 1) * ui.px(16);
  const int resume = resumes() ? ui.units().target(96) : 0;
  const int blocks = entry + resume + brand;
  const int gaps = resumes() ? 4 : 3;
  const int least_gap = std::max(ui.px(20), 8);
  const int height = std::min(std::max(ui.px(upright ? 880 : 640), 260), help.y - blocks - gaps * least_gap);
  const int gap = std::min((help.y - blocks - height) / gaps, ui.px(64));
  int y = (help.y - blocks - height - (gaps - 2) * gap) / 2 + brand;
  card_ = {(ui.units().width() - width) / 2, y, width, height};
  y += height + gap;
  const int wide = std::min(ui.units().width() - 2 * ui.px(32), std::max(ui.px(948), 560));
  if (resumes()) {
    resume_ = {(ui.units().width() - wide) / 2, y, wide, resume};
    y += resume + gap;
  }
  entries_ = {(ui.units().width() - row) / 2, y, row, entry};
  // The words under the picture need the same room at every size of screen.
  const int words = std::max(ui.px(260), 126);
  picture_ = {card_.x + ui.px(16), card_.y + ui.px(16), card_.w - 2 * ui.px(16),
              std::max(ui.px(80), card_.h - words - ui.px(16))};
  forget_corners();
  house_.ui.focus().set_default(resumes() ? "title.resume" : games().size() > 1 ? "title.game" : "title.one");
}

// A real corner of the board, larger than life, with the pieces of the first position on it.
SDL_Texture* TitleScreen::corner(int offset) {
  SDL_Texture*& corner = corners_[place(offset)];
  if (corner == nullptr) corner = bake_corner(*game(offset));
  return corner;
}

SDL_Texture* TitleScreen::bake_corner(const host::Variant& variant) {
  const std::vector<std::int64_t> options = variant.info().default_options();
  house_.set_board(variant, options);
  host::Answer<host::State> state = variant.create({options, {}, -1, {}});
  auto* const start = std::get_if<host::State>(&state);
  if (start == nullptr) return nullptr;
  // Where pieces are put up first, they stand as somebody might have put them.
  const auto seats = static_cast<host::Seat>(variant.info().seats.size());
  for (host::Seat seat = 0; seat < seats; ++seat) {
    if (const auto layout = start->suggest_setup(seat, {})) (void)start->setup(seat, *layout);
  }
  view::BoardView& board = house_.board;
  board.set_turn(variant.info().seats.front().facing);
  // As large as still shows the third row of men whole.
  const float broad = static_cast<float>(board.plate_size(1000).x) / 1000.0F;
  const float pitch =
      std::max(static_cast<float>(picture_.h) / 3.46F, static_cast<float>(picture_.w) / broad);
  const SDL_Point size = board.plate_size(pitch);
  // Its lower right corner stands in the picture's lower right corner.
  board.set_rect({picture_.w - size.x, picture_.h - size.y, size.x, size.y});
  board.set_pieces(start->view(variant.info().hidden ? 0 : host::kPublic));
  board.set_marks({}, 0);
  SDL_Renderer* const renderer = house_.renderer;
  SDL_Texture* const corner =
      SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, picture_.w, picture_.h);
  if (corner == nullptr) return nullptr;
  SDL_Texture* const target = SDL_GetRenderTarget(renderer);
  SDL_SetRenderTarget(renderer, corner);
  SDL_SetRenderDrawColor(renderer, 0x0E, 0x0B, 0x09, 255);
  SDL_RenderClear(renderer);
  board.draw(0);
  SDL_SetRenderTarget(renderer, target);
  SDL_SetTextureBlendMode(corner, SDL_BLENDMODE_NONE);
  SDL_SetTextureScaleMode(corner, SDL_ScaleModeLinear);
  return corner;
}

bool TitleScreen::input(const platform::Input& /*input*/, std::uint64_t /*now*/) {
  return false;
}

void TitleScreen::back(std::uint64_t now) {
  // A cabinet has nowhere to go back to; elsewhere back points at the way out and does not take it.
  if (!house_.kiosk) house_.ui.focus().set("title.quit", now);
}

void TitleScreen::draw_card(const SDL_Rect& card) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  ui.panel("card", card);
  const host::Variant* const shown = game(0);
  if (shown == nullptr) {
    ui.text({card.x + ui.px(48), card.y, card.w - 2 * ui.px(48), card.h}, ui.tr("title.no_games"),
            {Face::kSans, 30, c.paper, Align::kCentre, Align::kCentre, 4});
    ui.end_panel();
    return;
  }
  ui.image(corner(0), picture_);
  ui.frame(picture_, ui.px(2), c.seam);
  const host::VariantInfo& info = shown->info();
  const SDL_Rect words{card.x + ui.px(32), picture_.y + picture_.h, card.w - 2 * ui.px(32),
                       card.y + card.h - picture_.y - picture_.h - ui.px(8)};
  const int name_h = words.h * 42 / 100;
  ui.text({words.x, words.y, words.w, name_h}, house_.text(*shown, info.name_key),
          {Face::kKai, 96, c.gold_hi, Align::kCentre});
  const int line_h = (words.h - name_h) * 58 / 100;
  ui.text({words.x, words.y + name_h, words.w, line_h}, house_.text(*shown, info.blurb_key),
          {Face::kSans, 30, c.paper, Align::kCentre, Align::kCentre, 2});
  const std::string players =
      info.minutes_max > 0
          ? ui.tr("title.players",
                  {{"n", info.seats.size()}, {"least", info.minutes_min}, {"most", info.minutes_max}})
          : ui.tr("title.players_only", {{"n", info.seats.size()}});
  ui.text({words.x, words.y + name_h + line_h, words.w, words.h - name_h - line_h}, players,
          {Face::kSans, 30, c.paper2, Align::kCentre});
  if (games().size() > 1) {
    const WidgetState state = ui.widget({"title.game", card, true, ui.tr("help.title.game"), "", true});
    if (state.adjusted != 0) turn(state.adjusted > 0 ? 1 : -1);
    if (state.activated) ui.focus().set(entries().front().id, ui.now());
  }
  ui.end_panel();
}

void TitleScreen::turn(int step) {
  index_ = place(step);
  house_.look_changed = true;
}

// The next game to one side: its board's corner and name, darkened; a press turns to it.
void TitleScreen::draw_neighbour(const SDL_Rect& card, int step) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const std::string id = step > 0 ? "title.next" : "title.previous";
  ui.panel(id, card, Panel::kBare);
  const WidgetState state = ui.widget({id, card, true, ui.tr("help.title.game"), ""});
  if (narrow_) {
    ui.text(card, step > 0 ? "›" : "‹",
            {Face::kSansBold, 44, state.focused ? c.gold_hi : c.gold, Align::kCentre});
  } else {
    ui.fill(card, state.focused ? c.lacquer3 : c.lacquer2);
    ui.frame(card, ui.px(2), c.seam);
    const int edge = ui.px(12);
    const SDL_Rect picture{card.x + edge, card.y + edge, card.w - 2 * edge,
                           (card.w - 2 * edge) * picture_.h / std::max(1, picture_.w)};
    const Uint8 dim = state.focused ? 200 : 120;
    ui.image(corner(step), picture, {dim, dim, dim, 255});
    const int below = picture.y + picture.h;
    ui.text({card.x, below, card.w, card.y + card.h - below},
            house_.text(*game(step), game(step)->info().name_key),
            {Face::kKai, 60, state.focused ? c.gold_hi : c.mute, Align::kCentre});
  }
  ui.end_panel();
  if (state.activated) {
    turn(step);
    ui.focus().set("title.game", ui.now());
  }
}

// The two lines that hang beside a door, on the sides where no other game stands.
void TitleScreen::draw_couplet(const SDL_Rect& card, bool left, bool right) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int side = card.x;
  if (ui.units().portrait()) {
    const SDL_Rect above{card.x, card.y - ui.px(280), card.w, ui.px(240)};
    ui.panel("brand", above, Panel::kBare);
    ui.text(above, ui.tr("app.brand_vertical"), {Face::kKai, 168, c.gold, Align::kCentre});
    ui.end_panel();
    return;
  }
  if (side < std::max(ui.px(260), 120)) return;
  const auto column = [&](std::string_view name, int centre, std::string_view key, float size,
                          SDL_Color colour) {
    const std::vector<std::string> characters = utf8::characters(ui.tr(key));
    const int cell = static_cast<int>(static_cast<float>(ui.units().font(size)) * 1.16F);
    const int height = cell * static_cast<int>(characters.size());
    const SDL_Rect area{centre - cell, card.y + (card.h - height) / 2, 2 * cell, height};
    ui.panel(name, area, Panel::kBare);
    for (std::size_t i = 0; i < characters.size(); ++i) {
      ui.text({area.x, area.y + static_cast<int>(i) * cell, area.w, cell}, characters[i],
              {Face::kKai, size, colour, Align::kCentre});
    }
    ui.end_panel();
  };
  const int far = ui.units().width() - side / 2;
  if (left || right) column("brand", left ? side / 2 : far, "app.brand_vertical", 144, c.gold);
  if (left && right) column("motto", far, "app.motto_vertical", 48, c.paper2);
}

std::string TitleScreen::notice() const {
  const std::string returned = returned_text(house_);
  const auto with = [&](const std::string& words) {
    return returned.empty() || words.empty() ? words + returned : words + " " + returned;
  };
  if (!house_.notices.empty()) return with(house_.notices.front()());
  return with(trouble_.empty() ? std::string() : house_.ui.tr("title.trouble"));
}

void TitleScreen::draw_notice() {
  const std::string words = notice();
  told_ = told_ || house_.returned > 0;
  if (words.empty()) return;
  Ui& ui = house_.ui;
  // Above whatever stands highest, the first that is wrong; the log has the others.
  const int bottom = ui.units().portrait() ? ui.px(160) : card_.y - ui.px(8);
  const SDL_Rect rect{ui.px(32), ui.px(8), ui.units().width() - 2 * ui.px(32), bottom - ui.px(8)};
  ui.panel("notice", rect, Panel::kBare);
  ui.text(rect, words,
          {Face::kSans, 24, ui.colours().cinnabar_hi, Align::kCentre, Align::kCentre,
           rect.h >= ui.units().font(24) * 5 / 2 ? 2 : 1});
  ui.end_panel();
}

void TitleScreen::draw_resume(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  if (far_) return draw_far(rect);
  const std::shared_ptr<const host::Variant> variant = house_.plugins.variant(resumable_->variant);
  if (variant == nullptr) return;
  ui.panel("resume", rect, Panel::kBare);
  const std::size_t seats = std::max<std::size_t>(1, variant->info().seats.size());
  const std::string game = house_.text(*variant, variant->info().name_key);
  const std::string label =
      resumable_->setting_up ? ui.tr("title.resume_setup", {{"game", game}})
                             : ui.tr("title.resume", {{"game", game},
                                                      {"n", resumable_->ply / seats + 1},
                                                      {"turn", house_.text(*variant, resumable_->turn_key)}});
  if (ui.button({"title.resume", rect, true, ui.tr("help.title.resume"), ""}, label, 36, true)) resume();
  ui.end_panel();
}

// What cannot be offered, as its game or the way to the other machine is not there, gives back what it cost.
void TitleScreen::give_back_far() {
  const Result<std::vector<store::Unfinished>> paid = house_.journal->paid_far();
  if (!paid) return log_warning("the duels: {}", paid.error().message);
  for (const store::Unfinished& match : *paid) {
    const bool way = house_.plugins.transport(match.peer.substr(0, match.peer.find(':'))) != nullptr;
    if (way && house_.plugins.variant(match.variant) != nullptr && match::decode_terms(match.header))
      continue;
    house_.journal->give_back(match.id);
  }
}

// The newest unfinished match with a far player, if it is newer than the one that was played here alone.
void TitleScreen::find_far() {
  const Result<std::optional<store::Unfinished>> here = house_.journal->resumable();
  std::int64_t newest = resumable_ && here && *here ? (*here)->began : 0;
  for (const auto& transport : house_.plugins.transports()) {
    const auto kept = house_.journal->resumable_far(transport->info().id + ":");
    if (!kept) log_warning("the last duel: {}", kept.error().message);
    if (!kept || !*kept || (*kept)->began < newest) continue;
    const std::shared_ptr<const host::Variant> variant = house_.plugins.variant((*kept)->variant);
    const Result<match::Terms> terms = match::decode_terms((*kept)->header);
    if (variant == nullptr || !terms) continue;
    newest = (*kept)->began;
    std::string names;
    for (const match::SeatTerms& seat : terms->seats)
      names += (names.empty() ? "" : " – ") + house_.readable(seat.name);
    far_ = Far{transport, variant, std::move(names)};
  }
}

void TitleScreen::draw_far(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  ui.panel("resume", rect, Panel::kBare);
  const std::string label =
      ui.tr("title.resume_far",
            {{"game", house_.text(*far_->variant, far_->variant->info().name_key)}, {"names", far_->names}});
  if (ui.button({"title.resume", rect, true, ui.tr("help.title.resume_far"), ""}, label, 36, true))
    resume_far();
  ui.end_panel();
}

void TitleScreen::resume_far() {
  Result<std::unique_ptr<Company>> company = Company::open(house_, far_->transport);
  const Result<bool> resumed =
      company ? (*company)->lobby().resume(house_.match_now()) : Result<bool>(company.error());
  if (!resumed || !*resumed) {
    trouble_ = resumed ? "it is gone" : resumed.error().message;
    log_error("the last duel cannot be gone on with: {}", trouble_);
    far_.reset();
    house_.look_changed = true;
    return;
  }
  house_.company = std::move(*company);
  house_.go(screen_of(house_, house_.company->partner()->table()));
}

void TitleScreen::go_on() {
  if (far_) return resume_far();
  if (resumable_) resume();
}

void TitleScreen::resume() {
  Result<std::unique_ptr<seat::Table>> table =
      seat::Table::resume(house_.plugins, *house_.journal, *resumable_, house_.match_now());
  if (!table) {
    trouble_ = table.error().message;
    log_error("the last match cannot be gone on with: {}", trouble_);
    resumable_.reset();
    house_.look_changed = true;
    return;
  }
  house_.near_edge_seat = (*table)->at_near_edge();
  house_.go(screen_of(house_, std::move(*table)));
}

std::vector<TitleScreen::Entry> TitleScreen::entries() const {
  std::vector<Entry> all;
  // Where bots cannot play, the row closes up.
  if (game(0) != nullptr && seat::bots_play(game(0)->info()))
    all.push_back({"title.one", "title.one_player", "help.title.one_player"});
  if (game(0) != nullptr) all.push_back({"title.two", "title.two_players", "help.title.two_players"});
  if (game(0) != nullptr) all.push_back({"title.far", "title.far", "help.title.far"});
  if (game(0) != nullptr) all.push_back({"title.scores", "title.scores", "help.title.scores"});
  all.push_back({"title.settings", "title.settings", "help.title.settings"});
  if (!house_.kiosk) all.push_back({"title.quit", "title.quit", "help.title.quit"});
  return all;
}

void TitleScreen::draw_entries(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  ui.panel("entries", rect, Panel::kBare);
  const std::vector<Entry> all = entries();
  const int columns = std::max(1, entry_columns_);
  const int count = static_cast<int>(all.size());
  const int lines = (count + columns - 1) / columns;
  const int gap = ui.px(24), line_gap = ui.px(16);
  const int widest = (rect.w - (columns - 1) * gap) / columns;
  const int width = lines > 1 ? widest : std::min(std::max(ui.px(300), 140), widest);
  const int height = (rect.h - (lines - 1) * line_gap) / lines;
  const float size = ui.fit_keys(
      {"title.one_player", "title.two_players", "title.far", "title.scores", "title.settings", "title.quit"},
      {Face::kSansBold, 36}, width - 2 * ui.px(32));
  std::string_view chosen;
  for (int i = 0; i < count; ++i) {
    const Entry& entry = all[static_cast<std::size_t>(i)];
    const int line = i / columns;
    const int in_line = std::min(columns, count - line * columns);
    const int left = rect.x + (rect.w - in_line * width - (in_line - 1) * gap) / 2;
    const SDL_Rect cap{left + i % columns * (width + gap), rect.y + line * (height + line_gap), width,
                       height};
    if (ui.button({std::string(entry.id), cap, true, ui.tr(entry.help), ""}, ui.tr(entry.label), size)) {
      chosen = entry.id;
    }
  }
  ui.end_panel();
  if (chosen == "title.one" || chosen == "title.two") {
    const auto players = chosen == "title.one" ? TermsScreen::Players::kOne : TermsScreen::Players::kTwo;
    house_.go(std::make_unique<TermsScreen>(house_, game(0)->shared_from_this(), players));
  } else if (chosen == "title.far") {
    house_.go(std::make_unique<LobbyScreen>(house_, game(0)->info().id));
  } else if (chosen == "title.scores") {
    house_.go(std::make_unique<ScoresScreen>(house_, game(0)->info().id));
  } else if (chosen == "title.settings") {
    house_.go(std::make_unique<SettingsScreen>(house_));
  } else if (chosen == "title.quit") {
    house_.quit = true;
  }
}

void TitleScreen::draw(std::uint64_t /*now*/) {
  Ui& ui = house_.ui;
  draw_card(card_);
  const bool others = games().size() > 1;
  // Neighbours at 60 % stand beside the card where the screen has room for them, of two games the other one
  // on its own side.
  const bool next = others && (games().size() > 2 || index_ == 0);
  const bool previous = others && (games().size() > 2 || index_ != 0);
  int w = card_.w * 60 / 100, h = card_.h * 60 / 100, apart = ui.px(24);
  narrow_ = card_.x - apart - w < 0;
  if (narrow_) {
    w = h = ui.units().target();
    apart = ui.px(8);
  }
  const int y = card_.y + (card_.h - h) / 2;
  if (next) draw_neighbour({card_.x + card_.w + apart, y, w, h}, 1);
  if (previous) draw_neighbour({card_.x - apart - w, y, w, h}, -1);
  draw_couplet(card_, !previous, !next);
  draw_notice();
  if (resumes()) draw_resume(resume_);
  draw_entries(entries_);
  ui.help_strip();
}

}  // namespace qitai::menu
