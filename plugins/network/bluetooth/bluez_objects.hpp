// Bluetooth: what bluetoothd tells of adapters and devices, as it was told last. Bounded, whatever comes.
#pragma once

#include <systemd/sd-bus.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace qitai::bluetooth {

struct AdapterObject {
  std::string address, alias;
  bool powered = false, discoverable = false, pairable = false;
  std::uint32_t discoverable_timeout = 0;  // seconds; 0: for ever
};
struct DeviceObject {
  std::string address, alias;
  bool paired = false, trusted = false, connected = false;
};

inline constexpr const char* kBluez = "org.bluez";
inline constexpr const char* kAdapterInterface = "org.bluez.Adapter1";
inline constexpr const char* kDeviceInterface = "org.bluez.Device1";
inline constexpr const char* kPropertiesInterface = "org.freedesktop.DBus.Properties";
inline constexpr std::size_t kMaxDevices = 1024;  // more are not looked at
inline constexpr std::size_t kMaxText = 248;      // bytes, as long as a name is in Bluetooth

class Objects {
 public:
  // Messages of bluetoothd: the reply of GetManagedObjects, and the signals InterfacesAdded,
  // InterfacesRemoved and PropertiesChanged. False: not of the shape that it has to be; what was read up to
  // there stands.
  bool managed(sd_bus_message* reply);
  bool added(sd_bus_message* signal);
  bool removed(sd_bus_message* signal);
  bool changed(sd_bus_message* signal);
  void clear();

  // By path.
  [[nodiscard]] const std::map<std::string, AdapterObject, std::less<>>& adapters() const {
    return adapters_;
  }
  [[nodiscard]] const std::map<std::string, DeviceObject, std::less<>>& devices() const { return devices_; }
  // Grows with each change that may matter.
  [[nodiscard]] std::uint64_t version() const { return version_; }

 private:
  int interfaces(sd_bus_message* message, const std::string& path);
  int properties(sd_bus_message* message, const std::string& path, std::string_view interface);

  std::map<std::string, AdapterObject, std::less<>> adapters_;
  std::map<std::string, DeviceObject, std::less<>> devices_;
  std::uint64_t version_ = 0;
};

// The N of "/org/bluez/hciN"; −1: no such path.
[[nodiscard]] int hci_of(std::string_view path);
// "AA:BB:CC:DD:EE:FF" of "/org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF"; empty: no such path.
[[nodiscard]] std::string device_of(std::string_view path);

}  // namespace qitai::bluetooth
