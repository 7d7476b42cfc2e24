// States drawn from what a seat knows agree with all of it, and are no other than what may be.
#include <algorithm>
#include <cstring>
#include <set>

#include "variants/junqi/hall.hpp"

namespace qitai::junqi {
namespace {

#ifdef QITAI_LONG
constexpr int kPositions = 20'000;
#else
constexpr int kPositions = 2'000;
#endif

std::array<std::uint8_t, 32> seed_of(std::mt19937_64& random) {
  std::array<std::uint8_t, 32> seed{};
  for (std::uint8_t& byte : seed)
    byte = static_cast<std::uint8_t>(random());
  return seed;
}

// All that a state tells a seat, as bytes.
std::string told(const host::State& state, int viewer) {
  const auto view = state.view(viewer);
  std::string text(reinterpret_cast<const char*>(view.data()), view.size() * sizeof view[0]);
  text += '|' + std::to_string(state.hash(viewer)) + '|' + std::to_string(state.hash(host::kPublic)) + '|' +
          state.position(viewer) + '|' + state.save(QITAI_SAVE_SEAT_VIEW, viewer) + '|';
  if (viewer == host::kPublic) return text;
  const auto moves = state.legal(viewer);
  REQUIRE(moves);
  return text.append(reinterpret_cast<const char*>(moves->data()), moves->size() * sizeof(host::Move));
}

std::string kinds_of(const host::State& state, int viewer) {
  std::string text;
  for (const host::Piece& piece : state.view(viewer)) {
    if (piece.colour == viewer) text += static_cast<char>('a' + piece.kind);
  }
  return text;
}

OptionTexts options_of(std::mt19937_64& random) {
  constexpr std::array<const char*, 4> kTakers{"not_marshal", "any", "engineer", "engineer_after_mines"};
  constexpr std::array<const char*, 3> kAfter{"hidden", "survivor", "both"};
  return {{"mode", "dark"},
          {"flag_taker", kTakers[random() % 4]},
          {"mine_survives", random() % 2 == 0 ? "on" : "off"},
          {"after_fight", kAfter[random() % 3]},
          {"empty_hq_reveals", random() % 2 == 0 ? "on" : "off"}};
}

}  // namespace

TEST_CASE("2,000 drawn states tell their seat byte for byte what it knew") {
  std::mt19937_64 random(818);
  int drawn = 0;
  int other = 0;
  for (std::uint64_t game = 0; drawn < kPositions; ++game) {
    Hall hall(options_of(random), game);
    hall.open(random);
    random_game(hall, random, [&](Hall& now) {
      if (random() % 4 != 0) return true;
      for (const int viewer : {0, 1}) {
        const host::State& partial = now.partial(viewer);
        if (partial.outcome().state == host::Outcome::State::kOver) continue;
        const auto full = partial.resample(seed_of(random));
        REQUIRE(full);
        CHECK(full->knower() == -1);
        CHECK(told(*full, viewer) == told(partial, viewer));
        CHECK(full->acting() == now.full().acting());
        // It loads again as a full state: every side has what it sets up, and every seat knows its own.
        CHECK_NOTHROW(must(junqi_game().load(full->save(QITAI_SAVE_JOURNAL))));
        for (host::Point at = 0; at < 60; ++at) {
          const std::uint64_t may = partial.candidates(viewer, at);
          CHECK(full->candidates(viewer, at) == may);
          CHECK(now.full().candidates(viewer, at) == may);
          for (const int side : {0, 1}) {
            const std::uint64_t truth = now.full().candidates(side, at);
            const std::uint64_t guess = full->candidates(side, at);
            const bool own = (truth & (truth - 1)) == 0 && truth != 0;
            if (own) CHECK((truth & ~may & ~now.full().candidates(1 - side, at)) == 0);
            if ((guess & (guess - 1)) == 0 && guess != 0 && side != viewer) CHECK((guess & ~may) == 0);
          }
        }
        other += kinds_of(*full, 1 - viewer) == kinds_of(now.full(), 1 - viewer) ? 0 : 1;
        ++drawn;
      }
      return drawn < kPositions;
    });
  }
  // It guesses: only where nearly everything has fallen may it hit the truth.
  CHECK(other > drawn * 9 / 10);
}

TEST_CASE("the same seed draws the same state, other seeds draw others") {
  std::mt19937_64 random(5);
  Hall hall({}, std::uint64_t{5});
  hall.open(random);
  std::set<std::string> seen;
  std::array<int, 60> flags{};
  for (int i = 0; i < 300; ++i) {
    const auto seed = seed_of(random);
    const auto one = hall.partial(0).resample(seed);
    CHECK(one->save(QITAI_SAVE_JOURNAL) == hall.partial(0).resample(seed)->save(QITAI_SAVE_JOURNAL));
    seen.insert(kinds_of(*one, 1));
    for (const host::Piece& piece : one->view(1)) {
      if (piece.colour == 1 && piece.kind == 11) ++flags[piece.point];
    }
  }
  CHECK(seen.size() == 300);
  // Before anybody moves, the flag stands in either headquarters.
  CHECK(flags[56] + flags[58] == 300);
  CHECK(flags[56] > 90);
  CHECK(flags[58] > 90);
  CHECK_FALSE(hall.full().resample({}));
}

TEST_CASE("in the open and in the flip game nothing but the draws is left to guess") {
  for (const char* mode : {"open", "flip"}) {
    std::mt19937_64 random(9);
    Hall hall({{"mode", mode}}, std::uint64_t{9});
    hall.open(random);
    int looked = 0;
    random_game(hall, random, [&](Hall& now) {
      for (const int viewer : {0, 1}) {
        const auto full = now.partial(viewer).resample(seed_of(random));
        REQUIRE(full);
        CHECK(told(*full, 0) == told(now.full(), 0));
        CHECK(told(*full, 1) == told(now.full(), 1));
      }
      return ++looked < 150;
    });
    CHECK(looked > 50);
  }
}

TEST_CASE("a spectator draws both sides") {
  std::mt19937_64 random(21);
  Hall hall({}, std::uint64_t{21});
  hall.open(random);
  int looked = 0;
  random_game(hall, random, [&](Hall& now) {
    const auto full = now.partial(host::kPublic).resample(seed_of(random));
    REQUIRE(full);
    CHECK(told(*full, host::kPublic) == told(now.partial(host::kPublic), host::kPublic));
    return ++looked < 100;
  });
}

}  // namespace qitai::junqi
