// Two machines that play a hidden game over byte strings, and a referee who knows everything beside them.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "host/secrets.hpp"
#include "host/variant.hpp"

namespace qitai::testing {

using Bytes32 = std::array<std::uint8_t, 32>;

inline Bytes32 filled(std::uint8_t first) {
  Bytes32 bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(first + i);
  return bytes;
}

inline const Bytes32 kMatch = filled(0);
inline const std::array<Bytes32, 2> kSecrets{filled(100), filled(50)};

template <typename T>
T given(host::Answer<T>&& answer) {
  if (const auto* refusal = std::get_if<host::Refusal>(&answer)) FAIL(refusal->id << ": " << refusal->detail);
  return std::get<T>(std::move(answer));
}
inline std::string id_of(const std::optional<host::Refusal>& refusal) {
  return refusal ? refusal->id : "";
}
template <typename T>
std::string id_of(const host::Answer<T>& answer) {
  const auto* refusal = std::get_if<host::Refusal>(&answer);
  return refusal == nullptr ? "" : refusal->id;
}
// How the seat lied according to a keeper, or nothing.
inline std::string lie(const host::Keeper& keeper, host::Seat seat) {
  const auto lie = keeper.audit(seat);
  return lie ? lie->how.id : "";
}

inline host::Keeper new_keeper(const std::shared_ptr<const host::Variant>& variant,
                               const std::vector<std::int64_t>& options, host::Seat seat,
                               const Bytes32& secret) {
  host::SecretsStart start;
  start.options = options;
  start.match = kMatch;
  start.secret = secret;
  start.seat = seat;
  return given(host::Keeper::begin(variant, start));
}

// What a state emits for everybody, as bytes.
inline std::string public_bytes(const std::vector<host::Change>& changes) {
  std::string bytes;
  for (const host::Change& change : changes) {
    if ((change.audience >> QITAI_PUBLIC & 1U) == 0) continue;
    bytes.append(reinterpret_cast<const char*>(&change), sizeof change);
  }
  return bytes;
}

struct Machines {
  std::shared_ptr<const host::Variant> variant;
  std::array<std::string, 2> layouts;
  std::vector<host::Keeper> keepers;  // by seat
  host::State full;
  std::vector<host::State> partial;  // by seat
  Digest chain{};
  std::uint64_t number = 0;
  host::Ply last;                                 // the move begun last
  std::vector<std::pair<int, std::string>> said;  // every message: seat, bytes
  std::array<Digest, 2> roots{};

  Machines(const std::shared_ptr<const host::Variant>& game, const std::vector<std::int64_t>& options,
           std::array<std::string, 2> set_ups, std::array<Bytes32, 2> secrets = kSecrets)
      : variant(game), layouts(std::move(set_ups)), full(given(game->create({options, {}, -1, ""}))) {
    for (const int seat : {0, 1}) {
      partial.push_back(given(game->create({options, {}, seat, ""})));
      keepers.push_back(new_keeper(game, options, seat, secrets[static_cast<std::size_t>(seat)]));
    }
    for (const int seat : {0, 1}) {
      const std::string& layout = layouts[static_cast<std::size_t>(seat)];
      const std::string bytes = public_bytes(given(full.setup(seat, layout)));
      for (const int knower : {0, 1}) {
        auto& state = partial[static_cast<std::size_t>(knower)];
        CHECK(public_bytes(given(state.setup(seat, knower == seat ? layout : ""))) == bytes);
      }
      link(bytes);
    }
    for (const int seat : {0, 1})
      roots[static_cast<std::size_t>(seat)] =
          given(keeper(seat).commit(layouts[static_cast<std::size_t>(seat)]));
    REQUIRE(id_of(keeper(0).take_root(roots[1])).empty());
    REQUIRE(id_of(keeper(1).take_root(roots[0])).empty());
  }

  host::Keeper& keeper(int seat) { return keepers[static_cast<std::size_t>(seat)]; }
  host::State& state(int seat) { return partial[static_cast<std::size_t>(seat)]; }
  void link(const std::string& bytes) {
    Hasher hasher;
    hasher.update(chain);
    hasher.update(bytes);
    chain = hasher.finish();
  }

  void draw(std::uint32_t index) {
    const std::string bytes = public_bytes(given(full.chance(index)));
    for (const int seat : {0, 1}) {
      REQUIRE(id_of(keeper(seat).draw(index)).empty());
      CHECK(public_bytes(given(state(seat).chance(index))) == bytes);
    }
    link(bytes);
  }

  [[nodiscard]] host::Ply ply(int seat, host::Move move) const { return {number + 1, chain, seat, move}; }
  host::Move move(std::string_view text) const {
    return given(full.read_move(full.acting() == 1 ? 0 : 1, text));
  }
  int acting() const { return full.acting() == 1 ? 0 : 1; }

  // Begins a move on both machines.
  void turn(int seat, host::Move move) {
    last = ply(seat, move);
    number = last.number;
    for (const int side : {seat, 1 - seat}) {
      const auto refused = keeper(side).turn(last);
      INFO("keeper " << side << ": " << (refused ? refused->detail : ""));
      REQUIRE(id_of(refused).empty());
    }
  }
  // The next message of a seat, from its keeper.
  std::string message(int seat) { return keeper(seat).message(number, keeper(1 - seat).look().heard); }
  std::optional<host::Refusal> hears(int seat, std::string_view bytes) {
    return keeper(seat).hear(number, keeper(seat).look().heard, bytes);
  }
  // Whether a seat has said something that the other has not heard.
  bool has_said(int seat) { return keeper(seat).look().said > keeper(1 - seat).look().heard; }
  // One message from whoever has one. False: nobody does.
  bool pass() {
    for (const int seat : {0, 1}) {
      if (!has_said(seat)) continue;
      CHECK(keeper(1 - seat).look().owes == seat);
      const std::string bytes = message(seat);
      REQUIRE_FALSE(bytes.empty());
      said.emplace_back(seat, bytes);
      REQUIRE(id_of(hears(1 - seat, bytes)).empty());
      return true;
    }
    return false;
  }
  // Makes a settled move on every state; all machines tell the public the same.
  void settle(int seat, host::Move move) {
    const std::string bytes = public_bytes(given(full.apply(seat, move)));
    for (const int side : {0, 1}) {
      REQUIRE(keeper(side).look().stage == host::Keeper::Stage::kSettled);
      const auto facts = host::asked_of(state(side), seat, move, keeper(side).facts(number));
      REQUIRE(facts);
      CHECK(public_bytes(given(state(side).apply(seat, move, *facts))) == bytes);
      CHECK(state(side).hash(host::kPublic) == full.hash(host::kPublic));
    }
    link(bytes);
  }
  void play(int seat, host::Move move) {
    turn(seat, move);
    while (pass()) {
    }
    settle(seat, move);
  }
  void play(std::string_view text) { play(acting(), move(text)); }

  // Both open.
  void open() {
    const std::array<std::string, 2> openings{given(keeper(0).open()), given(keeper(1).open())};
    REQUIRE(id_of(keeper(0).take_opening(openings[1])).empty());
    REQUIRE(id_of(keeper(1).take_opening(openings[0])).empty());
  }
  void nobody_lied() {
    for (const int judge : {0, 1}) {
      for (const int seat : {0, 1}) {
        const auto found = keeper(judge).audit(seat);
        INFO("seat " << seat << " according to " << judge << ": " << (found ? found->how.detail : ""));
        CHECK((found ? found->how.id : "") == "");
      }
    }
  }
};

}  // namespace qitai::testing
