// Draws of chance by two hash chains: expected values are computed here with libsodium itself.
#include <sodium.h>

#include <array>
#include <catch2/catch.hpp>

#include "duel/draws.hpp"
#include "filled.hpp"

using namespace qitai::duel;
using qitai::Digest;
using qitai::test::filled;

namespace {

Digest hashed(const unsigned char* bytes, std::size_t size) {
  Digest out{};
  crypto_generichash(out.data(), out.size(), bytes, size, nullptr, 0);
  return out;
}

}  // namespace

TEST_CASE("hidden draws: each link of a chain is the hash of the next, and only that is taken") {
  const OwnChain chain(filled(3));
  Digest value = filled(3);
  CHECK(chain.value(kMostDraws) == value);
  for (std::uint32_t i = kMostDraws; i-- > 0;) {
    value = hashed(value.data(), value.size());
    CHECK(chain.value(i) == value);
  }
  FarChain far;
  CHECK_FALSE(far.add(1, chain.value(1)));  // bound to nothing yet
  CHECK(far.anchor(chain.value(0)));
  CHECK(far.anchor(chain.value(0)));
  CHECK_FALSE(far.anchor(chain.value(1)));
  CHECK_FALSE(far.add(2, chain.value(2)));  // out of its order
  CHECK_FALSE(far.add(1, chain.value(2)));
  CHECK_FALSE(far.add(0, chain.value(0)));
  for (std::uint32_t i = 1; i <= kMostDraws; ++i) {
    CHECK_FALSE(far.value(i));
    CHECK(far.add(i, chain.value(i)));
    CHECK(far.add(i, chain.value(i)));
    CHECK(far.value(i) == chain.value(i));
  }
  CHECK_FALSE(far.add(kMostDraws + 1, filled(3)));
}

TEST_CASE("hidden draws: the index is the hash of both links, the match and the draw") {
  // "qitai draw" || id || u32 draw || first || second || u32 try, the first 8 bytes little-endian.
  std::array<unsigned char, 10 + 32 + 4 + 64 + 4> bytes{};
  const std::string_view name = "qitai draw";
  std::copy(name.begin(), name.end(), bytes.begin());
  std::fill_n(bytes.begin() + 10, 32, static_cast<unsigned char>(7));
  bytes[42] = 5;
  std::fill_n(bytes.begin() + 46, 32, static_cast<unsigned char>(1));
  std::fill_n(bytes.begin() + 78, 32, static_cast<unsigned char>(2));
  const Digest hash = hashed(bytes.data(), bytes.size());
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i)
    value = value << 8 | hash[static_cast<std::size_t>(i)];
  for (const std::uint32_t count : {1U, 2U, 50U, 1000U})
    CHECK(drawn(filled(7), 5, filled(1), filled(2), count) == value % count);
  CHECK(drawn(filled(7), 5, filled(1), filled(2), 1) == 0);
}

TEST_CASE("hidden draws: every index is as likely as any other, and each side's link alone changes it") {
  constexpr std::uint32_t count = 7;
  std::array<int, count> seen{};
  int changed = 0;
  const OwnChain one(filled(1)), two(filled(2));
  for (int match = 0; match < 200; ++match) {
    const Digest id = filled(static_cast<std::uint8_t>(match));
    for (std::uint32_t i = 1; i <= kMostDraws; ++i) {
      const std::uint32_t index = drawn(id, i, one.value(i), two.value(i), count);
      REQUIRE(index < count);
      ++seen[index];
      changed += drawn(id, i, one.value(i), two.value(i - 1), count) != index ? 1 : 0;
    }
  }
  const double expected = 200.0 * kMostDraws / count;
  double chi = 0;
  for (const int times : seen)
    chi += (times - expected) * (times - expected) / expected;
  CHECK(chi < 22.5);  // 6 degrees of freedom, 0.1 %
  CHECK(changed > 200 * 64 * 4 / 5);
}
