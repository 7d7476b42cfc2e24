// What tells this installation from others is the same at every start.
#include "store/identity.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "../scratch.hpp"

using namespace qitai;
using qitai::testing::Scratch;

TEST_CASE("identity: random when first asked for, the same from then on") {
  const Scratch one, other;
  const store::Identity first = store::identity(one / "identity");
  CHECK(store::identity(one / "identity") == first);
  CHECK(store::identity(other / "identity") != first);
}

TEST_CASE("identity: a file of another length is begun anew") {
  const Scratch folder;
  std::ofstream(folder / "identity") << "short";
  const store::Identity first = store::identity(folder / "identity");
  CHECK(store::identity(folder / "identity") == first);
  CHECK(std::filesystem::file_size(folder / "identity") == first.size());
}

TEST_CASE("identity: where it cannot be kept it is another one each time") {
  const Scratch folder;
  const std::filesystem::path nowhere = folder / "missing" / "identity";
  CHECK(store::identity(nowhere) != store::identity(nowhere));
}
