#include "chess/rules.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

#include "chess/attacks.hpp"

namespace qitai::chess {
namespace {

Refusal refusal(std::string_view id) {
  return {id, {}, 0};
}

Refusal refusal(std::string_view id, Square point) {
  return {id, {point}, 1};
}

Refusal refusal(std::string_view id, Bits points) {
  Refusal out{id, {}, 0};
  for (; points != 0 && out.count < out.points.size(); points &= points - 1)
    out.points[out.count++] = static_cast<Square>(std::countr_zero(points));
  return out;
}

int home_rank(Side side) {
  return side == Side::kWhite ? 0 : kRanks - 1;
}

int ahead(Side side) {
  return side == Side::kWhite ? 1 : -1;
}

// --- Castling
// -------------------------------------------------------------------------------------------------

// The rook's square of a king move that means castling, whether or not there is a rook; kNowhere if it means
// something else.
Square castling_wish(const Position& position, Side us, Move move) {
  if (position.chess960()) {
    const bool own_rook = position.cell(move.to) == cell_of(us, Kind::kRook);
    const bool home = rank_of(move.from) == home_rank(us) && rank_of(move.to) == home_rank(us);
    return own_rook && home ? move.to : kNowhere;
  }
  const bool two_files = std::abs(file_of(move.to) - file_of(move.from)) == 2;
  if (!two_files || rank_of(move.to) != rank_of(move.from) || move.from != square(4, home_rank(us)))
    return kNowhere;
  return square(move.to > move.from ? kFiles - 1 : 0, home_rank(us));
}

// Why the right to castle with this rook is gone.
Refusal refuse_right(const std::vector<Ply>& plies, const Position& position, Side us, Square king,
                     Square rook) {
  for (const Ply& ply : plies) {
    if (ply.man == cell_of(us, Kind::kKing)) return refusal("castling-king-moved", king);
  }
  for (const Ply& ply : plies) {
    if (ply.move.from == rook || ply.move.to == rook) return refusal("castling-rook-moved", rook);
  }
  if (position.cell(rook) != cell_of(us, Kind::kRook)) return refusal("castling-rook-moved", rook);
  return refusal("castling-lost", rook);
}

// Why the king may not castle with the rook, which he may not.
Refusal refuse_castling(const std::vector<Ply>& plies, const Position& position, Side us, Square king,
                        Square rook) {
  if ((position.board().castling & bit(rook)) == 0) return refuse_right(plies, position, us, king, rook);
  const Bits both = bit(king) | bit(rook);
  const Square king_to = castled_king(king, rook);
  const Square rook_to = castled_rook(king, rook);
  const Bits way = kLines.between[king][king_to] | kLines.between[rook][rook_to] |
                   kLines.between[king][rook] | bit(king_to) | bit(rook_to);
  const Bits men = way & ~both & position.occupied();
  if (men != 0) return refusal("castling-blocked", men);
  if (const Bits checking = checkers(position, us); checking != 0)
    return refusal("castling-out-of-check", checking);
  for (Bits walk = kLines.between[king][king_to]; walk != 0; walk &= walk - 1) {
    const auto at = static_cast<Square>(std::countr_zero(walk));
    const Bits attacking = attackers(position.board(), other(us), at, position.occupied());
    if (attacking != 0) return refusal("castling-through-check", bit(at) | attacking);
  }
  const Bits after = (position.occupied() & ~both) | bit(king_to) | bit(rook_to);
  return refusal("castling-into-check",
                 bit(king_to) | attackers(position.board(), other(us), king_to, after));
}

// --- Shapes
// ---------------------------------------------------------------------------------------------------

Refusal refuse_pawn(const Position& position, Side us, Move move) {
  const int files = file_of(move.to) - file_of(move.from);
  const int ranks = (rank_of(move.to) - rank_of(move.from)) * ahead(us);
  const Refusal shape = refusal("not-a-move-of-that-piece", move.from);
  const Cell target = position.cell(move.to);
  if (ranks <= 0) return ranks < 0 && std::abs(files) <= 1 ? refusal("backwards", move.to) : shape;
  if (files == 0 && ranks <= 2) {
    const bool first_move = rank_of(move.from) == home_rank(us) + ahead(us);
    if (ranks == 2 && !first_move) return refusal("pawn-two-steps", move.from);
    const Square next = square(file_of(move.from), rank_of(move.from) + ahead(us));
    return refusal("pawn-blocked", position.cell(next) != kEmpty ? next : move.to);
  }
  if (std::abs(files) != 1 || ranks != 1) return shape;
  if (target != kEmpty) return refusal("own-piece-there", move.to);
  const Square passed = square(file_of(move.to), rank_of(move.from));
  const bool beside = position.cell(passed) == cell_of(other(us), Kind::kPawn);
  const bool fifth = rank_of(move.from) == (us == Side::kWhite ? 4 : 3);
  return beside && fifth ? refusal("no-en-passant", passed) : refusal("pawn-captures-only", move.to);
}

// Why the man on `from` cannot go to `to`, which he cannot.
Refusal refuse_shape(const std::vector<Ply>& plies, const Position& position, Side us, Move move) {
  const Kind kind = kind_of(position.cell(move.from));
  if (kind == Kind::kKing) {
    const Square rook = castling_wish(position, us, move);
    if (rook != kNowhere) return refuse_castling(plies, position, us, move.from, rook);
  }
  if (kind == Kind::kPawn) return refuse_pawn(position, us, move);
  const Refusal shape = refusal("not-a-move-of-that-piece", move.from);
  if ((attacks(us, kind, move.from, 0) & bit(move.to)) == 0) return shape;
  const Bits men = kLines.between[move.from][move.to] & position.occupied();
  return men != 0 && kind != Kind::kKnight ? refusal("blocked", men) : refusal("own-piece-there", move.to);
}

// Whether the pawn's promotion is named as it should be.
std::optional<Refusal> refuse_choice(const Position& position, Side us, Move move) {
  const bool last =
      kind_of(position.cell(move.from)) == Kind::kPawn && rank_of(move.to) == home_rank(other(us));
  if (!last) return move.choice == 0 ? std::nullopt : std::optional(refusal("not-a-promotion", move.from));
  if (move.choice == 0) return refusal("promotion-missing", move.to);
  const bool allowed = move.choice >= choice_of(Kind::kKnight) && move.choice <= choice_of(Kind::kQueen);
  return allowed ? std::nullopt : std::optional(refusal("promotion-kind", move.to));
}

// Why a move that the man can make is illegal, which it is: what attacks the king afterwards.
Refusal refuse_unsafe(const Position& before, Move move) {
  const Side us = before.side_to_move();
  const Bits old = checkers(before, us);
  if (before.castling_rook(move) != kNowhere) {
    Position after = before;
    after.make(move);
    return refusal("castling-into-check", bit(after.king(us)) | checkers(after, us));
  }
  const bool by_king = move.from == before.king(us);
  Position after = before;
  after.make(move);
  const Bits now = checkers(after, us);
  if ((now & old) != 0) return refusal("check-unanswered", now & old);
  return refusal(by_king ? "into-check" : "pinned", now);
}

}  // namespace

// --- Game
// -----------------------------------------------------------------------------------------------------

Game::Game(const Setup& start, Options options)
    : start_(start), options_(options), position_(start.position) {
  standing_.quiet = start.quiet_plies;
  standing_.check = in_check(position_, position_.side_to_move());
  look();
}

template <class Visit>
inline void Game::each_earlier(Visit&& visit) const {
  const std::size_t now = plies_.size();
  const std::size_t back = std::min(now, static_cast<std::size_t>(standing_.quiet));
  // A position cannot stand again before both sides have moved there and back.
  for (std::size_t ago = 4; ago <= back; ago += 2) {
    if (plies_[now - ago].undo.key == position_.key()) visit(now - ago);
  }
}

void Game::look() {
  standing_.occurrences = 1;
  standing_.searched = standing_.searched && standing_.quiet > 0;
  // The last earlier time knows of those before it.
  const std::size_t now = plies_.size();
  const std::size_t back = std::min(now, static_cast<std::size_t>(standing_.quiet));
  for (std::size_t ago = 4; ago <= back; ago += 2) {
    if (plies_[now - ago].undo.key != position_.key()) continue;
    standing_.occurrences = plies_[now - ago].before.occurrences + 1;
    break;
  }
  const bool kings = position_.king(Side::kWhite) != kNowhere && position_.king(Side::kBlack) != kNowhere;
  standing_.dead = standing_.normal && kings && may_be_dead(position_.board())
                       ? dead_position(position_, standing_.searched)
                       : Dead::kNo;
  const int occurrences = options_.automatic ? kClaimOccurrences : kLastOccurrence;
  const int quiet = options_.automatic ? kClaimQuietPlies : kLastQuietPly;
  standing_.stopped = standing_.occurrences >= occurrences || standing_.quiet >= quiet ||
                      standing_.dead != Dead::kNo || !kings;
}

Setup Game::setup() const {
  const auto black_first = static_cast<std::size_t>(start_.position.side_to_move() == Side::kBlack);
  const std::size_t moves = (plies_.size() + black_first) / 2;
  Setup now;
  now.position = position_;
  now.quiet_plies = std::min(standing_.quiet, kMaxCounter);
  now.move_number = static_cast<int>(
      std::min(moves + static_cast<std::size_t>(start_.move_number), static_cast<std::size_t>(kMaxCounter)));
  return now;
}

void Game::legal(MoveList& out) const {
  out.clear();
  if (stopped()) return;
  if (standing_.normal)
    out.fill([&](Move* begin) { return legal_moves_in_order(position_, begin); });
  else
    legal_moves(position_, out);
}

Move* Game::legal(Move* out) const {
  if (!stopped() && standing_.normal) return legal_moves_in_order(position_, out);
  MoveList list;
  legal(list);
  return std::copy(list.begin(), list.end(), out);
}

void Game::playable(MoveList& out) const {
  out.clear();
  if (!outcome().over) playable_moves(position_, out);
}

std::optional<Refusal> Game::refuse(Move move) const {
  if (outcome().over) return refusal("ended");
  if (move.from >= kSquares || move.to >= kSquares) return refusal("no-such-point");
  const Side us = position_.side_to_move();
  const Cell man = position_.cell(move.from);
  if (man == kEmpty) return refusal("empty", move.from);
  if (side_of(man) != us) return refusal("not-your-piece", move.from);
  if (move.flags != 0) return refusal("not-a-move-of-that-piece", move.from);
  if (const auto choice = refuse_choice(position_, us, move)) {
    // Where he cannot go at all the promotion is not what is wrong.
    Move plain = move;
    plain.choice = choice->id == "not-a-promotion" ? std::uint16_t{0} : choice_of(Kind::kQueen);
    return is_playable(position_, plain) ? *choice : refuse_shape(plies_, position_, us, move);
  }
  if (!is_playable(position_, move)) return refuse_shape(plies_, position_, us, move);
  if (is_legal(position_, move)) return std::nullopt;
  return refuse_unsafe(position_, move);
}

bool Game::play(Move move) {
  if (stopped() || !is_playable(position_, move)) return false;
  const bool legal = is_legal(position_, move, standing_.check);
  if (!legal && count_legal_moves(position_) == 0)
    return false;  // mated or stalemated: nothing is played any more
  Ply& ply = plies_.emplace_back();
  ply.move = move;
  ply.man = position_.cell(move.from);
  ply.legal = legal;
  ply.before = standing_;
  position_.make(move, ply.undo);
  standing_.check = standing_.normal ? checked_by(position_, move, ply.undo)
                                     : in_check(position_, position_.side_to_move());
  standing_.normal = legal;
  const bool quiet = ply.undo.captured == kEmpty && kind_of(ply.man) != Kind::kPawn;
  standing_.quiet = quiet ? standing_.quiet + 1 : 0;
  look();
  assert(position_.inconsistency().empty());
  return true;
}

bool Game::undo() {
  if (plies_.empty()) return false;
  const Ply& last = plies_.back();
  position_.unmake(last.move, last.undo);
  standing_ = last.before;
  plies_.pop_back();
  assert(position_.inconsistency().empty());
  return true;
}

Outcome Game::outcome() const {
  const Side us = position_.side_to_move();
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (position_.king(side) == kNowhere) return {true, other(side), "king-captured"};
  }
  // Mate comes before every draw by counting (9.6.2).
  if (count_legal_moves(position_) == 0) {
    if (standing_.check) return {true, other(us), "checkmate"};
    return {true, std::nullopt, "stalemate"};
  }
  if (standing_.dead != Dead::kNo) return {true, std::nullopt, "dead-position"};
  if (!stopped()) return {};
  if (standing_.occurrences >= (options_.automatic ? kClaimOccurrences : kLastOccurrence)) {
    if (perpetual_check()) return {true, std::nullopt, "perpetual-check-draw"};
    return {true, std::nullopt, standing_.occurrences >= kLastOccurrence ? "fivefold" : "repetition"};
  }
  return {true, std::nullopt, standing_.quiet >= kLastQuietPly ? "seventy-five-move" : "fifty-move"};
}

Claims Game::claims() const {
  Claims claims;
  if (standing_.occurrences >= kClaimOccurrences)
    claims.threefold = perpetual_check() ? "perpetual-check-draw" : "repetition";
  claims.fifty_move = standing_.quiet >= kClaimQuietPlies;
  return claims;
}

std::vector<std::size_t> Game::occurrences() const {
  std::vector<std::size_t> plies{plies_.size()};
  each_earlier([&](std::size_t ply) { plies.push_back(ply); });
  std::reverse(plies.begin(), plies.end());
  return plies;
}

bool Game::perpetual_check() const {
  const std::size_t first = occurrences().front();
  const auto gives_check = [&](std::size_t ply) {
    return ply + 1 < plies_.size() ? plies_[ply + 1].before.check : standing_.check;
  };
  for (const std::size_t begin : {first, first + 1}) {
    bool always = begin < plies_.size();
    for (std::size_t ply = begin; ply < plies_.size(); ply += 2)
      always = always && gives_check(ply);
    if (always) return true;
  }
  return false;
}

}  // namespace qitai::chess
