// The game on full and partial states through the ABI: what is told of a fight, what a partial state cannot
// know, and how it meets answers that cannot be.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <algorithm>

#include "variants/junqi/common.hpp"
#include "variants/junqi/hall.hpp"

namespace qitai::junqi {
namespace {

// The public changes as a line each: "step what from to kind other colour value".
std::vector<std::string> told(const std::vector<host::Change>& changes) {
  const auto name = [](std::uint16_t point) {
    return point == QITAI_NO_POINT ? std::string("-") : write_point(static_cast<Point>(point));
  };
  const auto letter = [](std::uint16_t kind) {
    return kind == QITAI_NO_KIND ? std::string("?") : std::string(1, kLetters[kind]);
  };
  const std::map<std::uint32_t, std::string> words{
      {QITAI_CHANGE_MOVED, "moved"},   {QITAI_CHANGE_CAPTURED, "captured"},
      {QITAI_CHANGE_PLACED, "placed"}, {QITAI_CHANGE_REVEALED, "revealed"},
      {QITAI_CHANGE_FACT, "fight"},    {QITAI_CHANGE_COLOUR, "colour"}};
  std::vector<std::string> lines;
  for (const host::Change& change : changes) {
    if (change.audience != 1U << QITAI_PUBLIC) continue;
    lines.push_back(std::to_string(change.step) + " " + words.at(change.what) + " " +
                    (change.what == QITAI_CHANGE_COLOUR ? std::to_string(change.from) : name(change.from)) +
                    " " + name(change.to) + " " + letter(change.kind) + " " + letter(change.other) + " " +
                    std::to_string(change.value) +
                    ((change.flags & QITAI_CHANGE_IRREVERSIBLE) != 0 ? " !" : ""));
  }
  return lines;
}

using Lines = std::vector<std::string>;

std::string fight() {
  return position_of("b1:rF b12:bF a6:r5 a7:b4 c6:r3 c7:b6 e6:rB e7:b9 c9:b7 a2:r7 d12:b2 c12:r8");
}

}  // namespace

TEST_CASE("a fight is told before what follows from it, and only its result") {
  CHECK(told(Hall({}, fight()).move(0, "a6a7")) ==
        Lines{"0 fight a6 a7 ? ? 1 !", "1 captured a7 - ? ? 0 !", "1 moved a6 a7 ? ? 0 !"});
  CHECK(told(Hall({}, fight()).move(0, "c6c7")) == Lines{"0 fight c6 c7 ? ? 2 !", "1 captured c6 - ? ? 0 !"});
  // The marshal falls: its flag is shown.
  CHECK(told(Hall({}, fight()).move(0, "e6e7")) == Lines{"0 fight e6 e7 ? ? 3 !", "1 captured e6 - ? ? 0 !",
                                                         "1 captured e7 - ? ? 0 !",
                                                         "2 revealed - b12 F ? 0 !"});
  CHECK(told(Hall({}, fight()).move(0, "c12b12")) ==
        Lines{"0 fight c12 b12 ? ? 4 !", "1 revealed - b12 F ? 0 !", "2 captured b12 - F ? 0 !",
              "2 moved c12 b12 ? ? 0 !"});
  CHECK(told(Hall({{"after_fight", "survivor"}}, fight()).move(0, "c6c7")) ==
        Lines{"0 fight c6 c7 ? ? 2 !", "1 revealed - c7 6 ? 0 !", "2 captured c6 - ? 6 0 !"});
  CHECK(told(Hall({{"after_fight", "both"}}, fight()).move(0, "a6a7")) ==
        Lines{"0 fight a6 a7 ? ? 1 !", "1 revealed - a6 5 ? 0 !", "1 revealed - a7 4 ? 0 !",
              "2 captured a7 - 4 5 0 !", "2 moved a6 a7 5 ? 0 !"});
  CHECK(told(Hall({}, fight()).move(0, "a2a3")) == Lines{"0 moved a2 a3 ? ? 0"});
}

TEST_CASE("a flag that is shown is marked so for everybody") {
  Hall hall({}, fight());
  hall.move(0, "e6e7");
  for (const int viewer : {0, 1, host::kPublic}) {
    const auto view = hall.partial(viewer).view(viewer);
    const auto flag = std::find_if(view.begin(), view.end(),
                                   [](const host::Piece& piece) { return piece.point == point_of("b12"); });
    REQUIRE(flag != view.end());
    CHECK(flag->kind == static_cast<host::Kind>(Kind::kFlag));
    CHECK(flag->flags == QITAI_PIECE_SHOWN);
  }
}

TEST_CASE("the open game shows both set-ups once the second stands, and not before") {
  Hall hall({{"mode", "open"}}, std::uint64_t{5});
  hall.setup(1, std::string(kSampleLayout));
  for (const host::Piece& piece : hall.partial(0).view(0))
    CHECK(piece.flags == QITAI_PIECE_FACE_DOWN);
  const Lines lines = told(hall.setup(0, std::string(kSampleLayout)));
  CHECK(lines.size() == 25 + 50);
  for (const int viewer : {0, 1, host::kPublic}) {
    const auto view = hall.partial(viewer).view(viewer);
    CHECK(view.size() == 50);
    CHECK(std::all_of(view.begin(), view.end(), [](const host::Piece& piece) { return piece.flags == 0; }));
  }
  host::State untold = begin(values({{"mode", "open"}}), 0);
  const auto answer = untold.setup(1, "");
  REQUIRE(std::holds_alternative<host::Refusal>(answer));
  CHECK(std::get<host::Refusal>(answer).id == "layout-needed");
}

TEST_CASE("calls that come at the wrong time are refused by name") {
  const auto id_of = [](const auto& answer) {
    const auto* why = std::get_if<host::Refusal>(&answer);
    return why == nullptr ? std::string() : why->id;
  };
  host::State state = begin(values({{"first", "lot"}}), -1);
  const host::Move move{point_of("a6"), point_of("a7")};
  CHECK(state.acting() == (QITAI_ACTING_SETUP | 3U));
  CHECK(id_of(state.apply(0, move)) == "set-up-owed");
  CHECK(id_of(state.chance(0)) == "no-draw");
  must(state.setup(1, ""));
  CHECK(state.acting() == (QITAI_ACTING_SETUP | 1U));
  CHECK(id_of(state.setup(1, "")) == "set-up-done");
  must(state.setup(0, ""));
  CHECK(id_of(state.setup(0, "")) == "set-up-done");
  CHECK(state.acting() == 1U << QITAI_CHANCE_SEAT);
  CHECK(id_of(state.apply(0, move)) == "draw-owed");
  CHECK(id_of(state.chance(2)) == "no-draw");
  must(state.chance(1));
  CHECK(state.acting() == 2U);
  CHECK(id_of(state.chance(0)) == "no-draw");
  CHECK(id_of(state.apply(0, move)) == "not-your-turn");
  CHECK(state.refuse(1, {point_of("a7"), point_of("a6"), 1, 0})->id == "not-a-move");
  CHECK(state.refuse(1, {point_of("a7"), point_of("a6"), 0, 1})->id == "not-a-move");
  host::State partial = begin(values({}), 0);
  CHECK(id_of(partial.setup(1, std::string(kSampleLayout))) == "not-yours-to-know");
  CHECK(id_of(partial.setup(0, "")) == "layout-needed");
}

TEST_CASE("what a partial state asks for a fight, and how it meets what cannot be") {
  const auto options = values({});
  const auto move = host::Move{point_of("a6"), point_of("a7")};
  for (const int viewer : {0, 1, host::kPublic}) {
    INFO("viewer " << viewer);
    host::State state = begin(options, viewer, fight());
    const auto asked = state.needs(0, move);
    REQUIRE(asked.size() == 1);
    CHECK(asked[0].what == QITAI_FACT_FIGHT);
    CHECK(asked[0].point == point_of("a7"));
    CHECK(asked[0].seat == 1);
    const std::string before = state.save(QITAI_SAVE_SNAPSHOT);
    const auto refused = [&](std::vector<host::Fact> facts, const char* id) {
      const auto answer = state.apply(0, move, facts);
      REQUIRE(std::holds_alternative<host::Refusal>(answer));
      CHECK(std::get<host::Refusal>(answer).id == id);
      CHECK(state.save(QITAI_SAVE_SNAPSHOT) == before);
    };
    refused({}, "facts-missing");
    refused({{QITAI_FACT_FIGHT, point_of("a7"), 1, QITAI_FIGHT_FLAG}}, "impossible-fact");  // no headquarters
    refused({{QITAI_FACT_FIGHT, point_of("a7"), 1, 9}}, "impossible-fact");
    refused({{QITAI_FACT_FIGHT, point_of("a7"), 7, 1}}, "impossible-fact");
    refused({{12345, point_of("a7"), 1, 1}}, "impossible-fact");
    // Won: the side that lost may have to show its flag, if it was the marshal that fell.
    const host::Fact won{QITAI_FACT_FIGHT, point_of("a7"), 1, QITAI_FIGHT_WON};
    const std::vector<host::Fact> one{won};
    const auto more = state.needs(0, move, one);
    if (viewer == host::kPublic) {
      // A marshal loses to nobody who survives: nothing more is to be known.
      CHECK(more.empty());
    }
  }
}

TEST_CASE("when both fall, whoever may have been the marshal's side must say where its flag is") {
  const auto move = host::Move{point_of("e6"), point_of("e7")};
  host::State state = begin(values({}), 0, fight());
  const host::Fact both{QITAI_FACT_FIGHT, point_of("e7"), 1, QITAI_FIGHT_BOTH};
  std::vector<host::Fact> known{both};
  const auto asked = state.needs(0, move, known);
  REQUIRE(asked.size() == 1);
  CHECK(asked[0].what == QITAI_FACT_SHOW);
  CHECK(asked[0].seat == 1);
  CHECK(asked[0].point == QITAI_NO_POINT);
  const auto refused = [&](host::Fact show) {
    const std::vector<host::Fact> facts{both, show};
    host::State copy = state.clone();
    const auto answer = copy.apply(0, move, facts);
    REQUIRE(std::holds_alternative<host::Refusal>(answer));
    CHECK(std::get<host::Refusal>(answer).id == "impossible-fact");
  };
  const auto flag = static_cast<std::int64_t>(Kind::kFlag);
  refused({QITAI_FACT_SHOW, point_of("c9"), 1, flag});  // no headquarters
  refused({QITAI_FACT_SHOW, point_of("b1"), 1, flag});  // the other side's
  refused({QITAI_FACT_SHOW, point_of("b12"), 1, 3});    // no flag
  refused({QITAI_FACT_SHOW, point_of("d1"), 1, flag});  // nothing stands there
  known.push_back({QITAI_FACT_SHOW, point_of("d12"), 1, flag});
  must(state.apply(0, move, known));  // it may be: this state cannot see a lie about d12
}

TEST_CASE("a partial state does not know the other side's moves, nor whether it has any") {
  Hall hall({}, fight());
  hall.move(0, "a2a3");
  CHECK_FALSE(hall.partial(0).legal(1));
  CHECK_FALSE(hall.partial(host::kPublic).legal(1));
  CHECK(hall.partial(1).legal(1));
  // Blue's last piece that is sure to move goes into a headquarters.
  Hall last({}, position_of("b1:rF b12:bF a2:r5 e12:b4 e11:bM", "blue"));
  CHECK(last.partial(1).outcome().state == host::Outcome::State::kOngoing);
  CHECK(last.partial(0).outcome().state == host::Outcome::State::kUnknown);
  last.move(1, "e12d12");
  last.move(0, "a2a3");
  CHECK(last.over());
  CHECK(last.full().outcome().reason == "no-moves");
  CHECK(last.partial(1).outcome().state == host::Outcome::State::kOver);
  CHECK(last.partial(0).outcome().state == host::Outcome::State::kUnknown);
  CHECK(last.full().explain().find("\"stalemate\"") != std::string::npos);
  CHECK(last.full().marks(0).size() == 3);
}

TEST_CASE("what follows for sure from what a seat has seen") {
  const auto letters = [](std::uint64_t kinds) {
    std::string text;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if ((kinds >> kind & 1U) != 0) text += kLetters[kind];
    }
    return text;
  };
  Hall hall({}, std::uint64_t{1});
  const std::string layout(kSampleLayout);
  hall.setup(0, layout);
  hall.setup(1, layout);
  const auto red_sees = [&](const char* at) { return letters(hall.partial(0).candidates(0, point_of(at))); };
  const auto public_sees = [&](const char* at) {
    return letters(hall.partial(host::kPublic).candidates(host::kPublic, point_of(at)));
  };
  CHECK(red_sees("a7") == "98765432E");     // no bomb in the front row, no mine, no flag
  CHECK(red_sees("a8") == "98765432EB");    // no mine so far in front
  CHECK(red_sees("a11") == "98765432EBM");  // not in headquarters: no flag
  CHECK(red_sees("b12") == "98765432EBMF");
  CHECK(red_sees("a6") == "6");  // its own
  CHECK(public_sees("a6") == "98765432E");
  CHECK(letters(hall.full().candidates(0, point_of("c4"))).empty());
  // Red's brigadier takes Blue's colonel: weaker than a brigadier for Red; for the public weaker than
  // something.
  hall.move(0, "a6a7");
  CHECK(public_sees("a7") == "98765432");  // no engineer: it won against what cannot be a mine
}

TEST_CASE("turning over is drawn by chance and told to all") {
  Hall hall({{"mode", "flip"}}, std::uint64_t{3});
  CHECK(hall.full().colour_of(0) == -1);
  CHECK(told(hall.move(0, "a6")).empty());
  CHECK(hall.full().acting() == 1U << QITAI_CHANCE_SEAT);
  CHECK(hall.full().chance_count() == 50);
  CHECK(told(hall.chance(0)) ==
        Lines{"0 revealed - a6 9 ? 0 !", "1 colour 0 - ? ? 0 !", "1 colour 1 - ? ? 0 !"});
  CHECK(hall.full().colour_of(0) == 0);
  CHECK(hall.full().colour_of(1) == 1);
  hall.move(1, "a7");
  CHECK(hall.full().chance_count() == 49);
  CHECK(told(hall.chance(24)) == Lines{"0 revealed - a7 9 ? 0 !"});
}

TEST_CASE("the saved games that the fuzzer begins with are games of these rules") {
  int seeds = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::string(QITAI_SOURCE_DIR) +
                                                              "/tests/fuzz/corpus/junqi_saved")) {
    INFO(file.path());
    std::stringstream text;
    text << std::ifstream(file.path(), std::ios::binary).rdbuf();
    const std::string saved = text.str().substr(1);  // the first byte says that a saved game follows
    const auto loaded = junqi_game().load(saved);
    const auto* refusal = std::get_if<host::Refusal>(&loaded);
    INFO((refusal != nullptr ? refusal->detail : std::string()));
    REQUIRE(refusal == nullptr);
    const auto& state = std::get<host::State>(loaded);
    CHECK(state.hash(host::kPublic) != 0);
    // Whose turn it is has a move, unless this state is another seat's, which cannot know.
    const std::uint32_t acting = state.acting() & 3;
    if ((state.acting() & QITAI_ACTING_SETUP) == 0 && acting != 0) {
      const host::Seat seat = acting == 1 ? 0 : 1;
      const auto legal = state.legal(seat);
      CHECK(legal.has_value() == (state.knower() == -1 || state.knower() == seat));
      CHECK((!legal || !legal->empty()));
    }
    ++seeds;
  }
  CHECK(seeds == 15);
}

TEST_CASE("moves are written and read back, in characters and in coordinates") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 10; ++i) {
    Hall hall({{"mode", i % 2 == 0 ? "dark" : "flip"}}, static_cast<std::uint64_t>(i));
    hall.open(random);
    int plies = 0;
    random_game(hall, random, [&](Hall& now) {
      if (now.full().acting() > 2) return true;
      const auto legal = now.full().legal(now.turn());
      REQUIRE(legal);
      std::set<std::string> seen;
      for (const host::Move& move : *legal) {
        for (const int notation : {-1, 0, 1}) {
          const std::string text = now.full().move_text(now.turn(), move, notation);
          CHECK(must(now.full().read_move(now.turn(), text, notation)) == move);
          CHECK(must(now.full().read_move(now.turn(), text)) == move);
          if (notation == 1) CHECK(seen.insert(text).second);
        }
      }
      return ++plies < 20;
    });
  }
  host::State state = begin(values({}), -1, fight());
  CHECK(state.move_text(0, {point_of("a6"), point_of("a7")}, 1) == "甲六攻甲七");
  CHECK(state.move_text(0, {point_of("a2"), point_of("a3")}, 1) == "甲二至甲三");
  CHECK(state.move_text(0, {point_of("a2"), point_of("a3")}, 0) == "a2a3");
}

TEST_CASE("positions are written and read back, by every viewer, in every mode") {
  std::mt19937_64 random(11);
  int positions = 0;
  for (int i = 0; i < 30; ++i) {
    const std::string mode = i % 3 == 0 ? "dark" : i % 3 == 1 ? "open" : "flip";
    OptionTexts options{{"mode", mode}};
    if (i % 2 == 1) options["flag_taker"] = "engineer_after_mines";
    if (i % 4 == 1) options["after_fight"] = "survivor";
    if (i % 5 == 1) options["empty_hq_reveals"] = "on";
    Hall hall(options, static_cast<std::uint64_t>(i));
    hall.open(random);
    random_game(hall, random, [&](Hall& now) {
      for (const int viewer : {0, 1, host::kPublic}) {
        const std::string text = now.full().position(viewer);
        INFO(mode << " " << text);
        host::State again = begin(values(options), viewer, text);
        CHECK(again.position(viewer) == text);
        CHECK(again.hash(viewer) == now.full().hash(viewer));
        CHECK(again.acting() == now.full().acting());
        for (host::Point at = 0; at < kPoints; ++at)
          CHECK(again.candidates(viewer, at) == now.full().candidates(viewer, at));
      }
      return ++positions % 25 != 0;
    });
  }
  CHECK(positions > 500);
}

}  // namespace qitai::junqi
