#include "xiangqi/explain.hpp"

#include <qitai/json.hpp>

#include <algorithm>
#include <vector>

#include "xiangqi/notation.hpp"

namespace qitai::xiangqi {
namespace {

// The ids that describe() gives.
constexpr std::array<std::string_view, 2> kSeatIds{"red", "black"};
constexpr std::array<std::string_view, kKinds> kKindIds{"K", "A", "B", "N", "R", "C", "P"};
constexpr std::array<std::string_view, 3> kChoiceIds{"axf", "cxa2020", "simple"};

// Of a longer cycle the last plies are told: a reader takes no more than 64 KiB.
constexpr std::size_t kToldPlies = 100;

std::string name(Square at) {
  return {static_cast<char>('a' + file_of(at)), static_cast<char>('0' + rank_of(at))};
}

std::string_view seat(Side side) {
  return kSeatIds[index(side)];
}

std::string_view quiet_name(Quiet quiet) {
  switch (quiet) {
    case Quiet::kExchange:
      return "exchange";
    case Quiet::kOffer:
      return "offer";
    case Quiet::kBlock:
      return "block";
    case Quiet::kFollow:
      return "follow";
    case Quiet::kIdle:
      break;
  }
  return "idle";
}

void write_attackers(sdk::Json& json, std::string_view key, const Attackers& attackers) {
  json.array(key);
  for (std::size_t i = 0; i < attackers.count; ++i)
    json.value(name(attackers.squares[i]));
  json.end();
}

// --- Mate and 困毙

// Where the general could step, and who guards it there.
void write_mate(sdk::Json& json, const Position& position) {
  const Side us = position.side_to_move();
  const Square general = position.general(us);
  json.member("kind", "checkmate").array("checks");
  const Attackers checks = attackers_of_general(position, us);
  for (std::size_t i = 0; i < checks.count; ++i)
    json.object().member("at", name(general)).member("by", name(checks.squares[i])).end();
  json.end().array("flights");
  MoveList list;
  playable_moves(position, list);
  for (const Move move : list) {
    if (move.from != general) continue;
    Position after = position;
    after.make(move);
    json.object().member("at", name(move.to));
    write_attackers(json, "guards", attackers_of_general(after, us));
    json.end();
  }
  json.end();
}

void write_stalemate(sdk::Json& json, const Position& position) {
  json.member("kind", "stalemate").array("stuck");
  for (int point = 0; point < kPoints; ++point) {
    const Cell man = position.cell(square_of_point(point));
    if (man != kEmpty && side_of(man) == position.side_to_move()) json.value(name(square_of_point(point)));
  }
  json.end();
}

void write_limit(sdk::Json& json, const Game& game) {
  json.member("kind", "limit").member("rule", "natural-limit").object("limit");
  json.member("plies", game.options().natural_limit).object("checks");
  for (const Side side : {Side::kRed, Side::kBlack})
    json.member(seat(side), game.quiet().checks[index(side)]);
  json.end().end();
}

// --- Repetition

// One man attacked, and by whom.
void write_victim(sdk::Json& json, const std::vector<Attack>& attacks, Cell victim) {
  const Attack* first = nullptr;
  bool rooted = true;
  for (const Attack& attack : attacks) {
    if (attack.victim != victim) continue;
    first = &attack;
    rooted = rooted && attack.rooted;
  }
  json.object().member("at", name(first->at));
  json.member("kind", kKindIds[static_cast<std::size_t>(kind_of(victim))]).array("by");
  for (const Attack& attack : attacks) {
    if (attack.victim == victim) json.value(name(attack.from));
  }
  json.end();
  if (first->check.from != kNowhere) {
    json.object("check").member("from", name(first->check.from)).member("to", name(first->check.to)).end();
  }
  json.member("protected", rooted).end();
}

void write_check(sdk::Json& json, Stretch& stretch, std::size_t i) {
  const Position& after = stretch.before(i + 1);
  const Side them = after.side_to_move();
  json.object().member("at", name(after.general(them)));
  json.member("kind", kKindIds[static_cast<std::size_t>(Kind::kGeneral)]);
  write_attackers(json, "by", attackers_of_general(after, them));
  json.member("protected", false).end();
}

// Of a chase the men chased, of a check the general, of a quiet move what it attacks without chasing it.
void write_victims(sdk::Json& json, Stretch& stretch, std::size_t i, Deed deed, Repetition rules,
                   const Verdict& verdict) {
  json.array("victims");
  if (deed == Deed::kCheck) write_check(json, stretch, i);
  std::vector<Attack> shown;
  if (deed == Deed::kChase) shown = chases_of(stretch, i, rules, verdict);
  if (deed == Deed::kQuiet) shown = made_by(stretch.before(i), stretch.study(i));
  std::vector<Cell> victims;
  for (const Attack& attack : shown) {
    if (std::find(victims.begin(), victims.end(), attack.victim) == victims.end())
      victims.push_back(attack.victim);
  }
  for (const Cell victim : victims)
    write_victim(json, shown, victim);
  json.end();
}

void write_ply(sdk::Json& json, Stretch& stretch, std::size_t i, Repetition rules, const Verdict& verdict) {
  const Deed what = deed(stretch, i, rules, verdict);
  json.object().member("ply", i + 1).member("seat", seat(stretch.side(i)));
  json.member("move", write_coordinates(stretch.ply(i).move));
  switch (what) {
    case Deed::kCheck:
      json.member("does", "check");
      break;
    case Deed::kKill:
      json.member("does", "kill");
      break;
    case Deed::kChase:
      json.member("does", "chase");
      break;
    case Deed::kQuiet:
      json.member("does", quiet_name(quiet_kind(stretch.before(i), stretch.ply(i).move,
                                                made_by(stretch.before(i), stretch.study(i)))));
      break;
  }
  write_victims(json, stretch, i, what, rules, verdict);
  json.end();
}

// Where the cycle that is shown begins: at the last time but one, if the way to it was the same.
std::size_t shown_from(const Repeat& repeat) {
  const std::size_t first = repeat.places[repeat.places.size() - 2];
  const std::size_t length = repeat.stretch.last() - first;
  if (first - repeat.places.front() != length * (repeat.places.size() - 2)) return repeat.places.front();
  for (std::size_t i = repeat.places.front(); i < first; ++i) {
    if (repeat.stretch.ply(i).move != repeat.stretch.ply(i + length).move) return repeat.places.front();
  }
  return first;
}

void write_rulings(sdk::Json& json, Stretch& stretch) {
  json.array("rulings");
  for (const Repetition rules : kRepetitions) {
    const Verdict verdict = judge(stretch, rules);
    json.object().member("option", "repetition");
    json.member("choice", kChoiceIds[static_cast<std::size_t>(rules)]);
    json.member("result", verdict.loser ? seat(other(*verdict.loser)) : std::string_view("draw"));
    json.member("reason", verdict.reason).end();
  }
  json.end();
}

void write_repetition(sdk::Json& json, Repeat repeat, Repetition rules) {
  Stretch& stretch = repeat.stretch;
  const Verdict verdict = judge(stretch, rules);
  json.member("kind", "repetition").member("rule", rule_of(stretch, rules, verdict)).array("fault");
  for (const Side side : {Side::kRed, Side::kBlack}) {
    if (verdict.loser == side || verdict.reason == "mutual-perpetual") json.value(seat(side));
  }
  const std::size_t first = shown_from(repeat);
  json.end().object("cycle").member("first", first + 1).member("last", stretch.last()).array("occurrences");
  for (const std::size_t place : repeat.places)
    json.value(place);
  json.end().end().array("plies");
  for (std::size_t i = std::max(first, stretch.last() - std::min(stretch.last(), kToldPlies));
       i < stretch.last(); ++i)
    write_ply(json, stretch, i, rules, verdict);
  json.end();
  write_rulings(json, stretch);
}

}  // namespace

std::string explain(const Game& game) {
  const Outcome outcome = game.outcome();
  if (!outcome.over || outcome.reason == "king-captured") return {};
  sdk::Json json;
  json.object();
  if (outcome.reason == "checkmate") {
    write_mate(json, game.position());
  } else if (outcome.reason == "stalemate-loss") {
    write_stalemate(json, game.position());
  } else if (outcome.reason == "natural-move-limit") {
    write_limit(json, game);
  } else {
    write_repetition(json, game.repeat().value(), game.options().repetition);
  }
  return json.text();
}

std::string_view notice_id(const Verdict& verdict, Repetition rules) {
  const bool cxa = rules == Repetition::kCxa2020;
  if (!verdict.loser) return verdict.reason == "mutual-perpetual" ? "repeat-mutual" : "repeat-draw";
  if (verdict.reason == "perpetual-check") return cxa ? "repeat-cxa-check" : "repeat-perpetual-check";
  if (verdict.reason == "perpetual-kill") return "repeat-cxa-kill";
  if (verdict.reason == "perpetual-attack") return "repeat-cxa-attack";
  return cxa ? "repeat-cxa-chase" : "repeat-perpetual-chase";
}

}  // namespace qitai::xiangqi
