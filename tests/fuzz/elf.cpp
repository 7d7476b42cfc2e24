// Input: a file that is to be a plugin.
#include "host/elf.hpp"

#include "input.hpp"

using namespace qitai;

void fuzz::one_input(std::string_view input) {
  static fuzz::MemoryFile file;
  file.put(input);
  const Status status = host::check_library(file.path());
  if (!status)
    fuzz::require(status.error().code == "not-a-library" && !status.error().message.empty(),
                  "a file that can be read is refused as no library, with a sentence");
}
