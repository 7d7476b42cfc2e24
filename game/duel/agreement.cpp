#include "duel/agreement.hpp"

#include <algorithm>
#include <utility>

namespace qitai::duel {
namespace {

// Terms that the other side may send at once, and one more each second: more than a hand can change.
constexpr int kMostTerms = 12;

// Matches that the other side may count and we do not: begun there alone when a machine was switched off.
constexpr std::uint32_t kMostRoundsAhead = 64;

const Status kNotNow = Error{"not-now", "There is nothing on the table to answer so"};

}  // namespace

std::vector<Comparison> compare_games(const std::vector<std::shared_ptr<const host::Variant>>& own,
                                      const Hello& far) {
  std::vector<Comparison> out;
  for (const std::shared_ptr<const host::Variant>& game : own) {
    if (!can_duel(game->info())) continue;
    const GameOffer ours = offer_of(game->info());
    const auto theirs = std::find_if(far.games.begin(), far.games.end(),
                                     [&](const GameOffer& each) { return each.id == ours.id; });
    std::string why;
    if (theirs == far.games.end())
      why = "absent";
    else if (theirs->rules_revision != ours.rules_revision)
      why = "rules";
    else if (theirs->options != ours.options)
      why = "options";
    out.push_back({ours.id, std::move(why)});
  }
  return out;
}

Agreement::Agreement(Between between, std::vector<std::shared_ptr<const host::Variant>> games, Random random)
    : between_(std::move(between)),
      games_(std::move(games)),
      random_(std::move(random)),
      terms_left_(kMostTerms) {}

Now Agreement::expires() const {
  return state_ == State::kOpen || state_ == State::kAgreed ? kNever : since_ + kAnswerWithin;
}

const host::Variant* Agreement::game(std::string_view id) const {
  const auto found =
      std::find_if(games_.begin(), games_.end(), [id](const auto& game) { return game->info().id == id; });
  return found == games_.end() ? nullptr : found->get();
}

void Agreement::send(const Message& message) {
  out_.push_back({Out::Kind::kSend, write(message)});
}

void Agreement::lay(Offer offer, std::uint32_t revision, State state, Now now) {
  changed_.clear();
  if (const host::Variant* variant = game(offer.variant); state_ != State::kOpen && variant != nullptr)
    changed_ = differences(table_, offer, variant->info());
  table_ = std::move(offer);
  revision_ = revision;
  state_ = state;
  since_ = now;
}

void Agreement::drop(std::string reason, bool by_us, std::string detail) {
  state_ = State::kOpen;
  revision_ = 0;
  match_.reset();
  far_seal_.reset();
  far_throw_.reset();
  news_.push_back({News::Kind::kDropped, std::move(reason), by_us, std::move(detail)});
}

void Agreement::tell_and_drop(const std::string& reason, std::string detail) {
  send(DeclineMessage{reason});
  drop(reason, true, std::move(detail));
}

// ---------------------------------------------------------------- what the player wants

Status Agreement::offer(Offer offer, Now now) {
  if (state_ != State::kOpen && state_ != State::kAsking && state_ != State::kAsked) return kNotNow;
  offer.round = state_ == State::kOpen ? between_.round : table_.round;
  const host::Variant* variant = game(offer.variant);
  if (variant == nullptr) {
    return Error{"variant", "The game \"" + offer.variant +
                                "\" is not one that both machines have with the same rules and options"};
  }
  if (Status fits = check(offer, *variant); !fits) return fits;
  lay(std::move(offer), revision_ + 1, State::kAsking, now);
  send(TermsMessage{revision_, encode(table_)});
  return {};
}

Status Agreement::accept(Now now) {
  if (state_ != State::kAsked) return kNotNow;
  state_ = State::kAccepted;
  since_ = now;
  send(AcceptMessage{digest_of(table_)});
  return {};
}

Status Agreement::decline(Now) {
  if (state_ == State::kOpen || state_ == State::kAgreed || state_ == State::kTossing) return kNotNow;
  tell_and_drop(state_ == State::kAsking ? "withdrawn" : "declined");
  return {};
}

// ---------------------------------------------------------------- what the other side says

bool Agreement::too_many_terms(Now now) {
  const Now refills = (now - terms_refilled_) / kSecond;
  if (refills > 0) {
    terms_left_ = static_cast<int>(std::min<Now>(kMostTerms, terms_left_ + refills));
    terms_refilled_ += refills * kSecond;
  }
  return --terms_left_ < 0;
}

std::string Agreement::hear(const Message& message, Now now) {
  if (const auto* terms = std::get_if<TermsMessage>(&message)) return hear_terms(*terms, now);
  if (const auto* seal = std::get_if<CoinSealMessage>(&message)) return hear_seal(*seal, now);
  if (const auto* open = std::get_if<CoinOpenMessage>(&message)) return hear_open(*open);
  if (const auto* accepted = std::get_if<AcceptMessage>(&message)) {
    // An older offer of ours, which another has replaced: the other side will hear of that.
    if (state_ == State::kAsking && accepted->offer == digest_of(table_)) begin_toss(now);
    if (state_ == State::kOpen) send(DeclineMessage{"expired"});
  } else if (const auto* declined = std::get_if<DeclineMessage>(&message)) {
    if (state_ != State::kOpen && state_ != State::kAgreed) drop(declined->reason, false);
  }
  return {};
}

std::string Agreement::hear_terms(const TermsMessage& message, Now now) {
  if (too_many_terms(now)) return "flood";
  Result<Offer> offer = decode_offer(message.offer);
  if (!offer) return "malformed";
  const bool same = state_ != State::kOpen && *offer == table_;
  if (state_ == State::kTossing || state_ == State::kAgreed) return same ? "" : "out-of-turn";
  if (state_ == State::kOpen && message.revision != 1) {
    // We have dropped what this answers.
    send(DeclineMessage{"expired"});
    return {};
  }
  if (state_ != State::kOpen) {
    if (message.revision < revision_ || message.revision > revision_ + 1) return {};
    if (message.revision == revision_) {
      if (state_ != State::kAsking) return {};  // said again
      if (same) {
        begin_toss(now);
        return {};
      }
      if (between_.role == Role::kListener) return {};  // ours stands
    }
  }
  const host::Variant* variant = game(offer->variant);
  if (variant == nullptr) {
    tell_and_drop("variant", "the other side offers a game that is not one of both machines");
    return {};
  }
  if (const Status fits = check(*offer, *variant); !fits) {
    tell_and_drop(fits.error().code, fits.error().message);
    return {};
  }
  if (offer->round < between_.round || offer->round > between_.round + kMostRoundsAhead) {
    tell_and_drop("round", "the other side counts the matches between us otherwise");
    return {};
  }
  const bool first = state_ == State::kOpen;
  lay(std::move(*offer), message.revision, State::kAsked, now);
  news_.push_back({first ? News::Kind::kChallenged : News::Kind::kChanged, {}, false, {}});
  return {};
}

std::string Agreement::hear_seal(const CoinSealMessage& message, Now now) {
  if (state_ == State::kOpen) {
    send(DeclineMessage{"expired"});
    return {};
  }
  if (state_ == State::kAccepted) {
    if (message.match != match_id(between_.keys, table_)) return "out-of-turn";
    begin_toss(now);
  }
  if (!match_ || message.match != *match_) return "out-of-turn";
  if (far_seal_) return *far_seal_ == message.seal ? "" : "false-coin";
  far_seal_ = message.seal;
  send_open();
  return {};
}

std::string Agreement::hear_open(const CoinOpenMessage& message) {
  if (state_ == State::kOpen) return {};
  if (!match_ || message.match != *match_ || !far_seal_) return "out-of-turn";
  const Throw thrown{message.nonce, message.bit};
  const Role far_role = between_.role == Role::kListener ? Role::kDialler : Role::kListener;
  if (seal_of(*match_, far_role, thrown) != *far_seal_) return "false-coin";
  if (far_throw_) return {};  // said again
  far_throw_ = thrown;
  settle();
  return {};
}

// ---------------------------------------------------------------- the coin

void Agreement::begin_toss(Now now) {
  state_ = State::kTossing;
  since_ = now;
  match_ = match_id(between_.keys, table_);
  random_(own_throw_.nonce);
  std::uint8_t side = 0;
  random_({&side, 1});
  own_throw_.bit = (side & 1U) != 0;
  send_seal();
}

void Agreement::send_seal() {
  send(CoinSealMessage{*match_, seal_of(*match_, between_.role, own_throw_)});
}

void Agreement::send_open() {
  send(CoinOpenMessage{*match_, own_throw_.nonce, own_throw_.bit});
}

void Agreement::settle() {
  const bool listens = between_.role == Role::kListener;
  const Toss result =
      toss(*match_, table_, listens ? own_throw_ : *far_throw_, listens ? *far_throw_ : own_throw_);
  Agreed agreed;
  agreed.id = *match_;
  agreed.offer = table_;
  agreed.terms = terms_of(table_, result, between_.listener_name, between_.dialler_name);
  agreed.own = result.listener_first == listens ? 0 : 1;
  agreed_ = std::move(agreed);
  state_ = State::kAgreed;
  news_.push_back({News::Kind::kAgreed, {}, false, {}});
}

// ---------------------------------------------------------------- time

void Agreement::up(Now) {
  switch (state_) {
    case State::kOpen:
    case State::kAsked:
      return;
    case State::kAsking:
      return send(TermsMessage{revision_, encode(table_)});
    case State::kAccepted:
      return send(AcceptMessage{digest_of(table_)});
    case State::kTossing:
    case State::kAgreed:
      send_seal();
      if (far_seal_) send_open();
      return;
  }
}

void Agreement::poll(Now now) {
  if (now >= expires()) tell_and_drop("expired");
}

std::vector<Agreement::News> Agreement::take_news() {
  return std::exchange(news_, {});
}

std::vector<Out> Agreement::take_out() {
  return std::exchange(out_, {});
}

}  // namespace qitai::duel
