// Input: a file that is to be a plugin.
#include "host/elf.hpp"

#include "input.hpp"

using namespace qitai;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  file.put(fuzz::text_of(data, size));
  const Status status = host::check_library(file.path());
  if (!status)
    fuzz::require(status.error().code == "not-a-library" && !status.error().message.empty(),
                  "a file that can be read is refused as no library, with a sentence");
  return 0;
}
