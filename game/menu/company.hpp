// Menu: all that belongs to far players and outlives a screen: the open lobby of one transport, what it told,
// and a thread that waits for its descriptors and wakes the program's loop.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "host/transport.hpp"
#include "menu/duel_terms.hpp"
#include "platform/watcher.hpp"
#include "seat/lobby.hpp"
#include "store/blocked.hpp"

namespace qitai::menu {

struct House;

class Company {
 public:
  // Nobody is called, shown or looked for yet. Errors: "transport" (the plugin could not), "name",
  // "no-watcher".
  static Result<std::unique_ptr<Company>> open(House& house,
                                               std::shared_ptr<const host::Transport> transport);
  // Says good-bye to the partner, if there is one: a match that goes on stands in the journal, to be gone on
  // with.
  ~Company();
  Company(const Company&) = delete;
  Company& operator=(const Company&) = delete;

  // Its partner is the far player; what is done to it is done by the next pump, which the loop never owes for
  // longer than a turn.
  [[nodiscard]] seat::Lobby& lobby() { return *lobby_; }
  [[nodiscard]] const seat::Lobby& lobby() const { return *lobby_; }
  [[nodiscard]] seat::Partner* partner() { return lobby_->partner(); }
  [[nodiscard]] const host::TransportInfo& transport() const;
  // A text of the transport in the language that is set, else the game's own text of that key.
  [[nodiscard]] std::string text(std::string_view key) const;
  // How the far player is called on this screen: his name, else "player nearby".
  [[nodiscard]] std::string far_name() const;

  // By the loop, each turn. True: something happened that a screen may want to show.
  bool pump(seat::Now now);
  // When pump is due even if nobody wakes the loop; INT64_MAX: never.
  [[nodiscard]] seat::Now next_wake() const;

  // Once, when the transport has broken down, and what was played over it with it.
  [[nodiscard]] bool take_fault();

  // What the partner's duel told since the last call; for the screen that is shown.
  [[nodiscard]] std::vector<duel::Event> take_events();
  [[nodiscard]] bool has_events() const { return !events_.empty(); }
  // Those that a screen took and leaves to the next.
  void put_back(std::vector<duel::Event> events);

  // How that machine is named in the journal, the books and among the blocked.
  [[nodiscard]] std::string device(std::string_view address) const;

  // Seen by others for so many seconds from now on; 0: no longer.
  void show(std::uint32_t seconds);
  // How much longer, in microseconds; 0: not at all.
  [[nodiscard]] seat::Now visible_for() const;
  // Nobody else is looked for or awaited while there is a match with the partner: he alone may call again.
  void keep_to_partner();

  // What was learned of a machine as long as this lobby is open.
  struct Learned {
    std::string name;                // that its player gave
    std::vector<std::string> games;  // that both have, by id
    bool other_version = false;
    seat::Now busy_until = 0;  // it is with somebody else, as far as is known
  };
  [[nodiscard]] const Learned* learned(std::string_view address) const;
  Learned& learn(std::string_view address) { return learned_[std::string(address)]; }

  // What outlives the lobby's screen while terms are changed on others: the challenge that is put together,
  // and to whom.
  std::optional<Draft> draft{};
  std::string chosen{};  // address; empty: nobody

 private:
  explicit Company(House& house) : house_(house) {}

  House& house_;
  std::unique_ptr<seat::Lobby> lobby_;
  std::unique_ptr<platform::Watcher> watcher_;
  std::vector<duel::Event> events_;
  std::map<std::string, Learned, std::less<>> learned_;
  seat::Now visible_until_ = 0;
  bool fault_told_ = false;
};

}  // namespace qitai::menu
