// Two programs that play a duel over a link of this machine, one of them killed at any moment and started
// again.
#include <cmath>
#include <random>

#include "duel_ends.hpp"

using namespace qitai::testing;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

constexpr int kRuns = 50;
constexpr double kClockMs = 1000;  // by so much at most a clock may be wrong after a kill

// Games that random players bring to an end soon, all of them timed.
std::vector<std::string> call_of(int run) {
  std::vector<std::string> words{"--connect", "any", "--bot", "0", "--variant"};
  constexpr std::array kGames{"xiangqi", "chess", "junqi"};
  const std::string game = kGames[static_cast<std::size_t>(run) % kGames.size()];
  words.push_back(game);
  for (const std::string& term : {std::string("first_limit=30"), std::string("increment=1"),
                                  std::string(game == "junqi" ? "no_fight_limit=8" : "illegal=forfeit")})
    words.insert(words.end(), {"--terms", term});
  return words;
}

// One end over all its lives.
class End {
 public:
  End(const Ends& ends, std::string who, std::vector<std::string> words)
      : ends_(ends), who_(std::move(who)), words_(std::move(words)) {
    start();
  }
  void start() { process_ = ends_.start(who_, words_); }
  void kill() {
    process_->send(SIGKILL);
    (void)process_->finish(10s);
    lives_.push_back(events(process_->out));
  }
  Process& process() { return *process_; }
  // Whether it goes on with a match; else it says that it waits for one.
  [[nodiscard]] bool resumes() {
    (void)process_->wait_for("\n", 20s);
    return process_->out.find("\"began\"") != std::string::npos;
  }
  // All that this life has told so far.
  [[nodiscard]] std::vector<json> told() const { return events(process_->out); }
  [[nodiscard]] const std::vector<std::vector<json>>& lives() const { return lives_; }

 private:
  const Ends& ends_;
  std::string who_;
  std::vector<std::string> words_;
  std::unique_ptr<Process> process_;
  std::vector<std::vector<json>> lives_;  // that are over
};

const json* find(const std::vector<json>& all, const std::string& what) {
  const auto found = std::ranges::find_if(all, [&](const json& event) { return event["event"] == what; });
  return found == all.end() ? nullptr : &*found;
}

const json* last(const std::vector<json>& all, const std::string& what) {
  const json* found = nullptr;
  for (const json& event : all) {
    if (event["event"] == what) found = &event;
  }
  return found;
}

bool is_beginning(const std::vector<std::string>& one, const std::vector<std::string>& of) {
  return one.size() <= of.size() && std::equal(one.begin(), one.end(), of.begin());
}

}  // namespace

TEST_CASE(
    "duel: killed at any moment, a side comes back to the same ply and clocks, and both to the same end",
    "[kills]") {
  std::mt19937 random(20'261'130);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int came_back = 0;
  int compared = 0;
  int never_began = 0;
  int killed_at_end = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Ends ends;
    INFO("run " << run);
    End host(ends, "Ann", {"--listen", "--bot", "0"});
    REQUIRE(host.process().wait_for("listening", 20s));
    End guest(ends, "Bo", call_of(run));
    End& killed = below(2) == 0 ? host : guest;
    End& other = &killed == &host ? guest : host;
    // At some ply, or at some instant near the beginning; now and then the clocks have a second to go wrong.
    const int ply = below(40);
    const bool at_ply = run % 5 != 0;
    INFO((&killed == &host ? "host" : "guest") << " killed " << (at_ply ? "at ply " : "early ") << ply);
    if (at_ply) {
      (void)killed.process().wait_for("\"ply\":" + std::to_string(ply) + ",", 5s);
    } else if (killed.process().wait_for("met", 20s)) {
      std::this_thread::sleep_for(std::chrono::microseconds(below(20'000)));
    }
    killed.kill();
    const std::vector<json>& before = killed.lives().back();
    // It had told the end: it is not started again.
    const bool at_end = find(before, "ended") != nullptr;
    if (at_end) {
      ++killed_at_end;
    } else {
      if (run % 4 == 0) std::this_thread::sleep_for(1500ms);
      killed.start();
    }

    // Whoever was killed before anything of the match was kept meets a partner who drops it: nothing was
    // played, and they begin anew.
    const bool resumes = at_end || killed.resumes();
    if (!resumes) {
      ++never_began;
      INFO(killed.process().out << other.process().out);
      CHECK(moves(before).empty());
      if (find(other.told(), "began") != nullptr) CHECK(other.process().wait_for("forgotten", 20s));
      CHECK(moves(other.told()).empty());
      for (End* end : {&host, &guest}) {
        end->process().send(SIGTERM);
        (void)end->process().finish(20s);
      }
      host.start();
      REQUIRE(host.process().wait_for("listening", 20s));
      guest.start();
    }

    for (End* end : {&host, &guest}) {
      if (end == &killed && at_end) continue;
      const bool ended = end->process().wait_for("\"ended\"", 60s);
      INFO(host.process().out.substr(0, 4000) << "\n----\n" << guest.process().out.substr(0, 4000));
      INFO(host.process().err << guest.process().err);
      REQUIRE(ended);
    }
    // Whoever waits for the other to hear of the end, who is gone, need not do so here.
    for (End* end : {&host, &guest}) {
      if (end != &killed || !at_end) end->process().send(SIGTERM);
    }
    if (!at_end) (void)killed.process().finish(20s);
    (void)other.process().finish(20s);

    const std::vector<json> here = at_end ? before : killed.told();
    const std::vector<json> there = other.told();
    INFO(killed.process().out.substr(0, 4000) << "\n----\n" << other.process().out.substr(0, 4000));
    CHECK(only(here, "ended") == only(there, "ended"));
    CHECK(only(here, "ended")["reason"] != "disconnected");
    CHECK(moves(here) == moves(there));
    CHECK(is_beginning(moves(before), moves(here)));
    const json* const mine = last(here, "back");
    const json* const theirs = last(there, "back");
    if (at_end || mine == nullptr || theirs == nullptr) continue;
    ++came_back;
    if ((*mine)["ply"] != (*theirs)["ply"]) continue;  // one has moved on already
    ++compared;
    for (std::size_t seat = 0; seat < 2; ++seat)
      CHECK(std::abs((*mine)["clocks"][seat].get<double>() - (*theirs)["clocks"][seat].get<double>()) <
            kClockMs);
  }
  WARN(came_back << " came back, " << compared << " at the same ply, " << killed_at_end
                 << " killed at the end, " << never_began << " before the beginning");
  CHECK(came_back > kRuns / 2);
  CHECK(compared > kRuns / 4);
}
