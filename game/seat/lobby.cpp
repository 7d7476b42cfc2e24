#include "seat/lobby.hpp"

#include <algorithm>
#include <utility>

#include "duel/match.hpp"

namespace qitai::seat {

Result<std::unique_ptr<Lobby>> Lobby::open(Config config) {
  Result<host::Endpoint> endpoint = config.transport->open(config.identity);
  if (!endpoint) return endpoint.error();
  return std::unique_ptr<Lobby>(new Lobby(std::move(config), std::move(*endpoint)));
}

void Lobby::show(std::optional<std::uint32_t> seconds) {
  (void)endpoint_.visible(config_.name, seconds);
}

void Lobby::scan(bool on) {
  if (!on) peers_.clear();
  (void)endpoint_.scan(on);
}

void Lobby::listen(bool on) {
  listens_ = on;
  endpoint_.listen(on);
}

const std::string& Lobby::hindrance(host::event::What which) const {
  return hindrance_.at(static_cast<std::size_t>(which));
}

Partner::Config Lobby::partner_config(duel::Role role, std::string_view address) const {
  Partner::Config config;
  config.duel = {role, config_.name, config_.games, config_.random};
  config.address = address;
  config.device = config_.transport->info().id + ":" + std::string(address);
  config.journal = config_.journal;
  return config;
}

Status Lobby::dial(std::string_view address) {
  if (partner_ != nullptr) return Error{"busy", "There is a partner already"};
  auto partner = Partner::meet(partner_config(duel::Role::kDialler, address), endpoint_);
  if (!partner) return partner.error();
  partner_ = std::move(*partner);
  return {};
}

Result<bool> Lobby::resume(Now now) {
  if (partner_ != nullptr) return Error{"busy", "There is a partner already"};
  if (config_.journal == nullptr) return false;
  const std::string prefix = config_.transport->info().id + ":";
  const auto kept = config_.journal->resumable_far(prefix);
  if (!kept) return kept.error();
  if (!*kept) return false;
  const auto begun = duel::Match::beginning((*kept)->entries);
  if (!begun) return begun.error();
  const duel::Role role = begun->orders ? duel::Role::kListener : duel::Role::kDialler;
  auto partner =
      Partner::resume(partner_config(role, (*kept)->peer.substr(prefix.size())), endpoint_, **kept, now);
  if (!partner) return partner.error();
  partner_ = std::move(*partner);
  if (role == duel::Role::kListener) listen(true);
  return true;
}

void Lobby::leave(Now now) {
  if (partner_ == nullptr) return;
  partner_->duel().leave(now);
  partner_->poll(now);
}

void Lobby::forget_partner() {
  partner_.reset();
}

Partner* Lobby::owner(host::LinkId link) {
  return partner_ != nullptr && partner_->has(link) ? partner_.get() : nullptr;
}

// A call: of the partner who comes back, of somebody new where nobody is there. Whether it is the partner is
// for the duel to find out, which lets nobody disturb what stands.
void Lobby::take_call(const host::LinkInfo& link, Now now) {
  if (partner_ == nullptr && listens_) {
    auto partner = Partner::meet(partner_config(duel::Role::kListener, link.peer.address), endpoint_);
    if (partner) partner_ = std::move(*partner);
  }
  if (partner_ != nullptr && partner_->config().duel.role == duel::Role::kListener) {
    partner_->connected(link.id, now);
  } else {
    endpoint_.hang_up(link.id);
  }
}

void Lobby::take(const host::TransportEvent& event, Now now) {
  namespace ev = host::event;
  if (const auto* state = std::get_if<ev::State>(&event)) {
    hindrance_.at(static_cast<std::size_t>(state->what)) = state->failure;
  } else if (const auto* found = std::get_if<ev::Found>(&event)) {
    const auto known = std::ranges::find(peers_, found->peer.address, &host::PeerInfo::address);
    if (known == peers_.end()) {
      peers_.push_back(found->peer);
    } else {
      *known = found->peer;
    }
  } else if (const auto* gone = std::get_if<ev::Gone>(&event)) {
    std::erase_if(peers_, [&](const host::PeerInfo& peer) { return peer.address == gone->address; });
  } else if (const auto* incoming = std::get_if<ev::Incoming>(&event)) {
    take_call(incoming->link, now);
  } else if (const auto* opened = std::get_if<ev::Opened>(&event)) {
    if (Partner* const partner = owner(opened->link.id)) partner->connected(opened->link.id, now);
  } else if (const auto* received = std::get_if<ev::Received>(&event)) {
    if (Partner* const partner = owner(received->link))
      partner->received(received->link, received->bytes, now);
  } else if (const auto* writable = std::get_if<ev::Writable>(&event)) {
    if (Partner* const partner = owner(writable->link)) partner->writable();
  } else if (const auto* closed = std::get_if<ev::Closed>(&event)) {
    if (Partner* const partner = owner(closed->link)) partner->closed(closed->link, closed->failure, now);
  }
}

void Lobby::pump(Now now) {
  for (const host::TransportEvent& event : endpoint_.pump(now))
    take(event, now);
  if (partner_ == nullptr) return;
  partner_->poll(now);
  // Nothing was begun with whoever is lost: there is nothing to come back to, and the next may call.
  const duel::Duel& duel = partner_->duel();
  if (duel.match() == nullptr && duel.channel().state() == duel::Channel::State::kLost) leave(now);
}

Now Lobby::next_wake() const {
  Now next = endpoint_.next();
  if (partner_ != nullptr) next = std::min(next, partner_->next_wake());
  return next;
}

}  // namespace qitai::seat
