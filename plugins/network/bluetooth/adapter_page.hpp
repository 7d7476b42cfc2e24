// The plugin "bluetooth": the page of the adapters, at "link.adapters": which one is used, on or off, who it
// is to others, the machines that were paired with, and what hinders.
#pragma once

#include <qitai/page.h>

#include <cstdint>
#include <span>
#include <string>

#include "network/bluetooth/bluez.hpp"

namespace qitai::bluetooth {

// One page that is open, with a connection of its own to bluetoothd.
class AdapterPage {
 public:
  explicit AdapterPage(BluezSettings settings);
  // One frame at an instant of CLOCK_BOOTTIME in microseconds.
  void draw(const qitai_page_ui& ui, std::int64_t now);

 private:
  void choose(const qitai_page_ui& ui);
  void hindrance(const qitai_page_ui& ui);
  void chosen(const qitai_page_ui& ui);
  void known(const qitai_page_ui& ui);
  void forgetting(const qitai_page_ui& ui);

  Bluez bluez_;
  std::string partner_;      // address of the one that was pressed
  bool forgetting_ = false;  // and is asked about
};

// Lives as long as the program.
[[nodiscard]] const qitai_page* adapter_page();

// All that the page says, in three languages.
[[nodiscard]] std::span<const qitai_text> adapter_page_texts();

}  // namespace qitai::bluetooth
