// A frame as it is taken down, and what players do. Layout: plugin_page_layout.cpp; drawing:
// plugin_page_draw.cpp.
#include "menu/plugin_page.hpp"

#include <algorithm>
#include <utility>

#include "base/log.hpp"

namespace qitai::menu {
namespace {

constexpr std::uint64_t kTenfoldAfter = 600;  // ms that − or + is held
constexpr std::uint64_t kTenfoldEvery = 150;

}  // namespace

PluginPage::PluginPage(House& house, std::string place, std::function<void(host::PageUi&)> own,
                       TimeTerms* terms, const host::Variant* variant)
    : house_(house),
      ui_(house.ui),
      place_(std::move(place)),
      own_(std::move(own)),
      terms_(terms),
      variant_(variant),
      pad_(house.ui) {
  page_ = house.plugins.page(place_);
  if (page_ == nullptr) return;
  if (house.dropped_pages.contains(page_->plugin() + "." + page_->id())) {
    dropped_ = page_->plugin();
    return;
  }
  Result<host::PageState> state = page_->open();
  if (state) {
    state_.emplace(std::move(*state));
  } else {
    drop(state.error());
  }
}

void PluginPage::drop(const Error& error) {
  log_error("{}; the game's own page is shown instead", error.message);
  house_.dropped_pages.insert(page_->plugin() + "." + page_->id());
  dropped_ = page_->plugin();
  state_.reset();
  did_.clear();
  pad_.close(ui_.now());
}

std::string PluginPage::title() const {
  return state_ ? said({page_->title_key()}) : std::string();
}

// The place's words, the page's own, and of the game's own page the game's.
std::string PluginPage::said(const host::Words& words) const {
  if (words.key.empty()) return {};
  constexpr std::string_view kSeat = "seat.";
  std::string text = words.key;
  if (variant_ != nullptr && text.starts_with(kSeat)) {
    const auto& seats = variant_->info().seats;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      if (text.substr(kSeat.size()) == std::to_string(i)) return house_.text(*variant_, seats[i].name_key);
    }
  }
  if (state_) {
    const std::string_view own = page_->text(text::language_code(house_.catalog.language()), words.key);
    if (!own.empty()) text = own;
  } else {
    text = house_.catalog.tr(words.key);
  }
  std::vector<text::Arg> args;
  for (const auto& [name, value] : words.args)
    args.emplace_back(name, value);
  return text::filled(text, args);
}

void PluginPage::take_down() {
  slots_.clear();
  first_.clear();
  heard_ = false;
  area_ = host::PageArea::kMain;
  if (state_) {
    const Status drawn = state_->draw(*this);
    if (drawn) return;
    drop(drawn.error());
    slots_.clear();
    first_.clear();
    area_ = host::PageArea::kMain;
  }
  if (!dropped_.empty()) {
    Slot& slot = add(Slot::Kind::kText);
    slot.label = ui_.tr("page.dropped", {{"plugin", dropped_}});
  }
  own_(*this);
}

PluginPage::Slot& PluginPage::add(Slot::Kind kind) {
  Slot& slot = slots_.emplace_back();
  slot.kind = kind;
  slot.area = area_;
  return slot;
}

PluginPage::Slot& PluginPage::add(Slot::Kind kind, const host::PageItem& item) {
  Slot& slot = add(kind);
  slot.id = item.id;
  slot.label = said(item.label);
  slot.help = said(item.help);
  slot.why = said(item.why);
  slot.enabled = item.enabled;
  if (item.first && first_.empty()) first_ = item.id;
  return slot;
}

std::optional<PluginPage::Did> PluginPage::take(const std::string& id) {
  const auto found = did_.find(id);
  if (found == did_.end()) return std::nullopt;
  Did did = std::move(found->second);
  did_.erase(found);
  heard_ = true;
  return did;
}

void PluginPage::heading(const host::Words& words) {
  add(Slot::Kind::kHeading).label = said(words);
}

void PluginPage::text(const host::Words& words) {
  add(Slot::Kind::kText).label = said(words);
}

void PluginPage::badge(const host::Words& words, host::Tone tone) {
  Slot& slot = add(Slot::Kind::kBadge);
  slot.label = said(words);
  slot.amount = static_cast<int>(tone);
}

void PluginPage::progress(const host::Words& label, int permille) {
  Slot& slot = add(Slot::Kind::kProgress);
  slot.label = said(label);
  slot.amount = permille;
}

void PluginPage::spacing(int halves) {
  add(Slot::Kind::kSpacing).amount = halves;
}

void PluginPage::time_line(int seat) {
  if (terms_ == nullptr) return;
  add(Slot::Kind::kTimeLine).amount = seat;
}

bool PluginPage::button(const host::PageItem& item) {
  const std::optional<Did> did = take(item.id);
  add(Slot::Kind::kButton, item);
  return did && did->pressed && item.enabled;
}

bool PluginPage::toggle(const host::PageItem& item, bool on) {
  const std::optional<Did> did = take(item.id);
  if (did && item.enabled && (did->pressed || did->steps != 0)) {
    on = !on;
    changed(item.id);
  }
  add(Slot::Kind::kRow, item).value = ui_.tr(on ? "common.on" : "common.off");
  return on;
}

std::int64_t PluginPage::number(const host::PageItem& item, const host::PageNumber& number,
                                std::int64_t value) {
  const std::optional<Did> did = take(item.id);
  const std::int64_t before = value;
  if (did && item.enabled) {
    value = std::clamp(did->number.value_or(value + did->steps), number.min, number.max);
    if (value != before) changed(item.id);
  }
  Slot& slot = add(Slot::Kind::kNumber, item);
  slot.number = value;
  slot.min = number.min;
  slot.max = number.max;
  slot.unit = said(number.unit);
  slot.value = value == 0 ? said(number.zero) : std::string();
  if (slot.value.empty()) slot.value = std::to_string(value) + (slot.unit.empty() ? "" : " " + slot.unit);
  return value;
}

std::int64_t PluginPage::slider(const host::PageItem& item, const host::PageNumber& range,
                                std::int64_t value) {
  const std::int64_t now = number(item, range, value);
  slots_.back().kind = Slot::Kind::kSlider;
  return now;
}

int PluginPage::choice(const host::PageItem& item, std::span<const host::Words> choices, int index) {
  const auto count = static_cast<int>(choices.size());
  if (const std::optional<Did> did = take(item.id); did && item.enabled) {
    const int step = did->steps != 0 ? did->steps : 1;
    const int next = ((index + step) % count + count) % count;
    if (next != index) changed(item.id);
    index = next;
  }
  add(Slot::Kind::kRow, item).value = said(choices[static_cast<std::size_t>(index)]);
  return index;
}

PluginPage::Listed PluginPage::list(const host::PageItem& item, std::span<const host::Words> rows,
                                    int index) {
  Listed listed{index, false};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::optional<Did> did = take(item.id + "." + std::to_string(i));
    if (did && did->pressed && item.enabled) listed = {static_cast<int>(i), true};
  }
  if (!item.label.key.empty()) add(Slot::Kind::kHeading).label = said(item.label);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    host::PageItem row = item;
    row.id += "." + std::to_string(i);
    row.label = rows[i];
    // Of a list the row that is chosen begins, or its first.
    row.first = item.first && i == static_cast<std::size_t>(std::max(index, 0));
    add(Slot::Kind::kListed, row).chosen = static_cast<int>(i) == listed.index;
  }
  return listed;
}

std::optional<std::string> PluginPage::text_entry(const host::PageItem& item, std::string_view text,
                                                  std::size_t capacity) {
  const std::optional<Did> did = take(item.id);
  Slot& slot = add(Slot::Kind::kEntry, item);
  slot.amount = static_cast<int>(capacity);
  slot.value = text;
  if (!did || !did->text || !item.enabled) return std::nullopt;
  if (*did->text != text) changed(item.id);
  slot.value = *did->text;
  return did->text;
}

void PluginPage::focus(std::string_view id) {
  ui_.focus().set(id, ui_.now());
}

std::optional<std::int64_t> PluginPage::terms_get(std::string_view field) {
  return terms_ == nullptr ? std::nullopt : terms_->get(field);
}

host::TermsAnswer PluginPage::terms_set(std::span<const host::PageField> fields) {
  if (terms_ == nullptr) return {host::TermsAnswer::Kind::kUnsupported, {}};
  host::TermsAnswer answer = terms_->set(fields, house_.catalog);
  if (answer.kind == host::TermsAnswer::Kind::kRefused) refusal_ = answer.sentence;
  return answer;
}

bool PluginPage::input(const platform::Input& input, std::uint64_t now) {
  using Kind = platform::Input::Kind;
  if (input.kind == Kind::kPress || input.kind == Kind::kPointerDown) refusal_.clear();
  if (pad_.is_open()) return pad_.input(input, now);
  if (input.kind == Kind::kPointerDown) {
    rest_.reset();
    for (const Slot& slot : slots_) {
      if (slot.kind != Slot::Kind::kNumber || !slot.enabled) continue;
      for (const int way : {-1, 1}) {
        const SDL_Rect box = step_box(slot, way);
        const SDL_Point at{static_cast<int>(input.x), static_cast<int>(input.y)};
        if (slot.rect.w > 0 && SDL_PointInRect(&at, &box) == SDL_TRUE)
          rest_ = Rest{slot.id, way, now + kTenfoldAfter, false};
      }
    }
  }
  // A digit begins to write the number that has the focus.
  if (input.kind == Kind::kPress && input.typed >= '0' && input.typed <= '9') {
    const auto at = std::find_if(slots_.begin(), slots_.end(), [&](const Slot& slot) {
      return slot.kind == Slot::Kind::kNumber && slot.enabled && slot.id == ui_.focus().focused();
    });
    if (at != slots_.end()) {
      open_pad(*at, now);
      return pad_.input(input, now);
    }
  }
  return scroll(input);
}

bool PluginPage::tick(std::uint64_t now) {
  if (!rest_ || !ui_.focus().pressed(rest_->id) || now < rest_->next) return false;
  did_[rest_->id].steps += 10 * rest_->way;
  rest_->next = now + kTenfoldEvery;
  rest_->counted = true;
  return true;
}

std::uint64_t PluginPage::next_wake(std::uint64_t /*now*/) const {
  return rest_ && ui_.focus().pressed(rest_->id) ? rest_->next : UINT64_MAX;
}

void PluginPage::draw(const SDL_Rect& rect, std::uint64_t now) {
  take_down();
  // What a player did may have been refused, or have changed what stands further up.
  for (int again = 0; heard_ && again < 2; ++again)
    take_down();
  did_.clear();
  if (!first_.empty()) ui_.focus().set_default(first_);
  // On its way back from the pad the focus has not left the item.
  const std::string& at = ui_.focus().focused();
  if (at != changed_ && !at.starts_with("pad.") && !pad_.is_open()) changed_.clear();
  lay_out(rect);
  draw_column("page.side", columns_[static_cast<std::size_t>(host::PageArea::kSide)], Panel::kPlain);
  draw_column("page.main", columns_[static_cast<std::size_t>(host::PageArea::kMain)], Panel::kPlain);
  draw_column("page.foot", columns_[static_cast<std::size_t>(host::PageArea::kFoot)], Panel::kPlain);
  if (const KeyPad::Request* const asked = pad_.request(); asked != nullptr) {
    const KeyPad::Request request = *asked;
    const std::optional<std::string> entered = pad_.draw(now);
    if (entered && request.digits) did_[request.item].number = std::stoll(*entered);
    if (entered && !request.digits) did_[request.item].text = *entered;
  }
}

}  // namespace qitai::menu
