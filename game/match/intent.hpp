// Match: what a seat wants. Intents are numbered by the referee in the order of their acceptance and carry
// their time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "host/variant.hpp"
#include "match/time_limits.hpp"

namespace qitai::match {

enum class IntentKind : std::uint8_t {
  kSetUp = 1,      // bytes: the variant's own form; empty: a legal layout of the variant's choice
  kMove = 2,       // move
  kChance = 3,     // by the house: index
  kOfferDraw = 4,  // by the seat to move only; stands until another moves; again after three own moves more
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
  kResume = 15,     // either seat ends an agreed pause
  kLeave = 16,      // 逃跑
  kTime = 17,       // by the house: nothing but the time; lets a flag fall
  kAbort = 18,      // by the house: reason in bytes, one of abort_reasons()
  kStopClock = 19,  // by the house: the clock stands (a menu that the operator lets stop it, program closed)
  kStartClock = 20,
  kTouch = 21,   // matches with touch-move: a piece is taken up; move.from alone: where it stands
  kAdjust = 22,  // 我摆正棋子: the next touch of this seat binds nobody
  // Of a referee that knows one seat only: the seat on turn says how the game has ended where it alone can
  // know. bytes: the reason's id; index: 1 + its own result, QITAI_RESULT_…
  kDeclare = 23,
};

// A layout that was chosen for a seat at the end of its set-up limit.
struct Chosen {
  host::Seat seat = 0;
  std::string bytes;  // empty: on the machine of that seat, which alone knows it
  friend bool operator==(const Chosen&, const Chosen&) = default;
};

struct Intent {
  IntentKind kind = IntentKind::kTime;
  host::Seat seat = 0;
  Instant at = 0;  // never before the last accepted intent's
  host::Move move;
  bool with_move = false;
  std::uint32_t index = 0;
  std::string bytes;
  // What a referee that knows one seat only cannot find out by itself; one that knows all needs none of it.
  std::vector<host::Fact> facts;  // kMove, kClaim with a move: what was settled about it
  bool elsewhere = false;         // kSetUp: the layout is the other machine's, bytes are empty
  std::vector<Chosen> chosen;     // kTime at the end of a set-up limit: the layouts of those who owed theirs
};
bool operator==(const Intent& a, const Intent& b);

// Most bytes of a set-up; claim ids and reasons are shorter still.
inline constexpr std::size_t kMaxIntentBytes = 4096;
inline constexpr std::size_t kMaxIntentFacts = 16;

// Whether the house acts and no seat: `seat` is then ignored.
[[nodiscard]] bool by_house(IntentKind kind);
// How the house may end a match without a result: aborted, plugin-error, disconnected, disagreement.
[[nodiscard]] std::span<const std::string_view> abort_reasons();
// The intent with every member that its kind does not use at its default: what the referee keeps.
[[nodiscard]] Intent plain(Intent intent);

// Canonical bytes (versioned, little-endian) of plain(intent), and back; the bytes are hostile. An intent is
// written in the oldest version that can say it, so that old journals keep their bytes. Error codes:
// "truncated", "trailing", "version", "intent".
[[nodiscard]] std::string encode(const Intent& intent);
[[nodiscard]] Result<Intent> decode_intent(std::string_view bytes);

}  // namespace qitai::match
