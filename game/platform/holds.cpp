#include "platform/holds.hpp"

#include <algorithm>

namespace qitai::platform {
namespace {

Action opposite(Action action) {
  switch (action) {
    case Action::kUp:
      return Action::kDown;
    case Action::kDown:
      return Action::kUp;
    case Action::kLeft:
      return Action::kRight;
    case Action::kRight:
      return Action::kLeft;
    default:
      return Action::kNone;
  }
}

}  // namespace

Input Holds::make(const Hold& hold, Input::Kind kind, std::uint64_t now) {
  Input input;
  input.kind = kind;
  input.action = hold.action;
  input.device = hold.device;
  input.pad = hold.pad;
  input.held = static_cast<std::uint32_t>(now - std::min(now, hold.since));
  input.at = now;
  return input;
}

void Holds::press(Device device, int pad, Control control, Action action, std::uint64_t now,
                  std::vector<Input>& out) {
  if (action == Action::kNone) return;
  for (Hold& hold : holds_) {
    if (hold.device != device || hold.pad != pad || hold.action != action) continue;
    if (std::find(hold.controls.begin(), hold.controls.end(), control) == hold.controls.end()) {
      hold.controls.push_back(control);
    }
    return;
  }
  const bool repeats = opposite(action) != Action::kNone;
  holds_.push_back({device, pad, action, now, repeats ? now + kFirstRepeat : 0, {control}});
  out.push_back(make(holds_.back(), Input::Kind::kPress, now));
}

void Holds::release(Device device, int pad, Control control, std::uint64_t now, std::vector<Input>& out) {
  for (auto hold = holds_.begin(); hold != holds_.end(); ++hold) {
    if (hold->device != device || hold->pad != pad || std::erase(hold->controls, control) == 0) continue;
    if (hold->controls.empty()) {
      out.push_back(make(*hold, Input::Kind::kRelease, now));
      holds_.erase(hold);
    }
    return;
  }
}

void Holds::release_device(Device device, int pad, std::uint64_t now, std::vector<Input>& out) {
  std::erase_if(holds_, [&](const Hold& hold) {
    if (hold.device != device || hold.pad != pad) return false;
    out.push_back(make(hold, Input::Kind::kRelease, now));
    return true;
  });
}

void Holds::release_all(std::uint64_t now, std::vector<Input>& out) {
  for (const Hold& hold : holds_)
    out.push_back(make(hold, Input::Kind::kRelease, now));
  holds_.clear();
}

bool Holds::outdone(const Hold& hold) const {
  // Later presses stand further back.
  bool passed = false;
  for (const Hold& other : holds_) {
    if (&other == &hold) {
      passed = true;
    } else if (passed && other.device == hold.device && other.pad == hold.pad &&
               other.action == opposite(hold.action)) {
      return true;
    }
  }
  return false;
}

void Holds::repeat(std::uint64_t now, std::vector<Input>& out) {
  for (Hold& hold : holds_) {
    if (hold.next == 0 || now < hold.next || outdone(hold)) continue;
    out.push_back(make(hold, Input::Kind::kRepeat, now));
    hold.next += kNextRepeat;
    if (hold.next <= now) hold.next = now + kNextRepeat;  // the loop was held up: no burst afterwards
  }
}

std::optional<std::uint64_t> Holds::next_repeat() const {
  std::optional<std::uint64_t> next;
  for (const Hold& hold : holds_) {
    if (hold.next != 0 && !outdone(hold) && (!next || hold.next < *next)) next = hold.next;
  }
  return next;
}

}  // namespace qitai::platform
