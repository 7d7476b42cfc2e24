// A duel: everything between one player and another on a far machine, from the first word to the last match.
// Ties the channel, the agreement and the match together, so that whoever drives it needs nothing else: it
// passes on what the link does, does what take_out() asks for, and shows what take_events() tells.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "duel/agreement.hpp"
#include "duel/channel.hpp"
#include "duel/match.hpp"
#include "duel/offer.hpp"
#include "duel/out.hpp"
#include "duel/phrases.hpp"
#include "host/variant.hpp"
#include "match/intent.hpp"

namespace qitai::duel {

struct DuelConfig {
  Role role = Role::kListener;
  std::string name;  // of the player, see check_name(); empty: none
  std::vector<std::shared_ptr<const host::Variant>> games;
  Random random;
};

struct Event {
  enum class Kind : std::uint8_t {
    kMet,           // the far machine is there: far(), games()
    kChallenged,    // the other side offers a match: agreement().table(); accept, counter, decline or block
    kTermsChanged,  // the other side offers other terms: agreement().changed()
    kDropped,       // nothing came of the terms; reason, by_us
    kAgreed,        // both have accepted the same terms, and the coin has fallen
    kBegan,         // match() is there; a new journal begins
    kCommitted,     // match()->referee() has one more intent
    kRefused,       // what the own player wanted came to nothing; intent, refusal
    kReplayed,      // the referee was replayed from the journal: read everything again
    kLost,          // the link is lost; reason of the channel
    kBack,          // and is back: the match goes on
    kEnded,         // the match; its result is the referee's
    kVerdict,       // what was hidden in it is open, or was not opened in time: match()->verdict(), result()
    kPhrase,        // the other side says phrase
    kClosed,        // nothing more comes; reason of the channel
  };
  Kind kind = Kind::kMet;
  std::string reason;
  bool by_us = false;
  match::Intent intent{};
  host::Refusal refusal{};
  std::uint32_t phrase = 0;  // index into kPhrases
};

class Duel {
 public:
  // Error: "name" (see check_name()).
  static Result<std::unique_ptr<Duel>> begin(DuelConfig config);
  // From the journal of a match that was killed or lost: its entries in order, its last checkpoint or
  // nothing. The link then connects again, the dialler's at the first poll(). Errors: those of
  // Match::resume() and Channel::restore(), "no-variant" (its game is not there), "role".
  static Result<std::unique_ptr<Duel>> resume(DuelConfig config, std::span<const std::string> entries,
                                              std::string_view checkpoint, Now now);
  // The match of such a journal that resume() refuses as "ended": see Match::ended(), whose errors it has as
  // well.
  static Result<std::unique_ptr<Match>> ended(const DuelConfig& config, std::span<const std::string> entries,
                                              Now now);
  ~Duel();

  // From the link; see Channel.
  void connected(Now now, Link link = 0);
  void received(std::string_view packet, Now now, Link link = 0);
  void disconnected(Now now, Link link = 0);

  // Terms. challenge(): also a counter-offer, other terms in place of our own, and another round.
  // Errors: see Agreement; "not-met" before kMet, "not-now" while a match goes on.
  [[nodiscard]] Status challenge(Offer offer, Now now);
  [[nodiscard]] Status accept(Now now);
  [[nodiscard]] Status decline(Now now);
  // Another round with the sides changed; the other side is challenged with it, and where both ask for it,
  // it begins.
  [[nodiscard]] Status rematch(Now now);
  // The other side asks for just that, and rematch() would accept it.
  [[nodiscard]] bool rematch_asked() const;

  // Match; see Match::want. Refusal "no-match" where there is none.
  std::optional<host::Refusal> want(const match::Intent& intent, Now now);
  // Does not wait for the rest of the grace. The match ends as disconnected.
  void give_up(Now now);
  // False: not together, an unknown phrase, or one was said a second ago.
  bool say(std::uint32_t phrase, Now now);

  // Goes away for good, and tells the other side; a match that goes on ends as disconnected (a player who
  // leaves it wants kLeave first). block(): the same, and an offer that stands is declined.
  void leave(Now now);
  void block(Now now);

  [[nodiscard]] const Channel& channel() const;
  [[nodiscard]] const Hello& far() const;
  // Our games that can be played over a link, and why not with this partner.
  [[nodiscard]] std::vector<Comparison> games() const;
  [[nodiscard]] const Agreement* agreement() const;  // null before kMet
  [[nodiscard]] const Match* match() const;          // the last that began; null before kBegan
  [[nodiscard]] bool playing() const;                // it goes on
  // For what follows this file alone: hidden pieces.
  [[nodiscard]] Match* match();

  std::vector<Event> take_events();
  // For the journal, once a second while a match goes on; empty: there is none.
  [[nodiscard]] std::string checkpoint(Now now) const;
  // Call it whenever next_wake() has come, and take_out() after every call.
  void poll(Now now);
  [[nodiscard]] Now next_wake() const;
  // What is to be done, in this order. A kSend of a connection that has gone meanwhile is dropped, a kJournal
  // never. Of entries, the first of a match's is of EntryKind::kPartner: see begins_journal().
  std::vector<Out> take_out();

 private:
  struct Impl;
  explicit Duel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Whether this entry is the first of a match: what comes from here on is a journal of its own.
[[nodiscard]] bool begins_journal(std::string_view entry);

}  // namespace qitai::duel
