// Draws of chance that neither of two machines can choose: each has a hash chain that it is bound to by its
// end, and gives one link of it for each draw.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/hash.hpp"

namespace qitai::duel {

inline constexpr std::uint32_t kMostDraws = 64;  // of a match

// One's own chain: value(i) = H^(kMostDraws - i)(seed), value(0) the anchor.
class OwnChain {
 public:
  explicit OwnChain(const Digest& seed);
  // i at most kMostDraws.
  [[nodiscard]] const Digest& value(std::uint32_t i) const { return values_[i]; }

 private:
  std::vector<Digest> values_;
};

// The other machine's, of which one link after the other becomes known.
class FarChain {
 public:
  // The first one counts; false: another one than before.
  bool anchor(const Digest& value);
  // The link of draw i, from 1: the next one, or one that is known, again. False: it is not that.
  bool add(std::uint32_t i, const Digest& value);
  [[nodiscard]] bool anchored() const { return !values_.empty(); }
  [[nodiscard]] const std::vector<Digest>& values() const { return values_; }  // from the anchor on
  // Nothing: not known yet.
  [[nodiscard]] std::optional<Digest> value(std::uint32_t i) const;

 private:
  std::vector<Digest> values_;
};

// Draw i of a match, one of `count` that are equally likely (1 at least): index from 0. `first`, `second`:
// the links of seats 0 and 1. By rejection, so that none is likelier by the remainder of a division.
[[nodiscard]] std::uint32_t drawn(const Digest& match, std::uint32_t i, const Digest& first,
                                  const Digest& second, std::uint32_t count);

}  // namespace qitai::duel
