// Full, read-only and damaged: the game goes on, says so, and what was stored stays.
#include <SQLiteCpp/SQLiteCpp.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "../forked.hpp"
#include "../scratch.hpp"
#include "base/file.hpp"
#include "store/journal.hpp"

using namespace qitai;
using namespace qitai::store;
using qitai::testing::in_child;
using qitai::testing::Scratch;

namespace {

// Appends until a trouble comes; its code, or empty after `most` entries. `stored` counts those reported
// durable.
std::string fill(Journal& journal, MatchId id, std::uint32_t most, std::uint32_t& stored) {
  for (std::uint32_t seq = 1; seq <= most; ++seq) {
    const Ticket ticket = journal.append(id, seq, std::string(2000, 'x'));
    journal.flush();
    if (journal.durable(ticket)) ++stored;
    for (const Trouble& trouble : journal.poll())
      return trouble.match == id ? trouble.error.code : "wrong match";
  }
  return "";
}

// Whether the file stays usable through a full disk: the trouble is told, what was durable stays, and with
// room again the next match is kept.
int full_disk(const std::filesystem::path& file, const std::function<void()>& make_room) {
  std::uint32_t stored = 0;
  MatchId id = 0;
  {
    auto journal = Journal::open(file, {});
    if (!journal) return 1;
    id = (*journal)->begin("xiangqi", "", "h");
    if (fill(**journal, id, 1000, stored) != "disk-full") return 2;
    if (!(*journal)->lost(id) || stored == 0) return 3;
    if ((*journal)->durable((*journal)->append(id, 5000, "late"))) return 4;
    if ((*journal)->entries(id)->size() != stored) return 5;
    make_room();
    const MatchId next = (*journal)->begin("xiangqi", "", "h");
    const Ticket ticket = (*journal)->append(next, 1, "e");
    (*journal)->flush();
    if (!(*journal)->durable(ticket)) return 6;
    (*journal)->finish(next, "r");
    (*journal)->finish(id, "r");  // has a hole: left open for good instead
    if ((*journal)->resumable()->has_value()) return 7;
    if ((*journal)->finished(10)->size() != 1) return 8;
  }
  auto journal = Journal::open(file, {});
  if (!journal || !(*journal)->poll().empty()) return 9;
  return (*journal)->entries(id)->size() == stored ? 0 : 10;
}

void skip_or_check(int result) {
  if (result == 77) {
    WARN("no right to mount: not tried");
  } else {
    CHECK(result == 0);
  }
}

}  // namespace

TEST_CASE("a full disk is told, nothing durable is lost, the next match is kept when there is room") {
  const Scratch scratch;
  skip_or_check(in_child([&] {
    if (!testing::mount_private_tmpfs(scratch.path(), "size=400k")) return 77;
    std::ofstream(scratch / "ballast") << std::string(100'000, 'x') << std::flush;
    return full_disk(scratch / "journal.db", [&] { std::filesystem::remove(scratch / "ballast"); });
  }));
}

TEST_CASE("a file at the size limit of the process is a full disk, too") {
  const Scratch scratch;
  CHECK(in_child([&] {
          testing::limit_file_size(200'000);
          std::uint32_t stored = 0;
          auto journal = Journal::open(scratch / "journal.db", {});
          if (!journal) return 1;
          const MatchId id = (*journal)->begin("xiangqi", "", "h");
          if (fill(**journal, id, 1000, stored) != "disk-full") return 2;
          return (*journal)->entries(id)->size() == stored ? 0 : 3;
        }) == 0);
}

TEST_CASE("a disk that is full from the start is refused with a sentence") {
  const Scratch scratch;
  skip_or_check(in_child([&] {
    if (!testing::mount_private_tmpfs(scratch.path(), "size=16k")) return 77;
    std::ofstream(scratch / "ballast") << std::string(100'000, 'x') << std::flush;
    const auto journal = Journal::open(scratch / "journal.db", {});
    return !journal && journal.error().code == "disk-full" ? 0 : 1;
  }));
}

TEST_CASE("a read-only folder is refused with a sentence") {
  const Scratch scratch;
  skip_or_check(in_child([&] {
    if (!testing::mount_private_tmpfs(scratch.path(), "size=64k", MS_RDONLY)) return 77;
    const auto journal = Journal::open(scratch / "journal.db", {});
    if (journal || journal.error().code != "read-only") return 1;
    return journal.error().message.find("journal.db") != std::string::npos ? 0 : 2;
  }));
}

TEST_CASE("another program that holds the file open is named as such, and nothing is set aside") {
  const Scratch scratch;
  const auto file = scratch / "journal.db";
  REQUIRE(Journal::open(file, {}).ok());
  {
    SQLite::Database other(file.string(), SQLite::OPEN_READWRITE);
    CHECK(other.execAndGet("SELECT count(*) FROM match").getInt() == 0);  // from now on it shares the log
    const auto journal = Journal::open(file, {});
    REQUIRE_FALSE(journal.ok());
    CHECK(journal.error().code == "busy");
  }
  CHECK(Journal::open(file, {}).ok());
}

TEST_CASE("a missing folder is an error, not a crash") {
  const Scratch scratch;
  const auto journal = Journal::open(scratch / "none/journal.db", {});
  REQUIRE_FALSE(journal.ok());
  CHECK(journal.error().code == "io-error");
}

TEST_CASE("a damaged file is set aside under a free name and a new one begun") {
  const Scratch scratch;
  const auto file = scratch / "journal.db";
  const auto damaged_opens = [&](const char* aside) {
    auto journal = Journal::open(file, {});
    REQUIRE(journal.ok());
    const auto troubles = (*journal)->poll();
    REQUIRE(troubles.size() == 1);
    CHECK(troubles[0].error.code == "corrupt");
    CHECK(troubles[0].match == 0);
    CHECK(troubles[0].set_aside == (scratch / aside).string());
    CHECK(std::filesystem::exists(scratch / aside));
    CHECK_FALSE((*journal)->resumable()->has_value());
    const MatchId id = (*journal)->begin("xiangqi", "", "h");
    for (std::uint32_t seq = 1; seq < 200; ++seq)
      (*journal)->append(id, seq, std::string(1000, 'x'));
    (*journal)->flush();
    CHECK_FALSE((*journal)->lost(id));
  };

  REQUIRE(write_file_atomic(file, "this is no database, and long enough to be taken for one").ok());
  damaged_opens("journal.db.broken-1");
  // A page in the middle overwritten.
  {
    std::fstream raw(file, std::ios::in | std::ios::out | std::ios::binary);
    raw.seekp(40'000);
    raw << std::string(20'000, '\xAA');
  }
  damaged_opens("journal.db.broken-2");
  // Another program's database.
  {
    std::fstream raw(file, std::ios::in | std::ios::out | std::ios::binary);
    raw.seekp(68);  // application id (SQLite file format, section 1.3)
    raw << "XXXX";
  }
  damaged_opens("journal.db.broken-3");
}

TEST_CASE("a file cut short at any place is opened or set aside, never a crash") {
  const Scratch scratch;
  const auto file = scratch / "journal.db";
  {
    auto journal = Journal::open(file, {});
    const MatchId id = (*journal)->begin("xiangqi", "", "h");
    for (std::uint32_t seq = 1; seq < 50; ++seq)
      (*journal)->append(id, seq, std::string(500, 'x'));
  }
  const std::string whole = *read_file(file, 10'000'000);
  for (std::size_t size = 0; size < whole.size(); size += 1777) {
    REQUIRE(write_file_atomic(file, whole.substr(0, size)).ok());
    auto journal = Journal::open(file, {});
    REQUIRE(journal.ok());
    const MatchId id = (*journal)->begin("xiangqi", "", "h");
    const Ticket ticket = (*journal)->append(id, 1, "e");
    (*journal)->flush();
    CHECK(((*journal)->durable(ticket) || (*journal)->lost(id)));
  }
}

TEST_CASE("a file of a later version is left as it is") {
  const Scratch scratch;
  const auto file = scratch / "journal.db";
  REQUIRE(Journal::open(file, {}).ok());
  {
    std::fstream raw(file, std::ios::in | std::ios::out | std::ios::binary);
    raw.seekp(60);  // user version, big-endian (SQLite file format, section 1.3)
    raw << std::string("\0\0\0\x63", 4);
  }
  const std::string before = *read_file(file, 10'000'000);
  const auto journal = Journal::open(file, {});
  REQUIRE_FALSE(journal.ok());
  CHECK(journal.error().code == "newer");
  CHECK(*read_file(file, 10'000'000) == before);
}
