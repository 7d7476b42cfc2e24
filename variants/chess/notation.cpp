#include "chess/notation.hpp"

#include <array>
#include <bit>
#include <optional>

namespace qitai::chess {
namespace {

constexpr std::string_view kLetters = "PNBRQK";
constexpr std::string_view kPromotionLetters = "pnbrqk";
// Both sets are read, the outlined one is written for either side.
constexpr std::array<std::array<std::string_view, kKinds>, 2> kFigurines{
    {{"♙", "♘", "♗", "♖", "♕", "♔"}, {"♟", "♞", "♝", "♜", "♛", "♚"}}};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool starts_with(std::string_view text, std::string_view head) {
  return text.substr(0, head.size()) == head;
}

bool ends_with(std::string_view text, std::string_view tail) {
  return text.size() >= tail.size() && text.substr(text.size() - tail.size()) == tail;
}

std::optional<Kind> kind_of_letter(char letter) {
  const std::size_t at = kLetters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<Kind>(at);
}

bool is_promotable(Kind kind) {
  return kind != Kind::kPawn && kind != Kind::kKing;
}

// --- Writing
// --------------------------------------------------------------------------------------------------

std::string letter_of(Kind kind, Style style) {
  if (style == Style::kFigurine) return std::string(kFigurines[0][index(kind)]);
  return {kLetters[index(kind)]};
}

// What must be said of the square a man comes from so that no other of his kind is meant.
std::string origin(const Position& position, Move move) {
  MoveList list;
  is_legal(position, move) ? legal_moves(position, list) : playable_moves(position, list);
  const Cell man = position.cell(move.from);
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move rival : list) {
    if (rival.to != move.to || rival.from == move.from || position.cell(rival.from) != man) continue;
    others = true;
    same_file = same_file || file_of(rival.from) == file_of(move.from);
    same_rank = same_rank || rank_of(rival.from) == rank_of(move.from);
  }
  const std::string square = write_square(move.from);
  if (!others) return {};
  if (!same_file) return square.substr(0, 1);
  return same_rank ? square : square.substr(1);
}

std::string check_sign(const Position& position, Move move) {
  Position after = position;
  after.make(move);
  const Side them = after.side_to_move();
  if (after.king(them) == kNowhere || !in_check(after, them)) return {};
  return count_legal_moves(after) == 0 ? "#" : "+";
}

// --- Reading
// --------------------------------------------------------------------------------------------------

// A written move in its parts.
struct Description {
  Kind kind = Kind::kPawn;
  std::optional<int> from_file;
  std::optional<int> from_rank;
  Square to = kNowhere;
  std::optional<Kind> promotion;
};

// Takes signs off the end that say nothing about which move it is.
std::string_view without_signs(std::string_view text) {
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view sign : {"+", "#", "!", "?", "e.p.", "ep", " "}) {
      if (text.size() > sign.size() && ends_with(text, sign)) {
        text.remove_suffix(sign.size());
        found = true;
      }
    }
  }
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  return text;
}

// Takes a man's letter or figurine off the front.
std::optional<Kind> take_kind(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  if (const auto kind = kind_of_letter(text.front())) {
    text.remove_prefix(1);
    return kind;
  }
  for (const auto& set : kFigurines) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (!starts_with(text, set[kind])) continue;
      text.remove_prefix(set[kind].size());
      // Often followed by the selector that asks for a text glyph.
      if (starts_with(text, "\xEF\xB8\x8E")) text.remove_prefix(3);
      return static_cast<Kind>(kind);
    }
  }
  return std::nullopt;
}

// Takes "=Q", "(Q)", "/Q", "Q" or a figurine off the end; false if there is something else behind the square.
bool read_promotion(std::string_view text, std::optional<Kind>& promotion) {
  if (text.empty()) return true;
  if (text.front() == '(' && text.back() == ')' && text.size() > 2) {
    text = text.substr(1, text.size() - 2);
  } else if (text.front() == '=' || text.front() == '/') {
    text.remove_prefix(1);
  }
  if (text.size() == 1 && kPromotionLetters.find(text.front()) != std::string_view::npos)
    promotion = static_cast<Kind>(kPromotionLetters.find(text.front()));
  else
    promotion = take_kind(text);
  return promotion && is_promotable(*promotion) && text.size() <= 1;
}

bool is_file(char c) {
  return c >= 'a' && c <= 'h';
}
bool is_rank(char c) {
  return c >= '1' && c <= '8';
}

std::optional<Description> describe(std::string_view text) {
  Description said;
  if (const auto kind = take_kind(text)) said.kind = *kind;
  // The target is the last square; what stands before it tells where the man comes from.
  std::size_t at = std::string_view::npos;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (is_file(text[i]) && is_rank(text[i + 1])) at = i;
  }
  if (at == std::string_view::npos || !read_promotion(text.substr(at + 2), said.promotion))
    return std::nullopt;
  said.to = square(text[at] - 'a', text[at + 1] - '1');
  std::string_view head = text.substr(0, at);
  if (!head.empty() && (head.back() == 'x' || head.back() == ':' || head.back() == '-'))
    head.remove_suffix(1);
  if (!head.empty() && is_file(head.front())) {
    said.from_file = head.front() - 'a';
    head.remove_prefix(1);
  }
  if (!head.empty() && is_rank(head.front())) {
    said.from_rank = head.front() - '1';
    head.remove_prefix(1);
  }
  if (!head.empty()) return std::nullopt;
  return said;
}

bool fits(const Position& position, const Description& said, Move move) {
  return move.to == said.to && kind_of(position.cell(move.from)) == said.kind &&
         (!said.from_file || *said.from_file == file_of(move.from)) &&
         (!said.from_rank || *said.from_rank == rank_of(move.from)) &&
         position.castling_rook(move) == kNowhere;
}

// 1 and 2 for "O-O" and "O-O-O" with letters or zeros, else 0.
int castling_of(std::string_view text) {
  int circles = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (i % 2 == 0 ? c != 'O' && c != '0' && c != 'o' : c != '-') return 0;
    circles += i % 2 == 0 ? 1 : 0;
  }
  if (text.size() % 2 == 0) return 0;
  return circles == 2 || circles == 3 ? circles - 1 : 0;
}

std::optional<Move> castling_move(const Position& position, bool king_side) {
  const Side us = position.side_to_move();
  const int home = us == Side::kWhite ? 0 : kRanks - 1;
  const Square king = position.king(us);
  if (king == kNowhere || rank_of(king) != home) return std::nullopt;
  if (!position.chess960()) {
    if (file_of(king) != 4) return std::nullopt;
    return Move{king, square(king_side ? 6 : 2, home), 0, 0};
  }
  const Bits before = bit(king) - 1;
  const Bits wing = rank_bits(home) & (king_side ? ~before : before);
  Bits rooks = position.board().castling & wing;
  if (rooks == 0) rooks = position.men(us, Kind::kRook) & wing;
  if (rooks == 0) return std::nullopt;
  return Move{king, static_cast<Square>(std::countr_zero(rooks)), 0, 0};
}

ReadResult find(const Position& position, const Description& said, const MoveList& list, Move& move) {
  Move result{};
  int found = 0;
  bool promotes = false;
  for (const Move candidate : list) {
    if (!fits(position, said, candidate)) continue;
    const std::uint16_t choice = said.promotion ? choice_of(*said.promotion) : std::uint16_t{0};
    promotes = promotes || candidate.choice != 0;
    if (candidate.choice != choice) continue;
    ++found;
    result = candidate;
  }
  if (found == 0) return promotes ? ReadResult::kPromotionMissing : ReadResult::kNoSuchMove;
  if (found > 1) return ReadResult::kAmbiguous;
  move = result;
  return ReadResult::kRead;
}

}  // namespace

std::string write_coordinates(Move move) {
  std::string text = write_square(move.from) + write_square(move.to);
  if (move.choice != 0) text += kPromotionLetters[index(chosen(move.choice))];
  return text;
}

bool read_coordinates(std::string_view text, Move& move) {
  const bool dash = text.size() >= 5 && text[2] == '-';
  const std::size_t second = dash ? 3 : 2;
  if (text.size() < second + 2) return false;
  const auto read = [](char file, char rank, Square& at) {
    if (!is_file(lower(file)) || !is_rank(rank)) return false;
    at = square(lower(file) - 'a', rank - '1');
    return true;
  };
  Move result{};
  if (!read(text[0], text[1], result.from) || !read(text[second], text[second + 1], result.to)) return false;
  std::string_view rest = text.substr(second + 2);
  if (!rest.empty() && rest.front() == '=') rest.remove_prefix(1);
  if (rest.empty()) {
    if (text.size() != second + 2) return false;
  } else {
    const std::size_t kind = kPromotionLetters.find(lower(rest.front()));
    if (rest.size() != 1 || kind == std::string_view::npos) return false;
    result.choice = choice_of(static_cast<Kind>(kind));
  }
  move = result;
  return true;
}

std::string write_algebraic(const Position& position, Move move, Style style) {
  const std::string sign = check_sign(position, move);
  const Square rook = position.castling_rook(move);
  if (rook != kNowhere) return (rook > move.from ? "O-O" : "O-O-O") + sign;

  const Kind kind = kind_of(position.cell(move.from));
  const bool captures = position.captured_by(move) != kNowhere;
  std::string text = kind == Kind::kPawn ? "" : letter_of(kind, style);
  if (style == Style::kLong) {
    text += write_square(move.from) + (captures ? "x" : "-");
  } else {
    if (kind == Kind::kPawn)
      text += captures ? write_square(move.from).substr(0, 1) : "";
    else
      text += origin(position, move);
    text += captures ? "x" : "";
  }
  text += write_square(move.to);
  if (move.choice != 0) text += "=" + letter_of(chosen(move.choice), style);
  return text + sign;
}

ReadResult read_algebraic(const Position& position, std::string_view text, Move& move) {
  // Longer than any writing of a move; figurines have three bytes each.
  constexpr std::size_t kLongest = 40;
  if (text.size() > kLongest) return ReadResult::kNotThis;
  text = without_signs(text);
  if (const int wing = castling_of(text); wing != 0) {
    const auto castling = castling_move(position, wing == 1);
    if (!castling) return ReadResult::kNoCastling;
    move = *castling;
    return ReadResult::kRead;
  }
  const auto said = describe(text);
  if (!said) return ReadResult::kNotThis;
  MoveList list;
  legal_moves(position, list);
  const ReadResult legal = find(position, *said, list, move);
  if (legal != ReadResult::kNoSuchMove) return legal;
  playable_moves(position, list);
  return find(position, *said, list, move);
}

}  // namespace qitai::chess
