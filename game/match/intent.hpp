// Match: what a seat wants. Intents are numbered by the referee in the order of their acceptance and carry
// their time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "host/variant.hpp"
#include "match/time_limits.hpp"

namespace qitai::match {

enum class IntentKind : std::uint8_t {
  kSetUp = 1,   // bytes: the variant's own form
  kMove = 2,    // move
  kChance = 3,  // seat is ignored; index
  kOfferDraw =
      4,  // by the seat to move only; stands until the other moves; not again before three own moves more
  kAcceptDraw = 5,
  kDeclineDraw = 6,
  kClaim = 7,  // claim id in bytes; with `move` if with_move
  kResign = 8,
  kAskTakeback = 9,  // back to before the asker's last move; never across an irreversible ply
  kAcceptTakeback = 10,
  kDeclineTakeback = 11,
  kAskPause = 12,
  kAcceptPause = 13,
  kDeclinePause = 14,
  kResume = 15,  // either seat ends an agreed pause
  kLeave = 16,   // 逃跑
  kTime = 17,    // nothing but the time: lets a flag fall
  kAbort = 18,   // by the house (the operator, a plugin fault): reason in bytes, `aborted` or `plugin-error`
  kStopClock =
      19,  // by the house: the clock stands (a menu that the operator lets stop it, the program was closed)
  kStartClock = 20,
};

struct Intent {
  IntentKind kind = IntentKind::kTime;
  host::Seat seat = 0;
  Instant at = 0;  // never before the last accepted intent's
  host::Move move;
  bool with_move = false;
  std::uint32_t index = 0;
  std::string bytes;
  friend bool operator==(const Intent&, const Intent&) = default;
};

[[nodiscard]] std::string encode(const Intent& intent);
[[nodiscard]] Result<Intent> decode_intent(std::string_view bytes);

}  // namespace qitai::match
