// A small hidden game for the tests of the referee. Each seat privately puts its ranks 1, 2, 3 on its three
// points; chance says who begins; a move is a fight of an own piece against one of the other's, or waiting.
// The higher rank stays, equal ranks both fall. Who loses a piece in a fight must show its first piece that
// is not shown yet; an attacker that wins privately learns what it has beaten. Who has no piece left loses
// ("no-moves").
#pragma once

#include <memory>

#include "host/variant.hpp"

namespace qitai::test {

// Option 0, "choice": 1: the game chooses a layout for a seat that gives none; 0: it refuses to.
std::shared_ptr<const host::Variant> cups_game();
// A wait: the move that is no fight.
inline constexpr host::Move kWait{host::kNoPoint, host::kNoPoint, 1, 0};

}  // namespace qitai::test
