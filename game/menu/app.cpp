#include "menu/app.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>

#include "base/log.hpp"
#include "base/paths.hpp"
#include "base/time.hpp"
#include "menu/demo.hpp"
#include "menu/lobby_screen.hpp"
#include "menu/terms_screen.hpp"
#include "menu/till.hpp"
#include "menu/title_screen.hpp"
#include "platform/stop_signals.hpp"
#include "platform/watcher.hpp"
#include "view/font_files.hpp"

namespace qitai::menu {
namespace {

constexpr std::uint64_t kFrame = 16;                // ms between frames while something moves
constexpr seat::Now kLongest = 60 * duel::kSecond;  // that the loop waits at one time
constexpr int kBeat = 1000;                         // ms that it waits at most under a supervisor

// Of these the operator is sure with built-in settings, too: his menu, and what a match costs.
constexpr std::array<std::string_view, 8> kKept{
    "kiosk.pin",     "kiosk.play", "kiosk.coins_per_credit", "kiosk.credits_per_game", "kiosk.credits_each",
    "input.service", "input.coin", "input.service_credit"};

config::Sources sources_of(const AppOptions& options) {
  config::Sources sources;
  const bool files = !options.supervised.safe || options.supervised.ran;
  if (files) sources = config::usual_sources(options.config_file);
  if (files && !options.data_folder.empty()) sources.settings_file = options.data_folder / "settings.toml";
  sources.command_line = options.settings;
  if (options.windowed) sources.command_line.emplace_back("display.fullscreen", "false");
  if (!options.language.empty()) sources.command_line.emplace_back("language", options.language);
  return sources;
}

std::vector<config::RuleOption> rule_options(const host::Plugins& plugins) {
  std::vector<config::RuleOption> all;
  for (const auto& variant : plugins.variants()) {
    for (const host::OptionInfo& option : variant->info().options) {
      config::RuleOption rule;
      rule.variant = variant->info().id;
      rule.id = option.id;
      rule.kind = static_cast<config::RuleOption::Kind>(option.kind);
      rule.least = option.min;
      rule.most = option.max;
      rule.fallback = option.fallback;
      for (const host::ChoiceInfo& choice : option.choices)
        rule.choices.push_back(choice.id);
      all.push_back(std::move(rule));
    }
  }
  return all;
}

}  // namespace

struct App::Waker {
  void wake() {
    const std::lock_guard hold(mutex);
    if (window != nullptr) window->wake();
  }
  std::mutex mutex;
  platform::Window* window = nullptr;
};

App::~App() {
  if (waker_ != nullptr) {
    const std::lock_guard hold(waker_->mutex);
    waker_->window = nullptr;
  }
  // Screens and textures go before the renderer that made them; whoever looks after it may have one, too.
  screen_.reset();
  keeper_.reset();
  // Good-bye is said by what the house still has.
  if (house_ != nullptr) house_->company.reset();
  stage_.reset();
  pairing_.reset();
  house_.reset();
  board_.reset();
  ui_.reset();
  type_.reset();
  journal_.reset();
}

Result<std::unique_ptr<App>> App::open(const AppOptions& options) {
  std::unique_ptr<App> app(new App());
  app->options_ = options;
  const config::Sources sources = sources_of(options);
  Result<config::Config> config =
      options.supervised.safe ? config::Config::load_only(sources, kKept) : config::Config::load(sources);
  if (!config) return config.error();
  app->config_ = std::move(*config);
  const config::Values& values = app->config_.values();

  platform::WindowOptions window;
  window.fullscreen = values.fullscreen && !options.windowed;
  window.width = options.width > 0 ? options.width : values.width;
  window.height = options.height > 0 ? options.height : values.height;
  window.monitor = values.monitor;
  window.turn = app->lie();
  Result<std::unique_ptr<platform::Window>> opened = platform::Window::open(window);
  if (!opened) return opened.error();
  app->window_ = std::move(*opened);
  app->lie_ = window.turn;
  app->window_->set_bindings(values.bindings());
  log_info("video: {}", app->window_->driver());

  const Result<std::filesystem::path> assets = assets_folder();
  if (!assets) log_error("{}", assets.error().message);
  app->open_house(options, assets ? *assets : std::filesystem::path());
  if (options.demo && !options.demo->variant.empty() &&
      app->plugins_.variant(options.demo->variant) == nullptr) {
    std::string known;
    for (const auto& variant : app->plugins_.variants())
      known += (known.empty() ? "there is " : ", ") + variant->info().id;
    return Error{"no-variant", fmt::format("There is no game \"{}\" ({})", options.demo->variant,
                                           known.empty() ? "no game is installed" : known)};
  }
  return app;
}

// The title says it in the language that is set then.
void App::notice_journal(const std::string& code, const std::string& file) {
  const std::string key = "store.problem." + code;
  notices_.push_back([this, key, file] {
    return catalog_.has(key) ? catalog_.tr(key, {{"file", file}})
                             : std::string(catalog_.tr("table.no_journal"));
  });
}

void App::open_journal(const std::filesystem::path& folder) {
  if (const Status made = ensure_folder(folder); !made) {
    log_error("{}", made.error().message);
    notice_journal(made.error().code, "");
    return;
  }
  Result<std::unique_ptr<store::Journal>> journal = store::Journal::open(
      folder / "journal.db", [window = window_.get()] { window->wake(); }, options_.seconds);
  if (!journal) {
    log_error("{}", journal.error().message);
    notice_journal(journal.error().code, "");
    return;
  }
  journal_ = std::move(*journal);
  data_ = folder;
  std::optional<Error> lost;
  layouts_ = store::Layouts::open(folder / "layouts.json", &lost);
  if (lost) log_warning("{}", lost->message);
  times_ = store::TimeChoices::open(folder / "times.json", &lost);
  if (lost) log_warning("{}", lost->message);
  std::vector<store::Count> deaths;
  for (const std::string& plugin : options_.supervised.deaths)
    deaths.push_back({store::Tally::kFaults, plugin});
  if (!deaths.empty()) {
    journal_->count(std::move(deaths));
    journal_->flush();
    if (options_.supervised.counted) options_.supervised.counted();
  }
  blocked_ = store::Blocked::open(folder / "blocked.json", &lost);
  if (lost) log_warning("{}", lost->message);
  for (const store::Trouble& trouble : journal_->poll()) {
    log_warning("{}", trouble.error.message);
    notice_journal(trouble.error.code, trouble.set_aside);
    returned_ += trouble.given_back;
  }
}

void App::open_house(const AppOptions& options, const std::filesystem::path& assets) {
  for (const Error& error : catalog_.load(assets / "translations"))
    log_error("{}", error.message);
  // What each key takes is known to the configuration; which limits go together, to the match.
  if (const Status limits = match::check(usual_limits(config_.values())); !limits) {
    config_.refuse_section("time." + limits.error().code, limits.error().message + ".");
  }
  const config::Values& values = config_.values();
  const std::optional<text::Language> set = text::language_from_code(values.language);
  catalog_.set_language(set.value_or(text::language_of_environment()));
  for (const config::Problem& problem : config_.problems()) {
    log_warning("{}", config::sentence(problem, catalog_, text::Language::kEnglish));
  }

  std::vector<std::filesystem::path> folders(values.plugin_paths.begin(), values.plugin_paths.end());
  host::LoaderOptions places =
      options.supervised.safe ? host::built_in_places() : host::default_places(folders, options.plugin_files);
  places.set_aside = options.supervised.set_aside;
  places.off = values.plugins_off;
  places.setting = config_.plugin_settings(options.kiosk);
  waker_ = std::make_shared<Waker>();
  waker_->window = window_.get();
  places.wake = [waker = waker_] { waker->wake(); };
  plugins_ = host::Plugins::load(places);
  for (const host::PluginReport& report : plugins_.reports()) {
    if (!report.loaded) {
      log(report.refusal.code == "off" ? LogLevel::kInfo : LogLevel::kWarning, "{}", report.refusal.message);
    }
  }
  const std::size_t told = config_.problems().size();
  const std::vector<config::RuleOption> rules = rule_options(plugins_);
  std::map<std::string, std::int64_t, std::less<>> rule_values = config_.apply_rules(rules);
  for (std::size_t i = told; i < config_.problems().size(); ++i) {
    log_warning("{}", config::sentence(config_.problems()[i], catalog_, text::Language::kEnglish));
  }

  if (options.journal) {
    if (!options.data_folder.empty()) {
      open_journal(options.data_folder);
    } else if (!values.data_folder.empty()) {
      open_journal(values.data_folder);
    } else if (const Result<std::filesystem::path> folder = state_folder()) {
      open_journal(*folder);
    } else {
      log_error("{}", folder.error().message);
    }
  }

  SDL_Renderer* const renderer = window_->renderer();
  type_ = std::make_unique<view::Type>(renderer, std::vector<std::string>{(assets / "fonts").string()});
  type_->set_language(text::language_code(catalog_.language()));
  ui_ = std::make_unique<Ui>(renderer, *type_, catalog_);
  board_ = std::make_unique<view::BoardView>(renderer, *type_);
  house_ = std::make_unique<House>(House{renderer, *ui_, catalog_, config_, plugins_, *board_});
  house_->journal = journal_.get();
  house_->layouts = &layouts_;
  // What a guest of a cabinet chose is not the next guest's: it lasts as long as he is there.
  if (options.kiosk) times_ = store::TimeChoices();
  house_->times = &times_;
  house_->blocked = &blocked_;
  // Whoever shares a folder with a game that runs, or has none, is somebody else at each start.
  if (data_) {
    house_->identity = store::identity(*data_ / "identity");
  } else {
    randombytes_buf(house_->identity.data(), house_->identity.size());
  }
  house_->random_seed = options.random_seed ? options.random_seed : [] {
    std::array<std::uint8_t, 32> seed{};
    randombytes_buf(seed.data(), seed.size());
    return seed;
  };
  house_->journal_failed = options.journal && journal_ == nullptr;
  house_->assets = assets;
  if (options.sound) {
    audio_ = std::make_unique<platform::Audio>(assets / "sounds");
    audio_->set_volume(values.volume);
    house_->audio = audio_.get();
    house_->hear = [this](platform::Sound sound) {
      const int volume = config_.values().volume;
      if (audio_->volume() != volume) audio_->set_volume(volume);
      audio_->play(sound);
    };
  }
  house_->rules = std::move(rule_values);
  house_->kiosk = options.kiosk;
  house_->returned = returned_;
  if (options.supervised.safe) notices_.push_back([this] { return std::string(catalog_.tr("kiosk.safe")); });
  for (const std::string& id : options.supervised.set_aside)
    notices_.push_back([this, id] { return catalog_.tr("kiosk.set_aside", {{"plugin", id}}); });
  for (const config::Problem& problem : config_.problems()) {
    notices_.push_back([this, problem] { return config::sentence(problem, catalog_, catalog_.language()); });
  }
  house_->notices = std::move(notices_);
  house_->match_now = options.match_now ? options.match_now : boottime_us;
  house_->window = window_.get();
  house_->wake = [window = window_.get()] { window->wake(); };
  house_->toggle_fullscreen = [this] { window_->toggle_fullscreen(); };
  stage_ = std::make_unique<Stage>(*house_);
  pairing_ = std::make_unique<Pairing>(*house_);
  if (options.demo) options_.driver = make_demo(*options.demo);
  if (options.keeper) keeper_ = options.keeper(*house_);
  auto title = std::make_unique<TitleScreen>(*house_, options.demo ? options.demo->variant : std::string());
  if (options.supervised.go_on) title->go_on();
  if (house_->next != nullptr) {
    screen_ = std::move(house_->next);
  } else if (keeper_ != nullptr) {
    screen_ = keeper_->first();
  } else {
    screen_ = std::move(title);
  }
  ui_->resize(window_->width(), window_->height());
  stage_->resize(window_->width(), window_->height());
  screen_->arrange(now());
}

std::uint64_t App::now() const {
  return options_.ticks ? options_.ticks() : platform::ticks();
}

void App::press(platform::Action action, platform::Device device) {
  platform::Input input;
  input.action = action;
  input.device = device;
  input.at = now();
  give(input);
  input.kind = platform::Input::Kind::kRelease;
  give(input);
}

void App::tap(float x, float y, platform::Device device) {
  platform::Input input;
  input.device = device;
  input.x = x;
  input.y = y;
  input.at = now();
  using Kind = platform::Input::Kind;
  for (const Kind kind : {Kind::kPointerMove, Kind::kPointerDown, Kind::kPointerUp}) {
    input.kind = kind;
    give(input);
  }
}

Status App::screenshot(const std::filesystem::path& file) {
  return window_->screenshot(file);
}

platform::Turn App::lie() const {
  using Shape = platform::Turn::Shape;
  const config::Values& values = config_.values();
  platform::Turn turn;
  turn.degrees = values.rotation;
  if (values.table != "off") turn.shape = values.table == "long" ? Shape::kWide : Shape::kTall;
  turn.half = values.table != "off" && screen_ != nullptr && screen_->turned();
  return turn;
}

bool App::take_turn() {
  const platform::Turn wanted = lie();
  if (wanted == lie_) return false;
  lie_ = wanted;
  frame_due_ = true;
  return window_->set_turn(wanted);
}

void App::arrange() {
  ui_->resize(window_->width(), window_->height());
  stage_->resize(window_->width(), window_->height());
  type_->set_language(text::language_code(catalog_.language()));
  screen_->arrange(now());
  ui_->layer().invalidate();
  panels_due_ = frame_due_ = true;
}

void App::change_screen() {
  const std::uint64_t at = now();
  stage_->keep_for_cut(*screen_, at);
  for (const Side side : kSides) {
    const Facing faced(*ui_, side);
    ui_->focus().reset();
  }
  ui_->set_side(Side::kNear);
  std::unique_ptr<Screen> before = std::exchange(screen_, std::move(house_->next));
  if (keeper_ != nullptr) keeper_->left(std::move(before));
  before.reset();
  // At the title nobody far is awaited or met; what was played with him is in the journal.
  if (screen_->name() == "title" || screen_->idle() == Screen::Idle::kNobody) house_->company.reset();
  screen_->arrange(at);
  // Textures that panels name may have been painted anew under the same name.
  ui_->layer().invalidate();
  panels_due_ = frame_due_ = true;
}

void App::handle(const platform::Input& given) {
  const std::uint64_t at = now();
  platform::Input input = given;
  using platform::Action;
  const bool pays = input.action == Action::kCoin || input.action == Action::kServiceCredit;
  if (pays && !charges(*house_)) {
    // Where nobody pays the key is but the sign on it.
    input.action = Action::kNone;
    if (input.typed == 0 || input.kind != platform::Input::Kind::kPress) return;
  }
  panels_due_ = true;
  ui_->set_device(input.device);
  ui_->show_focus(input.device != platform::Device::kMouse || !window_->pointer_idle());
  const bool asked = pairing_->asks() || (keeper_ != nullptr && keeper_->asks());
  ui_->set_side(asked ? Side::kNear : screen_->side_of(input));
  ui_->layer().feed(ui_->facing(input));
  using Kind = platform::Input::Kind;
  if (input.kind == Kind::kPress && input.action == platform::Action::kFullscreen) {
    // Nothing leads a cabinet's guest out of its full screen.
    if (!house_->kiosk) window_->toggle_fullscreen();
    return;
  }
  if (keeper_ != nullptr && keeper_->input(input, at)) {
    if (!pays) ui_->focus().let_go();
    return;
  }
  if (pairing_->input(input) || (!pairing_->asks() && screen_->input(input, at))) {
    ui_->focus().let_go();
    return;
  }
  if (input.kind == Kind::kPress && input.action == platform::Action::kBack) {
    ui_->focus().let_go();
    screen_->back(at);
    return;
  }
  const std::string focused = ui_->focus().focused();
  const Focus::Did did = ui_->focus().input(ui_->facing(input), at);
  if (did == Focus::Did::kActivated) {
    house_->play(platform::Sound::kSelect);
  } else if (focused != ui_->focus().focused() && input.kind == Kind::kPress) {
    house_->play(platform::Sound::kMove);
  }
  if (did == Focus::Did::kEdge && input.kind == Kind::kPress && !pairing_->asks()) {
    const auto is = [&](platform::Action action) { return input.action == action ? 1 : 0; };
    screen_->edge(is(platform::Action::kRight) - is(platform::Action::kLeft),
                  is(platform::Action::kDown) - is(platform::Action::kUp), at);
  }
}

// Panels are described again until they stand still: an item that was activated changes what another shows.
void App::draw_panels() {
  panels_due_ = false;
  const Facing described(*ui_, Side::kNear);
  // Who has the focus and what is said of it, of both sides.
  const auto standing = [this] {
    std::string all;
    for (const Side side : kSides) {
      const Facing faced(*ui_, side);
      all += ui_->focus().focused() + '\n' + ui_->help_line() + '\n';
    }
    return all;
  };
  for (int pass = 0; pass < 4; ++pass) {
    const std::string before = standing();
    ui_->begin_frame(now());
    ui_->set_purse(purse_text(*house_));
    const bool asked = pairing_->asks() || (keeper_ != nullptr && keeper_->asks());
    for (const Side side : kSides)
      ui_->set_focus_elsewhere(!asked && screen_->focus_on_board_of(side), side);
    screen_->draw(now());
    pairing_->draw();
    if (keeper_ != nullptr) keeper_->draw();
    ui_->settle();
    if (std::exchange(house_->look_changed, false)) {
      arrange();
      continue;
    }
    if (house_->next != nullptr) {
      change_screen();
      continue;
    }
    if (before == standing() && pass > 0) break;
  }
  panels_due_ = false;
  if (ui_->render()) ui_changed_ = frame_due_ = true;
}

void App::draw_frame() {
  const std::uint64_t at = now();
  window_->begin_frame();
  stage_->draw(*screen_, std::exchange(ui_changed_, false), at);
  ++frames_;
  if (options_.video_frames >= 0 && frames_ >= static_cast<std::uint64_t>(options_.video_frames) &&
      !options_.screenshot.empty()) {
    if (const Status saved = window_->screenshot(options_.screenshot); !saved) {
      log_error("{}", saved.error().message);
      picture_lost_ = true;
    }
  }
  window_->present();
  if (shown_ != screen_->name()) {
    shown_ = screen_->name();
    log_info("screen: {}", shown_);
  }
  last_frame_ = at;
  frame_due_ = false;
}

bool App::settled() const {
  const std::uint64_t at = now();
  return given_.empty() && !panels_due_ && !frame_due_ && stage_->next_frame(*screen_, at) == UINT64_MAX;
}

int App::wait_for() const {
  const int ms = wait_for_something();
  return !options_.supervised.beat ? ms : ms < 0 ? kBeat : std::min(ms, kBeat);
}

int App::wait_for_something() const {
  if (lie() != lie_ || !given_.empty() || panels_due_ || frame_due_) return 0;
  const std::uint64_t at = now();
  std::uint64_t due = std::min(screen_->next_wake(at), stage_->next_frame(*screen_, at));
  due = std::min(due, pairing_->next_wake(at));
  if (keeper_ != nullptr) due = std::min(due, keeper_->next_wake(*screen_, at));
  if (options_.driver != nullptr) due = std::min(due, at);
  if (options_.video_frames >= 0) due = std::min(due, at);
  if (house_->company != nullptr) {
    if (company_told_) return 0;
    const seat::Now next = house_->company->next_wake(), match_at = house_->match_now();
    if (next != duel::kNever) {
      const seat::Now left = next <= match_at ? 0 : (std::min(next - match_at, kLongest) + 999) / 1000;
      due = std::min(due, at + static_cast<std::uint64_t>(left));
    }
  }
  if (due == UINT64_MAX) return -1;
  // Never more frames than a screen shows.
  if (options_.driver == nullptr) due = std::max(due, last_frame_ + kFrame);
  return due <= at ? 0 : static_cast<int>(std::min<std::uint64_t>(due - at, 60'000));
}

// What far players do reaches the screens between two of their own steps.
void App::pump_company() {
  if (house_->company == nullptr) {
    company_told_ = false;
    return;
  }
  if (house_->company->pump(house_->match_now())) company_told_ = true;
  // A transport that broke down takes what is played over it along, wherever that is shown.
  if (house_->company->take_fault()) house_->go(std::make_unique<LobbyScreen>(*house_));
}

// Boards of screens that hear nothing more of a match than its pieces. Where nobody is, nothing sounds.
void App::play_sounds() {
  for (const platform::Sound sound : board_->take_sounds()) {
    if (screen_->idle() != Screen::Idle::kNobody || config_.values().attract_sound) house_->play(sound);
  }
}

bool App::turn() {
  const bool plays = screen_->plays() || (keeper_ != nullptr && keeper_->plays());
  if (options_.supervised.beat && !options_.supervised.beat(plays)) return false;
  if (options_.driver != nullptr && given_.empty() && !options_.driver->turn(*this)) return false;
  platform::Window::Happened happened = window_->wait(wait_for());
  if (happened.quit && !house_->kiosk) return false;
  if (take_turn()) happened.resized = true;
  if (happened.textures_lost) {
    type_->restore();
    board_->restore(window_->renderer());
  }
  if (happened.resized) arrange();
  if (happened.exposed) frame_due_ = true;
  if (audio_ != nullptr && happened.audio_lost) audio_->device_lost();
  if (audio_ != nullptr && happened.audio_came) audio_->device_came();
  for (const platform::Input& input : happened.inputs)
    given_.push_back(input);
  pump_company();
  if (std::exchange(company_told_, false)) panels_due_ = true;
  // An input may change the screen; what comes after it belongs to the new one.
  while (!given_.empty()) {
    const platform::Input input = given_.front();
    given_.pop_front();
    handle(input);
    const std::uint64_t at = now();
    if (screen_->tick(at)) panels_due_ = true;
    if (house_->next != nullptr) change_screen();
    if (panels_due_) draw_panels();
  }
  const std::uint64_t at = now();
  for (const Side side : kSides) {
    const Facing faced(*ui_, side);
    if (ui_->focus().tick(at)) panels_due_ = true;
  }
  if (screen_->tick(at)) panels_due_ = true;
  if (pairing_->tick()) panels_due_ = true;
  if (keeper_ != nullptr && keeper_->tick(*screen_, at)) panels_due_ = true;
  if (ui_->focus_shown() && window_->pointer_idle()) {
    ui_->show_focus(false);
    panels_due_ = true;
  }
  if (house_->next != nullptr) change_screen();
  if (panels_due_) draw_panels();
  pump_company();
  play_sounds();
  if (house_->quit) return false;
  // No frame of whoever looks now is shown to who looked before.
  if (take_turn()) {
    arrange();
    draw_panels();
  }
  if (stage_->next_frame(*screen_, at) <= at) frame_due_ = true;
  if (frame_due_ || options_.video_frames >= 0) draw_frame();
  return options_.video_frames < 0 || frames_ < static_cast<std::uint64_t>(options_.video_frames);
}

int run_app(const AppOptions& options) {
  // Before SDL, which would make the closing of the window of them: a cabinet's window is not closed.
  const platform::StopSignals signals;
  Result<std::unique_ptr<App>> app = App::open(options);
  if (!app) {
    fmt::print(stderr, "qitai: {}\n", app.error().message);
    return 2;
  }
  const Result<std::unique_ptr<platform::Watcher>> watcher =
      platform::Watcher::start([&window = (*app)->window()] { window.wake(); });
  if (watcher) {
    (*watcher)->watch({{signals.descriptor(), true, false}});
  } else {
    log_warning("{}", watcher.error().message);
  }
  while (!signals.asked() && (*app)->turn()) {
  }
  const House& house = (*app)->house();
  if (house.quit && house.again) return kAgain;
  if (house.quit && house.kiosk) return kLeft;
  return (*app)->content() ? 0 : 1;
}

}  // namespace qitai::menu
