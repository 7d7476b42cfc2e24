// No text without a reader: a key that no source names is a sentence that nobody will see and everybody
// translates.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "text/catalog.hpp"

using namespace qitai;
using namespace qitai::text;

namespace {

// String literals of the game's sources: whole keys ("act.draw"), and beginnings that end in a dot
// ("refusal.") and are completed at run time.
struct Literals {
  std::set<std::string, std::less<>> whole, beginnings;
};

Literals literals_of_the_game() {
  Literals found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(QITAI_SOURCE_DIR "/game")) {
    const auto ending = entry.path().extension();
    if (ending != ".cpp" && ending != ".hpp") continue;
    std::ifstream file(entry.path());
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789._-";
    for (std::size_t open = source.find('"'); open != std::string::npos; open = source.find('"', open + 1)) {
      const std::size_t close = source.find_first_not_of(kLetters, open + 1);
      if (close == std::string::npos || source[close] != '"') continue;
      const std::string literal = source.substr(open + 1, close - open - 1);
      if (literal.find('.') == std::string::npos) continue;
      (literal.back() == '.' ? found.beginnings : found.whole).insert(literal);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("every text of the catalogs is named by a source") {
  Catalog catalog;
  REQUIRE(catalog.load(QITAI_BUILD_DIR "/share/qitai/translations").empty());
  const Literals literals = literals_of_the_game();
  REQUIRE(literals.whole.size() > 100);
  for (const auto key : catalog.keys(Language::kEnglish)) {
    bool read = literals.whole.contains(key);
    for (const std::string& beginning : literals.beginnings)
      read = read || key.starts_with(beginning);
    INFO(key);
    CHECK(read);
  }
}

// Whatever the referee says no to, a player reads why in his language.
TEST_CASE("every refusal of the referee and of a duel has a sentence in every language") {
  Catalog catalog;
  REQUIRE(catalog.load(QITAI_BUILD_DIR "/share/qitai/translations").empty());
  std::set<std::string> ids{"touch-move", "touch-capture", "same-piece"};
  for (const char* folder : {"/game/match", "/game/duel"}) {
    for (const auto& entry : std::filesystem::directory_iterator(QITAI_SOURCE_DIR + std::string(folder))) {
      std::ifstream file(entry.path());
      const std::string source{std::istreambuf_iterator<char>(file), {}};
      for (const std::string call : {"refusal(\"", "refusal_at(\""}) {
        for (std::size_t at = source.find(call); at != std::string::npos; at = source.find(call, at + 1)) {
          const std::size_t from = at + call.size();
          ids.insert(source.substr(from, source.find('"', from) - from));
        }
      }
    }
  }
  CHECK(ids.size() > 25);
  for (const std::string& id : ids) {
    INFO(id);
    for (const Language language : kLanguages) {
      const std::string key = "refusal." + id;
      CHECK_FALSE(catalog.tr(language, key).empty());
      CHECK(catalog.tr(language, key) != key);
    }
  }
}
