// Preloaded into bluetoothd by tests (LD_PRELOAD), which run one bluetoothd for each adapter of one kernel as
// if each was a machine's own: it hears of one adapter alone (QITAI_VM_ADAPTER, an address), and its channels
// are that adapter's. Management messages: doc/mgmt-api.txt of BlueZ.
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/l2cap.h>
#include <dlfcn.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kNoIndex = 0xFFFF, kCommandComplete = 0x0001, kReadIndexList = 0x0003;
constexpr int kMostDescriptors = 1024;
bool control[kMostDescriptors];  // descriptors of the management channel

bdaddr_t own() {
  bdaddr_t address{};
  str2ba(std::getenv("QITAI_VM_ADAPTER"), &address);
  return address;
}

bool is_own(int hci) {
  const int asked = ::socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
  hci_dev_info info{};
  info.dev_id = static_cast<std::uint16_t>(hci);
  const bdaddr_t address = own();
  const bool same = ::ioctl(asked, HCIGETDEVINFO, &info) == 0 && bacmp(&info.bdaddr, &address) == 0;
  ::close(asked);
  return same;
}

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

int word(const unsigned char* bytes) {
  return bytes[0] | bytes[1] << 8;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int bind(int fd, const sockaddr* address, socklen_t size) {
  static const auto system = next<int (*)(int, const sockaddr*, socklen_t)>("bind");
  int protocol = 0;
  socklen_t length = sizeof protocol;
  if (address->sa_family == AF_BLUETOOTH &&
      ::getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &protocol, &length) == 0) {
    if (protocol == BTPROTO_HCI && size >= sizeof(sockaddr_hci) && fd < kMostDescriptors)
      control[fd] = reinterpret_cast<const sockaddr_hci*>(address)->hci_channel == HCI_CHANNEL_CONTROL;
    if (protocol == BTPROTO_L2CAP && size >= sizeof(sockaddr_l2)) {
      sockaddr_l2 changed{};
      std::memcpy(&changed, address, sizeof changed);
      const bdaddr_t any{};
      if (bacmp(&changed.l2_bdaddr, &any) == 0) changed.l2_bdaddr = own();
      return system(fd, reinterpret_cast<const sockaddr*>(&changed), sizeof changed);
    }
  }
  return system(fd, address, size);
}

extern "C" __attribute__((visibility("default"))) ssize_t read(int fd, void* into, size_t room) {
  static const auto system = next<ssize_t (*)(int, void*, size_t)>("read");
  ssize_t got = system(fd, into, room);
  if (got < 6 || fd < 0 || fd >= kMostDescriptors || !control[fd]) return got;
  auto* const bytes = static_cast<unsigned char*>(into);
  const int index = word(bytes + 2);
  // What is another adapter's becomes an event that nobody knows, since an error here would end all
  // listening. Of an adapter that was pulled out nobody can say any more whose it was; that it is gone harms
  // nobody.
  constexpr int kIndexRemoved = 0x0005;
  if (index != kNoIndex && word(bytes) != kIndexRemoved && !is_own(index)) bytes[1] = 0x7F;
  if (word(bytes) == kCommandComplete && index == kNoIndex && got >= 11 &&
      word(bytes + 6) == kReadIndexList) {
    int kept = 0;
    for (int i = 0; i < word(bytes + 9); ++i) {
      unsigned char* const one = bytes + 11 + 2 * i;
      if (!is_own(word(one))) continue;
      std::memmove(bytes + 11 + 2 * kept++, one, 2);
    }
    bytes[9] = static_cast<unsigned char>(kept);
    bytes[10] = 0;
    got = 11 + 2 * kept;
    bytes[4] = static_cast<unsigned char>(got - 6);
    bytes[5] = 0;
  }
  return got;
}
