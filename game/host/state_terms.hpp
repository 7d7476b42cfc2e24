// Host: what a state and its clones share. Private to state*.cpp and variant.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "host/variant.hpp"

namespace qitai::host {

struct State::Terms {
  std::vector<std::int64_t> options;
  std::shared_ptr<const Geometry> board;
  int knower = -1;
};

}  // namespace qitai::host
