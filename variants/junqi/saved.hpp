// Junqi: a game as bytes and back.
#pragma once

#include <qitai/wire.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "junqi/rules.hpp"

namespace qitai::junqi {

// Everything this state knows.
void save(const Game& game, sdk::Writer& out);
// What a viewer may know of it (a seat or kEverybody): it loads as that viewer's partial state. Of a partial
// state of somebody else only what is public is left.
void save_view(const Game& game, std::size_t viewer, sdk::Writer& out);

// Reads what either wrote, from bytes of any origin; or a sentence about what is wrong. That all bytes were
// read is for the caller to ask.
[[nodiscard]] std::variant<Game, std::string> load(sdk::Reader& in);

// The sentence about what is impossible in a position with its course, as read from bytes or from a text;
// empty if nothing is.
[[nodiscard]] std::string contradiction(const Game& game);

}  // namespace qitai::junqi
