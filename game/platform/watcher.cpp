#include "platform/watcher.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace qitai::platform {

struct Watcher::Impl {
  explicit Impl(std::function<void()> to_wake)
      : wake(std::move(to_wake)), bell(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  ~Impl() {
    if (bell >= 0) ::close(bell);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void ring() const { (void)::eventfd_write(bell, 1); }
  void run();
  // What to poll, the bell first; nothing: it is over.
  bool take(std::vector<pollfd>& all, std::uint64_t& of);
  // Some of those that were taken then are ready: unless others are watched meanwhile, or none.
  bool disarm(std::uint64_t of);

  const std::function<void()> wake;
  const int bell;  // the set has changed, or it is over
  std::mutex mutex;
  std::vector<Descriptor> watched;
  std::uint64_t number = 0;  // of the watch() that `watched` is of
  bool armed = false;
  bool over = false;
  std::thread thread;
};

bool Watcher::Impl::take(std::vector<pollfd>& all, std::uint64_t& of) {
  const std::lock_guard hold(mutex);
  all.assign(1, {bell, POLLIN, 0});
  of = number;
  if (armed) {
    for (const Descriptor& one : watched) {
      const int events = (one.in ? POLLIN : 0) | (one.out ? POLLOUT : 0);
      all.push_back({one.fd, static_cast<short>(events), 0});
    }
  }
  return !over;
}

bool Watcher::Impl::disarm(std::uint64_t of) {
  const std::lock_guard hold(mutex);
  if (number != of || !armed || over) return false;
  armed = false;
  return true;
}

void Watcher::Impl::run() {
  std::vector<pollfd> all;
  std::uint64_t of = 0;
  while (take(all, of)) {
    if (::poll(all.data(), all.size(), -1) < 0 && errno != EINTR) return;
    if (all.front().revents != 0) {
      eventfd_t count = 0;
      (void)::eventfd_read(bell, &count);
    }
    const bool ready =
        std::any_of(all.begin() + 1, all.end(), [](const pollfd& one) { return one.revents != 0; });
    if (ready && disarm(of)) wake();
  }
}

Watcher::Watcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<Watcher>> Watcher::start(std::function<void()> wake) {
  auto impl = std::make_unique<Impl>(std::move(wake));
  if (impl->bell < 0)
    return Error{"no-watcher", fmt::format("Descriptors cannot be watched: {}.", std::strerror(errno))};
  try {
    impl->thread = std::thread([self = impl.get()] { self->run(); });
  } catch (const std::system_error& error) {
    return Error{"no-watcher", fmt::format("Descriptors cannot be watched: {}.", error.what())};
  }
  return std::unique_ptr<Watcher>(new Watcher(std::move(impl)));
}

Watcher::~Watcher() {
  {
    const std::lock_guard hold(impl_->mutex);
    impl_->over = true;
  }
  impl_->ring();
  impl_->thread.join();
}

void Watcher::watch(std::vector<Descriptor> descriptors) {
  {
    const std::lock_guard hold(impl_->mutex);
    if (impl_->armed && impl_->watched == descriptors) return;
    impl_->watched = std::move(descriptors);
    impl_->armed = true;
    ++impl_->number;
  }
  impl_->ring();
}

}  // namespace qitai::platform
