// Match: the referee, the code that alone decides what happens in a match. A function of (terms, numbered
// intents with their times): same input, same events, byte for byte, on every machine and build.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "host/variant.hpp"
#include "match/event.hpp"
#include "match/intent.hpp"
#include "match/terms.hpp"

namespace qitai::match {

// No match lasts longer (some 36,000 years); keeps the arithmetic of instants safe.
inline constexpr Instant kLastInstant = Instant{1} << 60;

// kPaused: agreed between the seats, or the house has stopped the clock.
enum class Phase : std::uint8_t { kSetUp, kPlaying, kPaused, kEnded };

// An intent that came through: its number and the events it made (full; filter with for_viewer before
// showing).
struct Accepted {
  std::uint32_t number = 0;       // of the intent, from 0
  std::uint32_t first_event = 0;  // index of its first event
};

class Referee {
 public:
  // Error: terms that do not fit the variant (codes of check(terms)), a position that the rules refuse (code
  // "position"), a plugin that failed ("plugin-error").
  //
  // `knower`: -1, who knows everything; or a seat: a referee for a machine that may know that seat's pieces
  // and no other's. Intents then bring what it cannot know (Intent::facts, elsewhere, chosen; kDeclare), and
  // its public events and their hash are those of one that knows everything. Where a game hides nothing it
  // makes no difference. Error code "knower": there is no such seat.
  static Result<std::unique_ptr<Referee>> start(std::shared_ptr<const host::Variant> variant,
                                                const Terms& terms, int knower = -1);
  // The same from the journal: terms and accepted intents in order. Stops at the first that is refused, comes
  // after a flag or would be kept in other bytes (a damaged journal) and says so in `damage`, with everything
  // before it standing.
  static Result<std::unique_ptr<Referee>> replay(std::shared_ptr<const host::Variant> variant,
                                                 const Terms& terms, std::span<const Intent> intents,
                                                 std::optional<Error>* damage = nullptr, int knower = -1);

  // Judges an intent. Refused: nothing has changed, but what time alone does before intent.at: a flag that
  // fell (its kTime has then been numbered by itself, see intents(); the refusal's id is "ended"), and a
  // plugin that failed ends the match with an intent kAbort in place of this one.
  //
  // A flag falls at its exact instant: an intent of that instant or later comes too late. Only a set-up given
  // at the very end of its limit counts: it is the layout as it stood then. So at next_flag() the loop
  // submits the seat's present layout with at = next_flag() and then kTime, which has the variant choose a
  // legal layout for a seat that still owes one (a variant that has none to give: the seat loses by time).
  //
  // Refusal ids: the variant's for moves and set-ups, else
  //   any intent          bad-seat, ended, time-backwards, bad-time (past kLastInstant), too-long (bytes),
  //   paused,
  //                       plugin-error
  //   move, chance, setup not-your-turn, set-up-due, bad-draw; touch-move, touch-capture (a piece touched
  //                       before binds), same-piece (that of a corrected move); with the piece as point
  //   touch, adjust       touch-off (the terms have no touch-move), not-your-turn, set-up-due, empty,
  //                       already-touched, already-adjusting
  //   offers and requests not-started (private set-up goes on), not-your-turn, nobody-to-ask, already-asked,
  //                       no-offer (nothing there for this seat to answer), offer-too-soon
  //   takeback            takeback-off, nothing-to-take-back, irreversible, takeback-no-time (with bonuses
  //   and
  //                       increments withdrawn a clock would have run out)
  //   claim               no-claim (wrong, and an offer in its place is not possible either)
  //   where one seat is   facts-needed (what was settled of a move, a layout that is public or the own, whose
  //   known               layouts were chosen at the end of a set-up limit: an intent past it does not make
  //                       it fall), no-declaration (the game goes on as far as anybody knows, or ends another
  //                       way). A seat for which kTime brings no layout loses by time.
  //   others              not-paused, no-flag (a kTime before any flag), bad-reason
  [[nodiscard]] std::variant<Accepted, host::Refusal> submit(const Intent& intent);

  [[nodiscard]] const Terms& terms() const;
  [[nodiscard]] const host::Variant& variant() const;
  [[nodiscard]] Phase phase() const;
  [[nodiscard]] std::uint32_t ply() const;  // plies that stand
  // Bit per seat, bit QITAI_CHANCE_SEAT, QITAI_ACTING_SETUP with seats that owe their set-up; 0 after the
  // end.
  [[nodiscard]] std::uint32_t acting() const;
  [[nodiscard]] bool owes_setup(host::Seat seat) const;
  // The event that ended the match; null while it goes on.
  [[nodiscard]] const Event* ended() const;
  [[nodiscard]] const std::vector<Intent>& intents() const;  // accepted, in order; what the journal keeps
  [[nodiscard]] const std::vector<Event>& events() const;    // complete: for the journal and for_viewer only
  [[nodiscard]] std::vector<Event> events(int viewer, std::uint32_t from = 0) const;
  // Chained over encode_public of all events: h = BLAKE2b-256(h before, bytes), from 32 zero bytes on.
  [[nodiscard]] Digest public_hash() const;

  // What a seat may do now, for its own screen: from what the seat knows. Under Illegal::kForfeit and
  // kCapture every move that a piece can make; what a touched piece binds to is taken into account. A move
  // that Illegal::kCorrect takes back is not among them, and submit() accepts it: see EventKind::kCorrected.
  [[nodiscard]] std::vector<host::Move> legal(host::Seat seat) const;
  [[nodiscard]] std::optional<host::Refusal> refuse(host::Seat seat, host::Move move) const;
  // Nothing if this intent would be accepted now, else why not; changes nothing. For the six actions' mute
  // state. Of a move the facts are not looked at.
  [[nodiscard]] std::optional<host::Refusal> would_refuse(const Intent& intent) const;
  // The ends that this seat may claim now.
  [[nodiscard]] std::vector<host::Outcome::Claim> claims(host::Seat seat) const;

  // Clocks. `left(seat, now)`: main, step and set-up time left at that instant, never below 0; kNever where
  // there is none. The step time of a seat that is not on turn is its whole step limit.
  struct TimeLeft {
    Instant main = kNever, step = kNever, setup = kNever;
    bool running = false;
  };
  [[nodiscard]] TimeLeft left(host::Seat seat, Instant now) const;
  // As it was before the present move of the seat.
  [[nodiscard]] const SeatClock& clock(host::Seat seat) const;
  // The instant at which the next flag falls (or a set-up limit ends) if nobody does anything; kNever if
  // none. The loop then submits kTime.
  [[nodiscard]] Instant next_flag() const;

  // The seat that alone is known here, or -1.
  [[nodiscard]] int knower() const;
  // Where the seat that is known is on turn, has lost (or what the rules make of it) and nobody else can
  // know: the intent that says so, which everybody waits for. At the instant of the last intent, and to be
  // submitted before any other one, so that it ends when it ended.
  [[nodiscard]] std::optional<Intent> due_declaration() const;

  // The full truth: for bots' hosts and tests, never for a screen. Where one seat is known: its state.
  [[nodiscard]] const host::State& state() const;
  // What a viewer (a seat or host::kPublic) may know: its partial state; the full one where nothing is
  // hidden. Where one seat is known, that of another is the public's.
  [[nodiscard]] const host::State& state(int viewer) const;

 private:
  struct Impl;
  explicit Referee(std::unique_ptr<Impl> impl);
  [[nodiscard]] bool may_come(const Intent& intent) const;  // no flag falls before it
  std::unique_ptr<Impl> impl_;

 public:
  ~Referee();
};

}  // namespace qitai::match
