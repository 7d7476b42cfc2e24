// What follows for sure from what was told of the pieces and from how many of each there are.
#include <random>
#include <variant>

#include "junqi/access.hpp"
#include "junqi/resample.hpp"
#include "junqi/saved.hpp"
#include "variants/junqi/common.hpp"
#include "variants/junqi/random_layout.hpp"

namespace qitai::junqi {
namespace {

constexpr Kinds kFlagAlone = kinds(Kind::kFlag);
constexpr std::size_t kRedSeat = 0;
constexpr std::size_t kBlueSeat = 1;

Game played(std::string_view pieces, std::string_view move, const Options& options = {}) {
  Game game = game_of(position_of(pieces), options);
  INFO(move);
  REQUIRE_FALSE(game.refuse(game.turn(), move_of(move)));
  game.play(move_of(move), {});
  return game;
}

}  // namespace

TEST_CASE("one headquarters without the flag: it stands in the other") {
  // Blue's d12 is attacked and falls, kills what attacks it, or falls with it.
  for (const char* defender : {"b2", "b7", "b4", "bM"}) {
    INFO(defender);
    const std::string pieces = std::string("b1:rF c12:r4 b12:bF c9:b5 a2:r3 d12:") + defender;
    const Game game = played(pieces, "c12d12");
    for (const std::size_t viewer : {kRedSeat, kEverybody}) {
      CHECK(game.candidates(viewer, point_of("b12")) == kFlagAlone);
      CHECK((game.candidates(viewer, point_of("d12")) & kFlagAlone) == 0);
    }
    // As it was before the attack, either may be the flag.
    const Game before = game_of(position_of(pieces));
    CHECK(before.candidates(kRedSeat, point_of("b12")) != kFlagAlone);
    CHECK(contains(before.candidates(kRedSeat, point_of("d12")), Kind::kFlag));
    // A side that is told the same by its own state alone knows as much.
    Game partial = game_of(position_of(pieces), {}, Knower::kBlue);
    CHECK(partial.candidates(kBlueSeat, point_of("b12")) == kFlagAlone);
  }
}

TEST_CASE("a flag that is shown leaves the other headquarters any piece but the flag") {
  const std::string_view pieces = "b1:rF c6:rB b12:bF d12:b4 c7:b9 c9:b5 a2:r3";
  const Game game = played(pieces, "c6c7");  // Blue's field marshal falls
  CHECK(game.candidates(kRedSeat, point_of("b12")) == kFlagAlone);
  CHECK_FALSE(contains(game.candidates(kRedSeat, point_of("d12")), Kind::kFlag));
  CHECK(std::popcount(game.candidates(kRedSeat, point_of("d12"))) > 1);
}

TEST_CASE(
    "the last of a kind that is left is known, and the pieces of a kind that is used up are not of it") {
  // Both of Blue's bombs, then its field marshal, are public: nothing else is one of them.
  Options shown;
  shown.after_fight = AfterFight::kBoth;
  const std::string_view pieces = "b1:rF c6:r4 a6:r9 a2:r3 b12:bF c7:bB! e10:bB! e8:b9! c9:b5 a8:b5 e11:bM";
  const Game game = game_of(position_of(pieces), shown);
  for (const char* at : {"c9", "a8"}) {
    const Kinds may = game.candidates(kRedSeat, point_of(at));
    CHECK_FALSE(contains(may, Kind::kBomb));
    CHECK_FALSE(contains(may, Kind::kMarshal));
    CHECK(contains(may, Kind::kColonel));
  }
}

TEST_CASE("in random games: whoever saw one headquarters' piece fight knows where the flag is") {
  std::mt19937_64 random(1);
  int told = 0;
  for (int i = 0; i < 300; ++i) {
    std::array<std::uint8_t, 32> seed{};
    for (std::uint8_t& byte : seed)
      byte = static_cast<std::uint8_t>(random());
    Options options;
    options.flag_taker = static_cast<FlagTaker>(random() % 3);
    options.mine_survives = random() % 2 == 0;
    options.reveal_flag = random() % 2 == 0;
    options.after_fight = static_cast<AfterFight>(random() % 3);
    Game game(options, Knower::kEverything, seed);
    for (const std::size_t seat : {kRedSeat, kBlueSeat})
      game.set_up(seat, random_layout(seed, seat));
    std::array<bool, 2> fought{};
    std::vector<Move> moves;
    while (game.legal(moves) && !moves.empty()) {
      const Move move = moves[random() % moves.size()];
      // Of the pieces that began in a headquarters: what stands there before anything has entered it.
      const Side foe = other(game.side_of(game.turn()));
      const Piece& there = game.position().at(move.to);
      if (is_headquarters(move.to) && there.side == foe && !there.moved && there.kind != Kind::kFlag)
        fought[index(foe)] = true;
      game.play(move, {});
      for (const Side side : {Side::kRed, Side::kBlue}) {
        const Point flag = game.position().flag(side);
        if (!fought[index(side)] || flag == kNowhere) continue;
        ++told;
        for (const std::size_t viewer : {kRedSeat, kBlueSeat, kEverybody})
          REQUIRE(game.candidates(viewer, flag) == kFlagAlone);
      }
    }
  }
  CHECK(told > 1000);
}

TEST_CASE("two pieces that could only be the one field marshal are no game: none is drawn, none is loaded") {
  Game game = game_of(position_of("b1:rF b12:bF a6:r5 a7:b4 c7:b6 e7:b9"));
  Access(game).forget(kRedSeat);
  const auto reload = [&] {
    std::string bytes;
    const qitai_sink sink{&bytes, [](void* ctx, const void* data, std::size_t size) -> qitai_status {
                            static_cast<std::string*>(ctx)->append(static_cast<const char*>(data), size);
                            return QITAI_OK;
                          }};
    sdk::Writer out(sink);
    save(game, out);
    sdk::Reader in(bytes);
    return load(in);
  };
  CHECK(std::holds_alternative<Game>(reload()));
  CHECK(resample(game, kNoSeed));

  for (const char* at : {"a7", "c7"})
    Access(game).position().knowledge(point_of(at)).may[kRedSeat] = kinds(Kind::kMarshal);
  CHECK_FALSE(resample(game, kNoSeed));
  const auto again = reload();
  REQUIRE(std::holds_alternative<std::string>(again));
  CHECK(std::get<std::string>(again) ==
        "What is known of a side's pieces cannot be true of all of them at once.");
}

}  // namespace qitai::junqi
