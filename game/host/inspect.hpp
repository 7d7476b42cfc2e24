// Host: opens one plugin and looks at everything that it says of itself. The vetting program does this in a
// process of its own; the game does the same with what passed. The only code that calls dlopen.
#pragma once

#include <qitai/variant.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/loader.hpp"

namespace qitai::host {

// Where in the opening a plugin is; what is named when it does not come back.
enum class Stage : std::uint8_t { kOpening, kInit, kTables, kLeaving };

struct Opened {
  PluginReport report;  // loaded: everything was in order
  std::vector<std::shared_ptr<const Variant>> variants;
  std::vector<std::shared_ptr<const Transport>> transports;
  std::vector<std::shared_ptr<const Page>> pages;
  // The plugin's own structs, of its own sizes; raw[i] is what variants[i] was read from.
  const qitai_plugin* entry = nullptr;
  std::vector<const qitai_variant*> raw;
};

// Opens `file` (for ever: plugins are never unloaded). `host` is asked for once the id is known; `stage` is
// called before each step that runs the plugin's code, and may be empty.
Opened open_plugin(const std::filesystem::path& file,
                   const std::function<const qitai_host*(const std::string& id)>& host,
                   const std::function<void(Stage, const PluginReport&)>& stage = {});

}  // namespace qitai::host
