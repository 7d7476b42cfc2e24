// The attract screen: games go on by themselves, recorded ones first, and any input leads to the title.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "cabinets.hpp"
#include "match/scores.hpp"
#include "seat/random.hpp"

using namespace qitai;
using namespace qitai::testing;
using platform::Action;

namespace {

std::size_t plies(Tour& tour) {
  menu::Session* const session = attract_of(tour).session();
  return session == nullptr ? 0 : session->shown_ply();
}

// A match of that many plies on this machine, and its end.
void play_match(const std::filesystem::path& data, std::string_view moves) {
  TourOptions options;
  options.data = data;
  options.journal = true;
  Tour tour(options);
  tour.table_of("xiangqi");
  tour.submit(moves);
  tour.press(Action::kBack);
  tour.resign();
  REQUIRE(tour.screen() == "result");
}

constexpr std::string_view kTwelve = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h4 c6c5 b0c2 b7a7 a0b0 a9b9";

}  // namespace

TEST_CASE("a cabinet begins with a game that plays itself, one ply in 1.6 s, without a sound") {
  const Scratch scratch;
  Tour tour(cabinet_in(scratch.path()));
  int heard = 0;
  tour.app().house().hear = [&](platform::Sound) { ++heard; };
  REQUIRE(tour.screen() == "attract");
  CHECK(tour.says("按任意键开始"));
  CHECK(tour.says("Press any button"));
  REQUIRE(attract_of(tour).session() != nullptr);
  CHECK_FALSE(attract_of(tour).recorded());
  REQUIRE(comes(tour, [&] { return plies(tour) == 1; }));
  // However quick the bots are.
  for (std::size_t before = plies(tour), i = 0; i < 4; ++i, before = plies(tour)) {
    SDL_Delay(100);
    tour.pass(1500);
    CHECK(plies(tour) == before);
    REQUIRE(comes(tour, [&] { return plies(tour) == before + 1; }));
  }
  CHECK(heard == 0);
}

TEST_CASE("what was played at the machine is shown before the computer's games, and after it another game") {
  const Scratch scratch;
  play_match(scratch.path(), kTwelve);
  Tour tour(cabinet_in(scratch.path()));
  REQUIRE(attract_of(tour).session() != nullptr);
  CHECK(attract_of(tour).recorded());
  CHECK(plies(tour) == 0);
  tour.pass(1700);
  CHECK(plies(tour) == 1);
  CHECK(tour.says("炮二平五"));
  CHECK(tour.says("C2.5"));
  tour.pass(11 * 1600 + 200);
  CHECK(plies(tour) == 12);
  tour.pass(1700);
  // How it ended stands for a while.
  CHECK(tour.says("认输"));
  REQUIRE(comes(
      tour, [&] { return !attract_of(tour).recorded(); }, 10'000));
  CHECK(attract_of(tour).session()->info().id == "chess");
}

TEST_CASE("a match of a few moves is nothing to look at") {
  const Scratch scratch;
  play_match(scratch.path(), "h2e2 h9g7");
  Tour tour(cabinet_in(scratch.path()));
  CHECK_FALSE(attract_of(tour).recorded());
}

TEST_CASE("a recorded match of a hidden game keeps its secrets, from its first ply to its end") {
  const Scratch scratch;
  {
    TourOptions options;
    options.data = scratch.path();
    options.journal = true;
    Tour tour(options);
    menu::House& house = tour.app().house();
    const auto junqi = house.plugins.variant("junqi");
    auto table = seat::Table::begin(junqi, match::default_terms(*junqi), house.journal, 0);
    REQUIRE(table.ok());
    const auto want = [&](match::Intent intent) {
      REQUIRE(std::holds_alternative<match::Accepted>((*table)->submit(std::move(intent), 0)));
    };
    for (const host::Seat seat : {0, 1}) {
      match::Intent intent;
      intent.kind = match::IntentKind::kSetUp;
      intent.seat = seat;
      intent.bytes = *(*table)->referee().state(seat).suggest_setup(seat, house.random_seed());
      want(intent);
    }
    seat::RandomPlayer player(7);
    while ((*table)->referee().ended() == nullptr && (*table)->referee().ply() < 40) {
      const host::Seat seat = ((*table)->referee().acting() & 1U) != 0 ? 0 : 1;
      const auto legal = (*table)->referee().legal(seat);
      match::Intent intent;
      intent.kind = match::IntentKind::kMove;
      intent.seat = seat;
      intent.move = legal[player.below(legal.size())];
      want(intent);
    }
    match::Intent resign;
    resign.kind = match::IntentKind::kResign;
    resign.seat = 0;
    if ((*table)->referee().ended() == nullptr) want(resign);
  }
  TourOptions options = cabinet_in(scratch.path());
  options.config = scratch / "config.toml";
  std::ofstream(options.config) << "[plugins]\norder = [\"junqi\"]\n";
  Tour tour(options);
  REQUIRE(attract_of(tour).recorded());
  menu::Session& session = *attract_of(tour).session();
  REQUIRE(session.info().id == "junqi");
  // Who loses its marshal shows its flag.
  const int flag = menu::royal_kind(session.info());
  for (std::uint32_t ply = 0; ply <= session.reader().plies().size(); ++ply) {
    for (const host::Piece& piece : session.reader().pieces(ply)) {
      INFO("ply " << ply << ", point " << piece.point);
      CHECK((piece.kind == host::kNoKind || piece.kind == flag));
    }
  }
}

TEST_CASE("the venue's name stands below, if the operator has given one that can be read") {
  const Scratch scratch;
  TourOptions options = cabinet_in(scratch.path());
  options.config = scratch / "config.toml";
  const bool readable = GENERATE(true, false);
  std::ofstream(options.config) << "[kiosk]\nvenue = \"" << (readable ? "北门茶馆" : "\U0001F3B2") << "\"\n";
  Tour tour(options);
  CHECK(tour.says("北门茶馆") == readable);
  CHECK(tour.says("免费"));
}

TEST_CASE("any button, key or touch begins, and does nothing else") {
  const Scratch scratch;
  Tour tour(cabinet_in(scratch.path()));
  const int how = GENERATE(0, 1, 2, 3);
  if (how == 3) {
    tour.app().tap(300, 300, platform::Device::kTouch);
    tour.settle();
  } else {
    constexpr Action kActions[] = {Action::kSelect, Action::kBack, Action::kLeft};
    tour.press(kActions[how]);
  }
  CHECK(tour.screen() == "title");
}

TEST_CASE(
    "scores and a sentence about the game stand in turn for 12 s each, and the picture moves every 90 s") {
  const Scratch scratch;
  Tour tour(cabinet_in(scratch.path()));
  store::Journal& journal = *tour.app().house().journal;
  journal.finish(journal.begin("chess", "", "h"), "r",
                 {{"KIM", "", static_cast<int>(match::Standing::kWon)}});
  journal.finish(journal.begin("xiangqi", "", "h"), "r",
                 {{"KIM", "", static_cast<int>(match::Standing::kWon)}});
  tour.press(Action::kSelect);
  tour.pass(61'000);
  REQUIRE(tour.screen() == "attract");
  const auto entered = tour.app().now();
  CHECK_FALSE(tour.says("KIM"));
  tour.pass(12'000);
  CHECK(tour.says("KIM"));
  CHECK(tour.says("+10"));
  const SDL_Point before = tour.app().screen().shift(entered);
  CHECK((before.x == 0 && before.y == 0));
  const SDL_Point after = tour.app().screen().shift(entered + 91'000);
  CHECK((after.x != 0 || after.y != 0));
}

TEST_CASE("in every shape and language the attract screen's texts fit", "[audit]") {
  const auto [width, height] = GENERATE(std::pair(1920, 1080), std::pair(1280, 800), std::pair(800, 480),
                                        std::pair(1080, 1920), std::pair(480, 800), std::pair(480, 480));
  const std::string language = GENERATE("zh-Hans", "zh-Hant", "en");
  const Scratch scratch;
  play_match(scratch.path(), kTwelve);
  {
    auto journal = store::Journal::open(scratch / "journal.db", {});
    REQUIRE(journal.ok());
    for (const char* name : {"KIM", "LEE", "WWW", "III", "A1", "B2"}) {
      for (int won = 0; won < 2 + name[0] % 7; ++won)
        (*journal)->finish((*journal)->begin("xiangqi", "", "h"), "r",
                           {{name, "", static_cast<int>(match::Standing::kWon)}});
    }
  }
  TourOptions options = cabinet_in(scratch.path(), width, height);
  options.language = language;
  Tour tour(options);
  const auto look = [&](const std::string& what) { audit(tour, what); };
  tour.pass(5000);
  look("attract");
  tour.pass(11'000);
  look("attract_scores");
  tour.press(Action::kSelect);
  tour.pass(54'000);
  look("idle");
}
