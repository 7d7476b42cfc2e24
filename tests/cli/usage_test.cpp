// Exit statuses and sentences of the real program: 0 done, 1 the answer is no, 2 bad usage or unreadable
// input.
#include <catch2/catch.hpp>

#include "qitai.hpp"

using namespace qitai::testing;
using Catch::Matchers::Contains;

namespace {

// One sentence on standard error, nothing on standard output.
void check_refused(const std::vector<std::string>& words, const std::string& sentence) {
  const Finished done = qitai::testing::qitai(words);
  INFO(done.err);
  CHECK(done.status == 2);
  CHECK(done.out.empty());
  CHECK_THAT(done.err, Contains(sentence));
  CHECK(std::count(done.err.begin(), done.err.end(), '\n') == 1);
}

}  // namespace

TEST_CASE("Bad usage: exit status 2 and one sentence that helps") {
  check_refused({"perf"}, "There is no command \"perf\": did you mean perft?");
  check_refused({"--plugin", "game.so", "perft"}, "A command comes before its options: qitai perft ...");
  check_refused({"perft", "--varient", "xiangqi"}, "There is no option --varient: did you mean --variant?");
  check_refused({"perft", "--variant", "xiangqi"}, "--depth is needed");
  check_refused({"perft", "--depth", "2"}, "--variant is needed: there is");
  check_refused({"perft", "--variant", "xianqi", "--depth", "2"}, "did you mean xiangqi?");
  check_refused({"perft", "--variant", "xiangqi", "--depth", "two"}, "expected a whole number from 0 to 100");
  check_refused({"judge", "--variant", "xiangqi", "--option", "natural_limits=3"},
                "did you mean natural_limit?");
  check_refused({"judge", "--variant", "xiangqi", "--option", "ilegal=correct"}, "did you mean illegal?");
  check_refused({"judge", "--variant", "xiangqi", "--option", "illegal=corect"},
                "expected prevent, correct, forfeit or capture");
  check_refused({"judge", "--variant", "xiangqi", "--option", "natural_limit"}, "expected key=value");
  check_refused({"judge", "--variant", "xiangqi", "--option", "natural_limit=many"}, "natural_limit");
  check_refused({"judge", "--variant", "xiangqi", "--flag", "white"}, "expected one of red, black");
  check_refused({"judge", "--variant", "xiangqi", "--plugin", "/nowhere.so"}, "there is no such file");
  check_refused({"judge", "--variant", "xiangqi", "--config", "/nowhere.toml"}, "/nowhere.toml");
  check_refused({"judge", "--variant", "xiangqi", "--plugin", "/usr"}, "/usr: that is no file");
  check_refused(
      {"judge", "--variant", "xiangqi", "--option", "natural_limit=3", "--option", "natural_limit=4"},
      "--option natural_limit was given twice");
  check_refused({"--no-such-thing"}, "There is no option --no-such-thing");
  check_refused({"--version", "--bogus"}, "There is no option --bogus");
  check_refused({"--version", "now"}, "\"now\" is one word too many");
  check_refused({"judge", "--version"}, "There is no option --version");
}

TEST_CASE("Whatever was typed, the sentence is one that can be read: its beginning and its end") {
  const std::string much(100'000, 'x');
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {much},
           {"--" + much},
           {"judge", "--variant", much},
           {"judge", "--variant", "xiangqi", "--moves", much},
           {"judge", "--variant", "xiangqi", "--option", "natural_limit=" + much}}) {
    const Finished done = qitai::testing::qitai(words);
    CHECK(done.status == 2);
    CHECK(done.err.size() < 1000);
    CHECK_THAT(done.err, Contains(" ... "));
  }
}

TEST_CASE("A plugin that breaks its contract while it is asked: a sentence, and exit status 1") {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"judge"}, {"perft", "--depth", "2"}}) {
    std::vector<std::string> command = words;
    command.insert(command.end(),
                   {"--variant", "acting", "--plugin", QITAI_BUILD_DIR "/tests/plugins_bad/acting.so"});
    const Finished done = qitai::testing::qitai(command);
    INFO(done.err);
    CHECK(done.status == 1);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, Contains("the game \"acting\" broke its contract"));
  }
}

TEST_CASE("A demo of a game that is not there: a sentence, exit status 2, and no other game is played") {
  const Finished done =
      run({program(), "demo", "--variant", "xianqi"}, {{"SDL_VIDEODRIVER", "offscreen"}, {"DISPLAY", ""}});
  CHECK(done.status == 2);
  CHECK(done.out.empty());
  CHECK_THAT(done.err,
             Contains("There is no game \"xianqi\": did you mean xiangqi? (there is chess, junqi, xiangqi)"));
}

TEST_CASE("A demo under a rule that the game does not have, or of no game: a sentence, exit status 2") {
  const auto demo = [](const std::vector<std::string>& words) {
    std::vector<std::string> command{program(), "demo"};
    command.insert(command.end(), words.begin(), words.end());
    return run(command, {{"SDL_VIDEODRIVER", "offscreen"}, {"DISPLAY", ""}});
  };
  const Finished nowhere = demo({"--option", "mode=flip"});
  CHECK(nowhere.status == 2);
  CHECK_THAT(nowhere.err, Contains("--variant is needed: there is chess, junqi, xiangqi"));
  const Finished wrong = demo({"--variant", "junqi", "--option", "mode=flap"});
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, Contains("mode") && Contains("flip"));
  const Finished none = demo({"--variant", "junqi", "--option", "mods=flip"});
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("did you mean mode?"));
}

TEST_CASE("A picture that can't be written: a sentence, and exit status 1") {
  const Finished done = run({program(), "--video-frames", "2", "--screenshot", "/proc/nowhere/a.png"},
                            {{"SDL_VIDEODRIVER", "offscreen"}, {"DISPLAY", ""}});
  INFO(done.err);
  CHECK(done.status == 1);
  CHECK_THAT(done.err, Contains("/proc/nowhere/a.png"));
}

TEST_CASE("Every command has a help of its own and says how it ends") {
  for (const std::string command : {"", "demo", "perft", "judge", "bench", "plugins"}) {
    std::vector<std::string> words{"--help"};
    if (!command.empty()) words.insert(words.begin(), command);
    const Finished done = qitai::testing::qitai(words);
    CHECK(done.status == 0);
    CHECK(done.err.empty());
    for (const char* part : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS"}) {
      CHECK_THAT(done.out, Contains(part));
    }
  }
}

TEST_CASE("plugins lists the installed games and transports, and a file that is no plugin with the reason") {
  const Scratch folder;
  const std::string file = (folder / "letter.so").string();
  CHECK(run({"sh", "-c", "echo dear plugin > " + file}).status == 0);
  const Finished done = qitai::testing::qitai({"plugins", "--plugin", file, "--lang", "zh-Hans"});
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("loaded   xiangqi"));
  CHECK_THAT(done.out, Contains("象棋"));
  CHECK_THAT(done.out, Contains("transport local: 本机"));
  CHECK_THAT(done.out, Contains("refused  " + file));
  CHECK_THAT(done.out, Contains("not-a-library"));
}
