// The part of Motion that shows fights, pieces turned over and a side that falls. A fight: the mover hovers
// over its foe until the landing is allowed; then both rise (8u), six strokes of ink hide them, and under the
// ink what fell is exchanged for what is left. Only the outcome is shown.
#include <algorithm>
#include <cmath>

#include "view/motion.hpp"

namespace qitai::view {

namespace {

constexpr std::uint64_t kRise = 90, kStroke = 180, kVerdict = 900, kStamp = 100;
constexpr std::uint64_t kHidden = kStroke / kStrokeFrames * 3;  // from then on the ink covers all
constexpr std::uint64_t kTurn = 300, kTurnWait = 240;  // after a fight the eye reads its outcome first
constexpr std::uint64_t kFall = 220, kFallAll = 700;
constexpr float kFoeRise = 1.0F;  // of the height of a lifted piece
constexpr float kAside = 0.34F;   // pitches by which the mover stops short of its foe's middle
constexpr float kPi = 3.14159265F;

float share(std::uint64_t now, std::uint64_t begin, std::uint64_t duration) {
  return now <= begin ? 0.0F : std::min(1.0F, static_cast<float>(now - begin) / static_cast<float>(duration));
}

host::Piece face_down(host::Piece piece) {
  piece.flags = QITAI_PIECE_FACE_DOWN;
  return piece;
}

}  // namespace

// Where the one that comes from `from` stops, so that both are seen.
SDL_FPoint Motion::beside(host::Point foe, host::Point from) const {
  const SDL_FPoint to = centre_(foe), start = centre_(from);
  const float dx = start.x - to.x, dy = start.y - to.y, way = std::max(1.0F, std::hypot(dx, dy));
  return {to.x + dx / way * kAside * pitch_, to.y + dy / way * kAside * pitch_};
}

// Where a mover hovers: over its point, or beside the one it fights.
SDL_FPoint Motion::arrives_at(const Mover& mover) const {
  const bool fights = flight_ && flight_->fight && flight_->fight->from == mover.from;
  return fights ? beside(mover.to, mover.from) : centre_(mover.to);
}

void Motion::begin_bout(Flight flight, std::uint64_t at) {
  const host::Piece* const attacker = piece_at(flight.fight->from);
  const host::Piece* const defender = piece_at(flight.fight->to);
  if (attacker == nullptr || defender == nullptr) {
    exchange(flight);  // cannot be: play() looked them up
    return;
  }
  Bout bout;
  bout.attacker = *attacker;
  bout.defender = *defender;
  bout.begin = at;
  bout.seal = at + kRise + kStroke;
  bout.flight = std::move(flight);
  bout_ = std::move(bout);
  sound(platform::Sound::kFight);
}

void Motion::decide_bout(std::uint64_t at, bool animated) {
  if (!bout_ || bout_->decided) {
    return;
  }
  bout_->decided = true;
  const Flight& flight = bout_->flight;
  const std::int64_t value = flight.fight->value;
  const std::vector<host::Piece> before = pieces_;
  exchange(flight);
  if (animated) {
    turn_over(flight, before, at + kTurnWait);
    const SDL_FPoint node = centre_(flight.fight->to);
    for (const host::Piece& piece : {bout_->attacker, bout_->defender}) {
      const bool attacks = piece.point == bout_->attacker.point;
      const bool falls = value == QITAI_FIGHT_BOTH || (value == QITAI_FIGHT_LOST) == attacks;
      if (falls) {
        taken_.push_back({face_down(piece), node, tray_(piece.colour).value_or(node), at});
      }
    }
  } else {
    bout_->seal = at;  // without motion the outcome is still there to be read
  }
  if (value == QITAI_FIGHT_BOTH) sound(platform::Sound::kBomb);
  if (value == QITAI_FIGHT_FLAG) {
    sound(platform::Sound::kFlag);
    topple(bout_->defender, at + (animated ? kStroke - kHidden : 0), animated);
  }
}

void Motion::turn_over(const Flight& flight, const std::vector<host::Piece>& before, std::uint64_t at) {
  const bool attacker_falls =
      flight.fight && (flight.fight->value == QITAI_FIGHT_LOST || flight.fight->value == QITAI_FIGHT_BOTH);
  for (const host::Point point : flight.shown) {
    // As it was: where it stood, or where it came from.
    std::optional<host::Piece> old;
    for (const host::Piece& piece : before) {
      if (piece.point == point) {
        old = piece;
      }
    }
    for (const Mover& mover : flight.movers) {
      if (mover.to == point && !attacker_falls) {
        old = mover.piece;
      }
    }
    const host::Piece* const now = piece_at(point);
    const bool known = std::any_of(turnings_.begin(), turnings_.end(),
                                   [&](const Turning& other) { return other.point == point; });
    if (old && now != nullptr && !known && (old->kind != now->kind || old->flags != now->flags)) {
      turnings_.push_back({point, *old, at});
    }
  }
}

// All men of the flag's side fall over, row by row from the flag outwards.
void Motion::topple(const host::Piece& flag, std::uint64_t at, bool animated) {
  const SDL_FPoint from = centre_(flag.point);
  const auto away = [&](host::Point point) {
    const SDL_FPoint c = centre_(point);
    return std::abs(c.y - from.y) + 0.12F * std::abs(c.x - from.x);
  };
  float farthest = 1;
  for (const host::Piece& piece : pieces_) {
    if (piece.colour == flag.colour && piece.point != host::kNoPoint) {
      farthest = std::max(farthest, away(piece.point));
    }
  }
  for (host::Piece& piece : pieces_) {
    if (piece.colour != flag.colour || piece.point == host::kNoPoint) {
      continue;
    }
    piece.flags |= kPieceFallen;
    if (animated) {
      const float wait = static_cast<float>(kFallAll - kFall) * away(piece.point) / farthest;
      falls_.push_back({piece.point, at + static_cast<std::uint64_t>(wait)});
    }
  }
}

void Motion::advance_fights(std::uint64_t now) {
  if (bout_ && !bout_->decided && now >= bout_->begin + kRise + kHidden) {
    decide_bout(bout_->begin + kRise + kHidden, true);
  }
  if (bout_ && bout_->decided && now >= bout_->seal + kVerdict) {
    bout_.reset();
  }
  std::erase_if(turnings_, [&](const Turning& turning) { return now >= turning.begin + kTurn; });
  std::erase_if(falls_, [&](const Fall& fall) { return now >= fall.begin + kFall; });
}

// Whether the piece on a point is shown by a sprite of a fight, a turning or a fall.
bool Motion::off_board(host::Point point, std::uint64_t now) const {
  const bool fights =
      bout_ && !bout_->decided && (point == bout_->attacker.point || point == bout_->defender.point);
  return fights ||
         std::any_of(
             turnings_.begin(), turnings_.end(),
             [&](const Turning& turning) { return turning.point == point && now < turning.begin + kTurn; }) ||
         std::any_of(falls_.begin(), falls_.end(),
                     [&](const Fall& fall) { return fall.point == point && now < fall.begin + kFall; });
}

void Motion::add_fight_sprites(std::vector<Sprite>& out, std::uint64_t now) const {
  for (const Turning& turning : turnings_) {
    const host::Piece* const after = piece_at(turning.point);
    if (after == nullptr || now >= turning.begin + kTurn) {
      continue;
    }
    const float t = share(now, turning.begin, kTurn);
    Sprite turned = sprite(t < 0.5F ? turning.before : *after, {centre_(after->point), 0});
    turned.wide = std::max(0.04F, std::abs(std::cos(kPi * t)));
    out.push_back(turned);
  }
  for (const Fall& fall : falls_) {
    const host::Piece* const piece = piece_at(fall.point);
    if (piece == nullptr || now >= fall.begin + kFall) {
      continue;
    }
    const float t = share(now, fall.begin, kFall);
    Sprite falling = sprite(*piece, {centre_(fall.point), 0});
    const float way = t * t * (2 - t);  // it tips over its lower edge, faster and faster
    if (way < 0.5F) {
      falling.piece.flags &= static_cast<std::uint8_t>(~kPieceFallen);  // still upright
    }
    falling.high = std::max(0.06F, std::abs(std::cos(kPi * way)));
    falling.at.y += (1 - falling.high) * 0.30F * pitch_;
    out.push_back(falling);
  }
  if (bout_ && !bout_->decided) {
    const float up = share(now, bout_->begin, kRise / 2);
    out.push_back(sprite(bout_->defender, {centre_(bout_->defender.point), kFoeRise * up}));
    out.push_back(sprite(bout_->attacker, {beside(bout_->defender.point, bout_->attacker.point), 1}));
  }
}

std::optional<FightScene> Motion::fight(std::uint64_t now) const {
  if (!bout_) {
    return std::nullopt;
  }
  FightScene scene;
  scene.at = centre_(bout_->defender.point);
  const SDL_FPoint aside = beside(bout_->defender.point, bout_->attacker.point);
  scene.ink_at = {(scene.at.x + aside.x) / 2, (scene.at.y + aside.y) / 2};
  scene.value = bout_->flight.fight->value;
  scene.colour = bout_->attacker.colour == QITAI_NO_COLOUR ? host::kNoColour : bout_->attacker.colour;
  const std::uint64_t seal = bout_->seal, ink = bout_->begin + kRise, last = kStroke / kStrokeFrames;
  if (now >= ink && now < seal) {
    scene.stroke = static_cast<int>((now - ink) * kStrokeFrames / kStroke);
  }
  // The seal comes down while the last of the ink dries.
  scene.verdict = bout_->decided && now + last >= seal && now < seal + kVerdict;
  const float down = reduced_ ? 1 : share(now + last, seal, kStamp);
  scene.stamp = 1 + 0.28F * (1 - down * down);
  return scene;
}

bool Motion::fights_animate(std::uint64_t now) const {
  const bool fighting = bout_ && (!bout_->decided || now < bout_->seal + (reduced_ ? 0 : kStamp));
  return fighting ||
         std::any_of(turnings_.begin(), turnings_.end(),
                     [&](const Turning& turning) { return now < turning.begin + kTurn; }) ||
         std::any_of(falls_.begin(), falls_.end(),
                     [&](const Fall& fall) { return now < fall.begin + kFall; });
}

std::uint64_t Motion::wakes_at() const {
  return bout_ ? bout_->seal + kVerdict : kNever;
}

}  // namespace qitai::view
