// Figures of one run on one machine. Only their ratios can be compared with another run's.
#include <SDL.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/paths.hpp"
#include "cli/bench_link.hpp"
#include "cli/command.hpp"
#include "cli/games.hpp"
#include "view/board_view.hpp"

namespace qitai::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kLinkMoves = 1000;
constexpr std::int64_t kMostLinkMoves = 1'000'000;

constexpr Option kOptions[] = {
    {"--json", "", "one JSON object instead of lines"},
    {"--variant", "ID", "this game alone; otherwise every game there is"},
    {"--moves", "N", "moves over the link, some 140 a second; otherwise 1000"},
    kPluginOption,
    kConfigOption,
};

// A count that takes so long is long enough to be measured.
constexpr double kEnoughSeconds = 0.1;
constexpr unsigned kDeepest = 100;
constexpr std::size_t kLongGame = 1000;  // plies
constexpr std::size_t kEnd = 100;        // plies at either end that are compared
constexpr int kTimes = 5;                // of these runs the median counts
constexpr int kFrames = 600;
constexpr std::uint64_t kGlide = 80;  // ms after its beginning a glide is under way

// Rules that would end the long game, or its shuffling, before it is long. Repetition stays as it is.
constexpr Preset kEndless[] = {{"natural_limit", "0"}, {"claims", "claim"}};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

double rounded(double value) {
  return std::round(value * 1000) / 1000;
}

Json machine() {
  std::string processor = "unknown";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    // x86 names the model, ARM boards the whole machine at the end.
    if (line.starts_with("model name") || line.starts_with("Model")) {
      const std::size_t colon = line.find(": ");
      if (colon != std::string::npos) processor = line.substr(colon + 2);
      break;
    }
  }
  utsname system{};
  ::uname(&system);
  return {{"name", system.nodename},
          {"processor", processor},
          {"architecture", system.machine},
          {"system", std::string(system.sysname) + " " + system.release},
          {"processors", std::thread::hardware_concurrency()}};
}

// Counts deeper and deeper until one takes long enough: that one's figures, or null where the game ends
// before.
template <typename Counter>
Json counted(Counter&& nodes_at) {
  Json last;
  for (unsigned depth = 1; depth <= kDeepest; ++depth) {
    const double begin = processor_seconds();
    const std::uint64_t nodes = nodes_at(depth);
    const double seconds = processor_seconds() - begin;
    if (nodes == 0) break;
    // Not assigned from braces: clang 14 loses what is made of them.
    Json figures = {{"depth", depth},
                    {"nodes", nodes},
                    {"seconds", rounded(seconds)},
                    {"nodes_per_second", std::round(static_cast<double>(nodes) / std::max(seconds, 1e-9))}};
    last = std::move(figures);
    if (seconds >= kEnoughSeconds) break;
  }
  return last;
}

// Counting moves by the plugin's own counter, if it has one, and through its ordinary calls.
Json perft(host::State state) {
  const int seat = acting_seat(state);
  if (seat < 0 || !state.legal(seat)) return {};
  Json own;
  if (state.native_perft(0)) own = counted([&](unsigned depth) { return *state.native_perft(depth); });
  Json abi = counted([&](unsigned depth) { return state.abi_perft(depth); });
  Json out{{"native", own}, {"abi", abi}};
  if (own.is_object() && abi.is_object())
    out["abi_share"] = rounded(abi["nodes_per_second"].get<double>() / own["nodes_per_second"].get<double>());
  return out;
}

// How gladly a move is played in the long game: most of all one that brings back a position seen once.
enum class Liking { kNot, kCapture, kNew, kAgain };

// Legal moves of one game of kLongGame plies in which no position stands a third time and which goes back to
// positions whenever it can; fewer where it finds no way on.
std::vector<host::Move> shuffling_game(host::State state) {
  std::map<std::uint64_t, int> seen{{state.hash(host::kPublic), 1}};
  std::mt19937_64 random(1);
  std::vector<host::Move> game;
  const auto liking = [&](int seat, host::Move move) {
    const auto answer = state.apply(seat, move);
    const auto* changes = std::get_if<std::vector<host::Change>>(&answer);
    if (changes == nullptr) return Liking::kNot;
    const bool quiet = std::ranges::none_of(
        *changes, [](const host::Change& change) { return change.what == QITAI_CHANGE_CAPTURED; });
    const bool over = state.outcome().state == host::Outcome::State::kOver;
    const auto found = seen.find(state.hash(host::kPublic));
    const int times = found == seen.end() ? 0 : found->second;
    if (!state.undo()) throw host::PluginFault("the long game needs a game that can take moves back");
    if (over || times >= 2) return Liking::kNot;
    return !quiet ? Liking::kCapture : times == 1 ? Liking::kAgain : Liking::kNew;
  };
  while (game.size() < kLongGame) {
    const int seat = acting_seat(state);
    if (seat < 0) break;
    std::vector<host::Move> moves = state.legal(seat).value_or(std::vector<host::Move>());
    std::ranges::shuffle(moves, random);
    Liking best = Liking::kNot;
    host::Move chosen;
    for (const host::Move& move : moves) {
      const Liking liked = liking(seat, move);
      if (liked > best) chosen = move;
      best = std::max(best, liked);
      if (best == Liking::kAgain) break;
    }
    if (best == Liking::kNot) break;
    (void)state.apply(seat, chosen);
    ++seen[state.hash(host::kPublic)];
    game.push_back(chosen);
  }
  return game;
}

// Playing a game and asking after every ply how it stands, in milliseconds: all of it, and its two ends.
Json judged(const host::State& begin, const std::vector<host::Move>& game) {
  std::vector<double> whole;
  std::vector<double> first;
  std::vector<double> last;
  for (int time = 0; time < kTimes; ++time) {
    host::State state = begin.clone();
    std::vector<double> at{processor_seconds()};
    for (const host::Move& move : game) {
      (void)state.apply(acting_seat(state), move);
      (void)state.outcome();
      at.push_back(processor_seconds());
    }
    const std::size_t end = std::min(kEnd, game.size());
    whole.push_back(1000 * (at.back() - at.front()));
    first.push_back(1000 * (at[end] - at.front()));
    last.push_back(1000 * (at.back() - at[game.size() - end]));
  }
  return {{"plies", game.size()},
          {"milliseconds", rounded(median(whole))},
          {"first_100_milliseconds", rounded(median(first))},
          {"last_100_milliseconds", rounded(median(last))},
          {"last_to_first", rounded(median(last) / std::max(median(first), 1e-9))}};
}

// The long game judged under each set of rules for repetition that the variant has.
Result<Json> long_games(const host::State& begin) {
  const host::Variant& variant = begin.variant();
  if (variant.info().hidden || acting_seat(begin) < 0) return Json::array();
  const std::vector<host::Move> game = shuffling_game(begin.clone());
  const int option = variant.info().option("repetition");
  if (option < 0 ||
      variant.info().options[static_cast<std::size_t>(option)].kind != host::OptionKind::kChoice)
    return Json::array({judged(begin, game)});
  Json out = Json::array();
  for (const host::ChoiceInfo& rules : variant.info().options[static_cast<std::size_t>(option)].choices) {
    const std::array<Preset, 3> presets{{kEndless[0], kEndless[1], {"repetition", rules.id}}};
    const Result<host::State> state = chosen_state(variant, {}, presets);
    if (!state) return state.error();
    Json one{{"repetition", rules.id}};
    one.update(judged(*state, game));
    out.push_back(std::move(one));
  }
  return out;
}

struct Destroy {
  void operator()(SDL_Surface* surface) const { SDL_FreeSurface(surface); }
  void operator()(SDL_Renderer* renderer) const { SDL_DestroyRenderer(renderer); }
};

// The board of 1920×1080 by the software renderer: making its pictures, and a frame while a piece moves.
Json frames(const host::State& begin) {
  constexpr int kWidth = 1920;
  constexpr int kHeight = 1080;
  const std::unique_ptr<SDL_Surface, Destroy> surface(
      SDL_CreateRGBSurfaceWithFormat(0, kWidth, kHeight, 32, SDL_PIXELFORMAT_ARGB8888));
  const std::unique_ptr<SDL_Renderer, Destroy> renderer(SDL_CreateSoftwareRenderer(surface.get()));
  const int seat = acting_seat(begin);
  const std::vector<host::Move> moves =
      seat < 0 ? std::vector<host::Move>() : begin.legal(seat).value_or(std::vector<host::Move>());
  if (renderer == nullptr || moves.empty()) return {};
  const host::Variant& variant = begin.variant();
  view::Type type(renderer.get(), {});
  view::BoardView board(renderer.get(), type);
  board.set_game(variant.info(), begin.geometry(),
                 [&](std::string_view key) { return std::string(variant.text("zh-Hans", key)); });
  if (const Result<std::filesystem::path> assets = assets_folder())
    board.set_theme(view::load_theme(*assets / "themes", "wood"));
  board.set_rect({0, 0, kWidth, kHeight});
  const std::vector<host::Piece> pieces = begin.view(host::kPublic);
  board.set_pieces(pieces);
  const auto draw = [&](std::uint64_t time) {
    board.draw(time);
    SDL_RenderFlush(renderer.get());
  };
  const double baking = processor_seconds();
  draw(0);
  const double baked = processor_seconds();

  // Each frame is that of another move under way.
  double moving = 0;
  for (int frame = 0; frame < kFrames; ++frame) {
    const std::uint64_t time = 1000 * static_cast<std::uint64_t>(frame + 1);
    host::State after = begin.clone();
    const auto answer = after.apply(seat, moves[static_cast<std::size_t>(frame) % moves.size()]);
    const auto* changes = std::get_if<std::vector<host::Change>>(&answer);
    if (changes == nullptr) continue;
    board.set_pieces(pieces);
    board.play(*changes, after.view(host::kPublic), time);
    const double begun = processor_seconds();
    draw(time + kGlide);
    moving += processor_seconds() - begun;
  }
  return {{"width", kWidth},
          {"height", kHeight},
          {"baking_milliseconds", rounded(1000 * (baked - baking))},
          {"moving_milliseconds", rounded(1000 * moving / kFrames)}};
}

void print_lines(const Json& all) {
  const Json& machine = all["machine"];
  fmt::print("machine {}: {}, {} processors, {}\n", machine["name"].get<std::string>(),
             machine["processor"].get<std::string>(), machine["processors"].get<unsigned>(),
             machine["system"].get<std::string>());
  for (const Json& game : all["games"]) {
    const auto id = game["variant"].get<std::string>();
    for (const char* way : {"native", "abi"}) {
      const Json& count = game["perft"].is_object() ? game["perft"][way] : game["perft"];
      if (!count.is_object()) continue;
      fmt::print("{}: perft {} {}: {} nodes, {:.1f} million a second\n", id, count["depth"].get<unsigned>(),
                 way == std::string_view("abi") ? "through the ABI" : "by its own counter",
                 count["nodes"].get<std::uint64_t>(), count["nodes_per_second"].get<double>() / 1e6);
    }
    for (const Json& judged : game["long_games"]) {
      const std::string rules = judged.value("repetition", std::string());
      fmt::print("{}: judging {} plies{}: {:.3f} ms, the first 100 {:.3f} ms, the last 100 {:.3f} ms\n", id,
                 judged["plies"].get<std::size_t>(), rules.empty() ? "" : " by " + rules,
                 judged["milliseconds"].get<double>(), judged["first_100_milliseconds"].get<double>(),
                 judged["last_100_milliseconds"].get<double>());
    }
    if (const Json& drawn = game["board"]; drawn.is_object())
      fmt::print("{}: board of {} x {}: made in {:.1f} ms, a frame while a piece moves {:.2f} ms\n", id,
                 drawn["width"].get<int>(), drawn["height"].get<int>(),
                 drawn["baking_milliseconds"].get<double>(), drawn["moving_milliseconds"].get<double>());
    if (const Json& link = game["link"]; link.is_object())
      fmt::print(
          "{}: a duel over the link \"local\": a move costs each side {:.1f} microseconds ({} moves)\n", id,
          link["microseconds"].get<double>(), link["moves"].get<int>());
  }
}

int bench(const Arguments& arguments) {
  const Result<std::optional<std::int64_t>> moves = arguments.number("--moves", 1, kMostLinkMoves);
  if (!moves) return refuse(kBench, moves.error().message);
  const Result<Games> games = load_games(arguments);
  if (!games) return refuse(kBench, games.error().message);
  std::vector<std::shared_ptr<const host::Variant>> variants = games->plugins.variants();
  if (arguments.has("--variant")) {
    const Result<std::shared_ptr<const host::Variant>> variant = chosen_variant(*games, arguments);
    if (!variant) return refuse(kBench, variant.error().message);
    variants = {*variant};
  }
  Json all{{"version", QITAI_VERSION}, {"machine", machine()}, {"games", Json::array()}};
  for (const auto& variant : variants) {
    const Result<host::State> state = chosen_state(*variant, {}, kEndless);
    if (!state) return refuse(kBench, fmt::format("{}: {}", variant->info().id, state.error().message));
    const Result<Json> judged = long_games(*state);
    if (!judged) return refuse(kBench, fmt::format("{}: {}", variant->info().id, judged.error().message));
    const Result<Json> linked =
        link_moves(games->plugins, variant, static_cast<int>((*moves).value_or(kLinkMoves)));
    if (!linked) return refuse(kBench, fmt::format("{}: {}", variant->info().id, linked.error().message));
    all["games"].push_back({{"variant", variant->info().id},
                            {"perft", perft(state->clone())},
                            {"long_games", *judged},
                            {"board", frames(*state)},
                            {"link", *linked}});
  }
  if (arguments.has("--json"))
    fmt::print("{}\n", all.dump(-1, ' ', false, Json::error_handler_t::replace));
  else
    print_lines(all);
  return kDone;
}

}  // namespace

const Command kBench{
    "bench",
    "[--json] [--variant ID]",
    "measure how fast this machine counts, judges and draws",
    "Measures each game: counting moves with the plugin's own counter and through its ordinary calls; "
    "judging a "
    "game of 1000 plies that goes back to positions all the time, by each of the game's rules for "
    "repetition, "
    "and whether its last 100 plies cost more than its first; making the board's pictures, and a frame while "
    "a piece moves, 1920 by 1080 without a "
    "graphics "
    "card; and what a move of a duel over a link of this machine costs each side, where nothing is hidden.\n"
    "Times are those of the processor. They can be compared within one run; between machines and days only "
    "their ratios can.",
    kOptions,
    bench,
};

}  // namespace qitai::cli
