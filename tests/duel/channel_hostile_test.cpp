// A partner that breaks the protocol: cut off with a reason, and let in again a few times.
#include <catch2/catch.hpp>

#include "channel_partner.hpp"

using namespace qitai;
using namespace qitai::duel;
using qitai::test::hello_of;
using qitai::test::Partner;
using qitai::test::seeded;
using State = Channel::State;

namespace {

void check_cut_off(Partner& partner, const std::string& why) {
  CHECK(partner.channel.state() == State::kLost);
  CHECK(partner.channel.reason() == why);
  partner.heard();
  REQUIRE(partner.last_bye);
  CHECK(partner.last_bye->reason() == why);
  CHECK(partner.last_bye->may_return());
  CHECK(partner.hung_up);
  // Nothing more is taken from there, and the match can go on.
  partner.give(Partner::payload("late"));
  CHECK_FALSE(partner.channel.take());
  partner.come_back();
  CHECK(partner.channel.state() == State::kUp);
  CHECK(partner.channel.far_number() == 9);
}

}  // namespace

TEST_CASE("packets that cannot be read, or are none of those that may come, are cut off") {
  const auto cut_off = [](std::string_view bytes, const std::string& why) {
    Partner partner;
    partner.give_raw(bytes);
    check_cut_off(partner, why);
  };
  cut_off("", "malformed");
  cut_off("\x01", "malformed");
  cut_off(std::string(kMaxPacket, '\xFF'), "malformed");
  cut_off(std::string(kMaxPacket + 1, 'x'), "oversized");
  cut_off(std::string(1'000'000, 'x'), "oversized");
  wire::Packet packet;
  packet.mutable_hello()->set_major(kProtocolMajor);
  cut_off(packet.SerializeAsString(), "malformed");
  packet.mutable_key()->set_public_key(std::string(32, 'k'));
  cut_off(packet.SerializeAsString(), "malformed");
  packet.mutable_resume()->set_major(kProtocolMajor);
  cut_off(packet.SerializeAsString(), "malformed");
  packet.mutable_proof()->set_number(1);
  cut_off(packet.SerializeAsString(), "malformed");
  // What is not sealed ends nothing for good, whatever it says.
  packet.mutable_goodbye()->set_reason("left");
  cut_off(packet.SerializeAsString(), "malformed");
  packet.mutable_sealed()->set_mac("");
  cut_off(packet.SerializeAsString(), "bad-mac");
}

TEST_CASE("every truncation and every turned bit of a sealed packet is found out") {
  Partner probe;
  const std::size_t size = probe.sealer->seal(Partner::payload("move 17")).size();
  const auto broken = [&](const std::function<void(std::string&)>& damage) {
    Partner partner;
    std::string bytes = partner.sealer->seal(Partner::payload("move 17"));
    damage(bytes);
    partner.give_raw(bytes);
    INFO(to_hex(as_bytes(bytes)));
    CHECK_FALSE(partner.channel.take());
    // One bit may make it a packet of an unknown kind, which is skipped; then its successor is missing one.
    if (partner.channel.state() == State::kUp) partner.give(Partner::ping());
    CHECK(partner.channel.state() == State::kLost);
    const std::string& why = partner.channel.reason();
    CHECK((why == "malformed" || why == "bad-mac" || why == "missing"));
  };
  for (std::size_t left = 0; left < size; ++left)
    broken([left](std::string& bytes) { bytes.resize(left); });
  for (std::size_t bit = 0; bit < 8 * size; ++bit)
    broken([bit](std::string& bytes) {
      bytes[bit / 8] = static_cast<char>(static_cast<unsigned char>(bytes[bit / 8]) ^ (1U << bit % 8));
    });
}

TEST_CASE("a packet that came before, or whose predecessor did not come, is cut off") {
  Partner replays;
  const std::string once = replays.sealer->seal(Partner::payload("once"));
  replays.give_raw(once);
  CHECK(replays.channel.take()->payload == "once");
  replays.give_raw(once);
  CHECK_FALSE(replays.channel.take());
  check_cut_off(replays, "replayed");

  Partner skips;
  (void)skips.sealer->seal(Partner::payload("lost"));
  skips.give(Partner::payload("next"));
  CHECK_FALSE(skips.channel.take());
  check_cut_off(skips, "missing");
}

TEST_CASE("the channel's own packets given back to it are not taken") {
  Partner partner;
  partner.channel.send("mine");
  const auto own = partner.heard();
  REQUIRE(own.size() == 1);
  partner.give(own[0]);
  CHECK(partner.channel.reason() == "bad-mac");
  CHECK_FALSE(partner.channel.take());
}

TEST_CASE("sealed by the partner but beyond the rules is cut off too") {
  Partner longer;
  longer.give(Partner::payload(std::string(kMaxPayload + 1, 'x')));
  check_cut_off(longer, "malformed");

  Partner speaks;
  wire::Content bye;
  bye.mutable_bye()->set_reason("No, <b>Sir</b>");
  speaks.give(bye);
  check_cut_off(speaks, "malformed");

  Partner nonsense;
  wire::Packet packet;
  packet.mutable_sealed()->set_body("\xFF");
  const Mac mac = mac_of(nonsense.root.out, Direction::kToListener, 1, "\xFF");
  packet.mutable_sealed()->set_counter(1);
  packet.mutable_sealed()->set_mac(mac.data(), mac.size());
  nonsense.give(packet);
  check_cut_off(nonsense, "malformed");
}

TEST_CASE("content of a later minor's kind is skipped, its number counts") {
  Partner partner;
  wire::Content content;
  REQUIRE(
      content.ParseFromString("\xFA\x07\x03"
                              "new"));
  partner.give(content);
  partner.give(wire::Content());
  partner.give(Partner::payload("after"));
  CHECK(partner.channel.state() == State::kUp);
  CHECK(partner.channel.take()->payload == "after");
}

TEST_CASE("more packets than the pace allows are a flood") {
  Partner partner;
  int taken = 0;
  while (partner.channel.state() == State::kUp && taken < 10'000) {
    partner.give(Partner::ping());
    ++taken;
  }
  CHECK(taken <= kReceiveBurst + 1);
  CHECK(taken >= kReceiveBurst - 8);
  check_cut_off(partner, "flood");
}

TEST_CASE("messages that nobody takes are a flood when there are too many, never more memory") {
  Partner partner;
  std::size_t kept = 0;
  while (partner.channel.state() == State::kUp && kept < 10'000) {
    partner.now += kSecond / 100;
    partner.give(Partner::payload(std::string(kMaxPayload, 'x')));
    partner.channel.poll(partner.now);
    ++kept;
  }
  CHECK(partner.channel.reason() == "flood");
  std::size_t waiting = 0;
  while (partner.channel.take())
    ++waiting;
  CHECK(waiting == kMostWaiting);
}

TEST_CASE("the fourth fault in a short time is the last") {
  Partner partner;
  for (int i = 0; i < kMostFaults; ++i) {
    partner.give_raw("x");
    CHECK(partner.channel.state() == State::kLost);
    partner.come_back();
    REQUIRE(partner.channel.state() == State::kUp);
  }
  partner.give_raw("x");
  CHECK(partner.channel.state() == State::kClosed);
  CHECK(partner.channel.reason() == "malformed");
  partner.heard();
  REQUIRE(partner.last_bye);
  CHECK(partner.last_bye->reason() == "malformed");
  CHECK_FALSE(partner.last_bye->may_return());
  CHECK(partner.hung_up);
}

TEST_CASE("faults are forgotten after a minute in good standing") {
  Partner partner;
  for (int i = 0; i < 3 * kMostFaults; ++i) {
    partner.give_raw("x");
    partner.come_back();
    for (int second = 0; second <= 60; ++second) {
      partner.give(Partner::ping());
      partner.now += kSecond;
      partner.channel.poll(partner.now);
    }
    REQUIRE(partner.channel.state() == State::kUp);
  }
}

TEST_CASE("the far side may close for good, or cut off and come back") {
  Partner partner;
  wire::Content bye;
  bye.mutable_bye()->set_reason("bad-mac");
  bye.mutable_bye()->set_may_return(true);
  partner.give(bye);
  CHECK(partner.channel.state() == State::kLost);
  CHECK(partner.channel.reason() == "bad-mac");
  partner.heard();
  CHECK(partner.hung_up);
  partner.come_back();
  CHECK(partner.channel.state() == State::kUp);
  bye.mutable_bye()->set_reason("left");
  bye.mutable_bye()->set_may_return(false);
  partner.give(bye);
  CHECK(partner.channel.state() == State::kClosed);
  CHECK(partner.channel.reason() == "left");
}

TEST_CASE("an endless hello is cut off within its bounds") {
  Channel channel(Role::kListener, hello_of("甲"), seeded(1));
  channel.connected(kSecond, 1);
  wire::Packet packet;
  wire::HelloPage& page = *packet.mutable_hello();
  page.set_major(kProtocolMajor);
  page.set_pages(kMostPages);
  std::uint32_t taken = 0;
  for (; channel.state() == State::kGreeting && taken < 1'000; ++taken) {
    page.set_page(taken);
    channel.received(packet.SerializeAsString(), kSecond, 1);
  }
  CHECK(taken == kMostPages + 1);
  CHECK(channel.reason() == "malformed");

  Channel other(Role::kListener, hello_of("甲"), seeded(1));
  other.connected(kSecond, 1);
  for (taken = 0; other.state() == State::kGreeting && taken < 1'000; ++taken)
    other.received("\xFA\x07\x01x", kSecond, 1);
  CHECK(taken == 65);
  CHECK(other.reason() == "flood");
}
