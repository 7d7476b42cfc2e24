// The stick's hysteresis: on at 55 % of the way, off at 40 %, one direction at a time.
#include "platform/stick.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

using namespace qitai::platform;
using D = Stick::Direction;

TEST_CASE("A stick that trembles around a threshold gives one step") {
  Stick stick;
  int changes = 0;
  for (const int value : {9000, 17000, 18500, 17500, 18500, 15000, 18500, 14000})
    changes += stick.set_x(value) ? 1 : 0;
  CHECK(changes == 1);
  CHECK(stick.direction() == D::kRight);
  CHECK(stick.set_x(12000));
  CHECK(stick.direction() == D::kNone);
}

TEST_CASE("A slant does not make a second direction") {
  Stick stick;
  stick.set_x(-30000);
  CHECK(stick.direction() == D::kLeft);
  CHECK_FALSE(stick.set_y(-25000));
  CHECK(stick.direction() == D::kLeft);
  // Rolled over to the other axis it changes.
  CHECK(stick.set_x(-15000));
  CHECK(stick.direction() == D::kUp);
}

TEST_CASE("A digital stick's diagonal keeps the direction it had") {
  Stick stick;
  stick.set_y(32767);
  stick.set_x(32767);
  CHECK(stick.direction() == D::kDown);
  stick.set_y(0);
  CHECK(stick.direction() == D::kRight);
}

TEST_CASE("Thrown over from end to end it turns round at once") {
  Stick stick;
  stick.set_x(-32768);
  CHECK(stick.set_x(32767));
  CHECK(stick.direction() == D::kRight);
}

TEST_CASE("At full throw each eighth of the round is a direction of its own") {
  constexpr double kThrow = 32'767, kPi = 3.14159265358979;
  const std::pair<int, int> ways[] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
  for (int degrees = 0; degrees < 360; ++degrees) {
    // Halfway between two either will do.
    if (degrees % 45 >= 20 && degrees % 45 <= 25) continue;
    const auto& [across, along] = ways[(degrees + 22) / 45 % 8];
    Stick stick;
    stick.set_x(static_cast<int>(kThrow * std::cos(degrees * kPi / 180)));
    stick.set_y(static_cast<int>(kThrow * std::sin(degrees * kPi / 180)));
    INFO(degrees);
    CHECK(stick.push().across == across);
    CHECK(stick.push().along == along);
  }
  Stick stick;
  stick.set_x(9000);
  CHECK(stick.push().across == 0);
  stick.set_x(32'767);
  stick.recentre();
  CHECK(stick.push().across == 0);
}

TEST_CASE("After a loss of focus it must pass the middle") {
  Stick stick;
  stick.set_x(32767);
  stick.recentre();
  CHECK(stick.direction() == D::kNone);
  CHECK_FALSE(stick.set_x(32000));
  CHECK_FALSE(stick.set_x(0));
  CHECK(stick.set_x(32767));
}

TEST_CASE("An unknown axis that rests at its end does nothing until it was near 0") {
  AxisButton lever;
  CHECK(lever.set(-32768) == 0);
  CHECK(lever.set(-30000) == 0);
  CHECK(lever.set(0) == 0);
  CHECK(lever.set(-32768) == -1);
  CHECK(lever.set(32767) == 1);
  AxisButton trigger(true);
  CHECK(trigger.set(32767) == 1);
  CHECK(trigger.set(14000) == 1);
  CHECK(trigger.set(12000) == 0);
}
