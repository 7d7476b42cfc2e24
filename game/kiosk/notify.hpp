// Kiosk: tells systemd how the service is, by the protocol of sd_notify(3): one datagram a message.
#pragma once

#include <string>
#include <string_view>

namespace qitai::kiosk {

class Notifier {
 public:
  // By NOTIFY_SOCKET and WATCHDOG_USEC of the environment; without them nothing is ever sent.
  Notifier();
  ~Notifier();
  Notifier(const Notifier&) = delete;
  Notifier& operator=(const Notifier&) = delete;

  // "READY=1", "STATUS=…". What cannot be sent is lost: systemd then does what it does with the silent.
  void say(std::string_view message) const;
  // To be called at least once a second: still alive.
  void alive() const {
    if (watched_) say("WATCHDOG=1");
  }

 private:
  std::string address_;
  int socket_ = -1;
  bool watched_ = false;
};

}  // namespace qitai::kiosk
