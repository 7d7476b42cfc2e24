#include "network/local.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <utility>

namespace qitai::network {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kAnswerTime = 5 * kSecond;  // for a dialled peer to take the call
constexpr std::int64_t kCallerTime = 2 * kSecond;  // for a caller to say what he wants
constexpr std::int64_t kQuestionTime = 2 * kSecond;
constexpr std::int64_t kScanTime = kSecond;       // between two looks around
constexpr std::int64_t kPlaceTime = 5 * kSecond;  // between two looks whether the socket is still to be found
constexpr std::int64_t kRetryTime = kSecond;      // where something hindered
constexpr std::int64_t kLockTime = kSecond / 50;  // where another process was at the names
constexpr std::int64_t kSilence = 25 * kSecond;   // of a link that a fault cut, for the far side
constexpr std::size_t kMostLinks = 8;
constexpr std::size_t kMostCallers = 16;
constexpr int kMessagesAtOnce = 64;  // of one link, before the others have their turn

std::string digits_of(std::span<const std::uint8_t, 16> identity) {
  std::string digits;
  for (const std::uint8_t byte : identity.first<8>()) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

// A number of the settings within its range; the usual one where it is absent or nonsense.
std::uint64_t number(std::string_view key, std::uint64_t usual, std::uint64_t min, std::uint64_t max) {
  const auto text = sdk::setting(key);
  if (!text) return usual;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error == std::errc() && end == text->data() + text->size() && value >= min && value <= max)
    return value;
  sdk::log(QITAI_LOG_WARNING, std::string(key) + " is \"" + *text + "\", expected " + std::to_string(min) +
                                  " to " + std::to_string(max) + "; " + std::to_string(usual) + " is used");
  return usual;
}

}  // namespace

LocalSettings read_settings() {
  LocalSettings settings;
  settings.folder = sdk::setting("local-folder").value_or(usual_folder());
  settings.mtu = static_cast<std::uint32_t>(
      number("local-mtu", QITAI_TRANSPORT_MESSAGE, QITAI_TRANSPORT_MESSAGE, QITAI_TRANSPORT_MTU_MAX));
  settings.other_users = sdk::setting("local-other-users") == "true";
  FaultSettings faults;
  faults.delay = static_cast<std::int64_t>(number("fault-delay-ms", 0, 0, 60'000)) * 1000;
  faults.drop = static_cast<unsigned>(number("fault-drop", 0, 0, 100));
  faults.repeat = static_cast<unsigned>(number("fault-repeat", 0, 0, 100));
  faults.truncate = static_cast<unsigned>(number("fault-truncate", 0, 0, 100));
  if (sdk::setting("fault-cut")) faults.cut = number("fault-cut", UINT64_MAX, 0, UINT64_MAX);
  faults.seed = number("fault-seed", 1, 0, UINT64_MAX);
  if (faults.delay != 0 || faults.drop + faults.repeat + faults.truncate != 0 || faults.cut)
    settings.faults = faults;
  return settings;
}

LocalEndpoint::LocalEndpoint(std::span<const std::uint8_t, 16> identity)
    : settings_(read_settings()),
      digits_(digits_of(identity)),
      place_(settings_.folder, settings_.other_users) {}

// ---------------------------------------------------------------- wishes

void LocalEndpoint::visible(std::string_view name, std::uint32_t seconds) {
  name_ = name;
  visible_ = seconds != 0;
  visible_until_ = QITAI_NEVER;
  visible_seconds_.reset();
  if (visible_ && seconds != UINT32_MAX) visible_seconds_ = seconds;
  place_due_ = QITAI_AT_ONCE;
  due_ = true;
}

void LocalEndpoint::scan(bool on) {
  scanning_ = on;
  scan_due_ = place_due_ = QITAI_AT_ONCE;
  if (!on) {
    peers_.clear();
    questions_.clear();
  }
  due_ = true;
}

void LocalEndpoint::listen(bool on) {
  listening_ = on;
  place_due_ = QITAI_AT_ONCE;
  due_ = true;
}

qitai_status LocalEndpoint::dial(std::string_view address, std::uint64_t& link) {
  if (!is_local_address(address)) return QITAI_REFUSED;
  if (links_.size() >= kMostLinks) return QITAI_WOULD_BLOCK;
  link = ++last_link_;
  Link& made = links_[link];
  made.peer.address = address;
  made.peer.flags = QITAI_PEER_GAME | QITAI_PEER_ASKED;
  due_ = true;
  return QITAI_OK;
}

qitai_status LocalEndpoint::send(std::uint64_t id, std::string_view bytes) {
  const auto found = links_.find(id);
  if (found == links_.end()) return QITAI_BAD_ARGUMENT;
  Link& link = found->second;
  if (link.stage != Link::Stage::kOpen) return QITAI_REFUSED;
  if (bytes.size() > link.mtu) return QITAI_BAD_ARGUMENT;
  if (link.failure || link.line->deaf() || link.line->dead()) return QITAI_REFUSED;
  if (!link.line->send(bytes)) return QITAI_WOULD_BLOCK;
  if (link.line->dead()) due_ = true;
  return QITAI_OK;
}

qitai_status LocalEndpoint::hang_up(std::uint64_t id, bool at_once) {
  const auto found = links_.find(id);
  if (found == links_.end()) return QITAI_BAD_ARGUMENT;
  Link& link = found->second;
  link.at_once =
      link.at_once || at_once || link.stage == Link::Stage::kWanted || link.stage == Link::Stage::kGreeting;
  if (link.stage != Link::Stage::kEnding) link.deadline.reset();
  link.stage = Link::Stage::kEnding;
  due_ = true;
  return QITAI_OK;
}

// ---------------------------------------------------------------- what happens

void LocalEndpoint::descriptors(sdk::List<qitai_descriptor>& list) const {
  if (place_.listener() >= 0 && callers_.size() < kMostCallers && callers_due_ == QITAI_AT_ONCE)
    list.add({place_.listener(), QITAI_POLL_IN});
  for (const Caller& caller : callers_)
    list.add(caller.line.descriptor());
  for (const Question& question : questions_)
    list.add(question.line.descriptor());
  for (const auto& [id, link] : links_) {
    if (!link.line || link.failure) continue;
    if (link.stage != Link::Stage::kEnding) {
      list.add(link.line->descriptor());
    } else if (link.line->full()) {
      list.add({link.line->fd(), QITAI_POLL_OUT});  // what comes in is not read any more
    }
  }
}

std::int64_t LocalEndpoint::next() const {
  if (due_) return QITAI_AT_ONCE;
  std::int64_t at = visible_until_;
  if (wants_address() || scanning_) at = std::min(at, place_due_);
  if (callers_due_ != QITAI_AT_ONCE) at = std::min(at, callers_due_);
  if (scanning_ && no_entry_.empty()) at = std::min(at, scan_due_);
  for (const Caller& caller : callers_)
    at = std::min(at, caller.deadline);
  for (const Question& question : questions_)
    at = std::min(at, question.deadline);
  for (const auto& [id, link] : links_) {
    at = std::min(at, link.deadline.value_or(QITAI_NEVER));
    if (link.line) at = std::min(at, link.line->next());
  }
  for (const auto& [line, until] : dead_)
    at = std::min(at, until);
  return at;
}

void LocalEndpoint::pump(std::int64_t now, sdk::Events& events) {
  due_ = false;
  if (visible_seconds_) visible_until_ = now + *std::exchange(visible_seconds_, std::nullopt) * kSecond;
  if (now >= visible_until_) {
    visible_ = false;
    visible_until_ = QITAI_NEVER;
    place_due_ = QITAI_AT_ONCE;
  }
  keep_place(now);
  take_callers(now);
  for (auto at = links_.begin(); at != links_.end() && events.room();) {
    auto& [id, link] = *at;
    serve_link(id, link, now, events);
    if (link.failure && !link.incoming && events.room()) {
      events.closed(id, *link.failure);
      at = links_.erase(at);
    } else {
      ++at;
    }
  }
  hear_peers(now, events);
  look_around(now, events);
  std::erase_if(dead_, [&](const auto& one) { return now >= one.second; });
  tell_states(events);
  if (!events.room()) due_ = true;
}

void LocalEndpoint::keep_place(std::int64_t now) {
  if (!wants_address() && place_.listener() >= 0) {
    place_.leave();
    callers_.clear();
  }
  const bool dialling = std::any_of(links_.begin(), links_.end(),
                                    [](const auto& one) { return one.second.stage == Link::Stage::kWanted; });
  if (!dialling && ((!wants_address() && !scanning_) || now < place_due_)) return;
  no_entry_ = place_.enter();
  if (!no_entry_.empty()) {
    place_due_ = now + kRetryTime;
    return;
  }
  place_due_ = now + kPlaceTime;
  if (!wants_address() || place_.settled()) return;
  callers_.clear();
  no_address_ = place_.settle(digits_);
  if (place_.listener() < 0) place_due_ = now + (no_address_.empty() ? kLockTime : kRetryTime);
}

void LocalEndpoint::tell_states(sdk::Events& events) {
  const bool settled = place_.listener() >= 0;
  const std::string& hindrance = no_entry_.empty() ? no_address_ : no_entry_;
  const auto wish = [&](bool wished, bool fulfilled, const std::string& failure) {
    return Told{wished && fulfilled, wished && !fulfilled ? failure : std::string()};
  };
  const std::array<Told, 3> now{wish(visible_, settled, hindrance),
                                wish(scanning_, no_entry_.empty(), no_entry_),
                                wish(listening_, settled, hindrance)};
  for (std::uint32_t which = 0; which < now.size(); ++which) {
    if (now.at(which) == told_.at(which) || !events.room()) continue;
    told_.at(which) = now.at(which);
    events.state(which, told_.at(which).on, told_.at(which).failure);
  }
}

Greeting LocalEndpoint::greeting(Greeting::Kind kind, std::uint32_t mtu) const {
  return {kind, mtu, place_.address().empty() ? digits_ : place_.address(), name_};
}

// ---------------------------------------------------------------- being called

void LocalEndpoint::take_callers(std::int64_t now) {
  if (callers_due_ != QITAI_AT_ONCE && now >= callers_due_) callers_due_ = QITAI_AT_ONCE;
  while (place_.listener() >= 0 && callers_due_ == QITAI_AT_ONCE && callers_.size() < kMostCallers) {
    Handle socket(::accept4(place_.listener(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket.open()) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      // No descriptor is left: whoever waits goes on waiting.
      if (errno != EAGAIN) callers_due_ = now + kRetryTime;
      break;
    }
    if (place_.trusted(socket.get())) {
      callers_.push_back({Line(std::move(socket), kGreetingBytes), now + kCallerTime});
    } else {
      Line(std::move(socket), kGreetingBytes)
          .say(write_greeting(greeting(Greeting::Kind::kRefused, settings_.mtu)));
    }
  }
  for (auto caller = callers_.begin(); caller != callers_.end();) {
    const bool done = hear_caller(*caller) || now >= caller->deadline;
    caller = done ? callers_.erase(caller) : std::next(caller);
  }
  // Places of callers that have just been heard are for those who wait.
  if (place_.listener() >= 0 && callers_due_ == QITAI_AT_ONCE && callers_.size() < kMostCallers) {
    pollfd waiting{place_.listener(), POLLIN, 0};
    if (::poll(&waiting, 1, 0) > 0) due_ = true;
  }
}

// Whether nothing more is to be heard of him here.
bool LocalEndpoint::hear_caller(Caller& caller) {
  const auto packet = caller.line.receive();
  if (!packet) return !caller.line.ended().empty();
  const auto asked = read_greeting(*packet);
  if (!asked) return true;
  const std::uint32_t mtu = std::min(asked->mtu, settings_.mtu);
  const auto answer = [&](Greeting::Kind kind) {
    return caller.line.say(write_greeting(greeting(kind, mtu)));
  };
  if (asked->kind == Greeting::Kind::kWho) {
    answer(visible_ ? Greeting::Kind::kHere : Greeting::Kind::kHidden);
  } else if (asked->kind == Greeting::Kind::kDial && !listening_) {
    answer(Greeting::Kind::kRefused);
  } else if (asked->kind == Greeting::Kind::kDial && links_.size() >= kMostLinks) {
    answer(Greeting::Kind::kBusy);
  } else if (asked->kind == Greeting::Kind::kDial && answer(Greeting::Kind::kOpen)) {
    const std::uint64_t id = ++last_link_;
    Link& link = links_[id];
    link.peer = {asked->address, asked->name, QITAI_PEER_GAME | QITAI_PEER_ASKED, QITAI_SIGNAL_UNKNOWN};
    link.incoming = true;
    link.line.emplace(std::move(caller.line));
    begin_link(id, link, mtu);
  }
  return true;
}

// ---------------------------------------------------------------- links

void LocalEndpoint::begin_link(std::uint64_t id, Link& link, std::uint32_t mtu) {
  link.stage = Link::Stage::kOpen;
  link.mtu = mtu;
  link.deadline.reset();
  link.line->limit(mtu);
  if (settings_.faults) link.line->spoil(Faults(*settings_.faults, id));
}

void LocalEndpoint::start_dialling(Link& link, std::int64_t now) {
  if (!no_entry_.empty()) {
    link.failure = no_entry_;
    return;
  }
  if (place_.listener() >= 0 && link.peer.address == place_.address()) {
    link.failure = "refused";
    return;
  }
  const int socket = place_.connect(link.peer.address);
  if (socket < 0) {
    if (socket == -ECONNREFUSED) place_.bury(link.peer.address);
    const bool forbidden = socket == -EACCES || socket == -EPERM;
    link.failure = socket == -EAGAIN ? "busy" : forbidden ? "permission" : "absent";
    return;
  }
  link.line.emplace(Handle(socket), static_cast<std::uint32_t>(kGreetingBytes));
  if (!place_.trusted(socket)) {
    link.failure = "refused";
  } else if (!link.line->say(write_greeting(greeting(Greeting::Kind::kDial, settings_.mtu)))) {
    link.failure = "absent";
  }
  link.stage = Link::Stage::kGreeting;
  link.deadline = now + kAnswerTime;
}

void LocalEndpoint::hear_answer(std::uint64_t id, Link& link, sdk::Events& events) {
  const auto packet = link.line->receive();
  if (!packet) {
    if (!link.line->ended().empty()) link.failure = "absent";
    return;
  }
  const auto answer = read_greeting(*packet);
  if (answer && answer->kind == Greeting::Kind::kOpen && answer->mtu <= settings_.mtu) {
    link.peer.name = answer->name;
    begin_link(id, link, answer->mtu);
    events.opened(id, link.peer, link.mtu);
  } else if (answer && answer->kind == Greeting::Kind::kRefused) {
    link.failure = "refused";
  } else if (answer && answer->kind == Greeting::Kind::kBusy) {
    link.failure = "busy";
  } else {
    link.failure = "protocol";
  }
}

void LocalEndpoint::read_messages(std::uint64_t id, Link& link, sdk::Events& events) {
  for (int count = 0; events.room(); ++count) {
    if (count == kMessagesAtOnce) {
      due_ = true;
      return;
    }
    const auto message = link.line->receive();
    if (!message) break;
    events.received(id, *message);
  }
  if (!link.line->ended().empty()) link.failure = link.line->ended();
}

void LocalEndpoint::serve_link(std::uint64_t id, Link& link, std::int64_t now, sdk::Events& events) {
  if (link.failure) return;
  if (link.stage == Link::Stage::kWanted) start_dialling(link, now);
  if (link.failure) return;
  if (std::exchange(link.incoming, false)) {
    // Hung up before it was known, or not: it is told first.
    events.incoming(id, link.peer, link.mtu);
  }
  if (link.stage == Link::Stage::kGreeting) {
    hear_answer(id, link, events);
    if (link.stage == Link::Stage::kGreeting && !link.failure && now >= *link.deadline)
      link.failure = "absent";
  }
  if (link.failure) return;
  if (link.line) link.line->flush(now);
  if (link.stage == Link::Stage::kOpen) {
    read_messages(id, link, events);
    if (link.line->dead()) {
      link.failure = "lost";
      dead_.emplace_back(std::move(*link.line), now + kSilence);
      link.line.reset();
    } else if (!link.failure && events.room() && link.line->room_again()) {
      events.writable(id);
    }
  } else if (link.stage == Link::Stage::kEnding) {
    const bool sent = !link.line || link.line->all_sent();
    if (!link.deadline) link.deadline = now + QITAI_HANG_UP_SECONDS * kSecond;
    if (sent || link.at_once) {
      link.failure = "";
    } else if (link.line->deaf() || now >= *link.deadline) {
      link.failure = "lost";
    }
  }
}

// ---------------------------------------------------------------- looking around

void LocalEndpoint::look_around(std::int64_t now, sdk::Events& events) {
  if (!scanning_ || now < scan_due_ || !no_entry_.empty()) return;
  scan_due_ = now + kScanTime;
  const std::vector<std::string> others = place_.others();
  std::vector<std::string> missing;
  for (const auto& [address, peer] : peers_) {
    if (!std::binary_search(others.begin(), others.end(), address)) missing.push_back(address);
  }
  for (const std::string& address : missing)
    lose_peer(address, events);
  for (const std::string& address : others) {
    const auto asked = [&](const Question& question) { return question.address == address; };
    if (std::any_of(questions_.begin(), questions_.end(), asked)) continue;
    const int socket = place_.connect(address);
    if (socket == -EAGAIN || socket == -EMFILE || socket == -ENFILE)
      continue;  // it is there, and busy; so are we
    if (socket == -ECONNREFUSED) place_.bury(address);
    Line line(Handle(socket), kGreetingBytes);
    if (socket < 0 || !place_.trusted(socket) ||
        !line.say(write_greeting(greeting(Greeting::Kind::kWho, settings_.mtu)))) {
      lose_peer(address, events);
      continue;
    }
    questions_.push_back({address, std::move(line), now + kQuestionTime});
  }
}

void LocalEndpoint::hear_peers(std::int64_t now, sdk::Events& events) {
  for (auto question = questions_.begin(); question != questions_.end() && events.room();) {
    const auto packet = question->line.receive();
    if (!packet && question->line.ended().empty() && now < question->deadline) {
      ++question;
      continue;
    }
    const auto answer = packet ? read_greeting(*packet) : std::nullopt;
    if (answer && answer->kind == Greeting::Kind::kHere) {
      sdk::Peer peer{question->address, answer->name, QITAI_PEER_GAME | QITAI_PEER_ASKED,
                     QITAI_SIGNAL_UNKNOWN};
      const auto known = peers_.find(question->address);
      if (known == peers_.end() || !(known->second == peer)) {
        events.found(peer);
        peers_[question->address] = std::move(peer);
      }
    } else {
      lose_peer(question->address, events);
    }
    question = questions_.erase(question);
  }
}

void LocalEndpoint::lose_peer(const std::string& address, sdk::Events& events) {
  // Without room it is noticed again at the next look around.
  if (!events.room() || peers_.erase(address) == 0) return;
  events.gone(address);
}

}  // namespace qitai::network
