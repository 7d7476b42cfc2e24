// What the game wishes and what bluetoothd tells, brought together.
#include "network/bluetooth/bluez.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "network/bluetooth/bluez_agent.hpp"
#include "network/bluetooth/bluez_bus.hpp"
#include "network/bluetooth/bluez_objects.hpp"
#include "network/bluetooth/bluez_record.hpp"
#include "network/bluetooth/bluez_rfkill.hpp"
#include "network/bluetooth/bluez_visible.hpp"

namespace qitai::bluetooth {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kTick = 2 * kSecond;       // switches and the choice of others are looked at so often
constexpr std::int64_t kPowerTime = 6 * kSecond;  // that an adapter may take to be switched
constexpr std::int64_t kPowerRetry = kSecond * 7 / 10;
constexpr std::size_t kMaxEvents = 4096;  // nobody takes them: the rest is told by what is so at the end

constexpr const char* kChoiceFile = "bluetooth-adapter";  // in the state folder

constexpr const char* kOwnerRule =
    "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
    "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.bluez'";
constexpr const char* kAddedRule =
    "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.ObjectManager',member='"
    "InterfacesAdded'";
constexpr const char* kRemovedRule =
    "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.ObjectManager',member='"
    "InterfacesRemoved'";
constexpr const char* kAdapterRule =
    "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',"
    "arg0='org.bluez.Adapter1'";
constexpr const char* kDeviceRule =
    "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',"
    "arg0='org.bluez.Device1'";

}  // namespace

struct Bluez::Impl {
  explicit Impl(BluezSettings given)
      : settings(std::move(given)),
        bus(settings.bus),
        switches(settings.rfkill_class, settings.rfkill_device),
        visibility(settings.state),
        agent({[this](const std::string& address) { return record.wished() || dialled.contains(address); },
               [this](const std::string& path) { return device(path).alias; },
               [this](const std::string& path) { return device(path).paired; }, [this] { return uuid; },
               [this] { return owner; }}) {}

  // How far the acquaintance with bluetoothd is.
  enum class Stage : std::uint8_t { kUnknown, kAbsent, kLoading, kThere };
  struct Power {
    std::string address;
    bool on = false, asked = false;
    std::int64_t until = INT64_MAX, retry = INT64_MIN;
    std::string error;
  };

  [[nodiscard]] DeviceObject device(const std::string& path) const {
    const auto at = objects.devices().find(path);
    return at == objects.devices().end() ? DeviceObject{} : at->second;
  }
  [[nodiscard]] std::string path_of(std::string_view address) const {
    for (const auto& [path, adapter] : objects.adapters()) {
      if (adapter.address == address) return path;
    }
    return {};
  }
  void tell(BluezEvent event) {
    if (events.size() < kMaxEvents) events.push_back(std::move(event));
  }

  void follow_bus();
  void set_owner(const std::string& name);
  void lose();
  void load();
  void look();
  void steps();
  void switch_power();
  void read_choice();
  [[nodiscard]] std::string absence() const;
  [[nodiscard]] std::vector<Adapter> present() const;
  void choose_one(std::vector<Adapter>& all);
  void tell_adapters(std::vector<Adapter> all);
  void list_partners();
  void tell_wishes();

  const BluezSettings settings;
  Bus bus;
  Objects objects;
  RadioSwitches switches;
  Record record;
  Visibility visibility;
  std::string uuid;                            // of the record that was wished last
  std::set<std::string, std::less<>> dialled;  // addresses
  Agent agent;

  std::string owner;  // bluetoothd's name on the bus
  Stage stage = Stage::kUnknown;
  bool bus_up = false;
  std::string unread;     // why it cannot be known what adapters there are: an id; empty: it is
  std::uint64_t era = 0;  // of the connection to the bus and of bluetoothd
  std::int64_t now = 0, tick = INT64_MIN;
  bool due = true;

  std::uint64_t looked_at = 0;      // version of the objects when the switches were read
  std::string choice, kept_choice;  // what is used; what the file said last
  std::vector<Power> power_wishes;
  std::string refused_power;  // address of an adapter that the system did not let us switch

  std::vector<Adapter> adapters;
  std::optional<std::size_t> chosen;
  std::string failure;
  std::vector<Partner> partners;
  told::Record told_record;
  told::Visible told_visible;
  std::deque<BluezEvent> events;
};

// The bus came or went.
void Bluez::Impl::follow_bus() {
  const bool up = bus.state() == Bus::State::kUp;
  if (up == bus_up) return;
  bus_up = up;
  lose();
  stage = Stage::kUnknown;
  if (!up) return;
  bus.match(kOwnerRule, [this](sd_bus_message* signal) {
    const char *name = nullptr, *before = nullptr, *after = nullptr;
    if (sd_bus_message_read(signal, "sss", &name, &before, &after) >= 0 && std::string_view(name) == kBluez)
      set_owner(after);
  });
  const auto heard = [this](const char* rule, bool (Objects::*read)(sd_bus_message*)) {
    bus.match(rule, [this, read](sd_bus_message* signal) {
      const char* const sender = sd_bus_message_get_sender(signal);
      if (sender != nullptr && owner == sender) (objects.*read)(signal);
    });
  };
  heard(kAddedRule, &Objects::added);
  heard(kRemovedRule, &Objects::removed);
  heard(kAdapterRule, &Objects::changed);
  heard(kDeviceRule, &Objects::changed);
  bus.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
      [](sd_bus_message* call) { return sd_bus_message_append(call, "s", kBluez); },
      [this, asked = era](const Answer& answer) {
        const char* name = nullptr;
        if (asked != era) return;
        const bool there = answer.ok() && sd_bus_message_read(answer.reply, "s", &name) >= 0;
        set_owner(there ? name : "");
      });
}

void Bluez::Impl::lose() {
  ++era;
  owner.clear();
  objects.clear();
  record.forgotten();
  visibility.forgotten();
  agent.forgotten();
  for (Power& wish : power_wishes)
    wish.asked = false;
}

void Bluez::Impl::set_owner(const std::string& name) {
  if (name == owner && stage != Stage::kUnknown) return;
  lose();
  owner = name;
  stage = name.empty() ? Stage::kAbsent : Stage::kLoading;
  if (!name.empty()) load();
}

void Bluez::Impl::load() {
  bus.call(kBluez, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", {},
           [this, asked = era](const Answer& answer) {
             if (asked != era) return;
             unread = failure_of(answer);
             if (answer.ok() && !objects.managed(answer.reply)) unread = "unusable";
             stage = Stage::kThere;
             if (!unread.empty())
               sdk::log(QITAI_LOG_WARNING, "bluetoothd does not say what adapters there are: " +
                                               answer.error + " " + answer.text);
           });
}

// Why nothing is there to be used; empty: not known yet.
std::string Bluez::Impl::absence() const {
  if (bus.state() == Bus::State::kNone) return "no-bus";
  if (stage == Stage::kUnknown || stage == Stage::kLoading) return {};
  if (const std::string_view blocked = switches.blocking(""); !blocked.empty()) return std::string(blocked);
  if (stage == Stage::kThere) return unread.empty() ? "no-adapter" : unread;
  // Debian starts bluetoothd when there is an adapter.
  std::error_code failed;
  const bool any = std::filesystem::directory_iterator(settings.bluetooth_class, failed) !=
                       std::filesystem::directory_iterator() &&
                   !failed;
  return any ? "no-service" : "no-adapter";
}

std::vector<Adapter> Bluez::Impl::present() const {
  std::vector<Adapter> all;
  if (stage != Stage::kThere) return all;
  for (const auto& [path, object] : objects.adapters()) {
    const bool twice = std::any_of(all.begin(), all.end(),
                                   [&of = object](const auto& a) { return a.address == of.address; });
    if (!is_address(object.address) || twice) continue;
    Adapter adapter;
    adapter.address = object.address;
    adapter.name = object.alias;
    adapter.hci = hci_of(path);
    adapter.powered = object.powered;
    if (!object.powered) {
      const std::string_view blocked = switches.blocking("hci" + std::to_string(adapter.hci));
      adapter.failure = !blocked.empty() ? blocked : refused_power == object.address ? "permission" : "off";
    }
    all.push_back(std::move(adapter));
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.hci < b.hci; });
  return all;
}

void Bluez::Impl::choose_one(std::vector<Adapter>& all) {
  const std::string& wanted = choice.empty() ? settings.adapter : choice;
  const auto at = std::find_if(all.begin(), all.end(), [&](const Adapter& adapter) {
    return wanted.empty() ? adapter.failure.empty() : adapter.address == wanted;
  });
  chosen.reset();
  if (at != all.end()) {
    chosen = static_cast<std::size_t>(at - all.begin());
  } else if (wanted.empty() && !all.empty()) {
    chosen = 0;
  }
  if (!chosen) {
    failure = absence();
    // Others are there, only not the one that is to be used.
    if (!all.empty()) failure = "no-adapter";
    return;
  }
  all[*chosen].chosen = true;
  failure = all[*chosen].failure;
}

void Bluez::Impl::tell_adapters(std::vector<Adapter> all) {
  for (const Adapter& old : adapters) {
    const bool left =
        std::any_of(all.begin(), all.end(), [&](const auto& a) { return a.address == old.address; });
    if (!left) tell(told::AdapterGone{old.address});
  }
  for (const Adapter& adapter : all) {
    if (std::find(adapters.begin(), adapters.end(), adapter) == adapters.end())
      tell(told::AdapterSeen{adapter});
  }
  adapters = std::move(all);
}

void Bluez::Impl::list_partners() {
  std::vector<Partner> all;
  const std::string prefix = chosen ? path_of(adapters[*chosen].address) + "/" : std::string("-");
  for (const auto& [path, object] : objects.devices()) {
    if (!object.paired || !path.starts_with(prefix) || all.size() >= QITAI_TRANSPORT_PEERS) continue;
    all.push_back({device_of(path), object.alias, object.connected, object.trusted});
  }
  partners = std::move(all);
}

void Bluez::Impl::tell_wishes() {
  const std::string none = bus.state() == Bus::State::kNone ? "no-bus"
                           : stage == Stage::kAbsent        ? "no-service"
                                                            : "";
  told::Record of_record{record.on(), ""};
  if (record.wished() && !of_record.on) of_record.failure = none.empty() ? record.failure() : none;
  if (of_record.on != told_record.on || of_record.failure != told_record.failure) {
    told_record = of_record;
    tell(std::move(of_record));
  }
  told::Visible of_visible{visibility.wished() && visibility.on(), ""};
  if (visibility.wished() && !of_visible.on)
    of_visible.failure = failure.empty() ? visibility.failure() : failure;
  if (of_visible.on != told_visible.on || of_visible.failure != told_visible.failure) {
    told_visible = of_visible;
    tell(std::move(of_visible));
  }
}

// What was asked of adapters' switches.
void Bluez::Impl::switch_power() {
  for (Power& wish : power_wishes) {
    if (wish.until == INT64_MAX) wish.until = now + kPowerTime;
    const std::string path = path_of(wish.address);
    const auto at = objects.adapters().find(path);
    if (at == objects.adapters().end()) {
      wish.retry = now + kPowerRetry;  // pulled out; it may come back
      continue;
    }
    if (at->second.powered == wish.on) {
      wish.until = INT64_MIN;
      if (refused_power == wish.address) refused_power.clear();
      continue;
    }
    if (wish.asked || now < wish.retry) continue;
    const std::string name = "hci" + std::to_string(hci_of(path));
    if (wish.on && switches.blocking(name) == "blocked" && !switches.let_go(name)) wish.error = "permission";
    wish.asked = true;
    bus.call(
        kBluez, path, kPropertiesInterface, "Set",
        [&](sd_bus_message* call) {
          return sd_bus_message_append(call, "ssv", kAdapterInterface, "Powered", "b", wish.on ? 1 : 0);
        },
        [this, asked = era, address = wish.address](const Answer& answer) {
          if (asked != era) return;
          for (Power& same : power_wishes) {
            if (same.address != address) continue;
            same.asked = false;
            same.retry = now + kPowerRetry;
            if (!answer.ok() && same.error != "permission") same.error = failure_of(answer);
          }
        });
  }
  std::erase_if(power_wishes, [&](const Power& wish) {
    if (wish.until > now) return false;
    if (wish.until != INT64_MIN && wish.error == "permission") {
      refused_power = wish.address;
      due = true;  // the adapter has another failure now
    }
    return true;
  });
}

void Bluez::Impl::read_choice() {
  if (settings.state.empty()) return;
  // Only what is new counts: a choice that could not be kept holds as long as nobody makes another one.
  const std::string line = read_file(settings.state / kChoiceFile, 64);
  if (std::exchange(kept_choice, line) == line) return;
  const std::string address = line.substr(0, line.find('\n'));
  choice = is_address(address) ? address : std::string();
}

// What is there, as far as it has to be looked for.
void Bluez::Impl::look() {
  const bool on_time = now >= tick;
  if (on_time) {
    tick = now + kTick;
    read_choice();
  }
  // Where a switch is turned, bluetoothd tells of the adapter, too.
  if (on_time || std::exchange(looked_at, objects.version()) != objects.version()) switches.read();
}

void Bluez::Impl::steps() {
  if (stage != Stage::kThere || bus.state() != Bus::State::kUp) return;
  record.step(bus, now);
  if (settings.agent) agent.step(bus, now);
  switch_power();
  const bool usable = chosen && adapters[*chosen].failure.empty();
  visibility.step(bus, now, objects, usable ? path_of(adapters[*chosen].address) : std::string());
}

Bluez::Bluez(BluezSettings settings) : impl_(std::make_unique<Impl>(std::move(settings))) {}

Bluez::~Bluez() {
  impl_->visibility.leave(impl_->bus, impl_->objects);
}

std::optional<qitai_descriptor> Bluez::descriptor() const {
  return impl_->bus.descriptor();
}

std::int64_t Bluez::next() const {
  const Impl& self = *impl_;
  if (self.due) return QITAI_AT_ONCE;
  std::int64_t at = std::min(self.bus.next(), self.tick);
  if (self.stage != Impl::Stage::kThere) return at;
  at = std::min({at, self.record.next(), self.visibility.next()});
  if (self.settings.agent) at = std::min(at, self.agent.next());
  for (const Impl::Power& wish : self.power_wishes) {
    at = std::min(at, wish.until);
    if (!wish.asked) at = std::min(at, wish.retry);
  }
  return at;
}

void Bluez::pump(std::int64_t now) {
  Impl& self = *impl_;
  // Between two messages of a link nothing has happened here.
  if (now < next() && !self.bus.ready()) return;
  self.now = now;
  self.due = false;
  self.bus.pump(now);
  self.follow_bus();
  self.look();
  std::vector<Adapter> all = self.present();
  self.choose_one(all);
  self.tell_adapters(std::move(all));
  self.steps();
  self.list_partners();
  for (BluezEvent& event : self.agent.take())
    self.tell(std::move(event));
  self.tell_wishes();
}

std::optional<BluezEvent> Bluez::take() {
  if (impl_->events.empty()) return std::nullopt;
  std::optional<BluezEvent> event(std::move(impl_->events.front()));
  impl_->events.pop_front();
  return event;
}

void Bluez::publish(std::string_view uuid, std::uint16_t psm, std::string_view name) {
  impl_->uuid = uuid;
  std::string tidy = tidy_name(name, QITAI_TRANSPORT_NAME);
  if (tidy.empty()) tidy = "Qitai";
  impl_->record.wish(RecordWish{std::string(uuid), std::move(tidy), psm});
  impl_->due = true;
}

void Bluez::withdraw() {
  impl_->record.wish(std::nullopt);
  impl_->agent.review();
  impl_->due = true;
}

void Bluez::visible(std::uint32_t seconds) {
  impl_->visibility.wish(seconds);
  impl_->due = true;
}

void Bluez::dialling(std::string_view address, bool on) {
  if (on) {
    impl_->dialled.emplace(address);
    return;
  }
  if (const auto at = impl_->dialled.find(address); at != impl_->dialled.end()) impl_->dialled.erase(at);
  impl_->agent.review();
  impl_->due = true;
}

void Bluez::choose(std::string_view address) {
  if (!address.empty() && !is_address(address)) return;
  impl_->choice = address;
  impl_->due = true;
  if (impl_->settings.state.empty()) return;
  const std::filesystem::path file = impl_->settings.state / kChoiceFile;
  std::error_code failed;
  std::filesystem::create_directories(impl_->settings.state, failed);
  if (address.empty()) {
    std::filesystem::remove(file, failed);
  } else if (!write_whole(file, std::string(address) + "\n", false)) {
    sdk::log(QITAI_LOG_WARNING, "the choice of an adapter could not be kept in " + file.string());
  }
  impl_->kept_choice = read_file(file, 64);
}

bool Bluez::power(std::string_view address, bool on) {
  Impl& self = *impl_;
  self.due = true;
  if (address.empty() && on) return self.switches.let_go("");
  const bool there = std::any_of(self.adapters.begin(), self.adapters.end(),
                                 [&](const Adapter& adapter) { return adapter.address == address; });
  if (!there) return false;
  self.switches.read();
  std::erase_if(self.power_wishes, [&](const Impl::Power& wish) { return wish.address == address; });
  Impl::Power& wish = self.power_wishes.emplace_back();
  wish.address = address;
  wish.on = on;
  self.refused_power.clear();
  return true;
}

void Bluez::answer(std::uint64_t question, bool yes) {
  impl_->agent.answer(impl_->bus, question, yes);
  impl_->due = true;
}

bool Bluez::forget(std::string_view address) {
  Impl& self = *impl_;
  bool any = false;
  for (const auto& [path, device] : self.objects.devices()) {
    if (!device.paired || device_of(path) != address) continue;
    any = true;
    const std::string adapter = path.substr(0, path.rfind('/'));
    self.bus.call(
        kBluez, adapter, kAdapterInterface, "RemoveDevice",
        [&device_path = path](sd_bus_message* call) {
          return sd_bus_message_append(call, "o", device_path.c_str());
        },
        [](const Answer& answer) {
          if (!answer.ok())
            sdk::log(QITAI_LOG_WARNING,
                     "a partner could not be forgotten: " + answer.error + ": " + answer.text);
        });
  }
  return any;
}

const std::vector<Adapter>& Bluez::adapters() const {
  return impl_->adapters;
}

const Adapter* Bluez::adapter() const {
  return impl_->chosen && impl_->failure.empty() ? &impl_->adapters[*impl_->chosen] : nullptr;
}

const std::string& Bluez::failure() const {
  return impl_->failure;
}

const std::string& Bluez::choice() const {
  return impl_->choice.empty() ? impl_->settings.adapter : impl_->choice;
}

const std::vector<Partner>& Bluez::partners() const {
  return impl_->partners;
}

bool Bluez::knows(std::string_view address) const {
  for (const auto& [path, device] : impl_->objects.devices()) {
    if (device.paired && device_of(path) == address) return true;
  }
  return false;
}

}  // namespace qitai::bluetooth
