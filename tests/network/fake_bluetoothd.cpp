#include "fake_bluetoothd.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace qitai::testing {
namespace {

void check(int result, const char* what) {
  if (result < 0) throw std::runtime_error(std::string(what) + ": error " + std::to_string(-result));
}

constexpr const char* kAdapter = "org.bluez.Adapter1";
constexpr const char* kDevice = "org.bluez.Device1";

}  // namespace

PrivateBus::PrivateBus() : address_("unix:path=" + (folder_ / "bus").string()) {
  std::ofstream(folder_ / "bus.conf")
      << R"(<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>)"
      << address_ << R"(</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
)";
  start();
}

void PrivateBus::start() {
  daemon_ = std::make_unique<Process>(
      std::vector<std::string>{"dbus-daemon", "--nofork", "--nopidfile", "--print-address",
                               "--config-file=" + (folder_ / "bus.conf").string()});
  if (!daemon_->wait_for("unix:", std::chrono::seconds(10)))
    throw std::runtime_error("dbus-daemon did not start: " + daemon_->err);
}

std::string FakeBluetoothd::path_of(int hci, std::string address) {
  std::replace(address.begin(), address.end(), ':', '_');
  return path_of(hci) + "/dev_" + address;
}

FakeBluetoothd::FakeBluetoothd(const std::string& bus) {
  check(sd_bus_new(&bus_), "sd_bus_new");
  check(sd_bus_set_address(bus_, bus.c_str()), "sd_bus_set_address");
  check(sd_bus_set_bus_client(bus_, 1), "sd_bus_set_bus_client");
  check(sd_bus_start(bus_), "sd_bus_start");
  check(sd_bus_add_filter(bus_, nullptr, &FakeBluetoothd::filter, this), "sd_bus_add_filter");
  check(
      sd_bus_add_match(bus_, nullptr, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'",
                       nullptr, nullptr),
      "sd_bus_add_match");
  check(sd_bus_request_name(bus_, "org.bluez", 0), "sd_bus_request_name");
}

FakeBluetoothd::~FakeBluetoothd() {
  sd_bus_flush_close_unref(bus_);
}

void FakeBluetoothd::process() {
  while (sd_bus_process(bus_, nullptr) > 0) {
  }
}

int FakeBluetoothd::filter(sd_bus_message* message, void* data, sd_bus_error* /*error*/) {
  auto& self = *static_cast<FakeBluetoothd*>(data);
  if (sd_bus_message_is_signal(message, "org.freedesktop.DBus", "NameOwnerChanged") > 0) {
    const char *name = nullptr, *before = nullptr, *after = nullptr;
    if (sd_bus_message_read(message, "sss", &name, &before, &after) >= 0 && *after == '\0')
      self.owner_lost(name);
    return 0;
  }
  if (sd_bus_message_is_method_call(message, nullptr, nullptr) <= 0) return 0;
  return self.handle(message);
}

// As bluetoothd does for those who leave the bus.
void FakeBluetoothd::owner_lost(const std::string& name) {
  std::erase_if(records, [&](const auto& entry) { return entry.second.owner == name; });
  if (agent_owner != name) return;
  agent_owner.clear();
  default_agent = false;
}

int FakeBluetoothd::handle(sd_bus_message* call) {
  const std::string member = sd_bus_message_get_member(call), path = sd_bus_message_get_path(call);
  const auto fails = [&](const std::string& what) -> const char* {
    const auto at = errors.find(what);
    return at == errors.end() ? nullptr : at->second.c_str();
  };
  if (member != "Set") calls.push_back(member);
  if (const char* error = fails(member); error != nullptr)
    return sd_bus_reply_method_errorf(call, error, "as the test wants it"), 1;
  if (member == "GetManagedObjects") return managed(call);
  if (member == "Set") return set_property(call, path);
  if (member == "RegisterProfile") return register_profile(call);
  if (member == "RemoveDevice") return remove_device(call, path);
  if (member == "UnregisterProfile") {
    const char* where = nullptr;
    check(sd_bus_message_read(call, "o", &where), "UnregisterProfile");
    std::erase_if(records, [&](const auto& entry) { return entry.second.path == where; });
  } else if (member == "RegisterAgent") {
    const char *where = nullptr, *can = nullptr;
    check(sd_bus_message_read(call, "os", &where, &can), "RegisterAgent");
    agent_owner = sd_bus_message_get_sender(call);
    agent_path = where;
    capability = can;
  } else if (member == "RequestDefaultAgent") {
    default_agent = true;
  } else if (member != "CancelPairing") {
    return 0;
  }
  return sd_bus_reply_method_return(call, ""), 1;
}

void FakeBluetoothd::append_adapter(sd_bus_message* m, const FakeAdapter& adapter) {
  check(
      sd_bus_message_append(m, "a{sa{sv}}", 1, kAdapter, 7, "Address", "s", adapter.address.c_str(), "Alias",
                            "s", adapter.alias.c_str(), "Powered", "b", adapter.powered, "Discoverable", "b",
                            adapter.discoverable, "Pairable", "b", adapter.pairable, "DiscoverableTimeout",
                            "u", adapter.timeout, "UUIDs", "as", 1, "00001801-0000-1000-8000-00805f9b34fb"),
      "append");
}

void FakeBluetoothd::append_device(sd_bus_message* m, const FakeDevice& device) {
  check(sd_bus_message_append(m, "a{sa{sv}}", 1, kDevice, 6, "Address", "s", device.address.c_str(), "Alias",
                              "s", device.alias.c_str(), "Paired", "b", device.paired, "Trusted", "b",
                              device.trusted, "Connected", "b", device.connected, "RSSI", "n", -60),
        "append");
}

int FakeBluetoothd::managed(sd_bus_message* call) {
  sd_bus_message* reply = nullptr;
  check(sd_bus_message_new_method_return(call, &reply), "reply");
  check(sd_bus_message_open_container(reply, 'a', "{oa{sa{sv}}}"), "open");
  for (const auto& [path, adapter] : adapters_) {
    check(sd_bus_message_open_container(reply, 'e', "oa{sa{sv}}"), "open");
    check(sd_bus_message_append(reply, "o", path.c_str()), "append");
    append_adapter(reply, adapter);
    check(sd_bus_message_close_container(reply), "close");
  }
  for (const auto& [path, device] : devices_) {
    check(sd_bus_message_open_container(reply, 'e', "oa{sa{sv}}"), "open");
    check(sd_bus_message_append(reply, "o", path.c_str()), "append");
    append_device(reply, device);
    check(sd_bus_message_close_container(reply), "close");
  }
  check(sd_bus_message_close_container(reply), "close");
  check(sd_bus_send(bus_, reply, nullptr), "send");
  sd_bus_message_unref(reply);
  return 1;
}

int FakeBluetoothd::set_property(sd_bus_message* call, const std::string& path) {
  const char *interface = nullptr, *name = nullptr;
  check(sd_bus_message_read(call, "ss", &interface, &name), "Set");
  const std::string property = name;
  std::uint32_t value = 0;
  if (property == "DiscoverableTimeout") {
    check(sd_bus_message_read(call, "v", "u", &value), "Set");
  } else {
    int flag = 0;
    check(sd_bus_message_read(call, "v", "b", &flag), "Set");
    value = flag != 0 ? 1 : 0;
  }
  calls.push_back("Set " + path + " " + property + " " + std::to_string(value));
  const auto wrong = errors.find("Set " + property);
  if (wrong != errors.end())
    return sd_bus_reply_method_errorf(call, wrong->second.c_str(), "as the test wants it"), 1;
  const auto at = adapters_.find(path);
  if (at == adapters_.end())
    return sd_bus_reply_method_errorf(call, "org.freedesktop.DBus.Error.UnknownObject", "no such adapter"), 1;
  FakeAdapter& adapter = at->second;
  if (property == "Discoverable" && !adapter.powered)
    return sd_bus_reply_method_errorf(call, "org.bluez.Error.Failed", "Not Powered"), 1;
  bool* const flag = property == "Powered"        ? &adapter.powered
                     : property == "Discoverable" ? &adapter.discoverable
                     : property == "Pairable"     ? &adapter.pairable
                                                  : nullptr;
  const bool other = flag != nullptr ? *flag != (value != 0) : adapter.timeout != value;
  if (flag != nullptr) *flag = value != 0;
  if (flag == nullptr) adapter.timeout = value;
  const int hci = std::stoi(path.substr(std::string("/org/bluez/hci").size()));
  check(sd_bus_reply_method_return(call, ""), "reply");
  if (other) changed(hci, property);
  // A radio that is off is not seen.
  if (property == "Powered" && value == 0 && std::exchange(adapter.discoverable, false))
    changed(hci, "Discoverable");
  return 1;
}

int FakeBluetoothd::register_profile(sd_bus_message* call) {
  const char *path = nullptr, *uuid = nullptr;
  check(sd_bus_message_read(call, "os", &path, &uuid), "RegisterProfile");
  FakeRecord record{sd_bus_message_get_sender(call), path, uuid, "", ""};
  check(sd_bus_message_enter_container(call, 'a', "{sv}"), "RegisterProfile");
  while (sd_bus_message_enter_container(call, 'e', "sv") > 0) {
    const char *key = nullptr, *text = nullptr;
    check(sd_bus_message_read(call, "s", &key), "RegisterProfile");
    const std::string name = key;
    if (name == "ServiceRecord" || name == "Role") {
      check(sd_bus_message_read(call, "v", "s", &text), "RegisterProfile");
      (name == "Role" ? record.role : record.xml) = text;
    } else {
      check(sd_bus_message_skip(call, "v"), "RegisterProfile");
    }
    check(sd_bus_message_exit_container(call), "RegisterProfile");
  }
  if (records.contains(uuid))
    return sd_bus_reply_method_errorf(call, "org.bluez.Error.NotPermitted", "UUID already registered"), 1;
  records[uuid] = record;
  return sd_bus_reply_method_return(call, ""), 1;
}

int FakeBluetoothd::remove_device(sd_bus_message* call, const std::string& path) {
  const char* device = nullptr;
  check(sd_bus_message_read(call, "o", &device), "RemoveDevice");
  const std::string name = device;
  if (!name.starts_with(path + "/") || devices_.erase(name) == 0)
    return sd_bus_reply_method_errorf(call, "org.bluez.Error.DoesNotExist", "Does Not Exist"), 1;
  check(sd_bus_emit_signal(bus_, "/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved", "oas",
                           name.c_str(), 1, kDevice),
        "InterfacesRemoved");
  return sd_bus_reply_method_return(call, ""), 1;
}

void FakeBluetoothd::add_adapter(int hci, const FakeAdapter& adapter) {
  const std::string path = path_of(hci);
  adapters_[path] = adapter;
  sd_bus_message* signal = nullptr;
  check(
      sd_bus_message_new_signal(bus_, &signal, "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded"),
      "signal");
  check(sd_bus_message_append(signal, "o", path.c_str()), "append");
  append_adapter(signal, adapter);
  check(sd_bus_send(bus_, signal, nullptr), "send");
  sd_bus_message_unref(signal);
}

void FakeBluetoothd::remove_adapter(int hci) {
  const std::string path = path_of(hci);
  adapters_.erase(path);
  std::erase_if(devices_, [&](const auto& entry) { return entry.first.starts_with(path + "/"); });
  check(sd_bus_emit_signal(bus_, "/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved", "oas",
                           path.c_str(), 2, kAdapter, "org.freedesktop.DBus.Properties"),
        "InterfacesRemoved");
}

void FakeBluetoothd::changed(int hci, const std::string& property) {
  const FakeAdapter& adapter = adapters_.at(path_of(hci));
  const char* const path = "org.freedesktop.DBus.Properties";
  const std::string at = path_of(hci);
  if (property == "DiscoverableTimeout") {
    check(sd_bus_emit_signal(bus_, at.c_str(), path, "PropertiesChanged", "sa{sv}as", kAdapter, 1,
                             property.c_str(), "u", adapter.timeout, 0),
          "PropertiesChanged");
    return;
  }
  const bool value = property == "Powered"        ? adapter.powered
                     : property == "Discoverable" ? adapter.discoverable
                                                  : adapter.pairable;
  check(sd_bus_emit_signal(bus_, at.c_str(), path, "PropertiesChanged", "sa{sv}as", kAdapter, 1,
                           property.c_str(), "b", value, 0),
        "PropertiesChanged");
}

void FakeBluetoothd::end_discoverable(int hci) {
  adapter(hci).discoverable = false;
  changed(hci, "Discoverable");
}

void FakeBluetoothd::add_device(int hci, const FakeDevice& device) {
  const std::string path = path_of(hci, device.address);
  devices_[path] = device;
  sd_bus_message* signal = nullptr;
  check(
      sd_bus_message_new_signal(bus_, &signal, "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded"),
      "signal");
  check(sd_bus_message_append(signal, "o", path.c_str()), "append");
  append_device(signal, device);
  check(sd_bus_send(bus_, signal, nullptr), "send");
  sd_bus_message_unref(signal);
}

void FakeBluetoothd::set_device(int hci, const FakeDevice& device) {
  const std::string path = path_of(hci, device.address);
  devices_[path] = device;
  check(sd_bus_emit_signal(bus_, path.c_str(), "org.freedesktop.DBus.Properties", "PropertiesChanged",
                           "sa{sv}as", kDevice, 4, "Alias", "s", device.alias.c_str(), "Paired", "b",
                           device.paired, "Trusted", "b", device.trusted, "Connected", "b", device.connected,
                           0),
        "PropertiesChanged");
}

bool FakeBluetoothd::has_device(int hci, const std::string& address) const {
  return devices_.contains(path_of(hci, address));
}

sd_bus_message* FakeBluetoothd::ask(const char* method) {
  answer.reset();
  sd_bus_message* call = nullptr;
  check(sd_bus_message_new_method_call(bus_, &call, agent_owner.c_str(), agent_path.c_str(),
                                       "org.bluez.Agent1", method),
        "agent");
  return call;
}

void FakeBluetoothd::send(sd_bus_message* call) {
  check(sd_bus_call_async(bus_, nullptr, call, &FakeBluetoothd::answered, this, 60'000'000), "agent");
  sd_bus_message_unref(call);
}

int FakeBluetoothd::answered(sd_bus_message* reply, void* data, sd_bus_error* /*error*/) {
  const sd_bus_error* const error = sd_bus_message_get_error(reply);
  static_cast<FakeBluetoothd*>(data)->answer = error == nullptr ? "yes" : error->name;
  return 1;
}

void FakeBluetoothd::ask_confirmation(int hci, const std::string& address, std::uint32_t number) {
  sd_bus_message* const call = ask("RequestConfirmation");
  check(sd_bus_message_append(call, "ou", path_of(hci, address).c_str(), number), "append");
  send(call);
}

void FakeBluetoothd::ask_authorization(int hci, const std::string& address) {
  sd_bus_message* const call = ask("RequestAuthorization");
  check(sd_bus_message_append(call, "o", path_of(hci, address).c_str()), "append");
  send(call);
}

void FakeBluetoothd::ask_service(int hci, const std::string& address, const std::string& uuid) {
  sd_bus_message* const call = ask("AuthorizeService");
  check(sd_bus_message_append(call, "os", path_of(hci, address).c_str(), uuid.c_str()), "append");
  send(call);
}

void FakeBluetoothd::ask_passkey(int hci, const std::string& address) {
  sd_bus_message* const call = ask("RequestPasskey");
  check(sd_bus_message_append(call, "o", path_of(hci, address).c_str()), "append");
  send(call);
}

void FakeBluetoothd::show_passkey(int hci, const std::string& address, std::uint32_t number) {
  sd_bus_message* const call = ask("DisplayPasskey");
  check(sd_bus_message_append(call, "ouq", path_of(hci, address).c_str(), number, 0), "append");
  send(call);
}

void FakeBluetoothd::cancel() {
  sd_bus_message* const call = ask("Cancel");
  send(call);
}

}  // namespace qitai::testing
