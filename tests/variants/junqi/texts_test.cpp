// Every text that must be refused, position, layout or move, by its own id and with a sentence, as the game
// sees it: through the host. And every text a player reads is there in three languages.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "host/secrets.hpp"
#include "variants/junqi/common.hpp"
#include "variants/junqi/hall.hpp"

namespace qitai::junqi {
namespace {

void check_words(const std::string& key) {
  for (const char* lang : {"zh-Hans", "zh-Hant", "en"}) {
    INFO(lang << " " << key);
    CHECK_FALSE(junqi_game().text(lang, key).empty());
  }
  CHECK(junqi_game().text("zh-Hans", key) != junqi_game().text("en", key));
}

}  // namespace

TEST_CASE("malformed texts are refused with an id, and with a place where their grammar is at fault") {
  std::size_t rows = 0;
  std::set<std::string> ids;
  std::set<std::string> sentences;
  for (const testing::Row& row : testing::read_table("junqi_malformed.tsv")) {
    const std::string text = testing::unescape(row.at("text"));
    INFO(row.at("what") << " " << row.at("text") << " (" << row.at("note") << ")");
    ++rows;
    host::Refusal why;
    if (row.at("what") == "position") {
      host::Start start;
      start.options = values({{"mode", row.at("mode")}});
      start.knower = std::stoi(row.at("knower"));
      start.position = text;
      const auto answer = junqi_game().create(start);
      REQUIRE(std::holds_alternative<host::Refusal>(answer));
      why = std::get<host::Refusal>(answer);
      CHECK(why.offset >= 0);
    } else if (row.at("what") == "layout") {
      host::State state = begin(values({}), -1);
      const std::string before = state.save(QITAI_SAVE_SNAPSHOT);
      const auto answer = state.setup(0, text);
      REQUIRE(std::holds_alternative<host::Refusal>(answer));
      why = std::get<host::Refusal>(answer);
      CHECK((why.offset >= 0) == why.id.starts_with("layout-"));
      CHECK(why.points.empty() == why.id.starts_with("layout-"));
      CHECK(state.save(QITAI_SAVE_SNAPSHOT) == before);
    } else {
      host::State state = begin(values({}), -1);
      must(state.setup(0, kSampleLayout));
      must(state.setup(1, kSampleLayout));
      const auto answer = state.read_move(0, text);
      REQUIRE(std::holds_alternative<host::Refusal>(answer));
      why = std::get<host::Refusal>(answer);
      CHECK((why.offset >= 0) == (why.id == "move-text" || why.id == "malformed"));
    }
    CHECK(why.id == row.at("id"));
    check_words("refusal." + why.id);
    if (why.offset >= 0) {
      CHECK(why.offset <= static_cast<std::int64_t>(text.size()));
      CHECK(why.detail.size() > 10);
    }
    ids.insert(why.id);
    sentences.insert(why.id + why.detail);
  }
  CHECK(rows >= 110);
  CHECK(ids.size() >= 40);
  CHECK(sentences.size() >= 60);
}

TEST_CASE("every refusal, notice and name of the game has its words in three languages") {
  // Every id that the sources give to a refusal.
  std::set<std::string> ids;
  const std::regex refusal(
      R"re((?:refusal|Refusal|fail|wrong|wrong_field|fault)\(\s*(?:error_?, )?"([a-z-]+)")re");
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(QITAI_SOURCE_DIR) + "/variants/junqi")) {
    if (file.path().extension() != ".cpp") continue;
    std::stringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator found(source.begin(), source.end(), refusal), end; found != end; ++found)
      ids.insert((*found)[1]);
  }
  CHECK(ids.size() > 55);
  ids.insert({"marshal-flag", "bomb-flag", "engineer-flag", "mines-first", "flag-place", "mine-place",
              "bomb-place"});
  for (const std::string& id : ids)
    check_words("refusal." + id);
  for (int left = 1; left <= kNoticePlies; ++left)
    check_words("notice.no-fight-" + std::to_string(left));
  check_words("notice.repetition");
  const host::VariantInfo& info = junqi_game().info();
  check_words(info.name_key);
  check_words(info.blurb_key);
  for (const host::KindInfo& kind : info.kinds)
    check_words(kind.name_key);
  for (const host::SeatInfo& seat : info.seats) {
    check_words(seat.name_key);
    check_words(seat.turn_key);
  }
  for (const host::OptionInfo& option : info.options) {
    check_words(option.name_key);
    check_words(option.help_key);
    for (const host::ChoiceInfo& choice : option.choices)
      check_words(choice.name_key);
  }
  for (const host::NotationInfo& notation : info.notations)
    check_words(notation.name_key);
}

TEST_CASE("every lie that the audit finds has its words in three languages") {
  std::stringstream text;
  text << std::ifstream(std::string(QITAI_SOURCE_DIR) + "/game/sdk/include/qitai/secrets/audit.hpp").rdbuf();
  const std::string source = text.str();
  const std::regex found_out(R"re(Refusal(?: \w+)?\("([a-z-]+)")re");
  std::set<std::string> ids;
  for (std::sregex_iterator found(source.begin(), source.end(), found_out), end; found != end; ++found)
    ids.insert((*found)[1]);
  CHECK(ids == std::set<std::string>(host::kLies.begin(), host::kLies.end()));
  for (const std::string& id : ids)
    check_words("lie." + id);
}

TEST_CASE("what the game says of itself") {
  const host::VariantInfo& info = junqi_game().info();
  CHECK(info.id == "junqi");
  CHECK((info.hidden && info.setup && info.chance));
  std::string kinds;
  for (const host::KindInfo& kind : info.kinds)
    kinds += kind.id;
  CHECK(kinds == "98765432EBMF");
  // Option ids, choices and defaults as the house-rule card has them, its default first.
  const std::vector<std::tuple<std::string, std::string, std::string>> card{
      {"mode", "dark", "dark open flip"},
      {"flag_taker", "not_marshal", "not_marshal any engineer engineer_after_mines"},
      {"mine_survives", "true", ""},
      {"bomb_takes_flag", "true", ""},
      {"reveal_flag", "true", ""},
      {"after_fight", "hidden", "hidden survivor both"},
      {"marshal_enters_hq", "true", ""},
      {"empty_hq_reveals", "false", ""},
      {"no_fight_limit", "60", ""},
      {"repetition_draw", "true", ""},
      {"first", "red", "red lot"}};
  REQUIRE(info.options.size() == card.size());
  for (std::size_t i = 0; i < card.size(); ++i) {
    const auto& [id, fallback, choices] = card[i];
    INFO(id);
    CHECK(info.options[i].id == id);
    CHECK(junqi_game().option_text(static_cast<int>(i), info.options[i].fallback) == fallback);
    std::string listed;
    for (const host::ChoiceInfo& choice : info.options[i].choices)
      listed += (listed.empty() ? "" : " ") + choice.id;
    CHECK(listed == choices);
  }
  CHECK(info.options[8].min == 0);
  CHECK(info.options[8].max == 999);
}

TEST_CASE("the board as it is drawn") {
  const auto geometry = junqi_game().geometry();
  REQUIRE(geometry);
  CHECK(geometry->width == 8616);
  CHECK(geometry->height == 11667);
  REQUIRE(geometry->points.size() == 60);
  std::map<std::uint32_t, int> lines;
  for (const auto& line : geometry->lines)
    ++lines[line.kind];
  CHECK(lines == std::map<std::uint32_t, int>{{QITAI_LINE_ROAD, 98}, {QITAI_LINE_RAIL, 35}});
  const auto at = [&](const char* name) { return geometry->points[point_of(name)]; };
  CHECK(at("a1").x == 0);
  CHECK(at("a1").y == 11667);
  CHECK(at("e12").x == 8616);
  CHECK(at("e12").y == 0);
  CHECK(at("c6").y - at("c7").y == 1667);
  CHECK(at("c4").kind == QITAI_POINT_CAMP);
  CHECK(at("b12").kind == QITAI_POINT_HEADQUARTERS);
  CHECK(at("b12").name == "b12");
}

}  // namespace qitai::junqi
