// Canonical encodings: little-endian integers and length-prefixed bytes, one way to write each value. What is
// hashed, journalled or sent over a link is built with Writer and taken apart with Reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace qitai {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

inline ByteView as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

inline std::string_view as_text(ByteView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Appends to a buffer of its own. A block is a u32 count and that many bytes; longer ones (4 GiB) are a
// defect of the caller and are cut.
class Writer {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(value); }
  void u16(std::uint16_t value) { integer(value); }
  void u32(std::uint32_t value) { integer(value); }
  void u64(std::uint64_t value) { integer(value); }
  void i64(std::int64_t value) { integer(static_cast<std::uint64_t>(value)); }
  void block(ByteView bytes) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    bytes = bytes.first(bytes.size() < most ? bytes.size() : most);
    u32(static_cast<std::uint32_t>(bytes.size()));
    raw(bytes);
  }
  void text(std::string_view text) { block(as_bytes(text)); }
  // Bytes whose number both sides know: no count is written.
  void raw(ByteView bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

  [[nodiscard]] const Bytes& bytes() const { return bytes_; }
  [[nodiscard]] Bytes take() { return std::exchange(bytes_, {}); }

 private:
  template <typename Unsigned>
  void integer(Unsigned value) {
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
      bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
  }

  Bytes bytes_;
};

// Reads what Writer wrote and never past the end. After the first failure every further read gives zero or
// nothing, so a decoder may read a whole record and ask ok() or finish() once, before it uses any value.
// Views point into the buffer that was given, which must outlive them.
class Reader {
 public:
  explicit Reader(ByteView bytes) : rest_(bytes) {}

  std::uint8_t u8() { return integer<std::uint8_t>(); }
  std::uint16_t u16() { return integer<std::uint16_t>(); }
  std::uint32_t u32() { return integer<std::uint32_t>(); }
  std::uint64_t u64() { return integer<std::uint64_t>(); }
  std::int64_t i64() { return static_cast<std::int64_t>(integer<std::uint64_t>()); }
  // A counted block; one of more than `max_bytes` fails, so that a count from outside never sizes a buffer.
  ByteView block(std::size_t max_bytes) {
    const std::uint32_t count = u32();
    if (count > max_bytes) fail();
    return raw(count);
  }
  std::string text(std::size_t max_bytes) { return std::string(as_text(block(max_bytes))); }
  ByteView raw(std::size_t count) {
    if (failed_ || count > rest_.size()) {
      fail();
      return {};
    }
    const ByteView taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  // For decoders that meet a value they do not accept: poisons the reader as a truncation does.
  void fail() {
    failed_ = true;
    rest_ = {};
  }
  [[nodiscard]] bool ok() const { return !failed_; }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }
  // Done when everything was read and nothing is left: a canonical encoding has no tail. `what` names the
  // record.
  [[nodiscard]] Status finish(std::string_view what) const {
    if (failed_)
      return Error{"truncated", std::string(what) + " ends early or holds a count that is too large"};
    if (!rest_.empty()) return Error{"trailing", std::string(what) + " has bytes after its end"};
    return {};
  }

 private:
  template <typename Unsigned>
  Unsigned integer() {
    const ByteView taken = raw(sizeof(Unsigned));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < taken.size(); ++i)
      value |= std::uint64_t{taken[i]} << (8 * i);
    return static_cast<Unsigned>(value);
  }

  ByteView rest_;
  bool failed_ = false;
};

}  // namespace qitai
