#include "base/hash.hpp"

#include <catch2/catch.hpp>

using namespace qitai;

// Expected values: `b2sum -l 256` of GNU coreutils.
TEST_CASE("digests are those of BLAKE2b-256") {
  CHECK(to_hex(hash_of({})) == "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  CHECK(to_hex(hash_of(as_bytes("abc"))) ==
        "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

TEST_CASE("the borders of the pieces do not matter, and a finished hasher starts anew") {
  Hasher hasher;
  hasher.update("a");
  hasher.update("");
  hasher.update("bc");
  CHECK(hasher.finish() == hash_of(as_bytes("abc")));
  CHECK(hasher.finish() == hash_of({}));
}

TEST_CASE("hexadecimal text is a digest only with 64 digits and nothing else") {
  const Digest digest = hash_of(as_bytes("abc"));
  CHECK(digest_from_hex(to_hex(digest)) == digest);
  CHECK(digest_from_hex("BDDD813C634239723171EF3FEE98579B94964E3BB1CB3E427262C8C068D52319") == digest);
  CHECK_FALSE(digest_from_hex(to_hex(digest).substr(1)));
  CHECK_FALSE(digest_from_hex(to_hex(digest) + "0"));
  CHECK_FALSE(digest_from_hex(std::string(63, '0') + "g"));
}
