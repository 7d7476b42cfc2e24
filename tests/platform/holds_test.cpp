// Presses, repeats and releases by a clock of our own: directions repeat first after 350 ms, then every 90
// ms.
#include "platform/holds.hpp"

#include <catch2/catch.hpp>

using namespace qitai::platform;

namespace {

constexpr Control kOne{1};
constexpr Control kTwo{2};

struct Bench {
  Holds holds;
  std::vector<Input> out;

  void press(Action action, std::uint64_t now, Control control = kOne, int pad = -1) {
    holds.press(Device::kKeyboard, pad, control, action, now, out);
  }
  void release(std::uint64_t now, Control control = kOne, int pad = -1) {
    holds.release(Device::kKeyboard, pad, control, now, out);
  }
  // The kinds and actions since the last call.
  std::vector<std::pair<Input::Kind, Action>> taken() {
    std::vector<std::pair<Input::Kind, Action>> list;
    for (const Input& input : out)
      list.emplace_back(input.kind, input.action);
    out.clear();
    return list;
  }
};

using Taken = std::vector<std::pair<Input::Kind, Action>>;
using K = Input::Kind;

}  // namespace

TEST_CASE("A direction repeats after 350 ms and then every 90 ms until it is let go") {
  Bench bench;
  bench.press(Action::kUp, 1000);
  REQUIRE(bench.holds.next_repeat() == 1350U);
  std::vector<std::uint64_t> times;
  for (std::uint64_t now = 1000; now < 1700; ++now) {
    const std::size_t before = bench.out.size();
    bench.holds.repeat(now, bench.out);
    if (bench.out.size() > before) {
      times.push_back(now);
      CHECK(bench.out.back().kind == K::kRepeat);
      CHECK(bench.out.back().held == now - 1000);
    }
  }
  CHECK(times == std::vector<std::uint64_t>{1350, 1440, 1530, 1620});
  bench.out.clear();
  bench.release(1700);
  REQUIRE(bench.out.size() == 1);
  CHECK(bench.out[0].kind == K::kRelease);
  CHECK(bench.out[0].held == 700);
  CHECK_FALSE(bench.holds.next_repeat());
}

TEST_CASE("Select and back do not repeat") {
  Bench bench;
  bench.press(Action::kSelect, 0);
  CHECK_FALSE(bench.holds.next_repeat());
  bench.holds.repeat(10'000, bench.out);
  CHECK(bench.taken() == Taken{{K::kPress, Action::kSelect}});
}

TEST_CASE("A loop that was held up repeats once, not in a burst") {
  Bench bench;
  bench.press(Action::kLeft, 0);
  bench.out.clear();
  bench.holds.repeat(5000, bench.out);
  CHECK(bench.out.size() == 1);
  CHECK(bench.holds.next_repeat() == 5090U);
}

TEST_CASE("Two controls of one action are one press") {
  Bench bench;
  bench.press(Action::kUp, 0, kOne);
  bench.press(Action::kUp, 10, kTwo);
  bench.release(20, kOne);
  CHECK(bench.taken() == Taken{{K::kPress, Action::kUp}});
  bench.release(30, kTwo);
  CHECK(bench.taken() == Taken{{K::kRelease, Action::kUp}});
  bench.release(40, kTwo);
  CHECK(bench.taken().empty());
}

TEST_CASE("Of two opposite directions the younger repeats, the older goes on afterwards") {
  Bench bench;
  bench.press(Action::kUp, 0, kOne);
  bench.press(Action::kDown, 100, kTwo);
  bench.out.clear();
  CHECK(bench.holds.next_repeat() == 450U);
  bench.holds.repeat(460, bench.out);
  CHECK(bench.taken() == Taken{{K::kRepeat, Action::kDown}});
  bench.release(500, kTwo);
  bench.out.clear();
  bench.holds.repeat(501, bench.out);
  CHECK(bench.taken() == Taken{{K::kRepeat, Action::kUp}});
}

TEST_CASE("Two pads hold the same action apart, an unplugged one lets go of its own") {
  Holds holds;
  std::vector<Input> out;
  holds.press(Device::kPad, 0, kOne, Action::kUp, 0, out);
  holds.press(Device::kPad, 1, kOne, Action::kUp, 0, out);
  CHECK(out.size() == 2);
  out.clear();
  holds.release_device(Device::kPad, 1, 50, out);
  REQUIRE(out.size() == 1);
  CHECK(out[0].kind == K::kRelease);
  CHECK(out[0].pad == 1);
  out.clear();
  holds.release_all(60, out);
  REQUIRE(out.size() == 1);
  CHECK(out[0].pad == 0);
}
