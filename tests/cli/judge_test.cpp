// What `qitai judge` prints, by the rules of xiangqi; games and positions are from other programs.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "qitai.hpp"

using namespace qitai::testing;
using Catch::Matchers::Contains;
using Json = nlohmann::json;

namespace {

const std::string kStart = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
// Played out against Fairy-Stockfish, which finds no legal move at its end.
const std::string kMate =
    "g3g4 f9e8 c3c4 b7b5 b0c2 b5g5 g4g5 i6i5 g5g6 h7e7 h0g2 i9i8 b2b8 g9i7 b8i8 a6a5 i8i9 h9g7 h2h9";

Finished judge(std::vector<std::string> words, const std::string& variant = "xiangqi") {
  words.insert(words.begin(), {"judge", "--variant", variant});
  return qitai::testing::qitai(words);
}

Json verdict(const std::vector<std::string>& words, const std::string& variant = "xiangqi") {
  const Finished done = judge(words, variant);
  INFO(done.err);
  REQUIRE(done.status == 0);
  CHECK(done.err.empty());
  return Json::parse(done.out);
}

}  // namespace

TEST_CASE("judge tells how the first position stands") {
  const Json json = verdict({});
  CHECK(json["variant"] == "xiangqi");
  CHECK(json["fen"] == kStart);
  CHECK(json["ply"] == 0);
  CHECK(json["turn"] == "red");
  CHECK(json["check"] == false);
  CHECK(json["status"] == "ongoing");
  CHECK(json["winner"].is_null());
  CHECK(json["reason"].is_null());
  CHECK(json["claims"] == Json::array());
  CHECK(json["legal"].size() == 44);
  CHECK(std::is_sorted(json["legal"].begin(), json["legal"].end()));
  CHECK(json["moves"] == Json::array());
  CHECK(json["explain"].is_object());
  CHECK_FALSE(json.contains("unplayed"));
}

TEST_CASE("judge writes each move in every notation, and reads coordinates in three ways") {
  for (const std::string move : {"h2e2", "H2-E2", "h2-e2"}) {
    const Json json = verdict({"--moves", move + " h9g7"});
    CHECK(json["ply"] == 2);
    CHECK(json["turn"] == "red");
    REQUIRE(json["moves"].size() == 2);
    CHECK(json["moves"][0]["move"] == "h2e2");
    CHECK(json["moves"][0]["notation"] == Json{{"chinese", "炮二平五"},
                                               {"chinese-traditional", "炮二平五"},
                                               {"wxf", "C2.5"},
                                               {"iccs", "H2-E2"},
                                               {"uci", "h2e2"}});
    CHECK(json["moves"][1]["move"] == "h9g7");
    CHECK(json["moves"][1]["notation"]["chinese"] == "马８进７");
    CHECK(json["moves"][1]["notation"]["chinese-traditional"] == "馬8進7");
  }
}

TEST_CASE("A game that ends in checkmate: the winner, the reason, no legal moves") {
  const Json json = verdict({"--moves", kMate});
  CHECK(json["status"] == "win");
  CHECK(json["winner"] == "red");
  CHECK(json["reason"] == "checkmate");
  CHECK(json["check"] == true);
  CHECK(json["turn"] == "black");
  CHECK(json["ply"] == 19);
  CHECK(json["legal"] == Json::array());
  CHECK(json["unplayed"] == 0);
}

TEST_CASE("A game that ends inside the moves stops there and counts the rest") {
  const Json json = verdict({"--moves", kMate + " e9e8 nonsense"});
  CHECK(json["ply"] == 19);
  CHECK(json["unplayed"] == 2);
  CHECK(json["winner"] == "red");
}

TEST_CASE("A side that cannot move has lost (困毙)") {
  // Black's general stands at d9; Red's general bars the middle file and the soldier the fourth.
  const Json json = verdict({"--fen", "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1"});
  CHECK(json["status"] == "win");
  CHECK(json["winner"] == "red");
  CHECK(json["reason"] == "stalemate-loss");
  CHECK(json["check"] == false);
  CHECK(json["turn"] == "black");
}

TEST_CASE("The natural limit is a draw after that many plies without a capture") {
  const Json json = verdict({"--option", "natural_limit=4", "--moves", "a0a1 a9a8 a1a2 a8a7 a2a1"});
  CHECK(json["status"] == "draw");
  CHECK(json["winner"].is_null());
  CHECK(json["reason"] == "natural-move-limit");
  CHECK(json["ply"] == 4);
  CHECK(json["unplayed"] == 1);
}

TEST_CASE("A fallen flag loses, a game that was over before it stays as it was") {
  const Json json = verdict({"--moves", "h2e2", "--flag", "black"});
  CHECK(json["status"] == "win");
  CHECK(json["winner"] == "red");
  CHECK(json["reason"] == "time");
  CHECK(json["legal"] == Json::array());
  CHECK(json["explain"] == Json{{"kind", "time"}, {"rule", "time"}});
  CHECK(verdict({"--moves", kMate, "--flag", "red"})["reason"] == "checkmate");
}

TEST_CASE("A move that is not legal: exit status 1, which ply, and why") {
  struct Row {
    std::string moves, move, why;
    int ply;
  };
  const Row row = GENERATE(
      // The horse's leg stands in the way.
      Row{"b0d1", "b0d1", "horse-leg", 1},
      // The cannon takes over one screen and moves over none.
      Row{"h2h7", "h2h7", "no-screen", 1}, Row{"h2h8", "h2h8", "blocked", 1},
      Row{"h2e2 h9g7 a0a3", "a0a3", "own-piece-there", 3}, Row{"h2e2 e0e1", "e0e1", "not-your-piece", 2});
  const Finished done = judge({"--moves", row.moves});
  CHECK(done.status == 1);
  const Json json = Json::parse(done.out);
  CHECK(json["error"] == "illegal-move");
  CHECK(json["ply"] == row.ply);
  CHECK(json["move"] == row.move);
  CHECK(json["why"] == row.why);
}

TEST_CASE("A move that can't be read: exit status 2") {
  for (const std::string moves : {"hello", "h2", "j2e2", "h2e2 \xff\xfe"}) {
    const Finished done = judge({"--moves", moves});
    CHECK(done.status == 2);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, Contains("can't be read"));
  }
}

TEST_CASE("A position that can't be: exit status 2 and the reason") {
  const std::string fen = GENERATE(
      // Nothing, too few ranks, a rank too long, an unknown letter, no side to move.
      as<std::string>{}, "", "9/9/9 w",
      "rnbakabnr1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
      "rnbakabnz/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
      "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x - - 0 1",
      // A general is missing, two on one side, one outside its palace.
      "rnba1abnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
      "4k4/9/9/9/9/9/9/9/4K4/3K5 w - - 0 1", "k8/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
      // The generals face each other with nothing between them; the side that moved is in check.
      "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "4k4/9/9/9/4R4/9/9/9/9/3K5 w - - 0 1");
  const Finished done = judge({"--fen", fen});
  INFO(fen << "\n" << done.err);
  CHECK(done.status == 2);
  CHECK(done.out.empty());
  CHECK_FALSE(done.err.empty());
}

// match.md's option `illegal`: Red's cannon on e4 stands alone between the generals.
TEST_CASE("judge plays by the rules of play that all games share") {
  const std::string open_file = "4k4/9/9/9/9/4C4/9/9/9/4K4 w - - 0 1";
  const auto with = [&](std::vector<std::string> options, const std::string& moves) {
    std::vector<std::string> words{"--fen", open_file, "--moves", moves};
    for (const std::string& option : options) {
      words.emplace_back("--option");
      words.push_back(option);
    }
    return judge(words);
  };
  SECTION("prevented, as without the option") {
    const Finished done = with({"illegal=prevent"}, "e4d4");
    CHECK(done.status == 1);
    CHECK(Json::parse(done.out)["why"] == "facing");
  }
  SECTION("corrected: taken back, and the same piece must move") {
    const Finished done = with({"illegal=correct"}, "e4d4 e4e5");
    REQUIRE(done.status == 0);
    const Json out = Json::parse(done.out);
    CHECK(out["ply"] == 1);
    CHECK(out["status"] == "ongoing");
    CHECK(out["moves"][0]["corrected"] == "facing");
    CHECK_FALSE(out["moves"][1].contains("corrected"));
    CHECK(Json::parse(with({"illegal=correct"}, "e4d4 e0e1").out)["why"] == "same-piece");
  }
  SECTION("corrected twice: lost") {
    const Finished done = with({"illegal=correct", "illegal_limit=2"}, "e4d4 e4f4 e4e5");
    REQUIRE(done.status == 0);
    const Json out = Json::parse(done.out);
    CHECK(out["reason"] == "illegal-move");
    CHECK(out["winner"] == "black");
    CHECK(out["ply"] == 0);
    CHECK(out["unplayed"] == 1);
  }
  SECTION("forfeit") {
    const Json out = Json::parse(with({"illegal=forfeit"}, "e4d4").out);
    CHECK(out["reason"] == "illegal-move");
    CHECK(out["winner"] == "black");
    CHECK(out["ply"] == 1);
  }
  SECTION("capture: the general takes the general") {
    const Json out = Json::parse(with({"illegal=capture"}, "e4d4 e9e0").out);
    CHECK(out["reason"] == "king-captured");
    CHECK(out["winner"] == "black");
    const Json first = Json::parse(with({"illegal=capture"}, "").out);
    CHECK(first["legal"].size() > Json::parse(with({}, "").out)["legal"].size());
  }
}

TEST_CASE("Chess: claims are named and end nothing, unless they are automatic") {
  const std::string dance = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
  const Json open = verdict({"--moves", dance}, "chess");
  CHECK(open["status"] == "ongoing");
  CHECK(open["claims"] == Json{"threefold"});
  CHECK(open["reason"].is_null());
  CHECK_FALSE(open["legal"].empty());
  CHECK(verdict({"--moves", dance.substr(0, 34)}, "chess")["claims"] == Json::array());

  const Json automatic = verdict({"--option", "claims=automatic", "--moves", dance + " e2e4"}, "chess");
  CHECK(automatic["status"] == "draw");
  CHECK(automatic["reason"] == "repetition");
  CHECK(automatic["ply"] == 8);
  CHECK(automatic["unplayed"] == 1);
  CHECK(automatic["claims"] == Json::array());

  const Json fifty = verdict({"--fen", "4k3/8/8/8/8/8/4P3/4K2R w K - 99 80", "--moves", "h1h2"}, "chess");
  CHECK(fifty["claims"] == Json{"fifty-move"});
}

TEST_CASE("Chess: notations, and the flag of one whom the other cannot mate") {
  const Json json = verdict({"--moves", "e2e4 e7e5 Nf3"}, "chess");
  REQUIRE(json["moves"].size() == 3);
  CHECK(json["moves"][2]["move"] == "g1f3");
  CHECK(json["moves"][2]["notation"]["san"] == "Nf3");
  CHECK(json["moves"][2]["notation"]["uci"] == "g1f3");
  CHECK(json["turn"] == "black");
  const Json bare = verdict({"--fen", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "--flag", "white"}, "chess");
  CHECK(bare["status"] == "draw");
  CHECK(bare["winner"].is_null());
  CHECK(bare["reason"] == "time-without-material");
  CHECK(bare["explain"] == Json{{"kind", "time"}, {"rule", "time-without-material"}});
  CHECK(verdict({"--flag", "white"}, "chess")["winner"] == "black");
}

TEST_CASE("Junqi: the first words are the layouts, the lowest seat's first, then come the moves") {
  const std::string layout = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";
  const Json none = verdict({}, "junqi");
  CHECK(none["setup"] == Json{"red", "blue"});
  CHECK(none["turn"] == "red");
  CHECK(none["status"] == "ongoing");
  CHECK(none["legal"] == Json::array());

  const Json one = verdict({"--moves", layout}, "junqi");
  CHECK(one["setup"] == Json{"blue"});
  CHECK(one["turn"] == "blue");
  CHECK(one["ply"] == 0);
  CHECK(one["moves"] == Json::array({{{"seat", "red"}, {"layout", layout}}}));

  // Red's brigadier on a6 takes the colonel on a7.
  const Json played = verdict({"--moves", layout + " " + layout + " a6a7"}, "junqi");
  CHECK_FALSE(played.contains("setup"));
  CHECK(played["turn"] == "blue");
  CHECK(played["ply"] == 1);
  REQUIRE(played["moves"].size() == 3);
  CHECK(played["moves"][1]["seat"] == "blue");
  CHECK(played["moves"][2]["move"] == "a6a7");
  // Of the open game everybody knows the moves.
  CHECK(verdict({"--moves", layout + " " + layout, "--option", "mode=open"}, "junqi")["legal"].size() == 33);
}

TEST_CASE("Junqi: a set-up limit that ends gives its seat a legal layout, the same each time") {
  const Json both = verdict({"--flag", "blue"}, "junqi");
  CHECK(both["setup"] == Json{"red"});
  REQUIRE(both["moves"].size() == 1);
  CHECK(both["moves"][0]["seat"] == "blue");
  CHECK(both["moves"][0]["drawn"] == true);
  const std::string layout = both["moves"][0]["layout"];
  CHECK(verdict({"--flag", "blue"}, "junqi")["moves"] == both["moves"]);

  const Json rest = verdict({"--moves", layout, "--flag", "blue"}, "junqi");
  CHECK(rest["turn"] == "red");
  CHECK(rest["status"] == "ongoing");
  CHECK_FALSE(rest.contains("setup"));
  // With both set up, a flag is a flag again.
  const Json lost = verdict({"--moves", layout + " " + layout, "--flag", "blue"}, "junqi");
  CHECK(lost["winner"] == "red");
  CHECK(lost["reason"] == "time");

  const Finished done = judge({"--moves", layout, "--flag", "red"}, "junqi");
  CHECK(done.status == 2);
  CHECK_THAT(done.err, Contains("--flag red: that seat has set up its pieces"));
}

TEST_CASE("Junqi: what is no layout, and what the rules forbid") {
  struct Row {
    std::string layout, why;
    Json points;
  };
  const Row row = GENERATE(Row{"64375/7.3.E/25.82/M.B.2/E39ME/BFM46", "mine-place", {"a3"}},
                           Row{"6437B/7.3.E/25.82/3.5.2/EM9ME/BFM46", "bomb-place", {"e6"}},
                           Row{"6437./7.3.E/25.82/3.B.2/EM9ME/BFM46", "pieces-missing", {"e6"}});
  const Finished refused = judge({"--moves", row.layout}, "junqi");
  CHECK(refused.status == 1);
  CHECK(Json::parse(refused.out) == Json{{"error", "illegal-layout"},
                                         {"seat", "red"},
                                         {"layout", row.layout},
                                         {"why", row.why},
                                         {"points", row.points}});
  for (const std::string words : {"a6a7", "64375/7.3.E", "64375/7.3.E/25.82/3.B.2/EM9ME/BFM4x"}) {
    const Finished done = judge({"--moves", words}, "junqi");
    INFO(done.err);
    CHECK(done.status == 2);
    CHECK(done.out.empty());
    CHECK_THAT(done.err,
               Contains("the set-up of red comes first, and \"" + words + "\" is no layout (layout-"));
  }
}

TEST_CASE("Junqi: a draw by lot cannot be said in moves") {
  const Finished done = judge({"--option", "mode=flip", "--moves", "a1 b2"}, "junqi");
  CHECK(done.status == 2);
  CHECK_THAT(done.err, Contains("\"b2\" cannot be played: a draw by lot comes next"));
}

TEST_CASE("A draw or a loss by repetition explains itself") {
  // Red's chariot checks for ever.
  const Json json = verdict({"--fen", "4k4/9/9/9/9/9/9/9/4A4/R2K5 w - - 0 1", "--moves",
                             "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9"});
  CHECK(json["status"] == "win");
  CHECK(json["winner"] == "black");
  CHECK(json["reason"] == "perpetual-check");
  CHECK(json["explain"]["kind"] == "repetition");
  CHECK(json["unplayed"] > 0);
}
