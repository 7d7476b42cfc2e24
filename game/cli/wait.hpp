// Cli: waiting for what a lobby waits for.
#pragma once

#include <poll.h>

#include <vector>

#include "host/transport.hpp"

namespace qitai::cli {

inline void add_descriptors(std::vector<pollfd>& all,
                            const std::vector<host::Endpoint::Descriptor>& descriptors) {
  for (const host::Endpoint::Descriptor& each : descriptors) {
    const int events = (each.in ? POLLIN : 0) | (each.out ? POLLOUT : 0);
    all.push_back({each.fd, static_cast<short>(events), 0});
  }
}

}  // namespace qitai::cli
