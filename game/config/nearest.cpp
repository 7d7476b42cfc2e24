#include <algorithm>
#include <vector>

#include "config/schema.hpp"

namespace qitai::config {
namespace {

// Longer words are not compared: what comes from a file must not cost quadratic time.
constexpr std::size_t kLongest = 64;

// Damerau-Levenshtein distance in bytes (optimal string alignment): insertions, deletions, changes and swaps
// of neighbours count one each.
std::size_t distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i)
    at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j)
    at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(a.size(), b.size());
}

std::string_view last_part(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

}  // namespace

std::string_view nearest(std::string_view wrong, std::span<const std::string_view> candidates) {
  if (wrong.size() > kLongest) return {};
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    // A word that shares nothing with the candidate is no slip of the hand.
    const std::size_t found = distance(wrong, candidate);
    if (found < best_distance && found < std::max(wrong.size(), candidate.size())) {
      best = candidate;
      best_distance = found;
    }
  }
  return best;
}

std::string_view nearest_key(std::string_view wrong) {
  std::vector<std::string_view> paths;
  std::vector<std::string_view> last_parts;
  for (const Key& key : schema()) {
    paths.push_back(key.path);
    last_parts.push_back(last_part(key.path));
  }
  // The right name in the wrong section is more likely meant than a name that looks alike.
  const auto same = std::find(last_parts.begin(), last_parts.end(), last_part(wrong));
  if (same != last_parts.end()) return paths[static_cast<std::size_t>(same - last_parts.begin())];
  if (const auto found = nearest(wrong, paths); !found.empty()) return found;
  const auto part = nearest(last_part(wrong), last_parts);
  if (part.empty()) return {};
  const auto where = std::find(last_parts.begin(), last_parts.end(), part);
  return paths[static_cast<std::size_t>(where - last_parts.begin())];
}

}  // namespace qitai::config
