// Menu: a pad of keys in a dialog, to enter a number or a name with a stick, a finger, or a keyboard. What is
// not allowed cannot be entered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "menu/ui.hpp"

namespace qitai::menu {

class KeyPad {
 public:
  struct Request {
    std::string item;   // whose value it is; gets the focus back
    std::string label;  // above
    std::string shown;  // the present value, until the first key
    bool digits = true;
    std::int64_t min = 0, max = 0;  // digits
    std::string unit{};             // digits
    std::size_t most = 0;           // letters: how many signs
    std::string begins{};           // letters: what is there, UTF-8
  };
  explicit KeyPad(Ui& ui) : ui_(ui) {}

  void open(Request request, std::uint64_t now);
  // Closed without a value; the item has the focus again.
  void close(std::uint64_t now);
  [[nodiscard]] bool is_open() const { return request_.has_value(); }
  [[nodiscard]] const Request* request() const { return request_ ? &*request_ : nullptr; }
  // A key with a sign on it, or the way back; true: it was for the pad.
  bool input(const platform::Input& input, std::uint64_t now);
  // One sign, '\b' to rub out. False: it would be more than is allowed; nothing changed.
  bool type(char sign);
  // Draws the dialog, if it is open. Answers what was entered, once; the pad is closed then.
  std::optional<std::string> draw(std::uint64_t now);

 private:
  [[nodiscard]] bool fits() const;
  [[nodiscard]] std::string range() const;

  Ui& ui_;
  std::optional<Request> request_;
  std::string typed_;
  bool refused_ = false;  // the last key would have been too much
};

// "0–180 min".
[[nodiscard]] std::string range_text(std::int64_t min, std::int64_t max, std::string_view unit);

}  // namespace qitai::menu
