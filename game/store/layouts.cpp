#include "store/layouts.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/names.hpp"
#include "base/utf8.hpp"
#include "store/kept_file.hpp"

namespace qitai::store {
namespace {

using Json = nlohmann::ordered_json;

constexpr KeptKind kKind{"layouts", true, "layouts", "layouts", Layouts::kMostFile};

Status check(std::string_view game, std::string_view player, int slot, std::string_view layout) {
  if (slot < 0 || slot >= Layouts::kSlots)
    return Error{"slot", fmt::format("the slot is {}: expected 0 to {}", slot, Layouts::kSlots - 1)};
  if (layout.empty() || layout.size() > Layouts::kMostBytes || player.size() > Layouts::kMostName ||
      game.size() > Layouts::kMostName) {
    return Error{"too-long", fmt::format("a layout of {} bytes: expected 1 to {}, names of at most {}",
                                         layout.size(), Layouts::kMostBytes, Layouts::kMostName)};
  }
  if (!utf8::is_valid(layout) || !utf8::is_valid(player) || !utf8::is_valid(game))
    return Error{"not-text", "a layout or a name that is not UTF-8 is not kept"};
  return {};
}

Status check_name(std::string_view name) {
  return qitai::check_name(name, Layouts::kMostNameSigns, "the name of a layout");
}

// The string of that name, or empty: then the entry fits nothing.
std::string text_of(const Json& entry, const char* name) {
  const auto found = entry.find(name);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Layouts Layouts::open(const std::filesystem::path& file, std::optional<Error>* trouble) {
  Layouts layouts;
  layouts.file_ = file;
  const Json list = read_kept(layouts.file_, kKind, trouble);
  for (const Json& entry : list) {
    if (!entry.is_object() || layouts.layouts_.size() >= kMostLayouts) continue;
    const auto slot = entry.find("slot");
    if (slot == entry.end() || !slot->is_number_integer()) continue;
    const auto number = slot->get<std::int64_t>();
    std::string game = text_of(entry, "game"), player = text_of(entry, "player");
    std::string layout = text_of(entry, "layout");
    if (number < 0 || number >= kSlots || !check(game, player, static_cast<int>(number), layout).ok())
      continue;
    // A layout without a name, or with one that is none, has its number.
    std::string name = text_of(entry, "name");
    if (!check_name(name).ok()) name.clear();
    layouts.layouts_.insert_or_assign({std::move(game), std::move(player), static_cast<int>(number)},
                                      Kept{std::move(layout), std::move(name)});
  }
  return layouts;
}

std::optional<Layouts::Kept> Layouts::get(std::string_view game, std::string_view player, int slot) const {
  const auto found = layouts_.find({std::string(game), std::string(player), slot});
  return found == layouts_.end() ? std::nullopt : std::optional(found->second);
}

Status Layouts::put(std::string_view game, std::string_view player, int slot, Kept kept) {
  if (Status fits = check(game, player, slot, kept.layout); !fits.ok()) return fits;
  if (Status named = check_name(kept.name); !named.ok()) return named;
  const std::tuple key{std::string(game), std::string(player), slot};
  if (layouts_.size() >= kMostLayouts && !layouts_.contains(key))
    return Error{"full", fmt::format("{} layouts are kept already", kMostLayouts)};
  layouts_[key] = std::move(kept);
  return write();
}

Status Layouts::rename(std::string_view game, std::string_view player, int slot, std::string_view name) {
  const auto found = layouts_.find({std::string(game), std::string(player), slot});
  if (found == layouts_.end())
    return Error{"empty", fmt::format("nothing is kept in slot {}: it has no name", slot)};
  if (Status named = check_name(name); !named.ok()) return named;
  found->second.name = std::string(name);
  return write();
}

Status Layouts::write() const {
  Json list = Json::array();
  for (const auto& [key, kept] : layouts_) {
    const auto& [game, player, slot] = key;
    Json entry{{"game", game}, {"player", player}, {"slot", slot}, {"layout", kept.layout}};
    if (!kept.name.empty()) entry["name"] = kept.name;
    list.push_back(std::move(entry));
  }
  return write_kept(file_, kKind, std::move(list));
}

}  // namespace qitai::store
