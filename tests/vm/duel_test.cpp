// Two programs on two machines that find each other over the air, pair and play to the end, as a tester would
// start them.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "room.hpp"

using namespace qitai::testing;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

std::unique_ptr<Process> start(const Host& on, std::vector<std::string> words) {
  words.insert(words.begin(), {QITAI_BUILD_DIR "/bin/qitai", "duel", "--link", "bluetooth", "--data",
                               (on.folder / "home").string()});
  return std::make_unique<Process>(words, on.environment());
}

// Whole lines only: a killed program may have written half of one.
std::vector<json> events(const std::string& out) {
  std::istringstream in(out.substr(0, out.rfind('\n') + 1));
  std::vector<json> all;
  for (std::string line; std::getline(in, line);)
    all.push_back(json::parse(line));
  return all;
}

std::vector<std::string> moves(const std::vector<json>& all) {
  std::vector<std::string> out;
  for (const json& event : all) {
    if (event["event"] == "move") out.push_back(event["move"]);
  }
  return out;
}

const json& only(const std::vector<json>& all, const std::string& what) {
  const auto found = std::ranges::find_if(all, [&](const json& event) { return event["event"] == what; });
  REQUIRE(found != all.end());
  return *found;
}

const std::vector<std::string> kListen{"--listen", "--bot", "0", "--name", "Ann"};
std::vector<std::string> call(const std::string& game) {
  return {"--name", "Bo",      "--connect",      "any",     "--variant",  game, "--bot",
          "0",      "--terms", "first_limit=60", "--terms", "increment=1"};
}

// A duel that has begun, between two machines that have just paired.
struct Duel {
  explicit Duel(Room& room, const std::string& game = "xiangqi")
      : in(room), near(room[0].bus, Answer::kYes), far(room[1].bus, Answer::kYes) {
    host = start(in[0], kListen);
    const bool listens = host->wait_for("listening", 40s);
    INFO(host->out << host->err);
    REQUIRE(listens);
    guest = start(in[1], call(game));
    (void)guest->wait_for("\"began\"", 90s);
    INFO(host->out << host->err << guest->out << guest->err);
    REQUIRE(guest->out.find("\"began\"") != std::string::npos);
  }
  void finish(std::chrono::milliseconds time = 200s) {
    const int ended = guest->finish(time);
    const int host_ended = host->finish(30s);
    at_host = events(host->out);
    at_guest = events(guest->out);
    INFO(host->out.substr(0, 2000) << host->err << guest->out.substr(0, 2000) << guest->err);
    CHECK(ended == 0);
    CHECK(host_ended == 0);
    CHECK(moves(at_host) == moves(at_guest));
    CHECK(only(at_host, "ended") == only(at_guest, "ended"));
  }
  Room& in;
  const Desktop near, far;
  std::unique_ptr<Process> host, guest;
  std::vector<json> at_host, at_guest;
};

}  // namespace

TEST_CASE("duel: two machines find each other, pair and play a game to its end", "[duel]") {
  const std::string game = GENERATE("xiangqi", "chess", "junqi");
  Duel duel(room(), game);
  duel.finish();
  CHECK(duel.near.asked >= 1);
  CHECK(duel.far.asked >= 1);
  CHECK(only(duel.at_host, "met")["name"] == "Bo");
  CHECK(only(duel.at_guest, "met")["name"] == "Ann");
  CHECK(only(duel.at_guest, "met")["address"] == duel.in[0].address);
  CHECK(moves(duel.at_host).size() > 10);
  CHECK(only(duel.at_host, "ended")["status"] != "none");
}

TEST_CASE("duel: out of reach and back the match goes on, with the same ply and the clocks within 0.2 s",
          "[duel]") {
  Duel duel(room());
  REQUIRE(duel.guest->wait_for("\"ply\":6,", 60s));
  duel.in.air.cut(1);
  REQUIRE(duel.guest->wait_for("\"lost\"", 30s));
  REQUIRE(duel.host->wait_for("\"lost\"", 30s));
  duel.in.air.heal(1);
  REQUIRE(duel.guest->wait_for("\"back\"", 60s));
  REQUIRE(duel.host->wait_for("\"back\"", 60s));
  duel.finish();
  const json &lost_host = only(duel.at_host, "lost"), &lost_guest = only(duel.at_guest, "lost");
  const json &host = only(duel.at_host, "back"), &guest = only(duel.at_guest, "back");
  INFO(lost_host << lost_guest << host << guest);
  CHECK(host["ply"] == guest["ply"]);
  CHECK(host["ply"].get<int>() >= 6);
  const auto apart = [](const json& a, const json& b, std::size_t seat) {
    return std::abs(a["clocks"][seat].get<double>() - b["clocks"][seat].get<double>());  // ms
  };
  // They stood while the link was lost. Whoever had not heard the last move yet lacks it, with its increment.
  int compared = 0;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    CHECK(apart(host, guest, seat) < 200);
    for (const auto& [lost, back] : {std::pair(&lost_host, &host), std::pair(&lost_guest, &guest)}) {
      if ((*lost)["ply"] != (*back)["ply"]) continue;
      CHECK(apart(*lost, *back, seat) < 200);
      ++compared;
    }
  }
  CHECK(compared >= 2);
}

TEST_CASE("duel: a program that is killed goes on with the same duel when it starts again", "[duel]") {
  Duel duel(room());
  REQUIRE(duel.guest->wait_for("\"ply\":6,", 60s));
  duel.guest->send(SIGKILL);
  (void)duel.guest->finish(10s);
  const std::vector<std::string> before = moves(events(duel.guest->out));
  duel.guest = start(duel.in[1], call("xiangqi"));
  duel.finish();
  const std::vector<std::string> after = moves(duel.at_guest);
  REQUIRE(after.size() >= before.size());
  CHECK(std::equal(before.begin(), before.end(), after.begin()));
}

TEST_CASE("duel: the adapter is pulled out and put back in the middle of a match", "[duel]") {
  Duel duel(room());
  REQUIRE(duel.guest->wait_for("\"ply\":6,", 60s));
  duel.in.air.unplug(0);
  REQUIRE(duel.guest->wait_for("\"lost\"", 30s));
  duel.in.air.plug(0);
  duel.in[0].power(true);
  REQUIRE(duel.guest->wait_for("\"back\"", 90s));
  duel.finish();
}

TEST_CASE("duel: a user whom the system does not let use Bluetooth reads a sentence", "[duel]") {
  Room& in = room();
  const std::filesystem::path home = in[0].folder / "stranger";
  std::filesystem::create_directories(home);
  REQUIRE(::chown(home.c_str(), kStrangersNumber, kStrangersNumber) == 0);
  const std::string number = std::to_string(kStrangersNumber);
  Environment around = in[0].environment();
  around.emplace_back("HOME", home);
  Process stranger(
      {"setpriv", "--reuid", number, "--regid", number, "--clear-groups", QITAI_BUILD_DIR "/bin/qitai",
       "duel", "--link", "bluetooth", "--data", home, "--listen", "--bot", "0", "--name", "Ann"},
      around);
  CHECK(stranger.finish(60s) != 0);
  INFO(stranger.out << stranger.err);
  const json failed = only(events(stranger.out), "failed");
  CHECK(failed["reason"] == "permission");
  CHECK(failed["what"] == "The system does not let the game use Bluetooth");
}

TEST_CASE("duel: who stays out of reach ends the match for both as disconnected", "[duel]") {
  Duel duel(room());
  REQUIRE(duel.guest->wait_for("\"ply\":6,", 60s));
  duel.in.air.cut(1);
  (void)duel.guest->finish(200s);
  (void)duel.host->finish(60s);
  for (const Process* each : {duel.guest.get(), duel.host.get()}) {
    const json end = only(events(each->out), "ended");
    INFO(end);
    CHECK(end["reason"] == "disconnected");
  }
  // The last move may have been on its way when the radio went, and so may the word that the one before it
  // came.
  std::vector<std::string> longer = moves(events(duel.host->out)), shorter = moves(events(duel.guest->out));
  if (longer.size() < shorter.size()) std::swap(longer, shorter);
  CHECK(longer.size() - shorter.size() <= 2);
  CHECK(std::equal(shorter.begin(), shorter.end(), longer.begin()));
}
