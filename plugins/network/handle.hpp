// Network: a descriptor of the system, closed at the end.
#pragma once

#include <unistd.h>

#include <utility>

namespace qitai::network {

class Handle {
 public:
  Handle() = default;
  explicit Handle(int fd) : fd_(fd) {}
  Handle(Handle&& other) noexcept : fd_(other.release()) {}
  Handle& operator=(Handle&& other) noexcept {
    Handle old(std::exchange(fd_, other.release()));
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool open() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

}  // namespace qitai::network
