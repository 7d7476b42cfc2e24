// What is done with a damaged database: nothing of it is lost, nothing of it is in the way.
#pragma once

#include <filesystem>

#include "base/result.hpp"

namespace qitai::store {

// Renames FILE and its -wal and -shm to the first free FILE.broken-N (N from 1) and answers that name. An old
// -wal beside a new database would be replayed into it, so one that cannot be moved is an error.
Result<std::filesystem::path> set_aside(const std::filesystem::path& file);

}  // namespace qitai::store
