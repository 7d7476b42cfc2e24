// Tests: the program itself, in an environment where nothing was ever configured.
#pragma once

#include <string>
#include <vector>

#include "support/folder.hpp"
#include "support/process.hpp"

namespace qitai::test {

inline std::string program() {
  return QITAI_BUILD_DIR "/bin/qitai";
}

inline Finished qitai(std::vector<std::string> words) {
  static const Folder home;
  words.insert(words.begin(), program());
  return run(words, {{"HOME", home.path().string()},
                     {"XDG_CONFIG_HOME", ""},
                     {"XDG_DATA_HOME", ""},
                     {"XDG_STATE_HOME", ""},
                     {"LC_ALL", "C.UTF-8"}});
}

}  // namespace qitai::test
