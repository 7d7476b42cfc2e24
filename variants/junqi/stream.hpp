// Junqi: numbers drawn from a seed, the same on every machine.
#pragma once

#include <qitai/texts.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace qitai::junqi {

class Stream {
 public:
  Stream(std::span<const std::uint8_t, 32> seed, std::uint64_t stream) : state_(stream) {
    for (const std::uint8_t byte : seed)
      state_ = sdk::scramble(state_, byte);
  }
  // 0 … bound - 1, each as likely as the others but for one part in 2^57. `bound` is at least 1.
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>(sdk::scramble(state_, count_++) % bound);
  }
  // An index, as likely as its weight among all; weights from 0 up. `count` if all of them are 0.
  std::size_t weighted(std::span<const int> weights) {
    std::size_t sum = 0;
    for (const int weight : weights)
      sum += static_cast<std::size_t>(weight);
    if (sum == 0) return weights.size();
    std::size_t drawn = below(sum);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto weight = static_cast<std::size_t>(weights[i]);
      if (drawn < weight) return i;
      drawn -= weight;
    }
    return weights.size();
  }

 private:
  std::uint64_t state_;
  std::uint64_t count_ = 0;
};

}  // namespace qitai::junqi
