// Xiangqi: 杀, the threat to mate.
#pragma once

#include <optional>

#include "xiangqi/position.hpp"

namespace qitai::xiangqi {

// How many checks are tried before a threat is held to be none. The bound is a rule: it decides verdicts, and
// must be the same on every machine (kRulesRevision).
inline constexpr int kKillNodes = 1'000;

// Whether the side that is not to move would mate if it could move again at once: on the next move or by
// checks alone, whatever is answered, found within kKillNodes checks, shortest mates first. False if the side
// to move is in check: that is check and no kill.
[[nodiscard]] bool threatens_mate(const Position& position);
// The same for a small part of the time; nothing where that does not tell.
[[nodiscard]] std::optional<bool> threatens_mate_at_a_glance(const Position& position);

// Whether a move that a man can make may have to do with an attack on a general, on that point: nearly all
// have not, and need not be tried.
[[nodiscard]] bool may_check(Square general, const Position& board, Move move);

// Whether the side that is not to move could check if it could move again at once; false if the side to move
// is in check.
[[nodiscard]] bool has_check(const Position& position);

}  // namespace qitai::xiangqi
