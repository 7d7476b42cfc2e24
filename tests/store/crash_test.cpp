// kill -9 at random instants: whatever was reported durable is there, and what is there is a beginning of the
// match.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <random>

#include "../scratch.hpp"
#include "killed.hpp"
#include "store/journal.hpp"

using namespace qitai::store;
using qitai::testing::Scratch;
using qitai::testing::told_before_kill;

namespace {

std::string entry(std::uint32_t seq) {
  return "entry " + std::to_string(seq) + std::string(seq % 300, '.');
}

// Plays until killed; tells each number through the pipe once it was reported durable.
[[noreturn]] void play(const std::filesystem::path& file, int report) {
  auto journal = Journal::open(file, {});
  if (!journal) ::_exit(1);
  auto found = (*journal)->resumable();
  if (!found) ::_exit(2);
  MatchId id = 0;
  std::uint32_t seq = 0;
  if (found->has_value()) {
    id = (*found)->id;
    seq = static_cast<std::uint32_t>((*found)->entries.size());
  } else {
    id = (*journal)->begin("xiangqi", "label", "header");
  }
  for (;;) {
    ++seq;
    const Ticket ticket = (*journal)->append(id, seq, entry(seq));
    if (seq % 7 == 0) (*journal)->checkpoint(id, std::to_string(seq));
    while (!(*journal)->durable(ticket))
      ::usleep(20);
    if (::write(report, &seq, sizeof seq) != sizeof seq) ::_exit(3);
  }
}

}  // namespace

TEST_CASE("every entry reported durable survives kill -9 at 60 random instants") {
  const Scratch scratch;
  const auto file = scratch / "journal.db";
  std::minstd_rand random(20261129);
  std::uint32_t reported = 0;
  for (int round = 0; round < 60; ++round) {
    const auto told = told_before_kill<std::uint32_t>(random, [&](int report) { play(file, report); });
    reported = told.value_or(reported);

    auto journal = Journal::open(file, {});
    REQUIRE(journal.ok());
    CHECK((*journal)->poll().empty());
    const auto found = (*journal)->resumable();
    REQUIRE(found.ok());
    if (!found->has_value()) {
      CHECK(reported == 0);
      continue;
    }
    const auto& entries = (*found)->entries;
    REQUIRE(entries.size() >= reported);
    for (std::size_t i = 0; i < entries.size(); ++i)
      REQUIRE(entries[i] == entry(static_cast<std::uint32_t>(i + 1)));
    if (!(*found)->checkpoint.empty()) CHECK(std::stoul((*found)->checkpoint) <= entries.size());
  }
  CHECK(reported > 20);
}
