// A match on a test's table: intents in short, and the whole of what can be seen of a referee as one text.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "match/referee.hpp"

namespace qitai::test {

using match::Event;
using match::EventKind;
using match::Instant;
using match::Intent;
using match::IntentKind;
using match::kMinute;
using match::kNever;
using match::kSecond;
using match::Phase;
using match::Referee;
using match::Terms;
using match::TimeLimits;

// An event with every member, for comparing byte for byte.
std::string dump(const Event& event);
std::string dump(const std::vector<Event>& events);
// Everything that can be asked of a referee.
std::string fingerprint(const Referee& referee);

// One line an event: "ply 0", "ended 1 time [1,-1]".
std::string brief(const Event& event);

TimeLimits limits(int first, int first_moves, int second, int second_moves, int step = 0, int increment = 0,
                  bool carry = true);
Intent intent(IntentKind kind, host::Seat seat, Instant at = 0);

class Table {
 public:
  Table(std::shared_ptr<const host::Variant> game, const Terms& terms);

  // Submits at `now` and requires that it is accepted, or refused with that id and without a trace.
  void accept(Intent intent);
  void refuse(Intent intent, const std::string& id);
  void accept(IntentKind kind, host::Seat seat) { accept(intent(kind, seat)); }
  void refuse(IntentKind kind, host::Seat seat, const std::string& id) { refuse(intent(kind, seat), id); }
  // The race: the seat on turn runs that many points, after thinking for so long.
  void run(int points, Instant thinking = 0);
  Intent running(int points) const;

  // The events since the last call, in brief.
  std::vector<std::string> news();
  Referee& operator*() { return *referee_; }
  Referee* operator->() { return referee_.get(); }
  // Replays what was kept, whole and from every prefix, and requires the same events.
  void check_replay() const;

  Instant now = 0;

 private:
  std::shared_ptr<const host::Variant> game_;
  Terms terms_;
  std::unique_ptr<Referee> referee_;
  std::vector<Digest> hashes_;  // after each number of intents
  std::uint32_t told_ = 0;
};

}  // namespace qitai::test
