#include "text/catalog.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/utf8.hpp"
#include "text/formats.hpp"

namespace qitai::text {
namespace {

constexpr std::size_t kMaxCatalogBytes = 4'000'000;

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// A text is pieces of plain text and names in braces; braces around anything else are plain text.
struct Piece {
  std::string_view plain;
  std::optional<std::string_view> name;
};

Piece next_piece(std::string_view& text) {
  std::size_t from = 0;
  for (;;) {
    const std::size_t open = text.find('{', from);
    if (open == std::string_view::npos) {
      const Piece last{text, std::nullopt};
      text = {};
      return last;
    }
    std::size_t end = open + 1;
    while (end < text.size() && is_name_char(text[end]))
      ++end;
    if (end < text.size() && text[end] == '}' && end > open + 1) {
      const Piece piece{text.substr(0, open), text.substr(open + 1, end - open - 1)};
      text.remove_prefix(end + 1);
      return piece;
    }
    from = open + 1;
  }
}

}  // namespace

std::string filled(std::string_view text, std::span<const Arg> args) {
  std::string out;
  while (!text.empty()) {
    const Piece piece = next_piece(text);
    out += piece.plain;
    if (!piece.name) continue;
    const auto arg = std::find_if(args.begin(), args.end(),
                                  [&](const Arg& candidate) { return candidate.name == *piece.name; });
    if (arg != args.end()) {
      out += arg->value;
    } else {
      out.append("{").append(*piece.name).append("}");
    }
  }
  return out;
}

std::vector<std::string> placeholders(std::string_view text) {
  std::set<std::string> names;
  while (!text.empty()) {
    if (const Piece piece = next_piece(text); piece.name) names.emplace(*piece.name);
  }
  return {names.begin(), names.end()};
}

std::vector<Error> Catalog::load(const std::filesystem::path& folder) {
  std::vector<Error> problems;
  for (const Language language : kLanguages) {
    const std::filesystem::path path = folder / (std::string(language_code(language)) + ".mo");
    const auto bytes = read_file(path, kMaxCatalogBytes);
    if (!bytes) {
      problems.push_back(bytes.error());
      continue;
    }
    auto parsed = parse_mo(as_bytes(*bytes), path.string());
    if (!parsed) {
      problems.push_back(parsed.error());
      continue;
    }
    texts_[static_cast<std::size_t>(language)] = std::move(*parsed);
  }
  return problems;
}

std::string_view Catalog::tr(Language language, std::string_view key) const {
  for (const Language candidate : {language, Language::kEnglish}) {
    const Texts& here = texts(candidate);
    if (const auto found = here.find(key); found != here.end()) return found->second;
  }
  return key;
}

bool Catalog::has(std::string_view key) const {
  return texts(language_).count(key) != 0 || texts(Language::kEnglish).count(key) != 0;
}

bool Catalog::add(Language language, std::string_view key, std::string_view text) {
  if (!utf8::is_valid(text)) return false;
  return texts_[static_cast<std::size_t>(language)].emplace(key, text).second;
}

std::vector<std::string_view> Catalog::keys(Language language) const {
  std::vector<std::string_view> all;
  for (const auto& [key, text] : texts(language))
    all.push_back(key);
  return all;
}

std::u32string Catalog::all_characters(Language language) const {
  std::set<char32_t> seen;
  const auto take = [&](std::string_view text) {
    while (const auto point = utf8::next(text))
      seen.insert(*point);
  };
  for (const Language shown : {language, Language::kEnglish}) {
    for (const auto& [key, text] : texts(shown))
      take(text);
  }
  take(number_characters());
  for (char32_t ascii = U' '; ascii <= U'~'; ++ascii)
    seen.insert(ascii);
  seen.erase(U'\n');
  return {seen.begin(), seen.end()};
}

}  // namespace qitai::text
