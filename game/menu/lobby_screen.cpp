#include "menu/lobby_screen.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/log.hpp"
#include "base/time.hpp"
#include "match/scores.hpp"
#include "menu/setup_screen.hpp"
#include "menu/title_screen.hpp"

namespace qitai::menu {
namespace {

constexpr seat::Now kBusyFor = 60 * duel::kSecond;  // somebody counts as being with somebody else
constexpr std::uint64_t kInviteAgain = 4000;        // ms
constexpr std::uint64_t kBarStep = 250;             // ms
constexpr std::size_t kMostBooks = 256;             // of one game

}  // namespace

LobbyScreen::LobbyScreen(House& house, std::string_view variant, Begin begin)
    : Screen(house), games_(games_for_two(house)), begin_(begin), pad_(house.ui), guest_(house) {
  const auto& transports = house_.plugins.transports();
  if (house_.company == nullptr) {
    if (transports.empty()) {
      trouble_ = "none";
    } else {
      const auto chosen = house_.plugins.transport(house_.config.values().player_transport);
      open_company(chosen != nullptr ? chosen : transports.front());
    }
  }
  if (house_.company == nullptr) return;
  Company& company = *house_.company;
  if (!variant.empty() && game(variant) != nullptr && (!company.draft || company.draft->variant != variant))
    company.draft = usual_draft(house_, *game(variant));
  if (!company.draft && !games_.empty()) company.draft = usual_draft(house_, *games_.front());
  company.lobby().scan(true);
  company.lobby().listen(true);
  if (company.visible_for() == 0) company.show(kVisible);
  // Back from other screens to what was on the table before.
  if (const duel::Agreement* const open = agreement();
      open != nullptr && open->state() != duel::Agreement::State::kOpen) {
    involved_ = true;
    company.chosen = company.partner()->config().address;
  }
  read_books();
}

LobbyScreen::~LobbyScreen() {
  forget_discs();
}

void LobbyScreen::open_company(const std::shared_ptr<const host::Transport>& transport) {
  Result<std::unique_ptr<Company>> company = Company::open(house_, transport);
  if (!company) {
    log_error("The lobby cannot be opened: {}", company.error().message);
    trouble_ = "unopened";
    return;
  }
  trouble_.clear();
  house_.company = std::move(*company);
}

void LobbyScreen::next_transport(int step) {
  const auto& all = house_.plugins.transports();
  const auto now = std::ranges::find(all, house_.company->transport().id,
                                     [](const auto& each) { return each->info().id; });
  const auto count = static_cast<std::ptrdiff_t>(all.size());
  const std::ptrdiff_t next = ((now - all.begin() + step) % count + count) % count;
  std::optional<Draft> draft = house_.company->draft;
  std::string name = house_.company->lobby().config().name;
  house_.company.reset();
  open_company(all[static_cast<std::size_t>(next)]);
  if (house_.company == nullptr) return;
  keep(&config::Values::player_transport, house_.company->transport().id);
  house_.company->draft = std::move(draft);
  house_.company->lobby().rename(std::move(name));
  house_.company->lobby().scan(true);
  house_.company->lobby().listen(true);
  house_.company->show(kVisible);
}

// A guest's name and choices are not the next guest's.
void LobbyScreen::keep(std::string config::Values::*which, const std::string& value) {
  if (house_.kiosk) return;
  const Status set = house_.config.set(which, value);
  if (const Status saved = set ? house_.config.save() : set; !saved)
    log_warning("{}: {}", config::key_of(which).path, saved.error().message);
}

// Who goes to the title is not called any more.
void LobbyScreen::leave_lobby() {
  std::string variant;
  if (house_.company != nullptr && house_.company->draft) variant = house_.company->draft->variant;
  house_.company.reset();
  house_.go(std::make_unique<TitleScreen>(house_, variant));
}

const host::Variant* LobbyScreen::game(std::string_view id) const {
  const auto found = std::ranges::find(games_, id, [](const auto& each) { return each->info().id; });
  return found == games_.end() ? nullptr : found->get();
}

const duel::Agreement* LobbyScreen::agreement() const {
  seat::Partner* const partner = house_.company == nullptr ? nullptr : house_.company->partner();
  return partner == nullptr ? nullptr : partner->duel().agreement();
}

// How the players of each machine stand against whoever plays here, in all games.
void LobbyScreen::read_books() {
  records_.clear();
  if (house_.journal == nullptr) return;
  using match::Standing;
  for (const auto& variant : games_) {
    const auto books = house_.journal->books(variant->info().id, kMostBooks);
    if (!books) continue;
    for (const store::Books& book : *books) {
      if (book.device.empty()) continue;
      const auto of = [&](Standing standing) { return book.counts.at(static_cast<std::size_t>(standing)); };
      Record& record = records_[book.device];
      record.won += of(Standing::kLost) + of(Standing::kLeft);
      record.lost += of(Standing::kWon) + of(Standing::kWonByLeave);
      record.drawn += of(Standing::kDrawn);
    }
  }
}

void LobbyScreen::forget_discs() {
  for (auto& [id, disc] : discs_)
    SDL_DestroyTexture(disc);
  discs_.clear();
}

// A piece of each game stands for it.
void LobbyScreen::bake_discs() {
  forget_discs();
  SDL_Renderer* const renderer = house_.renderer;
  for (const auto& variant : games_) {
    const host::VariantInfo& info = variant->info();
    house_.set_board(*variant, info.default_options());
    SDL_Texture* const piece =
        house_.board.mini(royal_kind(info), std::max(0, info.seats.front().colour), disc_size_);
    SDL_Texture* const disc = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET,
                                                disc_size_, disc_size_);
    if (piece == nullptr || disc == nullptr) continue;
    SDL_Texture* const target = SDL_GetRenderTarget(renderer);
    SDL_SetTextureBlendMode(disc, SDL_BLENDMODE_BLEND);
    SDL_SetRenderTarget(renderer, disc);
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 0);
    SDL_RenderClear(renderer);
    SDL_RenderCopy(renderer, piece, nullptr, nullptr);
    SDL_SetRenderTarget(renderer, target);
    discs_[info.id] = disc;
  }
}

void LobbyScreen::arrange(std::uint64_t /*now*/) {
  Ui& ui = house_.ui;
  const view::Units& u = ui.units();
  const SDL_Rect help = ui.help_rect();
  const int outer = u.compact() ? 8 : ui.px(32), gutter = u.compact() ? 8 : ui.px(24);
  const int title = std::max(ui.px(112), 44);
  heading_ = {outer, u.compact() ? 0 : ui.px(8), u.width() - 2 * outer, title};
  const int top = heading_.y + title, bottom = help.y - gutter;
  const int own = std::max(ui.px(264), 118);
  if (u.portrait() || u.width() < 640) {
    tight_ = u.height() < 640;
    const int line = tight_ ? u.target() + 2 * 8 : own;
    const int composer = tight_ ? 176 : std::max(ui.px(560), 250);
    const int list = std::max(0, bottom - top - line - composer - 2 * gutter);
    list_ = {outer, top, heading_.w, list};
    own_ = {outer, top + list + gutter, heading_.w, line};
    composer_ = {outer, own_.y + line + gutter, heading_.w, composer};
  } else {
    tight_ = false;
    const int left = (heading_.w - gutter) * 54 / 100;
    const int right = heading_.w - gutter - left;
    list_ = {outer, top, left, bottom - top};
    own_ = {outer + left + gutter, top, right, own};
    composer_ = {own_.x, top + own + gutter, right, bottom - top - own - gutter};
  }
  disc_size_ = std::max(ui.px(44), 24);
  bake_discs();
  ui.focus().set_default("lobby.challenge");
}

// ---------------------------------------------------------------- what players do

bool LobbyScreen::input(const platform::Input& input, std::uint64_t now) {
  if (guest_.is_open()) return guest_.input(input, now);
  if (pad_.input(input, now)) return true;
  if (input.kind != platform::Input::Kind::kPress && input.kind != platform::Input::Kind::kRepeat)
    return false;
  // More players than fit: at the edge of the list it moves on.
  const std::vector<const host::PeerInfo*> peers = shown_peers();
  const std::string& at = house_.ui.focus().focused();
  if (!at.starts_with("lobby.peer.")) return false;
  const std::string address = at.substr(std::string_view("lobby.peer.").size());
  const auto found =
      std::ranges::find(peers, address, [](const host::PeerInfo* peer) { return peer->address; });
  if (found == peers.end()) return false;
  const auto index = static_cast<std::size_t>(found - peers.begin());
  const auto go = [&](std::size_t to) { house_.ui.focus().set("lobby.peer." + peers[to]->address, now); };
  if (input.action == platform::Action::kDown && index + 1 < peers.size()) {
    go(index + 1);
    return true;
  }
  if (input.action == platform::Action::kUp && index > 0) {
    go(index - 1);
    return true;
  }
  return false;
}

void LobbyScreen::back(std::uint64_t now) {
  if (guest_.is_open()) return guest_.close(now);
  switch (card()) {
    case Card::kNone:
      return leave_lobby();
    case Card::kCalling:
    case Card::kTogether:
    case Card::kSettling:
      return hang_up();
    case Card::kAsking:
      return do_button("lobby.withdraw");
    case Card::kAsked:
      // Back points at the way out and does not take it: a challenge is not declined by accident.
      house_.ui.focus().set("lobby.decline", house_.ui.now());
      return;
    case Card::kNotice:
      notice_.reset();
      return;
    case Card::kBlocked:
      blocked_shown_ = false;
      return;
  }
}

void LobbyScreen::choose_game(int step) {
  const auto now =
      std::ranges::find(games_, draft().variant, [](const auto& each) { return each->info().id; });
  const auto count = static_cast<std::ptrdiff_t>(games_.size());
  const std::ptrdiff_t next = ((now - games_.begin() + step) % count + count) % count;
  draft() = usual_draft(house_, *games_[static_cast<std::size_t>(next)]);
}

void LobbyScreen::call(const std::string& address) {
  notice_.reset();
  involved_ = true;
  left_ = false;
  house_.company->chosen = address;
  dial_next_.clear();
  // The last partner is still being told good-bye.
  if (!house_.company->lobby().dial(address)) dial_next_ = address;
}

void LobbyScreen::hang_up() {
  seat::Partner* const partner = house_.company->partner();
  dial_next_.clear();
  if (partner == nullptr) return;
  if (partner->duel().channel().state() == duel::Channel::State::kIdle) {
    house_.company->lobby().forget_partner();
    involved_ = left_ = false;
    return;
  }
  left_ = true;
  house_.company->lobby().leave(house_.match_now());
}

void LobbyScreen::block_partner() {
  seat::Partner* const partner = house_.company->partner();
  const std::string address = partner != nullptr ? partner->config().address : house_.company->chosen;
  if (house_.blocked != nullptr && !address.empty()) {
    std::string name = partner != nullptr ? partner->duel().far().name : std::string();
    if (const Company::Learned* const known = house_.company->learned(address);
        known != nullptr && name.empty())
      name = known->name;
    const Status done =
        house_.blocked->block({house_.company->device(address), std::move(name), unix_seconds()});
    if (!done) log_warning("blocked.json: {}", done.error().message);
  }
  if (partner != nullptr) {
    left_ = true;
    partner->duel().block(house_.match_now());
  }
  notice_.reset();
  if (house_.company->chosen == address) house_.company->chosen.clear();
  house_.company->lobby().look_at_blocked();
}

void LobbyScreen::ask_name() {
  const Ui& ui = house_.ui;
  if (house_.kiosk) {
    const std::string& name = house_.company->lobby().config().name;
    const bool signed_so = is_seal(name) || initials(name);
    guest_.open({"lobby.rename", std::string(ui.tr("lobby.name")), signed_so ? name : std::string(), {}},
                ui.now());
    return;
  }
  KeyPad::Request request;
  request.item = "lobby.rename";
  request.label = ui.tr("lobby.name");
  request.shown = ui.tr("lobby.unnamed");
  request.digits = false;
  request.most = duel::kMostNameCharacters;
  pad_.open(std::move(request), ui.now());
}

void LobbyScreen::rename(const std::string& name) {
  if (!duel::check_name(name)) return;
  keep(&config::Values::player_name, name);
  house_.company->lobby().rename(name);
  house_.company->show(kVisible);
}

void LobbyScreen::retry() {
  seat::Lobby& lobby = house_.company->lobby();
  lobby.scan(false);
  lobby.listen(false);
  (void)lobby.pump(house_.match_now());
  lobby.scan(true);
  lobby.listen(true);
  house_.company->show(kVisible);
}

void LobbyScreen::power_on() {
  seat::Lobby& lobby = house_.company->lobby();
  for (const host::AdapterInfo& adapter : lobby.adapters()) {
    if (adapter.power && adapter.failure == "off") lobby.power(adapter.id, true);
  }
}

// ---------------------------------------------------------------- what happens

// The draft, to the partner who is there; to whom it was put together for, if he has gone meanwhile.
void LobbyScreen::offer() {
  Company& company = *house_.company;
  seat::Partner* const partner = company.partner();
  if (!company.draft) return;
  if (partner == nullptr || partner->duel().channel().state() == duel::Channel::State::kClosed) {
    if (!company.chosen.empty()) call(company.chosen);
    return;
  }
  const duel::Role role = partner->config().duel.role;
  const Status offered = partner->duel().challenge(offer_of(*company.draft, role), house_.match_now());
  if (offered) involved_ = true;
  if (offered || offered.error().code == "not-now" || offered.error().code == "not-met") return;
  log_info("The challenge cannot be made: {}", offered.error().message);
  std::string reason = offered.error().code == "variant" ? "absent" : "terms";
  for (const duel::Comparison& compared : partner->duel().games()) {
    if (compared.variant == company.draft->variant && !compared.why.empty()) reason = compared.why;
  }
  Notice notice = notice_of(house_, reason, true);
  const auto common = company.learned(partner->config().address);
  if (common != nullptr && common->games.empty()) notice.what = house_.ui.tr("lobby.nothing_common");
  say(std::move(notice));
  left_ = true;
  company.lobby().leave(house_.match_now());
}

void LobbyScreen::take(const duel::Event& event) {
  using Kind = duel::Event::Kind;
  Company& company = *house_.company;
  seat::Partner* const partner = company.partner();
  const std::string address = partner == nullptr ? std::string() : partner->config().address;
  switch (event.kind) {
    case Kind::kMet: {
      Company::Learned& learned = company.learn(address);
      learned = {partner->duel().far().name, {}};
      for (const duel::Comparison& compared : partner->duel().games()) {
        if (compared.why.empty()) learned.games.push_back(compared.variant);
      }
      if (partner->config().duel.role == duel::Role::kDialler && !left_) offer();
      break;
    }
    case Kind::kChallenged:
    case Kind::kTermsChanged:
      notice_.reset();
      blocked_shown_ = false;
      involved_ = true;
      left_ = false;
      company.chosen = address;
      card_at_ = house_.ui.now();
      invited_at_ = card_at_;
      house_.play(platform::Sound::kInvitation);
      pad_.close(house_.ui.now());
      guest_.close(house_.ui.now());
      break;
    case Kind::kDropped:
      if (!event.by_us || event.reason == "expired") {
        Notice notice = notice_of(house_, event.reason, true);
        if (event.reason == "declined")
          notice.what = house_.ui.tr("lobby.declined", {{"name", company.far_name()}});
        say(std::move(notice));
      }
      left_ = true;
      company.lobby().leave(house_.match_now());
      break;
    case Kind::kLost:
    case Kind::kClosed:
      if (partner != nullptr && event.reason == "version") company.learn(address).other_version = true;
      if (event.reason == "known" || event.reason == "unknown")
        company.learn(address).busy_until = house_.match_now() + kBusyFor;
      if (involved_ && !left_) say(notice_of(house_, event.reason, false));
      left_ = true;
      break;
    default:
      break;
  }
}

Notice LobbyScreen::failure_notice(const std::string& failure) const {
  const Company& company = *house_.company;
  const host::FailureInfo* const info = company.transport().failure(failure);
  Notice notice;
  if (info == nullptr) {
    notice.what = house_.ui.tr("lobby.failed");
    notice.help = house_.ui.tr("lobby.failed.help");
    notice.first = Notice::Do::kAgain;
    return notice;
  }
  notice.what = company.text(info->what_key);
  notice.help = company.text(info->help_key);
  const auto& adapters = company.lobby().adapters();
  const bool off = std::ranges::any_of(
      adapters, [](const host::AdapterInfo& each) { return each.power && each.failure == "off"; });
  if (failure == "off" && off) {
    notice.first = Notice::Do::kPower;
  } else if (info->retry || info->local || failure == "refused" || failure == "far-closed" ||
             failure == "pairing-refused" || failure == "pairing-failed") {
    notice.first = Notice::Do::kAgain;
  }
  return notice;
}

// A partner with whom nothing more will be.
void LobbyScreen::take_end(const seat::Partner& partner) {
  Company& company = *house_.company;
  const std::string& failure = partner.failure();
  if (!failure.empty() && !left_ && involved_) {
    say(failure_notice(failure));
    if (failure == "busy" || failure == "refused" || failure == "far-closed")
      company.learn(partner.config().address).busy_until = house_.match_now() + kBusyFor;
  }
  company.lobby().forget_partner();
  involved_ = left_ = false;
  if (!dial_next_.empty()) call(std::string(dial_next_));
}

void LobbyScreen::to_table() {
  house_.company->keep_to_partner();
  house_.go(screen_of(house_, house_.company->partner()->table()));
}

std::optional<Notice> LobbyScreen::hindrance() const {
  if (house_.company == nullptr) {
    return Notice{house_.ui.tr("lobby." + trouble_), house_.ui.tr("lobby." + trouble_ + ".help")};
  }
  const seat::Lobby& lobby = house_.company->lobby();
  if (!lobby.fault().empty()) return Notice{house_.ui.tr("lobby.fault"), house_.ui.tr("lobby.fault.help")};
  using What = host::event::What;
  for (const What what : {What::kListen, What::kScan, What::kVisible}) {
    if (const std::string& failure = lobby.hindrance(what); !failure.empty()) return failure_notice(failure);
  }
  return std::nullopt;
}

bool LobbyScreen::tick(std::uint64_t now) {
  if (house_.company == nullptr) return false;
  Company& company = *house_.company;
  bool changed = false;
  if (std::exchange(begin_, Begin::kHere) == Begin::kOffer) {
    offer();
    changed = true;
  }
  std::vector<duel::Event> events = company.take_events();
  for (auto event = events.begin(); event != events.end(); ++event) {
    changed = true;
    if (event->kind == duel::Event::Kind::kBegan) {
      company.put_back({std::make_move_iterator(event + 1), std::make_move_iterator(events.end())});
      to_table();
      return true;
    }
    take(*event);
  }
  if (const seat::Partner* const partner = company.partner(); partner != nullptr && partner->done()) {
    take_end(*partner);
    changed = true;
  }
  if (const Card shown = card(); shown != shown_card_) {
    shown_card_ = shown;
    card_at_ = now;
    changed = true;
    if (const std::vector<Button> all = buttons(shown, now); !all.empty()) {
      house_.ui.focus().set(all.front().id, now);
    } else if (shown == Card::kNone) {
      house_.ui.focus().set("lobby.challenge", now);
    }
  }
  if (shown_card_ == Card::kAsked && now >= invited_at_ + kInviteAgain) {
    invited_at_ = now;
    house_.play(platform::Sound::kInvitation);
  }
  // Nobody can be challenged, and the button that mends it has the focus.
  if (shown_card_ == Card::kNone && house_.ui.focus().focused() == "lobby.challenge" && hindrance())
    house_.ui.focus().set("lobby.mend", now);
  if (const std::uint64_t clock = shown_clock(now); clock != clock_) {
    clock_ = clock;
    changed = true;
  }
  return changed;
}

bool LobbyScreen::slides(std::uint64_t now) const {
  return shown_card_ != Card::kNone && now < card_at_ + house_.motion(kSlide);
}

// What is shown of instants that go by; another number where it looks different.
std::uint64_t LobbyScreen::shown_clock(std::uint64_t now) const {
  if (slides(now)) return now;
  if (shown_card_ == Card::kAsked || shown_card_ == Card::kAsking) return now / kBarStep;
  return static_cast<std::uint64_t>((house_.company->visible_for() + duel::kSecond - 1) / duel::kSecond);
}

Screen::Idle LobbyScreen::idle() const {
  const bool awaits = house_.company != nullptr && house_.company->visible_for() > 0;
  return awaits || shown_card_ == Card::kAsking ? Idle::kWaits : Idle::kAway;
}

std::uint64_t LobbyScreen::next_wake(std::uint64_t now) const {
  if (house_.company == nullptr) return UINT64_MAX;
  if (slides(now)) return now + 16;
  if (const Card shown = card(); shown == Card::kAsked || shown == Card::kAsking) return now + kBarStep;
  const seat::Now left = house_.company->visible_for();
  if (left <= 0) return UINT64_MAX;
  return now + static_cast<std::uint64_t>((left - 1) % duel::kSecond / 1000 + 1);
}

}  // namespace qitai::menu
