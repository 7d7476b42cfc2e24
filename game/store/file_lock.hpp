// One process at a time: a lock that the kernel gives back however its holder dies.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.hpp"

namespace qitai::store {

class FileLock {
 public:
  // Takes the lock on `file`, which is made if missing and stays. Errors: "busy" when another process, or
  // another journal of this one, holds it; "read-only", "disk-full", "io-error".
  static Result<std::unique_ptr<FileLock>> take(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// An errno as the store's error code: "disk-full", "read-only" (no permission included: for a player it is
// the same) or "io-error".
[[nodiscard]] const char* store_code(int error_number);

}  // namespace qitai::store
