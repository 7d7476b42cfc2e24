#include "cli/bench_link.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "cli/games.hpp"
#include "cli/wait.hpp"
#include "duel/duel.hpp"
#include "seat/lobby.hpp"

namespace qitai::cli {
namespace {

using seat::Now;

constexpr std::size_t kLongest = 400;          // plies of a game
constexpr Now kPatience = 10 * duel::kSecond;  // with anything that must happen next
constexpr std::uint32_t kSeed = 20'260'101;    // of the moves
constexpr int kMostPoll = 20;                  // ms

struct Ply {
  host::Seat seat = 0;
  host::Move move;
};

// One game, each move legal.
std::vector<Ply> random_game(const host::State& begin, std::mt19937& random) {
  host::State state = begin.clone();
  std::vector<Ply> game;
  while (game.size() < kLongest) {
    const int seat = acting_seat(state);
    if (seat < 0) break;
    const std::vector<host::Move> moves = state.legal(seat).value_or(std::vector<host::Move>());
    if (moves.empty()) break;
    game.push_back({seat, moves[random() % moves.size()]});
    if (!std::holds_alternative<std::vector<host::Change>>(state.apply(seat, game.back().move))) break;
  }
  return game;
}

class Pair {
 public:
  Pair(std::unique_ptr<seat::Lobby> listener, std::unique_ptr<seat::Lobby> dialler)
      : lobbies_{std::move(listener), std::move(dialler)} {}

  // Each side does what its descriptors and its time ask for, until `done`.
  [[nodiscard]] bool run(const std::function<bool()>& done) {
    const Now end = boottime_us() + kPatience;
    while (!done()) {
      const Now at = boottime_us();
      if (at >= end) return false;
      std::vector<pollfd> all;
      std::array<std::size_t, 2> first{};
      Now wake = end;
      for (std::size_t side = 0; side < 2; ++side) {
        first[side] = all.size();
        add_descriptors(all, lobbies_[side]->descriptors());
        wake = std::min(wake, lobbies_[side]->next_wake());
      }
      // What is due may be due since any time.
      const Now left = wake <= at ? 0 : std::min<Now>((wake - at + 999) / 1000, kMostPoll);
      (void)::poll(all.data(), all.size(), static_cast<int>(left));
      for (std::size_t side = 0; side < 2; ++side) {
        const auto from = all.begin() + static_cast<std::ptrdiff_t>(first[side]);
        const auto to = side == 0 ? all.begin() + static_cast<std::ptrdiff_t>(first[1]) : all.end();
        const bool ready = std::any_of(from, to, [](const pollfd& fd) { return fd.revents != 0; });
        if (ready || boottime_us() >= lobbies_[side]->next_wake()) lobbies_[side]->pump(boottime_us());
        if (!lobbies_[side]->fault().empty()) return false;
      }
    }
    return true;
  }
  seat::Lobby& operator[](std::size_t side) { return *lobbies_[side]; }
  [[nodiscard]] seat::Partner* partner(std::size_t side) { return lobbies_[side]->partner(); }
  [[nodiscard]] const duel::Match* match(std::size_t side) {
    return partner(side) == nullptr ? nullptr : partner(side)->duel().match();
  }

  // Both meet, and from then on they can begin matches. The listener is found by its name.
  [[nodiscard]] bool meet(const std::string& name) {
    lobbies_[0]->show(std::nullopt);
    lobbies_[0]->listen(true);
    lobbies_[1]->scan(true);
    return run([&] {
      for (const host::PeerInfo& peer : lobbies_[1]->peers()) {
        if (peer.name != name || !peer.has_game.value_or(false) || partner(1) != nullptr) continue;
        const std::string address = peer.address;
        (void)lobbies_[1]->dial(address);
        break;
      }
      return both([](const seat::Partner& partner) { return partner.duel().agreement() != nullptr; });
    });
  }
  [[nodiscard]] bool begin(const duel::Offer& offer) {
    std::array<Digest, 2> before{};
    for (std::size_t side = 0; side < 2; ++side) {
      if (match(side) != nullptr) before[side] = match(side)->config().id;
    }
    if (!partner(1)->duel().challenge(offer, boottime_us()).ok()) return false;
    lobbies_[1]->pump(boottime_us());
    return run([&] {
      if (partner(0)->duel().agreement()->state() == duel::Agreement::State::kAsked) {
        (void)partner(0)->duel().accept(boottime_us());
        lobbies_[0]->pump(boottime_us());
      }
      for (std::size_t side = 0; side < 2; ++side) {
        if (match(side) == nullptr || match(side)->config().id == before[side] || !match(side)->together())
          return false;
      }
      return true;
    });
  }
  // One side wants it, and both have it.
  [[nodiscard]] bool make(const match::Intent& intent) {
    const std::size_t side = match(0)->own() == intent.seat ? 0 : 1;
    const std::uint32_t number = match(0)->number() + 1;
    if (partner(side)->duel().want(intent, boottime_us())) return false;
    lobbies_[side]->pump(boottime_us());
    return run([&] { return match(0)->number() == number && match(1)->number() == number; });
  }

 private:
  [[nodiscard]] bool both(const std::function<bool(const seat::Partner&)>& is) {
    return std::ranges::all_of(
        lobbies_, [&](const auto& lobby) { return lobby->partner() != nullptr && is(*lobby->partner()); });
  }
  std::array<std::unique_ptr<seat::Lobby>, 2> lobbies_;
};

Error stuck(std::string_view where) {
  return {"stuck", fmt::format("The duel over the local link stopped {}", where)};
}

}  // namespace

double processor_seconds() {
  return static_cast<double>(clock_ns(CLOCK_PROCESS_CPUTIME_ID)) * 1e-9;
}

Result<nlohmann::ordered_json> link_moves(const host::Plugins& plugins,
                                          const std::shared_ptr<const host::Variant>& variant, int wanted) {
  const std::shared_ptr<const host::Transport> transport = plugins.transport("local");
  const host::VariantInfo& info = variant->info();
  if (transport == nullptr || info.hidden || info.setup || info.chance || !duel::can_duel(info))
    return nlohmann::ordered_json();
  const std::string name = fmt::format("bench {:08x}", randombytes_random());
  std::array<std::unique_ptr<seat::Lobby>, 2> lobbies;
  for (auto& lobby : lobbies) {
    seat::Lobby::Config config;
    config.transport = transport;
    randombytes_buf(config.identity.data(), config.identity.size());
    config.name = name;
    config.games = {variant};
    config.random = [](std::span<std::uint8_t> bytes) { randombytes_buf(bytes.data(), bytes.size()); };
    auto opened = seat::Lobby::open(std::move(config));
    if (!opened) return opened.error();
    lobby = std::move(*opened);
  }
  Pair pair(std::move(lobbies[0]), std::move(lobbies[1]));
  if (!pair.meet(name)) return stuck("before both had met");

  const auto begin = variant->create({});
  const auto* state = std::get_if<host::State>(&begin);
  if (state == nullptr) return stuck("before the first game");
  std::mt19937 random(kSeed);
  int moves = 0;
  double seconds = 0;
  while (moves < wanted) {
    if (!pair.begin(duel::default_offer(*variant))) return stuck("before a game had begun");
    const std::vector<Ply> game = random_game(*state, random);
    if (game.empty()) return stuck("at a game in which nobody can move");
    const double before = processor_seconds();
    int made = 0;
    for (const Ply& ply : game) {
      if (moves + made == wanted || !pair.partner(0)->duel().playing()) break;
      match::Intent intent;
      intent.kind = match::IntentKind::kMove;
      intent.seat = ply.seat;
      intent.move = ply.move;
      if (!pair.make(intent)) return stuck(fmt::format("at move {} of a game", made + 1));
      ++made;
    }
    seconds += processor_seconds() - before;
    moves += made;
    if (!pair.partner(0)->duel().playing()) continue;
    match::Intent resign;
    resign.kind = match::IntentKind::kResign;
    if (!pair.make(resign)) return stuck("at the end of a game");
  }
  return nlohmann::ordered_json{{"moves", moves},
                                {"microseconds", std::round(seconds * 1e7 / (2.0 * moves)) / 10}};
}

}  // namespace qitai::cli
