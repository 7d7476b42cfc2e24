// Qitai SDK for C++: which of the optional members a game has. A member with a known name but another
// signature does not compile, instead of being taken for missing. Used by variant.hpp.
#pragma once

#include <qitai/variant.h>
#include <qitai/values.hpp>
#include <qitai/wire.hpp>

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace qitai::sdk::detail {

template <typename Game>
struct Members {
  using Facts = std::span<const qitai_fact>;
  using Seed = std::span<const std::uint8_t, 32>;
  static constexpr bool kColourOf = requires(const Game& g) { g.colour_of(0); };
  static constexpr bool kSetup = requires(Game & g, Changes& c) { g.setup_apply(0, std::string_view{}, c); };
  static constexpr bool kPlayable = requires(const Game& g, List<qitai_playable>& l) { g.playable(0, l); };
  static constexpr bool kRefuse = requires(const Game& g) { g.refuse(0, qitai_move{}); };
  static constexpr bool kNeeds = requires(const Game& g, List<qitai_fact>& l) {
    g.needs(0, qitai_move{}, Facts{}, l);
  };
  static constexpr bool kFacts = requires(const Game& g, List<qitai_fact>& l) {
    g.facts(0, qitai_move{}, l);
  };
  static constexpr bool kApplyFacts = requires(Game & g, Changes& c) {
    g.apply(0, qitai_move{}, Facts{}, c);
  };
  static constexpr bool kUndo = requires(Game & g) {
    { g.undo() } -> std::same_as<bool>;
  };
  static constexpr bool kChanceCount = requires(const Game& g) { g.chance_count(); };
  static constexpr bool kChanceApply = requires(Game & g, Changes& c) { g.chance_apply(0u, c); };
  static constexpr bool kTimeout = requires(const Game& g) { g.timeout_outcome(0); };
  static constexpr bool kExplain = requires(const Game& g) { g.explain(0); };
  static constexpr bool kMarks = requires(const Game& g, List<qitai_mark>& l) { g.marks(0, l); };
  static constexpr bool kPosition = requires(const Game& g) { g.position_write(0); };
  static constexpr bool kMoveWrite = requires(const Game& g) { g.move_write(0, qitai_move{}, 0); };
  static constexpr bool kMoveRead = requires(const Game& g) { g.move_read(0, std::string_view{}, 0); };
  static constexpr bool kPerft = requires(Game & g) { g.perft(0u); };
  static constexpr bool kWalker = requires(const Game& g) { g.walker(); };
  static constexpr bool kResample = requires(const Game& g, Seed s) {
    { g.resample(s) } -> std::same_as<Made<Game>>;
  };
  static constexpr bool kSearch = kWalker || kResample;
  static constexpr bool kCandidates = requires(const Game& g) {
    { g.candidates(0, std::uint16_t{}) } -> std::same_as<std::uint64_t>;
  };
  static constexpr bool kSuggest = requires(const Game& g, Seed s) { g.setup_suggest(0, s); };
  static constexpr bool kRead = requires(const Game& g, List<qitai_piece>& l) {
    g.setup_read(0, std::string_view{}, l);
  };
  static constexpr bool kWrite = requires(const Game& g) {
    g.setup_write(0, std::span<const qitai_piece>{});
  };
  static constexpr bool kCheck = requires(const Game& g) { g.setup_check(0, std::string_view{}); };
  static constexpr bool kPlaces = requires(const Game& g, List<std::uint16_t>& l) {
    g.setup_places(0, std::string_view{}, std::uint16_t{}, l);
  };
  static constexpr bool kLayouts = kSuggest && kRead && kWrite && kCheck && kPlaces;
  static constexpr bool kExtension = requires { Game::extension(std::string_view{}); };

  static_assert(std::is_copy_constructible_v<Game>, "a game is copyable: clone() copies it");
  static_assert(
      kColourOf || !requires { &Game::colour_of; }, "colour_of has another signature");
  static_assert(
      kSetup || !requires { &Game::setup_apply; }, "setup_apply has another signature");
  static_assert(
      kPlayable || !requires { &Game::playable; }, "playable has another signature");
  static_assert(
      kRefuse || !requires { &Game::refuse; }, "refuse has another signature");
  static_assert(
      kNeeds || !requires { &Game::needs; }, "needs has another signature");
  static_assert(
      kFacts || !requires { &Game::facts; }, "facts has another signature");
  static_assert(
      kUndo || !requires { &Game::undo; }, "undo has another signature");
  static_assert(
      kChanceCount || !requires { &Game::chance_count; }, "chance_count has another signature");
  static_assert(
      kChanceApply || !requires { &Game::chance_apply; }, "chance_apply has another signature");
  static_assert(
      kTimeout || !requires { &Game::timeout_outcome; }, "timeout_outcome has another signature");
  static_assert(
      kExplain || !requires { &Game::explain; }, "explain has another signature");
  static_assert(
      kMarks || !requires { &Game::marks; }, "marks has another signature");
  static_assert(
      kPosition || !requires { &Game::position_write; }, "position_write has another signature");
  static_assert(
      kMoveWrite || !requires { &Game::move_write; }, "move_write has another signature");
  static_assert(
      kMoveRead || !requires { &Game::move_read; }, "move_read has another signature");
  static_assert(
      kPerft || !requires { &Game::perft; }, "perft has another signature");
  static_assert(
      kWalker || !requires { &Game::walker; }, "walker has another signature");
  static_assert(
      kResample || !requires { &Game::resample; }, "resample has another signature");
  static_assert(
      kCandidates || !requires { &Game::candidates; }, "candidates has another signature");
  static_assert(
      kSuggest || !requires { &Game::setup_suggest; }, "setup_suggest has another signature");
  static_assert(
      kRead || !requires { &Game::setup_read; }, "setup_read has another signature");
  static_assert(
      kWrite || !requires { &Game::setup_write; }, "setup_write has another signature");
  static_assert(
      kCheck || !requires { &Game::setup_check; }, "setup_check has another signature");
  static_assert(
      kPlaces || !requires { &Game::setup_places; }, "setup_places has another signature");
  static_assert(kLayouts || !(kSuggest || kRead || kWrite || kCheck || kPlaces),
                "setup_suggest, _read, _write, _check and _places belong together");
  static_assert(
      kExtension || !requires { &Game::extension; }, "extension has another signature");
};

}  // namespace qitai::sdk::detail
