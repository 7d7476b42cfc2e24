// The channel to one far machine: greeting, keys, authenticated messages in order, pings, and the same
// partner again after a connection was lost. duel.proto is its specification.
//
// The driver passes on what the link does and does what take_out() asks for. A first connection greets: both
// tell who they are, agree on keys and are up. From then on the channel belongs to that partner: whoever
// connects must prove that it has the keys (and, after protect(), plays the same match), and until it has,
// the standing connection is not touched.
//
// What memory a channel takes at most, whatever the far side sends: kMostWaiting messages each way (1.2 MiB),
// kMostLinks connections of which each holds one hello (6 KiB), besides what take_out() has not been asked
// for, of which the far side causes at most one packet for each of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "duel/hello.hpp"
#include "duel/out.hpp"

namespace qitai::duel {

// The longest payload of one message, in bytes; the rest of kMaxPacket is the envelope's.
inline constexpr std::size_t kMaxPayload = 560;
// Messages that wait to be taken, or to leave at kSendRate.
inline constexpr std::size_t kMostWaiting = 1024;
// Connections at once: the standing one and those that have not proved themselves yet.
inline constexpr std::size_t kMostLinks = 5;

inline constexpr Now kPingEvery = 1 * kSecond;
inline constexpr Now kLostAfter = 5 * kSecond;        // of silence, or of a gap in our own time
inline constexpr Now kHangUpAfter = 25 * kSecond;     // of silence
inline constexpr Now kGreetingWithin = 10 * kSecond;  // from connected() to up
inline constexpr Now kFirstBackoff = 1 * kSecond;     // doubled with each dial that came to nothing
inline constexpr Now kLongestBackoff = 8 * kSecond;
inline constexpr Now kGoodStanding = 60 * kSecond;  // after which earlier faults are forgotten
inline constexpr int kMostFaults = 3;               // one more closes the channel

// Messages leave at most at kSendRate a second after a burst of kSendBurst; packets are taken at most at
// kReceiveRate after kReceiveBurst: what waits in a link for kLostAfter is never taken for a flood.
inline constexpr int kSendRate = 128;
inline constexpr int kSendBurst = 128;
inline constexpr int kReceiveRate = 256;
inline constexpr int kReceiveBurst = 1024;

enum class Role : std::uint8_t { kListener, kDialler };

class Channel {
 public:
  // `own` must pass check(). Nothing is dialled before the channel was up once: the first connection is the
  // driver's to make.
  Channel(Role role, Hello own, Random random);
  Channel(Channel&&) noexcept;
  Channel& operator=(Channel&&) noexcept;
  ~Channel();

  // From the link. disconnected() is also the answer to a kDial that came to nothing. A packet for a link
  // that is not known (any more) is dropped.
  void connected(Now now, Link link = 0);
  void received(std::string_view packet, Now now, Link link = 0);
  void disconnected(Now now, Link link = 0);

  // kIdle      nothing has happened yet
  // kGreeting  a first connection stands, and the partner is not known yet
  // kUp        messages go both ways
  // kLost      it was up: the partner is silent, gone, or has broken the protocol. Comes back by itself
  // kClosed    for good
  enum class State : std::uint8_t { kIdle, kGreeting, kUp, kLost, kClosed };
  [[nodiscard]] State state() const;
  // Why it is lost or closed, an id; empty while it is up.
  //   silent      nothing was heard for kLostAfter, or the greeting took too long
  //   suspended   our own time stood still for more than kLostAfter
  //   gone        the link has closed the connection
  //   version     the other side speaks another major version
  //   malformed   a packet that cannot be read, or one that may not come now
  //   oversized   a packet of more than kMaxPacket bytes
  //   flood       more packets than kReceiveRate, or kMostWaiting messages that nobody took
  //   bad-key     a public key that gives no secret
  //   bad-mac     a packet that was not made with our keys
  //   bad-proof   whoever connected has not proved to be the partner of this match
  //   replayed, missing   a packet that came before, or one whose predecessor did not come
  //   known, unknown   (told by the other side) it has a partner already; it is nobody's partner
  // and whatever either side gave to close().
  [[nodiscard]] const std::string& reason() const;

  // What the far machine told of itself; meaningful once the channel was up.
  [[nodiscard]] const Hello& far() const;
  // BLAKE2b-256 of the dialler's public key and the listener's, 32 bytes each: goes into the match id.
  [[nodiscard]] const Digest& keys() const;

  // Sends a message; false: not up, kMostWaiting are waiting, or it has more than kMaxPayload bytes. What was
  // sent when the connection was lost may have arrived or not: the sender begins again from numbers.
  bool send(std::string_view payload);
  struct Message {
    std::string payload;
    Now at = 0;  // when it came
  };
  // The next message: those of one connection() come in order, each once, none left out.
  std::optional<Message> take();
  // Grows each time the channel becomes up: both sides begin again from their numbers.
  [[nodiscard]] std::uint64_t connection() const;

  // When something authentic was last heard; 0: never.
  [[nodiscard]] Now heard() const;
  // 90th percentile of the last 32 pings, in microseconds; 0: none yet.
  [[nodiscard]] Now round_trip() const;

  // The match that both sides have agreed on; call it on both before the first message that belongs to the
  // match, and again with each new number. From then on whoever reconnects must play that match, is told
  // `last_number`, and its own stands in far_number() (0: not told of this match). If the connection is lost
  // while only one side has called it, the other is let in as for the match before.
  void protect(const Digest& match_id, std::uint32_t last_number);
  [[nodiscard]] std::uint32_t far_number() const;
  // While it is lost: whoever was met last at the other end does not know us: it says so where it was
  // dialled, or greets as for the first time. Nothing proves who it is.
  [[nodiscard]] bool forgotten() const;

  // What a killed process needs to come back: keys (secret!), match and the far machine's hello. Does not
  // change between protect() with a new match and the end; must be durable before the match is played. Empty
  // before protect() and when closed.
  [[nodiscard]] std::string save() const;
  // A channel that is lost, with that partner; a dialler dials at the first poll(). Call protect() with the
  // number that the journal gives. Errors: "truncated", "trailing", "role" (it was saved in the other role),
  // "version", "name", "games".
  static Result<Channel> restore(std::string_view saved, Role role, Random random);

  // Tells the far side why, if it can be told, after all that was sent; hangs up and is closed. `reason`: a-z
  // and '-', at most 32.
  void close(std::string_view reason, Now now);

  // Does what is due; call it whenever next_wake() has come.
  void poll(Now now);
  [[nodiscard]] Now next_wake() const;
  std::vector<Out> take_out();

 private:
  struct Impl;
  explicit Channel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::duel
