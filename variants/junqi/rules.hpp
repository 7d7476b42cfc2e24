// Junqi: a game. The options (the house-rule card), the course of a game, what is refused and why, what a
// fight makes known, and how a game ends. A Game is full (it knows everything), or partial: what one side, or
// the public, may know.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "junqi/layout.hpp"
#include "junqi/moves.hpp"
#include "junqi/position.hpp"

namespace qitai::junqi {

enum class Mode : std::uint8_t { kDark, kOpen, kFlip };
enum class FlagTaker : std::uint8_t { kNotMarshal, kAny, kEngineer, kEngineerAfterMines };
enum class AfterFight : std::uint8_t { kHidden, kSurvivor, kBoth };
enum class First : std::uint8_t { kRed, kLot };

struct Options {
  Mode mode = Mode::kDark;
  FlagTaker flag_taker = FlagTaker::kNotMarshal;
  bool mine_survives = true;
  bool bomb_takes_flag = true;
  bool reveal_flag = true;
  AfterFight after_fight = AfterFight::kHidden;
  bool marshal_enters_hq = true;
  bool empty_hq_reveals = false;
  int no_fight_limit = 60;  // plies; 0: never
  bool repetition_draw = true;
  First first = First::kRed;

  // What holds in this mode: a mode that cannot use an option has a value of its own for it.
  [[nodiscard]] Options in_force() const;
  friend bool operator==(const Options&, const Options&) = default;
};
// Whether a kind may take a flag whose side has lost so many of its mines.
[[nodiscard]] bool may_take_flag(const Options& options, Kind kind, int mines_gone);

inline constexpr int kMaxNoFightLimit = 999;
// The flip game's rules as published: a draw after so many plies without a capture or a piece turned over,
// and after so many in all.
inline constexpr int kFlipQuietLimit = 40;
inline constexpr int kFlipLength = 1000;
// The time of standing at which a position is a draw.
inline constexpr int kRepetitions = 3;
// From so many plies before the limit it is said.
inline constexpr int kNoticePlies = 20;

// Who knows: everything, one seat's, or the public's.
enum class Knower : std::int8_t { kRed, kBlue, kPublic, kEverything };

enum class Phase : std::uint8_t { kSetup, kLot, kPlay, kTurning };

// Why a move is refused.
struct Refusal {
  std::string_view id;
  std::array<Point, 16> points{};
  std::size_t count = 0;
};

// Reasons: flag-captured, no-moves, no-progress, repetition.
struct Outcome {
  enum class State : std::uint8_t { kGoesOn, kOver, kUnknown };
  State state = State::kGoesOn;
  std::optional<std::size_t> winner;  // a seat; none while the game goes on and after a draw
  std::string_view reason;
  // While it goes on: plies left before the count draws, if they are at most kNoticePlies, else 0; and
  // whether the position stands for the last time but one.
  int plies_left = 0;
  bool repeated = false;
};

// A question that a partial state asks, and its answer (variant.h, qitai_fact).
enum class Asked : std::uint8_t {
  kFight,   // how the fight ended: Fight
  kReveal,  // the kind of the piece on `point`
  kShow,    // where the flag of the side stands, kNowhere: it need not be shown
  kMine     // whether what fell on `point` was a mine: 0 or 1
};
struct Fact {
  Asked what = Asked::kFight;
  Point point = kNowhere;  // of kShow: where the flag stands
  Side side = Side::kRed;  // whose knowledge settles it
  int value = 0;
  friend bool operator==(const Fact&, const Fact&) = default;
};
using Facts = std::vector<Fact>;

// What everybody learns of a ply.
struct Account {
  Fight how = Fight::kNone;
  Piece attacker;  // as they are after the ply; of the mover alone where there was no fight
  Piece defender;
  bool attacker_shown = false;  // by this ply, although it may have fallen
  bool defender_shown = false;
  std::array<Point, 2> flags{kNowhere, kNowhere};  // of each side, shown by this ply
};

class Game {
 public:
  Game(const Options& options, Knower knower, std::span<const std::uint8_t, 32> seed);

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] Knower knower() const { return knower_; }
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] bool ready(std::size_t seat) const { return ready_[seat]; }
  // The seat on turn (in kTurning: whose piece is being turned over).
  [[nodiscard]] std::size_t turn() const { return turn_; }
  // The side that a seat plays; kNone until the flip game has settled it.
  [[nodiscard]] Side side_of(std::size_t seat) const { return sides_[seat]; }
  [[nodiscard]] Point turning() const { return turning_; }
  // Plies without a fight, without a capture or turn in the flip game.
  [[nodiscard]] int quiet() const { return quiet_; }
  [[nodiscard]] bool fought() const { return fought_; }
  [[nodiscard]] int plies() const { return plies_; }
  // The seat that has taken the other's flag.
  [[nodiscard]] std::optional<std::size_t> flag_taken_by() const { return flag_taken_by_; }
  // Whether this state knows the kinds of a side's pieces.
  [[nodiscard]] bool knows(Side side) const;
  // Whether nothing is hidden from anybody (but face down from all).
  [[nodiscard]] bool is_open() const { return options_.mode != Mode::kDark; }

  // The set-up of a seat. A state that may not know it is given nothing; one that knows everything draws a
  // layout of its own where it is given nothing: one of those that the set-up screen suggests.
  [[nodiscard]] bool needs_layout(std::size_t seat) const;
  void set_up(std::size_t seat, const std::optional<Layout>& layout);
  [[nodiscard]] Layout drawn_layout(std::size_t seat) const;
  // Both are ready and the pieces of the open game stand open now.
  [[nodiscard]] bool opened() const { return options_.mode == Mode::kOpen && phase_ != Phase::kSetup; }

  // Equally likely draws while phase() is kLot (who moves first) or kTurning (what is turned over).
  [[nodiscard]] std::size_t draws() const;
  // What the i-th draw of kTurning is.
  [[nodiscard]] std::pair<Side, Kind> drawn(std::size_t i) const;
  void draw(std::size_t i);

  // Why the seat may not move so, as far as that seat can know; nothing if it may. On a state that does not
  // know the piece: nothing if a piece could stand there that may.
  [[nodiscard]] std::optional<Refusal> refuse(std::size_t seat, Move move) const;
  // The legal moves of the seat on turn, ascending. False: this state cannot know them.
  [[nodiscard]] bool legal(std::vector<Move>& out) const;
  // Where a piece of that kind on `from` could go under the rules, as the public can see.
  [[nodiscard]] PointSet targets(Side side, Kind kind, Point from) const;

  // What must still be told, beyond `known`, before play() can go on with a move that is not refused. Empty
  // on a full state.
  [[nodiscard]] Facts needs(Move move, const Facts& known) const;
  // On a full state: every answer that a partial one may need for the move.
  [[nodiscard]] Facts facts(Move move) const;
  // Whether the facts can be true. Those of a full state are not looked at.
  [[nodiscard]] bool possible(Move move, const Facts& facts) const;
  // Plays a move of the seat on turn that is not refused, whose needs are answered and possible.
  Account play(Move move, const Facts& facts);

  [[nodiscard]] Outcome outcome() const;
  // Whether nobody acts any more as far as this state knows.
  [[nodiscard]] bool over() const { return outcome().state == Outcome::State::kOver; }

  [[nodiscard]] Kinds candidates(std::size_t viewer, Point at) const;
  // The position with who acts, for a viewer.
  [[nodiscard]] std::uint64_t key(std::size_t viewer) const;
  // The same as far as it counts for a repetition: pieces on the same points of which everybody knows the
  // same. That a piece has moved, so that it is no mine and no flag, makes no difference: two pieces that
  // changed places have both moved, and one that came back stands as it stood.
  [[nodiscard]] std::uint64_t repetition_key() const;
  // Those keys of the positions since the last that cannot come again, now included.
  [[nodiscard]] const std::vector<std::uint64_t>& past() const { return past_; }

 private:
  friend class Access;  // saved.cpp and notation.cpp: out of bytes and texts, and back

  struct Case;  // fights.cpp: what the attacker and the defender may be, and what follows

  [[nodiscard]] std::optional<Refusal> refuse_kind(Side side, Kind kind, Move move) const;
  [[nodiscard]] std::optional<Refusal> refuse_target(Side side, Kind kind, Move move) const;
  [[nodiscard]] Refusal refuse_way(Kind kind, Move move) const;
  [[nodiscard]] Kinds movers(Side side, Move move) const;
  [[nodiscard]] bool entitled(Side side, Kind kind) const;
  [[nodiscard]] std::string_view not_entitled(Kind kind) const;
  [[nodiscard]] std::optional<bool> can_move() const;
  [[nodiscard]] bool answers_for(std::size_t viewer) const;
  [[nodiscard]] Kinds may(Point at) const;
  [[nodiscard]] Case case_of(Move move, Kind attacker, Kind defender) const;
  [[nodiscard]] std::vector<Case> cases(Move move, Kinds attackers, Kinds defenders,
                                        const Facts& facts) const;
  [[nodiscard]] bool fits(Move move, const Case& one, const Facts& facts) const;
  void settle(Move move, const Facts& facts, Account& account);
  [[nodiscard]] std::uint64_t key_with(std::uint64_t pieces) const;
  void end_ply(bool irreversible);
  void begin();

  Options options_;
  Knower knower_ = Knower::kEverything;
  std::array<std::uint8_t, 32> seed_{};
  Position position_;
  Phase phase_ = Phase::kSetup;
  std::array<bool, 2> ready_{};
  std::size_t turn_ = 0;
  std::array<Side, 2> sides_{Side::kRed, Side::kBlue};
  Point turning_ = kNowhere;
  int quiet_ = 0;
  bool fought_ = false;
  int plies_ = 0;
  std::optional<std::size_t> flag_taken_by_;  // a seat
  std::vector<std::uint64_t> past_;
};

}  // namespace qitai::junqi
