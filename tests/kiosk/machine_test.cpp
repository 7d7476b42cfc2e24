// What the machine says of itself, and the log on a stick: from files as hostile as they can be.
#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "base/file.hpp"
#include "kiosk/log_export.hpp"
#include "kiosk/machine.hpp"
#include "service.hpp"

using namespace qitai;
using namespace qitai::testing;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& file, std::string_view content) {
  fs::create_directories(file.parent_path());
  REQUIRE(write_file_atomic(file, content).ok());
}

constexpr std::string_view kMounts =
    "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    "36 22 8:17 / /media/usb\\040stick rw,nosuid,nodev shared:2 - vfat /dev/sdb1 rw\n"
    "37 22 8:18 / /run/media/q/A rw - vfat /dev/sdb2 rw\n"
    "38 22 8:19 / /mnt rw - vfat /dev/sdc1 rw\n";

}  // namespace

TEST_CASE("the temperature is that of the hottest sensor that makes sense") {
  const Scratch scratch;
  CHECK_FALSE(kiosk::temperature(scratch.path()));
  put(scratch / "sys/class/thermal/thermal_zone0/temp", "41500\n");
  CHECK(kiosk::temperature(scratch.path()) == 42);
  put(scratch / "sys/class/hwmon/hwmon0/temp1_input", "63000\n");
  CHECK(kiosk::temperature(scratch.path()) == 63);
  for (const char* wrong : {"", "hot", "-273000", "999999999999999999999", "150001", "0"}) {
    put(scratch / "sys/class/hwmon/hwmon1/temp1_input", wrong);
    CHECK(kiosk::temperature(scratch.path()) == 63);
  }
  // A pipe in a sensor's place must not hang it.
  fs::create_directories(scratch / "sys/class/thermal/thermal_zone1");
  REQUIRE(::mkfifo((scratch / "sys/class/thermal/thermal_zone1/temp").c_str(), 0600) == 0);
  CHECK(kiosk::temperature(scratch.path()) == 63);
}

TEST_CASE("how long it runs, and how much disk is left, or nothing") {
  const Scratch scratch;
  CHECK_FALSE(kiosk::uptime(scratch.path()));
  put(scratch / "proc/uptime", "93784.21 180000.00\n");
  CHECK(kiosk::uptime(scratch.path()) == 93'784);
  put(scratch / "proc/uptime", "-5 0\n");
  CHECK_FALSE(kiosk::uptime(scratch.path()));
  CHECK(kiosk::disk_left(scratch.path())->all > 0);
  CHECK_FALSE(kiosk::disk_left(scratch / "not-there"));
  CHECK_FALSE(kiosk::disk_left({}));
  CHECK(kiosk::size_text(12'340'000'000) == "12.3 GB");
  CHECK(kiosk::size_text(499'000'000) == "499 MB");
}

TEST_CASE("sticks are what devices hold below the three places, and nothing else") {
  CHECK(kiosk::sticks_in(kMounts) == std::vector<fs::path>{"/media/usb stick", "/run/media/q/A", "/mnt"});
  for (const char* none :
       {"", "\n\n", "36", "36 22 8:17 / /media/usb rw - vfat",
        "36 22 8:17 / /media/usb ro - vfat /dev/sdb1 rw\n",
        "36 22 8:17 / /media/../etc rw - vfat /dev/sdb1 rw\n", "36 22 0:5 / /media/usb rw - tmpfs tmpfs rw\n",
        "36 22 8:1 /home/media /media/usb rw - ext4 /dev/sda1 rw\n",
        "36 22 8:17 / /home rw - ext4 /dev/sda2 rw\n", "36 22 8:17 / /mediaX rw - ext4 /dev/sda2 rw\n"}) {
    INFO(none);
    CHECK(kiosk::sticks_in(none).empty());
  }
}

TEST_CASE("the log is written whole into a new file, and nothing of the stick is overwritten or followed") {
  const Scratch scratch;
  put(scratch / "qitai.log.1", "older\n");
  put(scratch / "qitai.log", "newer\n");
  const std::vector<fs::path> log{scratch / "qitai.log.1", scratch / "qitai.log"};
  fs::create_directories(scratch / "stick");
  const auto written = kiosk::export_log(log, scratch / "stick", "a.log");
  REQUIRE(written.ok());
  CHECK(*read_file(*written, 1000) == "older\nnewer\n");
  put(scratch / "stick/b.log", "mine");
  CHECK(kiosk::export_log(log, scratch / "stick", "b.log").error().code == "there-already");
  CHECK(*read_file(scratch / "stick/b.log", 1000) == "mine");
  // A link in the file's place, and in that of what is being written.
  put(scratch / "precious", "mine");
  fs::create_symlink(scratch / "precious", scratch / "stick/c.log");
  CHECK_FALSE(kiosk::export_log(log, scratch / "stick", "c.log").ok());
  fs::create_symlink(scratch / "precious", scratch / "stick/.d.log.part");
  CHECK(kiosk::export_log(log, scratch / "stick", "d.log").ok());
  CHECK(*read_file(scratch / "precious", 1000) == "mine");
  fs::create_directory_symlink(scratch / "stick", scratch / "link");
  CHECK_FALSE(kiosk::export_log(log, scratch / "link", "e.log").ok());
  CHECK_FALSE(kiosk::export_log(log, scratch / "not-there", "e.log").ok());
  CHECK(kiosk::export_log({scratch / "no.log"}, scratch / "stick", "e.log").error().code == "nothing");
  // Nothing half done is left.
  for (const fs::directory_entry& each : fs::directory_iterator(scratch / "stick"))
    CHECK_FALSE(each.path().string().ends_with(".part"));
}

TEST_CASE("a stick that takes only a part of the log has nothing of it afterwards") {
  const Scratch scratch;
  put(scratch / "qitai.log", std::string(100'000, 'x'));
  fs::create_directories(scratch / "stick");
  // The limit of a file's size ends a write as a full disk does.
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit small{40'000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const auto written = kiosk::export_log({scratch / "qitai.log"}, scratch / "stick", "a.log");
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
  (void)std::signal(SIGXFSZ, handler);
  REQUIRE_FALSE(written.ok());
  CHECK(written.error().code == "disk-full");
  CHECK(fs::is_empty(scratch / "stick"));
}

TEST_CASE("the page of the system shows what there is, a dash for what is not, and writes the log") {
  const Scratch scratch;
  ServiceOptions service;
  service.root = scratch / "root";
  Tour tour(serviced(scratch.path(), service));
  put(scratch / "qitai.log", "a line\n");
  open_service(tour);
  to_page(tour, "system");
  CHECK(tour.says("没有 U 盘"));
  CHECK(tour.says("—"));
  put(scratch / "root/sys/class/thermal/thermal_zone0/temp", "91000");
  put(scratch / "root/proc/uptime", "93784.21 1\n");
  put(scratch / "root/proc/self/mountinfo", kMounts);
  fs::create_directories(scratch / "root/media/usb stick");
  tour.pass(1100);
  CHECK(tour.says("91 °C"));
  CHECK(tour.says("1 天 2 小时 3 分"));
  CHECK(tour.says("usb stick"));
  to_row(tour, "export");
  tour.press(platform::Action::kSelect);
  REQUIRE(comes(tour, [&] { return tour.says("已写入"); }));
  int files = 0;
  for (const fs::directory_entry& each : fs::directory_iterator(scratch / "root/media/usb stick")) {
    CHECK(*read_file(each.path(), 1000) == "a line\n");
    ++files;
  }
  CHECK(files == 1);
  tour.press_many(platform::Action::kBack, 1);
  to_page(tour, "today");
  CHECK(tour.says("温度 91 °C"));
}
