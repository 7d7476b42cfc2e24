#include "xiangqi/cycle.hpp"

#include <algorithm>

#include "xiangqi/kill.hpp"
#include "xiangqi/sally.hpp"

namespace qitai::xiangqi {
namespace {

constexpr std::array<Side, 2> kSides{Side::kRed, Side::kBlack};

// --- AXF and the simple rule

// Per side: whether every move checks, and the men whom every move chases.
struct Unbroken {
  std::array<bool, 2> checks{true, true};
  std::array<unsigned, 2> victims{kAllSlots, kAllSlots};
  std::array<unsigned, 2> bound{kAllSlots, kAllSlots};  // of these the chariots bound by a horse
};

bool all_check(const Stretch& stretch) {
  for (std::size_t i = stretch.first(); i < stretch.last(); ++i) {
    if (!stretch.ply(i).check) return false;
  }
  return true;
}

// No further than something may still come of it: first what is known, whose order counts for nothing, then
// from the end backwards.
Unbroken unbroken(Stretch& stretch, bool chases) {
  Unbroken all;
  if (!chases) all.victims = {0, 0};
  const auto narrow = [&](bool known) {
    for (std::size_t i = stretch.last(); i-- > stretch.first();) {
      if (!all.checks[0] && !all.checks[1] && all.victims[0] == 0 && all.victims[1] == 0) break;
      const std::size_t side = index(stretch.side(i));
      all.checks[side] = all.checks[side] && stretch.ply(i).check;
      if (all.victims[side] == 0 || (known && !stretch.studied(i, Depth::kRoots))) continue;
      const Study& study = stretch.study(i, Depth::kRoots);
      all.victims[side] &= study.axf;
      all.bound[side] &= study.bound;
    }
  };
  narrow(true);
  narrow(false);
  return all;
}

// Perpetual check weighs more than anything; both sides the same: a draw, but a chariot bound by a horse may
// not be chased even if it chases back (diagrams 39-41).
Verdict judge_axf(Stretch& stretch, bool chases) {
  const Unbroken all = unbroken(stretch, chases);
  for (const Side side : kSides) {
    if (all.checks[index(side)] && !all.checks[index(other(side))]) return {side, "perpetual-check"};
  }
  if (all.checks[0]) return {std::nullopt, "mutual-perpetual"};
  for (const Side side : kSides) {
    const std::size_t they = index(other(side));
    if (all.victims[index(side)] == 0) continue;
    if (all.victims[they] == 0 || (all.bound[index(side)] != 0 && all.bound[they] == 0))
      return {side, "perpetual-chase"};
  }
  return {std::nullopt, all.victims[0] != 0 ? "mutual-perpetual" : "repetition"};
}

// --- Chinese rules

// What the moves of a side are, each of which checks, kills or chases.
struct Conduct {
  bool check = false;  // some do
  bool kill = false;
  bool chase = false;
  // Of the chases: by one man alone; chariots only; unrooted men only.
  bool single = true;
  bool chariots = true;
  bool unrooted = true;

  [[nodiscard]] bool only_checks() const { return check && !kill && !chase; }
  [[nodiscard]] bool only_kills() const { return kill && !check && !chase; }
  [[nodiscard]] bool only_chases() const { return chase && !check && !kill; }
};

// Which of the sides' moves are all forbidden. One that is not clears its side, whichever it is: those known
// are asked first, what has to be searched is asked last, and only of a side that nothing else has cleared.
std::array<bool, 2> all_forbidden(Stretch& stretch) {
  std::array<bool, 2> all{true, true};
  const auto clear = [&](auto&& may_be_forbidden) {
    for (std::size_t i = stretch.last(); i-- > stretch.first() && (all[0] || all[1]);) {
      bool& side = all[index(stretch.side(i))];
      side = side && (stretch.ply(i).check || may_be_forbidden(i));
    }
  };
  clear([&](std::size_t i) { return !stretch.known_allowed(i); });
  clear([&](std::size_t i) { return stretch.checks_next(i) || stretch.study(i).cxa != 0; });
  const auto chases = [&](std::size_t i) { return stretch.study(i).cxa != 0 || !stretch.sallies(i).empty(); };
  clear([&](std::size_t i) { return stretch.kills_at_a_glance(i) != false || chases(i); });
  clear([&](std::size_t i) { return chases(i) || stretch.kills(i); });
  return all;
}

// Takes the chases of one ply in; a chase is joint where another man attacks the same victim too.
void note_chases(Stretch& stretch, std::size_t i, Conduct& conduct, Cell& chaser) {
  const auto note = [&](const Attack& attack) {
    if (chaser == kEmpty) chaser = attack.by;
    conduct.single = conduct.single && attack.by == chaser;
    conduct.chariots = conduct.chariots && kind_of(attack.victim) == Kind::kChariot;
    conduct.unrooted = conduct.unrooted && !attack.rooted;
  };
  const Study& study = stretch.study(i);
  for (const Attack& attack : study.attacks) {
    if (((study.cxa >> slot_of(attack.victim)) & 1U) != 0 && (attack.chase & kCxaChase) != 0) note(attack);
  }
  if (study.cxa == 0) {
    for (const Attack& attack : stretch.sallies(i))
      note(attack);
  }
}

// 26.4: a move with several effects takes the heaviest.
Conduct conduct_of(Stretch& stretch, Side side) {
  Conduct conduct;
  Cell chaser = kEmpty;
  for (std::size_t i = stretch.first(); i < stretch.last(); ++i) {
    if (stretch.side(i) != side) continue;
    if (stretch.ply(i).check) {
      conduct.check = true;
    } else if (stretch.kills(i)) {
      conduct.kill = true;
    } else {
      conduct.chase = true;
      note_chases(stretch, i, conduct, chaser);
    }
  }
  return conduct;
}

std::string_view name_of(const Conduct& conduct) {
  if (conduct.only_checks()) return "perpetual-check";
  if (conduct.only_kills()) return "perpetual-kill";
  return conduct.only_chases() ? "perpetual-chase" : "perpetual-attack";
}

// 26.9, both sides forbidden: whether the first must vary before the second.
bool heavier(const Conduct& a, const Conduct& b) {
  if (a.only_checks() != b.only_checks()) return a.only_checks();
  if (a.check != b.check) return a.check;
  if (a.only_kills() && b.only_chases()) return true;
  if (!a.only_chases() || !b.only_chases() || !a.single || b.single) return false;
  return a.unrooted || (a.chariots && b.chariots);
}

Verdict judge_cxa(Stretch& stretch) {
  const std::array<bool, 2> forbidden = all_forbidden(stretch);
  if (!forbidden[0] && !forbidden[1]) return {std::nullopt, "repetition"};
  if (forbidden[0] != forbidden[1]) {
    const Side side = forbidden[0] ? Side::kRed : Side::kBlack;
    return {side, name_of(conduct_of(stretch, side))};
  }
  const std::array<Conduct, 2> both{conduct_of(stretch, Side::kRed), conduct_of(stretch, Side::kBlack)};
  for (const Side side : kSides) {
    if (heavier(both[index(side)], both[index(other(side))])) return {side, name_of(both[index(side)])};
  }
  return {std::nullopt, "mutual-perpetual"};
}

// --- Rules by name

// What may be said of a side's moves that are no offence, or of those that are.
struct Manner {
  bool kills = true;      // each one
  bool forbidden = true;  // each checks, kills or chases
  bool chases = true;
  bool attacks = true;                // each attacks something new
  bool by_general_or_soldier = true;  // … each one so
  bool at_home = true;
  bool exchanges = true;
  bool rooted = true;
  bool any_check = false;
  bool any_chase = false;
  bool any_rooted = false;
  bool any_same_kind = false;
};

void note_attacks(const std::vector<Attack>& made, Manner& manner) {
  bool general = false;
  bool home = false;
  bool exchange = false;
  bool rooted = false;
  for (const Attack& attack : made) {
    general = general || attack.bar == Bar::kGeneralOrSoldier;
    home = home || attack.bar == Bar::kSoldierAtHome;
    exchange = exchange || attack.bar == Bar::kExchange;
    rooted = rooted || (attack.bar == Bar::kNone && attack.rooted);
  }
  manner.by_general_or_soldier = manner.by_general_or_soldier && general;
  manner.at_home = manner.at_home && home;
  manner.exchanges = manner.exchanges && exchange;
  manner.rooted = manner.rooted && rooted;
}

Manner manner_of(Stretch& stretch, Side side, const Verdict& verdict) {
  Manner manner;
  for (std::size_t i = stretch.first(); i < stretch.last(); ++i) {
    if (stretch.side(i) != side) continue;
    const Study& study = stretch.study(i);
    const bool chase = study.axf != 0;
    const bool check = stretch.ply(i).check;
    // Mate is searched for only while it still matters.
    const bool asked = manner.kills || (manner.forbidden && !chase && !check);
    const bool kill = asked && stretch.kills(i);
    manner.kills = manner.kills && kill;
    manner.chases = manner.chases && chase;
    manner.forbidden = manner.forbidden && (kill || chase || check);
    manner.any_check = manner.any_check || check;
    manner.any_chase = manner.any_chase || chase;
    note_attacks(made_by(stretch.before(i), study), manner);
    for (const Attack& attack : chases_of(stretch, i, Repetition::kAxf, verdict)) {
      manner.any_rooted = manner.any_rooted || attack.rooted;
      manner.any_same_kind = manner.any_same_kind || kind_of(attack.by) == kind_of(attack.victim);
    }
  }
  return manner;
}

std::string_view axf_draw(const Manner& red, const Manner& black) {
  const auto either = [&](bool Manner::*what) { return red.*what || black.*what; };
  if (either(&Manner::kills)) return "axf-kill";
  if (either(&Manner::chases)) return "axf-several";
  if (either(&Manner::forbidden)) return "axf-mixture";
  if (either(&Manner::any_check) || either(&Manner::any_chase)) return "axf-interrupted";
  if (either(&Manner::by_general_or_soldier)) return "axf-general-soldier";
  if (either(&Manner::at_home)) return "axf-soldier-at-home";
  if (either(&Manner::exchanges)) return "axf-exchange";
  if (either(&Manner::rooted)) return "axf-rooted";
  return "axf-quiet";
}

std::string_view axf_rule(Stretch& stretch, const Verdict& verdict) {
  if (verdict.reason == "perpetual-check") return "axf-check";
  if (verdict.reason == "mutual-perpetual")
    return all_check(stretch) ? "axf-mutual-check" : "axf-mutual-chase";
  if (!verdict.loser) {
    return axf_draw(manner_of(stretch, Side::kRed, verdict), manner_of(stretch, Side::kBlack, verdict));
  }
  const Unbroken all = unbroken(stretch, true);
  if (all.bound[index(*verdict.loser)] != 0) return "axf-chase-bound";
  const Manner manner = manner_of(stretch, *verdict.loser, verdict);
  if (manner.any_rooted) return "axf-chase-chariot";
  return manner.any_same_kind ? "axf-chase-unequal" : "axf-chase";
}

std::string_view cxa_rule(Stretch& stretch, const Verdict& verdict) {
  const std::array<bool, 2> forbidden = all_forbidden(stretch);
  if (forbidden[0] && forbidden[1]) return verdict.loser ? "cxa-both-one-varies" : "cxa-both";
  if (!verdict.loser) return "cxa-allowed";
  if (verdict.reason == "perpetual-check") return "cxa-check";
  if (verdict.reason == "perpetual-kill") return "cxa-kill";
  return verdict.reason == "perpetual-chase" ? "cxa-chase" : "cxa-mixture";
}

}  // namespace

Stretch::Stretch(std::span<const Ply> plies, std::size_t first, std::size_t last, const Position& at_last,
                 Findings& findings)
    : plies_(plies),
      first_(first),
      last_(last),
      board_(at_last),
      last_key_(at_last.key()),
      at_(last),
      findings_(&findings) {
  if (findings_->plies.size() < last_) findings_->plies.resize(last_);
}

const Position& Stretch::before(std::size_t i) {
  for (; at_ > i; --at_)
    board_.unmake(plies_[at_ - 1].move, plies_[at_ - 1].undo);
  for (; at_ < i; ++at_)
    board_.make(plies_[at_].move);
  return board_;
}

bool Stretch::studied(std::size_t i, Depth depth) const {
  const std::optional<Study>& study = findings_->plies[i].study;
  return study && study->depth >= depth;
}

bool Stretch::known_allowed(std::size_t i) const {
  const Finding& found = findings_->plies[i];
  if (plies_[i].check || !studied(i, Depth::kExchanges) || found.study->cxa != 0) return false;
  if (found.next_check == false) return true;
  if (!found.sallies || !found.sallies->empty()) return false;
  const auto kill = findings_->kills.find(key_after(i));
  return kill != findings_->kills.end() && kill->second == false;
}

const Study& Stretch::study(std::size_t i, Depth depth) {
  std::optional<Study>& study = findings_->plies[i].study;
  if (!study || study->depth < depth) study = study_ply(before(i), plies_[i].move, depth);
  return *study;
}

std::uint64_t Stretch::key_after(std::size_t i) const {
  return i + 1 < last_ ? plies_[i + 1].undo.key : last_key_;
}

bool Stretch::harmless(std::size_t i) const {
  return plies_[i].check || findings_->plies[i].next_check == false;
}

bool Stretch::kills(std::size_t i) {
  if (harmless(i)) return false;
  std::optional<bool>& kill = findings_->kills[key_after(i)];
  if (!kill) kill = threatens_mate(before(i + 1));
  return *kill;
}

std::optional<bool> Stretch::kills_at_a_glance(std::size_t i) {
  if (harmless(i)) return false;
  const auto [place, is_new] = findings_->kills.try_emplace(key_after(i));
  if (is_new) place->second = threatens_mate_at_a_glance(before(i + 1));
  return place->second;
}

bool Stretch::checks_next(std::size_t i) {
  std::optional<bool>& checks = findings_->plies[i].next_check;
  if (!checks) checks = !plies_[i].check && has_check(before(i + 1));
  return *checks;
}

const std::vector<Attack>& Stretch::sallies(std::size_t i) {
  std::optional<std::vector<Attack>>& sallies = findings_->plies[i].sallies;
  if (!sallies) sallies = new_sallies(before(i), plies_[i].move);
  return *sallies;
}

Verdict judge(Stretch& stretch, Repetition rules) {
  return rules == Repetition::kCxa2020 ? judge_cxa(stretch) : judge_axf(stretch, rules == Repetition::kAxf);
}

Deed deed(Stretch& stretch, std::size_t i, Repetition rules, const Verdict& verdict) {
  const bool chases = (verdict.reason == "perpetual-chase" && verdict.loser == stretch.side(i)) ||
                      (verdict.reason == "mutual-perpetual" && !all_check(stretch));
  if (rules == Repetition::kAxf && chases) return Deed::kChase;
  if (stretch.ply(i).check) return Deed::kCheck;
  if (stretch.kills(i)) return Deed::kKill;
  return chases_of(stretch, i, rules, verdict).empty() ? Deed::kQuiet : Deed::kChase;
}

std::vector<Attack> chases_of(Stretch& stretch, std::size_t i, Repetition rules, const Verdict& verdict) {
  const bool cxa = rules == Repetition::kCxa2020;
  const Study& study = stretch.study(i);
  if (cxa && study.cxa == 0) return stretch.sallies(i);
  const Side side = stretch.side(i);
  unsigned common = kAllSlots;
  if (rules == Repetition::kAxf && verdict.reason != "repetition") {
    for (std::size_t j = stretch.first(); j < stretch.last(); ++j) {
      if (stretch.side(j) == side) common &= stretch.study(j).axf;
    }
  }
  if (common == 0) common = kAllSlots;
  std::vector<Attack> chases;
  for (const Attack& attack : study.attacks) {
    if ((attack.made & (cxa ? kCxaChase : kAxfChase)) != 0 && ((common >> slot_of(attack.victim)) & 1U) != 0)
      chases.push_back(attack);
  }
  return chases;
}

std::string_view rule_of(Stretch& stretch, Repetition rules, const Verdict& verdict) {
  if (rules == Repetition::kAxf) return axf_rule(stretch, verdict);
  if (rules == Repetition::kCxa2020) return cxa_rule(stretch, verdict);
  if (verdict.loser) return "simple-check";
  return verdict.reason == "mutual-perpetual" ? "simple-mutual-check" : "simple-draw";
}

}  // namespace qitai::xiangqi
