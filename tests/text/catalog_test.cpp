#include "text/catalog.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "../scratch.hpp"
#include "base/file.hpp"

using namespace qitai;
using namespace qitai::text;
using qitai::testing::Scratch;

namespace {

const std::filesystem::path kTranslations = QITAI_BUILD_DIR "/share/qitai/translations";

}  // namespace

TEST_CASE("the language switches while running") {
  Catalog catalog;
  REQUIRE(catalog.load(kTranslations).empty());
  catalog.set_language(Language::kSimplified);
  CHECK(catalog.tr("res.stalemate-loss") == "困毙");
  catalog.set_language(Language::kTraditional);
  CHECK(catalog.tr("res.stalemate-loss") == "困斃");
  catalog.set_language(Language::kEnglish);
  CHECK(catalog.tr("res.stalemate-loss") == "Stalemate (loses)");
  CHECK(catalog.tr(Language::kSimplified, "act.draw") == "求和");
}

TEST_CASE("a missing text falls back to English, then to its key") {
  Catalog catalog;
  REQUIRE(catalog.add(Language::kEnglish, "k", "text"));
  catalog.set_language(Language::kSimplified);
  CHECK(catalog.tr("k") == "text");
  CHECK(catalog.tr("no.such.key") == "no.such.key");
  CHECK(catalog.has("k"));
  CHECK_FALSE(catalog.has("no.such.key"));
}

TEST_CASE("placeholders are filled by name, once, and unknown ones stay visible") {
  CHECK(filled("{a} and {b}", {{"b", 2}, {"a", "x"}}) == "x and 2");
  CHECK(filled("{a}{a}", {{"a", "{b}"}, {"b", "no"}}) == "{b}{b}");
  CHECK(filled("{missing} { x } {} {A} {", {}) == "{missing} { x } {} {A} {");
  CHECK(filled("{a", {{"a", 1}}) == "{a");
  CHECK(filled("{{a}", {{"a", 1}}) == "{1");
  CHECK(placeholders("{n} of {most}, {n} { no }") == std::vector<std::string>{"most", "n"});
}

TEST_CASE("a plugin's text never replaces the game's") {
  Catalog catalog;
  REQUIRE(catalog.load(kTranslations).empty());
  CHECK_FALSE(catalog.add(Language::kEnglish, "act.draw", "Give money"));
  CHECK(catalog.tr("act.draw") == "Offer draw");
  CHECK_FALSE(catalog.add(Language::kEnglish, "plugin.x", "\xFF"));
  CHECK(catalog.add(Language::kEnglish, "plugin.x", "X"));
}

TEST_CASE("a missing or broken catalog is reported and the others are used") {
  const Scratch scratch;
  std::filesystem::copy(kTranslations / "en.mo", scratch / "en.mo");
  REQUIRE(write_file_atomic(scratch / "zh-Hans.mo", "nonsense").ok());
  Catalog catalog;
  const auto problems = catalog.load(scratch.path());
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].code == "bad-catalog");
  CHECK(problems[0].message.find("zh-Hans.mo") != std::string::npos);
  CHECK(problems[1].code == "file-missing");
  catalog.set_language(Language::kSimplified);
  CHECK(catalog.tr("act.draw") == "Offer draw");
}

TEST_CASE("the characters for the fonts hold every text's, the numerals' and ASCII") {
  Catalog catalog;
  REQUIRE(catalog.add(Language::kSimplified, "k", "困毙\n"));
  const auto characters = catalog.all_characters(Language::kSimplified);
  for (const char32_t expected : std::u32string(U"困毙Az~ 零百９")) {
    CHECK(characters.find(expected) != std::u32string::npos);
  }
  CHECK(characters.find(U'\n') == std::u32string::npos);
  CHECK(std::is_sorted(characters.begin(), characters.end()));
  CHECK(catalog.all_characters(Language::kTraditional).find(U'毙') == std::u32string::npos);
}
