#include "menu/company.hpp"

#include <sodium.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/log.hpp"
#include "menu/screen.hpp"
#include "menu/till.hpp"

namespace qitai::menu {

Result<std::unique_ptr<Company>> Company::open(House& house,
                                               std::shared_ptr<const host::Transport> transport) {
  std::unique_ptr<Company> company(new Company(house));
  seat::Lobby::Config config;
  config.transport = std::move(transport);
  config.identity = house.identity;
  config.name = house.config.values().player_name;
  // What the operator wrote is not known to be a name.
  if (const Status fits = duel::check_name(config.name); !fits) {
    log_warning("player.name: {}", fits.error().message);
    config.name.clear();
  }
  config.games = house.plugins.variants();
  config.random = [](std::span<std::uint8_t> bytes) { randombytes_buf(bytes.data(), bytes.size()); };
  config.journal = house.journal;
  config.price = [&house] { return price(house, 1); };
  if (house.blocked != nullptr) {
    config.blocked = [&blocked = *house.blocked, id = config.transport->info().id](std::string_view address) {
      return blocked.has(id + ":" + std::string(address));
    };
  }
  Result<std::unique_ptr<seat::Lobby>> lobby = seat::Lobby::open(std::move(config));
  if (!lobby) return lobby.error();
  company->lobby_ = std::move(*lobby);
  Result<std::unique_ptr<platform::Watcher>> watcher = platform::Watcher::start(house.wake);
  if (!watcher) return watcher.error();
  company->watcher_ = std::move(*watcher);
  return company;
}

Company::~Company() {
  if (lobby_ == nullptr || lobby_->partner() == nullptr) return;
  lobby_->leave(house_.match_now());
  (void)lobby_->pump(house_.match_now());
}

const host::TransportInfo& Company::transport() const {
  return lobby_->transport().info();
}

std::string Company::text(std::string_view key) const {
  const std::string_view own = lobby_->transport().text(text::language_code(house_.catalog.language()), key);
  return std::string(own.empty() ? house_.catalog.tr(key) : own);
}

std::string Company::far_name() const {
  const seat::Partner* const partner = lobby_->partner();
  return house_.readable(partner == nullptr ? std::string() : partner->duel().far().name);
}

bool Company::pump(seat::Now now) {
  bool told = lobby_->pump(now);
  if (seat::Partner* const partner = lobby_->partner()) {
    std::vector<duel::Event> events = partner->take_events();
    told = told || !events.empty();
    events_.insert(events_.end(), std::make_move_iterator(events.begin()),
                   std::make_move_iterator(events.end()));
  }
  std::vector<platform::Watcher::Descriptor> watched;
  for (const host::Endpoint::Descriptor& each : lobby_->descriptors())
    watched.push_back({each.fd, each.in, each.out});
  watcher_->watch(std::move(watched));
  return told;
}

seat::Now Company::next_wake() const {
  return lobby_->next_wake();
}

bool Company::take_fault() {
  return !lobby_->fault().empty() && !std::exchange(fault_told_, true);
}

std::vector<duel::Event> Company::take_events() {
  return std::exchange(events_, {});
}

void Company::put_back(std::vector<duel::Event> events) {
  events_.insert(events_.begin(), std::make_move_iterator(events.begin()),
                 std::make_move_iterator(events.end()));
}

void Company::show(std::uint32_t seconds) {
  visible_until_ = house_.match_now() + seconds * duel::kSecond;
  lobby_->show(seconds);
}

seat::Now Company::visible_for() const {
  if (!lobby_->hindrance(host::event::What::kVisible).empty()) return 0;
  return std::max<seat::Now>(0, visible_until_ - house_.match_now());
}

void Company::keep_to_partner() {
  const seat::Partner* const partner = lobby_->partner();
  show(0);
  lobby_->scan(false);
  lobby_->listen(partner != nullptr && partner->config().duel.role == duel::Role::kListener);
}

const Company::Learned* Company::learned(std::string_view address) const {
  const auto found = learned_.find(address);
  return found == learned_.end() ? nullptr : &found->second;
}

std::string Company::device(std::string_view address) const {
  return transport().id + ":" + std::string(address);
}

}  // namespace qitai::menu
