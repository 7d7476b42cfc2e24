// Host: a walker, the light copy of a state that searches play on (qitai/search.h), with every answer of the
// plugin checked like everywhere else in this folder.
#pragma once

#include <qitai/search.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "host/variant.hpp"

namespace qitai::host {

// What one step may win, and how a position stands; units and meaning: qitai/search.h.
struct Step {
  Move move;
  int hint = 0;
  bool noisy = false;
  bool capture = false;
};
struct Look {
  std::uint64_t key = 0;
  Seat seat = 0;
  bool over = false;
  int result = 0;  // of `seat` if over: QITAI_RESULT_…
  int stuck = 0;   // of `seat` if it has no legal move
  bool check = false;
  bool bare = false;
};

// The most that evaluate() answers in either direction, hundredths of the weakest piece.
inline constexpr int kMostScore = 20'000;

// Movable, one thread at a time, keeps its variant alive. A plugin that breaks its contract:
// host::PluginFault, and the walker is good for nothing afterwards.
class Walker {
 public:
  // Nothing where the game has no such extension, or this state no walker: it is partial, over, in its
  // set-up, or several seats act.
  static std::optional<Walker> open(const State& state);
  Walker(Walker&& other) noexcept;
  Walker& operator=(Walker&& other) noexcept;
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;
  ~Walker();

  enum class Which : std::int32_t { kAll = QITAI_STEPS_ALL, kNoisy = QITAI_STEPS_NOISY };
  // Into `out`, whose memory is used again.
  void steps(Which which, std::vector<Step>& out);
  // A move of steps(), or of the state's legal(); any other is a fault of the caller and thrown as the
  // plugin's.
  void play(Move move);
  void undo();
  [[nodiscard]] bool can_pass() const { return api_->pass != nullptr; }
  void pass();
  [[nodiscard]] Look look() const;
  [[nodiscard]] int evaluate() const;
  // Plays that were not taken back.
  [[nodiscard]] unsigned depth() const { return depth_; }

 private:
  Walker(std::shared_ptr<const Variant> variant, std::shared_ptr<const qitai_search> api, std::size_t points,
         qitai_walker* raw);
  std::shared_ptr<const Variant> variant_;
  std::shared_ptr<const qitai_search> api_;  // a copy in the shape of this build
  std::size_t points_ = 0;
  qitai_walker* raw_ = nullptr;
  unsigned depth_ = 0;
  std::vector<qitai_step> buffer_;
};

}  // namespace qitai::host
