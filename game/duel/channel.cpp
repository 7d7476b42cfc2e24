#include "duel/channel.hpp"

#include <algorithm>
#include <utility>

#include "duel/channel_impl.hpp"

namespace qitai::duel {

bool is_reason(std::string_view text) {
  return !text.empty() && text.size() <= 32 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

Now Channel::Impl::tick(Now now) {
  now = std::max(now, last_time.value_or(now));
  const bool gap = last_time && now - *last_time > kLostAfter;
  last_time = now;
  if (standing && state == State::kUp) {
    if (gap)
      lose("suspended");
    else if (now - standing->heard >= kLostAfter)
      lose("silent");
  }
  if (standing && now - standing->heard >= kHangUpAfter) {
    hang_up(standing->link);
    drop_standing(now);
  }
  while (!candidates.empty() && now - candidates.front().began >= kGreetingWithin)
    refuse(candidates.front(), "silent", now);
  return now;
}

void Channel::Impl::received(std::string_view packet, Now now, Link link) {
  now = tick(now);
  if (standing && standing->link == link) return hear(packet, now);
  const auto candidate = std::find_if(candidates.begin(), candidates.end(),
                                      [link](const Candidate& other) { return other.link == link; });
  if (candidate != candidates.end()) hear_candidate(*candidate, packet, now);
}

void Channel::Impl::disconnected(Now now, Link link) {
  now = tick(now);
  if (standing && standing->link == link) {
    if (state == State::kUp) lose("gone");
    return drop_standing(now);
  }
  const bool met = std::any_of(candidates.begin(), candidates.end(),
                               [link](const Candidate& other) { return other.link == link; });
  if (met) return forget(link, "gone", now);
  if (std::exchange(dialling, false)) dial_later(now);
}

void Channel::Impl::poll(Now now) {
  now = tick(now);
  if (standing && now >= standing->next_ping) ping(now);
  flush(now);
  if (may_dial() && now >= dial_at) {
    dialling = true;
    dial_at = kNever;
    out.push_back({Out::Kind::kDial, {}});
  }
}

bool Channel::Impl::may_dial() const {
  return own_role == Role::kDialler && state == State::kLost && !standing && candidates.empty() && !dialling;
}

Now Channel::Impl::next_wake() const {
  Now wake = may_dial() ? dial_at : kNever;
  if (!candidates.empty()) wake = std::min(wake, candidates.front().began + kGreetingWithin);
  if (standing) {
    wake = std::min(wake, standing->next_ping);
    wake = std::min(wake, standing->heard + (state == State::kUp ? kLostAfter : kHangUpAfter));
    if (!waiting.empty()) wake = std::min(wake, sending.next(*last_time));
  }
  return wake;
}

bool Channel::Impl::send_payload(std::string_view payload) {
  if (state != State::kUp || waiting.size() >= kMostWaiting || payload.size() > kMaxPayload) return false;
  waiting.emplace_back(payload);
  flush(*last_time);
  return true;
}

void Channel::Impl::flush(Now now) {
  while (!waiting.empty() && sending.take(now))
    send_first();
}

void Channel::Impl::send_first() {
  wire::Content content;
  content.set_payload(std::move(waiting.front()));
  waiting.pop_front();
  put(standing->link, standing->sealer.seal(content));
}

void Channel::Impl::ping(Now now) {
  wire::Content content;
  content.mutable_ping()->set_id(trips.ask(now));
  put(standing->link, standing->sealer.seal(content));
  standing->next_ping = now + kPingEvery;
}

void Channel::Impl::hear(std::string_view bytes, Now now) {
  if (bytes.size() > kMaxPacket) return fault("oversized", now);
  if (!receiving.take(now)) return fault("flood", now);
  wire::Packet packet;
  if (bytes.empty() || !packet.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return fault("malformed", now);
  if (packet.kind_case() == wire::Packet::KIND_NOT_SET) return;  // a kind that a later minor has added
  if (!packet.has_sealed()) return fault("malformed", now);
  wire::Content content;
  const std::string_view why = standing->sealer.open(packet.sealed(), content);
  if (!why.empty()) return fault(why, now);
  heard = standing->heard = now;
  if (state == State::kUp && now - up_since >= kGoodStanding) faults = 0;
  if (state == State::kLost && !standing->asked_again && !content.has_again() && !content.has_bye()) {
    standing->asked_again = true;
    again(false);
  }
  act(content, now);
}

void Channel::Impl::act(const wire::Content& content, Now now) {
  switch (content.kind_case()) {
    case wire::Content::kPing: {
      wire::Content answer;
      answer.mutable_pong()->set_id(content.ping().id());
      return put(standing->link, standing->sealer.seal(answer));
    }
    case wire::Content::kPong:
      return trips.answer(content.pong().id(), now);
    case wire::Content::kAgain:
      return act_again(content.again(), now);
    case wire::Content::kBye: {
      const std::string& why = content.bye().reason();
      if (!is_reason(why)) return fault("malformed", now);
      if (!content.bye().may_return()) return close(why, false);
      hang_up(standing->link);
      lose(why);
      return drop_standing(now);
    }
    case wire::Content::kPayload:
      if (content.payload().size() > kMaxPayload) return fault("malformed", now);
      // While it is lost here the far side does not know it yet, and will begin again from its numbers.
      if (state != State::kUp) return;
      if (inbox.size() >= kMostWaiting) return fault("flood", now);
      inbox.push_back({content.payload(), now});
      return;
    case wire::Content::KIND_NOT_SET:
      return;
  }
}

void Channel::Impl::act_again(const wire::Again& told, Now now) {
  if (told.answer() && !standing->asked_again) return;
  far_number = told.number();
  if (!told.answer()) again(true);
  standing->asked_again = false;
  up(now);
}

void Channel::Impl::again(bool answer) {
  wire::Content content;
  content.mutable_again()->set_number(current.number);
  content.mutable_again()->set_answer(answer);
  put(standing->link, standing->sealer.seal(content));
}

void Channel::Impl::bye(std::string_view why, bool may_return) {
  wire::Content content;
  content.mutable_bye()->set_reason(std::string(why));
  content.mutable_bye()->set_may_return(may_return);
  put(standing->link, standing->sealer.seal(content));
}

void Channel::Impl::fault(std::string_view why, Now now) {
  const bool may_return = ++faults <= kMostFaults;
  bye(why, may_return);
  if (!may_return) return close(why, false);
  hang_up(standing->link);
  lose(why);
  drop_standing(now);
}

void Channel::Impl::lose(std::string_view why) {
  state = State::kLost;
  reason = why;
  waiting.clear();
}

void Channel::Impl::drop_standing(Now now) {
  standing.reset();
  trips.forget_asked();
  dial_later(now);
}

void Channel::Impl::up(Now now) {
  state = State::kUp;
  reason.clear();
  forgotten = false;
  ++connection;
  up_since = now;
  waiting.clear();
  backoff = kFirstBackoff;
}

void Channel::Impl::dial_later(Now now) {
  dial_at = now + backoff;
  backoff = std::min(2 * backoff, kLongestBackoff);
}

void Channel::Impl::close(std::string_view why, bool tell) {
  if (state == State::kClosed) return;
  if (standing) {
    if (tell) {
      // What was said before the end, a resignation perhaps, arrives before it.
      while (!waiting.empty())
        send_first();
      bye(why, false);
    }
    hang_up(standing->link);
  }
  for (const Candidate& candidate : candidates)
    hang_up(candidate.link);
  standing.reset();
  candidates.clear();
  waiting.clear();
  root.out.wipe();
  root.in.wipe();
  state = State::kClosed;
  reason = why;
}

Channel::Channel(Role role, Hello own, Random random)
    : impl_(std::make_unique<Impl>(role, std::move(own), std::move(random))) {}
Channel::Channel(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Channel::Channel(Channel&&) noexcept = default;
Channel& Channel::operator=(Channel&&) noexcept = default;
Channel::~Channel() = default;

void Channel::connected(Now now, Link link) {
  impl_->connected(now, link);
}
void Channel::received(std::string_view packet, Now now, Link link) {
  impl_->received(packet, now, link);
}
void Channel::disconnected(Now now, Link link) {
  impl_->disconnected(now, link);
}
Channel::State Channel::state() const {
  return impl_->state;
}
const std::string& Channel::reason() const {
  return impl_->reason;
}
const Hello& Channel::far() const {
  return impl_->far;
}
const Digest& Channel::keys() const {
  return impl_->keys;
}
bool Channel::send(std::string_view payload) {
  return impl_->send_payload(payload);
}
std::optional<Channel::Message> Channel::take() {
  if (impl_->inbox.empty()) return std::nullopt;
  Message message = std::move(impl_->inbox.front());
  impl_->inbox.pop_front();
  return message;
}
std::uint64_t Channel::connection() const {
  return impl_->connection;
}
Now Channel::heard() const {
  return impl_->heard;
}
Now Channel::round_trip() const {
  return impl_->trips.ninth_decile();
}
void Channel::protect(const Digest& match_id, std::uint32_t last_number) {
  Impl& impl = *impl_;
  impl.in_match = true;
  if (match_id != impl.current.id) {
    impl.previous = impl.current;
    impl.far_number = 0;
  }
  impl.current = {match_id, last_number};
}
std::uint32_t Channel::far_number() const {
  return impl_->far_number;
}
bool Channel::forgotten() const {
  return impl_->forgotten;
}
void Channel::close(std::string_view reason, Now now) {
  impl_->tick(now);
  impl_->close(reason, true);
}
void Channel::poll(Now now) {
  impl_->poll(now);
}
Now Channel::next_wake() const {
  return impl_->next_wake();
}
std::vector<Out> Channel::take_out() {
  return std::exchange(impl_->out, {});
}

}  // namespace qitai::duel
