#include "menu/card_screen.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "menu/setup_screen.hpp"
#include "menu/terms_screen.hpp"
#include "menu/till.hpp"
#include "menu/time_terms.hpp"
#include "seat/opponent.hpp"
#include "text/formats.hpp"

namespace qitai::menu {
namespace {

using view::Face;

}  // namespace

bool CardScreen::belongs_to(const host::VariantInfo& info) {
  return info.hidden && !info.options.empty();
}

CardScreen::CardScreen(House& house, std::shared_ptr<const host::Variant> variant, match::Terms terms)
    : Screen(house), variant_(std::move(variant)), terms_(std::move(terms)) {
  for (std::size_t seat = 0; seat < terms_.seats.size(); ++seat) {
    if (!seat::level_of(terms_, static_cast<host::Seat>(seat)))
      hands_.push_back(static_cast<host::Seat>(seat));
  }
  // Where nobody plays, whoever stands here agrees for all.
  if (hands_.empty()) hands_.push_back(0);
  agreed_.assign(hands_.size(), false);
}

void CardScreen::arrange(std::uint64_t /*now*/) {
  Ui& ui = house_.ui;
  const view::Units& u = ui.units();
  house_.set_board(*variant_, terms_.options);
  const SDL_Rect help = ui.help_rect();
  const int outer = ui.px(32), gap = std::max(ui.px(20), 4);
  const int title = std::max(ui.px(120), 36), cap = std::max(u.target(120), ui.px(140));
  one_limit_ = false;
  auto rows = static_cast<int>(variant_->info().options.size() + limits().size());
  const int width = std::min(u.width() - 2 * outer, std::max(ui.px(1240), 772));
  const int x = (u.width() - width) / 2;
  const int least = std::max(ui.px(60), 46), most = std::max(ui.px(76), 46);
  const int pad = std::max(ui.px(24), 6);
  const int room = help.y - title - cap - 3 * gap - 2 * pad;
  columns_ = rows * least <= room ? 1 : 2;
  if (columns_ == 2 && (rows + 1) / 2 * least > room) {
    one_limit_ = true;
    rows = static_cast<int>(variant_->info().options.size() + limits().size());
  }
  const int lines = std::max(1, (rows + columns_ - 1) / columns_);
  const int row = std::min(most, room / lines);
  const int height = row * lines + 2 * pad;
  const int down = std::max(0, (help.y - title - height - cap - 2 * gap) / 2);
  heading_ = {x, down, width, title};
  card_ = {x, down + title, width, height};
  seats_ = {x, card_.y + height + gap, width, cap};
  ui.focus().set_default("card.agree.0");
}

void CardScreen::back(std::uint64_t /*now*/) {
  house_.go(std::make_unique<TermsScreen>(house_, variant_, terms_));
}

std::vector<CardScreen::Limits> CardScreen::limits() const {
  const text::Catalog& catalog = house_.catalog;
  std::vector<Limits> all;
  const bool alike = !time_odds(terms_);
  for (std::size_t seat = 0; seat < terms_.seats.size(); ++seat) {
    if (alike && seat > 0) break;
    const match::TimeLimits& limits = terms_.seats[seat].limits;
    const std::string who = alike ? house_.ui.tr("time.each_side")
                                  : house_.text(*variant_, variant_->info().seats[seat].name_key);
    std::string label = house_.ui.tr("terms.time");
    if (!alike) label += " · " + who;
    all.push_back({std::move(label), limits_short(catalog, limits),
                   limits_sentence(catalog, limits, who, variant_->info().setup)});
  }
  if (one_limit_) {
    // What does not fit into the row is in its sentence.
    for (std::size_t i = 1; i < all.size(); ++i) {
      all.front().words += " + " + all[i].words;
      all.front().help = text::sentences(std::move(all.front().help), all[i].help);
    }
    all.resize(1);
    all.front().label = house_.ui.tr("terms.time");
    return all;
  }
  if (variant_->info().setup) {
    const int minutes = terms_.seats.front().limits.setup_limit;
    all.push_back({house_.ui.tr("terms.limit.setup_limit"),
                   minutes > 0 ? amount(catalog, "minutes", minutes) : house_.ui.tr("common.off"),
                   house_.ui.tr("help.terms.setup_limit")});
  }
  return all;
}

void CardScreen::draw_rows() {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const std::vector<host::OptionInfo>& options = variant_->info().options;
  ui.panel("card", card_);
  const int pad = std::max(ui.px(24), 6);
  const std::vector<Limits> times = limits();
  const auto count = options.size() + times.size();
  const int lines = (static_cast<int>(count) + columns_ - 1) / columns_;
  const int row_h = (card_.h - 2 * pad) / std::max(1, lines);
  const int gap = columns_ > 1 ? pad : 0;
  const int width = (card_.w - 2 * pad - gap) / columns_;
  const auto place = [&](std::size_t i) {
    const int column = static_cast<int>(i) / lines, line = static_cast<int>(i) % lines;
    return SDL_Rect{card_.x + pad + column * (width + gap), card_.y + pad + line * row_h, width,
                    row_h - ui.px(2)};
  };
  // Where two short lines do not hold all limits the first stands for them; the help line has the rest.
  const auto briefly = [&](const std::string& words, int room) {
    if (ui.text_width(words, {Face::kSansBold, 30}) <= room * 3 / 4) return words;
    const std::size_t end = std::min(words.find(" + "), words.find(" · "));
    return end == std::string::npos ? words : words.substr(0, end) + " …";
  };
  for (std::size_t i = 0; i < times.size(); ++i) {
    ui.row({"card.time." + std::to_string(i), place(options.size() + i), true, times[i].help, ""},
           times[i].label, briefly(times[i].words, width));
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    const host::OptionInfo& option = options[i];
    const SDL_Rect rect = place(i);
    const std::int64_t value = terms_.options[i];
    const std::string words = house_.option_text(*variant_, option, value);
    const bool used = option_used(variant_->info(), terms_.options, i);
    ui.row({"card." + option.id, rect, used, house_.text(*variant_, option.help_key),
            ui.tr("disabled.rule_not_used")},
           house_.text(*variant_, option.name_key), words);
    if (value == option.fallback || !used) continue;
    // Not as usual: a dot before the value.
    const int side = std::max(ui.px(14), 7);
    const int right = rect.x + rect.w - ui.px(16) - ui.text_width(words, {Face::kSansBold, 30});
    ui.fill(
        {std::max(rect.x + rect.w / 2, right - side - ui.px(14)), rect.y + (rect.h - side) / 2, side, side},
        c.gold_hi);
  }
  ui.end_panel();
}

void CardScreen::draw_seats() {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  ui.panel("seats", seats_, Panel::kBare);
  const auto count = static_cast<int>(hands_.size());
  const int gap = std::max(ui.px(24), 8);
  const int width =
      count > 1 ? (seats_.w - (count - 1) * gap) / count : std::min(seats_.w, std::max(ui.px(620), 340));
  const int left = seats_.x + (seats_.w - count * width - (count - 1) * gap) / 2;
  std::optional<std::size_t> chosen;
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const auto seat = static_cast<std::size_t>(hands_[index]);
    const host::SeatInfo& info = variant_->info().seats[seat];
    const Widget widget{"card.agree." + std::to_string(i),
                        {left + i * (width + gap), seats_.y, width, seats_.h},
                        true,
                        ui.tr(agreed_[index] ? "help.card.disagree" : "help.card.agree"),
                        ""};
    const WidgetState looks = ui.widget(widget);
    const SDL_Rect inside = ui.ground(widget, looks, true);
    const int seal = std::min(inside.h - ui.px(8), std::max(ui.px(96), 44));
    const int x = inside.x + ui.px(8);
    ui.image(house_.board.seal(info.colour, seal), {x, inside.y + (inside.h - seal) / 2, seal, seal});
    const int words_x = x + seal + std::max(ui.px(20), 8);
    const int mark = std::max(ui.px(180), 84);
    ui.text({words_x, inside.y, inside.x + inside.w - mark - words_x - ui.px(8), inside.h},
            house_.text(*variant_, info.name_key), {Face::kSansBold, 36, c.paper});
    const SDL_Rect stamp{inside.x + inside.w - mark, inside.y + ui.px(10), mark, inside.h - 2 * ui.px(10)};
    if (agreed_[index]) {
      ui.fill(stamp, c.cinnabar);
      ui.text(stamp, ui.tr("common.agree"), {Face::kKai, 52, c.paper, Align::kCentre});
    } else {
      ui.frame(stamp, std::max(2, ui.px(3)), c.gold);
      ui.text(stamp, ui.tr("common.agree"), {Face::kKai, 52, c.gold_hi, Align::kCentre});
    }
    if (looks.activated) chosen = index;
  }
  ui.end_panel();
  if (!chosen) return;
  agreed_[*chosen] = !agreed_[*chosen];
  const auto missing = std::find(agreed_.begin(), agreed_.end(), false);
  if (missing == agreed_.end()) {
    begin();
  } else {
    ui.focus().set("card.agree." + std::to_string(missing - agreed_.begin()), ui.now());
  }
}

void CardScreen::begin() {
  const std::int64_t costs = price(house_, terms_);
  trouble_ = unpaid(house_, costs);
  if (!trouble_.empty()) {
    agreed_.assign(agreed_.size(), false);
    return;
  }
  Result<std::unique_ptr<seat::Table>> table =
      seat::Table::begin(variant_, terms_, house_.journal, house_.match_now(), costs);
  if (!table) {
    trouble_ = table.error().message;
    agreed_.assign(agreed_.size(), false);
    log_error("the match cannot begin: {}", trouble_);
    return;
  }
  house_.near_edge_seat = 0;  // whoever plays it sits down anew
  house_.go(screen_of(house_, std::move(*table)));
}

void CardScreen::draw(std::uint64_t /*now*/) {
  Ui& ui = house_.ui;
  ui.panel("heading", heading_, Panel::kBare);
  ui.text(heading_, ui.tr("card.title") + " · " + house_.text(*variant_, variant_->info().name_key),
          {Face::kKai, 72, ui.colours().gold_hi, Align::kCentre});
  ui.end_panel();
  draw_rows();
  draw_seats();
  ui.help_strip(trouble_, true);
}

}  // namespace qitai::menu
