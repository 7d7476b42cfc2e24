// What players may say to each other in a duel: ready-made phrases, each in every language of the game, so
// that nobody can be insulted in words. A phrase's place in the list is its number in the protocol: it stays.
#pragma once

#include <array>
#include <string_view>

namespace qitai::duel {

// The text of each has the key "phrase." and this id.
inline constexpr std::array<std::string_view, 8> kPhrases{
    "hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "good-game", "goodbye",
};

}  // namespace qitai::duel
