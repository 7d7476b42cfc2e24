#include "menu/duel_terms.hpp"

#include <algorithm>
#include <utility>

#include "duel/phrases.hpp"
#include "menu/screen.hpp"
#include "menu/terms_screen.hpp"
#include "menu/time_terms.hpp"

namespace qitai::menu {
namespace {

duel::Sides sides_of(First first, duel::Role own) {
  if (first == First::kCoin) return duel::Sides::kCoin;
  const bool listener = (first == First::kOwn) == (own == duel::Role::kListener);
  return listener ? duel::Sides::kListenerFirst : duel::Sides::kDiallerFirst;
}

First first_of(duel::Sides sides, duel::Role own) {
  if (sides == duel::Sides::kCoin) return First::kCoin;
  const bool listener = sides == duel::Sides::kListenerFirst;
  return listener == (own == duel::Role::kListener) ? First::kOwn : First::kFar;
}

// "first_limit.1" is a limit as "first_limit" is.
bool is_limit(std::string_view field) {
  if (field.ends_with(".0") || field.ends_with(".1")) field.remove_suffix(2);
  return field == "carry" || match::limit_field(field) != nullptr;
}

bool contains(const std::vector<std::string>& fields, std::string_view field) {
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

}  // namespace

Draft usual_draft(const House& house, const host::Variant& variant) {
  Draft draft;
  draft.variant = variant.info().id;
  draft.terms = usual_terms(house, variant);
  return draft;
}

duel::Offer offer_of(const Draft& draft, duel::Role own) {
  return duel::offer_of(draft.terms, sides_of(draft.first, own));
}

Draft draft_of(const duel::Offer& offer, const host::Variant& variant, duel::Role own) {
  Draft draft;
  draft.variant = offer.variant;
  draft.terms = match::default_terms(variant);
  draft.terms.options = offer.options;
  draft.terms.takeback = offer.takeback;
  draft.terms.touch_move = offer.touch_move;
  draft.terms.announce_check = offer.announce_check;
  draft.terms.scored = offer.scored;
  draft.terms.illegal = offer.illegal;
  draft.terms.illegal_limit = offer.illegal_limit;
  draft.terms.position = offer.position;
  for (std::size_t seat = 0; seat < offer.limits.size(); ++seat)
    draft.terms.seats.at(seat).limits = offer.limits.at(seat);
  draft.first = first_of(offer.sides, own);
  return draft;
}

// Those about checks, and moves that leave one standing, only where there is such a move.
std::vector<std::string> shared_rules(const host::Variant& variant) {
  const std::vector<host::KindInfo>& kinds = variant.info().kinds;
  const bool royal =
      std::any_of(kinds.begin(), kinds.end(), [](const host::KindInfo& kind) { return kind.royal; });
  std::vector<std::string> ids{"takeback", "touch_move"};
  if (variant.has_illegal_moves()) ids.insert(ids.end(), {"illegal", "illegal_limit"});
  if (variant.has_illegal_moves() && royal) ids.emplace_back("announce_check");
  ids.emplace_back("scored");
  return ids;
}

std::string shared_rule_text(const House& house, const match::Terms& terms, std::string_view id) {
  const text::Catalog& words = house.catalog;
  const auto on = [&](bool value) { return std::string(words.tr(value ? "common.on" : "common.off")); };
  if (id == "takeback")
    return std::string(words.tr(match::may_take_back(terms) ? "common.allowed" : "common.forbidden"));
  if (id == "touch_move") return on(terms.touch_move);
  if (id == "announce_check") return on(match::announces_check(terms));
  if (id == "scored") return on(terms.scored);
  if (id == "illegal") {
    const auto chosen = static_cast<std::size_t>(terms.illegal);
    return std::string(words.tr("terms.illegal." + std::string(match::kIllegalIds.at(chosen))));
  }
  return terms.illegal_limit == 0 ? on(false) : words.tr("terms.nth", {{"n", terms.illegal_limit}});
}

std::string both_limits(const House& house, const host::Variant& variant, const match::Terms& terms,
                        bool brief) {
  const auto& seats = terms.seats;
  const bool odds = time_odds(terms);
  if (!odds && brief) return limits_short(house.catalog, seats.front().limits);
  if (!odds) {
    return limits_sentence(house.catalog, seats.front().limits, house.catalog.tr("time.each_side"),
                           variant.info().setup);
  }
  std::string said;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seat > 0) said += house.catalog.tr("time.short.between");
    said += house.text(variant, variant.info().seats[seat].name_key) + " " +
            limits_short(house.catalog, seats[seat].limits);
  }
  return said;
}

std::string first_text(const House& house, First first, std::string_view far) {
  if (first == First::kCoin) return std::string(house.catalog.tr("duel.first.coin"));
  if (first == First::kOwn) return std::string(house.catalog.tr("duel.first.own"));
  return house.catalog.tr("duel.first.far", {{"name", far}});
}

bool has_limits(const std::vector<std::string>& fields) {
  return std::any_of(fields.begin(), fields.end(), is_limit);
}

std::vector<OfferRow> offer_rows(const House& house, const host::Variant& variant, const duel::Offer& offer,
                                 duel::Role own, std::string_view far,
                                 const std::vector<std::string>& changed) {
  const Draft draft = draft_of(offer, variant, own);
  const host::VariantInfo& info = variant.info();
  const std::vector<std::string> unusual =
      duel::differences(offer_of(usual_draft(house, variant), own), offer, info);
  // Another game than before: all of it is new, which needs no marks.
  const bool anew = contains(changed, "variant");
  std::vector<OfferRow> rows;
  const auto add = [&](std::string id, std::string label, std::string value) {
    OfferRow row{std::move(id), std::move(label), std::move(value)};
    row.unusual = contains(unusual, row.id);
    row.changed = !anew && contains(changed, row.id);
    rows.push_back(std::move(row));
  };
  const text::Catalog& words = house.catalog;
  add("sides", std::string(words.tr("duel.first")), first_text(house, draft.first, far));
  add("limits", std::string(words.tr("terms.time")), both_limits(house, variant, draft.terms));
  rows.back().unusual = has_limits(unusual);
  rows.back().changed = !anew && has_limits(changed);
  for (const std::string& id : shared_rules(variant)) {
    if (id == "illegal_limit" && draft.terms.illegal != match::Illegal::kCorrect) continue;
    add(id, std::string(words.tr("terms." + id)), shared_rule_text(house, draft.terms, id));
  }
  for (std::size_t i = 0; i < info.options.size(); ++i) {
    if (!option_used(info, draft.terms.options, i)) continue;
    const host::OptionInfo& option = info.options[i];
    add(option.id, house.text(variant, option.name_key),
        house.option_text(variant, option, draft.terms.options[i]));
  }
  if (!offer.position.empty())
    add("position", std::string(words.tr("duel.position")), std::string(words.tr("duel.position.own")));
  return rows;
}

Notice notice_of(const House& house, std::string_view reason, bool dropped) {
  Notice notice;
  const std::string key = dropped ? duel::dropped_key(reason) : duel::reason_key(reason);
  notice.what = house.catalog.tr(key);
  const std::string help = "duel.help." + key.substr(key.rfind('.') + 1);
  notice.help = house.catalog.tr(house.catalog.has(help) ? help : "duel.help.broken");
  using Do = Notice::Do;
  if (reason == "declined") {
    notice.first = Do::kTerms;
  } else if (key.ends_with(".broken")) {
    notice.first = Do::kBlock;
  } else if (reason != "version" && reason != "absent" && reason != "rules" && reason != "options" &&
             reason != "withdrawn" && reason != "terms" && reason != "plugin-error") {
    notice.first = Do::kAgain;
  }
  return notice;
}

}  // namespace qitai::menu
