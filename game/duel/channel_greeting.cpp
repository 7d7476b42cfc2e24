#include <algorithm>

#include "duel/channel_impl.hpp"

namespace qitai::duel {
namespace {

bool read_digest(const std::string& bytes, Digest& digest) {
  if (bytes.size() != digest.size()) return false;
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  return true;
}

wire::Packet goodbye(std::string_view why) {
  wire::Packet packet;
  packet.mutable_goodbye()->set_reason(std::string(why));
  return packet;
}

}  // namespace

void Channel::Impl::connected(Now now, Link link) {
  now = tick(now);
  dialling = false;
  disconnected(now, link);  // if that number was in use, its connection is gone
  dial_at = kNever;
  if (state == State::kClosed) return hang_up(link);
  if (state == State::kGreeting) {
    put(link, goodbye("known"));
    return hang_up(link);
  }
  if (candidates.size() == kMostLinks - 1) {
    // Whoever keeps connecting must not keep the partner out, who needs but one round trip.
    hang_up(candidates.front().link);
    candidates.erase(candidates.begin());
  }
  Candidate& candidate = candidates.emplace_back();
  candidate.link = link;
  candidate.began = now;
  begin(candidate);
}

void Channel::Impl::begin(Candidate& candidate) {
  if (known) {
    random(candidate.nonce);
    wire::Packet packet;
    wire::Resume& resume = *packet.mutable_resume();
    resume.set_major(kProtocolMajor);
    resume.set_minor(kProtocolMinor);
    resume.set_nonce(candidate.nonce.data(), candidate.nonce.size());
    return put(candidate.link, packet);
  }
  state = State::kGreeting;
  for (wire::HelloPage& page : pages_of(own)) {
    wire::Packet packet;
    *packet.mutable_hello() = std::move(page);
    put(candidate.link, packet);
  }
  candidate.pair = make_key_pair(random);
  wire::Packet packet;
  packet.mutable_key()->set_public_key(candidate.pair.public_key.data(), candidate.pair.public_key.size());
  put(candidate.link, packet);
}

void Channel::Impl::hear_candidate(Candidate& candidate, std::string_view bytes, Now now) {
  if (++candidate.packets > kMostGreetingPackets) return refuse(candidate, "flood", now);
  if (bytes.size() > kMaxPacket) return refuse(candidate, "oversized", now);
  wire::Packet packet;
  if (bytes.empty() || !packet.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return refuse(candidate, "malformed", now);
  switch (packet.kind_case()) {
    case wire::Packet::kGoodbye: {
      const std::string why = packet.goodbye().reason();
      if (!is_reason(why)) return refuse(candidate, "malformed", now);
      if (why == "bad-proof") try_previous = !candidate.earlier;
      if (why == "unknown" && own_role == Role::kDialler && !standing) forgotten = true;
      return drop(candidate, why, now);
    }
    case wire::Packet::KIND_NOT_SET:
      return;  // a kind that a later minor has added
    default:
      return known ? hear_later(candidate, packet, now) : hear_first(candidate, packet, now);
  }
}

void Channel::Impl::hear_first(Candidate& candidate, const wire::Packet& packet, Now now) {
  if (packet.has_hello() && !candidate.far_key) {
    const std::string_view why = candidate.pages.add(packet.hello());
    if (!why.empty()) refuse(candidate, why, now);
  } else if (packet.has_key() && candidate.pages.complete() && !candidate.far_key) {
    take_key(candidate, packet.key(), now);
  } else if (packet.has_sealed() && candidate.sealer) {
    wire::Content content;
    const std::string_view why = candidate.sealer->open(packet.sealed(), content);
    if (!why.empty()) return refuse(candidate, why, now);
    known = true;
    far = candidate.pages.hello();
    root = candidate.keys;
    keys = own_role == Role::kDialler ? public_keys_digest(candidate.pair.public_key, *candidate.far_key)
                                      : public_keys_digest(*candidate.far_key, candidate.pair.public_key);
    settle(candidate, *candidate.sealer, now);
    act(content, now);
  } else if (packet.has_resume() && own_role == Role::kDialler) {
    // Whoever was called takes us for its partner, who would come back: it has one.
    put(candidate.link, goodbye("unknown"));
    drop(candidate, "known", now);
  } else {
    refuse(candidate, packet.has_resume() ? "unknown" : "malformed", now);
  }
}

void Channel::Impl::take_key(Candidate& candidate, const wire::Key& key, Now now) {
  Digest far_key{};
  if (!read_digest(key.public_key(), far_key)) return refuse(candidate, "malformed", now);
  const Hello& hello = candidate.pages.hello();
  const std::optional<SessionKeys> agreed =
      agree(own_role, candidate.pair, far_key,
            own_role == Role::kDialler ? hellos_digest(own, hello) : hellos_digest(hello, own));
  if (!agreed) return refuse(candidate, "bad-key", now);
  candidate.far_key = far_key;
  candidate.keys = *agreed;
  candidate.sealer.emplace(own_role, *agreed);
  wire::Content content;
  content.mutable_ping()->set_id(trips.ask(now));
  put(candidate.link, candidate.sealer->seal(content));
}

void Channel::Impl::hear_later(Candidate& candidate, const wire::Packet& packet, Now now) {
  if (packet.has_resume() && !candidate.far_nonce) {
    if (packet.resume().major() != kProtocolMajor) return refuse(candidate, "version", now);
    Digest nonce{};
    if (!read_digest(packet.resume().nonce(), nonce)) return refuse(candidate, "malformed", now);
    candidate.far_nonce = nonce;
    if (own_role == Role::kDialler) {
      candidate.earlier = try_previous;
      put(candidate.link, own_proof(candidate));
    }
  } else if (packet.has_proof() && candidate.far_nonce) {
    take_proof(candidate, packet.proof(), now);
  } else {
    if (packet.has_hello() && !standing) forgotten = true;
    refuse(candidate, packet.has_hello() ? "known" : "malformed", now);
  }
}

void Channel::Impl::take_proof(Candidate& candidate, const wire::Proof& given, Now now) {
  const auto right = [&] {
    return equal_secretly(as_bytes(given.mac()), proof(candidate, false, given.number()));
  };
  bool proved = right();
  if (!proved && own_role == Role::kListener) {
    candidate.earlier = true;
    proved = right();
  }
  if (!proved) return refuse(candidate, "bad-proof", now);
  if (own_role == Role::kListener) put(candidate.link, own_proof(candidate));
  far_number = candidate.earlier ? 0 : given.number();
  if (!candidate.earlier) previous = current;  // both play it
  try_previous = false;
  settle(candidate, Sealer(own_role, renewed(root, nonces(candidate))), now);
  ping(now);
}

Digest Channel::Impl::proof(const Candidate& candidate, bool own_one, std::uint32_t number) const {
  return proof_of(own_one ? root.out : root.in, played(candidate).id,
                  own_one ? outward(own_role) : inward(own_role), nonces(candidate), number);
}

Nonces Channel::Impl::nonces(const Candidate& candidate) const {
  if (own_role == Role::kDialler) return {candidate.nonce, *candidate.far_nonce};
  return {*candidate.far_nonce, candidate.nonce};
}

wire::Packet Channel::Impl::own_proof(const Candidate& candidate) const {
  const std::uint32_t number = played(candidate).number;
  const Digest mac = proof(candidate, true, number);
  wire::Packet packet;
  packet.mutable_proof()->set_mac(mac.data(), mac.size());
  packet.mutable_proof()->set_number(number);
  return packet;
}

void Channel::Impl::refuse(Candidate& candidate, std::string_view why, Now now) {
  put(candidate.link, goodbye(why));
  drop(candidate, why, now);
}

void Channel::Impl::drop(Candidate& candidate, std::string_view why, Now now) {
  hang_up(candidate.link);
  forget(candidate.link, why, now);
}

void Channel::Impl::forget(Link link, std::string_view why, Now now) {
  std::erase_if(candidates, [link](const Candidate& other) { return other.link == link; });
  if (!known) {
    state = State::kClosed;
    reason = why;
  } else if (own_role == Role::kDialler && !standing && candidates.empty()) {
    // It was dialled by us, so this tells something; a listener may have been called by anybody.
    reason = why;
    dial_later(now);
  }
}

void Channel::Impl::settle(Candidate& candidate, Sealer sealer, Now now) {
  const Link link = candidate.link;
  if (standing) {
    hang_up(standing->link);
    trips.forget_asked();
  }
  standing.emplace(Standing{link, std::move(sealer), now, now + kPingEvery});
  std::erase_if(candidates, [link](const Candidate& other) { return other.link == link; });
  heard = now;
  up(now);
}

}  // namespace qitai::duel
