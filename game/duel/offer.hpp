// What one player offers another to play: the terms of a match as far as two machines bargain over them. And
// the coin that both toss. Encodings and hashes are specified in duel.proto.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "duel/channel.hpp"
#include "duel/messages.hpp"
#include "host/variant.hpp"
#include "match/terms.hpp"

namespace qitai::duel {

// Who has the first seat.
enum class Sides : std::uint8_t { kCoin, kListenerFirst, kDiallerFirst };

struct Offer {
  std::string variant;  // id
  std::uint32_t rules_revision = 0;
  std::vector<std::int64_t> options;          // in the order of the game's table, which both sides share
  std::array<match::TimeLimits, 2> limits{};  // per seat: time odds
  Sides sides = Sides::kCoin;
  bool takeback = true;
  bool touch_move = false;
  bool announce_check = true;
  bool scored = false;
  match::Illegal illegal = match::Illegal::kPrevent;
  int illegal_limit = 0;
  std::uint32_t round = 0;  // matches that these two began before; the agreement sets it
  std::string position;     // empty: the usual one; at most kMostPositionBytes
  friend bool operator==(const Offer&, const Offer&) = default;
};

inline constexpr std::size_t kMostPositionBytes = 128;

// Whether the game can be played over a link: it has two seats.
[[nodiscard]] bool can_duel(const host::VariantInfo& info);
// The game's defaults, untimed, sides by coin.
[[nodiscard]] Offer default_offer(const host::Variant& variant);
// What these terms of two seats offer to a far player; names and holders of seats are no part of it.
[[nodiscard]] Offer offer_of(const match::Terms& terms, Sides sides);
// Nothing, or what is wrong with it for this game. Codes: those of match::check(Terms), "position" also where
// the rules refuse it, "unsupported" (see can_duel), "too-long" (more than kMostOfferBytes).
[[nodiscard]] Status check(const Offer& offer, const host::Variant& variant);

[[nodiscard]] std::string encode(const Offer& offer);
// Hostile bytes. Codes: "truncated", "trailing", "version", "sides", "rules", "illegal".
[[nodiscard]] Result<Offer> decode_offer(std::string_view bytes);
[[nodiscard]] Digest digest_of(const Offer& offer);

// The fields in which two offers differ, by the ids that the menu has for them: "variant", an option's id,
// "first_limit" … "carry" (with ".0" or ".1" where only that seat's differs), "sides", "takeback",
// "touch_move", "announce_check", "scored", "illegal", "illegal_limit", "position". Where the games differ,
// "variant" alone stands for all that is the game's own.
[[nodiscard]] std::vector<std::string> differences(const Offer& before, const Offer& after,
                                                   const host::VariantInfo& info);

// keys: Channel::keys().
[[nodiscard]] Digest match_id(const Digest& keys, const Offer& offer);

// One side's throw.
struct Throw {
  Nonce nonce{};
  bool bit = false;
};
[[nodiscard]] Digest seal_of(const Digest& match, Role role, const Throw& one);

// What comes of both.
struct Toss {
  bool listener_first = false;
  std::array<std::uint8_t, 32> seed{};
};
[[nodiscard]] Toss toss(const Digest& match, const Offer& offer, const Throw& listener, const Throw& dialler);

// The terms of the match, alike on both machines. Names: of the listener and of the dialler.
[[nodiscard]] match::Terms terms_of(const Offer& offer, const Toss& toss, const std::string& listener,
                                    const std::string& dialler);
// The offer of another round: the same with the sides changed.
[[nodiscard]] Offer rematch_of(const match::Terms& terms, bool listener_was_first);

}  // namespace qitai::duel
