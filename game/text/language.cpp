#include "text/language.hpp"

#include <algorithm>
#include <string>

#include "base/paths.hpp"

namespace qitai::text {

std::string_view language_code(Language language) {
  switch (language) {
    case Language::kSimplified:
      return "zh-Hans";
    case Language::kTraditional:
      return "zh-Hant";
    case Language::kEnglish:
      break;
  }
  return "en";
}

std::optional<Language> language_from_code(std::string_view code) {
  for (const Language language : kLanguages) {
    if (code == language_code(language)) return language;
  }
  return std::nullopt;
}

Language language_of_locale(std::string_view locale) {
  std::string tag(locale.substr(0, locale.find_first_of(".@")));
  std::transform(tag.begin(), tag.end(), tag.begin(), [](char c) {
    if (c == '_') return '-';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (tag != "zh" && tag.rfind("zh-", 0) != 0) return Language::kEnglish;
  tag += '-';
  const auto has = [&](std::string_view part) { return tag.find(part) != std::string::npos; };
  if (has("-hans-")) return Language::kSimplified;
  return has("-hant-") || has("-tw-") || has("-hk-") || has("-mo-") ? Language::kTraditional
                                                                    : Language::kSimplified;
}

Language language_of_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (const auto value = environment(name)) return language_of_locale(*value);
  }
  return Language::kEnglish;
}

}  // namespace qitai::text
