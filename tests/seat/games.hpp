// Tests: the built games, loaded as the program loads them.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "host/loader.hpp"
#include "seat/table.hpp"

namespace qitai::testing {

inline const host::Plugins& plugins() {
  static const host::Plugins loaded = [] {
    host::LoaderOptions options;
    options.folders = {QITAI_BUILD_DIR "/lib/qitai/plugins"};
    options.vetter = QITAI_BUILD_DIR "/libexec/qitai/qitai-vet";
    // A sanitizer's run-time makes every program start slowly.
    options.vet_timeout = std::chrono::seconds(20);
    return host::Plugins::load(options);
  }();
  return loaded;
}

inline std::shared_ptr<const host::Variant> xiangqi() {
  return plugins().variant("xiangqi");
}

// A game's position; empty: its first.
inline host::State at(const std::shared_ptr<const host::Variant>& variant, const std::string& position = {}) {
  REQUIRE(variant != nullptr);
  host::Start start;
  start.position = position;
  auto made = variant->create(start);
  REQUIRE(std::holds_alternative<host::State>(made));
  return std::move(std::get<host::State>(made));
}

inline host::Seat mover(const host::State& state) {
  return (state.acting() & 1U) != 0 ? 0 : 1;
}

// "h2e2" of the seat to move.
inline match::Intent move(const seat::Table& table, const std::string& text) {
  const host::State& state = table.referee().state();
  match::Intent intent;
  intent.kind = match::IntentKind::kMove;
  intent.seat = mover(state);
  intent.move = std::get<host::Move>(state.read_move(intent.seat, text));
  return intent;
}

}  // namespace qitai::testing
