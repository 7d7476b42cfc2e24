#include "store/blocked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/names.hpp"
#include "store/kept_file.hpp"

namespace qitai::store {
namespace {

using Json = nlohmann::ordered_json;

constexpr KeptKind kKind{"blocked", true, "blocked machines", "blocked", Blocked::kMostFile};

Status check(const Blocked::Entry& entry) {
  if (entry.device.empty() || std::max(entry.device.size(), entry.name.size()) > Blocked::kMostName) {
    return Error{"device", fmt::format("a machine's name of {} bytes and a player's of {}: expected 1 to {}",
                                       entry.device.size(), entry.name.size(), Blocked::kMostName)};
  }
  if (!is_name(entry.device, Blocked::kMostName) || !is_name(entry.name, Blocked::kMostName))
    return Error{"not-text", "a name that is not UTF-8, or holds what nobody can see, is not kept"};
  return {};
}

std::optional<Blocked::Entry> entry_of(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  const auto device = json.find("device"), name = json.find("name"), since = json.find("since");
  if (device == json.end() || !device->is_string()) return std::nullopt;
  Blocked::Entry entry;
  entry.device = device->get<std::string>();
  if (name != json.end() && name->is_string()) entry.name = name->get<std::string>();
  // Whoever is blocked stays so, whatever his name is.
  if (!is_name(entry.name, Blocked::kMostName)) entry.name.clear();
  if (since != json.end() && since->is_number_integer()) entry.since = since->get<std::int64_t>();
  if (!check(entry).ok()) return std::nullopt;
  return entry;
}

}  // namespace

Blocked Blocked::open(const std::filesystem::path& file, std::optional<Error>* trouble) {
  Blocked blocked;
  blocked.file_ = file;
  for (const Json& json : read_kept(blocked.file_, kKind, trouble)) {
    std::optional<Entry> entry = entry_of(json);
    if (!entry || blocked.entries_.size() >= kMost || blocked.has(entry->device)) continue;
    blocked.entries_.push_back(std::move(*entry));
  }
  return blocked;
}

bool Blocked::has(std::string_view device) const {
  return std::ranges::find(entries_, device, &Entry::device) != entries_.end();
}

Status Blocked::block(Entry entry) {
  if (Status fits = check(entry); !fits.ok()) return fits;
  if (has(entry.device)) return {};
  if (entries_.size() >= kMost) return Error{"full", fmt::format("{} machines are blocked already", kMost)};
  entries_.insert(entries_.begin(), std::move(entry));
  return write();
}

Status Blocked::unblock(std::string_view device) {
  if (std::erase_if(entries_, [&](const Entry& entry) { return entry.device == device; }) == 0) return {};
  return write();
}

Status Blocked::write() const {
  Json list = Json::array();
  for (const Entry& entry : entries_)
    list.push_back({{"device", entry.device}, {"name", entry.name}, {"since", entry.since}});
  return write_kept(file_, kKind, std::move(list));
}

}  // namespace qitai::store
