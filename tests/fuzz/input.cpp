#include "input.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace qitai::fuzz {
namespace {

double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

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

// What libFuzzer calls with each input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace qitai::fuzz;
  const double begin = processor_seconds();
  one_input({reinterpret_cast<const char*>(data), size});
  require(processor_seconds() - begin < kMostSeconds, "an input is done with in a second or so");
  return 0;
}
