// A transport that is moved by its test: it tells the state and the questions that are put into its mouth,
// and notes what is wanted of it.
#pragma once

#include <qitai/transport.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "host/transport.hpp"

namespace qitai::testing {

struct Asker {
  std::function<void(const qitai_transport_events*)> tells;  // at the next pump, once
  std::vector<std::string> calls;
  qitai_status status = QITAI_OK;
};

inline Asker& asker() {
  static Asker one;
  return one;
}

inline qitai_str raw_text(const char* text) {
  return {text, std::char_traits<char>::length(text)};
}

// A question about a number, as a radio asks it.
inline void ask_pairing(int kind) {
  asker().tells = [kind](const qitai_transport_events* events) {
    static std::uint64_t id = 0;
    qitai_peer peer{};
    peer.struct_size = sizeof peer;
    peer.address = raw_text("00:11");
    peer.name = raw_text("小林");
    qitai_pairing question{};
    question.struct_size = sizeof question;
    question.kind = kind;
    question.id = ++id;
    question.peer = &peer;
    question.number = kind == QITAI_PAIRING_ALLOW ? 0 : 48213;
    question.seconds = 28;
    events->pairing(events->ctx, &question);
  };
}

// Nothing goes, for the adapter is off.
inline void tell_off() {
  asker().tells = [](const qitai_transport_events* events) {
    qitai_adapter adapter{};
    adapter.struct_size = sizeof adapter;
    adapter.flags = QITAI_ADAPTER_CHOSEN | QITAI_ADAPTER_POWER;
    adapter.id = raw_text("hci0");
    adapter.name = raw_text("hci0");
    adapter.failure = raw_text("off");
    events->adapter(events->ctx, &adapter);
    events->state(events->ctx, QITAI_STATE_LISTEN, 0, raw_text("off"));
  };
}

inline std::shared_ptr<const host::Transport> asking_transport() {
  static const std::uint32_t flags = QITAI_TRANSPORT_FINDS | QITAI_TRANSPORT_SHOWS | QITAI_TRANSPORT_PAIRS |
                                     QITAI_TRANSPORT_CHOOSES | QITAI_TRANSPORT_ASKS;
  static sdk::TransportDescription description = [] {
    sdk::TransportDescription d("asker", flags, 3);
    d.name({"Radio", "无线电", "無線電"}, {"Machines nearby", "附近的机器", "附近的機器"});
    d.failure("off", QITAI_FAILURE_LOCAL, {"The radio is switched off.", "无线电关着。", "無線電關著。"},
              {"Switch it on.", "请打开它。", "請打開它。"});
    d.failure("lost", QITAI_FAILURE_RETRY, {"Lost.", "断了。", "斷了。"},
              {"Move closer.", "请靠近一些。", "請靠近一些。"});
    return d;
  }();
  static const qitai_transport_info info = description.raw();
  static qitai_transport t{};
  t.struct_size = sizeof t;
  t.info = &info;
  t.open = [](const qitai_endpoint_start*, qitai_endpoint** out) -> qitai_status {
    static int endpoint = 0;
    *out = reinterpret_cast<qitai_endpoint*>(&endpoint);
    return QITAI_OK;
  };
  t.close = [](qitai_endpoint*) {};
  t.descriptors = [](const qitai_endpoint*, qitai_descriptor*, std::uint32_t, std::uint32_t* count) {
    *count = 0;
    return static_cast<qitai_status>(QITAI_OK);
  };
  t.next = [](const qitai_endpoint*, std::int64_t* at) -> qitai_status {
    *at = asker().tells ? QITAI_AT_ONCE : QITAI_NEVER;
    return QITAI_OK;
  };
  t.pump = [](qitai_endpoint*, std::int64_t, const qitai_transport_events* events) -> qitai_status {
    if (auto tells = std::exchange(asker().tells, {})) tells(events);
    return asker().status;
  };
  const auto noted = [](std::string call) -> qitai_status {
    asker().calls.push_back(std::move(call));
    return QITAI_OK;
  };
  static const auto note = noted;
  t.visible = [](qitai_endpoint*, qitai_str, std::uint32_t) -> qitai_status { return QITAI_OK; };
  t.scan = [](qitai_endpoint*, std::uint32_t) -> qitai_status { return QITAI_OK; };
  t.listen = [](qitai_endpoint*, std::uint32_t) -> qitai_status { return QITAI_OK; };
  t.dial = [](qitai_endpoint*, qitai_str, std::uint64_t*) -> qitai_status { return QITAI_REFUSED; };
  t.send = [](qitai_endpoint*, std::uint64_t, const void*, std::uint64_t) -> qitai_status {
    return QITAI_REFUSED;
  };
  t.hang_up = [](qitai_endpoint*, std::uint64_t, std::uint32_t) -> qitai_status { return QITAI_OK; };
  t.answer = [](qitai_endpoint*, std::uint64_t, std::uint32_t yes) -> qitai_status {
    return note("answer " + std::to_string(yes));
  };
  t.choose_adapter = [](qitai_endpoint*, qitai_str) -> qitai_status { return QITAI_OK; };
  t.power = [](qitai_endpoint*, qitai_str, std::uint32_t on) -> qitai_status {
    return note("power " + std::to_string(on));
  };
  const auto wrapped = host::Transport::wrap(&t, "1.0");
  if (!wrapped) throw std::runtime_error(wrapped.error().message);
  return *wrapped;
}

}  // namespace qitai::testing
