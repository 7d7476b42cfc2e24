// Host: what the game and its vetting program say to each other, and the game's side of it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "host/inspect.hpp"
#include "host/loader.hpp"
#include "host/spawn.hpp"

namespace qitai::host {

// The vetting program is started as `qitai-vet FILE` with this descriptor as the writing end of a pipe. It
// sends one message at each stage and a last one with everything; each is a u32 length and encode_progress's
// bytes. What a plugin's code does to that pipe can only harm the plugin's own report.
inline constexpr int kVetPipe = kVetterFd;
// The vetting program bounds itself: processor time, and room for a plugin's tables many times over.
inline constexpr unsigned kVetCpuSeconds = 2;
inline constexpr std::uint64_t kVetAddressSpace = std::uint64_t{8} << 30;

struct VetProgress {
  Stage stage = Stage::kOpening;
  PluginReport report;  // without the file
};
[[nodiscard]] Bytes encode_progress(const VetProgress& progress);
// Error code "malformed".
[[nodiscard]] Result<VetProgress> decode_progress(ByteView bytes);

// Vets all files at the same time; one report each, in their order. Returns after `timeout` at the latest,
// and no child is left then.
std::vector<PluginReport> vet(const std::vector<std::filesystem::path>& files,
                              const std::filesystem::path& vetter, std::chrono::milliseconds timeout);

}  // namespace qitai::host
