// Seat: what of a match is in the journal. Knows which events are durable and what became of the disk.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "match/referee.hpp"
#include "store/journal.hpp"

namespace qitai::seat {

// What is not an intent yet and is missed after a power cut all the same.
struct Checkpoint {
  match::Instant at = 0;                      // up to which the clocks are known to have run
  std::map<host::Seat, std::string> layouts;  // set-ups that seats are still at
  host::Seat near_edge = 0;                   // who sits at the near edge of a flat screen
};
[[nodiscard]] std::string encode(const Checkpoint& checkpoint);
// The instant 0 and no layouts for an empty or damaged one: then the last intent's time stands.
[[nodiscard]] Checkpoint decode_checkpoint(std::string_view bytes);

// A clock's checkpoint once a second: after a power cut the clocks are right to within that.
inline constexpr match::Instant kCheckpointEvery = match::kSecond;

// What the end of a match counts. Bots keep no books. `device` names the machine of the seat `far`, -1: all
// sit at this one.
[[nodiscard]] std::vector<store::Booking> bookings_of(const match::Terms& terms, const match::Event& ended,
                                                      host::Seat far = -1, std::string_view device = {});

// What the begin and the end of a match count in the ledger.
[[nodiscard]] std::vector<store::Count> counts_of_begin(const match::Terms& terms);
[[nodiscard]] std::vector<store::Count> counts_of_end(const match::Terms& terms, const match::Event& ended);
// Whether it ended in a way for which nobody is asked to pay: before both had begun, or by the fault of a
// plugin or a machine.
[[nodiscard]] bool costs_nothing(const match::Event& ended);

// For people who look into the journal: the names of the seats.
[[nodiscard]] std::string label_of(const match::Terms& terms);

class Recording {
 public:
  // No journal: everything counts as durable at once.
  Recording() = default;
  // A match from its beginning: the journal's new entry. It is counted, unless it goes on with another one.
  static Recording begin(store::Journal& journal, const match::Referee& referee, store::Stake stake = {});
  // A match whose intents so far are in the journal already.
  static Recording resume(store::Journal& journal, store::MatchId match, const match::Referee& referee);

  // Puts the intents that are new since the last call, and the result if there is one, in the journal's
  // queue.
  void record(const match::Referee& referee);
  void checkpoint(const Checkpoint& checkpoint);
  // `played`: somebody would miss it; else it costs nothing.
  void forget(bool played);

  // Takes the journal's answers. True: something became durable, or the journal failed.
  bool poll(const match::Referee& referee);

  [[nodiscard]] std::uint32_t durable_events(const match::Referee& referee) const;
  // "", "disk-full", "read-only", "journal-gone" (its file was taken away) or "journal" (anything else).
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  // Something of the match is still to be kept.
  [[nodiscard]] bool on() const { return journal_ != nullptr && !lost_; }
  // The credits that its end has given back.
  [[nodiscard]] std::int64_t returned() const { return returned_; }

 private:
  // When `ticket` is durable, so are the first `events` events.
  struct Pending {
    store::Ticket ticket = 0;
    std::uint32_t events = 0;
  };

  void give_back();

  store::Journal* journal_ = nullptr;
  store::MatchId match_ = 0;
  std::uint32_t recorded_ = 0;  // intents in the queue or on the disk
  bool finished_ = false;
  bool lost_ = false;  // of its moves nothing more is kept; what it counts and gives back is
  std::int64_t returned_ = 0;
  std::deque<Pending> pending_;
  std::uint32_t durable_ = 0;
  std::string trouble_;
};

}  // namespace qitai::seat
