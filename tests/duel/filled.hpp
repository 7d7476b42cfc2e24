// Tests: digests that are not those of anything.
#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace qitai::test {

// So many bytes of the same value.
inline Digest filled(std::uint8_t with) {
  Digest digest{};
  digest.fill(with);
  return digest;
}

}  // namespace qitai::test
