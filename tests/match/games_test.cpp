// The referee with whole games, loaded as the plugins that they are: xiangqi, and the toy game with hidden
// pieces.
#include <catch2/catch.hpp>

#include "host/plugins.hpp"
#include "match/reader.hpp"
#include "random_match.hpp"
#include "table.hpp"

using namespace qitai::test;

namespace {

std::shared_ptr<const qitai::host::Variant> game_of(std::string_view id) {
  static const qitai::host::Plugins kPlugins = qitai::testing::load_plugins(
      {QITAI_BUILD_DIR "/lib/qitai/plugins/xiangqi.so", QITAI_BUILD_DIR "/lib/qitai/plugins/chess.so",
       QITAI_BUILD_DIR "/lib/qitai/plugins/junqi.so"});
  const auto game = kPlugins.variant(id);
  REQUIRE(game != nullptr);
  return game;
}

std::shared_ptr<const qitai::host::Variant> xiangqi() {
  return game_of("xiangqi");
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
  CHECK(count.plies > 300);
  CHECK(count.takebacks > 5);
}

TEST_CASE("random intents at random times: chess") {
  RandomPlay play;
  play.game = game_of("chess");
  play.length = 160;
  Count count;
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    play_random_match(play, seed, count);
  CHECK(count.plies > 150);
}

TEST_CASE("random intents at random times: junqi, dark, open and turned over") {
  const auto junqi = game_of("junqi");
  RandomPlay play;
  play.game = junqi;
  play.length = 200;
  play.layouts = {"", "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46", "94375/7.3.E/25.82/3.B.2/EM6ME/BFM46", "123"};
  const auto set = [&](Terms& terms, std::string_view id, std::int64_t value) {
    terms.options[static_cast<std::size_t>(junqi->info().option(id))] = value;
  };
  play.choose_options = [&](Terms& terms, Chance& chance) {
    set(terms, "mode", chance(5) % 3);  // dark, open, flip
    for (const char* id : {"flag_taker", "after_fight"})
      set(terms, id, chance(3));
    for (const char* id : {"mine_survives", "reveal_flag", "empty_hq_reveals", "first"})
      set(terms, id, chance(2));
    set(terms, "no_fight_limit", 10 + chance(40));
  };
  Count count;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    play_random_match(play, seed, count);
  CHECK(count.plies > 500);
  CHECK(count.seen.facts > 100);
  CHECK(count.seen.elsewhere > 10);
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
  CHECK(count.seen.facts > 50);
  CHECK(count.seen.declared > 5);
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

// Red's cannon on e4 stands alone between the generals: off the file it leaves them facing.
TEST_CASE("xiangqi: what becomes of a move that leaves the generals facing, or a check unanswered") {
  using qitai::match::Illegal;
  Terms terms = qitai::match::default_terms(*xiangqi());
  terms.position = "4k4/9/9/9/9/4C4/9/9/9/4K4 w - - 0 1";
  SECTION("prevented") {
    Table table(xiangqi(), terms);
    const auto move = std::get<qitai::host::Move>(table->state().read_move(0, "e4e5"));
    qitai::host::Move aside = move;
    aside.to = table->state().geometry().point("d4");
    CHECK(table->refuse(0, aside)->id == "facing");
  }
  SECTION("corrected: the cannon must then move another way") {
    terms.illegal = Illegal::kCorrect;
    Table table(xiangqi(), terms);
    table.news();
    const std::size_t all = table->legal(0).size();
    play(table, "e4d4");
    CHECK(table.news() == std::vector<std::string>{"corrected 0 facing"});
    const auto legal = table->legal(0);
    CHECK(legal.size() < all);
    for (const auto& move : legal)
      CHECK(move.from == table->state().geometry().point("e4"));
    Intent king = intent(IntentKind::kMove, 0);
    king.move = {table->state().geometry().point("e0"), table->state().geometry().point("e1"), 0, 0};
    table.refuse(king, "same-piece");
    play(table, "e4e5");
    CHECK(table.news() == std::vector<std::string>{"ply 0"});
    table.check_replay();
  }
  SECTION("forfeit: who faces has lost") {
    terms.illegal = Illegal::kForfeit;
    Table table(xiangqi(), terms);
    table.news();
    play(table, "e4d4");
    CHECK(table.news() == std::vector<std::string>{"ply 0", "ended 0 illegal-move [-1,1]"});
    table.check_replay();
  }
  SECTION("capture: the general flies across the open file and takes the other") {
    terms.illegal = Illegal::kCapture;
    Table table(xiangqi(), terms);
    table.news();
    play(table, "e4d4");
    play(table, "e9e0");
    CHECK(table.news() == std::vector<std::string>{"ply 0", "ply 1", "ended king-captured [-1,1]"});
    table.check_replay();
  }
}

TEST_CASE("xiangqi: touch-move") {
  Terms terms = qitai::match::default_terms(*xiangqi());
  terms.touch_move = true;
  Table table(xiangqi(), terms);
  const auto at = [&](const char* name) { return table->state().geometry().point(name); };
  const auto touch = [&](const char* name) {
    Intent made = intent(IntentKind::kTouch, (table->acting() & 1u) != 0 ? 0 : 1);
    made.move.from = at(name);
    table.accept(made);
  };
  touch("e0");  // the general can move: to e1
  REQUIRE(table->legal(0).size() == 1);
  CHECK(table->legal(0)[0].to == at("e1"));
  Intent other = intent(IntentKind::kMove, 0);
  other.move = {at("b2"), at("e2"), 0, 0};
  table.refuse(other, "touch-move");
  play(table, "e0e1");
  touch("a0");  // no piece of Black's takes that chariot
  CHECK(table->legal(1).size() == 44);
  touch("b0");  // the cannon on b7 takes this horse: over the cannon on b2
  REQUIRE(table->legal(1).size() == 1);
  touch("i9");
  play(table, "b7b0");
  table.check_replay();
}

// 照将不必声明: whoever does not see a check is not told of it by the record either.
TEST_CASE("where checks are not announced the record writes no sign of them, but that of mate") {
  const auto chess = game_of("chess");
  qitai::match::Terms terms = qitai::match::default_terms(*chess);
  terms.announce_check = GENERATE(true, false);
  Table table(chess, terms);
  for (const char* move : {"e2e4", "f7f6", "d1h5", "g7g6", "h5g6", "h7g6", "f1e2", "e8f7", "e2c4"})
    play(table, move);
  const auto reader = qitai::match::Reader::make(chess, terms, qitai::host::kPublic);
  REQUIRE(reader.ok());
  (*reader)->feed(table->events(qitai::host::kPublic));
  const auto texts = [&](std::size_t ply) { return (*reader)->plies()[ply].texts; };
  const std::string check = terms.announce_check ? "+" : "";
  CHECK(texts(2)[0] == "Qh5" + check);
  CHECK(texts(2)[1] == "♕h5" + check);
  CHECK(texts(2)[2] == "Qd1-h5" + check);
  CHECK(texts(2)[3] == "d1h5");
  CHECK(texts(3)[0] == "g6");
  CHECK(texts(8)[0] == "Bc4" + check);

  // The fool's mate: the game is over, and everybody sees it.
  Table over(chess, terms);
  for (const char* move : {"f2f3", "e7e5", "g2g4", "d8h4"})
    play(over, move);
  const auto whole = qitai::match::Reader::make(chess, terms, qitai::host::kPublic);
  REQUIRE(whole.ok());
  (*whole)->feed(over->events(qitai::host::kPublic));
  CHECK((*whole)->plies().back().texts[0] == "Qh4#");
}
