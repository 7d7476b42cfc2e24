// Coming back to the same partner (duel.proto, "A later connection").
#include <catch2/catch.hpp>

#include "channel_pair.hpp"
#include "duel/duel.pb.h"

using namespace qitai;
using namespace qitai::duel;
using qitai::test::hello_of;
using qitai::test::Pair;
using qitai::test::seeded;
using State = Channel::State;

namespace {

Digest match_of(std::uint8_t value) {
  Digest digest;
  digest.fill(value);
  return digest;
}

// Two that play match 1 and have told each other nothing of it yet.
struct Match : Pair {
  explicit Match(std::uint64_t seed) : Pair(seed) {
    greet();
    REQUIRE(both(State::kUp));
    side[0]->protect(match_of(1), 40);
    side[1]->protect(match_of(1), 41);
  }
  void restore(int i) {
    Result<Channel> restored =
        Channel::restore(side[i]->save(), i == 0 ? Role::kListener : Role::kDialler, seeded(1'000 + now));
    REQUIRE(restored.ok());
    side[i] = std::make_unique<Channel>(std::move(*restored));
  }
};

// What a channel has asked for, as packets; the last hang-up's link.
struct Said {
  std::vector<wire::Packet> packets;
  std::vector<Link> hung_up;
};
Said said(Channel& channel) {
  Said result;
  for (const Out& out : channel.take_out()) {
    if (out.kind == Out::Kind::kHangUp) result.hung_up.push_back(out.link);
    if (out.kind != Out::Kind::kSend) continue;
    REQUIRE(result.packets.emplace_back().ParseFromString(out.bytes));
  }
  return result;
}

std::string resume_packet(std::uint8_t nonce, std::uint32_t major = kProtocolMajor) {
  wire::Packet packet;
  packet.mutable_resume()->set_major(major);
  packet.mutable_resume()->set_nonce(std::string(32, static_cast<char>(nonce)));
  return packet.SerializeAsString();
}

std::string proof_packet(const std::string& mac, std::uint32_t number) {
  wire::Packet packet;
  packet.mutable_proof()->set_mac(mac);
  packet.mutable_proof()->set_number(number);
  return packet.SerializeAsString();
}

}  // namespace

TEST_CASE("after a cut both come back by themselves, tell their numbers and talk on with new keys") {
  Match match(1);
  const Digest keys = match.side[0]->keys();
  match.link.cut(match.now);
  match.run_for(500'000);
  CHECK(match.both(State::kLost));
  CHECK(match.side[0]->reason() == "gone");
  match.run_for(kSecond);
  REQUIRE(match.both(State::kUp));
  CHECK(match.side[0]->far_number() == 41);
  CHECK(match.side[1]->far_number() == 40);
  CHECK(match.side[0]->connection() == 2);
  CHECK(match.side[0]->keys() == keys);
  CHECK(match.side[0]->far() == hello_of("乙"));
  CHECK(match.side[1]->send("go on"));
  match.run_for(100'000);
  const auto message = match.side[0]->take();
  REQUIRE(message);
  CHECK(message->payload == "go on");
}

TEST_CASE("before a match there is nothing to save, and a reconnection is proved all the same") {
  Pair pair(1);
  CHECK(pair.side[0]->save().empty());
  pair.greet();
  CHECK(pair.side[0]->save().empty());
  pair.link.cut(pair.now);
  pair.run_for(2 * kSecond);
  CHECK(pair.both(State::kUp));
}

TEST_CASE("a killed process comes back from what it saved, on either side, and on both") {
  for (const auto& killed : std::vector<std::vector<int>>{{0}, {1}, {0, 1}}) {
    Match match(5);
    const Digest keys = match.side[0]->keys();
    match.link.cut(match.now);
    for (const int i : killed) {
      match.restore(i);
      CHECK(match.side[i]->state() == State::kLost);
      match.side[i]->protect(match_of(1), 30 + static_cast<std::uint32_t>(i));
    }
    match.run_for(3 * kSecond);
    REQUIRE(match.both(State::kUp));
    for (const int i : killed) {
      CHECK(match.side[1 - i]->far_number() == 30 + static_cast<std::uint32_t>(i));
      CHECK(match.side[i]->keys() == keys);
      CHECK(match.side[i]->far() == hello_of(i == 0 ? "乙" : "甲"));
    }
    CHECK(match.side[0]->send("a"));
    CHECK(match.side[1]->send("b"));
    match.run_for(100'000);
    CHECK(match.side[0]->take()->payload == "b");
    CHECK(match.side[1]->take()->payload == "a");
  }
}

TEST_CASE("what is saved stays the same while the match goes on, also over later connections") {
  Match match(5);
  const std::string saved = match.side[0]->save();
  match.link.cut(match.now);
  match.run_for(3 * kSecond);
  match.side[0]->protect(match_of(1), 90);
  CHECK(match.side[0]->save() == saved);
  match.side[0]->close("left", match.now);
  CHECK(match.side[0]->save().empty());
}

TEST_CASE("a saved channel that was damaged is refused") {
  Match match(5);
  const std::string saved = match.side[0]->save();
  for (std::size_t size = 0; size < saved.size(); ++size)
    CHECK_FALSE(Channel::restore(saved.substr(0, size), Role::kListener, seeded(1)).ok());
  CHECK(Channel::restore(saved + "x", Role::kListener, seeded(1)).error().code == "trailing");
  CHECK(Channel::restore(saved, Role::kDialler, seeded(1)).error().code == "role");
  std::string newer = saved;
  newer[0] = 2;
  CHECK(Channel::restore(newer, Role::kListener, seeded(1)).error().code == "version");
}

TEST_CASE("whoever plays another match is refused, and comes in when both play the same") {
  Match match(1);
  match.side[1]->protect(match_of(2), 41);
  match.side[1]->protect(match_of(3), 41);
  match.link.cut(match.now);
  match.run_for(5 * kSecond);
  CHECK(match.dialled.size() >= 2);
  CHECK(match.both(State::kLost));
  CHECK(match.side[1]->reason() == "bad-proof");
  CHECK(match.side[0]->reason() == "gone");
  CHECK(match.side[0]->far_number() == 0);
  match.side[1]->protect(match_of(1), 41);
  match.run_for(10 * kSecond);
  CHECK(match.both(State::kUp));
}

TEST_CASE("who has not heard yet that a match began is let in as before it, whichever side that is") {
  for (const int ahead : {0, 1}) {
    Match match(1);
    match.side[ahead]->protect(match_of(2), 7);
    match.link.cut(match.now);
    match.run_for(5 * kSecond);
    REQUIRE(match.both(State::kUp));
    CHECK(match.side[ahead]->far_number() == 0);
    CHECK(match.side[1 - ahead]->far_number() == 40 + static_cast<std::uint32_t>(ahead));

    // When both play it, the one before it is over.
    match.side[1 - ahead]->protect(match_of(2), 8);
    match.link.cut(match.now);
    match.run_for(5 * kSecond);
    REQUIRE(match.both(State::kUp));
    CHECK(match.side[ahead]->far_number() == 8);
    CHECK(match.side[1 - ahead]->far_number() == 7);
    match.side[0]->protect(match_of(1), 1);
    match.side[0]->protect(match_of(9), 1);
    match.side[0]->protect(match_of(1), 1);
    match.link.cut(match.now);
    match.run_for(5 * kSecond);
    CHECK(match.both(State::kLost));
  }
}

TEST_CASE("one bit of a key that is wrong keeps a machine out") {
  for (const std::size_t byte : {2U, 33U, 34U, 65U}) {  // the first and last of either key
    Match match(1);
    std::string saved = match.side[1]->save();
    saved[byte] = static_cast<char>(saved[byte] ^ 0x10);
    match.link.cut(match.now);
    *match.side[1] = std::move(*Channel::restore(saved, Role::kDialler, seeded(5)));
    match.run_for(4 * kSecond);
    CHECK(match.both(State::kLost));
    CHECK(match.side[1]->reason() == "bad-proof");
    CHECK_FALSE(match.dialled.empty());
    // The true partner comes in after it.
    saved[byte] = static_cast<char>(saved[byte] ^ 0x10);
    match.link.cut(match.now);
    *match.side[1] = std::move(*Channel::restore(saved, Role::kDialler, seeded(6)));
    match.run_for(10 * kSecond);
    CHECK(match.both(State::kUp));
  }
}

TEST_CASE("who connects without the keys changes nothing for two that play") {
  Match match(1);
  Channel& listener = *match.side[0];
  match.run_for(2 * kSecond);
  listener.take_out();
  const auto connection = listener.connection();
  const auto talk = [&] {
    match.run_for(300'000);
    CHECK(match.both(State::kUp));
    CHECK(listener.connection() == connection);
    CHECK(match.side[1]->send("still here"));
    match.run_for(100'000);
    const auto message = listener.take();
    REQUIRE(message);
    CHECK(message->payload == "still here");
  };
  const auto attack = [&](const std::vector<std::string>& packets, const std::string& why) {
    listener.connected(match.now, 99);
    for (const std::string& packet : packets)
      listener.received(packet, match.now, 99);
    const Said answer = said(listener);
    REQUIRE(!answer.packets.empty());
    CHECK(answer.packets.front().has_resume());
    CHECK(answer.packets.back().goodbye().reason() == why);
    CHECK(answer.hung_up == std::vector<Link>{99});
    for (const wire::Packet& packet : answer.packets)
      CHECK_FALSE(packet.has_proof());  // nothing of the match is told to a stranger
    talk();
  };
  wire::Packet hello;
  hello.mutable_hello()->set_major(kProtocolMajor);
  wire::Packet sealed;
  sealed.mutable_sealed()->set_mac(std::string(16, 'm'));
  attack({resume_packet(7), proof_packet(std::string(32, 'p'), 41)}, "bad-proof");
  attack({resume_packet(7), proof_packet("", 41)}, "bad-proof");
  attack({resume_packet(7), resume_packet(8)}, "malformed");
  attack({resume_packet(7), sealed.SerializeAsString()}, "malformed");
  attack({proof_packet(std::string(32, 'p'), 41)}, "malformed");
  attack({hello.SerializeAsString()}, "known");
  attack({resume_packet(7, 2)}, "version");
  attack({std::string(kMaxPacket + 1, 'x')}, "oversized");
  attack({""}, "malformed");
  attack({"\xFF\xFF"}, "malformed");
  attack(std::vector<std::string>(65, "\xFA\x07\x01x"), "flood");

  // One who says nothing is sent away after 10 s, one who hangs up is forgotten.
  listener.connected(match.now, 99);
  match.run_for(kGreetingWithin - 400'000);
  CHECK(said(listener).hung_up.empty());
  talk();
  listener.connected(match.now, 98);
  listener.disconnected(match.now, 98);
  talk();
}

TEST_CASE("many who connect and say nothing do not keep the partner out") {
  Match match(1);
  match.link.cut(match.now);
  match.run_for(100'000);
  for (Link stranger = 100; stranger < 200; ++stranger)
    match.side[0]->connected(match.now, stranger);
  std::size_t hung_up = said(*match.side[0]).hung_up.size();
  CHECK(hung_up == 100 - (kMostLinks - 1));
  match.run_for(2 * kSecond);
  CHECK(match.both(State::kUp));
}

TEST_CASE("the partner that connects again takes the place of a connection that still stands") {
  Match match(1);
  match.run_for(kSecond);
  // Side 1 has lost the connection, side 0 does not know it yet.
  match.side[1]->disconnected(match.now, 1);
  match.run_for(1'500'000);
  REQUIRE(match.both(State::kUp));
  CHECK(match.side[0]->connection() == 2);
  // What still comes over the old one is not heard.
  match.side[0]->received("garbage", match.now, 1);
  CHECK(match.side[0]->state() == State::kUp);
}

TEST_CASE("what was recorded of one connection opens no other") {
  Match match(1);
  std::vector<std::string> recorded;
  match.link.tamper = [&](int from, std::string& bytes) {
    if (from == 1) recorded.push_back(bytes);
    return true;
  };
  match.link.cut(match.now);
  match.run_for(2 * kSecond);
  REQUIRE(match.both(State::kUp));
  match.link.tamper = nullptr;
  const auto connection = match.side[0]->connection();
  match.side[0]->connected(match.now, 99);
  for (const std::string& packet : recorded)
    match.side[0]->received(packet, match.now, 99);
  CHECK(said(*match.side[0]).packets.back().goodbye().reason() == "bad-proof");
  CHECK(match.side[0]->connection() == connection);
  CHECK(match.side[0]->state() == State::kUp);
}

TEST_CASE("a listener's own proof sent back to it is no proof") {
  Match match(1);
  // The far end gives back what it hears: the listener's nonce as its own, and so on.
  Channel& listener = *match.side[0];
  listener.take_out();
  listener.connected(match.now, 99);
  for (const wire::Packet& packet : said(listener).packets)
    listener.received(packet.SerializeAsString(), match.now, 99);
  CHECK(said(listener).packets.empty());
  CHECK(listener.connection() == 1);

  // As for a dialler, from whom everybody gets a proof.
  Channel& dialler = *match.side[1];
  match.link.cut(match.now);
  match.link.reachable = false;
  match.run_for(100'000);
  dialler.connected(match.now, 99);
  for (int i = 0; i < 2; ++i)
    for (const wire::Packet& packet : said(dialler).packets)
      dialler.received(packet.SerializeAsString(), match.now, 99);
  CHECK(dialler.state() == State::kLost);
  CHECK(dialler.reason() == "bad-proof");
}

TEST_CASE("a machine that has forgotten the match is told so and does not get in") {
  Match match(1);
  match.link.cut(match.now);
  match.side[1] = std::make_unique<Channel>(Role::kDialler, hello_of("乙"), seeded(5));
  match.link.dial(match.now);
  match.run_for(kSecond);
  CHECK(match.side[1]->state() == State::kClosed);
  CHECK(match.side[0]->state() == State::kLost);
  // The one dials who still plays, and the other has forgotten: it waits on, dialling.
  Match other(2);
  other.link.cut(other.now);
  other.side[0] = std::make_unique<Channel>(Role::kListener, hello_of("甲"), seeded(5));
  other.run_for(2 * kSecond);
  CHECK(other.side[0]->state() == State::kClosed);
  CHECK(other.side[1]->state() == State::kLost);
  CHECK(!other.dialled.empty());
}
