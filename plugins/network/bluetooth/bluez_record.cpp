#include "network/bluetooth/bluez_record.hpp"

#include <qitai/transport.h>
#include <qitai/host.hpp>

#include <cstdio>

#include "network/bluetooth/bluez_objects.hpp"

namespace qitai::bluetooth {
namespace {

constexpr const char* kPath = "/org/qitai/record";
constexpr const char* kManager = "org.bluez.ProfileManager1";
constexpr std::int64_t kRetry = 3'000'000;

// bluetoothd never hands us a connection: no PSM was given to it.
int refuse(sd_bus_message* call, void* /*data*/, sd_bus_error* /*error*/) {
  return sd_bus_reply_method_errorf(call, "org.bluez.Error.Rejected", "the game takes its own calls");
}
int take(sd_bus_message* call, void* /*data*/, sd_bus_error* /*error*/) {
  return sd_bus_reply_method_return(call, "");
}

const sd_bus_vtable kTable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Release", "", "", &take, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("NewConnection", "oha{sv}", "", &refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestDisconnection", "o", "", &take, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// How many bytes the character at the beginning of `text` has; 0: it is none.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first < 0x20 || first == 0x7f ? 0 : 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Overlong, surrogates, above U+10FFFF, and the control characters U+0080 to U+009F.
  if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f)) return 0;
  if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)) return 0;
  return first == 0xc2 && byte(1) < 0xa0 ? 0 : size;
}

}  // namespace

std::string tidy_name(std::string_view name, std::size_t most) {
  std::string out;
  while (!name.empty()) {
    const std::size_t size = character(name);
    const std::string_view next = size == 0 ? std::string_view("?") : name.substr(0, size);
    if (out.size() + next.size() > most) break;
    out += next;
    name.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

std::string record_xml(const RecordWish& wish) {
  char psm[8];
  std::snprintf(psm, sizeof psm, "0x%04x", wish.psm);
  std::string uuid = "<uuid value=\"";
  uuid += escaped(wish.uuid) + "\"/>";
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<record>\n";
  // ServiceClassIDList
  xml += "<attribute id=\"0x0001\"><sequence>" + uuid + "</sequence></attribute>\n";
  // ProtocolDescriptorList: L2CAP with the PSM
  xml += "<attribute id=\"0x0004\"><sequence><sequence><uuid value=\"0x0100\"/><uint16 value=\"";
  xml += std::string(psm) + "\"/></sequence></sequence></attribute>\n";
  // BrowseGroupList: public
  xml += "<attribute id=\"0x0005\"><sequence><uuid value=\"0x1002\"/></sequence></attribute>\n";
  // LanguageBaseAttributeIDList: UTF-8 text from 0x0100 on
  xml += "<attribute id=\"0x0006\"><sequence><uint16 value=\"0x656e\"/><uint16 value=\"0x006a\"/>";
  xml += "<uint16 value=\"0x0100\"/></sequence></attribute>\n";
  // ServiceName
  xml += "<attribute id=\"0x0100\"><text value=\"" + escaped(wish.name) + "\"/></attribute>\n</record>\n";
  return xml;
}

std::string failure_of(const Answer& answer) {
  if (answer.ok()) return {};
  constexpr const char* kOfBus = "org.freedesktop.DBus.Error.";
  if (answer.error == std::string(kOfBus) + "AccessDenied" || answer.error == "org.bluez.Error.NotAuthorized")
    return "permission";
  if (answer.error == std::string(kOfBus) + "ServiceUnknown" ||
      answer.error == std::string(kOfBus) + "NameHasNoOwner")
    return "no-service";
  return "unusable";
}

void Record::forgotten() {
  published_.reset();
  busy_ = false;
  ++era_;
  retry_ = INT64_MIN;
  failure_.clear();
}

std::int64_t Record::next() const {
  if (busy_ || published_ == wish_) return QITAI_NEVER;
  return published_ ? QITAI_AT_ONCE : retry_;
}

void Record::step(Bus& bus, std::int64_t now) {
  now_ = now;
  if (!wish_) failure_.clear();
  if (busy_ || published_ == wish_) return;
  bus.object(kPath, "org.bluez.Profile1", kTable, nullptr);
  if (published_) {
    busy_ = true;
    bus.call(
        kBluez, "/org/bluez", kManager, "UnregisterProfile",
        [](sd_bus_message* call) { return sd_bus_message_append(call, "o", kPath); },
        [this, era = era_](const Answer&) {
          if (era != era_) return;
          // Whatever it answers, it does not have it any more.
          busy_ = false;
          published_.reset();
          retry_ = INT64_MIN;
        });
    return;
  }
  if (now < retry_) return;
  busy_ = true;
  const RecordWish wish = *wish_;
  bus.call(
      kBluez, "/org/bluez", kManager, "RegisterProfile",
      [&](sd_bus_message* call) {
        return sd_bus_message_append(call, "osa{sv}", kPath, wish.uuid.c_str(), 4, "Name", "s", "Qitai",
                                     "Role", "s", "server", "AutoConnect", "b", 0, "ServiceRecord", "s",
                                     record_xml(wish).c_str());
      },
      [this, wish, era = era_](const Answer& answer) {
        if (era != era_) return;
        busy_ = false;
        if (answer.ok()) {
          published_ = wish;
          failure_.clear();
          return;
        }
        retry_ = now_ + kRetry;
        // A UUID is registered once in a bluetoothd.
        const bool taken =
            answer.error == "org.bluez.Error.NotPermitted" || answer.error == "org.bluez.Error.AlreadyExists";
        std::string failure = taken ? "in-use" : failure_of(answer);
        if (failure != failure_ && !taken)
          sdk::log(QITAI_LOG_WARNING, "RegisterProfile: " + answer.error + ": " + answer.text);
        failure_ = std::move(failure);
      });
}

}  // namespace qitai::bluetooth
