#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "xiangqi/naming.hpp"
#include "xiangqi/notation.hpp"

namespace qitai::xiangqi {
namespace {

// --- Characters
// ------------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 9> kChineseDigits{"一", "二", "三", "四", "五",
                                                         "六", "七", "八", "九"};
constexpr std::array<std::string_view, 9> kWideDigits{"１", "２", "３", "４", "５", "６", "７", "８", "９"};

// [script][side][kind]
constexpr std::array<std::array<std::array<std::string_view, kKinds>, 2>, 2> kMen{
    {{{{"帅", "仕", "相", "马", "车", "炮", "兵"}, {"将", "士", "象", "马", "车", "炮", "卒"}}},
     {{{"帥", "仕", "相", "傌", "俥", "炮", "兵"}, {"將", "士", "象", "馬", "車", "砲", "卒"}}}}};

// Every character in use for a kind, whoever's it is.
constexpr std::array<std::string_view, kKinds> kMenRead{"帅帥将將", "仕士",   "相象", "马馬傌",
                                                        "车車俥",   "炮砲包", "兵卒"};

constexpr std::array<std::array<std::string_view, 3>, 2> kActions{{{"进", "退", "平"}, {"進", "退", "平"}}};
constexpr std::array<std::array<std::string_view, 3>, 2> kPlaces{{{"前", "中", "后"}, {"前", "中", "後"}}};

std::string number(int value, Side side, Script script) {
  const auto i = static_cast<std::size_t>(value - 1);
  if (side == Side::kRed) return std::string(kChineseDigits[i]);
  if (script == Script::kSimplified) return std::string(kWideDigits[i]);
  return std::to_string(value);
}

// --- Reading
// ---------------------------------------------------------------------------------------------------

enum class TokenKind : std::uint8_t { kMan, kDigit, kAction, kPlace };

struct Token {
  TokenKind kind;
  int value;  // Kind, 1…9, Action or Place
};

// Where the character stands in a row of characters of three bytes each, or nothing.
std::optional<int> find_in(std::string_view row, std::string_view character) {
  for (std::size_t i = 0; i + 3 <= row.size(); i += 3) {
    if (row.substr(i, 3) == character) return static_cast<int>(i / 3);
  }
  return std::nullopt;
}

std::optional<Token> token_of(std::string_view character) {
  if (character.size() == 1) {
    const char c = character.front();
    if (c >= '1' && c <= '9') return Token{TokenKind::kDigit, c - '0'};
    return std::nullopt;
  }
  if (const auto i = find_in("一二三四五六七八九", character)) return Token{TokenKind::kDigit, *i + 1};
  if (const auto i = find_in("１２３４５６７８９", character)) return Token{TokenKind::kDigit, *i + 1};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    if (find_in(kMenRead[kind], character)) return Token{TokenKind::kMan, static_cast<int>(kind)};
  }
  for (std::size_t script = 0; script < 2; ++script) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (character == kActions[script][i]) return Token{TokenKind::kAction, static_cast<int>(i)};
      if (character == kPlaces[script][i]) return Token{TokenKind::kPlace, static_cast<int>(i)};
    }
  }
  return std::nullopt;
}

inline constexpr std::size_t kMaxTokens = 5;

// The text's characters as tokens; nothing if one is none or there are too many. Blanks are skipped.
std::optional<std::vector<Token>> tokens_of(std::string_view text) {
  constexpr std::string_view kWideBlank = "\u3000";
  std::vector<Token> tokens;
  while (!text.empty()) {
    if (text.front() == ' ' || text.front() == '\t') {
      text.remove_prefix(1);
      continue;
    }
    if (text.substr(0, 3) == kWideBlank) {
      text.remove_prefix(3);
      continue;
    }
    // All characters of this notation are ASCII or three bytes long.
    const std::size_t length = static_cast<unsigned char>(text.front()) < 0x80 ? 1 : 3;
    const auto token = token_of(text.substr(0, length));
    if (!token || tokens.size() == kMaxTokens) return std::nullopt;
    tokens.push_back(*token);
    text.remove_prefix(length);
  }
  return tokens;
}

std::optional<Naming> naming_of(const std::vector<Token>& tokens) {
  // The last two are always action and number; what is before them is one of
  //   man file | place man | ordinal man | place man file | ordinal man file | place file (a soldier).
  if (tokens.size() < 4) return std::nullopt;
  const std::size_t head = tokens.size() - 2;
  if (tokens[head].kind != TokenKind::kAction || tokens[head + 1].kind != TokenKind::kDigit)
    return std::nullopt;
  Naming said;
  said.motion = {static_cast<Action>(tokens[head].value), tokens[head + 1].value};
  std::optional<int> ordinal;
  bool man = false;
  for (std::size_t i = 0; i < head; ++i) {
    const Token token = tokens[i];
    switch (token.kind) {
      case TokenKind::kMan:
        if (man || i > 1) return std::nullopt;
        man = true;
        said.kind = static_cast<Kind>(token.value);
        break;
      case TokenKind::kPlace:
        if (i != 0) return std::nullopt;
        said.place = static_cast<Place>(token.value);
        break;
      case TokenKind::kDigit:
        (i == 0 ? ordinal : said.file) = token.value;
        break;
      case TokenKind::kAction:
        return std::nullopt;
    }
  }
  if (!man && (!said.place || !said.file || head != 2)) return std::nullopt;
  if (ordinal && said.kind != Kind::kSoldier) return std::nullopt;
  // With its file a number counts on that file, without it over all files.
  (said.file ? said.in_file : said.in_all) = ordinal;
  return said;
}

}  // namespace

std::string write_chinese(const Position& position, Move move, Script script) {
  const Side side = position.side_to_move();
  const Kind kind = kind_of(position.cell(move.from));
  const auto s = static_cast<std::size_t>(script);
  const std::string man(kMen[s][index(side)][static_cast<std::size_t>(kind)]);
  const Company company = company_of(position, move.from);
  const Motion motion = motion_of(position, move);

  std::string text;
  if (company.file_is_enough) {
    text = man + number(company.file, side, script);
  } else if (company.place_is_enough) {
    text = std::string(kPlaces[s][static_cast<std::size_t>(company.place())]) + man;
  } else {
    text = std::string(kChineseDigits[static_cast<std::size_t>(company.in_all - 1)]) + man;
  }
  return text + std::string(kActions[s][static_cast<std::size_t>(motion.action)]) +
         number(motion.number, side, script);
}

ReadResult read_chinese(const Position& position, std::string_view text, Move& move) {
  const auto tokens = tokens_of(text);
  if (!tokens) return ReadResult::kNotThis;
  const auto said = naming_of(*tokens);
  return said ? find(position, *said, move) : ReadResult::kNotThis;
}

}  // namespace qitai::xiangqi
