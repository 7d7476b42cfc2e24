// The same as mash_test.cpp, for as long as a child has patience.
#include <catch2/catch.hpp>

#include "mash.hpp"

TEST_CASE("thirty thousand random inputs break nothing") {
  for (std::uint64_t seed = 10; seed < 40; ++seed)
    CHECK(qitai::testing::mash(seed, 1000) == "");
}
