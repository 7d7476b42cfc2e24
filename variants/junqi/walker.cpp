#include "junqi/walker.hpp"

#include <qitai/texts.hpp>

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "junqi/access.hpp"
#include "junqi/stream.hpp"

namespace qitai::junqi {
namespace {

constexpr std::uint64_t kPieceSeed = 0x6A756E7169000011ULL;
constexpr std::uint64_t kSeatSeed = 0x6A756E7169000012ULL;
constexpr std::uint64_t kTurnOverStream = 7;
constexpr int kFlagHint = 5'000;
constexpr int kFewPieces = 3;  // that move: passing may be better than any move
constexpr std::size_t kDeep = 128;

constexpr qitai_move to_abi(Point from, Point to) {
  return {from, to == kNowhere ? std::uint16_t{QITAI_NO_POINT} : std::uint16_t{to}, 0, 0};
}

}  // namespace

Walker::Walker(const Game& game) : options_(game.options()), seat_(game.turn()) {
  Game copy = game;
  Access inside(copy);
  const Position& position = game.position();
  for (Point at = 0; at < kPoints; ++at) {
    const Piece& piece = position.at(at);
    if (piece.side == Side::kFaceDown) board_.down |= bit(at);
    if (!is_player(piece.side)) continue;
    board_.of[index(piece.side)] |= bit(at);
    board_.kind[at] = piece.kind;
    if (piece.kind != Kind::kFlag) continue;
    board_.flag[index(piece.side)] = at;
    board_.flag_shown[index(piece.side)] = piece.shown;
  }
  Stream random(inside.seed(), kTurnOverStream);
  std::vector<std::pair<Side, Kind>> hidden;
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::popcount(board_.down)); ++i)
    hidden.push_back(game.drawn(i));
  for (PointSet rest = board_.down; rest != 0;) {
    const Point at = take_first(rest);
    const std::size_t drawn = random.below(hidden.size());
    std::tie(board_.down_side[at], board_.kind[at]) = hidden[drawn];
    hidden[drawn] = hidden.back();
    hidden.pop_back();
  }
  board_.mines_gone = {position.mines_gone(Side::kRed), position.mines_gone(Side::kBlue)};
  board_.quiet = game.quiet();
  board_.fought = game.fought();
  board_.plies = game.plies();
  sides_ = {game.side_of(0), game.side_of(1)};
  side_ = sides_[seat_];
  winner_ = inside.flag_taken_by();
  for (PointSet rest = board_.occupied(); rest != 0;)
    key_ ^= key_of(take_first(rest));
  past_.reserve(kDeep);
}

std::uint64_t Walker::key_of(Point at) const {
  const bool down = contains(board_.down, at);
  const Side side = down ? board_.down_side[at] : board_.side_at(at);
  return sdk::scramble(kPieceSeed, std::uint64_t{at} | index(board_.kind[at]) << 8 | index(side) << 16 |
                                       (down ? std::uint64_t{1} << 24 : 0));
}

bool Walker::entitled(Kind kind) const {
  return may_take_flag(options_, kind, board_.mines_gone[index(other(side_))]);
}

// The same as Game::targets, of the side to move.
PointSet Walker::targets(Kind kind, Point from) const {
  const bool flip = options_.mode == Mode::kFlip;
  if (!flip && is_headquarters(from)) return 0;
  const std::size_t foe = index(other(side_));
  PointSet set = reach(kind, from, board_.occupied()) & ~board_.of[index(side_)] & ~board_.down &
                 ~(board_.of[foe] & kCamps);
  if (kind == Kind::kMarshal && !options_.marshal_enters_hq) set &= ~kHeadquarters;
  if (flip) {
    const Point flag = board_.flag[foe];
    for (PointSet rest = set & board_.of[foe]; rest != 0;) {
      const Point to = take_first(rest);
      const bool forbidden =
          to == flag ? !entitled(kind) : fight(kind, board_.kind[to], options_.mine_survives) == Fight::kLost;
      if (forbidden) set &= ~bit(to);
    }
    return set;
  }
  const PointSet held = set & board_.of[foe] & kHeadquarters & kHalf[foe];
  if (held == 0 || entitled(kind)) return set;
  return set & ~(board_.flag_shown[foe] ? held & bit(board_.flag[foe]) : held);
}

void Walker::steps(int which, sdk::List<qitai_step>& out) const {
  if (winner_) return;
  if (which == QITAI_STEPS_ALL) {
    for (PointSet rest = board_.down; rest != 0;)
      out.add({to_abi(take_first(rest), kNowhere), 0, 0});
  }
  if (!is_player(side_)) return;
  const PointSet foes = board_.of[index(other(side_))];
  for (PointSet own = board_.of[index(side_)]; own != 0;) {
    const Point from = take_first(own);
    const Kind kind = board_.kind[from];
    PointSet to_all = targets(kind, from);
    if (which == QITAI_STEPS_NOISY) to_all &= foes;
    while (to_all != 0) {
      const Point to = take_first(to_all);
      if (!contains(foes, to)) {
        out.add({to_abi(from, to), 0, 0});
        continue;
      }
      const Kind there = board_.kind[to];
      int hint = 0;
      switch (fight(kind, there, options_.mine_survives)) {
        case Fight::kFlag:
          hint = kFlagHint;
          break;
        case Fight::kWon:
          hint = kWorth[index(there)];
          break;
        case Fight::kBoth:
          hint = kWorth[index(there)] - kWorth[index(kind)];
          break;
        case Fight::kLost:
        case Fight::kNone:
          hint = -kWorth[index(kind)];
          break;
      }
      out.add({to_abi(from, to), hint, QITAI_STEP_NOISY | QITAI_STEP_CAPTURE});
    }
  }
}

void Walker::remove(Point at) {
  key_ ^= key_of(at);
  for (PointSet& set : board_.of)
    set &= ~bit(at);
  board_.down &= ~bit(at);
}

void Walker::turn_over(Point at) {
  const Side side = board_.down_side[at];
  remove(at);
  board_.of[index(side)] |= bit(at);
  key_ ^= key_of(at);
  if (board_.kind[at] == Kind::kFlag) {
    board_.flag[index(side)] = at;
    board_.flag_shown[index(side)] = true;
  }
  if (!is_player(side_)) {
    sides_[seat_] = side;
    sides_[1 - seat_] = other(side);
  }
  board_.quiet = 0;
}

void Walker::fight_at(Point from, Point to) {
  const std::size_t foe = index(other(side_));
  const Kind kind = board_.kind[from];
  const Kind there = board_.kind[to];
  const Fight how = fight(kind, there, options_.mine_survives);
  const bool dark = options_.mode == Mode::kDark;
  const bool attacker_falls = how == Fight::kLost || how == Fight::kBoth;
  remove(from);
  if (how != Fight::kLost) {
    remove(to);
    if (there == Kind::kMine && (!dark || options_.flag_taker == FlagTaker::kEngineerAfterMines))
      ++board_.mines_gone[foe];
    if (there == Kind::kMarshal && options_.reveal_flag) board_.flag_shown[foe] = true;
  }
  if (attacker_falls) {
    if (kind == Kind::kMarshal && options_.reveal_flag) board_.flag_shown[index(side_)] = true;
  } else {
    board_.of[index(side_)] |= bit(to);
    board_.kind[to] = kind;
    key_ ^= key_of(to);
  }
  if (options_.empty_hq_reveals && contains(kHeadquarters & kHalf[foe], to)) board_.flag_shown[foe] = true;
  if (how == Fight::kFlag) {
    winner_ = seat_;
    board_.flag[foe] = kNowhere;
  }
  board_.fought = true;
  board_.quiet = 0;
}

void Walker::end_turn() {
  ++board_.plies;
  seat_ = 1 - seat_;
  side_ = sides_[seat_];
}

bool Walker::play(qitai_move move) {
  const bool turning = move.to == QITAI_NO_POINT;
  if (winner_ || move.choice != 0 || move.flags != 0 || move.from >= kPoints ||
      (!turning && move.to >= kPoints))
    return false;
  const auto from = static_cast<Point>(move.from);
  const auto to = static_cast<Point>(move.to);
  if (turning ? !contains(board_.down, from)
              : !is_player(side_) || !contains(board_.of[index(side_)], from) ||
                    !contains(targets(board_.kind[from], from), to))
    return false;
  past_.push_back({board_, sides_, key_, winner_});
  if (turning) {
    turn_over(from);
  } else if (contains(board_.occupied(), to)) {
    fight_at(from, to);
  } else {
    key_ ^= key_of(from);
    board_.of[index(side_)] ^= bit(from) | bit(to);
    board_.kind[to] = board_.kind[from];
    key_ ^= key_of(to);
    if (board_.flag[index(side_)] == from) board_.flag[index(side_)] = to;
    if (board_.fought) ++board_.quiet;
  }
  end_turn();
  return true;
}

void Walker::pass() {
  past_.push_back({board_, sides_, key_, winner_});
  end_turn();
}

void Walker::undo() {
  const Past& last = past_.back();
  board_ = last.board;
  sides_ = last.sides;
  key_ = last.key;
  winner_ = last.winner;
  past_.pop_back();
  seat_ = 1 - seat_;
  side_ = sides_[seat_];
}

// Whether the position has stood twice before on the way here.
bool Walker::repeated() const {
  int times = 0;
  const auto back =
      board_.fought ? std::min(past_.size(), static_cast<std::size_t>(board_.quiet)) : past_.size();
  for (std::size_t i = 2; i <= back; i += 2)
    times += past_[past_.size() - i].key == key_ ? 1 : 0;
  return times >= kRepetitions - 1;
}

qitai_look Walker::look() const {
  qitai_look look{};
  look.key = key_ ^ sdk::scramble(kSeatSeed, seat_ << 8 | index(sides_[0]));
  look.seat = static_cast<std::int32_t>(seat_);
  look.stuck = QITAI_RESULT_LOSS;
  const auto over = [&](int result) {
    look.over = 1;
    look.result = result;
  };
  const bool counted = board_.fought && options_.no_fight_limit > 0;
  if (winner_) {
    over(*winner_ == seat_ ? QITAI_RESULT_WIN : QITAI_RESULT_LOSS);
  } else if ((counted && board_.quiet >= options_.no_fight_limit) ||
             (options_.mode == Mode::kFlip && board_.plies >= kFlipLength) ||
             (options_.repetition_draw && repeated())) {
    over(QITAI_RESULT_DRAW);
  }
  if (!is_player(side_) || std::popcount(board_.of[index(side_)]) <= kFewPieces)
    look.flags |= QITAI_LOOK_BARE;
  return look;
}

}  // namespace qitai::junqi
