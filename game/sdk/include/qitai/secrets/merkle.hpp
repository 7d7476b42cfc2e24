// Qitai SDK for C++: a commitment to a private set-up: a Merkle tree whose leaves are its pieces, each with a
// salt of its own, so that one piece can be shown without the others. Header only; needs libsodium.
//
//   leaf  = H(0 || match || seat || point || kind || salt)      one a piece, ascending by point
//   seal  = H(2 || match || seat || secret)                     after them, so that the secret is committed
//   to too inner = H(1 || left || right)                               padded with leaves of zeros to a power
//   of two
// H is BLAKE2b-256, integers are little-endian, point and kind of 16 bits, seat of 8.
#pragma once

#include <qitai/variant.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace qitai::sdk::secrets {

using Bytes32 = std::array<std::uint8_t, 32>;
using View = std::span<const std::uint8_t>;

// BLAKE2b over parts, one after the other.
class Hash {
 public:
  // Of `size` bytes (16…64), under a key or none.
  explicit Hash(std::size_t size = 32, View key = {}) : size_(size) {
    crypto_generichash_init(&state_, key.empty() ? nullptr : key.data(), key.size(), size);
  }
  ~Hash() { sodium_memzero(&state_, sizeof state_); }
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;

  Hash& bytes(View part) {
    crypto_generichash_update(&state_, part.data(), part.size());
    return *this;
  }
  // The low `width` bytes of a number.
  Hash& number(std::uint64_t value, std::size_t width) {
    std::array<std::uint8_t, 8> little{};
    for (std::size_t i = 0; i < width; ++i)
      little[i] = static_cast<std::uint8_t>(value >> (8 * i));
    return bytes(View(little.data(), width));
  }
  // `Size` is the one given at the beginning.
  template <std::size_t Size = 32>
  std::array<std::uint8_t, Size> done() {
    std::array<std::uint8_t, Size> digest{};
    crypto_generichash_final(&state_, digest.data(), size_);
    return digest;
  }

 private:
  crypto_generichash_state state_{};
  std::size_t size_;
};

// A piece of a set-up: what is committed to.
struct Leaf {
  std::uint16_t point = 0;
  std::uint16_t kind = 0;
  friend bool operator==(const Leaf&, const Leaf&) = default;
};

// The keys that come from a seat's 32 secret bytes.
inline Bytes32 salt_of(const Bytes32& secret, std::size_t leaf) {
  Bytes32 salt{};
  crypto_kdf_derive_from_key(salt.data(), salt.size(), leaf + 1, "qt-salt_", secret.data());
  return salt;
}
inline Bytes32 fight_key(const Bytes32& secret) {
  Bytes32 key{};
  crypto_kdf_derive_from_key(key.data(), key.size(), 1, "qt-fight", secret.data());
  return key;
}

inline Bytes32 leaf_hash(const Bytes32& match, int seat, Leaf leaf, const Bytes32& salt) {
  return Hash()
      .number(0, 1)
      .bytes(match)
      .number(static_cast<std::uint64_t>(seat), 1)
      .number(leaf.point, 2)
      .number(leaf.kind, 2)
      .bytes(salt)
      .done();
}
inline Bytes32 seal_hash(const Bytes32& match, int seat, const Bytes32& secret) {
  return Hash().number(2, 1).bytes(match).number(static_cast<std::uint64_t>(seat), 1).bytes(secret).done();
}
inline Bytes32 inner_hash(const Bytes32& left, const Bytes32& right) {
  return Hash().number(1, 1).bytes(left).bytes(right).done();
}

// Levels between a leaf and the root of a tree with `leaves` leaves: the length of every path.
inline std::size_t depth_of(std::size_t leaves) {
  std::size_t depth = 0;
  while ((std::size_t{1} << depth) < leaves)
    ++depth;
  return depth;
}

class Tree {
 public:
  Tree() = default;
  // Of a seat's pieces and secret.
  Tree(const Bytes32& match, int seat, std::span<const Leaf> leaves, const Bytes32& secret) {
    std::vector<Bytes32> hashes;
    for (std::size_t i = 0; i < leaves.size(); ++i)
      hashes.push_back(leaf_hash(match, seat, leaves[i], salt_of(secret, i)));
    hashes.push_back(seal_hash(match, seat, secret));
    build(std::move(hashes));
  }

  [[nodiscard]] const Bytes32& root() const { return levels_.back().front(); }
  // The hashes beside the way from leaf `index` up to the root.
  [[nodiscard]] std::vector<Bytes32> path(std::size_t index) const {
    std::vector<Bytes32> path;
    for (std::size_t level = 0; level + 1 < levels_.size(); ++level, index /= 2)
      path.push_back(levels_[level][index ^ 1]);
    return path;
  }

 private:
  void build(std::vector<Bytes32> hashes) {
    hashes.resize(std::size_t{1} << depth_of(hashes.size()));
    levels_.push_back(std::move(hashes));
    while (levels_.back().size() > 1) {
      std::vector<Bytes32> next;
      for (std::size_t i = 0; i < levels_.back().size(); i += 2)
        next.push_back(inner_hash(levels_.back()[i], levels_.back()[i + 1]));
      levels_.push_back(std::move(next));
    }
  }
  std::vector<std::vector<Bytes32>> levels_;
};

// The root that a leaf's hash and its path lead to.
inline Bytes32 climb(Bytes32 hash, std::size_t index, std::span<const Bytes32> path) {
  for (const Bytes32& beside : path) {
    hash = index % 2 == 0 ? inner_hash(hash, beside) : inner_hash(beside, hash);
    index /= 2;
  }
  return hash;
}

}  // namespace qitai::sdk::secrets
