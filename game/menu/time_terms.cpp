#include "menu/time_terms.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <vector>

namespace qitai::menu {
namespace {

int narrowed(std::int64_t value) {
  return static_cast<int>(
      std::clamp<std::int64_t>(value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

std::string range_sentence(const text::Catalog& catalog, std::string_view field, int value, int most,
                           std::string_view unit) {
  std::string units;
  if (!unit.empty()) units = " " + std::string(catalog.tr("terms.unit." + std::string(unit)));
  return catalog.tr("time.refused.range", {{"field", catalog.tr("terms.limit." + std::string(field))},
                                           {"value", value},
                                           {"most", most},
                                           {"unit", units}});
}

}  // namespace

std::optional<TimeTerms::Place> TimeTerms::place(std::string_view field) const {
  Place place{field, -1};
  if (const std::size_t dot = field.find('.'); dot != std::string_view::npos) {
    const std::string_view digits = field.substr(dot + 1);
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), place.seat);
    if (failed != std::errc{} || end != digits.data() + digits.size() || place.seat < 0 ||
        static_cast<std::size_t>(place.seat) >= terms_.seats.size())
      return std::nullopt;
    place.name = field.substr(0, dot);
  }
  if (place.name == "setup_limit" && !info_.setup) return std::nullopt;
  if (place.name != "carry" && match::limit_field(place.name) == nullptr) return std::nullopt;
  return place;
}

const match::TimeLimits& TimeTerms::limits(int seat) const {
  return terms_.seats.at(seat < 0 ? 0 : static_cast<std::size_t>(seat)).limits;
}

std::optional<std::int64_t> TimeTerms::get(std::string_view field) const {
  if (field == "seats") return static_cast<std::int64_t>(terms_.seats.size());
  const std::optional<Place> at = place(field);
  if (!at) return std::nullopt;
  const match::TimeLimits& of = limits(at->seat);
  return at->name == "carry" ? (of.carry ? 1 : 0) : of.*match::limit_field(at->name)->value;
}

host::TermsAnswer TimeTerms::set(std::span<const host::PageField> fields, const text::Catalog& catalog) {
  using Kind = host::TermsAnswer::Kind;
  std::vector<match::TimeLimits> wanted;
  for (const match::SeatTerms& seat : terms_.seats)
    wanted.push_back(seat.limits);
  for (const host::PageField& field : fields) {
    const std::optional<Place> at = place(field.id);
    if (!at) return {Kind::kUnsupported, {}};
    if (at->name == "carry" && field.value != 0 && field.value != 1)
      return {Kind::kRefused, range_sentence(catalog, "carry", narrowed(field.value), 1, "")};
    for (std::size_t seat = 0; seat < wanted.size(); ++seat) {
      if (at->seat >= 0 && static_cast<std::size_t>(at->seat) != seat) continue;
      if (at->name == "carry") {
        wanted[seat].carry = field.value == 1;
      } else {
        wanted[seat].*match::limit_field(at->name)->value = narrowed(field.value);
      }
    }
  }
  for (const match::TimeLimits& limits : wanted) {
    if (const Status good = match::check(limits); !good)
      return {Kind::kRefused, limits_refusal(catalog, limits, good.error())};
  }
  for (std::size_t seat = 0; seat < wanted.size(); ++seat)
    terms_.seats[seat].limits = wanted[seat];
  return {};
}

std::string amount(const text::Catalog& catalog, std::string_view unit, int number) {
  const std::string key = "time.amount." + std::string(unit);
  return catalog.tr(number == 1 ? key + ".one" : key, {{"n", number}});
}

std::string limits_refusal(const text::Catalog& catalog, const match::TimeLimits& limits,
                           const Error& error) {
  if (error.code == "carry") return std::string(catalog.tr("time.refused.carry"));
  const match::LimitField* const field = match::limit_field(error.code);
  if (field == nullptr) return error.message;
  const int value = limits.*field->value;
  if (error.code == "increment" && value >= 0 && value <= field->max)
    return catalog.tr("time.refused.increment", {{"value", value}});
  return range_sentence(catalog, field->name, value, field->max, field->unit);
}

bool time_odds(const match::Terms& terms) {
  return std::ranges::any_of(
      terms.seats, [&](const match::SeatTerms& seat) { return seat.limits != terms.seats.front().limits; });
}

std::string limits_short(const text::Catalog& catalog, const match::TimeLimits& limits) {
  const auto stage = [&](int minutes, int moves) {
    return moves > 0 ? catalog.tr("time.short.stage", {{"n", minutes}, {"moves", moves}})
                     : catalog.tr("time.short.whole", {{"n", minutes}});
  };
  std::string out;
  if (limits.first_limit > 0) out = stage(limits.first_limit, limits.first_moves);
  if (limits.second_limit > 0 && (limits.first_limit == 0 || limits.first_moves > 0)) {
    if (!out.empty()) out += " + ";
    out += stage(limits.second_limit, limits.second_moves);
  }
  const auto more = [&](std::string_view key, int number) {
    if (number == 0) return;
    if (!out.empty()) out += " · ";
    out += catalog.tr(key, {{"n", number}});
  };
  more("time.short.increment", limits.increment);
  more("time.short.step", limits.step_limit);
  return out.empty() ? std::string(catalog.tr("terms.preset.untimed")) : out;
}

std::string limits_sentence(const text::Catalog& catalog, const match::TimeLimits& limits,
                            std::string_view who, bool setup) {
  const auto minutes = [&](int number) { return amount(catalog, "minutes", number); };
  const auto moves = [&](int number) { return amount(catalog, "moves", number); };
  // The limits that can come to count: without a first limit, or after a first stage.
  const bool first = limits.first_limit > 0;
  const bool staged = first && limits.first_moves > 0;
  const bool second = limits.second_limit > 0 && (staged || !first);
  const std::vector<text::Arg> args{{"who", who},
                                    {"first", minutes(limits.first_limit)},
                                    {"moves", moves(limits.first_moves)},
                                    {"second", minutes(limits.second_limit)},
                                    {"later", moves(limits.second_moves)}};
  const auto said = [&](std::string_view key) { return text::filled(catalog.tr(key), args); };
  std::string out;
  if (!first && !second) {
    out = said(limits.step_limit > 0 ? "time.says.no_total" : "time.says.untimed");
  } else if (!first) {
    out = said(limits.second_moves > 0 ? "time.says.each_stage" : "time.says.second_whole");
  } else if (!staged) {
    out = said("time.says.whole");
  } else {
    out = said("time.says.first");
    if (!second) {
      out += said("time.says.nothing_added");
    } else {
      out += said(limits.second_moves > 0 ? "time.says.then_stages" : "time.says.then_whole");
    }
  }
  if (limits.increment > 0)
    out += catalog.tr("time.says.increment", {{"n", amount(catalog, "seconds", limits.increment)}});
  if (second && !limits.carry && (staged || limits.second_moves > 0)) out += said("time.says.no_carry");
  if (limits.step_limit > 0) {
    const bool whole_minutes = limits.step_limit % 60 == 0;
    out +=
        catalog.tr("time.says.step", {{"n", whole_minutes ? minutes(limits.step_limit / 60)
                                                          : amount(catalog, "seconds", limits.step_limit)}});
  }
  if (setup && limits.setup_limit > 0)
    out += catalog.tr("time.says.setup", {{"n", minutes(limits.setup_limit)}});
  return out + std::string(catalog.tr("time.says.end"));
}

}  // namespace qitai::menu
