// The lobby: who is near is found, a challenge is made, changed, answered, and whatever comes to nothing is
// said in three parts. The far side is a lobby of its own over the transport "local".
#include <catch2/catch.hpp>
#include <string>

#include "asker.hpp"
#include "lobby_side.hpp"
#include "menu/company.hpp"
#include "scratch.hpp"
#include "store/blocked.hpp"

using namespace qitai;
using namespace qitai::testing;
using Card = menu::LobbyScreen::Card;
using platform::Action;

namespace {

TourOptions options_in(const Scratch& scratch) {
  TourOptions options;
  options.data = scratch / "own";
  options.journal = true;
  options.language = "en";
  return options;
}

// A program in its lobby, and another machine.
struct Meeting {
  explicit Meeting(LobbySide::Options far = {}, bool kiosk = false, std::string language = "en")
      : folder(scratch / "meet") {
    meet_in(folder);
    TourOptions options = options_in(scratch);
    options.kiosk = kiosk;
    options.language = std::move(language);
    tour = std::make_unique<Tour>(options);
    enter_local(*tour);
    side = std::make_unique<LobbySide>(*tour, folder, std::move(far));
    side->until([&] { return !company().lobby().peers().empty(); });
  }
  [[nodiscard]] menu::Company& company() { return *tour->app().house().company; }
  [[nodiscard]] Card card() { return lobby_of(*tour).card(); }
  [[nodiscard]] const menu::Notice& notice() { return *lobby_of(*tour).notice(); }
  // The program challenges the other machine.
  void challenge() {
    tour->activate("lobby.peer." + side->address());
    tour->activate("lobby.challenge");
    side->until([&] { return card() == Card::kAsking; });
    side->until([&] { return side->was_told(duel::Event::Kind::kChallenged); });
  }
  void comes_to_notice() {
    side->until([&] { return card() == Card::kNotice; });
    CHECK_FALSE(notice().what.empty());
    CHECK_FALSE(notice().help.empty());
  }

  Scratch scratch;
  std::filesystem::path folder;
  std::unique_ptr<Tour> tour;
  std::unique_ptr<LobbySide> side;
};

}  // namespace

TEST_CASE("a challenge that is accepted leads to the table of both", "[lobby]") {
  Meeting m;
  CHECK(m.tour->says("小林"));
  CHECK(m.tour->says("Free"));
  m.challenge();
  CHECK(m.side->duel().agreement()->table().variant == "xiangqi");
  REQUIRE(m.side->duel().accept(m.tour->app().house().match_now()).ok());
  m.side->until([&] { return m.tour->screen() == "table"; });
  CHECK(m.side->duel().playing());
  // Nobody else finds or calls this machine meanwhile.
  CHECK(m.company().lobby().peers().empty());
  CHECK(m.company().visible_for() == 0);
}

TEST_CASE("who is challenged sees what differs from his own terms, and agrees to nothing by accident",
          "[lobby]") {
  Meeting m;
  m.side->call();
  m.side->challenge("xiangqi", [](duel::Offer& offer) { offer.takeback = false; });
  CHECK(m.tour->says("challenges you"));
  const auto rows =
      menu::offer_rows(m.tour->app().house(), *m.tour->app().house().plugins.variant("xiangqi"),
                       m.company().partner()->duel().agreement()->table(), duel::Role::kListener, "x", {});
  for (const menu::OfferRow& row : rows) {
    INFO(row.id);
    CHECK(row.unusual == (row.id == "takeback"));
    CHECK_FALSE(row.changed);
  }
  SECTION("accepted") {
    m.tour->activate("lobby.accept");
    m.side->until([&] { return m.tour->screen() == "table"; });
  }
  SECTION("back points at the way out, and only that") {
    m.tour->press(Action::kBack);
    CHECK(m.card() == Card::kAsked);
    CHECK(m.tour->app().ui().focus().focused() == "lobby.decline");
    m.tour->press(Action::kSelect);
    m.side->until([&] { return m.side->was_told(duel::Event::Kind::kDropped); });
    m.side->until([&] { return m.company().partner() == nullptr; });
    CHECK(m.card() == Card::kNone);
  }
  SECTION("a press as it comes is not meant for it") {
    REQUIRE(m.side->duel().decline(m.tour->app().house().match_now()).ok());
    m.comes_to_notice();
    m.tour->activate("lobby.dismiss");
    m.side->until([&] { return m.company().partner() == nullptr && m.side->lobby().partner() == nullptr; });
    m.side->call();
    REQUIRE(m.side->duel()
                .challenge(duel::default_offer(*m.tour->app().house().plugins.variant("chess")),
                           m.tour->app().house().match_now())
                .ok());
    m.side->until([&] { return m.card() == Card::kAsked; });
    m.tour->press(Action::kSelect);
    CHECK(m.card() == Card::kAsked);
  }
}

TEST_CASE("terms go to and fro with what was changed marked", "[lobby]") {
  Meeting m;
  m.challenge();
  m.side->challenge("xiangqi", [](duel::Offer& offer) { offer.touch_move = true; });
  CHECK(m.tour->says("offers other terms"));
  CHECK(m.company().partner()->duel().agreement()->changed() == std::vector<std::string>{"touch_move"});
  m.tour->activate("lobby.counter");
  REQUIRE(m.tour->screen() == "terms");
  m.tour->activate("terms.first.own");
  m.tour->activate("terms.time");
  REQUIRE(m.tour->screen() == "time");
  m.tour->activate("time.done");
  REQUIRE(m.tour->screen() == "terms");
  m.tour->activate("terms.start");
  m.side->until([&] { return m.card() == Card::kAsking; });
  m.side->until([&] { return m.side->was_told(duel::Event::Kind::kTermsChanged); });
  CHECK(m.side->duel().agreement()->table().sides == duel::Sides::kDiallerFirst);
  CHECK(m.side->duel().agreement()->changed() == std::vector<std::string>{"sides"});
  REQUIRE(m.side->duel().accept(m.tour->app().house().match_now()).ok());
  m.side->until([&] { return m.tour->screen() == "table"; });
  CHECK(m.side->duel().match()->own() == 1);
}

TEST_CASE("terms that are still being changed when the time for an answer is over are offered anew",
          "[lobby]") {
  Meeting m;
  m.side->call();
  m.side->challenge("xiangqi");
  m.tour->activate("lobby.counter");
  m.tour->pass(31'000);
  REQUIRE(m.tour->screen() == "terms");
  m.tour->activate("terms.start");
  m.side->until([&] { return m.card() == Card::kAsking; });
}

TEST_CASE("what comes to nothing is said: what, what to do, and a button that does it", "[lobby]") {
  SECTION("declined") {
    Meeting m;
    m.challenge();
    REQUIRE(m.side->duel().decline(m.tour->app().house().match_now()).ok());
    m.comes_to_notice();
    CHECK(m.notice().first == menu::Notice::Do::kTerms);
    // The button leads to other terms, and they to another call.
    m.side->until([&] { return m.company().partner() == nullptr; });
    m.tour->activate("lobby.counter");
    REQUIRE(m.tour->screen() == "terms");
    m.tour->activate("terms.start");
    m.side->until([&] { return m.card() == Card::kAsking; });
  }
  SECTION("taken back") {
    Meeting m;
    m.side->call();
    m.side->challenge("chess");
    REQUIRE(m.side->duel().decline(m.tour->app().house().match_now()).ok());
    m.comes_to_notice();
    CHECK(m.notice().what == m.tour->app().ui().tr("duel.reason.withdrawn"));
  }
  SECTION("no answer in time") {
    Meeting m;
    m.challenge();
    m.tour->pass(31'000);
    m.comes_to_notice();
    CHECK(m.notice().what == m.tour->app().ui().tr("duel.reason.expired"));
    CHECK(m.notice().first == menu::Notice::Do::kAgain);
    m.side->until([&] { return m.company().partner() == nullptr && m.side->lobby().partner() == nullptr; });
    m.tour->activate("lobby.again");
    m.side->until([&] { return m.card() == Card::kAsking; });
  }
  SECTION("gone away") {
    Meeting m;
    m.tour->activate("lobby.peer." + m.side->address());
    m.side->vanish();
    m.tour->activate("lobby.challenge");
    m.comes_to_notice();
    CHECK(m.notice().first == menu::Notice::Do::kAgain);
  }
  SECTION("lost while the terms are on the table") {
    Meeting m;
    m.challenge();
    m.side->vanish();
    m.comes_to_notice();
    CHECK(m.notice().first == menu::Notice::Do::kAgain);
  }
  SECTION("takes no calls") {
    Meeting m;
    m.side->lobby().listen(false);
    m.tour->activate("lobby.peer." + m.side->address());
    m.tour->activate("lobby.challenge");
    m.comes_to_notice();
    m.tour->activate("lobby.dismiss");
    CHECK(m.tour->says("Playing"));
  }
  SECTION("with somebody else") {
    Meeting m;
    LobbySide::Options other;
    other.number = 0x33;
    LobbySide third(*m.tour, m.folder, other);
    m.tour->watch = [&] {
      m.side->pump();
      third.pump();
    };
    third.lobby().scan(true);
    third.until([&] { return third.lobby().peers().size() == 2; });
    REQUIRE(third.lobby().dial(m.side->address()).ok());
    third.until([&] { return third.lobby().partner()->duel().agreement() != nullptr; });
    m.tour->activate("lobby.peer." + m.side->address());
    m.tour->activate("lobby.challenge");
    m.comes_to_notice();
    CHECK(m.notice().what == m.tour->app().ui().tr("duel.reason.known"));
    m.tour->activate("lobby.dismiss");
    CHECK(m.tour->says("Playing"));
  }
  SECTION("without this game") {
    LobbySide::Options options;
    options.games = {"chess"};
    Meeting m(options);
    m.tour->activate("lobby.peer." + m.side->address());
    m.tour->activate("lobby.challenge");
    m.comes_to_notice();
    CHECK(m.notice().what == m.tour->app().ui().tr("duel.reason.absent"));
    // What both have is known from now on.
    CHECK(m.company().learned(m.side->address())->games == std::vector<std::string>{"chess"});
  }
  SECTION("without any game in common") {
    LobbySide::Options options;
    options.games = {"none"};
    Meeting m(options);
    m.tour->activate("lobby.peer." + m.side->address());
    m.tour->activate("lobby.challenge");
    m.comes_to_notice();
    CHECK(m.notice().what == m.tour->app().ui().tr("lobby.nothing_common"));
  }
}

TEST_CASE("whoever is blocked is not listed and hung up on without a word, until he is let in again",
          "[lobby]") {
  Meeting m;
  m.side->call();
  m.side->challenge("chess");
  m.tour->activate("lobby.block");
  m.side->until([&] { return m.company().partner() == nullptr && m.side->lobby().partner() == nullptr; });
  CHECK(m.company().lobby().peers().empty());
  const auto kept = store::Blocked::open(m.scratch / "own" / "blocked.json");
  REQUIRE(kept.entries().size() == 1);
  CHECK(kept.entries().front().device == "local:" + m.side->address());
  CHECK(kept.entries().front().name == "小林");
  m.side->events().clear();
  m.side->lobby().scan(true);
  m.side->until([&] { return !m.side->lobby().peers().empty(); });
  REQUIRE(m.side->lobby().dial(m.side->lobby().peers().front().address).ok());
  m.side->until([&] { return m.side->lobby().partner() == nullptr; });
  CHECK_FALSE(m.side->was_told(duel::Event::Kind::kMet));
  CHECK(m.card() == Card::kNone);
  m.tour->activate("lobby.blocked");
  m.tour->activate("lobby.blocked.0");
  m.tour->activate("lobby.close");
  CHECK(m.company().lobby().peers().size() == 1);
  m.side->call();
}

TEST_CASE("one's name is entered on the pad, kept, and what others see", "[lobby]") {
  Meeting m;
  m.side->lobby().scan(true);
  m.tour->activate("lobby.rename");
  for (const char* key : {"pad.key.l", "pad.key.i", "pad.key.l", "pad.key.y"})
    m.tour->activate(key);
  m.tour->activate("pad.done");
  CHECK(m.tour->says("lily"));
  m.side->until([&] {
    const auto& peers = m.side->lobby().peers();
    return !peers.empty() && peers.front().name == "lily";
  });
  CHECK(m.tour->app().house().config.values().player_name == "lily");
}

TEST_CASE("a kiosk shows and sends initials, and nobody's words", "[lobby]") {
  LobbySide::Options far;
  far.name = GENERATE("小林", "lin", "LINN", "LIN");
  const bool shown = far.name == "LIN";
  Meeting m(far, true);
  CHECK(m.tour->says(far.name) == shown);
  CHECK(m.tour->says("Player nearby") != shown);
  m.side->lobby().scan(true);
  const auto seen_as = [&](const std::string& name) {
    m.side->until([&] {
      const auto& peers = m.side->lobby().peers();
      return !peers.empty() && peers.front().name == name;
    });
  };
  m.tour->activate("lobby.rename");
  for (const char* key : {"guest.key.L", "guest.key.I", "guest.key.L"})
    m.tour->activate(key);
  m.tour->activate("guest.done");
  seen_as("LIL");
  CHECK(m.tour->says("LIL"));
  m.tour->activate("lobby.rename");
  m.tour->press(platform::Action::kBack);
  CHECK(m.tour->screen() == "lobby");
  m.tour->activate("lobby.rename");
  m.tour->activate("guest.page");
  m.tour->activate("guest.seal.1");
  seen_as("禄");
  CHECK(m.tour->says("禄"));
  m.tour->activate("lobby.rename");
  m.tour->activate("guest.none");
  seen_as("");
}

TEST_CASE("a far guest's seal is shown as one writes it here", "[lobby]") {
  LobbySide::Options far;
  far.name = "龙";
  Meeting m(far, true, "zh-Hant");
  CHECK(m.tour->says("龍"));
}

TEST_CASE("being seen ends after two minutes, and a button begins it anew", "[lobby]") {
  Meeting m;
  m.tour->pass(60'000);
  CHECK(m.tour->says("Visible for"));
  m.tour->pass(62'000);
  CHECK(m.tour->says("Not visible"));
  m.tour->activate("lobby.show");
  CHECK(m.tour->says("Visible for"));
}

TEST_CASE("the title leads to the lobby", "[lobby]") {
  const Scratch scratch;
  meet_in(scratch / "meet");
  Tour tour(options_in(scratch));
  tour.title_of("chess");
  tour.activate("title.far");
  REQUIRE(tour.screen() == "lobby");
  CHECK(tour.app().house().company->draft->variant == "chess");
}

TEST_CASE("who leaves for the title is not called any more", "[lobby]") {
  Meeting m;
  m.tour->press(Action::kBack);
  CHECK(m.tour->screen() == "title");
  CHECK(m.tour->app().house().company == nullptr);
}

TEST_CASE("a duel that was cut off is offered on the title and goes on", "[lobby]") {
  Meeting m;
  m.challenge();
  REQUIRE(m.side->duel().accept(m.tour->app().house().match_now()).ok());
  m.side->until([&] { return m.tour->screen() == "table"; });
  m.tour->pass(2000);
  // As if the program had been killed: its journal is what is left.
  m.side.reset();
  m.tour.reset();
  Tour again(options_in(m.scratch));
  CHECK(again.says("Go on:"));
  CHECK(again.app().ui().focus().focused() == "title.resume");
  again.activate("title.resume");
  CHECK(again.screen() == "table");
  REQUIRE(again.app().house().company != nullptr);
  CHECK(again.app().house().company->partner()->duel().playing());
}

TEST_CASE("a number to compare lies over every screen, both answers are reached by stick, back says no",
          "[lobby]") {
  const Scratch scratch;
  meet_in(scratch / "meet");
  Tour tour(options_in(scratch));
  enter_with_asker(tour);
  asker().calls.clear();
  ask_pairing(QITAI_PAIRING_COMPARE);
  tour.pass(100);
  CHECK(tour.says("048  213"));
  CHECK(tour.app().ui().focus().focused() == "pairing.no");
  SECTION("yes") {
    tour.press(Action::kLeft);
    CHECK(tour.app().ui().focus().focused() == "pairing.yes");
    tour.press(Action::kSelect);
    CHECK(asker().calls == std::vector<std::string>{"answer 1"});
  }
  SECTION("no") {
    tour.press(Action::kSelect);
    CHECK(asker().calls == std::vector<std::string>{"answer 0"});
  }
  SECTION("back") {
    tour.press(Action::kBack);
    CHECK(asker().calls == std::vector<std::string>{"answer 0"});
    CHECK(tour.screen() == "lobby");
  }
  tour.pass(100);
  CHECK_FALSE(tour.says("048  213"));
}

TEST_CASE("an adapter that is off is said, and the button switches it on", "[lobby]") {
  const Scratch scratch;
  meet_in(scratch / "meet");
  Tour tour(options_in(scratch));
  enter_with_asker(tour);
  tell_off();
  tour.pass(100);
  CHECK(tour.says("The radio is switched off."));
  CHECK(tour.says("Switch it on."));
  asker().calls.clear();
  tour.activate("lobby.mend");
  CHECK(asker().calls == std::vector<std::string>{"power 1"});
}

TEST_CASE("a plugin that breaks its contract closes the lobby's way and nothing else", "[lobby]") {
  const Scratch scratch;
  meet_in(scratch / "meet");
  Tour tour(options_in(scratch));
  enter_with_asker(tour);
  asker().status = QITAI_ERROR;
  tour.pass(100);
  asker().status = QITAI_OK;
  CHECK(tour.screen() == "lobby");
  CHECK(tour.says(tour.app().ui().tr("lobby.fault")));
  tour.activate("lobby.mend");
  CHECK(tour.screen() == "title");
}
