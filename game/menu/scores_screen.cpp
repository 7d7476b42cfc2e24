#include "menu/scores_screen.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/log.hpp"
#include "match/scores.hpp"
#include "menu/guest_name.hpp"
#include "menu/title_screen.hpp"
#include "text/formats.hpp"

namespace qitai::menu {
namespace {

using view::Face;

constexpr std::size_t kMost = 200;  // players of a game that are shown, those who played last
constexpr int kColumns = 6;
constexpr int kBesideFrom = 640;  // pixels: room for a name beside six numbers
constexpr std::string_view kHeads[kColumns] = {"scores.won",    "scores.lost", "scores.drawn",
                                               "scores.points", "scores.left", "scores.disconnected"};

// Counts of one player as the page has them: whoever left has lost, and a win by that is a win.
ScoreLine line_of(const store::Books& books, const match::ScoreRules& rules) {
  using match::Standing;
  const auto count = [&](Standing standing) { return books.counts.at(static_cast<std::size_t>(standing)); };
  ScoreLine line;
  line.won = count(Standing::kWon) + count(Standing::kWonByLeave);
  line.lost = count(Standing::kLost) + count(Standing::kLeft);
  line.drawn = count(Standing::kDrawn);
  line.left = count(Standing::kLeft);
  line.disconnected = count(Standing::kDisconnected);
  for (int standing = 0; standing < match::kStandings; ++standing)
    line.points +=
        count(static_cast<Standing>(standing)) * match::points(static_cast<Standing>(standing), rules);
  return line;
}

}  // namespace

ScoresScreen::ScoresScreen(House& house, std::string_view variant) : Screen(house) {
  for (const auto& game : house.plugins.variants()) {
    if (game->info().seats.size() == 2) games_.push_back(game);
  }
  for (std::size_t i = 0; i < games_.size(); ++i) {
    if (games_[i]->info().id == variant) game_ = i;
  }
}

Result<std::vector<ScoreLine>> score_lines(const House& house, const host::Variant& variant) {
  if (house.journal == nullptr) return std::vector<ScoreLine>();
  const auto books = house.journal->books(variant.info().id, kMost);
  if (!books) return books.error();
  const config::Values& values = house.config.values();
  const match::ScoreRules rules{values.score_win, values.score_loss, values.score_draw};
  std::vector<ScoreLine> lines;
  for (const store::Books& each : *books) {
    ScoreLine line = line_of(each, rules);
    line.player = house.player_text(each.player);
    line.seal = is_seal(each.player);
    line.place = house.ui.tr(each.device.empty() ? "scores.here" : "scores.far");
    lines.push_back(std::move(line));
  }
  std::ranges::stable_sort(lines, std::greater(),
                           [](const ScoreLine& line) { return std::pair(line.points, line.won); });
  return lines;
}

void ScoresScreen::read() {
  lines_.clear();
  trouble_.clear();
  page_ = 0;
  if (games_.empty()) return;
  Result<std::vector<ScoreLine>> lines = score_lines(house_, *games_[game_]);
  if (lines) {
    lines_ = std::move(*lines);
  } else {
    log_warning("scores: {}", lines.error().message);
    trouble_ = house_.ui.tr("scores.trouble");
  }
}

void ScoresScreen::turn(int step) {
  const auto count = static_cast<int>(games_.size());
  game_ = static_cast<std::size_t>(((static_cast<int>(game_) + step) % count + count) % count);
  read();
}

int ScoresScreen::pages() const {
  return std::max(1, (static_cast<int>(lines_.size()) + rows_ - 1) / rows_);
}

void ScoresScreen::arrange(std::uint64_t /*now*/) {
  Ui& ui = house_.ui;
  const view::Units& u = ui.units();
  read();  // the language may be another one
  const SDL_Rect help = ui.help_rect();
  const int width = std::min(u.width() - 2 * ui.px(32), std::max(ui.px(1480), 760));
  const int x = (u.width() - width) / 2, gap = std::max(ui.px(20), 6);
  const int title = std::max(ui.px(112), 44), row = std::max(ui.px(84), 46), cap = u.target(88);
  const int top = std::max(ui.px(16), 4);
  heading_ = {x, top, width, title};
  choice_ = {x, top + title, width, row};
  foot_ = {x, help.y - gap - cap, width, cap};
  const int sheet_y = choice_.y + row + gap;
  sheet_ = {x, sheet_y, width, foot_.y - gap - sheet_y};
  // Who it is, then six numbers of one width.
  const int inner = sheet_.w - 2 * std::max(ui.px(28), 10);
  // On a narrow screen the numbers stand below it.
  stacked_ = inner < kBesideFrom;
  name_w_ = stacked_ ? 0 : std::max(inner * 34 / 100, std::min(inner / 3, ui.px(480)));
  column_w_ = (inner - name_w_) / kColumns;
  ui.focus().set_default("scores.game");
}

void ScoresScreen::back(std::uint64_t /*now*/) {
  house_.go(std::make_unique<TitleScreen>(house_, games_.empty() ? std::string() : games_[game_]->info().id));
}

void ScoresScreen::draw_columns(const SDL_Rect& rect, const std::vector<std::string>& texts, bool head) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  float size = 30;
  if (head) {
    size = ui.fit_keys(
        {"scores.won", "scores.lost", "scores.drawn", "scores.points", "scores.left", "scores.disconnected"},
        {Face::kSans, 26}, column_w_ - 6);
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const SDL_Rect cell{rect.x + name_w_ + static_cast<int>(i) * column_w_, rect.y, column_w_, rect.h};
    const bool points = i == 3;
    const SDL_Color ink = head ? c.paper2 : points ? c.gold_hi : texts[i] == "0" ? c.mute : c.paper;
    ui.text(cell, texts[i],
            {head ? Face::kSans : Face::kSansBold, size, ink, Align::kEnd, Align::kCentre, 1, !head});
  }
}

void ScoresScreen::draw_line(const SDL_Rect& rect, const ScoreLine& line, std::size_t number) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  if (number % 2 == 1) ui.fill(rect, c.lacquer3);
  const int pad = std::max(ui.px(28), 10) - 8;
  const SDL_Rect inner{rect.x + pad, rect.y, rect.w - 2 * pad, rect.h};
  const TextStyle small{Face::kSans, 24, c.paper2};
  const int place_w = ui.text_width(line.place, small);
  const int wide = stacked_ ? inner.w : name_w_, high = stacked_ ? inner.h / 2 : inner.h;
  const TextStyle style{Face::kSansBold, 34, c.paper};
  const int name_w = std::min(guest_width(ui, high, line.player, line.seal, style),
                              std::max(wide - place_w - ui.px(24), wide / 2));
  draw_guest(ui, {inner.x, inner.y, name_w, high}, line.player, line.seal, style);
  ui.text({inner.x + name_w + ui.px(16), inner.y, wide - name_w - ui.px(16), high}, line.place, small);
  const std::string points = (line.points > 0 ? "+" : "") + text::grouped(line.points);
  draw_columns({inner.x, stacked_ ? inner.y + high : inner.y, inner.w, high},
               {text::grouped(line.won), text::grouped(line.lost), text::grouped(line.drawn), points,
                text::grouped(line.left), text::grouped(line.disconnected)},
               false);
}

void ScoresScreen::draw_empty() {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int pad = std::max(ui.px(64), 16);
  const int middle = sheet_.y + sheet_.h / 2;
  const int head = std::max(ui.px(90), 40), body = std::max(ui.px(200), 84);
  const std::string game =
      games_.empty() ? std::string() : house_.text(*games_[game_], games_[game_]->info().name_key);
  ui.text({sheet_.x + pad, middle - head, sheet_.w - 2 * pad, head},
          trouble_.empty() ? ui.tr("scores.empty") : trouble_, {Face::kKai, 48, c.gold_hi, Align::kCentre});
  if (!trouble_.empty()) return;
  ui.text({sheet_.x + pad, middle, sheet_.w - 2 * pad, body},
          house_.journal == nullptr ? ui.tr("scores.no_journal") : ui.tr("scores.how", {{"game", game}}),
          {Face::kSans, 30, c.paper, Align::kCentre, Align::kStart, 4});
}

void ScoresScreen::draw_table() {
  Ui& ui = house_.ui;
  const int pad = std::max(ui.px(28), 10), edge = std::max(ui.px(16), 6);
  const int head = std::max(ui.px(60), 30), row = std::max(ui.px(72), 38) * (stacked_ ? 2 : 1);
  rows_ = std::max(1, (sheet_.h - 2 * edge - head) / row);
  page_ = std::clamp(page_, 0, pages() - 1);
  if (lines_.empty()) return draw_empty();
  std::vector<std::string> heads;
  for (const std::string_view key : kHeads)
    heads.push_back(ui.tr(key));
  const SDL_Rect top{sheet_.x + pad, sheet_.y + edge, sheet_.w - 2 * pad, head};
  draw_columns(top, heads, true);
  ui.fill({top.x, top.y + head - std::max(1, ui.px(2)), top.w, std::max(1, ui.px(2))}, ui.colours().seam);
  const auto first = static_cast<std::size_t>(page_ * rows_);
  for (std::size_t i = first; i < lines_.size() && i < first + static_cast<std::size_t>(rows_); ++i) {
    draw_line({sheet_.x + 8, top.y + head + static_cast<int>(i - first) * row, sheet_.w - 16, row}, lines_[i],
              i - first);
  }
}

void ScoresScreen::draw(std::uint64_t now) {
  Ui& ui = house_.ui;
  ui.panel("heading", heading_, Panel::kBare);
  ui.text(heading_, ui.tr("scores.title"), {Face::kKai, 72, ui.colours().gold_hi, Align::kCentre});
  ui.end_panel();
  if (!games_.empty()) {
    ui.panel("choice", choice_, Panel::kFlat);
    const std::string game = house_.text(*games_[game_], games_[game_]->info().name_key);
    const int step = ui.row({"scores.game", choice_, true, ui.tr("help.scores.game"), "", true},
                            ui.tr("scores.game"), game);
    ui.end_panel();
    if (step != 0) turn(step > 0 ? 1 : -1);
  }
  ui.panel("sheet", sheet_);
  draw_table();
  ui.end_panel();
  ui.panel("foot", foot_, Panel::kBare);
  const int cap_w = std::max(ui.px(300), 140);
  const bool many = pages() > 1;
  const int gap = std::max(ui.px(24), 8);
  const SDL_Rect away{many ? foot_.x + foot_.w - cap_w : foot_.x + (foot_.w - cap_w) / 2, foot_.y, cap_w,
                      foot_.h};
  if (many) {
    const std::string where = std::to_string(page_ + 1) + " / " + std::to_string(pages());
    const int by = ui.row({"scores.page",
                           {foot_.x, foot_.y, foot_.w - cap_w - gap, foot_.h},
                           true,
                           ui.tr("help.scores.page"),
                           "",
                           true},
                          ui.tr("scores.page"), where);
    if (by != 0) page_ = ((page_ + (by > 0 ? 1 : -1)) % pages() + pages()) % pages();
  }
  const bool leave =
      ui.button({"scores.back", away, true, ui.tr("help.result.back"), ""}, ui.tr("common.back"));
  ui.end_panel();
  ui.help_strip();
  if (leave) back(now);
}

}  // namespace qitai::menu
