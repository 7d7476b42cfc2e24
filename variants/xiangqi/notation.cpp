#include "xiangqi/notation.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

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

enum class Action : std::uint8_t { kAdvance, kRetreat, kTraverse };
enum class Place : std::uint8_t { kFront, kMiddle, kRear };

constexpr std::array<std::array<std::string_view, 3>, 2> kActions{{{"进", "退", "平"}, {"進", "退", "平"}}};
constexpr std::array<std::array<std::string_view, 3>, 2> kPlaces{{{"前", "中", "后"}, {"前", "中", "後"}}};

std::string number(int value, Side side, Script script) {
  const auto i = static_cast<std::size_t>(value - 1);
  if (side == Side::kRed) return std::string(kChineseDigits[i]);
  if (script == Script::kSimplified) return std::string(kWideDigits[i]);
  return std::to_string(value);
}

// --- What a move says
// ------------------------------------------------------------------------------------------

// Files are counted from the mover's right.
int file_number(Side side, Square at) {
  return side == Side::kRed ? kFiles - file_of(at) : file_of(at) + 1;
}

bool by_steps(Kind kind) {
  return kind == Kind::kGeneral || kind == Kind::kChariot || kind == Kind::kCannon || kind == Kind::kSoldier;
}

struct Motion {
  Action action;
  int number;  // steps or file
};

Motion motion_of(Side side, Kind kind, Move move) {
  const int ranks = (rank_of(move.to) - rank_of(move.from)) * (side == Side::kRed ? 1 : -1);
  const Action action = ranks > 0 ? Action::kAdvance : ranks < 0 ? Action::kRetreat : Action::kTraverse;
  const bool steps = ranks != 0 && by_steps(kind);
  return {action, steps ? std::abs(ranks) : file_number(side, move.to)};
}

// Where a man stands among his equals.
struct Company {
  int on_file = 0;        // equals on his file, himself too
  int in_file = 0;        // his place among them, 1 is the foremost
  int crowded_files = 0;  // files with two or more equals
  int in_all = 0;         // his place among the equals on all such files, from the right, front to back
};

Company company_of(const Position& position, Square at) {
  const Side side = position.side_to_move();
  const Kind kind = kind_of(position.cell(at));
  // Equals by file number, and how many of each file stand before the man's rank.
  std::array<int, kFiles + 1> on_file{};
  Company company;
  const int own_file = file_number(side, at);
  const int ahead = side == Side::kRed ? 1 : -1;
  for (std::size_t slot = kFirstSlot[static_cast<std::size_t>(kind)];
       slot < kFirstSlot[static_cast<std::size_t>(kind) + 1]; ++slot) {
    const Square equal = position.where(side, slot);
    if (equal == kNowhere) continue;
    const int file = file_number(side, equal);
    ++on_file[static_cast<std::size_t>(file)];
    if (file == own_file && (rank_of(equal) - rank_of(at)) * ahead >= 0) ++company.in_file;
  }
  for (int file = 1; file <= kFiles; ++file) {
    const int count = on_file[static_cast<std::size_t>(file)];
    if (count < 2) continue;
    ++company.crowded_files;
    if (file < own_file) company.in_all += count;
  }
  company.on_file = on_file[static_cast<std::size_t>(own_file)];
  company.in_all += company.in_file;
  return company;
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

// What a text says of the man: his kind always, the rest as it was written.
struct Description {
  Kind kind = Kind::kSoldier;
  std::optional<int> file;
  std::optional<int> ordinal;
  std::optional<Place> place;
  Action action = Action::kTraverse;
  int number = 0;
};

std::optional<Description> describe(const std::vector<Token>& tokens) {
  // The last two are always action and number; what is before them is one of
  //   man file | place man | ordinal man | place man file | ordinal man file | place file (a soldier).
  if (tokens.size() < 4) return std::nullopt;
  const std::size_t head = tokens.size() - 2;
  if (tokens[head].kind != TokenKind::kAction || tokens[head + 1].kind != TokenKind::kDigit)
    return std::nullopt;
  Description said;
  said.action = static_cast<Action>(tokens[head].value);
  said.number = tokens[head + 1].value;
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
        (i == 0 ? said.ordinal : said.file) = token.value;
        break;
      case TokenKind::kAction:
        return std::nullopt;
    }
  }
  if (!man && (!said.place || !said.file || head != 2)) return std::nullopt;
  if (said.ordinal && said.kind != Kind::kSoldier) return std::nullopt;
  return said;
}

bool fits(const Position& position, const Description& said, Move move) {
  const Side side = position.side_to_move();
  const Kind kind = kind_of(position.cell(move.from));
  if (kind != said.kind) return false;
  const Motion motion = motion_of(side, kind, move);
  if (motion.action != said.action || motion.number != said.number) return false;
  if (said.file && *said.file != file_number(side, move.from)) return false;
  if (!said.place && !said.ordinal) return true;
  const Company company = company_of(position, move.from);
  if (company.on_file < 2) return false;
  if (said.ordinal) return *said.ordinal == (said.file ? company.in_file : company.in_all);
  switch (*said.place) {
    case Place::kFront:
      return company.in_file == 1;
    case Place::kMiddle:
      return company.on_file == 3 && company.in_file == 2;
    case Place::kRear:
      return company.in_file == company.on_file;
  }
  return false;
}

}  // namespace

std::string write_point(Square at) {
  return {static_cast<char>('a' + file_of(at)), static_cast<char>('0' + rank_of(at))};
}

std::string write_coordinates(Move move) {
  return write_point(move.from) + write_point(move.to);
}

bool read_coordinates(std::string_view text, Move& move) {
  const bool dash = text.size() == 5 && text[2] == '-';
  if (text.size() != 4 && !dash) return false;
  const auto read = [](char file, char rank, Square& at) {
    const char lower = file >= 'A' && file <= 'I' ? static_cast<char>(file - 'A' + 'a') : file;
    if (lower < 'a' || lower > 'i' || rank < '0' || rank > '9') return false;
    at = square(lower - 'a', rank - '0');
    return true;
  };
  Move result;
  const std::size_t second = dash ? 3 : 2;
  if (!read(text[0], text[1], result.from) || !read(text[second], text[second + 1], result.to)) return false;
  move = result;
  return true;
}

std::string write_chinese(const Position& position, Move move, Script script) {
  const Side side = position.side_to_move();
  const Kind kind = kind_of(position.cell(move.from));
  const auto s = static_cast<std::size_t>(script);
  const std::string man(kMen[s][index(side)][static_cast<std::size_t>(kind)]);
  const Company company = company_of(position, move.from);
  const Motion motion = motion_of(side, kind, move);

  std::string text;
  // Two advisors or elephants on one file never have the same move: one can only go forward, the other only
  // back.
  if (company.on_file < 2 || kind == Kind::kAdvisor || kind == Kind::kElephant) {
    text = man + number(file_number(side, move.from), side, script);
  } else if (company.crowded_files > 1 || company.on_file > 3) {
    text = std::string(kChineseDigits[static_cast<std::size_t>(company.in_all - 1)]) + man;
  } else {
    const Place place = company.in_file == 1                 ? Place::kFront
                        : company.in_file == company.on_file ? Place::kRear
                                                             : Place::kMiddle;
    text = std::string(kPlaces[s][static_cast<std::size_t>(place)]) + man;
  }
  return text + std::string(kActions[s][static_cast<std::size_t>(motion.action)]) +
         number(motion.number, side, script);
}

ReadResult read_chinese(const Position& position, std::string_view text, Move& move) {
  const auto tokens = tokens_of(text);
  if (!tokens) return ReadResult::kNotThis;
  const auto said = describe(*tokens);
  if (!said) return ReadResult::kNotThis;
  for (const bool legal : {true, false}) {
    MoveList list;
    legal ? legal_moves(position, list) : playable_moves(position, list);
    int found = 0;
    Move result;
    for (const Move candidate : list) {
      if (!fits(position, *said, candidate)) continue;
      if (++found > 1) return ReadResult::kAmbiguous;
      result = candidate;
    }
    if (found == 0) continue;
    move = result;
    return ReadResult::kRead;
  }
  return ReadResult::kNoSuchMove;
}

}  // namespace qitai::xiangqi
