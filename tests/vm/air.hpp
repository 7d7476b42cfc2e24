// Tests: the air between virtual adapters. Each adapter of this kernel (/dev/vhci) is joined with a
// controller of BlueZ's emulator (btvirt -s, HCI over a socket), and what passes between the two can be
// stopped: out of reach, pulled out. Packets and numbers: Bluetooth Core Specification, volume 4, parts A and
// E.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "process.hpp"

namespace qitai::testing {

class Air {
 public:
  // So many adapters, all plugged in: 00:AA:01:00:00:42, 00:AA:01:01:00:42 and so on.
  explicit Air(int adapters);
  ~Air();
  Air(const Air&) = delete;
  Air& operator=(const Air&) = delete;

  static std::string address(int adapter);

  // Nothing reaches that adapter any more and nothing of it the others; after `lost_after` its links are
  // lost, on both sides, as when a link's supervision timeout has passed.
  void cut(int adapter, std::chrono::milliseconds lost_after = std::chrono::milliseconds(500));
  // Of the emulator's controller nothing is forgotten by this: only unplug and plug make another one.
  void heal(int adapter);
  // The next time that adapter enciphers a link, the first data over it overtake an answer to its host, as
  // may happen where the two have ways of their own (USB): the host takes the link for one that is not secure
  // yet.
  void hurry(int adapter);
  // What that adapter sends over its links reaches nobody, until it is said otherwise; the links stay.
  void mute(int adapter, bool on);
  // Calls to machines that are nowhere take so long, as of a real radio (5.1 s); else they fail at once.
  void page_time(std::chrono::milliseconds time);
  void unplug(int adapter);
  void plug(int adapter);

 private:
  struct Controller {
    int host = -1, radio = -1;               // /dev/vhci, the emulator
    std::string unread;                      // of the emulator's stream
    std::map<std::uint16_t, int> handles;    // of its links, with the other adapter
    int hidden_status = 0, hidden_ends = 0;  // answers to what we asked of the emulator, not for the host
    bool cut = false, mute = false;
    bool hurries = false, key_size_due = false;
    std::string late_answer;             // of a hurried one
    std::vector<std::string> late_data;  // until the key's size is known
    std::optional<std::chrono::steady_clock::time_point> lose_at;
  };
  void open(int adapter);
  void shut(int adapter);
  void run();
  void order(const std::function<void()>& what);
  void from_host(int adapter, std::string packet);
  void from_radio(int adapter, std::string packet);
  void to_host(Controller& to, const std::string& packet);
  void mend_handle(int adapter, std::string& packet) const;
  void end_links(Controller& of, bool hidden);
  [[nodiscard]] bool out_of_reach(int adapter, const char* peer) const;

  // What an adapter's host is told later.
  struct Later {
    std::chrono::steady_clock::time_point at;
    int adapter = 0;
    std::string packet;
  };

  std::unique_ptr<Process> emulator_;
  std::chrono::milliseconds page_time_{0};
  std::vector<Later> later_;
  std::vector<Controller> controllers_;
  std::mutex mutex_;  // of everything above
  int wake_ = -1;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace qitai::testing
