#include <catch2/catch.hpp>

#include "channel_pair.hpp"
#include "duel/duel.pb.h"
#include "duel/keys.hpp"

using namespace qitai;
using namespace qitai::duel;
using qitai::test::hello_of;
using qitai::test::Pair;
using State = Channel::State;

namespace {

// Changes the hello pages of one side as they pass; everything else is left.
void edit_hello(Pair& pair, int from, std::function<void(wire::HelloPage&)> edit) {
  pair.link.tamper = [from, edit = std::move(edit)](int side, std::string& bytes) {
    wire::Packet packet;
    if (side != from || !packet.ParseFromString(bytes) || !packet.has_hello()) return true;
    edit(*packet.mutable_hello());
    bytes = packet.SerializeAsString();
    return true;
  };
}

std::string reason_after(std::function<void(wire::HelloPage&)> edit) {
  Pair pair(7);
  edit_hello(pair, 1, std::move(edit));
  pair.greet();
  CHECK(pair.both(State::kClosed));
  return pair.side[0]->reason();
}

std::vector<std::string> taken(Channel& channel) {
  std::vector<std::string> payloads;
  while (auto message = channel.take())
    payloads.push_back(message->payload);
  return payloads;
}

}  // namespace

TEST_CASE("two machines greet, know each other and talk") {
  Pair pair(1);
  CHECK(pair.both(State::kIdle));
  pair.greet();
  REQUIRE(pair.both(State::kUp));
  CHECK(pair.side[0]->far() == hello_of("乙"));
  CHECK(pair.side[1]->far() == hello_of("甲"));
  CHECK(pair.side[0]->keys() == pair.side[1]->keys());
  CHECK(pair.side[0]->keys() != Digest{});
  CHECK(pair.side[0]->connection() == 1);
  CHECK(pair.side[1]->connection() == 1);
  CHECK(pair.side[0]->reason().empty());

  CHECK(pair.side[0]->send("先手"));
  CHECK(pair.side[0]->send(""));
  CHECK(pair.side[1]->send("后手"));
  const Now sent = pair.now;
  pair.run_for(kSecond);
  auto first = pair.side[1]->take();
  REQUIRE(first);
  CHECK(first->payload == "先手");
  CHECK(first->at == sent + 1'000);
  CHECK(taken(*pair.side[1]) == std::vector<std::string>{""});
  CHECK(taken(*pair.side[0]) == std::vector<std::string>{"后手"});
}

TEST_CASE("two channels never have the same keys") {
  Pair one(1), other(2);
  one.greet();
  other.greet();
  CHECK(one.side[0]->keys() != other.side[0]->keys());
}

TEST_CASE("the longest hello arrives whole, no packet is longer than 600 bytes, nor the longest payload's") {
  Hello longest;
  for (int i = 0; i < 16; ++i)
    longest.name += "\U00020000";
  for (std::size_t i = 0; i < kMostGames; ++i) {
    GameOffer offer{std::string(kMostGameIdBytes - 2, 'x') + std::to_string(10 + i), 0xFFFFFFFF, {}};
    offer.options.fill(0xFF);
    longest.games.push_back(offer);
  }
  REQUIRE(check(longest).ok());
  Pair pair(1, {}, longest, longest);
  pair.greet();
  REQUIRE(pair.both(State::kUp));
  CHECK(pair.side[0]->far() == longest);
  CHECK(pair.largest <= kMaxPacket);

  CHECK_FALSE(pair.side[0]->send(std::string(kMaxPayload + 1, '\xFF')));
  CHECK(pair.side[0]->send(std::string(kMaxPayload, '\xFF')));
  pair.run_for(kSecond);
  CHECK(taken(*pair.side[1]) == std::vector<std::string>{std::string(kMaxPayload, '\xFF')});
  CHECK(pair.largest <= kMaxPacket);
  CHECK(pair.largest > kMaxPayload);
}

TEST_CASE("a player's name is short and has nothing in it that would disturb the screen") {
  CHECK(check_name("").ok());
  CHECK(check_name("一二三四五六七八九十一二三四五六").ok());
  CHECK_FALSE(check_name("一二三四五六七八九十一二三四五六七").ok());
  CHECK_FALSE(check_name("a\nb").ok());
  CHECK_FALSE(check_name(std::string("a\0b", 3)).ok());
  CHECK_FALSE(check_name("a\x7F").ok());
  CHECK_FALSE(check_name("a\u0085").ok());
  CHECK_FALSE(check_name("\u202Eabc").ok());
  CHECK_FALSE(check_name("\u2066abc").ok());
  CHECK_FALSE(check_name("\u061C").ok());
  CHECK_FALSE(check_name("\u2028").ok());
  CHECK_FALSE(check_name("\uFEFF").ok());
  CHECK_FALSE(check_name("\U0001FFFF").ok());
  CHECK_FALSE(check_name("\xC3\x28").ok());
  CHECK_FALSE(check_name("\xED\xA0\x80").ok());
}

TEST_CASE("another major version is refused, and both sides say so") {
  Pair pair(3);
  edit_hello(pair, 0, [](wire::HelloPage& page) {
    page.set_major(2);
    page.set_name(std::string(200, 'x'));  // whatever the rest means there
  });
  pair.greet();
  CHECK(pair.both(State::kClosed));
  CHECK(pair.side[0]->reason() == "version");
  CHECK(pair.side[1]->reason() == "version");
}

TEST_CASE("a higher minor version may add fields and kinds, which are skipped") {
  Hello newer = hello_of("乙");
  newer.minor = 7;
  Pair pair(3, {}, hello_of("甲"), newer);
  pair.link.tamper = [](int from, std::string& bytes) {
    wire::Packet packet;
    if (from == 1 && packet.ParseFromString(bytes) && !packet.has_sealed())
      bytes +=
          "\xFA\x07\x03"
          "new";  // field 127 of Packet
    return true;
  };
  pair.greet();
  REQUIRE(pair.both(State::kUp));
  CHECK(pair.side[0]->far().minor == 7);
  const std::string of_a_later_kind =
      "\xFA\x07\x03"
      "new";
  pair.side[0]->received(of_a_later_kind, pair.now, 1);
  CHECK(pair.both(State::kUp));
}

TEST_CASE("a hello beyond its bounds is malformed") {
  CHECK(reason_after([](wire::HelloPage& page) { page.set_name("a\u202E"); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.set_name("\xC3\x28"); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.set_name(std::string(17, 'a')); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.set_minor(65536); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.set_pages(0); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.set_pages(17); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.set_page(1); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.mutable_games(1)->set_id("game-0"); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.mutable_games(1)->set_id(""); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.mutable_games(1)->set_id("Game"); }) == "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.mutable_games(1)->set_id(std::string(33, 'a')); }) ==
        "malformed");
  CHECK(reason_after([](wire::HelloPage& page) { page.mutable_games(1)->set_options("short"); }) ==
        "malformed");
  // A page is promised that does not come: the key comes too early.
  CHECK(reason_after([](wire::HelloPage& page) { page.set_pages(2); }) == "malformed");
}

TEST_CASE("pages that are not of one hello, or more games than there may be, are malformed") {
  const auto reason_of = [](int games, std::function<void(wire::HelloPage&)> edit) {
    Pair pair(7, {}, hello_of("甲"), hello_of("乙", games));
    edit_hello(pair, 1, std::move(edit));
    pair.greet();
    CHECK(pair.both(State::kClosed));
    return pair.side[0]->reason();
  };
  const auto later = [&](std::function<void(wire::HelloPage&)> edit) {
    return reason_of(8, [edit = std::move(edit)](wire::HelloPage& page) {
      if (page.page() == 1) edit(page);
    });
  };
  CHECK(later([](wire::HelloPage& page) { page.set_name("丙"); }) == "malformed");
  CHECK(later([](wire::HelloPage& page) { page.set_pages(3); }) == "malformed");
  CHECK(later([](wire::HelloPage& page) { page.set_minor(kProtocolMinor + 1); }) == "malformed");
  CHECK(reason_of(static_cast<int>(kMostGames), [](wire::HelloPage& page) {
          if (page.page() + 1 != page.pages()) return;
          wire::Game& more = *page.add_games();
          more.set_id("one-more");
          more.set_options(std::string(32, 'o'));
        }) == "malformed");
}

TEST_CASE("a greeting that says its key twice, or goodbye with what is no reason, is malformed") {
  Channel channel(Role::kListener, hello_of("甲"), test::seeded(1));
  channel.connected(kSecond, 1);
  wire::Packet packet;
  SECTION("the key twice") {
    for (wire::HelloPage& page : pages_of(hello_of("乙"))) {
      *packet.mutable_hello() = page;
      channel.received(packet.SerializeAsString(), kSecond, 1);
    }
    const KeyPair pair = make_key_pair(test::seeded(2));
    packet.mutable_key()->set_public_key(pair.public_key.data(), pair.public_key.size());
    channel.received(packet.SerializeAsString(), kSecond, 1);
    REQUIRE(channel.state() == State::kGreeting);
    channel.received(packet.SerializeAsString(), kSecond, 1);
  }
  SECTION("a reason with markup in it") {
    packet.mutable_goodbye()->set_reason("No, <b>Sir</b>");
    channel.received(packet.SerializeAsString(), kSecond, 1);
  }
  SECTION("a reason without end") {
    packet.mutable_goodbye()->set_reason(std::string(500, 'x'));
    channel.received(packet.SerializeAsString(), kSecond, 1);
  }
  CHECK(channel.state() == State::kClosed);
  CHECK(channel.reason() == "malformed");
}

TEST_CASE("somebody in between who changes a hello is found out") {
  Pair pair(5);
  edit_hello(pair, 1, [](wire::HelloPage& page) { page.mutable_games(0)->set_rules_revision(99); });
  pair.greet();
  CHECK(pair.both(State::kClosed));
  CHECK(pair.side[0]->reason() == "bad-mac");
}

TEST_CASE("the keys are those of this greeting: another public key does not fit") {
  Pair pair(5);
  pair.link.tamper = [](int from, std::string& bytes) {
    wire::Packet packet;
    if (from != 1 || !packet.ParseFromString(bytes) || !packet.has_key()) return true;
    const KeyPair other = make_key_pair(test::seeded(99));
    packet.mutable_key()->set_public_key(other.public_key.data(), other.public_key.size());
    bytes = packet.SerializeAsString();
    return true;
  };
  pair.greet();
  CHECK(pair.both(State::kClosed));
  CHECK(pair.side[1]->reason() == "bad-mac");
}

TEST_CASE("a public key of small order is refused") {
  Pair pair(5);
  pair.link.tamper = [](int from, std::string& bytes) {
    wire::Packet packet;
    if (from != 1 || !packet.ParseFromString(bytes) || !packet.has_key()) return true;
    packet.mutable_key()->set_public_key(std::string(32, '\0'));
    bytes = packet.SerializeAsString();
    return true;
  };
  pair.greet();
  CHECK(pair.side[0]->state() == State::kClosed);
  CHECK(pair.side[0]->reason() == "bad-key");
}

TEST_CASE("a greeting that does not come to its end is given up after 10 s") {
  Pair pair(6);
  pair.side[0]->connected(pair.now, 9);
  CHECK(pair.side[0]->state() == State::kGreeting);
  CHECK(pair.side[0]->next_wake() == pair.now + kGreetingWithin);
  pair.run_for(kGreetingWithin);
  CHECK(pair.side[0]->state() == State::kClosed);
  CHECK(pair.side[0]->reason() == "silent");
}

TEST_CASE("a connection that breaks while greeting leaves nobody") {
  Pair pair(6);
  pair.link.dial(pair.now);
  pair.run_for(1'500);
  REQUIRE(pair.both(State::kGreeting));
  pair.link.cut(pair.now);
  pair.run_for(kSecond);
  CHECK(pair.both(State::kClosed));
  CHECK(pair.side[0]->reason() == "gone");
  CHECK(pair.dialled.empty());
}

TEST_CASE("who greets or plays already has no time for somebody else") {
  Pair pair(6);
  pair.link.dial(pair.now);
  pair.run_for(1'200);
  pair.side[0]->connected(pair.now, 50);
  const std::vector<Out> out = pair.side[0]->take_out();
  REQUIRE(out.size() >= 2);
  CHECK(out.back().kind == Out::Kind::kHangUp);
  CHECK(out.back().link == 50);
  wire::Packet packet;
  REQUIRE(packet.ParseFromString(out[out.size() - 2].bytes));
  CHECK(packet.goodbye().reason() == "known");
}

TEST_CASE("closing tells the other side why, after all that was said before") {
  Pair pair(8);
  pair.greet();
  for (int i = 0; i < 2 * kSendBurst; ++i)
    REQUIRE(pair.side[1]->send(std::to_string(i)));
  pair.side[1]->close("left", pair.now);
  CHECK(pair.side[1]->state() == State::kClosed);
  pair.run_for(kSecond);
  CHECK(taken(*pair.side[0]).size() == 2 * kSendBurst);
  CHECK(pair.side[0]->state() == State::kClosed);
  CHECK(pair.side[0]->reason() == "left");
  CHECK_FALSE(pair.side[0]->send("x"));

  // A closed channel hangs up on whoever connects, and never dials.
  pair.side[0]->connected(pair.now, 50);
  const auto out = pair.side[0]->take_out();
  REQUIRE(out.size() == 1);
  CHECK(out[0].kind == Out::Kind::kHangUp);
  pair.run_for(100 * kSecond);
  CHECK(pair.dialled.empty());
}
