#include "air.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>

namespace qitai::testing {
namespace {

using std::chrono::steady_clock;

constexpr const char* kEmulator = "/tmp/bt-server-bredr";
constexpr char kCommand = 1, kData = 2, kSound = 3, kEvent = 4;
constexpr int kCreateConnection = 0x0405, kDisconnect = 0x0406, kNameRequest = 0x0419, kReset = 0x0C03,
              kReadKeySize = 0x1408;
constexpr unsigned char kInquiryResult = 0x02, kConnected = 0x03, kConnectionRequest = 0x04,
                        kDisconnected = 0x05, kNameComplete = 0x07, kEncryptionChange = 0x08,
                        kCommandComplete = 0x0E, kCommandStatus = 0x0F, kInquiryRssi = 0x22,
                        kInquiryExtended = 0x2F;
constexpr char kPageTimeout = 0x04, kSupervisionTimeout = 0x08;

unsigned byte(const std::string& packet, std::size_t at) {
  return at < packet.size() ? static_cast<unsigned char>(packet[at]) : 0U;
}
unsigned word(const std::string& packet, std::size_t at) {
  return byte(packet, at) | byte(packet, at + 1) << 8U;
}

// Of the packet that begins there; 0: not all of it is here.
std::size_t length(const std::string& stream) {
  std::size_t head = 0, body = 0;
  switch (byte(stream, 0)) {
    case kEvent:
      head = 3, body = byte(stream, 2);
      break;
    case kSound:
      head = 4, body = byte(stream, 3);
      break;
    case kData:
      head = 5, body = word(stream, 3);
      break;
    default:
      throw std::runtime_error("the emulator sent something that is no HCI packet");
  }
  return stream.size() < head || stream.size() < head + body ? 0 : head + body;
}

std::string event(unsigned char code, const std::string& body) {
  std::string packet(1, kEvent);
  packet += static_cast<char>(code);
  packet += static_cast<char>(body.size());
  return packet + body;
}

// The adapter's number out of the six bytes of its address, least first.
int number(const char* address) {
  return static_cast<unsigned char>(address[2]);
}

}  // namespace

std::string Air::address(int adapter) {
  return "00:AA:01:0" + std::to_string(adapter) + ":00:42";
}

Air::Air(int adapters)
    : controllers_(static_cast<std::size_t>(adapters)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  ::unlink(kEmulator);
  emulator_ = std::make_unique<Process>(std::vector<std::string>{"sh", "-c", "exec btvirt -s > /dev/null"});
  for (int tries = 0; ::access(kEmulator, F_OK) != 0; ++tries) {
    if (tries > 500) throw std::runtime_error("btvirt does not begin");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  thread_ = std::thread([this] { run(); });
  for (int i = 0; i < adapters; ++i)
    plug(i);
}

Air::~Air() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  (void)::eventfd_write(wake_, 1);
  thread_.join();
  for (int i = 0; i < static_cast<int>(controllers_.size()); ++i)
    shut(i);
  ::close(wake_);
}

void Air::open(int adapter) {
  Controller& made = controllers_.at(static_cast<std::size_t>(adapter));
  made = Controller();
  sockaddr_un there{};
  there.sun_family = AF_UNIX;
  std::copy_n(kEmulator, std::char_traits<char>::length(kEmulator), there.sun_path);
  made.radio = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(made.radio, reinterpret_cast<const sockaddr*>(&there), sizeof there) != 0)
    throw std::runtime_error("btvirt does not answer");
  made.host = ::open("/dev/vhci", O_RDWR | O_CLOEXEC);
  // An adapter of the common kind; the kernel's answer says which number it has.
  const std::array<char, 2> wanted{static_cast<char>(0xFF), 0};
  std::array<char, 4> answer{};
  if (made.host < 0 || ::write(made.host, wanted.data(), 2) != 2 || ::read(made.host, answer.data(), 4) != 4)
    throw std::runtime_error("/dev/vhci makes no adapter");
}

void Air::shut(int adapter) {
  Controller& one = controllers_.at(static_cast<std::size_t>(adapter));
  std::erase_if(later_, [&](const Later& told) { return told.adapter == adapter; });
  if (one.host >= 0) ::close(one.host);
  if (one.radio >= 0) ::close(one.radio);
  one = Controller();
}

void Air::order(const std::function<void()>& what) {
  {
    const std::lock_guard lock(mutex_);
    what();
  }
  (void)::eventfd_write(wake_, 1);
}

void Air::plug(int adapter) {
  order([&] { open(adapter); });
}

void Air::unplug(int adapter) {
  order([&] {
    end_links(controllers_.at(static_cast<std::size_t>(adapter)), true);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // for the emulator to tell the others
    shut(adapter);
  });
}

void Air::cut(int adapter, std::chrono::milliseconds lost_after) {
  order([&] {
    Controller& one = controllers_.at(static_cast<std::size_t>(adapter));
    one.cut = true;
    one.lose_at = steady_clock::now() + lost_after;
  });
}

void Air::hurry(int adapter) {
  order([&] { controllers_.at(static_cast<std::size_t>(adapter)).hurries = true; });
}

void Air::mute(int adapter, bool on) {
  order([&] { controllers_.at(static_cast<std::size_t>(adapter)).mute = on; });
}

void Air::page_time(std::chrono::milliseconds time) {
  order([&] { page_time_ = time; });
}

void Air::heal(int adapter) {
  order([&] {
    Controller& one = controllers_.at(static_cast<std::size_t>(adapter));
    one.cut = one.mute = one.hurries = one.key_size_due = false;
    one.lose_at.reset();
    one.late_answer.clear();
    one.late_data.clear();
  });
}

bool Air::out_of_reach(int adapter, const char* peer) const {
  const auto other = static_cast<std::size_t>(number(peer));
  return controllers_[static_cast<std::size_t>(adapter)].cut || other >= controllers_.size() ||
         controllers_[other].cut;
}

void Air::to_host(Controller& to, const std::string& packet) {
  if (::write(to.host, packet.data(), packet.size()) >= 0 || errno != ENXIO) return;
  // Its host has switched it off: its links are no more.
  if (to.hidden_ends == 0) end_links(to, true);
}

// Through the emulator, so that both sides hear of it. `hidden`: its own host does not.
void Air::end_links(Controller& of, bool hidden) {
  for (const auto& [handle, peer] : of.handles) {
    std::string packet{kCommand, kDisconnect & 0xFF, kDisconnect >> 8, 3};
    packet += static_cast<char>(handle & 0xFFU);
    packet += static_cast<char>(handle >> 8U);
    packet += kSupervisionTimeout;
    ++of.hidden_status;
    if (hidden) ++of.hidden_ends;
    (void)!::write(of.radio, packet.data(), packet.size());
  }
}

void Air::from_host(int adapter, std::string packet) {
  Controller& one = controllers_[static_cast<std::size_t>(adapter)];
  const bool command = byte(packet, 0) == kCommand;
  const int code = command ? static_cast<int>(word(packet, 1)) : 0;
  if ((one.cut || one.mute) && byte(packet, 0) == kData) return;
  if ((code == kCreateConnection || code == kNameRequest) && packet.size() >= 10 &&
      out_of_reach(adapter, packet.data() + 4)) {
    to_host(one, event(kCommandStatus, {0, 1, packet[1], packet[2]}));
    const std::string peer = packet.substr(4, 6);
    if (code == kCreateConnection) {
      later_.push_back({steady_clock::now() + page_time_, adapter,
                        event(kConnected, std::string{kPageTimeout, 0, 0} + peer + std::string{1, 0})});
    } else {
      to_host(one, event(kNameComplete, std::string{kPageTimeout} + peer + std::string(248, '\0')));
    }
    return;
  }
  if (code == kReset) end_links(one, true);
  (void)!::write(one.radio, packet.data(), packet.size());
}

void Air::from_radio(int adapter, std::string packet) {
  Controller& one = controllers_[static_cast<std::size_t>(adapter)];
  if (one.cut && byte(packet, 0) == kData) return;
  if (byte(packet, 0) == kEvent) {
    const unsigned code = byte(packet, 1);
    if (code == kCommandStatus && one.hidden_status > 0 && word(packet, 5) == kDisconnect) {
      --one.hidden_status;
      return;
    }
    if (code == kConnected && byte(packet, 3) == 0)
      one.handles[static_cast<std::uint16_t>(word(packet, 4))] = number(packet.data() + 6);
    if (code == kDisconnected) {
      one.handles.erase(static_cast<std::uint16_t>(word(packet, 4)));
      if (one.hidden_ends > 0) {
        --one.hidden_ends;
        return;
      }
    }
    // One machine an event, as the emulator does it.
    const bool inquiry = code == kInquiryResult || code == kInquiryRssi || code == kInquiryExtended;
    if (inquiry && packet.size() >= 10 && out_of_reach(adapter, packet.data() + 4)) return;
    if (code == kConnectionRequest && one.cut) return;
    if (code == kDisconnected) one.key_size_due = false;
    // The host asks for the size of the key of a link that was just enciphered, and takes the link for secure
    // once it has the answer. Data that came over it come after that.
    if (code == kEncryptionChange && byte(packet, 3) == 0 && byte(packet, 6) != 0) one.key_size_due = true;
    if (code == kCommandComplete && word(packet, 4) == kReadKeySize) {
      one.key_size_due = false;
      if (std::exchange(one.hurries, false)) {
        one.late_answer = packet;
        return;
      }
      to_host(one, packet);
      for (const std::string& late : std::exchange(one.late_data, {}))
        to_host(one, late);
      return;
    }
  }
  if (byte(packet, 0) == kData) {
    mend_handle(adapter, packet);
    if (one.key_size_due && !one.hurries) {
      one.late_data.push_back(packet);
      return;
    }
  }
  to_host(one, packet);
  if (byte(packet, 0) == kData && !one.late_answer.empty()) to_host(one, std::exchange(one.late_answer, {}));
}

// The emulator hands data on with the number that the link has at the sender, which is another one at the
// receiver where somebody has several links.
void Air::mend_handle(int adapter, std::string& packet) const {
  const auto handle = static_cast<std::uint16_t>(word(packet, 1) & 0x0FFFU);
  const auto sends = [&](int other) {
    const auto& links = controllers_[static_cast<std::size_t>(other)].handles;
    const auto found = links.find(handle);
    return found != links.end() && found->second == adapter;
  };
  const auto& own = controllers_[static_cast<std::size_t>(adapter)].handles;
  const auto same = own.find(handle);
  if (same != own.end() && sends(same->second)) return;
  for (const auto& [number, other] : own) {
    if (!sends(other)) continue;
    packet[1] = static_cast<char>(number & 0xFFU);
    packet[2] = static_cast<char>((word(packet, 1) & 0xF000U) >> 8U | number >> 8U);
    return;
  }
}

void Air::run() {
  for (;;) {
    std::vector<pollfd> polled{{wake_, POLLIN, 0}};
    int wait = -1;
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
      const auto wake_at = [&wait](steady_clock::time_point at) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(at - steady_clock::now());
        const int ms = std::max(0, static_cast<int>(left.count()) + 1);
        wait = wait < 0 ? ms : std::min(wait, ms);
      };
      for (const Controller& one : controllers_) {
        polled.push_back({one.host, POLLIN, 0});
        polled.push_back({one.radio, POLLIN, 0});
        if (one.lose_at) wake_at(*one.lose_at);
      }
      for (const Later& one : later_)
        wake_at(one.at);
    }
    (void)::poll(polled.data(), polled.size(), wait);
    const std::lock_guard lock(mutex_);
    eventfd_t count = 0;
    (void)::eventfd_read(wake_, &count);
    std::erase_if(later_, [&](const Later& one) {
      if (one.at > steady_clock::now()) return false;
      to_host(controllers_[static_cast<std::size_t>(one.adapter)], one.packet);
      return true;
    });
    for (std::size_t i = 0; i < controllers_.size(); ++i) {
      Controller& one = controllers_[i];
      if (one.lose_at && steady_clock::now() >= *one.lose_at) {
        one.lose_at.reset();
        end_links(one, false);
      }
      std::array<char, 8192> buffer{};
      const pollfd &host = polled[1 + 2 * i], &radio = polled[2 + 2 * i];
      if (one.host >= 0 && host.fd == one.host && (host.revents & POLLIN) != 0) {
        const ssize_t got = ::read(one.host, buffer.data(), buffer.size());
        if (got > 0)
          from_host(static_cast<int>(i), std::string(buffer.data(), static_cast<std::size_t>(got)));
      }
      if (one.radio >= 0 && radio.fd == one.radio && (radio.revents & POLLIN) != 0) {
        const ssize_t got = ::read(one.radio, buffer.data(), buffer.size());
        if (got > 0) one.unread.append(buffer.data(), static_cast<std::size_t>(got));
        for (std::size_t size = 0; !one.unread.empty() && (size = length(one.unread)) != 0;) {
          from_radio(static_cast<int>(i), one.unread.substr(0, size));
          one.unread.erase(0, size);
        }
      }
    }
  }
}

}  // namespace qitai::testing
