#include "store/set_aside.hpp"

#include <system_error>

#include "base/file.hpp"
#include "store/file_lock.hpp"

namespace qitai::store {
namespace {

namespace fs = std::filesystem;

fs::path with(const fs::path& file, const std::string& ending) {
  return fs::path(file.string() + ending);
}

}  // namespace

Result<fs::path> set_aside(const fs::path& file) {
  std::error_code failed;
  fs::path aside;
  for (int n = 1;; ++n) {
    aside = with(file, ".broken-" + std::to_string(n));
    if (!fs::exists(fs::symlink_status(aside, failed))) break;
  }
  for (const char* ending : {"-wal", "-shm", ""}) {
    if (!fs::exists(fs::symlink_status(with(file, ending), failed))) continue;
    fs::rename(with(file, ending), with(aside, ending), failed);
    if (failed) {
      return Error{store_code(failed.value()), file_error("set aside", file, failed.value()).message};
    }
  }
  if (auto synced = sync_folder(file.has_parent_path() ? file.parent_path() : "."); !synced)
    return synced.error();
  return aside;
}

}  // namespace qitai::store
