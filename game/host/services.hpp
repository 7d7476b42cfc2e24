// Host: the game's side of the ABI, as one plugin sees it.
#pragma once

#include <qitai/abi.h>

#include <string>

#include "host/loader.hpp"

namespace qitai::host {

// A qitai_host for the plugin of that id, for the life of the process. Log lines are marked with the id;
// every function may be called from any thread.
[[nodiscard]] const qitai_host* make_services(std::string plugin_id, const LoaderOptions& options);

}  // namespace qitai::host
