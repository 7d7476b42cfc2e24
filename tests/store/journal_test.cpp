#include "store/journal.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "../forked.hpp"
#include "../scratch.hpp"

using namespace qitai;
using namespace qitai::store;
using qitai::testing::Scratch;

namespace {

std::unique_ptr<Journal> open_in(const Scratch& scratch, std::function<void()> wake = {}) {
  auto journal = Journal::open(scratch / "journal.db", std::move(wake));
  REQUIRE(journal.ok());
  return std::move(*journal);
}

}  // namespace

TEST_CASE("a match in progress comes back with header, entries in order, newest checkpoint") {
  const Scratch scratch;
  const std::string binary("a\0b\xFF", 4);
  MatchId id = 0;
  {
    const auto journal = open_in(scratch);
    CHECK_FALSE((*journal->resumable()).has_value());
    id = journal->begin("xiangqi", "Ann – Bo", binary);
    journal->append(id, 1, "first");
    journal->append(id, 2, binary);
    journal->append(id, 10, "");
    journal->checkpoint(id, "old");
    journal->checkpoint(id, "new");
  }
  const auto journal = open_in(scratch);
  const auto found = journal->resumable();
  REQUIRE(found.ok());
  REQUIRE(found->has_value());
  const Unfinished& match = **found;
  CHECK(match.id == id);
  CHECK(match.variant == "xiangqi");
  CHECK(match.label == "Ann – Bo");
  CHECK(match.header == binary);
  CHECK(match.entries == std::vector<std::string>{"first", binary, ""});
  CHECK(match.checkpoint == "new");
  CHECK(match.began > 1'700'000'000);
  CHECK(journal->poll().empty());
}

TEST_CASE("going on with a match after a restart adds to it") {
  const Scratch scratch;
  MatchId id = 0;
  {
    const auto journal = open_in(scratch);
    id = journal->begin("xiangqi", "", "h");
    journal->append(id, 1, "a");
  }
  {
    const auto journal = open_in(scratch);
    journal->append(id, 2, "b");
    CHECK(journal->begin("chess", "", "h") > id);
  }
  CHECK(*open_in(scratch)->entries(id) == std::vector<std::string>{"a", "b"});
}

TEST_CASE("the newest unfinished match is offered, finished and forgotten ones are not") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  const MatchId first = journal->begin("xiangqi", "1", "h");
  const MatchId second = journal->begin("xiangqi", "2", "h");
  const MatchId third = journal->begin("chess", "3", "h");
  CHECK((*journal->resumable())->id == third);
  journal->append(third, 1, "e");
  journal->finish(third, "1-0");
  CHECK((*journal->resumable())->id == second);
  journal->forget(second);
  CHECK((*journal->resumable())->id == first);
  journal->finish(first, "draw");
  CHECK_FALSE((*journal->resumable()).has_value());

  const auto finished = journal->finished(10);
  REQUIRE(finished.ok());
  REQUIRE(finished->size() == 2);
  CHECK(finished->at(0).id == third);
  CHECK(finished->at(0).result == "1-0");
  CHECK(finished->at(0).variant == "chess");
  CHECK(finished->at(0).ended >= finished->at(0).began);
  CHECK(finished->at(1).id == first);
  CHECK(journal->finished(1)->size() == 1);
  CHECK(*journal->entries(third) == std::vector<std::string>{"e"});
}

TEST_CASE("a write is durable after a while, which wakes the loop, and not before it was asked for") {
  const Scratch scratch;
  std::atomic<int> wakes{0};
  const auto journal = open_in(scratch, [&] { ++wakes; });
  Ticket begun = 0;
  const MatchId id = journal->begin("xiangqi", "", "h", &begun);
  const Ticket ticket = journal->append(id, 1, "e");
  CHECK(ticket > begun);
  CHECK_FALSE(journal->durable(ticket + 1));
  for (int i = 0; i < 1000 && !journal->durable(ticket); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(journal->durable(begun));
  CHECK(journal->durable(ticket));
  journal->flush();
  CHECK(wakes > 0);
}

TEST_CASE("thousands of queued writes go out in few transactions") {
  const Scratch scratch;
  std::atomic<int> batches{0};
  const auto journal = open_in(scratch, [&] { ++batches; });
  const MatchId id = journal->begin("xiangqi", "", "h");
  for (std::uint32_t seq = 1; seq <= 5000; ++seq)
    journal->append(id, seq, "entry");
  journal->flush();
  CHECK(journal->entries(id)->size() == 5000);
  CHECK(batches < 1000);
}

TEST_CASE("a second journal on the same folder gets a sentence, from another process too") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  const auto second = Journal::open(scratch / "journal.db", {});
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().code == "busy");
  CHECK(second.error().message.find("another Qitai is using " + scratch.path().string()) == 0);
}

TEST_CASE("the lock of a killed process is free again") {
  const Scratch scratch;
  CHECK(qitai::testing::in_child([&] {
          auto journal = Journal::open(scratch / "journal.db", {});
          ::raise(SIGKILL);
          return 0;
        }) == -1);
  CHECK(Journal::open(scratch / "journal.db", {}).ok());
}

TEST_CASE("a number used twice loses that match and no other, and says so once") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  const MatchId bad = journal->begin("xiangqi", "", "h");
  const Ticket first = journal->append(bad, 1, "a");
  journal->flush();
  const Ticket twice = journal->append(bad, 1, "b");
  journal->flush();
  const Ticket after = journal->append(bad, 2, "c");
  const MatchId good = journal->begin("xiangqi", "", "h");
  const Ticket other = journal->append(good, 1, "d");
  journal->flush();
  CHECK(journal->durable(first));
  CHECK_FALSE(journal->durable(twice));
  CHECK_FALSE(journal->durable(after));
  CHECK(journal->durable(other));
  CHECK(journal->lost(bad));
  CHECK_FALSE(journal->lost(good));
  const auto troubles = journal->poll();
  REQUIRE(troubles.size() == 1);
  CHECK(troubles[0].match == bad);
  CHECK(journal->poll().empty());
  CHECK(*journal->entries(bad) == std::vector<std::string>{"a"});
}

TEST_CASE("many threads may ask at once") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      const MatchId id = journal->begin("xiangqi", "", "h");
      Ticket last = 0;
      for (std::uint32_t seq = 1; seq <= 100; ++seq)
        last = journal->append(id, seq, "e");
      while (!journal->durable(last))
        std::this_thread::yield();
    });
  }
  for (auto& thread : threads)
    thread.join();
  for (MatchId id = 1; id <= 4; ++id)
    CHECK(journal->entries(id)->size() == 100);
}
