// Bluetooth: what can only be done by waiting: inquiries, and names of machines. Each is done by a thread of
// its own, which owns what it touches, so that nobody has to wait for it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qitai::bluetooth {

// An adapter as the kernel sees it, for when bluetoothd cannot be asked.
struct OwnAdapter {
  int hci = -1;
  std::string address;
};
[[nodiscard]] std::optional<OwnAdapter> first_adapter_that_is_on();
// Whether there is a link with that machine that is enciphered: they are paired.
[[nodiscard]] bool is_enciphered(int hci, std::string_view peer);

class Radio {
 public:
  struct Result {
    enum class Kind : std::uint8_t { kInquiry, kName };
    Kind kind = Kind::kInquiry;
    std::vector<std::string> found;  // addresses
    std::string address, name;       // empty name: it did not answer
    int error = 0;                   // an errno; 0: it went well
  };

  Radio();
  Radio(const Radio&) = delete;
  Radio& operator=(const Radio&) = delete;
  // Waits for no thread: what one still finds is dropped.
  ~Radio();

  // Ready when take() has something.
  [[nodiscard]] int descriptor() const;
  // At most one job at a time. False: no thread can be had.
  bool inquire(int hci);  // 5 s
  bool ask_name(int hci, std::string_view address);
  [[nodiscard]] bool busy() const { return busy_; }
  std::optional<Result> take();

 private:
  struct Shared;
  template <typename Job>
  bool start(Job job);

  std::shared_ptr<Shared> shared_;
  bool busy_ = false;
};

}  // namespace qitai::bluetooth
