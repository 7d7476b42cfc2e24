// Seat: an opponent that the machine plays: by search where the game offers walkers (seat/search.hpp), else
// by trial games (seat/playout.hpp), and where things are hidden by drawing what may be there
// (seat/sampling.hpp). It is shown what its seat may know and nothing more.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "host/variant.hpp"
#include "match/referee.hpp"

namespace qitai::seat {

// From the beginner, who overlooks a lot and once in a while loses to random moves, to one that a casual
// player does not beat. A level is a number of nodes, not of seconds: the same on a slow machine.
inline constexpr int kLowestLevel = 1;
inline constexpr int kHighestLevel = 5;

// Who holds a seat, as match::SeatTerms::holder has it: "" a hand, "bot:3" a bot of that level. Nothing for a
// hand and for whatever else may stand there.
[[nodiscard]] std::optional<int> bot_level(std::string_view holder);
[[nodiscard]] std::string bot_holder(int level);

// What a bot is to think about.
struct Task {
  host::State state;  // as its seat knows it; the seat acts by moving
  host::Seat seat = 0;
  int level = kHighestLevel;
  std::uint64_t seed = 0;                 // with the same state and level: the same move
  std::uint64_t nodes = 0;                // instead of the level's number; 0: the level's
  std::int64_t time_us = 0;               // at most so long (budget_of); 0: the nodes alone count
  std::uint32_t ply = 0;                  // in the first ones it varies its play
  host::Point taken_on = host::kNoPoint;  // where the last move took something
  host::Point moved_to = host::kNoPoint;  // where the last move went: there a weak level looks first
};

struct Thought {
  std::optional<host::Move> move;  // nothing: there is none, or it does not know its moves
  int score = 0;                   // hundredths of the weakest piece for the seat; trial games: of ±1000
  int depth = 0;
  std::uint64_t nodes = 0;
};

// How long it may think with that much time left: it never loses by time for thinking alone. 0: no matter.
[[nodiscard]] std::int64_t budget_of(const match::Referee::TimeLeft& left, int increment_seconds);

// Thinks on the caller's thread. Keeps the table of positions between moves. A plugin that fails: any legal
// move if it still tells some, and the log has it.
class Mind {
 public:
  Mind();
  ~Mind();
  Mind(const Mind&) = delete;
  Mind& operator=(const Mind&) = delete;
  Thought think(const Task& task, const std::atomic<bool>& stop);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Thinks on a thread of its own, below everything else that the machine does. One task at a time. Functions:
// one thread, the owner's.
class Bot {
 public:
  // `wake` is called on the bot's thread when take() has something; it must not block and may be empty.
  explicit Bot(std::function<void()> wake);
  // Gives up what it thinks about, at once.
  ~Bot();
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;

  // Begins; what was thought about before is given up. The answer carries `ticket`.
  void think(Task task, std::uint64_t ticket);
  void cancel();
  // The answer, once. Nothing while it thinks, after cancel, and where nothing was asked.
  struct Answer {
    Thought thought;
    std::uint64_t ticket = 0;
  };
  [[nodiscard]] std::optional<Answer> take();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::seat
