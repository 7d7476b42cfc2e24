// A hidden game played on a full state and on partial ones side by side: what two machines and a spectator
// share stays equal, and what a seat may not know never reaches it.
#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include "toy_table.hpp"

using namespace qitai::testing;

TEST_CASE("a full and three partial states of a thousand hidden games agree on all that they share") {
  Random random(20240229);
  std::size_t questions = 0, unknown = 0, die = 0;
  std::map<std::string, int> reasons;
  for (int game = 0; game < 1000; ++game) {
    Table table(random_options(random));
    REQUIRE(table.full.acting() == (QITAI_ACTING_SETUP | 3u));
    REQUIRE(table.full.colour_of(0) == kNoColour);
    REQUIRE(table.full.legal(0)->empty());
    const int first = static_cast<int>(random(2));  // both act at the same time: either order
    table.setup(first, kLayouts[random(kLayouts.size())]);
    REQUIRE(table.full.acting() == (QITAI_ACTING_SETUP | 1u << (1 - first)));
    table.setup(1 - first, kLayouts[random(kLayouts.size())]);
    if (table.full.acting() == 1u << QITAI_CHANCE_SEAT) {
      ++die;
      REQUIRE(table.full.chance_count() == 2);
      table.chance(random(2));
    }
    for (int ply = 0; table.full.acting() != 0 && ply < 200; ++ply) {
      const int seat = std::countr_zero(table.full.acting());
      const auto moves = *table.full.legal(seat);
      REQUIRE(!moves.empty());
      REQUIRE(*table.partial[static_cast<std::size_t>(seat)].legal(seat) == moves);
      if (!table.partial[2].legal(seat)) ++unknown;
      table.move(seat, moves[random(moves.size())]);
    }
    ++reasons[table.full.outcome().reason];
    questions += table.questions_asked;
  }
  // The games went everywhere that they can go (with unlimited quiet moves some were left unfinished).
  CHECK(reasons["flag-captured"] > 100);
  CHECK(reasons["no-moves"] > 10);
  CHECK(reasons["no-movers"] > 10);
  CHECK(reasons["no-progress"] > 10);
  CHECK(reasons["peace"] > 10);
  CHECK(questions > 1000);
  CHECK(unknown > 1000);
  CHECK(die > 300);
}

TEST_CASE("what a seat may not know changes no byte of what it is told") {
  Random random(7);
  int compared = 0;
  for (int game = 0; game < 300; ++game) {
    const auto options = random_options(random);
    const int viewer = kViewers[random(3)];
    // Two games that differ only in what this viewer may not know, and the same moves in both.
    std::vector<std::string> one(2), other(2);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      one[seat] = kLayouts[random(kLayouts.size())];
      other[seat] = static_cast<int>(seat) == viewer ? one[seat] : kLayouts[random(kLayouts.size())];
    }
    State a = make(options, -1), b = make(options, -1);
    for (int seat = 0; seat < 2; ++seat) {
      const auto in_a = taken(a.setup(seat, one[static_cast<std::size_t>(seat)]));
      const auto in_b = taken(b.setup(seat, other[static_cast<std::size_t>(seat)]));
      REQUIRE(bytes_of(for_viewer(in_a, viewer)) == bytes_of(for_viewer(in_b, viewer)));
    }
    if (options[0] == 0) {
      const std::uint32_t draw = random(2);
      REQUIRE(bytes_of(for_viewer(taken(a.chance(draw)), viewer)) ==
              bytes_of(for_viewer(taken(b.chance(draw)), viewer)));
    }
    for (int ply = 0; ply < 12 && a.acting() != 0 && b.acting() != 0; ++ply) {
      REQUIRE(told(a, viewer) == told(b, viewer));
      ++compared;
      const int seat = std::countr_zero(a.acting());
      const auto in_a = *a.legal(seat), in_b = *b.legal(seat);
      std::vector<Move> both;
      std::set_intersection(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(), std::back_inserter(both));
      // A fight whose answers differ tells the two games apart for everybody.
      std::erase_if(
          both, [&](Move move) { return bytes_of(a.facts(seat, move)) != bytes_of(b.facts(seat, move)); });
      if (both.empty()) break;
      const Move move = both[random(both.size())];
      REQUIRE(bytes_of(for_viewer(taken(a.apply(seat, move)), viewer)) ==
              bytes_of(for_viewer(taken(b.apply(seat, move)), viewer)));
    }
  }
  CHECK(compared > 500);
}

TEST_CASE("a fight with equal answers looks equal, whatever the pieces are") {
  // Elephant takes mouse and mouse hits elephant: north knows its own mouse only, and learns won or lost.
  const std::vector<std::int64_t> options = {1, 0, 1, 12};
  const auto play = [&](const std::string& south, int how) {
    State north = make(options, 0), full = make(options, -1);
    (void)taken(north.setup(0, "FM"));
    (void)taken(north.setup(1, ""));
    (void)taken(full.setup(0, "FM"));
    (void)taken(full.setup(1, south));
    // North's mouse b-c, south's front piece e-c is not made: north hits e from c.
    const Move closer = std::get<Move>(north.read_move(0, "b>c"));
    (void)taken(north.apply(0, closer));
    (void)taken(full.apply(0, closer));
    const Move away = std::get<Move>(full.read_move(1, south[0] == 'F' ? "e>d" : "f>d"));
    (void)taken(full.apply(1, away));
    (void)taken(north.apply(1, away));
    const Move hit = std::get<Move>(full.read_move(0, "c>d"));
    const auto facts = full.facts(0, hit);
    REQUIRE(facts.front().what == QITAI_FACT_FIGHT);
    REQUIRE(facts.front().value == how);
    return facts;
  };
  CHECK(play("FE", QITAI_FIGHT_LOST).size() == 2);  // the fight, and the fallen mouse has nothing to show
  CHECK(play("FM", QITAI_FIGHT_BOTH).size() == 3);
  CHECK(play("BF", QITAI_FIGHT_BOTH).size() == 3);
}

TEST_CASE("a partial state refuses facts that cannot be") {
  const std::vector<std::int64_t> options = {1, 0, 1, 12};
  State north = make(options, 0);
  (void)taken(north.setup(0, "FE"));
  (void)taken(north.setup(1, ""));
  (void)taken(north.apply(0, std::get<Move>(north.read_move(0, "bc"))));
  (void)taken(north.apply(1, std::get<Move>(north.read_move(1, "ed"))));
  const Move hit = std::get<Move>(north.read_move(0, "cd"));
  const auto refused = [&](std::vector<Fact> facts) {
    const auto answer = north.apply(0, hit, facts);
    REQUIRE(std::holds_alternative<Refusal>(answer));
    return std::get<Refusal>(answer).id;
  };
  const Point d = 3;
  CHECK(refused({}) == "facts-missing");
  CHECK(refused({{QITAI_FACT_FIGHT, d, 1, QITAI_FIGHT_FLAG}}) == "impossible-fact");  // what moved is no flag
  CHECK(refused({{QITAI_FACT_FIGHT, d, 1, 99}, {QITAI_FACT_SHOW, kNoPoint, 1, -1}}) == "impossible-fact");
  // An elephant loses to nothing.
  CHECK(refused({{QITAI_FACT_FIGHT, d, 1, QITAI_FIGHT_LOST}}) == "impossible-fact");
  // Taken by an elephant it was a mouse, which shows nothing.
  CHECK(refused({{QITAI_FACT_FIGHT, d, 1, QITAI_FIGHT_WON}, {QITAI_FACT_SHOW, 5, 1, 0}}) ==
        "impossible-fact");
  CHECK(refused({{QITAI_FACT_FIGHT, 500, 1, QITAI_FIGHT_WON}}) == "no-such-point");
  CHECK(std::holds_alternative<std::vector<Change>>(north.apply(
      0, hit,
      std::vector<Fact>{{QITAI_FACT_FIGHT, d, 1, QITAI_FIGHT_WON}, {QITAI_FACT_SHOW, kNoPoint, 1, -1}})));
}

TEST_CASE("a set-up is refused as a whole, with id, points or place") {
  State full = make({0, 0, 1, 12}, -1);
  const auto refused = [&](const std::string& layout) { return std::get<Refusal>(full.setup(1, layout)); };
  CHECK(refused("").id == "bad-length");
  CHECK(refused("FX").id == "unknown-letter");
  CHECK(refused("FX").offset == 1);
  CHECK(refused("EM").id == "one-flag");
  CHECK(refused("FB").points == std::vector<Point>{4});
  CHECK(full.acting() == (QITAI_ACTING_SETUP | 3u));
  State spectator = make({0, 0, 1, 12}, kPublic);
  CHECK(std::get<Refusal>(spectator.setup(0, "FE")).id == "not-yours-to-know");
}

TEST_CASE("a saved state loads to the same state, a seat's view to what that seat knows") {
  Random random(99);
  for (int game = 0; game < 50; ++game) {
    Table table({1, random(2), 1, 20});
    table.setup(0, kLayouts[random(5)]);
    table.setup(1, kLayouts[random(5)]);
    for (int ply = 0; ply < 6 && table.full.acting() != 0; ++ply) {
      const int seat = std::countr_zero(table.full.acting());
      const auto moves = *table.full.legal(seat);
      table.move(seat, moves[random(moves.size())]);
      const std::string saved = table.full.save(QITAI_SAVE_JOURNAL);
      const State again = taken(toy()->load(saved));
      REQUIRE(again.save(QITAI_SAVE_JOURNAL) == saved);
      REQUIRE(again.knower() == -1);
      REQUIRE(again.options() == table.full.options());
      for (const int viewer : kViewers) {
        REQUIRE(told(again, viewer) == told(table.full, viewer));
        const State seat_view = taken(toy()->load(table.full.save(QITAI_SAVE_SEAT_VIEW, viewer)));
        REQUIRE(seat_view.knower() == viewer);
        REQUIRE(told(seat_view, viewer) == told(table.full, viewer));
      }
    }
  }
}

TEST_CASE("hostile bytes never load to a state that breaks its contract") {
  Random random(5);
  State full = make({1, 0, 1, 12}, -1);
  (void)taken(full.setup(0, "FE"));
  (void)taken(full.setup(1, "MF"));
  const std::string saved = full.save(QITAI_SAVE_JOURNAL);
  for (std::size_t cut = 0; cut < saved.size(); ++cut) {
    REQUIRE(std::holds_alternative<Refusal>(toy()->load(saved.substr(0, cut))));
  }
  int loaded = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = saved;
    for (unsigned flips = 1 + random(3); flips != 0; --flips) {
      bytes[random(bytes.size())] = static_cast<char>(random(256));
    }
    auto answer = toy()->load(bytes);
    if (std::holds_alternative<Refusal>(answer)) continue;
    ++loaded;
    State& state = std::get<State>(answer);
    (void)told(state, 0);
    (void)state.outcome();
    if (const std::uint32_t acting = state.acting(); acting == 1 || acting == 2) {
      const int seat = acting == 1 ? 0 : 1;
      for (const Playable& p : state.playable(seat))
        (void)state.clone().apply(seat, p.move);
    }
  }
  CHECK(loaded > 0);
}

TEST_CASE("a state of other rules or another game is refused by name") {
  std::string saved = make({0, 0, 1, 12}, -1).save(QITAI_SAVE_SNAPSHOT);
  std::string other = saved;
  other[4] = 'x';  // u32 length, then "toy"
  CHECK(std::get<Refusal>(toy()->load(other)).id == "other-variant");
  other = saved;
  other[7] = 9;
  CHECK(std::get<Refusal>(toy()->load(other)).id == "other-rules");
  CHECK(std::get<Refusal>(toy()->load(saved + "x")).id == "malformed");
}

TEST_CASE("undo goes back to the beginning over moves, the die and set-ups") {
  Random random(3);
  State state = make({0, 1, 1, 40}, -1);
  std::vector<std::string> before;
  const auto note = [&] {
    before.push_back(told(state, 0) + told(state, 1) + std::to_string(state.outcome().claims.size()));
  };
  note();
  (void)taken(state.setup(1, "FE"));
  note();
  (void)taken(state.setup(0, "MF"));
  note();
  (void)taken(state.chance(1));
  for (int ply = 0; ply < 30 && state.acting() != 0; ++ply) {
    note();
    const int seat = std::countr_zero(state.acting());
    const auto moves = *state.legal(seat);
    (void)taken(state.apply(seat, moves[random(moves.size())]));
  }
  while (!before.empty()) {
    REQUIRE(state.undo());
    CHECK(told(state, 0) + told(state, 1) + std::to_string(state.outcome().claims.size()) == before.back());
    before.pop_back();
  }
  CHECK_FALSE(state.undo());
}

TEST_CASE("refusals name the rule and the points, an illegal move may still be playable") {
  State state = make({1, 0, 1, 12}, -1, "F.M.fe n");
  const auto why = [&](const char* text) {
    return *state.refuse(0, std::get<Move>(state.read_move(0, text)));
  };
  CHECK(why("ab").id == "immovable");
  CHECK(why("cf").id == "no-road");
  CHECK(why("cf").points == std::vector<Point>{2, 5});
  CHECK(why("ef").id == "not-your-piece");
  CHECK(why("ba").id == "empty");
  CHECK(why("ca").id == "own-piece-there");
  State back = make({1, 0, 1, 12}, -1, ".FM.fe n");
  const Move home = std::get<Move>(back.read_move(0, "ca"));
  CHECK(back.refuse(0, home)->id == "coward");
  const auto playable = back.playable(0);
  const auto it =
      std::find_if(playable.begin(), playable.end(), [&](const Playable& p) { return p.move == home; });
  REQUIRE(it != playable.end());
  CHECK_FALSE(it->legal);
  CHECK(std::holds_alternative<std::vector<Change>>(back.apply(0, home)));
  CHECK(state.refuse(0, {900, 1, 0, 0})->id == "no-such-point");
  CHECK(state.refuse(7, {0, 1, 0, 0})->id == "no-such-seat");
  CHECK(std::get<Refusal>(state.apply(1, {0, 1, 0, 0})).id == "not-your-turn");
}

TEST_CASE("position texts are refused with id and place") {
  const auto refused = [](const std::string& text, int knower = -1) {
    return std::get<Refusal>(toy()->create({{}, {}, knower, text}));
  };
  CHECK(refused("F").id == "bad-length");
  CHECK(refused("F.X.fe n").id == "unknown-letter");
  CHECK(refused("F.X.fe n").offset == 2);
  CHECK(refused("F.M.fe x").offset == 6);
  CHECK(refused("F.M.?! n").id == "hidden-piece");
  CHECK(refused("FFM.fe n").id == "impossible");
  CHECK(refused("......\xff\xff").id == "bad-turn");
  CHECK(make({}, 0, "F.M.!! n").position(0) == "F.M.!! n");
}

TEST_CASE("a repeated position may be claimed by the seat to move, a fallen flag before two moves aborts") {
  State state = make({1, 0, 0, 12}, -1, "F.M.fe n");
  CHECK(state.timeout_outcome(0)->reason == "aborted");
  for (int round = 0; round < 2; ++round) {
    CHECK(state.outcome().claims.empty());
    for (const char* text : {"cb", "fd", "bc", "df"}) {
      const int seat = std::countr_zero(state.acting());
      (void)taken(state.apply(seat, std::get<Move>(state.read_move(seat, text))));
    }
  }
  const Outcome outcome = state.outcome();
  REQUIRE(outcome.claims.size() == 1);
  CHECK(outcome.claims[0].id == "threefold");
  CHECK(outcome.claims[0].reason == "repetition");
  CHECK(outcome.claims[0].seats == 1);
  CHECK(outcome.claims[0].result == QITAI_RESULT_DRAW);
  CHECK(state.timeout_outcome(0)->winner() == 1);
}

TEST_CASE("the toy's tables arrive as they were written") {
  const VariantInfo& info = toy()->info();
  CHECK(info.hidden);
  CHECK(info.setup);
  CHECK(info.chance);
  CHECK(info.rules_revision == 3);
  CHECK(info.seats[0].colour == kNoColour);
  CHECK(info.option("limit") == 3);
  CHECK(info.options[3].depends_on == 2);
  CHECK(info.options[3].depends_mask == 2);
  CHECK(info.options[0].choices.size() == 2);
  CHECK(*toy()->option_value(0, "north") == 1);
  CHECK(toy()->option_text(0, 1) == "north");
  CHECK(*toy()->option_value(3, "40") == 40);
  CHECK(toy()->option_value(3, "41").error().message ==
        "option limit is \"41\", expected a whole number from 4 to 40");
  CHECK(toy()->option_value(0, "x").error().message == "option first is \"x\", expected one of lot, north");
  CHECK_FALSE(toy()->option_value(1, "maybe").ok());
  CHECK(toy()->text("zh-Hant", "reason.peace") == "雙方皆為炸彈");
  CHECK(toy()->text("fr", "name") == "Toy");
  CHECK(toy()->text("en", "nothing").empty());
  const Geometry board = *toy()->geometry();
  CHECK(board.points.size() == 6);
  CHECK(board.neighbours.size() == 9);
  CHECK(board.point("f") == 5);
  CHECK(board.point("z") == kNoPoint);
  CHECK(std::get<Refusal>(toy()->create({{1, 2, 3}, {}, -1, {}})).id == "bad-option");
}
