#include "network/bluetooth/bluez_agent.hpp"

#include <qitai/host.hpp>

#include <algorithm>
#include <cerrno>

#include "network/bluetooth/bluez_objects.hpp"
#include "network/bluetooth/bluez_record.hpp"

namespace qitai::bluetooth {
namespace {

constexpr const char* kPath = "/org/qitai/agent";
constexpr const char* kManager = "org.bluez.AgentManager1";
constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kRetry = 3 * kSecond;

int rejected(sd_bus_message* call) {
  return sd_bus_reply_method_errorf(call, "org.bluez.Error.Rejected", "the player was not asked, or said no");
}

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace

// Only bluetoothd may ask; the bus lets nobody else either, where its rules are Debian's.
template <int (Agent::*method)(sd_bus_message*)>
int Agent::entry(sd_bus_message* call, void* data, sd_bus_error* /*error*/) {
  auto& agent = *static_cast<Agent*>(data);
  return agent.bus_->guarded([&] {
    const char* const sender = sd_bus_message_get_sender(call);
    if (sender == nullptr || agent.world_.owner() != sender) return rejected(call);
    return (agent.*method)(call);
  });
}

const sd_bus_vtable Agent::kTable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Release", "", "", &Agent::entry<&Agent::released>, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestPinCode", "o", "s", &Agent::entry<&Agent::pin>, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("DisplayPinCode", "os", "", &Agent::entry<&Agent::pin>, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestPasskey", "o", "u", &Agent::entry<&Agent::pin>, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("DisplayPasskey", "ouq", "", &Agent::entry<&Agent::show_passkey>,
                  SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestConfirmation", "ou", "", &Agent::entry<&Agent::compare>,
                  SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestAuthorization", "o", "", &Agent::entry<&Agent::allow>, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("AuthorizeService", "os", "", &Agent::entry<&Agent::service>, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Cancel", "", "", &Agent::entry<&Agent::cancelled>, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

void Agent::forgotten() {
  while (!open_.empty())
    end(open_.begin(), false);
  stage_ = Stage::kUnknown;
  ++era_;
  retry_ = INT64_MIN;
}

std::int64_t Agent::next() const {
  std::int64_t at = stage_ == Stage::kUnknown ? retry_ : QITAI_NEVER;
  for (const Open& open : open_)
    at = std::min(at, open.until);
  return at;
}

void Agent::step(Bus& bus, std::int64_t now) {
  now_ = now;
  bus_ = &bus;
  for (auto at = open_.begin(); at != open_.end();) {
    const auto here = at++;
    // Nobody answered: no, so that the other side hears of it. A number that was shown has done its work.
    if (here->until <= now || (here->kind == QITAI_PAIRING_SHOW && world_.paired(here->device)))
      end(here, false);
  }
  if (stage_ == Stage::kUnknown && now >= retry_) register_with(bus);
}

void Agent::register_with(Bus& bus) {
  bus.object(kPath, "org.bluez.Agent1", kTable, this);
  stage_ = Stage::kRegistering;
  const auto failed = [this, era = era_](const Answer& answer) {
    if (era != era_ || answer.ok()) return;
    stage_ = Stage::kUnknown;
    retry_ = now_ + kRetry;
    if (trouble_ == answer.error) return;
    trouble_ = answer.error;
    sdk::log(QITAI_LOG_WARNING,
             "no questions of pairing can be answered: " + answer.error + ": " + answer.text);
  };
  bus.call(
      kBluez, "/org/bluez", kManager, "RegisterAgent",
      [](sd_bus_message* call) { return sd_bus_message_append(call, "os", kPath, "DisplayYesNo"); },
      [this, &bus, era = era_, failed](const Answer& answer) {
        // Ours already: only to be the one that is asked is left.
        if (!answer.ok() && answer.error != "org.bluez.Error.AlreadyExists") return failed(answer);
        if (era != era_) return;
        bus.call(
            kBluez, "/org/bluez", kManager, "RequestDefaultAgent",
            [](sd_bus_message* call) { return sd_bus_message_append(call, "o", kPath); },
            [this, era, failed](const Answer& made) {
              failed(made);
              if (era == era_ && made.ok()) {
                stage_ = Stage::kRegistered;
                trouble_.clear();
              }
            });
      });
}

int Agent::released(sd_bus_message* call) {
  while (!open_.empty())
    end(open_.begin(), false);
  stage_ = Stage::kUnknown;
  retry_ = now_ + kRetry;
  return sd_bus_reply_method_return(call, "");
}

// Machines that want a PIN or a passkey typed here have no such screen as the game's: they are no partners.
int Agent::pin(sd_bus_message* call) {
  return rejected(call);
}

int Agent::compare(sd_bus_message* call) {
  const char* device = nullptr;
  std::uint32_t number = 0;
  if (const int failed = sd_bus_message_read(call, "ou", &device, &number); failed < 0) return failed;
  return ask(call, device, QITAI_PAIRING_COMPARE, number, true);
}

int Agent::show_passkey(sd_bus_message* call) {
  const char* device = nullptr;
  std::uint32_t number = 0;
  std::uint16_t typed = 0;
  if (const int failed = sd_bus_message_read(call, "ouq", &device, &number, &typed); failed < 0)
    return failed;
  // It is told again with each digit that was typed there.
  for (const Open& open : open_) {
    if (open.device == device && open.kind == QITAI_PAIRING_SHOW) return sd_bus_reply_method_return(call, "");
  }
  return ask(call, device, QITAI_PAIRING_SHOW, number, false);
}

int Agent::allow(sd_bus_message* call) {
  const char* device = nullptr;
  if (const int failed = sd_bus_message_read(call, "o", &device); failed < 0) return failed;
  return ask(call, device, QITAI_PAIRING_ALLOW, 0, true);
}

int Agent::service(sd_bus_message* call) {
  const char *device = nullptr, *uuid = nullptr;
  if (const int failed = sd_bus_message_read(call, "os", &device, &uuid); failed < 0) return failed;
  // What else the machine offers, sound or files, is nothing that a player may open to another.
  const std::string own = world_.uuid();
  if (own.empty() || lower(uuid) != lower(own)) return rejected(call);
  return sd_bus_reply_method_return(call, "");
}

int Agent::cancelled(sd_bus_message* call) {
  while (!open_.empty()) {
    events_.emplace_back(told::QuestionOver{open_.front().id});
    open_.pop_front();
  }
  return sd_bus_reply_method_return(call, "");
}

int Agent::ask(sd_bus_message* call, const std::string& device, std::int32_t kind, std::uint32_t number,
               bool waits) {
  const std::string address = device_of(device);
  if (address.empty() || number > 999'999 || open_.size() >= kMaxQuestions || !world_.expected(address))
    return rejected(call);
  Open& open = open_.emplace_back();
  open.id = ++last_id_;
  open.device = device;
  open.address = address;
  open.kind = kind;
  open.until = now_ + std::int64_t{kQuestionSeconds} * kSecond;
  if (waits) open.call.reset(sd_bus_message_ref(call));
  events_.emplace_back(
      told::Question{open.id, kind, address, world_.name_of(device), number, kQuestionSeconds});
  return waits ? 1 : sd_bus_reply_method_return(call, "");
}

void Agent::end(std::list<Open>::iterator at, bool yes) {
  if (at->call) {
    // Where the connection is gone, so is the question.
    if (yes) {
      (void)sd_bus_reply_method_return(at->call.get(), "");
    } else {
      (void)rejected(at->call.get());
    }
  }
  events_.emplace_back(told::QuestionOver{at->id});
  open_.erase(at);
}

void Agent::answer(Bus& bus, std::uint64_t question, bool yes) {
  const auto at =
      std::find_if(open_.begin(), open_.end(), [&](const Open& open) { return open.id == question; });
  if (at == open_.end()) return;
  if (at->kind == QITAI_PAIRING_SHOW) {
    if (yes) return;
    bus.send(kBluez, at->device, kDeviceInterface, "CancelPairing", {});
  }
  end(at, yes);
}

void Agent::review() {
  for (auto at = open_.begin(); at != open_.end();) {
    const auto here = at++;
    if (!world_.expected(here->address)) end(here, false);
  }
}

}  // namespace qitai::bluetooth
