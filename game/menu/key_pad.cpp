#include "menu/key_pad.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/utf8.hpp"

namespace qitai::menu {
namespace {

using view::Face;

constexpr std::string_view kDigits = "123456789\b0";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789.-_\b";

std::int64_t number_of(std::string_view digits) {
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

}  // namespace

std::string range_text(std::int64_t min, std::int64_t max, std::string_view unit) {
  std::string out = std::to_string(min) + "–" + std::to_string(max);
  if (!unit.empty()) out.append(" ").append(unit);
  return out;
}

void KeyPad::open(Request request, std::uint64_t now) {
  typed_ = request.digits ? std::string() : request.begins;
  refused_ = false;
  ui_.focus().set(request.digits ? "pad.key.5" : "pad.key.a", now);
  request_ = std::move(request);
}

void KeyPad::close(std::uint64_t now) {
  if (!request_) return;
  ui_.focus().set(request_->item, now);
  request_.reset();
}

bool KeyPad::type(char sign) {
  refused_ = false;
  if (sign == '\b') {
    // One sign, of however many bytes: a name from elsewhere may have any.
    while (!typed_.empty() && (static_cast<unsigned char>(typed_.back()) & 0xC0U) == 0x80U)
      typed_.pop_back();
    if (!typed_.empty()) typed_.pop_back();
    return true;
  }
  if (!request_->digits) {
    refused_ = utf8::count(typed_).value_or(typed_.size()) >= request_->most;
    if (!refused_) typed_ += sign;
    return !refused_;
  }
  const std::string longer = typed_ == "0" ? std::string(1, sign) : typed_ + sign;
  refused_ = longer.size() > 10 || number_of(longer) > request_->max;
  if (!refused_) typed_ = longer;
  return !refused_;
}

bool KeyPad::input(const platform::Input& input, std::uint64_t now) {
  if (!request_ || input.kind != platform::Input::Kind::kPress) return false;
  const bool digit = input.typed >= '0' && input.typed <= '9';
  const bool rubs = input.typed == '\b' && !typed_.empty();
  if (rubs || digit || (input.typed > ' ' && !request_->digits)) {
    type(input.typed);
    // Enter takes what was typed.
    ui_.focus().set("pad.done", now);
    return true;
  }
  if (input.action == platform::Action::kBack) {
    close(now);
    return true;
  }
  return false;
}

bool KeyPad::fits() const {
  return !request_->digits || typed_.empty() || number_of(typed_) >= request_->min;
}

std::string KeyPad::range() const {
  return request_->digits ? range_text(request_->min, request_->max, request_->unit)
                          : ui_.tr("pad.most", {{"n", request_->most}});
}

std::optional<std::string> KeyPad::draw(std::uint64_t now) {
  if (!request_) return std::nullopt;
  const view::Palette& c = ui_.colours();
  const bool digits = request_->digits;
  const std::string_view signs = digits ? kDigits : kLetters;
  const bool broad = !ui_.units().portrait() && ui_.units().width() >= 640;
  const int columns = digits ? 3 : (broad ? 10 : 7);
  // The last key is the one that takes it.
  const int rows = (static_cast<int>(signs.size()) + 1 + columns - 1) / columns;
  const int gap = std::max(ui_.px(12), 4), pad = std::max(ui_.px(32), 12);
  const int line = std::max(ui_.px(56), 28), value_h = std::max(ui_.px(96), 44);
  const SDL_Rect help = ui_.help_rect();
  const int room = help.y - 2 * ui_.px(16) - 2 * pad - 2 * line - value_h;
  const int high = std::clamp((room - (rows - 1) * gap) / rows, 44, std::max(ui_.px(104), 48));
  const int wide =
      std::clamp((ui_.units().width() - 2 * pad - 2 * ui_.px(32) - (columns - 1) * gap) / columns, 44,
                 std::max(ui_.px(digits ? 168 : 104), 48));
  SDL_Rect sheet{0, 0, columns * wide + (columns - 1) * gap + 2 * pad,
                 2 * pad + 2 * line + value_h + rows * high + (rows - 1) * gap};
  sheet.x = (ui_.units().width() - sheet.w) / 2;
  sheet.y = std::max(0, (help.y - sheet.h) / 2);
  ui_.dialog("pad", sheet);
  const int x = sheet.x + pad, w = sheet.w - 2 * pad;
  int y = sheet.y + pad;
  ui_.text({x, y, w, line}, request_->label, {Face::kKai, 40, c.gold, Align::kCentre});
  y += line;
  std::string value = typed_.empty() ? request_->shown : typed_;
  if (digits && !typed_.empty() && !request_->unit.empty()) value += " " + request_->unit;
  ui_.text({x, y, w, value_h}, value,
           {Face::kSansBold, 64, typed_.empty() ? c.mute : c.paper, Align::kCentre, Align::kCentre});
  y += value_h;
  ui_.text({x, y, w, line}, range(),
           {Face::kSans, 26, refused_ || !fits() ? c.cinnabar_hi : c.paper2, Align::kCentre, Align::kStart});
  y += line;
  bool done = false;
  for (std::size_t i = 0; i <= signs.size(); ++i) {
    const int column = static_cast<int>(i) % columns, row = static_cast<int>(i) / columns;
    SDL_Rect key{x + column * (wide + gap), y + row * (high + gap), wide, high};
    if (i == signs.size()) {
      key.w = x + w - key.x;
      done = ui_.button({"pad.done", key, fits(), ui_.tr("help.pad.done"), range()}, ui_.tr("pad.done"), 36,
                        true);
      continue;
    }
    const bool rubs = signs[i] == '\b';
    const std::string sign(1, signs[i]);
    const std::string id = rubs ? std::string("pad.rub") : "pad.key." + sign;
    if (ui_.button({id, key, true, ui_.tr(rubs ? "help.pad.rub" : "help.pad.key"), ""},
                   rubs ? (digits ? ui_.tr("pad.rub") : "←") : sign, rubs && digits ? 32 : 44))
      type(signs[i]);
  }
  ui_.end_panel();
  if (!done) return std::nullopt;
  std::string entered = typed_;
  const bool nothing = digits && entered.empty();
  close(now);
  if (nothing) return std::nullopt;
  return entered;
}

}  // namespace qitai::menu
