// How the guests of a cabinet sign: three letters or a seal, with a stick and two buttons; in the table of
// scores stands who did.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <set>

#include "cabinets.hpp"
#include "lobby_side.hpp"
#include "match/scores.hpp"
#include "menu/guest_name.hpp"

using namespace qitai;
using namespace qitai::testing;
using platform::Action;

namespace {

TourOptions scoring_in(const Scratch& scratch, int width = 1280, int height = 800) {
  TourOptions options = cabinet_in(scratch.path(), width, height);
  options.config = scratch / "config.toml";
  std::ofstream(options.config) << "[rules]\nscored = true\n";
  return options;
}

void to_terms(Tour& tour) {
  if (tour.screen() == "attract") tour.press(Action::kSelect);
  tour.activate("title.two");
  REQUIRE(tour.screen() == "terms");
}

void write(Tour& tour, int seat, std::string_view letters) {
  tour.activate("terms.sign." + std::to_string(seat));
  for (const char letter : letters)
    tour.activate(std::string("guest.key.") + letter);
  tour.activate("guest.done");
}

void stamp(Tour& tour, int seat, int seal) {
  tour.activate("terms.sign." + std::to_string(seat));
  tour.activate("guest.page");
  tour.activate("guest.seal." + std::to_string(seal));
}

// The first seat resigns.
void lose(Tour& tour) {
  tour.submit("h2e2 h9g7");
  tour.press(Action::kBack);
  tour.resign();
  // The disk knows nothing of the tour's clock.
  REQUIRE(comes(tour, [&] { return tour.screen() == "result"; }));
  tour.settle();
  tour.app().house().journal->flush();
}

std::vector<store::Books> books(Tour& tour) {
  return *tour.app().house().journal->books("xiangqi", 10);
}

}  // namespace

TEST_CASE("letters are found with a stick and two buttons alone") {
  const Scratch scratch;
  Tour tour(scoring_in(scratch));
  to_terms(tour);
  tour.activate("terms.sign.0");
  REQUIRE(tour.app().ui().focus().focused() == "guest.key.A");
  tour.press(Action::kRight);
  tour.press(Action::kSelect);
  tour.press(Action::kDown);
  tour.press(Action::kSelect);
  CHECK(tour.says("BL"));
  tour.press(Action::kSelect);
  // Three are a name.
  CHECK(tour.app().ui().focus().focused() == "guest.done");
  tour.press(Action::kSelect);
  CHECK(tour.app().ui().focus().focused() == "terms.sign.0");
  CHECK(tour.says("BLL"));
  // Back leaves the name as it was.
  tour.press(Action::kSelect);
  tour.activate("guest.rub");
  tour.press(Action::kBack);
  REQUIRE(tour.screen() == "terms");
  CHECK(tour.says("BLL"));
}

TEST_CASE("who signs stands in the table of scores, letters and seals, and whoever did not sign does not") {
  const Scratch scratch;
  {
    Tour tour(scoring_in(scratch));
    to_terms(tour);
    write(tour, 0, "KIM");
    stamp(tour, 1, 3);
    tour.activate("terms.start");
    lose(tour);
    const auto all = books(tour);
    REQUIRE(all.size() == 2);
    for (const store::Books& each : all) {
      const bool kim = each.player == "KIM";
      CHECK((kim || each.player == "喜"));
      CHECK(each.counts[static_cast<std::size_t>(kim ? match::Standing::kLost : match::Standing::kWon)] == 1);
    }
    // The sides change in a rematch, and the names go with those who have them.
    tour.activate("result.rematch");
    CHECK(tour.table().session().terms().seats[0].name == "喜");
    CHECK(tour.table().session().terms().seats[1].name == "KIM");
    lose(tour);
    tour.press(Action::kBack);
    // And they are still called so at the next terms.
    to_terms(tour);
    CHECK(tour.says("KIM"));
    CHECK(tour.says("喜"));
    tour.press(Action::kBack);
    // Until they are gone.
    tour.pass(61'000);
    REQUIRE(tour.screen() == "attract");
    to_terms(tour);
    CHECK_FALSE(tour.says("KIM"));
    tour.activate("terms.start");
    lose(tour);
    CHECK(books(tour).size() == 2);
    tour.press(Action::kBack);
    tour.activate("title.scores");
    CHECK(tour.says("KIM"));
    CHECK(tour.says("喜"));
  }
  Tour tour(scoring_in(scratch));
  REQUIRE(tour.screen() == "attract");
  tour.pass(12'500);
  CHECK(tour.says("KIM"));
  CHECK(tour.says("喜"));
}

TEST_CASE("a seal is written in the reader's characters, whoever has chosen it in others") {
  const Scratch scratch;
  TourOptions options = scoring_in(scratch);
  {
    Tour tour(options);
    to_terms(tour);
    stamp(tour, 0, 1);
    tour.activate("terms.start");
    lose(tour);
    CHECK(books(tour).front().player == "禄");
  }
  options.language = "zh-Hant";
  Tour tour(options);
  to_terms(tour);
  stamp(tour, 0, 1);
  CHECK(tour.says("祿"));
  tour.activate("terms.start");
  lose(tour);
  REQUIRE(books(tour).size() == 1);
  CHECK(books(tour).front().player == "禄");
  CHECK(books(tour).front().counts[static_cast<std::size_t>(match::Standing::kLost)] == 2);
}

TEST_CASE("both players have names of their own") {
  const Scratch scratch;
  Tour tour(scoring_in(scratch));
  to_terms(tour);
  write(tour, 0, "AB");
  tour.activate("terms.sign.1");
  tour.activate("guest.key.A");
  tour.activate("guest.key.B");
  tour.activate("guest.done");
  CHECK(tour.says("对面已经用了"));
  tour.activate("guest.key.C");
  tour.press(Action::kSelect);
  tour.settle();
  CHECK(tour.says("ABC"));
  // And none is a name as well.
  tour.activate("terms.sign.0");
  tour.activate("guest.none");
  tour.activate("terms.start");
  lose(tour);
  REQUIRE(books(tour).size() == 1);
  CHECK(books(tour).front().player == "ABC");
}

TEST_CASE("only a cabinet asks its guests to sign, and no bot signs") {
  const Scratch scratch;
  TourOptions options = scoring_in(scratch);
  {
    Tour tour(options);
    tour.press(Action::kSelect);
    tour.activate("title.one");
    CHECK(tour.app().ui().focus().item("terms.sign.0") != nullptr);
    CHECK(tour.app().ui().focus().item("terms.sign.1") == nullptr);
  }
  options.kiosk = false;
  options.keeper = {};
  Tour tour(options);
  to_terms(tour);
  CHECK(tour.app().ui().focus().item("terms.sign.0") == nullptr);
}

TEST_CASE("seals are one for each character of the texts, in every language") {
  const Scratch scratch;
  Tour tour(cabinet_in(scratch.path()));
  text::Catalog& catalog = tour.app().house().catalog;
  for (const text::Language language : text::kLanguages) {
    catalog.set_language(language);
    std::set<std::string> written;
    for (const std::string_view seal : menu::kSeals) {
      CHECK(menu::is_seal(seal));
      written.insert(menu::seal_text(catalog, seal));
      CHECK(tour.app().ui().type().covers(menu::seal_text(catalog, seal)));
    }
    CHECK(written.size() == menu::kSeals.size());
  }
  CHECK_FALSE(menu::is_seal("死"));
  CHECK_FALSE(menu::is_seal(""));
  CHECK_FALSE(menu::is_seal("福福"));
}

TEST_CASE("in every shape and language coins, terms and signatures fit", "[audit]") {
  const auto [width, height] = GENERATE(std::pair(1920, 1080), std::pair(1280, 800), std::pair(800, 480),
                                        std::pair(1080, 1920), std::pair(480, 800), std::pair(480, 480));
  const std::string language = GENERATE("zh-Hans", "zh-Hant", "en");
  const Scratch scratch;
  TourOptions options = scoring_in(scratch, width, height);
  std::ofstream(options.config, std::ios::app)
      << "[kiosk]\nplay = \"coins\"\ncoins_per_credit = 3\ncredits_each = \"player\"\n";
  options.language = language;
  Tour tour(options);
  const auto look = [&](const std::string& what) {
    tour.settle();
    audit(tour, what);
  };
  look("attract_no_coin");
  for (int coin = 0; coin < 8; ++coin)
    tour.press(Action::kCoin);
  look("attract_coins");
  tour.press(Action::kSelect);
  tour.app().house().returned = 1;
  look("title_coins");
  to_terms(tour);
  tour.press(Action::kServiceCredit);
  look("terms_paid");
  write(tour, 0, "WWW");
  tour.activate("terms.sign.1");
  tour.activate("guest.key.Q");
  look("guest_letters");
  tour.activate("guest.page");
  look("guest_seals");
  tour.activate("guest.seal.10");
  look("terms_signed");
  tour.activate("terms.start");
  look("table_coins");
  lose(tour);
  look("result_unpaid");
  tour.press(Action::kBack);
  tour.activate("title.scores");
  look("scores_seals");
  tour.press(Action::kBack);
  to_terms(tour);
  look("terms_unpaid");
  tour.press(Action::kBack);
  meet_in(scratch / "meet");
  enter_local(tour);
  tour.activate("lobby.rename");
  tour.activate("guest.key.Q");
  look("lobby_letters");
  tour.activate("guest.page");
  look("lobby_seals");
  tour.activate("guest.seal.10");
  look("lobby_signed");
}
