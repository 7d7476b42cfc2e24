// Xiangqi: what a ply threatens (捉, 兑 and the quiet kinds). The terms and what distinguishes them: AXF
// rules of 2003 with their diagrams, chapter 6 of the Chinese rules of 2020.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "xiangqi/moves.hpp"
#include "xiangqi/position.hpp"

namespace qitai::xiangqi {

// Why taking a man would be no offence, whatever it wins.
enum class Bar : std::uint8_t {
  kNone,
  kGeneralOrSoldier,  // they may chase for ever
  kSoldierAtHome,     // a soldier that has not crossed the river may be chased for ever
  kExchange,          // men of one kind that can take each other: an offer to exchange
};

// Under which rules an attack is a chase.
using RuleBits = std::uint8_t;
inline constexpr RuleBits kAxfChase = 1;
inline constexpr RuleBits kCxaChase = 2;

// A man of the side to move and one that he could take.
struct Attack {
  Cell by = kEmpty;
  Cell victim = kEmpty;
  Square from = kNowhere;
  Square at = kNowhere;
  Bar bar = Bar::kNone;
  bool rooted = false;  // 有根: the other side could legally take back; a false root (假根) could not
  int gain = 0;         // what the exchanges on that point win at best play, in kWorth; may be below 0
  RuleBits chase = 0;   // under which rules it is one
  RuleBits made = 0;    // of `chase`, those which the ply has made: the attack stood before as none
  // 抽: not attacked yet; this check comes first, whatever answers it (sally.hpp). `from` to `at` is then.
  Move check{};
};

// What men are exchanged for (子力价值): a chariot is worth two horses or cannons, one of these two advisors
// or elephants, one of these two soldiers. Known at second hand only, as the articles are.
inline constexpr std::array<int, kKinds> kWorth{0, 2, 2, 4, 8, 4, 1};

// How far an attack is looked into: whether it has a root (all that the AXF rules ask), or what the exchanges
// win as well. Without them `gain` is 0 and `chase` and `made` say nothing of the Chinese rules.
enum class Depth : std::uint8_t { kRoots, kExchanges };

// Everything the side to move attacks and could take, the general apart. A man is not attacked by one who may
// not leave his point; while the side is in check, by one whose leaving opens a further attack on its
// general. A check that stands against the other side does not take the roots of its men away: only what the
// taking itself opens or a pin does. Only the men of these slots are looked at as victims.
inline constexpr unsigned kAllSlots = 0xFFFF;
[[nodiscard]] std::vector<Attack> attacks_of(const Position& position, Depth depth = Depth::kExchanges,
                                             unsigned victims = kAllSlots);

// What one ply has done to the other side's men.
struct Study {
  Depth depth = Depth::kExchanges;
  std::vector<Attack> attacks;  // of the mover's side after it
  // The men chased, by slot, that the ply has newly attacked so, under each rule: an attack that stood before
  // is none (diagram 106).
  std::uint16_t axf = 0;
  std::uint16_t cxa = 0;
  // Of `axf`: chariots bound by a horse of the chaser, that is, standing on its leg before their general.
  std::uint16_t bound = 0;
};
[[nodiscard]] Study study_ply(const Position& before, Move move, Depth depth);

// Of a study's attacks those that the ply has made, whatever they are worth.
[[nodiscard]] std::vector<Attack> made_by(const Position& before, const Study& study);

// The kinds of a ply that neither checks nor kills nor chases. All are allowed for ever.
enum class Quiet : std::uint8_t { kExchange, kOffer, kBlock, kFollow, kIdle };
// `made`: what made_by() answers for the ply.
[[nodiscard]] Quiet quiet_kind(const Position& before, Move move, const std::vector<Attack>& made);

}  // namespace qitai::xiangqi
