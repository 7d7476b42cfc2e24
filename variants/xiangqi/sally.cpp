#include "xiangqi/sally.hpp"

#include <algorithm>

#include "xiangqi/kill.hpp"
#include "xiangqi/moves.hpp"

namespace qitai::xiangqi {
namespace {

bool has_victim(const std::vector<Attack>& attacks, Cell victim) {
  return std::any_of(attacks.begin(), attacks.end(), [&](const Attack& a) { return a.victim == victim; });
}

int worth(Cell man) {
  return man == kEmpty ? 0 : kWorth[static_cast<std::size_t>(kind_of(man))];
}

// Men of one kind that face each other are no exchange here: the check has kept the move.
bool wins(const Attack& attack, int lost) {
  return (attack.bar == Bar::kNone || attack.bar == Bar::kExchange) && attack.gain > lost;
}

unsigned slots_of(const std::vector<Attack>& attacks) {
  unsigned slots = 0;
  for (const Attack& attack : attacks)
    slots |= 1U << slot_of(attack.victim);
  return slots;
}

// What can be won after a check and each of its answers; nothing if it mates.
std::vector<Attack> won_after(Position& board) {
  std::vector<Attack> won;
  MoveList answers;
  legal_moves(board, answers);
  bool first = true;
  for (const Move answer : answers) {
    const Undo undo = board.make(answer);
    std::vector<Attack> takes = attacks_of(board, Depth::kExchanges, first ? kAllSlots : slots_of(won));
    std::erase_if(takes, [&](const Attack& a) { return !wins(a, worth(undo.captured)); });
    board.unmake(answer, undo);
    if (first)
      won = std::move(takes);
    else
      std::erase_if(won, [&](const Attack& a) { return !has_victim(takes, a.victim); });
    first = false;
    if (won.empty()) break;
  }
  return won;
}

}  // namespace

std::vector<Attack> sallies_of(const Position& position) {
  std::vector<Attack> sallies;
  std::vector<Attack> at_once;
  bool listed = false;
  const Side us = position.side_to_move();
  const Square general = position.general(other(us));
  Position board = position;
  MoveList list;
  legal_moves(board, list);
  for (const Move move : list) {
    if (position.cell(move.to) != kEmpty) continue;  // taking with check is an attack like others
    if (!may_check(general, board, move)) continue;
    const Undo undo = board.make(move);
    std::vector<Attack> won;
    if (in_check(board, other(us))) won = won_after(board);
    board.unmake(move, undo);
    for (Attack& attack : won) {
      if (!listed) at_once = attacks_of(position);
      listed = true;
      const bool already = std::any_of(at_once.begin(), at_once.end(), [&](const Attack& a) {
        return a.victim == attack.victim && (a.chase & kCxaChase) != 0;
      });
      if (already || has_victim(sallies, attack.victim)) continue;
      attack.check = move;
      attack.at = position.where(attack.victim);
      attack.chase = attack.made = kCxaChase;
      sallies.push_back(attack);
    }
  }
  return sallies;
}

std::vector<Attack> new_sallies(const Position& before, Move move) {
  Position after = before;
  after.make(move);
  if (in_check(after, after.side_to_move())) return {};
  after.set_side_to_move(before.side_to_move());
  std::vector<Attack> sallies = sallies_of(after);
  if (sallies.empty()) return sallies;
  const std::vector<Attack> old = sallies_of(before);
  std::erase_if(sallies, [&](const Attack& a) { return has_victim(old, a.victim); });
  return sallies;
}

}  // namespace qitai::xiangqi
