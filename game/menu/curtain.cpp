#include "menu/curtain.hpp"

#include <algorithm>
#include <utility>

namespace qitai::menu {
namespace {

using view::Face;

// The part of the way that the doors have gone, out-cubic.
float eased(float t) {
  const float rest = 1.0F - std::clamp(t, 0.0F, 1.0F);
  return 1.0F - rest * rest * rest;
}

}  // namespace

Curtain::~Curtain() {
  if (doors_ != nullptr) SDL_DestroyTexture(doors_);
}

void Curtain::close(std::uint64_t now) {
  if (state_ == State::kShut || state_ == State::kClosing) return;
  state_ = State::kClosing;
  since_ = now;
}

void Curtain::begin_opening(std::uint64_t now) {
  state_ = State::kOpening;
  since_ = now;
}

bool Curtain::tick(std::uint64_t now) {
  if (state_ != State::kClosing && state_ != State::kOpening) return false;
  if (now < since_ + house_.motion(kSlide)) return false;
  state_ = state_ == State::kClosing ? State::kShut : State::kOpen;
  return true;
}

std::uint64_t Curtain::next_frame(std::uint64_t now) const {
  const bool moving = state_ == State::kClosing || state_ == State::kOpening;
  return moving || drawn_ != state_ ? now : UINT64_MAX;
}

void Curtain::arrange() {
  if (doors_ != nullptr) SDL_DestroyTexture(std::exchange(doors_, nullptr));
}

// Two leaves of three panels each, seamed and lined with gold; opaque in every pixel.
void Curtain::bake() {
  SDL_Renderer* const renderer = house_.renderer;
  const Ui& ui = house_.ui;
  const int width = ui.units().width(), height = ui.units().height();
  doors_ = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, width, height);
  if (doors_ == nullptr) return;
  SDL_SetTextureBlendMode(doors_, SDL_BLENDMODE_NONE);
  SDL_Texture* const target = SDL_GetRenderTarget(renderer);
  SDL_SetRenderTarget(renderer, doors_);
  const view::Palette& c = ui.colours();
  const auto fill = [&](const SDL_Rect& rect, SDL_Color colour) {
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_NONE);
    SDL_SetRenderDrawColor(renderer, colour.r, colour.g, colour.b, 255);
    SDL_RenderFillRect(renderer, &rect);
  };
  const auto frame = [&](const SDL_Rect& r, int thick, SDL_Color colour) {
    fill({r.x, r.y, r.w, thick}, colour);
    fill({r.x, r.y + r.h - thick, r.w, thick}, colour);
    fill({r.x, r.y, thick, r.h}, colour);
    fill({r.x + r.w - thick, r.y, thick, r.h}, colour);
  };
  const int hair = std::max(2, ui.px(3)), edge = std::max(8, ui.px(28));
  for (const int leaf : {0, 1}) {
    const SDL_Rect whole{leaf == 0 ? 0 : width / 2, 0, leaf == 0 ? width / 2 : width - width / 2, height};
    fill(whole, c.lacquer1);
    frame(whole, hair, c.seam);
    const SDL_Rect inner{whole.x + edge, whole.y + edge, whole.w - 2 * edge, whole.h - 2 * edge};
    frame(inner, hair, c.gold);
    // A tall field between two low ones.
    const int gap = std::max(6, ui.px(20));
    const int low = (inner.h - 4 * gap) / 6;
    int y = inner.y + gap;
    for (const int field : {low, inner.h - 4 * gap - 2 * low, low}) {
      const SDL_Rect rect{inner.x + gap, y, inner.w - 2 * gap, field};
      fill(rect, c.lacquer2);
      frame(rect, hair, c.seam);
      y += field + gap;
    }
  }
  // Where the leaves meet.
  fill({width / 2 - hair, 0, 2 * hair, height}, c.lacquer0);
  SDL_SetRenderTarget(renderer, target);
}

Curtain::Did Curtain::draw(const Words& words) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  if (doors_ == nullptr) bake();
  const int width = ui.units().width(), height = ui.units().height();
  const SDL_Rect screen{0, 0, width, height};
  ui.panel("curtain", screen, Panel::kBare);
  ui.fill(screen, c.lacquer1);
  ui.image(doors_, screen);

  // Seal, call, button and news in one column in the middle, over a field of their own.
  const int sheet_w = std::min(width - 2 * ui.px(32), std::max(ui.px(1000), 560));
  const int pad = std::max(ui.px(40), 12);
  // A long call stands in two lines rather than small.
  const bool in_two = ui.text_width(words.call, {Face::kKai, 64}) > sheet_w - 2 * pad;
  const int seal = std::min(std::max(ui.px(240), 96), height * 28 / 100);
  const int call = in_two ? std::max(ui.px(108), 52) : std::max(ui.px(84), 34);
  const int ask = words.ask.empty() ? 0 : std::max(ui.px(48), 26);
  const int news = words.news.empty() ? 0 : 2 * std::max(ui.px(44), 26);
  const int cap = ui.units().target(112), leave = ui.units().target(72);
  const int gap = std::max(ui.px(28), 8);
  const int inner = seal + gap + call + gap + cap + (ask + news > 0 ? gap / 2 + ask + news : 0) + gap + leave;
  const int sheet_h = std::min(height - 2 * std::max(ui.px(8), 4), inner + 2 * pad);
  const SDL_Rect sheet{(width - sheet_w) / 2, (height - sheet_h) / 2, sheet_w, sheet_h};
  ui.fill(sheet, c.lacquer0);
  ui.frame(sheet, std::max(2, ui.px(2)), c.gold);
  const int x = sheet.x + pad, w = sheet.w - 2 * pad;
  int y = sheet.y + (sheet.h - inner) / 2;
  ui.image(house_.board.seal(words.colour, seal), {sheet.x + (sheet.w - seal) / 2, y, seal, seal});
  y += seal + gap;
  ui.text({x, y, w, call}, words.call,
          {Face::kKai, in_two ? 36.0F : 64.0F, c.gold_hi, Align::kCentre, Align::kCentre, in_two ? 2 : 1});
  y += call + gap;
  const int cap_w = std::min(w, std::max(ui.px(560), 300));
  const float size = ui.fit_keys({"curtain.open"}, {Face::kSansBold, 40}, cap_w - 2 * ui.px(40));
  const bool open = ui.button({"curtain.open",
                               {sheet.x + (sheet.w - cap_w) / 2, y, cap_w, cap},
                               words.ready,
                               ui.tr("help.curtain.open"),
                               "",
                               false,
                               house_.curtain_hold},
                              ui.tr("curtain.open"), size, true);
  y += cap;
  if (ask + news > 0) y += gap / 2;
  if (ask > 0) {
    ui.text({x, y, w, ask}, words.ask, {Face::kSansBold, 32, c.gold_hi, Align::kCentre});
    y += ask;
  }
  if (news > 0) {
    ui.text({x, y, w, news}, words.news, {Face::kSans, 32, c.paper, Align::kCentre, Align::kCentre, 2});
    y += news;
  }
  y += gap;
  const int leave_w = std::min(w, std::max(ui.px(360), 200));
  const bool away = ui.button({"curtain.leave",
                               {sheet.x + (sheet.w - leave_w) / 2, y, leave_w, leave},
                               true,
                               ui.tr("help.menu.to_title"),
                               ""},
                              ui.tr("menu.to_title"),
                              ui.fit_keys({"menu.to_title"}, {Face::kSans, 28}, leave_w - 2 * ui.px(28)));
  ui.end_panel();
  if (away) return Did::kLeave;
  return open && words.ready ? Did::kOpen : Did::kNothing;
}

void Curtain::draw_over(std::uint64_t now) {
  drawn_ = state_;
  if (state_ != State::kClosing && state_ != State::kOpening) return;
  if (doors_ == nullptr) bake();
  if (doors_ == nullptr) return;
  const int width = house_.ui.units().width(), height = house_.ui.units().height();
  const float t = static_cast<float>(now - std::min(now, since_)) / static_cast<float>(kSlide);
  const float shut = state_ == State::kClosing ? eased(t) : 1.0F - eased(t);
  const int left = width / 2, right = width - left;
  const int way_left = static_cast<int>(static_cast<float>(left) * (1.0F - shut));
  const int way_right = static_cast<int>(static_cast<float>(right) * (1.0F - shut));
  const SDL_Rect left_from{0, 0, left, height}, left_to{-way_left, 0, left, height};
  const SDL_Rect right_from{left, 0, right, height}, right_to{left + way_right, 0, right, height};
  SDL_RenderCopy(house_.renderer, doors_, &left_from, &left_to);
  SDL_RenderCopy(house_.renderer, doors_, &right_from, &right_to);
}

}  // namespace qitai::menu
