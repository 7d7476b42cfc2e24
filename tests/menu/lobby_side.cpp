#include "lobby_side.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "asker.hpp"
#include "menu/company.hpp"

namespace qitai::testing {

using Card = menu::LobbyScreen::Card;

void meet_in(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
  ::setenv("XDG_RUNTIME_DIR", folder.c_str(), 1);
}

menu::LobbyScreen& lobby_of(Tour& tour) {
  if (tour.screen() != "lobby")
    throw std::runtime_error("not in the lobby but at " + std::string(tour.screen()));
  return static_cast<menu::LobbyScreen&>(tour.app().screen());
}

LobbySide::LobbySide(Tour& tour, const std::filesystem::path& folder, Options options)
    : tour_(tour), options_(std::move(options)) {
  meet_in(folder);
  const host::Plugins& plugins = tour_.app().house().plugins;
  seat::Lobby::Config config;
  config.transport = plugins.transport("local");
  config.identity.fill(options_.number);
  config.name = options_.name;
  for (const auto& game : plugins.variants()) {
    const auto& games = options_.games;
    if (games.empty() || std::find(games.begin(), games.end(), game->info().id) != games.end())
      config.games.push_back(game);
  }
  config.random = [](std::span<std::uint8_t> bytes) { randombytes_buf(bytes.data(), bytes.size()); };
  auto lobby = seat::Lobby::open(std::move(config));
  if (!lobby) throw std::runtime_error(lobby.error().message);
  lobby_ = std::move(*lobby);
  if (options_.visible) lobby_->show(std::nullopt);
  lobby_->listen(true);
  tour_.watch = [this] { pump(); };
}

LobbySide::~LobbySide() {
  tour_.watch = {};
}

void LobbySide::pump() {
  if (lobby_ == nullptr) return;
  (void)lobby_->pump(now());
  seat::Partner* const partner = lobby_->partner();
  if (partner == nullptr) return;
  for (duel::Event& event : partner->take_events())
    events_.push_back(std::move(event));
  if (partner->done()) lobby_->forget_partner();
}

namespace {

// As the transport "local" makes it of an identity.
std::string address_of(const store::Identity& identity) {
  std::string digits;
  for (std::size_t i = 0; i < 8; ++i) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    digits += kDigits[identity.at(i) >> 4U];
    digits += kDigits[identity.at(i) & 15U];
  }
  return digits;
}

}  // namespace

std::string LobbySide::address() const {
  store::Identity identity{};
  identity.fill(options_.number);
  return address_of(identity);
}

bool LobbySide::was_told(duel::Event::Kind kind) const {
  return std::any_of(events_.begin(), events_.end(),
                     [kind](const duel::Event& event) { return event.kind == kind; });
}

void LobbySide::until(const std::function<bool()>& holds) {
  for (int tries = 0; tries < 1500; ++tries) {
    if (holds()) return tour_.settle();
    tour_.pass(20);
    SDL_Delay(1);
  }
  throw std::runtime_error("it did not come about");
}

void LobbySide::call() {
  if (const Status called = lobby_->dial(address_of(tour_.app().house().identity)); !called)
    throw std::runtime_error(called.error().message);
  until([&] { return lobby_->partner() != nullptr && duel().agreement() != nullptr; });
}

void LobbySide::challenge(std::string_view variant, const std::function<void(duel::Offer&)>& change) {
  duel::Offer offer = duel::default_offer(*tour_.app().house().plugins.variant(variant));
  if (change) change(offer);
  if (const Status offered = duel().challenge(offer, now()); !offered)
    throw std::runtime_error(offered.error().message);
  until([&] { return lobby_of(tour_).card() == Card::kAsked; });
  tour_.pass(700);
}

void LobbySide::vanish() {
  lobby_.reset();
}

namespace {

void enter(Tour& tour, const std::shared_ptr<const host::Transport>& transport) {
  menu::House& house = tour.app().house();
  house.company.reset();
  auto company = menu::Company::open(house, transport);
  if (!company) throw std::runtime_error(company.error().message);
  house.company = std::move(*company);
  house.go(std::make_unique<menu::LobbyScreen>(house, "xiangqi"));
  tour.settle();
}

}  // namespace

void enter_with_asker(Tour& tour) {
  enter(tour, asking_transport());
}

// Others may come first on this machine.
void enter_local(Tour& tour) {
  enter(tour, tour.app().house().plugins.transport("local"));
}

void lobby_screens(Tour& tour, const std::filesystem::path& folder,
                   const std::function<void(std::string_view name)>& visit) {
  meet_in(folder);
  enter_local(tour);
  visit("lobby_empty");
  menu::Company& company = *tour.app().house().company;
  LobbySide near(tour, folder);
  near.until([&] { return !company.lobby().peers().empty(); });
  company.learn(near.address()) = {"小林", {"xiangqi", "chess", "junqi"}};
  LobbySide::Options other;
  other.number = 0x31;
  other.name = "WWWWWWWWWWWWWWWW";
  std::vector<std::unique_ptr<LobbySide>> more;
  more.push_back(std::make_unique<LobbySide>(tour, folder, other));
  other.number = 0x47;
  other.name = "阿芳";
  more.push_back(std::make_unique<LobbySide>(tour, folder, other));
  tour.watch = [&] {
    near.pump();
    for (const auto& each : more)
      each->pump();
  };
  near.until([&] { return company.lobby().peers().size() == 3; });
  company.learn(more.front()->address()).busy_until = tour.app().house().match_now() + 60 * duel::kSecond;
  company.learn(more.back()->address()).other_version = true;
  // How long it took to find them is not to be seen.
  company.show(120);
  tour.activate("lobby.peer." + near.address());
  visit("lobby");
  tour.activate("lobby.terms");
  visit("lobby_terms");
  tour.press(platform::Action::kBack);

  near.call();
  visit("lobby_together");
  company.show(120);
  near.challenge("xiangqi", [](duel::Offer& offer) {
    offer.takeback = false;
    offer.limits[0].first_limit = offer.limits[1].first_limit = 20;
    offer.limits[0].increment = offer.limits[1].increment = 5;
  });
  visit("lobby_asked");
  near.challenge("xiangqi", [](duel::Offer& offer) {
    offer.touch_move = true;
    offer.sides = duel::Sides::kDiallerFirst;
  });
  visit("lobby_changed");
  tour.activate("lobby.counter");
  visit("lobby_counter");
  tour.activate("terms.start");
  near.until([&] { return lobby_of(tour).card() == Card::kAsking; });
  visit("lobby_asking");
  if (const Status declined = near.duel().decline(tour.app().house().match_now()); !declined)
    throw std::runtime_error(declined.error().message);
  near.until([&] { return lobby_of(tour).card() == Card::kNotice; });
  visit("lobby_declined");
  tour.activate("lobby.dismiss");
  near.until([&] { return company.partner() == nullptr && near.lobby().partner() == nullptr; });

  near.call();
  near.challenge("junqi");
  visit("lobby_asked_junqi");
  tour.activate("lobby.block");
  near.until([&] { return company.partner() == nullptr; });
  tour.activate("lobby.blocked");
  visit("lobby_blocked");
  tour.activate("lobby.blocked.0");
  tour.activate("lobby.close");
  tour.activate("lobby.rename");
  visit("lobby_name");
  tour.press(platform::Action::kBack);

  const std::string gone = more.front()->address();
  company.learn(gone).busy_until = 0;
  tour.activate("lobby.peer." + gone);
  more.front()->vanish();
  tour.activate("lobby.challenge");
  near.until([&] { return lobby_of(tour).card() == Card::kNotice; });
  visit("lobby_absent");
  tour.activate("lobby.dismiss");

  tour.watch = {};
  enter_with_asker(tour);
  ask_pairing(QITAI_PAIRING_COMPARE);
  tour.pass(100);
  visit("lobby_pairing");
  tour.press(platform::Action::kBack);
  ask_pairing(QITAI_PAIRING_ALLOW);
  tour.pass(100);
  visit("lobby_allow");
  tour.press(platform::Action::kBack);
  tell_off();
  tour.pass(100);
  visit("lobby_off");
  tour.press(platform::Action::kBack);
}

}  // namespace qitai::testing
