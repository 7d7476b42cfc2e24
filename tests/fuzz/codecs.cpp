// Input: a byte for which codec, then what it reads: an intent, terms, a checkpoint, what the vetting program
// reports.
#include "host/vet.hpp"
#include "input.hpp"
#include "match/intent.hpp"
#include "match/terms.hpp"
#include "seat/recording.hpp"

using namespace qitai;

void fuzz::one_input(std::string_view input) {
  if (input.empty()) return;
  const std::string_view bytes = input.substr(1);
  switch (static_cast<unsigned char>(input[0]) % 4) {
    case 0:
      if (const auto intent = match::decode_intent(bytes))
        fuzz::require(match::encode(*intent) == bytes, "an intent has one way to be written");
      break;
    case 1:
      if (const auto terms = match::decode_terms(bytes))
        fuzz::require(match::encode(*terms) == bytes, "terms have one way to be written");
      break;
    case 2:
      fuzz::require(seat::decode_checkpoint(bytes).at >= 0, "no instant is before the beginning");
      break;
    default:
      if (const auto progress = host::decode_progress(as_bytes(bytes)))
        fuzz::require(host::decode_progress(host::encode_progress(*progress)).ok(),
                      "a report that was written can be read");
  }
}
