#include "match/terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/names.hpp"
#include "base/utf8.hpp"

namespace qitai::match {
namespace {

constexpr std::uint8_t kFirstVersion = 1;  // without the rules of play that all games share
constexpr std::uint8_t kRulesVersion = 2;
// Set in the version where a seat has a holder; those of all seats then stand at the end.
constexpr std::uint8_t kWithHolders = 0x10;
constexpr std::size_t kMaxId = 64;
constexpr std::size_t kMaxNameBytes = 4 * kMaxName;
constexpr std::uint32_t kMaxOptions = 64;

Status check_name(const std::string& name, std::size_t seat) {
  return qitai::check_name(name, kMaxName, fmt::format("the name of seat {}", seat));
}

Status check_holder(const std::string& holder, std::size_t seat) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == ':' || c == '-';
  };
  if (holder.size() <= kMaxHolder && std::all_of(holder.begin(), holder.end(), fits)) return {};
  return Error{"holder",
               fmt::format("the holder of seat {} is none: expected at most {} of a-z, 0-9, ':', '-'", seat,
                           kMaxHolder)};
}

bool has_holders(const Terms& terms) {
  return std::any_of(terms.seats.begin(), terms.seats.end(),
                     [](const SeatTerms& seat) { return !seat.holder.empty(); });
}

Status check_option(const host::OptionInfo& option, std::int64_t value) {
  std::int64_t low = 0;
  std::int64_t high = 1;
  if (option.kind == host::OptionKind::kChoice) {
    high = static_cast<std::int64_t>(option.choices.size()) - 1;
  } else if (option.kind == host::OptionKind::kNumber) {
    low = option.min;
    high = option.max;
  }
  if (value >= low && value <= high) return {};
  return Error{option.id, fmt::format("{} is {}: expected {} to {}", option.id, value, low, high)};
}

// The toggles of the second version, in the order of their bits.
constexpr std::array<bool Terms::*, 4> kToggles{&Terms::touch_move, &Terms::announce_check, &Terms::scored,
                                                &Terms::setup_in_turn};

bool has_usual_rules(const Terms& terms) {
  const Terms usual;
  return terms.illegal == usual.illegal && terms.illegal_limit == usual.illegal_limit &&
         std::all_of(kToggles.begin(), kToggles.end(),
                     [&](bool Terms::*toggle) { return terms.*toggle == usual.*toggle; });
}

void write_rules(Writer& writer, const Terms& terms) {
  writer.u8(static_cast<std::uint8_t>(terms.illegal));
  writer.u8(static_cast<std::uint8_t>(terms.illegal_limit));
  std::uint8_t toggles = 0;
  for (std::size_t i = 0; i < kToggles.size(); ++i) {
    if (terms.*kToggles[i]) toggles = static_cast<std::uint8_t>(toggles | 1U << i);
  }
  writer.u8(toggles);
}

Status read_rules(qitai::Reader& reader, Terms& terms) {
  const std::uint8_t illegal = reader.u8();
  if (illegal >= kIllegalIds.size())
    return Error{"illegal", fmt::format("illegal is {}: expected 0 to {}", illegal, kIllegalIds.size() - 1)};
  terms.illegal = static_cast<Illegal>(illegal);
  terms.illegal_limit = reader.u8();
  const std::uint8_t toggles = reader.u8();
  if (toggles >> kToggles.size() != 0)
    return Error{"rules", fmt::format("the toggles are {}: expected {} bits", toggles, kToggles.size())};
  for (std::size_t i = 0; i < kToggles.size(); ++i)
    terms.*kToggles[i] = (toggles >> i & 1U) != 0;
  if (reader.ok() && has_usual_rules(terms))
    return Error{"version", "the terms have version 2 and say nothing that version 1 could not"};
  return {};
}

constexpr std::array<std::string_view, 6> kTermIds{"touch_move",    "takeback",       "illegal",
                                                   "illegal_limit", "announce_check", "scored"};

}  // namespace

bool may_take_back(const Terms& terms) {
  return terms.takeback && !terms.scored;
}

bool announces_check(const Terms& terms) {
  return terms.announce_check && terms.illegal != Illegal::kForfeit && terms.illegal != Illegal::kCapture;
}

std::span<const std::string_view> term_ids() {
  return kTermIds;
}

Result<bool> set_term(Terms& terms, std::string_view id, std::string_view text) {
  const auto wrong = [&](std::string_view expected) {
    return Error{std::string(id), fmt::format("{} is \"{}\": expected {}", id, text, expected)};
  };
  if (id == "illegal") {
    const auto found = std::find(kIllegalIds.begin(), kIllegalIds.end(), text);
    if (found == kIllegalIds.end()) return wrong("prevent, correct, forfeit or capture");
    terms.illegal = static_cast<Illegal>(found - kIllegalIds.begin());
    return true;
  }
  if (id == "illegal_limit") {
    if (text.size() != 1 || text[0] < '0' || text[0] > '0' + kMostIllegal)
      return wrong(fmt::format("0 to {}", kMostIllegal));
    terms.illegal_limit = text[0] - '0';
    return true;
  }
  bool Terms::*toggle = id == "touch_move"       ? &Terms::touch_move
                        : id == "takeback"       ? &Terms::takeback
                        : id == "announce_check" ? &Terms::announce_check
                        : id == "scored"         ? &Terms::scored
                                                 : nullptr;
  if (toggle == nullptr) return false;
  if (text != "true" && text != "false") return wrong("true or false");
  terms.*toggle = text == "true";
  return true;
}

Terms default_terms(const host::Variant& variant) {
  const host::VariantInfo& info = variant.info();
  Terms terms;
  terms.variant = info.id;
  terms.rules_revision = info.rules_revision;
  terms.options = info.default_options();
  terms.seats.resize(info.seats.size());
  return terms;
}

Status check(const Terms& terms, const host::Variant& variant) {
  const host::VariantInfo& info = variant.info();
  if (terms.variant != info.id)
    return Error{"variant", fmt::format("the game is \"{}\": expected \"{}\"", terms.variant, info.id)};
  if (terms.rules_revision != info.rules_revision) {
    return Error{"rules_revision", fmt::format("the rules of {} are of revision {}: expected {}", info.id,
                                               terms.rules_revision, info.rules_revision)};
  }
  if (terms.options.size() != info.options.size()) {
    return Error{"options", fmt::format("{} options are given for {}: expected {}", terms.options.size(),
                                        info.id, info.options.size())};
  }
  for (std::size_t i = 0; i < terms.options.size(); ++i) {
    if (Status status = check_option(info.options[i], terms.options[i]); !status.ok()) return status;
  }
  if (terms.seats.size() != info.seats.size()) {
    return Error{"seats", fmt::format("{} seats are given for {}: expected {}", terms.seats.size(), info.id,
                                      info.seats.size())};
  }
  for (std::size_t i = 0; i < terms.seats.size(); ++i) {
    if (Status status = check_name(terms.seats[i].name, i); !status.ok()) return status;
    if (Status status = check(terms.seats[i].limits); !status.ok()) return status;
    if (Status status = check_holder(terms.seats[i].holder, i); !status.ok()) return status;
  }
  if (terms.illegal_limit < 0 || terms.illegal_limit > kMostIllegal) {
    return Error{"illegal_limit",
                 fmt::format("illegal_limit is {}: expected 0 to {}", terms.illegal_limit, kMostIllegal)};
  }
  if (terms.position.size() > kMaxPosition) {
    return Error{"position", fmt::format("the position has {} bytes: expected at most {}",
                                         terms.position.size(), kMaxPosition)};
  }
  if (!utf8::is_valid(terms.position)) return Error{"position", "the position is not UTF-8"};
  return {};
}

std::string encode(const Terms& terms) {
  Writer writer;
  const std::uint8_t version = has_usual_rules(terms) ? kFirstVersion : kRulesVersion;
  writer.u8(has_holders(terms) ? version | kWithHolders : version);
  writer.text(terms.variant);
  writer.u32(terms.rules_revision);
  writer.u32(static_cast<std::uint32_t>(terms.options.size()));
  for (const std::int64_t option : terms.options)
    writer.i64(option);
  writer.u8(static_cast<std::uint8_t>(terms.seats.size()));
  for (const SeatTerms& seat : terms.seats) {
    writer.text(seat.name);
    write(writer, seat.limits);
  }
  writer.u8(terms.takeback ? 1 : 0);
  writer.raw(terms.seed);
  writer.text(terms.position);
  if (!has_usual_rules(terms)) write_rules(writer, terms);
  if (has_holders(terms)) {
    for (const SeatTerms& seat : terms.seats)
      writer.text(seat.holder);
  }
  return std::string(as_text(writer.bytes()));
}

Result<Terms> decode_terms(std::string_view bytes) {
  qitai::Reader reader(as_bytes(bytes));
  const std::uint8_t marked = reader.u8();
  const bool with_holders = (marked & kWithHolders) != 0;
  const auto version = static_cast<std::uint8_t>(marked & ~kWithHolders);
  if (reader.ok() && version != kFirstVersion && version != kRulesVersion) {
    return Error{"version", fmt::format("the terms have version {}: expected {} or {}", version,
                                        kFirstVersion, kRulesVersion)};
  }
  Terms terms;
  terms.variant = reader.text(kMaxId);
  terms.rules_revision = reader.u32();
  const std::uint32_t options = reader.u32();
  if (options > kMaxOptions) reader.fail();
  for (std::uint32_t i = 0; i < options && reader.ok(); ++i)
    terms.options.push_back(reader.i64());
  const std::uint8_t seats = reader.u8();
  if (seats > QITAI_MAX_SEATS) {
    return Error{"seats",
                 fmt::format("the terms are for {} seats: expected at most {}", seats, QITAI_MAX_SEATS)};
  }
  for (std::uint8_t i = 0; i < seats && reader.ok(); ++i) {
    SeatTerms seat;
    seat.name = reader.text(kMaxNameBytes);
    seat.limits = read_time_limits(reader);
    terms.seats.push_back(std::move(seat));
  }
  const std::uint8_t takeback = reader.u8();
  if (takeback > 1) return Error{"takeback", fmt::format("takeback is {}: expected 0 or 1", takeback)};
  terms.takeback = takeback == 1;
  const ByteView seed = reader.raw(terms.seed.size());
  std::copy(seed.begin(), seed.end(), terms.seed.begin());
  terms.position = reader.text(kMaxPosition);
  if (version == kRulesVersion) {
    if (Status rules = read_rules(reader, terms); !rules.ok()) return rules.error();
  }
  for (SeatTerms& seat : terms.seats) {
    if (with_holders) seat.holder = reader.text(kMaxHolder);
  }
  if (reader.ok() && with_holders && !has_holders(terms))
    return Error{"version", "the terms promise a holder and have none"};
  if (const Status done = reader.finish("the terms"); !done.ok()) return done.error();
  return terms;
}

host::Start start_of(const Terms& terms, int knower) {
  host::Start start;
  start.options = terms.options;
  if (knower == -1) start.seed = terms.seed;
  start.knower = knower;
  start.position = terms.position;
  return start;
}

}  // namespace qitai::match
