#include "match/intent.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/bytes.hpp"

namespace qitai::match {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::array<std::string_view, 4> kAbortReasons{"aborted", "plugin-error", "disconnected",
                                                        "disagreement"};

bool has_move(const Intent& intent) {
  return intent.kind == IntentKind::kMove || (intent.kind == IntentKind::kClaim && intent.with_move);
}

bool has_bytes(IntentKind kind) {
  return kind == IntentKind::kSetUp || kind == IntentKind::kClaim || kind == IntentKind::kAbort;
}

}  // namespace

bool by_house(IntentKind kind) {
  switch (kind) {
    case IntentKind::kChance:
    case IntentKind::kTime:
    case IntentKind::kAbort:
    case IntentKind::kStopClock:
    case IntentKind::kStartClock:
      return true;
    default:
      return false;
  }
}

std::span<const std::string_view> abort_reasons() {
  return kAbortReasons;
}

Intent plain(Intent intent) {
  if (by_house(intent.kind)) intent.seat = 0;
  if (intent.kind != IntentKind::kClaim) intent.with_move = false;
  if (intent.kind == IntentKind::kTouch) {
    intent.move = {intent.move.from, host::kNoPoint, 0, 0};
  } else if (!has_move(intent)) {
    intent.move = {};
  }
  if (intent.kind != IntentKind::kChance) intent.index = 0;
  if (!has_bytes(intent.kind)) intent.bytes.clear();
  return intent;
}

std::string encode(const Intent& intent) {
  Writer writer;
  writer.u8(kVersion);
  writer.u8(static_cast<std::uint8_t>(intent.kind));
  writer.i64(intent.at);
  if (!by_house(intent.kind)) writer.u8(static_cast<std::uint8_t>(intent.seat));
  if (intent.kind == IntentKind::kClaim) writer.u8(intent.with_move ? 1 : 0);
  if (has_move(intent)) {
    writer.u16(intent.move.from);
    writer.u16(intent.move.to);
    writer.u16(intent.move.choice);
    writer.u16(intent.move.flags);
  }
  if (intent.kind == IntentKind::kTouch) writer.u16(intent.move.from);
  if (intent.kind == IntentKind::kChance) writer.u32(intent.index);
  if (has_bytes(intent.kind)) writer.text(intent.bytes);
  return std::string(as_text(writer.bytes()));
}

Result<Intent> decode_intent(std::string_view bytes) {
  qitai::Reader reader(as_bytes(bytes));
  const std::uint8_t version = reader.u8();
  if (reader.ok() && version != kVersion)
    return Error{"version", fmt::format("an intent has version {}: expected {}", version, kVersion)};
  Intent intent;
  const std::uint8_t kind = reader.u8();
  if (reader.ok() && (kind < static_cast<std::uint8_t>(IntentKind::kSetUp) ||
                      kind > static_cast<std::uint8_t>(IntentKind::kAdjust)))
    return Error{"intent", fmt::format("an intent is of kind {}: expected 1 to 22", kind)};
  intent.kind = static_cast<IntentKind>(kind);
  intent.at = reader.i64();
  if (reader.ok() && intent.at < 0)
    return Error{"intent", fmt::format("an intent is of instant {}: expected 0 or later", intent.at)};
  if (reader.ok() && !by_house(intent.kind)) {
    const std::uint8_t seat = reader.u8();
    if (reader.ok() && seat >= QITAI_MAX_SEATS)
      return Error{"intent",
                   fmt::format("an intent is of seat {}: expected 0 to {}", seat, QITAI_MAX_SEATS - 1)};
    intent.seat = seat;
  }
  if (intent.kind == IntentKind::kClaim) {
    const std::uint8_t with_move = reader.u8();
    if (with_move > 1)
      return Error{"intent", fmt::format("a claim's move mark is {}: expected 0 or 1", with_move)};
    intent.with_move = with_move == 1;
  }
  if (has_move(intent)) {
    intent.move.from = reader.u16();
    intent.move.to = reader.u16();
    intent.move.choice = reader.u16();
    intent.move.flags = reader.u16();
  }
  if (intent.kind == IntentKind::kTouch) intent.move.from = reader.u16();
  if (intent.kind == IntentKind::kChance) intent.index = reader.u32();
  if (has_bytes(intent.kind)) intent.bytes = reader.text(kMaxIntentBytes);
  if (const Status done = reader.finish("an intent"); !done.ok()) return done.error();
  return intent;
}

}  // namespace qitai::match
