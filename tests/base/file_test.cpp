#include "base/file.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "../forked.hpp"
#include "../scratch.hpp"

namespace fs = std::filesystem;
using namespace qitai;
using qitai::testing::in_child;
using qitai::testing::Scratch;

namespace {

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("what was written is read back, whole, and nothing is left beside it") {
  const Scratch scratch;
  const fs::path path = scratch / "settings.toml";
  REQUIRE(write_file_atomic(path, "one").ok());
  REQUIRE(write_file_atomic(path, std::string_view("two\0three", 9)).ok());
  const auto read = read_file(path, 9);
  REQUIRE(read.ok());
  CHECK(*read == std::string("two\0three", 9));
  CHECK(files_in(scratch.path()) == 1);
  CHECK((fs::status(path).permissions() & fs::perms::mask) == fs::perms(0644));
}

TEST_CASE("a file above its bound, a missing one and a pipe are refused by code") {
  const Scratch scratch;
  REQUIRE(write_file_atomic(scratch / "big", "12345").ok());
  CHECK(read_file(scratch / "big", 4).error().code == "file-too-big");
  const auto missing = read_file(scratch / "none", 4);
  CHECK(missing.error().code == "file-missing");
  CHECK(missing.error().message.find("none") != std::string::npos);
  REQUIRE(::mkfifo((scratch / "pipe").c_str(), 0600) == 0);
  CHECK(read_file(scratch / "pipe", 4).error().code == "not-a-file");
  CHECK(read_file(scratch.path(), 4).error().code == "not-a-file");
}

TEST_CASE("a link in the file's place stays a link") {
  const Scratch scratch;
  fs::create_directory(scratch / "real");
  REQUIRE(write_file_atomic(scratch / "real/file", "old").ok());
  fs::create_symlink(scratch / "real/file", scratch / "link");
  REQUIRE(write_file_atomic(scratch / "link", "new").ok());
  CHECK(fs::is_symlink(scratch / "link"));
  CHECK(*read_file(scratch / "real/file", 10) == "new");
}

TEST_CASE("a full disk: the old content stays, the error says so, no litter") {
  const Scratch scratch;
  const fs::path path = scratch / "file";
  REQUIRE(write_file_atomic(path, "old").ok());
  const int by_limit = in_child([&] {
    testing::limit_file_size(1000);
    const auto done = write_file_atomic(path, std::string(5000, 'x'));
    return !done && done.error().code == "disk-full" ? 0 : 1;
  });
  CHECK(by_limit == 0);
  CHECK(*read_file(path, 10) == "old");
  CHECK(files_in(scratch.path()) == 1);

  fs::create_directory(scratch / "tiny");
  const int by_tmpfs = in_child([&] {
    if (!testing::mount_private_tmpfs(scratch / "tiny", "size=64k")) return 77;
    if (!write_file_atomic(scratch / "tiny/file", "old")) return 2;
    const auto done = write_file_atomic(scratch / "tiny/file", std::string(100'000, 'x'));
    if (done || done.error().code != "disk-full") return 3;
    if (*read_file(scratch / "tiny/file", 10) != "old") return 4;
    return files_in(scratch / "tiny") == 1 ? 0 : 5;
  });
  if (by_tmpfs == 77) {
    WARN("no right to mount: the full tmpfs was not tried");
  } else {
    CHECK(by_tmpfs == 0);
  }
}

TEST_CASE("a read-only disk is named as such") {
  const Scratch scratch;
  const int result = in_child([&] {
    if (!testing::mount_private_tmpfs(scratch.path(), "size=64k", MS_RDONLY)) return 77;
    const auto done = write_file_atomic(scratch / "file", "x");
    return !done && done.error().code == "read-only" ? 0 : 1;
  });
  if (result == 77) {
    WARN("no right to mount: the read-only disk was not tried");
  } else {
    CHECK(result == 0);
  }
}
