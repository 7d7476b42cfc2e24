// One match between two machines once its terms are agreed. Both run the same referee over the same numbered
// intents; the listening side numbers them. duel.proto, section "Match", says what goes over the link.
//
// Time. The instants of a match are not those of a wall clock: with each commit it goes on from the instant
// that the commit carries, and it stands while the link is lost. So what the link costs is charged to nobody,
// within the allowance, and a lost link leaves no trace in the intents.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "duel/entries.hpp"
#include "duel/hidden.hpp"
#include "duel/messages.hpp"
#include "duel/out.hpp"
#include "host/variant.hpp"
#include "match/intent.hpp"
#include "match/referee.hpp"
#include "match/terms.hpp"

namespace qitai::duel {

inline constexpr Now kGraceAtOnce = 90 * kSecond;     // of one loss
inline constexpr Now kGraceInAll = 180 * kSecond;     // of all losses of a match
inline constexpr Now kJoinWithin = 10 * kSecond;      // from a connection to its Sync and Go
inline constexpr Now kMostAllowance = 2 * kSecond;    // at once
inline constexpr Now kAllowanceInAll = 10 * kSecond;  // in a match
inline constexpr Now kAllowanceMargin = kSecond / 10;
// A time that no silence of the link can explain: silence of 5 s is a lost link.
inline constexpr Now kFalseTime = 5 * kSecond;
inline constexpr Now kFalseTimeInAll = 30 * kSecond;
inline constexpr Now kFlagWithin = 15 * kSecond;  // in which the orderer must let its flag fall when asked
inline constexpr int kMostRefusals = 20;          // proposals in a row that come to nothing: a flood
inline constexpr std::size_t kMostWishes = 4;     // that wait for their commit
inline constexpr std::uint32_t kHaveEvery = 64;
inline constexpr std::uint32_t kMostAhead = 128;

struct MatchConfig {
  std::shared_ptr<const host::Variant> variant;
  match::Terms terms;
  Digest id{};
  host::Seat own = 0;
  bool orders = false;      // the listening side does
  std::uint32_t round = 0;  // of its offer
  Random random{};          // where something is hidden or drawn
};

class Match {
 public:
  // Errors: those of match::Referee::start.
  static Result<std::unique_ptr<Match>> begin(MatchConfig config, Now now);
  // What the entries of a journal say to resume(): the beginning, without the variant. Error codes: "entry"
  // (there is none), those of decode_entry() and read_begin().
  static Result<BeginEntry> beginning(std::span<const std::string> entries);
  // A match from its journal: all its entries in order, entries of kPartner are skipped. Without a
  // checkpoint the clock stands as at the last commit. One that was broken off as disconnected goes on; one
  // that a commit has ended is there to be told. The sentence names the entry. Error codes: "damaged",
  // "other-match", "ended" (nothing to go on with), those of match::Referee::start.
  static Result<std::unique_ptr<Match>> resume(MatchConfig config, std::span<const std::string> entries,
                                               std::string_view checkpoint, Now now);
  // The match that resume() refuses as "ended", ended as it was: for its result. Errors: the others of
  // resume(), "goes-on" (it has not ended so).
  static Result<std::unique_ptr<Match>> ended(MatchConfig config, std::span<const std::string> entries,
                                              Now now);
  ~Match();

  // What the own player wants. Nothing: it is a commit (orderer), or on its way to be one; else it has no
  // chance, and why: the referee's ids, "already-proposed" (something like it is on its way), "forbidden" (an
  // intent of the house or of the other seat), "too-long".
  std::optional<host::Refusal> want(match::Intent intent, Now now);
  // The layout that the own player would give now: at the end of the set-up limit it is given as it stands;
  // where the rules refuse it, one that the game suggests.
  void present_setup(std::string layout);
  // The same question, changing nothing.
  [[nodiscard]] std::optional<host::Refusal> would_refuse(const match::Intent& intent, Now now) const;
  // What the own player wants and what is no commit yet, oldest first.
  [[nodiscard]] std::vector<match::Intent> wishes() const;

  // All commits. Another object after News::kReplayed.
  [[nodiscard]] const match::Referee& referee() const;
  [[nodiscard]] const MatchConfig& config() const;
  [[nodiscard]] host::Seat own() const { return config().own; }
  // Commits: the number for Channel::protect.
  [[nodiscard]] std::uint32_t number() const;
  // The public hash after so many commits; number() at most.
  [[nodiscard]] Digest hash_at(std::uint32_t number) const;

  // The clocks as the screen shows them: they stand while the link is lost, and the own one from the moment
  // when a move was made, although its commit is still on its way.
  [[nodiscard]] match::Referee::TimeLeft left(host::Seat seat, Now now) const;
  // The time of the match.
  [[nodiscard]] match::Instant at(Now now) const;
  // Of the allowance, what was used so far.
  [[nodiscard]] match::Instant waived() const;

  // From the channel. hear(): one message, `far_number` of up(): Channel::far_number().
  void up(std::uint32_t far_number, Now now);
  void hear(const Message& message, Now now);
  void lost(Now heard, Now now);
  // A payload that is none of this section's: of hidden pieces and chance, if anything.
  void hear_hidden(std::string_view payload, Now now);
  // When something was last heard, and the round trip (Channel); before each poll.
  void measure(Now heard, Now round_trip);
  // The other side has left for good, or was cut off; or the player does not want to wait for it any longer.
  // Ends the match as a grace that is over does, unless it has ended.
  void give_up(Now now);
  // Whoever stands at the other end does not know this match, which is not proved. One of which nothing was
  // ever heard from there, and in which nothing was done here, ends as aborted: it never began there. Of one
  // that has ended nothing more is told.
  void unknown_there(Now now);
  // The side that owes a step of its own machine, where Hidden does not say it: past the grace the match ends
  // with it having left. Nothing: nobody does.
  void set_owing(std::optional<host::Seat> seat);

  // Both are together: time runs and commits come. Else the link is lost or a connection is just made.
  [[nodiscard]] bool together() const;
  // What is left of the grace; 0 where it does not run.
  [[nodiscard]] Now grace_left(Now now) const;
  // Not empty: the other side has broken the rules of duel.proto and must be cut off, with this reason. The
  // match has then ended as disconnected.
  //   malformed, out-of-turn, other-match, replayed, missing, forged, forbidden, false-time, false-commit,
  //   flood, silent, flag-withheld
  [[nodiscard]] const std::string& broken() const;

  // After the end of a match in which something was hidden; nothing while it is not known.
  [[nodiscard]] const std::optional<Verdict>& verdict() const;
  // Whether the match has ended and openings are still awaited.
  [[nodiscard]] bool settling() const;
  // Whether it has ended and the other side knows how, as far as can be known here, or was given so much time
  // as a lost link has. Whoever leaves before may leave it with a match that goes on.
  [[nodiscard]] bool told() const;
  // The result, with the verdict; as Event::result of the referee.
  [[nodiscard]] std::vector<int> result() const;
  // Null where nothing is hidden or drawn.
  [[nodiscard]] const Hidden* hidden() const;

  struct News {
    enum class Kind : std::uint8_t {
      kCommitted,  // the referee has one more intent
      kRefused,    // what the own player wanted came to nothing; intent, refusal
      kReplayed,   // the referee was replayed from the journal: read everything again
      kTogether,   // both are (again)
      kLost,
      kEnded,
      kVerdict,  // what was hidden is open, or has not been opened in time: verdict()
    };
    Kind kind = Kind::kCommitted;
    match::Intent intent{};
    host::Refusal refusal{};
  };
  std::vector<News> take_news();

  // For the journal's checkpoint, once a second while together.
  [[nodiscard]] std::string checkpoint(Now now) const;
  void poll(Now now);
  [[nodiscard]] Now next_wake() const;
  // kJournal: entries. kSend: payloads for Channel::send.
  std::vector<Out> take_out();

 private:
  struct Impl;
  explicit Match(std::unique_ptr<Impl> impl);
  // As resume(), whatever end the journal names, which is answered in `end`.
  static Result<std::unique_ptr<Match>> restore(MatchConfig config, std::span<const std::string> entries,
                                                std::string_view checkpoint, Now now,
                                                std::optional<std::string>& end);
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::duel
