// The table of all checks.
#include <algorithm>
#include <array>

#include "host/conformance/check.hpp"

namespace qitai::host::conformance {
namespace {

constexpr std::array kChecks{
    Check{"symbols", "qitai_plugin_entry is the one symbol that the library exports", check_symbols},
    Check{"structs", "struct sizes are whole, tables stay where they are, unknown ids are answered with NULL",
          check_structs},
    Check{"texts", "every text that is looked up is there in zh-Hans, zh-Hant and en", check_texts},
    Check{"geometry", "every board has its points apart, its lines within bounds and no point cut off",
          check_geometry},
    Check{"options", "every choice of every option begins a game, and what is out of range is refused",
          check_options},
    Check{"buffers", "lists are counted and cut as agreed, and nothing is written past a buffer's end",
          check_buffers},
    Check{"games", "random games run to an end without a broken promise", check_games},
    Check{"legal", "legal moves are sorted, unique, stable, playable, and all can be played", check_legal},
    Check{"refusals", "what is not playable is refused and changes nothing, and refuse() agrees with legal()",
          check_refusals},
    Check{"questions", "questions change nothing and are answered the same again", check_questions},
    Check{"outcome", "nobody acts after the end, somebody can move before it, every seat has a result",
          check_outcome},
    Check{"notation", "every legal move has a text of its own, which reads back to it", check_notation},
    Check{"save", "a game that was saved and loaded is the same and goes on the same", check_save},
    Check{"hostile", "damaged saves are refused, or what they load as behaves", check_hostile},
    Check{"clone", "a copy and its original leave each other alone", check_clone},
    Check{"undo", "undo brings back everything, move by move to the beginning", check_undo},
    Check{"replay", "the same steps from the same start lead to the same state", check_replay},
    Check{"same", "two processes answer the same bytes for the same seed", check_same, true},
    Check{"hash", "positions that look different have different hashes, equal ones the same", check_hash},
    Check{"position", "a position text makes the same position again", check_position},
    Check{"chance", "every draw in range is taken, and no other", check_chance},
    Check{"setup", "suggested layouts are taken, places and refusals of layouts are true", check_setup},
    Check{"knowledge", "partial states keep in step with the full one", check_knowledge},
    Check{"secrets", "what a seat may not know changes nothing that it is told", check_secrets},
    Check{"search", "the search's copy has the same moves, and takes them back whole", check_search},
    Check{"perft", "the game's own node counts are those of legal and apply", check_perft},
    Check{"threads", "two states answer the same on two threads as on one", check_threads},
};

}  // namespace

std::span<const Check> checks() {
  return kChecks;
}

const Check* find_check(std::string_view id) {
  const auto found = std::ranges::find(kChecks, id, &Check::id);
  return found == kChecks.end() ? nullptr : &*found;
}

}  // namespace qitai::host::conformance
