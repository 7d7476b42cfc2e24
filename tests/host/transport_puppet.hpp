// A transport that is moved by its test: by itself it does all that it should, which is nothing.
#pragma once

#include <qitai/transport.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/transport.hpp"
#include "plugins.hpp"

namespace qitai::testing {

using host::Endpoint;
using host::PluginFault;
using host::Transport;

using Catch::Matchers::Contains;

// What the puppet does next, and what was asked of it.
struct Strings {
  std::function<void(const qitai_transport_events*)> pump;
  qitai_status status = QITAI_OK;  // of every call
  std::uint64_t link = 1;          // that dial gives
  std::vector<qitai_descriptor> descriptors;
  std::uint32_t counted = 0;  // of descriptors, where it lies
  bool no_endpoint = false;
  unsigned opened = 0, closed = 0;
  std::vector<std::string> calls;
};
inline Strings strings;

inline qitai_status called(std::string call) {
  strings.calls.push_back(std::move(call));
  return strings.status;
}

inline qitai_str str(std::string_view text) {
  return {text.data(), text.size()};
}

inline std::string text(qitai_str raw) {
  return {raw.data, static_cast<std::size_t>(raw.size)};
}

inline sdk::TransportDescription described(std::uint32_t flags) {
  sdk::TransportDescription d("puppet", flags, 3);
  const sdk::Words words("words", "简", "繁");
  d.name(words, words);
  d.failure("lost", QITAI_FAILURE_RETRY, words, words);
  d.failure("off", QITAI_FAILURE_LOCAL, words, words);
  return d;
}

inline constexpr std::uint32_t kAll = QITAI_TRANSPORT_FINDS | QITAI_TRANSPORT_SHOWS | QITAI_TRANSPORT_PAIRS |
                                      QITAI_TRANSPORT_CIPHERS | QITAI_TRANSPORT_CHOOSES |
                                      QITAI_TRANSPORT_ASKS;

// A table of the puppet, kept for ever as the ABI asks.
inline qitai_transport* puppet(std::uint32_t flags = kAll) {
  struct Tables {
    explicit Tables(std::uint32_t flags) : description(described(flags)), info(description.raw()) {}
    sdk::TransportDescription description;
    qitai_transport_info info;
    qitai_transport api{};
  };
  static std::vector<std::unique_ptr<Tables>> all;
  Tables& made = *all.emplace_back(std::make_unique<Tables>(flags));
  qitai_transport& t = made.api;
  t.struct_size = sizeof t;
  t.info = &made.info;
  t.open = [](const qitai_endpoint_start* start, qitai_endpoint** out) -> qitai_status {
    static int endpoint = 0;
    *out = strings.no_endpoint ? nullptr : reinterpret_cast<qitai_endpoint*>(&endpoint);
    ++strings.opened;
    return called("open " + std::to_string(start->identity[15]));
  };
  t.close = [](qitai_endpoint*) { ++strings.closed; };
  t.descriptors = [](const qitai_endpoint*, qitai_descriptor* out, std::uint32_t capacity,
                     std::uint32_t* count) -> qitai_status {
    const auto filled = std::min<std::size_t>(capacity, strings.descriptors.size());
    std::copy_n(strings.descriptors.begin(), filled, out);
    *count = strings.counted != 0 ? strings.counted : static_cast<std::uint32_t>(filled);
    return strings.status;
  };
  t.next = [](const qitai_endpoint*, std::int64_t* at) -> qitai_status {
    *at = 42;
    return strings.status;
  };
  t.pump = [](qitai_endpoint*, std::int64_t, const qitai_transport_events* events) -> qitai_status {
    if (strings.pump) strings.pump(events);
    return strings.status;
  };
  t.visible = [](qitai_endpoint*, qitai_str name, std::uint32_t seconds) -> qitai_status {
    return called("visible " + text(name) + " " + std::to_string(seconds));
  };
  t.scan = [](qitai_endpoint*, std::uint32_t on) -> qitai_status {
    return called("scan " + std::to_string(on));
  };
  t.listen = [](qitai_endpoint*, std::uint32_t on) -> qitai_status {
    return called("listen " + std::to_string(on));
  };
  t.dial = [](qitai_endpoint*, qitai_str address, std::uint64_t* link) -> qitai_status {
    *link = strings.link++;
    return called("dial " + text(address));
  };
  t.send = [](qitai_endpoint*, std::uint64_t link, const void*, std::uint64_t size) -> qitai_status {
    return called("send " + std::to_string(link) + " " + std::to_string(size));
  };
  t.hang_up = [](qitai_endpoint*, std::uint64_t link, std::uint32_t at_once) -> qitai_status {
    return called("hang_up " + std::to_string(link) + " " + std::to_string(at_once));
  };
  t.answer = [](qitai_endpoint*, std::uint64_t question, std::uint32_t yes) -> qitai_status {
    return called("answer " + std::to_string(question) + " " + std::to_string(yes));
  };
  t.forget = [](qitai_endpoint*, qitai_str address) -> qitai_status {
    return called("forget " + text(address));
  };
  t.choose_adapter = [](qitai_endpoint*, qitai_str id) -> qitai_status {
    return called("choose " + text(id));
  };
  t.power = [](qitai_endpoint*, qitai_str id, std::uint32_t on) -> qitai_status {
    return called("power " + text(id) + " " + std::to_string(on));
  };
  return &t;
}

inline std::shared_ptr<const Transport> wrapped(const qitai_transport* raw = puppet()) {
  auto transport = Transport::wrap(raw, "1.0");
  if (!transport) FAIL(transport.error().message);
  return *transport;
}

inline Endpoint opened(const qitai_transport* raw = puppet()) {
  auto endpoint = wrapped(raw)->open({});
  if (!endpoint) FAIL(endpoint.error().message);
  strings.calls.clear();
  return std::move(*endpoint);
}

inline std::string refusal(const qitai_transport* raw) {
  const auto transport = Transport::wrap(raw, "1.0");
  if (transport) return {};
  CHECK(transport.error().code == "tables");
  return transport.error().message;
}

inline const qitai_peer kPeer{sizeof(qitai_peer), QITAI_PEER_GAME,   {"there", 5},
                              {"name", 4},        QITAI_SIGNAL_FAIR, 0};

inline qitai_link link(std::uint64_t id, std::uint32_t mtu = 600) {
  return {sizeof(qitai_link), QITAI_LINK_PAIRED, id, mtu, 0, &kPeer};
}

// The sentence with which a pump of these events ends.
inline std::string fault_of(Endpoint& endpoint, std::function<void(const qitai_transport_events*)> told) {
  strings.pump = std::move(told);
  const unsigned before = strings.closed;
  try {
    endpoint.pump(0);
  } catch (const PluginFault& fault) {
    CHECK(strings.closed == before + 1);  // whatever it does now is its own affair
    CHECK_THROWS_AS(endpoint.next(), PluginFault);
    CHECK_THROWS_AS(endpoint.pump(0), PluginFault);
    CHECK_THROWS_AS(endpoint.send(1, "x"), PluginFault);
    CHECK(strings.closed == before + 1);
    return fault.what();
  }
  return {};
}

}  // namespace qitai::testing
