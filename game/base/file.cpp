#include "base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "base/descriptor.hpp"

namespace qitai {
namespace {

namespace fs = std::filesystem;

// Follows links so that the rename replaces the file they lead to and not the link.
fs::path behind_links(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_symlink(path, failed) || failed) return path;
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? path : real;
}

}  // namespace

Error file_error(std::string_view what, const fs::path& path, int number) {
  const char* code = "io-error";
  const char* hint = "";
  switch (number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      code = "disk-full";
      hint = "; free some space there";
      break;
    case EROFS:
      code = "read-only";
      hint = "; the file system is mounted read-only";
      break;
    case EACCES:
    case EPERM:
      code = "no-permission";
      hint = "; the folder and the file must belong to the user who runs the game";
      break;
    case ENOENT:
    case ENOTDIR:
      code = "file-missing";
      break;
    default:
      break;
  }
  return {code, fmt::format("cannot {} {}: {}{}", what, path.string(),
                            std::generic_category().message(number), hint)};
}

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes) {
  // O_NONBLOCK: opening a pipe without a writer would otherwise wait for ever.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.open()) return file_error("open", path, errno);
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) return file_error("look at", path, errno);
  if (!S_ISREG(facts.st_mode)) {
    return Error{"not-a-file", fmt::format("{} is not a regular file; a file was expected", path.string())};
  }
  const auto too_big = [&] {
    return Error{"file-too-big", fmt::format("{} is larger than the {} bytes that are expected at most",
                                             path.string(), max_bytes)};
  };
  if (static_cast<std::uint64_t>(facts.st_size) > max_bytes) return too_big();

  // One byte more than the size, so that a file which grows meanwhile is noticed.
  std::string bytes(static_cast<std::size_t>(facts.st_size) + 1, '\0');
  std::size_t used = 0;
  for (;;) {
    const ssize_t got = ::read(file.get(), bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error("read", path, errno);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > max_bytes) return too_big();
    if (used == bytes.size()) bytes.resize(bytes.size() + 4096);
  }
  bytes.resize(used);
  return bytes;
}

Status sync_folder(const fs::path& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.open()) return file_error("open the folder", folder, errno);
  // Some file systems (FUSE, network ones) have no fsync for folders and say EINVAL; there is nothing more to
  // do.
  if (::fsync(opened.get()) != 0 && errno != EINVAL) return file_error("sync the folder", folder, errno);
  return {};
}

Status write_file_atomic(const fs::path& path, std::string_view bytes) {
  const fs::path target = behind_links(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  std::string beside = (folder / ("." + target.filename().string() + ".XXXXXX")).string();
  Descriptor file(::mkostemp(beside.data(), O_CLOEXEC));
  if (!file.open()) return file_error("write", path, errno);

  const auto give_up = [&](std::string_view what, int number) {
    ::unlink(beside.c_str());
    return file_error(what, path, number);
  };
  if (!write_all(file.get(), bytes)) return give_up("write", errno);
  if (::fchmod(file.get(), 0644) != 0) return give_up("set the mode of", errno);
  if (::fsync(file.get()) != 0) return give_up("sync", errno);
  if (!file.close_checked()) return give_up("close", errno);
  if (::rename(beside.c_str(), target.c_str()) != 0) return give_up("put in place", errno);
  return sync_folder(folder);
}

}  // namespace qitai
