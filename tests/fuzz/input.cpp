#include "input.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace qitai::fuzz {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

MemoryFile::MemoryFile() : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
  require(descriptor_ >= 0, "a file in memory can be had");
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
}

MemoryFile::~MemoryFile() {
  ::close(descriptor_);
}

void MemoryFile::put(std::string_view bytes) {
  require(::ftruncate(descriptor_, 0) == 0, "the file in memory can be emptied");
  const auto size = static_cast<ssize_t>(bytes.size());
  require(::pwrite(descriptor_, bytes.data(), bytes.size(), 0) == size, "the file in memory can be written");
}

}  // namespace qitai::fuzz
