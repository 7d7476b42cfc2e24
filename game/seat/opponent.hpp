// Seat: what the machine does at a table. It moves for the seats that bots hold (match::SeatTerms::holder),
// answers what is asked of them, and shows a hand what it would play.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "seat/bot.hpp"
#include "seat/table.hpp"

namespace qitai::seat {

// Whether bots can play this game: where something is hidden it draws what may be there, and where seats owe
// a set-up it suggests one.
[[nodiscard]] bool bots_play(const host::VariantInfo& info);
// The level of the bot that holds a seat, or nothing: a hand does.
[[nodiscard]] std::optional<int> level_of(const match::Terms& terms, host::Seat seat);

class Opponent {
 public:
  // `wake` is called on another thread when poll() has something to do; it must not block and may be empty.
  explicit Opponent(std::function<void()> wake) : wake_(std::move(wake)) {}

  // A bot of that level plays for a seat of which the terms say that a hand holds it: what a far player need
  // not know. A seat that was taken before is left: it was another match's.
  void take_seat(host::Seat seat, int level);

  // Which position it is, in the course of the match: the number of the last event that changed it. After a
  // takeback it is another, though as many plies stand as before.
  using Place = std::uint32_t;
  [[nodiscard]] static Place place(const Table& table);

  // Begins to think where a bot is to move, plays what was thought, answers for bots. Call it whenever the
  // loop wakes. `may_move`: the screen shows all that happened, so that no move comes upon another. True:
  // something happened at the table, or the hint is there.
  bool poll(Table& table, Now now, bool may_move);
  // A move waits for `may_move`.
  [[nodiscard]] bool waiting() const { return move_.has_value(); }
  [[nodiscard]] bool thinking() const { return busy_; }
  // Gives up whatever it thinks about: the table is left.
  void rest();

  // What the highest level would play for the seat to move: asked for, and there once poll() said so, until
  // anything is played.
  void ask_hint(const Table& table);
  [[nodiscard]] bool hint_asked() const { return hinting_; }
  [[nodiscard]] std::optional<host::Move> hint(const Table& table) const;

 private:
  void begin(const Table& table, host::Seat seat, int level, std::int64_t time_us);
  bool answer(Table& table, Now now);
  bool set_up(Table& table, Now now);
  bool move(Table& table, host::Seat seat, Now now);
  [[nodiscard]] std::optional<int> level(const Table& table, host::Seat seat) const;
  [[nodiscard]] bool would_agree_to_draw(const Table& table, host::Seat seat) const;

  std::function<void()> wake_;
  std::unique_ptr<Bot> bot_;  // made when it is needed
  bool busy_ = false;
  bool hinting_ = false;
  Place thinks_of_ = 0;
  std::optional<Thought> move_;  // for thinks_of_
  std::optional<Thought> hint_;
  std::optional<std::pair<host::Seat, int>> taken_;  // with its level
  std::map<host::Seat, int> scores_;                 // how each bot last saw its game
};

}  // namespace qitai::seat
