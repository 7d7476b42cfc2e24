// Chess: the position's text.
#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <optional>

#include "chess/attacks.hpp"
#include "chess/moves.hpp"

namespace qitai::chess {
namespace {

using sdk::fail;
using sdk::next_word;
using sdk::shown;

constexpr std::string_view kLetters = "pnbrqk";
// Of each kind a side begins with so many; what is more were pawns.
constexpr std::array<int, kKinds> kFirstCount{8, 2, 2, 2, 1, 1};
constexpr int kMostMen = 16;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

std::string side_name(Side side) {
  return side == Side::kWhite ? "White" : "Black";
}

int first_rank(Side side) {
  return side == Side::kWhite ? 0 : kRanks - 1;
}

Square first(Bits bits) {
  return static_cast<Square>(std::countr_zero(bits));
}

// `start`: where the board begins in the whole text.
bool read_board(std::string_view board, std::size_t start, Position& position, TextError& error) {
  int rank = kRanks - 1;
  int file = 0;
  bool digit_before = false;
  const auto rank_name = [&] { return "Rank " + std::to_string(rank + 1); };
  for (std::size_t i = 0; i <= board.size(); ++i) {
    const std::size_t here = start + i;
    if (i == board.size() || board[i] == '/') {
      if (file < kFiles)
        return fail(error, "rank-short",
                    rank_name() + " has " + std::to_string(file) + " squares; 8 were expected.", here);
      if (i == board.size()) break;
      if (rank == 0) return fail(error, "rank-count", "The board has more than 8 ranks.", here);
      --rank;
      file = 0;
      digit_before = false;
      continue;
    }
    const char c = board[i];
    if (c >= '1' && c <= '8') {
      if (digit_before)
        return fail(error, "digits-adjacent", "Two numbers of empty squares stand side by side.", here);
      digit_before = true;
      file += c - '0';
      if (file > kFiles) return fail(error, "rank-long", rank_name() + " has more than 8 squares.", here);
      continue;
    }
    digit_before = false;
    const std::size_t kind = kLetters.find(lower(c));
    if (kind == std::string_view::npos)
      return fail(error, "unknown-letter",
                  shown(c) + " is no piece; k, q, r, b, n, p or a number of empty squares was expected.",
                  here);
    if (file >= kFiles) return fail(error, "rank-long", rank_name() + " has more than 8 squares.", here);
    const Side side = is_upper(c) ? Side::kWhite : Side::kBlack;
    const auto k = static_cast<Kind>(kind);
    if (k == Kind::kPawn && (rank == 0 || rank == kRanks - 1))
      return fail(error, "pawn-rank",
                  "A pawn stands on rank " + std::to_string(rank + 1) + ", where none can be.", here);
    if (!position.put(side, k, square(file, rank)))
      return fail(error, "king-count", side_name(side) + " has more than one king.", here);
    ++file;
  }
  if (rank != 0)
    return fail(error, "rank-count",
                "The board has " + std::to_string(kRanks - rank) + " ranks; 8 were expected.",
                start + board.size());
  return true;
}

bool check_men(const Position& position, std::size_t start, TextError& error) {
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (position.king(side) == kNowhere)
      return fail(error, "king-missing", side_name(side) + " has no king.", start);
    const int pawns = std::popcount(position.men(side, Kind::kPawn));
    if (pawns > kFirstCount[0])
      return fail(error, "pawn-count", side_name(side) + " has more than 8 pawns.", start);
    if (std::popcount(position.men(side)) > kMostMen)
      return fail(error, "men-count", side_name(side) + " has more than 16 men.", start);
    int promoted = 0;
    for (const Kind kind : {Kind::kKnight, Kind::kBishop, Kind::kRook, Kind::kQueen})
      promoted += std::max(0, std::popcount(position.men(side, kind)) - kFirstCount[index(kind)]);
    if (promoted > kFirstCount[0] - pawns)
      return fail(error, "promoted-count",
                  side_name(side) + " has " + std::to_string(promoted) + " promoted men, but " +
                      std::to_string(pawns) + " pawns are still there.",
                  start);
  }
  return true;
}

// The side to move may be in check, by at most two men, and not by two that no one move can have brought
// there.
bool check_checks(const Position& position, std::size_t start, TextError& error) {
  const Side us = position.side_to_move();
  const Side waiting = other(us);
  const Square kings[] = {position.king(us), position.king(waiting)};
  if ((kKingAttacks[kings[0]] & bit(kings[1])) != 0)
    return fail(error, "kings-touch", "The kings stand next to each other.", start);
  if (in_check(position, waiting))
    return fail(error, "opponent-in-check",
                side_name(waiting) + " is in check, but it is " + side_name(us) + "'s turn.", start);
  const Bits checking = checkers(position, us);
  if (std::popcount(checking) > 2)
    return fail(error, "too-many-checks",
                side_name(us) + " is in check from more than two men; no move brings that about.", start);
  if (std::popcount(checking) == 2) {
    const Bits leapers = checking & (position.board().kinds[index(Kind::kPawn)] |
                                     position.board().kinds[index(Kind::kKnight)]);
    if (std::popcount(leapers) == 2)
      return fail(error, "impossible-checks",
                  side_name(us) + " is in check from two pawns or knights; no move brings that about.",
                  start);
  }
  return true;
}

// One letter of the castling rights: the rook it means, or a failure.
bool read_right(const Position& position, char letter, bool chess960, std::size_t offset, Bits& rooks,
                TextError& error) {
  const Side side = is_upper(letter) ? Side::kWhite : Side::kBlack;
  const char c = lower(letter);
  const bool by_file = c >= 'a' && c <= 'h';
  if (c != 'k' && c != 'q' && !by_file)
    return fail(error, "castling-text",
                shown(letter) + " is no castling right; K, Q, k, q or - was expected.", offset);
  if (by_file && !chess960)
    return fail(error, "castling-letter", "Castling rights by file are read with the option chess960 only.",
                offset);
  const Square king = position.king(side);
  const int home = first_rank(side);
  const std::string who = side_name(side);
  if (rank_of(king) != home || (!chess960 && file_of(king) != 4))
    return fail(error, "castling-king", who + "'s king has left its square; it cannot castle.", offset);
  const Bits line = position.men(side, Kind::kRook) & rank_bits(home);
  Bits rook = 0;
  if (by_file) {
    rook = line & bit(square(c - 'a', home));
  } else if (!chess960) {
    rook = line & bit(square(c == 'k' ? 7 : 0, home));
  } else if (c == 'k') {  // X-FEN: the outermost rook of the wing
    const Bits wing = line & ~(bit(king) - 1);
    if (wing != 0) rook = bit(static_cast<Square>(63 - std::countl_zero(wing)));
  } else {
    const Bits wing = line & (bit(king) - 1);
    rook = wing & (~wing + 1);
  }
  if (rook == 0)
    return fail(error, "castling-rook", who + " has no rook for the castling right " + shown(letter) + ".",
                offset);
  const Bits before = bit(king) - 1;
  const Bits wing = (rook & before) != 0 ? before : ~before;
  if ((rooks & line & wing) != 0)
    return fail(error, "castling-repeated", "A castling right stands there twice.", offset);
  rooks |= rook;
  return true;
}

bool read_castling(std::string_view word, bool chess960, std::size_t start, Position& position,
                   TextError& error) {
  if (word == "-") return true;
  Bits rooks = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (!read_right(position, word[i], chess960, start + i, rooks, error)) return false;
  }
  position.set_castling(rooks);
  return true;
}

bool read_en_passant(std::string_view word, std::size_t start, Position& position, TextError& error) {
  if (word == "-") return true;
  if (word.size() != 2 || word[0] < 'a' || word[0] > 'h' || word[1] < '1' || word[1] > '8')
    return fail(error, "en-passant-text", "The square jumped over, such as e3, or - was expected.", start);
  const Side us = position.side_to_move();
  const bool white = us == Side::kWhite;
  const Square at = square(word[0] - 'a', word[1] - '1');
  if (rank_of(at) != (white ? 5 : 2))
    return fail(error, "en-passant-rank",
                std::string("With ") + side_name(us) + " to move the square jumped over is on rank " +
                    (white ? "6." : "3."),
                start);
  const Square pawn = square(file_of(at), white ? 4 : 3);
  const Square origin = square(file_of(at), white ? 6 : 1);
  if (position.cell(pawn) != cell_of(other(us), Kind::kPawn))
    return fail(
        error, "en-passant-pawn",
        "No pawn stands on " + write_square(pawn) + " that could have jumped over " + write_square(at) + ".",
        start);
  if (position.cell(at) != kEmpty)
    return fail(error, "en-passant-occupied", "A man stands on the square jumped over.", start);
  if (position.cell(origin) != kEmpty)
    return fail(error, "en-passant-origin",
                "A man stands on " + write_square(origin) + ", from where the pawn has just come.", start);
  // Before the double step the side to move was not in check, so what checks now is the pawn or was behind
  // it.
  Position before = position;
  const Bits occupied = (position.occupied() & ~bit(pawn)) | bit(origin);
  if ((attackers(before.board(), other(us), before.king(us), occupied) & ~bit(pawn)) != 0)
    return fail(error, "en-passant-check", "The check cannot have come about by the pawn's double step.",
                start);
  position.set_en_passant(at);
  return true;
}

bool read_counter(std::string_view word, int& value) {
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  return code == std::errc() && end == word.data() + word.size();
}

bool read_counters(std::string_view& rest, Setup& setup, std::string_view text, TextError& error) {
  const auto offset_of = [&](std::string_view word) {
    return static_cast<std::size_t>(word.data() - text.data());
  };
  std::string_view word = next_word(rest);
  if (word.empty()) return true;
  if (!read_counter(word, setup.quiet_plies))
    return fail(error, "halfmove-clock", "The count of plies without capture or pawn move must be a number.",
                offset_of(word));
  if (setup.quiet_plies < 0 || setup.quiet_plies > kMaxCounter)
    return fail(error, "halfmove-range",
                "The count of plies without capture or pawn move must be from 0 to 9999.", offset_of(word));
  if (setup.quiet_plies > 0 && setup.position.board().en_passant != 0)
    return fail(error, "halfmove-en-passant",
                "A pawn has just moved, so no ply without a pawn move can be counted.", offset_of(word));
  word = next_word(rest);
  if (word.empty()) return true;
  if (!read_counter(word, setup.move_number))
    return fail(error, "move-number", "The number of the move must be a number.", offset_of(word));
  if (setup.move_number < 0 || setup.move_number > kMaxCounter)
    return fail(error, "move-number-range", "The number of the move must be from 1 to 9999.",
                offset_of(word));
  // Some programs count from 0.
  setup.move_number = std::max(setup.move_number, 1);
  word = next_word(rest);
  if (word.empty()) return true;
  return fail(error, "trailing-text", "Nothing was expected after the number of the move.", offset_of(word));
}

// The letter of a castling right: K or Q where that means the rook, its file else.
char right_letter(const Position& position, Side side, Square rook) {
  const Square king = position.king(side);
  const Bits line = position.men(side, Kind::kRook) & rank_bits(first_rank(side));
  const bool outermost = rook > king ? (line >> rook) == 1 : (line & (bit(rook) - 1)) == 0;
  const char letter = outermost ? (rook > king ? 'K' : 'Q') : static_cast<char>('A' + file_of(rook));
  return side == Side::kWhite ? letter : lower(letter);
}

}  // namespace

std::string write_square(Square at) {
  return {static_cast<char>('a' + file_of(at)), static_cast<char>('1' + rank_of(at))};
}

bool read_fen(std::string_view text, bool chess960, Setup& setup, TextError& error) {
  Setup result;
  Position& position = result.position;
  position.set_chess960(chess960);
  std::string_view rest = text;
  const auto offset_of = [&](std::string_view word) {
    return static_cast<std::size_t>(word.data() - text.data());
  };
  const std::string_view board = next_word(rest);
  if (board.empty())
    return fail(error, "text-empty",
                "The position text is empty; a board and the side to move were expected.", 0);
  if (!read_board(board, offset_of(board), position, error)) return false;
  if (!check_men(position, offset_of(board), error)) return false;

  const std::string_view side = next_word(rest);
  if (side != "w" && side != "b")
    return fail(error, "side", "After the board the side to move was expected: w (White) or b (Black).",
                offset_of(side));
  position.set_side_to_move(side == "b" ? Side::kBlack : Side::kWhite);
  if (!check_checks(position, offset_of(board), error)) return false;

  std::string_view word = next_word(rest);
  if (!word.empty() && !read_castling(word, chess960, offset_of(word), position, error)) return false;
  word = next_word(rest);
  if (!word.empty() && !read_en_passant(word, offset_of(word), position, error)) return false;
  if (!read_counters(rest, result, text, error)) return false;
  setup = result;
  return true;
}

std::string write_fen(const Setup& setup) {
  const Position& position = setup.position;
  std::string text;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    int gap = 0;
    for (int file = 0; file < kFiles; ++file) {
      const Cell man = position.cell(square(file, rank));
      if (man == kEmpty) {
        ++gap;
        continue;
      }
      if (gap > 0) text += std::to_string(gap);
      gap = 0;
      const char letter = kLetters[index(kind_of(man))];
      text += side_of(man) == Side::kWhite ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    if (gap > 0) text += std::to_string(gap);
    if (rank > 0) text += '/';
  }
  text += position.side_to_move() == Side::kWhite ? " w " : " b ";
  std::string rights;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (position.king(side) == kNowhere) continue;  // taken
    const Bits rooks = position.board().castling & position.men(side);
    const Bits before = bit(position.king(side)) - 1;
    for (const Bits wing : {rooks & ~before, rooks & before}) {
      if (wing != 0) rights += right_letter(position, side, first(wing));
    }
  }
  text += rights.empty() ? "-" : rights;
  text += ' ';
  const Bits jumped = position.board().en_passant;
  text += jumped != 0 ? write_square(first(jumped)) : "-";
  return text + " " + std::to_string(setup.quiet_plies) + " " + std::to_string(setup.move_number);
}

}  // namespace qitai::chess
