#include "host/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "host/tables.hpp"

namespace qitai::host {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 8;
constexpr std::uint32_t kMostCounted = 1'000'000;

constexpr std::array<std::pair<std::string_view, Deed>, 8> kDeeds{{{"idle", Deed::kIdle},
                                                                   {"check", Deed::kCheck},
                                                                   {"kill", Deed::kKill},
                                                                   {"chase", Deed::kChase},
                                                                   {"exchange", Deed::kExchange},
                                                                   {"offer", Deed::kOffer},
                                                                   {"block", Deed::kBlock},
                                                                   {"follow", Deed::kFollow}}};

// Reads members and remembers the first that is not as it should be; after that every answer is empty.
class Reader {
 public:
  Reader(const VariantInfo& info, const Geometry& geometry, std::uint32_t plies)
      : info_(info), geometry_(geometry), plies_(plies) {}

  [[nodiscard]] const std::string& problem() const { return problem_; }

  Explanation read(const Json& json) {
    Explanation out;
    out.kind = id(json, "kind");
    out.rule = id(json, "rule");
    out.sentence = id(json, "sentence");
    for (const Json& name : list(json, "fault"))
      out.fault.push_back(seat(name, "fault"));
    if (const Json* const cycle = member(json, "cycle"); cycle != nullptr && is_object(*cycle, "cycle")) {
      out.first = number(*cycle, "first");
      out.last = number(*cycle, "last");
      if (out.first < 1 || out.first > out.last)
        complain("cycle", "the number of its first ply and then that of its last");
      for (const Json& ply : list(*cycle, "occurrences"))
        out.occurrences.push_back(ply_number(ply, "occurrences"));
    }
    for (const Json& ply : list(json, "plies", kMaxExplainedPlies))
      read_ply(ply, out);
    for (const Json& entry : list(json, "rulings"))
      read_ruling(entry, out);
    for (const Json& entry : list(json, "checks")) {
      if (is_object(entry, "checks")) out.checks.push_back({point(entry, "at"), point(entry, "by")});
    }
    for (const Json& entry : list(json, "flights")) {
      if (is_object(entry, "flights")) out.flights.push_back({point(entry, "at"), points(entry, "guards")});
    }
    out.stuck = points(json, "stuck");
    if (const Json* const limit = member(json, "limit"); limit != nullptr && is_object(*limit, "limit"))
      read_limit(*limit, out);
    return out;
  }

 private:
  void complain(std::string_view where, std::string_view expected) {
    if (problem_.empty()) problem_ = fmt::format("\"{}\": {} was expected", where, expected);
  }
  bool is_object(const Json& json, std::string_view where) {
    if (!json.is_object()) complain(where, "an object");
    return json.is_object();
  }
  static const Json* member(const Json& json, std::string_view name) {
    const auto found = json.find(name);
    return found == json.end() ? nullptr : &*found;
  }
  const Json& list(const Json& json, std::string_view name, std::size_t most = kMaxExplained) {
    static const Json kNone = Json::array();
    const Json* const found = member(json, name);
    if (found == nullptr || !problem_.empty()) return kNone;
    if (found->is_array() && found->size() <= most) return *found;
    complain(name, fmt::format("an array of at most {} entries", most));
    return kNone;
  }
  std::string id(const Json& json, std::string_view name) {
    const Json* const found = member(json, name);
    if (found == nullptr) return {};
    const auto* const text = found->get_ptr<const std::string*>();
    if (text != nullptr && is_id(*text, "-_")) return *text;
    complain(name, "an id of [a-z0-9_-], at most 64");
    return {};
  }
  // Points and kinds have names of their own grammar: whatever is not in the table is none.
  template <typename Find>
  auto named(const Json& json, std::string_view where, std::string_view expected, const Find& find) {
    const auto* const text = json.get_ptr<const std::string*>();
    auto found = text == nullptr ? std::nullopt : find(*text);
    if (!found) complain(where, expected);
    return found;
  }
  Point point_value(const Json& name, std::string_view where) {
    const auto find = [this](const std::string& text) -> std::optional<Point> {
      const Point at = geometry_.point(text);
      return at == kNoPoint ? std::nullopt : std::optional(at);
    };
    return named(name, where, "the name of a point", find).value_or(kNoPoint);
  }
  Point point(const Json& json, std::string_view name) {
    const Json* const found = member(json, name);
    if (found != nullptr) return point_value(*found, name);
    complain(name, "the name of a point");
    return kNoPoint;
  }
  std::vector<Point> points(const Json& json, std::string_view name) {
    std::vector<Point> out;
    for (const Json& entry : list(json, name))
      out.push_back(point_value(entry, name));
    return out;
  }
  Seat seat(const Json& name, std::string_view where) {
    const auto find = [this](const std::string& text) -> std::optional<Seat> {
      const int at = info_.seat(text);
      return at < 0 ? std::nullopt : std::optional(at);
    };
    return named(name, where, "the id of a seat", find).value_or(0);
  }
  // Plies count from 1; an occurrence may stand before the first.
  std::uint32_t ply_number(const Json& json, std::string_view where) {
    if (json.is_number_unsigned() && json.get<std::uint64_t>() <= plies_) return json.get<std::uint32_t>();
    complain(where, fmt::format("a number of plies up to {}", plies_));
    return 0;
  }
  std::uint32_t number(const Json& json, std::string_view name) {
    const Json* const found = member(json, name);
    if (found != nullptr) return ply_number(*found, name);
    complain(name, "the number of a ply");
    return 0;
  }

  void read_ply(const Json& json, Explanation& out) {
    if (!is_object(json, "plies")) return;
    Explanation::Ply ply;
    ply.ply = number(json, "ply");
    const std::uint32_t before = out.plies.empty() ? 0 : out.plies.back().ply;
    if (ply.ply <= before) complain("ply", "a number above that of the ply before");
    const Json* const who = member(json, "seat");
    if (who == nullptr) {
      complain("seat", "the id of a seat");
    } else {
      ply.seat = seat(*who, "seat");
    }
    const std::string does = id(json, "does");
    for (const auto& [name, deed] : kDeeds) {
      if (name == does) ply.deed = deed;
    }
    for (const Json& entry : list(json, "victims")) {
      if (!is_object(entry, "victims")) continue;
      Explanation::Victim victim;
      victim.at = point(entry, "at");
      victim.by = points(entry, "by");
      victim.kind = kind(entry);
      if (const Json* const kept = member(entry, "protected")) {
        if (!kept->is_boolean()) complain("protected", "true or false");
        victim.is_protected = kept->is_boolean() && kept->get<bool>();
      }
      if (const Json* const check = member(entry, "check"); check != nullptr && is_object(*check, "check")) {
        victim.check_from = point(*check, "from");
        victim.check_to = point(*check, "to");
      }
      ply.victims.push_back(std::move(victim));
    }
    out.plies.push_back(std::move(ply));
  }

  void read_limit(const Json& json, Explanation& out) {
    Explanation::Limit limit;
    limit.plies = count(json, "plies");
    if (const Json* const checks = member(json, "checks");
        checks != nullptr && is_object(*checks, "checks")) {
      for (const SeatInfo& each : info_.seats)
        limit.checks.push_back(count(*checks, each.id));
    }
    out.limit = std::move(limit);
  }
  // A game's counters may begin before its first move.
  std::uint32_t count(const Json& json, std::string_view name) {
    const Json* const found = member(json, name);
    if (found != nullptr && found->is_number_unsigned() && found->get<std::uint64_t>() <= kMostCounted)
      return found->get<std::uint32_t>();
    complain(name, fmt::format("a number up to {}", kMostCounted));
    return 0;
  }

  int kind(const Json& json) {
    const Json* const found = member(json, "kind");
    if (found == nullptr) return -1;
    const auto find = [this](const std::string& text) -> std::optional<int> {
      const auto at = std::find_if(info_.kinds.begin(), info_.kinds.end(),
                                   [&](const KindInfo& kind) { return kind.id == text; });
      return at == info_.kinds.end() ? std::nullopt
                                     : std::optional(static_cast<int>(at - info_.kinds.begin()));
    };
    return named(*found, "kind", "the id of a kind", find).value_or(-1);
  }

  void read_ruling(const Json& json, Explanation& out) {
    if (!is_object(json, "rulings")) return;
    Explanation::Ruling ruling;
    ruling.option = info_.option(id(json, "option"));
    const bool a_choice = ruling.option >= 0 &&
                          info_.options[static_cast<std::size_t>(ruling.option)].kind == OptionKind::kChoice;
    if (!a_choice) return complain("option", "the id of an option with choices");
    const auto& choices = info_.options[static_cast<std::size_t>(ruling.option)].choices;
    const std::string chosen = id(json, "choice");
    const auto at = std::find_if(choices.begin(), choices.end(),
                                 [&](const ChoiceInfo& choice) { return choice.id == chosen; });
    if (at == choices.end()) return complain("choice", "a choice of that option");
    ruling.choice = static_cast<int>(at - choices.begin());
    ruling.reason = id(json, "reason");
    const std::string result = id(json, "result");
    using Result = Explanation::Ruling::Result;
    ruling.winner = std::max(0, info_.seat(result));
    if (result == "draw") {
      ruling.result = Result::kDraw;
    } else if (info_.seat(result) >= 0) {
      ruling.result = Result::kWin;
    } else if (result != "none") {
      return complain("result", "\"draw\", \"none\" or the id of a seat");
    }
    out.rulings.push_back(ruling);
  }

  const VariantInfo& info_;
  const Geometry& geometry_;
  std::uint32_t plies_;
  std::string problem_;
};

}  // namespace

std::optional<Explanation> explain_time(const Variant& variant, std::string_view reason) {
  if (!reason.starts_with("time") && reason != "step-time") return std::nullopt;
  Explanation out;
  out.kind = "time";
  out.rule = reason == "step-time" ? "time" : reason;
  if (variant.text("en", "rule." + out.rule).empty()) return std::nullopt;
  return out;
}

Result<Explanation> read_explanation(std::string_view json, const VariantInfo& info, const Geometry& geometry,
                                     std::uint32_t plies) {
  const auto error = [&](std::string_view what) {
    return Error{"explanation",
                 fmt::format("{}: the explanation of the end cannot be used: {}.", info.id, what)};
  };
  if (json.size() > kMaxExplainedBytes) {
    return error(fmt::format("it has more than {} bytes", kMaxExplainedBytes));
  }
  bool too_deep = false;
  const Json parsed = Json::parse(
      json.begin(), json.end(),
      [&](int depth, Json::parse_event_t /*event*/, Json& /*value*/) {
        too_deep = too_deep || depth > kDeepest;
        return depth <= kDeepest;
      },
      false);
  if (too_deep || !parsed.is_object()) return error("a JSON object of at most eight levels was expected");
  Reader reader(info, geometry, plies);
  Explanation out = reader.read(parsed);
  if (!reader.problem().empty()) return error(reader.problem());
  return out;
}

}  // namespace qitai::host
