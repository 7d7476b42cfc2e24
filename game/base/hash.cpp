#include "base/hash.hpp"

#include <sodium.h>

namespace qitai {
namespace {

static_assert(sizeof(crypto_generichash_state) <= 384 && alignof(crypto_generichash_state) <= 64);
static_assert(crypto_generichash_BYTES == std::tuple_size_v<Digest>);

crypto_generichash_state* as_state(std::array<std::byte, 384>& room) {
  return reinterpret_cast<crypto_generichash_state*>(room.data());
}

void start(std::array<std::byte, 384>& room) {
  // sodium_init picks the fastest implementation; the result is the same without, so its answer does not
  // matter.
  [[maybe_unused]] static const int ready = sodium_init();
  crypto_generichash_init(as_state(room), nullptr, 0, std::tuple_size_v<Digest>);
}

}  // namespace

Hasher::Hasher() : state_{} {
  start(state_);
}

void Hasher::update(ByteView bytes) {
  crypto_generichash_update(as_state(state_), bytes.data(), bytes.size());
}

Digest Hasher::finish() {
  Digest digest{};
  crypto_generichash_final(as_state(state_), digest.data(), digest.size());
  start(state_);
  return digest;
}

Digest hash_of(ByteView bytes) {
  Hasher hasher;
  hasher.update(bytes);
  return hasher.finish();
}

std::string to_hex(ByteView bytes) {
  std::string hex(bytes.size() * 2 + 1, '\0');  // sodium_bin2hex writes a closing NUL
  sodium_bin2hex(hex.data(), hex.size(), bytes.data(), bytes.size());
  hex.pop_back();
  return hex;
}

std::optional<Digest> digest_from_hex(std::string_view hex) {
  Digest digest{};
  std::size_t length = 0;
  const char* end = nullptr;
  if (hex.size() != 2 * digest.size()) return std::nullopt;
  if (sodium_hex2bin(digest.data(), digest.size(), hex.data(), hex.size(), nullptr, &length, &end) != 0 ||
      length != digest.size() || end != hex.data() + hex.size()) {
    return std::nullopt;
  }
  return digest;
}

}  // namespace qitai
