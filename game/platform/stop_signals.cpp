#include "platform/stop_signals.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace qitai::platform {
namespace {

// What a handler may touch.
std::atomic<int> bell{-1};
std::atomic<bool> noted{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void note(int) {
  const int before = errno;
  noted = true;
  if (const int fd = bell; fd >= 0) (void)::eventfd_write(fd, 1);
  errno = before;
}

}  // namespace

StopSignals::StopSignals() : bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  noted = false;
  bell = bell_;
  struct sigaction action {};
  action.sa_handler = note;
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    (void)::sigaction(kSignals[i], &action, &before_[i]);
}

StopSignals::~StopSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    (void)::sigaction(kSignals[i], &before_[i], nullptr);
  bell = -1;
  if (bell_ >= 0) ::close(bell_);
}

bool StopSignals::asked() const {
  return noted;
}

}  // namespace qitai::platform
