// Host: what a game says of its own end (qitai_variant.explain), as values. The text is a plugin's and
// hostile until it was checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
    // A check that comes first: then `by` is where it is taken from after that. kNoPoint: it is attacked now.
    Point check_from = kNoPoint, check_to = kNoPoint;
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

  // What a limit of moves counted.
  struct Limit {
    std::uint32_t plies = 0;
    std::vector<std::uint32_t> checks;  // by seat; empty: they do not count
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
  std::optional<Limit> limit;
};

// Bounds of what is read.
inline constexpr std::size_t kMaxExplainedBytes = 65536, kMaxExplainedPlies = 1024, kMaxExplained = 256;

// Reads what explain() wrote about a game of `plies` plies. Error "explanation": the sentence names the
// member and what was expected of it.
[[nodiscard]] Result<Explanation> read_explanation(std::string_view json, const VariantInfo& info,
                                                   const Geometry& geometry, std::uint32_t plies);

// The explanation of an end by the clock, which the state itself does not know of: kind "time" and the rule
// that the variant's texts have for it, see qitai_variant.timeout_outcome. Nothing, where `reason` is no end
// by the clock or the variant has no text for it.
[[nodiscard]] std::optional<Explanation> explain_time(const Variant& variant, std::string_view reason);

}  // namespace qitai::host
