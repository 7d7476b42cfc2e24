#include "network/bluetooth/bluez_visible.hpp"

#include <qitai/transport.h>
#include <qitai/host.hpp>

#include <algorithm>
#include <utility>

#include "network/bluetooth/bluez_record.hpp"

namespace qitai::bluetooth {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kRetry = 2 * kSecond;
// bluetoothd's own time-out is what ends it when this process dies: never longer than that, and set again in
// time.
constexpr std::uint32_t kTimeout = 180;  // seconds
constexpr std::int64_t kRenew = 120 * kSecond;
constexpr std::int64_t kGrace = 5;                // seconds for which it outlasts ours
constexpr std::int64_t kDiskTime = kSecond / 50;  // between two looks whether the disk has it
constexpr std::int64_t kDoubt = kSecond / 2;      // an adapter that goes tells of this first

}  // namespace

void Visibility::wish(std::uint32_t seconds) {
  seconds_ = seconds;
  fresh_ = seconds > 0;
  until_ = INT64_MAX;
  failure_.clear();
  retry_ = INT64_MIN;
}

void Visibility::end() {
  seconds_ = 0;
  fresh_ = false;
  until_ = INT64_MAX;
  failure_.clear();
  more_ = true;
}

void Visibility::forgotten() {
  ++era_;
  busy_ = on_ = false;
  active_.clear();
  renew_ = doubt_ = INT64_MAX;
  retry_ = INT64_MIN;
}

std::int64_t Visibility::next() const {
  if (fresh_ || more_) return QITAI_AT_ONCE;
  if (busy_) return until_;
  if (disk_ != INT64_MAX) return std::min(until_, disk_);
  // While a step waits to be tried again nothing else is done, and only what was made visible is renewed or
  // watched: what cannot be done now is not due.
  if (retry_ != INT64_MIN) return std::min(until_, retry_);
  return active_.empty() ? until_ : std::min({until_, renew_, doubt_});
}

int Visibility::fill(sd_bus_message* call, const Value& value) {
  return value.is_flag ? sd_bus_message_append(call, "ssv", kAdapterInterface, value.name, "b",
                                               static_cast<int>(value.value))
                       : sd_bus_message_append(call, "ssv", kAdapterInterface, value.name, "u", value.value);
}

void Visibility::set(Bus& bus, const std::string& path, Values values, std::size_t first,
                     std::function<void(const Answer&)> done) {
  busy_ = true;
  const Value value = values[first];
  bus.call(
      kBluez, path, kPropertiesInterface, "Set", [&](sd_bus_message* call) { return fill(call, value); },
      [this, &bus, path, values = std::move(values), first, done = std::move(done),
       era = era_](const Answer& answer) {
        if (era != era_) return;
        if (answer.ok() && first + 1 < values.size()) {
          set(bus, path, values, first + 1, done);
          return;
        }
        busy_ = false;
        done(answer);
      });
}

Visibility::Values Visibility::to_put_back(const Before& before, const AdapterObject& now) {
  Values values;
  if (before.timeout != now.discoverable_timeout)
    values.push_back({"DiscoverableTimeout", false, before.timeout});
  if (before.discoverable != now.discoverable)
    values.push_back({"Discoverable", true, before.discoverable ? 1u : 0u});
  if (before.pairable != now.pairable) values.push_back({"Pairable", true, before.pairable ? 1u : 0u});
  return values;
}

// Of every adapter but the one at the path `keep`: one at a time.
void Visibility::put_back(Bus& bus, const Objects& objects, const std::string& keep) {
  for (const auto& [path, adapter] : objects.adapters()) {
    if (path == keep || !adapter.powered || busy_) continue;
    const auto at = befores_.find(adapter.address);
    if (at == befores_.end()) continue;
    if (path == active_) active_.clear();
    Values values = to_put_back(at->second, adapter);
    if (values.empty()) return is_back(adapter.address);
    set(bus, path, std::move(values), 0, [this, address = adapter.address](const Answer& answer) {
      if (answer.ok()) return is_back(address);
      retry_ = now_ + kRetry;
      sdk::log(QITAI_LOG_WARNING, "an adapter could not be put back: " + answer.error + ": " + answer.text);
    });
    return;
  }
}

void Visibility::is_back(const std::string& address) {
  befores_.erase(std::string(address));
  file_.write(befores_);
  more_ = true;
}

// How the adapter is, before it is changed. False: it is not on the disk yet.
bool Visibility::remember(const AdapterObject& adapter) {
  if (!befores_.contains(adapter.address)) {
    befores_[adapter.address] = {adapter.discoverable, adapter.pairable, adapter.discoverable_timeout};
    file_.write(befores_);
  }
  const auto written = file_.written();
  if (!written) {
    disk_ = now_ + kDiskTime;
    return false;
  }
  // Better found once too often than never: bluetoothd's time-out ends it.
  if (!*written && !std::exchange(told_unkept_, true))
    sdk::log(QITAI_LOG_WARNING,
             "it cannot be kept how the adapter was before; if the game dies, it stays changed");
  return true;
}

void Visibility::apply(Bus& bus, const std::string& path) {
  const std::int64_t left = until_ == INT64_MAX ? kTimeout : (until_ - now_ + kSecond - 1) / kSecond + kGrace;
  // The same value again would not begin anew.
  odd_ = !odd_;
  const std::uint32_t timeout =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(left, 1, kTimeout)) + (odd_ ? 1u : 0u);
  // Also what seems to be so already: somebody may just be changing it.
  set(bus, path, {{"DiscoverableTimeout", false, timeout}, {"Pairable", true, 1}, {"Discoverable", true, 1}},
      0, [this, path](const Answer& answer) {
        if (!answer.ok()) {
          retry_ = now_ + kRetry;
          // Where the adapter went meanwhile, the reason is told by others.
          failure_ = failure_of(answer);
          sdk::log(QITAI_LOG_WARNING,
                   "the adapter could not be made visible: " + answer.error + ": " + answer.text);
          return;
        }
        failure_.clear();
        active_ = path;
        renew_ = now_ + kRenew;
      });
}

// The adapter that was made visible: whether it still is.
void Visibility::watch(const AdapterObject& adapter) {
  on_ = adapter.discoverable;
  if (adapter.discoverable) {
    doubt_ = INT64_MAX;
  } else if (doubt_ == INT64_MAX) {
    doubt_ = now_ + kDoubt;
  } else if (doubt_ <= now_) {
    doubt_ = INT64_MAX;
    end();  // by somebody else, who knows why
  }
}

void Visibility::step(Bus& bus, std::int64_t now, const Objects& objects, const std::string& wanted) {
  now_ = now;
  more_ = false;
  disk_ = INT64_MAX;
  if (std::exchange(fresh_, false)) {
    until_ = seconds_ == UINT32_MAX ? INT64_MAX : now + std::int64_t{seconds_} * kSecond;
    renew_ = now;
  }
  if (seconds_ > 0 && until_ <= now) {
    end();
    more_ = false;
  }
  if (retry_ > now && retry_ != INT64_MIN) return;
  retry_ = INT64_MIN;
  if (!file_.held() && (seconds_ > 0 || file_.exists())) {
    if (!file_.hold(befores_)) {
      // Another game made an adapter visible; it is that one's to end it.
      if (seconds_ > 0) failure_ = "in-use";
      retry_ = now + kRetry;
      return;
    }
    if (!std::exchange(failure_, {}).empty()) {
      // What the other one put back has to be heard of first.
      retry_ = now + kDoubt;
      return;
    }
  }
  if (busy_) return;
  const std::string target = seconds_ > 0 ? wanted : std::string();
  if (target != active_) {
    active_.clear();
    on_ = false;
    doubt_ = INT64_MAX;
  }
  put_back(bus, objects, target);
  if (busy_) return;
  const auto at = objects.adapters().find(target);
  if (at == objects.adapters().end()) {
    on_ = false;
    if (!file_.held()) return;
    if (!file_.written()) {
      disk_ = now + kDiskTime;
    } else if (befores_.empty() && seconds_ == 0) {
      file_.let_go();
    }
    return;
  }
  if (active_ != target || renew_ <= now) {
    if (!remember(at->second)) return;
    renew_ = INT64_MAX;
    apply(bus, target);
    return;
  }
  watch(at->second);
}

void Visibility::leave(Bus& bus, const Objects& objects) {
  if (!file_.held() || bus.state() != Bus::State::kUp) return;
  for (const auto& [path, adapter] : objects.adapters()) {
    const auto at = befores_.find(adapter.address);
    if (at == befores_.end() || !adapter.powered) continue;
    bool sent = true;
    // What was asked for and not answered yet may not have been told: everything is said.
    const Before& before = at->second;
    for (const Value& value : {Value{"DiscoverableTimeout", false, before.timeout},
                               Value{"Discoverable", true, before.discoverable ? 1u : 0u},
                               Value{"Pairable", true, before.pairable ? 1u : 0u}}) {
      sent = bus.send(kBluez, path, kPropertiesInterface, "Set", [&](sd_bus_message* call) {
        return fill(call, value);
      }) && sent;
    }
    if (sent) befores_.erase(at);
  }
  bus.drain();
  file_.write_now(befores_);
}

}  // namespace qitai::bluetooth
