#include "menu/promotion.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace qitai::menu {
namespace {

constexpr int kLeastCell = 44;  // pixels: a target for a finger

const host::KindInfo* chosen_kind(const host::VariantInfo& info, const host::Move& move) {
  return move.choice > 0 && move.choice <= info.kinds.size() ? &info.kinds[move.choice - 1U] : nullptr;
}

}  // namespace

void Promotion::open(std::vector<host::Move> moves, std::uint64_t now) {
  moves_ = std::move(moves);
  order_.resize(moves_.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  const auto value = [this](std::size_t index) {
    const host::KindInfo* const kind = chosen_kind(session_.info(), moves_[index]);
    return kind == nullptr ? 0 : kind->value;
  };
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::size_t a, std::size_t b) { return value(a) > value(b); });
  house_.ui.focus().set("choice.0", now);
}

Promotion::Place Promotion::place() const {
  const Ui& ui = house_.ui;
  Place place;
  const int count = static_cast<int>(moves_.size());
  const host::Move& first = moves_.front();
  const SDL_FPoint at = ui.facing(house_.board.centre(first.to != host::kNoPoint ? first.to : first.from));
  const SDL_Rect whole = ui.room();
  place.pad = std::max(ui.px(16), 6);
  // Field upon field where the board is large enough, and never more than the screen has.
  const int room = (whole.h - 2 * place.pad) / count;
  place.cell =
      std::min(std::max(static_cast<int>(house_.board.pitch()), kLeastCell + std::max(ui.px(6), 2)), room);
  place.downwards = at.y < static_cast<float>(ui.units().height()) / 2;
  const int width = place.cell + 2 * place.pad, height = count * place.cell + 2 * place.pad;
  const int near_edge = place.cell / 2 + place.pad;
  const int x = static_cast<int>(std::floor(at.x)) - width / 2;
  const int y = static_cast<int>(std::floor(at.y)) - (place.downwards ? near_edge : height - near_edge);
  place.sheet = {std::clamp(x, 0, std::max(0, whole.w - width)),
                 std::clamp(y, whole.y, std::max(whole.y, whole.y + whole.h - height)), width, height};
  return place;
}

bool Promotion::beside(float x, float y) const {
  if (!is_open()) return false;
  const SDL_Rect& sheet = place().sheet;
  const SDL_Point at{static_cast<int>(x), static_cast<int>(y)};
  return SDL_PointInRect(&at, &sheet) == SDL_FALSE;
}

std::optional<std::size_t> Promotion::draw() {
  Ui& ui = house_.ui;
  const Place where = place();
  const int count = static_cast<int>(moves_.size()), cell = where.cell;
  const int gap = std::max(ui.px(6), 2);
  const int piece = cell - 2 * gap;
  const int colour = session_.colour(session_.mover().value_or(0));
  ui.dialog("table.choice", where.sheet);
  std::optional<std::size_t> chosen;
  for (int i = 0; i < count; ++i) {
    const int row = where.downwards ? i : count - 1 - i;
    const std::size_t index = order_[static_cast<std::size_t>(i)];
    const host::Move& move = moves_[index];
    const host::KindInfo* const kind = chosen_kind(session_.info(), move);
    const SDL_Rect rect{where.sheet.x + where.pad, where.sheet.y + where.pad + row * cell + gap / 2, cell,
                        cell - gap};
    Widget widget{"choice." + std::to_string(i), rect};
    if (kind != nullptr) widget.help = house_.kind_text(session_.variant(), move.choice - 1, colour);
    const WidgetState state = ui.widget(widget);
    const SDL_Rect inside = ui.ground(widget, state);
    if (kind != nullptr) {
      ui.image(house_.board.mini(move.choice - 1, colour, piece),
               {inside.x + (inside.w - piece) / 2, inside.y + (inside.h - piece) / 2, piece, piece});
    } else {
      ui.text(inside, std::to_string(move.choice),
              {view::Face::kSansBold, 36, ui.colours().paper, Align::kCentre});
    }
    if (state.activated) chosen = index;
  }
  ui.end_panel();
  return chosen;
}

}  // namespace qitai::menu
