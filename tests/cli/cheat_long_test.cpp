// A machine that gives up a hidden game and does not open its pieces: the program waits as long as duel.proto
// says, then says that it has left what it owed.
#include "cheat_game.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;
using nlohmann::json;

TEST_CASE("cheat: who keeps back what was hidden has left it") {
  bool silent = false;
  Lies lies;
  lies.say = [&](const std::string& payload) {
    const auto message = duel::read_message(payload);
    const bool hidden = message.ok() && std::holds_alternative<std::monostate>(*message);
    return hidden && silent ? std::vector<std::string>() : std::vector{payload};
  };
  Game game(duel::Role::kDialler, "junqi", std::move(lies));
  REQUIRE(game.cheat->meet());
  duel::Match& match = game.cheat->match();
  match::Intent set_up;
  set_up.kind = match::IntentKind::kSetUp;
  set_up.seat = match.own();
  set_up.bytes = match.referee().state(match.own()).suggest_setup(match.own(), {}).value();
  REQUIRE_FALSE(match.want(set_up, boottime_us()));
  REQUIRE(game.cheat->until([&] { return match.referee().phase() == match::Phase::kPlaying; }));
  silent = true;
  match::Intent resign;
  resign.kind = match::IntentKind::kResign;
  resign.seat = match.own();
  REQUIRE_FALSE(match.want(resign, boottime_us()));
  const bool told = game.cheat->until([&] { return game.program->wait_for("\"verdict\"", 5ms); }, 150s);
  INFO(game.program->out << game.program->err);
  REQUIRE(told);
  const std::vector<json> all = events(game.program->out);
  CHECK(only(all, "verdict")["verdict"] == "left");
  CHECK(only(all, "ended")["status"] == "win");
  CHECK(game.program->finish(20s) == 0);
}
