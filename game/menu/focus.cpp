#include "menu/focus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace qitai::menu {
namespace {

using platform::Action;
using platform::Input;

bool contains(const SDL_Rect& rect, float x, float y) {
  return x >= static_cast<float>(rect.x) && x < static_cast<float>(rect.x + rect.w) &&
         y >= static_cast<float>(rect.y) && y < static_cast<float>(rect.y + rect.h);
}

// Distance between two intervals, 0 where they overlap.
int gap(int a1, int a2, int b1, int b2) {
  return std::max({0, b1 - a2, a1 - b2});
}

SDL_Rect between(const SDL_Rect& a, const SDL_Rect& b, float t) {
  const auto mix = [t](int from, int to) {
    return from + static_cast<int>(std::lround(t * static_cast<float>(to - from)));
  };
  return {mix(a.x, b.x), mix(a.y, b.y), mix(a.w, b.w), mix(a.h, b.h)};
}

}  // namespace

void Focus::begin() {
  items_.clear();
}

void Focus::add(FocusItem item) {
  items_.push_back(std::move(item));
}

void Focus::end(std::uint64_t now) {
  // Whoever was activated has been drawn since; what nobody took must not fire later.
  activated_.clear();
  adjusted_.clear();
  adjustment_ = 0;
  layer_ = 0;
  for (const FocusItem& item : items_)
    layer_ = std::max(layer_, item.layer);
  const auto present = [this](const std::string& id) {
    const FocusItem* const found = id.empty() ? nullptr : item(id);
    return found != nullptr && reachable(*found);
  };
  if (!pressed_.empty() && !present(pressed_)) pressed_.clear();
  if (present(wanted_)) {
    const std::string id = std::exchange(wanted_, {});
    move_to(id, now);
    return;
  }
  if (present(focused_)) return;
  if (present(default_)) {
    move_to(default_, now);
    return;
  }
  const auto first =
      std::find_if(items_.begin(), items_.end(), [this](const FocusItem& i) { return reachable(i); });
  if (first != items_.end()) {
    move_to(first->id, now);
  } else {
    focused_.clear();
  }
}

void Focus::set(std::string_view id, std::uint64_t now) {
  const FocusItem* const found = item(id);
  if (found != nullptr && reachable(*found)) {
    wanted_.clear();
    move_to(found->id, now);
  } else {
    wanted_ = id;
  }
}

void Focus::reset() {
  items_.clear();
  focused_.clear();
  default_.clear();
  wanted_.clear();
  pressed_.clear();
  activated_.clear();
  adjusted_.clear();
  adjustment_ = 0;
  slide_from_ = 0;
  slide_rect_ = {};
}

void Focus::move_to(const std::string& id, std::uint64_t now) {
  if (id == focused_) return;
  pressed_.clear();  // whoever moves on presses nothing any more
  const FocusItem* const from = item(focused_);
  // From nowhere there is nothing to slide from: the brackets just stand there.
  if (const std::optional<SDL_Rect> shown = from != nullptr ? brackets(now, kSlide) : std::nullopt) {
    slide_rect_ = *shown;
    slide_from_ = now;
  } else {
    slide_from_ = 0;
  }
  focused_ = id;
}

const FocusItem* Focus::item(std::string_view id) const {
  const auto found =
      std::find_if(items_.begin(), items_.end(), [id](const FocusItem& i) { return i.id == id; });
  return found == items_.end() ? nullptr : &*found;
}

const FocusItem* Focus::at(float x, float y) const {
  const auto found = std::find_if(items_.rbegin(), items_.rend(),
                                  [&](const FocusItem& i) { return reachable(i) && contains(i.rect, x, y); });
  return found == items_.rend() ? nullptr : &*found;
}

// Among the items that lie wholly beyond this one in the direction: the smallest sum of the distance along it
// and twice the distance across it, so that a row or column is kept before a nearer neighbour beside it.
const FocusItem* Focus::nearest(int dx, int dy) const {
  const FocusItem* const from = item(focused_);
  if (from == nullptr) return nullptr;
  const SDL_Rect& a = from->rect;
  const FocusItem* best = nullptr;
  int best_score = std::numeric_limits<int>::max();
  for (const FocusItem& other : items_) {
    if (!reachable(other) || other.id == focused_) continue;
    const SDL_Rect& b = other.rect;
    int along = 0, across = 0, centres = 0;
    if (dx != 0) {
      along = dx > 0 ? b.x - (a.x + a.w) : a.x - (b.x + b.w);
      across = gap(a.y, a.y + a.h, b.y, b.y + b.h);
      centres = std::abs((a.y + a.h / 2) - (b.y + b.h / 2));
    } else {
      along = dy > 0 ? b.y - (a.y + a.h) : a.y - (b.y + b.h);
      across = gap(a.x, a.x + a.w, b.x, b.x + b.w);
      centres = std::abs((a.x + a.w / 2) - (b.x + b.w / 2));
    }
    if (along < 0) continue;
    const int score = (along + 2 * across) * 16 + centres;
    if (score < best_score) {
      best_score = score;
      best = &other;
    }
  }
  return best;
}

Focus::Did Focus::press(const Input& input, std::uint64_t now) {
  const FocusItem* const here = item(focused_);
  if (here == nullptr) return Did::kNothing;
  if (input.kind == Input::Kind::kPress) {
    pressed_ = focused_;
    inside_ = true;
    by_pointer_ = false;
    pressed_at_ = now;
    return Did::kPressed;
  }
  if (input.kind == Input::Kind::kRelease && !pressed_.empty() && !by_pointer_) {
    const std::string id = std::exchange(pressed_, std::string());
    if (id == focused_ && here->enabled && here->hold == 0) {
      activated_ = id;
      return Did::kActivated;
    }
    return Did::kPressed;
  }
  return Did::kNothing;
}

Focus::Did Focus::pointer_input(const Input& input, std::uint64_t now) {
  const FocusItem* const under = at(input.x, input.y);
  pointer_ = {input.x, input.y};
  switch (input.kind) {
    case Input::Kind::kPointerMove: {
      if (!pressed_.empty() && by_pointer_) {
        const bool inside = under != nullptr && under->id == pressed_;
        // A held press starts again when the pointer comes back.
        if (inside && !inside_) pressed_at_ = now;
        return std::exchange(inside_, inside) == inside ? Did::kNothing : Did::kPressed;
      }
      if (under == nullptr || under->id == focused_) return Did::kNothing;
      move_to(under->id, now);
      return Did::kMoved;
    }
    case Input::Kind::kPointerDown:
      if (under == nullptr) return Did::kNothing;
      move_to(under->id, now);
      pressed_ = under->id;
      inside_ = by_pointer_ = true;
      pressed_at_ = now;
      return Did::kPressed;
    case Input::Kind::kPointerUp: {
      if (pressed_.empty() || !by_pointer_) return Did::kNothing;
      const std::string id = std::exchange(pressed_, std::string());
      if (under != nullptr && under->id == id && under->enabled && under->hold == 0) {
        activated_ = id;
        return Did::kActivated;
      }
      return Did::kPressed;
    }
    case Input::Kind::kPointerCancel:
      if (pressed_.empty() || !by_pointer_) return Did::kNothing;
      pressed_.clear();
      return Did::kPressed;
    default:
      return Did::kNothing;
  }
}

Focus::Did Focus::input(const Input& input, std::uint64_t now) {
  if (input.kind >= Input::Kind::kPointerDown) return pointer_input(input, now);
  if (input.action == Action::kSelect) return press(input, now);
  if (input.kind == Input::Kind::kRelease) return Did::kNothing;
  const int dx = input.action == Action::kRight ? 1 : input.action == Action::kLeft ? -1 : 0;
  const int dy = input.action == Action::kDown ? 1 : input.action == Action::kUp ? -1 : 0;
  if (dx == 0 && dy == 0) return Did::kNothing;
  const FocusItem* const here = item(focused_);
  if (dx != 0 && here != nullptr && here->adjusts) {
    if (!here->enabled) return Did::kNothing;
    constexpr std::uint32_t kTenfoldAfter = 600;  // ms held
    adjusted_ = focused_;
    adjustment_ += dx * (input.held >= kTenfoldAfter ? 10 : 1);
    by_pointer_ = false;
    return Did::kActivated;
  }
  const FocusItem* const next = nearest(dx, dy);
  if (next == nullptr) return Did::kEdge;
  move_to(std::string(next->id), now);
  return Did::kMoved;
}

bool Focus::tick(std::uint64_t now) {
  if (pressed_.empty() || !inside_) return false;
  const FocusItem* const held_item = item(pressed_);
  if (held_item == nullptr || held_item->hold == 0 || !held_item->enabled) return false;
  if (now - pressed_at_ < held_item->hold) return false;
  activated_ = std::exchange(pressed_, std::string());
  return true;
}

float Focus::held(std::uint64_t now) const {
  if (pressed_.empty() || !inside_) return 0;
  const FocusItem* const held_item = item(pressed_);
  if (held_item == nullptr || held_item->hold == 0 || !held_item->enabled) return 0;
  return std::clamp(static_cast<float>(now - pressed_at_) / static_cast<float>(held_item->hold), 0.0F, 1.0F);
}

std::uint64_t Focus::next_wake(std::uint64_t now) const {
  const FocusItem* const held_item = !pressed_.empty() && inside_ ? item(pressed_) : nullptr;
  const bool holding = held_item != nullptr && held_item->hold > 0 && held_item->enabled;
  return sliding(now) || holding ? now : UINT64_MAX;
}

bool Focus::take_activated(std::string_view id) {
  if (activated_.empty() || activated_ != id) return false;
  activated_.clear();
  return true;
}

int Focus::take_adjusted(std::string_view id) {
  if (adjusted_.empty() || adjusted_ != id) return 0;
  adjusted_.clear();
  return std::exchange(adjustment_, 0);
}

std::optional<SDL_Rect> Focus::brackets(std::uint64_t now, std::uint32_t slide_ms) const {
  const FocusItem* const here = item(focused_);
  if (here == nullptr) return std::nullopt;
  if (slide_ms == 0 || slide_from_ == 0 || now >= slide_from_ + slide_ms) return here->rect;
  const float part = static_cast<float>(now - slide_from_) / static_cast<float>(slide_ms);
  const float rest = 1.0F - part;
  return between(slide_rect_, here->rect, 1.0F - rest * rest * rest);  // out-cubic
}

}  // namespace qitai::menu
