// What is pressed while the journal writes: it waits, and is lost only with the position it was meant for.
#include <catch2/catch.hpp>
#include <condition_variable>
#include <mutex>

#include "menu/terms_screen.hpp"
#include "scratch.hpp"
#include "store/journal.hpp"
#include "tour.hpp"

using qitai::platform::Action;
using qitai::platform::Input;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

namespace menu = qitai::menu;
namespace seat = qitai::seat;
namespace store = qitai::store;

// A disk that answers when it is told to: the journal's thread calls pass() after each batch.
class Disk {
 public:
  void pass() {
    std::unique_lock hold(mutex_);
    stands_ = !runs_;
    changed_.notify_all();
    changed_.wait(hold, [this] { return runs_; });
    stands_ = false;
  }
  // Until somebody stands in pass().
  void wait_until_it_stands() {
    std::unique_lock hold(mutex_);
    changed_.wait(hold, [this] { return stands_; });
  }
  void run(bool on) {
    const std::lock_guard hold(mutex_);
    runs_ = on;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool runs_ = true;
  bool stands_ = false;
};

// A table whose ply h2e2 is on its way to a disk that does not answer.
struct SlowTable {
  SlowTable() {
    TourOptions options;
    options.data = scratch.path();
    tour = std::make_unique<Tour>(options);
    journal = std::move(*store::Journal::open(scratch.path() / "slow.db", [this] { disk.pass(); }));
    menu::House& house = tour->app().house();
    const auto variant = house.plugins.variant("xiangqi");
    auto made =
        seat::Table::begin(variant, menu::usual_terms(house, *variant), journal.get(), house.match_now());
    journal->flush();
    disk.run(false);
    house.go(std::make_unique<menu::TableScreen>(house, std::move(*made)));
    tour->settle();
    journal->checkpoint(0, "");  // of no match: the thread stands at the disk from here on
    disk.wait_until_it_stands();
    tour->play("h2e2");
    REQUIRE(plies() == 1);
    REQUIRE_FALSE(tour->table().session().ready());
  }
  ~SlowTable() {
    disk.run(true);
    tour.reset();
    journal.reset();
  }
  std::size_t plies() { return tour->table().session().reader().plies().size(); }
  void catch_up() {
    disk.run(true);
    journal->flush();
    tour->pass(100);
    tour->settle();
  }
  void pointer(Input::Kind kind, std::string_view name) {
    const auto geometry = tour->table().session().variant().geometry();
    const SDL_FPoint where = tour->app().house().board.centre(geometry->point(name));
    Input input;
    input.kind = kind;
    input.device = qitai::platform::Device::kTouch;
    input.x = where.x;
    input.y = where.y;
    tour->app().give(input);
    tour->settle();
  }

  const Scratch scratch;
  Disk disk;
  std::unique_ptr<store::Journal> journal;
  std::unique_ptr<Tour> tour;
};

}  // namespace

TEST_CASE("presses wait for the journal and then make their move") {
  SlowTable slow;
  slow.tour->play("h9g7");  // to take it up and to set it down
  CHECK(slow.plies() == 1);
  CHECK_FALSE(slow.tour->table().hand().lifted());
  slow.catch_up();
  REQUIRE(slow.plies() == 2);
  CHECK(slow.tour->table().session().reader().plies().back().coordinates == "h9g7");
}

TEST_CASE("a finger's drag waits for the journal") {
  SlowTable slow;
  slow.pointer(Input::Kind::kPointerDown, "h9");
  slow.pointer(Input::Kind::kPointerMove, "h8");
  slow.pointer(Input::Kind::kPointerMove, "g7");
  slow.pointer(Input::Kind::kPointerUp, "g7");
  CHECK(slow.plies() == 1);
  slow.catch_up();
  REQUIRE(slow.plies() == 2);
  CHECK(slow.tour->table().session().reader().plies().back().coordinates == "h9g7");
}

TEST_CASE("one press that waits takes the piece up, and back takes the wish away") {
  SlowTable slow;
  slow.tour->cursor_to("h9");
  slow.tour->press(Action::kSelect);
  SECTION("it is taken up") {
    slow.catch_up();
    CHECK(slow.tour->table().hand().lifted());
  }
  SECTION("back") {
    slow.tour->press(Action::kBack);
    slow.catch_up();
    CHECK_FALSE(slow.tour->table().hand().lifted());
  }
  CHECK(slow.tour->table().focus_on_board());
  CHECK(slow.plies() == 1);
}

TEST_CASE("what was meant for a position that is gone is not done in another") {
  SlowTable slow;
  slow.tour->play("h9g7");
  slow.tour->play("b9c7");  // of the same seat: meant for the position before h9g7
  slow.catch_up();
  CHECK(slow.plies() == 2);
  CHECK_FALSE(slow.tour->table().hand().lifted());
}

TEST_CASE("what waits is forgotten when the match ends first") {
  SlowTable slow;
  slow.tour->play("h9g7");
  qitai::match::Intent resign;
  resign.kind = qitai::match::IntentKind::kResign;
  resign.seat = 1;
  REQUIRE(std::holds_alternative<qitai::match::Accepted>(
      slow.tour->table().session().table().submit(resign, slow.tour->app().house().match_now())));
  slow.tour->settle();
  slow.disk.run(true);
  slow.journal->flush();
  slow.tour->pass(3000);
  REQUIRE(slow.tour->screen() == "result");
  CHECK(slow.tour->result().session().reader().plies().size() == 1);
}
