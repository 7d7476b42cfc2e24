// Input: a byte for the state of a channel, then what happens to it: a byte for what, two for how long the
// bytes are that go with it, and those. Packets come as they are, and sealed as by the partner.
#include <algorithm>
#include <optional>

#include "../duel/channel_partner.hpp"
#include "base/bytes.hpp"
#include "input.hpp"

using namespace qitai;
using duel::Channel;
using duel::Role;
using State = Channel::State;

namespace {

constexpr duel::Link kStranger = 1'000'000;  // and some after it

// The channel of one input, and what is true of it whatever comes in.
class Subject {
 public:
  explicit Subject(unsigned kind) : role_(kind % 2 == 0 ? Role::kListener : Role::kDialler) {
    if (kind < 2) {
      fresh_.emplace(role_, test::hello_of("甲"), test::seeded(1));
      fresh_->connected(now_, link_);
      return;
    }
    partner_.emplace(role_);
    channel().protect(Digest{}, 12);
    now_ = partner_->now;
    if (kind >= 4) channel().connected(now_, kStranger);
    if (kind >= 6) channel().disconnected(now_, link_);
  }

  Channel& channel() { return fresh_ ? *fresh_ : partner_->channel; }

  void happen(unsigned what, std::string_view bytes) {
    const State before = channel().state();
    const std::uint64_t connection = channel().connection();
    bool sealed = false;
    bool by_stranger = false;
    switch (what % 10) {
      case 0:
        channel().received(bytes, now_, link_);
        break;
      case 1:
        channel().received(bytes, now_, kStranger);
        by_stranger = true;
        break;
      case 2:
      case 3:
        sealed = give_sealed(bytes);
        break;
      case 4:
        now_ += static_cast<duel::Now>(bytes.size()) * 40'000;
        channel().poll(now_);
        break;
      case 5:
        channel().connected(now_, kStranger + bytes.size());
        by_stranger = true;
        break;
      case 6:
        channel().disconnected(now_, bytes.empty() ? link_ : kStranger);
        break;
      case 7:
        fuzz::require(!channel().send(bytes) || before == State::kUp, "only what is up sends");
        break;
      case 8:
        if (partner_) {
          partner_->now = now_;
          sealed = partner_->come_back();
          link_ = partner_->link;
          sent_ = 0;
        }
        break;
      default:
        channel().protect(hash_of(as_bytes(bytes)), static_cast<std::uint32_t>(bytes.size()));
        channel().protect(Digest{}, 13);
    }
    const State after = channel().state();
    fuzz::require(before != State::kClosed || after == State::kClosed, "closed is for good");
    fuzz::require(sealed || channel().connection() == connection, "nobody gets in without the keys");
    fuzz::require(!by_stranger || before != State::kUp || after == State::kUp,
                  "a stranger does not disturb those who play");
    fuzz::require((after == State::kUp) == channel().reason().empty() || after == State::kGreeting ||
                      after == State::kIdle,
                  "what is lost or closed has a reason");
    std::size_t taken = 0;
    while (auto message = channel().take()) {
      fuzz::require(sealed && message->payload.size() <= duel::kMaxPayload, "messages are the partner's");
      ++taken;
    }
    fuzz::require(taken <= 1, "a packet has one message");
    for (const duel::Out& out : channel().take_out())
      fuzz::require(out.bytes.size() <= duel::kMaxPacket, "packets are short");
    fuzz::require(after == State::kClosed || channel().next_wake() >= 0, "there is a time to wake");
  }

  // What was saved comes back; anything else is refused or comes back as the same bytes.
  void save_and_restore() {
    const std::string saved = channel().save();
    if (saved.empty()) return;
    const Result<Channel> restored = Channel::restore(saved, role_, test::seeded(3));
    fuzz::require(restored.ok() && restored->save() == saved, "what was saved comes back as it was");
  }

 private:
  bool give_sealed(std::string_view body) {
    if (!partner_ || body.size() > duel::kMaxPacket) return false;
    const duel::Mac mac = duel::mac_of(partner_->keys.out, duel::outward(other()), sent_, body);
    duel::wire::Packet packet;
    packet.mutable_sealed()->set_counter(sent_++);
    packet.mutable_sealed()->set_mac(mac.data(), mac.size());
    packet.mutable_sealed()->set_body(std::string(body));
    channel().received(packet.SerializeAsString(), now_, link_);
    return true;
  }
  [[nodiscard]] Role other() const { return role_ == Role::kListener ? Role::kDialler : Role::kListener; }

  Role role_;
  std::optional<Channel> fresh_;
  std::optional<test::Partner> partner_;
  duel::Now now_ = duel::kSecond;
  duel::Link link_ = 1;
  std::uint64_t sent_ = 1;  // the first was the ping of the greeting
};

}  // namespace

void fuzz::one_input(std::string_view input) {
  if (input.empty()) return;
  const unsigned kind = static_cast<unsigned char>(input[0]) % 9;
  input.remove_prefix(1);
  if (kind == 8) {
    for (const Role role : {Role::kListener, Role::kDialler})
      if (const auto restored = Channel::restore(input, role, test::seeded(1)))
        fuzz::require(restored->save() == input, "a saved channel has one way to be written");
    return;
  }
  Subject subject(kind);
  while (input.size() >= 3) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(input[i]); };
    const unsigned what = byte(0);
    const std::size_t size = byte(1) + 256U * (byte(2) % 4U);
    input.remove_prefix(3);
    const std::string_view bytes = input.substr(0, size);
    input.remove_prefix(bytes.size());
    subject.happen(what, bytes);
  }
  subject.save_and_restore();
}
