// Store: the set-ups that players keep for their next games, eight each and game. One small file of JSON,
// written whole: it is changed by hand so rarely that it needs no database.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "base/result.hpp"

namespace qitai::store {

class Layouts {
 public:
  static constexpr int kSlots = 8;  // of a player in a game
  // The most that is kept: layouts of all, bytes of one, of a name, of the file.
  static constexpr std::size_t kMostLayouts = 4096;
  static constexpr std::size_t kMostBytes = 4096;
  static constexpr std::size_t kMostName = 128;      // of a game or player
  static constexpr std::size_t kMostNameSigns = 16;  // characters of the name of a layout
  static constexpr std::size_t kMostFile = std::size_t{4} << 20U;

  // Nothing is written: what is put lasts as long as the object.
  Layouts() = default;
  // Reads `file`, which need not be there; put() writes it. One that cannot be read as layouts is renamed to
  // FILE.broken-N and begun anew, which `trouble` then tells; entries that are none are left out.
  static Layouts open(const std::filesystem::path& file, std::optional<Error>* trouble = nullptr);

  struct Kept {
    std::string layout;  // the bytes that were put there; whether the rules take them is for the game to say
    std::string name;    // empty: it has its number
    friend bool operator==(const Kept&, const Kept&) = default;
  };
  [[nodiscard]] std::optional<Kept> get(std::string_view game, std::string_view player, int slot) const;
  // Keeps a layout in a slot (0 to kSlots − 1), in place of what is there. Errors: "slot", "too-long",
  // "not-text" (a layout or id that is not UTF-8), "name" (more than kMostNameSigns characters, or one that
  // names may not have), "full", and those of writing a file; after the latter it is kept all the same for as
  // long as the program runs.
  Status put(std::string_view game, std::string_view player, int slot, Kept kept);
  // Gives what is kept there another name. Errors: "empty" (nothing is kept there), "name", those of writing.
  Status rename(std::string_view game, std::string_view player, int slot, std::string_view name);

 private:
  [[nodiscard]] Status write() const;

  std::filesystem::path file_;                                         // empty: none
  std::map<std::tuple<std::string, std::string, int>, Kept> layouts_;  // by game, player, slot
};

}  // namespace qitai::store
