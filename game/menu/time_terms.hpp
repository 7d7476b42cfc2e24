// Menu: the time limits of a match as pages see and change them, and what is said of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "host/page.hpp"
#include "match/terms.hpp"
#include "text/catalog.hpp"

namespace qitai::menu {

// The fields of qitai/page.h's place "terms.time" over the limits of a match. match::check is the only judge
// of what goes together.
class TimeTerms {
 public:
  // Both must live as long.
  TimeTerms(match::Terms& terms, const host::VariantInfo& info) : terms_(terms), info_(info) {}

  // Nothing: there is no such field, or not in this game.
  [[nodiscard]] std::optional<std::int64_t> get(std::string_view field) const;
  // All or none; the sentence of a refusal is in the language that is set.
  host::TermsAnswer set(std::span<const host::PageField> fields, const text::Catalog& catalog);

  [[nodiscard]] std::size_t seats() const { return terms_.seats.size(); }
  // Of a seat; −1: of the first, for all.
  [[nodiscard]] const match::TimeLimits& limits(int seat) const;
  [[nodiscard]] bool has_setup() const { return info_.setup; }
  [[nodiscard]] const host::VariantInfo& info() const { return info_; }

 private:
  // A member of limits, and of which seat (−1: all); nothing: no such field.
  struct Place {
    std::string_view name;
    int seat = -1;
  };
  [[nodiscard]] std::optional<Place> place(std::string_view field) const;

  match::Terms& terms_;
  const host::VariantInfo& info_;
};

// What limits mean, in one sentence: "Each side: 40 moves in 60 minutes; then 30 minutes for every 20 moves."
// `who` begins it; `setup`: the game has a private set-up.
[[nodiscard]] std::string limits_sentence(const text::Catalog& catalog, const match::TimeLimits& limits,
                                          std::string_view who, bool setup);
// The same in few words, "60 min/40 + 30 min/20 · 90 s a move", where there is no room for a sentence.
[[nodiscard]] std::string limits_short(const text::Catalog& catalog, const match::TimeLimits& limits);
// Whether not all seats have the same limits.
[[nodiscard]] bool time_odds(const match::Terms& terms);
// Why match::check refused these limits: field, value and what was expected, for players.
[[nodiscard]] std::string limits_refusal(const text::Catalog& catalog, const match::TimeLimits& limits,
                                         const Error& error);
// "60 minutes", with the right form for one; `unit` as in match::LimitField.
[[nodiscard]] std::string amount(const text::Catalog& catalog, std::string_view unit, int number);

}  // namespace qitai::menu
