// The service menu: every page by keys alone, what its rows change, and what they refuse.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "base/file.hpp"
#include "kiosk/quarantine.hpp"
#include "kiosk/test_screen.hpp"
#include "match/scores.hpp"
#include "service.hpp"

using namespace qitai;
using namespace qitai::testing;
using platform::Action;

namespace {

std::string settings(const Scratch& scratch) {
  const auto content = read_file(scratch / "settings.toml", 100'000);
  return content ? *content : std::string();
}

void score(Tour& tour, std::string_view variant, std::string_view name) {
  store::Journal& journal = *tour.app().house().journal;
  journal.finish(journal.begin(variant, "", "h"), "r",
                 {{std::string(name), "", static_cast<int>(match::Standing::kWon)}});
  journal.flush();
}

}  // namespace

TEST_CASE("by keys alone: down from heading to heading, right into the page, left and back out of it") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_service(tour);
  const menu::Focus& focus = tour.app().ui().focus();
  for (const kiosk::PageKind& kind : kiosk::page_kinds()) {
    CHECK(focus.focused() == "head." + std::string(kind.id));
    tour.press(Action::kRight);
    CHECK(focus.focused().starts_with("row."));
    // As far down as it goes, and every row in sight while it has the focus.
    for (std::string before; before != focus.focused();) {
      before = focus.focused();
      REQUIRE(focus.item(before) != nullptr);
      tour.press(Action::kDown);
    }
    tour.press(Action::kBack);
    CHECK(focus.focused() == "head." + std::string(kind.id));
    tour.press(Action::kDown);
  }
  tour.press(Action::kBack);
  CHECK(tour.screen() == "attract");
}

TEST_CASE("what the operator sets is kept at once, and is what the next guest finds") {
  const Scratch scratch;
  {
    Tour tour(serviced(scratch.path()));
    open_service(tour);
    to_page(tour, "volume");
    to_row(tour, "volume");
    tour.press(Action::kLeft);
    CHECK(tour.says("55 %"));
    CHECK(tour.says("默认 60 %"));
    CHECK(settings(scratch).find("volume = 55") != std::string::npos);
    tour.press(Action::kBack);
    tour.press(Action::kBack);
    REQUIRE(tour.screen() == "attract");
    // A guest changes the same, and goes.
    tour.press(Action::kSelect);
    tour.activate("title.settings");
    tour.focus("set.volume");
    tour.press(Action::kRight);
    CHECK(tour.app().house().config.values().volume == 60);
    tour.pass(61'000);
    REQUIRE(tour.screen() == "attract");
    CHECK(tour.app().house().config.values().volume == 55);
  }
  Tour tour(serviced(scratch.path()));
  CHECK(tour.app().house().config.values().volume == 55);
}

TEST_CASE("what a guest chose before the operator came is not written down with what he sets") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  tour.press(Action::kSelect);
  tour.activate("title.settings");
  tour.focus("set.theme");
  tour.press(Action::kRight);
  REQUIRE(tour.app().house().config.values().theme == "ink");
  open_service(tour);
  to_page(tour, "volume");
  to_row(tour, "attract_sound");
  tour.press(Action::kRight);
  CHECK(settings(scratch).find("attract_sound = true") != std::string::npos);
  CHECK(settings(scratch).find("ink") == std::string::npos);
}

TEST_CASE("in the hours of silence nothing is heard, over midnight too") {
  config::Values values;
  CHECK_FALSE(values.quiet_at(0));
  values.quiet_from = "22:00";
  values.quiet_to = "08:00";
  CHECK_FALSE(values.quiet_at(21 * 60 + 59));
  CHECK(values.quiet_at(22 * 60));
  CHECK(values.quiet_at(0));
  CHECK(values.quiet_at(7 * 60 + 59));
  CHECK_FALSE(values.quiet_at(8 * 60));
  values.quiet_to = "22:00";
  CHECK_FALSE(values.quiet_at(22 * 60));
  values.quiet_from = "12:00";
  values.quiet_to = "13:30";
  CHECK(values.quiet_at(13 * 60 + 29));
  CHECK_FALSE(values.quiet_at(13 * 60 + 30));
  CHECK_FALSE(values.quiet_at(11 * 60));
}

TEST_CASE("the whole cabinet honours the hours of silence, and they end by the clock") {
  const Scratch scratch;
  ServiceOptions service;
  const kiosk::LocalTime start = kiosk::local_time(service.wall);
  service.config = fmt::format("[sound]\nquiet_from = \"00:00\"\nquiet_to = \"{:02}:{:02}\"\n", start.hour,
                               start.minute + 1);
  Tour tour(serviced(scratch.path(), service));
  int heard = 0;
  tour.app().house().hear = [&](platform::Sound) { ++heard; };
  tour.press(Action::kSelect);
  tour.press_many(Action::kDown, 2);
  tour.press_many(Action::kRight, 2);
  CHECK(heard == 0);
  tour.pass(40'000);
  tour.press(Action::kLeft);
  tour.pass(25'000);
  tour.press(Action::kSelect);
  tour.press_many(Action::kRight, 2);
  CHECK(heard > 0);
}

TEST_CASE("a dangerous row does nothing but by two seconds, a statement, and yes") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  score(tour, "chess", "KIM");
  score(tour, "chess", "LEE");
  score(tour, "xiangqi", "KIM");
  open_service(tour);
  to_page(tour, "scores");
  to_row(tour, "scores.chess");
  tour.press(Action::kSelect);
  CHECK_FALSE(tour.says("将删除"));
  tour.hold_select(1500);
  CHECK_FALSE(tour.says("将删除"));
  tour.hold_select(2100);
  CHECK(tour.says("将删除国际象棋的 2 个成绩"));
  // No is what stands there first.
  tour.press(Action::kSelect);
  CHECK(tour.app().house().journal->books("chess", 10)->size() == 2);
  CHECK(tour.app().ui().focus().focused() == "row.scores.chess");
  tour.hold_select(2100);
  tour.press(Action::kBack);
  CHECK(tour.screen() == "service");
  CHECK(tour.app().house().journal->books("chess", 10)->size() == 2);
  tour.hold_select(2100);
  tour.activate("ask.yes");
  CHECK(tour.app().house().journal->books("chess", 10)->empty());
  CHECK(tour.app().house().journal->books("xiangqi", 10)->size() == 1);
  CHECK(tour.says("0 个成绩"));
}

TEST_CASE("a game that is switched off is gone at the next start, and the last one stays") {
  const Scratch scratch;
  {
    Tour tour(serviced(scratch.path()));
    REQUIRE(tour.app().house().plugins.variant("chess") != nullptr);
    open_service(tour);
    to_page(tour, "plugins");
    for (const char* id : {"plugin.chess", "plugin.junqi"}) {
      to_row(tour, id);
      tour.press(Action::kRight);
      CHECK(tour.says("下次启动"));
    }
    to_row(tour, "plugin.xiangqi");
    tour.press(Action::kRight);
    CHECK(tour.says("至少要留一个游戏"));
    CHECK(tour.app().house().plugins.variant("chess") != nullptr);
  }
  {
    Tour tour(serviced(scratch.path()));
    CHECK(tour.app().house().plugins.variant("chess") == nullptr);
    CHECK(tour.app().house().plugins.variant("junqi") == nullptr);
    CHECK(tour.app().house().plugins.variant("xiangqi") != nullptr);
    open_service(tour);
    to_page(tour, "plugins");
    to_row(tour, "plugin.chess");
    tour.press(Action::kRight);
  }
  Tour tour(serviced(scratch.path()));
  CHECK(tour.app().house().plugins.variant("chess") != nullptr);
}

TEST_CASE("a plugin that was set aside is let back by the menu") {
  const Scratch scratch;
  REQUIRE(kiosk::write_quarantine(scratch / "plugins-set-aside", {"chess", "gone-long-ago"}).ok());
  Tour tour(serviced(scratch.path()));
  open_service(tour);
  CHECK(tour.says("插件 chess 已停用"));
  to_page(tour, "plugins");
  to_row(tour, "aside.gone-long-ago");
  hold_row(tour, "aside.chess");
  CHECK(tour.says("将恢复插件 chess"));
  tour.activate("ask.yes");
  CHECK(kiosk::read_quarantine(scratch / "plugins-set-aside") == std::vector<std::string>{"gone-long-ago"});
}

TEST_CASE("a language is that of every screen at once, and after the next start") {
  const Scratch scratch;
  ServiceOptions service;
  service.language = "";
  {
    Tour tour(serviced(scratch.path(), service));
    open_service(tour);
    to_page(tour, "language");
    to_row(tour, "en");
    tour.press(Action::kSelect);
    tour.settle();
    CHECK(tour.says("Service menu"));
  }
  Tour tour(serviced(scratch.path(), service));
  CHECK(tour.says("Press any button"));
  CHECK(tour.app().house().catalog.language() == text::Language::kEnglish);
}

TEST_CASE(
    "nothing but the row leave ends the program, held, stated and confirmed, and another starts it again") {
  const Scratch scratch;
  const bool again = GENERATE(false, true);
  Tour tour(serviced(scratch.path()));
  open_service(tour);
  to_page(tour, "system");
  hold_row(tour, again ? "again" : "leave");
  CHECK_FALSE(tour.app().house().quit);
  CHECK(tour.says(again ? "将重新启动" : "游戏将结束"));
  tour.activate("ask.yes");
  CHECK(tour.app().house().quit);
  CHECK(tour.app().house().again == again);
}

TEST_CASE("how far the touch is off is shown at nine crosses") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_service(tour);
  to_page(tour, "display");
  to_row(tour, "test_touch");
  tour.press(Action::kSelect);
  REQUIRE(tour.screen() == "test");
  const auto& test = static_cast<const kiosk::TestScreen&>(tour.app().screen());
  for (int i = 0; i < kiosk::TestScreen::kCrosses; ++i) {
    const SDL_Point place = test.cross(i);
    CHECK_FALSE(test.off(i));
    tour.app().tap(static_cast<float>(place.x + 3), static_cast<float>(place.y - i),
                   platform::Device::kTouch);
    tour.settle();
    REQUIRE(test.off(i));
    CHECK(test.off(i)->x == 3);
    CHECK(test.off(i)->y == -i);
  }
  CHECK(tour.says("最大偏差 9 像素"));
  tour.press(Action::kBack);
  CHECK(tour.screen() == "service");
  CHECK(tour.app().ui().focus().focused() == "row.test_touch");
}

TEST_CASE("pictures of the screen test are walked through and lead back") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_service(tour);
  to_page(tour, "display");
  for (const char* row : {"test_grey", "test_grid", "test_fields"}) {
    to_row(tour, row);
    tour.press(Action::kSelect);
    REQUIRE(tour.screen() == "test");
    int presses = 0;
    for (; tour.screen() == "test" && presses < 20; ++presses)
      tour.press(Action::kSelect);
    CHECK(presses == (std::string_view(row) == "test_fields" ? 8 : 1));
    CHECK(tour.app().ui().focus().focused() == "row." + std::string(row));
  }
}

TEST_CASE("a wrong settings.toml is told, and the menu works and writes it anew") {
  const Scratch scratch;
  const std::string content =
      GENERATE("[sound]\nvolume = 500\nquiet_from = \"25:00\"\n", "not = [toml",
               "[plugins]\noff = [\"Not An Id\"]\n[input]\nselect = [1]\n", "[kiosk]\npin = \"1111\"\n");
  REQUIRE(write_file_atomic(scratch / "settings.toml", content).ok());
  Tour tour(serviced(scratch.path()));
  CHECK_FALSE(tour.app().house().config.problems().empty());
  open_service(tour);
  CHECK(tour.says("settings.toml"));
  to_page(tour, "volume");
  to_row(tour, "volume");
  tour.press(Action::kRight);
  CHECK(settings(scratch).find("volume = 65") != std::string::npos);
  CHECK(settings(scratch).find("pin") == std::string::npos);
}

TEST_CASE("in every shape and language every page of the service menu fits", "[audit]") {
  const auto [width, height] = GENERATE(std::pair(1920, 1080), std::pair(1280, 800), std::pair(800, 480),
                                        std::pair(1080, 1920), std::pair(480, 800), std::pair(480, 480));
  const std::string language = GENERATE("zh-Hans", "zh-Hant", "en");
  const Scratch scratch;
  REQUIRE(kiosk::write_quarantine(scratch / "plugins-set-aside", {"gone-long-ago"}).ok());
  ServiceOptions service;
  service.width = width;
  service.height = height;
  service.language = language;
  service.config =
      "venue = \"Teahouse at the North Gate\"\n[sound]\nvolume = 40\nquiet_from = \"22:00\"\nquiet_to = "
      "\"08:00\"\n";
  Tour tour(serviced(scratch.path(), service));
  for (const char* name : {"KIM", "LEE", "WWW"})
    score(tour, "chess", name);
  const auto look = [&](const std::string& what) { audit(tour, what); };
  open_pin(tour);
  type(tour, "246");
  look("pin");
  type(tour, "99999");
  look("pin_wrong");
  for (int i = 0; i < 4; ++i)
    type(tour, "99999999");
  look("pin_closed");
  tour.pass(19'000);
  type(tour, "1");
  tour.pass(19'000);
  type(tour, "1");
  tour.pass(19'000);
  type(tour, "1");
  tour.pass(5'000);
  type(tour, kPin);
  REQUIRE(tour.screen() == "service");
  look("service");
  for (const kiosk::PageKind& kind : kiosk::page_kinds()) {
    const std::string id(kind.id);
    to_page(tour, id);
    look("service_" + id);
    const menu::Focus& focus = tour.app().ui().focus();
    for (std::string before; before != focus.focused();) {
      before = focus.focused();
      tour.press(Action::kDown);
      for (const menu::AuditProblem& problem : tour.app().ui().problems())
        FAIL_CHECK(focus.focused() << " at " << width << "x" << height << " in " << language << ": "
                                   << problem.what);
    }
    look("service_" + id + "_end");
    tour.press(Action::kBack);
  }
  to_page(tour, "scores");
  hold_row(tour, "scores.chess");
  look("service_ask");
  tour.press(Action::kBack);
  tour.press(Action::kBack);
  to_page(tour, "inputs");
  to_row(tour, "input_test");
  tour.press(Action::kSelect);
  look("input_test");
}
