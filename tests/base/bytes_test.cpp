#include "base/bytes.hpp"

#include <catch2/catch.hpp>

using qitai::Bytes;
using qitai::ByteView;
using qitai::Reader;
using qitai::Writer;

TEST_CASE("integers are little-endian and blocks carry a u32 count") {
  Writer writer;
  writer.u8(0x01);
  writer.u16(0x0203);
  writer.u32(0x04050607);
  writer.u64(0x08090A0B0C0D0E0FULL);
  writer.i64(-2);
  writer.text("炮");
  const Bytes expected{0x01, 0x03, 0x02, 0x07, 0x06, 0x05, 0x04, 0x0F, 0x0E, 0x0D,
                       0x0C, 0x0B, 0x0A, 0x09, 0x08, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF,
                       0xFF, 0xFF, 0xFF, 0x03, 0x00, 0x00, 0x00, 0xE7, 0x82, 0xAE};
  REQUIRE(writer.bytes() == expected);

  Reader reader(writer.bytes());
  CHECK(reader.u8() == 0x01);
  CHECK(reader.u16() == 0x0203);
  CHECK(reader.u32() == 0x04050607);
  CHECK(reader.u64() == 0x08090A0B0C0D0E0FULL);
  CHECK(reader.i64() == -2);
  CHECK(reader.text(3) == "炮");
  CHECK(reader.finish("record").ok());
}

TEST_CASE("a record cut at any byte is reported and never read past its end") {
  Writer writer;
  writer.u16(7);
  writer.text("abc");
  writer.i64(1);
  const Bytes whole = writer.take();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    Reader reader(cut);
    reader.u16();
    reader.text(100);
    reader.i64();
    CHECK_FALSE(reader.ok());
    CHECK(reader.finish("record").error().code == "truncated");
  }
}

TEST_CASE("a count larger than allowed or than what is left fails without reading") {
  Writer writer;
  writer.u32(0xFFFFFFFF);
  Reader huge(writer.bytes());
  CHECK(huge.block(0xFFFFFFFF).empty());
  CHECK_FALSE(huge.ok());

  Writer four;
  four.text("abcd");
  Reader strict(four.bytes());
  CHECK(strict.text(3).empty());
  CHECK_FALSE(strict.ok());
  CHECK(strict.u8() == 0);
}

TEST_CASE("bytes after the end are refused: an encoding is canonical") {
  const Bytes two{1, 2};
  Reader reader(two);
  reader.u8();
  CHECK(reader.finish("record").error().code == "trailing");
}
