// Qitai SDK for C++: what the game does for a plugin. Header only, C++20, no dependency.
#pragma once

#include <qitai/abi.h>

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace qitai::sdk {

namespace detail {

inline const qitai_host* host = nullptr;  // set by init, then never again

// The plugin's init.
inline qitai_status remember_host(const qitai_host* given) noexcept {
  host = given;
  return QITAI_OK;
}

inline qitai_status append(void* ctx, const void* bytes, std::uint64_t size) noexcept {
  try {
    static_cast<std::string*>(ctx)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  } catch (const std::bad_alloc&) {
    return QITAI_ERROR;
  }
  return QITAI_OK;
}

}  // namespace detail

// One line into the game's log; nothing before init.
inline void log(std::int32_t level, std::string_view line) {
  const qitai_host* host = detail::host;
  if (host != nullptr && QITAI_HAS(host, qitai_host, log) && host->log != nullptr) {
    host->log(host->ctx, level, {line.data(), line.size()});
  }
}

// A value of the plugin's own section in config.toml; nothing where it is absent and before init.
inline std::optional<std::string> setting(std::string_view key) {
  const qitai_host* host = detail::host;
  if (host == nullptr || !QITAI_HAS(host, qitai_host, setting) || host->setting == nullptr)
    return std::nullopt;
  std::string value;
  const qitai_sink sink{&value, &detail::append};
  if (host->setting(host->ctx, {key.data(), key.size()}, &sink) != QITAI_OK) return std::nullopt;
  return value;
}

// Fills from the system's secure source. False: it failed, or before init.
inline bool random(void* bytes, std::size_t size) {
  const qitai_host* host = detail::host;
  return host != nullptr && QITAI_HAS(host, qitai_host, random) && host->random != nullptr &&
         host->random(host->ctx, bytes, size) == QITAI_OK;
}

}  // namespace qitai::sdk
