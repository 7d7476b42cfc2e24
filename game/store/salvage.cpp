#include "store/salvage.hpp"

#include <string>
#include <system_error>

#include "base/log.hpp"
#include "store/ledger.hpp"

namespace qitai::store {
namespace {

namespace fs = std::filesystem;

// Each by itself: one that cannot be read leaves the others.
constexpr const char* kTables[] = {
    "INSERT INTO main.tally SELECT * FROM old.tally WHERE life > 0",
    "INSERT INTO main.tally_day SELECT * FROM old.tally_day WHERE count > 0",
    "INSERT INTO main.tally_hour SELECT * FROM old.tally_hour WHERE games > 0",
    "INSERT INTO main.books SELECT * FROM old.books WHERE count > 0",
    R"(UPDATE main.purse SET credits = max(0, o.credits), coins = max(0, o.coins), reset = max(0, o.reset)
       FROM old.purse o)",
};

bool take(SQLite::Database& db, const char* statement) {
  try {
    SQLite::Transaction transaction(db);
    db.exec(statement);
    transaction.commit();
    return true;
  } catch (const SQLite::Exception&) {
    return false;
  }
}

std::int64_t give_back(SQLite::Database& db) {
  try {
    SQLite::Transaction transaction(db);
    const std::int64_t paid =
        db.execAndGet("SELECT coalesce(sum(paid), 0) FROM old.match WHERE state = 0 AND paid > 0").getInt64();
    if (paid <= 0) return 0;
    SQLite::Statement purse(db, "UPDATE main.purse SET credits = credits + ?");
    purse.bind(1, paid);
    purse.exec();
    SQLite::Statement tally(db,
                            "INSERT INTO main.tally (what, variant, life) VALUES (?, '', ?) "
                            "ON CONFLICT DO UPDATE SET life = life + excluded.life");
    tally.bind(1, static_cast<int>(Tally::kReturned));
    tally.bind(2, paid);
    tally.exec();
    transaction.commit();
    return paid;
  } catch (const SQLite::Exception&) {
    return 0;
  }
}

}  // namespace

std::int64_t salvage(SQLite::Database& db, const fs::path& aside) {
  // Reading it would write its log into it: a copy is read.
  const fs::path copy = aside.string() + ".read";
  std::error_code failed;
  std::int64_t paid = 0;
  for (const char* const end : {"", "-wal"}) {
    if (fs::exists(aside.string() + end, failed))
      fs::copy_file(aside.string() + end, copy.string() + end, fs::copy_options::overwrite_existing, failed);
  }
  try {
    SQLite::Statement attach(db, "ATTACH ? AS old");
    attach.bind(1, copy.string());
    attach.exec();
    int taken = 0;
    for (const char* const table : kTables)
      taken += take(db, table) ? 1 : 0;
    paid = give_back(db);
    log_warning("of {} the ledger and the books were read as far as they can be: {} of {} tables",
                aside.string(), taken, std::size(kTables));
  } catch (const SQLite::Exception& error) {
    log_warning("of {} nothing can be read: {}", aside.string(), error.what());
  }
  try {
    db.exec("DETACH old");
  } catch (const SQLite::Exception&) {
    // It was never attached.
  }
  for (const char* const end : {"", "-wal", "-shm"})
    fs::remove(copy.string() + end, failed);
  return paid;
}

}  // namespace qitai::store
