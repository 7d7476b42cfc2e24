// Runs a check in a child process, for what must not touch the test's own process: resource limits, mounts,
// environment, death by signal.
#pragma once

#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sched.h>
#include <csignal>
#include <filesystem>
#include <functional>

namespace qitai::testing {

// The child's exit status, which is what `work` returns; −1 when a signal ended it.
inline int in_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// For a child: no file may grow beyond `bytes`; a write that wants to fails instead of killing.
inline void limit_file_size(rlim_t bytes) {
  ::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

// For a child: a file system of its own on `folder`, gone with the process. False where the user may not
// mount.
inline bool mount_private_tmpfs(const std::filesystem::path& folder, const char* options,
                                unsigned long flags = 0) {
  if (::unshare(CLONE_NEWNS) != 0) return false;
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  return ::mount("tmpfs", folder.c_str(), "tmpfs", flags, options) == 0;
}

}  // namespace qitai::testing
