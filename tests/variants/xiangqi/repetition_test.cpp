// The verdicts on repeated positions, and what stands before them.
#include "variants/xiangqi/cases.hpp"

namespace qitai::xiangqi {

TEST_CASE("AXF: the diagrams of the rules and other published cases") {
  int held = 0;
  for (const auto& row : testing::read_table("xiangqi_repetition.tsv")) {
    if (row.at("axf").empty() || !row.at("not_held").empty()) continue;
    const Outcome outcome = played(row, Repetition::kAxf).outcome();
    INFO(row.at("id") << " " << row.at("category") << ": " << outcome.reason);
    CHECK(verdict_of(outcome) == row.at("axf"));
    ++held;
  }
  CHECK(held == 100);
}

TEST_CASE("where the rule sets differ, case by case") {
  for (const auto& row : testing::read_table("xiangqi_rule_sets.tsv")) {
    INFO(row.at("case"));
    for (const Repetition rules : kRepetitions) {
      const std::string& expected = row.at(std::string(kColumns[static_cast<std::size_t>(rules)]));
      if (expected.empty()) continue;
      INFO(kColumns[static_cast<std::size_t>(rules)]);
      CHECK(verdict_of(played(row, rules).outcome()) == expected);
    }
    CHECK(played(row, Repetition::kCxa2020).outcome().reason == row.at("cxa2020_reason"));
  }
}

TEST_CASE("the simple rule: one-sided perpetual check alone loses") {
  for (const auto& row : testing::read_table("xiangqi_repetition.tsv")) {
    const Game game = played(row, Repetition::kSimple);
    const Outcome outcome = game.outcome();
    INFO(row.at("id") << ": " << outcome.reason);
    CHECK(outcome.over);
    std::array<bool, 2> checks{true, true};
    for (std::size_t i = game.repeat()->places.front(); i < game.plies().size(); ++i) {
      bool& side = checks[index(side_of(game.plies()[i].man))];
      side = side && game.plies()[i].check;
    }
    const std::string expected = checks[0] == checks[1] ? "draw" : checks[0] ? "red_loses" : "black_loses";
    CHECK(verdict_of(outcome) == expected);
  }
}

TEST_CASE("a verdict does not look at left and right, nor at the colours") {
  for (const char* table : {"xiangqi_repetition.tsv", "xiangqi_rule_sets.tsv"}) {
    for (const auto& row : testing::read_table(table)) {
      INFO(row.at("fen"));
      for (const Repetition rules : kRepetitions) {
        const Game game = played(row, rules);
        const Game mirrored =
            play_until_over(mirror_fen(row.at("fen")), mirror_moves(row.at("moves")), rules);
        const Game swapped = play_until_over(swap_fen(row.at("fen")), swap_moves(row.at("moves")), rules);
        CHECK(mirrored.plies().size() == game.plies().size());
        CHECK(swapped.plies().size() == game.plies().size());
        const Outcome outcome = game.outcome();
        CHECK(mirrored.outcome().winner == outcome.winner);
        CHECK(mirrored.outcome().reason == outcome.reason);
        CHECK(swapped.outcome().reason == outcome.reason);
        REQUIRE(swapped.outcome().winner.has_value() == outcome.winner.has_value());
        if (outcome.winner) CHECK(*swapped.outcome().winner == other(*outcome.winner));
        CHECK(deeds_of(mirrored) == deeds_of(game));
        CHECK(deeds_of(swapped) == deeds_of(game));
      }
    }
  }
}

TEST_CASE("the first position counts, the second time warns, the third ends") {
  // One chariot against a bare general.
  Game game = game_of("3k5/9/9/9/9/9/9/9/9/R4K3 w");
  play_all(game, {"a0a1", "d9d8", "a1a0"});
  CHECK_FALSE(game.outcome().warning.has_value());
  CHECK_FALSE(game.repeat().has_value());
  play_all(game, {"d8d9"});
  REQUIRE(game.outcome().warning.has_value());
  CHECK_FALSE(game.outcome().warning->loser.has_value());
  CHECK(game.repeat()->places == std::vector<std::size_t>{0, 4});
  play_all(game, {"a0a1", "d9d8", "a1a0"});
  CHECK_FALSE(game.over());
  play_all(game, {"d8d9"});
  CHECK(game.over());
  CHECK(game.outcome().reason == "repetition");
  CHECK(game.repeat()->places == std::vector<std::size_t>{0, 4, 8});
  MoveList list;
  game.legal(list);
  CHECK(list.empty());
  CHECK_FALSE(game.play(move_of("a0a1")));
  CHECK(game.refuse(move_of("a0a1"))->id == "ended");
  // Taken back and left: no repetition.
  CHECK(game.undo());
  play_all(game, {"d8d7"});
  CHECK_FALSE(game.over());
  CHECK_FALSE(game.outcome().warning.has_value());
}

TEST_CASE("the same men with the other side to move are another position") {
  Game game = game_of("3k5/9/9/9/9/9/9/9/9/R4K3 w");
  // Red loses a move by a triangle: after five plies the men stand as at first, Black to move.
  play_all(game, {"a0a1", "d9d8", "a1a2", "d8d9", "a2a0"});
  CHECK(game.position().side_to_move() == Side::kBlack);
  CHECK_FALSE(game.outcome().warning.has_value());
}

TEST_CASE("an offence runs through the whole time from the first standing to the third") {
  // The first way round has a quiet move of Red's, the second is all checks: no perpetual check.
  Game game = game_of("3k5/9/9/9/9/9/9/9/9/R4K3 w");
  play_all(game, {"a0a9", "d9d8", "a9a7", "d8d9", "a7a9", "d9d8"});
  REQUIRE(game.outcome().warning.has_value());
  CHECK_FALSE(game.outcome().warning->loser.has_value());
  play_all(game, {"a9a8", "d8d9", "a8a9"});
  CHECK(game.outcome().over);
  CHECK_FALSE(game.outcome().winner.has_value());
}

TEST_CASE("repetition comes before the natural limit on the same move, mate cannot repeat") {
  Game game = game_of("3k5/9/9/9/9/9/9/9/9/R4K3 w", {Repetition::kAxf, 9});
  play_all(game, {"a0a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8", "a9a8", "d8d9", "a8a9"});
  CHECK(game.outcome().reason == "perpetual-check");
  CHECK(game.outcome().winner == Side::kBlack);
}

TEST_CASE("what was found out about plies taken back says nothing of those played instead") {
  for (const Repetition rules : kRepetitions) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      std::mt19937_64 random(seed);
      const Setup start = setup_of("3k5/4a4/3a5/9/9/2c6/9/4C4/4A4/R3KA2r w");
      Game game(start, {rules, 0});
      int judged = 0;
      for (int step = 0; step < 1500; ++step) {
        MoveList list;
        game.legal(list);
        // Nearly always back where the man came from, or a ply taken back.
        const std::size_t plies = game.plies().size();
        const auto choice = random() % 8;
        if (list.empty() || choice == 0) {
          game.undo();
        } else {
          Move move = list[random() % list.size()];
          if (plies >= 2 && choice < 6) {
            const Move last = game.plies()[plies - 2].move;
            if (list.contains({last.to, last.from})) move = {last.to, last.from};
          }
          REQUIRE(game.play(move));
        }
        if (!game.repeat()) continue;
        Game anew(start, {rules, 0});
        for (const Ply& ply : game.plies())
          REQUIRE(anew.play(ply.move));
        const Outcome expected = anew.outcome();
        const Outcome outcome = game.outcome();
        CHECK(outcome.reason == expected.reason);
        CHECK(outcome.winner == expected.winner);
        REQUIRE(outcome.warning.has_value() == expected.warning.has_value());
        if (outcome.warning) CHECK(outcome.warning->reason == expected.warning->reason);
        if (outcome.warning) CHECK(outcome.warning->loser == expected.warning->loser);
        ++judged;
      }
      CHECK(judged > 100);
    }
  }
}

TEST_CASE("occurrences are found, and taken back, in a long game") {
  // Against a plain count of the keys.
  random_game(5, 400, [](const Game& game) {
    int count = 1;
    for (const Ply& ply : game.plies())
      count += ply.undo.key == game.position().key() ? 1 : 0;
    CHECK((count >= 2) == game.repeat().has_value());
    if (game.repeat()) CHECK(game.repeat()->places.size() == static_cast<std::size_t>(count));
  });
  std::mt19937_64 random(11);
  Game game = game_of("3k5/9/9/9/9/9/9/9/9/R4K3 w", {Repetition::kAxf, 0});
  for (int step = 0; step < 3000; ++step) {
    MoveList list;
    game.legal(list);
    if (list.empty() || random() % 3 == 0) {
      game.undo();
    } else {
      game.play(list[random() % list.size()]);
    }
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < game.plies().size(); ++i) {
      if (game.plies()[i].undo.key == game.position().key()) places.push_back(i);
    }
    places.push_back(game.plies().size());
    if (places.size() > 1) {
      REQUIRE(game.repeat().has_value());
      CHECK(game.repeat()->places == places);
    } else {
      CHECK_FALSE(game.repeat().has_value());
    }
  }
}

}  // namespace qitai::xiangqi
