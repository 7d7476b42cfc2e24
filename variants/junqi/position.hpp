// Junqi: the position. Who stands where, what a state knows of each piece, and what was lost. A state that
// knows everything and one that knows only what a seat may know have the same form: a kind may be hidden.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "junqi/board.hpp"

namespace qitai::junqi {

// Whose a piece is; kFaceDown is nobody's yet (flip mode), kNone no piece at all.
enum class Side : std::uint8_t { kRed, kBlue, kFaceDown, kNone };

[[nodiscard]] constexpr Side other(Side side) {
  return side == Side::kRed ? Side::kBlue : Side::kRed;
}
[[nodiscard]] constexpr std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}
[[nodiscard]] constexpr bool is_player(Side side) {
  return side == Side::kRed || side == Side::kBlue;
}

// 司令 军长 师长 旅长 团长 营长 连长 排长 工兵 炸弹 地雷 军旗. kHidden: this state does not know it.
enum class Kind : std::uint8_t {
  kMarshal,
  kGeneral,
  kMajorGeneral,
  kBrigadier,
  kColonel,
  kMajor,
  kCaptain,
  kLieutenant,
  kEngineer,
  kBomb,
  kMine,
  kFlag,
  kHidden
};
inline constexpr std::size_t kKinds = 12;
inline constexpr std::array<int, kKinds> kKindCount{1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1};
inline constexpr std::size_t kPieces = 25;  // a side
inline constexpr std::string_view kLetters = "98765432EBMF";

[[nodiscard]] constexpr std::size_t index(Kind kind) {
  return static_cast<std::size_t>(kind);
}

// Kinds as bits.
using Kinds = std::uint16_t;
[[nodiscard]] constexpr Kinds kinds(Kind kind) {
  return kind == Kind::kHidden ? Kinds{0} : static_cast<Kinds>(1U << index(kind));
}
inline constexpr Kinds kAllKinds = (1U << kKinds) - 1;
inline constexpr Kinds kMovers = kAllKinds & ~(kinds(Kind::kMine) | kinds(Kind::kFlag));
[[nodiscard]] constexpr bool contains(Kinds set, Kind kind) {
  return (set & kinds(kind)) != 0;
}
// The only kind of a set, or kHidden.
[[nodiscard]] constexpr Kind only_kind(Kinds set) {
  return std::has_single_bit(set) ? static_cast<Kind>(std::countr_zero(set)) : Kind::kHidden;
}

// Who looks: the two sides, and whoever knows only what is public. (Of the flip game everything is public.)
inline constexpr std::size_t kViewers = 3;
inline constexpr std::size_t kEverybody = 2;

struct Piece {
  Side side = Side::kNone;
  Kind kind = Kind::kHidden;
  bool shown = false;  // its kind is public
  bool moved = false;  // public: it has moved since the set-up
  // What it may be as far as each viewer was told about this very piece; of its own pieces a side is told
  // everything. Not kept for viewers whom the state does not answer for.
  std::array<Kinds, kViewers> may{};
  friend constexpr bool operator==(const Piece&, const Piece&) = default;
};

// What may stand on a point of the set-up (section "Set-up" of the rules): the flag only in headquarters,
// mines only in the two back rows, no bomb in the front row, nothing in a camp.
[[nodiscard]] constexpr Kinds kinds_at_setup(Point at) {
  if (is_camp(at)) return 0;
  Kinds set = kAllKinds;
  if (!is_headquarters(at)) set &= static_cast<Kinds>(~kinds(Kind::kFlag));
  if (home_row(at) > 1) set &= static_cast<Kinds>(~kinds(Kind::kMine));
  if (home_row(at) == 5) set &= static_cast<Kinds>(~kinds(Kind::kBomb));
  return set;
}

// A piece as its set-up leaves it: known to its own side and to whoever knows `kind`.
[[nodiscard]] Piece piece_at_setup(Side side, Kind kind, Point at);
// Its kind becomes public.
void show(Piece& piece, Kind kind);

class Position {
 public:
  [[nodiscard]] const Piece& at(Point point) const { return cells_[point]; }
  // To change what is known of a piece; its side stays.
  [[nodiscard]] Piece& knowledge(Point point) { return cells_[point]; }
  // Puts a piece on a point, or takes it away (Piece{}).
  void put(Point point, const Piece& piece);
  Piece take(Point point);

  [[nodiscard]] PointSet occupied() const { return sets_[0] | sets_[1] | sets_[2]; }
  // kRed, kBlue or kFaceDown.
  [[nodiscard]] PointSet of(Side side) const { return sets_[index(side)]; }
  // Where the flag of a side stands publicly; kNowhere if that is not public or it is gone.
  [[nodiscard]] Point shown_flag(Side side) const;
  // Where it stands as far as this state knows.
  [[nodiscard]] Point flag(Side side) const;

  // What has fallen, in that order.
  void fall(const Piece& piece);
  [[nodiscard]] std::size_t fallen_count() const { return fallen_count_; }
  [[nodiscard]] const Piece& fallen(std::size_t i) const { return fallen_[i]; }
  [[nodiscard]] Piece& fallen(std::size_t i) { return fallen_[i]; }
  // How many of a side's mines are publicly gone.
  [[nodiscard]] int mines_gone(Side side) const;

  // A key of the pieces as a viewer knows them, the same on every machine and on every state of a game.
  // `counting`: the kinds that make a difference; which of the others a piece may be does not.
  [[nodiscard]] std::uint64_t key(std::size_t viewer, Kinds counting = kAllKinds) const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  std::array<Piece, kPoints> cells_{};
  std::array<PointSet, 3> sets_{};
  std::array<Piece, 2 * kPieces> fallen_{};
  std::size_t fallen_count_ = 0;
};

// What the piece on a point may be as far as a viewer can be sure: what it was told about this piece, and
// what follows from how many of each kind a side has. 0 where nothing stands.
[[nodiscard]] Kinds candidates(const Position& position, std::size_t viewer, Point at);

// Whether there is a kind for every piece of a side, as many of each as it sets up, by all that a viewer was
// told. Of a real game there always is.
[[nodiscard]] bool kinds_exist(const Position& position, std::size_t viewer, Side side);

}  // namespace qitai::junqi
