// The three languages of every text a player reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace qitai::text {

enum class Language : std::uint8_t { kSimplified, kTraditional, kEnglish };

inline constexpr std::array<Language, 3> kLanguages{Language::kSimplified, Language::kTraditional,
                                                    Language::kEnglish};

// "zh-Hans", "zh-Hant" or "en": the name of the catalog, in config.toml and in plugins' texts.
[[nodiscard]] std::string_view language_code(Language language);

// The language of exactly such a code.
[[nodiscard]] std::optional<Language> language_from_code(std::string_view code);

// The nearest language to a POSIX locale or BCP 47 tag: "zh_TW.UTF-8", "zh_HK" and "zh-Hant-MO" are
// traditional, every other "zh" is simplified, all else English.
[[nodiscard]] Language language_of_locale(std::string_view locale);

// The language of the environment, by LC_ALL, LC_MESSAGES and LANG in that order.
[[nodiscard]] Language language_of_environment();

}  // namespace qitai::text
