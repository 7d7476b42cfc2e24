// The journal: what a killed process needs to say the same again. An entry is a version and records; what was
// done at once is one entry, so that no half of it is ever found.
#include <fmt/format.h>

#include <utility>

#include "duel/hidden_impl.hpp"

namespace qitai::duel {

using host::PluginFault;

namespace {

constexpr std::uint8_t kVersion = 1;

bool read(Reader& reader, Digest& digest) {
  const ByteView bytes = reader.raw(digest.size());
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  return reader.ok();
}

Error damaged(std::size_t entry, std::string_view what) {
  return Error{"damaged", fmt::format("entry {} of what a duel has kept of hidden pieces: {}", entry, what)};
}

}  // namespace

void Hidden::Impl::keep(Record record, const Writer& body) {
  batch.u8(static_cast<std::uint8_t>(record));
  batch.block(body.bytes());
}

void Hidden::Impl::keep_text(Record record, std::string_view text) {
  batch.u8(static_cast<std::uint8_t>(record));
  batch.u32(static_cast<std::uint32_t>(sizeof(std::uint32_t) + text.size()));
  batch.text(text);
}

void Hidden::Impl::keep_begin(const Digest& seed) {
  Writer body;
  body.raw(config.id);
  body.u8(static_cast<std::uint8_t>(config.own));
  body.u8(static_cast<std::uint8_t>(layouts));
  body.raw(salt);
  body.raw(seed);
  keep(Record::kBegin, body);
  begun = true;
}

void Hidden::Impl::keep_root(const Digest& root) {
  Writer body;
  body.raw(root);
  keep(Record::kRoot, body);
}

void Hidden::Impl::keep_share(std::uint32_t draw, const Digest& value) {
  Writer body;
  body.u32(draw);
  body.raw(value);
  keep(Record::kShare, body);
}

void Hidden::Impl::keep_turn(Pending pending, const Digest& before) {
  Writer body;
  body.u32(pending.number);
  body.u32(pending.proposal);
  body.i64(pending.waived);
  body.text(match::encode(pending.intent));
  body.raw(before);
  keep(Record::kTurn, body);
  turn = std::move(pending);
  turn_chain = before;
}

void Hidden::Impl::flush() {
  if (keeper) {
    const std::string grown = keeper->journal(kept);
    kept += grown.size();
    if (!grown.empty()) {
      Writer body;
      body.raw(as_bytes(grown));
      keep(Record::kKeeper, body);
    }
  }
  if (batch.bytes().empty()) return;
  Writer entry;
  entry.u8(kVersion);
  entry.raw(batch.take());
  outs.push_back({Out::Kind::kJournal, std::string(as_text(entry.bytes()))});
}

bool Hidden::Impl::read_record(Record record, Reader& body, std::string& keeper_bytes) {
  if (begun == (record == Record::kBegin)) return false;  // the beginning is first, and once
  switch (record) {
    case Record::kBegin: {
      Digest id{}, seed{};
      qitai::duel::read(body, id);
      const std::uint8_t seat = body.u8();
      const std::uint8_t how = body.u8();
      qitai::duel::read(body, salt);
      qitai::duel::read(body, seed);
      if (id != config.id || seat != config.own || how != static_cast<std::uint8_t>(layouts)) return false;
      if (draws) own_chain.emplace(seed);
      begun = true;
      return true;
    }
    case Record::kKeeper:
      keeper_bytes += as_text(body.raw(body.left()));
      return layouts == Layouts::kSecret;
    case Record::kLayout:
      own_layout = body.text(match::kMaxIntentBytes);
      return layouts != Layouts::kNone && !own_layout.empty();
    case Record::kRoot:
      return qitai::duel::read(body, far_root.emplace());
    case Record::kShown:
      far_layout = body.text(match::kMaxIntentBytes);
      return layouts == Layouts::kShown;
    case Record::kAnchor: {
      Digest value{};
      return qitai::duel::read(body, value) && draws && far_chain.anchor(value);
    }
    case Record::kShare: {
      const std::uint32_t i = body.u32();
      Digest value{};
      return qitai::duel::read(body, value) && draws && far_chain.add(i, value);
    }
    case Record::kTurn: {
      Pending pending;
      pending.number = body.u32();
      pending.proposal = body.u32();
      pending.waived = body.i64();
      const Result<match::Intent> intent = match::decode_intent(body.text(kMostTurnIntent));
      if (!intent || !qitai::duel::read(body, turn_chain)) return false;
      pending.intent = *intent;
      turn = std::move(pending);
      return layouts == Layouts::kSecret;
    }
    case Record::kDrawn:
      keeper_drawn = body.u32();
      return true;
    case Record::kDispute:
      disputed = true;
      far_disputes = body.u8() != 0;
      return true;
    case Record::kOpening:
      far_opening = body.text(kMostWhole);
      return true;
    case Record::kLeft:
      verdict = Verdict{Verdict::Kind::kLeft, other(), {}, {}};
      return true;
  }
  return false;
}

bool Hidden::Impl::read(std::string_view entry, std::string& keeper_bytes) {
  Reader reader(as_bytes(entry));
  if (reader.u8() != kVersion) return false;
  while (reader.ok() && reader.left() > 0) {
    const auto record = static_cast<Record>(reader.u8());
    Reader body(reader.block(reader.left()));
    if (!reader.ok() || !read_record(record, body, keeper_bytes) || !body.finish("a record").ok())
      return false;
  }
  return reader.ok();
}

Result<std::unique_ptr<Hidden>> Hidden::restore(HiddenConfig config, std::span<const std::string> entries,
                                                Now now) {
  auto impl = std::make_unique<Impl>(std::move(config));
  Impl& own = *impl;
  try {
    if (auto wrong = own.choose()) return *wrong;
    std::string keeper_bytes;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!own.read(entries[i], keeper_bytes)) return damaged(i, "it says nothing that can be");
    }
    if (!own.begun) return damaged(0, "it does not say how it began");
    if (own.layouts == Layouts::kSecret) {
      auto keeper = host::Keeper::restore(own.config.variant, keeper_bytes);
      if (const auto* why = std::get_if<host::Refusal>(&keeper)) return damaged(entries.size(), why->detail);
      own.keeper.emplace(std::get<host::Keeper>(std::move(keeper)));
      own.kept = keeper_bytes.size();
    }
    if (!own.own_layout.empty()) {
      if (own.keeper) {
        auto root = own.keeper->commit(own.own_layout);
        if (const auto* why = std::get_if<host::Refusal>(&root)) return damaged(entries.size(), why->detail);
        own.own_root = std::get<Digest>(root);
      } else {
        own.own_root = own.root_of(own.config.own, own.salt, own.own_layout);
      }
    }
    own.time(now);
  } catch (const PluginFault& fault) {
    return Error{"plugin-error", fault.what()};
  }
  return std::unique_ptr<Hidden>(new Hidden(std::move(impl)));
}

}  // namespace qitai::duel
