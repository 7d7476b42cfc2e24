// How two players come to the terms of a match: challenge, counter-offers, acceptance, and the coin that both
// toss. duel.proto says which messages that takes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "duel/channel.hpp"
#include "duel/messages.hpp"
#include "duel/offer.hpp"
#include "duel/out.hpp"
#include "host/variant.hpp"
#include "match/terms.hpp"

namespace qitai::duel {

inline constexpr Now kAnswerWithin = 30 * kSecond;

// The games of ours that the far machine has too, with the same rules and options; and why others are not
// offered: "absent", "rules" (another revision), "options".
struct Comparison {
  std::string variant;  // id
  std::string why;      // empty: it can be played
};
[[nodiscard]] std::vector<Comparison> compare_games(
    const std::vector<std::shared_ptr<const host::Variant>>& own, const Hello& far);

// What both have agreed on.
struct Agreed {
  Digest id{};
  Offer offer;
  match::Terms terms;
  host::Seat own = 0;
};

class Agreement {
 public:
  struct Between {
    Role role = Role::kListener;
    Digest keys{};  // Channel::keys()
    std::string listener_name, dialler_name;
    std::uint32_t round = 0;  // matches that these two began before
  };
  // `games`: those that both have.
  Agreement(Between between, std::vector<std::shared_ptr<const host::Variant>> games, Random random);

  // kOpen      nothing is on the table
  // kAsking    our offer is, and the other side is to answer
  // kAsked     theirs is, and we are
  // kAccepted  we have accepted theirs, and they have not heard it yet
  // kTossing   both have accepted the same; the coin is in the air
  // kAgreed    see agreed()
  enum class State : std::uint8_t { kOpen, kAsking, kAsked, kAccepted, kTossing, kAgreed };
  [[nodiscard]] State state() const { return state_; }
  // What is on the table; meaningful but in kOpen.
  [[nodiscard]] const Offer& table() const { return table_; }
  // The fields of it that the offer before did not have so, as differences() names them; empty at a
  // challenge.
  [[nodiscard]] const std::vector<std::string>& changed() const { return changed_; }
  // When what is on the table is dropped; kNever in kOpen and kAgreed.
  [[nodiscard]] Now expires() const;
  // The id of the match from kTossing on.
  [[nodiscard]] const std::optional<Digest>& match() const { return match_; }
  [[nodiscard]] const std::optional<Agreed>& agreed() const { return agreed_; }

  // A challenge, a counter-offer, or other terms in place of our own. Its round is set here. Errors: those of
  // check(Offer), "variant" (not a game that both have), "not-now".
  [[nodiscard]] Status offer(Offer offer, Now now);
  [[nodiscard]] Status accept(Now now);   // error "not-now"
  [[nodiscard]] Status decline(Now now);  // also takes back an offer of our own; error "not-now"

  // A message of this section; others are no concern of it. Empty, or why the other side must be cut off:
  // "malformed", "flood", "out-of-turn", "false-coin".
  [[nodiscard]] std::string hear(const Message& message, Now now);
  // A connection is there again: what may be lost is said again.
  void up(Now now);

  struct News {
    enum class Kind : std::uint8_t {
      kChallenged,  // the other side offers a match
      kChanged,     // the other side offers other terms: changed()
      kDropped,     // nothing comes of it; reason
      kAgreed,
    };
    Kind kind = Kind::kDropped;
    // "declined", "withdrawn", "expired", or the code of what is wrong with the offer.
    std::string reason;
    bool by_us = false;
    std::string detail;  // one English sentence, for logs
  };
  std::vector<News> take_news();

  void poll(Now now);
  [[nodiscard]] Now next_wake() const { return expires(); }
  std::vector<Out> take_out();  // kSend alone: payloads for Channel::send

 private:
  [[nodiscard]] const host::Variant* game(std::string_view id) const;
  void send(const Message& message);
  void lay(Offer offer, std::uint32_t revision, State state, Now now);
  void drop(std::string reason, bool by_us, std::string detail = {});
  void tell_and_drop(const std::string& reason, std::string detail = {});
  std::string hear_terms(const TermsMessage& message, Now now);
  std::string hear_seal(const CoinSealMessage& message, Now now);
  std::string hear_open(const CoinOpenMessage& message);
  void begin_toss(Now now);
  void send_seal();
  void send_open();
  void settle();
  [[nodiscard]] bool too_many_terms(Now now);

  Between between_;
  std::vector<std::shared_ptr<const host::Variant>> games_;
  Random random_;
  State state_ = State::kOpen;
  Offer table_;
  std::uint32_t revision_ = 0;
  Now since_ = 0;  // of the last change on the table
  std::vector<std::string> changed_;
  std::optional<Digest> match_;
  Throw own_throw_;
  std::optional<Digest> far_seal_;
  std::optional<Throw> far_throw_;
  std::optional<Agreed> agreed_;
  Now terms_refilled_ = 0;
  int terms_left_;
  std::vector<News> news_;
  std::vector<Out> out_;
};

}  // namespace qitai::duel
