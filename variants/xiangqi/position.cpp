#include "xiangqi/position.hpp"

#include <bit>
#include <cctype>
#include <charconv>
#include <optional>

#include "xiangqi/moves.hpp"

namespace qitai::xiangqi {
namespace {

// --- Zobrist
// ---------------------------------------------------------------------------------------------------

constexpr std::uint64_t scramble(std::uint64_t i) {
  return sdk::scramble(0x71697461692E7871ULL, i);
}

using SquareKeys = std::array<std::uint64_t, 256>;

constexpr std::array<SquareKeys, 2 * kKinds> make_keys() {
  std::array<SquareKeys, 2 * kKinds> keys{};
  for (std::size_t piece = 0; piece < keys.size(); ++piece) {
    for (int point = 0; point < kPoints; ++point)
      keys[piece][square_of_point(point)] = scramble(piece * kPoints + static_cast<std::uint64_t>(point));
  }
  return keys;
}
constexpr auto kKeys = make_keys();
constexpr std::uint64_t kBlackToMove = scramble(2 * kKinds * kPoints);

// Which row of kKeys a man has; by cell.
constexpr std::array<std::uint8_t, 48> make_piece_rows() {
  std::array<std::uint8_t, 48> rows{};
  for (const Side side : {Side::kRed, Side::kBlack}) {
    for (std::size_t slot = 0; slot < kSlots; ++slot)
      rows[cell_of(side, slot)] =
          static_cast<std::uint8_t>(index(side) * kKinds + static_cast<std::size_t>(kSlotKind[slot]));
  }
  return rows;
}
constexpr auto kPieceRow = make_piece_rows();

}  // namespace

// --- Position
// --------------------------------------------------------------------------------------------------

Position::Position() {
  cells_.fill(kBorder);
  for (int point = 0; point < kPoints; ++point)
    cells_[square_of_point(point)] = kEmpty;
}

Position Position::initial() {
  Setup setup;
  TextError error;
  // The constant is good: the tests read it.
  (void)read_fen(kInitialText, setup, error);
  return setup.position;
}

bool Position::put(Side side, Kind kind, Square at) {
  if (cells_[at] != kEmpty) return false;
  const auto k = static_cast<std::size_t>(kind);
  for (std::size_t slot = kFirstSlot[k]; slot < kFirstSlot[k + 1]; ++slot) {
    const Cell man = cell_of(side, slot);
    if (where_[man] != kNowhere) continue;
    cells_[at] = man;
    where_[man] = at;
    toggle(man, at);
    return true;
  }
  return false;
}

void Position::set_side_to_move(Side side) {
  if (side != side_) key_ ^= kBlackToMove;
  side_ = side;
}

inline void Position::toggle(Cell man, Square at) {
  const std::size_t side = (man & kBlackBit) != 0 ? 1 : 0;
  ranks_[side][at >> 4] = static_cast<std::uint16_t>(ranks_[side][at >> 4] ^ (1U << file_of(at)));
  files_[side][at & 15] = static_cast<std::uint16_t>(files_[side][at & 15] ^ (1U << rank_of(at)));
  key_ ^= kKeys[kPieceRow[man]][at];
}

Undo Position::make(Move move) {
  const Cell man = cells_[move.from];
  const Undo undo{key_, cells_[move.to]};
  if (undo.captured != kEmpty) {
    toggle(undo.captured, move.to);
    where_[undo.captured] = kNowhere;
  }
  toggle(man, move.from);
  toggle(man, move.to);
  cells_[move.from] = kEmpty;
  cells_[move.to] = man;
  where_[man] = move.to;
  key_ ^= kBlackToMove;
  side_ = other(side_);
  return undo;
}

void Position::unmake(Move move, const Undo& undo) {
  const Cell man = cells_[move.to];
  toggle(man, move.to);
  toggle(man, move.from);
  cells_[move.from] = man;
  cells_[move.to] = undo.captured;
  where_[man] = move.from;
  if (undo.captured != kEmpty) {
    toggle(undo.captured, move.to);
    where_[undo.captured] = move.to;
  }
  key_ = undo.key;
  side_ = other(side_);
}

std::string Position::inconsistency() const {
  Position rebuilt;
  std::size_t men = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto at = static_cast<Square>(i);
    const Cell man = cells_[at];
    const bool inside = on_board(file_of(at), rank_of(at));
    if (!inside) {
      if (man != kBorder) return "a cell of the border is not border: " + std::to_string(i);
      continue;
    }
    if (man == kEmpty) continue;
    if (man == kBorder || man >= where_.size() || (man & kBorder) == 0)
      return "a cell of the board holds no man: " + std::to_string(i);
    if (where_[man] != at) return "a man is listed elsewhere than he stands: " + std::to_string(i);
    ++men;
    rebuilt.toggle(man, at);
  }
  for (const Square at : where_)
    men -= at != kNowhere ? 1 : 0;
  if (men != 0) return "the list and the board have different men";
  if (side_ == Side::kBlack) rebuilt.key_ ^= kBlackToMove;
  if (rebuilt.ranks_ != ranks_) return "the bits of the ranks differ from the board";
  if (rebuilt.files_ != files_) return "the bits of the files differ from the board";
  if (rebuilt.key_ != key_) return "the key differs from that of the board";
  return {};
}

bool Position::same_as(const Position& rhs) const {
  if (side_ != rhs.side_ || key_ != rhs.key_) return false;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell a = cells_[i];
    const Cell b = rhs.cells_[i];
    if ((a & kBorder) != (b & kBorder)) return false;
    if (a != kEmpty && a != kBorder && kind_of(a) != kind_of(b)) return false;
  }
  return true;
}

// --- Text
// ------------------------------------------------------------------------------------------------------

namespace {

using sdk::fail;
using sdk::next_word;
using sdk::shown;

constexpr std::string_view kLetters = "kabnrcp";
constexpr std::array<std::string_view, kKinds> kKindNames{"general", "advisor", "elephant", "horse",
                                                          "chariot", "cannon",  "soldier"};

std::optional<Kind> kind_of_letter(char lower) {
  if (lower == 'h') return Kind::kHorse;
  if (lower == 'e') return Kind::kElephant;
  const std::size_t at = kLetters.find(lower);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<Kind>(at);
}

std::string point_name(Square at) {
  return {static_cast<char>('a' + file_of(at)), static_cast<char>('0' + rank_of(at))};
}

std::string side_name(Side side) {
  return side == Side::kRed ? "Red" : "Black";
}

bool can_stand(Side side, Kind kind, Square at) {
  const int file = file_of(at);
  const int rank = side == Side::kRed ? rank_of(at) : kRanks - 1 - rank_of(at);
  switch (kind) {
    case Kind::kGeneral:
      return in_palace(side, at);
    case Kind::kAdvisor:
      return in_palace(side, at) && (file == 4) == (rank == 1);
    case Kind::kElephant:
      return ((rank == 0 || rank == 4) && (file == 2 || file == 6)) ||
             (rank == 2 && (file == 0 || file == 4 || file == 8));
    case Kind::kSoldier:
      return rank > 4 || (rank >= 3 && file % 2 == 0);
    default:
      return true;
  }
}

constexpr std::array<std::string_view, kKinds> kPlaces{
    "stands only in its palace",
    "stands only on the five advisor points of its palace",
    "stands only on the seven elephant points of its half",
    "",
    "",
    "",
    "stands ahead of its first line only: on its own half on the files a, c, e, g and i"};

constexpr std::array<std::string_view, kKinds> kCountIds{"general-count", "advisor-count", "elephant-count",
                                                         "horse-count",   "chariot-count", "cannon-count",
                                                         "soldier-count"};
constexpr std::array<std::string_view, kKinds> kPlaceIds{
    "general-place", "advisor-place", "elephant-place", "", "", "", "soldier-place"};

// `start`: where the board begins in the whole text.
bool read_board(std::string_view board, std::size_t start, Position& position, TextError& error) {
  int rank = kRanks - 1;
  int file = 0;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const char c = board[i];
    const std::size_t here = start + i;
    if (c == '/') {
      if (file != kFiles)
        return fail(
            error, "rank-length",
            "Rank " + std::to_string(rank) + " has " + std::to_string(file) + " points; 9 were expected.",
            here);
      if (rank == 0) return fail(error, "rank-count", "The board has more than 10 ranks.", here);
      --rank;
      file = 0;
      continue;
    }
    if (c >= '1' && c <= '9') {
      file += c - '0';
      if (file > kFiles)
        return fail(error, "rank-length", "Rank " + std::to_string(rank) + " has more than 9 points.", here);
      continue;
    }
    const bool red = c >= 'A' && c <= 'Z';
    const auto kind = kind_of_letter(red ? static_cast<char>(c - 'A' + 'a') : c);
    if (!kind)
      return fail(error, "unknown-letter",
                  shown(c) + " on rank " + std::to_string(rank) +
                      " is no piece; k, a, b, n, r, c, p or a number of empty points was expected.",
                  here);
    if (file >= kFiles)
      return fail(error, "rank-length", "Rank " + std::to_string(rank) + " has more than 9 points.", here);
    const Side side = red ? Side::kRed : Side::kBlack;
    const Square at = square(file, rank);
    const auto k = static_cast<std::size_t>(*kind);
    if (!position.put(side, *kind, at))
      return fail(error, kCountIds[k],
                  side_name(side) + " has more than " + std::to_string(kKindLimit[k]) + " of the kind " +
                      std::string(kKindNames[k]) + ".",
                  here);
    if (!can_stand(side, *kind, at))
      return fail(error, kPlaceIds[k],
                  side_name(side) + "'s " + std::string(kKindNames[k]) + " on " + point_name(at) + " " +
                      std::string(kPlaces[k]) + ".",
                  here);
    ++file;
  }
  if (rank != 0)
    return fail(error, "rank-count",
                "The board has " + std::to_string(kRanks - rank) + " ranks; 10 were expected.",
                start + board.size());
  if (file != kFiles)
    return fail(error, "rank-length", "Rank 0 has " + std::to_string(file) + " points; 9 were expected.",
                start + board.size());
  return true;
}

// What holds of the whole board: generals, uncrossed soldiers, and that the game is not over by a general
// left to be taken.
bool check_board(const Position& position, std::size_t start, TextError& error) {
  for (const Side side : {Side::kRed, Side::kBlack}) {
    if (position.general(side) == kNowhere)
      return fail(error, "general-missing", side_name(side) + " has no general; each side needs one.", start);
    std::array<int, kFiles> uncrossed{};
    for (std::size_t slot = kFirstSlot[static_cast<std::size_t>(Kind::kSoldier)]; slot < kSlots; ++slot) {
      const Square at = position.where(side, slot);
      if (at == kNowhere || across_river(side, at)) continue;
      if (++uncrossed[static_cast<std::size_t>(file_of(at))] > 1)
        return fail(error, "soldier-file",
                    side_name(side) + " has two uncrossed soldiers on file " + point_name(at).substr(0, 1) +
                        "; a soldier changes its file only across the river.",
                    start);
    }
  }
  const Side waiting = other(position.side_to_move());
  const Attackers attackers = attackers_of_general(position, waiting);
  if (attackers.count == 0) return true;
  for (std::size_t i = 0; i < attackers.count; ++i) {
    if (kind_of(position.cell(attackers.squares[i])) == Kind::kGeneral)
      return fail(error, "generals-facing",
                  "The generals face each other on file " + point_name(attackers.squares[i]).substr(0, 1) +
                      " with nothing between them.",
                  start);
  }
  return fail(
      error, "opponent-in-check",
      side_name(waiting) + " is in check, but it is " + side_name(position.side_to_move()) + "'s turn.",
      start);
}

bool read_counter(std::string_view word, int least, int& value) {
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  return code == std::errc() && end == word.data() + word.size() && value >= least && value <= kMaxCounter;
}

}  // namespace

bool read_fen(std::string_view text, Setup& setup, TextError& error) {
  Setup result;
  std::string_view rest = text;
  const auto offset_of = [&](std::string_view word) {
    return static_cast<std::size_t>(word.data() - text.data());
  };
  const std::string_view board = next_word(rest);
  if (board.empty())
    return fail(error, "text-empty",
                "The position text is empty; a board and the side to move were expected.", 0);
  if (!read_board(board, offset_of(board), result.position, error)) return false;

  const std::string_view side = next_word(rest);
  if (side != "w" && side != "r" && side != "b")
    return fail(error, "side", "After the board the side to move was expected: w or r (Red) or b (Black).",
                offset_of(side));
  result.position.set_side_to_move(side == "b" ? Side::kBlack : Side::kRed);
  if (!check_board(result.position, offset_of(board), error)) return false;

  std::string_view word = next_word(rest);
  for (int dashes = 0; dashes < 2 && word == "-"; ++dashes)
    word = next_word(rest);
  if (!word.empty()) {
    if (!read_counter(word, 0, result.quiet_plies))
      return fail(error, "counters", "The count of plies without capture must be a number from 0 to 9999.",
                  offset_of(word));
    word = next_word(rest);
  }
  if (!word.empty()) {
    if (!read_counter(word, 1, result.move_number))
      return fail(error, "counters", "The number of the move must be a number from 1 to 9999.",
                  offset_of(word));
    word = next_word(rest);
  }
  if (!word.empty())
    return fail(error, "trailing-text", "Nothing was expected after the number of the move.",
                offset_of(word));
  setup = result;
  return true;
}

std::string write_fen(const Setup& setup) {
  std::string text;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    int gap = 0;
    for (int file = 0; file <= kFiles; ++file) {
      const Cell man = file < kFiles ? setup.position.cell(square(file, rank)) : kBorder;
      if (man == kEmpty) {
        ++gap;
        continue;
      }
      if (gap > 0) text += std::to_string(gap);
      gap = 0;
      if (man == kBorder) break;
      const char letter = kLetters[static_cast<std::size_t>(kind_of(man))];
      text += side_of(man) == Side::kRed ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    if (rank > 0) text += '/';
  }
  text += setup.position.side_to_move() == Side::kRed ? " w - - " : " b - - ";
  return text + std::to_string(setup.quiet_plies) + " " + std::to_string(setup.move_number);
}

}  // namespace qitai::xiangqi
