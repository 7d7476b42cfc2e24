// Two programs that play a duel over a link of this machine, as a tester would start them.
#include "duel_ends.hpp"
#include "duel_guest.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;
using nlohmann::json;

TEST_CASE("duel: two programs find each other and play a game to its end, alike on both sides") {
  const std::string game = GENERATE("chess", "xiangqi");
  const Ends ends;
  const auto host = ends.start("Ann", {"--listen", "--bot", "0", "--name", "Ann"});
  REQUIRE(host->wait_for("listening", 20s));
  const auto guest = ends.start("Bo", {"--name", "Bo", "--connect", "any", "--variant", game, "--terms",
                                       "first_limit=30", "--terms", "increment=1", "--bot", "0"});
  CHECK(guest->finish(100s) == 0);
  CHECK(host->finish(20s) == 0);
  INFO(host->out.substr(0, 3000) << host->err << guest->err);
  const std::vector<json> at_host = events(host->out);
  const std::vector<json> at_guest = events(guest->out);
  CHECK(only(at_host, "met")["name"] == "Bo");
  CHECK(only(at_guest, "met")["name"] == "Ann");
  CHECK(only(at_host, "challenged")["variant"] == game);
  CHECK(only(at_host, "began")["seat"] != only(at_guest, "began")["seat"]);
  CHECK(moves(at_host).size() > 10);
  CHECK(moves(at_host) == moves(at_guest));
  const json& end = only(at_host, "ended");
  CHECK(end == only(at_guest, "ended"));
  CHECK(end["status"] != "none");
}

TEST_CASE("duel: a side that is killed goes on with the same duel when it starts again") {
  const Ends ends;
  const std::vector<std::string> listen{"--listen", "--bot", "0"};
  const std::vector<std::string> call{"--connect", "any", "--variant", "xiangqi", "--bot", "0"};
  const bool kills_host = GENERATE(true, false);
  auto host = ends.start("Ann", listen);
  REQUIRE(host->wait_for("listening", 20s));
  auto guest = ends.start("Bo", call);
  std::unique_ptr<Process>& killed = kills_host ? host : guest;
  REQUIRE(killed->wait_for("\"ply\":8,", 30s));
  killed->send(SIGKILL);
  (void)killed->finish(10s);
  const std::vector<std::string> before = moves(events(killed->out));
  killed = kills_host ? ends.start("Ann", listen) : ends.start("Bo", call);
  CHECK(guest->finish(100s) == 0);
  CHECK(host->finish(20s) == 0);
  INFO(host->out.substr(0, 3000) << host->err << guest->err);
  // It tells the whole game once more, and nothing of what it had told is lost.
  const std::vector<std::string> at_host = moves(events(host->out));
  CHECK(at_host == moves(events(guest->out)));
  REQUIRE(at_host.size() >= before.size());
  CHECK(std::equal(before.begin(), before.end(), at_host.begin()));
  const std::vector<json> told_by_host = events(host->out);
  const std::vector<json> told_by_guest = events(guest->out);
  CHECK(only(told_by_host, "ended") == only(told_by_guest, "ended"));
  const json& again = only(kills_host ? told_by_host : told_by_guest, "began");
  CHECK(again["ply"].get<std::size_t>() >= before.size());
}

TEST_CASE("duel: nobody there, and what is wrong on the command line") {
  const Ends ends;
  SECTION("an address at which nobody is") {
    const auto guest =
        ends.start("Bo", {"--connect", "0123456789abcdef0123456789abcdef", "--variant", "chess"});
    CHECK(guest->finish(30s) == 1);
    const std::vector<json> all = events(guest->out);
    const json& failed = only(all, "failed");
    CHECK(failed["reason"] == "absent");
    CHECK_FALSE(failed["help"].get<std::string>().empty());
  }
  SECTION("what is no address") {
    const auto guest = ends.start("Bo", {"--connect", "no where/../", "--variant", "chess"});
    CHECK(guest->finish(30s) == 1);
    const std::vector<json> all = events(guest->out);
    CHECK(only(all, "failed")["reason"] == "absent");
    CHECK(only(all, "failed")["what"] == "--connect no where/../: that is no address of the link local");
  }
  const auto refused = [&](const std::vector<std::string>& words, const std::string& sentence) {
    const auto refusing = ends.start("Bo", words);
    CHECK(refusing->finish(30s) == 2);
    INFO(refusing->err);
    CHECK(refusing->err.find(sentence) != std::string::npos);
  };
  SECTION("neither listening nor calling") {
    refused({}, "--listen or --connect");
  }
  SECTION("no game to offer") {
    refused({"--connect", "any"}, "--variant is needed");
  }
  SECTION("a limit out of range") {
    refused({"--connect", "any", "--variant", "chess", "--terms", "first_limit=181"}, "0 to 180 minutes");
  }
  SECTION("a term that there is not") {
    refused({"--connect", "any", "--variant", "chess", "--terms", "lives=3"}, "no such term");
  }
  SECTION("a name that cannot be shown") {
    refused({"--listen", "--name", "a\tb"}, "--name: character 2 of a player's name is U+0009");
    refused({"--listen", "--name", "12345678901234567"},
            "--name: a player's name has 17 characters, expected at most 16");
    refused({"--listen", "--name", "\xff"}, "--name: a player's name is not UTF-8");
  }
}

TEST_CASE("duel: a listener takes the next caller after one that was declined, and after one that died") {
  const Ends ends;
  const auto host = ends.start("Ann", {"--listen", "--variant", "xiangqi", "--bot", "0"});
  REQUIRE(host->wait_for("listening", 20s));
  const auto declined = ends.start("Bo", {"--connect", "any", "--variant", "chess", "--bot", "0"});
  CHECK(declined->finish(30s) == 1);
  const std::vector<json> told = events(declined->out);
  CHECK(only(told, "dropped")["reason"] == "declined");
  const auto killed = ends.start("Cy", {"--connect", "any", "--variant", "xiangqi", "--bot", "0"});
  REQUIRE(killed->wait_for("met", 20s));
  killed->send(SIGKILL);
  (void)killed->finish(10s);
  // It may have come to a match, which then waits for him; else the next is welcome.
  if (host->wait_for("began", 2s)) return;
  const auto last = ends.start("Di", {"--connect", "any", "--variant", "xiangqi", "--bot", "0"});
  CHECK(last->finish(100s) == 0);
  CHECK(host->finish(20s) == 0);
  const std::vector<json> told_by_host = events(host->out);
  const std::vector<json> told_by_last = events(last->out);
  CHECK(only(told_by_host, "ended") == only(told_by_last, "ended"));
}

TEST_CASE(
    "duel: a listener waits on after a match that never began, and plays the next from its other side") {
  const Ends ends;
  const auto host = ends.start("Ann", {"--listen"});
  REQUIRE(host->wait_for("listening", 20s));
  {
    // Nothing of the match becomes durable with him, so that he says nothing of it.
    Guest killed(ends, true);
    REQUIRE(killed.call());
    REQUIRE(killed.until([&] { return killed.met(); }));
    REQUIRE(killed.challenge("xiangqi", duel::Sides::kListenerFirst));
    REQUIRE(killed.until([&] { return killed.duel().match() != nullptr; }));
    REQUIRE(host->wait_for("\"began\"", 20s));
  }
  {
    Guest stranger(ends);
    REQUIRE(stranger.call());
    REQUIRE(stranger.until([&] { return host->wait_for("\"closed\"", 5ms); }));
  }
  CHECK(only(events(host->out), "closed")["reason"] == "forgotten");
  CHECK_FALSE(host->wait_for("\"ended\"", 7s));
  Guest guest(ends);
  REQUIRE(guest.call());
  REQUIRE(guest.until([&] { return guest.met(); }));
  REQUIRE(guest.challenge("xiangqi", duel::Sides::kDiallerFirst));
  REQUIRE(guest.until([&] { return guest.duel().match() != nullptr && guest.duel().match()->together(); }));
  const match::Referee& referee = guest.duel().match()->referee();
  match::Intent intent;
  intent.kind = match::IntentKind::kMove;
  intent.move = std::get<host::Move>(referee.state().read_move(0, "h2e2"));
  REQUIRE(guest.want(intent));
  CHECK(guest.until([&] { return guest.duel().match()->referee().ply() == 2; }));
  intent = {};
  intent.kind = match::IntentKind::kResign;
  REQUIRE(guest.want(intent));
  CHECK(guest.until([&] { return guest.duel().match()->told(); }));
  CHECK(host->finish(20s) == 0);
  CHECK(only(events(host->out), "ended")["reason"] == "resignation");
  // The bot has not tried to move for the side that was its own in the match before.
  CHECK(host->err.find("refused") == std::string::npos);
}

TEST_CASE("duel: asked to end while it looks for somebody, it calls nobody any more") {
  const Ends ends;
  const auto host = ends.start("Ann", {"--listen"});
  REQUIRE(host->wait_for("listening", 20s));
  host->send(SIGSTOP);
  const auto guest = ends.start("Bo", {"--connect", "any", "--variant", "xiangqi"});
  REQUIRE(guest->wait_for("looking", 20s));
  std::this_thread::sleep_for(500ms);  // it has asked who is there
  // The answer and the signal meet it together.
  guest->send(SIGSTOP);
  host->send(SIGCONT);
  std::this_thread::sleep_for(500ms);
  guest->send(SIGTERM);
  guest->send(SIGCONT);
  CHECK(guest->finish(20s) == 1);
  const std::vector<json> told = events(guest->out);
  CHECK(told.back()["event"] == "stopping");
}

TEST_CASE("duel: asked to end, a side says good-bye, both take the match up again later") {
  const Ends ends;
  const auto host_words = std::vector<std::string>{"--listen", "--bot", "0"};
  auto host = ends.start("Ann", host_words);
  REQUIRE(host->wait_for("listening", 20s));
  auto guest = ends.start("Bo", {"--connect", "any", "--variant", "xiangqi", "--bot", "0"});
  REQUIRE(guest->wait_for("\"ply\":6,", 30s));
  guest->send(SIGTERM);
  CHECK(guest->finish(10s) == 1);
  CHECK(host->finish(20s) == 0);  // its match was broken off, which it says
  const auto told = events(host->out);
  CHECK(only(told, "ended")["reason"] == "disconnected");
  const std::vector<std::string> before = moves(told);
  REQUIRE(before.size() >= 6);

  host = ends.start("Ann", host_words);
  guest = ends.start("Bo", {"--connect", "any", "--variant", "xiangqi", "--bot", "0"});
  CHECK(guest->finish(100s) == 0);
  CHECK(host->finish(20s) == 0);
  const std::vector<std::string> after = moves(events(host->out));
  REQUIRE(after.size() >= before.size());
  CHECK(std::equal(before.begin(), before.end(), after.begin()));
  CHECK(after == moves(events(guest->out)));
  CHECK(only(events(host->out), "ended")["reason"] != "disconnected");
}
