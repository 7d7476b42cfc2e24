// Host: the walk over one described array, with the first thing that is wrong. Used by info.cpp and
// geometry.cpp.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

#include "host/tables.hpp"

namespace qitai::host {

// Collects the first complaint; after one, every check is a quiet no-op and the result is thrown away.
class TableReader {
 public:
  // Calls each(index, element) for every entry of `array`, which must have min…max of them. The element is a
  // copy in the shape of this build, whatever the plugin's stride.
  template <typename T, typename Each>
  void table(std::string_view name, const qitai_array& array, std::uint32_t min, std::uint32_t max,
             Each each) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!error_.empty()) return;
    enter(name, -1);
    if (array.count < min || array.count > max) {
      return fail(fmt::format("has {} entries, expected {} to {}", array.count, min, max));
    }
    if (array.count == 0) return;
    if (array.data == nullptr) return fail(fmt::format("has {} entries at NULL", array.count));
    if (array.stride < sizeof(T) || array.stride > kMaxStride) {
      return fail(
          fmt::format("has a stride of {} bytes, expected {} to {}", array.stride, sizeof(T), kMaxStride));
    }
    const auto* bytes = static_cast<const unsigned char*>(array.data);
    for (std::uint32_t i = 0; i < array.count && error_.empty(); ++i) {
      T element;
      std::memcpy(&element, bytes + std::size_t{i} * array.stride, sizeof(T));
      enter(name, static_cast<int>(i));
      each(i, element);
    }
    enter(name, -1);
  }

  // A text of at most `most` bytes. Keys may be empty only where the caller says so.
  std::string text(std::string_view what, qitai_str value, std::uint64_t most, bool may_be_empty) {
    if (!error_.empty()) return {};
    if (value.size != 0 && value.data == nullptr) {
      fail(fmt::format("{} has {} bytes at NULL", what, value.size));
      return {};
    }
    if (value.size > most) {
      fail(fmt::format("{} has {} bytes, expected at most {}", what, value.size, most));
      return {};
    }
    if (!readable(value, most)) {
      fail(fmt::format("{} is not UTF-8 without control characters", what));
      return {};
    }
    if (value.size == 0 && !may_be_empty) fail(fmt::format("{} is empty", what));
    return std::string(as_view(value));
  }
  std::string key(std::string_view what, qitai_str value, bool may_be_empty = false) {
    return text(what, value, 128, may_be_empty);
  }
  // An id of [a-z0-9] and `more`, and new in `taken` where that is given.
  std::string id(std::string_view what, qitai_str value, std::string_view more, std::size_t most,
                 std::set<std::string>* taken = nullptr) {
    std::string result = text(what, value, most, false);
    if (!error_.empty()) return {};
    if (!is_id(result, more, most)) {
      fail(fmt::format("{} \"{}\" has other characters than [a-z0-9{}]", what, result, more));
    }
    unique(what, result, taken);
    return result;
  }
  void unique(std::string_view what, const std::string& value, std::set<std::string>* taken) {
    if (error_.empty() && taken != nullptr && !taken->insert(value).second) {
      fail(fmt::format("{} \"{}\" stands twice", what, value));
    }
  }
  // A number within min…max, both included.
  template <typename T>
  int number(std::string_view what, T value, std::int64_t min, std::int64_t max) {
    const auto wide = static_cast<std::int64_t>(value);
    if (wide < min || wide > max) {
      fail(fmt::format("{} is {}, expected {} to {}", what, wide, min, max));
      return static_cast<int>(min);
    }
    return static_cast<int>(wide);
  }
  void expect(bool good, std::string_view complaint) {
    if (!good) fail(complaint);
  }
  void fail(std::string_view complaint) {
    if (!error_.empty()) return;
    if (table_.empty()) {
      error_ = complaint;
    } else if (entry_ < 0) {
      error_ = fmt::format("table {} {}", table_, complaint);
    } else {
      error_ = fmt::format("table {}, entry {}: {}", table_, entry_, complaint);
    }
  }

  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  static constexpr std::uint32_t kMaxStride = 4096;  // no element is that large in any version to come

  void enter(std::string_view name, int entry) {
    table_ = name;
    entry_ = entry;
  }

  std::string error_, table_;
  int entry_ = -1;
};

}  // namespace qitai::host
