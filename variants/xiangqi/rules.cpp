#include "xiangqi/rules.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace qitai::xiangqi {
namespace {

Refusal refusal(std::string_view id) {
  return {id, {}, 0};
}

Refusal refusal(std::string_view id, Square point) {
  return {id, {point}, 1};
}

Refusal refusal(std::string_view id, const Attackers& attackers) {
  return {id, attackers.squares, attackers.count};
}

bool is_point(Square at) {
  return on_board(file_of(at), rank_of(at));
}

int sign(int value) {
  return (value > 0) - (value < 0);
}

// The men strictly between two squares of one line.
Attackers men_between(const Position& position, Square from, Square to) {
  const int step = sign(rank_of(to) - rank_of(from)) * 16 + sign(file_of(to) - file_of(from));
  Attackers men;
  for (int at = from + step; at != to; at += step) {
    if (position.cell(static_cast<Square>(at)) != kEmpty) men.squares[men.count++] = static_cast<Square>(at);
  }
  return men;
}

Refusal refuse_slider(const Position& position, Move move, bool cannon) {
  const Attackers men = men_between(position, move.from, move.to);
  if (!cannon || position.cell(move.to) == kEmpty) return refusal("blocked", men);
  return men.count == 0 ? refusal("no-screen", move.to) : refusal("too-many-screens", men);
}

// Why the man on `from` cannot go to `to`, which he cannot.
Refusal refuse_shape(const Position& position, Side us, Move move) {
  const int files = file_of(move.to) - file_of(move.from);
  const int ranks = rank_of(move.to) - rank_of(move.from);
  const int far = std::max(std::abs(files), std::abs(ranks));
  const int near = std::min(std::abs(files), std::abs(ranks));
  const Refusal shape = refusal("not-a-move-of-that-piece", move.from);
  const bool own = (position.cell(move.to) & kBorder) == side_bit(us);
  const Refusal taken = refusal("own-piece-there", move.to);
  // The crossing half-way, or a horse's leg: half of the longer way, nothing of the shorter.
  const Square halfway = square(file_of(move.from) + files / 2, rank_of(move.from) + ranks / 2);
  switch (kind_of(position.cell(move.from))) {
    case Kind::kGeneral:
      if (far != 1 || near != 0) return shape;
      return own ? taken : refusal("outside-palace", move.to);
    case Kind::kAdvisor:
      if (far != 1 || near != 1) return shape;
      return own ? taken : refusal("outside-palace", move.to);
    case Kind::kElephant:
      if (far != 2 || near != 2) return shape;
      if (own) return taken;
      return across_river(us, move.to) ? refusal("across-river", move.to) : refusal("elephant-eye", halfway);
    case Kind::kHorse:
      if (far != 2 || near != 1) return shape;
      return own ? taken : refusal("horse-leg", halfway);
    case Kind::kChariot:
    case Kind::kCannon:
      if (far == 0 || near != 0) return shape;
      return own ? taken : refuse_slider(position, move, kind_of(position.cell(move.from)) == Kind::kCannon);
    case Kind::kSoldier: {
      if (far != 1 || near != 0) return shape;
      const int ahead = us == Side::kRed ? 1 : -1;
      if (ranks == -ahead) return refusal("backwards", move.to);
      if (files != 0 && !across_river(us, move.from)) return refusal("sideways-before-river", move.to);
      return taken;
    }
  }
  return shape;
}

// Why a move that the man can make is illegal, which it is: what attacks the general afterwards.
Refusal refuse_unsafe(const Position& before, Move move) {
  const Side us = before.side_to_move();
  const Attackers old = attackers_of_general(before, us);
  Position after = before;
  after.make(move);
  const Attackers now = attackers_of_general(after, us);

  Attackers standing;
  for (std::size_t i = 0; i < now.count; ++i) {
    const Square at = now.squares[i];
    if (std::find(old.squares.begin(), old.squares.begin() + old.count, at) !=
        old.squares.begin() + old.count)
      standing.squares[standing.count++] = at;
  }
  if (standing.count != 0) return refusal("check-unanswered", standing);
  const Square facing = after.general(other(us));
  if (std::find(now.squares.begin(), now.squares.begin() + now.count, facing) !=
      now.squares.begin() + now.count) {
    Refusal both = refusal("facing", after.general(us));
    both.points[both.count++] = facing;
    return both;
  }
  return refusal("into-check", now);
}

}  // namespace

Game::Game(const Setup& start, Options options)
    : start_(start), options_(options), position_(start.position), places_(start.position.key()) {
  quiet_.plies = start.quiet_plies;
}

Setup Game::setup() const {
  const auto black_first = static_cast<std::size_t>(start_.position.side_to_move() == Side::kBlack);
  const std::size_t moves = (plies_.size() + black_first) / 2;
  Setup now;
  now.position = position_;
  now.quiet_plies = std::min(quiet_.plies, kMaxCounter);
  now.move_number = static_cast<int>(
      std::min(moves + static_cast<std::size_t>(start_.move_number), static_cast<std::size_t>(kMaxCounter)));
  return now;
}

bool Game::stopped() const {
  return position_.general(Side::kRed) == kNowhere || position_.general(Side::kBlack) == kNowhere ||
         places_.count() >= kJudgedTime ||
         (options_.natural_limit > 0 && quiet_.plies >= options_.natural_limit);
}

void Game::legal(MoveList& out) const {
  out.clear();
  if (!stopped()) legal_moves(position_, out);
}

void Game::playable(MoveList& out) const {
  out.clear();
  if (!over()) playable_moves(position_, out);
}

std::optional<Refusal> Game::refuse(Move move) const {
  if (over()) return refusal("ended");
  if (!is_point(move.from) || !is_point(move.to)) return refusal("no-such-point");
  const Side us = position_.side_to_move();
  const Cell man = position_.cell(move.from);
  if (man == kEmpty) return refusal("empty", move.from);
  if (side_of(man) != us) return refusal("not-your-piece", move.from);
  if (!is_playable(position_, move)) return refuse_shape(position_, us, move);
  if (is_legal(position_, move)) return std::nullopt;
  return refuse_unsafe(position_, move);
}

bool Game::play(Move move) {
  if (stopped() || !is_playable(position_, move)) return false;
  Ply ply;
  ply.move = move;
  ply.man = position_.cell(move.from);
  ply.before = quiet_;
  ply.legal = is_legal(position_, move);
  if (!ply.legal && count_legal_moves(position_) == 0)
    return false;  // mated or 困毙: nothing is played any more
  const Side us = position_.side_to_move();
  ply.undo = position_.make(move);
  ply.check = in_check(position_, other(us));
  if (ply.undo.captured != kEmpty) {
    quiet_ = {};
  } else if (!ply.check || ++quiet_.checks[index(us)] <= kCountedChecks) {
    ++quiet_.plies;
  }
  plies_.push_back(ply);
  places_.push(position_.key());
  verdict_.reset();
  assert(position_.inconsistency().empty());
  return true;
}

bool Game::undo() {
  if (plies_.empty()) return false;
  const Ply& last = plies_.back();
  position_.unmake(last.move, last.undo);
  quiet_ = last.before;
  plies_.pop_back();
  places_.pop();
  verdict_.reset();
  if (findings_.plies.size() > plies_.size()) findings_.plies.resize(plies_.size());
  assert(position_.inconsistency().empty());
  return true;
}

bool Game::over() const {
  return stopped() || count_legal_moves(position_) == 0;
}

Outcome Game::outcome() const {
  const Side us = position_.side_to_move();
  for (const Side side : {Side::kRed, Side::kBlack}) {
    if (position_.general(side) == kNowhere) return {true, other(side), "king-captured", {}};
  }
  if (count_legal_moves(position_) == 0)
    return {true, other(us), in_check(position_, us) ? "checkmate" : "stalemate-loss", {}};
  if (places_.count() >= kJudgedTime) {
    const Verdict judged = verdict();
    if (!judged.loser) return {true, std::nullopt, judged.reason, {}};
    return {true, other(*judged.loser), judged.reason, {}};
  }
  if (stopped()) return {true, std::nullopt, "natural-move-limit", {}};
  if (places_.count() > 1) return {false, std::nullopt, {}, verdict()};
  return {};
}

std::optional<Repeat> Game::repeat() const {
  if (places_.count() < 2) return std::nullopt;
  std::vector<std::size_t> places{plies_.size()};
  while (places_.count(places.back()) > 1)
    places.push_back(places_.earlier(places.back()));
  std::reverse(places.begin(), places.end());
  const std::size_t first = places.front();
  return Repeat{std::move(places), Stretch(plies_, first, plies_.size(), position_, findings_)};
}

Verdict Game::verdict() const {
  if (!verdict_) verdict_ = judge(repeat()->stretch, options_.repetition);
  return *verdict_;
}

}  // namespace qitai::xiangqi
