#include "match/reveal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace qitai::match {
namespace {

using Difference = Revealed::Difference;

std::string layout_of(std::span<const std::string> layouts, host::Seat seat) {
  const auto at = static_cast<std::size_t>(seat);
  return seat >= 0 && at < layouts.size() ? layouts[at] : std::string();
}

// The intent as a referee takes it that knows everything; nothing: it holds another layout than the seat's.
std::optional<Intent> told(Intent intent, std::span<const std::string> layouts) {
  if (intent.kind == IntentKind::kSetUp) {
    const std::string layout = layout_of(layouts, intent.seat);
    if (!intent.elsewhere && intent.bytes != layout) return std::nullopt;
    intent.elsewhere = false;
    intent.bytes = layout;
  }
  for (Chosen& chosen : intent.chosen) {
    const std::string layout = layout_of(layouts, chosen.seat);
    if (!chosen.bytes.empty() && chosen.bytes != layout) return std::nullopt;
    chosen.bytes = layout;
  }
  intent.facts.clear();
  return intent;
}

// The first public event after `from` that is not the same in both; nothing: all that `full` has are.
std::optional<std::size_t> first_other(const Referee& full, const Referee& of, std::size_t from) {
  const auto& all = full.events();
  for (std::size_t i = from; i < all.size(); ++i) {
    if (i >= of.events().size() || encode_public(all[i]) != encode_public(of.events()[i])) return i;
  }
  return std::nullopt;
}

std::optional<Difference> compare_ends(const Referee& full, const Referee& of) {
  const auto size = static_cast<std::uint32_t>(of.intents().size());
  if ((full.ended() == nullptr) != (of.ended() == nullptr))
    return Difference{size, "end", "one of the two matches is over and the other goes on"};
  if (full.ended() == nullptr) return std::nullopt;
  const Event &truth = *full.ended(), &said = *of.ended();
  if (truth.result == said.result && truth.text == said.text) return std::nullopt;
  return Difference{size, "end", fmt::format("it ended by {}, not by {}", truth.text, said.text)};
}

}  // namespace

Result<Revealed> reveal(std::shared_ptr<const host::Variant> variant, const Referee& of,
                        std::span<const std::string> layouts) {
  Result<std::unique_ptr<Referee>> started = Referee::start(std::move(variant), of.terms());
  if (!started) return started.error();
  Revealed revealed{std::move(started.value()), std::nullopt};
  Referee& full = *revealed.full;
  const auto differs = [&](std::size_t intent, std::string what, std::string detail) {
    revealed.difference = Difference{static_cast<std::uint32_t>(intent), std::move(what), std::move(detail)};
  };
  std::size_t compared = 0;
  const auto& intents = of.intents();
  for (std::size_t i = 0; i < intents.size() && full.ended() == nullptr; ++i) {
    // What only one seat could know is over here, or is not: the end is compared below.
    if (intents[i].kind == IntentKind::kDeclare) break;
    const std::optional<Intent> intent = told(intents[i], layouts);
    if (!intent) {
      differs(i, "layout", "the layout that was made here is not the one that is shown");
      return revealed;
    }
    const auto answer = full.submit(*intent);
    if (const auto* why = std::get_if<host::Refusal>(&answer)) {
      differs(i, "refused", fmt::format("refused ({}): {}", why->id, why->detail));
      return revealed;
    }
    const std::optional<std::size_t> other = first_other(full, of, compared);
    // An end that its owner has not declared at once stands in another place of the list.
    const bool undeclared = other && *other + 1 == full.events().size() && full.ended() != nullptr;
    if (other && !undeclared) {
      differs(i, "events", fmt::format("public event {} is another", *other));
      return revealed;
    }
    compared = full.events().size();
  }
  revealed.difference = compare_ends(full, of);
  return revealed;
}

}  // namespace qitai::match
