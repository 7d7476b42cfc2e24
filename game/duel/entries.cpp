#include "duel/entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "duel/messages.hpp"

namespace qitai::duel {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kChecksum = 8;
// A beginning holds terms; a partner's keys are smaller.
constexpr std::size_t kMostBody = 16384;

std::string sealed(Writer writer) {
  const Digest digest = hash_of(writer.bytes());
  writer.raw(ByteView(digest).first(kChecksum));
  return std::string(as_text(writer.bytes()));
}

// What stands between version and checksum, if both are right.
Result<Reader> opened(std::string_view bytes, std::string_view what) {
  if (bytes.size() <= kChecksum)
    return Error{"truncated", fmt::format("{} has {} bytes: expected more", what, bytes.size())};
  const ByteView all = as_bytes(bytes);
  const ByteView content = all.first(all.size() - kChecksum);
  const Digest digest = hash_of(content);
  if (!std::equal(digest.begin(), digest.begin() + kChecksum, all.end() - kChecksum))
    return Error{"checksum", fmt::format("{} does not fit its checksum: it is damaged", what)};
  Reader reader(content);
  if (const std::uint8_t version = reader.u8(); version != kVersion)
    return Error{"version", fmt::format("{} has version {}: expected {}", what, version, kVersion)};
  return reader;
}

Entry made(EntryKind kind, const Writer& writer) {
  return {kind, std::string(as_text(writer.bytes()))};
}

void read(Reader& reader, Digest& digest) {
  const ByteView bytes = reader.raw(digest.size());
  std::copy(bytes.begin(), bytes.end(), digest.begin());
}

match::Instant read_time(Reader& reader) {
  const match::Instant time = reader.i64();
  if (time < 0 || time > match::kNever / 4) reader.fail();
  return time;
}

}  // namespace

std::string encode(const Entry& entry) {
  Writer writer;
  writer.u8(kVersion);
  writer.u8(static_cast<std::uint8_t>(entry.kind));
  writer.text(entry.body);
  return sealed(std::move(writer));
}

Result<Entry> decode_entry(std::string_view bytes) {
  Result<Reader> reader = opened(bytes, "An entry of a duel's journal");
  if (!reader) return reader.error();
  const std::uint8_t kind = reader->u8();
  if (kind < static_cast<std::uint8_t>(EntryKind::kPartner) ||
      kind > static_cast<std::uint8_t>(EntryKind::kHidden))
    return Error{"kind", fmt::format("An entry of a duel's journal is of kind {}: expected 1 to 7", kind)};
  Entry entry;
  entry.kind = static_cast<EntryKind>(kind);
  entry.body = reader->text(kMostBody);
  if (const Status done = reader->finish("An entry of a duel's journal"); !done) return done.error();
  return entry;
}

Entry entry_of(const BeginEntry& entry) {
  Writer writer;
  writer.raw(entry.id);
  writer.u8(entry.orders ? 1 : 0);
  writer.u8(static_cast<std::uint8_t>(entry.own));
  writer.u32(entry.round);
  writer.text(match::encode(entry.terms));
  return made(EntryKind::kBegin, writer);
}

Entry entry_of(const CommitEntry& entry) {
  Writer writer;
  writer.u32(entry.number);
  writer.u32(entry.proposal);
  writer.text(entry.intent);
  writer.raw(entry.hash);
  writer.i64(entry.waived);
  return made(EntryKind::kCommit, writer);
}

Entry entry_of(const ProposalEntry& entry) {
  Writer writer;
  writer.u32(entry.id);
  writer.u32(entry.base);
  writer.i64(entry.elapsed);
  writer.text(entry.intent);
  return made(EntryKind::kProposal, writer);
}

Entry refused_entry(std::uint32_t proposal) {
  Writer writer;
  writer.u32(proposal);
  return made(EntryKind::kRefused, writer);
}

Entry end_entry(std::string_view reason) {
  Writer writer;
  writer.text(reason);
  return made(EntryKind::kEnd, writer);
}

Result<BeginEntry> read_begin(const Entry& entry) {
  Reader reader(as_bytes(entry.body));
  BeginEntry out;
  read(reader, out.id);
  const std::uint8_t orders = reader.u8();
  const std::uint8_t own = reader.u8();
  out.round = reader.u32();
  const std::string terms = reader.text(kMostBody);
  if (const Status done = reader.finish("The beginning of a duel"); !done) return done.error();
  if (orders > 1 || own > 1)
    return Error{"entry", "The beginning of a duel names a side or a seat that there is not"};
  out.orders = orders == 1;
  out.own = own;
  Result<match::Terms> read_terms = match::decode_terms(terms);
  if (!read_terms) return read_terms.error();
  out.terms = std::move(*read_terms);
  return out;
}

Result<CommitEntry> read_commit(const Entry& entry) {
  Reader reader(as_bytes(entry.body));
  CommitEntry out;
  out.number = reader.u32();
  out.proposal = reader.u32();
  out.intent = reader.text(kMostIntentBytes);
  read(reader, out.hash);
  out.waived = read_time(reader);
  if (const Status done = reader.finish("A commit of a duel"); !done) return done.error();
  return out;
}

Result<ProposalEntry> read_proposal(const Entry& entry) {
  Reader reader(as_bytes(entry.body));
  ProposalEntry out;
  out.id = reader.u32();
  out.base = reader.u32();
  out.elapsed = read_time(reader);
  out.intent = reader.text(kMostIntentBytes);
  if (const Status done = reader.finish("A proposal of a duel"); !done) return done.error();
  return out;
}

Result<std::uint32_t> read_refused(const Entry& entry) {
  Reader reader(as_bytes(entry.body));
  const std::uint32_t id = reader.u32();
  if (const Status done = reader.finish("A refusal in a duel"); !done) return done.error();
  return id;
}

Result<std::string> read_end(const Entry& entry) {
  Reader reader(as_bytes(entry.body));
  std::string reason = reader.text(kMostReasonBytes);
  if (const Status done = reader.finish("The end of a duel"); !done) return done.error();
  return reason;
}

std::string encode(const Checkpoint& checkpoint) {
  Writer writer;
  writer.u8(kVersion);
  writer.i64(checkpoint.at);
  writer.i64(checkpoint.lost);
  return sealed(std::move(writer));
}

Result<Checkpoint> decode_checkpoint(std::string_view bytes) {
  Result<Reader> reader = opened(bytes, "The clock of a duel");
  if (!reader) return reader.error();
  Checkpoint out;
  out.at = read_time(*reader);
  out.lost = read_time(*reader);
  if (const Status done = reader->finish("The clock of a duel"); !done) return done.error();
  return out;
}

}  // namespace qitai::duel
