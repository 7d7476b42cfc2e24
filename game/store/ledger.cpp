#include "store/ledger.hpp"

namespace qitai::store {

Counter Ledger::of(Tally what, std::string_view variant) const {
  Counter sum;
  for (const auto& [key, counter] : counters) {
    if (key.first != what || (!variant.empty() && key.second != variant)) continue;
    sum.life += counter.life;
    sum.since_reset += counter.since_reset;
    sum.today += counter.today;
  }
  return sum;
}

}  // namespace qitai::store
