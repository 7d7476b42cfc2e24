// How two players come to terms.
#include <catch2/catch.hpp>
#include <deque>

#include "hall.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Agreement;
using duel::Offer;
using duel::Role;
using State = Agreement::State;

namespace {

using News = Agreement::News::Kind;

std::vector<std::shared_ptr<const host::Variant>> both_games() {
  return {game_of("chess"), game_of("xiangqi")};
}

// The listener (0) and the dialler (1), and what is on its way between them.
struct Talk {
  explicit Talk(std::uint64_t seed = 1) {
    for (const int side : {0, 1}) {
      Agreement::Between between;
      between.role = side == 0 ? Role::kListener : Role::kDialler;
      between.keys.fill(9);
      between.listener_name = "甲";
      between.dialler_name = "乙";
      sides.push_back(std::make_unique<Agreement>(between, both_games(),
                                                  random_of(seed * 2 + static_cast<std::uint64_t>(side))));
    }
  }
  Agreement& operator[](int side) { return *sides[static_cast<std::size_t>(side)]; }

  // Passes on what is there to pass on: at most `most` messages to that side.
  void pass(int to, std::size_t most = 100) {
    for (duel::Out& out : sides[static_cast<std::size_t>(1 - to)]->take_out())
      under_way[static_cast<std::size_t>(to)].push_back(std::move(out.bytes));
    auto& queue = under_way[static_cast<std::size_t>(to)];
    for (; most > 0 && !queue.empty(); --most) {
      const auto message = duel::read_message(queue.front());
      queue.pop_front();
      REQUIRE(message.ok());
      const std::string wrong = sides[static_cast<std::size_t>(to)]->hear(*message, now);
      INFO(wrong);
      REQUIRE(wrong.empty());
    }
  }
  void settle() {
    for (int i = 0; i < 6; ++i) {
      pass(0);
      pass(1);
    }
  }
  std::vector<News> news(int side) {
    std::vector<News> out;
    for (const auto& each : sides[static_cast<std::size_t>(side)]->take_news())
      out.push_back(each.kind);
    return out;
  }
  void check_agreed() {
    for (const auto& side : sides)
      REQUIRE(side->state() == State::kAgreed);
    const duel::Agreed& one = *sides[0]->agreed();
    const duel::Agreed& other = *sides[1]->agreed();
    CHECK(one.id == other.id);
    CHECK(one.terms == other.terms);
    CHECK(one.own == 1 - other.own);
    CHECK(one.terms.seats[static_cast<std::size_t>(one.own)].name == "甲");
    CHECK(one.terms.seats[static_cast<std::size_t>(other.own)].name == "乙");
    CHECK(one.terms.seed != std::array<std::uint8_t, 32>{});
  }

  std::vector<std::unique_ptr<Agreement>> sides;
  std::array<std::deque<std::string>, 2> under_way;
  Now now = 100 * kSecond;
};

Offer chess() {
  return duel::default_offer(*game_of("chess"));
}

}  // namespace

TEST_CASE("a challenge that is accepted as it is") {
  Talk talk;
  REQUIRE(talk[1].offer(chess(), talk.now).ok());
  CHECK(talk[1].state() == State::kAsking);
  talk.pass(0);
  CHECK(talk.news(0) == std::vector{News::kChallenged});
  CHECK(talk[0].state() == State::kAsked);
  CHECK(talk[0].table() == chess());
  CHECK(talk[0].changed().empty());
  REQUIRE(talk[0].accept(talk.now).ok());
  CHECK_FALSE(talk[0].accept(talk.now).ok());
  talk.settle();
  talk.check_agreed();
  CHECK(talk.news(0) == std::vector{News::kAgreed});
  CHECK(talk.news(1) == std::vector{News::kAgreed});
}

TEST_CASE("either side changes a field, and the other sees which") {
  Talk talk;
  REQUIRE(talk[0].offer(chess(), talk.now).ok());
  talk.settle();
  Offer other = chess();
  other.limits[0].first_limit = 10;
  other.limits[1].first_limit = 10;
  other.limits[1].increment = 5;
  other.scored = true;
  other.sides = duel::Sides::kDiallerFirst;
  other.options[static_cast<std::size_t>(game_of("chess")->info().option("chess960"))] = 1;
  REQUIRE(talk[1].offer(other, talk.now).ok());
  talk.settle();
  CHECK(talk.news(0) == std::vector{News::kChanged});
  CHECK(talk[0].table() == other);
  CHECK(talk[0].changed() ==
        std::vector<std::string>{"chess960", "first_limit", "increment.1", "sides", "scored"});
  CHECK(talk[1].changed() == talk[0].changed());
  Offer third = other;
  third.limits[1].increment = 0;
  REQUIRE(talk[0].offer(third, talk.now).ok());
  talk.settle();
  CHECK(talk[1].changed() == std::vector<std::string>{"increment.1"});
  REQUIRE(talk[1].accept(talk.now).ok());
  talk.settle();
  talk.check_agreed();
  CHECK(talk[0].agreed()->own == 1);
  CHECK(talk[0].agreed()->terms.scored);
  // Another game: its options are of another table.
  Talk second;
  REQUIRE(second[0].offer(chess(), second.now).ok());
  second.settle();
  REQUIRE(second[1].offer(duel::default_offer(*game_of("xiangqi")), second.now).ok());
  second.settle();
  CHECK(second[0].changed() == std::vector<std::string>{"variant"});
}

TEST_CASE("both speak at once") {
  Talk talk;
  Offer mine = chess();
  mine.limits[0].first_limit = mine.limits[1].first_limit = 3;
  SECTION("two challenges: the listener's stands") {
    REQUIRE(talk[0].offer(mine, talk.now).ok());
    REQUIRE(talk[1].offer(chess(), talk.now).ok());
    talk.settle();
    CHECK(talk[0].state() == State::kAsking);
    CHECK(talk[1].state() == State::kAsked);
    CHECK(talk[1].table() == mine);
  }
  SECTION("two that are alike are agreed") {
    REQUIRE(talk[0].offer(mine, talk.now).ok());
    REQUIRE(talk[1].offer(mine, talk.now).ok());
    talk.settle();
    talk.check_agreed();
  }
  SECTION("accepted, while other terms are on their way: these are to be answered") {
    REQUIRE(talk[0].offer(chess(), talk.now).ok());
    talk.settle();
    REQUIRE(talk[0].offer(mine, talk.now).ok());
    REQUIRE(talk[1].accept(talk.now).ok());
    talk.settle();
    CHECK(talk[0].state() == State::kAsking);
    CHECK(talk[1].state() == State::kAsked);
    CHECK(talk[1].table() == mine);
  }
  SECTION("accepted and taken back at once: nothing comes of it on either side") {
    REQUIRE(talk[0].offer(chess(), talk.now).ok());
    talk.settle();
    REQUIRE(talk[0].decline(talk.now).ok());
    REQUIRE(talk[1].accept(talk.now).ok());
    talk.settle();
    CHECK(talk[0].state() == State::kOpen);
    CHECK(talk[1].state() == State::kOpen);
  }
}

TEST_CASE("declined, withdrawn, expired") {
  Talk talk;
  REQUIRE(talk[1].offer(chess(), talk.now).ok());
  talk.settle();
  (void)talk.news(0);
  const auto check_dropped = [&](const std::string& reason, int by) {
    talk.settle();
    for (const int side : {0, 1}) {
      CHECK(talk[side].state() == State::kOpen);
      const auto news = talk[side].take_news();
      REQUIRE(news.size() == 1);
      CHECK(news[0].kind == News::kDropped);
      CHECK(news[0].reason == reason);
      CHECK(news[0].by_us == (side == by));
    }
  };
  SECTION("declined") {
    REQUIRE(talk[0].decline(talk.now).ok());
    check_dropped("declined", 0);
    // And again from the beginning.
    REQUIRE(talk[0].offer(chess(), talk.now).ok());
    talk.settle();
    CHECK(talk[1].state() == State::kAsked);
  }
  SECTION("withdrawn") {
    REQUIRE(talk[1].decline(talk.now).ok());
    check_dropped("withdrawn", 1);
  }
  SECTION("expired after 30 s") {
    CHECK(talk[0].expires() == talk.now + 30 * kSecond);
    talk.now += 30 * kSecond - 1;
    talk[0].poll(talk.now);
    CHECK(talk[0].state() == State::kAsked);
    talk.now += 1;
    talk[0].poll(talk.now);
    check_dropped("expired", 0);
    CHECK(talk[0].next_wake() == kNever);
  }
}

TEST_CASE("a lost connection at any message of an agreement: said again, and agreed all the same") {
  for (std::size_t lost_at = 0; lost_at < 8; ++lost_at) {
    INFO("lost at message " << lost_at);
    Talk talk;
    REQUIRE(talk[1].offer(chess(), talk.now).ok());
    std::size_t passed = 0;
    bool lost = false;
    for (int i = 0; i < 40; ++i) {
      const int to = i % 2;
      if (talk[0].state() == State::kAsked) REQUIRE(talk[0].accept(talk.now).ok());
      talk.pass(to, passed == lost_at && !lost ? 0 : 1);
      if (passed++ == lost_at && !lost) {
        lost = true;
        for (auto& queue : talk.under_way)
          queue.clear();
        for (const int side : {0, 1}) {
          (void)talk[side].take_out();
          talk[side].up(talk.now);
        }
      }
    }
    talk.settle();
    talk.check_agreed();
  }
}

TEST_CASE("what comes from the air is checked, and refused with what is wrong") {
  Talk talk;
  const auto offered = [&](const Offer& offer) {
    talk.now += 2 * kSecond;
    CHECK(talk[0].hear(duel::TermsMessage{1, duel::encode(offer)}, talk.now).empty());
    const auto news = talk[0].take_news();
    REQUIRE(news.size() == 1);
    CHECK(news[0].kind == News::kDropped);
    CHECK_FALSE(news[0].detail.empty());
    const auto outs = talk[0].take_out();
    REQUIRE(outs.size() == 1);
    const auto answer = duel::read_message(outs[0].bytes);
    CHECK(std::get<duel::DeclineMessage>(*answer).reason == news[0].reason);
    CHECK(talk[0].state() == State::kOpen);
    return news[0].reason;
  };
  Offer offer = chess();
  offer.variant = "go";
  CHECK(offered(offer) == "variant");
  offer = chess();
  ++offer.rules_revision;
  CHECK(offered(offer) == "rules_revision");
  offer = chess();
  offer.options[0] = 77;
  CHECK(offered(offer) == game_of("chess")->info().options[0].id);
  offer = chess();
  offer.options.pop_back();
  CHECK(offered(offer) == "options");
  offer = chess();
  offer.limits[1].first_limit = 181;
  CHECK(offered(offer) == "first_limit");
  offer = chess();
  offer.limits[0].increment = 5;
  CHECK(offered(offer) == "increment");
  offer = chess();
  offer.illegal_limit = 12;
  CHECK(offered(offer) == "illegal_limit");
  offer = chess();
  offer.position = "8/8/8/8/8/8/8/8 w - - 0 1";
  CHECK(offered(offer) == "position");
  offer = chess();
  offer.round = 1000;
  CHECK(offered(offer) == "round");
  // Not to be offered either.
  offer = chess();
  offer.limits[0].step_limit = 1000;
  CHECK(talk[0].offer(offer, talk.now).error().code == "step_limit");
}

TEST_CASE("an agreement cuts off who does not keep to it") {
  Talk talk;
  SECTION("an offer that cannot be read") {
    for (const std::string& bytes : {std::string("x"), duel::encode(chess()) + "x"})
      CHECK(talk[0].hear(duel::TermsMessage{1, bytes}, talk.now) == "malformed");
  }
  SECTION("a flood of offers") {
    std::string wrong;
    for (std::uint32_t i = 0; i < 20 && wrong.empty(); ++i)
      wrong = talk[0].hear(duel::TermsMessage{1 + i, duel::encode(chess())}, talk.now);
    CHECK(wrong == "flood");
  }
  SECTION("a coin that is not the one that was sealed") {
    REQUIRE(talk[1].offer(chess(), talk.now).ok());
    talk.pass(0);
    REQUIRE(talk[0].accept(talk.now).ok());
    talk.pass(1);  // the dialler has tossed
    const Digest id = *talk[1].match();
    duel::Throw mine;
    mine.nonce.fill(3);
    CHECK(
        talk[1].hear(duel::CoinSealMessage{id, duel::seal_of(id, Role::kListener, mine)}, talk.now).empty());
    SECTION("the other side of it") {
      CHECK(talk[1].hear(duel::CoinOpenMessage{id, mine.nonce, true}, talk.now) == "false-coin");
    }
    SECTION("another seal") {
      CHECK(talk[1].hear(duel::CoinSealMessage{id, Digest{}}, talk.now) == "false-coin");
    }
    SECTION("of another match") {
      Digest other = id;
      other[0] ^= 1;
      CHECK(talk[1].hear(duel::CoinOpenMessage{other, mine.nonce, false}, talk.now) == "out-of-turn");
    }
  }
  SECTION("a coin that is opened before it was sealed") {
    REQUIRE(talk[1].offer(chess(), talk.now).ok());
    talk.pass(0);
    REQUIRE(talk[0].accept(talk.now).ok());
    talk.pass(1);  // the dialler has tossed
    CHECK(talk[1].hear(duel::CoinOpenMessage{*talk[1].match(), {}, false}, talk.now) == "out-of-turn");
  }
  SECTION(
      "our own coin mirrored: whoever repeats what we have sealed cannot open it, a role is in the seal") {
    REQUIRE(talk[1].offer(chess(), talk.now).ok());
    talk.pass(0);
    REQUIRE(talk[0].accept(talk.now).ok());
    talk.pass(1);  // the dialler has tossed
    std::string wrong;
    int opened = 0;
    for (int i = 0; i < 2; ++i) {
      for (const auto& out : talk[1].take_out()) {
        const auto message = duel::read_message(out.bytes);
        opened += std::holds_alternative<duel::CoinOpenMessage>(*message) ? 1 : 0;
        wrong = talk[1].hear(*message, talk.now);
      }
    }
    CHECK(opened == 1);
    CHECK(wrong == "false-coin");
  }
  SECTION("a coin that nobody tossed for") {
    CHECK(talk[0].hear(duel::CoinOpenMessage{}, talk.now).empty());
    REQUIRE(talk[1].offer(chess(), talk.now).ok());
    talk.pass(0);
    CHECK(talk[0].hear(duel::CoinSealMessage{}, talk.now) == "out-of-turn");
  }
}

TEST_CASE("the own coin is opened only when the other is sealed, also when a connection was lost meanwhile") {
  Talk talk;
  REQUIRE(talk[1].offer(chess(), talk.now).ok());
  talk.pass(0);
  REQUIRE(talk[0].accept(talk.now).ok());
  talk.pass(1);  // the dialler has tossed, and has not heard the listener's seal
  talk[1].up(talk.now);
  int sealed = 0;
  for (const auto& out : talk[1].take_out()) {
    const auto message = duel::read_message(out.bytes);
    sealed += std::holds_alternative<duel::CoinSealMessage>(*message) ? 1 : 0;
    CHECK_FALSE(std::holds_alternative<duel::CoinOpenMessage>(*message));
  }
  CHECK(sealed == 2);
}

TEST_CASE("a match that two machines have had is not offered again: its round is over") {
  Agreement::Between between;
  between.role = Role::kListener;
  between.round = 3;
  Agreement own(between, both_games(), random_of(1));
  Offer offer = chess();
  offer.round = 2;
  CHECK(own.hear(duel::TermsMessage{1, duel::encode(offer)}, kSecond).empty());
  CHECK(own.state() == State::kOpen);
  CHECK(own.take_news().at(0).reason == "round");
  offer.round = 3;
  CHECK(own.hear(duel::TermsMessage{1, duel::encode(offer)}, kSecond).empty());
  CHECK(own.state() == State::kAsked);
}

TEST_CASE("an offer's fields that name what there is not are refused") {
  const auto code = [](const std::string& bytes) { return duel::decode_offer(bytes).error().code; };
  Offer offer = chess();
  offer.sides = static_cast<duel::Sides>(3);
  CHECK(code(duel::encode(offer)) == "sides");
  offer = chess();
  offer.illegal = static_cast<match::Illegal>(match::kIllegalIds.size());
  CHECK(code(duel::encode(offer)) == "illegal");
  // The toggles stand behind the sides, one bit each.
  const std::string bytes = duel::encode(chess());
  offer = chess();
  offer.sides = duel::Sides::kDiallerFirst;
  const std::string other = duel::encode(offer);
  const auto sides = std::mismatch(bytes.begin(), bytes.end(), other.begin()).first - bytes.begin();
  std::string toggled = bytes;
  toggled[static_cast<std::size_t>(sides) + 1] = '\x10';
  CHECK(code(toggled) == "rules");
  std::string newer = bytes;
  newer[0] = 2;
  CHECK(code(newer) == "version");
}

TEST_CASE("terms that come out of their order change nothing of what the player was shown") {
  Talk talk;
  Offer other = chess();
  other.limits[0].first_limit = other.limits[1].first_limit = 3;
  Offer third = chess();
  third.scored = !third.scored;
  const auto changes_nothing = [&](std::uint32_t revision, const Offer& offer) {
    const State state = talk[0].state();
    const Offer table = talk[0].table();
    (void)talk[0].take_news();
    CHECK(talk[0].hear(duel::TermsMessage{revision, duel::encode(offer)}, talk.now).empty());
    CHECK(talk[0].state() == state);
    CHECK(talk[0].table() == table);
    CHECK(talk[0].take_news().empty());
  };
  SECTION("an answer to what is not on the table: told that it has expired") {
    changes_nothing(2, chess());
    const auto outs = talk[0].take_out();
    REQUIRE(outs.size() == 1);
    CHECK(std::get<duel::DeclineMessage>(*duel::read_message(outs[0].bytes)).reason == "expired");
  }
  SECTION("older ones, other ones of the same number, and some that skip a number") {
    REQUIRE(talk[0].offer(chess(), talk.now).ok());
    talk.settle();
    REQUIRE(talk[1].offer(other, talk.now).ok());
    talk.settle();
    REQUIRE(talk[0].state() == State::kAsked);
    changes_nothing(1, third);
    changes_nothing(2, third);
    changes_nothing(4, third);
    REQUIRE(talk[0].accept(talk.now).ok());
    changes_nothing(2, third);
    talk.settle();
    talk.check_agreed();
    CHECK(talk[0].agreed()->offer == other);
  }
  SECTION("when both have accepted: the same again is skipped, others are out of turn") {
    REQUIRE(talk[1].offer(chess(), talk.now).ok());
    talk.settle();
    REQUIRE(talk[0].accept(talk.now).ok());
    talk.settle();
    talk.check_agreed();
    changes_nothing(1, chess());
    for (const std::uint32_t revision : {1U, 2U})
      CHECK(talk[0].hear(duel::TermsMessage{revision, duel::encode(other)}, talk.now) == "out-of-turn");
    talk.check_agreed();
    CHECK(talk[0].agreed()->offer == chess());
  }
}

TEST_CASE("the coin is fair: either side has the first seat about as often, whatever one of them throws") {
  int listener_first = 0;
  constexpr int kTosses = 400;
  for (std::uint64_t seed = 1; seed <= kTosses; ++seed) {
    Talk talk(seed);
    REQUIRE(talk[1].offer(chess(), talk.now).ok());
    talk.pass(0);
    REQUIRE(talk[0].accept(talk.now).ok());
    talk.settle();
    talk.check_agreed();
    listener_first += talk[0].agreed()->own == 0 ? 1 : 0;
  }
  // Five standard deviations.
  CHECK(std::abs(listener_first - kTosses / 2) < 50);
  // Bit by bit: what comes of it is never one side's own.
  const Digest id{};
  for (const bool one : {false, true}) {
    for (const bool other : {false, true}) {
      duel::Throw listener, dialler;
      listener.bit = one;
      dialler.bit = other;
      CHECK(duel::toss(id, chess(), listener, dialler).listener_first == (one == other));
    }
  }
}

TEST_CASE("an offer's bytes are written down, and read back or refused") {
  Offer offer = chess();
  offer.position = "x";
  const std::string bytes = duel::encode(offer);
  CHECK(bytes.substr(0, 10) == std::string("\x01\x05\x00\x00\x00"
                                           "chess",
                                           10));
  CHECK(bytes.size() <= duel::kMostOfferBytes);
  CHECK(*duel::decode_offer(bytes) == offer);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    CHECK_FALSE(duel::decode_offer(bytes.substr(0, i)).ok());
  seat::RandomPlayer chance(2);
  for (int i = 0; i < 5000; ++i) {
    std::string wrong = bytes;
    wrong[chance.below(wrong.size())] = static_cast<char>(chance.below(256));
    if (const auto read = duel::decode_offer(wrong); read.ok()) CHECK(duel::encode(*read) == wrong);
  }
  for (const char* id : {"chess", "xiangqi"}) {
    Offer longest = duel::default_offer(*game_of(id));
    longest.position = std::string(duel::kMostPositionBytes, 'x');
    CHECK(duel::encode(longest).size() <= duel::kMostOfferBytes);
  }
}
