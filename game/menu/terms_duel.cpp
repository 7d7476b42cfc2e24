// The terms of a match with a far player: who moves first stands where the seats' cards are, and the lobby
// comes before and after.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "menu/lobby_screen.hpp"
#include "menu/terms_screen.hpp"

namespace qitai::menu {
namespace {

using view::Face;

}  // namespace

bool TermsScreen::is_marked(std::string_view id) const {
  return std::find(marked_.begin(), marked_.end(), id) != marked_.end();
}

void TermsScreen::draw_first(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  ui.panel("sides", rect);
  const int pad = ui.px(24), gap = std::max(ui.px(16), 6);
  const int head = flat_ ? ui.px(8) : std::max(ui.px(76), 32);
  if (!flat_) {
    ui.text({rect.x + pad + ui.px(12), rect.y + ui.px(8), rect.w - 2 * pad, head}, ui.tr("duel.first"),
            {Face::kKai, 48, c.gold});
  }
  const std::string far = house_.company != nullptr && house_.company->partner() != nullptr
                              ? house_.company->far_name()
                              : ui.tr("duel.sentence.far");
  constexpr std::array<std::pair<std::string_view, First>, 3> kAll{{{"terms.first.coin", First::kCoin},
                                                                    {"terms.first.own", First::kOwn},
                                                                    {"terms.first.far", First::kFar}}};
  const int top = rect.y + head + ui.px(8), room = rect.h - head - ui.px(8) - pad;
  const int columns = flat_ ? 3 : 1;
  const int width = (rect.w - 2 * pad - (columns - 1) * gap) / columns;
  const int most = flat_ ? room : (room - 2 * gap) / 3;
  const int height = std::min(most, std::max(ui.px(132), 64));
  for (std::size_t i = 0; i < kAll.size(); ++i) {
    const auto [id, first] = kAll.at(i);
    const int index = static_cast<int>(i);
    const SDL_Rect at{rect.x + pad + (columns > 1 ? index * (width + gap) : 0),
                      top + (columns > 1 ? 0 : index * (height + gap)), width, height};
    const Widget widget{std::string(id), at, true, ui.tr("help." + std::string(id)), ""};
    const WidgetState state = ui.widget(widget);
    const SDL_Rect inside = ui.ground(widget, state, first == first_);
    const int dot = std::max(ui.px(22), 10), x = inside.x + std::max(ui.px(16), 6);
    const SDL_Rect mark{x, inside.y + (inside.h - dot) / 2, dot, dot};
    ui.frame(mark, std::max(2, ui.px(3)), c.gold);
    if (first == first_)
      ui.fill({mark.x + dot / 4, mark.y + dot / 4, dot - dot / 4 * 2, dot - dot / 4 * 2}, c.gold_hi);
    const int words = mark.x + dot + std::max(ui.px(20), 8);
    ui.text({words, inside.y, inside.x + inside.w - words - ui.px(8), inside.h},
            first_text(house_, first, far),
            {Face::kSansBold, 36, first == first_ ? c.gold_hi : c.paper, Align::kStart, Align::kCentre, 2});
    if (first == first_ && is_marked("sides")) ui.fill({at.x, at.y, std::max(4, ui.px(10)), at.h}, c.indigo);
    if (state.activated) first_ = first;
  }
  ui.end_panel();
}

TimeScreen::Back TermsScreen::way_back() {
  if (for_ == For::kHere) {
    return [&house = house_, variant = variant_](match::Terms terms) {
      return std::make_unique<TermsScreen>(house, variant, std::move(terms));
    };
  }
  return [&house = house_, variant = variant_, first = first_, what = for_,
          marked = marked_](match::Terms terms) {
    auto screen = std::make_unique<TermsScreen>(house, variant,
                                                Draft{variant->info().id, std::move(terms), first}, what);
    screen->mark(marked);
    return screen;
  };
}

// A challenge keeps what was chosen; other terms in answer count only once they are offered.
void TermsScreen::to_lobby(bool offers) {
  if (house_.company != nullptr && (offers || for_ == For::kChallenge))
    house_.company->draft = Draft{variant_->info().id, terms_, first_};
  house_.go(std::make_unique<LobbyScreen>(house_, std::string_view(),
                                          offers ? LobbyScreen::Begin::kOffer : LobbyScreen::Begin::kHere));
}

// How long whoever offered something still waits; empty: nobody does.
std::string TermsScreen::rest_of_answer() const {
  if (for_ != For::kCounter || house_.company == nullptr) return {};
  seat::Partner* const partner = house_.company->partner();
  const duel::Agreement* const agreed = partner == nullptr ? nullptr : partner->duel().agreement();
  if (agreed == nullptr || agreed->state() != duel::Agreement::State::kAsked) return {};
  const duel::Now left = std::max<duel::Now>(0, agreed->expires() - house_.match_now());
  return house_.ui.tr("duel.rest", {{"n", (left + duel::kSecond - 1) / duel::kSecond}});
}

bool TermsScreen::tick(std::uint64_t /*now*/) {
  if (for_ == For::kHere) return false;
  // Whatever the far player does is the lobby's to show. Only that time for an answer is over, or that he did
  // not wait for it, is no reason to take what was put together here out of somebody's hands: it is offered
  // anew then.
  if (house_.company != nullptr && house_.company->has_events() && house_.next == nullptr) {
    std::vector<duel::Event> events = house_.company->take_events();
    using Kind = duel::Event::Kind;
    const bool waits = for_ == For::kCounter && std::ranges::all_of(events, [](const duel::Event& event) {
                         const bool over = event.kind == Kind::kDropped && event.reason == "expired";
                         return over || event.kind == Kind::kClosed || event.kind == Kind::kLost;
                       });
    if (!waits) {
      house_.company->put_back(std::move(events));
      to_lobby(false);
    }
  }
  const std::string rest = rest_of_answer();
  if (rest == rest_) return false;
  rest_ = rest;
  return true;
}

std::uint64_t TermsScreen::next_wake(std::uint64_t now) const {
  return rest_of_answer().empty() ? UINT64_MAX : now + 250;
}

}  // namespace qitai::menu
