// Keepers of secrets through the host, with the toy game: what holds for any game of two hidden set-ups,
// apart from what junqi makes of it.
#include "secrets.hpp"

#include <bit>
#include <map>

#include "toy_table.hpp"

using namespace qitai::testing;
using qitai::host::Keeper;

namespace {

// Layouts of the toy game, the back first: elephant, mouse or bomb, and the flag.
const std::vector<std::string> kToyLayouts{"FE", "FM", "EF", "MF", "BF"};

std::vector<std::int64_t> toy_options(const char* id, std::int64_t value) {
  std::vector<std::int64_t> options;
  for (const auto& option : toy()->info().options)
    options.push_back(option.id == id ? value : option.fallback);
  return options;
}

}  // namespace

TEST_CASE("keepers play the toy game to its end and find no lie, whatever is set up") {
  std::mt19937_64 random(99);
  std::map<std::string, int> reasons;
  std::size_t messages = 0;
  for (const bool show : {false, true}) {
    for (const std::string& north : kToyLayouts) {
      for (const std::string& south : kToyLayouts) {
        for (int game = 0; game < 3; ++game) {
          INFO(north << " against " << south << (show ? ", survivors are shown" : ""));
          Machines table(toy(), toy_options("show", show ? 1 : 0), {north, south});
          if (table.full.acting() == 1U << QITAI_CHANCE_SEAT)
            table.draw(static_cast<std::uint32_t>(random() % 2));
          for (int ply = 0; ply < 40 && table.full.acting() != 0; ++ply) {
            const int seat = std::countr_zero(table.full.acting());
            const auto moves = table.full.legal(seat).value();
            table.play(seat, moves[random() % moves.size()]);
          }
          messages += table.said.size();
          ++reasons[table.full.outcome().reason];
          table.open();
          table.nobody_lied();
        }
      }
    }
  }
  CHECK(messages > 150);
  CHECK(reasons["flag-captured"] > 10);
  CHECK(reasons["no-moves"] > 5);
  CHECK(reasons["no-movers"] > 5);
}

TEST_CASE("an end that only a seat can know is declared, and judged at the end") {
  // Two movers that are both bombs make peace; South's is one, of North's it cannot know.
  const auto options = toy_options("first", 1);
  const auto declared = [&](const std::string& north) {
    Machines table(toy(), options, {north, "BF"});
    REQUIRE(table.full.acting() != 1U << QITAI_CHANCE_SEAT);
    REQUIRE(id_of(table.keeper(1).declare(0, "peace")).empty());
    REQUIRE(id_of(table.keeper(1).declare(0, "peace")).empty());
    CHECK(id_of(table.keeper(1).declare(0, "no-moves")) == "out-of-turn");
    table.open();
    return lie(table.keeper(1), 0);
  };
  CHECK(declared("BF").empty());
  CHECK(declared("MF") == "false-announcement");
  Machines table(toy(), options, {"MF", "BF"});
  CHECK(id_of(table.keeper(0).declare(0, "peace")) == "false-announcement");  // it knows better itself
  CHECK(id_of(table.keeper(0).declare(1, "peace")) == "false-announcement");  // and cannot be told so
}

TEST_CASE("a keeper before the first move: what it refuses, and whose roots are alike") {
  CHECK(Keeper::offered(*toy()));
  Keeper keeper = new_keeper(toy(), {}, 1, kSecrets[1]);
  CHECK(id_of(keeper.commit("FF")) == "one-flag");
  given(keeper.commit("FE"));
  CHECK(keeper.message(1, 0).empty());
  CHECK(keeper.facts(1).empty());
  CHECK(keeper.look().stage == Keeper::Stage::kIdle);
  CHECK(id_of(Keeper::restore(toy(), "")) == "malformed");
  // Two keepers of one secret and seat have one root; another match makes another.
  Keeper twin = new_keeper(toy(), {}, 1, kSecrets[1]);
  CHECK(given(twin.commit("FE")) == given(keeper.commit("FE")));
  qitai::host::SecretsStart start;
  start.seat = 1;
  start.secret = kSecrets[1];
  start.match = filled(1);
  Keeper elsewhere = given(Keeper::begin(toy(), start));
  CHECK(given(elsewhere.commit("FE")) != given(keeper.commit("FE")));
}
