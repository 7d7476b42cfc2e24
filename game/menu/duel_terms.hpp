// Menu: the terms of a duel as players read and change them: what one would offer, what the other does, and
// how the two differ.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "duel/offer.hpp"
#include "host/variant.hpp"
#include "match/terms.hpp"

namespace qitai::menu {

struct House;

// Who moves first, seen from this machine.
enum class First : std::uint8_t { kCoin, kOwn, kFar };

// A challenge that is being put together. The limits of the first seat are those of whoever moves first.
struct Draft {
  std::string variant;
  match::Terms terms;
  First first = First::kCoin;
};

// What a match of this game begins with here: the operator's terms and the limits last played with.
[[nodiscard]] Draft usual_draft(const House& house, const host::Variant& variant);
[[nodiscard]] duel::Offer offer_of(const Draft& draft, duel::Role own);
// The offer must have passed duel::check for this game.
[[nodiscard]] Draft draft_of(const duel::Offer& offer, const host::Variant& variant, duel::Role own);

// The rules of play that games share and this one knows, by their ids.
[[nodiscard]] std::vector<std::string> shared_rules(const host::Variant& variant);
// What stands for such a rule in these terms, in words.
[[nodiscard]] std::string shared_rule_text(const House& house, const match::Terms& terms,
                                           std::string_view id);

// One line of an offer.
struct OfferRow {
  std::string id;  // "sides", "limits", or as duel::differences() names the field
  std::string label, value;
  bool unusual = false;  // not as this machine would have offered it
  bool changed = false;  // the other side changed it just now
};
// The whole offer in the order in which it is read; what means nothing in these terms is left out. `changed`:
// as duel::Agreement::changed() has it. far: how the other player is called.
[[nodiscard]] std::vector<OfferRow> offer_rows(const House& house, const host::Variant& variant,
                                               const duel::Offer& offer, duel::Role own, std::string_view far,
                                               const std::vector<std::string>& changed);
// The limits of both sides in one sentence, or where they differ in few words each; brief: in few words
// anyway.
[[nodiscard]] std::string both_limits(const House& house, const host::Variant& variant,
                                      const match::Terms& terms, bool brief = false);
[[nodiscard]] std::string first_text(const House& house, First first, std::string_view far);

// Whether one of these fields is a time limit.
[[nodiscard]] bool has_limits(const std::vector<std::string>& fields);

// Something that did not come about, in the three parts of every failure.
struct Notice {
  enum class Do : std::uint8_t { kNothing, kAgain, kTerms, kPower, kBlock };
  std::string what, help;
  Do first = Do::kNothing;  // what its first button does besides the way back
};
// A reason of a duel's end or of terms that came to nothing, as duel::reason_key and duel::dropped_key know
// them.
[[nodiscard]] Notice notice_of(const House& house, std::string_view reason, bool dropped);

}  // namespace qitai::menu
