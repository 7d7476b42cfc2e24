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

enum class Phase : std::uint8_t { kSetUp, kPlaying, kPaused, kEnded };

// An intent that came through: its number and the events it made (full; filter with for_viewer before
// showing).
struct Accepted {
  std::uint32_t number = 0;       // of the intent, from 0
  std::uint32_t first_event = 0;  // index of its first event
};

class Referee {
 public:
  // Error: terms that do not fit the variant, or a position that is refused.
  static Result<std::unique_ptr<Referee>> start(std::shared_ptr<const host::Variant> variant,
                                                const Terms& terms);
  // The same from the journal: terms and accepted intents in order. Stops at the first that is refused (a
  // damaged journal) and says so in `damage`, with everything before it standing.
  static Result<std::unique_ptr<Referee>> replay(std::shared_ptr<const host::Variant> variant,
                                                 const Terms& terms, std::span<const Intent> intents,
                                                 std::optional<Error>* damage = nullptr);

  // Judges an intent. Refused: nothing has changed (but a flag that fell before intent.at: then the match has
  // ended, the refusal's id is "ended", and the flag's kTime intent has been numbered by itself, see
  // intents()). Refusal ids: the variant's for moves, else "not-your-turn", "ended", "not-started",
  // "no-offer", "offer-too-soon", "takeback-off", "nothing-to-take-back", "irreversible", "already-asked",
  // "paused", "not-paused", "no-claim", "time-backwards", "bad-seat", "plugin-error".
  [[nodiscard]] std::variant<Accepted, host::Refusal> submit(const Intent& intent);

  [[nodiscard]] const Terms& terms() const;
  [[nodiscard]] const host::Variant& variant() const;
  [[nodiscard]] Phase phase() const;
  [[nodiscard]] std::uint32_t ply() const;     // plies that stand
  [[nodiscard]] std::uint32_t acting() const;  // bit per seat, bit QITAI_CHANCE_SEAT; 0 after the end
  [[nodiscard]] const std::vector<Intent>& intents() const;  // accepted, in order; what the journal keeps
  [[nodiscard]] const std::vector<Event>& events() const;    // complete: for the journal and for_viewer only
  [[nodiscard]] std::vector<Event> events(int viewer, std::uint32_t from = 0) const;
  [[nodiscard]] Hash public_hash() const;  // chained over encode_public of all events

  // What a seat may do now, for its own screen.
  [[nodiscard]] std::vector<host::Move> legal(host::Seat seat) const;
  [[nodiscard]] std::optional<host::Refusal> refuse(host::Seat seat, host::Move move) const;
  // Nothing if this intent would be accepted now, else why not; changes nothing. For the six actions' mute
  // state.
  [[nodiscard]] std::optional<host::Refusal> would_refuse(const Intent& intent) const;

  // Clocks. `left(seat, now)`: main and step time left at that instant; kNever where there is none.
  struct TimeLeft {
    Instant main = kNever, step = kNever;
    bool running = false;
  };
  [[nodiscard]] TimeLeft left(host::Seat seat, Instant now) const;
  [[nodiscard]] const SeatClock& clock(host::Seat seat) const;
  // The instant at which the next flag falls if nobody does anything; kNever if none. The loop then submits
  // kTime.
  [[nodiscard]] Instant next_flag() const;

  // The state for a viewer's reader at the present: only what that viewer may know.
  [[nodiscard]] const host::State& state()
      const;  // the full truth: for bots' hosts and tests, never for a screen

 private:
  struct Impl;
  explicit Referee(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;

 public:
  ~Referee();
};

// The event as a viewer may see it.
[[nodiscard]] Event for_viewer(const Event& event, int viewer);

}  // namespace qitai::match
