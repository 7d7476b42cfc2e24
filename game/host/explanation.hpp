// Host: what a game says of its own end (qitai_variant.explain), as values. The text is a plugin's and
// hostile until it was checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "host/variant.hpp"

namespace qitai::host {

// What a ply of a cycle does; "idle" stands for whatever a newer game may call it.
enum class Deed : std::uint8_t { kIdle, kCheck, kKill, kChase, kExchange, kOffer, kBlock, kFollow };

// As described in qitai/variant.h; members that were absent are empty.
struct Explanation {
  struct Victim {
    Point at = kNoPoint;
    int kind = -1;          // index, or −1: not said
    std::vector<Point> by;  // who attacks it
    bool is_protected = false;
  };
  struct Ply {
    std::uint32_t ply = 0;  // from 1
    Seat seat = 0;
    Deed deed = Deed::kIdle;
    std::vector<Victim> victims;
  };
  struct Ruling {
    int option = 0, choice = 0;  // indices
    enum class Result : std::uint8_t { kGoesOn, kDraw, kWin } result = Result::kGoesOn;
    Seat winner = 0;     // if kWin
    std::string reason;  // id, may be empty
  };
  struct Check {
    Point at = kNoPoint, by = kNoPoint;
  };
  struct Flight {
    Point at = kNoPoint;
    std::vector<Point> guards;
  };

  std::string kind, rule, sentence;  // ids
  std::vector<Seat> fault;
  std::uint32_t first = 0, last = 0;       // plies of the cycle; 0: there is none
  std::vector<std::uint32_t> occurrences;  // numbers of plies after which the position stood there
  std::vector<Ply> plies;                  // ascending
  std::vector<Ruling> rulings;
  std::vector<Check> checks;
  std::vector<Flight> flights;
  std::vector<Point> stuck;
};

// Bounds of what is read.
inline constexpr std::size_t kMaxExplainedBytes = 65536, kMaxExplainedPlies = 1024, kMaxExplained = 256;

// Reads what explain() wrote about a game of `plies` plies. Error "explanation": the sentence names the
// member and what was expected of it.
[[nodiscard]] Result<Explanation> read_explanation(std::string_view json, const VariantInfo& info,
                                                   const Geometry& geometry, std::uint32_t plies);

}  // namespace qitai::host
