// A game with secrets at one screen: who sees what in every frame, set-ups, the curtain, pencil marks.
#include <SDL.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "base/hash.hpp"
#include "scratch.hpp"
#include "tour.hpp"

using qitai::host::Move;
using qitai::host::Point;
using qitai::host::Seat;
using qitai::menu::Curtain;
using qitai::platform::Action;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

// Layout J01 of the open-mode tables, and the same with ranks changed that no one can tell from outside.
constexpr const char* kLayout = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";
constexpr const char* kOther = "34675/7.6.2/E5.82/3.B.2/EM9ME/BFM43";

TourOptions small(const Scratch& scratch) {
  TourOptions options;
  options.width = 800;
  options.height = 480;
  options.data = scratch.path();
  options.language = "en";
  return options;
}

// What the screen shows now.
qitai::Digest picture(Tour& tour) {
  int width = 0, height = 0;
  SDL_Renderer* const renderer = tour.app().window().renderer();
  SDL_GetRendererOutputSize(renderer, &width, &height);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  REQUIRE(SDL_RenderReadPixels(renderer, nullptr, SDL_PIXELFORMAT_ARGB8888, pixels.data(), width * 4) == 0);
  return qitai::hash_of(pixels);
}

// A table whose set-ups are made, behind its curtain; with the usual limits, or so many minutes a side.
void table_with(Tour& tour, const std::string& red, const std::string& blue, int minutes = 0) {
  qitai::menu::House& house = tour.app().house();
  const auto game = house.plugins.variant("junqi");
  REQUIRE(game != nullptr);
  qitai::match::Terms terms = qitai::match::default_terms(*game);
  for (qitai::match::SeatTerms& seat : terms.seats) {
    if (minutes != 0) seat.limits.first_limit = minutes;
  }
  auto made = qitai::seat::Table::begin(game, terms, house.journal, house.match_now());
  REQUIRE(made);
  for (const Seat seat : {0, 1}) {
    qitai::match::Intent intent;
    intent.kind = qitai::match::IntentKind::kSetUp;
    intent.seat = seat;
    intent.bytes = seat == 0 ? red : blue;
    REQUIRE(std::holds_alternative<qitai::match::Accepted>((*made)->submit(intent, house.match_now())));
  }
  house.go(qitai::menu::screen_of(house, std::move(*made)));
  tour.settle();
}

Move move_of(Tour& tour, const char* from, const char* to) {
  const auto& geometry = tour.table().session().reader().state().geometry();
  Move move;
  move.from = geometry.point(from);
  move.to = geometry.point(to);
  return move;
}

// The frames of one game: those in which a seat may be looking, and those in which it is not.
struct Frames {
  std::vector<qitai::Digest> hidden_from, seen_by;
};

// Plays the same moves of both and keeps what is shown, as seat `who` sees it or not.
Frames frames_of(const std::string& red, const std::string& blue, Seat who, bool motion,
                 const std::vector<std::pair<const char*, const char*>>& moves) {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.reduced_motion = !motion;
  Tour tour(options);
  table_with(tour, red, blue);
  Frames frames;
  tour.watch = [&] {
    if (tour.screen() != "table") return;
    // Until the doors are shut behind him, whoever moved is the one who looks.
    const bool looks = tour.table().session().seated() == who;
    (looks ? frames.seen_by : frames.hidden_from).push_back(picture(tour));
  };
  for (const auto& [from, to] : moves) {
    tour.open_curtain();
    const auto before = tour.table().session().reader().plies().size();
    tour.play_hidden(move_of(tour, from, to));
    REQUIRE(tour.table().session().reader().plies().size() == before + 1);
    REQUIRE(tour.table().curtain().shut());
  }
  tour.watch = nullptr;
  return frames;
}

}  // namespace

TEST_CASE("no frame shows what the side that looks may not know: games that differ in it alone look alike") {
  // Of the other side only where it stands is known.
  const std::vector<std::pair<const char*, const char*>> quiet{
      {"a6", "b5"}, {"e7", "d8"}, {"b5", "c4"}, {"d8", "c9"}};
  const bool motion = GENERATE(false, true);
  const Frames first = frames_of(kLayout, kLayout, 1, motion, quiet);
  const Frames second = frames_of(kLayout, kOther, 1, motion, quiet);
  // Blue's ranks differ: whatever is shown while Blue does not sit is the same to the last pixel.
  REQUIRE(first.hidden_from.size() == second.hidden_from.size());
  CHECK(first.hidden_from == second.hidden_from);
  // And what Blue sees is not, or nothing would have been tested.
  CHECK(first.seen_by != second.seen_by);

  const Frames third = frames_of(kLayout, kLayout, 0, motion, quiet);
  const Frames fourth = frames_of(kOther, kLayout, 0, motion, quiet);
  CHECK(third.hidden_from == fourth.hidden_from);
  CHECK(third.seen_by != fourth.seen_by);
}

TEST_CASE("a fight shows its result and nothing more") {
  // Red's general attacks along the e file. Blue's e7 is a brigadier in one game and a captain in the other:
  // it falls in both, and its rank stays hidden.
  const std::string red = "64378/7.3.E/25.52/3.B.2/EM9ME/BFM46";    // e6: the general
  const std::string blue = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";   // e7: the brigadier
  const std::string other = "34675/7.6.2/E5.82/3.B.2/EM9ME/BFM43";  // e7: a captain
  const std::vector<std::pair<const char*, const char*>> moves{{"e6", "e7"}, {"a7", "b8"}};
  const bool motion = GENERATE(false, true);
  const Frames first = frames_of(red, blue, 1, motion, moves);
  const Frames second = frames_of(red, other, 1, motion, moves);
  CHECK(first.hidden_from == second.hidden_from);
  CHECK(first.seen_by != second.seen_by);
}

TEST_CASE("nobody's set-up is seen behind the doors, and nobody's after them") {
  const auto frames = [](std::uint8_t seed) {
    const Scratch scratch;
    TourOptions options = small(scratch);
    options.seed = seed;
    options.reduced_motion = false;
    Tour tour(options);
    tour.to_setup("junqi");
    std::vector<qitai::Digest> shut, seen;
    tour.watch = [&] {
      if (tour.screen() == "setup") {
        // The clock tells how long somebody took: it is the same in both.
        (tour.setup().seat() ? seen : shut).push_back(picture(tour));
      } else if (tour.screen() == "table") {
        (tour.table().session().seated() ? seen : shut).push_back(picture(tour));
      }
    };
    tour.set_up_both();
    tour.watch = nullptr;
    return std::pair(shut, seen);
  };
  const auto [shut, seen] = frames(0);
  const auto [other_shut, other_seen] = frames(77);
  CHECK(shut == other_shut);
  CHECK(seen != other_seen);
}

TEST_CASE("the doors stand between two moves, and open for whoever is called by a held press alone") {
  const Scratch scratch;
  Tour tour(small(scratch));
  table_with(tour, kLayout, kLayout);
  CHECK(tour.table().curtain().shut());
  CHECK_FALSE(tour.table().session().seated());
  // A short press, or keys for other things, open nothing.
  tour.press(Action::kSelect);
  tour.press(Action::kMenu);
  tour.press(Action::kBrowse);
  tour.press(Action::kFlip);
  tour.hold_select(500);
  CHECK(tour.table().curtain().shut());
  tour.open_curtain();
  CHECK(tour.table().curtain().open());
  CHECK(tour.table().session().seated() == 0);
  CHECK(tour.table().session().near_seat() == 0);
  tour.play_hidden(move_of(tour, "a6", "b5"));
  CHECK(tour.table().curtain().shut());
  CHECK(tour.table().session().viewer() == qitai::host::kPublic);
  tour.open_curtain();
  CHECK(tour.table().session().seated() == 1);
  CHECK(tour.table().session().viewer() == 1);
}

TEST_CASE("an offer of a draw waits for the other side to sit down") {
  const Scratch scratch;
  Tour tour(small(scratch));
  table_with(tour, kLayout, kLayout);
  tour.open_curtain();
  tour.press(Action::kBack);
  tour.activate("act.draw");
  // Red goes on looking at its own pieces: it cannot answer itself.
  CHECK(tour.app().ui().focus().item("ask.agree") == nullptr);
  CHECK(tour.table().curtain().open());
  tour.pass(1000);
  tour.press(Action::kBack);
  tour.play_hidden(move_of(tour, "a6", "b5"));
  tour.open_curtain();
  REQUIRE(tour.table().session().seated() == 1);
  REQUIRE(tour.app().ui().focus().item("ask.agree") != nullptr);
  tour.activate("ask.agree");
  tour.pass(3000);
  REQUIRE(tour.screen() == "result");
}

TEST_CASE("a takeback is answered by the other side before the game goes on, each behind its doors") {
  const Scratch scratch;
  Tour tour(small(scratch));
  table_with(tour, kLayout, kLayout);
  tour.open_curtain();
  tour.play_hidden(move_of(tour, "a6", "b5"));
  tour.open_curtain();
  tour.play_hidden(move_of(tour, "a7", "b8"));
  tour.open_curtain();
  REQUIRE(tour.table().session().seated() == 0);
  tour.press(Action::kBack);
  tour.activate("act.takeback");
  tour.pass(600);
  REQUIRE(tour.table().curtain().shut());
  CHECK(tour.table().session().due() == 1);
  tour.open_curtain();
  REQUIRE(tour.table().session().seated() == 1);
  tour.activate("ask.agree");
  tour.pass(600);
  REQUIRE(tour.table().curtain().shut());
  CHECK(tour.table().session().reader().plies().empty());
  tour.open_curtain();
  CHECK(tour.table().session().seated() == 0);
  CHECK(tour.table().session().ready());
}

TEST_CASE("both layouts are shown once the match is over, and not before") {
  const Scratch scratch;
  Tour tour(small(scratch));
  table_with(tour, kLayout, kOther);
  tour.open_curtain();
  const auto hidden = [](const std::vector<qitai::host::Piece>& pieces) {
    return std::count_if(pieces.begin(), pieces.end(),
                         [](const auto& piece) { return piece.kind == qitai::host::kNoKind; });
  };
  CHECK(hidden(tour.table().session().reader().pieces(0)) == 25);
  CHECK(hidden(tour.table().session().table().reader(qitai::match::kTruth).pieces(0)) == 50);
  tour.press(Action::kBack);
  tour.focus("act.resign");
  tour.hold_select(1100);
  tour.pass(2500);
  REQUIRE(tour.screen() == "result");
  CHECK(hidden(tour.result().session().reader().pieces(0)) == 0);
}

TEST_CASE("a match that is gone on with begins behind the curtain, in its set-up as well") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.journal = true;
  {
    Tour tour(options);
    tour.to_setup("junqi");
    tour.open_curtain();
    tour.hand_over();
  }
  {
    Tour tour(options);
    tour.activate("title.resume");
    REQUIRE(tour.screen() == "setup");
    CHECK(tour.setup().curtain().shut());
    CHECK_FALSE(tour.setup().seat());
    tour.open_curtain();
    CHECK(tour.setup().seat() == 1);
    tour.hand_over();
    REQUIRE(tour.screen() == "table");
  }
  Tour tour(options);
  tour.activate("title.resume");
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().curtain().shut());
  CHECK(tour.table().session().viewer() == qitai::host::kPublic);
}

TEST_CASE("when the time for a set-up is up, what stands counts, and the other side's begins when it sits") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.table_of("junqi", [](qitai::match::Terms& terms) {
    terms.setup_in_turn = true;
    for (auto& seat : terms.seats)
      seat.limits.setup_limit = 1;
  });
  REQUIRE(tour.screen() == "setup");
  const auto left = [&](Seat seat) {
    return tour.setup().session().table().left(seat, tour.app().house().match_now()).setup;
  };
  tour.jump(300'000);  // nobody has sat down yet
  CHECK(left(0) == qitai::match::kMinute);
  tour.open_curtain();
  REQUIRE(tour.setup().seat() == 0);
  tour.press(Action::kBack);
  tour.activate("setup.mirror");
  const std::string stands = tour.setup().layout();
  tour.jump(55'000);
  tour.pass(6000);
  REQUIRE(tour.setup().curtain().shut());
  const auto& intents = tour.setup().session().table().referee().intents();
  const auto given = std::find_if(intents.begin(), intents.end(), [](const auto& intent) {
    return intent.kind == qitai::match::IntentKind::kSetUp;
  });
  REQUIRE(given != intents.end());
  CHECK(given->bytes == stands);
  tour.jump(300'000);
  // But for the turn of the program that noticed.
  CHECK(left(1) > qitai::match::kMinute - qitai::match::kSecond / 10);
  tour.open_curtain();
  REQUIRE(tour.setup().seat() == 1);
  CHECK(left(1) > qitai::match::kMinute - 5 * qitai::match::kSecond);
  tour.jump(61'000);
  tour.pass(600);
  CHECK(tour.screen() == "table");
}

TEST_CASE("a wish that breaks a rule is answered with the piece and the rule, and nothing moves") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_setup("junqi");
  tour.open_curtain();
  const std::string before = tour.setup().layout();
  // From the front row's middle to the camp behind it on the left: camps are empty at first.
  tour.press(Action::kSelect);
  REQUIRE(tour.setup().picked());
  tour.press(Action::kLeft);
  tour.press(Action::kDown);
  tour.press(Action::kSelect);
  CHECK_FALSE(tour.setup().said().empty());
  CHECK(tour.setup().layout() == before);
  // A swap of two in the front row is always allowed unless one is barred from it; both stand there.
  tour.press(Action::kBack);
  tour.press(Action::kUp);
  tour.press(Action::kSelect);
  REQUIRE(tour.setup().picked());
  tour.press(Action::kLeft);
  tour.press(Action::kSelect);
  CHECK_FALSE(tour.setup().picked());
  CHECK(tour.setup().layout().size() == before.size());
}

TEST_CASE("a pencil mark stays with its piece and is its seat's own") {
  const Scratch scratch;
  Tour tour(small(scratch));
  table_with(tour, kLayout, kLayout);
  tour.open_curtain();
  tour.cursor_to("a7");
  tour.press(Action::kSelect);
  REQUIRE(tour.table().pencilling());
  tour.activate("pencil.2");  // a major general
  CHECK_FALSE(tour.table().pencilling());
  const Point at = tour.table().session().reader().state().geometry().point("a7");
  CHECK(tour.table().session().guess(at) == 2);
  tour.play_hidden(move_of(tour, "a6", "b5"));
  tour.open_curtain();
  // Blue sees none on its own piece, nor may it write on it.
  CHECK_FALSE(tour.table().session().guess(at));
  CHECK_FALSE(tour.table().session().may_guess(at));
  tour.play_hidden(move_of(tour, "a7", "b8"));
  tour.open_curtain();
  CHECK_FALSE(tour.table().session().guess(at));
  const Point now = tour.table().session().reader().state().geometry().point("b8");
  CHECK(tour.table().session().guess(now) == 2);
  const auto notes = tour.table().session().marks().notes;
  CHECK(std::any_of(notes.begin(), notes.end(),
                    [now](const auto& note) { return note.at == now && !note.sure; }));
}

TEST_CASE("a whole game of hidden pieces at one screen, by keys") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_setup("junqi");
  tour.set_up_both();
  REQUIRE(tour.screen() == "table");
  std::size_t plies = 0;
  while (tour.screen() == "table") {
    REQUIRE(tour.table().curtain().shut());
    tour.open_curtain();
    REQUIRE(tour.table().session().seated() == tour.table().session().mover());
    tour.play_hidden(tour.some_move());
    REQUIRE(++plies < 700);
  }
  REQUIRE(tour.screen() == "result");
  const auto* const end = tour.result().session().reader().ended();
  REQUIRE(end != nullptr);
  const std::set<std::string> ends{"flag-captured", "no-moves", "no-progress", "repetition"};
  CHECK(ends.contains(end->text));
}

TEST_CASE("one hand against the machine: one agrees, no doors, and only the own pieces are seen") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.title_of("junqi");
  tour.activate("title.one");
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "card");
  CHECK(tour.app().ui().focus().item("card.agree.1") == nullptr);
  tour.activate("card.agree.0");
  REQUIRE(tour.screen() == "setup");
  CHECK(tour.setup().curtain().open());
  CHECK(tour.setup().seat() == 0);
  tour.hand_over();
  const auto wait = [&](auto until) {
    for (int i = 0; i < 60'000 && !until(); ++i) {
      SDL_Delay(1);
      tour.pass(20);
    }
  };
  wait([&] { return tour.screen() == "table" && tour.table().session().ready(); });
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().curtain().open());
  CHECK(tour.table().session().viewer() == 0);
  for (int round = 0; round < 3; ++round) {
    const std::size_t before = tour.table().session().reader().plies().size();
    tour.play_hidden(tour.some_move());
    wait([&] {
      return tour.screen() != "table" ||
             (tour.table().session().ready() && tour.table().session().reader().plies().size() >= before + 2);
    });
    REQUIRE(tour.screen() == "table");
    CHECK(tour.table().session().viewer() == 0);
    CHECK(tour.table().curtain().open());
  }
}

TEST_CASE("an open game has private set-ups and no doors after them") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.table_of("junqi", [](qitai::match::Terms& terms) { terms.options[0] = 1; });
  REQUIRE(tour.screen() == "setup");
  CHECK(tour.setup().curtain().shut());
  tour.set_up_both();
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().curtain().open());
  CHECK_FALSE(tour.table().session().curtained());
  CHECK(tour.table().session().viewer() == qitai::host::kPublic);
  tour.play_hidden(tour.some_move());
  CHECK(tour.table().curtain().open());
  CHECK(tour.table().session().ready());
}

TEST_CASE("in the flip game sides have no names until the first piece is turned over, then those they got") {
  for (std::uint8_t seed = 0; seed < 6; ++seed) {
    const Scratch scratch;
    TourOptions options = small(scratch);
    options.seed = seed;
    Tour tour(options);
    tour.table_of("junqi", [&](qitai::match::Terms& terms) {
      terms.options[0] = 2;
      terms.seed[0] = seed;
    });
    REQUIRE(tour.screen() == "table");
    qitai::menu::Session& session = tour.table().session();
    CHECK(session.side(0) == nullptr);
    CHECK(session.turn_words(0) == "Player 1 to move");
    tour.cursor_to("c6");
    tour.press(Action::kSelect);
    tour.pass(2000);
    REQUIRE(session.reader().plies().size() == 1);
    for (const Seat seat : {0, 1}) {
      const bool red = session.colour(seat) == 0;
      CHECK(session.side_name(seat) == (red ? "Red" : "Blue"));
      CHECK(session.turn_words(seat) == (red ? "Red to move" : "Blue to move"));
    }
    CHECK(session.colour(0) != session.colour(1));
  }
}

TEST_CASE("a fight that is looked at takes nothing from the clock of the next side") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.reduced_motion = false;
  Tour tour(options);
  qitai::menu::House& house = tour.app().house();
  table_with(tour, kLayout, kLayout, 10);
  tour.open_curtain();
  // Over the middle bridge: a fight with whoever stands there.
  tour.cursor_to("c6");
  tour.press(Action::kSelect);
  tour.cursor_to("c7");
  tour.app().press(Action::kSelect);
  const auto left = [&] { return tour.table().session().table().left(1, house.match_now()).main; };
  int seen = 0;  // turns during which the mover looked at his fight
  for (int i = 0; i < 400 && !tour.table().curtain().shut(); ++i) {
    SDL_Delay(1);  // the journal's own thread
    tour.pass(20);
    const bool fought = !tour.table().session().reader().plies().empty();
    seen += fought && tour.table().curtain().open() ? 1 : 0;
    CHECK(left() == 10 * qitai::match::kMinute);
  }
  REQUIRE(tour.table().curtain().shut());
  CHECK(seen > 20);
}

TEST_CASE("in the flip game pieces are turned over on the table, chance decides what they are") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.table_of("junqi", [](qitai::match::Terms& terms) { terms.options[0] = 2; });
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().curtain().open());
  tour.cursor_to("c6");
  tour.press(Action::kSelect);
  tour.pass(2000);
  REQUIRE(tour.table().session().reader().plies().size() == 1);
  const Point at = tour.table().session().reader().state().geometry().point("c6");
  const auto& pieces = tour.table().session().reader().pieces(1);
  const auto turned =
      std::find_if(pieces.begin(), pieces.end(), [at](const auto& piece) { return piece.point == at; });
  REQUIRE(turned != pieces.end());
  CHECK(turned->kind != qitai::host::kNoKind);
  CHECK(tour.table().session().ready());
}

TEST_CASE("a game that writes its moves in coordinates itself has them once among its notations") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.language = GENERATE("en", "zh-Hans");
  Tour tour(options);
  table_with(tour, kLayout, kLayout);
  qitai::menu::Session& session = tour.table().session();
  const int first = session.notation();
  std::set<std::string> names;
  for (std::size_t i = 0; i < session.info().notations.size(); ++i) {
    names.insert(session.notation_name());
    session.next_notation();
  }
  CHECK(session.notation() == first);
  CHECK(names.size() == session.info().notations.size());
}

TEST_CASE("a spectator's session knows what is public for good") {
  const Scratch scratch;
  Tour tour(small(scratch));
  qitai::menu::House& house = tour.app().house();
  const auto game = house.plugins.variant("junqi");
  auto made = qitai::seat::Table::begin(game, qitai::match::default_terms(*game), nullptr, house.match_now());
  REQUIRE(made);
  qitai::menu::Session session(house, std::move(*made), qitai::host::kPublic);
  CHECK_FALSE(session.curtained());
  CHECK(session.viewer() == qitai::host::kPublic);
  session.reveal(0);
  CHECK(session.viewer() == qitai::host::kPublic);
}
