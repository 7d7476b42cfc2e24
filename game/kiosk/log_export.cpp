#include "kiosk/log_export.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <sstream>

#include "base/descriptor.hpp"
#include "base/file.hpp"

namespace qitai::kiosk {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLog = 8U << 20U;  // bytes of one file of the log: it begins anew at 4 MiB
constexpr std::size_t kMostMounts = 16U << 20U;
constexpr std::size_t kMostSticks = 8;

// "\040" for a space, as the kernel writes names.
std::string plain(std::string_view written) {
  std::string out;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto octal = [&](std::size_t at) { return written[at] >= '0' && written[at] <= '7'; };
    if (written[i] == '\\' && i + 3 < written.size() && octal(i + 1) && octal(i + 2) && octal(i + 3)) {
      out += static_cast<char>((written[i + 1] - '0') * 64 + (written[i + 2] - '0') * 8 +
                               (written[i + 3] - '0'));
      i += 3;
    } else {
      out += written[i];
    }
  }
  return out;
}

bool may_hold_sticks(std::string_view place) {
  constexpr std::array<std::string_view, 3> kPlaces{"/media/", "/run/media/", "/mnt/"};
  if (place.find("/../") != std::string_view::npos || place.ends_with("/..")) return false;
  return place == "/mnt" || std::ranges::any_of(kPlaces, [&](auto one) { return place.starts_with(one); });
}

}  // namespace

// 36 25 8:17 / /media/usb rw,nosuid shared:1 - vfat /dev/sdb1 rw
std::vector<fs::path> sticks_in(std::string_view mountinfo) {
  std::vector<fs::path> found;
  std::istringstream lines{std::string(mountinfo)};
  for (std::string line; std::getline(lines, line) && found.size() < kMostSticks;) {
    std::istringstream fields(line);
    std::string id, parent, device, inner, place, options, word, kind, source;
    fields >> id >> parent >> device >> inner >> place >> options;
    while (fields >> word && word != "-") {
    }
    fields >> kind >> source;
    const std::string where = plain(place);
    const bool writable = options == "rw" || options.starts_with("rw,");
    if (!source.starts_with("/dev/") || inner != "/" || !writable || !may_hold_sticks(where)) continue;
    if (std::ranges::find(found, fs::path(where)) == found.end()) found.emplace_back(where);
  }
  return found;
}

std::vector<fs::path> sticks(const fs::path& root) {
  const Result<std::string> mounts = read_file(root / "proc/self/mountinfo", kMostMounts);
  std::vector<fs::path> found = sticks_in(mounts ? *mounts : std::string());
  // A test's machine lies in a folder.
  if (root != "/") {
    for (fs::path& place : found)
      place = root / place.relative_path();
  }
  return found;
}

Result<fs::path> export_log(const std::vector<fs::path>& files, const fs::path& folder,
                            const std::string& name) {
  std::string bytes;
  std::optional<Error> unread;
  for (const fs::path& file : files) {
    const Result<std::string> content = read_file(file, kMostLog);
    if (content) {
      bytes += *content;
    } else if (content.error().code != "file-missing" || !unread) {
      unread = content.error();
    }
  }
  if (bytes.empty()) return Error{"nothing", unread ? unread->message : "the log is empty"};
  const Descriptor into(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (into.get() < 0) return file_error("open", folder, errno);
  const fs::path target = folder / name;
  const std::string part = "." + name + ".part";
  // One that was left by a pulled stick is ours; a link of that name is only taken away, not followed.
  (void)::unlinkat(into.get(), part.c_str(), 0);
  const Descriptor file(
      ::openat(into.get(), part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (file.get() < 0) return file_error("write", target, errno);
  const auto give_up = [&](int number) {
    (void)::unlinkat(into.get(), part.c_str(), 0);
    if (number == EEXIST)
      return Error{"there-already", fmt::format("{} is there already; it is left as it is", target.string())};
    return file_error("write", target, number);
  };
  if (!write_all(file.get(), bytes) || ::fsync(file.get()) != 0) return give_up(errno);
  if (::renameat2(into.get(), part.c_str(), into.get(), name.c_str(), RENAME_NOREPLACE) != 0) {
    // Some file systems cannot rename so, but have hard links, which never replace either.
    if (errno != EINVAL) return give_up(errno);
    if (::linkat(into.get(), part.c_str(), into.get(), name.c_str(), 0) != 0) return give_up(errno);
    (void)::unlinkat(into.get(), part.c_str(), 0);
  }
  if (::fsync(into.get()) != 0 && errno != EINVAL) return file_error("write", target, errno);
  return target;
}

}  // namespace qitai::kiosk
