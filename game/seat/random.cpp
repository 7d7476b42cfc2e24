#include "seat/random.hpp"

namespace qitai::seat {

std::uint64_t RandomPlayer::below(std::uint64_t count) {
  // The part of the engine's range that `count` does not divide is thrown away, or low numbers would come
  // more often.
  const std::uint64_t surplus = (0 - count) % count;
  std::uint64_t drawn = engine_();
  while (drawn < surplus)
    drawn = engine_();
  return drawn % count;
}

}  // namespace qitai::seat
