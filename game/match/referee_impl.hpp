// Match: the inside of the referee. referee.cpp: time and questions; judge.cpp: whether; perform.cpp: what
// happens.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/boards.hpp"
#include "match/referee.hpp"

namespace qitai::match {

constexpr std::uint32_t bit(int seat) {
  return 1U << static_cast<unsigned>(seat);
}

using host::refusal;

// What one seat asks of all others.
struct Request {
  host::Seat by = -1;
  std::uint32_t agreed = 0;  // bit per seat

  [[nodiscard]] bool stands() const { return by >= 0; }
  [[nodiscard]] bool awaits(host::Seat seat) const {
    return stands() && seat != by && (agreed & bit(seat)) == 0;
  }
};

// A piece that a seat has touched in this move of its own.
struct Touch {
  host::Point point = host::kNoPoint;
  bool own = true;         // of the seat itself: it must move; else: it must be taken
  bool corrected = false;  // by a move that was taken back
};

struct SeatBook {
  SeatClock clock;             // before the present move
  Instant spent = 0;           // on the present move or set-up, up to Book::last
  int moves = 0;               // own moves that stand
  int offers_from_move = 0;    // own moves from which it may offer a draw
  int corrected = 0;           // illegal moves that were taken back; a takeback does not forget them
  std::vector<Touch> touched;  // in this order, since its last move
  bool adjusting = false;      // its next touch binds nobody
};

// All that changes besides the boards and the lists: copied before an intent, put back if it comes to
// nothing.
struct Book {
  std::array<SeatBook, QITAI_MAX_SEATS> seats{};
  std::uint32_t acting = 0;
  Instant last = 0;      // of the last accepted intent
  bool paused = false;   // agreed
  bool stopped = false;  // by the house
  bool ended = false;
  Request draw, takeback, pause;
  std::uint32_t plies = 0;
  Digest chain{};
};

// A step that stands, and what a takeback to before it needs.
struct StandingStep {
  Step step;
  bool irreversible = false;
  std::array<SeatClock, QITAI_MAX_SEATS> clocks_before{};
};

struct Flag {
  Instant at = kNever;
  host::Seat seat = -1;
  bool step = false;   // the step limit alone
  bool setup = false;  // the set-up limit
};

struct Referee::Impl {
  using Refused = std::optional<host::Refusal>;

  std::shared_ptr<const host::Variant> variant;
  Terms terms;
  Boards boards;
  Book book;
  std::vector<StandingStep> steps;
  std::vector<Intent> intents;
  std::vector<Event> events;

  Impl(std::shared_ptr<const host::Variant> game, Terms agreed, Boards first);

  [[nodiscard]] int seat_count() const { return static_cast<int>(terms.seats.size()); }
  [[nodiscard]] std::uint32_t all_seats() const { return bit(seat_count()) - 1; }
  [[nodiscard]] std::uint32_t others(host::Seat seat) const { return all_seats() & ~bit(seat); }
  SeatBook& seat_book(host::Seat seat) { return book.seats[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] const SeatBook& seat_book(host::Seat seat) const {
    return book.seats[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] const TimeLimits& limits(host::Seat seat) const {
    return terms.seats[static_cast<std::size_t>(seat)].limits;
  }
  [[nodiscard]] bool in_setup() const { return (book.acting & QITAI_ACTING_SETUP) != 0; }
  [[nodiscard]] bool acts(host::Seat seat) const { return (book.acting & bit(seat)) != 0; }
  [[nodiscard]] bool owes_setup(host::Seat seat) const { return in_setup() && acts(seat); }

  // referee.cpp
  [[nodiscard]] std::uint32_t ticking() const;                            // seats whose clock runs
  [[nodiscard]] Instant spent(host::Seat seat, Instant now) const;        // on the present move or set-up
  [[nodiscard]] Instant time_of_seat(host::Seat seat, bool* step) const;  // that it may spend on it
  [[nodiscard]] Flag next_flag() const;
  // The kTime with which a flag falls while `raw` comes: with the layouts that `raw` brings for it.
  [[nodiscard]] Intent time_of(const Flag& flag, const Intent& raw) const;
  void advance(Instant at);  // banks the time of the clocks that run
  std::variant<Accepted, host::Refusal> submit(const Intent& raw);
  template <typename Act>
  Refused attempt(const Intent& intent, Act act);
  void break_off(Instant at);

  // judge.cpp
  [[nodiscard]] Refused judge_always(const Intent& intent) const;  // what no flag changes
  [[nodiscard]] Refused judge(const Intent& intent) const;         // with all flags before intent.at fallen
  [[nodiscard]] Refused judge_move(host::Seat seat, host::Move move) const;
  [[nodiscard]] Refused judge_turn(host::Seat seat) const;
  [[nodiscard]] Refused rules_refuse(host::Seat seat, host::Move move) const;
  [[nodiscard]] Refused judge_offer(host::Seat seat) const;
  [[nodiscard]] Refused judge_claim(const Intent& intent) const;
  [[nodiscard]] bool claim_holds(const Intent& intent) const;
  [[nodiscard]] Refused judge_declaration(const Intent& intent) const;
  [[nodiscard]] Refused judge_takeback(host::Seat seat, Instant at) const;
  [[nodiscard]] Refused judge_request(const Request& request) const;
  [[nodiscard]] Refused judge_answer(const Request& request, host::Seat seat) const;
  // Index of the asker's last ply among the steps, or nothing.
  [[nodiscard]] std::optional<std::size_t> takeback_target(host::Seat asker) const;
  // The clocks as a takeback at `at` to before that step leaves them: time used stays used.
  [[nodiscard]] std::array<SeatClock, QITAI_MAX_SEATS> clocks_taken_back(std::size_t target,
                                                                         Instant at) const;

  // touch.cpp
  // What is offered to a seat: its legal moves, or all that a piece can make where the terms let them stand;
  // of these what its touches leave it.
  [[nodiscard]] std::vector<host::Move> offered(host::Seat seat) const;
  [[nodiscard]] Refused judge_touch(const Intent& intent) const;
  [[nodiscard]] Refused judge_binding(host::Seat seat, host::Move move) const;
  // Each touch that some legal move can fulfil together with those before it.
  [[nodiscard]] std::vector<Touch> binding(host::Seat seat) const;
  [[nodiscard]] bool fulfils(host::Seat seat, host::Move move, const Touch& touch, bool first) const;

  // perform.cpp
  void begin();
  Refused perform(const Intent& intent);
  Refused fall(const Flag& flag, const Intent& time);

 private:
  void emit(Event event);  // with the time, the plies and the number filled in; chained
  void emit(EventKind kind, host::Seat seat, std::string text = {});
  void emit_with_clocks(EventKind kind, host::Seat seat, std::string text = {});
  [[nodiscard]] std::vector<SeatClock> clocks_now() const;
  Refused take_step(Step step, std::string note, bool forfeits = false);
  Refused make_move(const Intent& intent);
  void correct(host::Seat seat, host::Move move, const std::string& why);
  void touch(host::Seat seat, host::Point point);
  void lapse_requests(host::Seat mover);
  void settle();  // who acts now, and whether it is over
  void end(std::vector<int> result, std::string_view reason, host::Seat seat);
  [[nodiscard]] std::vector<int> result_for(host::Seat seat, int result) const;
  [[nodiscard]] bool all_have_moved() const;
  Refused perform_claim(const Intent& intent);
  void take_back(host::Seat asker);
  void pause(host::Seat asker);
  // Notes that a seat agrees; true if nobody is missing.
  [[nodiscard]] bool agree(Request& request, host::Seat seat);
};

}  // namespace qitai::match
