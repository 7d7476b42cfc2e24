// Network, local: the two packets that begin each connection. Whoever connects says what it wants, the other
// side answers; after "open" every packet is a message. All of it is hostile until read here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qitai::network {

struct Greeting {
  enum class Kind : char {
    kWho = 'W',      // who are you? nothing follows but the answer
    kDial = 'D',     // a link, please
    kHere = 'H',     // this is who I am
    kHidden = 'N',   // nobody to be seen here
    kOpen = 'O',     // the link is open
    kRefused = 'R',  // no calls are taken
    kBusy = 'B'      // no room for another link
  };
  Kind kind = Kind::kWho;
  std::uint32_t mtu = 0;      // bytes: what the sender takes, with kOpen what holds for both
  std::string address, name;  // of the sender; the name is for people and may be anything
};

inline constexpr std::size_t kGreetingBytes = 256;  // no greeting is longer

[[nodiscard]] std::string write_greeting(const Greeting& greeting);
// Nothing: not a greeting of this version.
[[nodiscard]] std::optional<Greeting> read_greeting(std::string_view packet);

// Whether it is an address of this transport: 16 hexadecimal digits, and -2 to -99 where several have those.
[[nodiscard]] bool is_local_address(std::string_view text);

}  // namespace qitai::network
