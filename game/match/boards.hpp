// Match: the states of one match side by side: the full one and, where the game hides things, what each seat
// and the public know. All are told of every step, and must agree on what is public.
#pragma once

#include <cstdint>
#include <memory>
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
  // Refused: a position or an option that the rules refuse. Throws host::PluginFault like everything here.
  static host::Answer<Boards> create(std::shared_ptr<const host::Variant> variant, const Terms& terms);
  // The same match after `steps`, which were all taken once.
  static Boards replay(std::shared_ptr<const host::Variant> variant, const Terms& terms,
                       const std::vector<Step>& steps);

  // Takes a step. The facts and the view that partial states need are found here and put into `step`.
  // Refused: nothing has changed. Thrown: the boards are of no use any more.
  [[nodiscard]] host::Answer<std::vector<host::Change>> take(Step& step);

  [[nodiscard]] const host::State& full() const { return full_; }
  // What a viewer's own screen may ask: its partial state, or the full one where nothing is hidden.
  [[nodiscard]] const host::State& known_to(int viewer) const;

 private:
  Boards(std::shared_ptr<const host::Variant> variant, host::State full);
  void find_facts(Step& step) const;
  void find_layout(const host::State& before, Step& step) const;
  void tell_partial(host::State& partial, Step& step, const std::vector<host::Change>& changes);
  void compare(const host::State& partial) const;

  std::shared_ptr<const host::Variant> variant_;
  host::State full_;
  std::vector<host::State> partial_;  // per seat, then the public one; none in an open game
};

}  // namespace qitai::match
