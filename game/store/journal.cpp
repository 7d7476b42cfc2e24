#include "store/journal.hpp"

#include <atomic>
#include <condition_variable>
#include <future>
#include <limits>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "base/time.hpp"
#include "store/database.hpp"

namespace qitai::store {
namespace {

// The ticket of a write that was never queued: its match is lost already.
constexpr Ticket kNever = std::numeric_limits<Ticket>::max();

// Something that the thread does between two batches, in the queue's order: a read.
using Task = std::function<void(Database&)>;

Write write_of(Write::Kind kind, MatchId match, std::string_view bytes = {}) {
  Write write;
  write.kind = kind;
  write.match = match;
  write.when = unix_seconds();
  write.bytes = bytes;
  return write;
}

}  // namespace

struct Journal::Impl {
  Impl(std::unique_ptr<Database> opened, std::function<void()> waker, MatchId newest)
      : database(std::move(opened)), wake(std::move(waker)), last_match(newest), thread([this] { run(); }) {}

  ~Impl() {
    {
      const std::lock_guard hold(mutex);
      stopping = true;
    }
    work_came.notify_one();
    thread.join();
  }

  Ticket queue(Write write);
  void run();
  void commit(const std::vector<Write>& batch);
  template <typename T>
  T wait_for(std::function<T(Database&)> read);

  // Only the thread touches it.
  std::unique_ptr<Database> database;
  std::function<void()> wake;

  mutable std::mutex mutex;
  std::condition_variable work_came;
  std::vector<Write> writes;
  std::vector<std::pair<std::size_t, Task>> tasks;  // how many of `writes` come before it
  bool stopping = false;
  Ticket last_ticket = 0;
  MatchId last_match = 0;
  std::vector<Trouble> troubles;
  std::set<MatchId> lost_matches;
  std::set<Ticket> lost_tickets;  // those that were queued when their match was lost

  // Every ticket up to here is on the disk or lost.
  std::atomic<Ticket> done{0};

  std::thread thread;  // last: it uses all of the above
};

Ticket Journal::Impl::queue(Write write) {
  Ticket ticket = 0;
  {
    const std::lock_guard hold(mutex);
    if (lost_matches.count(write.match) != 0) {
      if (write.kind != Write::Kind::kFinish && write.kind != Write::Kind::kForget) return kNever;
      // Its record has a hole: better not offered again. If the disk refuses that too, it is offered as far
      // as it got.
      write.kind = Write::Kind::kForget;
    }
    ticket = ++last_ticket;
    write.ticket = ticket;
    writes.push_back(std::move(write));
  }
  work_came.notify_one();
  return ticket;
}

void Journal::Impl::run() {
  for (;;) {
    std::vector<Write> batch;
    Task task;
    {
      std::unique_lock hold(mutex);
      work_came.wait(hold, [&] { return stopping || !writes.empty() || !tasks.empty(); });
      if (writes.empty() && tasks.empty()) return;
      if (tasks.empty()) {
        batch = std::exchange(writes, {});
      } else {
        const auto before = static_cast<std::ptrdiff_t>(tasks.front().first);
        batch.assign(std::make_move_iterator(writes.begin()),
                     std::make_move_iterator(writes.begin() + before));
        writes.erase(writes.begin(), writes.begin() + before);
        task = std::move(tasks.front().second);
        tasks.erase(tasks.begin());
        for (auto& later : tasks)
          later.first -= static_cast<std::size_t>(before);
      }
    }
    if (!batch.empty()) commit(batch);
    if (task) task(*database);
  }
}

void Journal::Impl::commit(const std::vector<Write>& batch) {
  std::vector<Write> wanted;
  {
    const std::lock_guard hold(mutex);
    for (const Write& write : batch) {
      const bool lost = lost_matches.count(write.match) != 0;
      if (lost) lost_tickets.insert(write.ticket);
      if (!lost || write.kind == Write::Kind::kForget) wanted.push_back(write);
    }
  }
  const Status written = wanted.empty() ? Status() : database->commit(wanted);
  if (!written) {
    const std::lock_guard hold(mutex);
    for (const Write& write : wanted) {
      lost_tickets.insert(write.ticket);
      if (lost_matches.insert(write.match).second) troubles.push_back({write.match, written.error(), {}});
    }
  }
  done.store(batch.back().ticket, std::memory_order_release);
  if (wake) wake();
}

template <typename T>
T Journal::Impl::wait_for(std::function<T(Database&)> read) {
  std::promise<T> promise;
  auto answer = promise.get_future();
  {
    const std::lock_guard hold(mutex);
    tasks.emplace_back(writes.size(), [&](Database& db) { promise.set_value(read(db)); });
  }
  work_came.notify_one();
  return answer.get();
}

Journal::Journal(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Journal::~Journal() = default;

Result<std::unique_ptr<Journal>> Journal::open(const std::filesystem::path& file,
                                               std::function<void()> wake) {
  std::optional<Trouble> notice;
  auto database = Database::open(file, notice);
  if (!database) return database.error();
  const auto newest = (*database)->newest_id();
  if (!newest) return newest.error();
  std::unique_ptr<Journal> journal(
      new Journal(std::make_unique<Impl>(std::move(*database), std::move(wake), *newest)));
  if (notice) {
    const std::lock_guard hold(journal->impl_->mutex);
    journal->impl_->troubles.push_back(std::move(*notice));
  }
  return journal;
}

MatchId Journal::begin(std::string_view variant, std::string_view label, std::string_view header,
                       Ticket* ticket, std::string_view peer) {
  MatchId match = 0;
  {
    const std::lock_guard hold(impl_->mutex);
    match = ++impl_->last_match;
  }
  Write write = write_of(Write::Kind::kBegin, match, header);
  write.variant = variant;
  write.label = label;
  write.peer = peer;
  const Ticket queued = impl_->queue(std::move(write));
  if (ticket != nullptr) *ticket = queued;
  return match;
}

Ticket Journal::append(MatchId match, std::uint32_t seq, std::string_view bytes) {
  Write write = write_of(Write::Kind::kAppend, match, bytes);
  write.seq = seq;
  return impl_->queue(std::move(write));
}

Ticket Journal::checkpoint(MatchId match, std::string_view bytes) {
  return impl_->queue(write_of(Write::Kind::kCheckpoint, match, bytes));
}

Ticket Journal::book(MatchId match, std::vector<Booking> bookings) {
  Write write = write_of(Write::Kind::kBook, match);
  write.bookings = std::move(bookings);
  return impl_->queue(std::move(write));
}

Ticket Journal::finish(MatchId match, std::string_view result, std::vector<Booking> bookings) {
  Write write = write_of(Write::Kind::kFinish, match, result);
  write.bookings = std::move(bookings);
  return impl_->queue(std::move(write));
}

Ticket Journal::forget(MatchId match) {
  return impl_->queue(write_of(Write::Kind::kForget, match));
}

bool Journal::durable(Ticket ticket) const {
  if (ticket > impl_->done.load(std::memory_order_acquire)) return false;
  const std::lock_guard hold(impl_->mutex);
  return impl_->lost_tickets.count(ticket) == 0;
}

std::vector<Trouble> Journal::poll() {
  const std::lock_guard hold(impl_->mutex);
  return std::exchange(impl_->troubles, {});
}

bool Journal::lost(MatchId match) const {
  const std::lock_guard hold(impl_->mutex);
  return impl_->lost_matches.count(match) != 0;
}

void Journal::flush() {
  impl_->wait_for<int>([](Database&) { return 0; });
}

Result<std::optional<Unfinished>> Journal::resumable() {
  return impl_->wait_for<Result<std::optional<Unfinished>>>([](Database& db) { return db.resumable({}); });
}

Result<std::optional<Unfinished>> Journal::resumable_far(std::string_view peer) {
  return impl_->wait_for<Result<std::optional<Unfinished>>>(
      [peer](Database& db) { return db.resumable(peer); });
}

Result<std::vector<Books>> Journal::books(std::string_view variant, std::size_t limit) {
  return impl_->wait_for<Result<std::vector<Books>>>(
      [variant, limit](Database& db) { return db.books(variant, limit); });
}

Result<std::vector<Finished>> Journal::finished(std::size_t limit) {
  return impl_->wait_for<Result<std::vector<Finished>>>([limit](Database& db) { return db.finished(limit); });
}

Result<std::vector<std::string>> Journal::entries(MatchId match) {
  return impl_->wait_for<Result<std::vector<std::string>>>(
      [match](Database& db) { return db.entries(match); });
}

}  // namespace qitai::store
