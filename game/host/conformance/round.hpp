// Host, conformance: random games that can be played again, and all answers of a state as comparable lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/conformance/check.hpp"

namespace qitai::host::conformance {

inline constexpr unsigned kMostPlies = 400;  // random games are stopped here
inline constexpr int kFull = -1;

// Numbers from a seed (splitmix64): the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // 0…count−1; 0 for 0.
  std::size_t below(std::size_t count);
  bool one_in(std::size_t count) { return below(count) == 0; }
  std::array<std::uint8_t, 32> seed();

 private:
  std::uint64_t state_;
};

// What is done to a state in one call.
struct Turn {
  enum class Kind { kMove, kSetup, kChance };
  Kind kind = Kind::kMove;
  Seat seat = 0;
  Move move;
  std::uint32_t draw = 0;
  std::string layout;  // of a set-up; empty: of the game's own choice
};

// Takes the turn; what it changed. A refusal of it is Broken.
std::vector<Change> take(State& state, const Turn& turn, std::span<const Fact> facts = {});
// "red a0a1", "the draw 2 of 12".
std::string told(const State& before, const Turn& turn);

// One random game: number 0 has the default options, the others drawn ones. Every third game likes to move to
// and fro, so that repetitions and counters are met.
class Round {
 public:
  Round(Trial& trial, unsigned number);

  Trial& trial;
  unsigned number;
  Dice dice;
  Start start;
  State state;
  std::vector<Turn> turns;  // taken so far

  [[nodiscard]] unsigned ply() const { return static_cast<unsigned>(turns.size()); }
  // A turn that can be taken now. Nothing: the game is over or long enough, or the check's time is.
  std::optional<Turn> choose();
  // Takes it; what it changed.
  std::vector<Change> take(const Turn& turn);
  // Both; false: over.
  bool step();
  // Some positions of each game: the first ones, and then about one in `rarely`.
  bool sampled(std::size_t rarely = 12) { return ply() < 3 || dice.one_in(rarely); }
  // "game 3, ply 17".
  [[nodiscard]] std::string where() const;

 private:
  [[nodiscard]] std::string draw_layout(Seat seat);
};

// The options and seed of a game; `number` 0: the defaults.
Start drawn_start(const Trial& trial, unsigned number, Dice& dice);
// Refused: Broken.
State begin(const Trial& trial, const Start& start);
// Refused: Broken.
State reload(const Trial& trial, const std::string& bytes, std::string_view what);

// Plays `count` games, or as many as there is time for: work(round) for each. Answers "12 games".
std::string each_round(Trial& trial, unsigned count, const std::function<void(Round&)>& work);
// How many games a check plays that asks everything everywhere.
[[nodiscard]] unsigned a_few(const Trial& trial);

// One answer: what was asked, and the bytes that came.
struct Line {
  std::string what;
  std::string bytes;
};
using Lines = std::vector<Line>;
// What a state tells one viewer: view, hash, marks, explanation, candidates, position text, saved seat view,
// and of a seat its legal moves.
Lines told_to(const State& state, int viewer);
// What it tells everybody, and everything saved.
Lines everything(const State& state);
// How it ends if a flag falls; apart, since it is asked once a game and may take its time.
Lines timeouts(const State& state);
// What the first line is about in which they differ, or nothing.
std::optional<std::string> difference(const Lines& a, const Lines& b);

// The seats and then kPublic.
[[nodiscard]] std::vector<int> viewers(const State& state);
std::string viewer_name(const State& state, int viewer);
// The moves that a seat could try: its legal ones, and others of all shapes.
std::vector<Move> tries(const State& state, Seat seat, Dice& dice, std::size_t count);
std::string move_name(const State& state, Seat seat, Move move);
// For answers of which only equality counts.
template <typename T>
std::string bytes_of(const std::vector<T>& list) {
  static_assert(std::has_unique_object_representations_v<T>);
  return {reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T)};
}

}  // namespace qitai::host::conformance
