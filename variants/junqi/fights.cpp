// What a move makes known: what must be asked before a partial state can go on, and what everybody learns.
// All of it is public; states differ only in what they knew before.
#include <algorithm>
#include <cassert>

#include "junqi/rules.hpp"

namespace qitai::junqi {

// Two kinds that may have met, and what the rules make of it.
struct Game::Case {
  Kind attacker = Kind::kHidden;
  Kind defender = Kind::kHidden;
  Fight how = Fight::kNone;
  std::array<bool, 2> shows{};  // by side: its flag must be shown now
  bool mine = false;            // a mine has fallen that must be shown
};

Game::Case Game::case_of(Move move, Kind attacker, Kind defender) const {
  Case one{attacker, defender, fight(attacker, defender, options_.mine_survives), {}, false};
  if (one.how == Fight::kFlag || is_open()) return one;
  const Side foe = position_.at(move.to).side;
  const bool attacker_fell = one.how != Fight::kWon;
  const bool defender_fell = one.how != Fight::kLost;
  const auto must_show = [&](Side side, bool why) {
    if (why && position_.shown_flag(side) == kNowhere) one.shows[index(side)] = true;
  };
  if (options_.reveal_flag) {
    must_show(other(foe), attacker_fell && attacker == Kind::kMarshal);
    must_show(foe, defender_fell && defender == Kind::kMarshal);
  }
  if (options_.empty_hq_reveals)
    must_show(foe, is_headquarters(move.to) && half_of(move.to) == static_cast<int>(index(foe)));
  // Where the flag waits for them, fallen mines are counted in the open.
  one.mine =
      options_.flag_taker == FlagTaker::kEngineerAfterMines && defender == Kind::kMine && defender_fell;
  return one;
}

// Whether a case agrees with what was told.
bool Game::fits(Move move, const Case& one, const Facts& facts) const {
  for (const Fact& fact : facts) {
    switch (fact.what) {
      case Asked::kFight:
        if (fact.value != static_cast<int>(one.how)) return false;
        break;
      case Asked::kReveal:
        if (fact.value != static_cast<int>(fact.point == move.from ? one.attacker : one.defender))
          return false;
        break;
      case Asked::kShow:
        if ((fact.point != kNowhere) != one.shows[index(fact.side)]) return false;
        break;
      case Asked::kMine:
        if ((fact.value != 0) != one.mine) return false;
        break;
    }
  }
  return true;
}

std::vector<Game::Case> Game::cases(Move move, Kinds attackers, Kinds defenders, const Facts& facts) const {
  std::vector<Case> all;
  for (std::size_t a = 0; a < kKinds; ++a) {
    for (std::size_t d = 0; d < kKinds; ++d) {
      const auto attacker = static_cast<Kind>(a);
      const auto defender = static_cast<Kind>(d);
      if (!contains(attackers, attacker) || !contains(defenders, defender)) continue;
      const Case one = case_of(move, attacker, defender);
      if (fits(move, one, facts)) all.push_back(one);
    }
  }
  return all;
}

Facts Game::needs(Move move, const Facts& known) const {
  Facts asked;
  if (knower_ == Knower::kEverything || move.to == kNowhere || position_.at(move.to).side == Side::kNone)
    return asked;
  const Side mover = position_.at(move.from).side;
  const Side foe = position_.at(move.to).side;
  const std::vector<Case> left =
      cases(move, static_cast<Kinds>(may(move.from) & movers(mover, move)), may(move.to), known);
  if (left.empty()) return asked;  // possible() says no
  const auto differ = [&](auto of) {
    return std::any_of(left.begin(), left.end(),
                       [&](const Case& one) { return of(one) != of(left.front()); });
  };
  if (differ([](const Case& one) { return one.how; })) return {{Asked::kFight, move.to, foe, 0}};
  const Fight how = left.front().how;
  const bool both = options_.after_fight == AfterFight::kBoth;
  const bool survivor = options_.after_fight == AfterFight::kSurvivor;
  if (how != Fight::kFlag && (both || (survivor && how == Fight::kWon)) &&
      differ([](const Case& one) { return one.attacker; }))
    asked.push_back({Asked::kReveal, move.from, mover, 0});
  if (how != Fight::kFlag && (both || (survivor && how == Fight::kLost)) &&
      differ([](const Case& one) { return one.defender; }))
    asked.push_back({Asked::kReveal, move.to, foe, 0});
  if (!asked.empty()) return asked;
  if (differ([](const Case& one) { return one.mine; })) asked.push_back({Asked::kMine, move.to, foe, 0});
  for (const Side side : {Side::kRed, Side::kBlue}) {
    const bool told = std::any_of(known.begin(), known.end(), [&](const Fact& fact) {
      return fact.what == Asked::kShow && fact.side == side;
    });
    const bool where = left.front().shows[index(side)] && position_.flag(side) == kNowhere;
    if (!told && (where || differ([&](const Case& one) { return one.shows[index(side)]; })))
      asked.push_back({Asked::kShow, kNowhere, side, 0});
  }
  return asked;
}

Facts Game::facts(Move move) const {
  if (move.to == kNowhere || position_.at(move.to).side == Side::kNone) return {};
  const Piece& attacker = position_.at(move.from);
  const Piece& defender = position_.at(move.to);
  const Case one = case_of(move, attacker.kind, defender.kind);
  Facts told{{Asked::kFight, move.to, defender.side, static_cast<int>(one.how)}};
  if (options_.after_fight != AfterFight::kHidden && one.how != Fight::kFlag) {
    const bool both = options_.after_fight == AfterFight::kBoth;
    if (both || one.how == Fight::kWon)
      told.push_back({Asked::kReveal, move.from, attacker.side, static_cast<int>(attacker.kind)});
    if (both || one.how == Fight::kLost)
      told.push_back({Asked::kReveal, move.to, defender.side, static_cast<int>(defender.kind)});
  }
  if (options_.flag_taker == FlagTaker::kEngineerAfterMines && !is_open())
    told.push_back({Asked::kMine, move.to, defender.side, one.mine ? 1 : 0});
  for (const Side side : {Side::kRed, Side::kBlue}) {
    if (!is_open())
      told.push_back({Asked::kShow, one.shows[index(side)] ? position_.flag(side) : kNowhere, side, 0});
  }
  return told;
}

bool Game::possible(Move move, const Facts& facts) const {
  if (knower_ == Knower::kEverything || move.to == kNowhere || position_.at(move.to).side == Side::kNone)
    return true;
  const Side mover = position_.at(move.from).side;
  if (cases(move, static_cast<Kinds>(may(move.from) & movers(mover, move)), may(move.to), facts).empty())
    return false;
  return std::all_of(facts.begin(), facts.end(), [&](const Fact& fact) {
    if (fact.what != Asked::kShow || fact.point == kNowhere) return true;
    return fact.point < kPoints && fact.point != move.from && fact.point != move.to &&
           position_.at(fact.point).side == fact.side && contains(may(fact.point), Kind::kFlag);
  });
}

// The fight of a move: narrows what every viewer holds possible, and shows what the rules show.
void Game::settle(Move move, const Facts& facts, Account& account) {
  Piece& attacker = position_.knowledge(move.from);
  Piece& defender = position_.knowledge(move.to);
  const Kinds movers_now = movers(attacker.side, move);
  // What everybody is told, whether this state had to ask for it or not.
  const Case truth =
      cases(move, static_cast<Kinds>(may(move.from) & movers_now), may(move.to), facts).front();
  account.how = truth.how;
  Facts told{{Asked::kFight, move.to, defender.side, static_cast<int>(truth.how)}};
  for (const Side side : {Side::kRed, Side::kBlue}) {
    if (truth.shows[index(side)]) {
      const auto fact = std::find_if(facts.begin(), facts.end(), [&](const Fact& one) {
        return one.what == Asked::kShow && one.side == side;
      });
      account.flags[index(side)] = fact != facts.end() ? fact->point : position_.flag(side);
    }
    told.push_back({Asked::kShow, account.flags[index(side)], side, 0});
  }
  told.push_back({Asked::kMine, move.to, defender.side, truth.mine ? 1 : 0});
  const bool both = options_.after_fight == AfterFight::kBoth && truth.how != Fight::kFlag;
  const bool survivor = options_.after_fight == AfterFight::kSurvivor;
  account.attacker_shown = !attacker.shown && (both || (survivor && truth.how == Fight::kWon));
  account.defender_shown = !defender.shown && (both || truth.mine || truth.how == Fight::kFlag ||
                                               (survivor && truth.how == Fight::kLost));
  for (std::size_t viewer = 0; viewer < kViewers; ++viewer) {
    if (!answers_for(viewer)) continue;
    Kinds attackers = 0;
    Kinds defenders = 0;
    for (const Case& one :
         cases(move, static_cast<Kinds>(attacker.may[viewer] & movers_now), defender.may[viewer], told)) {
      attackers |= kinds(one.attacker);
      defenders |= kinds(one.defender);
    }
    attacker.may[viewer] = attackers;
    defender.may[viewer] = defenders;
  }
  if (account.attacker_shown) show(attacker, truth.attacker);
  if (account.defender_shown) show(defender, truth.defender);
}

Account Game::play(Move move, const Facts& facts) {
  Account account;
  ++plies_;
  if (move.to == kNowhere) {
    phase_ = Phase::kTurning;
    turning_ = move.from;
    return account;
  }
  const std::size_t seat = turn_;
  const bool fights = position_.at(move.to).side != Side::kNone;
  if (fights) {
    settle(move, facts, account);
  } else {
    Piece& mover = position_.knowledge(move.from);
    const Kinds movers_now = movers(mover.side, move);
    for (Kinds& may : mover.may)
      may &= movers_now;
  }
  Piece mover = position_.take(move.from);
  mover.moved = true;
  account.attacker = mover;
  if (fights) account.defender = position_.at(move.to);
  if (account.how == Fight::kLost || account.how == Fight::kBoth) position_.fall(mover);
  if (fights && account.how != Fight::kLost) position_.fall(position_.take(move.to));
  if (account.how != Fight::kLost && account.how != Fight::kBoth) position_.put(move.to, mover);
  for (const Point flag : account.flags) {
    if (flag != kNowhere) show(position_.knowledge(flag), Kind::kFlag);
  }
  if (account.how == Fight::kFlag) flag_taken_by_ = seat;
  fought_ = fought_ || fights;
  quiet_ = fights ? 0 : quiet_ + (fought_ ? 1 : 0);
  turn_ = 1 - turn_;
  end_ply(fights);
  return account;
}

}  // namespace qitai::junqi
