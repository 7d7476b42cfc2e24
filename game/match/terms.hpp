// Match: what both sides agreed on before the first move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "host/variant.hpp"
#include "match/time_limits.hpp"

namespace qitai::match {

struct SeatTerms {
  std::string name;   // for people, at most 16 characters; empty: the seat's own name
  TimeLimits limits;  // each seat its own: time odds
  // Who plays for it: empty: a hand; else what seat/ knows ("bot:3"): at most kMaxHolder of a-z, 0-9, ':', '-'.
  std::string holder{};
  friend bool operator==(const SeatTerms&, const SeatTerms&) = default;
};

struct Terms {
  std::string variant;  // id
  std::uint32_t rules_revision = 0;
  std::vector<std::int64_t> options;  // of the variant, in its table's order
  std::vector<SeatTerms> seats;
  bool takeback = true;  // by consent; the answer of the other seat
  std::array<std::uint8_t, 32> seed{};
  std::string position;  // first position, empty: the usual one
  friend bool operator==(const Terms&, const Terms&) = default;
};

// Defaults for a variant: its options, untimed, everything allowed.
[[nodiscard]] Terms default_terms(const host::Variant& variant);
// Nothing, or what is wrong with them for this variant (id, revision, number and range of options, limits,
// names). Error codes: "variant", "rules_revision", "options" or an option's id, "seats", "name", "holder",
// "position", or the field of the time limits. Whether the rules take the position is seen at the start.
[[nodiscard]] Status check(const Terms& terms, const host::Variant& variant);
// The most that is accepted of a name (code points) and of a position text (bytes).
inline constexpr std::size_t kMaxName = 16;
inline constexpr std::size_t kMaxHolder = 16;
inline constexpr std::size_t kMaxPosition = 4096;
// Canonical bytes (versioned, little-endian, lengths before contents) and back; the bytes are hostile.
[[nodiscard]] std::string encode(const Terms& terms);
// Error codes: "truncated", "trailing", "version", "seats", "takeback".
[[nodiscard]] Result<Terms> decode_terms(std::string_view bytes);

// How a state of this match begins: knower -1 full; a seat or kPublic: the partial state of that viewer,
// which is not told the seed, or it could foresee what is hidden.
[[nodiscard]] host::Start start_of(const Terms& terms, int knower);

}  // namespace qitai::match
