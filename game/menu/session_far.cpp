// What a session does where the other side sits at another machine.
#include <algorithm>
#include <utility>

#include "menu/session.hpp"

namespace qitai::menu {
namespace {

// A round trip up to which the link is good, and up to which it will do; what is quiet for longer than a ping
// and its answer need is neither.
constexpr seat::Now kQuick = 250'000, kSlow = 800'000, kQuiet = 2'500'000;

}  // namespace

bool Session::here(host::Seat seat) const {
  return far_ != nullptr ? own() == seat : !bot(seat);
}

std::optional<host::Seat> Session::own() const {
  if (far_ == nullptr) return std::nullopt;
  return far_->duel().match()->own();
}

Session::Link Session::link() const {
  Link link;
  if (far_ == nullptr) return link;
  const duel::Channel& channel = far_->duel().channel();
  const duel::Match& match = *far_->duel().match();
  if (channel.state() != duel::Channel::State::kUp) {
    link.bars = 0;
    link.lost = !over() && !match.together();
    if (link.lost) link.grace = match.grace_left(house_.match_now());
    return link;
  }
  const seat::Now quiet = house_.match_now() - channel.heard();
  link.bars = quiet > kQuiet || channel.round_trip() > kSlow ? 1 : channel.round_trip() > kQuick ? 2 : 3;
  return link;
}

bool Session::link_changed() {
  if (far_ == nullptr) return false;
  const Link now = link();
  const bool same =
      now.bars == shown_link_.bars && now.lost == shown_link_.lost && now.seconds() == shown_link_.seconds();
  shown_link_ = now;
  return !same;
}

std::optional<match::Intent> Session::on_its_way(match::IntentKind kind) const {
  if (far_ == nullptr || over()) return std::nullopt;
  const std::vector<match::Intent> wishes = far_->duel().match()->wishes();
  const auto found = std::ranges::find(wishes, kind, &match::Intent::kind);
  return found == wishes.end() ? std::nullopt : std::optional(*found);
}

bool Session::bound() const {
  const duel::Hidden* const hidden = far_ == nullptr ? nullptr : far_->duel().match()->hidden();
  return hidden != nullptr && hidden->committed(*own());
}

bool Session::awaits_far() const {
  if (far_ == nullptr || over() || link().lost) return false;
  return ((reader().acting() >> static_cast<unsigned>(*own())) & 1U) == 0 || bound();
}

bool Session::busy() const {
  if (far_ == nullptr || over()) return false;
  const duel::Hidden* const hidden = far_->duel().match()->hidden();
  if (hidden != nullptr && hidden->pending()) return true;
  const std::vector<match::Intent> wishes = far_->duel().match()->wishes();
  return std::ranges::any_of(wishes, [](const match::Intent& wish) {
    using Kind = match::IntentKind;
    return wish.kind == Kind::kSetUp || wish.kind == Kind::kMove || wish.kind == Kind::kClaim ||
           wish.kind == Kind::kTouch || wish.kind == Kind::kAdjust;
  });
}

void Session::give_up() {
  far_->duel().give_up(house_.match_now());
  far_->poll(house_.match_now());
}

std::vector<duel::Event> Session::take_events() {
  if (far_ == nullptr) return {};
  return house_.company != nullptr ? house_.company->take_events() : far_->take_events();
}

bool Session::superseded() const {
  return far_ != nullptr && far_->duel().match()->config().id != far_match_;
}

bool Session::settling() const {
  return far_ != nullptr && far_->duel().match()->settling();
}

const match::Event* Session::end() const {
  if (!over()) return nullptr;
  return far_end_ ? &*far_end_ : table_->referee().ended();
}

bool Session::follow_far(std::uint64_t now) {
  bool changed = false;
  if (std::exchange(replays_, far_->replays()) != replays_) {
    // What the board shows was read from a referee that is no more.
    put_up(now);
    changed = true;
  }
  if (!far_end_ && over()) {
    far_end_ = far_->end();
    changed = changed || far_end_.has_value();
  }
  return changed;
}

}  // namespace qitai::menu
