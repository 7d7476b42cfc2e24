#include "network/bluetooth/search.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace qitai::bluetooth {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kAskTime = 10 * kSecond;     // for all of a question; out of reach takes 5.1 s
constexpr std::int64_t kAgainGame = 20 * kSecond;   // who has the game is asked again
constexpr std::int64_t kAgainOther = 45 * kSecond;  // who has not may have started it
constexpr std::int64_t kBetween = 3 * kSecond;      // two looks around
constexpr std::int64_t kAfterTrouble = 5 * kSecond;
// Partners who are away take 5 s each: after so long an inquiry that is due has its turn before the next one.
constexpr std::int64_t kTurn = 5 * kSecond;
constexpr int kMissedMost = 3;

}  // namespace

// ---------------------------------------------------------------- one question

Asking::Asking(std::string_view adapter, std::string peer, std::int64_t now)
    : peer_(std::move(peer)), deadline_(now + kAskTime) {
  Opened opened = open_channel(adapter, peer_, kSdpPsm, false);
  if (opened.socket.open()) {
    channel_.emplace(std::move(opened.socket), Channel::State::kConnecting);
  } else {
    settle(query_failure(opened.error));
  }
}

bool Asking::settle(std::string failure) {
  failure_ = std::move(failure);
  channel_.reset();
  return settled_ = true;
}

std::optional<qitai_descriptor> Asking::descriptor() const {
  if (!channel_) return std::nullopt;
  const bool connecting = channel_->state() == Channel::State::kConnecting;
  return qitai_descriptor{channel_->fd(), connecting ? QITAI_POLL_OUT : QITAI_POLL_IN};
}

bool Asking::pump(std::int64_t now) {
  if (settled_) return true;
  switch (channel_->connect()) {
    case Channel::State::kConnecting:
      return now >= deadline_ && settle("absent");
    case Channel::State::kEnded:
      return settle(query_failure(channel_->error()));
    case Channel::State::kOpen:
      break;
  }
  for (;;) {
    if (!sent_ && channel_->send(query_.request()) != Channel::Sent::kTaken) return settle("absent");
    sent_ = true;
    const auto packet = channel_->receive();
    if (!packet) return (channel_->state() == Channel::State::kEnded || now >= deadline_) && settle("absent");
    switch (query_.take(*packet)) {
      case Query::State::kGame:
        return settle("");
      case Query::State::kNoGame:
        return settle("no-game");
      case Query::State::kBroken:
        return settle("protocol");
      case Query::State::kAsking:
        sent_ = false;
    }
  }
}

// ---------------------------------------------------------------- all of them

void Search::wish(bool on) {
  if (on && !wished_) inquire_at_ = QITAI_AT_ONCE;
  if (!on) {
    seen_.clear();
    asking_.reset();
    failure_.clear();
    stale_ = radio_.busy();
  }
  wished_ = on;
}

void Search::descriptors(sdk::List<qitai_descriptor>& list) const {
  if (radio_.busy()) list.add({radio_.descriptor(), QITAI_POLL_IN});
  if (const auto one = asking_ ? asking_->descriptor() : std::nullopt) list.add(*one);
}

std::int64_t Search::next() const {
  if (asking_) return asking_->due();
  if (!wished_ || !idle_) return QITAI_NEVER;
  std::int64_t at = inquire_at_;
  for (const auto& [address, seen] : seen_)
    at = std::min(at, seen.ask_at);
  return at;
}

std::string Search::name_of(std::string_view address) const {
  const auto seen = seen_.find(address);
  return seen == seen_.end() ? std::string() : seen->second.peer.name;
}

Search::Seen* Search::meet(const std::string& address) {
  const auto found = seen_.find(address);
  if (found != seen_.end()) return &found->second;
  if (seen_.size() >= QITAI_TRANSPORT_PEERS) return nullptr;
  Seen& seen = seen_[address];
  seen.peer.address = address;
  return &seen;
}

void Search::pump(std::int64_t now, const std::optional<OwnAdapter>& own, bool busy,
                  const std::vector<Known>& known, sdk::Events& events) {
  hear_radio(now);
  if (!wished_) return;
  for (const Known& one : known) {
    Seen* const seen = meet(one.address);
    if (seen == nullptr) break;
    seen->peer.flags |= QITAI_PEER_KNOWN;
    if (seen->peer.name.empty()) seen->peer.name = one.name;
  }
  for (auto& one : seen_) {
    const bool is_known =
        std::ranges::any_of(known, [&](const Known& partner) { return partner.address == one.first; });
    if (!is_known) one.second.peer.flags &= ~static_cast<std::uint32_t>(QITAI_PEER_KNOWN);
  }
  hear_answer(now);
  idle_ = !asking_ && !radio_.busy() && !busy;
  if (!own) {
    for (auto& [address, seen] : seen_)
      seen.missed = kMissedMost;
    idle_ = false;
    inquire_at_ = QITAI_AT_ONCE;
  } else if (idle_) {
    begin(now, *own);
  }
  tell(events);
}

void Search::hear_radio(std::int64_t now) {
  const auto result = radio_.busy() ? radio_.take() : std::nullopt;
  if (!result || std::exchange(stale_, false) || !wished_) return;
  if (result->kind == Radio::Result::Kind::kName) {
    const auto seen = seen_.find(result->address);
    if (seen != seen_.end() && !result->name.empty() && (seen->second.peer.flags & QITAI_PEER_GAME) == 0)
      seen->second.peer.name = result->name;
    return;
  }
  inquire_at_ = now + kBetween;
  failure_.clear();
  if (result->error != 0) {
    // EBUSY: somebody else looks around; ENETDOWN, ENODEV: told by the adapter's own state.
    if (result->error == EPERM || result->error == EACCES) failure_ = "permission";
    inquire_at_ = now + kAfterTrouble;
    return;
  }
  for (auto& [address, seen] : seen_) {
    if (std::ranges::find(result->found, address) == result->found.end() && !seen.answers) ++seen.missed;
  }
  for (const std::string& address : result->found) {
    Seen* const seen = meet(address);
    if (seen == nullptr) continue;
    seen->found = true;
    seen->missed = 0;
  }
}

void Search::hear_answer(std::int64_t now) {
  if (!asking_ || !asking_->pump(now)) return;
  asked_for_ += now - asked_at_;
  const auto found = seen_.find(asking_->peer());
  if (found != seen_.end()) {
    Seen& seen = found->second;
    const std::string& failure = asking_->failure();
    const bool answered = failure.empty() || failure == "no-game" || failure == "protocol";
    seen.answers = answered;
    if (answered) {
      seen.peer.flags |= QITAI_PEER_ASKED;
      seen.peer.flags &= ~static_cast<std::uint32_t>(QITAI_PEER_GAME);
      seen.missed = 0;
    } else {
      ++seen.missed;
    }
    if (failure.empty()) {
      seen.peer.flags |= QITAI_PEER_GAME;
      if (!asking_->name().empty()) seen.peer.name = asking_->name();
    }
    seen.ask_at = now + (failure.empty()           ? kAgainGame
                         : seen.found && !answered ? kAfterTrouble
                                                   : kAgainOther);
  }
  asking_.reset();
}

void Search::begin(std::int64_t now, const OwnAdapter& own) {
  idle_ = false;
  const auto ask = [&](Seen& seen) {
    asked_at_ = now;
    asking_.emplace(own.address, seen.peer.address, now);
  };
  // Partners, then strangers, in the order in which they wait.
  Seen* next = nullptr;
  for (auto& [address, seen] : seen_) {
    if (now < seen.ask_at) continue;
    const auto rank = [](const Seen& one) {
      return std::pair((one.peer.flags & QITAI_PEER_KNOWN) == 0, one.ask_at);
    };
    if (next == nullptr || rank(seen) < rank(*next)) next = &seen;
  }
  const bool turn = now >= inquire_at_ && asked_for_ >= kTurn;
  if (next != nullptr && !turn) return ask(*next);
  if (now >= inquire_at_) {
    asked_for_ = 0;
    if (radio_.inquire(own.hci)) return;
    inquire_at_ = now + kAfterTrouble;
  }
  if (next != nullptr) return ask(*next);
  for (auto& [address, seen] : seen_) {
    if (!seen.peer.name.empty() || seen.name_asked || !seen.answers) continue;
    seen.name_asked = true;
    if (radio_.ask_name(own.hci, address)) return;
  }
  idle_ = true;
}

// A partner who was never met since is not told of: that he may be asked is nothing to be shown.
void Search::tell(sdk::Events& events) {
  for (auto at = seen_.begin(); at != seen_.end() && events.room();) {
    Seen& seen = at->second;
    if (seen.missed >= kMissedMost) {
      if (seen.told) events.gone(at->first);
      const bool kept = (seen.peer.flags & QITAI_PEER_KNOWN) != 0;
      if (kept) {
        seen.told.reset();
        seen.found = seen.answers = false;
        seen.missed = 0;
        ++at;
      } else {
        at = seen_.erase(at);
      }
      continue;
    }
    if ((seen.found || seen.answers) && !(seen.told && *seen.told == seen.peer)) {
      events.found(seen.peer);
      seen.told = seen.peer;
    }
    ++at;
  }
}

}  // namespace qitai::bluetooth
