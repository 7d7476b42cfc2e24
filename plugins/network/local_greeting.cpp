#include "network/local_greeting.hpp"

#include <qitai/transport.h>

#include <algorithm>

namespace qitai::network {
namespace {

constexpr std::string_view kMark = "QTL1";  // and the version

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

void add_text(std::string& packet, std::string_view text, std::size_t most) {
  text = text.substr(0, most);
  packet += static_cast<char>(text.size());
  packet += text;
}

// Takes a counted text off the front.
std::optional<std::string> take_text(std::string_view& rest, std::size_t most) {
  if (rest.empty()) return std::nullopt;
  const std::size_t size = static_cast<unsigned char>(rest.front());
  if (size > most || size > rest.size() - 1) return std::nullopt;
  std::string text(rest.substr(1, size));
  rest.remove_prefix(1 + size);
  return text;
}

}  // namespace

std::string write_greeting(const Greeting& greeting) {
  std::string packet(kMark);
  packet += static_cast<char>(greeting.kind);
  for (unsigned shift = 0; shift < 32; shift += 8)
    packet += static_cast<char>(greeting.mtu >> shift & 0xFF);
  add_text(packet, greeting.address, QITAI_TRANSPORT_ADDRESS);
  add_text(packet, greeting.name, QITAI_TRANSPORT_NAME);
  return packet;
}

std::optional<Greeting> read_greeting(std::string_view packet) {
  constexpr std::string_view kKinds = "WDHNORB";
  if (packet.size() > kGreetingBytes || !packet.starts_with(kMark)) return std::nullopt;
  packet.remove_prefix(kMark.size());
  if (packet.size() < 5 || kKinds.find(packet.front()) == std::string_view::npos) return std::nullopt;
  Greeting greeting;
  greeting.kind = static_cast<Greeting::Kind>(packet.front());
  for (unsigned i = 0; i < 4; ++i)
    greeting.mtu |= std::uint32_t{static_cast<unsigned char>(packet[1 + i])} << (8 * i);
  packet.remove_prefix(5);
  auto address = take_text(packet, QITAI_TRANSPORT_ADDRESS);
  auto name = take_text(packet, QITAI_TRANSPORT_NAME);
  if (!address || !is_local_address(*address) || !name || !packet.empty()) return std::nullopt;
  if (greeting.mtu < QITAI_TRANSPORT_MESSAGE || greeting.mtu > QITAI_TRANSPORT_MTU_MAX) return std::nullopt;
  greeting.address = std::move(*address);
  greeting.name = std::move(*name);
  return greeting;
}

bool is_local_address(std::string_view text) {
  if (text.size() < 16 || text.size() > 19) return false;
  const auto is_hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  if (!std::all_of(text.begin(), text.begin() + 16, is_hex)) return false;
  const std::string_view tail = text.substr(16);
  if (tail.empty()) return true;
  if (tail[0] != '-' || tail.size() < 2 || tail[1] == '0' || tail == "-1") return false;
  return std::all_of(tail.begin() + 1, tail.end(), is_digit);
}

}  // namespace qitai::network
