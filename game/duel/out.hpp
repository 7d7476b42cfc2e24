// Duel: one match between two machines over a link that may break at any time. No sockets, no files, no
// clock, no threads: bytes in, bytes out, the time as a number. This header: what every part of it asks for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>

namespace qitai::duel {

// Microseconds of CLOCK_BOOTTIME: it runs on while the machine sleeps and is never set back.
using Now = std::int64_t;
inline constexpr Now kSecond = 1'000'000;
inline constexpr Now kNever = std::numeric_limits<Now>::max();

// The longest packet, in bytes: the default MTU of L2CAP is 672.
inline constexpr std::size_t kMaxPacket = 600;

// A connection that the link has. The driver gives each a number of its own; one that has only ever one
// connection at a time may call them all 0.
using Link = std::uint64_t;

// One thing to be done by the driver. Done in their order: what follows a kJournal leaves only once that
// entry is durable, and a kHangUp closes only after what was sent before it has left.
struct Out {
  enum class Kind : std::uint8_t {
    kJournal,  // keep `bytes`
    kSend,     // send `bytes` as one packet over `link`
    kDial,     // connect to the far machine; the answer is Channel::connected() or disconnected()
    kHangUp,   // close `link`; no disconnected() is owed for it
  };
  Kind kind = Kind::kSend;
  std::string bytes;
  Link link = 0;
};

// Fills the bytes with what nobody can guess. The program's is libsodium's, a test's is seeded.
using Random = std::function<void(std::span<std::uint8_t>)>;

}  // namespace qitai::duel
