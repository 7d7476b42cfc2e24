// Tests: other programs, run as a user would run them.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace qitai::testing {

using Environment = std::vector<std::pair<std::string, std::string>>;

// A running program. Killed when it goes out of scope.
class Process {
 public:
  // Starts `words` with the environment of the test and `more` over it. An empty value unsets the variable.
  explicit Process(const std::vector<std::string>& words, const Environment& more = {}) {
    std::array<int, 2> out_pipe{}, err_pipe{};
    if (pipe2(out_pipe.data(), O_CLOEXEC) != 0 || pipe2(err_pipe.data(), O_CLOEXEC) != 0) {
      throw std::runtime_error("no pipe");
    }
    std::vector<char*> argv;
    for (const std::string& word : words)
      argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      for (const auto& [name, value] : more) {
        if (value.empty()) {
          unsetenv(name.c_str());
        } else {
          setenv(name.c_str(), value.c_str(), 1);
        }
      }
      dup2(out_pipe[1], STDOUT_FILENO);
      dup2(err_pipe[1], STDERR_FILENO);
      execvp(argv[0], argv.data());
      _exit(127);
    }
    close(out_pipe[1]);
    close(err_pipe[1]);
    if (pid_ < 0) throw std::runtime_error("no process");
    out_fd_ = out_pipe[0];
    err_fd_ = err_pipe[0];
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    if (!ended_) {
      ::kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    close(out_fd_);
    close(err_fd_);
  }

  [[nodiscard]] pid_t pid() const { return pid_; }
  // Nothing after finish(): its number may be another's.
  void send(int signal) const {
    if (!ended_) ::kill(pid_, signal);
  }

  // Reads for at most `time`, until `text` stands in what the program wrote to standard output or error.
  bool wait_for(const std::string& text, std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (out.find(text) == std::string::npos && err.find(text) == std::string::npos) {
      if (std::chrono::steady_clock::now() >= end || !read_some(end)) break;
    }
    return out.find(text) != std::string::npos || err.find(text) != std::string::npos;
  }

  // Waits until it has ended; kills it after `time`. The exit status, or minus the signal.
  int finish(std::chrono::milliseconds time = std::chrono::seconds(60)) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (read_some(end)) {
    }
    // It may live on with both streams closed, and it may never close them.
    int status = 0;
    while (out_open_ || err_open_ || waitpid(pid_, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() + std::chrono::milliseconds(1) >= end) {
        ::kill(pid_, SIGKILL);
        waitpid(pid_, &status, 0);
        break;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::string out, err;

 private:
  // False at the end of both streams and when the time is over.
  bool read_some(std::chrono::steady_clock::time_point end) {
    std::array<pollfd, 2> fds{pollfd{out_open_ ? out_fd_ : -1, POLLIN, 0},
                              pollfd{err_open_ ? err_fd_ : -1, POLLIN, 0}};
    if (!out_open_ && !err_open_) return false;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    if (poll(fds.data(), fds.size(), static_cast<int>(left.count())) < 0) return errno == EINTR;
    take(fds[0], out, out_open_);
    take(fds[1], err, err_open_);
    return true;
  }
  static void take(const pollfd& fd, std::string& into, bool& open) {
    if ((fd.revents & (POLLIN | POLLHUP | POLLERR)) == 0) return;
    std::array<char, 65536> buffer{};
    const ssize_t count = read(fd.fd, buffer.data(), buffer.size());
    if (count > 0) {
      into.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      open = false;
    }
  }

  pid_t pid_ = -1;
  int out_fd_ = -1, err_fd_ = -1;
  bool out_open_ = true, err_open_ = true;
  bool ended_ = false;
};

struct Finished {
  int status = 0;
  std::string out, err;
};

inline Finished run(const std::vector<std::string>& words, const Environment& more = {},
                    std::chrono::milliseconds time = std::chrono::seconds(60)) {
  Process process(words, more);
  const int status = process.finish(time);
  return {status, std::move(process.out), std::move(process.err)};
}

}  // namespace qitai::testing
