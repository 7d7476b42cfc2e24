#include "duel/draws.hpp"

#include <limits>

#include "base/bytes.hpp"

namespace qitai::duel {

OwnChain::OwnChain(const Digest& seed) : values_(kMostDraws + 1) {
  values_[kMostDraws] = seed;
  for (std::uint32_t i = kMostDraws; i-- > 0;)
    values_[i] = hash_of(values_[i + 1]);
}

bool FarChain::anchor(const Digest& value) {
  if (anchored()) return values_.front() == value;
  values_.push_back(value);
  return true;
}

bool FarChain::add(std::uint32_t i, const Digest& value) {
  if (i == 0 || i > kMostDraws || i > values_.size()) return false;
  if (i < values_.size()) return values_[i] == value;
  if (hash_of(value) != values_.back()) return false;
  values_.push_back(value);
  return true;
}

std::optional<Digest> FarChain::value(std::uint32_t i) const {
  return i < values_.size() ? std::optional(values_[i]) : std::nullopt;
}

std::uint32_t drawn(const Digest& match, std::uint32_t i, const Digest& first, const Digest& second,
                    std::uint32_t count) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  // The greatest multiple of count that 64 bits hold; 2^64 itself is taken as "all".
  const std::uint64_t rest = (most % count + 1) % count;
  for (std::uint32_t j = 0;; ++j) {
    Writer writer;
    writer.raw(as_bytes("qitai draw"));
    writer.raw(match);
    writer.u32(i);
    writer.raw(first);
    writer.raw(second);
    writer.u32(j);
    const Digest hash = hash_of(writer.bytes());
    const std::uint64_t value = Reader(hash).u64();
    if (value <= most - rest) return static_cast<std::uint32_t>(value % count);
  }
}

}  // namespace qitai::duel
