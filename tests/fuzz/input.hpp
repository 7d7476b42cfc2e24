// Fuzzing: what the targets share. A target reads what it is given as something from outside and holds what
// must be true of whatever came in; a broken promise, a sanitizer's report, a hang or too large an allocation
// ends it and leaves the input in a file.
#pragma once

#include <filesystem>
#include <string_view>

namespace qitai::fuzz {

// Says what was broken and aborts.
void require(bool holds, const char* what);

// What a target does with an input: each defines it. It may take kMostSeconds of the processor; time on the
// clock would depend on what else the machine does.
void one_input(std::string_view input);
// A second of the game as it is shipped is about five under the sanitizers.
inline constexpr double kMostSeconds = 5;

// A regular file in memory, whose content is that of the last put(); for readers that take a path.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void put(std::string_view bytes);
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  int descriptor_ = -1;
  std::filesystem::path path_;
};

}  // namespace qitai::fuzz
