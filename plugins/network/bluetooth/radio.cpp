#include "network/bluetooth/radio.hpp"

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "network/handle.hpp"

namespace qitai::bluetooth {
namespace {

using network::Handle;

constexpr int kInquiryLength = 4;  // times 1.28 s
constexpr int kMostFound = 64;
constexpr int kNameTime = 6000;  // ms; a machine that is out of reach takes 5.1 s

std::string text_of(const bdaddr_t& address) {
  std::array<char, 18> text{};
  (void)::ba2str(&address, text.data());
  return text.data();
}

std::optional<hci_dev_info> info_of(int hci) {
  const Handle control(::socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI));
  hci_dev_info info{};
  info.dev_id = static_cast<std::uint16_t>(hci);
  if (!control.open() || ::ioctl(control.get(), HCIGETDEVINFO, &info) != 0) return std::nullopt;
  return info;
}

Radio::Result look_around(int hci) {
  Radio::Result result;
  inquiry_info* found = nullptr;
  const int count = ::hci_inquiry(hci, kInquiryLength, kMostFound, nullptr, &found, IREQ_CACHE_FLUSH);
  if (count < 0) result.error = errno;
  for (int i = 0; i < count; ++i)
    result.found.push_back(text_of(found[i].bdaddr));
  ::bt_free(found);
  return result;
}

Radio::Result name_of(int hci, const std::string& address) {
  Radio::Result result;
  result.kind = Radio::Result::Kind::kName;
  result.address = address;
  bdaddr_t far{};
  (void)::str2ba(address.c_str(), &far);
  const Handle device(::hci_open_dev(hci));
  std::array<char, 249> name{};
  if (!device.open() || ::hci_read_remote_name(device.get(), &far, static_cast<int>(name.size() - 1),
                                               name.data(), kNameTime) < 0) {
    result.error = errno;
  } else {
    result.name = name.data();
  }
  return result;
}

}  // namespace

std::optional<OwnAdapter> first_adapter_that_is_on() {
  for (int hci = 0; hci < HCI_MAX_DEV; ++hci) {
    const auto info = info_of(hci);
    if (info && (info->flags & (1U << HCI_UP)) != 0) return OwnAdapter{hci, text_of(info->bdaddr)};
  }
  return std::nullopt;
}

bool is_enciphered(int hci, std::string_view peer) {
  const Handle device(::hci_open_dev(hci));
  // The answer stands behind the question.
  alignas(hci_conn_info_req) std::array<char, sizeof(hci_conn_info_req) + sizeof(hci_conn_info)> asked{};
  auto* const request = reinterpret_cast<hci_conn_info_req*>(asked.data());
  (void)::str2ba(std::string(peer).c_str(), &request->bdaddr);
  request->type = ACL_LINK;
  return device.open() && ::ioctl(device.get(), HCIGETCONNINFO, request) == 0 &&
         (request->conn_info[0].link_mode & HCI_LM_ENCRYPT) != 0;
}

struct Radio::Shared {
  Handle ready{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::mutex mutex;
  std::optional<Result> result;  // under the mutex
};

Radio::Radio() : shared_(std::make_shared<Shared>()) {
  if (!shared_->ready.open()) throw std::system_error(errno, std::generic_category(), "eventfd");
}
Radio::~Radio() = default;

int Radio::descriptor() const {
  return shared_->ready.get();
}

template <typename Job>
bool Radio::start(Job job) {
  if (busy_) return false;
  try {
    std::thread([shared = shared_, job = std::move(job)]() noexcept {
      try {
        Result result = job();
        const std::lock_guard lock(shared->mutex);
        shared->result = std::move(result);
      } catch (const std::exception&) {  // no memory: as if nothing was found
        const std::lock_guard lock(shared->mutex);
        shared->result.emplace();
      }
      (void)::eventfd_write(shared->ready.get(), 1);
    }).detach();
  } catch (const std::system_error&) {
    return false;
  }
  busy_ = true;
  return true;
}

bool Radio::inquire(int hci) {
  return start([hci] { return look_around(hci); });
}

bool Radio::ask_name(int hci, std::string_view address) {
  return start([hci, address = std::string(address)] { return name_of(hci, address); });
}

std::optional<Radio::Result> Radio::take() {
  eventfd_t count = 0;
  (void)::eventfd_read(shared_->ready.get(), &count);
  const std::lock_guard lock(shared_->mutex);
  if (shared_->result) busy_ = false;
  return std::exchange(shared_->result, std::nullopt);
}

}  // namespace qitai::bluetooth
