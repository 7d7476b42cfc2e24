// Canonical bytes of intents and terms: one way to write each, and no bytes from outside do harm.
#include <catch2/catch.hpp>

#include <random>

#include "cups_game.hpp"
#include "match/intent.hpp"
#include "match/terms.hpp"
#include "race_game.hpp"
#include "table.hpp"

using namespace qitai::test;
using qitai::match::decode_intent;
using qitai::match::decode_terms;
using qitai::match::encode;
using qitai::match::plain;

namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string made;
  for (const int value : values)
    made.push_back(static_cast<char>(value));
  return made;
}

Intent random_intent(std::mt19937_64& random) {
  Intent made;
  made.kind = static_cast<IntentKind>(1 + random() % 23);
  made.seat = static_cast<int>(random() % QITAI_MAX_SEATS);
  made.at = static_cast<Instant>(random() >> 1);
  made.move = {static_cast<std::uint16_t>(random()), static_cast<std::uint16_t>(random()),
               static_cast<std::uint16_t>(random()), static_cast<std::uint16_t>(random())};
  made.with_move = random() % 2 == 0;
  made.index = static_cast<std::uint32_t>(random());
  made.bytes.resize(random() % 50);
  for (char& byte : made.bytes)
    byte = static_cast<char>(random());
  if (made.kind == IntentKind::kDeclare) made.index %= 3;
  made.elsewhere = random() % 2 == 0;
  for (std::uint64_t n = random() % 4; n > 0; --n)
    made.facts.push_back({static_cast<std::uint32_t>(random()), static_cast<std::uint16_t>(random()),
                          static_cast<std::uint16_t>(random()), static_cast<std::int64_t>(random())});
  for (std::uint64_t n = random() % 3; n > 0; --n)
    made.chosen.push_back({static_cast<int>(random() % QITAI_MAX_SEATS), std::string(random() % 9, 'x')});
  return made;
}

Terms odd_terms() {
  Terms terms = qitai::match::default_terms(*race_game());
  terms.seats[0].name = "棋手甲";
  terms.seats[0].limits = {90, 40, 30, 20, 60, 30, 5, false};
  terms.seats[1].name = "Player";
  terms.takeback = false;
  terms.seed[0] = 7;
  terms.seed[31] = 9;
  terms.position = "3 5 1";
  terms.options[kRaceLength] = 50;
  return terms;
}

// Every text that decodes must be the canonical one of what it says.
template <typename Decode>
void check_hostile(const std::string& good, Decode decode, std::mt19937_64& random) {
  for (std::size_t size = 0; size < good.size(); ++size)
    CHECK_FALSE(decode(good.substr(0, size)).ok());
  CHECK_FALSE(decode(good + '\0').ok());
  for (int i = 0; i < 5000; ++i) {
    std::string hostile = good;
    if (i % 3 == 0) {
      hostile.resize(random() % 100);
      for (char& byte : hostile)
        byte = static_cast<char>(random());
      if (!hostile.empty()) hostile[0] = good[0];
    } else {
      for (std::uint64_t n = 1 + random() % 3; n > 0; --n)
        hostile[random() % hostile.size()] = static_cast<char>(random());
    }
    const auto decoded = decode(hostile);
    if (decoded.ok()) CHECK(encode(decoded.value()) == hostile);
  }
}

}  // namespace

TEST_CASE("an intent's bytes are written down: version, kind, instant, seat, and what its kind needs") {
  Intent move = intent(IntentKind::kMove, 1, 0x0102);
  move.move = {3, 0x0405, 6, 7};
  CHECK(encode(move) == bytes({1, 2, 0x02, 0x01, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0x05, 0x04, 6, 0, 7, 0}));
  CHECK(encode(intent(IntentKind::kTime, 5, 1)) == bytes({1, 17, 1, 0, 0, 0, 0, 0, 0, 0}));
  Intent claim = intent(IntentKind::kClaim, 0, 0);
  claim.bytes = "ab";
  CHECK(encode(claim) == bytes({1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 'a', 'b'}));
  Intent touch = intent(IntentKind::kTouch, 1, 0);
  touch.move = {0x0304, 5, 6, 7};
  CHECK(encode(touch) == bytes({1, 21, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4, 3}));
  CHECK(encode(intent(IntentKind::kAdjust, 1, 0)) == bytes({1, 22, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
}

// Journals that were written before keep their bytes: the later version says only what the first cannot.
TEST_CASE("what one seat alone cannot know is written in a later version, all else as before") {
  Intent move = intent(IntentKind::kMove, 1, 0x0102);
  move.move = {3, 0x0405, 6, 7};
  move.elsewhere = true;  // not of a move
  move.chosen = {{0, "x"}};
  CHECK(encode(move)[0] == 1);
  move.facts = {{1, 5, 1, -1}};
  CHECK(encode(move) ==
        bytes({2, 2, 0x02, 0x01, 0, 0, 0, 0, 0, 0, 1,    3,    0,    0x05, 0x04, 6,    0,    7,
               0, 1, 1,    0,    0, 0, 5, 0, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}));
  Intent ready = intent(IntentKind::kSetUp, 1, 0);
  ready.bytes = "ab";
  CHECK(encode(ready)[0] == 1);
  ready.elsewhere = true;
  CHECK(encode(ready) == bytes({2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0}));
  Intent limit = intent(IntentKind::kTime, 0, 1);
  limit.chosen = {{1, "ab"}, {0, ""}};
  CHECK(encode(plain(limit)) ==
        bytes({2, 17, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 'a', 'b'}));
  Intent over = intent(IntentKind::kDeclare, 0, 0);
  over.bytes = "no";
  CHECK(encode(over) == bytes({2, 23, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 'n', 'o', 0}));
  // The later version saying what the first can is not canonical, nor is one that says what there is not.
  CHECK(decode_intent(bytes({2, 17, 1, 0, 0, 0, 0, 0, 0, 0, 0})).error().code == "intent");
  CHECK(decode_intent(bytes({2, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0})).error().code == "intent");
  CHECK(decode_intent(bytes({2, 23, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 'n', 'o', 3})).error().code ==
        "intent");
  CHECK(decode_intent(bytes({2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 'x'})).error().code == "intent");
}

TEST_CASE("intents come back from their bytes, members that a kind does not use are not kept") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const Intent made = random_intent(random);
    const auto back = decode_intent(encode(plain(made)));
    REQUIRE(back.ok());
    CHECK(back.value() == plain(made));
    CHECK(plain(plain(made)) == plain(made));
  }
}

TEST_CASE("hostile bytes for an intent are refused or canonical") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20; ++i)
    check_hostile(encode(plain(random_intent(random))), decode_intent, random);
  CHECK(decode_intent("").error().code == "truncated");
  CHECK(decode_intent(bytes({3, 17})).error().code == "version");
  CHECK(decode_intent(bytes({1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})).error().code == "intent");
  CHECK(decode_intent(bytes({1, 23, 0, 0, 0, 0, 0, 0, 0, 0, 0})).error().code == "intent");
  CHECK(decode_intent(bytes({1, 8, 0, 0, 0, 0, 0, 0, 0, 0, 8})).error().code == "intent");     // seat
  CHECK(decode_intent(bytes({1, 8, 0, 0, 0, 0, 0, 0, 0, 0x80, 0})).error().code == "intent");  // instant
  CHECK(decode_intent(bytes({1, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})).error().code == "trailing");
}

TEST_CASE("terms come back from their bytes, and hostile ones are refused or canonical") {
  const Terms terms = odd_terms();
  const auto back = decode_terms(encode(terms));
  REQUIRE(back.ok());
  CHECK(back.value() == terms);
  std::mt19937_64 random(3);
  check_hostile(encode(terms), decode_terms, random);
  CHECK(decode_terms(bytes({9})).error().code == "version");
}

TEST_CASE("who holds a seat is kept with the terms, and terms of hands keep their bytes") {
  Terms terms = odd_terms();
  CHECK((encode(terms)[0] & 0x10) == 0);
  terms.seats[1].holder = "bot:3";
  CHECK(qitai::match::check(terms, *race_game()).ok());
  const auto back = decode_terms(encode(terms));
  REQUIRE(back.ok());
  CHECK(back.value() == terms);
  std::mt19937_64 random(4);
  check_hostile(encode(terms), decode_terms, random);
  for (const char* const holder : {"Bot", "bot 3", "a-holder-of-17-ch"}) {
    terms.seats[1].holder = holder;
    CHECK(qitai::match::check(terms, *race_game()).error().code == "holder");
  }
}

// Journals of the first version are read, and old matches keep their bytes and their hashes.
TEST_CASE("terms with the usual rules are of the first version, others of the second") {
  using qitai::match::Illegal;
  const Terms usual = odd_terms();
  CHECK(encode(usual)[0] == 1);
  const auto changed = [&](auto change) {
    Terms terms = usual;
    change(terms);
    const std::string written = encode(terms);
    CHECK(written[0] == 2);
    CHECK(written.size() == encode(usual).size() + 3);
    const auto back = decode_terms(written);
    REQUIRE(back.ok());
    CHECK(back.value() == terms);
    std::mt19937_64 random(4);
    check_hostile(written, decode_terms, random);
    return written;
  };
  changed([](Terms& terms) { terms.illegal = Illegal::kCorrect; });
  changed([](Terms& terms) { terms.illegal_limit = 2; });
  changed([](Terms& terms) { terms.touch_move = true; });
  changed([](Terms& terms) { terms.announce_check = false; });
  changed([](Terms& terms) { terms.setup_in_turn = true; });
  std::string written = changed([](Terms& terms) {
    terms.scored = true;
    terms.illegal = Illegal::kCapture;
  });
  CHECK(written.substr(written.size() - 3) == bytes({3, 0, 6}));
  written[written.size() - 3] = 4;
  CHECK(decode_terms(written).error().code == "illegal");
  written.replace(written.size() - 3, 3, bytes({0, 0, 16}));
  CHECK(decode_terms(written).error().code == "rules");
  // The second version saying what the first can is not canonical.
  written.replace(written.size() - 3, 3, bytes({0, 0, 2}));
  CHECK(decode_terms(written).error().code == "version");
}

TEST_CASE("the terms of all games are set by their ids, anything else is refused with what was expected") {
  using qitai::match::Illegal;
  using qitai::match::set_term;
  Terms terms = odd_terms();
  for (const std::string_view id : qitai::match::term_ids()) {
    INFO(id);
    const auto nonsense = set_term(terms, id, "nonsense");
    REQUIRE_FALSE(nonsense.ok());
    CHECK(nonsense.error().code == id);
  }
  CHECK(terms == odd_terms());
  CHECK(set_term(terms, "illegal", "capture").value());
  CHECK(set_term(terms, "illegal_limit", "2").value());
  CHECK(set_term(terms, "touch_move", "true").value());
  CHECK(set_term(terms, "takeback", "true").value());
  CHECK(set_term(terms, "announce_check", "false").value());
  CHECK(set_term(terms, "scored", "true").value());
  CHECK((terms.illegal == Illegal::kCapture && terms.illegal_limit == 2 && terms.touch_move &&
         terms.takeback && !terms.announce_check && terms.scored));
  CHECK_FALSE(qitai::match::may_take_back(terms));
  CHECK_FALSE(set_term(terms, "natural_limit", "1").value());
  terms.illegal_limit = 10;
  CHECK(qitai::match::check(terms, *race_game()).error().code == "illegal_limit");
}

TEST_CASE("terms that do not fit the game are refused with what is wrong") {
  const auto refused = [](const Terms& terms) {
    const auto status = qitai::match::check(terms, *race_game());
    const auto started = Referee::start(race_game(), terms);
    CHECK(started.ok() == status.ok());
    return status.ok() ? std::string() : status.error().code;
  };
  CHECK(refused(odd_terms()).empty());
  CHECK(refused(qitai::match::default_terms(*race_game())).empty());
  Terms terms = odd_terms();
  terms.variant = "chess";
  CHECK(refused(terms) == "variant");
  terms = odd_terms();
  terms.rules_revision += 1;
  CHECK(refused(terms) == "rules_revision");
  terms = odd_terms();
  terms.options.pop_back();
  CHECK(refused(terms) == "options");
  terms = odd_terms();
  terms.options[kRaceLength] = 0;
  CHECK(refused(terms) == "length");
  terms = odd_terms();
  terms.options[kRaceKindFlag] = 2;
  CHECK(refused(terms) == "kind_flag");
  terms = odd_terms();
  terms.seats.pop_back();
  CHECK(refused(terms) == "seats");
  terms = odd_terms();
  terms.seats[1].limits.increment = 181;
  CHECK(refused(terms) == "increment");
  terms = odd_terms();
  terms.position.assign(5000, ' ');
  CHECK(refused(terms) == "position");
}

TEST_CASE("names: at most 16 characters, UTF-8, no control and no bidi characters") {
  const auto fits = [](const std::string& name) {
    Terms terms = odd_terms();
    terms.seats[1].name = name;
    const auto status = qitai::match::check(terms, *race_game());
    return status.ok() || status.error().code != "name";
  };
  CHECK(fits(""));
  CHECK(fits("一二三四五六七八九十一二三四五六"));
  CHECK_FALSE(fits("一二三四五六七八九十一二三四五六七"));
  CHECK_FALSE(fits("a\nb"));
  CHECK_FALSE(fits("a\x7f"));
  CHECK_FALSE(fits("\u202Eabc"));
  CHECK_FALSE(fits("\u2066abc"));
  CHECK_FALSE(fits("\xff"));
}
