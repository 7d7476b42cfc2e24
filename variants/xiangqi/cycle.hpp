// Xiangqi: the rules of repetition (棋例, 循环). A stretch of plies between two times the same position
// stood, what each side did in it, and the verdict under each set of rules.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "xiangqi/ply.hpp"
#include "xiangqi/position.hpp"
#include "xiangqi/threat.hpp"

namespace qitai::xiangqi {

// Asian and world rules; Chinese rules of 2020; perpetual check alone.
enum class Repetition : std::uint8_t { kAxf, kCxa2020, kSimple };
inline constexpr std::array<Repetition, 3> kRepetitions{Repetition::kAxf, Repetition::kCxa2020,
                                                        Repetition::kSimple};

// What a ply counts as, the heaviest first.
enum class Deed : std::uint8_t { kCheck, kKill, kChase, kQuiet };

// What a ply did, found out when it is asked for.
struct Finding {
  std::optional<Study> study;
  std::optional<std::vector<Attack>> sallies;
  std::optional<bool> next_check;
};
struct Findings {
  // By number of the ply in its game, as far as any was asked for: a ply is judged again at every repetition
  // that it is part of.
  std::vector<Finding> plies;
  // Whether plies threaten mate, by the key of the position after them, which alone counts: a game that goes
  // round comes back to it. Nothing: a glance did not tell.
  std::unordered_map<std::uint64_t, std::optional<bool>> kills;
};

// The plies [first, last) of a game, none of them a capture, after which the same position stands as before.
class Stretch {
 public:
  // `plies` of the game from its beginning; `at_last` is the position after ply last - 1. What is found out
  // is kept in `findings`, which is one for all stretches of the game. Both must outlive the stretch.
  Stretch(std::span<const Ply> plies, std::size_t first, std::size_t last, const Position& at_last,
          Findings& findings);

  [[nodiscard]] std::size_t first() const { return first_; }
  [[nodiscard]] std::size_t last() const { return last_; }
  [[nodiscard]] const Ply& ply(std::size_t i) const { return plies_[i]; }
  [[nodiscard]] Side side(std::size_t i) const { return side_of(plies_[i].man); }
  // The position before a ply.
  const Position& before(std::size_t i);
  // As deep as asked for, or deeper.
  const Study& study(std::size_t i, Depth depth = Depth::kExchanges);
  // Whether a ply has been studied as deep.
  [[nodiscard]] bool studied(std::size_t i, Depth depth) const;
  // Whether a ply is known to be allowed for ever under the Chinese rules: without finding anything out.
  [[nodiscard]] bool known_allowed(std::size_t i) const;
  // Whether a ply threatens mate; one that checks does not.
  bool kills(std::size_t i);
  // The same where a glance tells.
  std::optional<bool> kills_at_a_glance(std::size_t i);
  // Whether the mover could check by moving again at once; without, a ply kills nothing and wins nothing by a
  // check, which is found out without a search.
  bool checks_next(std::size_t i);
  // What it threatens to win by way of a check; nothing if it checks.
  const std::vector<Attack>& sallies(std::size_t i);

 private:
  [[nodiscard]] std::uint64_t key_after(std::size_t i) const;
  // Whether it needs no search to see that a ply does not threaten mate.
  [[nodiscard]] bool harmless(std::size_t i) const;

  std::span<const Ply> plies_;
  std::size_t first_;
  std::size_t last_;
  Position board_;
  std::uint64_t last_key_;  // of the position after the last ply
  std::size_t at_;          // the ply that board_ stands before
  Findings* findings_;
};

// Reasons: perpetual-check, perpetual-kill, perpetual-chase, perpetual-attack (a mixture of forbidden kinds),
// mutual-perpetual, repetition.
struct Verdict {
  std::optional<Side> loser;  // none: a draw
  std::string_view reason;
};

// The verdict on a stretch. An offence needs every move of a side to be of a forbidden kind: one quiet move
// clears it.
[[nodiscard]] Verdict judge(Stretch& stretch, Repetition rules);

// What a ply counts as under a set of rules, given the verdict on its stretch: a man who is chased for ever
// is chased by a move that checks as well.
[[nodiscard]] Deed deed(Stretch& stretch, std::size_t i, Repetition rules, const Verdict& verdict);

// The chases of a ply under a set of rules; after the AXF verdict of a perpetual chase those of the loser
// whose victim is chased by all of its plies.
[[nodiscard]] std::vector<Attack> chases_of(Stretch& stretch, std::size_t i, Repetition rules,
                                            const Verdict& verdict);

// The id of the rule that the verdict rests on; a sentence that names its article is found in describe.cpp.
[[nodiscard]] std::string_view rule_of(Stretch& stretch, Repetition rules, const Verdict& verdict);

}  // namespace qitai::xiangqi
