// Every sentence a player reads, by key, in the language that is set. Texts come from
// share/qitai/translations; used from one thread, the one that draws.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "text/language.hpp"
#include "text/mo_file.hpp"

namespace qitai::text {

// What stands for `{name}` in a text.
struct Arg {
  Arg(std::string_view placeholder, std::string_view text) : name(placeholder), value(text) {}
  Arg(std::string_view placeholder, std::integral auto number)
      : name(placeholder), value(std::to_string(number)) {}

  std::string_view name;
  std::string value;
};

// `text` with each `{name}` that an argument names replaced by it. Values are not looked into again, so a
// player's name with braces in it stays as it is; a placeholder without argument stays visible.
[[nodiscard]] std::string filled(std::string_view text, std::span<const Arg> args);
[[nodiscard]] inline std::string filled(std::string_view text, std::initializer_list<Arg> args) {
  return filled(text, std::span(args.begin(), args.size()));
}

// The names between braces in `text`, each once, sorted: translations of a key must have the same.
[[nodiscard]] std::vector<std::string> placeholders(std::string_view text);

class Catalog {
 public:
  // Reads the three catalogs of `folder` (assets/translations). A missing or broken one is one Error in the
  // answer and the rest is used: the game runs with keys for texts if it must.
  std::vector<Error> load(const std::filesystem::path& folder);

  void set_language(Language language) { language_ = language; }
  [[nodiscard]] Language language() const { return language_; }

  // The text of `key`: in the set language, else in English, else the key itself. The view lasts until
  // load(); in the last case as long as what `key` points to.
  [[nodiscard]] std::string_view tr(std::string_view key) const { return tr(language_, key); }
  [[nodiscard]] std::string_view tr(Language language, std::string_view key) const;
  // The same with placeholders filled: tr("title.resume", {{"game", name}, {"n", 23}}).
  [[nodiscard]] std::string tr(std::string_view key, std::initializer_list<Arg> args) const {
    return filled(tr(key), args);
  }
  [[nodiscard]] std::string tr(Language language, std::string_view key,
                               std::initializer_list<Arg> args) const {
    return filled(tr(language, key), args);
  }

  // Whether the key has a text in the set language or in English.
  [[nodiscard]] bool has(std::string_view key) const;

  // Adds a text that comes from elsewhere (a plugin's). The game's own texts are never replaced: false when
  // the key has a text in that language already, or the text is not UTF-8.
  bool add(Language language, std::string_view key, std::string_view text);

  // All keys with a text in `language`, sorted.
  [[nodiscard]] std::vector<std::string_view> keys(Language language) const;

  // Every character that texts of `language` can show, sorted, each once: those of its texts, of the
  // fall-back and of the number formats, and all of ASCII's visible ones. Fonts are built from it and checked
  // against it.
  [[nodiscard]] std::u32string all_characters(Language language) const;

 private:
  [[nodiscard]] const Texts& texts(Language language) const {
    return texts_[static_cast<std::size_t>(language)];
  }

  std::array<Texts, kLanguages.size()> texts_;
  Language language_ = Language::kEnglish;
};

}  // namespace qitai::text
