// What is public only after a match, and set-ups that are made one after the other.
#include <algorithm>
#include <catch2/catch.hpp>

#include "cups_game.hpp"
#include "match/reader.hpp"
#include "match/referee.hpp"

using qitai::match::Intent;
using qitai::match::IntentKind;
using qitai::match::kMinute;
using qitai::match::kSecond;
using qitai::match::Referee;
using qitai::match::Terms;
using qitai::test::cups_game;

namespace {

std::unique_ptr<Referee> start(const Terms& terms) {
  auto referee = Referee::start(cups_game(), terms);
  REQUIRE(referee);
  return std::move(*referee);
}

void set_up(Referee& referee, int seat, const std::string& layout, qitai::match::Instant at = 0) {
  Intent intent;
  intent.kind = IntentKind::kSetUp;
  intent.seat = seat;
  intent.bytes = layout;
  intent.at = at;
  REQUIRE(std::holds_alternative<qitai::match::Accepted>(referee.submit(intent)));
}

}  // namespace

TEST_CASE("set up in turn, the limit of the second seat begins when the first is done") {
  Terms terms = qitai::match::default_terms(*cups_game());
  terms.setup_in_turn = true;
  for (auto& seat : terms.seats)
    seat.limits.setup_limit = 1;
  const auto referee = start(terms);
  CHECK(referee->left(0, 30 * kSecond).setup == 30 * kSecond);
  CHECK(referee->left(0, 0).running);
  CHECK(referee->left(1, 30 * kSecond).setup == kMinute);
  CHECK_FALSE(referee->left(1, 0).running);
  CHECK(referee->next_flag() == kMinute);
  set_up(*referee, 0, "123", 40 * kSecond);
  CHECK(referee->left(1, 50 * kSecond).setup == 50 * kSecond);
  CHECK(referee->next_flag() == 40 * kSecond + kMinute);
  // The second seat may be ready before the first.
  const auto other = start(terms);
  set_up(*other, 1, "321", 10 * kSecond);
  CHECK(other->left(0, 30 * kSecond).setup == 30 * kSecond);
}

TEST_CASE("terms that say set-ups are made in turn are written and read") {
  Terms terms = qitai::match::default_terms(*cups_game());
  const std::string usual = qitai::match::encode(terms);
  terms.setup_in_turn = true;
  const std::string bytes = qitai::match::encode(terms);
  CHECK(bytes != usual);
  const auto read = qitai::match::decode_terms(bytes);
  REQUIRE(read);
  CHECK(*read == terms);
}

TEST_CASE("who knows everything sees both set-ups, chosen by the game or given") {
  Terms terms = qitai::match::default_terms(*cups_game());
  terms.seed[0] = 3;
  const auto referee = start(terms);
  set_up(*referee, 0, "312");
  set_up(*referee, 1, "");  // a layout of the game's own choice
  auto truth = qitai::match::Reader::make(cups_game(), terms, qitai::match::kTruth);
  REQUIRE(truth);
  (*truth)->feed(referee->events());
  CHECK((*truth)->fault() == nullptr);
  const auto& pieces = (*truth)->pieces(0);
  REQUIRE(pieces.size() == 6);
  for (const auto& piece : pieces) {
    const auto own = referee->state(piece.point / 3).view(piece.point / 3);
    const auto same =
        std::find_if(own.begin(), own.end(), [&](const auto& one) { return one.point == piece.point; });
    REQUIRE(same != own.end());
    CHECK(piece.kind == same->kind);
  }
}

TEST_CASE("of fallen pieces a seat counts its own by kind and the others face down") {
  const Terms terms = qitai::match::default_terms(*cups_game());
  const auto referee = start(terms);
  set_up(*referee, 0, "312");
  set_up(*referee, 1, "123");
  Intent draw;
  draw.kind = IntentKind::kChance;
  draw.index = 0;
  REQUIRE(std::holds_alternative<qitai::match::Accepted>(referee->submit(draw)));
  Intent move;
  move.kind = IntentKind::kMove;
  move.seat = 0;
  move.move.from = 0;  // the three
  move.move.to = 4;    // a two
  REQUIRE(std::holds_alternative<qitai::match::Accepted>(referee->submit(move)));
  const auto counts = [&](int viewer) {
    auto reader = qitai::match::Reader::make(cups_game(), terms, viewer);
    REQUIRE(reader);
    (*reader)->feed(referee->events(viewer));
    return std::pair((*reader)->captured(1, 1), (*reader)->captured_unknown(1, 1));
  };
  // Who lost it knows what it was; so does the attacker, whom the rules of this game tell.
  CHECK(counts(1) == std::pair(std::vector<int>{0, 1, 0}, 0));
  CHECK(counts(0) == std::pair(std::vector<int>{0, 1, 0}, 0));
  CHECK(counts(qitai::host::kPublic) == std::pair(std::vector<int>{0, 0, 0}, 1));
}
