// What moves on the board and when: the figures of the motion table (glide 110 + 14 a point, at most 190;
// lift 70; set down 60 with one frame of 97 %; a taken disc fades in four steps over 120; back 90).
#include "view/motion.hpp"

#include <catch2/catch.hpp>

#include "fixture.hpp"

using namespace qitai;
using namespace qitai::testing;
using view::Motion;
using view::Pose;
using view::Sprite;

namespace {

constexpr float kPitch = 100;

SDL_FPoint place(host::Point point) {
  return {static_cast<float>(point % 9) * kPitch, static_cast<float>(point / 9) * kPitch};
}

Motion start() {
  Motion motion;
  motion.set_board(place, kPitch);
  motion.set_pieces(xiangqi_pieces());
  return motion;
}

host::Change moved(host::Point from, host::Point to) {
  host::Change change{};
  change.what = QITAI_CHANGE_MOVED;
  change.audience = 1U << QITAI_PUBLIC;
  change.from = from;
  change.to = to;
  return change;
}

host::Change captured(host::Point at) {
  host::Change change{};
  change.what = QITAI_CHANGE_CAPTURED;
  change.audience = 1U << QITAI_PUBLIC;
  change.from = at;
  change.to = host::kNoPoint;
  return change;
}

// The position after a move of the piece on `from`.
std::vector<host::Piece> after(std::vector<host::Piece> pieces, host::Point from, host::Point to) {
  std::erase_if(pieces, [&](const host::Piece& piece) { return piece.point == to; });
  for (host::Piece& piece : pieces) {
    if (piece.point == from) {
      piece.point = to;
    }
  }
  return pieces;
}

// Milliseconds until the glide has arrived.
std::uint64_t glide(host::Point from, host::Point to) {
  Motion motion = start();
  motion.play({moved(from, to)}, after(xiangqi_pieces(), from, to), 1000);
  std::uint64_t now = 1000;
  while (motion.animating(now)) {
    ++now;
  }
  return now - 1000;
}

}  // namespace

TEST_CASE("a glide lasts 110 ms and 14 ms a point, at most 190") {
  CHECK(glide(xq(0, 6), xq(0, 5)) == 124);
  CHECK(glide(xq(1, 7), xq(4, 7)) == 152);
  CHECK(glide(xq(1, 9), xq(2, 7)) == 138);
  CHECK(glide(xq(0, 9), xq(0, 0)) == 190);
}

TEST_CASE("the piece hovers and nothing follows until the landing is allowed") {
  Motion motion = start();
  const auto end = after(xiangqi_pieces(), xq(1, 7), xq(1, 0));
  motion.play({captured(xq(1, 0)), moved(xq(1, 7), xq(1, 0))}, end, 0);
  motion.advance(5000);
  CHECK(motion.in_flight());
  CHECK(motion.moving(5000));
  CHECK_FALSE(motion.animating(5000));
  const auto sprites = motion.sprites(5000);
  REQUIRE(sprites.size() == 1);
  CHECK(sprites[0].pose == Pose::kLifted);
  CHECK(sprites[0].at.x == Approx(100));
  CHECK(sprites[0].at.y == Approx(-8.5F));
  // The piece to be taken still stands there whole.
  CHECK(motion.resting(5000).size() == 31);
  CHECK(motion.piece_at(xq(1, 0))->colour == 1);

  motion.land();
  CHECK(motion.animating(5001));
  motion.advance(5001);
  CHECK_FALSE(motion.in_flight());
  CHECK(motion.piece_at(xq(1, 0))->colour == 0);
  motion.advance(5200);
  CHECK_FALSE(motion.moving(5200));
  CHECK(motion.resting(5200).size() == end.size());
}

TEST_CASE("a landing allowed early waits for the end of the glide") {
  Motion motion = start();
  motion.play({moved(xq(0, 6), xq(0, 5))}, after(xiangqi_pieces(), xq(0, 6), xq(0, 5)), 0);
  motion.land();
  motion.advance(123);
  CHECK(motion.in_flight());
  motion.advance(124);
  CHECK_FALSE(motion.in_flight());
}

TEST_CASE("a piece is set down in 60 ms, the last frame at 97 %") {
  Motion motion = start();
  motion.play({moved(xq(0, 6), xq(0, 5))}, after(xiangqi_pieces(), xq(0, 6), xq(0, 5)), 0);
  motion.land();
  motion.advance(200);
  std::vector<std::uint64_t> pressed;
  for (std::uint64_t now = 200; now < 300; ++now) {
    for (const Sprite& sprite : motion.sprites(now)) {
      if (sprite.pose == Pose::kPressed) {
        pressed.push_back(now);
      }
    }
  }
  REQUIRE_FALSE(pressed.empty());
  CHECK(pressed.front() == 243);
  CHECK(pressed.back() == 259);
  CHECK(motion.animating(259));
  CHECK_FALSE(motion.animating(260));
}

TEST_CASE("a taken piece fades in four steps over 120 ms on its way to the tray") {
  Motion motion = start();
  motion.set_tray([](int colour) {
    return colour == 1 ? std::optional<SDL_FPoint>({-500, 400}) : std::optional<SDL_FPoint>();
  });
  motion.play({captured(xq(1, 0)), moved(xq(1, 7), xq(1, 0))}, after(xiangqi_pieces(), xq(1, 7), xq(1, 0)),
              0);
  motion.land();
  motion.advance(1000);
  std::vector<int> steps;
  float x = 100;
  for (std::uint64_t now = 1000; now < 1120; ++now) {
    const auto sprites = motion.sprites(now);
    REQUIRE_FALSE(sprites.empty());
    CHECK(sprites.front().piece.colour == 1);
    CHECK(sprites.front().at.x <= x);
    x = sprites.front().at.x;
    if (steps.empty() || steps.back() != sprites.front().fade) {
      steps.push_back(sprites.front().fade);
    }
  }
  CHECK(steps == std::vector<int>{0, 1, 2, 3});
  CHECK(x < 0);
  motion.advance(1120);
  CHECK(motion.sprites(1120).empty());
}

TEST_CASE("a lifted piece rises in 70 ms and is then still") {
  Motion motion = start();
  motion.set_hand(xq(4, 9), std::nullopt, 0);
  CHECK(motion.resting(0).size() == 31);
  CHECK(motion.animating(69));
  CHECK_FALSE(motion.animating(70));
  CHECK_FALSE(motion.moving(70));
  const auto sprites = motion.sprites(70);
  REQUIRE(sprites.size() == 1);
  CHECK(sprites[0].in_hand);
  CHECK(sprites[0].pose == Pose::kLifted);
  CHECK(sprites[0].at.y == Approx(900 - 8.5F));
  SECTION("put down again where it stood") {
    motion.set_hand(std::nullopt, std::nullopt, 100);
    CHECK(motion.animating(159));
    motion.advance(160);
    CHECK_FALSE(motion.animating(160));
    CHECK(motion.resting(160).size() == 32);
  }
  SECTION("an empty point cannot be lifted") {
    motion.set_hand(xq(4, 5), std::nullopt, 100);
    motion.advance(400);
    CHECK(motion.sprites(400).empty());
  }
}

TEST_CASE("a refused piece goes back from the pointer in 90 ms") {
  Motion motion = start();
  motion.set_hand(xq(4, 9), std::nullopt, 0);
  motion.set_hand(xq(4, 9), SDL_FPoint{700, 300}, 100);
  CHECK(motion.sprites(100)[0].at.x == Approx(700));
  motion.send_back(xq(4, 9), 200);
  CHECK(motion.sprites(200)[0].at.x == Approx(700));
  CHECK(motion.animating(289));
  SECTION("into the hand if it is still held") {
    motion.advance(290);
    CHECK_FALSE(motion.animating(290));
    CHECK(motion.sprites(290)[0].in_hand);
    CHECK(motion.sprites(290)[0].at.x == Approx(400));
  }
  SECTION("onto the board if it was let go") {
    motion.set_hand(std::nullopt, std::nullopt, 200);
    CHECK(motion.animating(349));
    motion.advance(350);
    CHECK_FALSE(motion.animating(350));
    CHECK(motion.resting(350).size() == 32);
  }
}

TEST_CASE("a dropped piece goes on from the pointer") {
  Motion motion = start();
  motion.set_hand(xq(0, 6), std::nullopt, 0);
  motion.set_hand(xq(0, 6), SDL_FPoint{10, 510}, 100);
  motion.play({moved(xq(0, 6), xq(0, 5))}, after(xiangqi_pieces(), xq(0, 6), xq(0, 5)), 200);
  const auto sprites = motion.sprites(200);
  REQUIRE(sprites.size() == 1);
  CHECK(sprites[0].at.x == Approx(10));
  CHECK_FALSE(sprites[0].in_hand);
  CHECK_FALSE(motion.animating(220));  // a tenth of a point is hardly a way
}

TEST_CASE("skipping jumps to the end but never lands what must wait") {
  Motion motion = start();
  motion.play({moved(xq(0, 9), xq(0, 7))}, after(xiangqi_pieces(), xq(0, 9), xq(0, 7)), 0);
  motion.skip();
  CHECK_FALSE(motion.animating(1));
  CHECK(motion.in_flight());
  CHECK(motion.sprites(1)[0].at.y == Approx(700 - 8.5F));
  motion.land();
  motion.skip();
  CHECK_FALSE(motion.in_flight());
  CHECK_FALSE(motion.moving(1));
  CHECK(motion.resting(1).size() == 32);
  CHECK(motion.piece_at(xq(0, 7)) != nullptr);
}

TEST_CASE("reduced motion has no time in between") {
  Motion motion = start();
  motion.set_reduced(true);
  motion.set_hand(xq(0, 9), std::nullopt, 0);
  CHECK_FALSE(motion.animating(0));
  CHECK(motion.sprites(0)[0].pose == Pose::kLifted);
  motion.play({moved(xq(0, 9), xq(0, 7))}, after(xiangqi_pieces(), xq(0, 9), xq(0, 7)), 0);
  CHECK_FALSE(motion.animating(0));
  CHECK(motion.in_flight());
  motion.land();
  motion.advance(0);
  CHECK_FALSE(motion.moving(0));
  CHECK(motion.sprites(0).empty());
}

TEST_CASE("a move told to several audiences moves once, two pieces move at the same time") {
  Motion motion = start();
  auto end = after(xiangqi_pieces(), xq(0, 9), xq(0, 7));
  end = after(end, xq(8, 9), xq(8, 8));
  motion.play({moved(xq(0, 9), xq(0, 7)), moved(xq(0, 9), xq(0, 7)), moved(xq(8, 9), xq(8, 8))}, end, 0);
  CHECK(motion.sprites(10).size() == 2);
  CHECK(motion.resting(10).size() == 30);
}

TEST_CASE("a new move ends the one before it") {
  Motion motion = start();
  const auto first = after(xiangqi_pieces(), xq(0, 6), xq(0, 5));
  motion.play({moved(xq(0, 6), xq(0, 5))}, first, 0);
  motion.play({moved(xq(0, 3), xq(0, 4))}, after(first, xq(0, 3), xq(0, 4)), 10);
  CHECK(motion.piece_at(xq(0, 5)) != nullptr);
  CHECK(motion.sprites(10).size() == 1);
}

TEST_CASE("pieces in reserve and unknown points do no harm") {
  Motion motion = start();
  auto pieces = xiangqi_pieces();
  pieces.push_back({host::kNoPoint, 6, 0, 0, 3});
  motion.set_pieces(pieces);
  CHECK(motion.resting(0).size() == 32);
  motion.play({moved(host::kNoPoint, xq(4, 4)), captured(xq(4, 5)), moved(xq(4, 5), 60000)}, pieces, 0);
  motion.send_back(60000, 0);
  motion.set_hand(60000, SDL_FPoint{1, 1}, 0);
  motion.land();
  motion.advance(1000);
  CHECK(motion.resting(1000).size() == 32);
}

TEST_CASE("a move is heard when it lands, a taken piece otherwise than one set down") {
  using Heard = std::vector<platform::Sound>;
  Motion motion = start();
  motion.set_hand(xq(0, 9), std::nullopt, 0);
  CHECK(motion.take_sounds() == Heard{platform::Sound::kLift});
  motion.play({moved(xq(0, 9), xq(0, 7))}, after(xiangqi_pieces(), xq(0, 9), xq(0, 7)), 100);
  motion.advance(1000);
  CHECK(motion.take_sounds().empty());  // it hovers
  motion.land();
  motion.advance(1000);
  CHECK(motion.take_sounds() == Heard{platform::Sound::kSetDown});
  CHECK(motion.take_sounds().empty());

  motion.set_pieces(xiangqi_pieces());
  motion.play({moved(xq(1, 7), xq(1, 0)), captured(xq(1, 0))}, after(xiangqi_pieces(), xq(1, 7), xq(1, 0)),
              2000);
  motion.land();
  motion.skip();
  CHECK(motion.take_sounds() == Heard{platform::Sound::kCapture});
}

TEST_CASE(
    "a piece put back is heard, one that is exchanged for another in the hand is lifted, browsing is "
    "silent") {
  using Heard = std::vector<platform::Sound>;
  Motion motion = start();
  motion.set_hand(xq(0, 9), std::nullopt, 0);
  motion.set_hand(std::nullopt, std::nullopt, 500);
  CHECK(motion.take_sounds() == Heard{platform::Sound::kLift, platform::Sound::kSetDown});
  motion.set_hand(xq(0, 9), std::nullopt, 1000);
  motion.set_hand(xq(1, 9), std::nullopt, 1500);
  CHECK(motion.take_sounds() == Heard{platform::Sound::kLift, platform::Sound::kLift});
  motion.set_pieces(after(xiangqi_pieces(), xq(0, 9), xq(0, 7)));
  CHECK(motion.take_sounds().empty());
}

TEST_CASE("what nobody asks for is not kept for ever") {
  Motion motion = start();
  for (std::uint64_t i = 0; i < 1000; ++i)
    motion.set_hand(xq(static_cast<int>(i % 2), 9), std::nullopt, i);
  CHECK(motion.take_sounds().size() <= 8);
}
