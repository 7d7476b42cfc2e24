#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "cli/command.hpp"
#include "host/conformance/run.hpp"
#include "host/loader.hpp"
#include "host/vet.hpp"

namespace qitai::cli {
namespace {

using host::conformance::Check;
using host::conformance::Finding;
using host::conformance::Order;
using host::conformance::Verdict;

constexpr std::int64_t kMostGames = 1'000'000;
constexpr std::int64_t kMostSeconds = 86'400;

constexpr Option kOptions[] = {
    {"--seed", "N", "what all random choices come from; 1 unless given"},
    {"--games", "N", "how many random games the broadest checks play; 200 unless given"},
    {"--only", "CHECK", "make this check alone", true},
    {"--limit", "SECONDS", "end a check that takes longer; 60 unless given"},
    {"--list", "", "list the checks and make none"},
};

int list_checks() {
  for (const Check& check : host::conformance::checks())
    fmt::print("{:<10} {}\n", check.id, check.holds);
  return kDone;
}

// The checks that were asked for, in the table's order; an error names one that there is not.
Result<std::vector<const Check*>> chosen_checks(const Arguments& arguments) {
  const std::vector<std::string> only = arguments.values("--only");
  std::vector<std::string_view> ids;
  std::vector<const Check*> chosen;
  for (const Check& check : host::conformance::checks()) {
    ids.push_back(check.id);
    if (only.empty() || std::ranges::find(only, check.id) != only.end()) chosen.push_back(&check);
  }
  for (const std::string& id : only) {
    if (std::ranges::find(ids, id) == ids.end())
      return Error{"usage", fmt::format("There is no check \"{}\"{}", id, did_you_mean(id, ids))};
  }
  return chosen;
}

void print_finding(const Check& check, const Finding& finding, std::string_view game) {
  constexpr std::array<std::string_view, 4> kWords{"pass", "FAIL", "skip", "CRASH"};
  std::string sentence = finding.sentence;
  if (finding.verdict == Verdict::kPass) {
    sentence = finding.sentence.empty() ? std::string(check.holds)
                                        : fmt::format("{} ({})", check.holds, finding.sentence);
  }
  fmt::print("{:<5}  {:<10} {}{}{}\n", kWords[static_cast<std::size_t>(finding.verdict)], check.id, game,
             game.empty() ? "" : ": ", sentence);
  // A check may take a while; what was found so far is there to be read.
  std::fflush(stdout);
}

// All checks of one game; how many did not pass.
unsigned check_game(const Order& order, const std::vector<const Check*>& checks, unsigned index,
                    std::string_view game) {
  unsigned bad = 0;
  for (const Check* check : checks) {
    const Finding finding = host::conformance::make_check(order, *check, index);
    print_finding(*check, finding, game);
    if (finding.verdict != Verdict::kFail && finding.verdict != Verdict::kCrash) continue;
    ++bad;
    fmt::print("       again: qitai check-plugin {} --seed {} --games {} --only {}\n", order.file.string(),
               order.seed, order.games, check->id);
  }
  return bad;
}

int check_plugin(const Arguments& arguments) {
  if (arguments.has("--list")) return list_checks();
  const auto seed = arguments.number("--seed", 0, std::numeric_limits<std::int64_t>::max());
  if (!seed) return refuse(kCheckPlugin, seed.error().message);
  const auto games = arguments.number("--games", 1, kMostGames);
  if (!games) return refuse(kCheckPlugin, games.error().message);
  const auto limit = arguments.number("--limit", 1, kMostSeconds);
  if (!limit) return refuse(kCheckPlugin, limit.error().message);
  const Result<std::vector<const Check*>> checks = chosen_checks(arguments);
  if (!checks) return refuse(kCheckPlugin, checks.error().message);
  if (arguments.others().empty())
    return refuse(kCheckPlugin, "the plugin's file is needed: qitai check-plugin FILE.so");

  Order order;
  order.file = arguments.others().front();
  std::error_code failed;
  if (!std::filesystem::is_regular_file(order.file, failed))
    return refuse(kCheckPlugin, fmt::format("{}: there is no such file", order.file.string()));
  order.vetter = host::default_places({}, {}).vetter;
  order.seed = static_cast<std::uint64_t>(seed->value_or(1));
  order.games = static_cast<unsigned>(games->value_or(200));
  order.limit = std::chrono::seconds(limit->value_or(60));

  const std::vector<host::PluginReport> reports =
      host::vet({order.file}, order.vetter, std::chrono::milliseconds(3000));
  const host::PluginReport& report = reports.front();
  if (!report.loaded) {
    fmt::print("FAIL   loads      {}: {}\n", report.refusal.code, report.refusal.message);
    return kNo;
  }
  fmt::print("pass   loads      {} {}, ABI {}.{}; seed {}\n", report.id, report.version, report.abi_major,
             report.abi_minor, order.seed);
  if (report.variants.empty()) {
    fmt::print("skip   games      the plugin makes no game\n");
    return kDone;
  }
  unsigned bad = 0;
  for (std::size_t i = 0; i < report.variants.size(); ++i) {
    // With one game its name would only be in the way.
    const std::string_view name = report.variants.size() == 1 ? std::string_view() : report.variants[i];
    bad += check_game(order, *checks, static_cast<unsigned>(i), name);
  }
  if (bad != 0) fmt::print("{} check{} did not pass.\n", bad, bad == 1 ? "" : "s");
  return bad == 0 ? kDone : kNo;
}

}  // namespace

const Command kCheckPlugin{
    "check-plugin",
    "FILE.so [--seed N] [--games N] [--only CHECK]... [--limit SECONDS] [--list]",
    "check whether a plugin keeps every promise of the interface",
    "Plays random games with every game of the plugin and holds its answers against one another: for each "
    "check one line that begins with pass, FAIL, skip or CRASH, and below a failure how to see it again. "
    "Every "
    "check runs in a process of its own with a time limit. The same seed makes the same games on every "
    "machine.",
    kOptions,
    check_plugin,
    1,
};

}  // namespace qitai::cli
