#include "junqi/rules.hpp"

#include <qitai/texts.hpp>

#include <algorithm>
#include <cassert>

#include "junqi/setup.hpp"

namespace qitai::junqi {
namespace {

constexpr std::uint64_t kTurnSeed = 0x6A756E7169000002ULL;
constexpr std::uint64_t kFallenSeed = 0x6A756E7169000003ULL;

Refusal refusal(std::string_view id, std::initializer_list<Point> points = {}) {
  Refusal made{id, {}, 0};
  for (const Point at : points)
    made.points[made.count++] = at;
  return made;
}

constexpr bool is_point(Point at) {
  return at < kPoints;
}

}  // namespace

Options Options::in_force() const {
  Options force = *this;
  if (mode == Mode::kDark) return force;
  force.reveal_flag = false;
  force.after_fight = AfterFight::kHidden;
  force.empty_hq_reveals = false;
  if (mode == Mode::kOpen) return force;
  force.flag_taker = FlagTaker::kEngineerAfterMines;
  force.mine_survives = true;
  force.bomb_takes_flag = false;
  force.marshal_enters_hq = true;
  force.no_fight_limit = kFlipQuietLimit;
  force.repetition_draw = true;
  return force;
}

bool may_take_flag(const Options& options, Kind kind, int mines_gone) {
  if (kind == Kind::kBomb && !options.bomb_takes_flag) return false;
  switch (options.flag_taker) {
    case FlagTaker::kNotMarshal:
      return kind != Kind::kMarshal;
    case FlagTaker::kAny:
      return true;
    case FlagTaker::kEngineer:
      return kind == Kind::kEngineer;
    case FlagTaker::kEngineerAfterMines:
      return kind == Kind::kEngineer && mines_gone == kKindCount[index(Kind::kMine)];
  }
  return false;
}

Game::Game(const Options& options, Knower knower, std::span<const std::uint8_t, 32> seed)
    : options_(options.in_force()), knower_(knower) {
  if (knower == Knower::kEverything) std::copy(seed.begin(), seed.end(), seed_.begin());
  if (options.mode != Mode::kFlip) return;
  ready_ = {true, true};
  sides_ = {Side::kNone, Side::kNone};
  fought_ = true;
  Piece face_down;
  face_down.side = Side::kFaceDown;
  for (Point at = 0; at < kPoints; ++at) {
    if (!is_camp(at)) position_.put(at, face_down);
  }
  begin();
}

void Game::begin() {
  phase_ = options_.first == First::kLot ? Phase::kLot : Phase::kPlay;
  turn_ = 0;
  past_.assign(1, repetition_key());
}

bool Game::answers_for(std::size_t viewer) const {
  return viewer == kEverybody || knower_ == Knower::kEverything ||
         viewer == static_cast<std::size_t>(knower_);
}

bool Game::knows(Side side) const {
  return knower_ == Knower::kEverything || is_open() || static_cast<std::size_t>(knower_) == index(side);
}

bool Game::needs_layout(std::size_t seat) const {
  return knower_ != Knower::kEverything && knows(sides_[seat]);
}

Layout Game::drawn_layout(std::size_t seat) const {
  return suggest_layout(seed_, seat);
}

void Game::set_up(std::size_t seat, const std::optional<Layout>& layout) {
  const Side side = sides_[seat];
  for (std::size_t place = 0; place < kHomePoints; ++place) {
    const Point at = board_point(side, place);
    if (is_camp(at)) continue;
    Piece piece = piece_at_setup(side, layout ? (*layout)[place] : Kind::kHidden, at);
    for (std::size_t viewer = 0; viewer < kViewers; ++viewer) {
      if (!answers_for(viewer)) piece.may[viewer] = 0;
    }
    position_.put(at, piece);
  }
  ready_[seat] = true;
  if (!ready_[0] || !ready_[1]) return;
  if (options_.mode == Mode::kOpen) {
    for (Point at = 0; at < kPoints; ++at) {
      Piece& piece = position_.knowledge(at);
      if (piece.kind != Kind::kHidden) show(piece, piece.kind);
    }
  }
  begin();
}

std::size_t Game::draws() const {
  if (phase_ == Phase::kLot) return 2;
  return phase_ == Phase::kTurning ? static_cast<std::size_t>(std::popcount(position_.of(Side::kFaceDown)))
                                   : 0;
}

std::pair<Side, Kind> Game::drawn(std::size_t i) const {
  // What is neither open nor gone lies face down somewhere, each as likely on any of the points.
  std::array<int, 2 * kKinds> left{};
  for (std::size_t kind = 0; kind < left.size(); ++kind)
    left[kind] = kKindCount[kind % kKinds];
  const auto gone = [&](const Piece& piece) { --left[index(piece.side) * kKinds + index(piece.kind)]; };
  PointSet open = position_.of(Side::kRed) | position_.of(Side::kBlue);
  while (open != 0)
    gone(position_.at(take_first(open)));
  for (std::size_t fallen = 0; fallen < position_.fallen_count(); ++fallen)
    gone(position_.fallen(fallen));
  std::size_t kind = 0;
  auto rest = static_cast<int>(i);
  while (rest >= left[kind])
    rest -= left[kind++];
  return {static_cast<Side>(kind / kKinds), static_cast<Kind>(kind % kKinds)};
}

void Game::draw(std::size_t i) {
  if (phase_ == Phase::kLot) {
    turn_ = i;
    phase_ = Phase::kPlay;
    past_.assign(1, repetition_key());
    return;
  }
  const auto [side, kind] = drawn(i);
  Piece piece;
  piece.side = side;
  piece.moved = true;
  show(piece, kind);
  position_.put(turning_, piece);
  if (sides_[turn_] == Side::kNone) {
    sides_[turn_] = side;
    sides_[1 - turn_] = other(side);
  }
  turning_ = kNowhere;
  phase_ = Phase::kPlay;
  quiet_ = 0;
  turn_ = 1 - turn_;
  end_ply(true);
}

bool Game::entitled(Side side, Kind kind) const {
  return may_take_flag(options_, kind, position_.mines_gone(other(side)));
}

std::string_view Game::not_entitled(Kind kind) const {
  if (options_.flag_taker == FlagTaker::kEngineer) return "engineer-flag";
  if (options_.flag_taker == FlagTaker::kEngineerAfterMines)
    return kind == Kind::kEngineer ? "mines-first" : "engineer-flag";
  return kind == Kind::kBomb ? "bomb-flag" : "marshal-flag";
}

// Why a piece that reaches `move.to`, where none of its own stands, may not go there.
std::optional<Refusal> Game::refuse_target(Side side, Kind kind, Move move) const {
  const Piece& there = position_.at(move.to);
  if (there.side == Side::kFaceDown) return refusal("face-down", {move.to});
  const bool attack = there.side != Side::kNone;
  if (attack && is_camp(move.to)) return refusal("camp", {move.to});
  if (kind == Kind::kMarshal && !options_.marshal_enters_hq && is_headquarters(move.to))
    return refusal("marshal-headquarters", {move.to});
  if (!attack) return std::nullopt;
  if (options_.mode == Mode::kFlip) {
    if (there.kind == Kind::kFlag && !entitled(side, kind)) return refusal(not_entitled(kind), {move.to});
    if (fight(kind, there.kind, options_.mine_survives) == Fight::kLost)
      return refusal("would-lose", {move.to});
    return std::nullopt;
  }
  // Who may not take the flag is not told where it stands: as long as that is not public, each of the two
  // headquarters that is held may hold it.
  const bool of_foe = is_headquarters(move.to) && half_of(move.to) == static_cast<int>(index(other(side)));
  if (!of_foe || entitled(side, kind)) return std::nullopt;
  const Point flag = position_.shown_flag(other(side));
  if (flag == kNowhere || flag == move.to) return refusal(not_entitled(kind), {move.to});
  return std::nullopt;
}

// Why a piece that moves does not reach `move.to`, which it does not.
Refusal Game::refuse_way(Kind kind, Move move) const {
  const PointSet occupied = position_.occupied();
  for (std::size_t i = 0; i < kGraph.run_count[move.from]; ++i) {
    const Run& run = kGraph.runs[move.from][i];
    Refusal blocked = refusal("blocked");
    for (std::size_t step = 0; step < run.size; ++step) {
      if (run.points[step] == move.to) return blocked;
      if (contains(occupied, run.points[step])) blocked.points[blocked.count++] = run.points[step];
    }
  }
  if (contains(reach_turning(move.from, occupied), move.to)) return refusal("turning", {move.to});
  if (kind == Kind::kEngineer && contains(reach_turning(move.from, 0), move.to))
    return refusal("blocked", {move.to});
  return refusal("no-road", {move.from, move.to});
}

std::optional<Refusal> Game::refuse_kind(Side side, Kind kind, Move move) const {
  if (!contains(kMovers, kind)) return refusal("immovable", {move.from});
  if (!contains(reach(kind, move.from, position_.occupied()), move.to)) return refuse_way(kind, move);
  return refuse_target(side, kind, move);
}

std::optional<Refusal> Game::refuse(std::size_t seat, Move move) const {
  if (over()) return refusal("ended");
  if (phase_ == Phase::kSetup) return refusal("set-up-owed");
  if (phase_ != Phase::kPlay) return refusal("draw-owed");
  if (seat != turn_) return refusal("not-your-turn");
  if (!is_point(move.from) || (!is_point(move.to) && move.to != kNowhere)) return refusal("no-such-point");
  const Piece& piece = position_.at(move.from);
  if (piece.side == Side::kNone) return refusal("empty", {move.from});
  if (move.to == kNowhere) {
    if (piece.side == Side::kFaceDown) return std::nullopt;
    return refusal("not-face-down", {move.from});
  }
  if (piece.side == Side::kFaceDown) return refusal("turn-first", {move.from});
  if (piece.side != sides_[seat]) return refusal("not-your-piece", {move.from});
  if (options_.mode != Mode::kFlip && is_headquarters(move.from)) return refusal("locked", {move.from});
  if (move.from == move.to) return refusal("no-road", {move.from});
  // Of its own pieces a seat knows the kind; whoever does not lets pass what one of them might do.
  std::optional<Refusal> first;
  for (std::size_t i = 0; i < kKinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (!contains(may(move.from), kind)) continue;
    if (contains(kMovers, kind) && position_.at(move.to).side == piece.side)
      return refusal("own-piece-there", {move.to});
    std::optional<Refusal> found = refuse_kind(piece.side, kind, move);
    if (!found) return std::nullopt;
    if (!first) first = found;
  }
  return first;
}

PointSet Game::targets(Side side, Kind kind, Point from) const {
  if (options_.mode != Mode::kFlip && is_headquarters(from)) return 0;
  PointSet set = reach(kind, from, position_.occupied()) & ~position_.of(side);
  // Only where something stands or a headquarters is there is anything to forbid.
  PointSet doubtful = set & (position_.occupied() | kHeadquarters);
  while (doubtful != 0) {
    const Point to = take_first(doubtful);
    if (refuse_target(side, kind, {from, to})) set &= ~bit(to);
  }
  return set;
}

// The kinds of which a piece on move.from could be, for this move to be allowed.
Kinds Game::movers(Side side, Move move) const {
  Kinds set = 0;
  for (std::size_t i = 0; i < kKinds; ++i) {
    if (!refuse_kind(side, static_cast<Kind>(i), move)) set |= kinds(static_cast<Kind>(i));
  }
  return set;
}

// What this state holds possible of a piece, from what it was told about it alone.
Kinds Game::may(Point at) const {
  const Piece& piece = position_.at(at);
  if (piece.kind != Kind::kHidden) return kinds(piece.kind);
  return piece.may[std::min(static_cast<std::size_t>(knower_), kEverybody)];
}

bool Game::legal(std::vector<Move>& out) const {
  out.clear();
  if (phase_ != Phase::kPlay || over()) return true;
  const Side side = sides_[turn_];
  PointSet set = position_.occupied();
  while (set != 0) {
    const Point from = take_first(set);
    const Piece& piece = position_.at(from);
    if (piece.side == Side::kFaceDown) out.push_back({from, kNowhere});
    if (piece.side != side) continue;
    if (piece.kind == Kind::kHidden) {
      out.clear();
      return false;
    }
    PointSet to = targets(side, piece.kind, from);
    while (to != 0)
      out.push_back({from, take_first(to)});
  }
  return true;
}

// Whether the side on turn can move at all; nothing where this state cannot know.
std::optional<bool> Game::can_move() const {
  if (position_.of(Side::kFaceDown) != 0) return true;
  const Side side = sides_[turn_];
  bool perhaps = false;
  PointSet set = position_.of(side);
  while (set != 0) {
    const Point from = take_first(set);
    const Kinds all = may(from);
    bool surely = all != 0;
    for (std::size_t i = 0; i < kKinds; ++i) {
      const auto kind = static_cast<Kind>(i);
      if (!contains(all, kind)) continue;
      const bool moves = targets(side, kind, from) != 0;
      perhaps = perhaps || moves;
      surely = surely && moves;
    }
    if (surely) return true;
  }
  if (perhaps) return std::nullopt;
  return false;
}

void Game::end_ply(bool irreversible) {
  if (irreversible) past_.clear();
  past_.push_back(repetition_key());
}

Outcome Game::outcome() const {
  using State = Outcome::State;
  if (flag_taken_by_) return {State::kOver, flag_taken_by_, "flag-captured", 0, false};
  if (phase_ != Phase::kPlay) return {};
  // The counts are public, so that they go before what only the owner of the pieces may know.
  const bool counted = fought_ && options_.no_fight_limit > 0;
  if (counted && quiet_ >= options_.no_fight_limit) return {State::kOver, {}, "no-progress", 0, false};
  if (options_.mode == Mode::kFlip && plies_ >= kFlipLength)
    return {State::kOver, {}, "no-progress", 0, false};
  const auto times = std::count(past_.begin(), past_.end(), past_.back());
  if (options_.repetition_draw && times >= kRepetitions) return {State::kOver, {}, "repetition", 0, false};
  const std::optional<bool> moves = can_move();
  if (moves && !*moves) return {State::kOver, 1 - turn_, "no-moves", 0, false};
  Outcome now;
  if (!moves) now.state = State::kUnknown;
  const int left = counted ? options_.no_fight_limit - quiet_ : 0;
  now.plies_left = left <= kNoticePlies ? left : 0;
  now.repeated = options_.repetition_draw && times == kRepetitions - 1;
  return now;
}

Kinds Game::candidates(std::size_t viewer, Point at) const {
  const std::size_t asked = answers_for(viewer) ? viewer : kEverybody;
  if (position_.at(at).side != Side::kFaceDown) return junqi::candidates(position_, asked, at);
  Kinds set = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::popcount(position_.of(Side::kFaceDown))); ++i)
    set |= kinds(drawn(i).second);
  return set;
}

std::uint64_t Game::key(std::size_t viewer) const {
  return key_with(position_.key(answers_for(viewer) ? viewer : kEverybody));
}

std::uint64_t Game::repetition_key() const {
  return key_with(position_.key(kEverybody, kMovers));
}

// The key of the pieces, and what else there is to tell positions by.
std::uint64_t Game::key_with(std::uint64_t pieces) const {
  std::uint64_t who = static_cast<std::uint64_t>(phase_) | turn_ << 8 | std::uint64_t{turning_} << 16 |
                      (ready_[0] ? std::uint64_t{1} << 24 : 0) | (ready_[1] ? std::uint64_t{1} << 25 : 0) |
                      static_cast<std::uint64_t>(sides_[0]) << 32 |
                      static_cast<std::uint64_t>(sides_[1]) << 40;
  // Mines that are gone open the way to the flag under one option; what has fallen is no longer drawn.
  if (options_.flag_taker == FlagTaker::kEngineerAfterMines)
    who |=
        static_cast<std::uint64_t>(position_.mines_gone(Side::kRed) + 4 * position_.mines_gone(Side::kBlue))
        << 48;
  std::uint64_t key = pieces ^ sdk::scramble(kTurnSeed, who);
  if (options_.mode != Mode::kFlip) return key;
  for (std::size_t i = 0; i < position_.fallen_count(); ++i) {
    const Piece& piece = position_.fallen(i);
    key += sdk::scramble(kFallenSeed, index(piece.side) * kKinds + index(piece.kind));
  }
  return key;
}

}  // namespace qitai::junqi
