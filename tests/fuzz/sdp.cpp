// Input: the answers of a machine that is asked whether it has the game (SDP): each begins with two bytes for
// how long it is.
#include "network/bluetooth/sdp.hpp"

#include "input.hpp"

using namespace qitai;
using bluetooth::Query;

void fuzz::one_input(std::string_view input) {
  Query query;
  int asked = 0;
  while (query.state() == Query::State::kAsking && input.size() >= 2) {
    ++asked;
    fuzz::require(asked <= 16, "a question has an end");
    fuzz::require(query.request().size() <= 64, "what is asked is short");
    const std::size_t size =
        static_cast<unsigned char>(input[0]) + 256U * (static_cast<unsigned char>(input[1]) % 16U);
    input.remove_prefix(2);
    const std::string_view packet = input.substr(0, size);
    input.remove_prefix(packet.size());
    (void)query.take(packet);
  }
  const bool game = query.state() == Query::State::kGame;
  fuzz::require(game == (query.psm() != 0), "a game has a channel, and nothing else has");
  fuzz::require(!game || bluetooth::is_free_psm(query.psm()), "the channel is one that a game may have");
  fuzz::require(query.name().size() <= 255 && (game || query.name().empty()),
                "only a game has a name, a short one");
}
