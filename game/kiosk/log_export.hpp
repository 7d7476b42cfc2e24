// Kiosk: the log on a stick that somebody has put in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace qitai::kiosk {

// Where sticks are mounted: file systems of devices, not those that the machine started from, that may be
// written to, below /media, /run/media and /mnt, as `root`/proc/self/mountinfo has them. What makes no sense
// in it is passed over.
[[nodiscard]] std::vector<std::filesystem::path> sticks(const std::filesystem::path& root);

// The mount points in such a text.
[[nodiscard]] std::vector<std::filesystem::path> sticks_in(std::string_view mountinfo);

// Writes the files, one after the other, into a new file `name` of the folder: whole and on the disk, or not
// at all. Nothing is overwritten, and no link followed, in the folder or as the folder. It may take long.
// Answers the file. Errors: "nothing" (none of the files can be read), "there-already", those of
// base/file.hpp.
[[nodiscard]] Result<std::filesystem::path> export_log(const std::vector<std::filesystem::path>& files,
                                                       const std::filesystem::path& folder,
                                                       const std::string& name);

}  // namespace qitai::kiosk
