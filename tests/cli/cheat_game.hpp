// Tests: a game between the program, in its process, and a machine that lies.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cheat.hpp"

namespace qitai::testing {

struct Game {
  explicit Game(duel::Role cheats, const std::string& variant, Lies lies = {}) {
    if (cheats == duel::Role::kDialler) {
      program = ends.start("Ann", {"--listen", "--bot", "0", "--name", "Ann"});
      REQUIRE(program->wait_for("listening", std::chrono::seconds(20)));
    }
    cheat.emplace(ends, cheats, variant, std::move(lies));
    if (cheats == duel::Role::kListener)
      program = ends.start("Ann", {"--connect", "any", "--variant", variant, "--bot", "0", "--terms",
                                   "first_limit=10", "--name", "Ann"});
  }
  // The program has said that; the cheat does its part meanwhile.
  [[nodiscard]] bool says(const std::string& words) {
    return cheat->until([&] { return program->wait_for(words, std::chrono::milliseconds(5)); });
  }
  // Both know so many moves.
  [[nodiscard]] bool comes_to(std::uint32_t ply) {
    return cheat->until([&] { return cheat->match().referee().ply() >= ply; }) &&
           says("\"ply\":" + std::to_string(ply) + ",\"seat\"");
  }
  // A few moves are made, as by anybody.
  void begin() {
    REQUIRE(cheat->meet());
    const auto made = [&] { return cheat->match().referee().ply(); };
    while (made() < 4 || !cheat->on_turn()) {
      const std::uint32_t before = made();
      if (cheat->on_turn()) REQUIRE(cheat->move());
      REQUIRE(cheat->until([&] { return made() > before; }));
    }
    plies = made();
    REQUIRE(comes_to(plies));
  }
  // The program has ended the match for that, without a move more, and says why in words.
  void cut_off(const std::string& how) {
    INFO("expected: " << how);
    const bool told = says("\"ended\"");
    INFO(program->out << program->err);
    REQUIRE(told);
    const std::vector<nlohmann::json> all = events(program->out);
    const nlohmann::json& end = only(all, "ended");
    CHECK(end["reason"] == "disconnected");
    CHECK(end["status"] == "none");
    CHECK(end["how"] == how);
    CHECK(end["what"].get<std::string>().size() > 10);
    CHECK(moves(all).size() == plies);
    CHECK(cheat->until([&] { return cheat->hung_up(); }));
    CHECK(program->finish(std::chrono::seconds(20)) == 0);
  }

  Ends ends;
  std::unique_ptr<Process> program;
  std::optional<Cheat> cheat;
  std::uint32_t plies = 0;
};

}  // namespace qitai::testing
