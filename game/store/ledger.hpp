// Store: what a cabinet counts: coins, credits, games. Counts are kept in the journal's database, those of a
// match in the same transaction as its begin or end: after any power cut they are what the matches in it say.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qitai::store {

// What is counted. The numbers stand in the database: new kinds come at the end.
enum class Tally : std::uint8_t {
  kCoins,           // put in
  kCredits,         // bought with them
  kServiceCredits,  // given by the operator
  kPlayed,          // spent on matches
  kReturned,        // given back for matches that could not be played to their end
  kGames,           // begun, by variant
  kEnded,           // came to their end, by variant
  kSeconds,         // that the ended ones lasted, by variant
  kFaults,          // deaths of the game, by plugin where one was running; by variant where its plugin failed
};
inline constexpr int kTallies = 9;

// Something that is counted.
struct Count {
  Tally what = Tally::kCoins;
  std::string variant{};  // empty: of the whole cabinet
  std::int64_t by = 1;    // above 0; nothing else is counted
  friend bool operator==(const Count&, const Count&) = default;
};

// What a match costs when it begins, and what is counted then.
struct Stake {
  std::int64_t credits = 0;     // at least 0
  std::int64_t instead_of = 0;  // the match that it goes on with: what was paid for that stands for this one
  std::vector<Count> counts{};
};

// What can be played with now.
struct Purse {
  std::int64_t credits = 0;
  std::int64_t coins = 0;  // put in and not yet a whole credit
  friend bool operator==(const Purse&, const Purse&) = default;
};

struct Counter {
  std::int64_t life = 0;
  std::int64_t since_reset = 0;
  std::int64_t today = 0;  // on the local day of the clock
  friend bool operator==(const Counter&, const Counter&) = default;
};

struct Ledger {
  std::int64_t credits = 0;  // that can be played with now
  std::int64_t coins = 0;    // put in and not yet a whole credit
  std::int64_t reset = 0;    // seconds since 1970 of the last reset, 0: never
  std::map<std::pair<Tally, std::string>, Counter> counters{};
  std::array<std::int64_t, 24> games_by_hour{};  // begun since the reset, by local hour

  // All variants together where `variant` is empty; zeros for what was never counted.
  [[nodiscard]] Counter of(Tally what, std::string_view variant = {}) const;
};

}  // namespace qitai::store
