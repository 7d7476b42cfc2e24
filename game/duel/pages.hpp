// A hello as pages of a packet each, and back: what comes in is hostile.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "duel/duel.pb.h"
#include "duel/hello.hpp"
#include "duel/out.hpp"

namespace qitai::duel {

inline constexpr std::uint32_t kMostPages = 16;

// The pages of a hello that passes check(); each fits in a packet.
[[nodiscard]] std::vector<wire::HelloPage> pages_of(const Hello& hello);

// Puts the far side's pages together.
class PageReader {
 public:
  // Takes the next page. Empty, or why it is refused: "version", "malformed".
  [[nodiscard]] std::string_view add(const wire::HelloPage& page);
  [[nodiscard]] bool complete() const { return pages_ != 0 && taken_ == pages_; }
  // Once it is complete.
  [[nodiscard]] const Hello& hello() const { return hello_; }

 private:
  Hello hello_;
  std::uint32_t pages_ = 0;  // 0: none has come
  std::uint32_t taken_ = 0;
};

}  // namespace qitai::duel
