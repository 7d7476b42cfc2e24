// What is sealed on one connection: MACs and counters of both directions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "duel/duel.pb.h"
#include "duel/keys.hpp"

namespace qitai::duel {

class Sealer {
 public:
  Sealer(Role own, const SessionKeys& keys) : own_(own), keys_(keys) {}

  // The packet, with the next counter.
  [[nodiscard]] std::string seal(const wire::Content& content);
  // Opens what came; empty, or why it is refused: "bad-mac", "replayed", "missing", "malformed".
  [[nodiscard]] std::string_view open(const wire::Sealed& sealed, wire::Content& content);

 private:
  Role own_;
  SessionKeys keys_;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace qitai::duel
