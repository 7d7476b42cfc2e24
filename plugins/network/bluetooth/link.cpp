#include "network/bluetooth/link.hpp"

#include <bluetooth/bluetooth.h>
#include <bluetooth/l2cap.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "network/bluetooth/bluez.hpp"

namespace qitai::bluetooth {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kQuestionTime = std::int64_t{kQuestionSeconds} * kSecond;
constexpr std::uint16_t kImtu = 672;  // the default of L2CAP; messages have 600
constexpr int kBacklog = 4;
constexpr std::size_t kLongest = 2048;  // the kernel lets nothing longer than kImtu in

sockaddr_l2 address_of(std::string_view text, std::uint16_t psm) {
  sockaddr_l2 address{};
  address.l2_family = AF_BLUETOOTH;
  address.l2_psm = htobs(psm);
  address.l2_bdaddr_type = BDADDR_BREDR;
  (void)::str2ba(std::string(text).c_str(), &address.l2_bdaddr);
  return address;
}

const sockaddr* raw(const sockaddr_l2& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

Handle new_socket() {
  return Handle(::socket(AF_BLUETOOTH, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, BTPROTO_L2CAP));
}

bool secure(int socket, std::uint8_t level) {
  bt_security security{};
  security.level = level;
  return ::setsockopt(socket, SOL_BLUETOOTH, BT_SECURITY, &security, sizeof security) == 0;
}

std::optional<l2cap_options> options(int socket) {
  l2cap_options found{};
  socklen_t size = sizeof found;
  if (::getsockopt(socket, SOL_L2CAP, L2CAP_OPTIONS, &found, &size) != 0) return std::nullopt;
  return found;
}

// Before listen and connect.
bool ask_for_mtu(int socket) {
  auto wanted = options(socket);
  if (!wanted) return false;
  wanted->imtu = kImtu;
  return ::setsockopt(socket, SOL_L2CAP, L2CAP_OPTIONS, &*wanted, sizeof *wanted) == 0;
}

// What is said of adapters and of the system is the same wherever it is said.
std::string own_failure(int error) {
  switch (error) {
    case EHOSTUNREACH:  // no route: the adapter is off or gone
    case ENETDOWN:
    case ENODEV:
      return "adapter-lost";
    case EPERM:
      return "permission";
    case EAFNOSUPPORT:
    case EPROTONOSUPPORT:
      return "unsupported";
    default:
      return "unusable";
  }
}

}  // namespace

std::string dial_failure(int error) {
  switch (error) {
    case ECONNREFUSED:
      return "refused";
    case EHOSTDOWN:
    case ETIMEDOUT:
      return "absent";
    case EACCES:
      return "pairing-refused";
    case ECONNRESET:  // no agent on either side, or one that gave up
    case ENOSYS:      // errors of pairing for which there is no errno
      return "pairing-failed";
    case EBADE:  // PIN or key missing: the far side has forgotten this machine
      return "key-missing";
    case EBUSY:
    case EMLINK:
    case ENOMEM:
    case ELOOP:
      return "busy";
    case ECONNABORTED:
      return "adapter-lost";
    case EINVAL:
    case EPROTO:
    case EOPNOTSUPP:
      return "protocol";
    default:
      return own_failure(error);
  }
}

std::string refusal_failure(const Refusal& refusal) {
  if (refusal.said_no) return "pairing-refused";
  // A partner is asked no question: the radio link broke before the call was through.
  if (refusal.error == ECONNRESET && refusal.known) return "absent";
  // Over a radio link that stands already, for the question for the game, every failed pairing is
  // ECONNREFUSED.
  const bool pairing = refusal.error == EACCES || (refusal.error == ECONNREFUSED && !refusal.enciphered);
  if (!pairing) return dial_failure(refusal.error);
  if (refusal.known && !refusal.asked_for) return "key-missing";
  // Both players are asked at the same moment. Where it is the desktop that asks here, the question over
  // there ends some time after that.
  const bool ignored = refusal.asked_for ? *refusal.asked_for >= kQuestionTime - kSecond
                                         : refusal.dialled_for >= kQuestionTime;
  return ignored ? "pairing-failed" : "pairing-refused";
}

std::string query_failure(int error) {
  switch (error) {
    case ECONNREFUSED:  // it offers no services at all
    case EACCES:        // it lets nobody ask
      return "no-game";
    case ECONNRESET:
    case ENOSYS:
    case EBADE:
      return "absent";
    default:
      return dial_failure(error);
  }
}

std::string listen_failure(int error) {
  switch (error) {
    case EADDRINUSE:
      return "psm-in-use";
    case EACCES:
      return "permission";
    case EADDRNOTAVAIL:
      return "adapter-lost";
    default:
      return own_failure(error);
  }
}

std::string end_failure(int error, bool orderly) {
  if (orderly) return "far-closed";
  if (error == EMSGSIZE) return "protocol";
  if (error == ECONNABORTED || error == ENODEV || error == ENETDOWN) return "adapter-lost";
  return "lost";
}

Opened open_listener(std::string_view adapter, std::uint16_t& psm) {
  Handle socket = new_socket();
  if (!socket.open()) return {Handle(), errno};
  const sockaddr_l2 own = address_of(adapter, psm);
  if (!secure(socket.get(), BT_SECURITY_MEDIUM) || ::bind(socket.get(), raw(own), sizeof own) != 0 ||
      !ask_for_mtu(socket.get()) || ::listen(socket.get(), kBacklog) != 0)
    return {Handle(), errno};
  sockaddr_l2 bound{};
  socklen_t size = sizeof bound;
  if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0) return {Handle(), errno};
  psm = btohs(bound.l2_psm);
  return {std::move(socket), 0};
}

Opened open_channel(std::string_view adapter, std::string_view peer, std::uint16_t psm, bool pairs) {
  Handle socket = new_socket();
  if (!socket.open()) return {Handle(), errno};
  const sockaddr_l2 own = address_of(adapter, 0), far = address_of(peer, psm);
  if (!secure(socket.get(), pairs ? BT_SECURITY_MEDIUM : BT_SECURITY_LOW) ||
      ::bind(socket.get(), raw(own), sizeof own) != 0 || !ask_for_mtu(socket.get()))
    return {Handle(), errno};
  if (::connect(socket.get(), raw(far), sizeof far) != 0 && errno != EINPROGRESS && errno != EAGAIN)
    return {Handle(), errno};
  return {std::move(socket), 0};
}

std::optional<Call> take_call(const Handle& listener, int& error) {
  for (;;) {
    sockaddr_l2 far{};
    socklen_t size = sizeof far;
    Handle socket(
        ::accept4(listener.get(), reinterpret_cast<sockaddr*>(&far), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket.open()) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      error = errno == EAGAIN ? 0 : errno;
      return std::nullopt;
    }
    std::array<char, 18> text{};
    (void)::ba2str(&far.l2_bdaddr, text.data());
    return Call{std::move(socket), text.data()};
  }
}

Channel::State Channel::connect() {
  if (state_ != State::kConnecting) return state_;
  pollfd ready{socket_.get(), POLLOUT, 0};
  if (::poll(&ready, 1, 0) <= 0) return state_;
  socklen_t size = sizeof error_;
  if (::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error_, &size) != 0) error_ = errno;
  const bool dead = error_ != 0 || (ready.revents & (POLLHUP | POLLNVAL)) != 0;
  return state_ = dead ? State::kEnded : State::kOpen;
}

std::uint32_t Channel::mtu() const {
  const auto agreed = options(socket_.get());
  return agreed ? std::uint32_t{std::min(agreed->imtu, agreed->omtu)} : 0;
}

Channel::Sent Channel::send(std::string_view message) {
  for (;;) {
    if (::send(socket_.get(), message.data(), message.size(), MSG_NOSIGNAL) >= 0) return Sent::kTaken;
    if (errno == EINTR) continue;
    return errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM ? Sent::kNoRoom : Sent::kEnd;
  }
}

bool Channel::hung_up() const {
  pollfd ready{socket_.get(), 0, 0};
  return ::poll(&ready, 1, 0) > 0;
}

void Channel::look_for_end() {
  pollfd ready{socket_.get(), POLLIN | POLLRDHUP, 0};
  if (looked_ || ::poll(&ready, 1, 0) <= 0 || (ready.revents & (POLLHUP | POLLERR | POLLRDHUP)) == 0) return;
  looked_ = true;
  orderly_ = (ready.revents & POLLRDHUP) != 0;
  socklen_t size = sizeof error_;
  if (::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error_, &size) != 0) error_ = errno;
}

std::optional<std::string_view> Channel::receive() {
  if (state_ != State::kOpen) return std::nullopt;
  buffer_.resize(kLongest);
  // An error that waits in the socket makes one recv answer it, or 0, although messages are still queued:
  // behind it is read on.
  for (;;) {
    const ssize_t got = ::recv(socket_.get(), buffer_.data(), buffer_.size(), MSG_TRUNC);
    if (got > 0 && static_cast<std::size_t>(got) <= buffer_.size())
      return std::string_view(buffer_).substr(0, static_cast<std::size_t>(got));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN && !looked_) return std::nullopt;
    if (got > 0 || (got == 0 && !looked_)) {
      if (got == 0) look_for_end();  // it came between the two calls; else this was an empty message
      if (got == 0 && looked_) continue;
      error_ = EMSGSIZE;
      orderly_ = false;
    } else if (!looked_) {
      looked_ = true;
      error_ = errno;
      continue;  // behind the error there may be messages
    }
    state_ = State::kEnded;
    return std::nullopt;
  }
}

bool Channel::all_left() const {
  int free = 0, room = 0;
  socklen_t size = sizeof room;
  // Of these sockets TIOCOUTQ tells the room that is left, not what is used.
  if (::ioctl(socket_.get(), TIOCOUTQ, &free) != 0 ||
      ::getsockopt(socket_.get(), SOL_SOCKET, SO_SNDBUF, &room, &size) != 0)
    return true;
  return free >= room;
}

}  // namespace qitai::bluetooth
