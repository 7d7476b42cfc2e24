// Match: what happened. The list of events is the match; every reader gets events(viewer) and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "host/variant.hpp"
#include "match/time_limits.hpp"

namespace qitai::match {

enum class EventKind : std::uint8_t {
  kStarted = 1,
  kSetUp = 2,         // seat is ready
  kPly = 3,           // seat, move, ply, changes (as the viewer may see them), clocks
  kChance = 4,        // changes
  kCheck = 5,         // marks of kind check
  kStageAdded = 6,    // seat: a new stage of its clock began
  kDrawOffered = 7,   // seat
  kDrawDeclined = 8,  // seat that declined (also by moving)
  kTakebackAsked = 9,
  kTakebackDeclined = 10,
  kTakenBack = 11,  // ply: the number of plies that stand now
  kPauseAsked = 12,
  kPauseDeclined = 13,
  kPaused = 14,
  kResumed = 15,
  kClaimFailed = 16,  // text: claim id; counts as a draw offer
  kEnded = 17,        // result, reason, seat at fault or -1, at: the exact instant (of the flag, say)
};

struct Event {
  EventKind kind = EventKind::kStarted;
  std::uint32_t number = 0;  // place in the list, from 0
  host::Seat seat = -1;
  Instant at = 0;
  std::uint32_t ply = 0;              // plies that stand after this event
  host::Move move;                    // kPly; as the viewer may see it
  std::vector<host::Change> changes;  // filtered by audience
  std::vector<host::Mark> marks;
  std::vector<SeatClock>
      clocks;               // of every seat after the event (kStarted, kPly, kTakenBack, kResumed, kEnded)
  std::vector<int> result;  // per seat QITAI_RESULT_…; empty: none (aborted)
  std::string text;         // reason id or claim id
};

// Canonical bytes of what is public of an event; the chained hash is made of them.
[[nodiscard]] std::string encode_public(const Event& event);

}  // namespace qitai::match
