// The toy game's rules, on full and on partial states.
#include <algorithm>

#include "game.hpp"

namespace toy {
namespace {

// The answer to a question among the facts, or nothing.
const qitai_fact* find(std::span<const qitai_fact> facts, std::uint32_t what, int seat) {
  for (const qitai_fact& fact : facts) {
    if (fact.what == what && fact.seat == seat) return &fact;
  }
  return nullptr;
}

}  // namespace

int fight_result(Kind attacker, Kind defender) {
  if (defender == kFlag) return QITAI_FIGHT_FLAG;
  if (attacker == kBomb || defender == kBomb || attacker == defender) return QITAI_FIGHT_BOTH;
  return attacker == kElephant ? QITAI_FIGHT_WON : QITAI_FIGHT_LOST;
}

sdk::Made<Game> Game::create(const sdk::Start& start) {
  Game game;
  std::copy(start.options.begin(), start.options.end(), game.core_.options.begin());
  game.core_.knower = static_cast<std::int8_t>(start.knower);
  if (!start.position.empty()) return read_position(std::move(game), start.position);
  return game;
}

std::uint8_t Game::colour(int owner) const {
  if (core_.phase != Phase::kPlay) return QITAI_NO_COLOUR;
  return owner == core_.first ? 0 : 1;
}

int Game::colour_of(int seat) const {
  return core_.phase == Phase::kPlay ? colour(seat) : -1;
}

int Game::count(int owner) const {
  return static_cast<int>(std::count_if(core_.on.begin(), core_.on.end(),
                                        [owner](const PieceOn& p) { return p.owner == owner; }));
}

bool Game::surely_moves(std::uint16_t point) const {
  const PieceOn& piece = core_.on[point];
  return piece.kind == kHidden ? piece.mover : piece.kind != kFlag;
}

bool Game::possible(std::uint16_t point, Kind kind) const {
  const PieceOn& piece = core_.on[point];
  if (piece.kind != kHidden) return piece.kind == kind;
  if (piece.mover) return kind != kFlag;
  if (count(piece.owner) == 1) return kind == kFlag;  // the flag never leaves before the end
  for (std::uint16_t p = 0; p < kPoints; ++p) {       // a side has one flag and one mover
    const PieceOn& other = core_.on[p];
    if (p == point || other.owner != piece.owner) continue;
    if (surely_moves(p)) return kind == kFlag;
    if (other.kind == kFlag) return kind != kFlag;
  }
  return true;
}

bool Game::may_move(std::uint16_t point) const {
  for (const Kind kind : {kElephant, kMouse, kBomb}) {
    if (possible(point, kind)) return true;
  }
  return false;
}

std::uint32_t Game::acting() const {
  if (outcome().over()) return 0;
  if (core_.phase == Phase::kDie) return sdk::kChance;
  if (core_.phase == Phase::kPlay) return sdk::only(core_.turn);
  std::uint32_t bits = QITAI_ACTING_SETUP;
  for (int seat = 0; seat < kSides; ++seat) {
    if (!core_.ready[static_cast<std::size_t>(seat)]) bits |= sdk::only(seat);
  }
  return bits;
}

std::optional<sdk::Refusal> Game::setup_apply(int seat, std::string_view bytes, sdk::Changes& changes) {
  const auto side = static_cast<std::size_t>(seat);
  if (core_.phase != Phase::kSetup || core_.ready[side])
    return sdk::Refusal("not-now", "this side is set up");
  const auto& home = kHome[side];
  Layout kinds = {kHidden, kHidden};
  if (knows(seat)) {
    const sdk::Made<Layout> read = read_layout(bytes);
    if (const auto* refusal = std::get_if<sdk::Refusal>(&read)) return *refusal;
    kinds = std::get<Layout>(read);
    if (auto refusal = refuse_layout(seat, kinds)) return refusal;
  } else if (!bytes.empty()) {
    return sdk::Refusal("not-yours-to-know", "this state may not know that set-up").offset(0);
  }
  past_.push_back({core_, seen_});
  for (std::size_t i = 0; i < 2; ++i) {
    core_.on[home[i]] = {static_cast<std::int8_t>(seat), kinds[i], false, false};
    changes.placed(home[i], QITAI_NO_KIND, QITAI_NO_COLOUR);
  }
  for (std::size_t i = 0; i < 2 && knows(seat); ++i) {
    changes.revealed(home[i], kinds[i], QITAI_NO_COLOUR, sdk::only(seat));
  }
  core_.ready[side] = true;
  if (core_.ready[0] && core_.ready[1]) {
    core_.phase = Phase::kDie;
    if (core_.options[kFirst] == kNorthFirst) begin(0, changes);
  }
  return std::nullopt;
}

void Game::begin(int first, sdk::Changes& changes) {
  core_.phase = Phase::kPlay;
  core_.first = core_.turn = static_cast<std::int8_t>(first);
  changes.irreversible();
  for (int seat = 0; seat < kSides; ++seat)
    changes.seat_colour(seat, colour(seat));
  seen_.assign(1, hash(sdk::kPublic));
}

std::optional<sdk::Refusal> Game::chance_apply(std::uint32_t index, sdk::Changes& changes) {
  if (core_.phase != Phase::kDie) return sdk::Refusal("not-now", "nothing is to be drawn");
  if (index >= 2) return sdk::Refusal("no-such-draw", "the die has two sides");
  past_.push_back({core_, seen_});
  begin(static_cast<int>(index), changes);
  return std::nullopt;
}

// Why no piece could make this move; going home is only forbidden.
std::optional<sdk::Refusal> Game::cannot_play(int seat, qitai_move move) const {
  if (acting() != sdk::only(seat)) return sdk::Refusal("not-your-turn");
  if (move.from >= kPoints || move.to >= kPoints || move.choice != 0 || move.flags != 0)
    return sdk::Refusal("no-such-move");
  if (core_.on[move.from].owner == -1) return sdk::Refusal("empty").at(move.from);
  if (core_.on[move.from].owner != seat) return sdk::Refusal("not-your-piece").at(move.from);
  if (!may_move(move.from)) return sdk::Refusal("immovable").at(move.from);
  if (!joined(move.from, move.to)) return sdk::Refusal("no-road").at(move.from).at(move.to);
  if (core_.on[move.to].owner == seat) return sdk::Refusal("own-piece-there").at(move.to);
  return std::nullopt;
}

std::optional<sdk::Refusal> Game::refuse(int seat, qitai_move move) const {
  if (auto refusal = cannot_play(seat, move)) return refusal;
  if (move.to == kHome[static_cast<std::size_t>(seat)][0]) return sdk::Refusal("coward").at(move.to);
  return std::nullopt;
}

qitai_status Game::playable(int seat, sdk::List<qitai_playable>& moves) const {
  if (acting() != sdk::only(seat)) return QITAI_OK;
  for (std::uint16_t from = 0; from < kPoints; ++from) {
    if (core_.on[from].owner == seat && may_move(from) && !surely_moves(from)) return QITAI_UNKNOWN;
  }
  for (std::uint16_t from = 0; from < kPoints; ++from) {
    for (std::uint16_t to = 0; to < kPoints; ++to) {
      const qitai_move move{from, to, 0, 0};
      if (cannot_play(seat, move)) continue;
      moves.add({move, refuse(seat, move) ? QITAI_PLAYABLE_ILLEGAL : 0, 0});
    }
  }
  return QITAI_OK;
}

qitai_status Game::legal(int seat, sdk::List<qitai_move>& moves) const {
  std::array<qitai_playable, kPoints * kPoints> all;
  sdk::List<qitai_playable> list(all.data(), static_cast<std::uint32_t>(all.size()));
  if (const qitai_status status = playable(seat, list); status != QITAI_OK) return status;
  for (std::uint32_t i = 0; i < list.count(); ++i) {
    if ((all[i].flags & QITAI_PLAYABLE_ILLEGAL) == 0) moves.add(all[i].move);
  }
  return QITAI_OK;
}

// How the fight of this move ends as far as this state and the facts know: QITAI_FIGHT_…, 0 unknown.
int Game::settled(qitai_move move, std::span<const qitai_fact> facts) const {
  const PieceOn &attacker = core_.on[move.from], &defender = core_.on[move.to];
  if (attacker.kind != kHidden && defender.kind != kHidden) return fight_result(attacker.kind, defender.kind);
  const qitai_fact* fact = find(facts, QITAI_FACT_FIGHT, defender.owner);
  return fact == nullptr ? 0 : static_cast<int>(fact->value);
}

void Game::needs(int seat, qitai_move move, std::span<const qitai_fact> known,
                 sdk::List<qitai_fact>& out) const {
  if (cannot_play(seat, move) || core_.on[move.to].owner == -1) return;
  const int how = settled(move, known);
  const auto ask = [&](std::uint32_t what, std::uint16_t point, int whose) {
    if (find(known, what, whose) == nullptr) out.add({what, point, static_cast<std::uint16_t>(whose), 0});
  };
  if (how == 0) return ask(QITAI_FACT_FIGHT, move.to, core_.on[move.to].owner);
  const auto fallen = [&](std::uint16_t point) {
    // What an elephant's fall shows, its own side knows.
    const PieceOn& piece = core_.on[point];
    if (!knows(piece.owner) && possible(point, kElephant)) ask(QITAI_FACT_SHOW, QITAI_NO_POINT, piece.owner);
  };
  const auto survived = [&](std::uint16_t point) {
    if (core_.options[kShow] != 0 && core_.on[point].kind == kHidden) {
      ask(QITAI_FACT_REVEAL, point, core_.on[point].owner);
    }
  };
  if (how == QITAI_FIGHT_WON) survived(move.from);
  if (how == QITAI_FIGHT_LOST) survived(move.to);
  if (how == QITAI_FIGHT_WON || how == QITAI_FIGHT_BOTH) fallen(move.to);
  if (how == QITAI_FIGHT_LOST || how == QITAI_FIGHT_BOTH) fallen(move.from);
}

qitai_status Game::facts(int seat, qitai_move move, sdk::List<qitai_fact>& out) const {
  if (core_.knower != -1) return QITAI_UNSUPPORTED;
  if (cannot_play(seat, move)) return QITAI_REFUSED;
  const PieceOn &attacker = core_.on[move.from], &defender = core_.on[move.to];
  if (defender.owner == -1) return QITAI_OK;
  const int how = fight_result(attacker.kind, defender.kind);
  const auto whose = [](const PieceOn& piece) { return static_cast<std::uint16_t>(piece.owner); };
  out.add({QITAI_FACT_FIGHT, move.to, whose(defender), how});
  if (core_.options[kShow] != 0 && how == QITAI_FIGHT_WON) {
    out.add({QITAI_FACT_REVEAL, move.from, whose(attacker), attacker.kind});
  }
  if (core_.options[kShow] != 0 && how == QITAI_FIGHT_LOST) {
    out.add({QITAI_FACT_REVEAL, move.to, whose(defender), defender.kind});
  }
  for (const PieceOn* piece : {&attacker, &defender}) {
    if (how == (piece == &attacker ? QITAI_FIGHT_WON : QITAI_FIGHT_LOST) || how == QITAI_FIGHT_FLAG) continue;
    std::uint16_t flag = 0;
    while (core_.on[flag].owner != piece->owner || core_.on[flag].kind != kFlag)
      ++flag;
    const bool shows = piece->kind == kElephant;
    out.add({QITAI_FACT_SHOW, shows ? flag : std::uint16_t{QITAI_NO_POINT}, whose(*piece),
             shows ? std::int64_t{kFlag} : std::int64_t{-1}});
  }
  return QITAI_OK;
}

// Whether the answers can be true, as far as this state can tell.
std::optional<sdk::Refusal> Game::check_facts(qitai_move move, int how,
                                              std::span<const qitai_fact> facts) const {
  bool any = false;
  for (std::uint8_t a = kElephant; a < kKinds; ++a) {
    for (std::uint8_t d = kFlag; d < kKinds; ++d) {
      const auto attacker = static_cast<Kind>(a), defender = static_cast<Kind>(d);
      if (!possible(move.from, attacker) || !possible(move.to, defender)) continue;
      if (fight_result(attacker, defender) != how) continue;
      bool fits = true;
      for (const qitai_fact& fact : facts) {
        if (fact.what == QITAI_FACT_REVEAL && fact.point == move.from) fits = fits && fact.value == attacker;
        if (fact.what == QITAI_FACT_REVEAL && fact.point == move.to) fits = fits && fact.value == defender;
        if (fact.what != QITAI_FACT_SHOW) continue;
        const bool own = fact.seat == core_.on[move.from].owner;
        const bool shows = fact.value == kFlag && fact.point < kPoints &&
                           core_.on[fact.point].owner == fact.seat &&
                           fact.point != (own ? move.from : move.to) && possible(fact.point, kFlag);
        fits = fits && ((own ? attacker : defender) == kElephant ? shows : fact.value == -1);
      }
      any = any || fits;
    }
  }
  if (any) return std::nullopt;
  return sdk::Refusal("impossible-fact", "no pieces that could stand there give that answer").at(move.to);
}

std::optional<sdk::Refusal> Game::apply(int seat, qitai_move move, std::span<const qitai_fact> facts,
                                        sdk::Changes& changes) {
  if (auto refusal = cannot_play(seat, move)) return refusal;
  std::array<qitai_fact, 4> missing;
  sdk::List<qitai_fact> list(missing.data(), static_cast<std::uint32_t>(missing.size()));
  needs(seat, move, facts, list);
  if (list.count() != 0)
    return sdk::Refusal("facts-missing", "needs() names what is missing").at(missing[0].point);
  const bool fights = core_.on[move.to].owner != -1;
  const int how = fights ? settled(move, facts) : 0;
  if (fights) {
    if (auto refusal = check_facts(move, how, facts)) return refusal;
  }
  past_.push_back({core_, seen_});
  ++core_.plies;
  if (fights) {
    core_.quiet = 0;
    seen_.clear();
    fight(move, how, facts, changes);
  } else {
    ++core_.quiet;
    PieceOn piece = std::exchange(core_.on[move.from], PieceOn{});
    piece.mover = true;
    core_.on[move.to] = piece;
    changes.moved(move.from, move.to, piece.shown ? std::uint16_t{piece.kind} : std::uint16_t{QITAI_NO_KIND},
                  colour(seat));
  }
  core_.turn = static_cast<std::int8_t>(1 - seat);
  seen_.push_back(hash(sdk::kPublic));
  return std::nullopt;
}

void Game::fight(qitai_move move, int how, std::span<const qitai_fact> facts, sdk::Changes& changes) {
  const PieceOn attacker = core_.on[move.from], defender = core_.on[move.to];
  const auto shown_kind = [&](const PieceOn& p) {
    return p.shown ? std::uint16_t{p.kind} : std::uint16_t{QITAI_NO_KIND};
  };
  changes.irreversible();
  changes.fought(move.from, move.to, how);
  changes.step();
  core_.on[move.from].mover = true;
  if (how != QITAI_FIGHT_FLAG) core_.on[move.to].mover = true;
  const bool attacker_stays = how == QITAI_FIGHT_WON || how == QITAI_FIGHT_FLAG;
  if (how != QITAI_FIGHT_LOST) {
    const std::uint16_t kind = how == QITAI_FIGHT_FLAG ? std::uint16_t{kFlag} : shown_kind(defender);
    changes.captured(move.to, kind, colour(defender.owner));
    core_.on[move.to] = PieceOn{};
  }
  if (attacker_stays) {
    core_.on[move.to] = std::exchange(core_.on[move.from], PieceOn{});
    changes.moved(move.from, move.to, shown_kind(attacker), colour(attacker.owner));
  } else {
    changes.captured(move.from, shown_kind(attacker), colour(attacker.owner));
    core_.on[move.from] = PieceOn{};
  }
  if (how == QITAI_FIGHT_FLAG) core_.flag_taken_from = defender.owner;

  const auto show = [&](std::uint16_t point, Kind kind) {
    PieceOn& piece = core_.on[point];
    if (piece.shown) return;
    piece.kind = kind;
    piece.shown = true;
    changes.revealed(point, kind, colour(piece.owner));
  };
  if (core_.options[kShow] != 0 && (how == QITAI_FIGHT_WON || how == QITAI_FIGHT_LOST)) {
    const PieceOn& survivor = attacker_stays ? attacker : defender;
    const qitai_fact* fact = find(facts, QITAI_FACT_REVEAL, survivor.owner);
    show(move.to, survivor.kind != kHidden ? survivor.kind : static_cast<Kind>(fact->value));
  }
  for (const PieceOn* piece : {&attacker, &defender}) {
    if (how == (piece == &attacker ? QITAI_FIGHT_WON : QITAI_FIGHT_LOST) || how == QITAI_FIGHT_FLAG) continue;
    if (const qitai_fact* fact = find(facts, QITAI_FACT_SHOW, piece->owner); fact != nullptr) {
      if (fact->value == kFlag) show(fact->point, kFlag);
    } else if (piece->kind == kElephant) {
      for (std::uint16_t p = 0; p < kPoints; ++p) {
        if (core_.on[p].owner == piece->owner && core_.on[p].kind == kFlag) show(p, kFlag);
      }
    }
  }
}

bool Game::undo() {
  if (past_.empty()) return false;
  core_ = past_.back().core;
  seen_ = std::move(past_.back().seen);
  past_.pop_back();
  return true;
}

}  // namespace toy
