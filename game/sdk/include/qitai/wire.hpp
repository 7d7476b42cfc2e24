// Qitai SDK for C++: bytes out of a state and back. Header only, C++20, no dependency.
#pragma once

#include <qitai/abi.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace qitai::sdk {

// Writes into a sink of the game, little-endian. The first failure is kept in status(); what follows is not
// written.
class Writer {
 public:
  explicit Writer(const qitai_sink& sink) : sink_(sink) {}

  void bytes(const void* data, std::size_t size) {
    if (status_ == QITAI_OK && size != 0) status_ = sink_.write(sink_.ctx, data, size);
  }
  void text(std::string_view text) { bytes(text.data(), text.size()); }
  void u8(std::uint8_t value) { integer(value); }
  void u16(std::uint16_t value) { integer(value); }
  void u32(std::uint32_t value) { integer(value); }
  void u64(std::uint64_t value) { integer(value); }
  void i64(std::int64_t value) { integer(static_cast<std::uint64_t>(value)); }

  [[nodiscard]] qitai_status status() const { return status_; }

 private:
  template <typename Unsigned>
  void integer(Unsigned value) {
    unsigned char little[sizeof(Unsigned)];
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
      little[i] = static_cast<unsigned char>(value >> (8 * i));
    bytes(little, sizeof little);
  }

  const qitai_sink& sink_;
  qitai_status status_ = QITAI_OK;
};

// Reads what Writer wrote and never past the end. The bytes are hostile: after the first failure every read
// gives zero, so a loader may read on and ask ok() once, before it uses a value as a size or an index, and
// whole() at the end.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t u8() { return integer<std::uint8_t>(); }
  std::uint16_t u16() { return integer<std::uint16_t>(); }
  std::uint32_t u32() { return integer<std::uint32_t>(); }
  std::uint64_t u64() { return integer<std::uint64_t>(); }
  std::int64_t i64() { return static_cast<std::int64_t>(integer<std::uint64_t>()); }
  std::string_view bytes(std::size_t count) {
    if (!ok_ || count > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  // For a value that the loader does not accept.
  void fail() {
    ok_ = false;
    rest_ = {};
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }
  [[nodiscard]] bool whole() const { return ok_ && rest_.empty(); }

 private:
  template <typename Unsigned>
  Unsigned integer() {
    const std::string_view taken = bytes(sizeof(Unsigned));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(taken[i])} << (8 * i);
    }
    return static_cast<Unsigned>(value);
  }

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace qitai::sdk
