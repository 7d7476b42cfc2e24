// What changes a state, and how it stands.
#include <fmt/format.h>

#include "host/call.hpp"
#include "host/state_terms.hpp"
#include "host/tables.hpp"
#include "host/variant.hpp"

namespace qitai::host {
namespace {

// The plugin's outcome, checked.
Outcome read_outcome(const VariantInfo& info, const char* function, const qitai_outcome& raw) {
  Outcome outcome;
  if (raw.over < -1 || raw.over > 1) fault(info, function, fmt::format("answered over = {}", raw.over));
  outcome.state = raw.over == 1    ? Outcome::State::kOver
                  : raw.over == -1 ? Outcome::State::kUnknown
                                   : Outcome::State::kOngoing;
  const auto checked_id = [&](qitai_str id, const char* what) {
    if (!readable(id, kMaxIdBytes) || !is_id(as_view(id), "-")) {
      fault(info, function, fmt::format("answered a {} that is no id", what));
    }
    return std::string(as_view(id));
  };
  if (outcome.state == Outcome::State::kOver) {
    outcome.reason = checked_id(raw.reason, "reason");
    for (std::size_t seat = 0; seat < info.seats.size(); ++seat) {
      const std::int32_t result = raw.result[seat];
      if (result < QITAI_RESULT_LOSS || result > QITAI_RESULT_WIN) {
        fault(info, function, fmt::format("answered the result {}", result));
      }
      outcome.result.push_back(result);
    }
    return outcome;
  }
  if (raw.claim_count > QITAI_MAX_CLAIMS) {
    fault(info, function, fmt::format("answered {} claims", raw.claim_count));
  }
  const std::uint32_t seats = (1u << info.seats.size()) - 1;
  for (std::uint32_t i = 0; i < raw.claim_count; ++i) {
    const qitai_claim& claim = raw.claims[i];
    if (claim.seats == 0 || (claim.seats & ~seats) != 0) fault(info, function, "answered a claim of no seat");
    if (claim.result != QITAI_RESULT_DRAW && claim.result != QITAI_RESULT_WIN) {
      fault(info, function, fmt::format("answered a claim of the result {}", claim.result));
    }
    outcome.claims.push_back({checked_id(claim.id, "claim"), checked_id(claim.reason, "claim's reason"),
                              claim.seats, claim.result});
  }
  if (raw.notice.size != 0) {
    if ((raw.notice_seats & ~seats) != 0) fault(info, function, "answered a notice to a seat there is not");
    outcome.notice = checked_id(raw.notice, "notice");
    outcome.notice_seats = raw.notice_seats;
  }
  return outcome;
}

}  // namespace

int Outcome::winner() const {
  int found = -1;
  for (std::size_t seat = 0; seat < result.size(); ++seat) {
    if (result[seat] != QITAI_RESULT_WIN) continue;
    if (found != -1) return -1;
    found = static_cast<int>(seat);
  }
  return found;
}

// Changes of kinds that this build does not know are kept, since other readers may know them, and so are
// checked like the others.
void State::check_changes(const std::vector<Change>& changes, const char* function) const {
  const VariantInfo& info = variant_->info_;
  const std::uint32_t seats = (1u << info.seats.size()) - 1;
  for (const Change& c : changes) {
    const bool audience =
        c.audience == (1u << QITAI_PUBLIC) || (c.audience != 0 && (c.audience & ~seats) == 0);
    const bool from = c.what == QITAI_CHANGE_COLOUR ? is_seat(c.from) : is_point(c.from);
    const bool kind = c.kind == kNoKind || c.kind < info.kinds.size();
    const bool other = c.other == kNoKind || c.other < info.kinds.size();
    const bool colour = c.colour == QITAI_NO_COLOUR || c.colour < info.colours.size();
    if (!audience || !from || !is_point(c.to) || !kind || !other || !colour) {
      fault(info, function,
            fmt::format("emitted a change out of range (what {}, audience 0x{:x}, from {}, to {}, kind {}, "
                        "other {}, colour {})",
                        c.what, c.audience, c.from, c.to, c.kind, c.other, c.colour));
    }
  }
}

std::optional<Refusal> State::refuse(Seat seat, Move move) const {
  if (!is_seat(seat)) return refusal("no-such-seat", fmt::format("there is no seat {}", seat));
  if (!is_point(move.from) || !is_point(move.to))
    return refusal("no-such-point", "the board has no such point");
  if (variant_->api_.refuse != nullptr) {
    RefusalBox why;
    const qitai_status status = variant_->api_.refuse(raw_, seat, to_raw(move), why.raw());
    if (status == QITAI_OK) return std::nullopt;
    return why.taken(status, "refuse", terms_->board->points.size());
  }
  const auto moves = legal(seat);
  if (!moves) return refusal("unknown", "this state does not know the moves of that seat");
  if (std::binary_search(moves->begin(), moves->end(), move)) return std::nullopt;
  return refusal("not-legal", "the rules have no such move here");
}

Answer<std::vector<Change>> State::apply(Seat seat, Move move, std::span<const Fact> facts) {
  if (!is_seat(seat)) return refusal("no-such-seat", fmt::format("there is no seat {}", seat));
  if (!is_point(move.from) || !is_point(move.to))
    return refusal("no-such-point", "the board has no such point");
  for (const Fact& fact : facts) {
    if (!is_point(fact.point)) return refusal("no-such-point", "a fact names a point outside the board");
  }
  ChangeSink sink;
  RefusalBox why;
  const qitai_status status =
      variant_->api_.apply(raw_, seat, to_raw(move), facts.data(), static_cast<std::uint32_t>(facts.size()),
                           sink.raw(), why.raw());
  if (status != QITAI_OK) return why.taken(status, "apply", terms_->board->points.size());
  if (sink.overflown()) fault(variant_->info_, "apply", "emitted too many changes");
  check_changes(sink.changes(), "apply");
  return std::move(sink.changes());
}

Answer<std::vector<Change>> State::setup(Seat seat, std::string_view bytes) {
  if (variant_->api_.setup_apply == nullptr) return refusal("unsupported", "this game has no set-up");
  if (!is_seat(seat)) return refusal("no-such-seat", fmt::format("there is no seat {}", seat));
  if (bytes.size() > 65536) return refusal("malformed", "a set-up has at most 65,536 bytes");
  ChangeSink sink;
  RefusalBox why;
  const qitai_status status =
      variant_->api_.setup_apply(raw_, seat, bytes.data(), bytes.size(), sink.raw(), why.raw());
  if (status != QITAI_OK) return why.taken(status, "setup_apply", terms_->board->points.size());
  if (sink.overflown()) fault(variant_->info_, "setup_apply", "emitted too many changes");
  check_changes(sink.changes(), "setup_apply");
  return std::move(sink.changes());
}

std::uint32_t State::chance_count() const {
  if (variant_->api_.chance_count == nullptr) return 0;
  std::uint32_t count = 0;
  demand(variant_->info_, "chance_count", variant_->api_.chance_count(raw_, &count));
  if (count == 0 || count > kMaxMoves) {
    fault(variant_->info_, "chance_count", fmt::format("answered {}", count));
  }
  return count;
}

Answer<std::vector<Change>> State::chance(std::uint32_t index) {
  if (variant_->api_.chance_apply == nullptr)
    return refusal("unsupported", "chance takes no part in this game");
  ChangeSink sink;
  RefusalBox why;
  const qitai_status status = variant_->api_.chance_apply(raw_, index, sink.raw(), why.raw());
  if (status != QITAI_OK) return why.taken(status, "chance_apply", terms_->board->points.size());
  if (sink.overflown()) fault(variant_->info_, "chance_apply", "emitted too many changes");
  check_changes(sink.changes(), "chance_apply");
  return std::move(sink.changes());
}

bool State::undo() {
  if (variant_->api_.undo == nullptr) return false;
  const qitai_status status = variant_->api_.undo(raw_);
  if (status == QITAI_UNSUPPORTED) return false;
  demand(variant_->info_, "undo", status);
  return true;
}

Outcome State::outcome() const {
  qitai_outcome raw{};
  raw.struct_size = sizeof raw;
  demand(variant_->info_, "outcome", variant_->api_.outcome(raw_, &raw));
  return read_outcome(variant_->info_, "outcome", raw);
}

std::optional<Outcome> State::timeout_outcome(Seat seat) const {
  if (variant_->api_.timeout_outcome == nullptr || !is_seat(seat)) return std::nullopt;
  qitai_outcome raw{};
  raw.struct_size = sizeof raw;
  const qitai_status status = variant_->api_.timeout_outcome(raw_, seat, &raw);
  if (status == QITAI_UNSUPPORTED || status == QITAI_UNKNOWN) return std::nullopt;
  demand(variant_->info_, "timeout_outcome", status);
  Outcome outcome = read_outcome(variant_->info_, "timeout_outcome", raw);
  if (outcome.state != Outcome::State::kOver) return std::nullopt;
  return outcome;
}

}  // namespace qitai::host
