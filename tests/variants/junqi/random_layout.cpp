#include "variants/junqi/random_layout.hpp"

#include <vector>

#include "junqi/stream.hpp"

namespace qitai::junqi {

Layout random_layout(std::span<const std::uint8_t, 32> seed, std::uint64_t stream) {
  Stream random(seed, stream);
  Layout layout;
  layout.fill(Kind::kHidden);
  // The kinds whose places are bound go first, each on any of its places that is still free.
  for (const Kind kind : {Kind::kFlag, Kind::kMine, Kind::kBomb}) {
    for (int i = 0; i < kKindCount[index(kind)]; ++i) {
      std::vector<std::size_t> free;
      for (std::size_t place = 0; place < layout.size(); ++place) {
        if (layout[place] == Kind::kHidden && contains(kinds_at_setup(static_cast<Point>(place)), kind))
          free.push_back(place);
      }
      layout[free[random.below(free.size())]] = kind;
    }
  }
  std::vector<Kind> rest;
  for (std::size_t kind = 0; kind < index(Kind::kBomb); ++kind)
    rest.insert(rest.end(), static_cast<std::size_t>(kKindCount[kind]), static_cast<Kind>(kind));
  for (std::size_t place = 0; place < layout.size(); ++place) {
    if (layout[place] != Kind::kHidden || is_camp(static_cast<Point>(place))) continue;
    const std::size_t drawn = random.below(rest.size());
    layout[place] = rest[drawn];
    rest[drawn] = rest.back();
    rest.pop_back();
  }
  return layout;
}

}  // namespace qitai::junqi
