#include "menu/till.hpp"

#include <algorithm>

#include "menu/screen.hpp"

namespace qitai::menu {

bool charges(const House& house) {
  return house.kiosk && house.journal != nullptr && house.config.values().play == "coins";
}

std::int64_t price(const House& house, int players) {
  if (!charges(house)) return 0;
  const config::Values& values = house.config.values();
  return std::int64_t{values.credits_per_game} * (values.credits_each == "player" ? std::max(1, players) : 1);
}

int players_here(const match::Terms& terms) {
  return static_cast<int>(
      std::ranges::count_if(terms.seats, [](const match::SeatTerms& seat) { return seat.holder.empty(); }));
}

std::int64_t price(const House& house, const match::Terms& terms) {
  return price(house, players_here(terms));
}

std::string purse_text(const House& house) {
  if (!charges(house)) return {};
  const store::Purse purse = house.journal->purse();
  if (purse.coins == 0) return house.catalog.tr("till.credits", {{"n", purse.credits}});
  return house.catalog.tr(
      "till.credits_coins",
      {{"n", purse.credits}, {"coins", purse.coins}, {"of", house.config.values().coins_per_credit}});
}

std::string price_text(const House& house, std::int64_t price) {
  if (!charges(house)) return {};
  return house.catalog.tr("till.price", {{"n", price}}) + " · " + purse_text(house);
}

std::string unpaid(const House& house, std::int64_t price) {
  if (!charges(house)) return {};
  const store::Purse purse = house.journal->purse();
  if (purse.credits >= price) return {};
  const std::int64_t coins = (price - purse.credits) * house.config.values().coins_per_credit - purse.coins;
  return house.catalog.tr("till.short", {{"n", std::max<std::int64_t>(1, coins)}});
}

std::string returned_text(const House& house) {
  if (house.returned <= 0 || !charges(house)) return {};
  return house.catalog.tr("till.returned", {{"n", house.returned}});
}

}  // namespace qitai::menu
