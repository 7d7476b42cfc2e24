#include "duel/duel.hpp"

#include <algorithm>
#include <utility>

#include "duel/entries.hpp"
#include "duel/messages.hpp"

namespace qitai::duel {
namespace {

constexpr Now kPhraseEvery = kSecond;

bool is_of_agreement(const Message& message) {
  return std::holds_alternative<TermsMessage>(message) || std::holds_alternative<AcceptMessage>(message) ||
         std::holds_alternative<DeclineMessage>(message) ||
         std::holds_alternative<CoinSealMessage>(message) || std::holds_alternative<CoinOpenMessage>(message);
}

}  // namespace

struct Duel::Impl {
  DuelConfig config;
  Channel channel;
  std::unique_ptr<Agreement> agreement;
  std::unique_ptr<Match> match;
  std::uint32_t round = 0;      // of the next match
  bool listener_first = false;  // in the last match
  bool joined = false;          // both were together in it
  bool met = false;
  std::uint64_t connection = 0;  // that was last seen up
  bool was_up = false;
  bool closed = false;
  Now heard = 0;
  bool protects = false;
  Digest protected_id{};
  std::uint32_t protected_number = 0;
  Now said = -kPhraseEvery;
  Now heard_phrase = -kPhraseEvery;
  std::vector<Event> events;
  std::vector<Out> outs;

  Impl(DuelConfig own, Channel link) : config(std::move(own)), channel(std::move(link)) {}

  [[nodiscard]] bool playing() const {
    return match != nullptr && match->referee().phase() != match::Phase::kEnded;
  }
  // Nothing new begins before the last match is over, with all that was hidden in it.
  [[nodiscard]] Status over() const {
    if (playing()) return Error{"not-now", "A match goes on"};
    if (match != nullptr && match->settling())
      return Error{"not-now", "What was hidden in the last match is not open yet"};
    return {};
  }
  void tell(Event::Kind kind, std::string reason = {}, bool by_us = false) {
    Event event;
    event.kind = kind;
    event.reason = std::move(reason);
    event.by_us = by_us;
    events.push_back(std::move(event));
  }

  // ---- outwards

  void flush() {
    std::vector<Out> from = channel.take_out();
    std::move(from.begin(), from.end(), std::back_inserter(outs));
  }
  // Payloads go through the channel, behind the entries that they wait for.
  void route(std::vector<Out> from) {
    for (Out& out : from) {
      if (out.kind == Out::Kind::kSend) {
        // Not up: both sides begin again from their numbers when it is.
        (void)channel.send(out.bytes);
      } else {
        flush();
        outs.push_back(std::move(out));
      }
    }
    flush();
  }
  void journal(const Entry& entry) { route({{Out::Kind::kJournal, encode(entry)}}); }

  // Whoever reconnects must play what we play: the match that is being begun, or the last one.
  void protect() {
    Digest id{};
    std::uint32_t number = 0;
    if (match != nullptr) {
      id = match->config().id;
      number = match->number();
    }
    if (agreement != nullptr && agreement->match() && *agreement->match() != id) {
      id = *agreement->match();
      number = 0;
    }
    if (protects ? id == protected_id && number == protected_number : id == Digest{}) return;
    channel.protect(id, number);
    protects = true;
    protected_id = id;
    protected_number = number;
  }

  // ---- agreement and match

  void renew_agreement() {
    const bool listens = config.role == Role::kListener;
    Agreement::Between between;
    between.role = config.role;
    between.keys = channel.keys();
    between.listener_name = listens ? config.name : channel.far().name;
    between.dialler_name = listens ? channel.far().name : config.name;
    between.round = round;
    std::vector<std::shared_ptr<const host::Variant>> both;
    for (const Comparison& each : compare_games(config.games, channel.far())) {
      if (!each.why.empty()) continue;
      both.push_back(*std::find_if(config.games.begin(), config.games.end(),
                                   [&](const auto& game) { return game->info().id == each.variant; }));
    }
    agreement = std::make_unique<Agreement>(std::move(between), std::move(both), config.random);
  }

  void begin_match(const Agreed& agreed, Now now) {
    MatchConfig of;
    of.variant = *std::find_if(config.games.begin(), config.games.end(),
                               [&](const auto& game) { return game->info().id == agreed.offer.variant; });
    of.terms = agreed.terms;
    of.id = agreed.id;
    of.own = agreed.own;
    of.orders = config.role == Role::kListener;
    of.round = agreed.offer.round;
    of.random = config.random;
    listener_first = (agreed.own == 0) == of.orders;
    Result<std::unique_ptr<Match>> begun = Match::begin(std::move(of), now);
    if (!begun) return close(begun.error().code, now);
    match = std::move(*begun);
    round = agreed.offer.round + 1;
    joined = false;
    protect();
    // Nothing of the match is said before these two are durable.
    journal({EntryKind::kPartner, channel.save()});
    tell(Event::Kind::kBegan);
    match->measure(channel.heard(), channel.round_trip());
    match->up(channel.far_number(), now);
  }

  void close(std::string_view reason, Now now) {
    channel.close(reason, now);
    flush();
  }

  // ---- inwards

  void look_at_link(Now now) {
    const bool up = channel.state() == Channel::State::kUp;
    if (was_up && (!up || channel.connection() != connection)) {
      was_up = false;
      if (match != nullptr) match->lost(heard, now);
      if (!up && channel.state() != Channel::State::kClosed) tell(Event::Kind::kLost, channel.reason());
    }
    if (up && !was_up) {
      was_up = true;
      connection = channel.connection();
      come_up(now);
    }
    heard = channel.heard();
    if (!up && channel.forgotten() && match != nullptr) {
      match->unknown_there(now);
      take_match_news(now);
    }
    if (channel.state() == Channel::State::kClosed && !closed) {
      closed = true;
      if (match != nullptr) match->give_up(now);
      take_match_news(now);
      tell(Event::Kind::kClosed, channel.reason());
    }
  }

  void come_up(Now now) {
    if (!met) {
      met = true;
      if (match == nullptr) tell(Event::Kind::kMet);
    } else if (!playing()) {
      tell(Event::Kind::kBack);
    }
    if (agreement == nullptr) renew_agreement();
    if (match == nullptr || !joined || !playing()) agreement->up(now);
    if (match != nullptr) {
      match->measure(channel.heard(), channel.round_trip());
      match->up(channel.far_number(), now);
    }
  }

  void take_messages(Now now) {
    while (std::optional<Channel::Message> came = channel.take()) {
      const Result<Message> message = read_message(came->payload);
      if (!message) return close("malformed", now);
      if (std::holds_alternative<std::monostate>(*message) && match != nullptr) {
        match->measure(channel.heard(), channel.round_trip());
        match->hear_hidden(came->payload, now);
      }
      hear(*message, now);
      settle(now);
      if (channel.state() == Channel::State::kClosed) return;
    }
  }

  void hear(const Message& message, Now now) {
    if (std::holds_alternative<std::monostate>(message)) return;
    if (const auto* phrase = std::get_if<PhraseMessage>(&message)) {
      if (phrase->id >= kPhrases.size() || now - heard_phrase < kPhraseEvery) return;
      heard_phrase = now;
      Event event;
      event.kind = Event::Kind::kPhrase;
      event.phrase = phrase->id;
      events.push_back(std::move(event));
      return;
    }
    if (is_of_agreement(message)) {
      if (const std::string wrong = agreement->hear(message, now); !wrong.empty()) close(wrong, now);
      return;
    }
    if (match == nullptr) return close("out-of-turn", now);
    match->measure(channel.heard(), channel.round_trip());
    match->hear(message, now);
  }

  // What came of the last thing that happened.
  void settle(Now now) {
    if (agreement != nullptr) {
      protect();
      route(agreement->take_out());
      for (const Agreement::News& news : agreement->take_news())
        take_news(news, now);
    }
    if (match != nullptr) {
      route(match->take_out());
      take_match_news(now);
      protect();
      if (!match->broken().empty() && !closed) close(match->broken(), now);
    }
  }

  void take_news(const Agreement::News& news, Now now) {
    switch (news.kind) {
      case Agreement::News::Kind::kChallenged:
        return tell(Event::Kind::kChallenged);
      case Agreement::News::Kind::kChanged:
        return tell(Event::Kind::kTermsChanged);
      case Agreement::News::Kind::kDropped:
        return tell(Event::Kind::kDropped, news.reason, news.by_us);
      case Agreement::News::Kind::kAgreed:
        tell(Event::Kind::kAgreed);
        return begin_match(*agreement->agreed(), now);
    }
  }

  void take_match_news(Now now) {
    if (match == nullptr) return;
    for (Match::News& news : match->take_news()) {
      Event event;
      event.intent = std::move(news.intent);
      event.refusal = std::move(news.refusal);
      switch (news.kind) {
        case Match::News::Kind::kCommitted:
          event.kind = Event::Kind::kCommitted;
          break;
        case Match::News::Kind::kRefused:
          event.kind = Event::Kind::kRefused;
          break;
        case Match::News::Kind::kReplayed:
          event.kind = Event::Kind::kReplayed;
          break;
        case Match::News::Kind::kTogether:
          if (!std::exchange(joined, true)) continue;
          event.kind = Event::Kind::kBack;
          break;
        case Match::News::Kind::kLost:
          continue;  // told with the channel's reason
        case Match::News::Kind::kVerdict:
          event.kind = Event::Kind::kVerdict;
          break;
        case Match::News::Kind::kEnded:
          event.kind = Event::Kind::kEnded;
          end_match(event.intent, now);
          break;
      }
      events.push_back(std::move(event));
    }
  }

  void end_match(const match::Intent& by, Now now) {
    route(match->take_out());
    renew_agreement();
    if (by.kind != match::IntentKind::kAbort || closed) return;
    // Nobody to go on with.
    if (by.bytes == "disconnected") close(match->broken().empty() ? "disconnected" : match->broken(), now);
    if (by.bytes == "aborted") close("forgotten", now);
  }

  // After everything that has happened, in the order in which it counts: the link first, so that no flag
  // falls of a clock that stands.
  void turn(Now now) {
    look_at_link(now);
    take_messages(now);
    if (match != nullptr) {
      match->measure(channel.heard(), channel.round_trip());
      match->poll(now);
    }
    if (agreement != nullptr) agreement->poll(now);
    settle(now);
    look_at_link(now);
    flush();
  }
};

// ---------------------------------------------------------------- beginning

Duel::Duel(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Duel::~Duel() = default;

Result<std::unique_ptr<Duel>> Duel::begin(DuelConfig config) {
  Hello hello = hello_of(config.name, config.games);
  if (const Status fits = check(hello); !fits) return fits.error();
  Channel channel(config.role, std::move(hello), config.random);
  return std::unique_ptr<Duel>(new Duel(std::make_unique<Impl>(std::move(config), std::move(channel))));
}

namespace {

// The match that a journal is of.
Result<MatchConfig> match_of(const DuelConfig& config, std::span<const std::string> entries) {
  Result<BeginEntry> begun = Match::beginning(entries);
  if (!begun) return begun.error();
  if (begun->orders != (config.role == Role::kListener))
    return Error{"role", "The duel's journal was written by the other side of a link"};
  const auto game = std::find_if(config.games.begin(), config.games.end(),
                                 [&](const auto& each) { return each->info().id == begun->terms.variant; });
  if (game == config.games.end())
    return Error{"no-variant", "The unfinished match is a game of \"" + begun->terms.variant +
                                   "\", whose plugin is not there: install it or set it free again"};
  MatchConfig of;
  of.variant = *game;
  of.terms = std::move(begun->terms);
  of.id = begun->id;
  of.own = begun->own;
  of.orders = begun->orders;
  of.round = begun->round;
  of.random = config.random;
  return of;
}

}  // namespace

Result<std::unique_ptr<Match>> Duel::ended(const DuelConfig& config, std::span<const std::string> entries,
                                           Now now) {
  Result<MatchConfig> of = match_of(config, entries);
  if (!of) return of.error();
  return Match::ended(std::move(*of), entries, now);
}

Result<std::unique_ptr<Duel>> Duel::resume(DuelConfig config, std::span<const std::string> entries,
                                           std::string_view checkpoint, Now now) {
  Result<MatchConfig> of = match_of(config, entries);
  if (!of) return of.error();
  const Result<Entry> partner = decode_entry(entries.front());
  if (!partner) return partner.error();
  if (partner->kind != EntryKind::kPartner)
    return Error{"damaged", "Entry 0 of the duel's journal: expected the partner's keys"};
  Result<std::unique_ptr<Match>> match = Match::resume(std::move(*of), entries, checkpoint, now);
  if (!match) return match.error();
  Result<Channel> channel = Channel::restore(partner->body, config.role, config.random);
  if (!channel) return channel.error();
  auto impl = std::make_unique<Impl>(std::move(config), std::move(*channel));
  impl->match = std::move(*match);
  const MatchConfig& last = impl->match->config();
  impl->round = last.round + 1;
  impl->listener_first = (last.own == 0) == last.orders;
  impl->joined = true;
  impl->met = true;
  impl->protect();
  return std::unique_ptr<Duel>(new Duel(std::move(impl)));
}

// ---------------------------------------------------------------- the link

void Duel::connected(Now now, Link link) {
  impl_->channel.connected(now, link);
  impl_->turn(now);
}

void Duel::received(std::string_view packet, Now now, Link link) {
  impl_->channel.received(packet, now, link);
  impl_->turn(now);
}

void Duel::disconnected(Now now, Link link) {
  impl_->channel.disconnected(now, link);
  impl_->turn(now);
}

void Duel::poll(Now now) {
  impl_->channel.poll(now);
  impl_->turn(now);
}

Now Duel::next_wake() const {
  Now next = impl_->channel.next_wake();
  if (impl_->agreement != nullptr) next = std::min(next, impl_->agreement->next_wake());
  if (impl_->match != nullptr) next = std::min(next, impl_->match->next_wake());
  return next;
}

std::vector<Out> Duel::take_out() {
  impl_->flush();
  return std::exchange(impl_->outs, {});
}

// ---------------------------------------------------------------- the player

Status Duel::challenge(Offer offer, Now now) {
  poll(now);
  Impl& impl = *impl_;
  if (impl.agreement == nullptr || !impl.was_up)
    return Error{"not-met", "There is nobody to challenge: the far machine is not there"};
  if (Status over = impl.over(); !over) return over;
  Status done = impl.agreement->offer(std::move(offer), now);
  impl.turn(now);
  return done;
}

Status Duel::accept(Now now) {
  poll(now);
  if (impl_->agreement == nullptr) return Error{"not-met", "There is nothing to accept"};
  if (Status over = impl_->over(); !over) return over;
  Status done = impl_->agreement->accept(now);
  impl_->turn(now);
  return done;
}

Status Duel::decline(Now now) {
  poll(now);
  if (impl_->agreement == nullptr) return Error{"not-met", "There is nothing to decline"};
  Status done = impl_->agreement->decline(now);
  impl_->turn(now);
  return done;
}

Status Duel::rematch(Now now) {
  poll(now);
  Impl& impl = *impl_;
  if (impl.match == nullptr || impl.playing()) return Error{"not-now", "No match has ended"};
  if (rematch_asked()) return accept(now);
  return challenge(rematch_of(impl.match->referee().terms(), impl.listener_first), now);
}

bool Duel::rematch_asked() const {
  const Impl& impl = *impl_;
  if (impl.match == nullptr || impl.agreement == nullptr ||
      impl.agreement->state() != Agreement::State::kAsked)
    return false;
  Offer again = rematch_of(impl.match->referee().terms(), impl.listener_first);
  again.round = impl.agreement->table().round;
  return again == impl.agreement->table();
}

std::optional<host::Refusal> Duel::want(const match::Intent& intent, Now now) {
  poll(now);
  if (impl_->match == nullptr) return host::refusal("no-match");
  std::optional<host::Refusal> why = impl_->match->want(intent, now);
  impl_->turn(now);
  return why;
}

void Duel::give_up(Now now) {
  poll(now);
  if (impl_->match != nullptr) impl_->match->give_up(now);
  impl_->turn(now);
}

bool Duel::say(std::uint32_t phrase, Now now) {
  Impl& impl = *impl_;
  if (phrase >= kPhrases.size() || now - impl.said < kPhraseEvery) return false;
  if (!impl.channel.send(write(PhraseMessage{phrase}))) return false;
  impl.said = now;
  return true;
}

void Duel::leave(Now now) {
  impl_->close("left", now);
  impl_->turn(now);
}

void Duel::block(Now now) {
  if (impl_->agreement != nullptr) (void)impl_->agreement->decline(now);
  impl_->settle(now);
  leave(now);
}

// ---------------------------------------------------------------- what there is

const Channel& Duel::channel() const {
  return impl_->channel;
}
const Hello& Duel::far() const {
  return impl_->channel.far();
}
std::vector<Comparison> Duel::games() const {
  return compare_games(impl_->config.games, impl_->channel.far());
}
const Agreement* Duel::agreement() const {
  return impl_->agreement.get();
}
const Match* Duel::match() const {
  return impl_->match.get();
}
Match* Duel::match() {
  return impl_->match.get();
}
bool Duel::playing() const {
  return impl_->playing();
}
std::vector<Event> Duel::take_events() {
  return std::exchange(impl_->events, {});
}
std::string Duel::checkpoint(Now now) const {
  return impl_->playing() ? impl_->match->checkpoint(now) : std::string();
}

bool begins_journal(std::string_view entry) {
  const Result<Entry> read = decode_entry(entry);
  return read && read->kind == EntryKind::kPartner;
}

}  // namespace qitai::duel
