// The messages of duel.proto's sections "Agreement" and "Match" as values, so that protobuf stays in one
// file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "match/time_limits.hpp"

namespace qitai::duel {

using Nonce = std::array<std::uint8_t, 32>;

struct TermsMessage {
  std::uint32_t revision = 0;
  std::string offer;
};
struct AcceptMessage {
  Digest offer{};
};
struct DeclineMessage {
  std::string reason;
};
struct CoinSealMessage {
  Digest match{};
  Digest seal{};
};
struct CoinOpenMessage {
  Digest match{};
  Nonce nonce{};
  bool bit = false;
};
struct SyncMessage {
  Digest match{};
  std::uint32_t number = 0;
  Digest hash{};
};
struct GoMessage {
  std::uint32_t number = 0;
  match::Instant at = 0;
};
struct ProposalMessage {
  std::uint32_t id = 0;
  std::uint32_t base = 0;
  match::Instant elapsed = 0;
  std::string intent;
};
struct CommitMessage {
  std::uint32_t number = 0;
  std::uint32_t proposal = 0;  // 0: none
  std::string intent;
  Digest hash{};
  match::Instant waived = 0;
};
struct RefusedMessage {
  std::uint32_t proposal = 0;
  std::string reason;
  std::vector<std::uint16_t> points;
};
struct HaveMessage {
  std::uint32_t number = 0;
};
struct DifferMessage {
  std::uint32_t number = 0;
  Digest hash{};
};
struct PhraseMessage {
  std::uint32_t id = 0;
};

// std::monostate: a kind that this version does not know, to be skipped.
using Message = std::variant<std::monostate, TermsMessage, AcceptMessage, DeclineMessage, CoinSealMessage,
                             CoinOpenMessage, SyncMessage, GoMessage, ProposalMessage, CommitMessage,
                             RefusedMessage, HaveMessage, DifferMessage, PhraseMessage>;

// The longest intent that fits a message, in bytes.
inline constexpr std::size_t kMostIntentBytes = 400;
inline constexpr std::size_t kMostOfferBytes = 480;
inline constexpr std::size_t kMostReasonBytes = 64;
inline constexpr std::size_t kMostPoints = 32;

// The payload of a message.
[[nodiscard]] std::string write(const Message& message);
// The message of a payload, which is hostile: every block has its exact length or is within its bound, ids
// are of a-z, 0-9 and '-'. Error code: "malformed".
[[nodiscard]] Result<Message> read_message(std::string_view payload);

}  // namespace qitai::duel
