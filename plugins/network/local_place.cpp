#include "network/local_place.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <qitai/transport.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <qitai/host.hpp>
#include <string_view>
#include <utility>

#include "network/local_greeting.hpp"

namespace qitai::network {
namespace {

constexpr std::string_view kEnding = ".peer";
constexpr std::string_view kUnborn = ".new-";  // bound, not listening yet
constexpr time_t kUnbornSeconds = 10;          // older ones are of a process that ended in between
constexpr std::size_t kMostPeers = 64;
constexpr int kBacklog = 16;
constexpr int kMostNumbers = 99;            // of endpoints with the same digits
constexpr std::size_t kMostEntries = 1024;  // of the folder that are looked at

std::string errno_text(int number) {
  std::array<char, 128> buffer{};
  return ::strerror_r(number, buffer.data(), buffer.size());
}

std::string failure_of(int number) {
  return number == EACCES || number == EPERM || number == EROFS ? "permission" : "unusable";
}

// Whoever has it may give and clear away names.
class Lock {
 public:
  explicit Lock(int directory) : directory_(directory), held_(::flock(directory, LOCK_EX | LOCK_NB) == 0) {}
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() {
    if (held_) ::flock(directory_, LOCK_UN);
  }
  [[nodiscard]] bool held() const { return held_; }

 private:
  int directory_;
  bool held_;
};

}  // namespace

std::string usual_folder() {
  struct stat there {};
  const char* const runtime = std::getenv("XDG_RUNTIME_DIR");  // NOLINT(concurrency-mt-unsafe): never changed
  if (runtime != nullptr && runtime[0] == '/' && ::stat(runtime, &there) == 0 && S_ISDIR(there.st_mode))
    return std::string(runtime) + "/qitai";
  return "/tmp/qitai-" + std::to_string(::geteuid());
}

std::string Place::enter() {
  struct stat there {};
  // A folder that was removed under us is made anew.
  if (directory_.open() && ::fstat(directory_.get(), &there) == 0 && there.st_nlink != 0) return {};
  listener_ = Handle();
  directory_ = Handle();
  if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST) {
    sdk::log(QITAI_LOG_WARNING, "the folder " + folder_ + " cannot be made: " + errno_text(errno));
    return failure_of(errno);
  }
  Handle opened(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened.open() || ::fstat(opened.get(), &there) != 0) {
    const int number = errno;
    sdk::log(QITAI_LOG_WARNING, "the folder " + folder_ + " cannot be opened: " + errno_text(number));
    return failure_of(number);
  }
  const bool owned = there.st_uid == ::geteuid();
  const bool closed = (there.st_mode & 077) == 0;
  if (shared_ ? !owned && there.st_uid != 0 : !owned || !closed) {
    sdk::log(QITAI_LOG_WARNING,
             "the folder " + folder_ + " is another user's or open to others, expected the own, mode 0700");
    return "unusable";
  }
  directory_ = std::move(opened);
  return {};
}

// Through the descriptor: the folder that was looked at and no other, and no limit of a hundred bytes.
std::string Place::path_of(const std::string& name) const {
  return "/proc/self/fd/" + std::to_string(directory_.get()) + "/" + name;
}

int Place::connect_to(const std::string& name) const {
  const std::string path = path_of(name);
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (path.size() >= sizeof where.sun_path) return -ENAMETOOLONG;
  std::copy(path.begin(), path.end(), where.sun_path);
  Handle socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.open()) return -errno;
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0) return -errno;
  return socket.release();
}

int Place::connect(const std::string& address) const {
  if (!directory_.open() || !is_local_address(address)) return -ENOENT;
  return connect_to(address + std::string(kEnding));
}

bool Place::trusted(int socket) const {
  ucred who{};
  socklen_t size = sizeof who;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0) return false;
  return shared_ || who.uid == ::geteuid();
}

std::string Place::settle(std::string_view digits) {
  leave();
  const Lock lock(directory_.get());
  if (!lock.held()) return {};
  std::array<unsigned char, 8> drawn{};
  if (!sdk::random(drawn.data(), drawn.size())) return "unusable";
  std::string unborn(kUnborn);
  for (const unsigned char byte : drawn) {
    unborn += "0123456789abcdef"[byte >> 4];
    unborn += "0123456789abcdef"[byte & 15];
  }
  const std::string path = path_of(unborn);
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (path.size() >= sizeof where.sun_path) return "unusable";
  std::copy(path.begin(), path.end(), where.sun_path);
  Handle socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  struct stat made {};
  if (!socket.open() || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0 ||
      ::listen(socket.get(), kBacklog) != 0 ||
      ::fchmodat(directory_.get(), unborn.c_str(), shared_ ? 0666 : 0600, 0) != 0 ||
      ::fstatat(directory_.get(), unborn.c_str(), &made, AT_SYMLINK_NOFOLLOW) != 0) {
    const int number = errno;
    ::unlinkat(directory_.get(), unborn.c_str(), 0);
    sdk::log(QITAI_LOG_WARNING, "no socket in the folder " + folder_ + ": " + errno_text(number));
    return failure_of(number);
  }
  for (int number = 1; number <= kMostNumbers; ++number) {
    const std::string address = std::string(digits) + (number == 1 ? "" : "-" + std::to_string(number));
    const std::string name = address + std::string(kEnding);
    // Taken unless nobody is behind it. Under the lock, and renamed only now that it listens: nobody ever
    // meets a name that only looks abandoned.
    const int tried = connect_to(name);
    if (tried >= 0) ::close(tried);
    if (tried != -ENOENT && tried != -ECONNREFUSED) continue;
    if (::renameat(directory_.get(), unborn.c_str(), directory_.get(), name.c_str()) != 0) continue;
    listener_ = std::move(socket);
    address_ = address;
    inode_ = made.st_ino;
    return {};
  }
  ::unlinkat(directory_.get(), unborn.c_str(), 0);
  return "in-use";
}

void Place::leave() {
  // The name goes first: as long as it is there, somebody answers behind it.
  if (listener_.open() && settled())
    ::unlinkat(directory_.get(), (address_ + std::string(kEnding)).c_str(), 0);
  listener_ = Handle();
}

bool Place::settled() const {
  struct stat there {};
  return listener_.open() &&
         ::fstatat(directory_.get(), (address_ + std::string(kEnding)).c_str(), &there,
                   AT_SYMLINK_NOFOLLOW) == 0 &&
         there.st_ino == inode_;
}

void Place::bury(const std::string& address) {
  if (directory_.open() && is_local_address(address)) clear_away(address + std::string(kEnding));
}

void Place::clear_away(const std::string& name) {
  const Lock lock(directory_.get());
  if (!lock.held()) return;
  // Once more, now that nobody can take the name.
  const int socket = connect_to(name);
  if (socket >= 0) {
    ::close(socket);
  } else if (socket == -ECONNREFUSED) {
    ::unlinkat(directory_.get(), name.c_str(), 0);
  }
}

std::vector<std::string> Place::others() {
  std::vector<std::string> found;
  if (!directory_.open()) return found;
  // A descriptor of its own: readdir moves it.
  const int copy = ::openat(directory_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> listing(copy < 0 ? nullptr : ::fdopendir(copy), &::closedir);
  if (listing == nullptr) {
    if (copy >= 0) ::close(copy);
    return found;
  }
  const time_t now = ::time(nullptr);
  for (std::size_t seen = 0; seen < kMostEntries; ++seen) {
    const dirent* const entry = ::readdir(listing.get());  // NOLINT(concurrency-mt-unsafe): its own stream
    if (entry == nullptr) break;
    const std::string name = entry->d_name;
    struct stat there {};
    if (::fstatat(directory_.get(), name.c_str(), &there, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISSOCK(there.st_mode))
      continue;
    if (name.starts_with(kUnborn)) {
      if (now - there.st_mtime > kUnbornSeconds) clear_away(name);
    } else if (name.ends_with(kEnding)) {
      std::string address = name.substr(0, name.size() - kEnding.size());
      if (is_local_address(address) && !(listener_.open() && address == address_))
        found.push_back(std::move(address));
    }
  }
  std::sort(found.begin(), found.end());
  if (found.size() > kMostPeers) found.resize(kMostPeers);
  return found;
}

}  // namespace qitai::network
