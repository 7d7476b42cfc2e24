// The set-up extension: questions about layouts, and a plugin that answers them with nonsense.
#include <qitai/variant.hpp>

#include <set>

#include "toy_table.hpp"

using namespace qitai::testing;
namespace sdk = qitai::sdk;

namespace {

enum class Lie {
  kNone,
  kSuggest,     // a layout that it refuses itself
  kLong,        // more bytes than a set-up may have
  kPoint,       // a piece outside the board
  kKind,        // a kind that the game does not have
  kOrder,       // pieces that descend
  kSelf,        // the piece's own point among its places
  kPlaces,      // places that descend
  kThrow,       // everything throws
  kCandidates,  // a bit beyond the last kind
  kPartial,     // a drawn state that still does not know its moves
  kUnknown,     // a drawn state that does not know how it stands
  kOther,       // a drawn state in which something known is otherwise
};
Lie lie = Lie::kNone;  // one test, one thread

// Three points, two kinds, one seat that sets up.
struct Liar {
  int knower = -1;
  int drawn = 0;

  static sdk::Description description() {
    sdk::Description d("liar", 1);
    d.name("Liar", "lies").seat("one", "One", "One to move", 0, 0).colour("c", "C", "C", 0);
    d.kind("a", "A", "A", "").kind("b", "B", "B", "");
    d.flags(QITAI_VARIANT_HIDDEN | QITAI_VARIANT_SETUP);
    return d;
  }
  static const sdk::Board& board(std::span<const std::int64_t>) {
    static const sdk::Board kBoard = [] {
      sdk::Board b(1000, 1000);
      b.point(0, 0, "a1").point(500, 0, "b1").point(1000, 0, "c1");
      return b;
    }();
    return kBoard;
  }
  static sdk::Made<Liar> create(const sdk::Start& start) { return Liar{start.knower, 0}; }
  std::uint32_t acting() const { return QITAI_ACTING_SETUP | sdk::only(0); }
  qitai_status legal(int, sdk::List<qitai_move>&) const {
    return drawn != 0 && lie == Lie::kPartial ? QITAI_UNKNOWN : QITAI_OK;
  }
  std::optional<sdk::Refusal> apply(int, qitai_move, sdk::Changes&) { return sdk::Refusal("no"); }
  std::optional<sdk::Refusal> setup_apply(int, std::string_view, sdk::Changes&) { return sdk::Refusal("no"); }
  sdk::Outcome outcome() const {
    return drawn != 0 && lie == Lie::kUnknown ? sdk::Outcome::unknown() : sdk::Outcome();
  }
  void view(int, sdk::List<qitai_piece>& pieces) const {
    pieces.add({1, 0, 0, static_cast<std::uint8_t>(drawn != 0 && lie == Lie::kOther ? 2 : 0), 1});
  }
  std::uint64_t hash(int) const { return 7; }
  void save(int, int, sdk::Writer&) const {}
  static sdk::Made<Liar> load(sdk::Reader&) { return Liar{}; }

  std::uint64_t candidates(int, std::uint16_t) const { return lie == Lie::kCandidates ? 5 : 1; }
  sdk::Made<Liar> resample(std::span<const std::uint8_t, 32>) const {
    if (lie == Lie::kThrow) throw std::runtime_error("no draw today");
    return Liar{-1, 1};
  }
  std::string setup_suggest(int, std::span<const std::uint8_t, 32>) const {
    if (lie == Lie::kThrow) throw std::runtime_error("no idea");
    if (lie == Lie::kLong) return std::string(5000, 'x');
    return lie == Lie::kSuggest ? "bad" : "good";
  }
  std::optional<sdk::Refusal> setup_read(int, std::string_view, sdk::List<qitai_piece>& pieces) const {
    if (lie == Lie::kThrow) throw std::runtime_error("no glasses");
    if (lie == Lie::kOrder) pieces.add({2, 0, 0, 0, 1});
    pieces.add({static_cast<std::uint16_t>(lie == Lie::kPoint ? 3 : 1),
                static_cast<std::uint16_t>(lie == Lie::kKind ? 2 : 1), 0, 0, 1});
    return std::nullopt;
  }
  sdk::Made<std::string> setup_write(int, std::span<const qitai_piece> pieces) const {
    if (lie == Lie::kThrow) throw std::runtime_error("no pen");
    if (lie == Lie::kLong) return std::string(5000, 'x');
    if (pieces.empty()) return sdk::Refusal("nothing-there");
    return "good";
  }
  std::optional<sdk::Refusal> setup_check(int, std::string_view layout) const {
    if (lie == Lie::kThrow) throw std::runtime_error("no rules");
    if (layout == "good") return std::nullopt;
    return sdk::Refusal("bad").at(2).offset(1);
  }
  void setup_places(int, std::string_view, std::uint16_t point, sdk::List<std::uint16_t>& out) const {
    if (lie == Lie::kThrow) throw std::runtime_error("no map");
    if (lie == Lie::kSelf) out.add(point);
    if (lie == Lie::kPlaces) out.add(2);
    out.add(1);
  }
};

State liar(int knower = 0) {
  lie = Lie::kNone;
  static const qitai_plugin kPlugin = sdk::plugin<Liar>("liar", "1", "tests");
  const char id[] = QITAI_VARIANT_ID;
  const auto variant =
      Variant::wrap(static_cast<const qitai_variant*>(kPlugin.factory({id, sizeof id - 1}, 0)), "1");
  REQUIRE(variant.ok());
  return taken((*variant)->create({{}, {}, knower, {}}));
}

}  // namespace

TEST_CASE("a suggested layout is legal, the same for its seed, and every one comes up") {
  const State full = make({}, -1);
  CHECK(full.has_setup());
  std::set<std::string> seen;
  for (std::uint8_t i = 0; i < 50; ++i) {
    std::array<std::uint8_t, 32> seed{};
    seed[0] = i;
    const std::string layout = *full.suggest_setup(1, seed);
    CHECK(layout == *make({}, 1).suggest_setup(1, seed));
    CHECK_FALSE(full.refuse_setup(1, layout));
    seen.insert(layout);
  }
  CHECK(seen.size() == kLayouts.size());
}

TEST_CASE("a layout is read into pieces and written back, legal or not") {
  const State south = make({}, 1);
  const auto pieces = taken(south.setup_pieces(1, "FB"));  // the back is f, the front e
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0].point == 4);
  CHECK(pieces[0].kind == 3);
  CHECK(pieces[1].point == 5);
  CHECK(pieces[1].kind == 0);
  CHECK(taken(south.setup_layout(1, pieces)) == "FB");
  CHECK(south.refuse_setup(1, "FB")->id == "bomb-in-front");
  CHECK(south.refuse_setup(1, "FB")->points == std::vector<Point>{4});
  CHECK(std::get<Refusal>(south.setup_pieces(1, "FX")).offset == 1);
  CHECK(std::get<Refusal>(south.setup_layout(1, std::vector<Piece>{{0, 0, 0, 0, 1}})).id == "not-your-half");
  CHECK(
      std::get<Refusal>(south.setup_layout(1, std::vector<Piece>{{4, 0, 0, 0, 1}, {4, 1, 0, 0, 1}})).points ==
      std::vector<Point>{4});
}

TEST_CASE("a piece may go where whatever stands there may stand on its own point") {
  const State south = make({}, 1);
  CHECK(south.setup_places(1, "FE", 5) == std::vector<Point>{4});
  CHECK(south.setup_places(1, "FE", 4) == std::vector<Point>{5});
  CHECK(south.setup_places(1, "BF", 5).empty());
  CHECK(south.setup_places(1, "FE", 0).empty());
  CHECK(south.setup_places(1, "FE", kNoPoint).empty());
  CHECK(south.setup_places(1, "FE", 99).empty());
}

TEST_CASE("there is nothing to ask once a seat has set up, nor of a seat there is not") {
  State full = make({}, -1);
  (void)taken(full.setup(1, "FE"));
  CHECK_FALSE(full.suggest_setup(1, {}));
  CHECK(full.suggest_setup(0, {}));
  CHECK(std::get<Refusal>(full.setup_pieces(1, "FE")).id == "unsupported");
  CHECK(std::get<Refusal>(full.setup_layout(1, {})).id == "unsupported");
  CHECK(full.refuse_setup(1, "FE")->id == "unsupported");
  CHECK(full.setup_places(1, "FE", 4).empty());
  CHECK_FALSE(full.suggest_setup(2, {}));
  CHECK(full.refuse_setup(-1, "FE")->id == "no-such-seat");
}

TEST_CASE("a plugin that answers nonsense about layouts is found out at once") {
  const State state = liar();
  const std::vector<Piece> piece = {{1, 1, 0, 0, 1}};
  CHECK(*state.suggest_setup(0, {}) == "good");
  CHECK(taken(state.setup_pieces(0, "good")).size() == 1);
  CHECK(taken(state.setup_layout(0, piece)) == "good");
  CHECK(std::get<Refusal>(state.setup_layout(0, {})).id == "nothing-there");
  CHECK(state.refuse_setup(0, "bad")->points == std::vector<Point>{2});
  CHECK(state.setup_places(0, "good", 0) == std::vector<Point>{1});
  lie = Lie::kSuggest;
  CHECK_THROWS_AS(state.suggest_setup(0, {}), PluginFault);
  lie = Lie::kLong;
  CHECK_THROWS_AS(state.suggest_setup(0, {}), PluginFault);
  CHECK_THROWS_AS(state.setup_layout(0, piece), PluginFault);
  for (const Lie wrong : {Lie::kPoint, Lie::kKind, Lie::kOrder}) {
    lie = wrong;
    CHECK_THROWS_AS(state.setup_pieces(0, "good"), PluginFault);
  }
  for (const Lie wrong : {Lie::kSelf, Lie::kPlaces}) {
    lie = wrong;
    CHECK_THROWS_AS(state.setup_places(0, "good", 0), PluginFault);
  }
  lie = Lie::kThrow;
  CHECK_THROWS_AS(state.suggest_setup(0, {}), PluginFault);
  CHECK_THROWS_AS(state.setup_pieces(0, "good"), PluginFault);
  CHECK_THROWS_AS(state.setup_layout(0, piece), PluginFault);
  CHECK_THROWS_AS(state.refuse_setup(0, "good"), PluginFault);
  CHECK_THROWS_AS(state.setup_places(0, "good", 0), PluginFault);
}

TEST_CASE("a plugin that draws states which cannot be is found out at once") {
  const State state = liar();
  CHECK(state.candidates(0, 1) == 1);
  CHECK(state.resample({})->knower() == -1);
  lie = Lie::kCandidates;
  CHECK_THROWS_AS(state.candidates(0, 1), PluginFault);
  for (const Lie wrong : {Lie::kPartial, Lie::kUnknown, Lie::kOther, Lie::kThrow}) {
    lie = wrong;
    CHECK_THROWS_AS(state.resample({}), PluginFault);
  }
}
