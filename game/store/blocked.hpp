// Store: the far machines that players here want nothing of. One small file of JSON, written whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace qitai::store {

class Blocked {
 public:
  struct Entry {
    std::string device;      // in the same writing as in the journal: TRANSPORT:ADDRESS
    std::string name;        // that its player went by when it was blocked; may be empty
    std::int64_t since = 0;  // seconds since 1970
  };
  // The most that is kept: machines, bytes of a device's or a player's name, of the file.
  static constexpr std::size_t kMost = 1024;
  static constexpr std::size_t kMostName = 128;
  static constexpr std::size_t kMostFile = std::size_t{1} << 20U;

  // Nothing is written: what is blocked is so as long as the object lasts.
  Blocked() = default;
  // Reads `file`, which need not be there. One that cannot be read is renamed to FILE.broken-N and begun
  // anew, which `trouble` then tells; entries that are none are left out.
  static Blocked open(const std::filesystem::path& file, std::optional<Error>* trouble = nullptr);

  [[nodiscard]] bool has(std::string_view device) const;
  // Who was blocked last stands first.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  // Errors: "device" (empty or too long), "not-text" (not a name), "full", and those of writing a file; after
  // the latter it is blocked all the same for as long as the program runs. One that is blocked already stays
  // where it is.
  Status block(Entry entry);
  // Nothing where it is not blocked. Errors: those of writing a file.
  Status unblock(std::string_view device);

 private:
  [[nodiscard]] Status write() const;

  std::filesystem::path file_;  // empty: none
  std::vector<Entry> entries_;
};

}  // namespace qitai::store
