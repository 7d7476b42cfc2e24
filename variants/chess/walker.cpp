#include "chess/walker.hpp"

#include <bit>

#include "chess/evaluate.hpp"

namespace qitai::chess {

Walker::Walker(const Game& game) : position_(game.position()), quiet_(game.standing().quiet) {
  past_.reserve(game.plies().size() + 128);
  for (const Ply& ply : game.plies()) {
    Past past;
    past.move = ply.move;
    past.undo = ply.undo;
    past.quiet = ply.before.quiet;
    past.irreversible = ply.undo.captured != kEmpty || kind_of(ply.man) == Kind::kPawn;
    past_.push_back(past);
  }
}

// A promotion is noisy too; the hint is what the exchange gains if the man is taken back where he can be.
qitai_step Walker::step_of(Move move) const {
  qitai_step step{{move.from, move.to, move.choice, move.flags}, 0, 0};
  const Square victim = position_.captured_by(move);
  const bool queens = move.choice == choice_of(Kind::kQueen);
  if (victim == kNowhere && !queens) return step;
  step.flags = QITAI_STEP_NOISY;
  int gain = queens ? worth(Kind::kQueen) - worth(Kind::kPawn) : 0;
  if (victim != kNowhere) {
    step.flags |= QITAI_STEP_CAPTURE;
    gain += worth(kind_of(position_.cell(victim)));
  }
  const Side us = position_.side_to_move();
  const int risk = queens ? worth(Kind::kQueen) : worth(kind_of(position_.cell(move.from)));
  const Bits left = (position_.occupied() & ~bit(move.from)) | bit(move.to);
  const bool back = (attackers(position_.board(), other(us), move.to, left) & left & ~bit(move.to)) != 0;
  step.hint = back && risk > gain ? gain - risk : gain - risk / 32;
  return step;
}

void Walker::steps(int which, sdk::List<qitai_step>& out) const {
  MoveList list;
  legal_moves(position_, list);
  const bool noisy_only = which == QITAI_STEPS_NOISY && !in_check(position_, position_.side_to_move());
  for (const Move move : list) {
    const qitai_step step = step_of(move);
    if (!noisy_only || (step.flags & QITAI_STEP_NOISY) != 0) out.add(step);
  }
}

bool Walker::play(qitai_move value) {
  if (value.from >= kSquares || value.to >= kSquares || value.choice > kKinds || value.flags != 0)
    return false;
  const Move move{static_cast<Square>(value.from), static_cast<Square>(value.to),
                  static_cast<std::uint8_t>(value.choice), 0};
  if (!is_playable(position_, move) || !is_legal(position_, move)) return false;
  Past past;
  past.move = move;
  past.quiet = quiet_;
  const bool pawn = kind_of(position_.cell(move.from)) == Kind::kPawn;
  past.undo = position_.make(move);
  past.irreversible = pawn || past.undo.captured != kEmpty;
  quiet_ = past.irreversible ? 0 : quiet_ + 1;
  past_.push_back(past);
  return true;
}

void Walker::undo() {
  const Past& last = past_.back();
  if (last.move.from == kNowhere) {
    position_.set_side_to_move(other(position_.side_to_move()));
  } else {
    position_.unmake(last.move, last.undo);
  }
  quiet_ = last.quiet;
  past_.pop_back();
}

void Walker::pass() {
  Past past;
  past.undo.key = position_.key();
  past.quiet = quiet_;
  past.irreversible = true;
  position_.set_side_to_move(other(position_.side_to_move()));
  past_.push_back(past);
}

// Whether this position stood on the board before, nothing taken and no pawn moved since.
bool Walker::repeats() const {
  bool ours = false;  // the last move was theirs
  for (std::size_t i = past_.size(); i > 0; --i) {
    const Past& past = past_[i - 1];
    if (past.irreversible) return false;
    if (ours && past.undo.key == position_.key()) return true;
    ours = !ours;
  }
  return false;
}

qitai_look Walker::look() const {
  const Side us = position_.side_to_move();
  qitai_look look{};
  look.key = position_.key();
  look.seat = static_cast<std::int32_t>(index(us));
  if (position_.king(us) == kNowhere) {
    look.over = 1;
    look.result = look.stuck = QITAI_RESULT_LOSS;
    return look;
  }
  const bool check = in_check(position_, us);
  if (check) look.flags |= QITAI_LOOK_CHECK;
  look.stuck = check ? QITAI_RESULT_LOSS : QITAI_RESULT_DRAW;
  if (quiet_ >= kClaimQuietPlies || repeats() || nobody_can_mate(position_)) {
    look.over = 1;
    look.result = QITAI_RESULT_DRAW;
  }
  const Bits pieces = position_.men(us) & ~position_.men(us, Kind::kPawn) & ~position_.men(us, Kind::kKing);
  // A right en passant does not survive a pass and would not come back.
  if (pieces == 0 || position_.board().en_passant != 0) look.flags |= QITAI_LOOK_BARE;
  return look;
}

int Walker::evaluate() const {
  if (position_.king(Side::kWhite) == kNowhere || position_.king(Side::kBlack) == kNowhere) return 0;
  return chess::evaluate(position_);
}

}  // namespace qitai::chess
