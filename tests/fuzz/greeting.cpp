// Input: the first packet of whoever connects to the transport "local".
#include "network/local_greeting.hpp"

#include "input.hpp"

using namespace qitai;

void fuzz::one_input(std::string_view input) {
  const auto greeting = network::read_greeting(input);
  if (greeting)
    fuzz::require(network::write_greeting(*greeting) == input, "a greeting has one way to be written");
}
