#include "store/ledger_tables.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

namespace qitai::store {
namespace {

// Days since 1970 and the hour, both of the local time.
struct Local {
  std::int64_t day = 0;
  int hour = 0;
};

Local local_of(std::int64_t when) {
  const auto seconds = static_cast<std::time_t>(when);
  std::tm parts{};
  if (::localtime_r(&seconds, &parts) == nullptr) return {};
  constexpr std::int64_t kDay = 86'400;
  const std::int64_t shifted = when + parts.tm_gmtoff;
  return {(shifted - (shifted % kDay + kDay) % kDay) / kDay, parts.tm_hour};
}

void run(SQLite::Statement& statement) {
  statement.exec();
  statement.reset();
}

}  // namespace

LedgerTables::LedgerTables(SQLite::Database& db)
    : db_(db),
      purse_(db, "UPDATE purse SET credits = credits + ?, coins = coins + ?"),
      reset_purse_(db, "UPDATE purse SET reset = ?"),
      life_(db,
            "INSERT INTO tally (what, variant, life) VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET life = life + excluded.life"),
      day_(db,
           "INSERT INTO tally_day (day, what, variant, count) VALUES (?, ?, ?, ?) "
           "ON CONFLICT DO UPDATE SET count = count + excluded.count"),
      hour_(db,
            "INSERT INTO tally_hour (hour, games) VALUES (?, ?) "
            "ON CONFLICT DO UPDATE SET games = games + excluded.games"),
      paid_(db, "UPDATE match SET paid = ? WHERE id = ?") {}

void LedgerTables::count(const Count& each, std::int64_t when) {
  if (each.by <= 0) return;
  const Local local = local_of(when);
  life_.tryReset();
  life_.bind(1, static_cast<int>(each.what));
  life_.bind(2, each.variant);
  life_.bind(3, each.by);
  run(life_);
  // A row a day, whatever order the days come in: a clock that jumps there and back finds its day again.
  day_.tryReset();
  day_.bind(1, local.day);
  day_.bind(2, static_cast<int>(each.what));
  day_.bind(3, each.variant);
  day_.bind(4, each.by);
  run(day_);
  if (each.what != Tally::kGames) return;
  hour_.tryReset();
  hour_.bind(1, local.hour);
  hour_.bind(2, each.by);
  run(hour_);
}

void LedgerTables::post(const Posting& posting, std::int64_t when) {
  if (posting.reset) {
    reset_purse_.tryReset();
    reset_purse_.bind(1, when);
    run(reset_purse_);
    db_.exec("UPDATE tally SET before_reset = life");
    db_.exec("DELETE FROM tally_hour");
  }
  if (posting.credits != 0 || posting.coins != 0) {
    purse_.tryReset();
    purse_.bind(1, posting.credits);
    purse_.bind(2, posting.coins);
    run(purse_);
  }
  for (const Count& each : posting.counts)
    count(each, when);
}

void LedgerTables::set_paid(MatchId match, std::int64_t credits) {
  paid_.tryReset();
  paid_.bind(1, credits);
  paid_.bind(2, match);
  run(paid_);
}

Purse LedgerTables::purse() {
  Purse purse;
  SQLite::Statement query(db_, "SELECT credits, coins FROM purse");
  if (!query.executeStep()) return purse;
  // A disk that refused a coin and took what was bought with it leaves less than nothing.
  purse.credits = std::max<std::int64_t>(0, query.getColumn(0).getInt64());
  purse.coins = std::max<std::int64_t>(0, query.getColumn(1).getInt64());
  return purse;
}

std::map<MatchId, std::int64_t> LedgerTables::paid() {
  std::map<MatchId, std::int64_t> all;
  SQLite::Statement query(db_, "SELECT id, paid FROM match WHERE state = 0 AND paid > 0");
  while (query.executeStep())
    all.emplace(query.getColumn(0).getInt64(), query.getColumn(1).getInt64());
  return all;
}

Ledger LedgerTables::read(std::int64_t now) {
  Ledger ledger;
  const Purse has = purse();
  ledger.credits = has.credits;
  ledger.coins = has.coins;
  SQLite::Statement reset(db_, "SELECT reset FROM purse");
  if (reset.executeStep()) ledger.reset = reset.getColumn(0).getInt64();
  SQLite::Statement tallies(
      db_,
      "SELECT t.what, t.variant, t.life, t.life - t.before_reset, coalesce(d.count, 0) FROM tally t "
      "LEFT JOIN tally_day d ON d.day = ? AND d.what = t.what AND d.variant = t.variant");
  tallies.bind(1, local_of(now).day);
  while (tallies.executeStep()) {
    const int what = tallies.getColumn(0).getInt();
    if (what < 0 || what >= kTallies) continue;
    ledger.counters[{static_cast<Tally>(what), tallies.getColumn(1).getString()}] = {
        tallies.getColumn(2).getInt64(), tallies.getColumn(3).getInt64(), tallies.getColumn(4).getInt64()};
  }
  SQLite::Statement hours(db_, "SELECT hour, games FROM tally_hour");
  while (hours.executeStep()) {
    const int hour = hours.getColumn(0).getInt();
    if (hour >= 0 && hour < 24)
      ledger.games_by_hour[static_cast<std::size_t>(hour)] = hours.getColumn(1).getInt64();
  }
  return ledger;
}

}  // namespace qitai::store
