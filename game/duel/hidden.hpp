// One machine's side of what two machines that do not trust each other must settle about hidden pieces and
// chance: roots, fights, draws, openings and who lied. duel.proto, section "Hidden pieces and chance", says
// what goes over the link.
//
// The match (duel/match.hpp) numbers the intents and knows the referee of one seat; it asks complete() before
// it submits one, and tells follow() when it has. Between two machines intents travel without anything that
// is hidden and without facts: to_wire() takes that off, complete() puts on what this machine knows itself.
//
// The journal: take_out() gives entries before whatever was made of them. They hold this seat's secrets.
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
#include "duel/out.hpp"
#include "host/variant.hpp"
#include "match/intent.hpp"
#include "match/referee.hpp"
#include "match/reveal.hpp"
#include "match/terms.hpp"

namespace qitai::duel {

inline constexpr Now kStepWithin = 60 * kSecond;  // for a step of a fight, a share, a layout, a commit
inline constexpr Now kOpenWithin = 90 * kSecond;  // for an opening

struct HiddenConfig {
  std::shared_ptr<const host::Variant> variant;
  match::Terms terms;
  Digest id{};  // of the match
  host::Seat own = 0;
  bool orders = false;
};

// What came out after the end.
struct Verdict {
  enum class Kind : std::uint8_t {
    kHonest,  // nothing to be said against either seat
    kLied,    // `seat` has lied and lost: how
    kLeft,    // `seat` owed its opening and has not given it: it has left
  };
  Kind kind = Kind::kHonest;
  host::Seat seat = -1;
  // kLied: what qitai_secrets.audit names (text keys "lie.ID"), or "false-account": what it opened gives
  // another match than was played. `number`: of the intent, or none.
  host::Refusal how{};
  std::optional<std::uint32_t> number{};
};

class Hidden {
 public:
  // Whether a match of that game needs this at all: something is hidden, or chance takes part.
  static bool needed(const host::Variant& variant);
  // Nothing, or an error as of begin().
  static Status check(std::shared_ptr<const host::Variant> variant, const match::Terms& terms);
  // Error code "unsupported": under these terms set-ups stay hidden and the game keeps no secrets between
  // machines; "plugin-error".
  static Result<std::unique_ptr<Hidden>> begin(HiddenConfig config, const Random& random, Now now);
  // From its journal, all entries in order; hostile. Then follow() with the referee as it is. Error codes
  // "damaged", "other-match", "plugin-error".
  static Result<std::unique_ptr<Hidden>> restore(HiddenConfig config, std::span<const std::string> entries,
                                                 Now now);
  ~Hidden();

  // ---- The set-up. The own player is ready with that layout (at the end of the limit: with the one that
  // stands, or that the game suggests); the same again is taken. Refusals: the rules', "another-message" for
  // another one, "unsupported" where there is nothing to set up.
  std::optional<host::Refusal> set_up(std::string_view layout, Now now);
  // Whether that seat is bound to a layout, so that its set-up may be ordered as soon as complete() takes it.
  [[nodiscard]] bool committed(host::Seat seat) const;
  [[nodiscard]] const std::string& layout() const;  // the own one; empty before set_up()

  // ---- Intents.
  // As the other machine is told it: without layouts and facts.
  [[nodiscard]] match::Intent wire_of(match::Intent intent) const;
  // The same of one that is to be: kTime at the end of a set-up limit gets the
  // seats that owe their set-up and are bound to one.
  [[nodiscard]] match::Intent to_wire(match::Intent intent, const match::Referee& referee) const;
  // As the own referee takes it as its next one, with what is known here. Also for those of a journal, again.
  // Of a move the orderer calls it where it would commit it; "facts-pending" then means that the number is
  // that move's: it is asked again after each hear() until it is given, and nothing else is committed but
  // what ends the match. `proposal` and `waived`: kept for pending(). Refusals:
  //   facts-pending   something is missing; nothing is wrong
  //   disputed        what was answered about this move cannot be: the match is to be broken off
  //   takeback-off    secrets cannot be taken back
  //   false-draw      not what both shares give
  //   another-turn    the number is another move's
  //   and those of the game's keeper ("false-announcement", of rules)
  host::Answer<match::Intent> complete(match::Intent intent, const match::Referee& referee, Now now,
                                       std::uint32_t proposal = 0, match::Instant waived = 0);
  // Whether a set-up that the own player is ready with can be ordered; anything else can.
  [[nodiscard]] bool ready(const match::Intent& intent) const;
  [[nodiscard]] bool takes_back() const;  // whether takebacks are possible at all
  // The move that has a number and is not committed: of the orderer to be committed when it is settled, of
  // the other side to be waited for.
  struct Pending {
    std::uint32_t number = 0, proposal = 0;
    match::Instant waived = 0;
    match::Intent intent;  // as to_wire()
    bool settled = false;
  };
  [[nodiscard]] std::optional<Pending> pending() const;
  // The own move that was proposed last; of the own seat no other one is taken as the orderer's Turn.
  void expect(const std::optional<host::Move>& move);
  // What chance draws now, for the orderer: nothing while a share is missing, or where nothing is due.
  [[nodiscard]] std::optional<std::uint32_t> draw() const;
  // After each intent that was accepted, after a replay, and after restore(). Answers as hear(), of what was
  // heard before its time.
  [[nodiscard]] std::string follow(const match::Referee& referee, Now now);

  // ---- The link. up(): both are together; the orderer calls it before it sends the commits that the other
  // side misses. Says again what may be lost.
  void up(Now now);
  void lost(Now now);
  // A payload; those of other sections are no concern of it. Empty, or why the other side must be cut off: an
  // id of duel.proto or of the keeper, "malformed", "out-of-turn", "forged" (a move of the own seat that it
  // did not make), "equal-anchors", "false-share", "false-layout", "another-message"; "another-chain": the
  // two public hashes are not the same, the match is in disagreement.
  [[nodiscard]] std::string hear(std::string_view payload, Now now);
  // What was said opens to nothing, or the other side says so: the match must end as "disagreement", and
  // verdict() then says who lied.
  [[nodiscard]] bool disputed() const;
  // Who owes a message or an opening now, as far as is known here.
  [[nodiscard]] std::optional<host::Seat> owing() const;
  // The other side has owed a step for kStepWithin while both were together: it has left.
  [[nodiscard]] bool overdue() const;
  // The other side will not come back: if it owes its opening, it has left.
  void give_up(Now now);

  // ---- After the end. Nothing: not known yet, or the match goes on another day.
  [[nodiscard]] const std::optional<Verdict>& verdict() const;
  // With both layouts, the match as a referee saw it that knows everything; null before, and where there is
  // nothing to be opened.
  [[nodiscard]] const match::Revealed* revealed() const;
  // The result with the verdict: who lied or left has lost. As Event::result.
  [[nodiscard]] std::vector<int> result(std::vector<int> of_referee) const;

  void poll(Now now);
  [[nodiscard]] Now next_wake() const;
  // kJournal: entries. kSend: payloads for Channel::send.
  std::vector<Out> take_out();

 private:
  struct Impl;
  explicit Hidden(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::duel
