// A far player without a screen: a lobby of its own over the transport "local", in the same process and on
// the tour's clock, that plays a match with whoever sits at the tour's program.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "seat/lobby.hpp"
#include "tour.hpp"

namespace qitai::testing {

class FarSide {
 public:
  // Opens the program's own company and the far side's lobby; `data`: the far side's folder, of its own.
  // Where `keeps` is false it has no journal, and what it does is at once as good as kept.
  // `liar`: the file of tests/plugins that it has its game from; empty: the program's own games.
  FarSide(Tour& tour, std::filesystem::path data, std::string name = "小林", bool keeps = true,
          const std::string& liar = {});
  ~FarSide();
  FarSide(const FarSide&) = delete;
  FarSide& operator=(const FarSide&) = delete;

  // Met, challenged by the far side, accepted; the program's screen is the table or the set-up. The program
  // has the first seat, or the second.
  // The far side calls, so that the program orders; or the program does, and proposes.
  void begin(std::string_view variant, const std::function<void(duel::Offer&)>& change = {},
             bool first = true, bool program_calls = false);
  bool deaf = false;  // it does nothing: what is sent to it waits

  [[nodiscard]] duel::Duel& duel() { return lobby_->partner()->duel(); }
  [[nodiscard]] const match::Referee& referee() { return duel().match()->referee(); }
  [[nodiscard]] host::Seat own() { return duel().match()->own(); }
  [[nodiscard]] std::vector<duel::Event> take_events();
  // Requires that nothing is refused; then time for it to arrive.
  void want(match::IntentKind kind);
  void move(std::string_view text);
  // Its private set-up as the game suggests it.
  void set_up();
  // Time goes by until that holds; false: not within so many milliseconds.
  bool until(const std::function<bool()>& holds, int ms = 20'000);

  // Its process ends without a word, and comes back from its journal.
  void kill();
  void come_back();

  // The program comes to the result, with all that was hidden open; false: it does not.
  [[nodiscard]] bool comes_to_result();
  // What the program's player does, and whether it comes to that: he does not wait for a lost link any more;
  // he resigns.
  [[nodiscard]] bool is_given_up();
  [[nodiscard]] bool is_resigned();

  // What the program's side has to do with it.
  [[nodiscard]] duel::Duel& near();

 private:
  void open();
  void pump();
  [[nodiscard]] seat::Now now() const { return tour_.app().house().match_now(); }

  Tour& tour_;
  std::filesystem::path data_;
  std::string name_;
  bool keeps_;
  host::Plugins liar_;
  std::unique_ptr<store::Journal> journal_;
  std::unique_ptr<seat::Lobby> lobby_;
  std::optional<std::string> runtime_before_;
  std::uint64_t draws_ = 0;
  std::vector<duel::Event> events_;
};

// Calls `visit` with a name at every screen that a far player makes a difference to, and at the scores. The
// tour must have a journal.
void far_screens(Tour& tour, const std::filesystem::path& data,
                 const std::function<void(std::string_view name)>& visit);

}  // namespace qitai::testing
