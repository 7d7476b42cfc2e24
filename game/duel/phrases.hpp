// What a duel says to people: the ready-made phrases that players may say to each other (so that nobody can
// be insulted in words), and why something is over. All as keys of texts.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace qitai::duel {

// A phrase's place in the list is its number in the protocol: it stays.
inline constexpr std::array<std::string_view, 8> kPhrases{
    "hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "good-game", "goodbye",
};
// The text of a phrase, by its place, which must be one.
[[nodiscard]] std::string phrase_key(std::size_t phrase);

// Why a link was lost, a channel closed or a game is not offered: the reasons of Event and Comparison. Those
// without a sentence of their own say that the other side has broken the protocol.
[[nodiscard]] std::string reason_key(std::string_view reason);
// Why nothing came of an offer: reason of Event::kDropped. Those without a sentence of their own say that the
// terms do not fit the game.
[[nodiscard]] std::string dropped_key(std::string_view reason);

}  // namespace qitai::duel
