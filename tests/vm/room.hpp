// Tests: machines in one room, each with an adapter, a message bus and a bluetoothd of its own, all of them
// in one kernel.
#pragma once

#include <systemd/sd-bus.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "air.hpp"
#include "process.hpp"

namespace qitai::testing {

// What a desktop's agent does when machines are to be paired.
enum class Answer { kYes, kNo, kIgnore };

// The desktop of a machine: answers what bluetoothd asks.
class Desktop {
 public:
  Desktop(const std::string& bus, Answer answer);
  ~Desktop();
  Desktop(const Desktop&) = delete;
  Desktop& operator=(const Desktop&) = delete;
  std::atomic<Answer> answer;
  std::atomic<int> asked{0};

 private:
  static int ask(sd_bus_message* message, void* self, sd_bus_error* error);
  static int hear(sd_bus_message* message, void* self, sd_bus_error* error);
  void run();

  sd_bus* bus_ = nullptr;
  std::vector<sd_bus_message*> unanswered_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

// A user whom no machine of the room lets speak to its bluetoothd, and his number.
inline constexpr const char* kStranger = "nobody";
inline constexpr unsigned kStrangersNumber = 65534;

class Host {
 public:
  Host(int number, std::filesystem::path folder);

  int number;
  std::string address;           // of its adapter
  std::string bus;               // as D-Bus writes an address
  std::filesystem::path folder;  // for what belongs to this machine

  // The adapter's number in the kernel; nothing: it is not there.
  [[nodiscard]] std::optional<int> hci() const;
  void start_service();
  // In order: it switches the adapter off before it ends.
  void stop_service();
  void kill_service();
  [[nodiscard]] bool has_service() const { return service_ != nullptr; }
  // bluetoothd, begun anew, knows so many machines more, which are nowhere.
  void meet_absent(int machines);
  // Answers once it is so.
  void power(bool on) const;
  void discoverable(bool on) const;
  // Has a key of that machine.
  [[nodiscard]] bool knows(const Host& other) const;
  void forget(const Host& other) const;
  // Without its adapter: as if it had never been used. Waits until bluetoothd knows that the adapter is gone.
  void clean(std::optional<int> hci_before);
  [[nodiscard]] Environment environment() const;

 private:
  [[nodiscard]] bool set(const std::string& property, bool value) const;
  [[nodiscard]] std::optional<bool> get(const std::string& property) const;
  std::unique_ptr<Process> bus_daemon_, service_;
};

class Room {
 public:
  explicit Room(int machines);
  [[nodiscard]] Host& operator[](int number) { return *hosts_.at(static_cast<std::size_t>(number)); }
  // As at the beginning: nobody knows anybody, everything is on and in reach. With fresh controllers: btvirt
  // never takes back that one has begun an authentication, so that after the first pairing only one of the
  // two machines would hear that the next one is complete.
  void tidy();
  Air air;

 private:
  std::vector<std::unique_ptr<Host>> hosts_;
};

// One room for the tests of this program, tidied for each that asks.
Room& room();

}  // namespace qitai::testing
