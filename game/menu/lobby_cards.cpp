// The lobby's cards: a challenge that is asked, changed, answered, and what came of it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "menu/lobby_screen.hpp"
#include "menu/terms_screen.hpp"
#include "menu/till.hpp"

namespace qitai::menu {
namespace {

using view::Face;

// A match may follow from it without another word from here.
bool begins_match(std::string_view button) {
  return button == "lobby.offer" || button == "lobby.accept" || button == "lobby.counter";
}

constexpr std::uint64_t kSettled =
    600;  // ms, before which no press on a card that has just come agrees to it

}  // namespace

LobbyScreen::Card LobbyScreen::card() const {
  if (house_.company == nullptr) return Card::kNone;
  const seat::Partner* const partner = house_.company->partner();
  const bool there = partner != nullptr && !left_ &&
                     partner->duel().channel().state() != duel::Channel::State::kClosed &&
                     partner->failure().empty() && house_.company->lobby().fault().empty();
  if (there) {
    const duel::Agreement* const agreed = agreement();
    if (agreed == nullptr) return Card::kCalling;
    using State = duel::Agreement::State;
    if (agreed->state() == State::kAsked) return Card::kAsked;
    if (agreed->state() == State::kAsking) return Card::kAsking;
    if (agreed->state() != State::kOpen) return Card::kSettling;
    if (!notice_) return Card::kTogether;
  }
  if (!dial_next_.empty()) return Card::kCalling;
  if (notice_) return Card::kNotice;
  return blocked_shown_ ? Card::kBlocked : Card::kNone;
}

std::string LobbyScreen::card_title(Card card) const {
  const Ui& ui = house_.ui;
  Company& company = *house_.company;
  std::string name = company.far_name();
  if (card == Card::kCalling) {
    const auto& peers = company.lobby().peers();
    const auto found = std::ranges::find(peers, company.chosen, &host::PeerInfo::address);
    const seat::Partner* const partner = company.partner();
    const bool called = partner == nullptr || partner->config().duel.role == duel::Role::kDialler;
    if (!called) return ui.tr("lobby.card.called");
    if (found != peers.end()) name = name_of(*found);
    return ui.tr("lobby.card.calling", {{"name", name}});
  }
  if (card == Card::kTogether) return ui.tr("lobby.card.together", {{"name", name}});
  if (card == Card::kAsking) return ui.tr("lobby.card.asking", {{"name", name}});
  if (card == Card::kSettling) return ui.tr("lobby.card.settling");
  if (card == Card::kBlocked) return ui.tr("lobby.card.blocked");
  if (card == Card::kAsked) {
    const bool changed = agreement() != nullptr && !agreement()->changed().empty();
    return ui.tr(changed ? "lobby.card.changed" : "lobby.card.asked", {{"name", name}});
  }
  return notice_ ? notice_->what : std::string();
}

std::string LobbyScreen::card_words(Card card) const {
  const Ui& ui = house_.ui;
  switch (card) {
    case Card::kCalling:
      return ui.tr("lobby.card.calling.help");
    case Card::kTogether:
      return ui.tr("lobby.card.together.help");
    case Card::kSettling:
      return ui.tr("lobby.card.settling.help");
    case Card::kNotice:
      return notice_ ? notice_->help : std::string();
    default:
      return {};
  }
}

std::vector<LobbyScreen::Button> LobbyScreen::buttons(Card card, std::uint64_t now) const {
  const bool settled = now >= card_at_ + kSettled;
  switch (card) {
    case Card::kNone:
      return {};
    case Card::kCalling:
    case Card::kSettling:
      return {{"lobby.hang_up", "lobby.hang_up", "help.lobby.hang_up"}};
    case Card::kTogether:
      return {{"lobby.offer", "lobby.challenge", "help.lobby.challenge", true},
              {"lobby.hang_up", "lobby.hang_up", "help.lobby.hang_up"}};
    case Card::kAsked:
      return {{"lobby.accept", "lobby.accept", "help.lobby.accept", true, settled},
              {"lobby.counter", "lobby.counter", "help.lobby.counter"},
              {"lobby.decline", "lobby.decline", "help.lobby.decline"},
              {"lobby.block", "lobby.block", "help.lobby.block"}};
    case Card::kAsking:
      return {{"lobby.withdraw", "lobby.withdraw", "help.lobby.withdraw"},
              {"lobby.counter", "lobby.counter", "help.lobby.counter"}};
    case Card::kBlocked:
      return {{"lobby.close", "lobby.back", "help.lobby.close"}};
    case Card::kNotice:
      break;
  }
  std::vector<Button> all;
  using Do = Notice::Do;
  if (notice_ && !house_.company->chosen.empty()) {
    if (notice_->first == Do::kAgain) all.push_back({"lobby.again", "lobby.again", "help.lobby.again", true});
    if (notice_->first == Do::kTerms)
      all.push_back({"lobby.counter", "lobby.counter", "help.lobby.counter", true});
  }
  if (notice_ && notice_->first == Do::kPower)
    all.push_back({"lobby.mend_power", "lobby.power", "help.lobby.power", true});
  all.push_back({"lobby.dismiss", "lobby.dismiss", "help.lobby.dismiss"});
  // Nobody is blocked by a press that was meant for something else.
  if (notice_ && notice_->first == Do::kBlock && !house_.company->chosen.empty())
    all.push_back({"lobby.block", "lobby.block", "help.lobby.block"});
  return all;
}

void LobbyScreen::do_button(std::string_view id) {
  Company& company = *house_.company;
  seat::Partner* const partner = company.partner();
  const seat::Now at = house_.match_now();
  if (id == "lobby.hang_up") {
    hang_up();
  } else if (id == "lobby.offer") {
    offer();
  } else if (id == "lobby.accept" && partner != nullptr) {
    (void)partner->duel().accept(at);
  } else if ((id == "lobby.decline" || id == "lobby.withdraw") && partner != nullptr) {
    (void)partner->duel().decline(at);
  } else if (id == "lobby.block") {
    block_partner();
  } else if (id == "lobby.again") {
    call(std::string(company.chosen));
  } else if (id == "lobby.mend_power") {
    power_on();
    notice_.reset();
  } else if (id == "lobby.dismiss") {
    notice_.reset();
  } else if (id == "lobby.close") {
    blocked_shown_ = false;
  } else if (id == "lobby.counter") {
    // What is on the table is changed; where nothing is, what was offered.
    Draft changed = *company.draft;
    std::vector<std::string> fields;
    const duel::Agreement* const agreed = left_ ? nullptr : agreement();
    if (agreed != nullptr && agreed->state() != duel::Agreement::State::kOpen) {
      if (const host::Variant* const variant = game(agreed->table().variant)) {
        changed = draft_of(agreed->table(), *variant, partner->config().duel.role);
        if (agreed->state() == duel::Agreement::State::kAsked) fields = agreed->changed();
      }
    }
    notice_.reset();
    if (const host::Variant* const variant = game(changed.variant)) {
      auto terms = std::make_unique<TermsScreen>(house_, variant->shared_from_this(), std::move(changed),
                                                 TermsScreen::For::kCounter);
      terms->mark(std::move(fields));
      house_.go(std::move(terms));
    }
  }
}

// ---------------------------------------------------------------- the offer

namespace {

struct Grid {
  int columns = 1, lines = 1, line = 0;
};

Grid grid_of(const Ui& ui, std::size_t rows, int width, int room) {
  Grid grid;
  const int least = std::max(ui.px(520), 300);
  grid.columns = std::clamp(width / least, 1, 4);
  grid.lines = (static_cast<int>(rows) + grid.columns - 1) / grid.columns;
  grid.line = std::clamp(room / std::max(1, grid.lines), std::max(ui.px(38), 22), std::max(ui.px(56), 30));
  return grid;
}

}  // namespace

int LobbyScreen::offer_height(int width) const {
  const Ui& ui = house_.ui;
  const duel::Agreement* const agreed = agreement();
  const host::Variant* const variant = agreed == nullptr ? nullptr : game(agreed->table().variant);
  if (variant == nullptr) return 0;
  const auto rows =
      offer_rows(house_, *variant, agreed->table(), house_.company->partner()->config().duel.role,
                 house_.company->far_name(), agreed->changed());
  const int limits = std::max(ui.px(96), 48);
  const Grid grid = grid_of(ui, rows.size() - 1, width, house_.ui.units().height() * 34 / 100);
  return limits + grid.lines * grid.line;
}

void LobbyScreen::draw_offer(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const duel::Agreement* const agreed = agreement();
  const host::Variant* const variant = agreed == nullptr ? nullptr : game(agreed->table().variant);
  if (variant == nullptr) return;
  std::vector<OfferRow> rows = offer_rows(
      house_, *variant, agreed->table(), house_.company->partner()->config().duel.role,
      house_.company->far_name(),
      agreed->state() == duel::Agreement::State::kAsked ? agreed->changed() : std::vector<std::string>());
  const auto mark = [&](const OfferRow& row, const SDL_Rect& at) {
    const int bar = std::max(3, ui.px(6));
    if (row.changed) {
      ui.fill({at.x, at.y, at.w, at.h - ui.px(4)}, c.indigo);
    } else if (row.unusual) {
      ui.fill({at.x, at.y + ui.px(4), bar, at.h - 2 * ui.px(4)}, c.gold);
    }
  };
  const int inset = std::max(ui.px(20), 10);
  // Game and limits have the first line for themselves.
  const auto limits = std::ranges::find(rows, "limits", &OfferRow::id);
  OfferRow time = *limits;
  rows.erase(limits);
  const int first = std::max(ui.px(96), 48), disc = std::min(first - ui.px(8), std::max(ui.px(72), 40));
  int x = rect.x;
  if (const auto found = discs_.find(variant->info().id); found != discs_.end()) {
    ui.image(found->second, {x, rect.y + (first - disc) / 2, disc, disc});
    x += disc + inset;
  }
  const std::string name = house_.text(*variant, variant->info().name_key);
  const TextStyle name_style{Face::kKai, 48, c.gold_hi};
  const int name_w = std::min(ui.text_width(name, name_style) + 1, rect.w * 2 / 5);
  ui.text({x, rect.y, name_w, first}, name, name_style);
  x += name_w + 2 * inset;
  const SDL_Rect said{x, rect.y, rect.x + rect.w - x, first};
  mark(time, said);
  if (ui.text_width(time.value, {Face::kSans, 28}) > (said.w - inset) * 19 / 10) {
    const Draft draft = draft_of(agreed->table(), *variant, house_.company->partner()->config().duel.role);
    time.value = both_limits(house_, *variant, draft.terms, true);
  }
  ui.text(
      {said.x + inset, said.y, said.w - inset - ui.px(8), said.h - ui.px(4)}, time.value,
      {Face::kSans, 28, time.unusual || time.changed ? c.paper : c.paper2, Align::kStart, Align::kCentre, 2});
  const Grid grid = grid_of(ui, rows.size(), rect.w, rect.h - first);
  const int gap = std::max(ui.px(24), 10);
  const int width = (rect.w - (grid.columns - 1) * gap) / grid.columns;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int column = static_cast<int>(i) / grid.lines, line = static_cast<int>(i) % grid.lines;
    const SDL_Rect at{rect.x + column * (width + gap), rect.y + first + line * grid.line, width, grid.line};
    mark(rows[i], at);
    const bool bright = rows[i].unusual || rows[i].changed;
    const int inner = width - inset - ui.px(8);
    const TextStyle value{Face::kSansBold, 26, bright ? c.paper : c.paper2, Align::kEnd};
    const int value_w = std::min(ui.text_width(rows[i].value, value) + 1, inner * 3 / 5);
    const SDL_Rect words{at.x + inset, at.y, inner - value_w - ui.px(10), at.h - ui.px(4)};
    ui.text(words, rows[i].label, {Face::kSans, 26, bright ? c.paper : c.paper2});
    ui.text({at.x + inset + inner - value_w, at.y, value_w, at.h - ui.px(4)}, rows[i].value, value);
  }
}

// What the marks mean; answers its width.
int LobbyScreen::draw_legend(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const bool changed = agreement() != nullptr && !agreement()->changed().empty();
  const std::string words = ui.tr(changed ? "lobby.legend.changed" : "lobby.legend.unusual");
  const TextStyle style{Face::kSans, 26, c.paper2};
  const int side = std::max(ui.px(22), 12), gap = std::max(ui.px(14), 6);
  const int wide = ui.text_width(words, style) + 1;
  const int x = rect.x + rect.w - wide - gap - side;
  if (x < rect.x + rect.w * 45 / 100) return 0;  // the name comes first
  ui.fill({x, rect.y + (rect.h - side) / 2, changed ? side : std::max(3, ui.px(6)), side},
          changed ? c.indigo : c.gold);
  ui.text({x + side + gap, rect.y, wide, rect.h}, words, style);
  return rect.x + rect.w - x + gap;
}

// ---------------------------------------------------------------- the blocked

void LobbyScreen::draw_blocked(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int row = ui.units().target(72), gap = ui.px(4);
  const auto& entries = house_.blocked->entries();
  const auto seen = static_cast<std::size_t>(std::max(1, rect.h / (row + gap)));
  std::string freed;
  for (std::size_t i = 0; i < std::min(seen, entries.size()); ++i) {
    const SDL_Rect at{rect.x, rect.y + static_cast<int>(i) * (row + gap), rect.w, row};
    const Widget widget{"lobby.blocked." + std::to_string(i), at, true, ui.tr("help.lobby.unblock"), ""};
    if (ui.row(widget, house_.readable(entries[i].name), ui.tr("lobby.unblock")) != 0)
      freed = entries[i].device;
  }
  if (entries.empty())
    ui.text(rect, ui.tr("lobby.blocked.none"), {Face::kSans, 30, c.paper2, Align::kCentre});
  if (freed.empty()) return;
  if (const Status done = house_.blocked->unblock(freed); !done)
    house_.ui.focus().set("lobby.close", ui.now());
  house_.company->lobby().look_at_blocked();
}

// ---------------------------------------------------------------- the card itself

void LobbyScreen::draw_card(std::uint64_t now) {
  const Card shown = card();
  if (shown == Card::kNone) return;
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const SDL_Rect help = ui.help_rect();
  const int outer = ui.units().compact() ? 12 : ui.px(48), pad = std::max(ui.px(24), 8);
  const int title = std::max(ui.px(88), 40), cap = ui.units().target(104);
  const int width = ui.units().width() - 2 * outer;
  const bool offers = shown == Card::kAsked || shown == Card::kAsking;
  int body = std::max(ui.px(96), 52);
  if (offers) body = offer_height(width);
  if (shown == Card::kBlocked) {
    const auto count = static_cast<int>(std::clamp<std::size_t>(house_.blocked->entries().size(), 1, 6));
    body = std::min(count * (ui.units().target(72) + ui.px(4)), help.y * 55 / 100);
  }
  const int bar = std::max(3, ui.px(8));
  const std::vector<Button> all = buttons(shown, now);
  // Narrow screens have four buttons in two lines.
  const int gap = std::max(ui.px(20), 8);
  const int columns = all.size() > 2 && width / static_cast<int>(all.size()) < std::max(ui.px(240), 140)
                          ? 2
                          : std::max(1, static_cast<int>(all.size()));
  const int lines = (static_cast<int>(all.size()) + columns - 1) / columns;
  SDL_Rect sheet{0, 0, ui.units().width(),
                 2 * pad + bar + title + body + pad + lines * cap + (lines - 1) * gap};
  sheet.y = help.y - sheet.h;
  if (slides(now)) {
    const float rest = 1.0F - static_cast<float>(now - card_at_) / static_cast<float>(kSlide);
    sheet.y += static_cast<int>(std::lround(rest * rest * rest * static_cast<float>(sheet.h)));
  }
  ui.dialog("card", sheet);
  int y = sheet.y + pad;
  if (offers && agreement() != nullptr) {
    const seat::Now left = agreement()->expires() - house_.match_now();
    const auto part =
        std::clamp(static_cast<double>(left) / static_cast<double>(duel::kAnswerWithin), 0.0, 1.0);
    ui.fill({outer, y, width, bar}, c.lacquer3);
    ui.fill({outer, y, static_cast<int>(width * part), bar},
            left < 10 * duel::kSecond ? c.cinnabar_hi : c.gold);
  }
  y += bar;
  const int legend = shown == Card::kAsked ? draw_legend({outer, y, width, title}) : 0;
  ui.text({outer, y, width - legend, title}, card_title(shown), {Face::kKai, 48, c.gold_hi});
  y += title;
  const SDL_Rect place{outer, y, width, body};
  if (offers) {
    draw_offer(place);
  } else if (shown == Card::kBlocked) {
    draw_blocked(place);
  } else {
    ui.text(place, card_words(shown), {Face::kSans, 30, c.paper, Align::kStart, Align::kStart, 2});
  }
  y += body + pad;
  const int widest = (width - (columns - 1) * gap) / columns;
  const int button = std::min(widest, std::max(ui.px(440), 200));
  const float size = ui.fit_keys({"lobby.accept", "lobby.counter", "lobby.decline", "lobby.block",
                                  "lobby.withdraw", "lobby.dismiss", "lobby.again", "lobby.hang_up"},
                                 {Face::kSansBold, 36}, button - 2 * ui.px(32));
  std::string_view chosen;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int column = static_cast<int>(i) % columns, line = static_cast<int>(i) / columns;
    const SDL_Rect at{outer + column * (button + gap), y + line * (cap + gap), button, cap};
    const std::string why = begins_match(all[i].id) ? unpaid(house_, price(house_, 1)) : std::string();
    if (ui.button({std::string(all[i].id), at, all[i].enabled && why.empty(), ui.tr(all[i].help),
                   why.empty() ? ui.tr(all[i].help) : why},
                  ui.tr(all[i].label), size, all[i].gold))
      chosen = all[i].id;
  }
  ui.end_panel();
  if (!chosen.empty()) do_button(chosen);
}

}  // namespace qitai::menu
