// Two programs on two machines that find each other over the air, pair and play to the end, as a tester would
// start them.
#include <algorithm>
#include <catch2/catch.hpp>
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

}  // namespace

TEST_CASE("duel: two machines find each other, pair and play a game to its end", "[duel]") {
  const std::string game = GENERATE("xiangqi", "chess", "junqi");
  Room& in = room();
  const Desktop near(in[0].bus, Answer::kYes), far(in[1].bus, Answer::kYes);
  const auto host = start(in[0], {"--listen", "--bot", "0", "--name", "Ann"});
  CHECK(host->wait_for("listening", 20s));
  const auto guest = start(in[1], {"--name", "Bo", "--connect", "any", "--variant", game, "--terms",
                                   "first_limit=30", "--terms", "increment=1", "--bot", "0"});
  CHECK(guest->finish(150s) == 0);
  CHECK(host->finish(20s) == 0);
  INFO(host->out.substr(0, 2000) << host->err << guest->out.substr(0, 2000) << guest->err);
  CHECK(near.asked == 1);
  CHECK(far.asked == 1);
  const std::vector<json> at_host = events(host->out), at_guest = events(guest->out);
  CHECK(only(at_host, "met")["name"] == "Bo");
  CHECK(only(at_guest, "met")["name"] == "Ann");
  CHECK(only(at_guest, "met")["address"] == in[0].address);
  CHECK(moves(at_host).size() > 10);
  CHECK(moves(at_host) == moves(at_guest));
  CHECK(only(at_host, "ended") == only(at_guest, "ended"));
  CHECK(only(at_host, "ended")["status"] != "none");
  WARN(game << ": " << moves(at_host).size() << " moves");
}
