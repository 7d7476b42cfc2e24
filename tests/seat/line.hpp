// Tests: a transport that is a single line to whoever the test plays. Calls and messages come from the test,
// what is sent waits for it.
#pragma once

#include <qitai/transport.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "host/transport.hpp"

namespace qitai::testing {

struct Line {
  bool calls = false;  // at the next pump; takes the line from whoever has it
  std::deque<std::string> arrives, sent;
  qitai_status sends = QITAI_OK;  // what send() answers
  std::uint64_t link = 0;         // that stands; 0: none
  std::uint64_t last = 0;
};
inline Line& line() {
  static Line one;
  return one;
}

inline qitai_str raw_text(std::string_view text) {
  return {text.data(), text.size()};
}

inline std::shared_ptr<const host::Transport> line_transport() {
  static sdk::TransportDescription description = [] {
    sdk::TransportDescription d("line", 0, 3);
    const sdk::Words words("words", "简", "繁");
    d.name(words, words);
    d.failure("lost", QITAI_FAILURE_RETRY, words, words);
    return d;
  }();
  static const qitai_transport_info info = description.raw();
  static qitai_transport t{};
  t.struct_size = sizeof t;
  t.info = &info;
  t.open = [](const qitai_endpoint_start*, qitai_endpoint** out) -> qitai_status {
    static int endpoint = 0;
    *out = reinterpret_cast<qitai_endpoint*>(&endpoint);
    line() = {};
    return QITAI_OK;
  };
  t.close = [](qitai_endpoint*) {};
  t.descriptors = [](const qitai_endpoint*, qitai_descriptor*, std::uint32_t, std::uint32_t* count) {
    *count = 0;
    return static_cast<qitai_status>(QITAI_OK);
  };
  t.next = [](const qitai_endpoint*, std::int64_t* at) -> qitai_status {
    *at = QITAI_NEVER;
    return QITAI_OK;
  };
  t.pump = [](qitai_endpoint*, std::int64_t, const qitai_transport_events* events) -> qitai_status {
    Line& own = line();
    if (std::exchange(own.calls, false)) {
      const qitai_peer peer{sizeof(qitai_peer), QITAI_PEER_GAME, raw_text("there"), raw_text("there"), 0, 0};
      own.link = ++own.last;
      const qitai_link link{sizeof(qitai_link), 0, own.link, QITAI_TRANSPORT_MESSAGE, 0, &peer};
      events->incoming(events->ctx, &link);
    }
    while (!own.arrives.empty()) {
      const std::string bytes = std::move(own.arrives.front());
      own.arrives.pop_front();
      if (own.link != 0) events->received(events->ctx, own.link, bytes.data(), bytes.size());
    }
    return QITAI_OK;
  };
  t.listen = [](qitai_endpoint*, std::uint32_t) -> qitai_status { return QITAI_OK; };
  t.dial = [](qitai_endpoint*, qitai_str, std::uint64_t*) -> qitai_status { return QITAI_REFUSED; };
  t.send = [](qitai_endpoint*, std::uint64_t, const void* bytes, std::uint64_t size) -> qitai_status {
    if (line().sends != QITAI_OK) return line().sends;
    line().sent.emplace_back(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
    return QITAI_OK;
  };
  t.hang_up = [](qitai_endpoint*, std::uint64_t link, std::uint32_t) -> qitai_status {
    if (link == line().link) line().link = 0;
    return QITAI_OK;
  };
  const auto wrapped = host::Transport::wrap(&t, "1.0");
  if (!wrapped) throw std::runtime_error(wrapped.error().message);
  return *wrapped;
}

}  // namespace qitai::testing
