// The referee with whole games, loaded as the plugins that they are: xiangqi, and the toy game with hidden
// pieces.
#include <catch2/catch.hpp>

#include "host/plugins.hpp"
#include "match/reader.hpp"
#include "random_match.hpp"
#include "table.hpp"

using namespace qitai::test;

namespace {

std::shared_ptr<const qitai::host::Variant> xiangqi() {
  static const qitai::host::Plugins kPlugins =
      qitai::testing::load_plugins({QITAI_BUILD_DIR "/lib/qitai/plugins/xiangqi.so"});
  const auto game = kPlugins.variant("xiangqi");
  REQUIRE(game != nullptr);
  return game;
}

// Plays a move given in coordinates for the seat on turn.
void play(Table& table, const std::string& text) {
  const int seat = (table->acting() & 1u) != 0 ? 0 : 1;
  const auto move = table->state().read_move(seat, text);
  REQUIRE(std::holds_alternative<qitai::host::Move>(move));
  Intent made = intent(IntentKind::kMove, seat);
  made.move = std::get<qitai::host::Move>(move);
  table.accept(made);
}

}  // namespace

TEST_CASE("random intents at random times: xiangqi") {
  RandomPlay play;
  play.game = xiangqi();
  play.length = 160;
  Count count;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    play_random_match(play, seed, count);
  CHECK(count.plies > 500);
  CHECK(count.takebacks > 5);
}

TEST_CASE("random intents at random times: the toy game, hidden and with chance") {
  RandomPlay play;
  play.game = qitai::testing::toy();
  play.layouts = {"FE", "EF", "FM", "MF", "BF", "FB", "FF", ""};
  Count count;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    play_random_match(play, seed, count);
  CHECK(count.plies > 300);
  CHECK(count.ended > 50);
}

TEST_CASE("xiangqi: events read as a record") {
  Table table(xiangqi(), qitai::match::default_terms(*xiangqi()));
  for (const char* move : {"h2e2", "h9g7", "e2e6", "g7e6"})
    play(table, move);
  CHECK(table.news() == std::vector<std::string>{"started", "ply 0", "ply 1", "ply 0", "ply 1"});
  auto reader = qitai::match::Reader::make(xiangqi(), table->terms(), 0);
  REQUIRE(reader.ok());
  (*reader)->feed(table->events(0));
  const auto& plies = (*reader)->plies();
  REQUIRE(plies.size() == 4);
  CHECK(plies[0].coordinates == "h2e2");
  CHECK(plies[0].texts.at(0) == "炮二平五");
  CHECK(plies[1].texts.at(0) == "马８进７");
  CHECK(plies[2].marks.empty());  // the cannon has no screen towards the general
  CHECK((*reader)->pieces(0).size() == 32);
  CHECK((*reader)->pieces(4).size() == 30);
  int taken = 0;
  for (const int colour : {0, 1}) {
    for (const int count : (*reader)->captured(colour, 4))
      taken += count;
  }
  CHECK(taken == 2);
  table.check_replay();
}

TEST_CASE("xiangqi: mate and stalemate end the match, both lost by who cannot move") {
  Terms terms = qitai::match::default_terms(*xiangqi());
  SECTION("two chariots mate") {
    terms.position = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1";
    Table table(xiangqi(), terms);
    play(table, "b0b9");
    CHECK(table.news() == std::vector<std::string>{"started", "ply 0", "check", "ended checkmate [1,-1]"});
  }
  SECTION("stalemate (困毙)") {
    terms.position = "3k5/9/R8/9/9/9/9/9/9/4K4 w - - 0 1";
    Table table(xiangqi(), terms);
    play(table, "a7a8");
    CHECK(table.news() == std::vector<std::string>{"started", "ply 0", "ended stalemate-loss [1,-1]"});
  }
}
