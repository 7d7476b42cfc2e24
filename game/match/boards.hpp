// Match: the states of one match side by side: the full one and, where the game hides things, what each seat
// and the public know. Or, on a machine that may know one seat only, the states of that seat and of the
// public, which are told the rest. All are told of every step, and must agree on what is public.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "host/variant.hpp"
#include "match/step.hpp"
#include "match/terms.hpp"

namespace qitai::match {

class Boards {
 public:
  // `knower`: -1 for all, or the seat that alone is known; where nothing is hidden that makes no difference.
  // Refused: a position or an option that the rules refuse. Throws host::PluginFault like everything here.
  static host::Answer<Boards> create(std::shared_ptr<const host::Variant> variant, const Terms& terms,
                                     int knower);
  // The same match after `steps`, which were all taken once.
  static Boards replay(std::shared_ptr<const host::Variant> variant, const Terms& terms, int knower,
                       const std::vector<Step>& steps);

  // Takes a step. Of the full state the facts and the view that partial states need are found here and put
  // into `step`; where one seat alone is known they are those of the step's that are asked for, and refused
  // is also what is missing ("facts-needed") or cannot be. Refused: nothing has changed. Thrown: the boards
  // are of no use any more.
  [[nodiscard]] host::Answer<std::vector<host::Change>> take(Step& step);

  // The seat that alone is known, or -1: all is.
  [[nodiscard]] int knower() const { return full_ ? -1 : partial_.front().knower(); }
  // What decides who is on turn, what ends the game and what may be claimed: the full state, or that of the
  // public, so that two machines which know different things decide alike.
  [[nodiscard]] const host::State& deciding() const { return full_ ? *full_ : partial_.back(); }
  // What a viewer's own screen may ask: its partial state, or the full one where nothing is hidden. Where one
  // seat alone is known, that of any other viewer is the public's.
  [[nodiscard]] const host::State& known_to(int viewer) const;

  // Nothing if that set-up would be taken now; as take().
  [[nodiscard]] std::optional<host::Refusal> refuse_setup(Step step) const;
  // Whether a piece of a seat can make that move by its way of moving, as far as is known here.
  [[nodiscard]] bool can_play(host::Seat seat, host::Move move) const;
  // How the game would stand after a move; refused: it cannot be played, or facts about it are missing.
  [[nodiscard]] host::Answer<host::Outcome> outcome_after(host::Seat seat, host::Move move,
                                                          std::span<const host::Fact> facts) const;

 private:
  Boards(std::shared_ptr<const host::Variant> variant, std::optional<host::State> full);
  [[nodiscard]] host::Answer<std::vector<host::Change>> take_told(Step& step);
  void find_facts(Step& step) const;
  [[nodiscard]] bool gather_facts(Step& step) const;
  void find_layout(const host::State& before, Step& step) const;
  void tell_partial(host::State& partial, Step& step, const std::vector<host::Change>& changes);
  void compare(const host::State& knowing, const host::State& partial) const;

  std::shared_ptr<const host::Variant> variant_;
  std::optional<host::State> full_;  // none where one seat alone is known of a game that hides things
  // Per seat, then the public one; where one seat alone is known, its own and the public one; none in an open
  // game.
  std::vector<host::State> partial_;
};

}  // namespace qitai::match
