// Channels over the kernel's own L2CAP, between two machines that know each other: what the transport builds
// on.
#include <sys/socket.h>
#include <catch2/catch.hpp>

#include "channels.hpp"

using namespace qitai::testing;
using namespace qitai::bluetooth;
using namespace std::chrono_literals;

TEST_CASE("channel: pairs once, carries 600 bytes, and what was sent before an orderly end arrives") {
  Room& in = room();
  {
    Ends ends(in);
    CHECK(ends.near_desktop.asked == 1);
    CHECK(ends.far_desktop.asked == 1);
    CHECK(ends.near->mtu() >= 600);
    CHECK(ends.far->mtu() >= 600);
    for (int i = 0; i < 5; ++i)
      CHECK(ends.near->send(std::string(600, static_cast<char>('a' + i))) == Channel::Sent::kTaken);
    ends.near.reset();
    std::vector<std::string> heard;
    REQUIRE(until([&] {
      while (const auto message = ends.far->receive())
        heard.emplace_back(*message);
      return ends.far->state() == Channel::State::kEnded;
    }));
    REQUIRE(heard.size() == 5);
    CHECK(heard[4] == std::string(600, 'e'));
    CHECK(ends.far->orderly());
    CHECK(end_failure(ends.far->error(), ends.far->orderly()) == "far-closed");
  }
  CHECK(until([&] { return in[0].knows(in[1]) && in[1].knows(in[0]); }));
  Ends again(in);
  CHECK(again.near_desktop.asked + again.far_desktop.asked == 0);
}

TEST_CASE("channel: out of reach is a loss on both sides") {
  Room& in = room();
  Ends ends(in);
  in.air.cut(0);
  REQUIRE(until([&] {
    (void)ends.near->receive();
    (void)ends.far->receive();
    return ends.near->state() == Channel::State::kEnded && ends.far->state() == Channel::State::kEnded;
  }));
  CHECK(end_failure(ends.near->error(), ends.near->orderly()) == "lost");
  CHECK(end_failure(ends.far->error(), ends.far->orderly()) == "lost");
  CHECK(ends.far->error() == ETIMEDOUT);
}
