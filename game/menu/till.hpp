// Menu: what a match costs at a cabinet that takes coins.
#pragma once

#include <cstdint>
#include <string>

#include "match/terms.hpp"

namespace qitai::menu {

struct House;

// Coins are taken: on a cabinet whose operator wants them and which can keep them.
[[nodiscard]] bool charges(const House& house);
// The credits that a match of so many players at this machine costs; 0: nothing.
[[nodiscard]] std::int64_t price(const House& house, int players);
// How many of them sit at this machine when all do: bots pay nothing.
[[nodiscard]] int players_here(const match::Terms& terms);
// The same of these terms.
[[nodiscard]] std::int64_t price(const House& house, const match::Terms& terms);
// What is in the purse, in words: "Credits 2", with coins that are no whole credit yet; empty: nothing is
// charged.
[[nodiscard]] std::string purse_text(const House& house);
// The same, and what a match costs.
[[nodiscard]] std::string price_text(const House& house, std::int64_t price);
// Why nobody may begin a match of that price yet, and what to do; empty: it is paid for.
[[nodiscard]] std::string unpaid(const House& house, std::int64_t price);
// That credits have come back, if somebody is still to be told.
[[nodiscard]] std::string returned_text(const House& house);

}  // namespace qitai::menu
