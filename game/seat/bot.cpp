#include "seat/bot.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.hpp"
#include "host/walker.hpp"
#include "seat/playout.hpp"
#include "seat/random.hpp"
#include "seat/sampling.hpp"
#include "seat/search.hpp"

namespace qitai::seat {
namespace {

using host::Move;

// How a level plays. Mistakes are those of people: a horizon, moves that slip the eye (seat/attention.hpp), a
// move that looked as good as the best one.
struct Manner {
  std::uint64_t nodes = 0;
  int depth = 0;
  int exchange = 0;         // plies of takings that it follows beyond the depth
  double blind = 0;         // how much it overlooks, 0 to 1
  double absent = 0;        // share of moves at which it overlooks nearly all that is not under its eyes
  double endless = 0;       // share of moves at which it does not know a mate for one
  double ease = 0;          // how careless it gets when it is far ahead, 0 to 1
  int margin = 0;           // moves so close to the best may be played instead of it
  double temperature = 0;   // how readily: at this distance e times less likely than the best
  std::uint64_t games = 0;  // moves in trial games, where there is no search
};

// Takings and checks tempt as if they were this share of the temperature better.
constexpr double kTempting = 0.7;
constexpr double kAbsentBlind = 0.9;
// From so far ahead on by the looks of the board it begins to take it easy, and so much further on it fully
// does.
constexpr int kAhead = 150;
constexpr int kFurther = 450;

constexpr std::array<Manner, kHighestLevel> kManners{{
    {20'000, 1, 1, 0.65, 0.35, 0.9, 0.9, 120, 60, 60},
    {20'000, 1, 8, 0.33, 0.12, 0, 0.9, 62, 25, 400},
    {20'000, 2, 12, 0.27, 0.03, 0, 0.9, 45, 18, 2'000},
    {25'000, 4, 24, 0.10, 0, 0, 0.5, 24, 9, 10'000},
    {100'000, 40, 24, 0, 0, 0, 0, 0, 0, 60'000},
}};

// In the first plies even the highest level plays what is about as good as the best, or every game would
// begin alike.
constexpr std::uint32_t kVariedPlies = 8;
constexpr int kVariedMargin = 14;
constexpr double kVariedTemperature = 6;

// One of the moves within the margin, the better the likelier. They stand with the best first.
std::size_t pick(const std::vector<ScoredMove>& moves, int margin, double temperature, RandomPlayer& random) {
  if (margin <= 0 || temperature <= 0) return 0;
  std::vector<double> weights;
  double sum = 0;
  for (const ScoredMove& move : moves) {
    const int behind = moves.front().score - move.score;
    if (!move.exact || behind > margin) break;
    weights.push_back(std::exp(-behind / temperature + (move.forcing ? kTempting : 0)));
    sum += weights.back();
  }
  double drawn = static_cast<double>(random.below(1U << 30)) / (1U << 30) * sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (drawn < weights[i]) return i;
    drawn -= weights[i];
  }
  return 0;
}

}  // namespace

std::optional<int> bot_level(std::string_view holder) {
  constexpr std::string_view kPrefix = "bot:";
  if (holder.substr(0, kPrefix.size()) != kPrefix || holder.size() != kPrefix.size() + 1) return std::nullopt;
  const int level = holder.back() - '0';
  if (level < kLowestLevel || level > kHighestLevel) return std::nullopt;
  return level;
}

std::string bot_holder(int level) {
  return "bot:" + std::to_string(std::clamp(level, kLowestLevel, kHighestLevel));
}

std::int64_t budget_of(const match::Referee::TimeLeft& left, int increment_seconds) {
  constexpr std::int64_t kSlack = match::kSecond / 5;  // for the way from the thought to the referee
  constexpr std::int64_t kMovesToGo = 30;
  std::int64_t budget = INT64_MAX;
  if (left.main != match::kNever) {
    const std::int64_t share = left.main / kMovesToGo + increment_seconds * match::kSecond * 7 / 10;
    budget = std::min(share, left.main / 3);
  }
  if (left.step != match::kNever) budget = std::min(budget, left.step / 2);
  if (budget == INT64_MAX) return 0;
  return std::max<std::int64_t>(budget - kSlack, match::kSecond / 100);
}

// ------------------------------------------------------------------------------------------------ Mind

struct Mind::Impl {
  Search search;

  Thought by_search(const Task& task, host::Walker& walker, const Manner& manner, RandomPlayer& random,
                    const std::atomic<bool>& stop) {
    SearchOptions options;
    options.nodes = task.nodes != 0 ? task.nodes : manner.nodes;
    options.depth = manner.depth;
    options.time_us = task.time_us;
    options.exchange = manner.exchange;
    options.margin = manner.margin;
    double temperature = manner.temperature;
    double absence = manner.absent;
    if (manner.ease > 0) {
      const double ahead = std::clamp((walker.evaluate() - kAhead) / double{kFurther}, 0.0, 1.0);
      const double ease = manner.ease * ahead;
      options.margin += static_cast<int>(2 * ease * manner.margin);
      temperature *= 1 + 2 * ease;
      absence += ease * (1 - absence);
    }
    const host::Point last = task.moved_to != host::kNoPoint ? task.moved_to : task.taken_on;
    const bool absent = static_cast<double>(random.below(1000)) < absence * 1000;
    const Attention attention(task.state, absent ? kAbsentBlind : manner.blind, last, task.seed);
    if (manner.blind > 0) options.attention = &attention;
    options.ends = static_cast<double>(random.below(1000)) >= manner.endless * 1000;
    if (task.ply < kVariedPlies) {
      options.margin = std::max(options.margin, kVariedMargin);
      temperature = std::max(temperature, kVariedTemperature);
    }
    const SearchResult found = search.run(task.state, walker, options, stop);
    Thought thought;
    thought.depth = found.depth;
    thought.nodes = found.nodes;
    if (found.moves.empty()) return thought;
    const ScoredMove& best = found.moves.front();
    thought.move = best.move;
    thought.score = best.score;
    // A mate that is there is played, and what was just taken is taken back if that is best.
    const bool clear =
        best.score >= kMate - 1 || (task.taken_on != host::kNoPoint && best.move.to == task.taken_on);
    if (clear) return thought;
    const ScoredMove& chosen = found.moves[pick(found.moves, options.margin, temperature, random)];
    thought.move = chosen.move;
    thought.score = chosen.score;
    return thought;
  }

  static Thought by_games(const Task& task, const Manner& manner, const std::atomic<bool>& stop) {
    PlayoutOptions options;
    options.nodes = task.nodes != 0 ? task.nodes : manner.games;
    options.seed = task.seed;
    const std::vector<TriedMove> tried = try_games(task.state, options, stop);
    Thought thought;
    thought.nodes = options.nodes;
    if (tried.empty()) return thought;
    thought.move = tried.front().move;
    thought.score = static_cast<int>(tried.front().mean * 1000);
    return thought;
  }
};

Mind::Mind() : impl_(std::make_unique<Impl>()) {}
Mind::~Mind() = default;

Thought Mind::think(const Task& task, const std::atomic<bool>& stop) {
  const int level = std::clamp(task.level, kLowestLevel, kHighestLevel);
  const Manner& manner = kManners[static_cast<std::size_t>(level - kLowestLevel)];
  RandomPlayer random(task.seed);
  try {
    if (task.state.knower() != -1) return think_by_sampling(impl_->search, task, stop);
    const bool two = task.state.variant().info().seats.size() == 2;
    std::optional<host::Walker> walker = two ? host::Walker::open(task.state) : std::nullopt;
    return walker ? impl_->by_search(task, *walker, manner, random, stop)
                  : Impl::by_games(task, manner, stop);
  } catch (const host::PluginFault& fault) {
    log_error("The bot gives up thinking: {}", fault.what());
  }
  try {
    Thought any;
    const std::vector<Move> legal = task.state.legal(task.seat).value_or(std::vector<Move>{});
    if (!legal.empty()) any.move = random.choose(legal);
    return any;
  } catch (const host::PluginFault&) {
    return {};
  }
}

// ------------------------------------------------------------------------------------------------- Bot

struct Bot::Impl {
  explicit Impl(std::function<void()> waker) : wake(std::move(waker)), thread([this] { run(); }) {}
  ~Impl() {
    {
      const std::lock_guard hold(mutex);
      stopping = true;
      stop.store(true, std::memory_order_relaxed);
    }
    came.notify_one();
    thread.join();
  }

  void run() {
    // This thread alone: drawing and judging come first, however hard it thinks.
    constexpr int kNice = 10;
    (void)setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNice);
    Mind mind;
    for (;;) {
      std::optional<Task> now;
      std::uint64_t which = 0;
      {
        std::unique_lock hold(mutex);
        came.wait(hold, [&] { return stopping || task.has_value(); });
        if (stopping) return;
        now = std::exchange(task, std::nullopt);
        which = ticket;
        stop.store(false, std::memory_order_relaxed);
      }
      const Thought thought = mind.think(*now, stop);
      now.reset();
      bool told = false;
      {
        const std::lock_guard hold(mutex);
        if (!stop.load(std::memory_order_relaxed) && which == ticket) {
          answer = Answer{thought, which};
          told = true;
        }
      }
      if (told && wake) wake();
    }
  }

  std::function<void()> wake;
  std::mutex mutex;
  std::condition_variable came;
  std::optional<Task> task;  // not begun yet
  std::uint64_t ticket = 0;  // of the task, begun or not
  std::optional<Answer> answer;
  bool stopping = false;
  std::atomic<bool> stop{false};  // what is thought about now is not wanted any more
  std::thread thread;             // last: it uses all of the above
};

Bot::Bot(std::function<void()> wake) : impl_(std::make_unique<Impl>(std::move(wake))) {}
Bot::~Bot() = default;

void Bot::think(Task task, std::uint64_t ticket) {
  {
    const std::lock_guard hold(impl_->mutex);
    impl_->stop.store(true, std::memory_order_relaxed);
    impl_->answer.reset();
    impl_->task.emplace(std::move(task));
    impl_->ticket = ticket;
  }
  impl_->came.notify_one();
}

void Bot::cancel() {
  const std::lock_guard hold(impl_->mutex);
  impl_->stop.store(true, std::memory_order_relaxed);
  impl_->answer.reset();
  impl_->task.reset();
}

std::optional<Bot::Answer> Bot::take() {
  const std::lock_guard hold(impl_->mutex);
  return std::exchange(impl_->answer, std::nullopt);
}

}  // namespace qitai::seat
