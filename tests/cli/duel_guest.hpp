// Tests: somebody who calls a program that listens, in the test's own process, so that he can do what no
// program would.
#pragma once

#include <chrono>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <random>
#include <span>
#include <string_view>
#include <thread>

#include "../seat/games.hpp"
#include "base/time.hpp"
#include "duel_ends.hpp"
#include "seat/lobby.hpp"

namespace qitai::testing {

class Guest {
 public:
  // `keeps`: whether he has a journal, in which nothing becomes durable.
  explicit Guest(const Ends& ends, bool keeps = false) {
    ::setenv("XDG_RUNTIME_DIR", ends.folder().c_str(),
             1);  // NOLINT(concurrency-mt-unsafe): this thread alone
    seat::Lobby::Config config;
    config.transport = plugins().transport("local");
    config.random = [](std::span<std::uint8_t> bytes) {
      std::random_device source;
      std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(source()); });
    };
    config.random(config.identity);
    config.games = plugins().variants();
    if (keeps) {
      auto journal = store::Journal::open(folder_ / "journal.db",
                                          [wait = released_.get_future().share()] { wait.wait(); });
      REQUIRE(journal.ok());
      journal_ = std::move(*journal);
      journal_->begin("first", "", "");  // and then its thread stands still
      config.journal = journal_.get();
    }
    auto lobby = seat::Lobby::open(std::move(config));
    REQUIRE(lobby.ok());
    lobby_ = std::move(*lobby);
  }
  // As if he had been killed: without a word.
  ~Guest() {
    lobby_.reset();
    released_.set_value();
  }
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  // False: it did not come about.
  [[nodiscard]] bool until(const std::function<bool()>& holds) {
    const std::int64_t end = boottime_ns() + 20'000'000'000;
    while (!holds()) {
      if (boottime_ns() > end) return false;
      (void)lobby_->pump(now());
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  // He finds whoever listens, and calls.
  [[nodiscard]] bool call() {
    lobby_->scan(true);
    if (!until([&] { return !lobby_->peers().empty(); })) return false;
    const std::string address = lobby_->peers().front().address;
    lobby_->scan(false);
    return lobby_->dial(address).ok();
  }
  [[nodiscard]] bool met() { return duel().agreement() != nullptr; }
  [[nodiscard]] bool challenge(std::string_view variant, duel::Sides sides) {
    duel::Offer offer = duel::default_offer(*plugins().variant(variant));
    offer.sides = sides;
    return duel().challenge(std::move(offer), now()).ok();
  }
  [[nodiscard]] bool want(match::Intent intent) {
    intent.seat = duel().match()->own();
    return !duel().want(intent, now());
  }

  [[nodiscard]] duel::Duel& duel() { return lobby_->partner()->duel(); }
  [[nodiscard]] static seat::Now now() { return boottime_us(); }

 private:
  Scratch folder_;
  std::promise<void> released_;
  std::unique_ptr<store::Journal> journal_;
  std::unique_ptr<seat::Lobby> lobby_;
};

}  // namespace qitai::testing
