#include "kiosk/notify.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

#include "base/paths.hpp"

namespace qitai::kiosk {

Notifier::Notifier() {
  const auto address = environment("NOTIFY_SOCKET");
  if (!address || address->size() >= sizeof(sockaddr_un::sun_path)) return;
  if (address->front() != '/' && address->front() != '@') return;
  address_ = *address;
  // An abstract one begins with a NUL.
  if (address_.front() == '@') address_.front() = '\0';
  socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  // WATCHDOG_PID names the service's first process; this one may be its child (under cage).
  watched_ = environment("WATCHDOG_USEC").has_value();
}

Notifier::~Notifier() {
  if (socket_ >= 0) ::close(socket_);
}

void Notifier::say(std::string_view message) const {
  if (socket_ < 0) return;
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, address_.data(), address_.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address_.size());
  (void)::sendto(socket_, message.data(), message.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                 reinterpret_cast<const sockaddr*>(&to), size);
}

}  // namespace qitai::kiosk
