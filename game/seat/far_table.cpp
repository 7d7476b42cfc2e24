#include "seat/far_table.hpp"

#include <algorithm>
#include <utility>

#include "seat/partner.hpp"

namespace qitai::seat {
namespace {

// The table is made when the match has begun, and the duel keeps its last match.
const duel::Match& match_of(const Partner& partner) {
  return *partner.duel().match();
}

}  // namespace

FarTable::FarTable(Partner& partner)
    : Table(match_of(partner).config().variant), partner_(partner), replays_(partner.replays_) {}

std::variant<match::Accepted, host::Refusal> FarTable::submit(match::Intent intent, Now now) {
  const match::Accepted place{match_of(partner_).number(),
                              static_cast<std::uint32_t>(referee().events().size())};
  std::optional<host::Refusal> why = partner_.duel().want(intent, now);
  partner_.poll(now);
  if (why) return std::move(*why);
  return place;
}

std::optional<host::Refusal> FarTable::would_refuse(match::Intent intent, Now now) const {
  return match_of(partner_).would_refuse(intent, now);
}

bool FarTable::poll(Now now) {
  bool changed = clocks_changed(now);
  if (partner_.replays_ != replays_) {
    replays_ = partner_.replays_;
    begin_reading_anew();
    changed = true;
  }
  const std::size_t events = referee().events().size(), durable = durable_events();
  changed = changed || events != events_ || durable != durable_;
  events_ = events;
  durable_ = durable;
  return changed;
}

Now FarTable::next_wake(Now now) const {
  if (referee().phase() == match::Phase::kEnded) return INT64_MAX;
  const match::Instant change = until_shown_change(times(now));
  return change == match::kNever ? INT64_MAX : now + change;
}

const match::Referee& FarTable::referee() const {
  return match_of(partner_).referee();
}

std::uint32_t FarTable::durable_events() const {
  return partner_.durable_events();
}

const std::string& FarTable::journal_trouble() const {
  return partner_.trouble_;
}

match::Referee::TimeLeft FarTable::left(host::Seat seat, Now now) const {
  return match_of(partner_).left(seat, now);
}

void FarTable::present_setup(host::Seat seat, std::string layout) {
  if (seat == match_of(partner_).own()) layout_ = std::move(layout);
}

std::optional<std::string> FarTable::presented_setup(host::Seat seat) const {
  if (seat != match_of(partner_).own() || layout_.empty()) return std::nullopt;
  return layout_;
}

}  // namespace qitai::seat
