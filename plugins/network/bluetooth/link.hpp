// Bluetooth: channels of the kernel's L2CAP (AF_BLUETOOTH, SOCK_SEQPACKET). Nothing here waits. What the
// kernel does with them was measured on Linux 6.12 (../README.md); tests/vm holds it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "network/handle.hpp"

namespace qitai::bluetooth {

using network::Handle;

// What an errno means to a player: ids of failures.
[[nodiscard]] std::string dial_failure(int error);    // of connecting to the game, which was asked before
[[nodiscard]] std::string query_failure(int error);   // of connecting to ask for the game
[[nodiscard]] std::string listen_failure(int error);  // of socket, bind and listen
// Of a channel that was open; `orderly`: the far side ended it.
[[nodiscard]] std::string end_failure(int error, bool orderly);

// A call that came to nothing, and what is known of it besides the errno. Times in microseconds.
struct Refusal {
  int error = 0;
  bool enciphered = false;  // the radio link was: the machines are paired
  bool known = false;       // they were before the call
  bool said_no = false;     // the player here did
  std::int64_t dialled_for = 0;
  std::optional<std::int64_t> asked_for{};  // since the question of pairing was put here; nothing: it was not
};
// The kernel does not tell a no from a question that nobody answered: the time does.
[[nodiscard]] std::string refusal_failure(const Refusal& refusal);

// A descriptor, or the errno for want of which there is none.
struct Opened {
  Handle socket;
  int error = 0;
};

// Waits for calls on a channel of this adapter; psm 0: any that is free. `psm` becomes the one that is used.
// Whoever connects must have been paired with (BT_SECURITY_MEDIUM).
[[nodiscard]] Opened open_listener(std::string_view adapter, std::uint16_t& psm);
// Begins to connect. `pairs`: pairs with a machine that is not known yet; without, nobody there is asked
// anything.
[[nodiscard]] Opened open_channel(std::string_view adapter, std::string_view peer, std::uint16_t psm,
                                  bool pairs);
// The next who called; nothing: nobody. `error` becomes EMFILE and such where somebody calls and cannot be
// let in.
struct Call {
  Handle socket;
  std::string peer;
};
[[nodiscard]] std::optional<Call> take_call(const Handle& listener, int& error);

class Channel {
 public:
  enum class State : std::uint8_t { kConnecting, kOpen, kEnded };

  // Of open_channel, or of take_call: then it is open.
  Channel(Handle socket, State state) : socket_(std::move(socket)), state_(state) {}

  [[nodiscard]] int fd() const { return socket_.get(); }
  [[nodiscard]] State state() const { return state_; }
  // Looks whether it is connected by now.
  State connect();
  // Bytes of the longest message, both ways; 0: not connected.
  [[nodiscard]] std::uint32_t mtu() const;

  enum class Sent : std::uint8_t { kTaken, kNoRoom, kEnd };
  Sent send(std::string_view message);
  // The next message, or nothing: none is here now, or it has ended. What it points to holds until the next
  // call.
  std::optional<std::string_view> receive();
  // Whether the far side can hear nothing any more; what it sent before may still be here.
  [[nodiscard]] bool hung_up() const;
  // Whether all that was sent has left this machine.
  [[nodiscard]] bool all_left() const;

  // Once it has ended: the system's errno (0: none), and whether the far side ended it in order.
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] bool orderly() const { return orderly_; }

 private:
  void look_for_end();

  Handle socket_;
  State state_;
  bool looked_ = false;  // for the error that comes with an end
  int error_ = 0;
  bool orderly_ = false;
  std::string buffer_;
};

}  // namespace qitai::bluetooth
