#include "store/journal.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <limits>
#include <map>
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

// Postings that a disk refused are kept one by one up to here, then added up.
constexpr std::size_t kMostOwed = 64;

void add(Posting& sum, const Posting& more) {
  sum.credits += more.credits;
  sum.coins += more.coins;
  for (const Count& each : more.counts) {
    const auto same = std::find_if(sum.counts.begin(), sum.counts.end(), [&](const Count& known) {
      return known.what == each.what && known.variant == each.variant;
    });
    if (same != sum.counts.end()) {
      same->by += each.by;
    } else {
      sum.counts.push_back(each);
    }
  }
}

// What an open match cost, and the matches that it goes on with, for which that was paid: as long as the disk
// has refused its beginning, it is they that are paid for there.
struct Paid {
  std::int64_t credits = 0;
  std::vector<MatchId> before{};
};

std::map<MatchId, Paid> paid_for(const std::map<MatchId, std::int64_t>& credits) {
  std::map<MatchId, Paid> all;
  for (const auto& [match, paid] : credits)
    all[match] = {paid};
  return all;
}

}  // namespace

struct Journal::Impl {
  Impl(std::unique_ptr<Database> opened, std::function<void()> waker, std::function<std::int64_t()> time,
       MatchId newest, Purse has, const std::map<MatchId, std::int64_t>& cost)
      : database(std::move(opened)),
        wake(std::move(waker)),
        clock(std::move(time)),
        last_match(newest),
        purse(has),
        paid(paid_for(cost)),
        thread([this] { run(); }) {}

  ~Impl() {
    {
      const std::lock_guard hold(mutex);
      stopping = true;
    }
    work_came.notify_one();
    thread.join();
  }

  [[nodiscard]] Write write_of(Write::Kind kind, MatchId match, std::string_view bytes = {}) const {
    Write write;
    write.kind = kind;
    write.match = match;
    write.when = clock();
    write.bytes = bytes;
    return write;
  }
  Ticket queue(Write write);
  // With `mutex` held: what the purse is told and what is written of it come in one order.
  Ticket queue_held(Write write);
  Ticket post(Posting posting);
  void run();
  void commit(const std::vector<Write>& batch);
  void owe(const Write& write);
  void pay_owed();
  template <typename T>
  T wait_for(std::function<T(Database&)> read);

  // Only the thread touches it.
  std::unique_ptr<Database> database;
  std::function<void()> wake;
  std::function<std::int64_t()> clock;
  std::vector<Write> owed;  // of the ledger, that the disk has refused so far

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
  Purse purse;
  std::map<MatchId, Paid> paid;  // of open matches

  // Every ticket up to here is on the disk or lost.
  std::atomic<Ticket> done{0};

  std::thread thread;  // last: it uses all of the above
};

Ticket Journal::Impl::queue(Write write) {
  const std::lock_guard hold(mutex);
  return queue_held(std::move(write));
}

Ticket Journal::Impl::queue_held(Write write) {
  const auto put = [&](Write one) {
    one.ticket = ++last_ticket;
    writes.push_back(std::move(one));
    work_came.notify_one();
    return last_ticket;
  };
  if (lost_matches.count(write.match) == 0) return put(std::move(write));
  // What comes back must not come back again when the program is started anew.
  if (write.kind == Write::Kind::kGiveBack) return put(std::move(write));
  Ticket ticket = kNever;
  // What it counts is counted all the same.
  if (!write.posting.empty()) {
    Write counted = write_of(Write::Kind::kLedger, 0);
    counted.posting = std::exchange(write.posting, {});
    ticket = put(std::move(counted));
  }
  if (write.kind == Write::Kind::kFinish || write.kind == Write::Kind::kForget) {
    // Its record has a hole: better not offered again. If the disk refuses that too, it is offered as far
    // as it got.
    write.kind = Write::Kind::kForget;
    ticket = put(std::move(write));
  }
  return ticket;
}

void Journal::Impl::run() {
  for (;;) {
    std::vector<Write> batch;
    Task task;
    {
      std::unique_lock hold(mutex);
      work_came.wait(hold, [&] { return stopping || !writes.empty() || !tasks.empty(); });
      if (writes.empty() && tasks.empty()) break;
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
  pay_owed();
}

void Journal::Impl::owe(const Write& write) {
  if (write.posting.empty()) return;
  // What a match gives back stays together with its id: with it goes that nothing of it is left to come back.
  const bool returns = write.kind == Write::Kind::kGiveBack;
  const auto adds = [](const Write& one) { return one.kind != Write::Kind::kGiveBack && !one.posting.reset; };
  if (owed.size() >= kMostOwed && adds(owed.back()) && adds(write))
    return add(owed.back().posting, write.posting);
  Write kept;
  kept.kind = returns ? Write::Kind::kGiveBack : Write::Kind::kLedger;
  if (returns) {
    kept.match = write.match;
    kept.before = write.before;
  }
  kept.ticket = write.ticket;
  kept.when = write.when;
  kept.posting = write.posting;
  owed.push_back(std::move(kept));
}

void Journal::Impl::pay_owed() {
  if (owed.empty() || !database->commit(owed)) return;
  const std::lock_guard hold(mutex);
  for (const Write& write : owed)
    lost_tickets.erase(write.ticket);
  owed.clear();
}

void Journal::Impl::commit(const std::vector<Write>& batch) {
  pay_owed();
  std::vector<Write> wanted;
  {
    const std::lock_guard hold(mutex);
    for (const Write& write : batch) {
      const bool lost = lost_matches.count(write.match) != 0;
      if (lost) lost_tickets.insert(write.ticket);
      if (!lost || write.kind == Write::Kind::kForget || write.kind == Write::Kind::kGiveBack) {
        wanted.push_back(write);
      } else {
        owe(write);
      }
    }
  }
  const Status written = wanted.empty() ? Status() : database->commit(wanted);
  if (!written) {
    const std::lock_guard hold(mutex);
    const bool told = !owed.empty();
    for (const Write& write : wanted) {
      lost_tickets.insert(write.ticket);
      owe(write);
      const bool first = write.match == 0 ? !told : lost_matches.insert(write.match).second;
      if (first) troubles.push_back({write.match, written.error(), {}});
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

Result<std::unique_ptr<Journal>> Journal::open(const std::filesystem::path& file, std::function<void()> wake,
                                               std::function<std::int64_t()> clock) {
  std::optional<Trouble> notice;
  auto database = Database::open(file, notice);
  if (!database) return database.error();
  const auto newest = (*database)->newest_id();
  if (!newest) return newest.error();
  const Result<Purse> purse = (*database)->purse();
  if (!purse) return purse.error();
  const Result<std::map<MatchId, std::int64_t>> paid = (*database)->paid();
  if (!paid) return paid.error();
  if (!clock) clock = unix_seconds;
  std::unique_ptr<Journal> journal(new Journal(std::make_unique<Impl>(
      std::move(*database), std::move(wake), std::move(clock), *newest, *purse, *paid)));
  if (notice) {
    const std::lock_guard hold(journal->impl_->mutex);
    journal->impl_->troubles.push_back(std::move(*notice));
  }
  return journal;
}

MatchId Journal::begin(std::string_view variant, std::string_view label, std::string_view header,
                       Ticket* ticket, std::string_view peer, Stake stake) {
  Write write = impl_->write_of(Write::Kind::kBegin, 0, header);
  write.variant = variant;
  write.label = label;
  write.peer = peer;
  write.posting.counts = std::move(stake.counts);
  const std::lock_guard hold(impl_->mutex);
  const MatchId match = write.match = ++impl_->last_match;
  write.paid = std::min(std::max<std::int64_t>(stake.credits, 0), impl_->purse.credits);
  if (write.paid > 0) {
    write.posting.credits = -write.paid;
    write.posting.counts.push_back({Tally::kPlayed, {}, write.paid});
    impl_->purse.credits -= write.paid;
  }
  if (const auto found = impl_->paid.find(stake.instead_of); found != impl_->paid.end()) {
    write.paid += found->second.credits;
    write.before = std::move(found->second.before);
    write.before.push_back(found->first);
    impl_->paid.erase(found);
  }
  if (write.paid > 0) impl_->paid[match] = {write.paid, write.before};
  const Ticket queued = impl_->queue_held(std::move(write));
  if (ticket != nullptr) *ticket = queued;
  return match;
}

Ticket Journal::append(MatchId match, std::uint32_t seq, std::string_view bytes) {
  Write write = impl_->write_of(Write::Kind::kAppend, match, bytes);
  write.seq = seq;
  return impl_->queue(std::move(write));
}

Ticket Journal::checkpoint(MatchId match, std::string_view bytes) {
  return impl_->queue(impl_->write_of(Write::Kind::kCheckpoint, match, bytes));
}

Ticket Journal::book(MatchId match, std::vector<Booking> bookings) {
  Write write = impl_->write_of(Write::Kind::kBook, match);
  write.bookings = std::move(bookings);
  return impl_->queue(std::move(write));
}

Ticket Journal::finish(MatchId match, std::string_view result, std::vector<Booking> bookings,
                       std::vector<Count> counts) {
  Write write = impl_->write_of(Write::Kind::kFinish, match, result);
  write.bookings = std::move(bookings);
  write.posting.counts = std::move(counts);
  const std::lock_guard hold(impl_->mutex);
  impl_->paid.erase(match);
  return impl_->queue_held(std::move(write));
}

Ticket Journal::forget(MatchId match) {
  return impl_->queue(impl_->write_of(Write::Kind::kForget, match));
}

// ---------------------------------------------------------------- the ledger

Ticket Journal::Impl::post(Posting posting) {
  Write write = write_of(Write::Kind::kLedger, 0);
  write.posting = std::move(posting);
  purse.credits += write.posting.credits;
  purse.coins += write.posting.coins;
  return queue_held(std::move(write));
}

Ticket Journal::count(std::vector<Count> counts) {
  const std::lock_guard hold(impl_->mutex);
  return impl_->post({0, 0, std::move(counts)});
}

Ticket Journal::insert_coin(int coins_a_credit) {
  const std::lock_guard hold(impl_->mutex);
  const std::int64_t coins = impl_->purse.coins + 1, price = std::max(1, coins_a_credit);
  Posting posting{coins / price, coins % price - impl_->purse.coins, {{Tally::kCoins}}};
  if (posting.credits > 0) posting.counts.push_back({Tally::kCredits, {}, posting.credits});
  return impl_->post(std::move(posting));
}

Ticket Journal::service_credit() {
  const std::lock_guard hold(impl_->mutex);
  return impl_->post({1, 0, {{Tally::kServiceCredits}}});
}

Ticket Journal::give_back(MatchId match) {
  Write write = impl_->write_of(Write::Kind::kGiveBack, match);
  const std::lock_guard hold(impl_->mutex);
  if (const auto found = impl_->paid.find(match); found != impl_->paid.end()) {
    Paid& what = found->second;
    write.posting = {what.credits, 0, {{Tally::kReturned, {}, what.credits}}};
    write.before = std::move(what.before);
    impl_->purse.credits += what.credits;
    impl_->paid.erase(found);
  }
  return impl_->queue_held(std::move(write));
}

std::int64_t Journal::paid(MatchId match) const {
  const std::lock_guard hold(impl_->mutex);
  const auto found = impl_->paid.find(match);
  return found == impl_->paid.end() ? 0 : found->second.credits;
}

Purse Journal::purse() const {
  const std::lock_guard hold(impl_->mutex);
  return impl_->purse;
}

Ticket Journal::reset_counters() {
  Posting posting;
  posting.reset = true;
  const std::lock_guard hold(impl_->mutex);
  return impl_->post(std::move(posting));
}

Result<Ledger> Journal::ledger() {
  const std::int64_t now = impl_->clock();
  return impl_->wait_for<Result<Ledger>>([now](Database& db) { return db.ledger(now); });
}

// ---------------------------------------------------------------- answers and reads

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

Result<std::vector<Unfinished>> Journal::paid_far() {
  return impl_->wait_for<Result<std::vector<Unfinished>>>([](Database& db) { return db.paid_far(); });
}

Result<std::vector<Books>> Journal::books(std::string_view variant, std::size_t limit) {
  return impl_->wait_for<Result<std::vector<Books>>>(
      [variant, limit](Database& db) { return db.books(variant, limit); });
}

Result<std::map<std::string, std::int64_t>> Journal::booked() {
  return impl_->wait_for<Result<std::map<std::string, std::int64_t>>>(
      [](Database& db) { return db.booked(); });
}

Status Journal::clear_books(std::string_view variant) {
  return impl_->wait_for<Status>([variant](Database& db) { return db.clear_books(variant); });
}

Result<std::vector<Finished>> Journal::finished(std::size_t limit) {
  return impl_->wait_for<Result<std::vector<Finished>>>([limit](Database& db) { return db.finished(limit); });
}

Result<std::vector<std::string>> Journal::entries(MatchId match) {
  return impl_->wait_for<Result<std::vector<std::string>>>(
      [match](Database& db) { return db.entries(match); });
}

}  // namespace qitai::store
