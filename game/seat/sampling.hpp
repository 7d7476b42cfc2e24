// Seat: how a bot thinks where things are hidden from it. It draws full states that agree with all that its
// seat knows, looks at each as if it were the truth, and plays what costs least on the average of them. What
// really lies there it is never given.
#pragma once

#include <atomic>

#include "seat/bot.hpp"
#include "seat/search.hpp"

namespace qitai::seat {

// Thinks about a task whose state is partial. The same for the same state, level and seed. `stop` is looked
// at as by the search. Throws host::PluginFault.
[[nodiscard]] Thought think_by_sampling(Search& search, const Task& task, const std::atomic<bool>& stop);

}  // namespace qitai::seat
