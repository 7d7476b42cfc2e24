#include "duel/offer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "duel/hidden.hpp"

namespace qitai::duel {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::uint32_t kMostOptions = 64;
// In the order of their bits.
constexpr std::array<bool Offer::*, 4> kToggles{&Offer::takeback, &Offer::touch_move, &Offer::announce_check,
                                                &Offer::scored};
constexpr std::array<std::string_view, 4> kToggleIds{"takeback", "touch_move", "announce_check", "scored"};

// The terms as far as an offer says them.
match::Terms plain_terms(const Offer& offer) {
  match::Terms terms;
  terms.variant = offer.variant;
  terms.rules_revision = offer.rules_revision;
  terms.options = offer.options;
  terms.seats.resize(2);
  for (std::size_t seat = 0; seat < 2; ++seat)
    terms.seats[seat].limits = offer.limits[seat];
  terms.takeback = offer.takeback;
  terms.illegal = offer.illegal;
  terms.illegal_limit = offer.illegal_limit;
  terms.touch_move = offer.touch_move;
  terms.announce_check = offer.announce_check;
  terms.scored = offer.scored;
  terms.position = offer.position;
  return terms;
}

// A field of the time limits that differs for both seats is one field; else it names its seat.
void compare_limits(const Offer& before, const Offer& after, std::vector<std::string>& out) {
  const auto note = [&](std::string_view name, auto TimeLimitsField) {
    const bool first = before.limits[0].*TimeLimitsField != after.limits[0].*TimeLimitsField;
    const bool second = before.limits[1].*TimeLimitsField != after.limits[1].*TimeLimitsField;
    if (first && second)
      out.emplace_back(name);
    else if (first)
      out.push_back(fmt::format("{}.0", name));
    else if (second)
      out.push_back(fmt::format("{}.1", name));
  };
  for (const match::LimitField& field : match::limit_fields())
    note(field.name, field.value);
  note("carry", &match::TimeLimits::carry);
}

}  // namespace

bool can_duel(const host::VariantInfo& info) {
  return info.seats.size() == 2;
}

Offer default_offer(const host::Variant& variant) {
  const host::VariantInfo& info = variant.info();
  Offer offer;
  offer.variant = info.id;
  offer.rules_revision = info.rules_revision;
  offer.options = info.default_options();
  return offer;
}

Status check(const Offer& offer, const host::Variant& variant) {
  if (!can_duel(variant.info()))
    return Error{"unsupported", fmt::format("{} cannot be played over a link: expected a game of two seats",
                                            variant.info().id)};
  if (offer.position.size() > kMostPositionBytes) {
    return Error{"position", fmt::format("the position has {} bytes: expected at most {} over a link",
                                         offer.position.size(), kMostPositionBytes)};
  }
  const match::Terms terms = plain_terms(offer);
  if (Status fits = match::check(terms, variant); !fits) return fits;
  if (Hidden::needed(variant)) {
    if (Status fits = Hidden::check(variant.shared_from_this(), terms); !fits) return fits;
  }
  if (const std::size_t size = encode(offer).size(); size > kMostOfferBytes)
    return Error{"too-long",
                 fmt::format("the terms have {} bytes: expected at most {}", size, kMostOfferBytes)};
  try {
    const auto state = variant.create(match::start_of(terms, -1));
    if (const auto* why = std::get_if<host::Refusal>(&state))
      return Error{"position", fmt::format("{} refuses the position or an option ({}): {}", offer.variant,
                                           why->id, why->detail)};
  } catch (const host::PluginFault& fault) {
    return Error{"plugin-error", fmt::format("the plugin of {} failed: {}", offer.variant, fault.what())};
  }
  return {};
}

std::string encode(const Offer& offer) {
  Writer writer;
  writer.u8(kVersion);
  writer.text(offer.variant);
  writer.u32(offer.rules_revision);
  writer.u32(static_cast<std::uint32_t>(offer.options.size()));
  for (const std::int64_t option : offer.options)
    writer.i64(option);
  for (const match::TimeLimits& limits : offer.limits)
    match::write(writer, limits);
  writer.u8(static_cast<std::uint8_t>(offer.sides));
  std::uint8_t toggles = 0;
  for (std::size_t i = 0; i < kToggles.size(); ++i) {
    if (offer.*kToggles[i]) toggles = static_cast<std::uint8_t>(toggles | 1U << i);
  }
  writer.u8(toggles);
  writer.u8(static_cast<std::uint8_t>(offer.illegal));
  writer.u8(static_cast<std::uint8_t>(offer.illegal_limit));
  writer.u32(offer.round);
  writer.text(offer.position);
  return std::string(as_text(writer.bytes()));
}

Result<Offer> decode_offer(std::string_view bytes) {
  Reader reader(as_bytes(bytes));
  const std::uint8_t version = reader.u8();
  if (reader.ok() && version != kVersion)
    return Error{"version", fmt::format("an offer has version {}: expected {}", version, kVersion)};
  Offer offer;
  offer.variant = reader.text(kMostGameIdBytes);
  offer.rules_revision = reader.u32();
  const std::uint32_t options = reader.u32();
  if (options > kMostOptions) reader.fail();
  for (std::uint32_t i = 0; i < options && reader.ok(); ++i)
    offer.options.push_back(reader.i64());
  for (match::TimeLimits& limits : offer.limits)
    limits = match::read_time_limits(reader);
  const std::uint8_t sides = reader.u8();
  if (sides > static_cast<std::uint8_t>(Sides::kDiallerFirst))
    return Error{"sides", fmt::format("the sides of an offer are {}: expected 0 to 2", sides)};
  offer.sides = static_cast<Sides>(sides);
  const std::uint8_t toggles = reader.u8();
  if (toggles >> kToggles.size() != 0)
    return Error{"rules", fmt::format("the toggles are {}: expected {} bits", toggles, kToggles.size())};
  for (std::size_t i = 0; i < kToggles.size(); ++i)
    offer.*kToggles[i] = (toggles >> i & 1U) != 0;
  const std::uint8_t illegal = reader.u8();
  if (illegal >= match::kIllegalIds.size())
    return Error{"illegal",
                 fmt::format("illegal is {}: expected 0 to {}", illegal, match::kIllegalIds.size() - 1)};
  offer.illegal = static_cast<match::Illegal>(illegal);
  offer.illegal_limit = reader.u8();
  offer.round = reader.u32();
  offer.position = reader.text(kMostPositionBytes);
  if (const Status done = reader.finish("an offer"); !done) return done.error();
  return offer;
}

Digest digest_of(const Offer& offer) {
  return hash_of(as_bytes(encode(offer)));
}

std::vector<std::string> differences(const Offer& before, const Offer& after, const host::VariantInfo& info) {
  std::vector<std::string> out;
  if (before.variant != after.variant) {
    out.emplace_back("variant");
  } else {
    for (std::size_t i = 0; i < info.options.size(); ++i) {
      if (i < before.options.size() && i < after.options.size() && before.options[i] != after.options[i])
        out.push_back(info.options[i].id);
    }
    if (before.position != after.position) out.emplace_back("position");
  }
  compare_limits(before, after, out);
  if (before.sides != after.sides) out.emplace_back("sides");
  for (std::size_t i = 0; i < kToggles.size(); ++i) {
    if (before.*kToggles[i] != after.*kToggles[i]) out.emplace_back(kToggleIds[i]);
  }
  if (before.illegal != after.illegal) out.emplace_back("illegal");
  if (before.illegal_limit != after.illegal_limit) out.emplace_back("illegal_limit");
  return out;
}

Digest match_id(const Digest& keys, const Offer& offer) {
  Hasher hasher;
  hasher.update(ByteView(keys));
  hasher.update(ByteView(digest_of(offer)));
  return hasher.finish();
}

Digest seal_of(const Digest& match, Role role, const Throw& one) {
  Writer writer;
  writer.raw(match);
  writer.u8(role == Role::kListener ? 0 : 1);
  writer.raw(one.nonce);
  writer.u8(one.bit ? 1 : 0);
  return hash_of(writer.bytes());
}

Toss toss(const Digest& match, const Offer& offer, const Throw& listener, const Throw& dialler) {
  Toss out;
  out.listener_first =
      offer.sides == Sides::kCoin ? listener.bit == dialler.bit : offer.sides == Sides::kListenerFirst;
  Hasher hasher;
  hasher.update(ByteView(match));
  hasher.update(ByteView(listener.nonce));
  hasher.update(ByteView(dialler.nonce));
  out.seed = hasher.finish();
  return out;
}

match::Terms terms_of(const Offer& offer, const Toss& toss, const std::string& listener,
                      const std::string& dialler) {
  match::Terms terms = plain_terms(offer);
  terms.seats[0].name = toss.listener_first ? listener : dialler;
  terms.seats[1].name = toss.listener_first ? dialler : listener;
  terms.seed = toss.seed;
  return terms;
}

// Time odds stay with the player, so that the limits change their seats with the sides.
Offer offer_of(const match::Terms& terms, Sides sides) {
  Offer offer;
  offer.variant = terms.variant;
  offer.rules_revision = terms.rules_revision;
  offer.options = terms.options;
  for (std::size_t seat = 0; seat < offer.limits.size(); ++seat)
    offer.limits[seat] = terms.seats.at(seat).limits;
  offer.sides = sides;
  offer.takeback = terms.takeback;
  offer.touch_move = terms.touch_move;
  offer.announce_check = terms.announce_check;
  offer.scored = terms.scored;
  offer.illegal = terms.illegal;
  offer.illegal_limit = terms.illegal_limit;
  offer.position = terms.position;
  return offer;
}

Offer rematch_of(const match::Terms& terms, bool listener_was_first) {
  Offer offer = offer_of(terms, listener_was_first ? Sides::kDiallerFirst : Sides::kListenerFirst);
  std::swap(offer.limits[0], offer.limits[1]);
  return offer;
}

}  // namespace qitai::duel
