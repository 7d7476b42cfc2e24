#include "text/mo_file.hpp"

#include <catch2/catch.hpp>

#include "base/file.hpp"

using namespace qitai;
using qitai::text::parse_mo;

namespace {

// A real catalog, made by GNU msgfmt.
std::string real_catalog() {
  return *read_file(QITAI_BUILD_DIR "/share/qitai/translations/zh-Hans.mo", 1 << 22);
}

void append_big_endian(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    out.push_back(static_cast<char>(value >> shift & 0xFF));
}

}  // namespace

TEST_CASE("a catalog of the other byte order is read") {
  std::string file;
  for (const std::uint32_t number : {0x950412deU, 0U, 1U, 28U, 36U, 0U, 0U, 1U, 44U, 2U, 46U}) {
    append_big_endian(file, number);
  }
  file += std::string("k\0xy\0", 5);
  const auto texts = parse_mo(as_bytes(file), "test");
  REQUIRE(texts.ok());
  CHECK(texts->at("k") == "xy");
}

TEST_CASE("a catalog cut anywhere is refused or read, never read past its end") {
  const std::string whole = real_catalog();
  REQUIRE(parse_mo(as_bytes(whole), "whole").ok());
  for (std::size_t size = 0; size < whole.size(); size += size < 4096 ? 1 : 97) {
    const std::vector<std::uint8_t> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK_FALSE(parse_mo(cut, "cut").ok());
  }
}

TEST_CASE("a catalog with any byte of its head or tables changed does no harm") {
  const std::string whole = real_catalog();
  for (std::size_t at = 0; at < 3000 && at < whole.size(); ++at) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      const auto texts = parse_mo(as_bytes(changed), "changed");
      if (!texts) CHECK(texts.error().code == "bad-catalog");
    }
  }
}
