#include "match/event.hpp"

#include <algorithm>

#include "base/bytes.hpp"

namespace qitai::match {
namespace {

constexpr std::uint32_t kEverybody = 1U << QITAI_PUBLIC;

// A viewer that there is not sees what everybody sees.
std::uint32_t bit_of(int viewer) {
  return viewer >= 0 && viewer < QITAI_MAX_SEATS ? 1U << static_cast<unsigned>(viewer) : kEverybody;
}

bool is_for(std::uint32_t audience, int viewer) {
  return (audience & (kEverybody | bit_of(viewer))) != 0;
}

// The audience as its viewer may know it.
std::uint32_t narrowed(std::uint32_t audience, int viewer) {
  return (audience & kEverybody) != 0 ? kEverybody : bit_of(viewer);
}

void write(Writer& writer, const host::Change& change) {
  writer.u32(change.what);
  writer.u16(change.from);
  writer.u16(change.to);
  writer.u16(change.kind);
  writer.u16(change.other);
  writer.u8(change.colour);
  writer.u8(change.flags);
  writer.u16(change.step);
  writer.i64(change.value);
}

void write(Writer& writer, const host::Fact& fact) {
  writer.u32(fact.what);
  writer.u16(fact.point);
  writer.u16(fact.seat);
  writer.i64(fact.value);
}

void write(Writer& writer, const host::Mark& mark) {
  writer.u32(mark.kind);
  writer.u16(mark.point);
  writer.u16(mark.other);
  writer.u32(mark.value);
}

void write(Writer& writer, const SeatClock& clock) {
  writer.i64(clock.main);
  writer.u32(static_cast<std::uint32_t>(clock.stage));
  writer.u32(static_cast<std::uint32_t>(clock.stage_moves));
  writer.i64(clock.used);
}

template <typename List>
void write_all(Writer& writer, const List& list) {
  writer.u32(static_cast<std::uint32_t>(list.size()));
  for (const auto& element : list)
    write(writer, element);
}

}  // namespace

Event for_viewer(const Event& event, int viewer) {
  Event seen = event;
  std::erase_if(seen.changes, [&](const host::Change& change) { return !is_for(change.audience, viewer); });
  for (host::Change& change : seen.changes)
    change.audience = narrowed(change.audience, viewer);
  std::erase_if(seen.facts, [&](const KnownFact& known) { return !is_for(known.audience, viewer); });
  for (KnownFact& known : seen.facts)
    known.audience = narrowed(known.audience, viewer);
  if (is_for(seen.setup_audience, viewer)) {
    seen.setup_audience = narrowed(seen.setup_audience, viewer);
  } else {
    seen.setup.clear();
    seen.setup_view.clear();
    seen.setup_audience = 0;
  }
  return seen;
}

std::string encode_public(const Event& event) {
  const Event seen = for_viewer(event, host::kPublic);
  Writer writer;
  writer.u8(1);  // version of this encoding
  writer.u8(static_cast<std::uint8_t>(seen.kind));
  writer.u32(seen.number);
  writer.u8(static_cast<std::uint8_t>(seen.seat + 1));
  writer.i64(seen.at);
  writer.u32(seen.ply);
  writer.u16(seen.move.from);
  writer.u16(seen.move.to);
  writer.u16(seen.move.choice);
  writer.u16(seen.move.flags);
  writer.u32(seen.index);
  write_all(writer, seen.changes);
  writer.u32(static_cast<std::uint32_t>(seen.facts.size()));
  for (const KnownFact& known : seen.facts)
    write(writer, known.fact);
  write_all(writer, seen.marks);
  write_all(writer, seen.clocks);
  writer.u8(static_cast<std::uint8_t>(seen.result.size()));
  for (const int result : seen.result)
    writer.u8(static_cast<std::uint8_t>(result + 1));
  writer.text(seen.text);
  writer.text(seen.setup);
  writer.text(seen.setup_view);
  return std::string(as_text(writer.bytes()));
}

}  // namespace qitai::match
