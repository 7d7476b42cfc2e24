#include "xiangqi/naming.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>

namespace qitai::xiangqi {
namespace {

int file_number(Side side, Square at) {
  return side == Side::kRed ? kFiles - file_of(at) : file_of(at) + 1;
}

bool by_steps(Kind kind) {
  return kind == Kind::kGeneral || kind == Kind::kChariot || kind == Kind::kCannon || kind == Kind::kSoldier;
}

// Whether the man on `at`, of the side to move, is called so.
bool is_called(const Position& position, const Naming& said, Square at) {
  if (kind_of(position.cell(at)) != said.kind) return false;
  const Company company = company_of(position, at);
  if (said.file && *said.file != company.file) return false;
  if (!said.place && !said.in_file && !said.in_all) return true;
  if (company.on_file < 2) return false;
  if (said.in_file) return *said.in_file == company.in_file;
  if (said.in_all) return *said.in_all == company.in_all;
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

bool fits(const Position& position, const Naming& said, Move move) {
  if (!is_called(position, said, move.from)) return false;
  const Motion motion = motion_of(position, move);
  return motion.action == said.motion.action && motion.number == said.motion.number;
}

// Where the motion would bring a man of that kind; nothing where his kind never goes or off the board.
std::optional<Square> target(Side side, Kind kind, Square from, Motion motion) {
  const int ahead = (side == Side::kRed ? 1 : -1) * (motion.action == Action::kRetreat ? -1 : 1);
  int file = side == Side::kRed ? kFiles - motion.number : motion.number - 1;
  int ranks = 0;
  if (by_steps(kind)) {
    if (motion.action != Action::kTraverse) {
      file = file_of(from);
      ranks = motion.number;
    }
  } else {
    const int files = std::abs(file - file_of(from));
    const bool leaps = kind == Kind::kHorse      ? files == 1 || files == 2
                       : kind == Kind::kElephant ? files == 2
                                                 : files == 1;
    if (!leaps || motion.action == Action::kTraverse) return std::nullopt;
    ranks = kind == Kind::kHorse ? 3 - files : files;
  }
  const int rank = rank_of(from) + ranks * ahead;
  if (!on_board(file, rank)) return std::nullopt;
  const Square to = square(file, rank);
  if (to == from) return std::nullopt;
  return to;
}

}  // namespace

Place Company::place() const {
  return in_file == 1 ? Place::kFront : in_file == on_file ? Place::kRear : Place::kMiddle;
}

Motion motion_of(const Position& position, Move move) {
  const Side side = position.side_to_move();
  const int ranks = (rank_of(move.to) - rank_of(move.from)) * (side == Side::kRed ? 1 : -1);
  const Action action = ranks > 0 ? Action::kAdvance : ranks < 0 ? Action::kRetreat : Action::kTraverse;
  const bool steps = ranks != 0 && by_steps(kind_of(position.cell(move.from)));
  return {action, steps ? std::abs(ranks) : file_number(side, move.to)};
}

Company company_of(const Position& position, Square at) {
  const Side side = position.side_to_move();
  const Kind kind = kind_of(position.cell(at));
  const int ahead = side == Side::kRed ? 1 : -1;
  std::array<int, kFiles + 1> on_file{};  // equals by file number
  Company company;
  company.file = file_number(side, at);
  for (std::size_t slot = kFirstSlot[static_cast<std::size_t>(kind)];
       slot < kFirstSlot[static_cast<std::size_t>(kind) + 1]; ++slot) {
    const Square equal = position.where(side, slot);
    if (equal == kNowhere) continue;
    const int file = file_number(side, equal);
    ++on_file[static_cast<std::size_t>(file)];
    if (file == company.file && (rank_of(equal) - rank_of(at)) * ahead >= 0) ++company.in_file;
  }
  for (int file = 1; file <= kFiles; ++file) {
    const int count = on_file[static_cast<std::size_t>(file)];
    if (count < 2) continue;
    ++company.crowded_files;
    if (file < company.file) company.in_all += count;
  }
  company.on_file = on_file[static_cast<std::size_t>(company.file)];
  company.in_all += company.in_file;
  company.file_is_enough = company.on_file < 2 || kind == Kind::kAdvisor || kind == Kind::kElephant;
  company.place_is_enough = !company.file_is_enough && company.crowded_files == 1 && company.on_file <= 3;
  return company;
}

ReadResult find(const Position& position, const Naming& said, Move& move) {
  for (const bool legal : {true, false}) {
    MoveList list;
    legal ? legal_moves(position, list) : playable_moves(position, list);
    int found = 0;
    Move result;
    for (const Move candidate : list) {
      if (!fits(position, said, candidate)) continue;
      if (++found > 1) return ReadResult::kAmbiguous;
      result = candidate;
    }
    if (found == 0) continue;
    move = result;
    return ReadResult::kRead;
  }
  const Side side = position.side_to_move();
  const auto kind = static_cast<std::size_t>(said.kind);
  int called = 0;
  int found = 0;
  Move result;
  for (std::size_t slot = kFirstSlot[kind]; slot < kFirstSlot[kind + 1]; ++slot) {
    const Square from = position.where(side, slot);
    if (from == kNowhere || !is_called(position, said, from)) continue;
    ++called;
    const auto to = target(side, said.kind, from, said.motion);
    if (!to) continue;
    ++found;
    result = {from, *to};
  }
  if (called == 0) return ReadResult::kNoSuchPiece;
  if (found != 1) return ReadResult::kNoSuchMove;
  move = result;
  return ReadResult::kRead;
}

}  // namespace qitai::xiangqi
