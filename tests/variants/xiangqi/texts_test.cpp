// Every text that must be refused, position or move, by its own id and with a sentence, as the game sees it:
// through the host.
#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <variant>

#include "host/variant.hpp"
#include "variants/table.hpp"

namespace qitai::xiangqi {
namespace {

std::shared_ptr<const host::Variant> game() {
  const qitai_str id{QITAI_VARIANT_ID, std::strlen(QITAI_VARIANT_ID)};
  static const auto kGame =
      host::Variant::wrap(static_cast<const qitai_variant*>(qitai_plugin_entry.factory(id, 0)), "1");
  REQUIRE(kGame);
  return *kGame;
}

host::Answer<host::State> begin(const std::string& fen) {
  host::Start start;
  start.position = fen;
  return game()->create(start);
}

void check_sentence(const host::Refusal& why, const std::string& id) {
  CHECK(why.id == id);
  CHECK_FALSE(game()->text("zh-Hant", "refusal." + id).empty());
}

}  // namespace

TEST_CASE("malformed texts are refused with an id, and with a place in the text where one is at fault") {
  std::size_t rows = 0;
  std::set<std::string> ids;
  for (const testing::Row& row : testing::read_table("xiangqi_malformed_fen.tsv")) {
    INFO(row.at("text") << " (" << row.at("note") << ")");
    const std::string text = testing::unescape(row.at("text"));
    ++rows;
    if (text.empty()) continue;  // to the host an empty text is the usual first position
    const auto answer = begin(text);
    const auto* why = std::get_if<host::Refusal>(&answer);
    REQUIRE(why != nullptr);
    check_sentence(*why, row.at("id"));
    CHECK(why->detail.size() > 10);
    CHECK(why->offset >= 0);
    CHECK(why->offset <= static_cast<std::int64_t>(text.size()));
    ids.insert(why->id);
  }
  for (const testing::Row& row : testing::read_table("xiangqi_malformed_move.tsv")) {
    INFO(row.at("text") << " (" << row.at("note") << ")");
    const auto begun = begin(row.at("fen"));
    const auto* state = std::get_if<host::State>(&begun);
    REQUIRE(state != nullptr);
    ++rows;
    const int seat = state->acting() == 1 ? 0 : 1;
    const auto answer = state->read_move(seat, testing::unescape(row.at("text")),
                                         game()->info().notation(row.at("notation")));
    const auto* why = std::get_if<host::Refusal>(&answer);
    REQUIRE(why != nullptr);
    check_sentence(*why, row.at("id"));
    // A text whose grammar is at fault, and no other, has a place.
    CHECK((why->offset >= 0) == (why->id == "move-text" || why->id == "malformed"));
    ids.insert(why->id);
  }
  CHECK(rows >= 120);
  CHECK(ids.size() >= 35);
}

}  // namespace qitai::xiangqi
