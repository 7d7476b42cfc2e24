// Match: what happened. The list of events is the match; every reader gets events(viewer) and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/variant.hpp"
#include "match/time_limits.hpp"

namespace qitai::match {

enum class EventKind : std::uint8_t {
  kStarted = 1,       // text: hash of the terms in hexadecimal
  kSetUp = 2,         // seat is ready; text: "limit" if its set-up limit ran out
  kPly = 3,           // seat, move, changes, facts
  kChance = 4,        // index, changes
  kCheck = 5,         // marks of kind check
  kStageAdded = 6,    // seat: a new stage of its clock began
  kDrawOffered = 7,   // seat
  kDrawDeclined = 8,  // seat that declined (also by moving)
  kTakebackAsked = 9,
  kTakebackDeclined = 10,  // seat that declined, or whose move made it void
  kTakenBack = 11,         // seat that had asked; ply: the number of plies that stand now
  kPauseAsked = 12,
  kPauseDeclined = 13,
  kPaused = 14,       // seat that had asked, or -1: the house stopped the clock
  kResumed = 15,      // seat, or -1: the house
  kClaimFailed = 16,  // seat; text: claim id. It counts as a draw offer: no kDrawOffered follows
  kEnded = 17,  // result; text: reason id; seat at fault or -1; at: the exact instant (of the flag, say)
  kCorrected =
      18,          // seat, move: an illegal move was taken back; text: why (refusal id). Nothing stands of it
  kTouched = 19,   // seat; move.from: where the piece stands; text: "adjust" if it binds nobody
  kAdjusted = 20,  // seat: its next touch binds nobody
};

// A fact that a partial state had to be told to go on with a ply.
struct KnownFact {
  host::Fact fact{};
  std::uint32_t audience = 0;  // as of a change: bit per viewer whose state asked for it, bit 31 everybody
};

struct Event {
  EventKind kind = EventKind::kStarted;
  std::uint32_t number = 0;  // place in the list, from 0
  host::Seat seat = -1;
  Instant at = 0;
  std::uint32_t ply = 0;              // plies that stand after this event
  host::Move move;                    // kPly
  std::uint32_t index = 0;            // kChance: the draw
  std::vector<host::Change> changes;  // filtered by audience
  std::vector<KnownFact> facts;       // kPly in hidden games, filtered by audience
  std::vector<host::Mark> marks;
  // Of every seat at this instant, the time of a move under way taken off (kStarted, kPly, kTakenBack,
  // kPaused, kResumed, kEnded).
  std::vector<SeatClock> clocks;
  std::vector<int> result;  // per seat QITAI_RESULT_…; empty: none (aborted)
  std::string text;
  // kSetUp: the layout in the variant's own form, or, where the variant chose it itself, a saved seat view
  // that holds it. For the viewers of setup_audience only (the seat itself; everybody where nothing is
  // hidden).
  std::string setup, setup_view;
  std::uint32_t setup_audience = 0;
};

// Canonical bytes of what is public of an event; the chained hash is made of them. The same for an event and
// for what any viewer sees of it.
[[nodiscard]] std::string encode_public(const Event& event);

// The event as a viewer (a seat or host::kPublic) may see it: what is not for it is gone, and what is left
// does not tell who else knows it.
[[nodiscard]] Event for_viewer(const Event& event, int viewer);

}  // namespace qitai::match
