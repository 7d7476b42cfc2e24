// BLAKE2b-256 (RFC 7693) from libsodium: the one hash for chained events, records, plugin files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.hpp"

namespace qitai {

using Digest = std::array<std::uint8_t, 32>;

// The hash of what was given piece by piece; the pieces' borders do not matter.
class Hasher {
 public:
  Hasher();
  void update(ByteView bytes);
  void update(std::string_view text) { update(as_bytes(text)); }
  // The digest; the hasher starts anew.
  [[nodiscard]] Digest finish();

 private:
  // Room for libsodium's crypto_generichash_state, checked in hash.cpp, so that its header stays there.
  alignas(64) std::array<std::byte, 384> state_;
};

[[nodiscard]] Digest hash_of(ByteView bytes);

// Lower-case hexadecimal, two digits a byte.
[[nodiscard]] std::string to_hex(ByteView bytes);
// The digest that 64 hexadecimal digits of either case write, or nothing.
[[nodiscard]] std::optional<Digest> digest_from_hex(std::string_view hex);

}  // namespace qitai
