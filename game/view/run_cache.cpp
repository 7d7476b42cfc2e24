#include "view/run_cache.hpp"

#include <cstdint>
#include <functional>
#include <utility>

namespace qitai::view {

std::size_t RunCache::Hash::operator()(const View& key) const {
  const RunFormat& format = key.format;
  std::uint64_t hash = std::hash<std::string_view>()(key.text);
  const auto mix = [&hash](int part) {
    hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9E37'79B9'7F4A'7C15ULL;
    hash ^= hash >> 29;
  };
  mix(static_cast<int>(format.face) | static_cast<int>(format.script) << 4 |
      static_cast<int>(format.align) << 8 | (format.tabular ? 1 << 12 : 0));
  mix(format.size);
  mix(format.max_width);
  mix(format.max_lines);
  return static_cast<std::size_t>(hash);
}

void RunCache::turn() {
  if (young_.size() < kGeneration) return;
  old_ = std::move(young_);
  young_.clear();
  old_emptied_ = std::move(emptied_);
  emptied_.clear();
}

const TextRun* RunCache::find(const RunFormat& format, std::string_view text) {
  const View wanted{format, text};
  if (const auto found = young_.find(wanted); found != young_.end()) return found->second.get();
  const auto found = old_.find(wanted);
  if (found == old_.end()) return nullptr;
  auto node = old_.extract(found);
  turn();
  return young_.insert(std::move(node)).position->second.get();
}

const TextRun& RunCache::keep(const RunFormat& format, std::string_view text, TextRun run) {
  turn();
  auto kept = std::make_unique<TextRun>(std::move(run));
  return *young_.insert_or_assign(Key{format, std::string(text)}, std::move(kept)).first->second;
}

void RunCache::empty_all() {
  for (Runs* runs : {&young_, &old_}) {
    for (auto& [key, run] : *runs) {
      *run = TextRun{};
      emptied_.push_back(std::move(run));
    }
    runs->clear();
  }
}

}  // namespace qitai::view
