#include "host/services.hpp"

#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.hpp"
#include "host/tables.hpp"

namespace qitai::host {
namespace {

constexpr std::uint64_t kMaxLogBytes = 4096;

// No function here lets an exception out: the caller is C.
struct Services {
  std::string id;
  std::function<void()> wake;
  std::function<std::optional<std::string>(std::string_view, std::string_view)> setting;
  qitai_host raw{};

  static void on_log(void* ctx, std::int32_t level, qitai_str line) noexcept {
    if (line.data == nullptr) return;
    try {
      const auto bounded =
          static_cast<LogLevel>(std::clamp<std::int32_t>(level, QITAI_LOG_DEBUG, QITAI_LOG_ERROR));
      const std::string_view text(line.data, std::min(line.size, kMaxLogBytes));
      log(bounded, "[{}] {}", static_cast<const Services*>(ctx)->id, text);
    } catch (const std::exception&) {  // a line less
    }
  }
  static void on_wake(void* ctx) noexcept {
    try {
      const auto& self = *static_cast<const Services*>(ctx);
      if (self.wake) self.wake();
    } catch (const std::exception&) {  // the loop wakes by itself a little later
    }
  }
  static qitai_status on_setting(void* ctx, qitai_str key, const qitai_sink* value) noexcept {
    if (value == nullptr || value->write == nullptr || !readable(key, 128)) return QITAI_BAD_ARGUMENT;
    try {
      const auto& self = *static_cast<const Services*>(ctx);
      if (!self.setting) return QITAI_UNSUPPORTED;
      const auto found = self.setting(self.id, as_view(key));
      if (!found) return QITAI_UNSUPPORTED;
      return value->write(value->ctx, found->data(), found->size());
    } catch (const std::exception&) {
      return QITAI_ERROR;
    }
  }
  static qitai_status on_random(void*, void* bytes, std::uint64_t size) noexcept {
    if (bytes == nullptr && size != 0) return QITAI_BAD_ARGUMENT;
    auto* at = static_cast<unsigned char*>(bytes);
    while (size != 0) {
      const ssize_t got = ::getrandom(at, std::min<std::uint64_t>(size, 256), 0);
      if (got < 0 && errno != EINTR) return QITAI_ERROR;
      if (got <= 0) continue;
      at += got;
      size -= static_cast<std::uint64_t>(got);
    }
    return QITAI_OK;
  }
  static const void* on_extension(void*, qitai_str) noexcept { return nullptr; }
};

}  // namespace

const qitai_host* make_services(std::string plugin_id, const LoaderOptions& options) {
  // Plugins keep the pointer for ever.
  static std::mutex mutex;
  static auto& all = *new std::vector<std::unique_ptr<Services>>;
  auto made = std::make_unique<Services>();
  made->id = std::move(plugin_id);
  made->wake = options.wake;
  made->setting = options.setting;
  made->raw = {sizeof(qitai_host),     QITAI_ABI_MAJOR,    QITAI_ABI_MINOR,       made.get(),
               &Services::on_log,      &Services::on_wake, &Services::on_setting, &Services::on_random,
               &Services::on_extension};
  const std::lock_guard lock(mutex);
  return &all.emplace_back(std::move(made))->raw;
}

}  // namespace qitai::host
