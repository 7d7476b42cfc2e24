// What the three catalogs must have in common, read from what msgfmt made of them.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <string>

#include "base/utf8.hpp"
#include "text/catalog.hpp"

using namespace qitai;
using namespace qitai::text;

namespace {

Catalog loaded() {
  Catalog catalog;
  REQUIRE(catalog.load(QITAI_BUILD_DIR "/share/qitai/translations").empty());
  return catalog;
}

// msgid lines of a .po, without the header's empty one.
std::size_t entries_in(Language language) {
  std::ifstream po(std::string(QITAI_SOURCE_DIR "/assets/translations/").append(language_code(language)) +
                   ".po");
  std::size_t count = 0;
  for (std::string line; std::getline(po, line);)
    count += line.rfind("msgid \"", 0) == 0 && line != "msgid \"\"";
  return count;
}

}  // namespace

TEST_CASE("the three languages have the same keys, none empty") {
  const Catalog catalog = loaded();
  const auto english = catalog.keys(Language::kEnglish);
  REQUIRE(english.size() > 200);
  for (const Language language : kLanguages) {
    CHECK(catalog.keys(language) == english);
    // msgfmt leaves out entries without a text, so a difference here is an empty one.
    CHECK(entries_in(language) == english.size());
  }
}

TEST_CASE("a key has the same placeholders in every language") {
  const Catalog catalog = loaded();
  for (const auto key : catalog.keys(Language::kEnglish)) {
    const auto expected = placeholders(catalog.tr(Language::kEnglish, key));
    for (const Language language : kLanguages) {
      INFO(key << " in " << language_code(language));
      CHECK(placeholders(catalog.tr(language, key)) == expected);
    }
  }
}

TEST_CASE("no text shouts or holds a control character") {
  const Catalog catalog = loaded();
  for (const Language language : kLanguages) {
    for (const auto key : catalog.keys(language)) {
      INFO(key << " in " << language_code(language));
      const auto points = utf8::decode(catalog.tr(language, key));
      REQUIRE(points);
      for (const char32_t point : *points) {
        CHECK(point != U'!');
        CHECK(point != U'！');
        CHECK((point >= U' ' && point != 0x7F));
      }
    }
  }
}

TEST_CASE("simplified and traditional texts are not mixed up") {
  const Catalog catalog = loaded();
  const std::u32string simplified_only = U"时负将军认输复盘对说红蓝计";
  const std::u32string traditional_only = U"時負將軍認輸覆盤對說紅藍計";
  const auto none_of = [&](Language language, const std::u32string& forbidden) {
    for (const auto key : catalog.keys(language)) {
      if (key.rfind("lang.", 0) == 0) continue;  // a language's name is written in that language
      INFO(key << " in " << language_code(language));
      const std::u32string text = utf8::decode(catalog.tr(language, key)).value_or(U"");
      CHECK(text.find_first_of(forbidden) == std::u32string::npos);
    }
  };
  std::u32string wrong_in_simplified;
  std::u32string wrong_in_traditional;
  for (std::size_t i = 0; i < simplified_only.size(); ++i) {
    if (simplified_only[i] == traditional_only[i]) continue;
    wrong_in_simplified.push_back(traditional_only[i]);
    wrong_in_traditional.push_back(simplified_only[i]);
  }
  // 覆 and 复 both occur in simplified texts.
  std::erase(wrong_in_simplified, U'覆');
  none_of(Language::kSimplified, wrong_in_simplified);
  none_of(Language::kTraditional, wrong_in_traditional);
}
