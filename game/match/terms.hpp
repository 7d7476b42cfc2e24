// Match: what both sides agreed on before the first move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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
  // Who plays for it: empty: a hand; else what seat/ knows ("bot:3"): at most kMaxHolder of a-z, 0-9, ':',
  // '-'.
  std::string holder{};
  friend bool operator==(const SeatTerms&, const SeatTerms&) = default;
};

// What becomes of a move that a piece can make and the rules forbid: it leaves the own general in check, or
// facing the other. Moves that no piece can make are always refused.
enum class Illegal : std::uint8_t {
  kPrevent,  // refused, nothing changes
  kCorrect,  // taken back at once, the clock runs on; the same piece must then move if it can
  kForfeit,  // it stands and loses at once
  kCapture,  // it stands, and whoever takes the general has won
};
inline constexpr std::array<std::string_view, 4> kIllegalIds{"prevent", "correct", "forfeit", "capture"};

inline constexpr int kMostIllegal = 9;  // of illegal_limit

struct Terms {
  std::string variant;  // id
  std::uint32_t rules_revision = 0;
  std::vector<std::int64_t> options;  // of the variant, in its table's order
  std::vector<SeatTerms> seats;
  bool takeback = true;  // by consent; the answer of the other seat. Never in a scored match
  Illegal illegal = Illegal::kPrevent;
  int illegal_limit = 0;       // which corrected move of a seat loses the match; 0: none does
  bool touch_move = false;     // a piece touched must move, one of the other side be taken, if it can
  bool announce_check = true;  // see announces_check()
  bool scored = false;         // counts for the players' scores: no takebacks, no hints
  // Private set-ups are made one after the other, the lowest seat first: the set-up limit of a seat begins
  // when the seats before it are done. For seats that share one screen.
  bool setup_in_turn = false;
  std::array<std::uint8_t, 32> seed{};
  std::string position;  // first position, empty: the usual one
  friend bool operator==(const Terms&, const Terms&) = default;
};

// Defaults for a variant: its options, untimed, everything allowed.
[[nodiscard]] Terms default_terms(const host::Variant& variant);
// Whether a takeback may be asked for at all.
[[nodiscard]] bool may_take_back(const Terms& terms);
// Whether a check is said and shown: not where players must see it for themselves (forfeit, capture).
[[nodiscard]] bool announces_check(const Terms& terms);
// Sets one of the terms that all games have by its id and a text, as config.toml and the command line name
// them: touch_move, takeback, announce_check, scored (true or false), illegal (kIllegalIds), illegal_limit (0
// to kMostIllegal). False: no such id. Error: the id, with what was expected.
[[nodiscard]] Result<bool> set_term(Terms& terms, std::string_view id, std::string_view text);
// The ids that set_term knows.
[[nodiscard]] std::span<const std::string_view> term_ids();
// Nothing, or what is wrong with them for this variant (id, revision, number and range of options, limits,
// names). Error codes: "variant", "rules_revision", "options" or an option's id, "seats", "name", "holder",
// "position", "illegal_limit", or the field of the time limits. Whether the rules take the position is seen
// at the start.
[[nodiscard]] Status check(const Terms& terms, const host::Variant& variant);
// The most that is accepted of a name (code points) and of a position text (bytes).
inline constexpr std::size_t kMaxName = 16;
inline constexpr std::size_t kMaxHolder = 16;
inline constexpr std::size_t kMaxPosition = 4096;
// Canonical bytes (versioned, little-endian, lengths before contents) and back; the bytes are hostile. Terms
// are written in the oldest version that can say them, so that old matches keep their bytes.
[[nodiscard]] std::string encode(const Terms& terms);
// Error codes: "truncated", "trailing", "version", "seats", "takeback", "illegal", "rules" (toggles that
// there are not).
[[nodiscard]] Result<Terms> decode_terms(std::string_view bytes);

// How a state of this match begins: knower -1 full; a seat or kPublic: the partial state of that viewer,
// which is not told the seed, or it could foresee what is hidden.
[[nodiscard]] host::Start start_of(const Terms& terms, int knower);

}  // namespace qitai::match
