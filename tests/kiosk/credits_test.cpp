// Coins and credits at a cabinet: what falls in shows at once, a match is paid for in the instant of its
// begin, and what cannot be played to its end comes back.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "cabinets.hpp"
#include "far_side.hpp"
#include "match/terms.hpp"

using namespace qitai;
using namespace qitai::testing;
using platform::Action;
using store::Purse;
using store::Tally;

namespace {

// A cabinet that takes coins, with these lines more in its [kiosk].
TourOptions paying_in(const Scratch& scratch, const std::string& more = {}) {
  TourOptions options = cabinet_in(scratch.path());
  options.config = scratch / "config.toml";
  std::ofstream(options.config) << "[kiosk]\nplay = \"coins\"\n" << more;
  return options;
}

Purse purse(Tour& tour) {
  return tour.app().house().journal->purse();
}

std::int64_t counted(Tour& tour, Tally what, std::string_view variant = {}) {
  return tour.app().house().journal->ledger()->of(what, variant).life;
}

void to_terms(Tour& tour, std::string_view entry = "title.two") {
  if (tour.screen() == "attract") tour.press(Action::kSelect);
  tour.activate(entry);
  REQUIRE(tour.screen() == "terms");
}

// At the table of that game, whose beginning the purse has paid.
void sit_down(Tour& tour, std::string_view game) {
  if (tour.screen() == "attract") tour.press(Action::kSelect);
  tour.title_of(game);
  tour.activate("title.two");
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "table");
}

// The first legal move of whoever is to move; what the table answers.
auto move_first(Tour& tour) {
  seat::Table& table = tour.table().session().table();
  match::Intent move;
  move.kind = match::IntentKind::kMove;
  move.seat = *tour.table().session().mover();
  move.move = table.referee().legal(move.seat).front();
  return table.submit(move, tour.app().house().match_now());
}

}  // namespace

TEST_CASE("a coin is heard, shows at once wherever it falls, and presses nothing") {
  const Scratch scratch;
  Tour tour(paying_in(scratch, "coins_per_credit = 2\n"));
  int coins = 0;
  tour.app().house().hear = [&](platform::Sound sound) { coins += sound == platform::Sound::kCoin ? 1 : 0; };
  REQUIRE(tour.screen() == "attract");
  CHECK(tour.says("请投币 · 币数 0"));
  tour.press(Action::kCoin);
  CHECK(tour.screen() == "attract");
  CHECK(tour.says("币数 0 · 已投 1/2 枚"));
  tour.press(Action::kCoin);
  CHECK(tour.says("币数 1"));
  CHECK_FALSE(tour.says("请投币"));
  tour.press(Action::kSelect);
  REQUIRE(tour.screen() == "title");
  const std::string focused = tour.app().ui().focus().focused();
  tour.press(Action::kCoin);
  CHECK(tour.says("币数 1 · 已投 1/2 枚"));
  tour.press(Action::kServiceCredit);
  CHECK(tour.says("币数 2 · 已投 1/2 枚"));
  CHECK(tour.screen() == "title");
  CHECK(tour.app().ui().focus().focused() == focused);
  CHECK(coins == 4);
  CHECK(counted(tour, Tally::kCoins) == 3);
  CHECK(counted(tour, Tally::kServiceCredits) == 1);
}

TEST_CASE("where nothing is charged a coin is but a key") {
  const Scratch scratch;
  TourOptions options = cabinet_in(scratch.path());
  const bool kiosk = GENERATE(true, false);
  if (!kiosk) {
    options = paying_in(scratch);
    options.kiosk = false;
    options.keeper = {};
  }
  Tour tour(options);
  if (kiosk) {
    CHECK(tour.says("免费游玩"));
    tour.press(Action::kSelect);
  }
  tour.press(Action::kCoin);
  tour.press(Action::kServiceCredit);
  CHECK(tour.screen() == "title");
  CHECK_FALSE(tour.says("币数"));
  CHECK(purse(tour) == Purse{0, 0});
  to_terms(tour);
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "table");
  CHECK(counted(tour, Tally::kGames, "xiangqi") == 1);
  CHECK(counted(tour, Tally::kPlayed) == 0);
}

TEST_CASE("a match begins once it is paid for, and its terms say what it costs and what is missing") {
  const Scratch scratch;
  Tour tour(paying_in(scratch, "coins_per_credit = 2\ncredits_per_game = 2\n"));
  to_terms(tour);
  CHECK(tour.says("本局 2 币"));
  CHECK(tour.says("请再投 4 枚币"));
  tour.activate("terms.start");
  CHECK(tour.screen() == "terms");
  for (int coin = 0; coin < 3; ++coin)
    tour.press(Action::kCoin);
  CHECK(tour.says("请再投 1 枚币"));
  tour.activate("terms.start");
  CHECK(tour.screen() == "terms");
  tour.press(Action::kCoin);
  CHECK(tour.says("本局 2 币"));
  CHECK(tour.says("币数 2"));
  CHECK(purse(tour) == Purse{2, 0});
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "table");
  CHECK(purse(tour) == Purse{0, 0});
  CHECK(counted(tour, Tally::kPlayed) == 2);
  CHECK(counted(tour, Tally::kGames, "xiangqi") == 1);
}

TEST_CASE("each player pays where the operator wants it, and the computer does not") {
  const Scratch scratch;
  Tour tour(paying_in(scratch, "credits_each = \"player\"\n"));
  tour.press(Action::kCoin);
  to_terms(tour);
  CHECK(tour.says("本局 2 币"));
  tour.activate("terms.start");
  CHECK(tour.screen() == "terms");
  tour.press(Action::kBack);
  to_terms(tour, "title.one");
  CHECK(tour.says("本局 1 币"));
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "table");
  CHECK(purse(tour).credits == 0);
}

TEST_CASE("a rematch is a match like any other") {
  const Scratch scratch;
  Tour tour(paying_in(scratch));
  tour.press(Action::kCoin);
  to_terms(tour);
  tour.activate("terms.start");
  tour.submit("h2e2 h9g7");
  tour.press(Action::kBack);
  tour.resign();
  REQUIRE(tour.screen() == "result");
  tour.activate("result.rematch");
  CHECK(tour.screen() == "result");
  CHECK(tour.says("请再投 1 枚币"));
  tour.press(Action::kCoin);
  tour.activate("result.rematch");
  REQUIRE(tour.screen() == "table");
  CHECK(purse(tour).credits == 0);
  CHECK(counted(tour, Tally::kPlayed) == 2);
  CHECK(counted(tour, Tally::kGames) == 2);
  CHECK(counted(tour, Tally::kEnded) == 1);
}

TEST_CASE("credits outlive the program, and a guest who goes away leaves them there") {
  const Scratch scratch;
  {
    Tour tour(paying_in(scratch));
    tour.press(Action::kCoin);
    tour.press(Action::kCoin);
    to_terms(tour);
    tour.pass(61'000);
    REQUIRE(tour.screen() == "attract");
    CHECK(purse(tour).credits == 2);
  }
  Tour tour(paying_in(scratch));
  CHECK(tour.says("币数 2"));
}

TEST_CASE("a match that was interrupted costs nothing when it is gone on with") {
  const Scratch scratch;
  {
    Tour tour(paying_in(scratch));
    tour.press(Action::kCoin);
    to_terms(tour);
    tour.activate("terms.start");
    tour.submit("h2e2 h9g7");
  }
  Tour tour(paying_in(scratch));
  tour.press(Action::kSelect);
  REQUIRE(tour.app().ui().focus().focused() == "title.resume");
  CHECK_FALSE(tour.says("退还"));
  tour.press(Action::kSelect);
  REQUIRE(tour.screen() == "table");
  CHECK(purse(tour).credits == 0);
  CHECK(counted(tour, Tally::kPlayed) == 1);
  CHECK(counted(tour, Tally::kGames) == 1);
}

TEST_CASE("a match of which no move was made gives back what it cost, and the title says so") {
  const Scratch scratch;
  {
    Tour tour(paying_in(scratch));
    tour.press(Action::kCoin);
    to_terms(tour);
    tour.activate("terms.start");
    REQUIRE(tour.screen() == "table");
    CHECK(purse(tour).credits == 0);
  }
  {
    Tour tour(paying_in(scratch));
    CHECK(tour.says("已退还 1 币"));
    tour.press(Action::kSelect);
    CHECK(tour.says("已退还 1 币"));
    CHECK(purse(tour).credits == 1);
  }
  Tour tour(paying_in(scratch));
  tour.press(Action::kSelect);
  CHECK_FALSE(tour.says("退还"));
  CHECK(purse(tour).credits == 1);
  CHECK(counted(tour, Tally::kReturned) == 1);
}

TEST_CASE("a match whose game is gone gives back what it cost, once, and it is said") {
  const Scratch scratch;
  TourOptions options = paying_in(scratch);
  options.plugins = {"pawns.so"};
  {
    Tour tour(options);
    tour.press(Action::kCoin);
    tour.press(Action::kCoin);
    sit_down(tour, "pawns");
    REQUIRE(std::holds_alternative<match::Accepted>(move_first(tour)));
    CHECK(purse(tour).credits == 1);
  }
  options.plugins.clear();
  for (const bool first : {true, false}) {
    Tour tour(options);
    CHECK(tour.says("已退还 1 币") == first);
    CHECK(purse(tour).credits == 2);
    CHECK(counted(tour, Tally::kReturned) == 1);
  }
  // It is still there when the game is, and costs nothing.
  options.plugins = {"pawns.so"};
  Tour tour(options);
  tour.press(Action::kSelect);
  REQUIRE(tour.app().ui().focus().focused() == "title.resume");
  tour.press(Action::kSelect);
  CHECK(tour.screen() == "table");
  CHECK(purse(tour).credits == 2);
}

TEST_CASE("a far match whose game or whose way is not there any more gives back what it cost, once") {
  const Scratch scratch;
  {
    Tour tour(paying_in(scratch));
    tour.press(Action::kCoin);
    tour.press(Action::kCoin);
    const menu::House& house = tour.app().house();
    const std::string header = match::encode(match::default_terms(*house.plugins.variant("xiangqi")));
    house.journal->begin("of-somebody", "", header, nullptr, "bluetooth:there", {1, 0, {}});
    house.journal->begin("xiangqi", "", header, nullptr, "of-somebody:there", {1, 0, {}});
    CHECK(purse(tour).credits == 0);
  }
  for (const bool first : {true, false}) {
    Tour tour(paying_in(scratch));
    CHECK(tour.says("已退还 2 币") == first);
    CHECK(purse(tour).credits == 2);
    CHECK(counted(tour, Tally::kReturned) == 2);
  }
}

TEST_CASE("a far match whose link is lost before a move gives back what it cost, and the result says so") {
  const Scratch scratch;
  Tour tour(paying_in(scratch));
  tour.press(Action::kCoin);
  tour.press(Action::kSelect);
  FarSide far(tour, scratch / "far");
  far.begin("xiangqi");
  CHECK(purse(tour).credits == 0);
  const bool moved = GENERATE(false, true);
  if (moved) {
    tour.play("h2e2");
    REQUIRE(far.until([&] { return far.referee().ply() == 1; }));
    far.move("h9g7");
    REQUIRE(far.until([&] { return tour.table().session().table().referee().ply() == 2; }));
  }
  far.kill();
  REQUIRE(far.until([&] { return tour.table().session().link().lost; }));
  tour.pass(100);
  tour.press(Action::kBack);
  REQUIRE(far.is_given_up());
  tour.settle();
  REQUIRE(tour.result().session().end()->text == "disconnected");
  CHECK(tour.says("谁也没有输"));
  CHECK(tour.says("已退还") == !moved);
  CHECK(purse(tour).credits == (moved ? 0 : 1));
}

TEST_CASE("in every shape and language an end that costs nothing is told whole", "[audit]") {
  const auto [width, height] = GENERATE(std::pair(1280, 800), std::pair(800, 480), std::pair(1080, 1920),
                                        std::pair(480, 800), std::pair(480, 480));
  const std::string language = GENERATE("zh-Hans", "zh-Hant", "en");
  const Scratch scratch;
  TourOptions options = paying_in(scratch);
  options.width = width;
  options.height = height;
  options.language = language;
  Tour tour(options);
  tour.press(Action::kCoin);
  tour.press(Action::kSelect);
  FarSide far(tour, scratch / "far", "LIN", true, "liar_position.so");
  far.begin("chess", {}, true, true);
  tour.play("e2e4");
  REQUIRE(far.until([&] { return tour.screen() == "result"; }));
  tour.pass(600);
  tour.settle();
  REQUIRE(tour.result().session().end()->text == "disagreement");
  CHECK(tour.result().explained().find(tour.app().house().catalog.tr("till.returned_here")) !=
        std::string::npos);
  audit(tour, "far_disagreement_coins");
}

TEST_CASE("a match that its plugin breaks gives back what it cost, and the result says so") {
  const Scratch scratch;
  TourOptions options = paying_in(scratch);
  options.plugins = {"../plugins_kiosk/fragile.so"};
  Tour tour(options);
  tour.press(Action::kCoin);
  sit_down(tour, "tictactoe");
  CHECK(purse(tour).credits == 0);
  ::setenv("QITAI_FRAGILE", "throw", 1);
  const auto answer = move_first(tour);
  ::unsetenv("QITAI_FRAGILE");
  CHECK(std::holds_alternative<host::Refusal>(answer));
  REQUIRE(comes(tour, [&] { return tour.screen() == "result"; }));
  tour.settle();
  CHECK(tour.says("已退还"));
  CHECK(purse(tour).credits == 1);
  CHECK(counted(tour, Tally::kReturned) == 1);
  CHECK(counted(tour, Tally::kFaults, "tictactoe") == 1);
}

TEST_CASE(
    "a journal that was damaged under a match leaves the credits, gives back the match's, and says both") {
  const Scratch scratch;
  {
    Tour tour(paying_in(scratch));
    for (int coin = 0; coin < 3; ++coin)
      tour.press(Action::kCoin);
    to_terms(tour);
    tour.activate("terms.start");
    tour.submit("h2e2 h9g7");
    // Its record fills most of the file.
    for (std::uint32_t seq = 1000; seq < 1400; ++seq)
      tour.app().house().journal->append(1, seq, std::string(200, 'e'));
    tour.app().house().journal->flush();
    REQUIRE_FALSE(tour.app().house().journal->lost(1));
  }
  {
    std::fstream file(scratch / "journal.db", std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(0, std::ios::end);
    const auto size = static_cast<std::int64_t>(file.tellg());
    REQUIRE(size > 80'000);
    file.seekp(size - 4096);
    file << std::string(4096, '\x5a');
  }
  Tour tour(paying_in(scratch));
  CHECK(tour.says("已退还 1 币"));
  CHECK(purse(tour).credits == 3);
  tour.press(Action::kSelect);
  CHECK(tour.says("已退还 1 币"));
  CHECK(counted(tour, Tally::kCoins) == 3);
}
