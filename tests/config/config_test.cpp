#include "config/config.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "../forked.hpp"
#include "../scratch.hpp"
#include "base/file.hpp"

using namespace qitai;
using namespace qitai::config;
using qitai::testing::Scratch;

namespace {

void put_file(const std::filesystem::path& path, std::string_view content) {
  REQUIRE(write_file_atomic(path, content).ok());
}

Sources sources_in(const Scratch& scratch) {
  Sources sources;
  sources.config_file = scratch / "config.toml";
  sources.settings_file = scratch / "settings.toml";
  return sources;
}

}  // namespace

TEST_CASE("without any file the defaults stand and nothing is wrong") {
  const Scratch scratch;
  const auto config = Config::load(sources_in(scratch));
  REQUIRE(config.ok());
  CHECK(config->values() == Values{});
  CHECK(config->problems().empty());
}

TEST_CASE("of the files only those keys, with the defaults for the others and nowhere to save") {
  const Scratch scratch;
  put_file(scratch / "config.toml", "language = 'en'\n[kiosk]\npin = '24681357'\nplay = 'coins'\n");
  put_file(scratch / "settings.toml", "[kiosk]\ncoins_per_credit = 3\n");
  Sources sources = sources_in(scratch);
  sources.command_line = {{"display.fullscreen", "false"}};
  const std::vector<std::string_view> paths{"kiosk.pin", "kiosk.coins_per_credit"};
  const Config config = Config::load_only(sources, paths);
  Values wanted;
  wanted.pin = "24681357";
  wanted.coins_per_credit = 3;
  wanted.fullscreen = false;
  CHECK(config.values() == wanted);
  CHECK_FALSE(config.save().ok());
  sources.config_file = scratch / "gone.toml";
  sources.config_named = true;
  wanted = Values{};
  wanted.fullscreen = false;
  CHECK(Config::load_only(sources, paths).values() == wanted);
}

TEST_CASE("a config file that was named must be there") {
  const Scratch scratch;
  Sources sources = sources_in(scratch);
  sources.config_named = true;
  const auto config = Config::load(sources);
  REQUIRE_FALSE(config.ok());
  CHECK(config.error().code == "file-missing");
  CHECK(config.error().message.find("config.toml") != std::string::npos);
}

TEST_CASE("a config file too big to be one is said, and the defaults stand") {
  const Scratch scratch;
  put_file(scratch / "config.toml", "language = 'en'\n#" + std::string(1'000'000, 'x'));
  Sources sources = sources_in(scratch);
  sources.config_named = GENERATE(false, true);
  const auto config = Config::load(sources);
  REQUIRE(config.ok());
  CHECK(config->values() == Values{});
  REQUIRE(config->problems().size() == 1);
  CHECK(config->problems()[0].kind == Problem::Kind::kUnreadable);
  CHECK(config->problems()[0].file == (scratch / "config.toml").string());
}

TEST_CASE("a window of more pixels than any screen has is refused by its range") {
  Layers layers;
  read_layer("[display]\nwidth = 16384\nheight = 16384\n", "config.toml", false, layers);
  REQUIRE(layers.problems.size() == 2);
  CHECK(layers.problems[0].kind == Problem::Kind::kWrongValue);
  CHECK(layers.values == Values{});
}

TEST_CASE("settings win over config.toml, the command line over both") {
  const Scratch scratch;
  put_file(scratch / "config.toml",
           "language = 'en'\n[display]\ntheme = 'ink'\nwidth = 800\n[time]\nfirst_limit = 10\ncarry = false\n"
           "[plugins]\npaths = ['/a', '/b']\n[input]\nselect = ['key:Space', 'pad:a']\n");
  put_file(scratch / "settings.toml", "language = 'zh-Hant'\n[display]\ntheme = 'contrast'\n");
  Sources sources = sources_in(scratch);
  sources.command_line = {{"language", "zh-Hans"},
                          {"time.first_limit", "20"},
                          {"rules.takeback", "false"},
                          {"input.back", "key:Escape,pad:b"}};
  const auto config = Config::load(sources);
  REQUIRE(config.ok());
  CHECK(config->problems().empty());
  const Values& values = config->values();
  CHECK(values.language == "zh-Hans");
  CHECK(values.theme == "contrast");
  CHECK(values.width == 800);
  CHECK(values.first_limit == 20);
  CHECK_FALSE(values.carry);
  CHECK_FALSE(values.takeback);
  CHECK(values.plugin_paths == std::vector<std::string>{"/a", "/b"});
  const std::vector<std::pair<std::string, std::string>> bindings{
      {"key:Space", "select"}, {"pad:a", "select"}, {"key:Escape", "back"}, {"pad:b", "back"}};
  CHECK(values.bindings() == bindings);
}

TEST_CASE("what a menu changes is used at once, kept, and leaves config.toml alone") {
  const Scratch scratch;
  put_file(scratch / "config.toml", "[display]\ntheme = 'ink'\n");
  auto config = Config::load(sources_in(scratch));
  REQUIRE(config.ok());
  CHECK(config->set(&Values::theme, "contrast").ok());
  CHECK(config->set(&Values::language, "zh-Hant").ok());
  CHECK(config->set(&Values::fullscreen, false).ok());
  CHECK(config->values().theme == "contrast");
  CHECK(config->set(&Values::theme, "plastic").error().code == "wrong-value");
  CHECK(config->set(&Values::first_limit, 5).error().code == "not-a-setting");
  CHECK(config->values().theme == "contrast");
  REQUIRE(config->save().ok());
  CHECK(*read_file(scratch / "config.toml", 100) == "[display]\ntheme = 'ink'\n");

  const auto again = Config::load(sources_in(scratch));
  REQUIRE(again.ok());
  CHECK(again->problems().empty());
  CHECK(again->values() == config->values());
  // Settings that were kept before are kept by the next save, too.
  auto third = *again;
  CHECK(third.set(&Values::reduced_motion, true).ok());
  REQUIRE(third.save().ok());
  const auto fourth = Config::load(sources_in(scratch));
  CHECK(fourth->values().language == "zh-Hant");
  CHECK(fourth->values().reduced_motion);
}

TEST_CASE("keys, buttons and plugins that a menu changes are kept as lists") {
  const Scratch scratch;
  auto config = Config::load(sources_in(scratch));
  REQUIRE(config.ok());
  const std::vector<std::string> keys{"key:k", "pad:a"}, off{"chess"};
  CHECK(config->set(&Values::input_select, keys).ok());
  CHECK(config->set(&Values::plugins_off, off).ok());
  CHECK(config->set(&Values::input_select, std::vector<std::string>{"k"}).error().code == "wrong-value");
  CHECK(config->set(&Values::plugin_paths, off).error().code == "not-a-setting");
  REQUIRE(config->save().ok());
  const auto again = Config::load(sources_in(scratch));
  REQUIRE(again.ok());
  CHECK(again->problems().empty());
  CHECK(again->values().input_select == keys);
  CHECK(again->values().plugins_off == off);
}

TEST_CASE("settings on a full disk: an error, the old file stays whole") {
  const Scratch scratch;
  put_file(scratch / "settings.toml", "language = 'en'\n");
  CHECK(qitai::testing::in_child([&] {
          auto config = Config::load(sources_in(scratch));
          if (!config || !config->set(&Values::language, "zh-Hans")) return 1;
          qitai::testing::limit_file_size(10);
          const auto saved = config->save();
          return !saved && saved.error().code == "disk-full" ? 0 : 2;
        }) == 0);
  CHECK(*read_file(scratch / "settings.toml", 100) == "language = 'en'\n");
}

TEST_CASE("the rules of play of all games stand beside those of one game") {
  Layers layers;
  read_layer(
      "[rules]\ntouch_move = true\nillegal = 'correct'\nillegal_limit = 2\nannounce_check = false\n"
      "scored = true\ntakeback = false\n[rules.xiangqi]\nnatural_limit = 60\n",
      "config.toml", false, layers);
  CHECK(layers.problems.empty());
  CHECK(layers.values.touch_move);
  CHECK(layers.values.illegal == "correct");
  CHECK(layers.values.illegal_limit == 2);
  CHECK_FALSE(layers.values.announce_check);
  CHECK(layers.values.scored);
  CHECK_FALSE(layers.values.takeback);
  CHECK(layers.rules.size() == 1);

  Layers wrong;
  read_layer("[rules]\nilegal = 'correct'\nillegal = 'corect'\nillegal_limit = 10\ntouch_move = 1\n",
             "config.toml", false, wrong);
  REQUIRE(wrong.problems.size() == 4);
  std::map<std::string, std::string> suggested;
  for (const Problem& problem : wrong.problems)
    suggested[problem.key] = problem.suggestion;
  CHECK(suggested.at("rules.ilegal") == "rules.illegal");
  CHECK(suggested.at("rules.illegal") == "correct");
  CHECK(suggested.count("rules.illegal_limit") == 1);
  CHECK(suggested.count("rules.touch_move") == 1);
  CHECK(wrong.values == Values{});
}

TEST_CASE("the rules of variants are checked once the variants are known") {
  const Scratch scratch;
  put_file(scratch / "config.toml",
           "[rules.xiangqi]\nnatural_limit = 60\nrepetition = 'axf'\nannounce = false\n"
           "[rules.other]\nx = 1\n");
  auto config = Config::load(sources_in(scratch));
  REQUIRE(config.ok());
  CHECK(config->problems().empty());
  RuleOption limit{.variant = "xiangqi", .id = "natural_limit", .most = 1000, .fallback = 120};
  RuleOption repetition{.variant = "xiangqi",
                        .id = "repetition",
                        .kind = RuleOption::Kind::kChoice,
                        .choices = {"cxa2020", "axf"}};
  RuleOption announce{
      .variant = "xiangqi", .id = "announce", .kind = RuleOption::Kind::kToggle, .fallback = 1};
  const std::vector<RuleOption> options{limit, repetition, announce};
  const auto values = config->apply_rules(options);
  CHECK(values.at("xiangqi.natural_limit") == 60);
  CHECK(values.at("xiangqi.repetition") == 1);
  CHECK(values.at("xiangqi.announce") == 0);
  CHECK(values.size() == 3);
  REQUIRE(config->problems().size() == 1);
  CHECK(config->problems()[0].key == "rules.other.x");
  CHECK(config->problems()[0].line == 6);
}

TEST_CASE("wrong rules are refused with place, range and the nearest name") {
  const Scratch scratch;
  put_file(scratch / "config.toml",
           "[rules.xiangqi]\nnatural_limt = 60\nrepetition = 'afx'\nnatural_limit = 2000\n");
  auto config = Config::load(sources_in(scratch));
  const std::vector<RuleOption> options{
      {.variant = "xiangqi", .id = "natural_limit", .most = 1000, .fallback = 120},
      {.variant = "xiangqi",
       .id = "repetition",
       .kind = RuleOption::Kind::kChoice,
       .choices = {"cxa2020", "axf"}}};
  CHECK(config->apply_rules(options).empty());
  REQUIRE(config->problems().size() == 3);
  const auto& limit = config->problems()[0];
  CHECK(limit.key == "rules.xiangqi.natural_limit");
  CHECK((limit.line == 4 && limit.most == 1000 && limit.got == "2000" && limit.fallback == "120"));
  CHECK(config->problems()[1].suggestion == "rules.xiangqi.natural_limit");
  CHECK(config->problems()[2].suggestion == "axf");
}

TEST_CASE("values that do not go together: the section goes back to its defaults") {
  const Scratch scratch;
  put_file(scratch / "config.toml", "[display]\nwidth = 800\n[time]\nincrement = 5\nsetup_limit = 10\n");
  auto config = Config::load(sources_in(scratch));
  REQUIRE(config->values().increment == 5);
  config->refuse_section("time.increment", "no limit.");
  CHECK(config->values().increment == 0);
  CHECK(config->values().setup_limit == 3);
  CHECK(config->values().width == 800);
  REQUIRE(config->problems().size() == 1);
  CHECK(config->problems()[0].kind == Problem::Kind::kCombination);
  CHECK(config->problems()[0].line == 4);
}

TEST_CASE("[plugin.ID] is for the plugin to read: texts, numbers, true and false, and nothing else") {
  const Scratch scratch;
  put_file(
      scratch / "config.toml",
      "[plugin.network]\nlocal-folder = '/run/x'\nlocal-mtu = 700\nlocal-other-users = true\nlist = [1]\n"
      "[plugin]\nnetwork2 = 3\n");
  const auto config = Config::load(sources_in(scratch));
  REQUIRE(config.ok());
  const auto settings = config->plugin_settings();
  CHECK(settings("network", "local-folder") == "/run/x");
  CHECK(settings("network", "local-mtu") == "700");
  CHECK(settings("network", "local-other-users") == "true");
  CHECK_FALSE(settings("network", "list").has_value());
  CHECK_FALSE(settings("other", "local-mtu").has_value());
  // On a cabinet, and there alone, every plugin hears of it.
  CHECK_FALSE(settings("network", "kiosk").has_value());
  CHECK(config->plugin_settings(true)("network", "kiosk") == "true");
  CHECK(config->plugin_settings(true)("network", "local-mtu") == "700");
  REQUIRE(config->problems().size() == 2);
  std::set<std::string> keys{config->problems()[0].key, config->problems()[1].key};
  CHECK(keys == std::set<std::string>{"plugin.network.list", "plugin.network2"});
}
