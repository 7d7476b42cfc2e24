// Qitai SDK for C++: the judgement after the end: both set-ups are open, the whole game is played again by a
// full state, and every message is held against what an honest seat would have said. Header only; needs
// libsodium.
#pragma once

#include <qitai/secrets/record.hpp>

namespace qitai::sdk::secrets {

struct Lie {
  int seat = 0;
  std::uint64_t number = 0;  // of the move, or 0
  Refusal how;
};

// Two of these pieces that have changed places since the root was made; nothing where it was not just two.
inline std::optional<std::pair<std::uint16_t, std::uint16_t>> changed_places(const Record& record, int seat,
                                                                             std::vector<Leaf> leaves) {
  const auto side = static_cast<std::size_t>(seat);
  if (leaves.size() > 64) return std::nullopt;  // would take too long: every two of them are tried
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    for (std::size_t j = i + 1; j < leaves.size(); ++j) {
      if (leaves[i].kind == leaves[j].kind) continue;
      std::swap(leaves[i].kind, leaves[j].kind);
      if (Tree(record.match, seat, leaves, record.openings[side]->secret).root() == *record.roots[side])
        return std::pair(leaves[i].point, leaves[j].point);
      std::swap(leaves[i].kind, leaves[j].kind);
    }
  }
  return std::nullopt;
}

// Whether an opening is what was committed to and what the rules take; its pieces.
inline Made<std::vector<Leaf>> judge_opening(const Record& record, int seat) {
  const auto side = static_cast<std::size_t>(seat);
  const auto& opening = record.openings[side];
  if (!record.roots[side] || !opening) return Refusal("refused-to-open", "nothing was opened");
  Made<std::vector<Leaf>> read = read_any_layout(record.terms, seat, opening->layout);
  if (const auto* refusal = std::get_if<Refusal>(&read))
    return Refusal("illegal-layout", "it cannot be read: " + std::string(refusal->id()));
  const auto& leaves = std::get<std::vector<Leaf>>(read);
  const Bytes32& root = *record.roots[side];
  const Bytes32 seal = seal_hash(record.match, seat, opening->secret);
  if (Tree(record.match, seat, leaves, opening->secret).root() != root) {
    Refusal changed("changed-rank", "the pieces opened are not those committed to");
    if (const auto places = changed_places(record, seat, leaves))
      return changed.at(places->first).at(places->second);
    // The seal proves the secret, whatever the pieces.
    const bool sealed = opening->path.size() == depth_of(leaves.size() + 1) &&
                        climb(seal, leaves.size(), opening->path) == root;
    if (sealed) return changed;
    return Refusal("wrong-salt", "the secret opened is not the one committed to");
  }
  const Made<std::vector<Leaf>> legal = read_layout(record.terms, seat, opening->layout);
  if (const auto* refusal = std::get_if<Refusal>(&legal)) {
    Refusal lie("illegal-layout", "the rules forbid it: " + std::string(refusal->id()));
    for (const std::uint16_t point : refusal->points())
      lie.at(point);
    return lie;
  }
  return read;
}

// Plays the game again. Both openings are good.
class Replay {
 public:
  Replay(const Record& record, const Rules& rules, const std::array<std::vector<Leaf>, 2>& leaves)
      : record_(record),
        rules_(rules),
        full_(begun(record, -1)),
        own_{begun(record, 0), begun(record, 1)},
        everybody_(begun(record, kPublic)),
        men_{Men(leaves[0]), Men(leaves[1])} {}

  // The first lie of either seat, if there is one.
  std::optional<Lie> judge() {
    auto draw = record_.draws.begin();
    for (std::size_t i = 0; i <= record_.talks.size(); ++i) {
      for (; draw != record_.draws.end() && draw->first == i; ++draw)
        follow([&](State& state, State::Changed& changes) { return state.draw(draw->second, changes); });
      if (i == record_.talks.size()) break;
      const Talk& talk = record_.talks[i];
      if (full_.outcome().over == 1 && own(talk.ply.seat).outcome().over != 1)
        return std::nullopt;  // it had ended in a way that nobody could know of: the rest is no lie
      if (auto lie = judge(talk)) return lie;
      if (talk.state != QITAI_SECRETS_SETTLED) return std::nullopt;
      follow([&](State& state, State::Changed& changes) {
        return state.apply(talk.ply.seat, talk.ply.move, talk.settled, changes);
      });
    }
    return judge_declaration();
  }

 private:
  static State begun(const Record& record, int knower) {
    State state = std::get<State>(State::create(record.terms, knower));
    for (const int seat : {0, 1}) {
      State::Changed changes;
      const bool known = knower == -1 || knower == seat;
      const std::string& layout = record.openings[static_cast<std::size_t>(seat)]->layout;
      if (state.setup(seat, known ? std::string_view(layout) : "", changes))
        throw Failure("a layout was refused that is legal");
    }
    return state;
  }
  State& own(int seat) { return own_[static_cast<std::size_t>(seat)]; }
  const Men& men(int seat) const { return men_[static_cast<std::size_t>(seat)]; }

  // Does the same to all states.
  template <typename Step>
  void follow(Step step) {
    State::Changed changes, private_changes;
    if (step(full_, changes) || step(own_[0], private_changes) || step(own_[1], private_changes) ||
        step(everybody_, private_changes))
      throw Failure("what was settled as the rules say cannot be played again");
    for (Men& men : men_)
      men.follow(changes);
  }

  std::optional<Lie> judge(const Talk& talk) {
    const int attacker = talk.ply.seat, defender = 1 - attacker;
    const qitai_move move = talk.ply.move;
    if (const auto refusal = own(attacker).refuse(attacker, move))
      return Lie{attacker, talk.ply.number,
                 Refusal("impossible-move", "the rules say " + std::string(refusal->id()))
                     .at(move.from)
                     .at(move.to)};
    if (talk.fight()) {
      if (auto lie = judge_fight(talk, attacker, defender)) return lie;
    }
    const auto truth = full_.facts(attacker, move);
    if (!truth) throw Failure("facts refused a legal move");
    for (const qitai_fact& fact : talk.settled) {
      const auto fits = [&](const qitai_fact& other) {
        const bool point = other.point == fact.point || fact.value == -1;
        return other.what == fact.what && other.seat == fact.seat && other.value == fact.value && point;
      };
      const bool known = std::any_of(truth->begin(), truth->end(), fits);
      const bool asked = std::any_of(truth->begin(), truth->end(), [&](const qitai_fact& other) {
        return other.what == fact.what && other.seat == fact.seat;
      });
      // A full state need not answer what nobody has to show.
      if (known || (!asked && fact.value == -1)) continue;
      if (fact.what == QITAI_FACT_FIGHT)
        throw Failure("the keepers' rules and the game's end a fight differently");
      return Lie{fact.seat, talk.ply.number,
                 Refusal("false-announcement", "what it showed is not so").at(fact.point)};
    }
    if (talk.disputed_by != -1)
      return Lie{talk.disputed_by, talk.ply.number, Refusal("false-accusation", "what it disputed was true")};
    return std::nullopt;
  }

  std::optional<Lie> judge_fight(const Talk& talk, int attacker, int defender) {
    const auto key = [&](int seat) {
      return fight_key(record_.openings[static_cast<std::size_t>(seat)]->secret);
    };
    const Bytes32 context = fight_context(record_.match, talk.ply);
    const auto kinds = rules_.attackers();
    const auto& asked = talk.messages[static_cast<std::size_t>(attacker)];
    const auto& answered = talk.messages[static_cast<std::size_t>(defender)];
    if (asked.empty()) return std::nullopt;
    const auto entry = std::find(kinds.begin(), kinds.end(), men(attacker).kind_on(talk.ply.move.from));
    if (entry == kinds.end()) throw Failure("a kind attacks that is not among the attackers");
    const Transfer asking(context, key(attacker), kinds.size(), kOutcomes);
    const Bytes32 question = asking.question(static_cast<std::size_t>(entry - kinds.begin()));
    if (!std::equal(question.begin(), question.end(), view_of(asked[0]).begin(), view_of(asked[0]).end()))
      return Lie{attacker, talk.ply.number,
                 Refusal("false-rank", "it asked as another piece than it was").at(talk.ply.move.from)};
    if (answered.empty()) return std::nullopt;
    const Transfer answering(context, key(defender), kinds.size(), kOutcomes);
    const Scene scene{record_.terms.options, talk.ply, {}, defender, men(defender), everybody_};
    if (answering.answer(question, outcomes_of(rules_, scene)) != answered[0])
      return Lie{defender, talk.ply.number,
                 Refusal("bad-table", "its answer was not that of its piece").at(talk.ply.move.to)};
    return std::nullopt;
  }

  std::optional<Lie> judge_declaration() {
    if (!record_.declared) return std::nullopt;
    const auto& [seat, reason] = *record_.declared;
    const qitai_outcome outcome = full_.outcome();
    const std::string_view truth(outcome.reason.data, static_cast<std::size_t>(outcome.reason.size));
    if (outcome.over == 1 && truth == reason) return std::nullopt;
    return Lie{seat, 0, Refusal("false-announcement", "the game had not ended by " + reason)};
  }

  const Record& record_;
  const Rules& rules_;
  State full_;
  std::array<State, 2> own_;  // what each seat knew
  State everybody_;           // and everybody
  std::array<Men, 2> men_;
};

// How `seat` lied in all that the record holds, if it did. The record's own seat has opened.
inline std::optional<Lie> audit(const Record& record, const Rules& rules, int seat) {
  std::array<std::vector<Leaf>, 2> leaves;
  for (const int side : {seat, 1 - seat}) {
    Made<std::vector<Leaf>> judged = judge_opening(record, side);
    if (auto* refusal = std::get_if<Refusal>(&judged)) {
      if (side == seat) return Lie{seat, 0, std::move(*refusal)};
      return std::nullopt;  // without the other's pieces nothing more can be said
    }
    leaves[static_cast<std::size_t>(side)] = std::get<std::vector<Leaf>>(std::move(judged));
  }
  std::optional<Lie> lie = Replay(record, rules, leaves).judge();
  return lie && lie->seat == seat ? std::move(lie) : std::nullopt;
}

}  // namespace qitai::sdk::secrets
