// What a move of a duel costs the processor.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>

#include "base/result.hpp"
#include "host/loader.hpp"

namespace qitai::cli {

// Time of this process on a processor: what other programs do does not count.
[[nodiscard]] double processor_seconds();

// Games of random moves, so many of them in all (at the pace of a duel, some 140 a second), played through
// two endpoints of the transport "local" in this process, nothing kept:
// {"moves", "microseconds"}, the latter a move and side: player, referee, seals and sockets. Null: there is
// no such transport, or the game hides something, so that a move is more than one. Errors: those of
// seat::Lobby::open, "stuck" (a sentence says where; also a game in which nobody can move).
Result<nlohmann::ordered_json> link_moves(const host::Plugins& plugins,
                                          const std::shared_ptr<const host::Variant>& variant, int wanted);

}  // namespace qitai::cli
