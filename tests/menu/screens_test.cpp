// How the screens look: pictures against those somebody looked at, at two sizes; and at other sizes, shapes
// and languages nothing clipped, overlapping, too small to hit or without a glyph.
#include <SDL_image.h>
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "far_side.hpp"
#include "lobby_side.hpp"
#include "scratch.hpp"
#include "tour.hpp"

using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

namespace fs = std::filesystem;

struct SurfaceCloser {
  void operator()(SDL_Surface* surface) const { SDL_FreeSurface(surface); }
};
using Picture = std::unique_ptr<SDL_Surface, SurfaceCloser>;

Picture load(const fs::path& file) {
  const Picture raw(IMG_Load(file.c_str()));
  if (raw == nullptr) return nullptr;
  return Picture(SDL_ConvertSurfaceFormat(raw.get(), SDL_PIXELFORMAT_ARGB8888, 0));
}

// The part of the pixels that differ by more than 2 of 255 in any channel.
double difference(const SDL_Surface& a, const SDL_Surface& b) {
  if (a.w != b.w || a.h != b.h) return 1;
  std::int64_t differing = 0;
  for (int y = 0; y < a.h; ++y) {
    const auto* const left = static_cast<const std::uint8_t*>(a.pixels) + std::ptrdiff_t{y} * a.pitch;
    const auto* const right = static_cast<const std::uint8_t*>(b.pixels) + std::ptrdiff_t{y} * b.pitch;
    for (int x = 0; x < a.w; ++x) {
      bool same = true;
      for (int channel = 0; channel < 3; ++channel) {
        same = same && std::abs(int{left[x * 4 + channel]} - int{right[x * 4 + channel]}) <= 2;
      }
      if (!same) ++differing;
    }
  }
  return static_cast<double>(differing) / (static_cast<double>(a.w) * a.h);
}

std::string_view kind_name(qitai::menu::AuditProblem::Kind kind) {
  using Kind = qitai::menu::AuditProblem::Kind;
  switch (kind) {
    case Kind::kClipped:
      return "clipped";
    case Kind::kNoGlyph:
      return "without a glyph";
    case Kind::kOverlap:
      return "overlapping";
    case Kind::kOutside:
      return "outside the screen";
    case Kind::kSmall:
      return "too small to hit";
  }
  return "?";
}

// Not kept: each has a neighbour that shows the same and more; three more at the larger size,
// where the smaller one is the harder to fit.
bool has_twin(std::string_view name, bool small) {
  if (!small && (name == "table_ask" || name == "table_one" || name == "table_loupe")) return true;
  static const std::set<std::string_view> kTwins{"secret_card_one",
                                                 "secret_setup_name",
                                                 "secret_setup_picked",
                                                 "secret_setup_rename",
                                                 "secret_table",
                                                 "secret_table_actions",
                                                 "secret_title",
                                                 "table_start",
                                                 "time",
                                                 "time_own",
                                                 "time_odds",
                                                 "time_stages",
                                                 "time_terms"};
  return kTwins.contains(name);
}

// Compares what the tour shows with the picture of that name, or keeps it as that.
void look_again(Tour& tour, const TourOptions& options, std::string_view name, const fs::path& folder,
                bool update, double tolerance = 0.001) {
  const fs::path golden = fs::path(QITAI_SOURCE_DIR) / "tests/golden";
  const std::string file = fmt::format("{}_{}x{}.png", name, options.width, options.height);
  const fs::path shot = folder / file;
  REQUIRE(tour.app().screenshot(shot).ok());
  if (update) {
    fs::create_directories(golden);
    fs::copy_file(shot, golden / file, fs::copy_options::overwrite_existing);
    return;
  }
  INFO(file);
  const Picture now = load(shot), then = load(golden / file);
  REQUIRE(now != nullptr);
  REQUIRE(then != nullptr);
  const double part = difference(*now, *then);
  if (part > tolerance) {
    // Kept for looking at, beside the tests' program.
    const fs::path kept = fs::path(QITAI_BUILD_DIR) / "tests" / ("differs_" + file);
    fs::copy_file(shot, kept, fs::copy_options::overwrite_existing);
    INFO("see " << kept);
    CHECK(part <= tolerance);
  }
}

}  // namespace

// QITAI_UPDATE_GOLDEN=1 writes the pictures anew; look at them before they are committed.
TEST_CASE("every screen looks as it did when somebody looked at it", "[golden]") {
  const bool small = GENERATE(false, true);
  const bool update = std::getenv("QITAI_UPDATE_GOLDEN") != nullptr;
  const Scratch scratch;
  TourOptions options;
  options.width = small ? 800 : 1280;
  options.height = small ? 480 : 800;
  options.data = scratch.path();
  Tour tour(options);
  tour.everywhere([&](std::string_view name) {
    if (has_twin(name, small)) return;
    look_again(tour, options, name, scratch.path(), update);
  });
}

TEST_CASE("pieces become pictures while a match goes on, and look as they did when somebody looked at them",
          "[golden]") {
  const Scratch scratch;
  TourOptions options;
  options.width = 800;
  options.height = 480;
  options.data = scratch.path();
  Tour tour(options);
  tour.table_of("xiangqi");
  // Both trays have something in them.
  tour.submit("h2e2 h9g7 e2e6 g7e6 b2b9 a9b9");
  const fs::path characters = scratch / "characters.png", back = scratch / "back.png";
  REQUIRE(tour.app().screenshot(characters).ok());
  // The menu is closed by the back key, where the focus was before.
  const auto choose = [&](int steps) {
    tour.press(qitai::platform::Action::kMenu);
    tour.focus("set.pieces");
    tour.press_many(qitai::platform::Action::kRight, steps);
    tour.press(qitai::platform::Action::kBack);
  };
  choose(3);
  REQUIRE(tour.app().house().config.values().pieces == "pictures");
  look_again(tour, options, "pictures", scratch.path(), std::getenv("QITAI_UPDATE_GOLDEN") != nullptr);
  choose(1);
  CHECK(tour.app().house().config.values().pieces == "auto");
  REQUIRE(tour.app().screenshot(back).ok());
  CHECK(difference(*load(characters), *load(back)) == 0);
}

TEST_CASE("a flat table looks from both edges as it did when somebody looked at it", "[golden]") {
  const std::string_view game = GENERATE("xiangqi", "chess", "junqi");
  const Scratch scratch;
  TourOptions options;
  options.data = scratch.path();
  options.timed = true;
  options.settings.emplace_back("display.table", "long");
  Tour tour(options);
  const std::string_view wanted = game == "chess"   ? "flat_menus"
                                  : game == "junqi" ? "flat_ask"
                                                    : "flat_later";
  tour.flat(game, [&](std::string_view name) {
    if (name != wanted) return;
    look_again(tour, options, fmt::format("{}_{}", name, game), scratch.path(),
               std::getenv("QITAI_UPDATE_GOLDEN") != nullptr);
  });
}

// Of the screens with a far player two stand for all: the strip of a lost link, and the scores.
TEST_CASE("a lost link and the scores look as they did when somebody looked at them", "[golden]") {
  const bool update = std::getenv("QITAI_UPDATE_GOLDEN") != nullptr;
  const Scratch scratch;
  TourOptions options;
  options.width = 800;
  options.height = 480;
  options.data = scratch.path() / "near";
  fs::create_directories(options.data);
  options.journal = true;
  Tour tour(options);
  qitai::testing::far_screens(tour, scratch / "far", [&](std::string_view name) {
    if (name != "far_lost" && name != "scores") return;
    // The journals of both sides take as long as the disk does: the clocks may show another second.
    look_again(tour, options, name, scratch.path(), update, name == "far_lost" ? 0.01 : 0.001);
  });
}

// Of the lobby: who is near, with what each is; and an answer to a challenge, with its differences marked.
TEST_CASE("the lobby looks as it did when somebody looked at it", "[golden]") {
  const bool update = std::getenv("QITAI_UPDATE_GOLDEN") != nullptr;
  const bool small = GENERATE(false, true);
  const Scratch scratch;
  TourOptions options;
  options.width = small ? 800 : 1280;
  options.height = small ? 480 : 800;
  options.data = scratch.path() / "near";
  fs::create_directories(options.data);
  options.journal = true;
  Tour tour(options);
  qitai::testing::lobby_screens(tour, scratch / "meet", [&](std::string_view name) {
    if (name != (small ? "lobby_changed" : "lobby")) return;
    // The seconds that it may still be seen, or answered, depend on how long the link took.
    look_again(tour, options, name, scratch.path(), update, 0.005);
  });
}

namespace {

struct Look {
  int width, height;
  const char* language;
  bool timed = false;
};

TourOptions look_at(const Look& look, const Scratch& scratch) {
  TourOptions options;
  options.width = look.width;
  options.height = look.height;
  options.language = look.language;
  options.timed = look.timed;
  options.data = scratch.path() / "near";
  fs::create_directories(options.data);
  return options;
}

// Fails for whatever is wrong with the screen that the tour has come to.
std::function<void(std::string_view)> audit(Tour& tour, const Look& look) {
  return [&tour, look](std::string_view name) {
    for (const qitai::menu::AuditProblem& problem : tour.app().ui().problems()) {
      FAIL_CHECK(name << " at " << look.width << "x" << look.height << " in " << look.language << ": "
                      << kind_name(problem.kind) << ": " << problem.what);
    }
  };
}

}  // namespace

TEST_CASE("in the lobby, too, all texts fit and all targets can be hit", "[audit]") {
  const Look look = GENERATE(Look{1920, 1080, "en"}, Look{1280, 800, "zh-Hant"}, Look{800, 480, "en"},
                             Look{800, 480, "zh-Hans"}, Look{1080, 1920, "zh-Hant"}, Look{480, 800, "en"},
                             Look{480, 480, "en"});
  const Scratch scratch;
  TourOptions options = look_at(look, scratch);
  options.journal = true;
  Tour tour(options);
  qitai::testing::lobby_screens(tour, scratch / "meet", audit(tour, look));
}

TEST_CASE("with a far player, too, all texts fit and all targets can be hit", "[audit]") {
  const Look look =
      GENERATE(Look{1920, 1080, "en"}, Look{1280, 800, "zh-Hant"}, Look{800, 480, "en"},
               Look{800, 480, "zh-Hans"}, Look{1080, 1920, "en"}, Look{480, 800, "en"}, Look{480, 480, "en"});
  const Scratch scratch;
  TourOptions options = look_at(look, scratch);
  options.journal = true;
  Tour tour(options);
  qitai::testing::far_screens(tour, scratch / "far", audit(tour, look));
}

TEST_CASE("in every shape and language all texts fit and all targets can be hit", "[audit]") {
  const Look look =
      GENERATE(Look{1920, 1080, "en", true}, Look{1280, 800, "zh-Hant", true}, Look{1024, 768, "en", true},
               Look{800, 480, "en", false}, Look{800, 480, "en", true}, Look{800, 480, "zh-Hant", true},
               Look{1080, 1920, "en", true}, Look{480, 800, "en", false}, Look{1080, 1080, "zh-Hans", true},
               Look{2560, 1080, "zh-Hans", false}, Look{480, 480, "en", true}, Look{600, 600, "en", false},
               Look{480, 800, "en", true});
  const Scratch scratch;
  Tour tour(look_at(look, scratch));
  tour.everywhere(audit(tour, look));
}
