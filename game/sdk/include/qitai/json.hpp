// Qitai SDK for C++: writing JSON, as explain() answers it. Header only, C++20, no dependency.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

namespace qitai::sdk {

// One JSON text (RFC 8259), written from front to back; commas are put by themselves.
//   Json json;
//   json.object().member("kind", "checkmate").array("checks");
//   json.object().member("at", "e9").member("by", "e5");
//   return json.text();  // {"kind":"checkmate","checks":[{"at":"e9","by":"e5"}]}
// The caller answers for keys standing in objects and values in arrays.
class Json {
 public:
  // An object or an array: the next value of the array that is open, or of a key, or the whole text.
  Json& object() { return open('{', '}'); }
  Json& array() { return open('[', ']'); }
  Json& object(std::string_view name) { return key(name).object(); }
  Json& array(std::string_view name) { return key(name).array(); }
  // Closes the one opened last.
  Json& end() {
    if (open_.empty()) return *this;
    text_ += open_.back();
    open_.pop_back();
    first_ = false;
    return *this;
  }

  Json& key(std::string_view name) {
    comma();
    quote(name);
    text_ += ':';
    first_ = true;  // its value follows without a comma
    return *this;
  }

  // Texts are UTF-8.
  Json& value(std::string_view text) {
    comma();
    quote(text);
    return *this;
  }
  Json& value(const char* text) { return value(std::string_view(text)); }
  Json& value(bool truth) { return word(truth ? "true" : "false"); }
  template <std::integral Number>
  Json& value(Number number) {
    return word(std::to_string(number));
  }
  Json& null() { return word("null"); }

  template <typename Value>
  Json& member(std::string_view name, Value&& of) {
    return key(name).value(std::forward<Value>(of));
  }

  // What has been written, with whatever is open closed.
  [[nodiscard]] std::string text() const { return text_ + std::string(open_.rbegin(), open_.rend()); }

 private:
  Json& open(char opening, char closing) {
    comma();
    text_ += opening;
    open_ += closing;
    first_ = true;
    return *this;
  }
  Json& word(std::string_view text) {
    comma();
    text_ += text;
    return *this;
  }
  void comma() {
    if (!first_) text_ += ',';
    first_ = false;
  }
  void quote(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    text_ += '"';
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        text_ += '\\';
        text_ += c;
      } else if (byte < 0x20) {
        text_ += "\\u00";
        text_ += kHex[byte >> 4];
        text_ += kHex[byte & 15];
      } else {
        text_ += c;
      }
    }
    text_ += '"';
  }

  std::string text_;
  std::string open_;   // what closes the open ones, innermost last
  bool first_ = true;  // nothing stands yet where the next value goes
};

}  // namespace qitai::sdk
