// Whole files in and out. Nothing here streams: everything the game reads has a known bound.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace qitai {

// The Error for a failed system call: `code` is "disk-full", "read-only", "file-missing", "no-permission" or
// "io-error"; the sentence names what was tried, the file and the system's reason. `number` is an errno.
Error file_error(std::string_view what, const std::filesystem::path& path, int number);

// The bytes of a regular file. Refuses more than `max_bytes` ("file-too-big") before reading them and
// anything that is not a regular file ("not-a-file"): a pipe or a device in a file's place must not hang the
// game.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes);

// Puts `bytes` in the file's place so that after a power cut at any instant either the old or the new content
// is there, whole: written beside it, fsync, rename, fsync of the folder, each step checked. A symbolic link
// is followed, so a file that an operator linked elsewhere stays linked. New files get mode 0644.
Status write_file_atomic(const std::filesystem::path& path, std::string_view bytes);

// fsync of a folder, which makes a rename or a new file in it last.
Status sync_folder(const std::filesystem::path& folder);

}  // namespace qitai
