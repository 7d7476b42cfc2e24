#include "xiangqi/walker.hpp"

#include <array>
#include <cstdlib>

#include "xiangqi/evaluate.hpp"

namespace qitai::xiangqi {
namespace {

constexpr std::array<std::uint16_t, 256> make_points() {
  std::array<std::uint16_t, 256> points{};
  for (int i = 0; i < kPoints; ++i)
    points[square_of_point(i)] = static_cast<std::uint16_t>(i);
  return points;
}
constexpr auto kPointOf = make_points();

// Whether a line from `from` to `to` has that many men strictly inside, not counting the point `gone`.
bool men_inside(const Position& p, Square from, Square to, Square gone, int wanted) {
  int delta = 0;
  if (file_of(from) == file_of(to)) delta = from < to ? 16 : -16;
  if (rank_of(from) == rank_of(to)) delta = from < to ? 1 : -1;
  if (delta == 0) return false;
  int men = 0;
  for (int at = from + delta; at != to && men <= wanted; at += delta)
    men += p.cell(static_cast<Square>(at)) != kEmpty && at != gone ? 1 : 0;
  return men == wanted;
}

bool horse_reaches(const Position& p, Square from, Square to, Square gone) {
  const int files = file_of(to) - file_of(from);
  const int ranks = rank_of(to) - rank_of(from);
  if (std::abs(files * ranks) != 2) return false;
  const int leg = std::abs(files) == 2 ? from + files / 2 : from + 16 * (ranks / 2);
  return p.cell(static_cast<Square>(leg)) == kEmpty || leg == gone;
}

// Whether a man of `side` could take back on `to` once the man on `gone` has gone there, his own safety
// apart.
bool guarded(const Position& p, Side side, Square to, Square gone) {
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const Square at = p.where(side, slot);
    if (at == kNowhere || at == to) continue;
    const int files = std::abs(file_of(to) - file_of(at));
    const int ranks = std::abs(rank_of(to) - rank_of(at));
    switch (kSlotKind[slot]) {
      case Kind::kGeneral:
        if (files + ranks == 1 && in_palace(side, to)) return true;
        break;
      case Kind::kAdvisor:
        if (files == 1 && ranks == 1 && in_palace(side, to)) return true;
        break;
      case Kind::kElephant: {
        if (files != 2 || ranks != 2 || across_river(side, to)) break;
        const int eye = (at + to) / 2;
        if (p.cell(static_cast<Square>(eye)) == kEmpty || eye == gone) return true;
        break;
      }
      case Kind::kHorse:
        if (horse_reaches(p, at, to, gone)) return true;
        break;
      case Kind::kChariot:
        if (men_inside(p, at, to, gone, 0)) return true;
        break;
      case Kind::kCannon:
        if (men_inside(p, at, to, gone, 1)) return true;
        break;
      case Kind::kSoldier: {
        const int ahead = (rank_of(to) - rank_of(at)) * (side == Side::kRed ? 1 : -1);
        if ((ahead == 1 && files == 0) || (ahead == 0 && files == 1 && across_river(side, at))) return true;
        break;
      }
    }
  }
  return false;
}

}  // namespace

Walker::Walker(const Game& game)
    : position_(game.position()), natural_limit_(game.options().natural_limit), quiet_(game.quiet()) {
  past_.reserve(game.plies().size() + 128);
  for (const Ply& ply : game.plies()) {
    Past past;
    past.move = ply.move;
    past.undo = ply.undo;
    past.quiet = ply.before;
    past.check = ply.check;
    past.irreversible = ply.undo.captured != kEmpty;
    past_.push_back(past);
  }
}

void Walker::steps(int which, sdk::List<qitai_step>& out) const {
  MoveList list;
  legal_moves(position_, list);
  const Side us = position_.side_to_move();
  const bool noisy_only = which == QITAI_STEPS_NOISY && !in_check(position_, us);
  for (const Move move : list) {
    const Cell taken = position_.cell(move.to);
    if (taken == kEmpty) {
      if (!noisy_only) out.add({{kPointOf[move.from], kPointOf[move.to], 0, 0}, 0, 0});
      continue;
    }
    const int gain = worth(kind_of(taken));
    const int risk = worth(kind_of(position_.cell(move.from)));
    const bool back = guarded(position_, other(us), move.to, move.from);
    const int hint = back && risk > gain ? gain - risk : gain - risk / 32;
    out.add({{kPointOf[move.from], kPointOf[move.to], 0, 0}, hint, QITAI_STEP_NOISY | QITAI_STEP_CAPTURE});
  }
}

bool Walker::play(qitai_move value) {
  if (value.from >= kPoints || value.to >= kPoints || value.choice != 0 || value.flags != 0) return false;
  const Move move{square_of_point(value.from), square_of_point(value.to)};
  if (!is_playable(position_, move) || !is_legal(position_, move)) return false;
  Past past;
  past.move = move;
  past.quiet = quiet_;
  const Side us = position_.side_to_move();
  past.undo = position_.make(move);
  past.check = in_check(position_, other(us));
  past.irreversible = past.undo.captured != kEmpty;
  if (past.irreversible) {
    quiet_ = {};
  } else if (!past.check || ++quiet_.checks[index(us)] <= kCountedChecks) {
    ++quiet_.plies;
  }
  past_.push_back(past);
  return true;
}

void Walker::undo() {
  const Past& last = past_.back();
  if (last.move == Move{}) {
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

// Whether this position stood on the board before, nothing taken since, and who did nothing but give check
// all the way: it may not go on so.
bool Walker::repeats(bool& we_lose, bool& they_lose) const {
  bool ours = true;    // every move of the side to move was a check
  bool theirs = true;  // every move of the other side
  bool own = false;    // whose the next entry is; the last move was theirs
  for (std::size_t i = past_.size(); i > 0; --i) {
    const Past& past = past_[i - 1];
    if (past.irreversible) return false;
    (own ? ours : theirs) = (own ? ours : theirs) && past.check;
    if (own && past.undo.key == position_.key()) {
      we_lose = ours && !theirs;
      they_lose = theirs && !ours;
      return true;
    }
    own = !own;
  }
  return false;
}

qitai_look Walker::look() const {
  const Side us = position_.side_to_move();
  qitai_look look{};
  look.key = position_.key();
  look.seat = static_cast<std::int32_t>(index(us));
  look.stuck = QITAI_RESULT_LOSS;  // mated or 困毙
  if (position_.general(us) == kNowhere) {
    look.over = 1;
    look.result = QITAI_RESULT_LOSS;
    return look;
  }
  const bool check = past_.empty() ? in_check(position_, us) : past_.back().check;
  if (check) look.flags |= QITAI_LOOK_CHECK;
  bool we_lose = false;
  bool they_lose = false;
  if (repeats(we_lose, they_lose)) {
    look.over = 1;
    look.result = we_lose ? QITAI_RESULT_LOSS : they_lose ? QITAI_RESULT_WIN : QITAI_RESULT_DRAW;
  } else if (natural_limit_ > 0 && quiet_.plies >= natural_limit_) {
    look.over = 1;
    look.result = QITAI_RESULT_DRAW;
  }
  int attackers = 0;
  for (std::size_t slot = kFirstSlot[static_cast<std::size_t>(Kind::kHorse)];
       slot < kFirstSlot[static_cast<std::size_t>(Kind::kSoldier)]; ++slot)
    attackers += position_.where(us, slot) != kNowhere ? 1 : 0;
  if (attackers < 2) look.flags |= QITAI_LOOK_BARE;
  return look;
}

int Walker::evaluate() const {
  if (position_.general(Side::kRed) == kNowhere || position_.general(Side::kBlack) == kNowhere) return 0;
  return xiangqi::evaluate(position_);
}

}  // namespace qitai::xiangqi
