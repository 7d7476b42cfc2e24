// Whole games between two machines that know their own pieces alone: both come to the same public account,
// and what is opened at the end proves that nobody lied.
#include <catch2/catch.hpp>

#include "desk.hpp"

using namespace qitai::test;
using qitai::duel::Verdict;
using qitai::match::Phase;

namespace {

using Options = std::map<std::string, std::string>;

void check_end(Desk& desk) {
  INFO(desk.describe());
  REQUIRE(desk.over());
  desk.check_alike();
  for (const int which : {0, 1}) {
    const auto& verdict = desk.side(which).hidden->verdict();
    INFO("side " << which << ": " << verdict->how.id << " " << verdict->how.detail);
    CHECK(verdict->kind == Verdict::Kind::kHonest);
    const auto& result = desk.side(which).referee->events().back().result;
    CHECK(desk.side(which).hidden->result(result) == result);
    CHECK_FALSE(desk.side(which).hidden->owing());
    CHECK(desk.side(which).hidden->next_wake() == qitai::duel::kNever);
  }
}

const std::vector<Options> kDark{
    {},
    {{"after_fight", "survivor"}, {"flag_taker", "any"}},
    {{"after_fight", "both"}, {"empty_hq_reveals", "true"}},
    {{"flag_taker", "engineer_after_mines"}, {"no_fight_limit", "0"}},
    {{"reveal_flag", "false"}, {"first", "lot"}},
};

}  // namespace

TEST_CASE("hidden: dark games over a perfect link end alike, and nobody has lied") {
  std::map<std::string, int> reasons;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    INFO("game " << seed);
    Desk desk(hidden_terms("junqi", kDark[seed % kDark.size()]), seed, static_cast<int>(seed % 2));
    desk.set_up();
    desk.run();
    check_end(desk);
    ++reasons[desk.side(0).referee->events().back().text];
    CHECK(desk.turns > 10);
    CHECK(desk.openings == 2);
    for (const int which : {0, 1}) {
      const auto* revealed = desk.side(which).hidden->revealed();
      REQUIRE(revealed != nullptr);
      CHECK(revealed->full->public_hash() == desk.side(which).referee->public_hash());
    }
  }
  CHECK(reasons.size() > 1);
}

TEST_CASE("hidden: open games show both layouts when both stand, and open nothing") {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Desk desk(hidden_terms("junqi", {{"mode", "open"}}), seed, static_cast<int>(seed % 2));
    desk.set_up();
    desk.run();
    check_end(desk);
    CHECK(desk.openings == 0);
    CHECK(desk.turns == 0);
    CHECK(desk.plies > 10);
  }
}

TEST_CASE("hidden: pieces are turned over by the shares of both") {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Desk desk(hidden_terms("junqi", {{"mode", "flip"}}), seed, static_cast<int>(seed % 2));
    desk.set_up();
    desk.run();
    check_end(desk);
    CHECK(desk.shares > 20);
    CHECK(desk.plies > 10);
  }
}

TEST_CASE("hidden: links that are lost and machines that are killed at any moment change nothing") {
  int losses = 0, killed = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::string mode = seed % 4 == 3 ? "open" : seed % 4 == 2 ? "flip" : "dark";
    INFO("game " << seed << " " << mode);
    Options options{{"mode", mode}};
    if (seed % 3 == 0) options["first"] = "lot";
    Desk desk(hidden_terms("junqi", options), seed, static_cast<int>(seed / 2 % 2), {25, 40});
    desk.most_plies = 120;
    desk.set_up();
    desk.run();
    check_end(desk);
    losses += desk.losses;
    killed += desk.killed;
  }
  CHECK(losses > 300);
  CHECK(killed > 100);
}
