#include "chess/explain.hpp"

#include <qitai/json.hpp>

#include <bit>
#include <string_view>

#include "chess/notation.hpp"

namespace qitai::chess {
namespace {

Square first(Bits bits) {
  return static_cast<Square>(std::countr_zero(bits));
}

void squares(sdk::Json& json, std::string_view name, Bits bits) {
  json.array(name);
  for (; bits != 0; bits &= bits - 1)
    json.value(write_square(first(bits)));
  json.end();
}

void mate(sdk::Json& json, const Position& position) {
  const Side us = position.side_to_move();
  json.member("kind", "checkmate").member("rule", "fide-5-1-1").array("checks");
  for (Bits by = checkers(position, us); by != 0; by &= by - 1)
    json.object().member("at", write_square(position.king(us))).member("by", write_square(first(by))).end();
  json.end().array("flights");
  for (const Flight& flight : flights(position)) {
    json.object().member("at", write_square(flight.at));
    squares(json, "guards", flight.guards);
    json.end();
  }
}

std::string_view dead_sentence(Dead dead) {
  switch (dead) {
    case Dead::kMaterial:
      return "dead-material";
    case Dead::kForced:
      return "dead-forced";
    case Dead::kBlocked:
      return "dead-blocked";
    case Dead::kSearched:
    case Dead::kNo:
      break;
  }
  return "dead-searched";
}

void limit(sdk::Json& json, std::string_view rule, const Game& game) {
  json.member("kind", "limit").member("rule", rule).object("limit");
  json.member("plies", game.standing().quiet).end();
}

void repetition(sdk::Json& json, const Game& game) {
  const std::vector<std::size_t> times = game.occurrences();
  const std::size_t begin = times[times.size() - 2];
  const bool fifth = game.standing().occurrences >= kLastOccurrence;
  json.member("kind", "repetition").member("rule", fifth ? "fide-9-6-1" : "fide-9-2");
  json.object("cycle").member("first", begin + 1).member("last", game.plies().size()).array("occurrences");
  for (const std::size_t plies : times)
    json.value(plies);
  json.end().end().array("plies");
  for (std::size_t i = begin; i < game.plies().size(); ++i) {
    const Ply& ply = game.plies()[i];
    const bool check = i + 1 < game.plies().size() ? game.plies()[i + 1].before.check : game.standing().check;
    json.object()
        .member("ply", i + 1)
        .member("seat", side_of(ply.man) == Side::kWhite ? "white" : "black")
        .member("move", write_coordinates(ply.move))
        .member("does", check ? "check" : "idle")
        .end();
  }
}

}  // namespace

std::vector<Flight> flights(const Position& position) {
  const Side us = position.side_to_move();
  const Square king = position.king(us);
  std::vector<Flight> all;
  for (Bits to = attacks(us, Kind::kKing, king, 0) & ~position.men(us); to != 0; to &= to - 1) {
    const Square at = first(to);
    const Bits after = (position.occupied() & ~bit(king)) | bit(at);
    all.push_back({at, attackers(position.board(), other(us), at, after) & ~bit(at)});
  }
  return all;
}

std::string explain(const Game& game) {
  const Position& position = game.position();
  const std::string_view reason = game.outcome().reason;
  sdk::Json json;
  json.object();
  if (reason == "checkmate") {
    mate(json, position);
  } else if (reason == "stalemate") {
    json.member("kind", reason).member("rule", "fide-5-2-1");
    squares(json, "stuck", position.men(position.side_to_move()));
  } else if (reason == "dead-position") {
    json.member("kind", reason).member("rule", "fide-5-2-2");
    json.member("sentence", dead_sentence(game.standing().dead));
  } else if (reason == "king-captured") {
    json.member("kind", reason);
  } else if (reason == "seventy-five-move") {
    limit(json, "fide-9-6-2", game);
  } else if (reason != "fifty-move" && game.standing().occurrences >= kClaimOccurrences) {
    // Over by repetition, or going on with a draw there for the claiming.
    repetition(json, game);
  } else if (game.claims().fifty_move) {
    limit(json, "fide-9-3", game);
  } else {
    return {};
  }
  return json.text();
}

}  // namespace qitai::chess
