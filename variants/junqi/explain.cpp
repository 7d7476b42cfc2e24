#include "junqi/explain.hpp"

#include <qitai/json.hpp>

#include "junqi/notation.hpp"

namespace qitai::junqi {
namespace {

// The plies after which the position stood that stands now, and the stretch between them.
void add_cycle(const Game& game, sdk::Json& json) {
  const auto& past = game.past();
  const std::size_t before = static_cast<std::size_t>(game.plies()) + 1 - past.size();
  std::size_t first = 0;
  while (past[first] != past.back())
    ++first;
  json.object("cycle").member("first", before + first + 1).member("last", game.plies());
  json.array("occurrences");
  for (std::size_t i = first; i < past.size(); ++i) {
    if (past[i] == past.back()) json.value(before + i);
  }
  json.end().end();
}

}  // namespace

std::string explain(const Game& game) {
  const Outcome outcome = game.outcome();
  sdk::Json json;
  if (outcome.reason == "no-moves") {
    json.object().member("kind", "stalemate").array("stuck");
    for (PointSet rest = game.position().of(game.side_of(game.turn())); rest != 0;)
      json.value(write_point(take_first(rest)));
  } else if (outcome.reason == "no-progress") {
    json.object().member("kind", "limit");
  } else if (outcome.reason == "repetition") {
    json.object().member("kind", "repetition");
    add_cycle(game, json);
  } else {
    return {};
  }
  return json.text();
}

}  // namespace qitai::junqi
