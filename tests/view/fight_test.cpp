// Fights, turned flags and sides that fall, by the figures of the design: both rise, six strokes of ink in
// 180 ms, the outcome for 900, a flag turns in 300, a side falls in 700, two change places in 120.
#include <catch2/catch.hpp>

#include "posts_fixture.hpp"
#include "view/motion.hpp"

using namespace qitai;
using namespace qitai::testing;
using view::FightScene;
using view::Motion;
using view::Sprite;

namespace {

constexpr float kPitch = 100;

SDL_FPoint place(host::Point point) {
  return {static_cast<float>(point % 5) * 2 * kPitch, -static_cast<float>(point / 5) * kPitch};
}

Motion start(const std::vector<host::Piece>& pieces) {
  Motion motion;
  motion.set_board(place, kPitch);
  motion.set_pieces(pieces);
  return motion;
}

constexpr host::Point kA6 = 25, kA7 = 30;  // the two posts of a fight

// A fight of a6 against a7 with what follows from it, as a game tells it.
std::vector<host::Change> fight(std::int64_t value) {
  std::vector<host::Change> changes{told(QITAI_CHANGE_FACT, kA6, kA7, value)};
  if (value != QITAI_FIGHT_LOST) changes.push_back(told(QITAI_CHANGE_CAPTURED, kA7, host::kNoPoint));
  if (value == QITAI_FIGHT_LOST || value == QITAI_FIGHT_BOTH)
    changes.push_back(told(QITAI_CHANGE_CAPTURED, kA6, host::kNoPoint));
  else
    changes.push_back(told(QITAI_CHANGE_MOVED, kA6, kA7));
  return changes;
}

std::vector<host::Piece> ended(const std::vector<host::Piece>& before, std::int64_t value) {
  if (value == QITAI_FIGHT_LOST) return without(before, kA6);
  return value == QITAI_FIGHT_BOTH ? without(without(before, kA6), kA7) : stepped(before, kA6, kA7);
}

int colour_at(const Motion& motion, host::Point point) {
  const host::Piece* const piece = motion.piece_at(point);
  return piece == nullptr ? -1 : piece->colour;
}

}  // namespace

TEST_CASE("a fighter hovers beside its foe until the landing is allowed, and both are seen") {
  Motion motion = start(war_pieces());
  motion.play(fight(QITAI_FIGHT_WON), ended(war_pieces(), QITAI_FIGHT_WON), 0);
  motion.advance(5000);
  CHECK(motion.in_flight());
  CHECK_FALSE(motion.animating(5000));
  CHECK_FALSE(motion.fight(5000));
  const auto sprites = motion.sprites(5000);
  REQUIRE(sprites.size() == 1);
  CHECK(sprites[0].at.y > place(kA7).y);  // it came from below
  CHECK(sprites[0].at.y < place(kA6).y - kPitch / 2);
  CHECK(motion.resting(5000).size() == 49);
  CHECK(colour_at(motion, kA7) == 1);
}

TEST_CASE("six strokes of ink hide a fight in 180 ms, and what they uncover is the outcome alone") {
  const struct {
    std::int64_t value;
    int left;  // whose piece stands there then
    std::size_t fallen;
  } kCases[]{{QITAI_FIGHT_WON, 0, 1}, {QITAI_FIGHT_LOST, 1, 1}, {QITAI_FIGHT_BOTH, -1, 2}};
  for (const auto& one : kCases) {
    Motion motion = start(war_pieces());
    motion.play(fight(one.value), ended(war_pieces(), one.value), 0);
    motion.land();
    motion.advance(1000);
    std::vector<int> strokes;
    std::uint64_t inked = 0, sealed = 0, exchanged = 0;
    for (std::uint64_t now = 1000; now < 3000; ++now) {
      motion.advance(now);
      const std::optional<FightScene> scene = motion.fight(now);
      if (!scene) break;
      CHECK(scene->value == one.value);
      CHECK(scene->colour == 0);
      CHECK(motion.moving(now));
      if (scene->stroke >= 0) ++inked;
      if (scene->stroke >= 0 && (strokes.empty() || strokes.back() != scene->stroke))
        strokes.push_back(scene->stroke);
      if (scene->stroke < 0 && scene->verdict) ++sealed;
      if (motion.in_flight()) {
        CHECK(colour_at(motion, kA7) == 1);
        CHECK_FALSE(scene->verdict);
      } else if (exchanged == 0) {
        exchanged = now;
        CHECK(scene->stroke == 3);  // the stroke that covers everything
        CHECK(colour_at(motion, kA7) == one.left);
        std::size_t down = 0;
        for (const Sprite& sprite : motion.sprites(now)) {
          down += (sprite.piece.flags & QITAI_PIECE_FACE_DOWN) != 0 ? 1 : 0;
          CHECK(sprite.at.y == Approx(place(kA7).y));
        }
        CHECK(down == one.fallen);
      }
    }
    CHECK(strokes == std::vector<int>{0, 1, 2, 3, 4, 5});
    CHECK(inked == 180);
    CHECK(sealed == 900);
    CHECK_FALSE(motion.moving(3000));
    CHECK(motion.resting(3000).size() == 50 - one.fallen);
  }
}

TEST_CASE("a stamped outcome wakes the loop once, when it is over") {
  Motion motion = start(war_pieces());
  CHECK(motion.wakes_at() == view::kNever);
  motion.play(fight(QITAI_FIGHT_WON), ended(war_pieces(), QITAI_FIGHT_WON), 0);
  motion.land();
  motion.advance(1000);
  motion.advance(1600);
  CHECK_FALSE(motion.animating(1600));
  CHECK(motion.moving(1600));
  CHECK(motion.wakes_at() == 1000 + 90 + 180 + 900);
  motion.advance(motion.wakes_at());
  CHECK_FALSE(motion.moving(motion.wakes_at() == view::kNever ? 2170 : 0));
}

TEST_CASE("any input jumps to the end of a fight, but not over the journal") {
  Motion motion = start(war_pieces());
  motion.play(fight(QITAI_FIGHT_BOTH), ended(war_pieces(), QITAI_FIGHT_BOTH), 0);
  motion.skip();
  CHECK(motion.in_flight());
  CHECK(colour_at(motion, kA7) == 1);
  motion.land();
  motion.advance(1000);
  motion.skip();
  CHECK_FALSE(motion.moving(1000));
  CHECK_FALSE(motion.fight(1000));
  CHECK(colour_at(motion, kA7) == -1);
  CHECK(motion.resting(1000).size() == 48);
}

TEST_CASE("without motion a fight has no ink, and its outcome stands for 900 ms") {
  Motion motion = start(war_pieces());
  motion.set_reduced(true);
  motion.play(fight(QITAI_FIGHT_LOST), ended(war_pieces(), QITAI_FIGHT_LOST), 1000);
  motion.land();
  motion.advance(1000);
  CHECK_FALSE(motion.animating(1000));
  CHECK_FALSE(motion.in_flight());
  const auto scene = motion.fight(1000);
  REQUIRE(scene);
  CHECK(scene->stroke == -1);
  CHECK(scene->verdict);
  CHECK(scene->stamp == Approx(1));
  CHECK(motion.wakes_at() == 1900);
  motion.advance(1900);
  CHECK_FALSE(motion.fight(1900));
}

TEST_CASE("a flag that is shown turns in 300 ms, first its back, then its face") {
  std::vector<host::Piece> before = war_pieces();
  std::vector<host::Piece> after = before;
  for (host::Piece& piece : after) {
    if (piece.point == wp(3, 11)) piece = {piece.point, 11, 1, QITAI_PIECE_SHOWN, 1};
  }
  Motion motion = start(before);
  motion.play({told(QITAI_CHANGE_REVEALED, host::kNoPoint, wp(3, 11))}, after, 0);
  motion.land();
  motion.advance(10);
  std::uint64_t back = 0, face = 0;
  float narrowest = 1;
  for (std::uint64_t now = 10; now < 400; ++now) {
    for (const Sprite& sprite : motion.sprites(now)) {
      (sprite.piece.kind == 11 ? face : back) += 1;
      narrowest = std::min(narrowest, sprite.wide);
      CHECK((face == 0 || sprite.piece.kind == 11));
    }
  }
  CHECK(back + face == 300);
  CHECK(back == 150);
  CHECK(narrowest < 0.1F);
  motion.advance(400);
  CHECK_FALSE(motion.moving(400));
  CHECK(motion.piece_at(wp(3, 11))->flags == QITAI_PIECE_SHOWN);
}

TEST_CASE("when a flag is taken its side falls over row by row from there, in 700 ms, and lies") {
  // Red's colonel on d11 takes the flag on d12.
  std::vector<host::Piece> before = stepped(war_pieces(true), wp(4, 5), wp(3, 10));
  const host::Point from = wp(3, 10), to = wp(3, 11);
  const std::vector<host::Piece> after = stepped(before, from, to);
  Motion motion = start(before);
  motion.play({told(QITAI_CHANGE_FACT, from, to, QITAI_FIGHT_FLAG),
               told(QITAI_CHANGE_CAPTURED, to, host::kNoPoint), told(QITAI_CHANGE_MOVED, from, to)},
              after, 0);
  motion.land();
  motion.advance(1000);
  const std::uint64_t begin = 1000 + 90 + 180;
  std::map<int, std::uint64_t> lies;  // by row: when its last man has come to lie
  for (std::uint64_t now = 1000; now < 2400; ++now) {
    motion.advance(now);
    std::vector<host::Point> falling;
    for (const Sprite& sprite : motion.sprites(now))
      if (sprite.high < 1) falling.push_back(sprite.piece.point);
    for (const host::Point point : falling) {
      CHECK(motion.piece_at(point)->colour == 1);
      lies[point / 5] = now;
    }
  }
  REQUIRE(lies.size() == 6);
  CHECK(lies[11] < lies[10]);
  CHECK(lies[10] < lies[8]);
  CHECK(lies[8] < lies[6]);
  CHECK(lies[6] < begin + 700);
  CHECK(lies[6] + 20 > begin + 700);
  const auto fallen = [&] {
    int count = 0;
    for (const host::Piece& piece : motion.resting(5000)) {
      const bool lying = (piece.flags & view::kPieceFallen) != 0;
      count += lying ? 1 : 0;
      CHECK(lying == (piece.colour == 1));
    }
    return count;
  };
  CHECK(fallen() == 23);
  motion.set_pieces(after);  // the same men, put up for another screen
  CHECK(fallen() == 23);
  motion.set_pieces(before);
  for (const host::Piece& piece : motion.resting(5000))
    CHECK((piece.flags & view::kPieceFallen) == 0);
}

TEST_CASE("two pieces that change places cross in 120 ms") {
  const std::vector<host::Piece> before = war_side(0, kLayout);
  std::vector<host::Piece> after = before;
  for (host::Piece& piece : after) {
    if (piece.point == wp(0, 0))
      piece.point = wp(4, 5);
    else if (piece.point == wp(4, 5))
      piece.point = wp(0, 0);
  }
  Motion motion = start(before);
  motion.set_hand(wp(0, 0), std::nullopt, 0);
  motion.play({told(QITAI_CHANGE_MOVED, wp(0, 0), wp(4, 5)), told(QITAI_CHANGE_MOVED, wp(4, 5), wp(0, 0))},
              after, 1000);
  motion.land();
  motion.advance(1119);
  CHECK(motion.in_flight());
  CHECK(motion.sprites(1119).size() == 2);
  motion.advance(1120);
  CHECK_FALSE(motion.in_flight());
  motion.advance(1200);
  CHECK_FALSE(motion.moving(1200));
  CHECK(motion.resting(1200).size() == 25);
  CHECK(motion.piece_at(wp(4, 5))->kind == 9);  // the bomb of a1
}

TEST_CASE("facts that tell of no fight between pieces do no harm") {
  Motion motion = start(war_pieces());
  const auto after = stepped(war_pieces(), kA6, wp(1, 4));
  motion.play({told(QITAI_CHANGE_FACT, kA6, wp(1, 4), QITAI_FIGHT_WON),
               told(QITAI_CHANGE_FACT, host::kNoPoint, kA7, 1), told(QITAI_CHANGE_FACT, kA6, kA7, 99),
               told(QITAI_CHANGE_FACT, 60000, 60001, 2), told(QITAI_CHANGE_REVEALED, host::kNoPoint, 60000),
               told(QITAI_CHANGE_MOVED, kA6, wp(1, 4))},
              after, 0);
  motion.land();
  motion.advance(1000);
  CHECK_FALSE(motion.fight(1000));
  CHECK(motion.piece_at(wp(1, 4)) != nullptr);
}

TEST_CASE("a fight is heard under its ink, and no more of its outcome than is seen") {
  using Heard = std::vector<platform::Sound>;
  struct Row {
    std::int64_t value;
    Heard heard;
  };
  const std::vector<Row> rows{
      {QITAI_FIGHT_WON, {platform::Sound::kFight}},
      {QITAI_FIGHT_LOST, {platform::Sound::kFight}},
      {QITAI_FIGHT_BOTH, {platform::Sound::kFight, platform::Sound::kBomb}},
      {QITAI_FIGHT_FLAG, {platform::Sound::kFight, platform::Sound::kFlag}},
  };
  for (const Row& row : rows) {
    INFO(row.value);
    Motion motion = start(war_pieces());
    motion.play(fight(row.value), ended(war_pieces(), row.value), 0);
    motion.land();
    for (std::uint64_t now = 0; now < 3000; now += 16)
      motion.advance(now);
    CHECK(motion.take_sounds() == row.heard);
  }
}
