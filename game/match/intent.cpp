#include "match/intent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/bytes.hpp"

namespace qitai::match {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::uint8_t kLaterVersion = 2;  // with what one seat alone cannot know
constexpr std::array<std::string_view, 4> kAbortReasons{"aborted", "plugin-error", "disconnected",
                                                        "disagreement"};

bool has_move(const Intent& intent) {
  return intent.kind == IntentKind::kMove || (intent.kind == IntentKind::kClaim && intent.with_move);
}

bool has_bytes(IntentKind kind) {
  return kind == IntentKind::kSetUp || kind == IntentKind::kClaim || kind == IntentKind::kAbort ||
         kind == IntentKind::kDeclare;
}

bool same(const host::Fact& a, const host::Fact& b) {
  return a.what == b.what && a.point == b.point && a.seat == b.seat && a.value == b.value;
}

bool is_later(const Intent& intent) {
  return intent.kind == IntentKind::kDeclare || !intent.facts.empty() || intent.elsewhere ||
         !intent.chosen.empty();
}

void write_later(Writer& writer, const Intent& intent) {
  if (has_move(intent)) {
    writer.u8(static_cast<std::uint8_t>(intent.facts.size()));
    for (const host::Fact& fact : intent.facts) {
      writer.u32(fact.what);
      writer.u16(fact.point);
      writer.u16(fact.seat);
      writer.i64(fact.value);
    }
  }
  if (intent.kind == IntentKind::kTime) {
    writer.u8(static_cast<std::uint8_t>(intent.chosen.size()));
    for (const Chosen& chosen : intent.chosen) {
      writer.u8(static_cast<std::uint8_t>(chosen.seat));
      writer.text(chosen.bytes);
    }
  }
  if (intent.kind == IntentKind::kDeclare) writer.u8(static_cast<std::uint8_t>(intent.index));
}

// Whether what was read is what write_later writes of it.
bool read_later(qitai::Reader& reader, Intent& intent) {
  if (has_move(intent)) {
    const std::uint8_t count = reader.u8();
    if (count == 0 || count > kMaxIntentFacts) return false;
    for (int i = 0; i < count; ++i) {
      host::Fact fact{};
      fact.what = reader.u32();
      fact.point = reader.u16();
      fact.seat = reader.u16();
      fact.value = reader.i64();
      intent.facts.push_back(fact);
    }
    return true;
  }
  switch (intent.kind) {
    case IntentKind::kSetUp:
      intent.elsewhere = true;
      return intent.bytes.empty();
    case IntentKind::kTime: {
      const std::uint8_t count = reader.u8();
      for (int i = 0; i < count; ++i) {
        const std::uint8_t seat = reader.u8();
        const bool ascends = intent.chosen.empty() || intent.chosen.back().seat < seat;
        if (seat >= QITAI_MAX_SEATS || !ascends) return false;
        intent.chosen.push_back({seat, reader.text(kMaxIntentBytes)});
      }
      return count > 0;
    }
    case IntentKind::kDeclare:
      intent.index = reader.u8();
      return intent.index <= 2;
    default:
      return false;
  }
}

}  // namespace

bool operator==(const Intent& a, const Intent& b) {
  const auto equal = [](const host::Fact& x, const host::Fact& y) { return same(x, y); };
  return a.kind == b.kind && a.seat == b.seat && a.at == b.at && a.move == b.move &&
         a.with_move == b.with_move && a.index == b.index && a.bytes == b.bytes &&
         a.elsewhere == b.elsewhere && a.chosen == b.chosen &&
         std::equal(a.facts.begin(), a.facts.end(), b.facts.begin(), b.facts.end(), equal);
}

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
  if (intent.kind != IntentKind::kChance && intent.kind != IntentKind::kDeclare) intent.index = 0;
  if (intent.kind != IntentKind::kSetUp) intent.elsewhere = false;
  if (!has_bytes(intent.kind) || intent.elsewhere) intent.bytes.clear();
  if (!has_move(intent)) intent.facts.clear();
  if (intent.kind != IntentKind::kTime) intent.chosen.clear();
  const auto before = [](const Chosen& a, const Chosen& b) { return a.seat < b.seat; };
  const auto of_same = [](const Chosen& a, const Chosen& b) { return a.seat == b.seat; };
  std::stable_sort(intent.chosen.begin(), intent.chosen.end(), before);
  intent.chosen.erase(std::unique(intent.chosen.begin(), intent.chosen.end(), of_same), intent.chosen.end());
  return intent;
}

std::string encode(const Intent& raw) {
  const Intent intent = plain(raw);
  Writer writer;
  const bool later = is_later(intent);
  writer.u8(later ? kLaterVersion : kVersion);
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
  if (later) write_later(writer, intent);
  return std::string(as_text(writer.bytes()));
}

Result<Intent> decode_intent(std::string_view bytes) {
  qitai::Reader reader(as_bytes(bytes));
  const std::uint8_t version = reader.u8();
  if (reader.ok() && version != kVersion && version != kLaterVersion)
    return Error{"version", fmt::format("an intent has version {}: expected {} or {}", version, kVersion,
                                        kLaterVersion)};
  const IntentKind last = version == kVersion ? IntentKind::kAdjust : IntentKind::kDeclare;
  Intent intent;
  const std::uint8_t kind = reader.u8();
  if (reader.ok() &&
      (kind < static_cast<std::uint8_t>(IntentKind::kSetUp) || kind > static_cast<std::uint8_t>(last)))
    return Error{"intent", fmt::format("an intent is of kind {}: expected 1 to {}", kind,
                                       static_cast<std::uint8_t>(last))};
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
  if (reader.ok() && version == kLaterVersion && !read_later(reader, intent) && reader.ok())
    return Error{"intent", fmt::format("an intent of kind {} in version 2 says what version 1 can or what "
                                       "there is not",
                                       kind)};
  if (const Status done = reader.finish("an intent"); !done.ok()) return done.error();
  return intent;
}

}  // namespace qitai::match
