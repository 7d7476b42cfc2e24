#include "duel/hello.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/names.hpp"
#include "base/utf8.hpp"
#include "duel/offer.hpp"

namespace qitai::duel {
namespace {

constexpr std::size_t kMostNameBytes = 4 * kMostNameCharacters;
constexpr std::uint32_t kMostVersion = std::numeric_limits<std::uint16_t>::max();

bool is_game_id(std::string_view id) {
  return !id.empty() && id.size() <= kMostGameIdBytes && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::uint64_t bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

}  // namespace

Status check_name(std::string_view name) {
  return qitai::check_name(name, kMostNameCharacters, "a player's name");
}

Status check(const Hello& hello) {
  if (hello.major > kMostVersion || hello.minor > kMostVersion)
    return Error{"version", fmt::format("version {}.{} of the protocol, expected numbers up to {}",
                                        hello.major, hello.minor, kMostVersion)};
  if (Status named = check_name(hello.name); !named) return named;
  if (hello.games.size() > kMostGames)
    return Error{"games", fmt::format("{} games, expected at most {}", hello.games.size(), kMostGames)};
  std::set<std::string_view> ids;
  for (const GameOffer& game : hello.games) {
    if (!is_game_id(game.id))
      return Error{"games", fmt::format("a game's id has {} bytes, expected 1 to {} of a-z, 0-9 and '-'",
                                        game.id.size(), kMostGameIdBytes)};
    if (!ids.insert(game.id).second)
      return Error{"games", fmt::format("the game {} is named twice, expected once", game.id)};
  }
  return {};
}

Digest options_digest(const host::VariantInfo& info) {
  Writer writer;
  writer.u32(static_cast<std::uint32_t>(info.options.size()));
  for (const host::OptionInfo& option : info.options) {
    writer.text(option.id);
    switch (option.kind) {
      case host::OptionKind::kToggle:
        writer.u8(0);
        break;
      case host::OptionKind::kChoice:
        writer.u8(1);
        break;
      case host::OptionKind::kNumber:
        writer.u8(2);
        break;
    }
    writer.u32(static_cast<std::uint32_t>(option.depends_on));
    writer.u64(option.depends_mask);
    writer.u64(bits(option.fallback));
    writer.u64(bits(option.min));
    writer.u64(bits(option.max));
    writer.u32(static_cast<std::uint32_t>(option.choices.size()));
    for (const host::ChoiceInfo& choice : option.choices)
      writer.text(choice.id);
  }
  return hash_of(writer.bytes());
}

GameOffer offer_of(const host::VariantInfo& info) {
  return {info.id, info.rules_revision, options_digest(info)};
}

Hello hello_of(std::string name, std::span<const std::shared_ptr<const host::Variant>> games) {
  Hello hello;
  hello.name = std::move(name);
  for (const auto& game : games) {
    if (can_duel(game->info()) && hello.games.size() < kMostGames)
      hello.games.push_back(offer_of(game->info()));
  }
  return hello;
}

std::string encode(const Hello& hello) {
  Writer writer;
  writer.u16(static_cast<std::uint16_t>(hello.major));
  writer.u16(static_cast<std::uint16_t>(hello.minor));
  writer.text(hello.name);
  writer.u32(static_cast<std::uint32_t>(hello.games.size()));
  for (const GameOffer& game : hello.games) {
    writer.text(game.id);
    writer.u32(game.rules_revision);
    writer.raw(game.options);
  }
  return std::string(as_text(writer.bytes()));
}

Result<Hello> decode_hello(std::string_view bytes) {
  Reader reader(as_bytes(bytes));
  Hello hello;
  hello.major = reader.u16();
  hello.minor = reader.u16();
  hello.name = reader.text(kMostNameBytes);
  const std::uint32_t count = reader.u32();
  if (count > kMostGames) reader.fail();
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    GameOffer game;
    game.id = reader.text(kMostGameIdBytes);
    game.rules_revision = reader.u32();
    const ByteView options = reader.raw(game.options.size());
    if (reader.ok()) std::copy(options.begin(), options.end(), game.options.begin());
    hello.games.push_back(std::move(game));
  }
  if (Status whole = reader.finish("a hello"); !whole) return whole.error();
  if (Status sound = check(hello); !sound) return sound.error();
  return hello;
}

}  // namespace qitai::duel
