// Kiosk: what the operator's screens (the PIN, the service menu and its tests) work with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "kiosk/pin_lock.hpp"
#include "kiosk/settings.hpp"
#include "menu/screen.hpp"

namespace qitai::kiosk {

struct Desk {
  menu::House& house;
  Settings& settings;
  PinLock& lock;
  std::filesystem::path state;         // of the supervisor: log, what is set aside; empty: none
  std::filesystem::path root;          // "/": where /proc and /sys are
  std::function<std::int64_t()> wall;  // seconds since 1970
  std::function<void()> leave;         // back to what was shown before
  std::int64_t opened = 0;             // by that clock, when the program was started
  // What the last change came to, until the next press; empty: nothing is to be said.
  std::string note{};
  bool bad = false;      // it failed
  std::string page{};    // of the service menu, that was open last
  bool listens = false;  // the next key is one that an action is given: it does not do what it did

  void say(std::string words) {
    note = std::move(words);
    bad = false;
  }
  // False: it failed, and why is said.
  bool took(const Status& status) {
    if (status) return true;
    note = status.error().message;
    bad = true;
    return false;
  }
};

// The hour and minute of the local clock at that second since 1970.
struct LocalTime {
  int year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0;
  [[nodiscard]] int minute_of_day() const { return hour * 60 + minute; }
};
[[nodiscard]] LocalTime local_time(std::int64_t unix_seconds);
// "2026-03-02", and "2026-03-02 10:00".
[[nodiscard]] std::string date_text(const LocalTime& at);
[[nodiscard]] std::string moment_text(const LocalTime& at);

}  // namespace qitai::kiosk
