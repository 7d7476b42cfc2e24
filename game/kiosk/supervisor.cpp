#include "kiosk/supervisor.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <thread>

#include "base/file.hpp"
#include "base/log.hpp"
#include "base/paths.hpp"
#include "base/time.hpp"
#include "kiosk/deaths.hpp"
#include "kiosk/notify.hpp"
#include "kiosk/page.hpp"
#include "kiosk/quarantine.hpp"
#include "menu/app.hpp"
#include "store/file_lock.hpp"

namespace qitai::kiosk {
namespace {

namespace fs = std::filesystem;
using Time = Deaths::Time;
using namespace std::chrono_literals;

constexpr Time kTick = 250ms;
constexpr Time kMercy = 2s;     // from SIGABRT to SIGKILL
constexpr Time kFarewell = 5s;  // to end after SIGTERM
constexpr Time kLockTime = 5s;  // that the game of a supervisor that died may still take

Time now() {
  return Time(monotonic_ns() / 1'000'000);
}

sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP})
    sigaddset(&set, signal);
  return set;
}

// How a game ended.
struct Ending {
  std::string how;     // for the log
  std::string plugin;  // that was running
};

class Supervisor {
 public:
  Supervisor(const Supervision& options, SharedPage page) : options_(options), page_(std::move(page)) {}

  int run();

 private:
  [[nodiscard]] fs::path file(const char* name) const { return options_.state / name; }
  bool take_lock();
  void read_set_aside();
  bool start();
  [[noreturn]] void be_the_game() noexcept;
  [[nodiscard]] int watch();
  void look_at_silence(Time passed);
  void stop();
  [[nodiscard]] Ending ending(int status) const;
  void conclude(const Ending& ending);
  void open_log() const;

  const Supervision& options_;
  SharedPage page_;
  std::unique_ptr<store::FileLock> lock_;
  Notifier notifier_;
  Deaths deaths_;
  Start next_;
  sigset_t before_{};
  pid_t game_ = -1;
  bool stopping_ = false;
  bool unwritten_ = false;  // somebody is set aside of whom the file knows nothing
  Time stop_at_{};
  // Of the game that runs.
  std::uint64_t beats_ = 0;
  Time silent_{};
  bool hung_ = false, told_running_ = false;
};

// The game writes into the same file, and may have begun a new one.
void Supervisor::open_log() const {
  if (options_.state.empty()) return;
  if (const Status opened = log_to_file(file("qitai.log")); !opened)
    log_warning("{}", opened.error().message);
}

// The game inherits it: a supervisor that was killed is followed by none before its game is gone, too.
bool Supervisor::take_lock() {
  if (options_.state.empty()) return true;
  const Time end = now() + kLockTime;
  for (;;) {
    auto lock = store::FileLock::take(file("kiosk.lock"));
    if (lock) {
      lock_ = std::move(*lock);
      return true;
    }
    if (lock.error().code != "busy") {
      log_warning("{}", lock.error().message);
      return true;
    }
    if (now() >= end) {
      log_error("{}", lock.error().message);
      return false;
    }
    std::this_thread::sleep_for(50ms);
  }
}

void Supervisor::be_the_game() noexcept {
  (void)::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  blame_on(*page_);
  next_.beat = [page = page_.get()](bool plays) {
    page->plays = plays ? 1 : 0;
    page->beats.fetch_add(1);
    return page->stop.load() == 0;
  };
  next_.counted = [page = page_.get()] { page->counted.store(1); };
  const int status = options_.game(next_);
  page_->left.store(status);
  std::exit(status);  // NOLINT(concurrency-mt-unsafe): the game's own threads are at rest
}

// The operator may have let one back.
void Supervisor::read_set_aside() {
  if (!options_.state.empty() && !unwritten_) next_.set_aside = read_quarantine(file("plugins-set-aside"));
}

bool Supervisor::start() {
  new (page_.get()) Page();
  beats_ = 0;
  told_running_ = false;
  silent_ = Time(0);
  hung_ = false;
  const pid_t parent = ::getpid();
  game_ = ::fork();
  if (game_ < 0) {
    log_error("{}", file_error("start", "the game", errno).message);
    return false;
  }
  if (game_ == 0) {
    // Two games never share a cabinet.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != parent) ::_exit(2);
    be_the_game();
  }
  log_info("the game runs as process {}", game_);
  return true;
}

// Counts what the supervisor itself lived through, so that a machine that was stopped is not taken for a game
// that hangs.
void Supervisor::look_at_silence(Time passed) {
  const std::uint64_t beats = page_->beats.load();
  if (beats != beats_) {
    beats_ = beats;
    silent_ = Time(0);
    if (!std::exchange(told_running_, true)) notifier_.say("READY=1\nSTATUS=The game runs.");
    return;
  }
  silent_ += std::min(passed, 2 * kTick);
  const Time limit = beats_ == 0 ? options_.start : options_.silence;
  if (!hung_ && silent_ >= limit) {
    open_log();
    log_error("the game has not answered for {} s", silent_ / 1s);
    hung_ = true;
    (void)::kill(game_, SIGABRT);
  } else if (hung_ && silent_ >= limit + kMercy) {
    (void)::kill(game_, SIGKILL);
  }
}

void Supervisor::stop() {
  if (stopping_) return;
  stopping_ = true;
  stop_at_ = now();
  notifier_.say("STOPPING=1");
  page_->stop.store(1);
  // Wakes its loop, or ends it while it has none yet.
  (void)::kill(game_, SIGTERM);
}

// Waits until the game has ended; its status as of waitpid.
int Supervisor::watch() {
  const sigset_t signals = watched_signals();
  Time last = now();
  for (;;) {
    int status = 0;
    if (::waitpid(game_, &status, WNOHANG) == game_) return status;
    const timespec wait{0, std::chrono::nanoseconds(kTick).count()};
    const int signal = ::sigtimedwait(&signals, nullptr, &wait);
    if (signal > 0 && signal != SIGCHLD) stop();
    const Time at = now();
    look_at_silence(at - last);
    last = at;
    notifier_.alive();
    if (stopping_ && at - stop_at_ > kFarewell) (void)::kill(game_, SIGKILL);
  }
}

Ending Supervisor::ending(int status) const {
  Ending ending;
  ending.how = WIFSIGNALED(status) ? fmt::format("by signal {}", WTERMSIG(status))
                                   : fmt::format("with status {}", WEXITSTATUS(status));
  if (hung_) ending.how += ", as it hung";
  if (page_->blamed.load() != 0) ending.plugin = page_->plugin.data();
  return ending;
}

// The game has died: what the next one is told.
void Supervisor::conclude(const Ending& ending) {
  open_log();
  log_error("the game died {}{}", ending.how,
            ending.plugin.empty() ? "" : fmt::format(", in the plugin \"{}\"", ending.plugin));
  next_.deaths.push_back(ending.plugin);
  const Deaths::Verdict verdict = deaths_.died(now(), ending.plugin, page_->beats.load() > 0);
  if (!verdict.set_aside.empty()) {
    log_error("the plugin \"{}\" is set aside", verdict.set_aside);
    read_set_aside();
    next_.set_aside.push_back(verdict.set_aside);
    if (!options_.state.empty()) {
      const Status kept = write_quarantine(file("plugins-set-aside"), next_.set_aside);
      if (!kept) log_error("{}", kept.error().message);
      unwritten_ = !kept;
    }
  }
  if (verdict.safe && !next_.safe) log_error("from now on the game runs with built-in settings");
  next_.safe = verdict.safe;
  // With built-in settings nobody is led back to what the game may have died of.
  // One that died before it was up knows nothing of what went on.
  if (page_->beats.load() > 0) next_.go_on = page_->plays != 0;
  if (verdict.safe) next_.go_on = false;
  notifier_.say("STATUS=The game died " + ending.how + " and is started again.");
  const Time end = now() + verdict.pause;
  const sigset_t signals = watched_signals();
  for (Time left = verdict.pause; left > Time(0) && !stopping_; left = end - now()) {
    const timespec wait{0, std::chrono::nanoseconds(std::min(left, kTick)).count()};
    const int signal = ::sigtimedwait(&signals, nullptr, &wait);
    if (signal > 0 && signal != SIGCHLD) stopping_ = true;
    notifier_.alive();
  }
}

int Supervisor::run() {
  const sigset_t signals = watched_signals();
  (void)::pthread_sigmask(SIG_BLOCK, &signals, &before_);
  open_log();
  if (!take_lock()) return 2;
  int result = 0;
  while (!stopping_) {
    read_set_aside();
    if (!start()) {
      result = 2;
      break;
    }
    const int status = watch();
    // They count once, even if the game died again before it was up. One that runs without a ledger has
    // nothing to count them in.
    if (page_->counted.load() != 0 || page_->beats.load() > 0) next_.deaths.clear();
    if (page_->beats.load() > 0 && !next_.safe) next_.ran = true;
    const int left = page_->left.load();
    if (left == menu::kAgain && !stopping_) {
      log_info("the game is started again, as it asks");
      next_.go_on = false;
      continue;
    }
    if (left >= 0) {
      result = stopping_ ? 0 : left;
      break;
    }
    if (!stopping_) conclude(ending(status));
  }
  (void)::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  return result;
}

}  // namespace

int supervise(const Supervision& options) {
  if (!options.state.empty()) {
    if (const Status made = ensure_folder(options.state); !made) log_warning("{}", made.error().message);
  }
  Result<SharedPage> page = make_page();
  if (!page) {
    log_error("{}", page.error().message);
    return 2;
  }
  return Supervisor(options, std::move(*page)).run();
}

}  // namespace qitai::kiosk
