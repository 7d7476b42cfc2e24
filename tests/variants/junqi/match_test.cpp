// Whole matches under the referee: it keeps a full state and one of each viewer, and throws where they
// differ. Readers that are told what one viewer may see follow to the end, and a journal gives the same match
// again.
#include "variants/junqi/hall.hpp"

#include "match/reader.hpp"
#include "match/referee.hpp"

namespace qitai::junqi {
namespace {

using match::Intent;
using match::IntentKind;

struct Match {
  std::unique_ptr<match::Referee> referee;
  match::Instant now = 0;

  Match(const OptionTexts& options, std::uint64_t seed) {
    match::Terms terms = match::default_terms(junqi_game());
    terms.options = values(options);
    for (std::size_t i = 0; i < 8; ++i)
      terms.seed[i] = static_cast<std::uint8_t>(seed >> (8 * i));
    auto started = match::Referee::start(junqi_game().shared_from_this(), terms);
    REQUIRE(started);
    referee = std::move(started.value());
  }
  void submit(Intent intent) {
    intent.at = ++now;
    const auto answer = referee->submit(intent);
    if (const auto* why = std::get_if<host::Refusal>(&answer)) FAIL(why->id + ": " + why->detail);
  }
};

void play(Match& match, std::mt19937_64& random, const std::vector<std::string>& layouts) {
  while (match.referee->phase() != match::Phase::kEnded) {
    Intent intent;
    const std::uint32_t acting = match.referee->acting();
    if ((acting & QITAI_ACTING_SETUP) != 0) {
      intent.kind = IntentKind::kSetUp;
      intent.seat = (acting & 1U) != 0 ? 0 : 1;
      intent.bytes = layouts[static_cast<std::size_t>(intent.seat)];
    } else if (acting == 1U << QITAI_CHANCE_SEAT) {
      intent.kind = IntentKind::kChance;
      intent.index = static_cast<std::uint32_t>(random() % match.referee->state().chance_count());
    } else {
      intent.kind = IntentKind::kMove;
      intent.seat = (acting & 1U) != 0 ? 0 : 1;
      const auto moves = match.referee->legal(intent.seat);
      REQUIRE_FALSE(moves.empty());
      intent.move = moves[random() % moves.size()];
    }
    match.submit(intent);
  }
}

}  // namespace

TEST_CASE("matches in every mode run to their end, for everybody who watches") {
  const std::string sample = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";
  std::map<std::string, int> ends;
  for (const std::string mode : {"dark", "open", "flip"}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      INFO(mode << " match " << seed);
      OptionTexts options{{"mode", mode}, {"no_fight_limit", "30"}};
      if (seed == 1) options["first"] = "lot";
      if (seed == 2) options["after_fight"] = "survivor";
      if (seed == 3) options["flag_taker"] = "engineer_after_mines";
      Match match(options, seed);
      std::mt19937_64 random(seed);
      // A layout of one's own, or one that the game draws.
      play(match, random,
           seed % 2 == 0 ? std::vector<std::string>{sample, ""} : std::vector<std::string>{"", ""});
      CHECK(match.referee->events().back().kind == match::EventKind::kEnded);
      ++ends[match.referee->events().back().text];
      for (const int viewer : {0, 1, host::kPublic}) {
        auto reader = match::Reader::make(junqi_game().shared_from_this(), match.referee->terms(), viewer);
        REQUIRE(reader);
        (*reader)->feed(match.referee->events(viewer));
        if (const auto* fault = (*reader)->fault()) FAIL(fault->message);
      }
      std::optional<Error> damage;
      const auto again = match::Referee::replay(junqi_game().shared_from_this(), match.referee->terms(),
                                                match.referee->intents(), &damage);
      REQUIRE(again);
      CHECK_FALSE(damage);
      CHECK((*again)->public_hash() == match.referee->public_hash());
    }
  }
  CHECK_FALSE(ends.empty());
  CHECK(ends.count("plugin-error") == 0);
}

TEST_CASE("in the hidden mode a layout is its seat's alone, in the open mode everybody's once both stand") {
  for (const std::string mode : {"dark", "open"}) {
    INFO(mode);
    Match match({{"mode", mode}}, 9);
    for (const int seat : {0, 1}) {
      Intent intent;
      intent.kind = IntentKind::kSetUp;
      intent.seat = seat;
      match.submit(intent);
      const auto& board = match.referee->state(1 - seat).view(1 - seat);
      const auto known = std::count_if(board.begin(), board.end(),
                                       [](const host::Piece& piece) { return piece.kind != host::kNoKind; });
      CHECK(known == (seat == 0 ? 0 : mode == "open" ? 50 : 25));
    }
  }
}

}  // namespace qitai::junqi
