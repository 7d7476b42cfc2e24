// A walker of a plugin that answers nonsense is found out at once, and none of it reaches a search.
#include "host/walker.hpp"

#include <catch2/catch.hpp>
#include <qitai/variant.hpp>

#include <stdexcept>

namespace sdk = qitai::sdk;
namespace host = qitai::host;

namespace {

// What the walker does wrong next; one test, one thread.
enum class Lie { kNone, kPoint, kSeat, kResult, kScore, kThrow, kRefuse };
Lie lie = Lie::kNone;

class Liar {
 public:
  void steps(int, sdk::List<qitai_step>& out) const {
    if (lie == Lie::kThrow) throw std::runtime_error("no steps today");
    const std::uint16_t to = lie == Lie::kPoint ? 9 : 1;
    out.add({{0, to, 0, 0}, 1'000'000, QITAI_STEP_NOISY});
  }
  bool play(qitai_move) { return lie != Lie::kRefuse; }
  void undo() {}
  [[nodiscard]] qitai_look look() const {
    qitai_look look{};
    if (lie == Lie::kSeat) look.seat = 2;
    if (lie == Lie::kResult) look.stuck = 5;
    return look;
  }
  [[nodiscard]] int evaluate() const { return lie == Lie::kScore ? 20'001 : 7; }
};

// Two points, and nothing ever happens on them.
class Empty {
 public:
  static sdk::Description description() {
    sdk::Description d("empty", 1);
    d.name("Empty", "nothing happens");
    d.seat("a", "A", "A to move", 0, 0).seat("b", "B", "B to move", 0, 0);
    d.colour("grey", "Grey", "g", 0x808080).kind("m", "Man", "m", "man");
    return d;
  }
  static const sdk::Board& board(std::span<const std::int64_t>) {
    static const sdk::Board kBoard = [] {
      sdk::Board b(1000, 1000);
      b.point(0, 0, "a1", QITAI_POINT_CROSSING);
      b.point(1000, 0, "b1", QITAI_POINT_CROSSING);
      return b;
    }();
    return kBoard;
  }
  static sdk::Made<Empty> create(const sdk::Start&) { return Empty(); }
  [[nodiscard]] std::uint32_t acting() const { return sdk::only(0); }
  void legal(int, sdk::List<qitai_move>&) const {}
  std::optional<sdk::Refusal> apply(int, qitai_move, sdk::Changes&) { return sdk::Refusal("no"); }
  [[nodiscard]] sdk::Outcome outcome() const { return {}; }
  void view(int, sdk::List<qitai_piece>&) const {}
  [[nodiscard]] std::uint64_t hash(int) const { return 1; }
  void save(int, int, sdk::Writer&) const {}
  static sdk::Made<Empty> load(sdk::Reader&) { return Empty(); }
  [[nodiscard]] Liar walker() const { return {}; }
};

}  // namespace

TEST_CASE("a walker that answers nonsense is a fault of its plugin") {
  lie = Lie::kNone;
  const auto variant = host::Variant::wrap(sdk::Adaptor<Empty>::variant(), "1.0.0");
  REQUIRE(variant);
  auto made = (*variant)->create({});
  const auto& state = std::get<host::State>(made);
  std::optional<host::Walker> walker = host::Walker::open(state);
  REQUIRE(walker);
  std::vector<host::Step> steps;
  walker->steps(host::Walker::Which::kAll, steps);
  REQUIRE(steps.size() == 1);
  CHECK(steps.front().hint == host::kMostScore);  // cut down, not believed
  CHECK(walker->evaluate() == 7);
  CHECK_FALSE(walker->can_pass());
  // Nothing was played that could be taken back.
  CHECK_THROWS_AS(walker->undo(), host::PluginFault);

  lie = Lie::kPoint;
  CHECK_THROWS_AS(walker->steps(host::Walker::Which::kAll, steps), host::PluginFault);
  lie = Lie::kThrow;
  CHECK_THROWS_AS(walker->steps(host::Walker::Which::kNoisy, steps), host::PluginFault);
  lie = Lie::kSeat;
  CHECK_THROWS_AS(walker->look(), host::PluginFault);
  lie = Lie::kResult;
  CHECK_THROWS_AS(walker->look(), host::PluginFault);
  lie = Lie::kScore;
  CHECK_THROWS_AS(walker->evaluate(), host::PluginFault);
  lie = Lie::kRefuse;
  CHECK_THROWS_AS(walker->play({0, 1, 0, 0}), host::PluginFault);
  CHECK(walker->depth() == 0);
  lie = Lie::kNone;
}
