#include "network/faults.hpp"

#include <qitai/texts.hpp>

namespace qitai::network {

Faults::Faults(const FaultSettings& settings, std::uint64_t link)
    : settings_(settings), stream_(sdk::scramble(settings.seed, link)) {}

std::vector<std::string> Faults::strike(std::string_view message) {
  ++sent_;
  if (chance(settings_.drop)) return {};
  std::string sent(message);
  if (chance(settings_.truncate) && sent.size() > 1) sent.resize(1 + draw() % (sent.size() - 1));
  std::vector<std::string> leaving{std::move(sent)};
  if (chance(settings_.repeat)) leaving.push_back(leaving.front());
  return leaving;
}

bool Faults::chance(unsigned per_cent) {
  return per_cent != 0 && draw() % 100 < per_cent;
}

std::uint64_t Faults::draw() {
  return sdk::scramble(stream_, drawn_++);
}

}  // namespace qitai::network
