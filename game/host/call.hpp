// Host: what every call into a plugin needs: sinks that take bytes and changes without letting an exception
// cross the border, refusals and lists taken back with suspicion.
#pragma once

#include <fmt/format.h>
#include <qitai/variant.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.hpp"
#include "host/tables.hpp"
#include "host/variant.hpp"

namespace qitai::host {

[[noreturn]] inline void fault(const VariantInfo& info, std::string_view function, std::string_view what) {
  throw PluginFault(fmt::format("the game \"{}\" broke its contract: {}() {}", info.id, function, what));
}

inline std::string status_name(qitai_status status) {
  switch (status) {
    case QITAI_OK:
      return "QITAI_OK";
    case QITAI_ERROR:
      return "QITAI_ERROR";
    case QITAI_REFUSED:
      return "QITAI_REFUSED";
    case QITAI_UNKNOWN:
      return "QITAI_UNKNOWN";
    case QITAI_UNSUPPORTED:
      return "QITAI_UNSUPPORTED";
    case QITAI_BAD_ARGUMENT:
      return "QITAI_BAD_ARGUMENT";
    case QITAI_NO_SPACE:
      return "QITAI_NO_SPACE";
    case QITAI_WOULD_BLOCK:
      return "QITAI_WOULD_BLOCK";
    default:
      return fmt::format("the unknown status {}", status);
  }
}

// Takes bytes up to a limit. What is beyond it is refused, or with `kCut` dropped in silence.
class ByteSink {
 public:
  enum class Beyond { kRefuse, kCut };
  explicit ByteSink(std::size_t most, Beyond beyond = Beyond::kRefuse) : most_(most), beyond_(beyond) {}
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;

  [[nodiscard]] const qitai_sink* raw() const { return &raw_; }
  [[nodiscard]] bool overflown() const { return overflown_; }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  static qitai_status write(void* ctx, const void* data, std::uint64_t size) noexcept {
    auto& self = *static_cast<ByteSink*>(ctx);
    if (size == 0) return QITAI_OK;
    if (data == nullptr) return QITAI_BAD_ARGUMENT;
    std::uint64_t room = self.most_ - self.bytes_.size();
    if (size > room) {
      self.overflown_ = true;
      if (self.beyond_ == Beyond::kRefuse) return QITAI_NO_SPACE;
    }
    try {
      self.bytes_.append(static_cast<const char*>(data), static_cast<std::size_t>(std::min(size, room)));
    } catch (const std::bad_alloc&) {
      return QITAI_ERROR;
    }
    return QITAI_OK;
  }

  std::size_t most_;
  Beyond beyond_;
  bool overflown_ = false;
  std::string bytes_;
  qitai_sink raw_{this, &ByteSink::write};
};

// Takes changes, up to kMaxChanges of them.
class ChangeSink {
 public:
  ChangeSink() = default;
  ChangeSink(const ChangeSink&) = delete;
  ChangeSink& operator=(const ChangeSink&) = delete;

  [[nodiscard]] const qitai_change_sink* raw() const { return &raw_; }
  [[nodiscard]] bool overflown() const { return overflown_; }
  [[nodiscard]] std::vector<Change>& changes() { return changes_; }

 private:
  static qitai_status emit(void* ctx, const qitai_change* changes, std::uint32_t count) noexcept {
    auto& self = *static_cast<ChangeSink*>(ctx);
    if (count == 0) return QITAI_OK;
    if (changes == nullptr) return QITAI_BAD_ARGUMENT;
    if (count > kMaxChanges - self.changes_.size()) {
      self.overflown_ = true;
      return QITAI_NO_SPACE;
    }
    try {
      self.changes_.insert(self.changes_.end(), changes, changes + count);
    } catch (const std::bad_alloc&) {
      return QITAI_ERROR;
    }
    return QITAI_OK;
  }

  bool overflown_ = false;
  std::vector<Change> changes_;
  qitai_change_sink raw_{this, &ChangeSink::emit};
};

// A qitai_refusal for one call, and what came back in it.
class RefusalBox {
 public:
  RefusalBox() {
    raw_.struct_size = sizeof raw_;
    raw_.offset = -1;
    raw_.detail = detail_.raw();
  }
  RefusalBox(const RefusalBox&) = delete;
  RefusalBox& operator=(const RefusalBox&) = delete;

  [[nodiscard]] qitai_refusal* raw() { return &raw_; }

  // What a call that answered `status` (not QITAI_OK) means. `points`: how many the board has.
  [[nodiscard]] Refusal taken(qitai_status status, std::string_view function, std::size_t points) const {
    Refusal result;
    result.detail = utf8::repaired(detail_.bytes());
    if (status == QITAI_UNKNOWN) result.id = "unknown";
    if (status == QITAI_UNSUPPORTED) result.id = "unsupported";
    if (status == QITAI_REFUSED && readable(raw_.id, kMaxIdBytes) && is_id(as_view(raw_.id), "-")) {
      result.id = as_view(raw_.id);
      const std::uint32_t count = std::min<std::uint32_t>(raw_.point_count, QITAI_REFUSAL_POINTS);
      for (std::uint32_t i = 0; i < count; ++i) {
        if (raw_.points[i] < points) result.points.push_back(raw_.points[i]);
      }
      result.offset = std::max<std::int64_t>(raw_.offset, -1);
    }
    if (result.id.empty()) {
      result.id = "plugin-error";
      result.detail = fmt::format("{}() answered {}{}{}", function, status_name(status),
                                  result.detail.empty() ? "" : ": ", result.detail);
    }
    return result;
  }

 private:
  ByteSink detail_{1024, ByteSink::Beyond::kCut};
  qitai_refusal raw_{};
};

// Count, then fill: call(out, capacity, &count) until the whole list is here. The status is the plugin's
// last; the list counts if it is QITAI_OK. A count that grows or shrinks between two calls is a fault.
template <typename T, typename Call>
qitai_status fill(const VariantInfo& info, std::string_view function, std::vector<T>& list, Call call) {
  std::uint32_t count = 0;
  list.resize(128);
  qitai_status status = call(list.data(), static_cast<std::uint32_t>(list.size()), &count);
  if (status == QITAI_NO_SPACE) {
    if (count <= list.size() || count > kMaxMoves) fault(info, function, fmt::format("counted {}", count));
    list.resize(count);
    std::uint32_t again = 0;
    status = call(list.data(), count, &again);
    if (again != count) fault(info, function, fmt::format("counted {}, then {}", count, again));
  }
  if (status != QITAI_OK) {
    list.clear();
  } else if (count > list.size()) {
    fault(info, function, fmt::format("filled {} of {}", count, list.size()));
  } else {
    list.resize(count);
  }
  return status;
}

// For calls that have no way to say no.
inline void demand(const VariantInfo& info, std::string_view function, qitai_status status) {
  if (status != QITAI_OK) fault(info, function, "answered " + status_name(status));
}

inline qitai_move to_raw(Move move) {
  return {move.from, move.to, move.choice, move.flags};
}
inline Move from_raw(qitai_move move) {
  return {move.from, move.to, move.choice, move.flags};
}

}  // namespace qitai::host
