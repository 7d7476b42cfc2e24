#include "store/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "base/file.hpp"

namespace qitai::store {

const char* store_code(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "disk-full";
    case EROFS:
    case EACCES:
    case EPERM:
      return "read-only";
    default:
      return "io-error";
  }
}

Result<std::unique_ptr<FileLock>> FileLock::take(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    const int why = errno;
    return Error{store_code(why), file_error("open", file, why).message};
  }
  std::unique_ptr<FileLock> lock(new FileLock(descriptor));
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const int why = errno;
    if (why == EINTR) continue;
    if (why == EWOULDBLOCK) {
      return Error{
          "busy",
          fmt::format("another Qitai is using {}; close it, or give this one a data folder of its own",
                      file.parent_path().string())};
    }
    return Error{store_code(why), file_error("lock", file, why).message};
  }
  return lock;
}

FileLock::~FileLock() {
  ::close(descriptor_);
}

}  // namespace qitai::store
