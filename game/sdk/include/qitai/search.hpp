// Qitai SDK for C++: the extension qitai.search/1 from a class. Header only, C++20, no dependency; included
// by variant.hpp. A game offers it by one member more,
//     Walker walker() const;
// whose class has these (the meaning of each stands in search.h under the same name):
//     void steps(int which, sdk::List<qitai_step>&) const;
//     bool play(qitai_move);            // false: no such move here
//     void undo();                      // only asked for after a play or pass
//     void pass();                      // optional
//     qitai_look look() const;
//     int evaluate() const;
// A hidden game adds, or has alone,
//     sdk::Made<Game> resample(std::span<const uint8_t, 32> seed) const;   // refuses: full, or contradicts
//     itself
#pragma once

#include <qitai/search.h>
#include <qitai/values.hpp>

#include <cstdint>
#include <utility>

namespace qitai::sdk {

// The C functions of one walker class. `Guard` runs a call and lets no exception out.
template <typename Walker, typename Guard>
class WalkerFunctions {
 public:
  static constexpr bool kPass = requires(Walker & w) { w.pass(); };

  // The walker that a game's open answers.
  static qitai_walker* wrap(Walker walker) {
    return reinterpret_cast<qitai_walker*>(new Box{std::move(walker)});
  }

  static void close(qitai_walker* walker) noexcept { delete box(walker); }

  static qitai_status steps(const qitai_walker* walker, std::int32_t which, qitai_step* out,
                            std::uint32_t capacity, std::uint32_t* count) noexcept {
    const bool known = which == QITAI_STEPS_ALL || which == QITAI_STEPS_NOISY;
    if (walker == nullptr || !known || count == nullptr || (out == nullptr && capacity != 0))
      return QITAI_BAD_ARGUMENT;
    return Guard::run("steps", [&] {
      List<qitai_step> list(out, capacity);
      box(walker)->walker.steps(which, list);
      *count = list.count();
      return list.status();
    });
  }
  static qitai_status play(qitai_walker* walker, qitai_move move) noexcept {
    if (walker == nullptr) return QITAI_BAD_ARGUMENT;
    return Guard::run("play", [&]() -> qitai_status {
      if (!box(walker)->walker.play(move)) return QITAI_REFUSED;
      ++box(walker)->depth;
      return QITAI_OK;
    });
  }
  static qitai_status undo(qitai_walker* walker) noexcept {
    if (walker == nullptr) return QITAI_BAD_ARGUMENT;
    return Guard::run("undo", [&]() -> qitai_status {
      if (box(walker)->depth == 0) return QITAI_UNSUPPORTED;
      --box(walker)->depth;
      box(walker)->walker.undo();
      return QITAI_OK;
    });
  }
  static qitai_status pass(qitai_walker* walker) noexcept {
    if (walker == nullptr) return QITAI_BAD_ARGUMENT;
    return Guard::run("pass", [&]() -> qitai_status {
      if constexpr (kPass) {
        box(walker)->walker.pass();
        ++box(walker)->depth;
        return QITAI_OK;
      } else {
        return QITAI_UNSUPPORTED;
      }
    });
  }
  static qitai_status look(const qitai_walker* walker, qitai_look* out) noexcept {
    if (walker == nullptr || out == nullptr) return QITAI_BAD_ARGUMENT;
    return Guard::run("look", [&] {
      *out = box(walker)->walker.look();
      return QITAI_OK;
    });
  }
  static qitai_status evaluate(const qitai_walker* walker, std::int32_t* score) noexcept {
    if (walker == nullptr || score == nullptr) return QITAI_BAD_ARGUMENT;
    return Guard::run("evaluate", [&] {
      *score = box(walker)->walker.evaluate();
      return QITAI_OK;
    });
  }

 private:
  struct Box {
    Walker walker;
    std::uint32_t depth = 0;
  };
  static Box* box(qitai_walker* walker) { return reinterpret_cast<Box*>(walker); }
  static const Box* box(const qitai_walker* walker) { return reinterpret_cast<const Box*>(walker); }
};

}  // namespace qitai::sdk
