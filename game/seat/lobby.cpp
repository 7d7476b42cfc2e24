#include "seat/lobby.hpp"

#include <algorithm>
#include <utility>

#include "base/log.hpp"
#include "duel/match.hpp"

namespace qitai::seat {

namespace {

// In its place where there is one of that key, else behind the others.
template <class T, class Key>
void put(std::vector<T>& all, const T& one, Key T::*key) {
  const auto known = std::ranges::find(all, one.*key, key);
  if (known == all.end()) {
    all.push_back(one);
  } else {
    *known = one;
  }
}

}  // namespace

template <class Call>
void Lobby::guarded(Call call) {
  if (!fault_.empty()) return;
  try {
    call();
  } catch (const host::PluginFault& fault) {
    fault_ = fault.what();
    log_error("{}", fault_);
    found_.clear();
    peers_.clear();
    questions_.clear();
  }
}

Result<std::unique_ptr<Lobby>> Lobby::open(Config config) {
  Result<host::Endpoint> endpoint = config.transport->open(config.identity);
  if (!endpoint) return endpoint.error();
  return std::unique_ptr<Lobby>(new Lobby(std::move(config), std::move(*endpoint)));
}

void Lobby::show(std::optional<std::uint32_t> seconds) {
  guarded([&] { (void)endpoint_.visible(config_.name, seconds); });
}

void Lobby::scan(bool on) {
  if (!on) {
    found_.clear();
    peers_.clear();
  }
  guarded([&] { (void)endpoint_.scan(on); });
}

void Lobby::listen(bool on) {
  listens_ = on;
  guarded([&] { endpoint_.listen(on); });
}

void Lobby::answer(bool yes) {
  if (questions_.empty()) return;
  const std::uint64_t id = questions_.front().id;
  questions_.erase(questions_.begin());
  guarded([&] { (void)endpoint_.answer(id, yes); });
}

void Lobby::power(std::string_view adapter, bool on) {
  guarded([&] { (void)endpoint_.power(adapter, on); });
}

bool Lobby::is_blocked(std::string_view address) const {
  return config_.blocked && config_.blocked(address);
}

void Lobby::look_at_blocked() {
  peers_ = found_;
  std::erase_if(peers_, [&](const host::PeerInfo& peer) { return is_blocked(peer.address); });
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
  config.price = config_.price;
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
  while (true) {
    const auto kept = config_.journal->resumable_far(prefix);
    if (!kept) return kept.error();
    if (!*kept) return false;
    const Status resumed = resume(**kept, (*kept)->peer.substr(prefix.size()), now);
    if (resumed) return true;
    // The power went before anything of it was said, or between its end and its result.
    const std::string& code = resumed.error().code;
    if (code != "ended") config_.journal->give_back((*kept)->id);
    if (code != "entry" && code != "ended") return resumed.error();
    config_.journal->forget((*kept)->id);
    config_.journal->flush();
    if (config_.journal->lost((*kept)->id)) return resumed.error();
  }
}

Status Lobby::resume(const store::Unfinished& kept, std::string_view address, Now now) {
  const auto begun = duel::Match::beginning(kept.entries);
  if (!begun) return begun.error();
  const duel::Role role = begun->orders ? duel::Role::kListener : duel::Role::kDialler;
  const Partner::Config config = partner_config(role, address);
  auto partner = Partner::resume(config, endpoint_, kept, now);
  if (!partner && partner.error().code == "ended") Partner::finish(config, kept, now);
  if (!partner) return partner.error();
  partner_ = std::move(*partner);
  if (role == duel::Role::kListener) listen(true);
  return {};
}

void Lobby::leave(Now now) {
  if (partner_ == nullptr) return;
  partner_->duel().leave(now);
  partner_->poll(now);
}

void Lobby::forget_partner() {
  if (partner_ == nullptr) return;
  guarded([&] { partner_->hang_up(); });
  partner_.reset();
}

Partner* Lobby::owner(host::LinkId link) {
  return partner_ != nullptr && partner_->has(link) ? partner_.get() : nullptr;
}

// A call: of the partner who comes back, of somebody new where nobody is there. Whether it is the partner is
// for the duel to find out, which lets nobody disturb what stands.
void Lobby::take_call(const host::LinkInfo& link, Now now) {
  if (is_blocked(link.peer.address)) return endpoint_.hang_up(link.id);
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
    put(found_, found->peer, &host::PeerInfo::address);
    look_at_blocked();
  } else if (const auto* gone = std::get_if<ev::Gone>(&event)) {
    std::erase_if(found_, [&](const host::PeerInfo& peer) { return peer.address == gone->address; });
    look_at_blocked();
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
  } else if (const auto* pairing = std::get_if<ev::Pairing>(&event)) {
    // Whoever is blocked is told no, and the player nothing.
    if (is_blocked(pairing->peer.address)) {
      (void)endpoint_.answer(pairing->id, false);
    } else {
      questions_.push_back(*pairing);
    }
  } else if (const auto* over = std::get_if<ev::PairingOver>(&event)) {
    std::erase_if(questions_, [&](const ev::Pairing& question) { return question.id == over->id; });
  } else if (const auto* adapter = std::get_if<ev::Adapter>(&event)) {
    put(adapters_, adapter->adapter, &host::AdapterInfo::id);
  } else if (const auto* pulled = std::get_if<ev::AdapterGone>(&event)) {
    std::erase_if(adapters_, [&](const host::AdapterInfo& each) { return each.id == pulled->id; });
  }
}

bool Lobby::pump(Now now) {
  bool told = false;
  guarded([&] {
    for (const host::TransportEvent& event : endpoint_.pump(now)) {
      take(event, now);
      told = true;
    }
  });
  if (partner_ == nullptr || !fault_.empty()) return told;
  partner_->poll(now);
  // Nothing was begun with whoever is lost: there is nothing to come back to, and the next may call.
  const duel::Duel& duel = partner_->duel();
  if (duel.match() == nullptr && duel.channel().state() == duel::Channel::State::kLost) leave(now);
  return told;
}

std::vector<host::Endpoint::Descriptor> Lobby::descriptors() {
  std::vector<host::Endpoint::Descriptor> all;
  guarded([&] { all = endpoint_.descriptors(); });
  return all;
}

Now Lobby::next_wake() const {
  if (!fault_.empty()) return duel::kNever;
  Now next = duel::kNever;
  // A fault here is told by the pump that it is answered with.
  try {
    next = endpoint_.next();
  } catch (const host::PluginFault&) {
    return host::Endpoint::kAtOnce;
  }
  if (partner_ != nullptr) next = std::min(next, partner_->next_wake());
  return next;
}

}  // namespace qitai::seat
