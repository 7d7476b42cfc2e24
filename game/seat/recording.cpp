#include "seat/recording.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/log.hpp"
#include "match/scores.hpp"

namespace qitai::seat {
namespace {

constexpr std::uint8_t kCheckpointVersion = 3;
static_assert(match::kStandings <= store::kBookings);

std::uint32_t count(const match::Referee& referee) {
  return static_cast<std::uint32_t>(referee.events().size());
}

}  // namespace

std::vector<store::Booking> bookings_of(const match::Terms& terms, const match::Event& ended, host::Seat far,
                                        std::string_view device) {
  const std::vector<match::Standing> standings = match::standings(terms, ended);
  std::vector<store::Booking> all;
  for (std::size_t seat = 0; seat < standings.size(); ++seat) {
    if (!terms.seats[seat].holder.empty()) continue;
    const bool elsewhere = static_cast<host::Seat>(seat) == far;
    all.push_back({terms.seats[seat].name, std::string(elsewhere ? device : std::string_view()),
                   static_cast<int>(standings[seat])});
  }
  return all;
}

std::vector<store::Count> counts_of_begin(const match::Terms& terms) {
  return {{store::Tally::kGames, terms.variant}};
}

std::vector<store::Count> counts_of_end(const match::Terms& terms, const match::Event& ended) {
  std::vector<store::Count> counts{{store::Tally::kEnded, terms.variant},
                                   {store::Tally::kSeconds, terms.variant, ended.at / match::kSecond}};
  if (ended.text == "plugin-error") counts.push_back({store::Tally::kFaults, terms.variant});
  return counts;
}

bool costs_nothing(const match::Event& ended) {
  return ended.text == "aborted" || ended.text == "plugin-error" || ended.text == "disagreement";
}

std::string label_of(const match::Terms& terms) {
  std::string out;
  for (const match::SeatTerms& seat : terms.seats) {
    if (!out.empty()) out += " – ";
    out += seat.name.empty() ? "?" : seat.name;
  }
  return out;
}

std::string encode(const Checkpoint& checkpoint) {
  Writer writer;
  writer.u8(kCheckpointVersion);
  writer.i64(checkpoint.at);
  writer.u8(static_cast<std::uint8_t>(checkpoint.near_edge));
  writer.u8(static_cast<std::uint8_t>(checkpoint.layouts.size()));
  for (const auto& [seat, layout] : checkpoint.layouts) {
    writer.u8(static_cast<std::uint8_t>(seat));
    writer.text(layout);
  }
  return std::string(as_text(writer.bytes()));
}

Checkpoint decode_checkpoint(std::string_view bytes) {
  qitai::Reader reader(as_bytes(bytes));
  const std::uint8_t version = reader.u8();
  Checkpoint out;
  out.at = std::max<match::Instant>(reader.i64(), 0);
  // The first version had clocks alone, the second nobody's place.
  if (version >= 3) out.near_edge = reader.u8();
  if (out.near_edge >= QITAI_MAX_SEATS) reader.fail();
  const int count = version >= 2 ? reader.u8() : 0;
  for (int i = 0; i < count && reader.ok(); ++i) {
    const host::Seat seat = reader.u8();
    std::string layout = reader.text(match::kMaxIntentBytes);
    if (seat >= QITAI_MAX_SEATS) reader.fail();
    out.layouts[seat] = std::move(layout);
  }
  if (version < 1 || version > kCheckpointVersion || !reader.finish("a checkpoint")) return {};
  return out;
}

Recording Recording::begin(store::Journal& journal, const match::Referee& referee, store::Stake stake) {
  Recording recording;
  recording.journal_ = &journal;
  store::Ticket ticket = 0;
  if (stake.instead_of == 0) stake.counts = counts_of_begin(referee.terms());
  recording.match_ = journal.begin(referee.terms().variant, label_of(referee.terms()),
                                   match::encode(referee.terms()), &ticket, {}, std::move(stake));
  recording.pending_.push_back({ticket, count(referee)});
  recording.record(referee);
  return recording;
}

Recording Recording::resume(store::Journal& journal, store::MatchId match, const match::Referee& referee) {
  Recording recording;
  recording.journal_ = &journal;
  recording.match_ = match;
  recording.recorded_ = static_cast<std::uint32_t>(referee.intents().size());
  recording.durable_ = count(referee);
  return recording;
}

void Recording::record(const match::Referee& referee) {
  const std::vector<match::Intent>& intents = referee.intents();
  if (journal_ == nullptr) return;
  store::Ticket last = 0;
  for (; !lost_ && recorded_ < intents.size(); ++recorded_) {
    last = journal_->append(match_, recorded_, match::encode(intents[recorded_]));
  }
  if (referee.phase() == match::Phase::kEnded && !finished_) {
    finished_ = true;
    const match::Event& ended = *referee.ended();
    if (costs_nothing(ended)) give_back();
    last = journal_->finish(match_, match::encode_public(ended), bookings_of(referee.terms(), ended),
                            counts_of_end(referee.terms(), ended));
  }
  if (last != 0 && !lost_) pending_.push_back({last, count(referee)});
}

void Recording::give_back() {
  returned_ = journal_->paid(match_);
  journal_->give_back(match_);
}

void Recording::checkpoint(const Checkpoint& checkpoint) {
  if (on() && !finished_) journal_->checkpoint(match_, encode(checkpoint));
}

void Recording::forget(bool played) {
  if (journal_ == nullptr) return;
  if (!finished_ && !played) give_back();
  if (!finished_) journal_->forget(match_);
  journal_ = nullptr;
  pending_.clear();
}

bool Recording::poll(const match::Referee& referee) {
  if (!on()) return false;
  for (const store::Trouble& trouble : journal_->poll()) {
    log_error("The journal: {}", trouble.error.message);
    if (trouble.match != match_) continue;
    const std::string& code = trouble.error.code;
    trouble_ = code == "gone"                               ? "journal-gone"
               : code == "disk-full" || code == "read-only" ? code
                                                            : "journal";
  }
  if (trouble_.empty() && journal_->lost(match_)) trouble_ = "journal";
  if (!trouble_.empty()) {
    lost_ = true;
    pending_.clear();
    return true;
  }
  const std::uint32_t before = durable_events(referee);
  while (!pending_.empty() && journal_->durable(pending_.front().ticket)) {
    durable_ = std::max(durable_, pending_.front().events);
    pending_.pop_front();
  }
  return durable_events(referee) != before;
}

std::uint32_t Recording::durable_events(const match::Referee& referee) const {
  return on() && !pending_.empty() ? durable_ : count(referee);
}

}  // namespace qitai::seat
