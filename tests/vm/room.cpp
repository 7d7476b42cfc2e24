#include "room.hpp"

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace qitai::testing {
namespace {

using namespace std::chrono_literals;

constexpr const char* kService = "org.bluez";
constexpr const char* kAgentPath = "/test/agent";

sd_bus* connect(const std::string& address) {
  sd_bus* bus = nullptr;
  if (sd_bus_new(&bus) < 0 || sd_bus_set_address(bus, address.c_str()) < 0 ||
      sd_bus_set_bus_client(bus, 1) < 0 || sd_bus_start(bus) < 0)
    throw std::runtime_error("no bus at " + address);
  return bus;
}

// For a call or two.
struct Line {
  explicit Line(const std::string& address) : bus(connect(address)) {}
  ~Line() { sd_bus_flush_close_unref(bus); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  sd_bus* bus;
};

template <typename Condition>
bool wait_for(Condition&& condition, std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(50ms);
  }
  return true;
}

void need(bool so, const std::string& what) {
  if (!so) throw std::runtime_error(what);
}

}  // namespace

// ---------------------------------------------------------------- a desktop

Desktop::Desktop(const std::string& bus, Answer given) : answer(given), bus_(connect(bus)) {
  static const sd_bus_vtable kAgent[] = {
      SD_BUS_VTABLE_START(0),
      SD_BUS_METHOD("Release", "", "", &Desktop::hear, 0),
      SD_BUS_METHOD("Cancel", "", "", &Desktop::hear, 0),
      SD_BUS_METHOD("RequestConfirmation", "ou", "", &Desktop::ask, 0),
      SD_BUS_METHOD("RequestAuthorization", "o", "", &Desktop::ask, 0),
      SD_BUS_METHOD("AuthorizeService", "os", "", &Desktop::ask, 0),
      SD_BUS_VTABLE_END,
  };
  need(sd_bus_add_object_vtable(bus_, nullptr, kAgentPath, "org.bluez.Agent1", kAgent, this) >= 0,
       "agent's object");
  need(sd_bus_call_method(bus_, kService, "/org/bluez", "org.bluez.AgentManager1", "RegisterAgent", nullptr,
                          nullptr, "os", kAgentPath, "DisplayYesNo") >= 0,
       "RegisterAgent");
  need(sd_bus_call_method(bus_, kService, "/org/bluez", "org.bluez.AgentManager1", "RequestDefaultAgent",
                          nullptr, nullptr, "o", kAgentPath) >= 0,
       "RequestDefaultAgent");
  thread_ = std::thread([this] { run(); });
}

Desktop::~Desktop() {
  stop_ = true;
  thread_.join();
  for (sd_bus_message* const message : unanswered_)
    sd_bus_message_unref(message);
  sd_bus_flush_close_unref(bus_);
}

void Desktop::run() {
  while (!stop_) {
    const int done = sd_bus_process(bus_, nullptr);
    if (done < 0) return;
    if (done == 0) (void)sd_bus_wait(bus_, 50'000);
  }
}

int Desktop::hear(sd_bus_message* message, void* /*self*/, sd_bus_error* /*error*/) {
  return sd_bus_reply_method_return(message, "");
}

int Desktop::ask(sd_bus_message* message, void* self, sd_bus_error* /*error*/) {
  auto& desktop = *static_cast<Desktop*>(self);
  ++desktop.asked;
  switch (desktop.answer.load()) {
    case Answer::kYes:
      return sd_bus_reply_method_return(message, "");
    case Answer::kNo:
      return sd_bus_reply_method_errorf(message, "org.bluez.Error.Rejected", "no");
    case Answer::kIgnore:
      break;
  }
  desktop.unanswered_.push_back(sd_bus_message_ref(message));
  return 1;
}

// ---------------------------------------------------------------- a machine

Host::Host(int which, std::filesystem::path own)
    : number(which), address(Air::address(which)), folder(std::move(own)) {
  std::filesystem::create_directories(folder);
  const std::string socket = folder / "bus";
  bus = "unix:path=" + socket;
  std::ofstream(folder / "bus.conf")
      << "<busconfig><type>system</type><listen>" << bus
      << "</listen><auth>EXTERNAL</auth><policy context=\"default\">"
      << "<allow user=\"*\"/><allow own=\"*\"/><allow send_destination=\"*\"/><allow receive_sender=\"*\"/>"
      << "</policy><policy user=\"" << kStranger << "\"><deny send_destination=\"org.bluez\"/></policy>"
      << "</busconfig>\n";
  bus_daemon_ = std::make_unique<Process>(std::vector<std::string>{
      "dbus-daemon", "--nofork", "--nopidfile", "--config-file=" + (folder / "bus.conf").string()});
  need(wait_for([&] { return std::filesystem::exists(socket); }, 20s), "dbus-daemon does not begin");
}

Environment Host::environment() const {
  const std::string home = folder / "home";
  std::filesystem::create_directories(home);
  return {{"DBUS_SYSTEM_BUS_ADDRESS", bus},
          {"HOME", home},
          {"QITAI_STATE", ""},  // in HOME
          {"QITAI_VET_SECONDS", "60"},
          {"XDG_RUNTIME_DIR", ""},
          {"XDG_CONFIG_HOME", ""},
          {"XDG_DATA_HOME", ""},
          {"XDG_STATE_HOME", ""},
          {"LC_ALL", "C.UTF-8"}};
}

void Host::start_service() {
  service_ = std::make_unique<Process>(
      std::vector<std::string>{
          "sh", "-c", "exec /usr/libexec/bluetooth/bluetoothd -n 2> " + (folder / "service.log").string()},
      Environment{{"DBUS_SYSTEM_BUS_ADDRESS", bus},
                  {"LD_PRELOAD", QITAI_BUILD_DIR "/tests/one_adapter.so"},
                  {"QITAI_VM_ADAPTER", address}});
}

void Host::stop_service() {
  service_->send(SIGTERM);
  (void)service_->finish(5s);
  service_.reset();
}

void Host::kill_service() {
  service_->send(SIGKILL);
  (void)service_->finish(5s);
  service_.reset();
}

std::optional<int> Host::hci() const {
  const int control = ::socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
  bdaddr_t own{};
  str2ba(address.c_str(), &own);
  std::optional<int> found;
  for (int i = 0; i < HCI_MAX_DEV && !found; ++i) {
    hci_dev_info info{};
    info.dev_id = static_cast<std::uint16_t>(i);
    if (::ioctl(control, HCIGETDEVINFO, &info) == 0 && bacmp(&info.bdaddr, &own) == 0) found = i;
  }
  ::close(control);
  return found;
}

bool Host::set(const std::string& property, bool value) const {
  const auto index = hci();
  if (!index) return false;
  const Line line(bus);
  const std::string path = "/org/bluez/hci" + std::to_string(*index);
  return sd_bus_set_property(line.bus, kService, path.c_str(), "org.bluez.Adapter1", property.c_str(),
                             nullptr, "b", value ? 1 : 0) >= 0;
}

std::optional<bool> Host::get(const std::string& property) const {
  const auto index = hci();
  if (!index) return std::nullopt;
  const Line line(bus);
  const std::string path = "/org/bluez/hci" + std::to_string(*index);
  int value = 0;
  if (sd_bus_get_property_trivial(line.bus, kService, path.c_str(), "org.bluez.Adapter1", property.c_str(),
                                  nullptr, 'b', &value) < 0)
    return std::nullopt;
  return value != 0;
}

void Host::power(bool on) const {
  need(wait_for([&] { return get("Powered") == on || (set("Powered", on) && get("Powered") == on); }, 30s),
       "hci of machine " + std::to_string(number) + " cannot be switched");
}

void Host::discoverable(bool on) const {
  need(wait_for([&] { return set("Discoverable", on); }, 10s), "Discoverable");
}

bool Host::knows(const Host& other) const {
  std::ifstream info("/var/lib/bluetooth/" + address + "/" + other.address + "/info");
  const std::string text((std::istreambuf_iterator<char>(info)), {});
  return text.find("[LinkKey]") != std::string::npos;
}

void Host::forget(const Host& other) const {
  const Line line(bus);
  const std::string path = "/org/bluez/hci" + std::to_string(hci().value());
  std::string device = path + "/dev_" + other.address;
  std::replace(device.begin(), device.end(), ':', '_');
  need(sd_bus_call_method(line.bus, kService, path.c_str(), "org.bluez.Adapter1", "RemoveDevice", nullptr,
                          nullptr, "o", device.c_str()) >= 0,
       "RemoveDevice");
}

void Host::meet_absent(int machines) {
  stop_service();
  for (int i = 0; i < machines; ++i) {
    const std::filesystem::path at =
        "/var/lib/bluetooth/" + address + "/" + Air::address(9).substr(0, 15) + std::to_string(10 + i);
    std::filesystem::create_directories(at);
    std::ofstream(at / "info") << "[General]\nName=Away " << i
                               << "\nSupportedTechnologies=BR/EDR;\nTrusted=false\nBlocked=false\n\n"
                               << "[LinkKey]\nKey=000102030405060708090A0B0C0D0E0F\nType=4\nPINLength=0\n";
  }
  start_service();
  power(true);
}

void Host::clean(std::optional<int> hci_before) {
  need(wait_for([&] { return !hci(); }, 10s), "the kernel keeps an adapter that was pulled out");
  if (hci_before && has_service()) {
    const Line line(bus);
    const std::string path = "/org/bluez/hci" + std::to_string(*hci_before);
    const auto is_there = [&] {
      int on = 0;
      return sd_bus_get_property_trivial(line.bus, kService, path.c_str(), "org.bluez.Adapter1", "Powered",
                                         nullptr, 'b', &on) >= 0;
    };
    need(wait_for([&] { return !is_there(); }, 20s), "bluetoothd keeps an adapter that was pulled out");
  }
  std::filesystem::remove_all("/var/lib/bluetooth/" + address);
  std::filesystem::remove_all(folder / "home");
}

// ---------------------------------------------------------------- all of them

Room::Room(int machines) : air(machines) {
  for (int i = 0; i < machines; ++i) {
    hosts_.push_back(std::make_unique<Host>(i, "/tmp/machine" + std::to_string(i)));
    hosts_.back()->start_service();
  }
  for (const auto& host : hosts_)
    host->power(true);
}

void Room::tidy() {
  const int all = static_cast<int>(hosts_.size());
  std::vector<std::optional<int>> before;
  for (int i = 0; i < all; ++i) {
    before.push_back((*this)[i].hci());
    air.unplug(i);
  }
  air.page_time({});
  for (int i = 0; i < all; ++i)
    (*this)[i].clean(before[static_cast<std::size_t>(i)]);
  // In order: the emulator numbers their addresses by it.
  for (int i = 0; i < all; ++i)
    air.plug(i);
  for (const auto& host : hosts_) {
    if (!host->has_service()) host->start_service();
    host->power(true);
  }
}

Room& room() {
  static Room made(3);
  static bool used = false;
  if (std::exchange(used, true)) made.tidy();
  return made;
}

}  // namespace qitai::testing
