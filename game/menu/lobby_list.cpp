// The lobby's standing parts: who is near, oneself, and what one would play.
#include <algorithm>
#include <utility>

#include "menu/lobby_screen.hpp"
#include "menu/terms_screen.hpp"
#include "menu/till.hpp"
#include "text/formats.hpp"

namespace qitai::menu {
namespace {

using view::Face;

}  // namespace

// Who has the game, then those who are still being asked: what is known not to have it is no player.
std::vector<const host::PeerInfo*> LobbyScreen::shown_peers() const {
  std::vector<const host::PeerInfo*> all;
  if (house_.company == nullptr) return all;
  for (const bool asked : {true, false}) {
    for (const host::PeerInfo& peer : house_.company->lobby().peers()) {
      if (peer.has_game.value_or(true) && peer.has_game.has_value() == asked) all.push_back(&peer);
    }
  }
  return all;
}

LobbyScreen::Near LobbyScreen::near_of(const host::PeerInfo& peer) const {
  const Company::Learned* const learned = house_.company->learned(peer.address);
  if (learned != nullptr && learned->other_version) return Near::kOtherVersion;
  if (learned != nullptr && learned->busy_until > house_.match_now()) return Near::kBusy;
  return peer.has_game.has_value() ? Near::kFree : Near::kAsking;
}

std::string LobbyScreen::name_of(const host::PeerInfo& peer) const {
  const Company::Learned* const learned = house_.company->learned(peer.address);
  return house_.readable(learned != nullptr && !learned->name.empty() ? learned->name : peer.name);
}

void LobbyScreen::draw_bars(host::Signal signal, const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int lit = static_cast<int>(signal);  // kWeak is one
  const int gap = std::max(2, ui.px(6)), width = (rect.w - 2 * gap) / 3;
  for (int bar = 0; bar < 3; ++bar) {
    const int height = rect.h * (bar + 1) / 3;
    ui.fill({rect.x + bar * (width + gap), rect.y + rect.h - height, width, height},
            bar < lit ? c.gold : c.lacquer3);
  }
}

void LobbyScreen::draw_peer(const host::PeerInfo& peer, const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  Company& company = *house_.company;
  const Near state = near_of(peer);
  constexpr std::string_view kStates[] = {"asking", "free", "busy", "version"};
  const std::string key = "lobby.state." + std::string(kStates[static_cast<std::size_t>(state)]);
  const Widget widget{"lobby.peer." + peer.address, rect, true, ui.tr("help." + key), ""};
  const WidgetState looks = ui.widget(widget);
  const bool chosen = company.chosen == peer.address;
  ui.fill(rect, looks.focused || chosen ? c.lacquer3 : c.lacquer2);
  ui.fill({rect.x, rect.y + rect.h - ui.px(2), rect.w, ui.px(2)}, c.seam);
  if (chosen) ui.fill({rect.x, rect.y, std::max(3, ui.px(6)), rect.h - ui.px(2)}, c.gold);
  const int pad = std::max(ui.px(24), 12), down = looks.pressed ? ui.px(3) : 0;
  if (looks.focused) {
    const int side = ui.px(10);
    ui.fill({rect.x + (pad - side) / 2, rect.y + (rect.h - side) / 2, side, side}, c.cinnabar_hi);
  }
  const int bars = std::max(ui.px(40), 22), bars_h = std::max(ui.px(36), 20);
  int x = rect.x + pad;
  if (peer.signal != host::Signal::kUnknown) {
    draw_bars(peer.signal, {x, rect.y + (rect.h - bars_h) / 2 + down, bars, bars_h});
    x += bars + pad;
  }
  const SDL_Color state_ink = state == Near::kFree           ? c.jade
                              : state == Near::kOtherVersion ? c.cinnabar_hi
                                                             : c.mute;
  const TextStyle state_style{Face::kSansBold, 28, state_ink, Align::kEnd};
  const std::string state_words = ui.tr(key);
  const int right = rect.x + rect.w - pad;
  const int state_w = ui.text_width(state_words, state_style) + 1;
  const int half = (rect.h - ui.px(12)) / 2, y = rect.y + ui.px(6) + down;
  ui.text({right - state_w, y, state_w, half}, state_words, state_style);
  // The games that both have, once they have met.
  int discs_x = right;
  if (const Company::Learned* const learned = company.learned(peer.address); learned != nullptr) {
    const int disc = std::min(disc_size_, half);
    for (auto common = games_.rbegin(); common != games_.rend(); ++common) {
      const std::string& id = (*common)->info().id;
      const auto found = discs_.find(id);
      if (found == discs_.end() || std::ranges::find(learned->games, id) == learned->games.end()) continue;
      discs_x -= disc + ui.px(8);
      ui.image(found->second, {discs_x + ui.px(8), y + half, disc, disc});
    }
  }
  ui.text({x, y, right - state_w - ui.px(12) - x, half}, name_of(peer), {Face::kSansBold, 36, c.paper});
  std::string second = ui.tr(peer.known ? "lobby.paired" : "lobby.stranger");
  if (const auto record = records_.find(company.device(peer.address)); record != records_.end()) {
    second =
        ui.tr("lobby.record",
              {{"won", record->second.won}, {"lost", record->second.lost}, {"drawn", record->second.drawn}});
  }
  ui.text({x, y + half, discs_x - ui.px(12) - x, half}, second, {Face::kSans, 26, c.paper2});
  if (!looks.activated) return;
  company.chosen = peer.address;
  ui.focus().set("lobby.challenge", ui.now());
}

// What, what to do, and a button that does it.
void LobbyScreen::draw_three_parts(const SDL_Rect& rect, const Notice& notice) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int cap = ui.units().target(96), gap = std::max(ui.px(16), 6);
  const int line = std::max(ui.px(96), 46), help = std::max(ui.px(132), 70);
  int y = rect.y + std::max(0, (rect.h - line - help - cap - 2 * gap) / 2);
  ui.text({rect.x, y, rect.w, line}, notice.what,
          {Face::kSansBold, 34, c.paper, Align::kCentre, Align::kEnd, 2});
  y += line + gap;
  ui.text({rect.x, y, rect.w, help}, notice.help,
          {Face::kSans, 28, c.paper2, Align::kCentre, Align::kStart, 3});
  y += help + gap;
  using Do = Notice::Do;
  const bool power = notice.first == Do::kPower, retries = power || notice.first == Do::kAgain;
  const std::string_view label = power ? "lobby.power" : retries ? "lobby.retry" : "lobby.back";
  const int width = std::min(rect.w, std::max(ui.px(420), 180));
  const Widget button{"lobby.mend",
                      {rect.x + (rect.w - width) / 2, y, width, cap},
                      true,
                      ui.tr("help." + std::string(label)),
                      ""};
  if (!ui.button(button, ui.tr(label), 36, true)) return;
  if (power) {
    power_on();
  } else if (retries) {
    retry();
  } else {
    leave_lobby();
  }
}

void LobbyScreen::draw_list(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  ui.panel("near", rect);
  const int pad = std::max(ui.px(24), 8), head = std::max(ui.px(72), 32);
  const SDL_Rect title{rect.x + pad + ui.px(12), rect.y + ui.px(12), rect.w - 2 * pad - ui.px(12), head};
  ui.text(title, ui.tr("lobby.near"), {Face::kKai, 44, c.gold});
  const SDL_Rect body{rect.x + pad, rect.y + ui.px(12) + head, rect.w - 2 * pad,
                      rect.h - head - ui.px(12) - pad};
  if (const std::optional<Notice> hindered = hindrance()) {
    draw_three_parts(body, *hindered);
    ui.end_panel();
    return;
  }
  const std::vector<const host::PeerInfo*> peers = shown_peers();
  if (peers.empty()) {
    const bool finds = house_.company->transport().finds;
    if (body.h < 140) {
      ui.text(body, ui.tr(finds ? "lobby.nobody" : "lobby.waits"),
              {Face::kSansBold, 34, c.paper2, Align::kCentre, Align::kCentre, 2});
      ui.end_panel();
      return;
    }
    ui.text({body.x, body.y, body.w, body.h * 45 / 100}, ui.tr(finds ? "lobby.nobody" : "lobby.waits"),
            {Face::kSansBold, 34, c.paper2, Align::kCentre, Align::kEnd, 2});
    ui.text({body.x, body.y + body.h / 2, body.w, body.h / 2}, ui.tr("lobby.nobody.help"),
            {Face::kSans, 28, c.mute, Align::kCentre, Align::kStart, 4});
    ui.end_panel();
    return;
  }
  const int row = std::max(ui.px(112), 56);
  auto seen = static_cast<std::size_t>(std::max(1, body.h / row));
  // Fingers have no down key: a button beside the heading, which on a small screen is higher than that.
  const int more_h = ui.units().target(64), more_w = std::max(ui.px(260), 110);
  const SDL_Rect more{rect.x + rect.w - pad - more_w, title.y + (head - more_h) / 2, more_w, more_h};
  int top = body.y;
  if (peers.size() > seen) {
    top = std::max(top, more.y + more.h + 2);
    seen = static_cast<std::size_t>(std::max(1, (body.y + body.h - top) / row));
  }
  // Whoever is wanted by the focus comes into sight.
  const std::string& wanted = ui.focus().wanted().empty() ? ui.focus().focused() : ui.focus().wanted();
  for (std::size_t i = 0; i < peers.size(); ++i) {
    if (wanted != "lobby.peer." + peers[i]->address) continue;
    if (i < first_peer_) first_peer_ = i;
    if (i >= first_peer_ + seen) first_peer_ = i + 1 - seen;
  }
  first_peer_ = std::min(first_peer_, peers.size() > seen ? peers.size() - seen : 0);
  const std::size_t last = std::min(peers.size(), first_peer_ + seen);
  for (std::size_t i = first_peer_; i < last; ++i) {
    const int y = top + static_cast<int>(i - first_peer_) * row;
    draw_peer(*peers[i], {body.x, y, body.w, row - ui.px(4)});
  }
  if (peers.size() > seen) {
    // The next ones, and from the last the first again.
    if (ui.button({"lobby.more", more, true, ui.tr("help.lobby.more"), ""},
                  ui.tr("lobby.more", {{"n", peers.size()}}), 28)) {
      const std::size_t furthest = peers.size() - seen;
      first_peer_ = first_peer_ >= furthest ? 0 : std::min(first_peer_ + seen, furthest);
    }
  }
  ui.end_panel();
}

std::string LobbyScreen::visible_words() const {
  const Ui& ui = house_.ui;
  if (!house_.company->transport().shows) return ui.tr("lobby.listens");
  const seat::Now left = house_.company->visible_for();
  if (left <= 0) return ui.tr("lobby.hidden");
  const seat::Now seconds = (left + duel::kSecond - 1) / duel::kSecond;
  return ui.tr("lobby.visible", {{"time", text::duration_text(seconds * 1'000'000'000)}});
}

// One place for two buttons that are seldom needed: who is hidden wants to be seen first.
void LobbyScreen::draw_own_buttons(const SDL_Rect& rename, const SDL_Rect& other, float size) {
  Ui& ui = house_.ui;
  Company& company = *house_.company;
  const std::string help = ui.tr(house_.kiosk ? "help.lobby.sign" : "help.lobby.rename");
  if (ui.button({"lobby.rename", rename, true, help, ""}, ui.tr("lobby.rename"), size)) ask_name();
  const bool shows = company.transport().shows;
  const bool blocked = house_.blocked != nullptr && !house_.blocked->entries().empty();
  if (blocked && (company.visible_for() > 0 || !shows)) {
    const std::string label = ui.tr("lobby.blocked", {{"n", house_.blocked->entries().size()}});
    if (ui.button({"lobby.blocked", other, true, ui.tr("help.lobby.blocked"), ""}, label, size))
      blocked_shown_ = true;
  } else if (shows) {
    if (ui.button({"lobby.show", other, true, ui.tr("help.lobby.show"), ""}, ui.tr("lobby.show"), size))
      company.show(kVisible);
  }
}

void LobbyScreen::draw_own(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  Company& company = *house_.company;
  ui.panel("own", rect);
  const std::string& name = company.lobby().config().name;
  const bool named = !name.empty() && ui.type().covers(name), seal = is_seal(name);
  const std::string own = named ? seal_text(house_.catalog, name) : ui.tr("lobby.unnamed");
  // A stamp is as high as two lines; what else there is stands beside it.
  const TextStyle name_style{Face::kSansBold, seal ? 64.0F : 40.0F, named ? c.gold_hi : c.paper2};
  const SDL_Color seen = company.visible_for() > 0 ? c.jade : c.mute;
  if (tight_) {
    const int cap = ui.units().target(), cap_w = 120, y = rect.y + (rect.h - cap) / 2;
    const int x = rect.x + rect.w - 8 - cap_w, words = x - cap_w - 8 - rect.x - 2 * 10;
    const int high = rect.h - 12, half = rect.h / 2 - 6, beside = seal ? high + 8 : 0;
    draw_guest(ui, {rect.x + 10, rect.y + 6, seal ? high : words, seal ? high : half}, own, seal, name_style);
    ui.text({rect.x + 10 + beside, rect.y + (seal ? 6 : rect.h / 2), words - beside, seal ? high : half},
            visible_words(), {Face::kSans, 26, seen, Align::kStart, Align::kCentre, seal ? 2 : 1});
    draw_own_buttons({x - cap_w - 8, y, cap_w, cap}, {x, y, cap_w, cap}, 26);
    ui.end_panel();
    return;
  }
  const int pad = std::max(ui.px(24), 8), gap = std::max(ui.px(12), 4);
  const int line = (rect.h - pad - 2 * pad / 2 - gap) / 2;
  const int cap = std::min(line, ui.units().target(80));
  const int cap_w = std::max(ui.px(280), 132);
  const SDL_Rect body{rect.x + pad + ui.px(12), rect.y + pad, rect.w - 2 * pad - ui.px(12), rect.h - 2 * pad};
  const float size = ui.fit_keys({"lobby.rename", "lobby.show", "lobby.blocked"}, {Face::kSansBold, 30},
                                 cap_w - 2 * ui.px(24));
  const auto at = [&](int row) {
    return SDL_Rect{body.x + body.w - cap_w, body.y + row * (line + gap) + (line - cap) / 2, cap_w, cap};
  };
  const int words = body.w - cap_w - ui.px(20), half = line / 2;
  const int beside = seal ? line + gap : 0;
  ui.text({body.x + beside, body.y, words - beside, seal ? line : half}, ui.tr("lobby.own"),
          {Face::kSans, 26, c.paper2, Align::kStart, Align::kCentre, seal ? 2 : 1});
  draw_guest(ui, {body.x, seal ? body.y : body.y + half, seal ? line : words, seal ? line : line - half}, own,
             seal, name_style);
  ui.text({body.x, body.y + line + gap, words, line}, visible_words(),
          {Face::kSans, 30, seen, Align::kStart, Align::kCentre, 2});
  draw_own_buttons(at(0), at(1), size);
  ui.end_panel();
}

std::string LobbyScreen::terms_sentence(bool brief) const {
  const Draft& draft = *house_.company->draft;
  const host::Variant* const variant = game(draft.variant);
  if (variant == nullptr) return {};
  const text::Catalog& words = house_.catalog;
  std::string said = both_limits(house_, *variant, draft.terms, brief);
  if (brief) return said + " · " + first_text(house_, draft.first, words.tr("duel.sentence.far"));
  said = text::sentences(std::move(said),
                         words.tr("duel.sentence.first",
                                  {{"who", first_text(house_, draft.first, words.tr("duel.sentence.far"))}}));
  if (draft.terms.scored) said = text::sentences(std::move(said), words.tr("duel.sentence.scored"));
  return said;
}

void LobbyScreen::draw_composer(const SDL_Rect& rect) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  Company& company = *house_.company;
  ui.panel("composer", rect);
  const int pad = std::max(ui.px(24), 8), gap = std::max(ui.px(16), 6);
  const int head = ui.px(64) < 40 ? 0 : ui.px(64);
  const SDL_Rect body{rect.x + pad, rect.y + pad, rect.w - 2 * pad, rect.h - 2 * pad};
  if (head > 0)
    ui.text({body.x + ui.px(12), body.y - ui.px(8), body.w, head}, ui.tr("lobby.composer"),
            {Face::kKai, 44, c.gold});
  const int row = std::max(ui.px(80), 46), cap = ui.units().target(104);
  int y = body.y + head;
  const host::Variant* const variant = company.draft ? game(company.draft->variant) : nullptr;
  if (variant == nullptr) {
    ui.text({body.x, y, body.w, body.h - head}, ui.tr("title.no_games"),
            {Face::kSans, 30, c.paper2, Align::kCentre, Align::kCentre, 4});
    ui.end_panel();
    return;
  }
  const int step = ui.row({"lobby.game", {body.x, y, body.w, row}, true, ui.tr("help.lobby.game"), "", true},
                          ui.tr("lobby.game"), house_.text(*variant, variant->info().name_key));
  if (const auto disc = discs_.find(company.draft->variant); disc != discs_.end()) {
    const int side = std::min(disc_size_, row - ui.px(8));
    const int label = ui.text_width(ui.tr("lobby.game"), {Face::kSans, 30});
    ui.image(disc->second, {body.x + ui.px(36) + label + ui.px(20), y + (row - side) / 2, side, side});
  }
  y += row + gap;
  const int terms_h = std::min(std::max(ui.px(220), 92), body.y + body.h - cap - gap - y);
  const bool titled = terms_h >= 80;
  const Widget terms{"lobby.terms", {body.x, y, body.w, terms_h}, true, ui.tr("help.lobby.terms"), ""};
  const WidgetState state = ui.widget(terms);
  const SDL_Rect inside = ui.ground(terms, state);
  const int arrow = std::max(ui.px(36), 18), title = titled ? std::max(ui.px(48), 24) : 0;
  if (titled) {
    ui.text({inside.x + ui.px(20), inside.y + ui.px(8), inside.w - arrow - ui.px(20), title},
            ui.tr("terms.title"), {Face::kSansBold, 28, c.paper2});
  }
  const SDL_Rect words{inside.x + ui.px(20), inside.y + ui.px(8) + title, inside.w - arrow - ui.px(36),
                       inside.h - title - ui.px(16)};
  const int lines = std::clamp(words.h / std::max(24, ui.px(38)), 1, 4);
  const TextStyle style{Face::kSans, 28, c.paper, Align::kStart, titled ? Align::kStart : Align::kCentre,
                        lines};
  // Where the lines are too few, fewer words say where to look.
  std::string said = terms_sentence(false);
  if (ui.text_width(said, style) > words.w * (lines * 10 - 1) / 10) said = terms_sentence(true);
  ui.text(words, said, style);
  ui.text({inside.x + inside.w - arrow, inside.y, arrow, inside.h}, "›",
          {Face::kSansBold, 40, state.focused ? c.gold_hi : c.gold, Align::kCentre});
  std::string who;
  bool near = false;
  for (const host::PeerInfo* const peer : shown_peers()) {
    if (peer->address != company.chosen) continue;
    who = name_of(*peer);
    near = true;
  }
  // A long name gives way where there is no room for it.
  std::string challenges = near ? ui.tr("lobby.challenge_whom", {{"name", who}}) : ui.tr("lobby.challenge");
  if (ui.text_width(challenges, {Face::kSansBold, 18.0F / ui.units().u()}) > body.w - 2 * ui.px(32))
    challenges = ui.tr("lobby.challenge");
  const SDL_Rect cap_rect{body.x, body.y + body.h - cap, body.w, cap};
  const std::string short_of = unpaid(house_, price(house_, 1));
  const bool challenge =
      ui.button({"lobby.challenge", cap_rect, near && short_of.empty(), ui.tr("help.lobby.challenge"),
                 near ? short_of : ui.tr("disabled.lobby.challenge")},
                challenges, 40, true);
  ui.end_panel();
  if (step != 0 && games_.size() > 1) choose_game(step);
  if (state.activated) {
    house_.go(std::make_unique<TermsScreen>(house_, variant->shared_from_this(), *company.draft,
                                            TermsScreen::For::kChallenge));
  } else if (challenge) {
    call(company.chosen);
  }
}

void LobbyScreen::draw(std::uint64_t now) {
  Ui& ui = house_.ui;
  ui.panel("heading", heading_, Panel::kBare);
  SDL_Rect title = heading_;
  const auto& transports = house_.plugins.transports();
  if (house_.company != nullptr && transports.size() > 1) {
    const int width = std::max(ui.px(560), 250), row = std::min(heading_.h, ui.units().target(72));
    title.w -= width + ui.px(24);
    const SDL_Rect place{heading_.x + heading_.w - width, heading_.y + (heading_.h - row) / 2, width, row};
    const int step = ui.row(
        {"lobby.way", place, true, house_.company->text(house_.company->transport().blurb_key), "", true},
        ui.tr("lobby.way"), house_.company->text(house_.company->transport().name_key));
    ui.text(title, ui.tr("lobby.title"), {Face::kKai, 64, ui.colours().gold_hi});
    ui.end_panel();
    if (step != 0) next_transport(step);
  } else {
    std::string words = ui.tr("lobby.title");
    if (house_.company != nullptr)
      words += " · " + house_.company->text(house_.company->transport().name_key);
    ui.text(title, words, {Face::kKai, 64, ui.colours().gold_hi});
    ui.end_panel();
  }
  // What hinders everything has the room of what cannot be done meanwhile.
  SDL_Rect list = list_;
  const bool alone = house_.company == nullptr || (tight_ && hindrance());
  if (alone) list = {heading_.x, list_.y, heading_.w, composer_.y + composer_.h - list_.y};
  draw_list(list);
  if (house_.company != nullptr) {
    if (!alone) {
      draw_own(own_);
      draw_composer(composer_);
    }
    draw_card(now);
    if (const std::optional<std::string> entered = pad_.draw(now); entered && !entered->empty())
      rename(*entered);
    if (const std::optional<std::string> signature = guest_.draw(now)) rename(*signature);
  }
  ui.help_strip();
}

}  // namespace qitai::menu
