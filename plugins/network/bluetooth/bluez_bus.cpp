#include "network/bluetooth/bluez_bus.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <new>
#include <system_error>
#include <utility>

namespace qitai::bluetooth {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kRetry = 2 * kSecond;
constexpr std::uint64_t kCallTimeout = 10'000'000;  // microseconds
constexpr int kMessages = 64;

std::int64_t monotonic() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * kSecond + now.tv_nsec / 1000;
}

}  // namespace

int Bus::guarded(const std::function<int()>& run) {
  try {
    return run();
  } catch (...) {
    if (!thrown_) thrown_ = std::current_exception();
    return -EIO;
  }
}

void Bus::connect() {
  sd_bus* made = nullptr;
  if (sd_bus_new(&made) < 0) throw std::bad_alloc();
  int failed = 0;
  if (address_.empty()) {
    // As sd_bus_open_system does it: the variable is for tests and containers.
    const char* const set = ::secure_getenv("DBUS_SYSTEM_BUS_ADDRESS");
    failed = sd_bus_set_address(made, set != nullptr ? set : "unix:path=/run/dbus/system_bus_socket");
  } else {
    failed = sd_bus_set_address(made, address_.c_str());
  }
  if (failed >= 0) failed = sd_bus_set_bus_client(made, 1);
  if (failed >= 0) failed = sd_bus_start(made);
  bus_ = made;
  if (failed < 0) {
    drop();
    state_ = State::kNone;
  }
}

void Bus::drop() {
  matches_.clear();
  objects_.clear();
  calls_.clear();
  if (bus_ == nullptr) return;
  sd_bus_close(bus_);
  sd_bus_unref(bus_);
  bus_ = nullptr;
}

std::optional<qitai_descriptor> Bus::descriptor() const {
  if (bus_ == nullptr) return std::nullopt;
  const int fd = sd_bus_get_fd(bus_), events = sd_bus_get_events(bus_);
  if (fd < 0 || events < 0) return std::nullopt;
  std::uint32_t wanted = 0;
  if ((events & POLLIN) != 0) wanted |= QITAI_POLL_IN;
  if ((events & POLLOUT) != 0) wanted |= QITAI_POLL_OUT;
  return qitai_descriptor{fd, wanted};
}

bool Bus::ready() const {
  const auto wanted = descriptor();
  if (!wanted) return false;
  const int events = ((wanted->events & QITAI_POLL_IN) != 0 ? POLLIN : 0) |
                     ((wanted->events & QITAI_POLL_OUT) != 0 ? POLLOUT : 0);
  pollfd polled{wanted->fd, static_cast<short>(events), 0};
  return ::poll(&polled, 1, 0) > 0;
}

std::int64_t Bus::next() const {
  if (bus_ == nullptr) return retry_;
  if (more_) return QITAI_AT_ONCE;
  std::uint64_t due = 0;
  if (sd_bus_get_timeout(bus_, &due) < 0) return QITAI_AT_ONCE;
  if (due == 0) return QITAI_AT_ONCE;
  if (due >= static_cast<std::uint64_t>(INT64_MAX / 2)) return QITAI_NEVER;
  return static_cast<std::int64_t>(due) + ahead_;
}

void Bus::pump(std::int64_t now) {
  ahead_ = now - monotonic();
  more_ = false;
  if (bus_ == nullptr) {
    if (now < retry_) return;
    retry_ = now + kRetry;
    connect();
    if (bus_ == nullptr) return;
  }
  int handled = 0;
  for (int i = 0; i < kMessages; ++i) {
    handled = sd_bus_process(bus_, nullptr);
    calls_.remove_if([](const Call& call) { return call.over; });
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    if (handled <= 0) break;
  }
  more_ = handled > 0;
  if (handled < 0 || sd_bus_is_open(bus_) <= 0) {
    drop();
    retry_ = now + kRetry;
    state_ = State::kNone;
    more_ = false;
  } else if (sd_bus_is_ready(bus_) > 0) {
    state_ = State::kUp;
  }
}

Message Bus::message(const char* service, const std::string& path, const char* interface, const char* member,
                     const Fill& fill, int& failed) {
  sd_bus_message* raw = nullptr;
  failed = sd_bus_message_new_method_call(bus_, &raw, service, path.c_str(), interface, member);
  Message made(raw);
  if (failed >= 0) failed = sd_bus_message_set_auto_start(raw, 0);
  if (failed >= 0 && fill) failed = fill(raw);
  return made;
}

void Bus::call(const char* service, const std::string& path, const char* interface, const char* member,
               const Fill& fill, Told told) {
  int failed = 0;
  const Message made = message(service, path, interface, member, fill, failed);
  Call& call = calls_.emplace_back();
  call.bus = this;
  call.told = std::move(told);
  sd_bus_slot* slot = nullptr;
  if (failed >= 0) failed = sd_bus_call_async(bus_, &slot, made.get(), &Bus::answered, &call, kCallTimeout);
  if (failed >= 0) {
    call.slot.reset(slot);
    return;
  }
  const Told hear = std::move(call.told);
  calls_.pop_back();
  if (hear) hear({nullptr, "org.freedesktop.DBus.Error.Failed", std::system_category().message(-failed)});
}

bool Bus::send(const char* service, const std::string& path, const char* interface, const char* member,
               const Fill& fill) {
  if (bus_ == nullptr) return false;
  int failed = 0;
  const Message made = message(service, path, interface, member, fill, failed);
  if (failed >= 0) failed = sd_bus_message_set_expect_reply(made.get(), 0);
  return failed >= 0 && sd_bus_send(bus_, made.get(), nullptr) >= 0;
}

void Bus::drain() {
  for (int i = 0; i < kMessages && bus_ != nullptr; ++i) {
    if ((sd_bus_get_events(bus_) & POLLOUT) == 0 || sd_bus_process(bus_, nullptr) < 0) return;
  }
}

int Bus::answered(sd_bus_message* reply, void* data, sd_bus_error* /*error*/) {
  Call& call = *static_cast<Call*>(data);
  call.over = true;
  const Told told = std::move(call.told);
  if (!told) return 0;
  return call.bus->guarded([&] {
    const sd_bus_error* const wrong = sd_bus_message_get_error(reply);
    if (wrong == nullptr) {
      told({reply, {}, {}});
    } else {
      told({nullptr, wrong->name == nullptr ? "" : wrong->name,
            wrong->message == nullptr ? "" : wrong->message});
    }
    return 0;
  });
}

void Bus::match(const char* rule, Heard heard) {
  Match& match = matches_.emplace_back();
  match.bus = this;
  match.heard = std::move(heard);
  sd_bus_slot* slot = nullptr;
  const int failed = sd_bus_add_match_async(bus_, &slot, rule, &Bus::heard, nullptr, &match);
  if (failed < 0) throw std::system_error(-failed, std::system_category(), "sd_bus_add_match_async");
  match.slot.reset(slot);
}

int Bus::heard(sd_bus_message* signal, void* data, sd_bus_error* /*error*/) {
  const Match& match = *static_cast<Match*>(data);
  return match.bus->guarded([&] {
    match.heard(signal);
    return 0;
  });
}

void Bus::object(const char* path, const char* interface, const sd_bus_vtable* table, void* data) {
  if (objects_.contains(path)) return;
  sd_bus_slot* slot = nullptr;
  const int failed = sd_bus_add_object_vtable(bus_, &slot, path, interface, table, data);
  if (failed < 0) throw std::system_error(-failed, std::system_category(), "sd_bus_add_object_vtable");
  objects_[path].reset(slot);
}

}  // namespace qitai::bluetooth
