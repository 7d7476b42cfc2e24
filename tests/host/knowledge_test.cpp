// What a piece may be, and full states drawn from what one seat knows: never against it, never more than it.
#include <bit>
#include <map>
#include <set>

#include "toy_table.hpp"

using namespace qitai::testing;

namespace {

std::array<std::uint8_t, 32> random_seed(Random& random) {
  std::array<std::uint8_t, 32> seed{};
  for (std::uint8_t& byte : seed)
    byte = static_cast<std::uint8_t>(random(256));
  return seed;
}

// Calls see(state of every seat and spectator, the truth) after every move of random games.
template <typename See>
void over_games(unsigned games, See see) {
  Random random(404);
  for (unsigned game = 0; game < games; ++game) {
    Table table(random_options(random));
    for (int seat = 0; seat < 2; ++seat) {
      for (const State& state : table.partial)
        see(state, table.full, random);
      table.setup(seat, kLayouts[random(kLayouts.size())]);
    }
    if (table.full.acting() == 1u << QITAI_CHANCE_SEAT) table.chance(random(2));
    for (int ply = 0; ply < 20; ++ply) {
      for (const State& state : table.partial)
        see(state, table.full, random);
      if (table.full.acting() == 0) break;
      const int seat = std::countr_zero(table.full.acting());
      const auto moves = *table.full.legal(seat);
      table.move(seat, moves[random(moves.size())]);
    }
  }
}

}  // namespace

TEST_CASE("a drawn state tells its viewer byte for byte what it knew, and knows everything itself") {
  std::size_t drawn = 0, differ = 0;
  over_games(150, [&](const State& partial, const State& truth, Random& random) {
    const int viewer = partial.knower();
    const auto full = partial.resample(random_seed(random));
    REQUIRE(full);
    REQUIRE(full->knower() == -1);
    REQUIRE(told(*full, viewer) == told(partial, viewer));
    REQUIRE(full->hash(kPublic) == truth.hash(kPublic));
    for (int seat = 0; seat < 2; ++seat)
      REQUIRE(full->legal(seat));
    ++drawn;
    differ += full->position(0) + full->position(1) != truth.position(0) + truth.position(1) ? 1 : 0;
    // It plays on: what the seat to move may do is what it may do here.
    if (const std::uint32_t acting = partial.acting(); acting == 1 || acting == 2) {
      const int seat = std::countr_zero(acting);
      State copy = full->clone();
      const auto moves = *copy.legal(seat);
      if (!moves.empty()) (void)taken(copy.apply(seat, moves[random(moves.size())]));
    }
  });
  CHECK(drawn > 2000);
  CHECK(differ > 500);  // it guesses, it does not look
}

TEST_CASE("the same seed draws the same state, and the seeds draw every case") {
  State north = make({1, 0, 1, 12}, 0);
  (void)taken(north.setup(0, "FM"));
  (void)taken(north.setup(1, ""));
  std::set<std::string> cases;
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const auto seed = random_seed(random);
    const auto one = north.resample(seed), other = north.resample(seed);
    REQUIRE(one->save(QITAI_SAVE_JOURNAL) == other->save(QITAI_SAVE_JOURNAL));
    cases.insert(one->position(1));
  }
  CHECK(cases.size() == kLayouts.size());
  CHECK_FALSE(make({1, 0, 1, 12}, -1).resample({}));  // a full state has nothing to draw
}

TEST_CASE("what a piece may be holds the truth, says the same on every state, and narrows") {
  std::map<int, std::size_t> sizes;
  over_games(150, [&](const State& partial, const State& truth, Random& random) {
    const int viewer = partial.knower();
    const auto drawn = partial.resample(random_seed(random));
    const auto known = partial.view(viewer);
    for (Point point = 0; point < 6; ++point) {
      const std::uint64_t kinds = partial.candidates(viewer, point);
      REQUIRE(kinds == truth.candidates(viewer, point));
      REQUIRE(kinds == drawn->candidates(viewer, point));
      const auto piece =
          std::find_if(known.begin(), known.end(), [&](const Piece& p) { return p.point == point; });
      REQUIRE((kinds == 0) == (piece == known.end()));
      if (piece == known.end()) continue;
      if (piece->kind != kNoKind) REQUIRE(kinds == std::uint64_t{1} << piece->kind);
      // The owner's own view is the truth.
      for (int seat = 0; seat < 2; ++seat) {
        for (const Piece& p : truth.view(seat)) {
          if (p.point == point && p.kind != kNoKind) REQUIRE((kinds >> p.kind & 1) != 0);
        }
        for (const Piece& p : drawn->view(seat)) {
          if (p.point == point && p.kind != kNoKind) REQUIRE((kinds >> p.kind & 1) != 0);
        }
      }
      ++sizes[std::popcount(kinds)];
    }
  });
  CHECK(sizes[1] > 1000);
  CHECK(sizes[3] > 100);
  CHECK(sizes[4] > 100);
  CHECK(make({}, 0).candidates(0, kNoPoint) == 0);
  CHECK(make({}, 0).candidates(0, 600) == 0);
  CHECK(make({}, 0).candidates(9, 0) == 0);
}
