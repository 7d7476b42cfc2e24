#include <cstddef>
#include <optional>
#include <string_view>

#include "xiangqi/naming.hpp"
#include "xiangqi/notation.hpp"

namespace qitai::xiangqi {
namespace {

constexpr std::string_view kLetters = "KAEHRCP";  // in the order of Kind
constexpr std::string_view kActions = "+-.";      // in the order of Action

std::optional<Kind> kind_of_letter(char letter) {
  const char upper = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  switch (upper) {
    case 'G':
      return Kind::kGeneral;
    case 'B':
    case 'M':
      return Kind::kElephant;
    case 'N':
      return Kind::kHorse;
    case 'S':
      return Kind::kSoldier;
    default: {
      const std::size_t at = kLetters.find(upper);
      if (at == std::string_view::npos) return std::nullopt;
      return static_cast<Kind>(at);
    }
  }
}

std::optional<int> digit(char c) {
  if (c < '1' || c > '9') return std::nullopt;
  return c - '0';
}

std::optional<Place> place_of_sign(char c) {
  if (c == '+') return Place::kFront;
  if (c == '-') return Place::kRear;
  return std::nullopt;
}

std::optional<Naming> naming_of(std::string_view text) {
  if (text.size() != 4) return std::nullopt;
  const std::size_t action = kActions.find(text[2] == '=' ? '.' : text[2]);
  const auto number = digit(text[3]);
  if (action == std::string_view::npos || !number) return std::nullopt;
  Naming said;
  said.motion = {static_cast<Action>(action), *number};
  if (const auto in_file = digit(text[0])) {
    // A soldier by his place and file.
    said.in_file = in_file;
    said.file = digit(text[1]);
    return said.file ? std::optional(said) : std::nullopt;
  }
  const bool place_first = place_of_sign(text[0]).has_value();
  const auto kind = kind_of_letter(text[place_first ? 1 : 0]);
  if (!kind) return std::nullopt;
  said.kind = *kind;
  const char which = text[place_first ? 0 : 1];
  said.place = place_of_sign(which);
  said.file = digit(which);
  return said.place || said.file ? std::optional(said) : std::nullopt;
}

}  // namespace

std::string write_wxf(const Position& position, Move move) {
  const Company company = company_of(position, move.from);
  const Motion motion = motion_of(position, move);
  const char letter = kLetters[static_cast<std::size_t>(kind_of(position.cell(move.from)))];
  std::string text;
  if (company.file_is_enough) {
    text = letter + std::to_string(company.file);
  } else if (company.place_is_enough && company.on_file == 2) {
    text = {letter, company.place() == Place::kFront ? '+' : '-'};
  } else {
    text = std::to_string(company.in_file) + std::to_string(company.file);
  }
  return text + kActions[static_cast<std::size_t>(motion.action)] + std::to_string(motion.number);
}

ReadResult read_wxf(const Position& position, std::string_view text, Move& move) {
  const auto said = naming_of(text);
  return said ? find(position, *said, move) : ReadResult::kNotThis;
}

}  // namespace qitai::xiangqi
