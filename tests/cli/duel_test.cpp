// Two programs that play a duel over a link of this machine, as a tester would start them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "qitai.hpp"

using namespace qitai::testing;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

// The two ends: each its own folder, both the same meeting place.
class Ends {
 public:
  [[nodiscard]] std::unique_ptr<Process> start(const std::string& who, std::vector<std::string> words) const {
    const std::string own = (folder_ / who).string();
    words.insert(words.begin(), {program(), "duel", "--link", "local", "--data", own});
    return std::make_unique<Process>(words, Environment{{"HOME", own},
                                                        {"XDG_RUNTIME_DIR", folder_.path().string()},
                                                        {"XDG_CONFIG_HOME", ""},
                                                        {"XDG_DATA_HOME", ""},
                                                        {"XDG_STATE_HOME", ""},
                                                        {"LC_ALL", "C.UTF-8"}});
  }

 private:
  Scratch folder_;
};

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

}  // namespace

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
    refused({"--listen", "--name", "a\tb"}, "--name");
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
