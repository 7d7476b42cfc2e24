// A walker plays the game that the rules play.
#include "host/walker.hpp"

#include <algorithm>

#include "junqi/evaluate.hpp"
#include "variants/junqi/hall.hpp"

namespace qitai::junqi {
namespace {

OptionTexts options_of(std::mt19937_64& random) {
  constexpr std::array<const char*, 4> kTakers{"not_marshal", "any", "engineer", "engineer_after_mines"};
  const auto flag = [&] { return random() % 2 == 0 ? "on" : "off"; };
  return {{"mode", random() % 2 == 0 ? "dark" : "open"},
          {"flag_taker", kTakers[random() % 4]},
          {"mine_survives", flag()},
          {"bomb_takes_flag", flag()},
          {"reveal_flag", flag()},
          {"marshal_enters_hq", flag()},
          {"empty_hq_reveals", flag()},
          {"no_fight_limit", random() % 2 == 0 ? "60" : "20"}};
}

std::vector<host::Move> moves_of(host::Walker& walker, host::Walker::Which which) {
  std::vector<host::Step> steps;
  walker.steps(which, steps);
  std::vector<host::Move> moves;
  for (const host::Step& step : steps)
    moves.push_back(step.move);
  std::sort(moves.begin(), moves.end());
  return moves;
}

}  // namespace

TEST_CASE("a walker lists the legal moves and ends where the rules end, all along random games") {
  std::mt19937_64 random(99);
  std::size_t compared = 0;
  std::map<std::string, int> reasons;
  for (std::uint64_t game = 0; game < 60; ++game) {
    Hall hall(options_of(random), game);
    hall.open(random);
    host::State state = hall.full().clone();
    auto walker = host::Walker::open(state);
    REQUIRE(walker);
    std::vector<std::uint64_t> keys;
    for (int ply = 0; ply < 2000; ++ply) {
      const host::Look look = walker->look();
      const host::Outcome outcome = state.outcome();
      const bool over = outcome.state == host::Outcome::State::kOver;
      if (over) {
        ++reasons[outcome.reason];
        if (outcome.reason == "no-moves") {
          CHECK(moves_of(*walker, host::Walker::Which::kAll).empty());
          CHECK(look.stuck == outcome.result[static_cast<std::size_t>(look.seat)]);
        } else {
          CHECK(look.over);
          CHECK(look.result == outcome.result[static_cast<std::size_t>(look.seat)]);
        }
        break;
      }
      REQUIRE_FALSE(look.over);
      REQUIRE(state.acting() == 1U << look.seat);
      const auto legal = *state.legal(look.seat);
      REQUIRE(moves_of(*walker, host::Walker::Which::kAll) == legal);
      // The noisy ones are those that fight.
      const auto view = state.view(host::kPublic);
      for (const host::Move& move : moves_of(*walker, host::Walker::Which::kNoisy))
        CHECK(
            std::any_of(view.begin(), view.end(), [&](const auto& piece) { return piece.point == move.to; }));
      ++compared;
      keys.push_back(look.key);
      const host::Move move = legal[random() % legal.size()];
      walker->play(move);
      (void)must(state.apply(look.seat, move));
    }
    while (!keys.empty()) {
      walker->undo();
      CHECK(walker->look().key == keys.back());
      keys.pop_back();
    }
    CHECK(moves_of(*walker, host::Walker::Which::kAll) == *hall.full().legal(hall.turn()));
  }
  CHECK(compared > 3000);
  CHECK(reasons["no-progress"] > 0);
  CHECK(reasons["flag-captured"] > 0);
}

TEST_CASE("a walker of the flip game turns over what may lie there, one of each") {
  std::mt19937_64 random(3);
  for (std::uint64_t game = 0; game < 30; ++game) {
    Hall hall({{"mode", "flip"}}, game);
    hall.open(random);
    int ply = 0;
    const auto until = static_cast<int>(random() % 60);
    random_game(hall, random,
                [&](Hall& now) { return ++ply < until || now.full().acting() == 1U << QITAI_CHANCE_SEAT; });
    if (hall.over()) continue;
    auto walker = host::Walker::open(hall.full());
    REQUIRE(walker);
    for (int deep = 0; deep < 200 && !walker->look().over; ++deep) {
      const auto moves = moves_of(*walker, host::Walker::Which::kAll);
      if (deep == 0) CHECK(moves == *hall.full().legal(hall.turn()));
      if (moves.empty()) break;
      walker->play(moves[random() % moves.size()]);
      (void)walker->evaluate();
    }
  }
}

TEST_CASE("what is better looks better: material, the way to the flag, and a fight before the count draws") {
  const auto put = [](Board& board, Side side, Kind kind, int column, int row) {
    const Point at = point_at(column, row);
    board.of[index(side)] |= bit(at);
    board.kind[at] = kind;
    if (kind == Kind::kFlag) board.flag[index(side)] = at;
  };
  Board even;
  for (const Side side : {Side::kRed, Side::kBlue}) {
    const bool red = side == Side::kRed;
    put(even, side, Kind::kFlag, red ? 1 : 3, red ? 0 : 11);
    put(even, side, Kind::kGeneral, red ? 0 : 4, red ? 3 : 8);
    put(even, side, Kind::kMine, red ? 1 : 3, red ? 1 : 10);
  }
  const Options options;
  CHECK(evaluate(even, options, Side::kRed) == 0);
  Board more = even;
  put(more, Side::kRed, Kind::kLieutenant, 0, 1);
  const int ahead = evaluate(more, options, Side::kRed);
  CHECK(ahead > 50);
  CHECK(evaluate(more, options, Side::kBlue) == -ahead);
  Board nearer = even;
  put(nearer, Side::kRed, Kind::kLieutenant, 0, 10);
  CHECK(evaluate(nearer, options, Side::kRed) > ahead);
  Board locked = even;
  put(locked, Side::kRed, Kind::kLieutenant, 3, 0);
  CHECK(evaluate(locked, options, Side::kRed) < ahead);
  more.fought = true;
  more.quiet = 50;
  CHECK(evaluate(more, options, Side::kRed) < ahead);
}

}  // namespace qitai::junqi
