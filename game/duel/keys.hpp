// The cryptography of a channel, by the names of duel.proto ("Keys"). All functions are pure; secrets are
// wiped when they go.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/hash.hpp"
#include "duel/channel.hpp"
#include "duel/hello.hpp"
#include "duel/out.hpp"

namespace qitai::duel {

// 32 bytes that are overwritten before their memory is given back.
class Secret {
 public:
  Secret() = default;
  Secret(const Secret&) = default;
  Secret& operator=(const Secret&) = default;
  ~Secret() { wipe(); }

  void wipe();
  Digest bytes{};
};

// Which way a packet goes; the numbers stand in MACs and proofs.
enum class Direction : std::uint8_t { kToListener = 1, kToDialler = 2 };
[[nodiscard]] constexpr Direction outward(Role own) {
  return own == Role::kDialler ? Direction::kToListener : Direction::kToDialler;
}
[[nodiscard]] constexpr Direction inward(Role own) {
  return own == Role::kDialler ? Direction::kToDialler : Direction::kToListener;
}

struct KeyPair {
  Digest public_key{};
  Secret secret;
};
[[nodiscard]] KeyPair make_key_pair(const Random& random);

// One key for what is sent and one for what is received.
struct SessionKeys {
  Secret out, in;
};

// H(block(dialler's hello) || block(listener's)).
[[nodiscard]] Digest hellos_digest(const Hello& dialler, const Hello& listener);
// H(dialler's public key || listener's).
[[nodiscard]] Digest public_keys_digest(const Digest& dialler, const Digest& listener);
// k of both directions; nothing when the far key gives no secret.
[[nodiscard]] std::optional<SessionKeys> agree(Role own, const KeyPair& pair, const Digest& far_public,
                                               const Digest& hellos);

using Mac = std::array<std::uint8_t, 16>;
[[nodiscard]] Mac mac_of(const Secret& key, Direction direction, std::uint64_t counter,
                         std::string_view body);

// The fresh random bytes of a later connection.
struct Nonces {
  Digest dialler{}, listener{};
};
[[nodiscard]] Digest proof_of(const Secret& key, const Digest& match_id, Direction direction,
                              const Nonces& nonces, std::uint32_t number);
// k' of both directions.
[[nodiscard]] SessionKeys renewed(const SessionKeys& keys, const Nonces& nonces);

// In a time that does not depend on what differs.
[[nodiscard]] bool equal_secretly(ByteView a, ByteView b);

}  // namespace qitai::duel
