// Inside a channel: its connections and what is due on them.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "duel/channel.hpp"
#include "duel/keys.hpp"
#include "duel/measure.hpp"
#include "duel/pages.hpp"
#include "duel/sealer.hpp"

namespace qitai::duel {

// Packets that a connection may take until it has proved itself: pages, key, and some that are unknown.
inline constexpr int kMostGreetingPackets = 64;

struct Channel::Impl {
  // A connection that is not the partner's yet.
  struct Candidate {
    Link link = 0;
    Now began = 0;
    int packets = 0;
    // A first connection
    PageReader pages;
    KeyPair pair;
    std::optional<Digest> far_key;
    SessionKeys keys;
    std::optional<Sealer> sealer;
    // A later one
    Digest nonce{};
    std::optional<Digest> far_nonce;
    bool earlier = false;  // it is proved for the match before
  };
  // A match, as far as a connection is proved for it.
  struct Played {
    Digest id{};
    std::uint32_t number = 0;
  };
  // The connection to the partner.
  struct Standing {
    Link link = 0;
    Sealer sealer;
    Now heard = 0;
    Now next_ping = 0;
    bool asked_again = false;  // an Again was sent and is not answered
  };

  Impl(Role role, Hello hello, Random source)
      : own_role(role), own(std::move(hello)), random(std::move(source)) {}

  // channel.cpp: time, the standing connection, the end.
  Now tick(Now now);
  void connected(Now now, Link link);
  void received(std::string_view packet, Now now, Link link);
  void disconnected(Now now, Link link);
  void poll(Now now);
  [[nodiscard]] Now next_wake() const;
  bool send_payload(std::string_view payload);
  void flush(Now now);
  void send_first();
  void close(std::string_view why, bool tell);

  void hear(std::string_view packet, Now now);
  void act(const wire::Content& content, Now now);
  void act_again(const wire::Again& told, Now now);
  void ping(Now now);
  void again(bool answer);
  void bye(std::string_view why, bool may_return);
  void fault(std::string_view why, Now now);
  void lose(std::string_view why);
  void drop_standing(Now now);
  void up(Now now);
  void dial_later(Now now);
  [[nodiscard]] bool may_dial() const;

  // channel_greeting.cpp: connections until they are the partner's.
  void begin(Candidate& candidate);
  void hear_candidate(Candidate& candidate, std::string_view packet, Now now);
  void hear_first(Candidate& candidate, const wire::Packet& packet, Now now);
  void hear_later(Candidate& candidate, const wire::Packet& packet, Now now);
  void take_key(Candidate& candidate, const wire::Key& key, Now now);
  void take_proof(Candidate& candidate, const wire::Proof& proof, Now now);
  [[nodiscard]] Digest proof(const Candidate& candidate, bool own_one, std::uint32_t number) const;
  [[nodiscard]] const Played& played(const Candidate& candidate) const {
    return candidate.earlier ? previous : current;
  }
  [[nodiscard]] Nonces nonces(const Candidate& candidate) const;
  [[nodiscard]] wire::Packet own_proof(const Candidate& candidate) const;
  // Each of these ends the candidate. refuse() tells the far side why and hangs up, drop() hangs up.
  void refuse(Candidate& candidate, std::string_view why, Now now);
  void drop(Candidate& candidate, std::string_view why, Now now);
  void forget(Link link, std::string_view why, Now now);
  void settle(Candidate& candidate, Sealer sealer, Now now);

  void put(Link link, std::string bytes) { out.push_back({Out::Kind::kSend, std::move(bytes), link}); }
  void put(Link link, const wire::Packet& packet) { put(link, packet.SerializeAsString()); }
  void hang_up(Link link) { out.push_back({Out::Kind::kHangUp, {}, link}); }

  Role own_role;
  State state = State::kIdle;
  bool dialling = false;
  Hello own;
  Random random;
  std::string reason;
  std::vector<Out> out;

  // The partner, since the channel was up for the first time.
  bool known = false;
  bool in_match = false;
  bool try_previous = false;  // in the next dial
  Hello far;
  Digest keys{};
  SessionKeys root;
  // As long as the other side may not have heard that `current` began it is let in for `previous`.
  Played current, previous;
  std::uint32_t far_number = 0;
  bool forgotten = false;
  int faults = 0;

  std::optional<Standing> standing;
  std::vector<Candidate> candidates;  // the oldest first
  std::uint64_t connection = 0;
  Now heard = 0;
  Now up_since = 0;

  std::deque<std::string> waiting;  // payloads that have to wait for their pace
  std::deque<Message> inbox;
  Pace sending{kSendRate, kSendBurst};
  Pace receiving{kReceiveRate, kReceiveBurst};
  RoundTrips trips;

  std::optional<Now> last_time;  // of the last call
  Now dial_at = kNever;
  Now backoff = kFirstBackoff;
};

// An id that is sent as a reason: 1 to 32 of a-z and '-'.
[[nodiscard]] bool is_reason(std::string_view text);

}  // namespace qitai::duel
