// What two machines tell of themselves before anything else: the protocol they speak, the player's name, the
// games they have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "host/variant.hpp"

namespace qitai::duel {

// The version of duel.proto. Another major is refused, a higher minor only adds.
inline constexpr std::uint32_t kProtocolMajor = 1;
inline constexpr std::uint32_t kProtocolMinor = 0;

inline constexpr std::size_t kMostNameCharacters = 16;  // code points
inline constexpr std::size_t kMostGames = 64;
inline constexpr std::size_t kMostGameIdBytes = 32;

// A game as two machines compare it: they can play it if all three are equal.
struct GameOffer {
  std::string id;  // VariantInfo::id: a-z, 0-9, '-', at most kMostGameIdBytes
  std::uint32_t rules_revision = 0;
  Digest options{};  // options_digest()
  friend bool operator==(const GameOffer&, const GameOffer&) = default;
};

struct Hello {
  std::uint32_t major = kProtocolMajor;  // at most 65535, as minor
  std::uint32_t minor = kProtocolMinor;
  std::string name;              // UTF-8; empty: a player who gives none
  std::vector<GameOffer> games;  // at most kMostGames, each id once
  friend bool operator==(const Hello&, const Hello&) = default;
};

// Whether a player's name may be sent and shown: UTF-8, at most kMostNameCharacters, no control characters,
// no line ends, nothing that changes the direction of writing, no code points that are no characters. Whether
// the fonts have its glyphs is asked elsewhere. Error: "name".
[[nodiscard]] Status check_name(std::string_view name);

// Whether a hello keeps all the bounds above. Errors: "name", "games", "version".
[[nodiscard]] Status check(const Hello& hello);

// BLAKE2b-256 of the canonical encoding of the game's options: their number; of each its id, kind (0 toggle,
// 1 choice, 2 number), depends_on, depends_mask, fallback, min, max, number of choices and their ids. Texts
// do not count.
[[nodiscard]] Digest options_digest(const host::VariantInfo& info);
[[nodiscard]] GameOffer offer_of(const host::VariantInfo& info);
// What a machine with these games tells of itself: the first kMostGames of those that can be played over a
// link (can_duel() in offer.hpp).
[[nodiscard]] Hello hello_of(std::string name, std::span<const std::shared_ptr<const host::Variant>> games);

// The canonical encoding: u16 major, u16 minor, name, u32 number of games; of each its id, u32 revision, 32
// bytes of options. Texts are a u32 count and their bytes; all integers little-endian.
[[nodiscard]] std::string encode(const Hello& hello);
// The hello of such an encoding from outside, checked. Errors: those of check(), "truncated", "trailing".
[[nodiscard]] Result<Hello> decode_hello(std::string_view bytes);

}  // namespace qitai::duel
