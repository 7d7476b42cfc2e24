// Bluetooth: the system's switches of radios (rfkill), read from /sys; a blocked one can be let go through
// /dev/rfkill.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace qitai::bluetooth {

struct RadioSwitch {
  std::uint32_t index = 0;
  std::string name;                 // "hci0", or what the maker calls a switch of several
  bool soft = false, hard = false;  // blocked by a program; by a key or switch
  friend bool operator==(const RadioSwitch&, const RadioSwitch&) = default;
};

class RadioSwitches {
 public:
  RadioSwitches(std::filesystem::path folder, std::filesystem::path device)
      : folder_(std::move(folder)), device_(std::move(device)) {}

  // Those of Bluetooth, at most 64. True: not the same as before.
  bool read();
  // What blocks "hciN", or, with an empty name, anything: "", "blocked" or "blocked-hard".
  [[nodiscard]] std::string_view blocking(std::string_view name) const;
  // Lets go what programs have blocked: that of a name and those of no adapter; with an empty name, all.
  // False: the system does not let us.
  [[nodiscard]] bool let_go(std::string_view name) const;

 private:
  std::filesystem::path folder_, device_;
  std::vector<RadioSwitch> switches_;
};

}  // namespace qitai::bluetooth
