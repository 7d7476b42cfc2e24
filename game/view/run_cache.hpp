// Texts that are laid out already, by text and format. Bounded: two generations, of which the older is
// dropped when the younger is full; what is asked for again stays.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "view/characters.hpp"
#include "view/type.hpp"

namespace qitai::view {

// What a run depends on besides the text itself.
struct RunFormat {
  Face face = Face::kSans;
  Script script = Script::kSimplified;
  Align align = Align::kLeft;
  bool tabular = false;
  int size = 0, max_width = 0, max_lines = 0;
  bool operator==(const RunFormat&) const = default;
};

class RunCache {
 public:
  static constexpr std::size_t kGeneration = 1024;

  // Null if it is not kept. A run stays where it is for the next kGeneration calls of keep().
  [[nodiscard]] const TextRun* find(const RunFormat& format, std::string_view text);
  const TextRun& keep(const RunFormat& format, std::string_view text, TextRun run);
  // Every run becomes empty; references to it stay alive as long as they would have.
  void empty_all();

 private:
  struct Key {
    RunFormat format;
    std::string text;
  };
  // Lets a lookup do without a copy of the text.
  struct View {
    const RunFormat& format;
    std::string_view text;
  };
  static View view_of(const Key& key) { return {key.format, key.text}; }
  static View view_of(const View& key) { return key; }

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const Key& key) const { return (*this)(view_of(key)); }
    std::size_t operator()(const View& key) const;
  };
  struct Equal {
    using is_transparent = void;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
      return view_of(a).format == view_of(b).format && view_of(a).text == view_of(b).text;
    }
  };
  using Runs = std::unordered_map<Key, std::unique_ptr<TextRun>, Hash, Equal>;

  void turn();

  Runs young_, old_;
  std::vector<std::unique_ptr<TextRun>> emptied_, old_emptied_;
};

}  // namespace qitai::view
