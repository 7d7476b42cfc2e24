#include "host/spawn.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <cstring>
#include <system_error>

namespace qitai::host {

Result<pid_t> spawn_vetter(std::vector<std::string> words, int shared) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  // First, since it may have come out as one of the next three.
  ::posix_spawn_file_actions_adddup2(&actions, shared, kVetterFd);
  // What a plugin prints while it is looked at is nobody's business.
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  // A group of its own, so that whatever a plugin starts can be ended with it; usual signals.
  ::posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t none, usual;
  ::sigemptyset(&none);
  ::sigemptyset(&usual);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGCHLD, SIGXCPU})
    ::sigaddset(&usual, number);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int failed =
      ::posix_spawn(&child, arguments.front(), &actions, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return Error{"unvetted", std::generic_category().message(failed)};
  return child;
}

std::string describe_signal(int number) {
  const char* abbreviation = ::sigabbrev_np(number);
  const char* description = ::sigdescr_np(number);
  return fmt::format("crashed with SIG{} ({})", abbreviation == nullptr ? "?" : abbreviation,
                     description == nullptr ? "unknown" : description);
}

}  // namespace qitai::host
