// Store: the time limits that were last played with, by game: the next match of that game begins with them.
// One small file of JSON, written whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "match/time_limits.hpp"

namespace qitai::store {

class TimeChoices {
 public:
  // The most that is kept: games, seats of one, bytes of the file.
  static constexpr std::size_t kMostGames = 256;
  static constexpr std::size_t kMostSeats = 8;
  static constexpr std::size_t kMostFile = std::size_t{1} << 20U;

  // Nothing is written: what is put lasts as long as the object.
  TimeChoices() = default;
  // Reads `file`, which need not be there; put() writes it. One that cannot be read is renamed to
  // FILE.broken-N and begun anew, which `trouble` then tells; entries that match::check refuses are left out.
  static TimeChoices open(const std::filesystem::path& file, std::optional<Error>* trouble = nullptr);

  // The limits of each seat, or null. They pass match::check.
  [[nodiscard]] const std::vector<match::TimeLimits>* of(std::string_view game) const;
  // Errors: "game" (no id), "seats" (none, or too many), "full", those of match::check, and those of writing
  // a file; after the latter they are kept all the same for as long as the program runs.
  Status put(std::string_view game, const std::vector<match::TimeLimits>& seats);

 private:
  [[nodiscard]] Status write() const;

  std::filesystem::path file_;  // empty: none
  std::map<std::string, std::vector<match::TimeLimits>, std::less<>> games_;
};

}  // namespace qitai::store
