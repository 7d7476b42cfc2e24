// What a duel keeps in its journal, one entry after the other: each says what it is, of which version, and
// carries its own checksum. Read back they are as hostile as anything else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "host/variant.hpp"
#include "match/terms.hpp"

namespace qitai::duel {

enum class EntryKind : std::uint8_t {
  kPartner = 1,   // Channel::save(): keys, secret
  kBegin = 2,     // BeginEntry
  kCommit = 3,    // CommitEntry
  kProposal = 4,  // ProposalEntry: kept before it is sent
  kRefused = 5,   // the id of a proposal that came to nothing
  kEnd = 6,       // the reason why the match was broken off without a commit
  kHidden = 7,    // of Hidden, which reads it
};

struct Entry {
  EntryKind kind = EntryKind::kBegin;
  std::string body;
};

// u8 version, u8 kind, block body, and the first 8 bytes of BLAKE2b-256 over all that.
[[nodiscard]] std::string encode(const Entry& entry);
// Error codes: "truncated", "trailing", "version", "kind", "checksum".
[[nodiscard]] Result<Entry> decode_entry(std::string_view bytes);

struct BeginEntry {
  Digest id{};
  bool orders = false;  // this machine is the listening side
  host::Seat own = 0;
  std::uint32_t round = 0;
  match::Terms terms;
};
struct CommitEntry {
  std::uint32_t number = 0;
  std::uint32_t proposal = 0;  // that it answers; 0: none
  std::string intent;          // match::encode(Intent)
  Digest hash{};               // the public one after it
  match::Instant waived = 0;   // of the allowance
};
struct ProposalEntry {
  std::uint32_t id = 0;
  std::uint32_t base = 0;
  match::Instant elapsed = 0;
  std::string intent;
};

[[nodiscard]] Entry entry_of(const BeginEntry& entry);
[[nodiscard]] Entry entry_of(const CommitEntry& entry);
[[nodiscard]] Entry entry_of(const ProposalEntry& entry);
[[nodiscard]] Entry refused_entry(std::uint32_t proposal);
[[nodiscard]] Entry end_entry(std::string_view reason);

// Of an entry of that kind. Error codes: "truncated", "trailing", "entry", those of match::decode_terms.
[[nodiscard]] Result<BeginEntry> read_begin(const Entry& entry);
[[nodiscard]] Result<CommitEntry> read_commit(const Entry& entry);
[[nodiscard]] Result<ProposalEntry> read_proposal(const Entry& entry);
[[nodiscard]] Result<std::uint32_t> read_refused(const Entry& entry);
[[nodiscard]] Result<std::string> read_end(const Entry& entry);

// The clock of the last moment, which overwrites the one before: not an entry. The time of the match, and how
// long the link was lost in all.
struct Checkpoint {
  match::Instant at = 0;
  match::Instant lost = 0;
};
[[nodiscard]] std::string encode(const Checkpoint& checkpoint);
// Error codes: "truncated", "trailing", "version", "checksum".
[[nodiscard]] Result<Checkpoint> decode_checkpoint(std::string_view bytes);

}  // namespace qitai::duel
