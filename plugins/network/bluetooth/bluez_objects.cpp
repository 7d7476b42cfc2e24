#include "network/bluetooth/bluez_objects.hpp"

#include <charconv>
#include <string>

#include "network/bluetooth/bluez.hpp"

namespace qitai::bluetooth {
namespace {

constexpr std::string_view kRoot = "/org/bluez/hci";

// Of the variant that comes next; another type than the expected one: skipped.
int read_text(sd_bus_message* message, std::string& out, std::uint64_t& version) {
  const char* text = nullptr;
  if (sd_bus_message_verify_type(message, 'v', "s") <= 0) return sd_bus_message_skip(message, "v");
  if (const int failed = sd_bus_message_read(message, "v", "s", &text); failed < 0) return failed;
  std::string cut = std::string(text).substr(0, kMaxText);
  if (cut != out) {
    out = std::move(cut);
    ++version;
  }
  return 0;
}

int read_flag(sd_bus_message* message, bool& out, std::uint64_t& version) {
  int flag = 0;
  if (sd_bus_message_verify_type(message, 'v', "b") <= 0) return sd_bus_message_skip(message, "v");
  if (const int failed = sd_bus_message_read(message, "v", "b", &flag); failed < 0) return failed;
  if (out != (flag != 0)) {
    out = flag != 0;
    ++version;
  }
  return 0;
}

int read_number(sd_bus_message* message, std::uint32_t& out, std::uint64_t& version) {
  std::uint32_t number = 0;
  if (sd_bus_message_verify_type(message, 'v', "u") <= 0) return sd_bus_message_skip(message, "v");
  if (const int failed = sd_bus_message_read(message, "v", "u", &number); failed < 0) return failed;
  if (out != number) {
    out = number;
    ++version;
  }
  return 0;
}

int read_property(sd_bus_message* message, std::string_view name, AdapterObject& adapter,
                  std::uint64_t& version) {
  if (name == "Address") return read_text(message, adapter.address, version);
  if (name == "Alias") return read_text(message, adapter.alias, version);
  if (name == "Powered") return read_flag(message, adapter.powered, version);
  if (name == "Discoverable") return read_flag(message, adapter.discoverable, version);
  if (name == "Pairable") return read_flag(message, adapter.pairable, version);
  if (name == "DiscoverableTimeout") return read_number(message, adapter.discoverable_timeout, version);
  return sd_bus_message_skip(message, "v");
}

int read_property(sd_bus_message* message, std::string_view name, DeviceObject& device,
                  std::uint64_t& version) {
  if (name == "Address") return read_text(message, device.address, version);
  if (name == "Alias") return read_text(message, device.alias, version);
  if (name == "Paired") return read_flag(message, device.paired, version);
  if (name == "Trusted") return read_flag(message, device.trusted, version);
  if (name == "Connected") return read_flag(message, device.connected, version);
  return sd_bus_message_skip(message, "v");
}

// a{sv} into `into`.
template <typename Object>
int read_properties(sd_bus_message* message, Object& into, std::uint64_t& version) {
  int more = sd_bus_message_enter_container(message, 'a', "{sv}");
  if (more < 0) return more;
  while ((more = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
    const char* name = nullptr;
    more = sd_bus_message_read(message, "s", &name);
    if (more >= 0) more = read_property(message, name, into, version);
    if (more >= 0) more = sd_bus_message_exit_container(message);
    if (more < 0) return more;
  }
  return more < 0 ? more : sd_bus_message_exit_container(message);
}

}  // namespace

int hci_of(std::string_view path) {
  if (!path.starts_with(kRoot)) return -1;
  path.remove_prefix(kRoot.size());
  int number = -1;
  const auto [end, failed] = std::from_chars(path.data(), path.data() + path.size(), number);
  return failed == std::errc() && end == path.data() + path.size() && number >= 0 && number <= 0xffff ? number
                                                                                                      : -1;
}

std::string device_of(std::string_view path) {
  constexpr std::string_view kDevice = "/dev_";
  const std::size_t at = path.find(kDevice);
  if (at == std::string_view::npos || hci_of(path.substr(0, at)) < 0) return {};
  std::string address(path.substr(at + kDevice.size()));
  for (char& c : address)
    c = c == '_' ? ':' : c;
  return is_address(address) ? address : std::string();
}

int Objects::properties(sd_bus_message* message, const std::string& path, std::string_view interface) {
  if (interface == kAdapterInterface && hci_of(path) >= 0 &&
      (adapters_.contains(path) || adapters_.size() < QITAI_TRANSPORT_ADAPTERS)) {
    if (adapters_.try_emplace(path).second) ++version_;
    return read_properties(message, adapters_[path], version_);
  }
  if (interface == kDeviceInterface && !device_of(path).empty() &&
      (devices_.contains(path) || devices_.size() < kMaxDevices)) {
    // Of the many that pass by, a change that nobody looks at is none.
    const auto [at, fresh] = devices_.try_emplace(path);
    std::uint64_t version = version_;
    const bool was = at->second.paired;
    const int read = read_properties(message, at->second, version);
    if (was || at->second.paired) version_ = version;
    return read;
  }
  return sd_bus_message_skip(message, "a{sv}");
}

// a{sa{sv}}
int Objects::interfaces(sd_bus_message* message, const std::string& path) {
  int more = sd_bus_message_enter_container(message, 'a', "{sa{sv}}");
  if (more < 0) return more;
  while ((more = sd_bus_message_enter_container(message, 'e', "sa{sv}")) > 0) {
    const char* interface = nullptr;
    more = sd_bus_message_read(message, "s", &interface);
    if (more >= 0) more = properties(message, path, interface);
    if (more >= 0) more = sd_bus_message_exit_container(message);
    if (more < 0) return more;
  }
  return more < 0 ? more : sd_bus_message_exit_container(message);
}

bool Objects::managed(sd_bus_message* reply) {
  clear();
  int more = sd_bus_message_enter_container(reply, 'a', "{oa{sa{sv}}}");
  if (more < 0) return false;
  while ((more = sd_bus_message_enter_container(reply, 'e', "oa{sa{sv}}")) > 0) {
    const char* path = nullptr;
    more = sd_bus_message_read(reply, "o", &path);
    if (more >= 0) more = interfaces(reply, path);
    if (more >= 0) more = sd_bus_message_exit_container(reply);
    if (more < 0) return false;
  }
  return more >= 0;
}

bool Objects::added(sd_bus_message* signal) {
  const char* path = nullptr;
  return sd_bus_message_read(signal, "o", &path) >= 0 && interfaces(signal, path) >= 0;
}

bool Objects::removed(sd_bus_message* signal) {
  const char* path = nullptr;
  if (sd_bus_message_read(signal, "o", &path) < 0 || sd_bus_message_enter_container(signal, 'a', "s") < 0)
    return false;
  const char* interface = nullptr;
  int more = 0;
  while ((more = sd_bus_message_read(signal, "s", &interface)) > 0) {
    const std::string_view name = interface;
    if (name == kAdapterInterface && adapters_.erase(path) > 0) ++version_;
    if (name != kDeviceInterface) continue;
    const auto at = devices_.find(path);
    if (at == devices_.end()) continue;
    if (at->second.paired) ++version_;
    devices_.erase(at);
  }
  return more >= 0;
}

bool Objects::changed(sd_bus_message* signal) {
  const char *path = sd_bus_message_get_path(signal), *interface = nullptr;
  if (path == nullptr || sd_bus_message_read(signal, "s", &interface) < 0) return false;
  const std::string_view name = interface;
  // Only of what is there: a signal that comes late makes nothing.
  if (!adapters_.contains(path) && !devices_.contains(path)) return true;
  return properties(signal, path, name) >= 0;
}

void Objects::clear() {
  if (!adapters_.empty() || !devices_.empty()) ++version_;
  adapters_.clear();
  devices_.clear();
}

}  // namespace qitai::bluetooth
