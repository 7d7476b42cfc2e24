// A game: its tables, its boards, and how its states begin.
#include "host/variant.hpp"

#include <fmt/format.h>
#include <qitai/search.h>
#include <qitai/setup.h>

#include <charconv>
#include <cstddef>
#include <utility>

#include "base/bytes.hpp"
#include "host/call.hpp"
#include "host/extension.hpp"
#include "host/state_terms.hpp"
#include "host/tables.hpp"

namespace qitai::host {
namespace {

constexpr std::size_t kMaxBoards = 256;  // different boards of one game; more is a plugin that leaks
constexpr std::size_t kMaxPositionBytes = 65536;

}  // namespace

Refusal refusal(std::string_view id, std::string detail) {
  Refusal result;
  result.id = id;
  result.detail = std::move(detail);
  return result;
}

Variant::Variant(const qitai_variant& api, VariantInfo info) : api_(api), info_(std::move(info)) {
  for (const Text& text : info_.texts) {
    texts_.emplace(std::pair<std::string_view, std::string_view>(text.lang, text.key), text.text);
  }
}

Result<std::shared_ptr<const Variant>> Variant::wrap(const qitai_variant* raw, std::string version) {
  const auto api = read_functions(raw);
  if (!api) return api.error();
  auto info = read_info(api->info, std::move(version));
  if (!info) return info.error();
  if (info->setup && api->setup_apply == nullptr) {
    return Error{"tables",
                 "qitai_variant lacks the function setup_apply, which QITAI_VARIANT_SETUP asks for"};
  }
  if (info->chance && (api->chance_count == nullptr || api->chance_apply == nullptr)) {
    return Error{"tables",
                 "qitai_variant lacks chance_count or chance_apply, which QITAI_VARIANT_CHANCE asks for"};
  }
  try {
    const auto search =
        read_extension<qitai_search>(*info, *api, QITAI_SEARCH_ID, offsetof(qitai_search, resample));
    info->samples = search && search->resample != nullptr;
    info->layouts = read_extension<qitai_setup>(*info, *api, QITAI_SETUP_ID).has_value();
  } catch (const PluginFault& broken) {
    return Error{"tables", broken.what()};
  }
  std::shared_ptr<const Variant> variant(new Variant(*api, std::move(*info)));
  if (auto board = variant->board(variant->info_.default_options()); !board) return board.error();
  return variant;
}

Result<std::shared_ptr<const Geometry>> Variant::board(std::span<const std::int64_t> options) const {
  const qitai_geometry* raw = nullptr;
  const qitai_status status = api_.geometry(options.data(), static_cast<std::uint32_t>(options.size()), &raw);
  if (status != QITAI_OK) return Error{"tables", "geometry() answered " + status_name(status)};
  const std::lock_guard lock(boards_mutex_);
  if (const auto known = boards_.find(raw); known != boards_.end()) return known->second;
  if (boards_.size() >= kMaxBoards) {
    return Error{"tables", fmt::format("geometry() has answered more than {} boards", kMaxBoards)};
  }
  auto board = read_geometry(raw);
  if (!board) return board.error();
  return boards_.emplace(raw, std::make_shared<const Geometry>(std::move(*board))).first->second;
}

Result<Geometry> Variant::geometry(std::span<const std::int64_t> options) const {
  const std::vector<std::int64_t> defaults = info_.default_options();
  const auto values = options.empty() ? std::span<const std::int64_t>(defaults) : options;
  if (const auto wrong = check_options(values)) return Error{wrong->id, wrong->detail};
  const auto found = board(values);
  if (!found) return found.error();
  return **found;
}

std::optional<Refusal> Variant::check_options(std::span<const std::int64_t> options) const {
  if (options.size() != info_.options.size()) {
    return refusal("bad-option",
                   fmt::format("{} option values, expected {}", options.size(), info_.options.size()));
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    const OptionInfo& option = info_.options[i];
    if (options[i] < option.min || options[i] > option.max) {
      return refusal("bad-option", fmt::format("option {} is {}, expected {} to {}", option.id, options[i],
                                               option.min, option.max));
    }
  }
  return std::nullopt;
}

Answer<State> Variant::create(const Start& start) const {
  auto terms = std::make_shared<State::Terms>();
  terms->options = start.options.empty() ? info_.default_options() : start.options;
  terms->knower = start.knower;
  if (auto wrong = check_options(terms->options)) return *wrong;
  if (start.position.size() > kMaxPositionBytes) {
    return refusal("malformed", fmt::format("a position text of {} bytes, expected at most {}",
                                            start.position.size(), kMaxPositionBytes));
  }
  const auto found = board(terms->options);
  if (!found) return refusal("plugin-error", found.error().message);
  terms->board = *found;

  qitai_start raw{};
  raw.struct_size = sizeof raw;
  raw.option_count = static_cast<std::uint32_t>(terms->options.size());
  raw.options = terms->options.data();
  std::copy(start.seed.begin(), start.seed.end(), raw.seed);
  raw.knower = start.knower;
  raw.position = {start.position.data(), start.position.size()};
  RefusalBox why;
  qitai_state* state = nullptr;
  const qitai_status status = api_.create(&raw, &state, why.raw());
  if (status != QITAI_OK) return why.taken(status, "create", terms->board->points.size());
  if (state == nullptr) return refusal("plugin-error", "create() answered QITAI_OK without a state");
  return State(shared_from_this(), std::move(terms), state);
}

Answer<State> Variant::load(std::string_view bytes) const {
  Reader reader(as_bytes(bytes));
  const std::string id = reader.text(32);
  const std::uint32_t revision = reader.u32();
  auto terms = std::make_shared<State::Terms>();
  terms->knower = static_cast<int>(static_cast<std::int32_t>(reader.u32()));
  const std::uint32_t count = reader.u32();
  if (count > info_.options.size()) reader.fail();
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i)
    terms->options.push_back(reader.i64());
  const std::string_view inner = as_text(reader.block(kMaxStateBytes));
  if (const Status whole = reader.finish("the saved state"); !whole) {
    return refusal("malformed", whole.error().message);
  }
  if (id != info_.id) {
    return refusal("other-variant", fmt::format("the saved state is of another game, expected {}", info_.id));
  }
  if (revision != info_.rules_revision) {
    return refusal("other-rules", fmt::format("the saved state is of rules revision {}, this game has {}",
                                              revision, info_.rules_revision));
  }
  const bool knower_is_seat = terms->knower >= 0 && terms->knower < static_cast<int>(info_.seats.size());
  if (terms->knower != -1 && terms->knower != kPublic && !knower_is_seat) {
    return refusal("malformed", "the saved state is of a viewer that the game does not have");
  }
  if (auto wrong = check_options(terms->options)) return *wrong;
  const auto found = board(terms->options);
  if (!found) return refusal("plugin-error", found.error().message);
  terms->board = *found;

  RefusalBox why;
  qitai_state* state = nullptr;
  const qitai_status status = api_.load(inner.data(), inner.size(), &state, why.raw());
  if (status != QITAI_OK) return why.taken(status, "load", terms->board->points.size());
  if (state == nullptr) return refusal("plugin-error", "load() answered QITAI_OK without a state");
  return State(shared_from_this(), std::move(terms), state);
}

Result<std::int64_t> Variant::option_value(int option, std::string_view text) const {
  const OptionInfo& info = info_.options.at(static_cast<std::size_t>(option));
  std::string expected;
  if (info.kind == OptionKind::kToggle) {
    if (text == "true" || text == "1" || text == "on") return std::int64_t{1};
    if (text == "false" || text == "0" || text == "off") return std::int64_t{0};
    expected = "true or false";
  } else if (info.kind == OptionKind::kChoice) {
    for (std::size_t i = 0; i < info.choices.size(); ++i) {
      if (info.choices[i].id == text) return static_cast<std::int64_t>(i);
      expected += (i == 0 ? "" : ", ") + info.choices[i].id;
    }
    expected = "one of " + expected;
  } else {
    std::int64_t value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed == std::errc{} && end == text.data() + text.size() && value >= info.min && value <= info.max) {
      return value;
    }
    expected = fmt::format("a whole number from {} to {}", info.min, info.max);
  }
  return Error{"bad-option", fmt::format("option {} is \"{}\", expected {}", info.id, text, expected)};
}

std::string Variant::option_text(int option, std::int64_t value) const {
  const OptionInfo& info = info_.options.at(static_cast<std::size_t>(option));
  if (info.kind == OptionKind::kToggle) return value == 0 ? "false" : "true";
  if (info.kind == OptionKind::kNumber) return fmt::format("{}", value);
  return info.choices.at(static_cast<std::size_t>(value)).id;
}

std::string_view Variant::text(std::string_view lang, std::string_view key) const {
  auto found = texts_.find(std::pair(lang, key));
  if (found == texts_.end()) found = texts_.find(std::pair(std::string_view("en"), key));
  return found == texts_.end() ? std::string_view{} : found->second;
}

}  // namespace qitai::host
