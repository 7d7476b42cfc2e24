// Match: somebody who reads the list of events: a screen, a record, the attract screen, a far player's table.
// It knows what its viewer knows and never more.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/variant.hpp"
#include "match/event.hpp"
#include "match/terms.hpp"

namespace qitai::match {

// The viewer who knows everything: for the time after the match alone, when nothing is secret any more.
inline constexpr int kTruth = -1;

// One ply as the viewer knows it.
struct PlyRecord {
  host::Seat seat = 0;
  host::Move move;
  std::vector<host::Change> changes;
  std::vector<std::string> texts;   // per notation of the variant, in its order
  std::string coordinates;          // "h2e2"
  std::vector<host::Piece> pieces;  // after it, and after what chance drew then
  std::vector<host::Mark> marks;    // likewise
  Instant at = 0;
};

class Reader {
 public:
  // `viewer`: a seat, host::kPublic or kTruth, who is fed the referee's complete list. Errors: "viewer",
  // "position", "plugin-error".
  static Result<std::unique_ptr<Reader>> make(std::shared_ptr<const host::Variant> variant,
                                              const Terms& terms, int viewer);

  // Feeds the next events of events(viewer), in order; those fed before are skipped. After a fault nothing
  // more is taken, and what was read before it stands.
  void feed(const std::vector<Event>& events);
  // Why reading stopped: a plugin that failed ("plugin-error"), a gap in the list ("gap"); or null.
  [[nodiscard]] const Error* fault() const;
  [[nodiscard]] std::uint32_t next_event() const;  // number of the first event not yet fed

  [[nodiscard]] const std::vector<PlyRecord>& plies() const;  // those that stand
  // Pieces and marks after `ply` plies (0: at the start, private set-up included); a number too large means
  // now. No marks of a check where the terms do not announce it, but at the end.
  [[nodiscard]] const std::vector<host::Piece>& pieces(std::uint32_t ply) const;
  [[nodiscard]] const std::vector<host::Mark>& marks(std::uint32_t ply) const;
  // What was captured up to `ply`, pieces of `colour`, by kind: counts per kind index. Pieces whose kind the
  // viewer does not know are not counted.
  [[nodiscard]] std::vector<int> captured(int colour, std::uint32_t ply) const;
  // How many more pieces of that colour were captured, of kinds that the viewer does not know.
  [[nodiscard]] int captured_unknown(int colour, std::uint32_t ply) const;

  [[nodiscard]] std::uint32_t acting() const;                  // as Referee::acting()
  [[nodiscard]] std::optional<host::Seat> draw_offer() const;  // by whom
  [[nodiscard]] std::optional<host::Seat> takeback_asked() const;
  [[nodiscard]] std::optional<host::Seat> pause_asked() const;
  // Where the pieces stand that the seat on turn has touched and that bind it, in this order (touch-move).
  [[nodiscard]] const std::vector<host::Point>& touched() const;
  [[nodiscard]] bool pause_agreed() const;
  [[nodiscard]] bool paused() const;         // agreed, or the house has stopped the clock
  [[nodiscard]] const Event* ended() const;  // or null
  [[nodiscard]] std::vector<host::Outcome::Claim> claims() const;
  // The warning that stands (host::Outcome::notice); empty: none.
  [[nodiscard]] const std::string& notice() const;
  // The state as this viewer knows it, at present: for hints, texts, search. Not after a fault.
  [[nodiscard]] const host::State& state() const;

 private:
  struct Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;

 public:
  ~Reader();
};

}  // namespace qitai::match
