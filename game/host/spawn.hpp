// Host: starts the vetting program, in whose process a plugin may crash and hang as it likes.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.hpp"

namespace qitai::host {

// The descriptor that the two share, as the vetting program finds it.
inline constexpr int kVetterFd = 3;

// words[0] is the program. Its descriptor 3 is a copy of `shared`, the first three lead nowhere, signals are
// as usual, and it leads a process group of its own. Error "unvetted": it cannot be started; why.
Result<pid_t> spawn_vetter(std::vector<std::string> words, int shared);

// "crashed with SIGSEGV (Segmentation fault)".
std::string describe_signal(int number);

}  // namespace qitai::host
