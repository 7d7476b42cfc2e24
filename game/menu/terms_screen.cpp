#include "menu/terms_screen.hpp"

#include <sodium.h>

#include <algorithm>

#include "base/log.hpp"
#include "menu/card_screen.hpp"
#include "menu/setup_screen.hpp"
#include "menu/till.hpp"
#include "menu/time_screen.hpp"
#include "menu/time_terms.hpp"
#include "menu/title_screen.hpp"
#include "seat/opponent.hpp"
#include "text/formats.hpp"

namespace qitai::menu {
namespace {

using view::Face;

constexpr int kLeastTwoColumns = 640;  // pixels
constexpr int kFirstLevel = 2;         // of a bot until another is chosen

}  // namespace

match::TimeLimits usual_limits(const config::Values& values) {
  match::TimeLimits limits;
  limits.first_limit = values.first_limit;
  limits.first_moves = values.first_moves;
  limits.second_limit = values.second_limit;
  limits.second_moves = values.second_moves;
  limits.step_limit = values.step_limit;
  limits.increment = values.increment;
  limits.setup_limit = values.setup_limit;
  limits.carry = values.carry;
  return limits;
}

match::Terms usual_terms(const House& house, const host::Variant& variant) {
  match::Terms terms = match::default_terms(variant);
  const config::Values& values = house.config.values();
  terms.takeback = values.takeback;
  terms.touch_move = values.touch_move;
  const auto illegal = std::find(match::kIllegalIds.begin(), match::kIllegalIds.end(), values.illegal);
  if (illegal != match::kIllegalIds.end())
    terms.illegal = static_cast<match::Illegal>(illegal - match::kIllegalIds.begin());
  terms.illegal_limit = values.illegal_limit;
  terms.announce_check = values.announce_check;
  terms.scored = values.scored;
  const match::TimeLimits limits = usual_limits(values);
  const std::vector<match::TimeLimits>* const last =
      house.times != nullptr ? house.times->of(variant.info().id) : nullptr;
  const bool as_last = last != nullptr && last->size() == terms.seats.size();
  for (std::size_t seat = 0; seat < terms.seats.size(); ++seat) {
    terms.seats[seat].limits = as_last ? (*last)[seat] : limits;
    // The same in every language, so that what is kept by name is found again.
    terms.seats[seat].name = house.catalog.tr(text::Language::kEnglish, "player.number", {{"n", seat + 1}});
  }
  for (std::size_t i = 0; i < variant.info().options.size() && i < terms.options.size(); ++i) {
    const auto found = house.rules.find(variant.info().id + "." + variant.info().options[i].id);
    if (found != house.rules.end()) terms.options[i] = found->second;
  }
  return terms;
}

TermsScreen::TermsScreen(House& house, std::shared_ptr<const host::Variant> variant, Players players)
    : Screen(house),
      variant_(std::move(variant)),
      terms_(usual_terms(house, *variant_)),
      shared_(shared_rules(*variant_)),
      pad_(house) {
  for (std::size_t seat = 0; seat < terms_.seats.size() && seat < house_.guests.size(); ++seat) {
    if (!house_.guests[seat].empty()) terms_.seats[seat].name = house_.guests[seat];
  }
  if (players == Players::kOne && terms_.seats.size() == 2 && seat::bots_play(variant_->info()))
    terms_.seats[1].holder = seat::bot_holder(kFirstLevel);
}

TermsScreen::TermsScreen(House& house, std::shared_ptr<const host::Variant> variant, match::Terms terms)
    : Screen(house),
      variant_(std::move(variant)),
      terms_(std::move(terms)),
      shared_(shared_rules(*variant_)),
      pad_(house) {}

TermsScreen::TermsScreen(House& house, std::shared_ptr<const host::Variant> variant, Draft draft, For what)
    : TermsScreen(house, std::move(variant), std::move(draft.terms)) {
  for_ = what;
  first_ = draft.first;
}

void TermsScreen::arrange(std::uint64_t /*now*/) {
  Ui& ui = house_.ui;
  const view::Units& u = ui.units();
  const SDL_Rect help = ui.help_rect();
  const int outer = ui.px(32), gutter = ui.px(24);
  const int title = std::max(ui.px(120), 46);
  const int cap = std::max(u.target(112), 58);  // two lines of the limits stand beside it
  const int cap_w = std::max(ui.px(300), 150);
  const int widest = std::min(u.width() - 2 * outer, ui.px(1500) > 700 ? std::max(ui.px(1500), 700) : 1500);
  const int x = (u.width() - widest) / 2;
  heading_ = {x, ui.px(16), widest, title};
  const int top = heading_.y + title;
  const int row = std::max(ui.px(80), 46);
  const int head = std::max(ui.px(76), 32);
  const int rules_height = head + static_cast<int>(rule_rows()) * row + ui.px(24);
  const int bottom = help.y - ui.px(20) - cap - ui.px(20);
  start_ = {x + widest - cap_w, help.y - ui.px(20) - cap, cap_w, cap};
  // The boards of settings are seen through set_board: pieces on the seats' cards are those of the table.
  house_.set_board(*variant_, terms_.options);
  flat_ = !u.portrait() && widest < kLeastTwoColumns;
  if (flat_) {
    // Too narrow for two columns, too low for two panels with headings.
    const int sides = std::max(ui.px(132), 60) + cap + 3 * ui.px(16);
    sides_ = {x, top, widest, sides};
    rules_ = {x, top + sides + gutter, widest, bottom - top - sides - gutter};
  } else if (u.portrait()) {
    const int half = (bottom - top - gutter) / 2;
    const int sides = std::min(half, ui.px(560));
    const int rules = std::min(rules_height, bottom - top - sides - gutter);
    const int down = (bottom - top - sides - gutter - rules) / 2;
    sides_ = {x, top + down, widest, sides};
    rules_ = {x, top + down + sides + gutter, widest, rules};
  } else {
    const int left = (widest - gutter) * 44 / 100;
    // Panels as high as what is in them, not as the screen.
    const int height = std::min(bottom - top, std::max({ui.px(560), 290, rules_height}));
    const int down = (bottom - top - height) / 2;
    sides_ = {x, top + down, left, height};
    rules_ = {x + left + gutter, top + down, widest - left - gutter, height};
  }
  heading_.y = sides_.y - title;
  start_.y = rules_.y + rules_.h + ui.px(20);
  // Rows are set closer before one of them is out of sight.
  const int closest = std::max(ui.px(64), 46);
  const auto rows = static_cast<int>(rule_rows());
  rules_head_ = flat_ ? 0 : head;
  if (!flat_ && head + rows * closest + ui.px(16) > rules_.h)
    rules_head_ = std::max(head, u.target(64) + ui.px(8));
  const int room = rules_.h - rules_head_ - ui.px(16);
  seen_rows_ = static_cast<std::size_t>(std::clamp(room / closest, 1, std::max(1, rows)));
  row_height_ = std::min(row, room / static_cast<int>(seen_rows_));
  first_row_ = std::min(first_row_, rule_rows() > seen_rows_ ? rule_rows() - seen_rows_ : 0);
  ui.focus().set_default("terms.start");
}

std::string TermsScreen::rule_id(std::size_t row) const {
  return "rule." + (row < shared_.size() ? shared_[row] : variant_->info().options[row - shared_.size()].id);
}

bool TermsScreen::input(const platform::Input& input, std::uint64_t now) {
  using Kind = platform::Input::Kind;
  if (pad_.is_open()) return pad_.input(input, now);
  if (input.kind == Kind::kPress || input.kind == Kind::kPointerDown) trouble_.clear();
  if (input.kind != Kind::kPress && input.kind != Kind::kRepeat) return false;
  // More rules than fit: at the last one that is seen, down shows the next.
  const std::string& at = house_.ui.focus().focused();
  const std::size_t last = std::min(first_row_ + seen_rows_, rule_rows());
  if (input.action == platform::Action::kDown && last < rule_rows() && at == rule_id(last - 1)) {
    ++first_row_;
    house_.ui.focus().set(rule_id(last), now);
    return true;
  }
  if (input.action == platform::Action::kUp && first_row_ > 0 && at == rule_id(first_row_)) {
    --first_row_;
    house_.ui.focus().set(rule_id(first_row_), now);
    return true;
  }
  return false;
}

void TermsScreen::back(std::uint64_t now) {
  if (pad_.is_open()) return pad_.close(now);
  // Limits that were chosen and not played with are there next time; those of an offer are somebody else's.
  if (for_ != For::kCounter) keep_limits();
  if (for_ != For::kHere) return to_lobby(false);
  house_.go(std::make_unique<TitleScreen>(house_, variant_->info().id));
}

// From the hand through the levels and round to the hand.
void TermsScreen::change_holder(std::size_t seat, int step) {
  constexpr int kHolders = seat::kHighestLevel + 1;
  std::string& holder = terms_.seats[seat].holder;
  const int now = seat::bot_level(holder).value_or(0);
  const int next = ((now + step) % kHolders + kHolders) % kHolders;
  holder = next == 0 ? std::string() : seat::bot_holder(next);
}

bool TermsScreen::signs(std::size_t seat) const {
  return house_.kiosk && for_ == For::kHere && seat < house_.guests.size() &&
         terms_.seats[seat].holder.empty();
}

void TermsScreen::draw_sign(const SDL_Rect& rect, std::size_t seat) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const std::string& name = terms_.seats[seat].name;
  const Widget widget{"terms.sign." + std::to_string(seat), rect, true, ui.tr("help.terms.sign"), ""};
  const WidgetState state = ui.widget(widget);
  const SDL_Rect inside = ui.ground(widget, state);
  if (is_nameless(house_.catalog, name)) {
    ui.text(inside, ui.tr("terms.sign"),
            {Face::kSansBold, 30, state.focused ? c.gold_hi : c.gold, Align::kCentre, Align::kCentre, 2});
  } else {
    draw_guest(ui, inside, house_.player_text(name), is_seal(name),
               {Face::kSansBold, is_seal(name) ? 64.0F : 40.0F, c.paper, Align::kCentre});
  }
  if (!state.activated) return;
  signing_ = seat;
  const std::size_t other = 1 - seat;
  const bool shared = other < terms_.seats.size() && terms_.seats[other].holder.empty();
  pad_.open({widget.id,
             ui.tr("guest.title", {{"seat", house_.text(*variant_, variant_->info().seats[seat].name_key)}}),
             is_nameless(house_.catalog, name) ? std::string() : name,
             shared ? terms_.seats[other].name : std::string()},
            ui.now());
}

// Whoever comes back to these terms is still called that; in a scored match nobody is booked who did not
// sign.
void TermsScreen::take_names() {
  if (!house_.kiosk) return;
  for (std::size_t seat = 0; seat < terms_.seats.size() && seat < house_.guests.size(); ++seat) {
    std::string& name = terms_.seats[seat].name;
    const bool nameless = is_nameless(house_.catalog, name);
    house_.guests[seat] = nameless ? std::string() : name;
    if (nameless && terms_.scored) name.clear();
  }
}

void TermsScreen::draw_seat(const SDL_Rect& place, std::size_t seat) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const host::VariantInfo& info = variant_->info();
  SDL_Rect card = place;
  if (signs(seat)) {
    const int wide = std::max(ui.px(170), 72), gap = std::max(ui.px(16), 6);
    card.w -= wide + gap;
    draw_sign({card.x + card.w + gap, card.y, wide, card.h}, seat);
  }
  SDL_Rect rect = card;
  const bool changes = seat::bots_play(info);
  if (changes) {
    const Widget widget{"terms.seat." + std::to_string(seat), card, true, ui.tr("help.terms.seat"), "", true};
    const WidgetState state = ui.widget(widget);
    rect = ui.ground(widget, state);
    if (state.adjusted != 0 || state.activated) change_holder(seat, state.adjusted != 0 ? state.adjusted : 1);
  }
  // Beside a place to sign a narrow card has none for a piece.
  const bool bare = flat_ && signs(seat);
  const int disc = bare ? 0 : std::min(rect.h - ui.px(24), flat_ ? 34 : std::max(ui.px(112), 44));
  const int colour = info.seats[seat].colour;
  const int x = rect.x + ui.px(24);
  if (colour >= 0 && disc > 0) {
    ui.image(house_.board.mini(royal_kind(info), colour, disc),
             {x, rect.y + (rect.h - disc) / 2, disc, disc});
  }
  const int words_x = bare ? x : x + disc + ui.px(28);
  const int words_w = rect.x + rect.w - words_x - ui.px(16);
  const int half = std::min(rect.h / 2, std::max(ui.px(60), 30));
  const int y = rect.y + rect.h / 2;
  const std::optional<int> level = seat::bot_level(terms_.seats[seat].holder);
  const std::string holder = level ? house_.bot_text(*level) : house_.player_text(terms_.seats[seat].name);
  if (changes) {
    const int arrow = ui.px(40);
    ui.text({words_x, y - half, words_w - arrow, half}, holder, {Face::kSansBold, 40, c.paper});
    ui.text({words_x, y - half, words_w, half}, "‹ ›", {Face::kSansBold, 40, c.gold, Align::kEnd});
  } else {
    ui.text({words_x, y - half, words_w, half}, holder, {Face::kSansBold, 40, c.paper});
  }
  std::string side = house_.text(*variant_, info.seats[seat].name_key);
  const std::string first = side + " · " + ui.tr("terms.moves_first");
  // Where a narrow card has no room to say so, standing first says it.
  const bool fits = ui.text_width(first, {Face::kSans, 18.0F / ui.units().u()}) <= words_w;
  if (seat == 0 && fits) side = first;
  ui.text({words_x, y, words_w, half * 80 / 100}, side, {Face::kSans, 28, c.paper2});
}

void TermsScreen::draw_sides(const SDL_Rect& rect) {
  if (for_ != For::kHere) return draw_first(rect);
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  ui.panel("sides", rect);
  const int pad = ui.px(24);
  const int head = flat_ ? ui.px(8) : std::max(ui.px(76), 32);
  if (!flat_) {
    ui.text({rect.x + pad + ui.px(12), rect.y + ui.px(8), rect.w - 2 * pad, head}, ui.tr("terms.sides"),
            {Face::kKai, 48, c.gold});
  }
  const std::size_t seats = std::min<std::size_t>(2, terms_.seats.size());
  const int cap = ui.units().target(96);
  const int body = rect.y + head + ui.px(8);
  const int room = rect.h - head - ui.px(8) - pad;
  const int cap_w = (rect.w - 2 * pad - ui.px(20)) / 2;
  const int card = flat_ ? room - cap - ui.px(16) : (room - cap - 2 * ui.px(16)) / 2;
  const int card_w = flat_ ? cap_w : rect.w - 2 * pad;
  if (seats > 0) draw_seat({rect.x + pad, body, card_w, card}, 0);
  const int cap_y = body + card + ui.px(16);
  const float size = ui.fit_keys({"terms.swap", "terms.toss"}, {Face::kSansBold, 36}, cap_w - 2 * ui.px(32));
  if (seats == 2) {
    const bool swap =
        ui.button({"terms.swap", {rect.x + pad, cap_y, cap_w, cap}, true, ui.tr("help.terms.swap"), ""},
                  ui.tr("terms.swap"), size);
    const bool toss = ui.button({"terms.toss",
                                 {rect.x + rect.w - pad - cap_w, cap_y, cap_w, cap},
                                 true,
                                 ui.tr("help.terms.toss"),
                                 ""},
                                ui.tr("terms.toss"), size);
    if (swap || (toss && randombytes_uniform(2) == 1)) std::swap(terms_.seats[0], terms_.seats[1]);
    draw_seat({rect.x + rect.w - pad - card_w, flat_ ? body : cap_y + cap + ui.px(16), card_w, card}, 1);
  }
  ui.end_panel();
}

void TermsScreen::draw_shared_rule(const std::string& id, const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const auto row = [&](const std::string& value, bool enabled = true, const std::string& help = {},
                       std::string_view why = "disabled.rule_not_used") {
    return ui.row(
        {"rule." + id, rect, enabled, help.empty() ? ui.tr("help.terms." + id) : help, ui.tr(why), true},
        ui.tr("terms." + id), value);
  };
  const auto toggle = [&](bool& value, bool enabled = true) {
    if (row(ui.tr(value && enabled ? "common.on" : "common.off"), enabled) != 0) value = !value;
  };
  const bool corrects = terms_.illegal == match::Illegal::kCorrect;
  if (id == "takeback") {
    const std::string_view shown = match::may_take_back(terms_) ? "common.allowed" : "common.forbidden";
    if (row(ui.tr(shown), !terms_.scored, {}, "disabled.scored") != 0) terms_.takeback = !terms_.takeback;
  } else if (id == "touch_move") {
    toggle(terms_.touch_move);
  } else if (id == "illegal") {
    const auto chosen = static_cast<std::size_t>(terms_.illegal);
    const std::string key = "terms.illegal." + std::string(match::kIllegalIds[chosen]);
    const auto count = static_cast<int>(match::kIllegalIds.size());
    const int step = row(ui.tr(key), true, ui.tr("help." + key));
    if (step != 0) {
      const int next = static_cast<int>(chosen) + step;
      terms_.illegal = static_cast<match::Illegal>((next % count + count) % count);
    }
  } else if (id == "illegal_limit") {
    const int limit = terms_.illegal_limit;
    const int step = row(limit == 0 ? ui.tr("common.off") : ui.tr("terms.nth", {{"n", limit}}), corrects);
    terms_.illegal_limit = std::clamp(limit + step, 0, match::kMostIllegal);
  } else if (id == "announce_check") {
    const bool used =
        terms_.illegal == match::Illegal::kPrevent || terms_.illegal == match::Illegal::kCorrect;
    toggle(terms_.announce_check, used);
  } else if (id == "scored") {
    toggle(terms_.scored);
  }
}

void TermsScreen::draw_rule(std::size_t row, const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  if (row < shared_.size()) {
    draw_shared_rule(shared_[row], rect);
    return;
  }
  const host::OptionInfo& option = variant_->info().options[row - shared_.size()];
  std::int64_t& value = terms_.options[row - shared_.size()];
  const std::string shown = house_.option_text(*variant_, option, value);
  std::string help = house_.text(*variant_, option.help_key);
  if (option.kind == host::OptionKind::kNumber)
    help = text::sentences(std::move(help),
                           ui.tr("help.terms.range", {{"least", option.min}, {"most", option.max}}));
  const int step =
      ui.row({rule_id(row), rect, option_used(variant_->info(), terms_.options, row - shared_.size()), help,
              ui.tr("disabled.rule_not_used"), true},
             house_.text(*variant_, option.name_key), shown);
  if (step == 0) return;
  if (option.kind == host::OptionKind::kNumber) {
    value = std::clamp(value + step, option.min, option.max);
  } else {
    const std::int64_t count =
        option.kind == host::OptionKind::kToggle ? 2 : static_cast<std::int64_t>(option.choices.size());
    value = ((value + step) % count + count) % count;
  }
}

void TermsScreen::draw_more(const SDL_Rect& place) {
  Ui& ui = house_.ui;
  if (!ui.button({"rules.more", place, true, ui.tr("help.terms.more"), ""}, ui.tr("terms.more"), 30)) return;
  const std::size_t furthest = rule_rows() - seen_rows_;
  first_row_ = first_row_ == furthest ? 0 : std::min(first_row_ + seen_rows_, furthest);
}

void TermsScreen::draw_rules(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  ui.panel("rules", rect);
  const int pad = ui.px(24);
  const int head = rules_head_, row_h = row_height_;
  if (!flat_) {
    ui.text({rect.x + pad + ui.px(12), rect.y + ui.px(8), rect.w - 2 * pad, head}, ui.tr("terms.rules"),
            {Face::kKai, 48, c.gold});
  }
  const std::size_t last = std::min(first_row_ + seen_rows_, rule_rows());
  for (std::size_t row = first_row_; row < last; ++row) {
    const int y = rect.y + head + ui.px(8) + static_cast<int>(row - first_row_) * row_h;
    const SDL_Rect place{rect.x + pad, y, rect.w - 2 * pad, row_h - ui.px(4)};
    draw_rule(row, place);
    if (is_marked(rule_id(row).substr(5))) ui.fill({place.x, y, std::max(4, ui.px(10)), place.h}, c.indigo);
  }
  if (rule_rows() > seen_rows_) {
    // Fingers have no down key: the next ones, and from the last the first again.
    const int cap = ui.units().target(64), cap_w = std::max(ui.px(220), 100);
    if (!flat_) draw_more({rect.x + rect.w - pad - cap_w, rect.y + (head - cap) / 2 + ui.px(8), cap_w, cap});
    // Where one is in the list.
    const int rail_h = static_cast<int>(seen_rows_) * row_h;
    const int y = rect.y + head + ui.px(8);
    const auto part = [&](std::size_t n) {
      return static_cast<int>(n) * rail_h / static_cast<int>(rule_rows());
    };
    ui.fill({rect.x + rect.w - ui.px(12), y + part(first_row_), ui.px(4), part(seen_rows_)}, c.gold);
  }
  ui.end_panel();
}

// The next match of this game begins with what this one has, unless that is what it would begin with anyway.
void TermsScreen::keep_limits() {
  if (house_.times == nullptr) return;
  std::vector<match::TimeLimits> chosen, usual;
  for (const match::SeatTerms& seat : terms_.seats)
    chosen.push_back(seat.limits);
  for (const match::SeatTerms& seat : usual_terms(house_, *variant_).seats)
    usual.push_back(seat.limits);
  if (chosen == usual) return;
  if (const Status kept = house_.times->put(variant_->info().id, chosen); !kept)
    log_warning("time limits: {}", kept.error().message);
}

void TermsScreen::start() {
  keep_limits();
  if (for_ != For::kHere) return to_lobby(for_ == For::kCounter);
  terms_.seed = house_.random_seed();
  take_names();
  // Hands that share the screen put up their pieces one after the other.
  const auto hands = std::count_if(terms_.seats.begin(), terms_.seats.end(),
                                   [](const match::SeatTerms& seat) { return seat.holder.empty(); });
  terms_.setup_in_turn = variant_->info().setup && hands > 1;
  if (CardScreen::belongs_to(variant_->info())) {
    house_.go(std::make_unique<CardScreen>(house_, variant_, terms_));
    return;
  }
  Result<std::unique_ptr<seat::Table>> table =
      seat::Table::begin(variant_, terms_, house_.journal, house_.match_now(), price(house_, terms_));
  if (!table) {
    trouble_ = table.error().message;
    log_error("the match cannot begin: {}", trouble_);
    return;
  }
  house_.near_edge_seat = 0;  // whoever plays it sits down anew
  house_.go(screen_of(house_, std::move(*table)));
}

// The limits in one sentence, beside the start. True: they are to be changed.
bool TermsScreen::draw_time(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const Widget widget{"terms.time", rect, true, ui.tr("help.terms.time"), ""};
  const WidgetState state = ui.widget(widget);
  const SDL_Rect content = ui.ground(widget, state);
  const std::string title = ui.tr("terms.time");
  const TextStyle title_style{Face::kKai, 40, c.gold};
  const int pad = ui.px(24), title_w = ui.text_width(title, title_style) + 1, arrow = std::max(ui.px(40), 20);
  ui.text({content.x + pad, content.y, title_w, content.h}, title, title_style);
  ui.text({content.x + content.w - arrow, content.y, arrow, content.h}, "›",
          {Face::kSansBold, 40, state.focused ? c.gold_hi : c.gold, Align::kCentre});
  const int x = content.x + pad + title_w + pad;
  const SDL_Rect words{x, rect.y + ui.px(10), content.x + content.w - arrow - ui.px(12) - x,
                       rect.h - ui.px(12)};
  if (words.w < ui.px(320)) return state.activated;  // no place for words: the page has them
  if (has_limits(marked_)) ui.fill({rect.x, rect.y, std::max(4, ui.px(10)), rect.h}, c.indigo);
  std::string said = both_limits(house_, *variant_, terms_);
  const TextStyle style{Face::kSans, 28, c.paper, Align::kStart, Align::kCentre, 2};
  // Where two lines are too few, fewer words say where to look.
  if (ui.text_width(said, style) > words.w * 19 / 10) {
    const std::string few =
        time_odds(terms_) ? ui.tr("time.differ") : limits_short(house_.catalog, terms_.seats.front().limits);
    if (ui.text_width(few, style) < ui.text_width(said, style)) said = few;
    if (const std::size_t rest = said.find(" · ");
        rest != std::string::npos && ui.text_width(said, style) > words.w * 3 / 2)
      said = said.substr(0, rest) + " …";
  }
  ui.text(words, said, style);
  return state.activated;
}

void TermsScreen::draw(std::uint64_t /*now*/) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  ui.panel("heading", heading_, Panel::kBare);
  SDL_Rect title = heading_;
  if (!rest_.empty()) {
    const TextStyle style{Face::kSans, 30, c.cinnabar_hi, Align::kEnd};
    const int wide = ui.text_width(rest_, style) + 1;
    ui.text({title.x + title.w - wide, title.y, wide, title.h}, rest_, style);
    title.w -= wide + ui.px(24);
  }
  const TextStyle style{Face::kKai, 72, c.gold_hi};
  const std::string words = ui.tr("terms.title") + " · " + house_.text(*variant_, variant_->info().name_key);
  const std::int64_t costs = for_ == For::kHere ? price(house_, terms_) : 0;
  if (costs > 0) {
    const std::string price = ui.tr("till.price", {{"n", costs}});
    const TextStyle small{Face::kSansBold, 36, c.gold, Align::kEnd};
    if (ui.text_width(words, style) + ui.text_width(price, small) + ui.px(48) <= title.w)
      ui.text(title, price, small);
  }
  ui.text(title, words, style);
  ui.end_panel();
  draw_sides(sides_);
  draw_rules(rules_);
  const SDL_Rect foot{heading_.x, start_.y, heading_.w, start_.h};
  ui.panel("start", foot, Panel::kBare);
  SDL_Rect time{foot.x, foot.y, foot.w - start_.w - ui.px(24), foot.h};
  if (flat_ && rule_rows() > seen_rows_) {
    draw_more({foot.x, foot.y, start_.w, start_.h});
    time.x += start_.w + ui.px(24);
    time.w -= start_.w + ui.px(24);
  }
  const bool times = draw_time(time);
  const std::string word = for_ == For::kHere        ? "terms.start"
                           : for_ == For::kChallenge ? "terms.settle"
                                                     : "terms.propose";
  std::string help = ui.tr("help." + word);
  if (costs > 0) help = ui.tr("till.price", {{"n", costs}}) + " · " + help;
  const std::string why = for_ == For::kHere ? unpaid(house_, costs) : std::string();
  const bool begin = ui.button({"terms.start", start_, why.empty(), help, why}, ui.tr(word), 40, true);
  ui.end_panel();
  if (const std::optional<std::string> name = pad_.draw(ui.now())) {
    terms_.seats[signing_].name =
        name->empty() ? house_.catalog.tr(text::Language::kEnglish, "player.number", {{"n", signing_ + 1}})
                      : *name;
  }
  ui.help_strip(trouble_, true);
  if (begin) {
    start();
  } else if (times) {
    house_.go(std::make_unique<TimeScreen>(house_, variant_, terms_, way_back()));
  }
}

}  // namespace qitai::menu
