#include "network/local_line.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace qitai::network {
namespace {

constexpr std::size_t kQueue = 64;  // messages that wait here beside those that wait in the system

}  // namespace

bool Line::send(std::string_view message) {
  if (queue_.size() >= kQueue) {
    blocked_ = true;
    return false;
  }
  if (!faults_) {
    queue_.push_back({QITAI_AT_ONCE, std::string(message)});
    flush(QITAI_AT_ONCE);
    return true;
  }
  for (std::string& leaving : faults_->strike(message)) {
    queue_.push_back({std::nullopt, std::move(leaving)});
    if (faults_->delay() == 0) queue_.back().due = QITAI_AT_ONCE;
  }
  flush(QITAI_AT_ONCE);
  return true;
}

bool Line::say(std::string_view packet) {
  return ::send(socket_.get(), packet.data(), packet.size(), MSG_NOSIGNAL | MSG_DONTWAIT) ==
         static_cast<ssize_t>(packet.size());
}

void Line::flush(std::int64_t now) {
  if (dead()) queue_.clear();
  full_ = false;
  if (now != QITAI_AT_ONCE) {
    for (Waiting& waiting : queue_) {
      if (!waiting.due) waiting.due = now + faults_->delay();
    }
  }
  while (!queue_.empty() && queue_.front().due && *queue_.front().due <= now && !deaf_) {
    const std::string& bytes = queue_.front().bytes;
    if (::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
      if (errno == EINTR) continue;
      full_ = errno == EAGAIN || errno == ENOBUFS;
      // The pending error of a far side that closed: what it sent before is still to be read.
      deaf_ = !full_;
      break;
    }
    queue_.pop_front();
  }
}

bool Line::room_again() {
  if (!blocked_ || deaf_ || queue_.size() > kQueue / 2) return false;
  blocked_ = false;
  return true;
}

std::optional<std::string_view> Line::receive() {
  if (!ended_.empty() || dead()) return std::nullopt;
  buffer_.resize(std::size_t{mtu_} + 1);
  // An error that the system kept for us comes before the messages that are still queued: it is passed over,
  // and the end is where there is nothing more to read.
  for (int errors = 0; errors < 4;) {
    const ssize_t got = ::recv(socket_.get(), buffer_.data(), buffer_.size(), MSG_DONTWAIT | MSG_TRUNC);
    if (got > 0 && static_cast<std::size_t>(got) <= mtu_)
      return std::string_view(buffer_).substr(0, static_cast<std::size_t>(got));
    if (got > 0) {
      ended_ = "protocol";
      return std::nullopt;
    }
    if (got == 0) break;
    if (errno == EAGAIN) return std::nullopt;
    if (errno != EINTR) ++errors;
  }
  ended_ = "far-closed";
  return std::nullopt;
}

qitai_descriptor Line::descriptor() const {
  return {socket_.get(), QITAI_POLL_IN | (full_ ? QITAI_POLL_OUT : 0u)};
}

std::int64_t Line::next() const {
  if (queue_.empty() || deaf_ || full_) return QITAI_NEVER;
  return queue_.front().due.value_or(QITAI_AT_ONCE);
}

}  // namespace qitai::network
