// Expected values: computed by a program of its own from duel.proto's "Keys", with Python's hashlib.blake2b
// for H and MAC (digest_size 32 and 16) and the X25519 of its package cryptography. crypto_kx is libsodium's
// documented construction: secret = BLAKE2b-256(seed), q = X25519(secret, other's public key), and
// BLAKE2b-512(q || client's public key || server's) is the client's receiving key and then its sending key.
#include "duel/keys.hpp"

#include <catch2/catch.hpp>

#include "channel_pair.hpp"
#include "filled.hpp"

using namespace qitai;
using namespace qitai::duel;
using qitai::test::filled;
using qitai::test::hello_of;

namespace {

// Gives first, first + 1, …
Random counting(std::uint8_t first) {
  return [first](std::span<std::uint8_t> bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<std::uint8_t>(first + i);
  };
}

struct Both {
  KeyPair dialler = make_key_pair(counting(0));
  KeyPair listener = make_key_pair(counting(32));
  Digest hellos = hellos_digest(hello_of("乙", 2), hello_of("甲", 1));
};

const std::string kToListener = "3a5b330dd1260d8a8ff82653ce3164c532f4ebe9e041ca67c87631061f089fc3";
const std::string kToDialler = "1102578088cc34d31205a438c3f4d5e8d5ddd0c6665bf414f370af217f2c84ee";

Secret secret_of(const std::string& hex) {
  Secret secret;
  secret.bytes = *digest_from_hex(hex);
  return secret;
}

}  // namespace

TEST_CASE("a hello has one encoding, and the digest of two begins with the dialler's") {
  CHECK(to_hex(as_bytes(encode(hello_of("乙", 2)))) ==
        "0100000003000000e4b999020000000600000067616d652d3001000000" + std::string(64, '0') +
            "0600000067616d652d3102000000" +
            "0101010101010101010101010101010101010101010101010101010101010101");
  CHECK(to_hex(Both().hellos) == "7101ef17d34077c03ee0b77da3aa7caf238b50bdc19216e4162efbf01ec828cf");
}

TEST_CASE("both sides derive one key for each direction, bound to what they said in their hellos") {
  const Both both;
  CHECK(to_hex(both.dialler.public_key) ==
        "0e0216223f147143d32615a91189c288c1728cba3cc5f9f621b1026e03d83129");
  CHECK(to_hex(both.listener.public_key) ==
        "99f4674ecc87c0b8e712f192b8f49e7442a9376b4875967ababa28471019a93e");
  const auto at_dialler = agree(Role::kDialler, both.dialler, both.listener.public_key, both.hellos);
  const auto at_listener = agree(Role::kListener, both.listener, both.dialler.public_key, both.hellos);
  REQUIRE(at_dialler);
  REQUIRE(at_listener);
  CHECK(to_hex(at_dialler->out.bytes) == kToListener);
  CHECK(to_hex(at_dialler->in.bytes) == kToDialler);
  CHECK(to_hex(at_listener->out.bytes) == kToDialler);
  CHECK(to_hex(at_listener->in.bytes) == kToListener);
  CHECK(to_hex(public_keys_digest(both.dialler.public_key, both.listener.public_key)) ==
        "37239b7691e333a9a10cdb4e13c479bd9f1c4877db3d45731127222a52009516");
}

// RFC 7748, section 6.1: points of small order give no secret, as zero is one.
TEST_CASE("a public key that gives no secret is refused") {
  const Both both;
  CHECK_FALSE(agree(Role::kDialler, both.dialler, filled(0), both.hellos));
  CHECK_FALSE(agree(Role::kListener, both.listener, filled(0), both.hellos));
}

TEST_CASE("a MAC counts the direction, the counter and the body") {
  CHECK(to_hex(mac_of(secret_of(kToListener), Direction::kToListener, 0, "hello")) ==
        "d36880fd9343e592020a912449e82a4d");
  CHECK(to_hex(mac_of(secret_of(kToDialler), Direction::kToDialler, 0x0102030405060708, "")) ==
        "6e78e52fa6e07af8d12a2a5f6a9ad2c7");
}

TEST_CASE(
    "a proof counts the match, who gives it, both nonces and the number, a later connection has new keys") {
  const Nonces nonces{filled(0xaa), filled(0xbb)};
  CHECK(to_hex(proof_of(secret_of(kToListener), filled(0xcc), Direction::kToListener, nonces, 77)) ==
        "a027854987e4522a1286b821706c22795f0b7080168e12d4d2ba7e6cb083aae9");
  CHECK(to_hex(proof_of(secret_of(kToDialler), filled(0xcc), Direction::kToDialler, nonces, 78)) ==
        "83c0b5cecdc7b044bb99e43bf52150bb3f40eb5797e44a1868d1ad86424af151");
  const SessionKeys later = renewed({secret_of(kToListener), secret_of(kToDialler)}, nonces);
  CHECK(to_hex(later.out.bytes) == "82434802d67078ba4f69d330b1ee7f6430849e6768e9c397f4aae942f2db9fb6");
  CHECK(to_hex(later.in.bytes) == "cf81b09ecbafc2a59c42a4f6d283220842523276b3517297ea96125152328a2d");
}

TEST_CASE("the digest of a game's options counts ids, kinds, dependences, ranges and choices") {
  host::VariantInfo info;
  CHECK(to_hex(options_digest(info)) == "11da6d1f761ddf9bdb4c9d6e5303ebd41f61858d0a5647a1a7bfe089bf921be9");
  host::OptionInfo open{"open", "", "", host::OptionKind::kToggle, -1, 0, 1, 0, 1, {}};
  host::OptionInfo end{"end", "", "", host::OptionKind::kChoice, 0, 2, 0, 0, 1, {{"loss", ""}, {"draw", ""}}};
  host::OptionInfo limit{"limit", "", "", host::OptionKind::kNumber, -1, 0, 60, -5, 999, {}};
  info.options = {open, end, limit};
  const Digest digest = options_digest(info);
  CHECK(to_hex(digest) == "379bd34c3b82fed88c4c80912d730c14d398aab129484171d74441581ff407ee");

  info.options[1].name_key = "another.text";
  CHECK(options_digest(info) == digest);
  info.options[1].choices[1].id = "win";
  CHECK(options_digest(info) != digest);
}

TEST_CASE("a secret is overwritten when it is wiped") {
  Secret secret = secret_of(kToListener);
  secret.wipe();
  CHECK(secret.bytes == Digest{});
}
