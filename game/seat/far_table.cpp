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

std::int64_t FarTable::returned() const {
  return partner_.returned_;
}

// Where what was opened does not give the match that was played, nobody knows what stood there.
const match::Referee* FarTable::truth() const {
  const duel::Hidden* const hidden = match_of(partner_).hidden();
  if (hidden == nullptr) return &referee();
  const match::Revealed* const revealed = hidden->revealed();
  const bool whole = revealed != nullptr && !revealed->difference && revealed->full->ended() != nullptr;
  return whole ? revealed->full.get() : nullptr;
}

match::Referee::TimeLeft FarTable::left(host::Seat seat, Now now) const {
  return match_of(partner_).left(seat, now);
}

void FarTable::present_setup(host::Seat seat, std::string layout) {
  if (seat != match_of(partner_).own()) return;
  layout_ = layout;
  partner_.duel().match()->present_setup(std::move(layout));
}

std::optional<std::string> FarTable::presented_setup(host::Seat seat) const {
  const duel::Match& match = match_of(partner_);
  if (seat != match.own() || match.hidden() == nullptr) return std::nullopt;
  // What was given counts, whatever was tried before.
  const std::string& layout = match.hidden()->layout().empty() ? layout_ : match.hidden()->layout();
  return layout.empty() ? std::nullopt : std::optional(layout);
}

}  // namespace qitai::seat
