#include "text/mo_file.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/utf8.hpp"

namespace qitai::text {
namespace {

constexpr std::uint32_t kMagic = 0x950412de;

class MoReader {
 public:
  explicit MoReader(ByteView file) : file_(file) {}

  bool find_byte_order() {
    if (number(0) == kMagic) return true;
    swapped_ = true;
    return number(0) == kMagic;
  }

  // The u32 at a byte offset; zero past the end, which every caller checks for by in_file().
  [[nodiscard]] std::uint32_t number(std::uint64_t offset) const {
    if (!in_file(offset, 4)) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t shift = 8 * (swapped_ ? 3 - i : i);
      value |= std::uint32_t{file_[static_cast<std::size_t>(offset) + i]} << shift;
    }
    return value;
  }

  [[nodiscard]] bool in_file(std::uint64_t offset, std::uint64_t size) const {
    return offset <= file_.size() && size <= file_.size() - offset;
  }

  // The string that the table entry at `entry` describes (length, offset), which a NUL must close.
  [[nodiscard]] std::optional<std::string_view> string_at(std::uint64_t entry) const {
    const std::uint64_t length = number(entry);
    const std::uint64_t offset = number(entry + 4);
    if (!in_file(offset, length + 1) || file_[static_cast<std::size_t>(offset + length)] != 0) {
      return std::nullopt;
    }
    const std::string_view whole =
        as_text(file_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length)));
    return whole.substr(0, whole.find('\0'));
  }

 private:
  ByteView file_;
  bool swapped_ = false;
};

}  // namespace

Result<Texts> parse_mo(ByteView file, std::string_view name) {
  const auto bad = [&](std::string_view what) {
    return Error{"bad-catalog", fmt::format("{} is not a usable message catalog: {}", name, what)};
  };
  MoReader reader(file);
  if (!reader.in_file(0, 28) || !reader.find_byte_order()) return bad("it does not begin as a .mo file does");
  if (reader.number(4) >> 16 != 0) return bad("its major revision is not 0");
  const std::uint64_t count = reader.number(8);
  const std::uint64_t keys = reader.number(12);
  const std::uint64_t values = reader.number(16);
  if (!reader.in_file(keys, 8 * count) || !reader.in_file(values, 8 * count)) {
    return bad("a table reaches past the end of the file");
  }
  Texts texts;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto key = reader.string_at(keys + 8 * i);
    const auto value = reader.string_at(values + 8 * i);
    if (!key || !value) return bad(fmt::format("string {} reaches past the end of the file", i));
    if (!utf8::is_valid(*key) || !utf8::is_valid(*value))
      return bad(fmt::format("string {} is not UTF-8", i));
    if (!key->empty()) texts.emplace(*key, *value);
  }
  return texts;
}

}  // namespace qitai::text
