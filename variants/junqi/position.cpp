#include "junqi/position.hpp"

#include <qitai/texts.hpp>

#include <algorithm>
#include <cassert>
#include <vector>

namespace qitai::junqi {
namespace {

constexpr std::uint64_t kKeySeed = 0x6A756E7169000001ULL;

// One number for each point, side, what may be there and whether it is public.
std::uint64_t piece_key(Point at, const Piece& piece, Kinds may) {
  const std::uint64_t what = (std::uint64_t{may} << 16) | (std::uint64_t{at} << 8) |
                             (static_cast<std::uint64_t>(piece.side) << 4) | (piece.shown ? 1U : 0U);
  return sdk::scramble(kKeySeed, what);
}

// What a viewer was told of a piece; a side knows its own.
Kinds told(const Piece& piece, std::size_t viewer) {
  if (piece.side == Side::kFaceDown) return 0;
  return piece.may[viewer];
}

// Places every piece on a kind of its own: of each kind a side has so many. Augmenting paths; the numbers are
// small (25 pieces, 12 kinds).
class Assignment {
 public:
  explicit Assignment(std::vector<Kinds> pieces) : pieces_(std::move(pieces)) {
    kind_of_.assign(pieces_.size(), kKinds);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      std::array<bool, kKinds> seen{};
      whole_ = place(i, seen) && whole_;
    }
  }
  [[nodiscard]] bool whole() const { return whole_; }

 private:
  bool place(std::size_t piece, std::array<bool, kKinds>& seen) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (seen[kind] || (pieces_[piece] >> kind & 1U) == 0) continue;
      seen[kind] = true;
      if (taken_[kind] < kKindCount[kind]) {
        ++taken_[kind];
        kind_of_[piece] = kind;
        return true;
      }
      for (std::size_t i = 0; i < pieces_.size(); ++i) {
        if (kind_of_[i] != kind || !place(i, seen)) continue;
        kind_of_[piece] = kind;
        return true;
      }
    }
    return false;
  }

  std::vector<Kinds> pieces_;
  std::vector<std::size_t> kind_of_;
  std::array<int, kKinds> taken_{};
  bool whole_ = true;
};

// What a viewer was told of a side's pieces on some points and of those that fell.
void add_told(const Position& position, std::size_t viewer, Side side, PointSet points,
              std::vector<Kinds>& out) {
  while (points != 0)
    out.push_back(position.at(take_first(points)).may[viewer]);
  for (std::size_t i = 0; i < position.fallen_count(); ++i) {
    if (position.fallen(i).side == side) out.push_back(position.fallen(i).may[viewer]);
  }
}

}  // namespace

Piece piece_at_setup(Side side, Kind kind, Point at) {
  Piece piece;
  piece.side = side;
  piece.kind = kind;
  piece.may.fill(kinds_at_setup(at));
  if (kind != Kind::kHidden) piece.may[index(side)] = kinds(kind);
  return piece;
}

void show(Piece& piece, Kind kind) {
  piece.kind = kind;
  piece.shown = true;
  piece.may.fill(kinds(kind));
}

void Position::put(Point point, const Piece& piece) {
  for (PointSet& set : sets_)
    set &= ~bit(point);
  cells_[point] = piece;
  if (piece.side != Side::kNone) sets_[index(piece.side)] |= bit(point);
}

Piece Position::take(Point point) {
  const Piece piece = cells_[point];
  put(point, Piece{});
  return piece;
}

Point Position::shown_flag(Side side) const {
  PointSet set = of(side);
  while (set != 0) {
    const Point at = take_first(set);
    if (cells_[at].shown && cells_[at].kind == Kind::kFlag) return at;
  }
  return kNowhere;
}

Point Position::flag(Side side) const {
  PointSet set = of(side);
  while (set != 0) {
    const Point at = take_first(set);
    if (cells_[at].kind == Kind::kFlag) return at;
  }
  return kNowhere;
}

void Position::fall(const Piece& piece) {
  assert(fallen_count_ < fallen_.size());
  fallen_[fallen_count_] = piece;
  fallen_[fallen_count_++].moved = false;  // what is off the board has no such right or mark any more
}

int Position::mines_gone(Side side) const {
  return static_cast<int>(std::count_if(
      fallen_.begin(), fallen_.begin() + static_cast<std::ptrdiff_t>(fallen_count_),
      [side](const Piece& piece) { return piece.side == side && piece.shown && piece.kind == Kind::kMine; }));
}

std::uint64_t Position::key(std::size_t viewer, Kinds counting) const {
  std::uint64_t key = 0;
  PointSet set = occupied();
  while (set != 0) {
    const Point at = take_first(set);
    key ^= piece_key(at, cells_[at], told(cells_[at], viewer) & counting);
  }
  return key;
}

Kinds candidates(const Position& position, std::size_t viewer, Point at) {
  const Piece& piece = position.at(at);
  if (piece.side == Side::kNone) return 0;
  if (piece.side == Side::kFaceDown) return kAllKinds;
  const Kinds may = piece.may[viewer];
  if (std::has_single_bit(may)) return may;
  std::vector<Kinds> all{may};
  add_told(position, viewer, piece.side, position.of(piece.side) & ~bit(at), all);
  Kinds sure = 0;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    const auto one = static_cast<Kinds>(may & (1U << kind));
    if (one == 0) continue;
    all.front() = one;
    if (Assignment(all).whole()) sure |= one;
  }
  return sure;
}

bool kinds_exist(const Position& position, std::size_t viewer, Side side) {
  std::vector<Kinds> all;
  add_told(position, viewer, side, position.of(side), all);
  return Assignment(std::move(all)).whole();
}

}  // namespace qitai::junqi
