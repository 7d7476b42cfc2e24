#include "store/time_choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "store/kept_file.hpp"

namespace qitai::store {
namespace {

using Json = nlohmann::ordered_json;

constexpr KeptKind kKind{"games", false, "time limits", "time-choices", TimeChoices::kMostFile};
constexpr std::size_t kMostId = 32;

Status check(std::string_view game, const std::vector<match::TimeLimits>& seats) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (game.empty() || game.size() > kMostId || !std::all_of(game.begin(), game.end(), fits))
    return Error{"game", fmt::format("a game's id has 1 to {} of the characters [a-z0-9-]", kMostId)};
  if (seats.empty() || seats.size() > TimeChoices::kMostSeats) {
    return Error{"seats",
                 fmt::format("limits of {} seats: expected 1 to {}", seats.size(), TimeChoices::kMostSeats)};
  }
  for (const match::TimeLimits& limits : seats) {
    if (Status good = match::check(limits); !good.ok()) return good;
  }
  return {};
}

// Nothing where a number is missing or is none.
std::optional<match::TimeLimits> limits_of(const Json& entry) {
  if (!entry.is_object()) return std::nullopt;
  match::TimeLimits limits;
  for (const match::LimitField& field : match::limit_fields()) {
    const auto found = entry.find(std::string(field.name));
    if (found == entry.end() || !found->is_number_integer()) return std::nullopt;
    const auto value = found->get<std::int64_t>();
    if (value < 0 || value > field.max) return std::nullopt;
    limits.*field.value = static_cast<int>(value);
  }
  const auto carry = entry.find("carry");
  if (carry == entry.end() || !carry->is_boolean()) return std::nullopt;
  limits.carry = carry->get<bool>();
  return limits;
}

}  // namespace

TimeChoices TimeChoices::open(const std::filesystem::path& file, std::optional<Error>* trouble) {
  TimeChoices choices;
  choices.file_ = file;
  const Json games = read_kept(choices.file_, kKind, trouble);
  for (const auto& [game, list] : games.items()) {
    if (!list.is_array() || choices.games_.size() >= kMostGames) continue;
    std::vector<match::TimeLimits> seats;
    for (const Json& entry : list) {
      const std::optional<match::TimeLimits> limits = limits_of(entry);
      if (limits && seats.size() <= kMostSeats) seats.push_back(*limits);
    }
    if (seats.size() == list.size() && check(game, seats).ok()) choices.games_[game] = std::move(seats);
  }
  return choices;
}

const std::vector<match::TimeLimits>* TimeChoices::of(std::string_view game) const {
  const auto found = games_.find(game);
  return found == games_.end() ? nullptr : &found->second;
}

Status TimeChoices::put(std::string_view game, const std::vector<match::TimeLimits>& seats) {
  if (Status fits = check(game, seats); !fits.ok()) return fits;
  if (games_.size() >= kMostGames && games_.find(game) == games_.end())
    return Error{"full", fmt::format("the limits of {} games are kept already", kMostGames)};
  games_[std::string(game)] = seats;
  return write();
}

Status TimeChoices::write() const {
  Json games = Json::object();
  for (const auto& [game, seats] : games_) {
    Json list = Json::array();
    for (const match::TimeLimits& limits : seats) {
      Json entry = Json::object();
      for (const match::LimitField& field : match::limit_fields())
        entry[std::string(field.name)] = limits.*field.value;
      entry["carry"] = limits.carry;
      list.push_back(std::move(entry));
    }
    games[game] = std::move(list);
  }
  return write_kept(file_, kKind, std::move(games));
}

}  // namespace qitai::store
