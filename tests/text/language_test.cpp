#include "text/language.hpp"

#include <catch2/catch.hpp>

using namespace qitai::text;

TEST_CASE("locales map to the nearest language") {
  for (const char* locale : {"zh_CN.UTF-8", "zh", "zh_SG", "zh-Hans", "zh-Hans-HK"}) {
    CHECK(language_of_locale(locale) == Language::kSimplified);
  }
  for (const char* locale : {"zh_TW.UTF-8", "zh_HK", "zh_MO.utf8@x", "zh-Hant", "zh-Hant-CN"}) {
    CHECK(language_of_locale(locale) == Language::kTraditional);
  }
  for (const char* locale : {"C", "POSIX", "en_GB.UTF-8", "de_DE", "", "zhx"}) {
    CHECK(language_of_locale(locale) == Language::kEnglish);
  }
}

TEST_CASE("codes are the catalogs' names and read back") {
  for (const Language language : kLanguages)
    CHECK(language_from_code(language_code(language)) == language);
  CHECK_FALSE(language_from_code("zh"));
}
