// A far player in the lobby: another machine over the transport "local", in the same process and on the
// tour's clock, whom the tour's program finds, calls and is called by.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "menu/lobby_screen.hpp"
#include "seat/lobby.hpp"
#include "tour.hpp"

namespace qitai::testing {

class LobbySide {
 public:
  struct Options {
    std::string name = "小林";
    std::uint8_t number = 0x22;      // of its identity
    std::vector<std::string> games;  // that it has, by id; empty: all
    bool visible = true;
  };
  // `folder`: where both machines meet.
  LobbySide(Tour& tour, const std::filesystem::path& folder, Options options);
  LobbySide(Tour& tour, const std::filesystem::path& folder) : LobbySide(tour, folder, Options()) {}
  ~LobbySide();
  LobbySide(const LobbySide&) = delete;
  LobbySide& operator=(const LobbySide&) = delete;

  [[nodiscard]] seat::Lobby& lobby() { return *lobby_; }
  [[nodiscard]] duel::Duel& duel() { return lobby_->partner()->duel(); }
  [[nodiscard]] std::string address() const;
  // What its duels told.
  [[nodiscard]] std::vector<duel::Event>& events() { return events_; }
  [[nodiscard]] bool was_told(duel::Event::Kind kind) const;
  void pump();
  // Time goes by until that holds; throws if it does not.
  void until(const std::function<bool()>& holds);

  // Calls the program, and is with it.
  void call();
  // Challenges it, or offers other terms.
  void challenge(std::string_view variant, const std::function<void(duel::Offer&)>& change = {});
  // Its program ends without a word.
  void vanish();

 private:
  [[nodiscard]] seat::Now now() const { return tour_.app().house().match_now(); }

  Tour& tour_;
  Options options_;
  std::unique_ptr<seat::Lobby> lobby_;
  std::vector<duel::Event> events_;
};

// Where the machines of a test meet: a folder that nobody else is in.
void meet_in(const std::filesystem::path& folder);
// The lobby over the transport of asker.hpp.
void enter_with_asker(Tour& tour);
// The lobby over the transport "local".
void enter_local(Tour& tour);
// The screen, which must be the lobby.
[[nodiscard]] menu::LobbyScreen& lobby_of(Tour& tour);

// Calls `visit` with a name at every face of the lobby.
void lobby_screens(Tour& tour, const std::filesystem::path& folder,
                   const std::function<void(std::string_view name)>& visit);

}  // namespace qitai::testing
