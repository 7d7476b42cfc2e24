#include "duel/phrases.hpp"

#include <algorithm>

namespace qitai::duel {
namespace {

// Those that have a sentence of their own.
constexpr std::array<std::string_view, 19> kReasons{
    "left",       "disconnected",  "version",      "known",   "unknown",   "silent", "suspended",
    "gone",       "declined",      "withdrawn",    "expired", "absent",    "rules",  "options",
    "false-time", "flag-withheld", "plugin-error", "owed",    "forgotten",
};

std::string key_of(std::string_view reason, std::string_view otherwise) {
  const bool known = std::find(kReasons.begin(), kReasons.end(), reason) != kReasons.end();
  return "duel.reason." + std::string(known ? reason : otherwise);
}

}  // namespace

std::string phrase_key(std::size_t phrase) {
  return "phrase." + std::string(kPhrases[phrase]);
}

std::string reason_key(std::string_view reason) {
  return key_of(reason, "broken");
}

std::string dropped_key(std::string_view reason) {
  return key_of(reason, "terms");
}

}  // namespace qitai::duel
