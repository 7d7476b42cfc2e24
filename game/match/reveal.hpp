// Match: after the end of a match that was refereed by machines which knew one seat each: with both layouts
// known, a referee that knows everything replays it, and must come to what was public.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "match/referee.hpp"

namespace qitai::match {

struct Revealed {
  struct Difference {
    std::uint32_t intent = 0;  // of the list, the first that does not fit; its size: the end of the match
    // "layout" (the set-up that this machine made is another), "refused" (by the rules, with all known),
    // "events" (other things happened in public), "end" (one of them goes on, or ends another way)
    std::string what;
    std::string detail;  // one English sentence for logs
  };
  std::unique_ptr<Referee> full;  // as far as it came; its intents hold both layouts
  std::optional<Difference> difference;
};

// `of`: a referee of one seat; `layouts`: one for each seat in the variant's own form, those of seats that
// never set up empty. An end that was declared late counts as what it is: the list may then hold, before the
// end, what came in between. Error: as Referee::start.
Result<Revealed> reveal(std::shared_ptr<const host::Variant> variant, const Referee& of,
                        std::span<const std::string> layouts);

}  // namespace qitai::match
