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
#include "match/referee.hpp"
#include "match/terms.hpp"

namespace qitai::match {

// One ply as the viewer knows it.
struct PlyRecord {
  host::Seat seat = 0;
  host::Move move;
  std::vector<host::Change> changes;
  std::vector<std::string> texts;   // per notation of the variant, in its order
  std::string coordinates;          // "h2e2"
  std::vector<host::Piece> pieces;  // after it
  std::vector<host::Mark> marks;    // after it
  Instant at = 0;
};

class Reader {
 public:
  static Result<std::unique_ptr<Reader>> make(std::shared_ptr<const host::Variant> variant,
                                              const Terms& terms, int viewer);

  // Feeds the next events of events(viewer), in order.
  void feed(const std::vector<Event>& events);
  [[nodiscard]] std::uint32_t next_event() const;  // number of the first event not yet fed

  [[nodiscard]] const std::vector<PlyRecord>& plies() const;  // those that stand
  // Pieces and marks after `ply` plies (0: at the start).
  [[nodiscard]] const std::vector<host::Piece>& pieces(std::uint32_t ply) const;
  [[nodiscard]] const std::vector<host::Mark>& marks(std::uint32_t ply) const;
  // What was captured up to `ply`, pieces of `colour`, by kind: counts per kind index.
  [[nodiscard]] std::vector<int> captured(int colour, std::uint32_t ply) const;

  [[nodiscard]] std::uint32_t acting() const;
  [[nodiscard]] std::optional<host::Seat> draw_offer() const;  // by whom
  [[nodiscard]] std::optional<host::Seat> takeback_asked() const;
  [[nodiscard]] std::optional<host::Seat> pause_asked() const;
  [[nodiscard]] bool paused() const;
  [[nodiscard]] const Event* ended() const;  // or null
  [[nodiscard]] std::vector<host::Outcome::Claim> claims() const;

 private:
  struct Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;

 public:
  ~Reader();
};

}  // namespace qitai::match
