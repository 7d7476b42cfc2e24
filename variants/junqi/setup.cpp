#include "junqi/setup.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "junqi/stream.hpp"

namespace qitai::junqi {
namespace {

// How usual a kind is in each row, from the back row on.
constexpr std::array<std::array<int, kRows / 2>, kKinds> kByRow{{
    {0, 2, 8, 12, 12, 6},   // 司令
    {0, 2, 8, 12, 12, 10},  // 军长
    {0, 4, 8, 10, 12, 16},  // 师长
    {0, 6, 8, 10, 12, 14},  // 旅长
    {2, 8, 8, 10, 10, 12},  // 团长
    {4, 8, 8, 8, 10, 12},   // 营长
    {10, 10, 6, 6, 6, 8},   // 连长
    {14, 12, 6, 4, 4, 8},   // 排长
    {8, 14, 10, 6, 2, 2},   // 工兵
    {0, 10, 12, 14, 8, 0},  // 炸弹
    {14, 8, 0, 0, 0, 0},    // 地雷
    {1, 0, 0, 0, 0, 0},     // 军旗
}};

constexpr bool is_wing(std::size_t place) {
  return place % kColumns == 0 || place % kColumns == kColumns - 1;
}

constexpr bool on_rail(std::size_t place) {
  return kGraph.rails[place] != 0;
}

// Headquarters of a layout, and the place in front of one.
constexpr std::array<std::size_t, 2> kHomes{1, 3};
constexpr std::size_t in_front(std::size_t headquarters) {
  return headquarters + kColumns;
}

sdk::Refusal to_refusal(const sdk::TextError& error) {
  return sdk::Refusal(sdk::Id::from_static(error.id), error.message).offset(error.offset);
}

// How often good players put a kind there, as far as the rules allow it at all.
int weight_of(Kind kind, std::size_t place) {
  int weight = kByRow[index(kind)][place / kColumns];
  const bool strong = index(kind) <= index(Kind::kBrigadier);
  if (strong && on_rail(place)) weight = weight * 2;
  if (strong && is_wing(place)) weight = weight * 3 / 2;
  if (kind == Kind::kBomb && on_rail(place)) weight = weight * 3 / 2;
  if (kind == Kind::kEngineer && on_rail(place)) weight = weight * 2;
  return weight;
}

class Suggestion {
 public:
  Suggestion(std::span<const std::uint8_t, 32> seed, std::uint64_t stream) : random_(seed, stream) {
    layout_.fill(Kind::kHidden);
    left_ = kKindCount;
  }

  Layout make() {
    const std::size_t which = random_.below(2);
    flag_ = kHomes[which];
    const std::size_t decoy = kHomes[1 - which];
    put(flag_, Kind::kFlag);
    put(decoy, std::array{Kind::kLieutenant, Kind::kCaptain, Kind::kEngineer}[random_.weighted(kDecoys)]);
    mines(decoy);
    // What comes first has the choice; the weak ones fill up.
    for (const Kind kind :
         {Kind::kMarshal, Kind::kGeneral, Kind::kBomb, Kind::kMajorGeneral, Kind::kBrigadier, Kind::kEngineer,
          Kind::kColonel, Kind::kMajor, Kind::kCaptain, Kind::kLieutenant}) {
      while (left_[index(kind)] > 0)
        place(kind);
    }
    return layout_;
  }

 private:
  static constexpr std::array<int, 3> kDecoys{6, 3, 1};

  void put(std::size_t place, Kind kind) {
    layout_[place] = kind;
    --left_[index(kind)];
  }
  [[nodiscard]] bool free(std::size_t place) const {
    return layout_[place] == Kind::kHidden && !is_camp(static_cast<Point>(place));
  }

  // Three around the flag; or two, and one elsewhere; or one, and two around the other headquarters.
  void mines(std::size_t decoy) {
    constexpr std::array<int, 3> kManners{4, 4, 2};
    const std::size_t manner = random_.weighted(kManners);
    put(in_front(flag_), Kind::kMine);
    if (manner == 0) {
      put(flag_ - 1, Kind::kMine);
      put(flag_ + 1, Kind::kMine);
    } else if (manner == 1) {
      put(random_.below(2) == 0 ? flag_ - 1 : flag_ + 1, Kind::kMine);
    } else {
      put(in_front(decoy), Kind::kMine);
      put(random_.below(2) == 0 ? decoy - 1 : decoy + 1, Kind::kMine);
    }
    while (left_[index(Kind::kMine)] > 0)
      place(Kind::kMine);
  }

  void place(Kind kind) {
    std::array<int, kHomePoints> weights{};
    for (std::size_t place = 0; place < layout_.size(); ++place) {
      if (free(place)) weights[place] = weight(kind, place);
    }
    std::size_t found = random_.weighted(weights);
    if (found == weights.size()) {  // only where it is not usual is there room
      for (found = 0; !free(found) || !contains(kinds_at_setup(static_cast<Point>(found)), kind);)
        ++found;
    }
    put(found, kind);
  }

  [[nodiscard]] int weight(Kind kind, std::size_t place) const {
    if (!contains(kinds_at_setup(static_cast<Point>(place)), kind)) return 0;
    int weight = weight_of(kind, place);
    const std::size_t column = place % kColumns;
    const auto same_wing = [&](Kind other) {
      for (std::size_t i = 0; i < layout_.size(); ++i) {
        if (layout_[i] == other && (i % kColumns < 2) == (column < 2) && (i % kColumns > 2) == (column > 2))
          return true;
      }
      return false;
    };
    // The two strongest, and two of a kind, watch different wings.
    if (kind == Kind::kGeneral && same_wing(Kind::kMarshal)) weight = (weight + 3) / 4;
    if ((kind == Kind::kMajorGeneral || kind == Kind::kBomb || kind == Kind::kBrigadier) && same_wing(kind))
      weight = (weight + 1) / 2;
    // An open side of the flag is held by something that fights.
    const bool beside_flag = place == flag_ - 1 || place == flag_ + 1;
    if (beside_flag && (kind == Kind::kColonel || kind == Kind::kMajor)) weight += 15;
    return weight;
  }

  Stream random_;
  Layout layout_;
  std::array<int, kKinds> left_{};
  std::size_t flag_ = 0;
};

}  // namespace

int usual(Kind kind, std::size_t place) {
  return contains(kinds_at_setup(static_cast<Point>(place)), kind)
             ? std::clamp(weight_of(kind, place), 1, 100)
             : 0;
}

Layout suggest_layout(std::span<const std::uint8_t, 32> seed, std::uint64_t stream) {
  return Suggestion(seed, stream).make();
}

std::variant<Layout, sdk::Refusal> read_setup(Side side, std::string_view text) {
  Layout layout{};
  sdk::TextError error;
  if (!parse_layout(text, layout, error)) return to_refusal(error);
  const std::optional<LayoutFault> fault = check_layout(layout);
  if (!fault) return layout;
  sdk::Refusal refusal(sdk::Id::from_static(fault->id), "The layout breaks a rule of the set-up.");
  for (std::size_t i = 0; i < fault->count; ++i)
    refusal.at(board_point(side, fault->places[i]));
  return refusal;
}

std::optional<sdk::Refusal> setup_pieces(Side side, std::string_view text, sdk::List<qitai_piece>& out) {
  Layout layout{};
  sdk::TextError error;
  if (!parse_layout(text, layout, error)) return to_refusal(error);
  for (PointSet rest = kHalf[index(side)]; rest != 0;) {
    const Point at = take_first(rest);
    const Kind kind = layout[layout_place(side, at)];
    if (kind != Kind::kHidden)
      out.add({at, static_cast<std::uint16_t>(kind), static_cast<std::uint8_t>(side), 0, 1});
  }
  return std::nullopt;
}

sdk::Made<std::string> setup_text(Side side, std::span<const qitai_piece> pieces) {
  Layout layout;
  layout.fill(Kind::kHidden);
  std::array<int, kKinds> left = kKindCount;
  for (const qitai_piece& piece : pieces) {
    if (piece.point >= kPoints || !contains(kHalf[index(side)], static_cast<Point>(piece.point)))
      return sdk::Refusal("no-such-point", "A piece stands outside the half of its side.");
    if (piece.kind >= kKinds || --left[piece.kind] < 0)
      return sdk::Refusal("piece-count", "A side does not have so many pieces of that kind.").at(piece.point);
    Kind& place = layout[layout_place(side, static_cast<Point>(piece.point))];
    if (place != Kind::kHidden)
      return sdk::Refusal("own-piece-there", "Two pieces stand on one point.").at(piece.point);
    place = static_cast<Kind>(piece.kind);
  }
  return write_layout(layout);
}

void setup_places(Side side, std::string_view text, std::uint16_t point, sdk::List<std::uint16_t>& out) {
  Layout layout{};
  sdk::TextError error;
  if (point >= kPoints || !contains(kHalf[index(side)], static_cast<Point>(point)) ||
      !parse_layout(text, layout, error))
    return;
  const std::size_t from = layout_place(side, static_cast<Point>(point));
  const Kind kind = layout[from];
  if (kind == Kind::kHidden) return;
  for (PointSet rest = kHalf[index(side)]; rest != 0;) {
    const Point at = take_first(rest);
    const std::size_t place = layout_place(side, at);
    const Kind there = layout[place];
    if (at == point || !contains(kinds_at_setup(static_cast<Point>(place)), kind)) continue;
    if (there != Kind::kHidden && !contains(kinds_at_setup(static_cast<Point>(from)), there)) continue;
    out.add(at);
  }
}

}  // namespace qitai::junqi
