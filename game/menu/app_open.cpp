// Menu: how the program comes up, and how it goes: window, configuration, texts, plugins, journal, the house.
#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <mutex>

#include "base/log.hpp"
#include "base/paths.hpp"
#include "base/time.hpp"
#include "menu/app.hpp"
#include "menu/demo.hpp"
#include "menu/terms_screen.hpp"
#include "menu/till.hpp"
#include "menu/title_screen.hpp"

namespace qitai::menu {
namespace {

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

}  // namespace qitai::menu
