#include "network/time_page.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qitai::network {
namespace {

constexpr qitai_str str(std::string_view text) {
  return {text.data(), text.size()};
}
constexpr qitai_words words(std::string_view key) {
  return {str(key), nullptr, 0, 0};
}

// The fields of a seat's limits in the order of the page.
enum Field { kFirst, kFirstMoves, kSecond, kSecondMoves, kStep, kIncrement, kCarry, kSetup, kFields };

struct Row {
  std::string_view field;
  std::int64_t most;
  std::string_view unit;
};
// The ranges of the rules: limits of 0 to 180 minutes, 0 to 999 moves.
constexpr std::array<Row, kFields> kRows{{
    {"first_limit", 180, "unit.minutes"},
    {"first_moves", 999, "unit.moves"},
    {"second_limit", 180, "unit.minutes"},
    {"second_moves", 999, "unit.moves"},
    {"step_limit", 999, "unit.seconds"},
    {"increment", 180, "unit.seconds"},
    {"carry", 1, ""},
    {"setup_limit", 30, "unit.minutes"},
}};

using Values = std::array<std::int64_t, kFields>;

struct Preset {
  std::string_view name;
  Values values;  // all but the set-up's, which belongs to the game
};
constexpr std::array<Preset, 5> kPresets{{
    {"preset.untimed", {0, 0, 0, 0, 0, 0, 1, 0}},
    {"preset.whole", {10, 0, 0, 0, 0, 0, 1, 0}},
    {"preset.step", {20, 0, 0, 0, 30, 0, 1, 0}},
    {"preset.stages", {60, 40, 30, 20, 0, 0, 1, 0}},
    {"preset.increment", {10, 0, 0, 0, 0, 5, 1, 0}},
}};

// One frame.
class Frame {
 public:
  Frame(qitai_page_state& state, const qitai_page_ui& ui) : state_(state), ui_(ui) {}
  void draw();

 private:
  [[nodiscard]] std::string id_of(std::string_view field) const;
  [[nodiscard]] std::optional<std::int64_t> get(const std::string& field) const;
  void set(const std::vector<std::pair<std::string, std::int64_t>>& fields);
  void read();
  [[nodiscard]] bool seats_differ() const;

  void presets();
  void rows();
  void number(Field field, std::string_view why, std::string_view zero);
  void carry();
  void odds();

  qitai_page_state& state_;
  const qitai_page_ui& ui_;
  std::int64_t seats_ = 1;
  bool odds_ = false;
  Values now_{};  // of the seat that is shown
  bool has_setup_ = false;
};

qitai_page_item item(std::string_view id, std::string_view label, std::string_view help = {},
                     std::string_view why = {}) {
  qitai_page_item out{};
  out.struct_size = sizeof out;
  out.flags = why.empty() ? 0 : QITAI_ITEM_DISABLED;
  out.id = str(id);
  out.label = words(label);
  out.help = words(help);
  out.why = words(why);
  return out;
}

}  // namespace
}  // namespace qitai::network

// What the page remembers while it is open; everything else are the terms.
struct qitai_page_state {
  bool custom = false;  // the player wants to see to it himself, though the values are those of a preset
  bool odds = false;    // each seat has limits of its own
  std::int32_t seat = 0;
};

namespace qitai::network {
namespace {

std::string Frame::id_of(std::string_view field) const {
  std::string id(field);
  return odds_ ? id + "." + std::to_string(state_.seat) : id;
}

std::optional<std::int64_t> Frame::get(const std::string& field) const {
  std::int64_t value = 0;
  if (ui_.terms_get(ui_.ctx, str(field), &value) != QITAI_OK) return std::nullopt;
  return value;
}

// A refusal changes nothing, and the game says why.
void Frame::set(const std::vector<std::pair<std::string, std::int64_t>>& fields) {
  std::vector<qitai_page_field> raw;
  raw.reserve(fields.size());
  for (const auto& [id, value] : fields)
    raw.push_back({str(id), value});
  (void)ui_.terms_set(ui_.ctx, raw.data(), static_cast<std::uint32_t>(raw.size()), nullptr);
}

void Frame::read() {
  has_setup_ = get("setup_limit").has_value();
  for (std::size_t i = 0; i < kFields; ++i)
    now_[i] = get(id_of(kRows[i].field)).value_or(0);
}

bool Frame::seats_differ() const {
  for (const Row& row : kRows) {
    const std::string field(row.field);
    for (std::int64_t seat = 1; seat < seats_; ++seat) {
      if (get(field + "." + std::to_string(seat)) != get(field + ".0")) return true;
    }
  }
  return false;
}

void Frame::presets() {
  ui_.area(ui_.ctx, QITAI_AREA_SIDE);
  std::vector<qitai_words> names;
  std::int32_t chosen = static_cast<std::int32_t>(kPresets.size());
  for (std::size_t i = 0; i < kPresets.size(); ++i) {
    names.push_back(words(kPresets[i].name));
    const bool same = std::equal(now_.begin(), now_.begin() + kSetup, kPresets[i].values.begin());
    if (same && !state_.custom) chosen = static_cast<std::int32_t>(i);
  }
  names.push_back(words("preset.custom"));
  qitai_page_item list = item("time.preset", "", "help.preset");
  list.flags |= QITAI_ITEM_FIRST;
  std::int32_t pressed = 0;
  ui_.list(ui_.ctx, &list, names.data(), static_cast<std::uint32_t>(names.size()), &chosen, &pressed);
  if (pressed == 0) return;
  state_.custom = chosen == static_cast<std::int32_t>(kPresets.size());
  if (state_.custom) {
    ui_.focus(ui_.ctx, str("time.first_limit"));
    return;
  }
  std::vector<std::pair<std::string, std::int64_t>> fields;
  for (std::size_t i = 0; i < kSetup; ++i)
    fields.emplace_back(id_of(kRows[i].field), kPresets[static_cast<std::size_t>(chosen)].values[i]);
  set(fields);
  read();
}

// `why`: it cannot be changed; `zero`: what no limit is called here.
void Frame::number(Field field, std::string_view why, std::string_view zero) {
  const Row& row = kRows[field];
  const std::string id = "time." + std::string(row.field), label = "limit." + std::string(row.field),
                    help = "help." + std::string(row.field);
  const qitai_page_item raw = item(id, label, help, why);
  qitai_page_number range{};
  range.struct_size = sizeof range;
  range.max = row.most;
  range.unit = words(row.unit);
  range.zero = words(zero);
  std::int64_t value = now_[field];
  ui_.number(ui_.ctx, &raw, &range, &value);
  if (value == now_[field]) return;
  set({{id_of(row.field), value}});
  read();
}

void Frame::carry() {
  const qitai_page_item raw =
      item("time.carry", "limit.carry", "help.carry", now_[kSecond] == 0 ? "why.no_second" : "");
  std::int32_t on = now_[kCarry] != 0 ? 1 : 0;
  ui_.toggle(ui_.ctx, &raw, &on);
  if (on == now_[kCarry]) return;
  set({{id_of("carry"), on}});
  read();
}

void Frame::rows() {
  ui_.area(ui_.ctx, QITAI_AREA_MAIN);
  if (odds_) {
    std::vector<std::string> keys;
    for (std::int64_t seat = 0; seat < seats_; ++seat)
      keys.push_back("seat." + std::to_string(seat));
    std::vector<qitai_words> names;
    names.reserve(keys.size());
    for (const std::string& key : keys)
      names.push_back(words(key));
    const qitai_page_item raw = item("time.seat", "seat", "help.seat");
    ui_.choice(ui_.ctx, &raw, names.data(), static_cast<std::uint32_t>(names.size()), &state_.seat);
    read();
  }
  const bool no_first = now_[kFirst] == 0;
  number(kFirst, "", now_[kSecond] > 0 ? "" : "zero.none");
  number(kFirstMoves, no_first ? "why.no_first" : "", no_first ? "" : "zero.whole");
  // Without a first limit the second one is there from the start; nothing greys it then.
  const bool second = now_[kFirstMoves] > 0 || (no_first && now_[kSecond] > 0);
  const std::string_view greyed = second ? "" : no_first ? "why.no_first" : "why.whole";
  number(kSecond, greyed, second ? "zero.nothing" : "");
  number(kSecondMoves,
         !greyed.empty()      ? greyed
         : now_[kSecond] == 0 ? "why.no_second"
                              : "",
         second && now_[kSecond] > 0 ? "zero.to_the_end" : "");
  number(kStep, "", "zero.none");
  number(kIncrement, no_first && now_[kSecond] == 0 ? "why.no_limit" : "", "zero.nothing");
  carry();
  if (has_setup_) number(kSetup, "", "zero.none");
}

void Frame::odds() {
  if (seats_ < 2) return;
  const qitai_page_item raw = item("time.odds", "odds", "help.odds");
  std::int32_t on = odds_ ? 1 : 0;
  ui_.toggle(ui_.ctx, &raw, &on);
  if ((on == 1) == odds_) return;
  state_.odds = on == 1;
  if (state_.odds) return;
  // Of two different ones those that are looked at are everybody's from now on.
  std::vector<std::pair<std::string, std::int64_t>> fields;
  for (std::size_t i = 0; i < kFields; ++i) {
    if (i != kSetup || has_setup_) fields.emplace_back(kRows[i].field, now_[i]);
  }
  set(fields);
}

void Frame::draw() {
  seats_ = std::clamp<std::int64_t>(get("seats").value_or(1), 1, QITAI_MAX_SEATS);
  odds_ = state_.odds || seats_differ();
  state_.odds = odds_;
  read();
  presets();
  rows();
  odds();
  ui_.area(ui_.ctx, QITAI_AREA_FOOT);
  ui_.time_line(ui_.ctx, odds_ ? state_.seat : -1);
}

// No exception crosses the border.
qitai_status open(qitai_page_state** out) noexcept {
  *out = new (std::nothrow) qitai_page_state;
  return *out == nullptr ? QITAI_ERROR : QITAI_OK;
}

void close(qitai_page_state* state) noexcept {
  delete state;
}

qitai_status draw(qitai_page_state* state, const qitai_page_ui* ui) noexcept {
  try {
    Frame(*state, *ui).draw();
    return QITAI_OK;
  } catch (const std::bad_alloc&) {
    return QITAI_ERROR;
  }
}

}  // namespace

const qitai_page* time_page() {
  static const qitai_page page{
      sizeof(qitai_page),
      0,
      str("time"),
      str(QITAI_PLACE_TIME),
      str("title"),
      {time_page_texts().data(), static_cast<std::uint32_t>(time_page_texts().size()), sizeof(qitai_text)},
      &open,
      &close,
      &draw};
  return &page;
}

}  // namespace qitai::network
