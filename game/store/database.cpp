#include "store/database.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "store/file_lock.hpp"
#include "store/salvage.hpp"
#include "store/set_aside.hpp"

namespace qitai::store {
namespace {

namespace fs = std::filesystem;

// "QITA": tells our files from other programs'.
constexpr std::int64_t kApplicationId = 0x51495441;
// From this size on the whole file is checked at opening only after a crash: it would delay the start.
constexpr std::uintmax_t kAlwaysCheckedBytes = 16'000'000;

// Step N makes version N+1 of the tables out of version N. A published step is never changed; a new one is
// added.
constexpr std::array<const char*, 3> kMigrations{R"(
  CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    variant TEXT NOT NULL,
    label TEXT NOT NULL,
    header BLOB NOT NULL,
    began INTEGER NOT NULL,
    state INTEGER NOT NULL DEFAULT 0,
    checkpoint BLOB,
    result BLOB,
    ended INTEGER
  );
  CREATE INDEX match_by_state ON match (state, id);
  CREATE TABLE entry (
    match INTEGER NOT NULL REFERENCES match (id),
    seq INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (match, seq)
  ) WITHOUT ROWID;
)",
                                                 R"(
  ALTER TABLE match ADD COLUMN peer TEXT NOT NULL DEFAULT '';
  CREATE TABLE books (
    variant TEXT NOT NULL,
    player TEXT NOT NULL,
    device TEXT NOT NULL,
    kind INTEGER NOT NULL,
    count INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (variant, player, device, kind)
  ) WITHOUT ROWID;
)",
                                                 R"(
  ALTER TABLE match ADD COLUMN paid INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE purse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    credits INTEGER NOT NULL,
    coins INTEGER NOT NULL,
    reset INTEGER NOT NULL
  );
  INSERT INTO purse VALUES (1, 0, 0, 0);
  CREATE TABLE tally (
    what INTEGER NOT NULL,
    variant TEXT NOT NULL,
    life INTEGER NOT NULL,
    before_reset INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (what, variant)
  ) WITHOUT ROWID;
  CREATE TABLE tally_day (
    day INTEGER NOT NULL,
    what INTEGER NOT NULL,
    variant TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, what, variant)
  ) WITHOUT ROWID;
  CREATE TABLE tally_hour (hour INTEGER PRIMARY KEY, games INTEGER NOT NULL);
)"};

// match.state
constexpr int kOpen = 0;
constexpr int kFinished = 1;
constexpr int kForgotten = 2;

// Somebody looking into the file with a tool of SQLite's is waited for so long.
constexpr int kBusyMilliseconds = 2000;

std::string blob(const SQLite::Column& column) {
  const auto* data = static_cast<const char*>(column.getBlob());
  return data == nullptr ? std::string() : std::string(data, static_cast<std::size_t>(column.getBytes()));
}

// A row of id, variant, label, header, began, checkpoint, peer.
Unfinished unfinished(SQLite::Statement& row) {
  Unfinished match;
  match.id = row.getColumn(0).getInt64();
  match.variant = row.getColumn(1).getString();
  match.label = row.getColumn(2).getString();
  match.header = blob(row.getColumn(3));
  match.began = row.getColumn(4).getInt64();
  match.checkpoint = blob(row.getColumn(5));
  match.peer = row.getColumn(6).getString();
  return match;
}

bool is_damage(const SQLite::Exception& error) {
  return error.getErrorCode() == SQLITE_CORRUPT || error.getErrorCode() == SQLITE_NOTADB;
}

// `handle` may be null: then only the exception tells. SQLite keeps the system's reason of some failures
// only; of a failed COMMIT it is still in errno, if this is called before anything else.
Error store_error(const fs::path& file, const SQLite::Exception& error, sqlite3* handle) {
  const int left_over = errno;
  const int kept = handle == nullptr ? 0 : sqlite3_system_errno(handle);
  const int system_error = kept != 0 ? kept : left_over;
  const char* code = "io-error";
  if (error.getErrorCode() == SQLITE_BUSY || error.getErrorCode() == SQLITE_LOCKED) {
    return {"busy",
            fmt::format("another program reads or writes {}; close it and start again", file.string())};
  }
  if (is_damage(error)) {
    code = "corrupt";
  } else if (error.getErrorCode() == SQLITE_FULL) {
    code = "disk-full";
  } else if (error.getErrorCode() == SQLITE_READONLY) {
    code = "read-only";
  } else if (error.getErrorCode() == SQLITE_IOERR || error.getErrorCode() == SQLITE_CANTOPEN) {
    code = store_code(system_error);
  }
  return {code, fmt::format("cannot keep matches in {}: {}", file.string(), error.what())};
}

// Which file a path names: two calls that answer the same named the same file. Nothing: none.
std::optional<std::pair<dev_t, ino_t>> identity(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return std::pair{status.st_dev, status.st_ino};
}

// Whether the file is one that we can use; throws what SQLite throws.
enum class Health { kGood, kDamaged, kNewer };

Health examine(SQLite::Database& db, bool thoroughly) {
  const std::int64_t application = db.execAndGet("PRAGMA application_id").getInt64();
  const std::int64_t version = db.execAndGet("PRAGMA user_version").getInt64();
  const bool empty = db.execAndGet("SELECT count(*) FROM sqlite_master").getInt64() == 0;
  if (!empty && application != kApplicationId) return Health::kDamaged;
  if (version > static_cast<std::int64_t>(kMigrations.size())) return Health::kNewer;
  if (version < 0 || (!empty && version == 0)) return Health::kDamaged;
  if (thoroughly && db.execAndGet("PRAGMA quick_check(1)").getString() != "ok") return Health::kDamaged;
  return Health::kGood;
}

void migrate(SQLite::Database& db) {
  const auto version = static_cast<std::size_t>(db.execAndGet("PRAGMA user_version").getInt64());
  for (std::size_t step = version; step < kMigrations.size(); ++step) {
    SQLite::Transaction transaction(db);
    db.exec(kMigrations[step]);
    db.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
    db.exec(fmt::format("PRAGMA user_version = {}", step + 1));
    transaction.commit();
  }
}

std::unique_ptr<SQLite::Database> connect(const fs::path& file) {
  auto db = std::make_unique<SQLite::Database>(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  // Exclusive: no other process has business here (file_lock.hpp), and the write-ahead log then needs no
  // shared memory file. Full: a commit is on the disk when it returns.
  db->setBusyTimeout(kBusyMilliseconds);
  db->exec("PRAGMA locking_mode = EXCLUSIVE");
  db->exec("PRAGMA journal_mode = WAL");
  db->exec("PRAGMA synchronous = FULL");
  db->exec("PRAGMA foreign_keys = ON");
  // KiB. What is read is small, and a cabinet that runs for months is not to hold ever more of what it keeps.
  db->exec("PRAGMA cache_size = -128");
  return db;
}

}  // namespace

struct Database::Impl {
  explicit Impl(fs::path path, std::unique_ptr<FileLock> taken, std::unique_ptr<SQLite::Database> opened)
      : file(std::move(path)), same_file(identity(file)), lock(std::move(taken)), db(std::move(opened)) {}

  fs::path file;
  std::optional<std::pair<dev_t, ino_t>> same_file;  // as it was opened
  std::unique_ptr<FileLock> lock;
  std::unique_ptr<SQLite::Database> db;
  SQLite::Statement begin{
      *db, "INSERT INTO match (id, variant, label, header, began, peer) VALUES (?, ?, ?, ?, ?, ?)"};
  SQLite::Statement append{*db, "INSERT INTO entry (match, seq, bytes) VALUES (?, ?, ?)"};
  SQLite::Statement checkpoint{*db, "UPDATE match SET checkpoint = ? WHERE id = ?"};
  SQLite::Statement close{*db,
                          "UPDATE match SET state = ?, result = ?, ended = ? WHERE id = ? AND state = 0"};
  SQLite::Statement book{*db,
                         "INSERT INTO books (variant, player, device, kind, count, last) "
                         "SELECT variant, ?, ?, ?, 1, ? FROM match WHERE id = ? "
                         "ON CONFLICT DO UPDATE SET count = count + 1, last = excluded.last"};
  LedgerTables ledger{*db};

  void write(const Write& one);

  template <typename T, typename Work>
  Result<T> guarded(const Work& work) {
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      return store_error(file, error, db->getHandle());
    }
  }
};

void Database::Impl::write(const Write& one) {
  const auto bind_blob = [&](SQLite::Statement& statement, int index) {
    statement.bindNoCopy(index, one.bytes.data(), static_cast<int>(one.bytes.size()));
  };
  const auto run = [](SQLite::Statement& statement) {
    // Reset first: a statement that failed in an earlier batch is still at its failure.
    statement.exec();
    statement.reset();
  };
  switch (one.kind) {
    case Write::Kind::kBegin:
      begin.tryReset();
      begin.bind(1, one.match);
      begin.bind(2, one.variant);
      begin.bind(3, one.label);
      bind_blob(begin, 4);
      begin.bind(5, one.when);
      begin.bind(6, one.peer);
      run(begin);
      if (one.paid > 0) ledger.set_paid(one.match, one.paid);
      for (const MatchId before : one.before)
        ledger.set_paid(before, 0);
      break;
    case Write::Kind::kAppend:
      append.tryReset();
      append.bind(1, one.match);
      append.bind(2, static_cast<std::int64_t>(one.seq));
      bind_blob(append, 3);
      run(append);
      break;
    case Write::Kind::kCheckpoint:
      checkpoint.tryReset();
      bind_blob(checkpoint, 1);
      checkpoint.bind(2, one.match);
      run(checkpoint);
      break;
    case Write::Kind::kFinish:
    case Write::Kind::kForget:
      close.tryReset();
      close.bind(1, one.kind == Write::Kind::kFinish ? kFinished : kForgotten);
      bind_blob(close, 2);
      close.bind(3, one.when);
      close.bind(4, one.match);
      run(close);
      if (db->getChanges() == 0) return;  // it was closed before, and booked then
      [[fallthrough]];
    case Write::Kind::kBook:
      for (const Booking& each : one.bookings) {
        if (each.player.empty() || each.kind < 0 || each.kind >= kBookings) continue;
        book.tryReset();
        book.bind(1, each.player);
        book.bind(2, each.device);
        book.bind(3, each.kind);
        book.bind(4, one.when);
        book.bind(5, one.match);
        run(book);
      }
      break;
    case Write::Kind::kGiveBack:
      ledger.set_paid(one.match, 0);
      for (const MatchId before : one.before)  // where the disk refused its beginning
        ledger.set_paid(before, 0);
      break;
    case Write::Kind::kLedger:
      break;
  }
  ledger.post(one.posting, one.when);
}

Database::Database(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Database::~Database() = default;

Result<std::unique_ptr<Database>> Database::open(const fs::path& file, std::optional<Trouble>& notice) {
  auto lock = FileLock::take(file.string() + ".lock");
  if (!lock) return lock.error();
  std::error_code failed;
  // Two rounds: the second after a damaged file was set aside.
  for (bool again : {false, true}) {
    const fs::path log(file.string() + "-wal");
    const bool crashed = fs::exists(log, failed) && fs::file_size(log, failed) > 0;
    const bool thoroughly =
        crashed || !fs::exists(file, failed) || fs::file_size(file, failed) < kAlwaysCheckedBytes;
    std::unique_ptr<SQLite::Database> db;
    std::string damage;
    try {
      db = connect(file);
      const Health health = examine(*db, thoroughly);
      if (health == Health::kNewer) {
        return Error{"newer",
                     fmt::format("{} was made by a later version of Qitai; it is left as it is and nothing "
                                 "is kept; install the later version again",
                                 file.string())};
      }
      if (health == Health::kGood) {
        migrate(*db);
        if (notice) notice->given_back = salvage(*db, notice->set_aside);
        return std::unique_ptr<Database>(
            new Database(std::make_unique<Impl>(file, std::move(*lock), std::move(db))));
      }
      damage = "it is damaged or not a journal of this game";
    } catch (const SQLite::Exception& error) {
      if (!is_damage(error) || again) return store_error(file, error, db ? db->getHandle() : nullptr);
      damage = error.what();
    }
    db.reset();
    if (again) break;
    auto aside = set_aside(file);
    if (!aside) return aside.error();
    notice = Trouble{
        0,
        {"corrupt", fmt::format("{} could not be used ({}); it was set aside as {} and a new one begun",
                                file.string(), damage, aside->string())},
        aside->string()};
  }
  return Error{"io-error",
               fmt::format("cannot keep matches in {}: a new file is damaged at once", file.string())};
}

Status Database::commit(const std::vector<Write>& writes) {
  errno = 0;
  try {
    SQLite::Transaction transaction(*impl_->db);
    for (const Write& one : writes)
      impl_->write(one);
    transaction.commit();
  } catch (const SQLite::Exception& error) {
    return store_error(impl_->file, error, impl_->db->getHandle());
  }
  // What is written to a file that has no name any more is lost when the program ends.
  if (identity(impl_->file) != impl_->same_file) {
    return Error{"gone", fmt::format("cannot keep matches in {}: the file was removed or replaced",
                                     impl_->file.string())};
  }
  return {};
}

Result<MatchId> Database::newest_id() {
  return impl_->guarded<MatchId>([&]() -> MatchId {
    return impl_->db->execAndGet("SELECT coalesce(max(id), 0) FROM match").getInt64();
  });
}

Result<Ledger> Database::ledger(std::int64_t now) {
  return impl_->guarded<Ledger>([&] { return impl_->ledger.read(now); });
}

Result<Purse> Database::purse() {
  return impl_->guarded<Purse>([&] { return impl_->ledger.purse(); });
}

Result<std::map<MatchId, std::int64_t>> Database::paid() {
  return impl_->guarded<std::map<MatchId, std::int64_t>>([&] { return impl_->ledger.paid(); });
}

Result<std::vector<std::string>> Database::entries(MatchId match) {
  return impl_->guarded<std::vector<std::string>>([&] {
    std::vector<std::string> all;
    SQLite::Statement query(*impl_->db, "SELECT bytes FROM entry WHERE match = ? ORDER BY seq");
    query.bind(1, match);
    while (query.executeStep())
      all.push_back(blob(query.getColumn(0)));
    return all;
  });
}

Result<std::optional<Unfinished>> Database::resumable(std::string_view peer) {
  auto found = impl_->guarded<std::optional<Unfinished>>([&]() -> std::optional<Unfinished> {
    SQLite::Statement query(
        *impl_->db,
        "SELECT id, variant, label, header, began, checkpoint, peer FROM match WHERE state = ? "
        "AND substr(peer, 1, ?) = ? AND (peer = '') = ? ORDER BY id DESC LIMIT 1");
    query.bind(1, kOpen);
    query.bind(2, static_cast<std::int64_t>(peer.size()));
    query.bind(3, std::string(peer));
    query.bind(4, peer.empty() ? 1 : 0);
    if (!query.executeStep()) return std::nullopt;
    return unfinished(query);
  });
  if (!found || !*found) return found;
  auto all = entries((*found)->id);
  if (!all) return all.error();
  (*found)->entries = std::move(*all);
  return found;
}

Result<std::vector<Unfinished>> Database::paid_far() {
  return impl_->guarded<std::vector<Unfinished>>([&] {
    std::vector<Unfinished> all;
    SQLite::Statement query(
        *impl_->db,
        "SELECT id, variant, label, header, began, checkpoint, peer FROM match WHERE state = ? "
        "AND peer <> '' AND paid > 0 ORDER BY id DESC");
    query.bind(1, kOpen);
    while (query.executeStep())
      all.push_back(unfinished(query));
    return all;
  });
}

Result<std::vector<Finished>> Database::finished(std::size_t limit) {
  return impl_->guarded<std::vector<Finished>>([&] {
    std::vector<Finished> all;
    SQLite::Statement query(
        *impl_->db,
        "SELECT id, variant, label, header, result, began, ended, peer FROM match WHERE state = ? "
        "ORDER BY id DESC LIMIT ?");
    query.bind(1, kFinished);
    query.bind(2, static_cast<std::int64_t>(limit));
    while (query.executeStep()) {
      Finished match;
      match.id = query.getColumn(0).getInt64();
      match.variant = query.getColumn(1).getString();
      match.label = query.getColumn(2).getString();
      match.header = blob(query.getColumn(3));
      match.result = blob(query.getColumn(4));
      match.began = query.getColumn(5).getInt64();
      match.ended = query.getColumn(6).getInt64();
      match.peer = query.getColumn(7).getString();
      all.push_back(std::move(match));
    }
    return all;
  });
}

Result<std::vector<Books>> Database::books(std::string_view variant, std::size_t limit) {
  return impl_->guarded<std::vector<Books>>([&] {
    std::vector<Books> all;
    SQLite::Statement query(
        *impl_->db,
        "SELECT player, device, kind, count, max(last) OVER (PARTITION BY player, device) "
        "FROM books WHERE variant = ? ORDER BY 5 DESC, player, device");
    query.bind(1, std::string(variant));
    while (query.executeStep()) {
      const std::string player = query.getColumn(0).getString();
      const std::string device = query.getColumn(1).getString();
      if (all.empty() || all.back().player != player || all.back().device != device) {
        if (all.size() == limit) break;
        all.push_back({player, device, {}, query.getColumn(4).getInt64()});
      }
      const int kind = query.getColumn(2).getInt();
      if (kind >= 0 && kind < kBookings)
        all.back().counts[static_cast<std::size_t>(kind)] = query.getColumn(3).getInt64();
    }
    return all;
  });
}

Result<std::map<std::string, std::int64_t>> Database::booked() {
  return impl_->guarded<std::map<std::string, std::int64_t>>([&] {
    std::map<std::string, std::int64_t> all;
    SQLite::Statement query(*impl_->db,
                            "SELECT variant, count(*) FROM (SELECT DISTINCT variant, player, device FROM "
                            "books) GROUP BY variant");
    while (query.executeStep())
      all.emplace(query.getColumn(0).getString(), query.getColumn(1).getInt64());
    return all;
  });
}

Status Database::clear_books(std::string_view variant) {
  errno = 0;
  try {
    SQLite::Statement remove(*impl_->db, "DELETE FROM books WHERE variant = ?");
    remove.bind(1, std::string(variant));
    remove.exec();
  } catch (const SQLite::Exception& error) {
    return store_error(impl_->file, error, impl_->db->getHandle());
  }
  return {};
}

}  // namespace qitai::store
