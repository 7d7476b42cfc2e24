// Nine men's morris for its tests: positions by their text, moves by the names of their points.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "host/plugins.hpp"

namespace qitai::testing {

inline std::shared_ptr<const host::Variant> morris() {
  static const host::Plugins kPlugins = load_plugins({kPluginFolder / "morris.so"});
  for (const auto& report : kPlugins.reports()) {
    INFO(report.refusal.message);
    REQUIRE(report.loaded);
  }
  return kPlugins.variant("morris");
}

// Options in the table's order: flying, repetition, quiet_limit.
inline host::State morris_state(const std::string& position = {}, std::vector<std::int64_t> options = {}) {
  host::Start start;
  start.position = position;
  start.options = std::move(options);
  auto made = morris()->create(start);
  if (const auto* refusal = std::get_if<host::Refusal>(&made)) FAIL(refusal->id << ": " << refusal->detail);
  return std::move(std::get<host::State>(made));
}

// "@a1" sets, "a1d1" moves, "a1" takes; by whoever acts. The refusal's id, or empty.
inline std::string play(host::State& state, std::string_view text) {
  const host::Seat seat = state.acting() == 2 ? 1 : 0;
  const auto read = state.read_move(seat, text);
  host::Move move;
  if (const auto* legal = std::get_if<host::Move>(&read)) {
    move = *legal;
  } else {
    const host::Geometry& board = state.geometry();
    const bool sets = text.starts_with('@');
    move.from = sets ? host::kNoPoint : board.point(text.substr(0, 2));
    move.to = sets              ? board.point(text.substr(1))
              : text.size() > 2 ? board.point(text.substr(2))
                                : host::kNoPoint;
  }
  const auto answer = state.apply(seat, move);
  const auto* refusal = std::get_if<host::Refusal>(&answer);
  return refusal == nullptr ? std::string() : refusal->id;
}

// The texts of the legal moves of whoever acts.
inline std::vector<std::string> legal_texts(const host::State& state) {
  std::vector<std::string> texts;
  const host::Seat seat = state.acting() == 2 ? 1 : 0;
  const auto legal = state.legal(seat);
  for (const host::Move& move : legal.value())
    texts.push_back(state.move_text(seat, move, -1));
  std::sort(texts.begin(), texts.end());
  return texts;
}

}  // namespace qitai::testing
