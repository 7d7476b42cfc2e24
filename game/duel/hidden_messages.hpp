// The messages of duel.proto's section "Hidden pieces and chance" as values, so that protobuf stays in one
// file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "match/time_limits.hpp"

namespace qitai::duel {

struct RootMessage {
  Digest root{};
};
struct AnchorMessage {
  Digest anchor{};
};
struct ShareMessage {
  std::uint32_t draw = 0;  // from 1
  Digest value{};
};
struct TurnMessage {
  std::uint32_t number = 0;
  std::uint32_t proposal = 0;  // 0: none
  std::string intent;          // match::encode, without facts
  match::Instant waived = 0;
  Digest chain{};
};
struct PartMessage {
  enum class Of : std::uint8_t { kLayout, kSaid, kOpening };
  Of of = Of::kSaid;
  std::uint32_t number = 0, index = 0;
  std::uint32_t size = 0, offset = 0;
  std::string bytes;
};
struct TakenMessage {};
struct DisputeMessage {
  std::uint32_t number = 0;
};

// std::monostate: not of this section, or a kind that this version does not know.
using HiddenMessage = std::variant<std::monostate, RootMessage, AnchorMessage, ShareMessage, TurnMessage,
                                   PartMessage, DisputeMessage, TakenMessage>;

inline constexpr std::size_t kMostTurnIntent = 128;  // bytes: a move has no more
inline constexpr std::size_t kMostPart = 400;
inline constexpr std::size_t kMostWhole = 4736;  // a layout and an opening, each with its length

// The payload of a message.
[[nodiscard]] std::string write(const HiddenMessage& message);
// The message of a payload, which is hostile. Error code: "malformed".
[[nodiscard]] Result<HiddenMessage> read_hidden(std::string_view payload);

// Puts parts together, one whole at a time.
class Parts {
 public:
  // The whole if it ends here. Error code: "malformed" for a part that does not go on where the last one
  // ended.
  [[nodiscard]] Result<std::optional<std::string>> add(const PartMessage& part);

 private:
  PartMessage begun_;  // whose, and what is there of it
};

}  // namespace qitai::duel
