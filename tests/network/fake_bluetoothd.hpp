// A bus of the test's own, and somebody on it who answers as bluetoothd does (doc/*-api.txt of BlueZ 5.66),
// as far as the game asks it. It runs on the test's thread, by `process`.
#pragma once

#include <systemd/sd-bus.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "process.hpp"
#include "scratch.hpp"

namespace qitai::testing {

// dbus-daemon, on a socket in a scratch folder.
class PrivateBus {
 public:
  PrivateBus();
  void start();
  void stop() { daemon_.reset(); }
  [[nodiscard]] const std::string& address() const { return address_; }

 private:
  Scratch folder_;
  std::string address_;
  std::unique_ptr<Process> daemon_;
};

class FakeBluetoothd {
 public:
  struct FakeAdapter {
    std::string address, alias;
    bool powered = true, discoverable = false, pairable = false;
    std::uint32_t timeout = 180;
  };
  struct FakeDevice {
    std::string address, alias;
    bool paired = false, trusted = false, connected = false;
  };
  // A record that was registered: by whom, where, with what.
  struct FakeRecord {
    std::string owner, path, uuid, xml, role;
  };

  explicit FakeBluetoothd(const std::string& bus);
  FakeBluetoothd(const FakeBluetoothd&) = delete;
  FakeBluetoothd& operator=(const FakeBluetoothd&) = delete;
  ~FakeBluetoothd();
  // Handles all that has come.
  void process();

  void add_adapter(int hci, const FakeAdapter& adapter);
  void remove_adapter(int hci);
  FakeAdapter& adapter(int hci) { return adapters_.at(path_of(hci)); }
  // Says that a property of an adapter is another now: "Powered", "Discoverable", "Pairable",
  // "DiscoverableTimeout".
  void changed(int hci, const std::string& property);
  void add_device(int hci, const FakeDevice& device);
  void set_device(int hci, const FakeDevice& device);
  [[nodiscard]] bool has_device(int hci, const std::string& address) const;

  // What the agent is asked, with what it answered: nothing yet, "yes", or the name of an error.
  void ask_confirmation(int hci, const std::string& address, std::uint32_t number);
  void ask_authorization(int hci, const std::string& address);
  void ask_service(int hci, const std::string& address, const std::string& uuid);
  void ask_passkey(int hci, const std::string& address);
  void show_passkey(int hci, const std::string& address, std::uint32_t number);
  void cancel();
  std::optional<std::string> answer;
  [[nodiscard]] bool has_agent() const { return default_agent; }
  std::string agent_owner, agent_path, capability;
  bool default_agent = false;

  // By the record's UUID; one may be there already, of somebody else.
  std::map<std::string, FakeRecord> records;
  // Methods that fail, with the error's name: "RegisterProfile", "Set Powered".
  std::map<std::string, std::string> errors;
  // What was called, in order: "Set /org/bluez/hci0 Discoverable 1", "RegisterProfile".
  std::vector<std::string> calls;
  // bluetoothd's own clock ran out.
  void end_discoverable(int hci);

  static std::string path_of(int hci) { return "/org/bluez/hci" + std::to_string(hci); }
  static std::string path_of(int hci, std::string address);

 private:
  static int filter(sd_bus_message* message, void* data, sd_bus_error* error);
  static int answered(sd_bus_message* reply, void* data, sd_bus_error* error);
  int handle(sd_bus_message* call);
  int managed(sd_bus_message* call);
  int set_property(sd_bus_message* call, const std::string& path);
  int register_profile(sd_bus_message* call);
  int remove_device(sd_bus_message* call, const std::string& path);
  void owner_lost(const std::string& name);
  void append_adapter(sd_bus_message* message, const FakeAdapter& adapter);
  void append_device(sd_bus_message* message, const FakeDevice& device);
  sd_bus_message* ask(const char* method);
  void send(sd_bus_message* call);

  sd_bus* bus_ = nullptr;
  std::map<std::string, FakeAdapter> adapters_;
  std::map<std::string, FakeDevice> devices_;
};

}  // namespace qitai::testing
