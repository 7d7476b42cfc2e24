#include "chess/explain.hpp"

#include <bit>
#include <string_view>

#include "chess/notation.hpp"

namespace qitai::chess {
namespace {

Square first(Bits bits) {
  return static_cast<Square>(std::countr_zero(bits));
}

// Nothing that is written here needs escapes: ids and squares.
std::string quoted(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

std::string member(std::string_view name, const std::string& value) {
  return quoted(name) + ":" + value;
}

std::string list(const std::vector<std::string>& values) {
  std::string text = "[";
  for (const std::string& value : values)
    text += (text.size() > 1 ? "," : "") + value;
  return text + "]";
}

std::string object(const std::vector<std::string>& members) {
  std::string text = list(members);
  text.front() = '{';
  text.back() = '}';
  return text;
}

std::string squares(Bits bits) {
  std::vector<std::string> names;
  for (; bits != 0; bits &= bits - 1)
    names.push_back(quoted(write_square(first(bits))));
  return list(names);
}

std::string checks(const Position& position) {
  const Side us = position.side_to_move();
  std::vector<std::string> all;
  for (Bits by = checkers(position, us); by != 0; by &= by - 1)
    all.push_back(object({member("at", quoted(write_square(position.king(us)))),
                          member("by", quoted(write_square(first(by))))}));
  return list(all);
}

std::string mate(const Position& position) {
  std::vector<std::string> all;
  for (const Flight& flight : flights(position))
    all.push_back(
        object({member("at", quoted(write_square(flight.at))), member("guards", squares(flight.guards))}));
  return object({member("kind", quoted("checkmate")), member("rule", quoted("fide-5-1-1")),
                 member("checks", checks(position)), member("flights", list(all))});
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

std::string repetition(const Game& game) {
  const std::vector<std::size_t> times = game.occurrences();
  std::vector<std::string> stood;
  for (const std::size_t plies : times)
    stood.push_back(std::to_string(plies));
  const std::size_t begin = times[times.size() - 2];
  std::vector<std::string> plies;
  for (std::size_t i = begin; i < game.plies().size(); ++i) {
    const Ply& ply = game.plies()[i];
    const bool check = i + 1 < game.plies().size() ? game.plies()[i + 1].before.check : game.standing().check;
    plies.push_back(object({member("ply", std::to_string(i + 1)),
                            member("seat", quoted(side_of(ply.man) == Side::kWhite ? "white" : "black")),
                            member("move", quoted(write_coordinates(ply.move))),
                            member("does", quoted(check ? "check" : "idle"))}));
  }
  const bool fifth = game.standing().occurrences >= kLastOccurrence;
  return object({member("kind", quoted("repetition")),
                 member("rule", quoted(fifth ? "fide-9-6-1" : "fide-9-2")),
                 member("cycle", object({member("first", std::to_string(begin + 1)),
                                         member("last", std::to_string(game.plies().size())),
                                         member("occurrences", list(stood))})),
                 member("plies", list(plies))});
}

std::string limit(std::string_view rule) {
  return object({member("kind", quoted("limit")), member("rule", quoted(rule))});
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
  if (reason == "checkmate") return mate(position);
  if (reason == "stalemate")
    return object({member("kind", quoted("stalemate")), member("rule", quoted("fide-5-2-1")),
                   member("stuck", squares(position.men(position.side_to_move())))});
  if (reason == "dead-position")
    return object({member("kind", quoted("dead-position")), member("rule", quoted("fide-5-2-2")),
                   member("sentence", quoted(dead_sentence(game.standing().dead)))});
  if (reason == "king-captured") return object({member("kind", quoted("king-captured"))});
  if (reason == "seventy-five-move") return limit("fide-9-6-2");
  if (reason == "fifty-move") return limit("fide-9-3");
  // Over by repetition, or going on with a draw there for the claiming.
  if (game.standing().occurrences >= kClaimOccurrences) return repetition(game);
  if (game.claims().fifty_move) return limit("fide-9-3");
  return {};
}

}  // namespace qitai::chess
