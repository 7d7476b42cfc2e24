// Two real windows on two displays, two processes with folders of their own: from the title over the lobby to
// the end of whole matches, with key events only. Both end alike.
#include <catch2/catch.hpp>
#include <fstream>
#include <string>

#include "../process.hpp"
#include "../scratch.hpp"
#include "base/paths.hpp"

using namespace qitai::testing;
using namespace std::chrono_literals;

namespace {

// The general behind an open file with Red's cannons one behind the other: there is no answer to both. Found
// legal and mate by Fairy-Stockfish too.
constexpr const char* kCannons = "h2e2 a9a8 e2e6 a8a9 b2b4 a9a8 b4e4";
constexpr const char* kFoolsMate = "f2f3 e7e5 g2g4 d8h4";
// The corps commander goes through the camps to the flag behind a platoon commander, while Blue waits.
constexpr const char* kLayout = "83732/5.5.4/E6.64/7.3.E/9BB2E/MMMF2";
constexpr const char* kToTheFlag = "a6a7 d7d8 a7b8 d8d7 b8c9 d7d8 c9b10 d8d7 b10b11 d7d8 b11b12";

struct Side {
  Side(const Scratch& scratch, const std::string& part, const std::string& name)
      : role(part), data(scratch / part) {
    std::filesystem::create_directories(data);
    const auto meet = scratch / "meet";
    std::filesystem::create_directories(meet);
    std::filesystem::permissions(meet, std::filesystem::perms::owner_all);
    config = "[player]\ntransport = \"local\"\nname = \"" + name +
             "\"\n[display]\nreduced_motion = true\n[plugin.network]\nlocal-folder = \"" + meet.string() +
             "\"\n";
    std::ofstream(data / "layouts.json") << R"({"version":1,"layouts":[{"game":"junqi","player":")" << name
                                         << R"(","slot":0,"layout":")" << kLayout << R"("}]})";
  }
  Environment around(const std::string& game, const std::string& moves) {
    std::ofstream(data / "config.toml") << config << "[plugins]\norder = [\"" << game << "\"]\n";
    const std::string shots = qitai::environment("QITAI_E2E_SHOTS").value_or(std::string());
    return {{"QITAI_TEST_DATA", data.string()},
            {"QITAI_TEST_ROLE", role},
            {"QITAI_TEST_GAME", game},
            {"QITAI_TEST_MOVES", moves},
            {"QITAI_TEST_SHOTS", shots}};
  }
  std::string role;
  std::filesystem::path data;
  std::string config;
};

std::string end_of(const std::string& out) {
  const std::size_t at = out.find("ended ");
  return at == std::string::npos ? std::string() : out.substr(at, out.find('\n', at) - at);
}

// Both play it; the line with which it ended, the same on both.
std::string duel(const std::string& game, const std::string& moves) {
  const Scratch scratch;
  Side one(scratch, "accepts", "老王"), other(scratch, "challenges", "小林");
  const std::vector<std::string> self{QITAI_BUILD_DIR "/tests/test_e2e_duel", "[.duelist]"};
  Process accepts(self, one.around(game, moves)), challenges(self, other.around(game, moves));
  const int first = challenges.finish(150s), second = accepts.finish(60s);
  INFO("challenges:\n" << challenges.out << challenges.err << "\naccepts:\n" << accepts.out << accepts.err);
  CHECK(first == 0);
  CHECK(second == 0);
  std::string end = end_of(challenges.out);
  REQUIRE_FALSE(end.empty());
  CHECK(end == end_of(accepts.out));
  return end;
}

}  // namespace

TEST_CASE("two windows play xiangqi to checkmate by keys alone, from the title over the lobby") {
  CHECK(duel("xiangqi", kCannons).starts_with("ended 1,-1 checkmate "));
}

TEST_CASE("two windows play the fool's mate") {
  CHECK(duel("chess", kFoolsMate).starts_with("ended -1,1 checkmate "));
}

TEST_CASE("two windows put up their pieces in private, and Red takes the flag") {
  CHECK(duel("junqi", kToTheFlag).starts_with("ended 1,-1 flag-captured "));
}

TEST_CASE("two windows: a resignation in a game with secrets is the same on both, once all is open") {
  CHECK(duel("junqi", "a6a7 d7d8 resign").starts_with("ended -1,1 resignation "));
}
