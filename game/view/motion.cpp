#include "view/motion.hpp"

#include <algorithm>
#include <cmath>

namespace qitai::view {

namespace {

constexpr std::uint64_t kGlideBase = 110, kGlidePerPoint = 14, kGlideMost = 190;
constexpr std::uint64_t kLift = 70, kSetDown = 60, kPressedFrame = 17, kBack = 90, kSwap = 120;
constexpr std::uint64_t kFade = 120, kFadeSteps = 4;
constexpr float kFadeShare = 120.0F / 220;  // it is gone before it would reach the tray (220)
constexpr float kHover = 0.085F;            // height of a lifted piece as seen, pitches

float out_cubic(float t) {
  t = 1 - std::clamp(t, 0.0F, 1.0F);
  return 1 - t * t * t;
}

float share(std::uint64_t now, std::uint64_t begin, std::uint64_t duration) {
  if (duration == 0 || now >= begin + duration) {
    return 1;
  }
  return now <= begin ? 0.0F : static_cast<float>(now - begin) / static_cast<float>(duration);
}

SDL_FPoint between(SDL_FPoint a, SDL_FPoint b, float t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

bool by_point(const host::Piece& a, const host::Piece& b) {
  return a.point < b.point;
}

}  // namespace

void Motion::set_board(Centre centre, float pitch) {
  skip();
  centre_ = std::move(centre);
  pitch_ = std::max(pitch, 1.0F);
}

void Motion::set_reduced(bool reduced) {
  reduced_ = reduced;
  if (reduced) {
    skip();
  }
}

void Motion::drop_all() {
  flight_.reset();
  hand_.reset();
  settling_.clear();
  taken_.clear();
  bout_.reset();
  turnings_.clear();
  falls_.clear();
}

void Motion::set_pieces(const std::vector<host::Piece>& pieces) {
  drop_all();
  std::vector<host::Piece> next = pieces;
  std::stable_sort(next.begin(), next.end(), by_point);
  // The same men in the same places, perhaps better known: who has fallen lies where he lies.
  const auto same_man = [](const host::Piece& a, const host::Piece& b) {
    return a.point == b.point && a.colour == b.colour;
  };
  if (std::equal(next.begin(), next.end(), pieces_.begin(), pieces_.end(), same_man)) {
    for (std::size_t i = 0; i < next.size(); ++i) {
      next[i].flags |= static_cast<std::uint8_t>(pieces_[i].flags & kPieceFallen);
    }
  }
  pieces_ = std::move(next);
}

const host::Piece* Motion::piece_at(host::Point point) const {
  const auto at = std::lower_bound(pieces_.begin(), pieces_.end(), point,
                                   [](const host::Piece& piece, host::Point p) { return piece.point < p; });
  return at != pieces_.end() && at->point == point && point != host::kNoPoint ? &*at : nullptr;
}

float Motion::distance(SDL_FPoint a, SDL_FPoint b) const {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) / pitch_;
}

Motion::Air Motion::air_of(host::Point point, std::uint64_t now) const {
  if (hand_ && hand_->point == point) {
    const float rise = reduced_ || hand_->still ? 1.0F : out_cubic(share(now, hand_->begin, kLift));
    return {hand_->drag.value_or(centre_(point)), rise};
  }
  for (const Settling& settling : settling_) {
    if (settling.point == point) {
      return air_of(settling, now);
    }
  }
  return {centre_(point), 0};
}

Motion::Air Motion::air_of(const Mover& mover, std::uint64_t now) const {
  const std::uint64_t start = flight_->start;
  const SDL_FPoint end = arrives_at(mover);
  if (flight_->arrived) {
    return {end, 1};
  }
  const float t = out_cubic(share(now, start, mover.duration));
  const float up = reduced_ ? 1.0F : out_cubic(share(now, start, kLift));
  return {between(mover.start, end, t), mover.start_rise + (1 - mover.start_rise) * up};
}

Motion::Air Motion::air_of(const Settling& settling, std::uint64_t now) const {
  const SDL_FPoint home = centre_(settling.point);
  if (now < settling.begin + settling.glide) {
    const float t = out_cubic(share(now, settling.begin, settling.glide));
    return {between(settling.start, home, t), settling.start_rise};
  }
  if (settling.to_hand) {
    return {home, settling.start_rise};
  }
  const float t = share(now, settling.begin + settling.glide, kSetDown - kPressedFrame);
  return {home, settling.start_rise * (1 - t * t)};
}

std::uint64_t Motion::end_of(const Settling& settling) const {
  return settling.begin + settling.glide + (settling.to_hand ? 0 : kSetDown);
}

std::uint64_t Motion::arrival() const {
  if (flight_->arrived) {
    return *flight_->arrived;
  }
  std::uint64_t last = flight_->start;
  for (const Mover& mover : flight_->movers) {
    last = std::max(last, flight_->start + mover.duration);
  }
  return last;
}

void Motion::play(const std::vector<host::Change>& changes, const std::vector<host::Piece>& after,
                  std::uint64_t now) {
  if (flight_) {
    finish_flight(now, false);
  }
  if (bout_) {
    decide_bout(now, false);
    bout_.reset();  // a new move is more than the last outcome
  }
  turnings_.clear();
  falls_.clear();
  Flight flight;
  flight.start = now;
  flight.after = after;
  std::stable_sort(flight.after.begin(), flight.after.end(), by_point);
  for (const host::Change& change : changes) {
    if (change.what == QITAI_CHANGE_REVEALED && piece_at(change.to) != nullptr) {
      flight.shown.push_back(change.to);
    }
    const host::Piece* piece = piece_at(change.from);
    if (piece == nullptr) {
      continue;
    }
    const bool fight = change.what == QITAI_CHANGE_FACT && piece_at(change.to) != nullptr &&
                       change.value >= QITAI_FIGHT_WON && change.value <= QITAI_FIGHT_FLAG;
    if (fight) {
      flight.fight = change;
    }
    if ((fight || change.what == QITAI_CHANGE_MOVED) && change.to != host::kNoPoint) {
      const Air air = air_of(change.from, now);
      Mover mover{*piece, change.from, change.to, air.at, air.rise, 0};
      const float points = distance(air.at, centre_(change.to));
      if (!reduced_ && points > 0.01F) {
        const float whole = static_cast<float>(kGlideBase) + static_cast<float>(kGlidePerPoint) * points;
        // A piece let go beside its point has hardly any way left.
        mover.duration = std::min(kGlideMost, static_cast<std::uint64_t>(whole * std::min(1.0F, points)));
      }
      // The same piece may be told to several audiences: it moves once.
      const bool known = std::any_of(flight.movers.begin(), flight.movers.end(),
                                     [&](const Mover& other) { return other.from == mover.from; });
      if (!known) {
        flight.movers.push_back(mover);
      }
    } else if (change.what == QITAI_CHANGE_CAPTURED) {
      const bool known = std::any_of(flight.taken.begin(), flight.taken.end(),
                                     [&](const host::Piece& other) { return other.point == change.from; });
      if (!known) {
        flight.taken.push_back(*piece);
      }
    }
  }
  const bool swap = flight.movers.size() == 2 && flight.movers[0].from == flight.movers[1].to &&
                    flight.movers[1].from == flight.movers[0].to;
  for (Mover& mover : flight.movers) {
    if (swap && !reduced_) {
      mover.duration = kSwap;
    }
  }
  for (const Mover& mover : flight.movers) {
    if (hand_ && hand_->point == mover.from) {
      hand_.reset();
    }
    std::erase_if(settling_, [&](const Settling& settling) { return settling.point == mover.from; });
  }
  flight_ = std::move(flight);
}

void Motion::land() {
  if (flight_) {
    flight_->landed = true;
  }
}

void Motion::finish_flight(std::uint64_t at, bool animated) {
  Flight flight = std::move(*flight_);
  flight_.reset();
  if (flight.fight) {
    begin_bout(std::move(flight), at);
    if (!animated || reduced_) {
      decide_bout(at, false);
    }
    if (!animated) {
      bout_.reset();
    }
    return;
  }
  if (!flight.taken.empty()) {
    sound(platform::Sound::kCapture);
  } else if (!flight.movers.empty() || !flight.shown.empty()) {
    sound(platform::Sound::kSetDown);
  }
  const std::vector<host::Piece> before = pieces_;
  exchange(flight);
  if (!animated || reduced_) {
    return;
  }
  turn_over(flight, before, at);
  for (const Mover& mover : flight.movers) {
    if (piece_at(mover.to) != nullptr) {
      settling_.push_back({mover.to, centre_(mover.to), 1, at, 0, false});
    }
  }
  for (const host::Piece& piece : flight.taken) {
    const SDL_FPoint start = centre_(piece.point);
    taken_.push_back({piece, start, tray_(piece.colour).value_or(start), at});
  }
}

// What the flight leaves on the board is on it now.
void Motion::exchange(const Flight& flight) {
  pieces_ = flight.after;
  std::erase_if(settling_, [&](const Settling& settling) { return piece_at(settling.point) == nullptr; });
  if (hand_ && piece_at(hand_->point) == nullptr) {
    hand_.reset();
  }
}

void Motion::settle(host::Point point, Air from, bool to_hand, std::uint64_t now) {
  if (reduced_ || piece_at(point) == nullptr) {
    return;
  }
  std::erase_if(settling_, [&](const Settling& settling) { return settling.point == point; });
  const bool afar = distance(from.at, centre_(point)) > 0.05F;
  settling_.push_back({point, from.at, from.rise, now, afar ? kBack : 0, to_hand});
}

void Motion::send_back(host::Point point, std::uint64_t now) {
  const Air air = air_of(point, now);
  const bool held = hand_ && hand_->point == point;
  if (held) {
    hand_->drag.reset();
    hand_->still = true;
  }
  settle(point, air, held, now);
}

void Motion::set_hand(std::optional<host::Point> lifted, std::optional<SDL_FPoint> drag, std::uint64_t now) {
  const bool same = hand_ && lifted && hand_->point == *lifted;
  if (same) {
    if (drag && !hand_->drag) {
      std::erase_if(settling_, [&](const Settling& settling) { return settling.point == *lifted; });
    } else if (!drag && hand_->drag) {
      send_back(*lifted, now);
    }
    hand_->drag = drag;
    return;
  }
  if (hand_) {
    const host::Point point = hand_->point;
    const auto back = std::find_if(settling_.begin(), settling_.end(),
                                   [&](const Settling& settling) { return settling.point == point; });
    if (back != settling_.end() && now < end_of(*back)) {
      back->to_hand = false;  // already on its way home: it is set down there
      hand_.reset();
    } else {
      const Air air = air_of(point, now);
      hand_.reset();
      settle(point, air, false, now);
      if (!lifted) sound(platform::Sound::kSetDown);
    }
  }
  if (lifted && piece_at(*lifted) != nullptr) {
    std::erase_if(settling_, [&](const Settling& settling) { return settling.point == *lifted; });
    hand_ = Hand{*lifted, now, drag, false};
    sound(platform::Sound::kLift);
  }
}

// Nobody may ask: then the last few are kept.
void Motion::sound(platform::Sound which) {
  constexpr std::size_t kMost = 8;
  if (sounds_.size() == kMost) sounds_.erase(sounds_.begin());
  sounds_.push_back(which);
}

void Motion::skip() {
  settling_.clear();
  taken_.clear();
  turnings_.clear();
  falls_.clear();
  if (bout_ && !bout_->decided) {
    decide_bout(bout_->begin, false);
  }
  bout_.reset();
  if (hand_) {
    hand_->still = true;
  }
  if (flight_) {
    flight_->arrived = flight_->start;
    if (flight_->landed) {
      finish_flight(flight_->start, false);
    }
  }
}

void Motion::advance(std::uint64_t now) {
  if (flight_ && flight_->landed && now >= arrival()) {
    finish_flight(now, true);
  }
  advance_fights(now);
  std::erase_if(settling_, [&](const Settling& settling) { return now >= end_of(settling); });
  std::erase_if(taken_, [&](const Taken& taken) { return now >= taken.begin + kFade; });
}

std::vector<host::Piece> Motion::resting(std::uint64_t now) const {
  std::vector<host::Piece> out;
  out.reserve(pieces_.size());
  for (const host::Piece& piece : pieces_) {
    if (piece.point == host::kNoPoint || (hand_ && hand_->point == piece.point) ||
        off_board(piece.point, now)) {
      continue;
    }
    const bool settling = std::any_of(settling_.begin(), settling_.end(), [&](const Settling& other) {
      return other.point == piece.point && now < end_of(other);
    });
    const bool flying = flight_ && std::any_of(flight_->movers.begin(), flight_->movers.end(),
                                               [&](const Mover& mover) { return mover.from == piece.point; });
    if (!settling && !flying) {
      out.push_back(piece);
    }
  }
  return out;
}

Sprite Motion::sprite(const host::Piece& piece, Air air) const {
  Sprite out;
  out.piece = piece;
  out.at = {air.at.x, air.at.y - kHover * pitch_ * air.rise};
  out.pose = air.rise > 0.35F ? Pose::kLifted : Pose::kRest;
  return out;
}

std::vector<Sprite> Motion::sprites(std::uint64_t now) const {
  std::vector<Sprite> out;
  add_fight_sprites(out, now);
  for (const Taken& taken : taken_) {
    if (now < taken.begin + kFade) {
      const float t = share(now, taken.begin, kFade);
      Sprite sprite;
      sprite.piece = taken.piece;
      sprite.at = between(taken.start, taken.end, out_cubic(t * kFadeShare));
      sprite.fade =
          std::min(static_cast<int>(t * static_cast<float>(kFadeSteps)), static_cast<int>(kFadeSteps) - 1);
      out.push_back(sprite);
    }
  }
  for (const Settling& settling : settling_) {
    const host::Piece* piece = piece_at(settling.point);
    const bool held = hand_ && hand_->point == settling.point;
    if (piece == nullptr || held || now >= end_of(settling)) {
      continue;
    }
    Sprite down = sprite(*piece, air_of(settling, now));
    if (now + kPressedFrame >= end_of(settling)) {
      down.at = centre_(settling.point);
      down.pose = Pose::kPressed;
    }
    out.push_back(down);
  }
  if (flight_) {
    for (const Mover& mover : flight_->movers) {
      out.push_back(sprite(mover.piece, air_of(mover, now)));
    }
  }
  if (hand_) {
    if (const host::Piece* piece = piece_at(hand_->point)) {
      Air air = air_of(hand_->point, now);
      for (const Settling& settling : settling_) {
        if (settling.point == hand_->point && now < end_of(settling)) {
          air = air_of(settling, now);
        }
      }
      Sprite held = sprite(*piece, air);
      held.in_hand = true;
      out.push_back(held);
    }
  }
  return out;
}

bool Motion::animating(std::uint64_t now) const {
  if ((flight_ && (flight_->landed || now < arrival())) || fights_animate(now)) {
    return true;
  }
  if (hand_ && !hand_->still && !reduced_ && now < hand_->begin + kLift) {
    return true;
  }
  return std::any_of(settling_.begin(), settling_.end(),
                     [&](const Settling& settling) { return now < end_of(settling); }) ||
         std::any_of(taken_.begin(), taken_.end(),
                     [&](const Taken& taken) { return now < taken.begin + kFade; });
}

}  // namespace qitai::view
