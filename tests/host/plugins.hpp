// Loads plugins for tests: from the tests' own folders, with the vetting program of this build.
#pragma once

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "base/log.hpp"
#include "host/loader.hpp"

namespace qitai::testing {

inline const std::filesystem::path kPluginFolder = QITAI_BUILD_DIR "/tests/plugins";
inline const std::filesystem::path kBadFolder = QITAI_BUILD_DIR "/tests/plugins_bad";

inline host::Plugins load_plugins(std::vector<std::filesystem::path> files,
                                  std::vector<std::filesystem::path> folders = {},
                                  std::vector<std::string> set_aside = {}) {
  set_log_level(LogLevel::kError);  // refusals are what these tests are about
  host::LoaderOptions options;
  options.files = std::move(files);
  options.folders = std::move(folders);
  options.set_aside = std::move(set_aside);
  options.vetter = QITAI_BUILD_DIR "/libexec/qitai/qitai-vet";
  options.vet_timeout = std::chrono::milliseconds(1500);
  return host::Plugins::load(options);
}

inline std::shared_ptr<const host::Variant> toy() {
  static const host::Plugins kPlugins = load_plugins({kPluginFolder / "toy.so"});
  for (const auto& report : kPlugins.reports()) {
    INFO(report.refusal.message);
    REQUIRE(report.loaded);
  }
  return kPlugins.variant("toy");
}

}  // namespace qitai::testing
