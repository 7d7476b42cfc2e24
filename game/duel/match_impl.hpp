// The inside of Match. match.cpp: the player, the link and time; match_orders.cpp: the side that orders;
// match_follows.cpp: the other; match_resume.cpp: from the journal.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "duel/match.hpp"
#include "duel/match_clock.hpp"

namespace qitai::duel {

// What the own player wants, until it is a commit or refused.
struct Wish {
  ProposalEntry entry;
  match::Intent intent;  // plain, with 0 as its instant
  Now since = 0;         // when it was wanted; 0: while the link was lost, or before it was
};

// Grows with what makes an intent mean something else than its player thought.
struct Version {
  std::uint32_t board = 0;  // the position
  std::uint32_t talk = 0;   // that, and what is asked and offered
};

struct Match::Impl {
  MatchConfig config;
  std::unique_ptr<match::Referee> referee;
  std::unique_ptr<Hidden> hidden;  // null where nothing is hidden or drawn
  Now present = 0;                 // of the call that goes on
  std::string presented;           // the layout that stands while the own player sets up
  std::string wrong_before;        // what hidden has found wrong of what was heard before its time
  Digest first_hash{};             // before any commit
  std::vector<CommitEntry> commits;
  std::vector<Version> versions{Version{}};  // after each number of commits
  MatchClock clock;
  std::deque<Wish> wishes;
  match::Instant waived = 0;
  std::optional<host::Seat> owing;
  std::uint32_t next_proposal = 1;
  bool clock_known = true;  // not after a kill without a checkpoint
  bool ended_here = false;  // without a commit
  bool verdict_told = false;
  bool heard_of = false;    // the other side has spoken of this match
  bool end_known = false;   // the other side knows the last commit
  Now tell_until = kNever;  // the end
  std::string broken;

  // The link.
  bool up = false;
  bool together = false;
  bool synced = false;       // the orderer has heard this connection's Sync
  bool loss_counts = false;  // since `lost_since`: towards kGraceInAll
  Now lost_since = 0;
  Now lost_in_all = 0;
  Now up_since = 0;
  Now heard = 0;
  Now round_trip = 0;

  // The orderer: about the other side's proposals.
  std::uint32_t sent = 0;   // commits that were sent on this connection
  std::uint32_t acked = 0;  // that the other side has
  std::uint32_t answered = 0;
  std::optional<RefusedMessage> last_refusal;  // of the proposal `answered`
  int refusals = 0;                            // in a row
  bool has_replayed = false;

  // The follower.
  bool flying = false;  // the first wish is on its way on this connection
  std::optional<std::uint32_t> differing;
  Now differing_since = 0;
  bool asked_again = false;  // the differing commit was sent a second time
  Now set_back = 0;          // that its clock stood at less than we had seen, when the link was back
  Now excess = 0;            // time that the orderer has not charged itself, or has charged us, too much
  match::Instant next_flag_claim = 0;

  std::vector<News> news;
  std::vector<Out> outs;

  // match.cpp
  [[nodiscard]] bool ended() const { return referee->phase() == match::Phase::kEnded; }
  [[nodiscard]] host::Seat other() const { return 1 - config.own; }
  [[nodiscard]] bool runs(host::Seat seat) const;  // the referee's clock of that seat
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(commits.size()); }
  [[nodiscard]] match::Instant at_of(std::uint32_t number) const;  // instant after so many commits
  [[nodiscard]] match::Instant last() const { return at_of(count()); }
  [[nodiscard]] Digest hash_of_number(std::uint32_t number) const;
  [[nodiscard]] Now allowance() const;
  [[nodiscard]] Now grace_until() const;
  void journal(const Entry& entry);
  void send(const Message& message);
  void tell(News::Kind kind, match::Intent intent = {}, host::Refusal refusal = {});
  void cut(std::string_view reason, Now now);
  void end_here(std::string_view reason);
  void come_together(match::Instant at, Now now);
  [[nodiscard]] std::optional<host::Refusal> refuse(const match::Intent& intent, Now now) const;
  void wish(match::Intent intent, Now now);
  void note_version(const match::Intent& intent, std::uint32_t ply_before);
  // The referee from all commits, from the journal's bytes; null where one is refused.
  [[nodiscard]] std::unique_ptr<match::Referee> replayed(std::vector<Digest>* hashes);
  void adopt(std::unique_ptr<match::Referee> fresh);
  // Puts an intent before the referee, which takes it alone: at most one number more.
  [[nodiscard]] std::optional<host::Refusal> submit(const match::Intent& intent, std::uint32_t proposal = 0,
                                                    match::Instant off = 0);

  // match_hidden.cpp
  [[nodiscard]] static std::optional<Error> begin_hidden(Impl& impl, Now now);
  [[nodiscard]] match::Intent wire(const match::Intent& intent) const;
  // As that referee takes it; refused: something is missing, or not as it is known here.
  [[nodiscard]] host::Answer<match::Intent> completed(const match::Intent& intent,
                                                      const match::Referee& judge, std::uint32_t proposal = 0,
                                                      match::Instant off = 0);
  [[nodiscard]] bool is_pending() const { return hidden && hidden->pending(); }
  [[nodiscard]] bool owes_layout() const;
  void follow_hidden();
  void relay();  // what hidden wants kept and sent
  void settle_hidden(Now now);
  void wish_setup(Now now);
  void ready_at_limit(Now now);
  void poll_hidden(Now now);
  [[nodiscard]] std::string judge_turn(Now now);

  [[nodiscard]] bool hear_order(const Message& message, Now now);  // false: it is the other side's to say
  [[nodiscard]] bool hear_follow(const Message& message, Now now);

  // match_orders.cpp
  void hear_sync(const SyncMessage& message, Now now);
  void hear_proposal(const ProposalMessage& message, Now now);
  void hear_have(const HaveMessage& message, Now now);
  void hear_differ(const DifferMessage& message, Now now);
  std::optional<host::Refusal> order(const match::Intent& intent, std::uint32_t proposal, match::Instant off,
                                     Now now);
  void order_wishes(Now now);
  void fall_flags(match::Instant until, std::uint32_t proposal, Now now);
  void commit(std::uint32_t proposal, match::Instant off, std::uint32_t ply_before, Now now);
  void push(Now now);  // what the other side misses
  void refuse_proposal(std::uint32_t id, const host::Refusal& why, Now now);
  [[nodiscard]] bool stale(const match::Intent& intent, std::uint32_t base) const;
  void settle_differing(std::uint32_t number, const Digest& hash, Now now);
  [[nodiscard]] Now flag_due() const;
  void poll_flags(Now now);

  // match_follows.cpp
  void hear_go(const GoMessage& message, Now now);
  void hear_commit(const CommitMessage& message, Now now);
  void hear_refused(const RefusedMessage& message);
  // Whether the turn that was heard last was judged by its time already.
  std::optional<std::uint32_t> judged_turn;
  [[nodiscard]] std::string judge_commit(const CommitMessage& message, const match::Intent& intent) const;
  [[nodiscard]] bool is_false_time(const CommitMessage& message, const match::Intent& intent, Now now);
  [[nodiscard]] bool is_later_than_seen(match::Instant at, Now now) const;
  [[nodiscard]] bool is_set_back(match::Instant at, Now now);
  [[nodiscard]] bool is_excess(Now over);
  bool follow(const match::Intent& intent, const Digest& hash, Digest* own);
  void differ(std::uint32_t number, const Digest& own, Now now);
  void propose();
  [[nodiscard]] match::Instant flag_to_claim() const;
  void claim_flag(Now now);
};

}  // namespace qitai::duel
