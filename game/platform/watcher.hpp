// Platform: a thread that waits for descriptors, so that a loop which waits for something else hears of them.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/result.hpp"

namespace qitai::platform {

class Watcher {
 public:
  struct Descriptor {
    int fd = -1;
    bool in = false, out = false;  // errors and hang-ups count always
    friend bool operator==(const Descriptor&, const Descriptor&) = default;
  };

  // `wake` is called on the thread; it must not block. Error "no-watcher": the system has no thread or no
  // descriptor left.
  static Result<std::unique_ptr<Watcher>> start(std::function<void()> wake);
  // Waits for the thread's end; nothing is called after it.
  ~Watcher();
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  // Waits for these from now on. As soon as one is ready, `wake` is called, once: nothing is waited for until
  // the next watch(). Descriptors may be closed while they are watched. Does nothing while the same ones are
  // waited for. One thread.
  void watch(std::vector<Descriptor> descriptors);

 private:
  struct Impl;
  explicit Watcher(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::platform
