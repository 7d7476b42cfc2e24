#include "junqi/resample.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "junqi/access.hpp"
#include "junqi/setup.hpp"
#include "junqi/stream.hpp"

namespace qitai::junqi {
namespace {

constexpr int kExchanges = 200;  // of two pieces' kinds, towards what is likely
constexpr int kAttempts = 16;    // at a state in which the game goes on
constexpr int kMineByFlag = 3;   // how much likelier each makes a place of the flag

// What a piece mostly is that has moved, and one that has fallen.
constexpr std::array<int, kKinds> kMoved{8, 10, 14, 14, 14, 12, 12, 10, 8, 8, 0, 0};
constexpr std::array<int, kKinds> kFallen{1, 3, 8, 9, 10, 11, 14, 14, 10, 10, 6, 0};

// A piece of which the kind is to be drawn.
struct Unknown {
  Piece* piece = nullptr;
  Kinds may = 0;
  std::size_t place = kHomePoints;  // of the layout, where it never moved
  std::array<int, kKinds> weights{};
  std::size_t kind = kKinds;
};

class Drawing {
 public:
  Drawing(Position& position, Side side, std::size_t viewer, std::span<const std::uint8_t, 32> seed,
          std::uint64_t stream)
      : side_(side), seed_(seed), stream_(stream), random_(seed, stream) {
    PointSet standing = position.of(side);
    while (standing != 0) {
      const Point at = take_first(standing);
      Piece& piece = position.knowledge(at);
      add(piece, viewer, piece.moved ? kHomePoints : layout_place(side, at), piece.moved ? kMoved : kFallen);
    }
    for (std::size_t i = 0; i < position.fallen_count(); ++i) {
      Piece& piece = position.fallen(i);
      if (piece.side == side) add(piece, viewer, kHomePoints, kFallen);
    }
  }

  void draw() {
    as_players_do();
    for (std::size_t i = 0; i < unknown_.size(); ++i) {
      std::array<bool, kKinds> seen{};
      if (unknown_[i].kind == kKinds) find_kind(i, seen);
    }
    for (int i = 0; i < kExchanges && unknown_.size() > 1; ++i)
      exchange(random_.below(unknown_.size()), random_.below(unknown_.size()));
    for (const Unknown& one : unknown_) {
      one.piece->kind = static_cast<Kind>(one.kind);
      one.piece->may[index(side_)] = kinds(one.piece->kind);
    }
  }

 private:
  void add(Piece& piece, std::size_t viewer, std::size_t place, const std::array<int, kKinds>& weights) {
    if (piece.kind != Kind::kHidden) {
      --left_[index(piece.kind)];
      return;
    }
    Unknown one{&piece, piece.may[viewer], place, weights, kKinds};
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (place != kHomePoints) one.weights[kind] = usual(static_cast<Kind>(kind), place);
      one.weights[kind] = std::max(one.weights[kind], 1);
    }
    unknown_.push_back(one);
  }

  // Begins with a layout of a good player, as far as that can be.
  void as_players_do() {
    const Layout layout = suggest_layout(seed_, stream_);
    for (Unknown& one : unknown_) {
      if (one.place == kHomePoints) continue;
      const std::size_t kind = index(layout[one.place]);
      if (kind >= kKinds || (one.may >> kind & 1U) == 0 || left_[kind] == 0) continue;
      --left_[kind];
      one.kind = kind;
    }
  }

  // A kind for a piece, others giving way where they can be something else (augmenting paths). That
  // there is a kind for each is asked before.
  bool find_kind(std::size_t piece, std::array<bool, kKinds>& seen) {
    std::array<std::size_t, kKinds> order{};
    for (std::size_t i = 0; i < kKinds; ++i)
      order[i] = i;
    for (std::size_t i = kKinds - 1; i > 0; --i)
      std::swap(order[i], order[random_.below(i + 1)]);
    for (const std::size_t kind : order) {
      if (seen[kind] || (unknown_[piece].may >> kind & 1U) == 0) continue;
      seen[kind] = true;
      if (left_[kind] > 0) {
        --left_[kind];
        unknown_[piece].kind = kind;
        return true;
      }
      for (std::size_t i = 0; i < unknown_.size(); ++i) {
        if (i == piece || unknown_[i].kind != kind || !find_kind(i, seen)) continue;
        unknown_[piece].kind = kind;
        return true;
      }
    }
    return false;
  }

  // Metropolis: the kinds of two pieces are exchanged as readily as that is likely.
  void exchange(std::size_t a, std::size_t b) {
    Unknown& one = unknown_[a];
    Unknown& two = unknown_[b];
    if (one.kind == two.kind || (one.may >> two.kind & 1U) == 0 || (two.may >> one.kind & 1U) == 0) return;
    const std::size_t before = likely(one, two);
    std::swap(one.kind, two.kind);
    const std::size_t after = likely(one, two);
    if (after < before && random_.below(before) >= after) std::swap(one.kind, two.kind);
  }

  [[nodiscard]] std::size_t likely(const Unknown& one, const Unknown& two) const {
    const auto guarded = [](const Unknown& piece) {
      return piece.kind == index(Kind::kFlag) || piece.kind == index(Kind::kMine);
    };
    auto weight = static_cast<std::size_t>(one.weights[one.kind] * two.weights[two.kind]);
    return guarded(one) || guarded(two) ? weight * flag_weight() : weight;
  }

  [[nodiscard]] std::size_t flag_weight() const {
    std::size_t flag = kHomePoints;
    for (const Unknown& one : unknown_) {
      if (one.kind == index(Kind::kFlag)) flag = one.place;
    }
    std::size_t weight = 1;
    for (const Unknown& one : unknown_) {
      if (flag == kHomePoints || one.kind != index(Kind::kMine) || one.place == kHomePoints) continue;
      if (one.place + 1 == flag || one.place == flag + 1 || one.place == flag + kColumns)
        weight *= kMineByFlag;
    }
    return weight;
  }

  Side side_;
  std::span<const std::uint8_t, 32> seed_;
  std::uint64_t stream_;
  Stream random_;
  std::vector<Unknown> unknown_;
  std::array<int, kKinds> left_ = kKindCount;
};

// Of a viewer whose knowledge was not kept, that he knows at least what is public and his own.
void fill_knowledge(Piece& piece) {
  if (!is_player(piece.side)) return;
  for (std::size_t viewer = 0; viewer < kEverybody; ++viewer) {
    if (piece.may[viewer] != 0) continue;
    piece.may[viewer] = viewer == index(piece.side) ? kinds(piece.kind) : piece.may[kEverybody];
  }
}

Game attempt(const Game& partial, std::span<const std::uint8_t, 32> seed, std::uint64_t stream) {
  Game full = partial;
  Access inside(full);
  const auto viewer = std::min(static_cast<std::size_t>(partial.knower()), kEverybody);
  Position& position = inside.position();
  for (const Side side : {Side::kRed, Side::kBlue}) {
    if (!partial.knows(side)) Drawing(position, side, viewer, seed, 2 * stream + index(side)).draw();
  }
  for (Point at = 0; at < kPoints; ++at)
    fill_knowledge(position.knowledge(at));
  for (std::size_t i = 0; i < position.fallen_count(); ++i)
    fill_knowledge(position.fallen(i));
  std::copy(seed.begin(), seed.end(), inside.seed().begin());
  inside.knower() = Knower::kEverything;
  return full;
}

}  // namespace

std::optional<Game> resample(const Game& partial, std::span<const std::uint8_t, 32> seed) {
  if (partial.knower() == Knower::kEverything) return std::nullopt;
  // Whoever lies about fights can make a game of which nothing is true.
  for (const Side side : {Side::kRed, Side::kBlue}) {
    if (!kinds_exist(partial.position(), static_cast<std::size_t>(partial.knower()), side))
      return std::nullopt;
  }
  const bool goes_on = !partial.over();
  Game full = attempt(partial, seed, 0);
  for (std::uint64_t i = 1; i < kAttempts && goes_on && full.over(); ++i)
    full = attempt(partial, seed, i);
  return full;
}

}  // namespace qitai::junqi
