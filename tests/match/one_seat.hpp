// The same match once more, as a machine referees it that knows one seat: told what was settled, it must come
// to the same public events.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>

#include "match/referee.hpp"

namespace qitai::test {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  // 0 … below−1.
  int operator()(int below) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(below)); }
  bool one_in(int n) { return (*this)(n) == 0; }

 private:
  std::mt19937_64 engine_;
};

using LayoutOf = std::function<std::string(const match::Referee& full, host::Seat seat)>;

// What such matches met, so that a test can see that it met all it means to meet.
struct SeenFromOne {
  int facts = 0, elsewhere = 0, chosen = 0, declared = 0, own_declared = 0;
  std::map<std::string, int> refused;  // without what was settled
};

// `full` has refereed a match that is over or not. Requires, at every step: the same public events and hash,
// clocks and rights; that what is missing is refused and changes nothing; and, at the end, that the match
// comes back from every prefix of its journal, and that with both layouts shown nothing differs.
void follow_from_one_seat(const match::Referee& full, host::Seat knower, const LayoutOf& layout_of,
                          Chance& chance, SeenFromOne& seen);

}  // namespace qitai::test
