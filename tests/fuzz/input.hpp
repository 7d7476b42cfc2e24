// Fuzzing: what the targets share. A target reads what it is given as something from outside and holds what
// must be true of whatever came in; a broken promise, a sanitizer's report, a hang or too large an allocation
// ends it and leaves the input in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace qitai::fuzz {

// Says what was broken and aborts.
void require(bool holds, const char* what);

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

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

// What libFuzzer calls with each input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
