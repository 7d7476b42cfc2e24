// Plays bots against each other, against random moves, or against a UCI program, and prints how it went:
//   bot_match VARIANT SIDE SIDE GAMES [SEED]
// A SIDE is a level ("3"), a level by time instead of nodes ("5/200": ms a move), "random", or a program with
// its options: "uci:/usr/games/fairy-stockfish,UCI_LimitStrength=true,UCI_Elo=1500,movetime=200" (movetime in
// ms, or nodes=N). Sides change after each game; every pair of games begins with the same few random moves.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "games.hpp"
#include "seat/bot.hpp"
#include "seat/random.hpp"
#include "variants/engine.hpp"

namespace {

using namespace qitai;

constexpr int kOpening = 4;    // random plies
constexpr int kLongest = 300;  // plies; then it is a draw

struct Game {
  host::State state;
  std::vector<std::string> moves;  // coordinates
  host::Point taken_on = host::kNoPoint;
  host::Point moved_to = host::kNoPoint;
  std::uint64_t seed = 0;
};

host::Seat mover(const host::State& state) {
  return (state.acting() & 1U) != 0 ? 0 : 1;
}

void play(Game& game, const host::Move& move) {
  const host::Seat seat = mover(game.state);
  game.moves.push_back(game.state.move_text(seat, move, -1));
  const auto changes = game.state.apply(seat, move);
  const auto* const made = std::get_if<std::vector<host::Change>>(&changes);
  if (made == nullptr) throw std::runtime_error("an illegal move: " + game.moves.back());
  game.taken_on = host::kNoPoint;
  game.moved_to = move.to;
  for (const host::Change& change : *made) {
    if (change.what == QITAI_CHANGE_CAPTURED) game.taken_on = move.to;
  }
}

class Player {
 public:
  virtual ~Player() = default;
  virtual host::Move choose(const Game& game) = 0;
  std::uint64_t nodes = 0, moves = 0;
};

class Random final : public Player {
 public:
  host::Move choose(const Game& game) override {
    seat::RandomPlayer player(game.seed * 7919 + game.moves.size());
    return player.choose(*game.state.legal(mover(game.state)));
  }
};

class Level final : public Player {
 public:
  Level(int level, int ms) : level_(level), ms_(ms) {}
  host::Move choose(const Game& game) override {
    seat::Task task{game.state.clone()};
    task.seat = mover(game.state);
    task.level = level_;
    task.seed = game.seed * 1000 + game.moves.size();
    task.ply = static_cast<std::uint32_t>(game.moves.size());
    task.taken_on = game.taken_on;
    task.moved_to = game.moved_to;
    if (ms_ > 0) {
      task.time_us = ms_ * 1000;
      task.nodes = UINT64_MAX;
    }
    const seat::Thought thought = mind_.think(task, stop_);
    nodes += thought.nodes;
    ++moves;
    return thought.move.value();
  }

 private:
  seat::Mind mind_;
  std::atomic<bool> stop_{false};
  int level_, ms_;
};

// Fairy-Stockfish counts the ranks of xiangqi from 1, we from 0.
std::string shifted(const std::string& move, int by) {
  std::string out;
  for (std::size_t i = 0; i < move.size();) {
    if (std::isdigit(static_cast<unsigned char>(move[i])) == 0) {
      out += move[i++];
      continue;
    }
    std::size_t used = 0;
    out += std::to_string(std::stoi(move.substr(i), &used) + by);
    i += used;
  }
  return out;
}

class Uci final : public Player {
 public:
  Uci(const std::string& spec, const std::string& variant) : shift_(variant == "xiangqi" ? 1 : 0) {
    std::size_t at = spec.find(',');
    engine_ = testing::Engine::open(spec.substr(0, at));
    if (engine_ == nullptr) throw std::runtime_error("no such program: " + spec.substr(0, at));
    if (variant == "xiangqi") engine_->send("setoption name UCI_Variant value xiangqi");
    while (at != std::string::npos) {
      const std::size_t next = spec.find(',', at + 1);
      const std::string option = spec.substr(at + 1, next == std::string::npos ? next : next - at - 1);
      const std::size_t equals = option.find('=');
      const std::string name = option.substr(0, equals), value = option.substr(equals + 1);
      if (name == "movetime" || name == "nodes" || name == "depth") {
        go_ = "go " + name + " " + value;
      } else {
        engine_->send("setoption name " + name + " value " + value);
      }
      at = next;
    }
  }
  host::Move choose(const Game& game) override {
    std::string position = "position startpos moves";
    for (const std::string& move : game.moves)
      position += " " + shifted(move, shift_);
    engine_->send(position);
    engine_->send(go_);
    const std::vector<std::string> lines = engine_->read_until("bestmove");
    if (lines.empty()) throw std::runtime_error("the program has ended");
    const std::string word = lines.back().substr(9, lines.back().find(' ', 9) - 9);
    const auto move = game.state.read_move(mover(game.state), shifted(word, -shift_));
    if (std::holds_alternative<host::Refusal>(move)) throw std::runtime_error("the program says " + word);
    return std::get<host::Move>(move);
  }

 private:
  std::unique_ptr<testing::Engine> engine_;
  std::string go_ = "go movetime 200";
  int shift_;
};

std::unique_ptr<Player> player(const std::string& spec, const std::string& variant) {
  if (spec == "random") return std::make_unique<Random>();
  if (spec.rfind("uci:", 0) == 0) return std::make_unique<Uci>(spec.substr(4), variant);
  const std::size_t slash = spec.find('/');
  return std::make_unique<Level>(std::stoi(spec),
                                 slash == std::string::npos ? 0 : std::stoi(spec.substr(slash + 1)));
}

// Half points of the first side: 2, 1 or 0.
int one_game(const host::Variant& variant, Player& first, Player& second, bool swapped, std::uint64_t seed,
             std::string* reason) {
  auto made = variant.create({});
  Game game{std::move(std::get<host::State>(made)), {}, host::kNoPoint, host::kNoPoint, seed};
  seat::RandomPlayer opening(seed / 2);
  for (;;) {
    const host::Outcome outcome = game.state.outcome();
    if (outcome.state == host::Outcome::State::kOver) {
      *reason = outcome.reason;
      const int result = outcome.result[swapped ? 1 : 0];
      return result + 1;
    }
    if (static_cast<int>(game.moves.size()) >= kLongest || !outcome.claims.empty()) {
      *reason = outcome.claims.empty() ? "too long" : outcome.claims.front().reason;
      return 1;
    }
    const host::Seat seat = mover(game.state);
    if (static_cast<int>(game.moves.size()) < kOpening) {
      play(game, opening.choose(*game.state.legal(seat)));
    } else {
      play(game, ((seat == 0) != swapped ? first : second).choose(game));
    }
  }
}

int run(const std::vector<std::string>& words) {
  const auto variant = testing::plugins().variant(words[0]);
  if (variant == nullptr) throw std::runtime_error("there is no game " + words[0]);
  const auto first = player(words[1], words[0]), second = player(words[2], words[0]);
  const int games = std::stoi(words[3]);
  const std::uint64_t seed = words.size() > 4 ? std::stoull(words[4]) : 1;
  int won = 0, drawn = 0, lost = 0;
  for (int i = 0; i < games; ++i) {
    std::string reason;
    const int points = one_game(*variant, *first, *second, i % 2 == 1,
                                seed * 100'000 + static_cast<std::uint64_t>(i), &reason);
    (points == 2 ? won : points == 1 ? drawn : lost) += 1;
    fmt::print(stderr, "{}: {} ({})\n", i + 1, points == 2 ? "1-0" : points == 1 ? "½-½" : "0-1", reason);
  }
  fmt::print("{} {} against {}: {} won, {} drawn, {} lost of {}: {:.1f} %\n", words[0], words[1], words[2],
             won, drawn, lost, games, 50.0 * (2 * won + drawn) / games);
  for (const auto* side : {first.get(), second.get()}) {
    if (side->moves > 0) fmt::print("  nodes a move: {}\n", side->nodes / side->moves);
  }
  return 0;
}

}  // namespace

int main(int count, char** words) try {
  if (count < 5) {
    fmt::print(stderr, "bot_match VARIANT SIDE SIDE GAMES [SEED]\n");
    return 2;
  }
  return run({words + 1, words + count});
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
