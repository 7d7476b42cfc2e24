// Seat: the search of a bot for games of two seats that offer walkers (qitai/search.h): alpha-beta with
// iterative deepening, the same moves for the same position, options and seed on every machine.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/variant.hpp"
#include "host/walker.hpp"
#include "seat/attention.hpp"

namespace qitai::seat {

// Scores are hundredths of the weakest piece, from the view of the seat that moves. A mate in n plies is
// kMate − n.
inline constexpr int kMate = 30'000;
[[nodiscard]] constexpr bool is_mate(int score) {
  return score > kMate - 1000 || score < -kMate + 1000;
}

struct SearchOptions {
  std::uint64_t nodes = 100'000;  // moves played at most, but for what is under way
  int depth = 40;                 // plies at most, extensions and exchanges apart
  std::int64_t time_us = 0;       // at most so long; 0: no matter
  int margin = 0;                 // root moves this close to the best one get a score of their own
  int exchange = 24;              // plies of captures and answers to checks beyond the depth
  // Whose eyes it sees with: first moves, and replies to them, may be overlooked, but for first moves that
  // give check and ways out of a check. Null: a machine's.
  const Attention* attention = nullptr;
  bool ends = true;  // whether it knows a first move that leaves no answer for one
};

struct ScoredMove {
  host::Move move;
  int score = 0;  // where `exact`, else it is no better than this
  bool exact = false;
  bool forcing = false;  // takes something or gives check
};

struct SearchResult {
  std::vector<ScoredMove> moves;  // the best first; empty: there is no legal move
  int depth = 0;                  // the last that was searched to its end
  std::uint64_t nodes = 0;
};

class Search {
 public:
  // The table of positions is allocated here, once; 24 bytes each.
  explicit Search(std::size_t positions = std::size_t{1} << 20);

  // Searches for the seat that acts. `stop` is looked at every 256 nodes; then the answer is what was found
  // so far. `walker` was opened from `state`. Throws host::PluginFault.
  SearchResult run(const host::State& state, host::Walker& walker, const SearchOptions& options,
                   const std::atomic<bool>& stop);

 private:
  enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };
  struct Entry {
    std::uint64_t key = 0;
    host::Move move;
    std::int16_t score = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::kNone;
    std::uint32_t age = 0;
  };
  // What is kept of each ply, so that nothing is allocated on the way.
  struct Ply {
    std::vector<host::Step> steps;
    std::vector<int> order;
    std::array<host::Move, 2> killers;
    int eval = 0;
  };
  struct Root {
    host::Move move;
    int known = 0;  // the rules have decided: the score
    bool decided = false;
    int penalty = 0;  // the rules have warned
    bool check = false;
    ScoredMove now, before;  // in this iteration and in the last whole one
  };

  void begin(const host::State& state, const SearchOptions& options);
  bool iterate(int depth);
  int root_score(const Root& root, int depth, int alpha, int beta);
  int search(int depth, int alpha, int beta, int ply, bool may_pass);
  int quiesce(int alpha, int beta, int ply, int depth);
  bool try_pass(const host::Look& look, int depth, int beta, int ply, int* score);
  void order(Ply& ply, const host::Move& first);
  [[nodiscard]] bool overlooked(const host::Step& step, int ply, const host::Look& look) const;
  [[nodiscard]] int stuck(const host::Look& look, int ply) const;
  void overlook_first(const std::vector<host::Step>& steps);
  void reward(Ply& ply, const host::Move& move, int depth);
  void play(const host::Move& move);
  [[nodiscard]] std::size_t history_slot(const host::Move& move) const;
  Entry& entry(std::uint64_t key) { return table_[key & (table_.size() - 1)]; }
  [[nodiscard]] bool out_of_time();

  std::vector<Entry> table_;
  std::uint32_t age_ = 0;
  std::vector<int> history_;
  std::vector<Ply> plies_;
  std::vector<Root> roots_;

  host::Walker* walker_ = nullptr;
  host::Point tried_to_ = host::kNoPoint;  // where the first move goes that is being tried
  const std::atomic<bool>* stop_ = nullptr;
  SearchOptions options_;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_look_ = 0;  // how many there are when clock and `stop_` are looked at next
  std::int64_t until_us_ = 0;
  bool stopped_ = false;
};

}  // namespace qitai::seat
