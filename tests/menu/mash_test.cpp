// Random keys, pads, fingers and sizes of the window: nothing breaks, and whatever was done, the program does
// what it is told afterwards.
#include <catch2/catch.hpp>

#include "mash.hpp"

TEST_CASE("random inputs break nothing, give up no match, and leave a program that can be played") {
  for (const std::uint64_t seed : {1U, 2U, 3U})
    CHECK(qitai::testing::mash(seed, 500) == "");
}
