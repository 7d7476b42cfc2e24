#include "config/problem.hpp"

#include <catch2/catch.hpp>

#include "config/config.hpp"
#include "config/layers.hpp"

using namespace qitai;
using namespace qitai::config;

namespace {

Layers read(std::string_view content, bool menus = false) {
  Layers layers;
  read_layer(content, "config.toml", menus, layers);
  return layers;
}

text::Catalog catalog() {
  text::Catalog loaded;
  REQUIRE(loaded.load(QITAI_BUILD_DIR "/share/qitai/translations").empty());
  return loaded;
}

std::string english(const Problem& problem) {
  return sentence(problem, catalog(), text::Language::kEnglish);
}

}  // namespace

TEST_CASE("a wrong value keeps the default and says file, line, key, what was expected") {
  const Layers layers = read("[time]\nfirst_limit = 181\nsecond_limit = 20\n");
  CHECK(layers.values.first_limit == 0);
  CHECK(layers.values.second_limit == 20);
  REQUIRE(layers.problems.size() == 1);
  CHECK(
      english(layers.problems[0]) ==
      "config.toml, line 2: time.first_limit is 181; a whole number from 0 to 180 was expected. 0 is used.");
  CHECK(sentence(layers.problems[0], catalog(), text::Language::kSimplified) ==
        "config.toml 第 2 行：time.first_limit 是 181，应为：0 到 180 的整数。仍用 0。");
}

TEST_CASE("every range of the time limits is that of the terms") {
  struct Range {
    const char* key;
    int most;
  };
  for (const auto& [key, most] :
       {Range{"first_limit", 180}, Range{"first_moves", 999}, Range{"second_limit", 180},
        Range{"second_moves", 999}, Range{"step_limit", 999}, Range{"increment", 180},
        Range{"setup_limit", 30}}) {
    const std::string start = std::string("[time]\n") + key + " = ";
    CHECK(read(start + "0").problems.empty());
    CHECK(read(start + std::to_string(most)).problems.empty());
    CHECK(read(start + std::to_string(most + 1)).problems.size() == 1);
    CHECK(read(start + "-1").problems.size() == 1);
    CHECK(read(start + "9223372036854775807").problems.size() == 1);
  }
}

TEST_CASE("an unknown key is named with the nearest known one") {
  const Layers layers =
      read("[dispaly]\ntheme = 'ink'\n[display]\nthmee = 'ink'\nqqqqqqqq = 1\n[input]\nlanguage = 'en'\n");
  REQUIRE(layers.problems.size() == 4);
  std::vector<std::string> suggestions;
  for (const auto& problem : layers.problems) {
    CHECK(problem.kind == Problem::Kind::kUnknownKey);
    suggestions.push_back(problem.key + " " + problem.suggestion);
  }
  std::sort(suggestions.begin(), suggestions.end());
  CHECK(suggestions == std::vector<std::string>{"dispaly ", "display.qqqqqqqq ",
                                                "display.thmee display.theme", "input.language language"});
}

TEST_CASE("a wrong choice is named with the nearest one") {
  const Layers layers = read("[display]\ntheme = 'wodo'\n");
  REQUIRE(layers.problems.size() == 1);
  CHECK(english(layers.problems[0]) ==
        "config.toml, line 2: display.theme is 'wodo'; one of wood, ink, contrast was expected. Did you mean "
        "wood? "
        "\"wood\" is used.");
}

TEST_CASE("broken TOML is one problem with its line, and nothing of the file is used") {
  const Layers layers = read("[time]\nfirst_limit = 10\nsecond_limit = = 3\n");
  CHECK(layers.values == Values{});
  REQUIRE(layers.problems.size() == 1);
  CHECK(layers.problems[0].kind == Problem::Kind::kSyntax);
  CHECK(layers.problems[0].line == 3);
  CHECK(english(layers.problems[0]).rfind("config.toml, line 3, column ", 0) == 0);
}

TEST_CASE("values of the wrong kind are refused") {
  for (const char* content :
       {"[display]\nfullscreen = 1", "[display]\nfullscreen = 'true'", "[display]\nwidth = 800.0",
        "[display]\nwidth = '800'", "[display]\nwidth = [800]", "[display.width]\nx = 1",
        "[display]\ntheme = 1", "[plugins]\npaths = '/a'", "[plugins]\npaths = [1]",
        "[plugins]\npaths = ['relative']", "[data]\nfolder = 'relative'", "[data]\nfolder = \"/a\\u0000b\"",
        "[input]\nselect = ['Space']", "[input]\nselect = ['key:']", "display = 3",
        "language = 1979-05-27"}) {
    INFO(content);
    const Layers layers = read(content);
    CHECK(layers.values == Values{});
    REQUIRE(layers.problems.size() == 1);
    CHECK(layers.problems[0].kind == Problem::Kind::kWrongValue);
    CHECK_FALSE(layers.problems[0].expected_key.empty());
  }
}

TEST_CASE("settings.toml may hold only what menus change") {
  const Layers layers = read("language = 'en'\n[time]\nfirst_limit = 3\n[rules.x]\ny = 1\n", true);
  CHECK(layers.values.language == "en");
  CHECK(layers.values.first_limit == 0);
  CHECK(layers.rules.empty());
  CHECK(layers.problems.size() == 2);
}

TEST_CASE("the command line is checked as a file is") {
  Layers layers;
  read_command_line(
      {{"time.first_limit", "x"}, {"time.frist_limit", "3"}, {"rules.xiangqi.natural_limit", "60"}}, layers);
  REQUIRE(layers.problems.size() == 2);
  CHECK(english(layers.problems[0]) ==
        "Command line: time.first_limit is x; a whole number from 0 to 180 was expected.");
  CHECK(english(layers.problems[1]) ==
        "Command line: there is no key time.frist_limit. Did you mean time.first_limit?");
  CHECK(layers.rules.count("xiangqi.natural_limit") == 1);
}

TEST_CASE("each kind of problem has a sentence without an open placeholder in every language") {
  Layers layers = read(
      "[time]\nfirst_limit = 'x'\nqqqqqqqq = 1\nfrist_limit = 1\n[plugins]\npaths = 1\n"
      "[data]\nfolder = 1\n[input]\nup = 1\n[display]\ntheme = 'wodo'\nfullscreen = 1\n[rules]\nx = 1\n");
  const Layers broken = read("x = =");
  layers.problems.insert(layers.problems.end(), broken.problems.begin(), broken.problems.end());
  Problem unreadable;
  unreadable.kind = Problem::Kind::kUnreadable;
  unreadable.file = "f";
  layers.problems.push_back(unreadable);
  Problem combination;
  combination.kind = Problem::Kind::kCombination;
  combination.detail = "d.";
  layers.problems.push_back(combination);
  combination.file = "f";
  layers.problems.push_back(combination);
  const auto texts = catalog();
  CHECK(layers.problems.size() == 13);
  for (const auto& problem : layers.problems) {
    for (const auto language : text::kLanguages) {
      const std::string shown = sentence(problem, texts, language);
      INFO(shown);
      CHECK(text::placeholders(shown).empty());
      CHECK(shown.find("config.problem") == std::string::npos);
      CHECK(shown.find("config.expected") == std::string::npos);
    }
  }
}

TEST_CASE("a hostile file costs neither much memory nor many sentences") {
  std::string many;
  for (int i = 0; i < 50'000; ++i)
    many += "k" + std::to_string(i) + " = 1\n";
  CHECK(read(many).problems.size() == 100);
  const Layers deep = read("x = " + std::string(100'000, '['));
  CHECK(deep.problems.size() == 1);
  const Layers name = read("\"" + std::string(500'000, 'a') + "\" = 1");
  REQUIRE(name.problems.size() == 1);
  CHECK(name.problems[0].key.size() < 100);
}

TEST_CASE("a PIN is 4 to 12 digits from 1 to 9, and one that is none is not repeated to everybody") {
  for (const char* pin : {"\"1234\"", "\"123456789123\"", "\"\""})
    CHECK(read(std::string("[kiosk]\npin = ") + pin).problems.empty());
  for (const char* pin : {"\"123\"", "\"1234567891234\"", "\"1230\"", "\"12a4\"", "1234", "true"}) {
    const Layers layers = read(std::string("[kiosk]\npin = ") + pin);
    INFO(pin);
    CHECK(layers.values.pin.empty());
    REQUIRE(layers.problems.size() == 1);
    CHECK(english(layers.problems[0]) ==
          "config.toml, line 2: kiosk.pin is …; 4 to 12 digits from 1 to 9 in quotes was expected. \"\" is "
          "used.");
  }
  // Whoever reaches settings.toml sets no PIN.
  CHECK(read("[kiosk]\npin = \"1234\"", true).values.pin.empty());
}

TEST_CASE("a time of day is two digits, a colon and two digits, of a day that there is") {
  for (const char* time : {"00:00", "23:59", "08:30", ""})
    CHECK(read(std::string("[sound]\nquiet_from = \"") + time + "\"").problems.empty());
  for (const char* time :
       {"24:00", "8:30", "08:60", "08-30", "0830", "08:30:00", "ab:cd", "٠٨:٣٠", "2 :00"}) {
    const Layers layers = read(std::string("[sound]\nquiet_from = \"") + time + "\"");
    INFO(time);
    CHECK(layers.problems.size() == 1);
    CHECK(layers.values.quiet_from.empty());
  }
}
