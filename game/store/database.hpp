// The journal's tables and every SQL statement on them. Used by one thread at a time; SQLite's exceptions end
// here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/journal.hpp"
#include "store/ledger_tables.hpp"

namespace qitai::store {

// One write, as it waits in the queue.
struct Write {
  enum class Kind : std::uint8_t {
    kBegin,
    kAppend,
    kCheckpoint,
    kBook,
    kFinish,
    kForget,
    kGiveBack,
    kLedger
  };
  Kind kind = Kind::kAppend;
  MatchId match = 0;
  Ticket ticket = 0;
  std::uint32_t seq = 0;            // kAppend
  std::int64_t when = 0;            // seconds since 1970
  std::string variant;              // kBegin
  std::string label;                // kBegin
  std::string peer{};               // kBegin
  std::string bytes;                // header, entry, checkpoint or result
  std::vector<Booking> bookings{};  // kBook, kFinish
  Posting posting{};                // in the same instant
  std::int64_t paid = 0;            // kBegin
  std::vector<MatchId> before{};    // kBegin, kGiveBack: what was paid for these stands for it
};

class Database {
 public:
  // As Journal::open; what was set aside is answered in `notice`.
  static Result<std::unique_ptr<Database>> open(const std::filesystem::path& file,
                                                std::optional<Trouble>& notice);
  ~Database();

  // All of them in one transaction, on the disk when this returns without error; with one, none is. "gone":
  // the file is not in its place any more.
  Status commit(const std::vector<Write>& writes);

  [[nodiscard]] Result<MatchId> newest_id();
  // Of this machine alone where `peer` is empty, else with one whose name begins so.
  [[nodiscard]] Result<std::optional<Unfinished>> resumable(std::string_view peer);
  // With other machines and paid for, newest first, without their entries.
  [[nodiscard]] Result<std::vector<Unfinished>> paid_far();
  [[nodiscard]] Result<std::vector<Finished>> finished(std::size_t limit);
  [[nodiscard]] Result<std::vector<Books>> books(std::string_view variant, std::size_t limit);
  [[nodiscard]] Result<std::map<std::string, std::int64_t>> booked();
  Status clear_books(std::string_view variant);
  [[nodiscard]] Result<std::vector<std::string>> entries(MatchId match);
  [[nodiscard]] Result<Ledger> ledger(std::int64_t now);
  [[nodiscard]] Result<Purse> purse();
  // The open matches that were paid for, and with how many credits.
  [[nodiscard]] Result<std::map<MatchId, std::int64_t>> paid();

 private:
  struct Impl;
  explicit Database(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::store
