// Store: the journal of matches in progress. Whatever it reports durable is on the disk, whatever happens
// next. All its SQL runs on a thread of its own; it keeps opaque bytes and knows nothing of a match.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/ledger.hpp"

namespace qitai::store {

using MatchId = std::int64_t;
// Grows with every write that was asked for; one number space for all matches. 0: none.
using Ticket = std::uint64_t;

// A match that was begun and neither finished nor forgotten, as far as it is durable.
struct Unfinished {
  MatchId id = 0;
  std::string variant;
  std::string label;
  std::string header;
  std::int64_t began = 0;            // seconds since 1970
  std::vector<std::string> entries;  // in the order of their numbers
  std::string checkpoint;            // the newest, empty: none
  std::string peer;                  // the machine that it is played with; empty: this one alone
};

// A match with a result.
struct Finished {
  MatchId id = 0;
  std::string variant;
  std::string label;
  std::string header;
  std::string result;
  std::int64_t began = 0;
  std::int64_t ended = 0;
  std::string peer;  // the machine that it was played with; empty: this one alone
};

// What a match adds to the books of one player.
struct Booking {
  std::string player;  // his name; an empty one is not booked
  std::string device;  // the machine that he plays from; empty: this one
  int kind = 0;        // 0…kBookings − 1: which of his counts grows by one
};
inline constexpr int kBookings = 8;

// The books of one player in one game. Far players are kept by device and name.
struct Books {
  std::string player, device;
  std::array<std::int64_t, kBookings> counts{};
  std::int64_t last = 0;  // seconds since 1970, of his last match
};

// What went wrong, once each. Codes: "disk-full", "read-only", "corrupt", "io-error", "gone" (somebody took
// the file away while it was in use); the keys "store.problem." + code have a sentence for players.
struct Trouble {
  MatchId match = 0;  // whose writes are lost from here on; 0: none (the file was set aside when opened)
  Error error;
  std::string set_aside;        // the damaged file's new name, with code "corrupt" at opening
  std::int64_t given_back = 0;  // credits that matches in that file had cost
};

class Journal {
 public:
  // Opens or makes the database `file` (its folder must exist) and starts the thread. `wake` is called on
  // that thread whenever poll() or durable() has news; it must not block and may be empty. A damaged file is
  // renamed to FILE.broken-N and a new one begun, which poll() tells. Errors: "busy" (another process has it;
  // one sentence says so), "newer" (made by a later version: left as it is), "disk-full", "read-only",
  // "no-permission", "io-error": the caller goes on without a journal and says so. `clock`: seconds since
  // 1970, called on any thread; empty: the machine's.
  static Result<std::unique_ptr<Journal>> open(const std::filesystem::path& file, std::function<void()> wake,
                                               std::function<std::int64_t()> clock = {});
  // Writes what is queued, then ends the thread.
  ~Journal();

  // The calls below return at once and write later, in their order; each batch is one transaction. A write
  // that fails is never tried again: the rest of that match's writes are dropped (their tickets never become
  // durable), so that what is stored is always a beginning of the match. The next begin() tries the disk
  // anew.

  // A new match. Its id is known at once; it is durable when `ticket`, if given, is. `peer`: the machine that
  // it is played with, in any writing that is the same each time; empty: this one alone. What it costs is
  // spent in the same instant, of what the purse has.
  MatchId begin(std::string_view variant, std::string_view label, std::string_view header,
                Ticket* ticket = nullptr, std::string_view peer = {}, Stake stake = {});
  // Entry number `seq` of the match; numbers grow, gaps are allowed, a number is never used twice.
  Ticket append(MatchId match, std::uint32_t seq, std::string_view bytes);
  // Replaces the match's checkpoint (clocks, once a second): only the newest is kept.
  Ticket checkpoint(MatchId match, std::string_view bytes);
  // What happened in a match that stays open counts at once, each time.
  Ticket book(MatchId match, std::vector<Booking> bookings);
  // The match has its result: it is no longer resumable and stands among finished(). Its entries stay.
  // What it counts is booked in the same instant, and once, however often it is called.
  Ticket finish(MatchId match, std::string_view result, std::vector<Booking> bookings = {},
                std::vector<Count> counts = {});
  // The match is left open for good: not resumable, not among finished().
  Ticket forget(MatchId match);

  // The ledger. What a disk refuses of it is kept and tried again with the next write, so that no coin is
  // lost while the program runs.

  Ticket count(std::vector<Count> counts);
  // A coin was put in; `coins_a_credit` of them, at least 1, make a credit.
  Ticket insert_coin(int coins_a_credit);
  Ticket service_credit();
  // The match cannot be played to its end: what it cost comes back, once. Before finish() or forget().
  Ticket give_back(MatchId match);
  // What give_back() would give back of an open match.
  [[nodiscard]] std::int64_t paid(MatchId match) const;
  // As it is asked for so far, on the disk or not. From any thread.
  [[nodiscard]] Purse purse() const;
  // Everything since the last reset is 0 from now on; what was counted for life stays.
  Ticket reset_counters();

  // Whether this write, and every earlier one of its match, is on the disk. From any thread.
  [[nodiscard]] bool durable(Ticket ticket) const;
  // Troubles since the last call.
  [[nodiscard]] std::vector<Trouble> poll();
  // Whether this match's writes are lost.
  [[nodiscard]] bool lost(MatchId match) const;

  // These wait for what is queued, then read: not for the middle of a game.

  // Waits until everything asked for so far is durable or lost.
  void flush();
  // The newest unfinished match of this machine alone, or nothing.
  [[nodiscard]] Result<std::optional<Unfinished>> resumable();
  // The newest unfinished match with another machine whose name begins so, or nothing.
  [[nodiscard]] Result<std::optional<Unfinished>> resumable_far(std::string_view peer);
  // The unfinished matches with other machines that were paid for, newest first, without their entries.
  [[nodiscard]] Result<std::vector<Unfinished>> paid_far();
  // The newest `limit` finished matches, newest first.
  [[nodiscard]] Result<std::vector<Finished>> finished(std::size_t limit);
  // Everybody who has something booked in that game, at most `limit`, who played last first.
  [[nodiscard]] Result<std::vector<Books>> books(std::string_view variant, std::size_t limit);
  // Coins, credits and counts.
  [[nodiscard]] Result<Ledger> ledger();
  // How many have something booked, by game; games of which nobody has are left out.
  [[nodiscard]] Result<std::map<std::string, std::int64_t>> booked();
  // Takes out all that is booked in that game, once it is on the disk. The matches themselves stay.
  Status clear_books(std::string_view variant);
  // The entries of any match, in the order of their numbers.
  [[nodiscard]] Result<std::vector<std::string>> entries(MatchId match);

 private:
  struct Impl;
  explicit Journal(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::store
