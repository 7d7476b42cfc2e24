#include "tour.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "menu/demo.hpp"
#include "menu/terms_screen.hpp"
#include "menu/title_screen.hpp"

namespace qitai::testing {
namespace {

using platform::Action;
using platform::Input;

// Without it the program would wait for people.
class Nobody final : public menu::Driver {
 public:
  bool turn(menu::App& /*app*/) override { return true; }
};

}  // namespace

Tour::Tour(const TourOptions& options) {
  ::setenv("SDL_VIDEODRIVER", "dummy", 1);
  ::setenv("SDL_RENDER_DRIVER", "software", 1);
  // What this machine has of Bluetooth is none of a test's business.
  ::setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent", 1);
  menu::AppOptions app;
  app.windowed = !options.fullscreen;
  app.width = options.width;
  app.height = options.height;
  app.language = options.language;
  app.data_folder = options.data;
  app.journal = options.journal;
  if (!options.config.empty()) app.config_file = options.config;
  app.kiosk = options.kiosk;
  app.seconds = options.seconds;
  app.supervised.set_aside = options.set_aside;
  app.supervised.deaths = options.deaths;
  app.supervised.safe = options.safe;
  app.supervised.ran = options.ran;
  app.supervised.beat = options.beat;
  app.keeper = options.keeper;
  app.driver = std::make_shared<Nobody>();
  app.ticks = [ms = ms_] { return *ms; };
  app.match_now = [ms = ms_] { return static_cast<seat::Now>(*ms) * 1000; };
  app.random_seed = [drawn = options.seed]() mutable {
    std::array<std::uint8_t, 32> seed{};
    seed[0] = ++drawn;
    return seed;
  };
  if (!options.theme.empty()) app.settings.emplace_back("display.theme", options.theme);
  if (!options.pieces.empty()) app.settings.emplace_back("display.pieces", options.pieces);
  if (options.reduced_motion) app.settings.emplace_back("display.reduced_motion", "true");
  app.settings.insert(app.settings.end(), options.settings.begin(), options.settings.end());
  if (options.two_games) {
    app.plugin_files.push_back(std::filesystem::path(QITAI_TEST_PLUGINS) / "pawns.so");
    app.settings.emplace_back("plugins.order", "pawns");
  }
  for (const std::string& plugin : options.plugins)
    app.plugin_files.push_back(std::filesystem::path(QITAI_TEST_PLUGINS) / plugin);
  if (options.timed) {
    app.settings.emplace_back("time.first_limit", "60");
    app.settings.emplace_back("time.first_moves", "40");
    app.settings.emplace_back("time.second_limit", "30");
    app.settings.emplace_back("time.second_moves", "20");
    app.settings.emplace_back("time.step_limit", "180");
  }
  Result<std::unique_ptr<menu::App>> opened = menu::App::open(app);
  if (!opened) throw std::runtime_error(opened.error().message);
  app_ = std::move(*opened);
  app_->ui().set_audit(true);
  settle();
}

menu::TableScreen& Tour::table() {
  if (screen() != "table") throw std::runtime_error("not at a table but at " + std::string(screen()));
  return static_cast<menu::TableScreen&>(app_->screen());
}

menu::ResultScreen& Tour::result() {
  if (screen() != "result") throw std::runtime_error("no result but " + std::string(screen()));
  return static_cast<menu::ResultScreen&>(app_->screen());
}

menu::SetupScreen& Tour::setup() {
  if (screen() != "setup") throw std::runtime_error("no set-up but " + std::string(screen()));
  return static_cast<menu::SetupScreen&>(app_->screen());
}

bool Tour::says(std::string_view words) const {
  const std::vector<std::string>& texts = app_->ui().written();
  return std::any_of(texts.begin(), texts.end(),
                     [words](const std::string& text) { return text.find(words) != std::string::npos; });
}

void Tour::settle() {
  for (int turns = 0; turns < 400; ++turns) {
    turn();
    *ms_ += 16;
    if (app_->settled() && turns > 1) return;
  }
}

void Tour::pass(int ms) {
  for (int past = 0; past < ms; past += 20) {
    *ms_ += 20;
    turn();
  }
}

void Tour::turn() {
  app_->turn();
  if (watch) watch();
}

void Tour::jump(int ms) {
  *ms_ += static_cast<std::uint64_t>(ms);
  turn();
  settle();
}

void Tour::press(Action action) {
  app_->press(action);
  settle();
}

void Tour::press_many(Action action, int times) {
  for (int i = 0; i < times; ++i)
    press(action);
}

void Tour::hold_select(int ms) {
  Input input;
  input.action = Action::kSelect;
  app_->give(input);
  pass(ms);
  input.kind = Input::Kind::kRelease;
  app_->give(input);
  settle();
}

void Tour::focus(std::string_view id) {
  app_->ui().focus().set(id, *ms_);
  // As an input would: panels are described again.
  Input nudge;
  nudge.kind = Input::Kind::kRelease;
  app_->give(nudge);
  settle();
  if (app_->ui().focus().focused() != id) throw std::runtime_error("no item " + std::string(id));
}

void Tour::activate(std::string_view id) {
  focus(id);
  press(Action::kSelect);
}

void Tour::resign() {
  focus("act.resign");
  hold_select(1100);
  pass(2000);
  // The disk knows nothing of the tour's clock.
  for (int i = 0; i < 500 && screen() == "table"; ++i) {
    pass(20);
    SDL_Delay(1);
  }
  settle();
}

void Tour::to_table() {
  activate("title.two");
  activate("terms.start");
}

void Tour::cursor_to(std::string_view name) {
  menu::TableScreen& at = table();
  const auto geometry = at.session().variant().geometry(at.session().terms().options);
  const host::Point to = geometry->point(name);
  for (const Action action : menu::way(app_->house().board, at.hand().cursor(), to))
    press(action);
  if (at.hand().cursor() != to) throw std::runtime_error("the cursor does not come to " + std::string(name));
}

void Tour::play(std::string_view move) {
  // A point is a letter and a number.
  const std::size_t second = move.find_first_not_of("0123456789", 1);
  cursor_to(move.substr(0, second));
  press(Action::kSelect);
  cursor_to(move.substr(second));
  press(Action::kSelect);
}

void Tour::finger(Input::Kind kind, std::string_view name) {
  menu::TableScreen& at = table();
  const auto geometry = at.session().variant().geometry(at.session().terms().options);
  const SDL_FPoint where = app_->house().board.centre(geometry->point(name));
  Input input;
  input.kind = kind;
  input.device = platform::Device::kTouch;
  input.x = where.x;
  input.y = where.y;
  app_->give(input);
  settle();
}

void Tour::to_choice() {
  press(Action::kSelect);  // the game
  to_table();
  for (const std::string_view move : {"a1a2", "c5c4", "a2a3", "c4c3", "a3a4", "c3c2", "a4a5"})
    play(move);
}

void Tour::table_of(std::string_view variant, const std::function<void(match::Terms&)>& change) {
  menu::House& house = app_->house();
  const auto game = house.plugins.variant(variant);
  if (game == nullptr) throw std::runtime_error("no game " + std::string(variant));
  match::Terms terms = match::default_terms(*game);
  for (std::size_t seat = 0; seat < terms.seats.size(); ++seat)
    terms.seats[seat].name = house.catalog.tr("player.number", {{"n", seat + 1}});
  if (change) change(terms);
  auto made = seat::Table::begin(game, terms, house.journal, house.match_now());
  if (!made) throw std::runtime_error(made.error().message);
  house.go(menu::screen_of(house, std::move(*made)));
  settle();
}

void Tour::submit(std::string_view moves) {
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(' '), moves.size());
    const std::string_view text = moves.substr(0, end);
    moves.remove_prefix(std::min(end + 1, moves.size()));
    if (text.empty()) continue;
    menu::Session& session = table().session();
    if (session.over()) break;
    const host::Seat seat = session.mover().value_or(0);
    if (text == "claim") {
      match::Intent claim;
      claim.kind = match::IntentKind::kClaim;
      claim.seat = seat;
      claim.bytes = session.reader().claims().at(0).id;
      (void)session.table().submit(claim, static_cast<seat::Now>(*ms_) * 1000);
      pass(40);
      continue;
    }
    const auto move = session.reader().state().read_move(seat, text);
    if (!std::holds_alternative<host::Move>(move)) throw std::runtime_error("no move " + std::string(text));
    match::Intent intent;
    intent.kind = match::IntentKind::kMove;
    intent.seat = seat;
    intent.move = std::get<host::Move>(move);
    if (std::holds_alternative<host::Refusal>(
            session.table().submit(intent, static_cast<seat::Now>(*ms_) * 1000)))
      throw std::runtime_error("refused: " + std::string(text));
    pass(40);
  }
  pass(2000);
}

void Tour::everywhere(const std::function<void(std::string_view name)>& visit) {
  visit("title");
  activate("title.settings");
  visit("settings");
  activate("set.adapters");
  pass(250);
  visit("adapters");
  press(Action::kBack);
  press(Action::kBack);
  activate("title.one");
  visit("terms_one");
  activate("terms.start");
  visit("table_one");
  press(Action::kMenu);
  activate("menu.title");
  activate("title.two");
  visit("terms");
  activate("terms.start");
  visit("table_start");
  finger(Input::Kind::kPointerDown, "h2");
  finger(Input::Kind::kPointerMove, "e2");
  visit("table_loupe");
  finger(Input::Kind::kPointerCancel, "e2");
  for (const std::string_view move : {"h2e2", "h9g7", "h0g2", "d9e8"})
    play(move);
  cursor_to("g2");
  press(Action::kSelect);
  visit("table_lifted");
  // No horse goes straight up the board.
  cursor_to("g6");
  press(Action::kSelect);
  visit("table_refused");
  pass(3000);
  play("e2e6");  // over its own soldier, and the advisor is the screen before the general
  visit("table_check");
  play("g7e6");
  press(Action::kBack);
  visit("table_actions");
  activate("act.takeback");
  visit("table_ask");
  activate("ask.disagree");
  pass(3000);
  press(Action::kMenu);
  visit("table_menu");
  press(Action::kBack);
  press(Action::kBrowse);
  press_many(Action::kLeft, 4);
  visit("table_browse");
  press(Action::kBack);
  press(Action::kBack);
  resign();
  visit("result");
  activate("result.review");
  press_many(Action::kRight, 6);
  visit("result_review");
  games(visit);
  times(visit);
  secrets(visit);
}

void Tour::tap(menu::Side side, std::string_view id) {
  menu::Ui& ui = app_->ui();
  const menu::Facing faced(ui, side);
  const menu::FocusItem* const item = ui.focus().item(id);
  if (item == nullptr) throw std::runtime_error("nothing to tap: " + std::string(id));
  const SDL_Rect rect = ui.facing(item->rect);
  app_->tap(static_cast<float>(rect.x) + static_cast<float>(rect.w) / 2,
            static_cast<float>(rect.y) + static_cast<float>(rect.h) / 2, platform::Device::kTouch);
  settle();
}

void Tour::open_table_of(std::string_view variant) {
  table_of(variant, [this](match::Terms& terms) {
    for (match::SeatTerms& seat : terms.seats)
      seat.limits = menu::usual_limits(app_->house().config.values());
    const auto game = app_->house().plugins.variant(terms.variant);
    if (const int mode = game->info().option("mode"); mode >= 0)
      terms.options[static_cast<std::size_t>(mode)] = *game->option_value(mode, "open");
  });
  if (screen() == "setup") set_up_both();
}

void Tour::flat(std::string_view variant, const std::function<void(std::string_view name)>& visit) {
  using menu::Side;
  open_table_of(variant);
  visit("flat_start");
  const menu::Session& session = table().session();
  const auto touch = [this](host::Point point) {
    const SDL_FPoint at = app_->house().board.centre(point);
    app_->tap(at.x, at.y, platform::Device::kTouch);
    settle();
  };
  for (int ply = 0; ply < 6; ++ply) {
    const host::Move move = some_move();
    touch(move.from);
    if (ply == 5) visit("flat_lifted");
    touch(move.to);
    pass(400);
  }
  visit("flat_later");
  tap(Side::kFar, "act.menu");
  visit("flat_menu_far");
  tap(Side::kNear, "act.menu");
  visit("flat_menus");
  tap(Side::kFar, "menu.continue");
  visit("flat_menu_near");
  tap(Side::kNear, "menu.continue");
  // Whoever is to move offers; the other answers.
  const Side mover = session.mover() == session.near_seat() ? Side::kNear : Side::kFar;
  tap(mover, "act.draw");
  visit("flat_ask");
  tap(mover == Side::kNear ? Side::kFar : Side::kNear, "ask.disagree");
  visit("flat_answered");
  pass(3000);
  menu::Ui& ui = app_->ui();
  const SDL_Rect rect = ui.focus(Side::kNear).item("act.resign")->rect;
  Input finger;
  finger.kind = Input::Kind::kPointerDown;
  finger.device = platform::Device::kTouch;
  finger.x = static_cast<float>(rect.x + rect.w / 2);
  finger.y = static_cast<float>(rect.y + rect.h / 2);
  app_->give(finger);
  pass(1100);
  finger.kind = Input::Kind::kPointerUp;
  app_->give(finger);
  pass(2500);
  settle();
  visit("flat_result");
}

void Tour::title_of(std::string_view variant) {
  menu::House& house = app_->house();
  house.go(std::make_unique<menu::TitleScreen>(house, variant));
  settle();
}

void Tour::open_curtain() {
  focus("curtain.open");
  // The journal has a thread and a disk of its own, which know nothing of the test's clock.
  for (int i = 0; i < 2000 && !app_->ui().focus().item("curtain.open")->enabled; ++i) {
    SDL_Delay(1);
    pass(20);
  }
  hold_select(900);
  pass(600);
  settle();
}

void Tour::to_setup(std::string_view variant) {
  title_of(variant);
  activate("title.two");
  activate("terms.start");
  activate("card.agree.0");
  activate("card.agree.1");
}

void Tour::set_up_both() {
  for (int seat = 0; seat < 2; ++seat) {
    open_curtain();
    hand_over();
  }
}

void Tour::hand_over() {
  press(Action::kBack);
  activate("setup.ready");
  pass(600);
  settle();
}

host::Move Tour::some_move() {
  menu::Session& session = table().session();
  const host::Seat seat = session.mover().value_or(0);
  const std::vector<host::Move> legal = session.table().referee().legal(seat);
  if (legal.empty()) throw std::runtime_error("no legal move");
  const auto& pieces = session.reader().pieces(session.shown_ply());
  for (const host::Move& move : legal) {
    for (const host::Piece& piece : pieces) {
      if (piece.point == move.to) return move;
    }
  }
  // Points are numbered from the first seat's side to the other's.
  for (const host::Move& move : legal) {
    if (seat == 0 ? move.to > move.from + 4 : move.to + 4 < move.from) return move;
  }
  return legal.front();
}

void Tour::play_hidden(const host::Move& move) {
  const host::State& state = table().session().reader().state();
  const auto& points = state.geometry().points;
  cursor_to(points.at(move.from).name);
  press(Action::kSelect);
  cursor_to(points.at(move.to).name);
  press(Action::kSelect);
  pass(2600);
  settle();
}

void Tour::times(const std::function<void(std::string_view name)>& visit) {
  title_of("junqi");
  activate("title.two");
  activate("terms.time");
  visit("time");
  activate("time.preset.3");
  press(Action::kRight);
  visit("time_stages");
  activate("time.step_limit");
  visit("time_pad");
  for (const std::string_view key : {"pad.key.9", "pad.key.0", "pad.done"})
    activate(key);
  visit("time_changed");
  activate("time.odds");
  focus("time.seat");
  press(Action::kRight);
  activate("time.preset.4");
  visit("time_odds");
  press(Action::kBack);
  visit("time_terms");
  // What stands there without the plugin.
  app_->house().dropped_pages.insert("network.time");
  activate("terms.time");
  visit("time_own");
  app_->house().dropped_pages.clear();
  press(Action::kBack);
  press(Action::kBack);
  // What was chosen for these pictures is not the next ones'.
  *app_->house().times = store::TimeChoices();
}

void Tour::secrets(const std::function<void(std::string_view name)>& visit) {
  title_of("junqi");
  visit("secret_title");
  activate("title.two");
  visit("secret_terms");
  activate("terms.start");
  visit("secret_card");
  activate("card.agree.0");
  visit("secret_card_one");
  activate("card.agree.1");
  visit("secret_curtain_setup");
  open_curtain();
  visit("secret_setup");
  press(Action::kSelect);
  visit("secret_setup_picked");
  // Somewhere it may not stand: a camp is right behind the front row.
  press(Action::kRight);
  press(Action::kDown);
  press(Action::kSelect);
  visit("secret_setup_refused");
  press(Action::kBack);
  press(Action::kBack);
  activate("setup.save");
  press(Action::kSelect);
  for (const char sign : std::string_view("iron-wall.2"))
    activate(std::string("pad.key.") + sign);
  visit("secret_setup_name");
  activate("pad.done");
  activate("setup.mine");
  visit("secret_setup_slots");
  activate("slot.rename");
  visit("secret_setup_rename");
  press(Action::kBack);
  press(Action::kBack);
  activate("setup.count");
  visit("secret_setup_count");
  press(Action::kBack);
  press(Action::kBack);
  hand_over();
  open_curtain();
  hand_over();
  visit("secret_curtain");
  open_curtain();
  visit("secret_table");
  for (int ply = 0; ply < 16; ++ply) {
    if (ply > 0) open_curtain();
    if (screen() != "table") break;
    play_hidden(some_move());
  }
  visit("secret_curtain_news");
  open_curtain();
  visit("secret_table_later");
  // A hidden piece of the other side: what is it taken for?
  const auto& pieces = table().session().reader().pieces(UINT32_MAX);
  for (const host::Piece& piece : pieces) {
    if (!table().session().may_guess(piece.point)) continue;
    cursor_to(table().session().reader().state().geometry().points.at(piece.point).name);
    press(Action::kSelect);
    visit("secret_pencil");
    press(Action::kUp);
    press(Action::kSelect);
    break;
  }
  press(Action::kBack);
  visit("secret_table_actions");
  press(Action::kMenu);
  visit("secret_table_menu");
  press(Action::kBack);
  press(Action::kBack);
  resign();
  visit("secret_result");
}

// Tables and ends that xiangqi's opening does not come to.
void Tour::games(const std::function<void(std::string_view name)>& visit) {
  const auto at = [](std::string_view position) {
    return [position](match::Terms& terms) { terms.position = position; };
  };
  table_of("chess");
  for (const std::string_view move : {"e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5"})
    play(move);
  visit("chess_check");
  play("f1e2");
  cursor_to("e5");
  press(Action::kSelect);
  visit("chess_lifted");
  table_of("chess", at("7k/P7/8/8/8/8/8/K7 w - - 0 1"));
  play("a7a8");
  visit("chess_choice");
  table_of("chess");
  submit("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 claim");
  visit("verdict_positions");
  table_of("chess");
  submit("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7");
  verdict(2);
  visit("verdict_mate");
  table_of("chess", at("8/8/4k3/8/8/4K3/3p4/8 w - - 0 1"));
  submit("e3d2");
  visit("verdict_dead");
  // Perpetual check, diagram 1 of the Asian rules; a chase of one cannon by two rules.
  table_of("xiangqi", at("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1"));
  submit("h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9");
  verdict(2);
  visit("verdict_cycle");
}

// Into the replay, and on by some steps.
void Tour::verdict(int steps) {
  activate("result.verdict");
  press_many(Action::kRight, steps);
}

}  // namespace qitai::testing
