// The ledger's tables and the SQL on them: a part of the journal's database, for its thread alone. What
// SQLite throws goes through.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <map>
#include <vector>

#include "store/journal.hpp"
#include "store/ledger.hpp"

namespace qitai::store {

// What a write does to the ledger. All of it is added: the order of two of them does not matter.
struct Posting {
  std::int64_t credits = 0, coins = 0;  // that come into the purse, or go
  std::vector<Count> counts{};
  bool reset = false;  // before it adds anything

  [[nodiscard]] bool empty() const { return credits == 0 && coins == 0 && counts.empty() && !reset; }
};

class LedgerTables {
 public:
  explicit LedgerTables(SQLite::Database& db);

  // In the transaction that is under way. `when`: seconds since 1970; what is counted by day and hour goes by
  // the local time then.
  void post(const Posting& posting, std::int64_t when);
  // How many credits a match that begins costs, or 0: they have come back.
  void set_paid(MatchId match, std::int64_t credits);
  // "Today" is the local day of `now`.
  [[nodiscard]] Ledger read(std::int64_t now);
  [[nodiscard]] Purse purse();
  // The open matches that were paid for.
  [[nodiscard]] std::map<MatchId, std::int64_t> paid();

 private:
  void count(const Count& each, std::int64_t when);

  SQLite::Database& db_;
  SQLite::Statement purse_, reset_purse_, life_, day_, hour_, paid_;
};

}  // namespace qitai::store
