// A far machine of the test's own: it has greeted a channel honestly and can say whatever it likes, sealed as
// it must be.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "duel/channel.hpp"
#include "duel/duel.pb.h"
#include "duel/keys.hpp"
#include "duel/pages.hpp"
#include "duel/sealer.hpp"

namespace qitai::test {

namespace wire = duel::wire;

// The same bytes from the same seed.
inline duel::Random seeded(std::uint64_t seed) {
  return [chance = std::mt19937_64(seed)](std::span<std::uint8_t> bytes) mutable {
    for (std::uint8_t& byte : bytes)
      byte = static_cast<std::uint8_t>(chance());
  };
}

inline duel::Hello hello_of(std::string name, int games = 2) {
  duel::Hello hello;
  hello.name = std::move(name);
  for (int i = 0; i < games; ++i) {
    duel::GameOffer offer;
    offer.id = "game-" + std::to_string(i);
    offer.rules_revision = static_cast<std::uint32_t>(i + 1);
    offer.options.fill(static_cast<std::uint8_t>(i));
    hello.games.push_back(std::move(offer));
  }
  return hello;
}

class Partner {
 public:
  // `role` is the channel's.
  explicit Partner(duel::Role role = duel::Role::kListener)
      : channel(role, hello_of("甲"), seeded(1)),
        own_(role == duel::Role::kListener ? duel::Role::kDialler : duel::Role::kListener) {
    channel.connected(now, link);
    greet();
  }

  // The same partner over a new connection; false: the channel has not let it in.
  bool come_back() {
    channel.connected(now, ++link);
    Nonces nonces;
    Digest& own_nonce = own_ == Role::kDialler ? nonces.dialler : nonces.listener;
    Digest& far_nonce = own_ == Role::kDialler ? nonces.listener : nonces.dialler;
    own_nonce.fill(5);
    for (const wire::Packet& packet : heard())
      if (packet.has_resume()) copy(packet.resume().nonce(), far_nonce);
    wire::Packet packet;
    packet.mutable_resume()->set_major(duel::kProtocolMajor);
    packet.mutable_resume()->set_nonce(own_nonce.data(), own_nonce.size());
    give(packet);
    const Digest mac = proof_of(root.out, {}, outward(own_), nonces, 9);
    packet.mutable_proof()->set_mac(mac.data(), mac.size());
    packet.mutable_proof()->set_number(9);
    give(packet);
    keys = renewed(root, nonces);
    sealer.emplace(own_, keys);
    heard();
    return channel.state() == duel::Channel::State::kUp;
  }

  static wire::Content ping() {
    wire::Content content;
    content.mutable_ping()->set_id(1);
    return content;
  }
  static wire::Content payload(std::string bytes) {
    wire::Content content;
    content.set_payload(std::move(bytes));
    return content;
  }

  void give(const wire::Packet& packet) { channel.received(packet.SerializeAsString(), now, link); }
  void give(const wire::Content& content) { channel.received(sealer->seal(content), now, link); }
  void give_raw(std::string_view bytes) { channel.received(bytes, now, link); }

  // What the channel has sent since; what of it is sealed is opened.
  std::vector<wire::Packet> heard() {
    std::vector<wire::Packet> packets;
    hung_up = false;
    last_bye.reset();
    for (const duel::Out& out : channel.take_out()) {
      if (out.link != link) continue;
      if (out.kind == duel::Out::Kind::kHangUp) hung_up = true;
      if (out.kind != duel::Out::Kind::kSend) continue;
      if (!packets.emplace_back().ParseFromString(out.bytes)) throw std::logic_error("a packet is malformed");
      wire::Content content;
      if (!packets.back().has_sealed()) continue;
      if (!sealer->open(packets.back().sealed(), content).empty())
        throw std::logic_error("a packet is sealed wrong");
      if (content.has_bye()) last_bye = content.bye();
    }
    return packets;
  }

  duel::Now now = 5 * duel::kSecond;
  duel::Link link = 1;
  duel::Channel channel;
  duel::SessionKeys root, keys;  // of the first connection, and of this one
  std::optional<duel::Sealer> sealer;
  // Of the last heard(): whether it has hung up, and why.
  bool hung_up = false;
  std::optional<wire::Bye> last_bye;

 private:
  using Role = duel::Role;
  using Nonces = duel::Nonces;

  static void copy(const std::string& bytes, Digest& digest) {
    std::copy_n(bytes.begin(), std::min(bytes.size(), digest.size()), digest.begin());
  }

  void greet() {
    duel::PageReader pages;
    Digest far_key{};
    for (const wire::Packet& packet : heard()) {
      if (packet.has_hello() && !pages.add(packet.hello()).empty())
        throw std::logic_error("a hello is malformed");
      if (packet.has_key()) copy(packet.key().public_key(), far_key);
    }
    const duel::Hello own = hello_of("乙");
    for (wire::HelloPage& page : pages_of(own)) {
      wire::Packet packet;
      *packet.mutable_hello() = page;
      give(packet);
    }
    const duel::KeyPair pair = duel::make_key_pair(seeded(2));
    wire::Packet packet;
    packet.mutable_key()->set_public_key(pair.public_key.data(), pair.public_key.size());
    give(packet);
    const Digest hellos =
        own_ == Role::kDialler ? hellos_digest(own, pages.hello()) : hellos_digest(pages.hello(), own);
    root = duel::agree(own_, pair, far_key, hellos).value();
    keys = root;
    sealer.emplace(own_, keys);
    give(ping());
    heard();
    if (channel.state() != duel::Channel::State::kUp) throw std::logic_error("the channel is not up");
  }

  Role own_;
};

}  // namespace qitai::test
