#include "network/bluetooth/endpoint.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

namespace qitai::bluetooth {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::uint16_t kUsualPsm = 0x1A47;
constexpr std::size_t kMostLinks = 8;
constexpr std::size_t kMostShown = 64;              // partners whose channel is remembered
constexpr std::int64_t kAdapterTime = 5 * kSecond;  // for the first word about adapters
constexpr std::int64_t kPairingTime =
    60 * kSecond;                                 // for both players to compare; the kernel gives up after 40
constexpr std::int64_t kAgainTime = kSecond / 3;  // before another try
constexpr int kMostAgain = 3;
constexpr std::int64_t kRetryTime = kSecond;       // where something hindered
constexpr std::int64_t kLookTime = 3 * kSecond;    // for adapters, where nobody tells of them
constexpr std::int64_t kLeaveTime = kSecond / 50;  // between two looks whether all has left

// BT_SECURITY_MEDIUM: the kernel pairs and enciphers, or there is no channel.
constexpr std::uint32_t kLinkFlags = QITAI_LINK_CIPHERED | QITAI_LINK_PAIRED;

// The failure of a channel on which another program is.
constexpr std::string_view kTaken = "psm-in-use";

// Whether bluetoothd cannot be asked at all.
bool is_absence(const std::string& failure) {
  return failure == "no-service" || failure == "no-bus";
}

}  // namespace

EndpointSettings read_endpoint_settings() {
  EndpointSettings settings;
  const auto text = sdk::setting("psm");
  if (!text) return settings;
  std::uint64_t psm = 0;
  const bool hex = text->starts_with("0x");
  const char* const begin = text->data() + (hex ? 2 : 0);
  const auto [end, error] = std::from_chars(begin, text->data() + text->size(), psm, hex ? 16 : 10);
  if (error == std::errc() && end == text->data() + text->size() && is_free_psm(psm)) {
    settings.psm = static_cast<std::uint16_t>(psm);
  } else {
    sdk::log(QITAI_LOG_WARNING,
             "[plugin.bluetooth] psm = " + text->substr(0, 64) +
                 ": expected an odd number from 0x1001 (4097) to 0xFEFF whose bit 8 is clear; "
                 "the usual one is used");
  }
  return settings;
}

BluetoothEndpoint::BluetoothEndpoint(std::span<const std::uint8_t, 16> /*identity*/)
    : settings_(read_endpoint_settings()), bluez_(read_bluez_settings()) {}

// ---------------------------------------------------------------- wishes

void BluetoothEndpoint::visible(std::string_view name, std::uint32_t seconds) {
  name_ = name;
  visible_ = seconds != 0;
  bluez_.visible(seconds);
  due_ = true;
}

void BluetoothEndpoint::scan(bool on) {
  scanning_ = on;
  search_.wish(on);
  due_ = true;
}

void BluetoothEndpoint::listen(bool on) {
  listening_ = on;
  listener_due_ = QITAI_AT_ONCE;
  due_ = true;
}

qitai_status BluetoothEndpoint::dial(std::string_view address, std::uint64_t& link) {
  if (!is_address(address)) return QITAI_REFUSED;
  if (links_.size() >= kMostLinks) return QITAI_WOULD_BLOCK;
  link = ++last_link_;
  Link& made = links_[link];
  made.peer.address = address;
  due_ = true;
  return QITAI_OK;
}

qitai_status BluetoothEndpoint::send(std::uint64_t id, std::string_view bytes) {
  const auto found = links_.find(id);
  if (found == links_.end()) return QITAI_BAD_ARGUMENT;
  Link& link = found->second;
  if (link.stage != Link::Stage::kOpen || link.failure) return QITAI_REFUSED;
  if (bytes.size() > link.mtu) return QITAI_BAD_ARGUMENT;
  switch (link.channel->send(bytes)) {
    case Channel::Sent::kTaken:
      return QITAI_OK;
    case Channel::Sent::kNoRoom:
      link.blocked = true;
      return QITAI_WOULD_BLOCK;
    case Channel::Sent::kEnd:
      break;
  }
  due_ = true;
  return QITAI_REFUSED;
}

qitai_status BluetoothEndpoint::hang_up(std::uint64_t id, bool at_once) {
  const auto found = links_.find(id);
  if (found == links_.end()) return QITAI_BAD_ARGUMENT;
  Link& link = found->second;
  if (link.stage != Link::Stage::kOpen && link.stage != Link::Stage::kEnding) at_once = true;
  link.at_once = link.at_once || at_once;
  if (link.stage != Link::Stage::kEnding) link.deadline.reset();
  link.stage = Link::Stage::kEnding;
  due_ = true;
  return QITAI_OK;
}

qitai_status BluetoothEndpoint::answer(std::uint64_t question, bool yes) {
  if (const auto about = questions_.find(question); about != questions_.end() && !yes) {
    for (auto& [id, link] : links_)
      link.said_no = link.said_no || (link.expected && link.peer.address == about->second);
  }
  bluez_.answer(question, yes);
  due_ = true;
  return QITAI_OK;
}

qitai_status BluetoothEndpoint::forget(std::string_view address) {
  if (!is_address(address) || !bluez_.forget(address)) return QITAI_REFUSED;
  if (const auto shown = shown_.find(address); shown != shown_.end()) shown_.erase(shown);
  due_ = true;
  return QITAI_OK;
}

qitai_status BluetoothEndpoint::choose_adapter(std::string_view id) {
  if (!id.empty() && !is_address(id)) return QITAI_REFUSED;
  bluez_.choose(id);
  due_ = true;
  return QITAI_OK;
}

qitai_status BluetoothEndpoint::power(std::string_view id, bool on) {
  due_ = true;
  return bluez_.power(id, on) ? QITAI_OK : QITAI_REFUSED;
}

// ---------------------------------------------------------------- what happens

void BluetoothEndpoint::descriptors(sdk::List<qitai_descriptor>& list) const {
  if (const auto bus = due_ ? bluez_.descriptor() : bus_) list.add(*bus);
  if (listener_.open() && links_.size() < kMostLinks && calls_due_ == QITAI_AT_ONCE)
    list.add({listener_.get(), QITAI_POLL_IN});
  search_.descriptors(list);
  for (const auto& [id, link] : links_) {
    if (link.failure) continue;
    if (const auto asked = link.asking ? link.asking->descriptor() : std::nullopt) list.add(*asked);
    if (!link.channel) continue;
    if (link.stage == Link::Stage::kDialling) list.add({link.channel->fd(), QITAI_POLL_OUT});
    if (link.stage == Link::Stage::kOpen)
      list.add({link.channel->fd(), QITAI_POLL_IN | (link.blocked ? QITAI_POLL_OUT : 0U)});
  }
}

std::int64_t BluetoothEndpoint::next() const {
  if (due_) return QITAI_AT_ONCE;
  if (quiet_until_) return *quiet_until_;
  std::int64_t at = std::min(bluez_.next(), search_.next());
  if (without_bluez_) at = std::min(at, look_due_);
  if (patience_ && waiting()) at = std::min(at, *patience_);
  if (listening_ && own_ && !listener_.open()) at = std::min(at, listener_due_);
  if (calls_due_ != QITAI_AT_ONCE) at = std::min(at, calls_due_);
  for (const auto& [id, link] : links_) {
    at = std::min(at, link.deadline.value_or(QITAI_NEVER));
    if (link.asking) at = std::min(at, link.asking->due());
  }
  return at;
}

// For an adapter, to begin with.
bool BluetoothEndpoint::waiting() const {
  return std::ranges::any_of(links_,
                             [](const auto& one) { return one.second.stage == Link::Stage::kWanted; });
}

bool BluetoothEndpoint::dialling() const {
  return std::ranges::any_of(links_, [](const auto& one) {
    return one.second.stage != Link::Stage::kOpen && one.second.stage != Link::Stage::kEnding;
  });
}

// Whether all that can have happened since the last pump is that messages came: nothing is being dialled or
// looked for, and neither bluetoothd nor a caller has said anything.
bool BluetoothEndpoint::quiet(std::int64_t now) const {
  if (!quiet_until_ || now >= *quiet_until_) return false;
  std::array<pollfd, 2> others{};
  nfds_t count = 0;
  if (listener_.open()) others.at(count++) = {listener_.get(), POLLIN, 0};
  if (bus_) {
    const unsigned in = (bus_->events & QITAI_POLL_IN) != 0 ? POLLIN : 0;
    const unsigned out = (bus_->events & QITAI_POLL_OUT) != 0 ? POLLOUT : 0;
    others.at(count++) = {bus_->fd, static_cast<short>(in | out), 0};
  }
  return count == 0 || ::poll(others.data(), count, 0) == 0;
}

void BluetoothEndpoint::serve_links(std::int64_t now, sdk::Events& events) {
  for (auto at = links_.begin(); at != links_.end() && events.room();) {
    auto& [id, link] = *at;
    serve_link(id, link, now, events);
    if (link.failure && !link.incoming && events.room()) {
      expect(link, false);
      events.closed(id, *link.failure);
      at = links_.erase(at);
      due_ = true;  // a place for the next who calls
    } else {
      ++at;
    }
  }
}

void BluetoothEndpoint::pump(std::int64_t now, sdk::Events& events) {
  if (!due_ && quiet(now)) {
    serve_links(now, events);
    due_ = due_ || !events.room();
    return;
  }
  due_ = false;
  bluez_.pump(now);
  hear_bluez(now, events);
  find_adapter(now);
  keep_listener(now);
  take_calls(now);
  publish();
  serve_links(now, events);
  if (scanning_) {
    std::vector<Search::Known> known;
    for (const Partner& partner : bluez_.partners())
      known.push_back({partner.address, partner.name});
    search_.pump(now, own_, dialling(), known, events);
  } else {
    search_.pump(now, own_, true, {}, events);
  }
  tell_states(events);
  if (!events.room()) due_ = true;
  quiet_until_.reset();
  bus_ = bluez_.descriptor();
  const bool only_open = std::ranges::all_of(
      links_, [](const auto& one) { return one.second.stage == Link::Stage::kOpen && !one.second.failure; });
  if (!due_ && only_open && !search_.awaits()) quiet_until_ = next();
}

void BluetoothEndpoint::hear_bluez(std::int64_t now, sdk::Events& events) {
  while (events.room()) {
    const auto event = bluez_.take();
    if (!event) return;
    if (const auto* record = std::get_if<told::Record>(&*event)) {
      record_ = *record;
    } else if (const auto* visible = std::get_if<told::Visible>(&*event)) {
      seen_by_others_ = *visible;
    } else if (const auto* adapter = std::get_if<told::AdapterSeen>(&*event)) {
      const Adapter& one = adapter->adapter;
      const std::uint32_t flags = QITAI_ADAPTER_POWER | (one.chosen ? QITAI_ADAPTER_CHOSEN : 0U);
      events.adapter({sizeof(qitai_adapter), flags, sdk::Peer::str(one.address), sdk::Peer::str(one.name),
                      sdk::Peer::str(one.failure)});
    } else if (const auto* gone = std::get_if<told::AdapterGone>(&*event)) {
      events.adapter_gone(gone->address);
    } else if (const auto* question = std::get_if<told::Question>(&*event)) {
      const std::uint32_t flags = bluez_.knows(question->address) ? QITAI_PEER_KNOWN : 0U;
      const sdk::Peer peer{question->address, question->name, flags, QITAI_SIGNAL_UNKNOWN};
      const qitai_peer raw = peer.raw();
      events.pairing(
          {sizeof(qitai_pairing), question->kind, question->id, &raw, question->number, question->seconds});
      questions_[question->id] = question->address;
      for (auto& [id, link] : links_) {
        if (link.expected && link.peer.address == question->address) link.asked_at = now;
      }
    } else if (const auto* over = std::get_if<told::QuestionOver>(&*event)) {
      if (questions_.erase(over->id) != 0) events.pairing_over(over->id);
    }
  }
}

void BluetoothEndpoint::find_adapter(std::int64_t now) {
  const Adapter* const adapter = bluez_.adapter();
  without_bluez_ = adapter == nullptr && is_absence(bluez_.failure());
  if (!without_bluez_) look_due_ = QITAI_AT_ONCE;
  if (adapter != nullptr || !bluez_.failure().empty()) {
    patience_.reset();
  } else if (!patience_) {
    patience_ = now + kAdapterTime;
  }
  if (adapter != nullptr) {
    if (!own_ || own_->hci != adapter->hci || own_->address != adapter->address)
      own_ = OwnAdapter{adapter->hci, adapter->address};
  } else if (!without_bluez_) {
    own_.reset();
  } else if (now >= look_due_) {
    own_ = first_adapter_that_is_on();
    look_due_ = now + kLookTime;
  }
}

void BluetoothEndpoint::tell_states(sdk::Events& events) {
  const std::string hindrance = own_ && !without_bluez_ ? std::string() : bluez_.failure();
  std::array<Told, 3> now;
  if (visible_) now[QITAI_STATE_VISIBLE] = {seen_by_others_.on, seen_by_others_.failure};
  if (scanning_) {
    const std::string& failure = own_ ? search_.failure() : hindrance;
    now[QITAI_STATE_SCAN] = {own_ && failure.empty(), failure};
  }
  if (listening_) {
    const std::string& failure = !own_                   ? hindrance
                                 : !no_listener_.empty() ? no_listener_
                                 : without_bluez_        ? hindrance
                                                         : record_.failure;
    now[QITAI_STATE_LISTEN] = {listener_.open() && record_.on && failure.empty(), failure};
  }
  for (std::uint32_t which = 0; which < now.size(); ++which) {
    if (now.at(which) == told_.at(which) || !events.room()) continue;
    told_.at(which) = now.at(which);
    events.state(which, told_.at(which).on, told_.at(which).failure);
  }
}

// ---------------------------------------------------------------- being called

// The record names the channel on which calls are taken. Whoever is visible and takes none has it too, with a
// channel on which nobody is: that is how others learn that the game is there and takes no calls. A channel
// on which another program is may not be named.
void BluetoothEndpoint::publish() {
  std::optional<Shown> wanted;
  if (listener_.open() || (visible_ && no_listener_ != kTaken))
    wanted = Shown{listener_.open() ? psm_ : settings_.psm.value_or(kUsualPsm), name_};
  if (wanted == shows_) return;
  shows_ = std::move(wanted);
  if (shows_) {
    bluez_.publish(kGameUuid, shows_->psm, shows_->name);
  } else {
    bluez_.withdraw();
  }
}

void BluetoothEndpoint::keep_listener(std::int64_t now) {
  const bool moved = listener_.open() && (!own_ || own_->address != listens_on_);
  if (listener_.open() && (moved || !listening_)) listener_ = Handle();
  if (!listening_ || !own_) no_listener_.clear();
  if (!listening_ || !own_ || listener_.open() || now < listener_due_) return;
  psm_ = settings_.psm.value_or(kUsualPsm);
  Opened opened = open_listener(own_->address, psm_);
  if (opened.error == EADDRINUSE && !settings_.psm) {
    psm_ = 0;  // any will do: the record says which
    opened = open_listener(own_->address, psm_);
  }
  no_listener_ = opened.error == 0 ? std::string() : listen_failure(opened.error);
  listener_due_ = now + kRetryTime;
  if (opened.error != 0) return;
  listener_ = std::move(opened.socket);
  listens_on_ = own_->address;
}

void BluetoothEndpoint::take_calls(std::int64_t now) {
  if (calls_due_ != QITAI_AT_ONCE && now >= calls_due_) calls_due_ = QITAI_AT_ONCE;
  while (listener_.open() && calls_due_ == QITAI_AT_ONCE && links_.size() < kMostLinks) {
    int error = 0;
    auto call = take_call(listener_, error);
    if (!call) {
      if (error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS) {
        calls_due_ = now + kRetryTime;  // whoever waits goes on waiting
      } else if (error != 0) {
        listener_ = Handle();  // the adapter was pulled out; another look after a while
        listener_due_ = now + kRetryTime;
      }
      return;
    }
    const std::uint64_t id = ++last_link_;
    Link& link = links_[id];
    link.peer.address = call->peer;
    link.channel.emplace(std::move(call->socket), Channel::State::kOpen);
    if (begin_link(link)) {
      link.incoming = true;
    } else {
      links_.erase(id);
    }
  }
}

// ---------------------------------------------------------------- links

std::string BluetoothEndpoint::name_of(std::string_view address) const {
  std::string name = search_.name_of(address);
  for (const Partner& partner : bluez_.partners()) {
    if (name.empty() && partner.address == address) name = partner.name;
  }
  return name;
}

// Whether it can carry what the game sends.
bool BluetoothEndpoint::begin_link(Link& link) {
  link.mtu = link.channel->mtu();
  if (link.mtu < QITAI_TRANSPORT_MESSAGE) return false;
  link.stage = Link::Stage::kOpen;
  link.deadline.reset();
  link.peer.flags =
      QITAI_PEER_GAME | QITAI_PEER_ASKED | (bluez_.knows(link.peer.address) ? QITAI_PEER_KNOWN : 0U);
  if (link.peer.name.empty()) link.peer.name = name_of(link.peer.address);
  return true;
}

// While somebody is dialled the questions of pairing with him are the player's.
void BluetoothEndpoint::expect(Link& link, bool on) {
  if (link.expected == on) return;
  link.expected = on;
  const bool others = std::ranges::any_of(links_, [&](const auto& one) {
    return &one.second != &link && one.second.expected && one.second.peer.address == link.peer.address;
  });
  if (!others) bluez_.dialling(link.peer.address, on);
}

void BluetoothEndpoint::start_asking(Link& link, std::int64_t now) {
  if (!own_) {
    if (!bluez_.failure().empty()) {
      link.failure = bluez_.failure();
    } else if (patience_ && now >= *patience_) {
      link.failure = "no-adapter";
    }
    return;
  }
  if (own_->address == link.peer.address) {
    link.failure = "refused";
    return;
  }
  link.stage = Link::Stage::kAsking;
  link.asking.emplace(own_->address, link.peer.address, now);
}

void BluetoothEndpoint::hear_asking(Link& link, std::int64_t now) {
  if (!link.asking->pump(now)) return;
  const std::string failure = link.asking->failure();
  const std::uint16_t psm = link.asking->psm();
  if (!link.asking->name().empty()) link.peer.name = link.asking->name();
  link.asking.reset();
  const auto shown = shown_.find(link.peer.address);
  if (failure.empty()) {
    if (shown == shown_.end() && shown_.size() >= kMostShown) shown_.erase(shown_.begin());
    shown_[link.peer.address] = psm;
    start_dialling(link, psm, now);
  } else if (failure == "no-game" && shown != shown_.end() && bluez_.knows(link.peer.address)) {
    // A partner whose bluetoothd went away in the middle of a match: it has shown the game, and it is paired.
    const std::uint16_t before = shown->second;
    shown_.erase(shown);
    start_dialling(link, before, now);
  } else {
    link.failure = failure == "adapter-lost" && !bluez_.failure().empty() ? bluez_.failure() : failure;
  }
}

void BluetoothEndpoint::start_dialling(Link& link, std::uint16_t psm, std::int64_t now) {
  if (!own_) {
    link.failure = "adapter-lost";
    return;
  }
  expect(link, true);
  link.psm = psm;
  Opened opened = open_channel(own_->address, link.peer.address, psm, true);
  if (!opened.socket.open()) {
    link.failure = dial_failure(opened.error);
    return;
  }
  link.channel.emplace(std::move(opened.socket), Channel::State::kConnecting);
  link.stage = Link::Stage::kDialling;
  link.dialled_at = now;
  link.deadline = now + kPairingTime;
}

// Why the kernel did not connect.
void BluetoothEndpoint::hear_refusal(Link& link, std::int64_t now) {
  const int error = link.channel->error();
  link.channel.reset();
  sdk::log(QITAI_LOG_INFO, "dialling " + link.peer.address + ": " + std::generic_category().message(error));
  const bool enciphered = own_ && is_enciphered(own_->hci, link.peer.address);
  if (error == ECONNREFUSED && enciphered && link.again++ < kMostAgain) {
    // Where two machines have just paired, the call may reach the other one before it knows that the link is
    // secure, and is refused.
    link.deadline = now + kAgainTime;
    return;
  }
  Refusal refusal{error, enciphered, bluez_.knows(link.peer.address), link.said_no, now - link.dialled_at,
                  {}};
  if (link.asked_at) refusal.asked_for = now - *link.asked_at;
  link.failure = refusal_failure(refusal);
}

void BluetoothEndpoint::hear_dialling(std::uint64_t id, Link& link, std::int64_t now, sdk::Events& events) {
  if (!link.channel) {  // between two tries
    if (now >= *link.deadline) start_dialling(link, link.psm, now);
    return;
  }
  switch (link.channel->connect()) {
    case Channel::State::kConnecting:
      if (now >= *link.deadline) link.failure = "pairing-failed";
      return;
    case Channel::State::kEnded:
      hear_refusal(link, now);
      return;
    case Channel::State::kOpen:
      break;
  }
  expect(link, false);
  if (begin_link(link)) {
    events.opened(id, link.peer, link.mtu, kLinkFlags);
  } else {
    link.failure = "protocol";
  }
}

// One message a pump: where there is another, the descriptor stays ready. A move comes alone, and asking the
// kernel in vain after each of them would be a fifth of what it costs over the radio.
void BluetoothEndpoint::read_messages(std::uint64_t id, Link& link, sdk::Events& events) {
  if (!events.room()) return;
  if (const auto message = link.channel->receive()) events.received(id, *message);
  if (link.channel->state() == Channel::State::kEnded)
    link.failure = end_failure(link.channel->error(), link.channel->orderly());
}

void BluetoothEndpoint::end_link(Link& link, std::int64_t now) {
  if (link.at_once || !link.channel || link.channel->all_left()) {
    link.failure = "";
  } else if (link.channel->hung_up()) {
    link.failure = "lost";
  } else {
    if (!link.ends_at) link.ends_at = now + QITAI_HANG_UP_SECONDS * kSecond;
    if (now >= *link.ends_at) link.failure = "lost";
    link.deadline = now + kLeaveTime;
  }
}

void BluetoothEndpoint::serve_link(std::uint64_t id, Link& link, std::int64_t now, sdk::Events& events) {
  if (link.failure) return;
  if (std::exchange(link.incoming, false)) {
    // Hung up before it was known, or not: it is told first.
    events.incoming(id, link.peer, link.mtu, kLinkFlags);
  }
  if (link.stage == Link::Stage::kWanted) start_asking(link, now);
  if (!link.failure && link.stage == Link::Stage::kAsking) hear_asking(link, now);
  if (!link.failure && link.stage == Link::Stage::kDialling) hear_dialling(id, link, now, events);
  if (link.failure) return;
  if (link.stage == Link::Stage::kOpen) {
    read_messages(id, link, events);
    if (link.failure || !link.blocked || !events.room()) return;
    pollfd ready{link.channel->fd(), POLLOUT, 0};
    if (::poll(&ready, 1, 0) <= 0 || (ready.revents & POLLOUT) == 0) return;
    link.blocked = false;
    events.writable(id);
  } else if (link.stage == Link::Stage::kEnding) {
    end_link(link, now);
  }
}

}  // namespace qitai::bluetooth
