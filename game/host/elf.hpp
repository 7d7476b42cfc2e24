// Host: whether a file is a whole shared library of this machine, before the dynamic loader maps it. A file
// that is cut off would otherwise be a bus error inside dlopen.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace qitai::host {

// Error codes: "unreadable", "not-a-library". The message is the rest of a sentence that begins with the
// file's name. Follows the ELF header and program headers (System V ABI, chapters 4 and 5).
Status check_library(const std::filesystem::path& file);

// The names that a whole library offers to others, sorted; what linkers add to every library is left out.
// Errors as above, and "not-a-library" where the symbol table cannot be read.
Result<std::vector<std::string>> exported_symbols(const std::filesystem::path& file);

}  // namespace qitai::host
