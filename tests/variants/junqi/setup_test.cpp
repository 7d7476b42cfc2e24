// What a set-up screen asks: suggested layouts, layouts as pieces and back, and where a piece may go.
#include "junqi/setup.hpp"

#include <set>

#include "variants/junqi/common.hpp"

namespace qitai::junqi {
namespace {

std::array<std::uint8_t, 32> seed_of(int number) {
  std::array<std::uint8_t, 32> seed{};
  seed[0] = static_cast<std::uint8_t>(number);
  seed[1] = static_cast<std::uint8_t>(number >> 8);
  return seed;
}

std::vector<qitai_piece> pieces_of(Side side, std::string_view text) {
  std::array<qitai_piece, kHomePoints> out{};
  sdk::List<qitai_piece> list(out.data(), static_cast<std::uint32_t>(out.size()));
  REQUIRE_FALSE(setup_pieces(side, text, list));
  return {out.begin(), out.begin() + list.count()};
}

std::string places_of(Side side, std::string_view text, std::string_view point) {
  std::array<std::uint16_t, kHomePoints> out{};
  sdk::List<std::uint16_t> list(out.data(), static_cast<std::uint32_t>(out.size()));
  setup_places(side, text, point_of(point), list);
  std::string names;
  for (std::uint32_t i = 0; i < list.count(); ++i) {
    if (i != 0) {
      CHECK(out[i] > out[i - 1]);
      names += ' ';
    }
    names += static_cast<char>('a' + out[i] % 5);
    names += std::to_string(out[i] / 5 + 1);
  }
  return names;
}

std::string refusal_of(Side side, std::string_view text) {
  const auto read = read_setup(side, text);
  const auto* refusal = std::get_if<sdk::Refusal>(&read);
  return refusal == nullptr ? std::string() : std::string(refusal->id());
}

std::string refusal_of(Side side, const std::vector<qitai_piece>& pieces) {
  const auto made = setup_text(side, pieces);
  const auto* refusal = std::get_if<sdk::Refusal>(&made);
  return refusal == nullptr ? std::string() : std::string(refusal->id());
}

}  // namespace

TEST_CASE("1,000 suggested layouts are legal, all different, and the same for the same seed") {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const Layout layout = suggest_layout(seed_of(i), 0);
    REQUIRE_FALSE(check_layout(layout));
    REQUIRE(layout == suggest_layout(seed_of(i), 0));
    REQUIRE(layout != suggest_layout(seed_of(i), 1));
    seen.insert(write_layout(layout));
  }
  CHECK(seen.size() == 1000);
}

TEST_CASE("a seat whose time for the set-up is up stands as the suggestion does, by the match's seed alone") {
  for (int i = 0; i < 50; ++i) {
    Game game({}, Knower::kEverything, seed_of(i));
    for (const std::size_t seat : {0, 1}) {
      const Layout layout = game.drawn_layout(seat);
      CHECK(layout == suggest_layout(seed_of(i), seat));
      game.set_up(seat, layout);
      CHECK(game.drawn_layout(seat) == layout);  // whatever was done since
    }
    CHECK(game.drawn_layout(0) != game.drawn_layout(1));
  }
}

TEST_CASE("a suggested layout guards the flag, holds engineers and bombs back and sends the strong ahead") {
  constexpr int kLayouts = 1000;
  std::array<int, 2> flags{};
  int ringed = 0;
  int decoys = 0;
  int strong_on_rails = 0;
  std::map<Kind, double> row;
  for (int i = 0; i < kLayouts; ++i) {
    const Layout layout = suggest_layout(seed_of(i), 0);
    const std::size_t flag = layout[1] == Kind::kFlag ? 1 : 3;
    ++flags[flag / 2];
    // The way from the front to the flag is always mined.
    REQUIRE(layout[flag + kColumns] == Kind::kMine);
    const auto beside = (layout[flag - 1] == Kind::kMine ? 1 : 0) + (layout[flag + 1] == Kind::kMine ? 1 : 0);
    ringed += beside == 2 ? 1 : 0;
    decoys += layout[4 - flag + kColumns] == Kind::kMine ? 1 : 0;
    // Nothing of worth is locked up in the other headquarters.
    REQUIRE(index(layout[4 - flag]) >= index(Kind::kCaptain));
    for (std::size_t place = 0; place < layout.size(); ++place) {
      const Kind kind = layout[place];
      if (kind == Kind::kHidden) continue;
      row[kind] += static_cast<double>(place / kColumns) / kKindCount[index(kind)];
      if (index(kind) <= index(Kind::kBrigadier)) {
        REQUIRE(place >= kColumns);
        strong_on_rails += kGraph.rails[place] != 0 ? 1 : 0;
      }
    }
  }
  for (auto& [kind, sum] : row)
    sum /= kLayouts;
  CHECK(flags[0] > 400);
  CHECK(flags[1] > 400);
  CHECK(ringed > 250);
  CHECK(ringed < 700);
  CHECK(decoys > 100);
  CHECK(strong_on_rails > kLayouts * 6 * 7 / 10);
  for (const Kind strong : {Kind::kMarshal, Kind::kGeneral, Kind::kMajorGeneral, Kind::kBrigadier}) {
    INFO(kLetters[index(strong)]);
    CHECK(row[strong] > row[Kind::kEngineer] + 1);
    CHECK(row[strong] > row[Kind::kBomb]);
    CHECK(row[strong] > row[Kind::kLieutenant] + 1);
  }
}

TEST_CASE("a layout becomes pieces on the side's own half, and the same layout again") {
  for (const Side side : {Side::kRed, Side::kBlue}) {
    const std::vector<qitai_piece> pieces = pieces_of(side, kSampleLayout);
    REQUIRE(pieces.size() == kPieces);
    for (const qitai_piece& piece : pieces) {
      CHECK(half_of(static_cast<Point>(piece.point)) == static_cast<int>(index(side)));
      CHECK(piece.colour == index(side));
      CHECK(piece.count == 1);
    }
    CHECK(std::get<std::string>(setup_text(side, pieces)) == kSampleLayout);
  }
  // The front row's left piece of Red stands on a6, that of Blue, who sits opposite, on e7.
  CHECK(pieces_of(Side::kRed, "6..../...../...../...../...../.....")[0].point == point_of("a6"));
  CHECK(pieces_of(Side::kBlue, "6..../...../...../...../...../.....")[0].point == point_of("e7"));
  CHECK(refusal_of(Side::kRed, std::vector<qitai_piece>{}).empty());  // a board still empty is a layout
  CHECK(refusal_of(Side::kRed, {{point_of("e7"), 3, 0, 0, 1}}) == "no-such-point");
  CHECK(refusal_of(Side::kRed, {{900, 3, 0, 0, 1}}) == "no-such-point");
  CHECK(refusal_of(Side::kRed, {{0, 12, 0, 0, 1}}) == "piece-count");
  CHECK(refusal_of(Side::kRed, {{0, 0, 0, 0, 1}, {2, 0, 0, 0, 1}}) == "piece-count");
  CHECK(refusal_of(Side::kRed, {{0, 3, 0, 0, 1}, {0, 4, 0, 0, 1}}) == "own-piece-there");
}

TEST_CASE("a refused layout names its rule and marks the points of the side that sets up") {
  CHECK(refusal_of(Side::kRed, kSampleLayout).empty());
  CHECK(refusal_of(Side::kRed, "64375") == "layout-row-count");
  const auto points = [](Side side) {
    const auto read = read_setup(side, "6437B/7.3.E/25.82/3.5.2/EM9ME/BFM46");
    const auto& refusal = std::get<sdk::Refusal>(read);
    CHECK(refusal.id() == "bomb-place");
    REQUIRE(refusal.points().size() == 1);
    return refusal.points()[0];
  };
  CHECK(points(Side::kRed) == point_of("e6"));
  CHECK(points(Side::kBlue) == point_of("a7"));
}

TEST_CASE("a piece goes where it may stand while whatever stands there may stand on its own point") {
  // Back row B F M 4 6, second E M 9 M E; bombs on a1 and c3.
  CHECK(places_of(Side::kRed, kSampleLayout, "b1") == "d1");
  CHECK(places_of(Side::kRed, kSampleLayout, "d1") ==
        "a1 b1 c1 e1 a2 b2 c2 d2 e2 a3 c3 e3 a4 b4 d4 e4 a5 c5 e5 a6 b6 c6 d6 e6");
  // A mine stays in the two back rows, and the flag does not take its place but in a headquarters.
  CHECK(places_of(Side::kRed, kSampleLayout, "c1") == "a1 d1 e1 a2 b2 c2 d2 e2");
  // A bomb not in front, and no mine comes out of the back rows for it.
  CHECK(places_of(Side::kRed, kSampleLayout, "c3") == "a1 d1 e1 a2 c2 e2 a3 e3 a4 b4 d4 e4 a5 c5 e5");
  // A front piece changes with anything but bombs, mines and the flag.
  CHECK(places_of(Side::kRed, kSampleLayout, "a6") ==
        "d1 e1 a2 c2 e2 a3 e3 a4 b4 d4 e4 a5 c5 e5 b6 c6 d6 e6");
  CHECK(places_of(Side::kBlue, kSampleLayout, "d12") == "b12");
  CHECK(places_of(Side::kRed, kSampleLayout, "b3").empty());   // a camp, nothing stands there
  CHECK(places_of(Side::kRed, kSampleLayout, "a12").empty());  // not its half
  CHECK(places_of(Side::kRed, "nonsense", "a1").empty());
  // An empty place takes what may stand there.
  CHECK(places_of(Side::kRed, "...../...../...../...../...../.F...", "b1") == "d1");
}

}  // namespace qitai::junqi
