// Qitai SDK for C++: the adaptor that turns a class into a transport. Header only, C++20, no dependency.
//
// Adding a transport:
//  1. Write a class, one object an endpoint, with these members (the meaning of each stands in transport.h
//  under
//     the same name):
//       static sdk::TransportDescription description();
//       explicit Endpoint(std::span<const uint8_t, 16> identity);
//       void descriptors(sdk::List<qitai_descriptor>&) const;
//       int64_t next() const;
//       void pump(int64_t now, sdk::Events&);
//       void listen(bool on);
//       qitai_status dial(std::string_view address, uint64_t& link);
//       qitai_status send(uint64_t link, std::string_view bytes);       // 1 byte at least
//       qitai_status hang_up(uint64_t link, bool at_once);
//  2. Add what else it can, as the description's flags say:
//       void visible(std::string_view name, uint32_t seconds);
//       void scan(bool on);
//       qitai_status answer(uint64_t question, bool yes);
//       qitai_status forget(std::string_view address);
//       qitai_status choose_adapter(std::string_view id);
//       qitai_status power(std::string_view id, bool on);
//  3. Answer sdk::TransportAdaptor<Endpoint>::transport() from the plugin's factory for QITAI_TRANSPORT_ID.
//
// The adaptor checks pointers and sizes before a member is called. Exceptions become QITAI_ERROR, for that
// endpoint for ever.
#pragma once

#include <qitai/transport.h>
#include <qitai/describe.hpp>
#include <qitai/host.hpp>
#include <qitai/values.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qitai::sdk {

// The tables of qitai_transport_info. Text keys are made here: "name", "blurb", "failure.ID",
// "failure.ID.help".
class TransportDescription {
 public:
  // `flags`: QITAI_TRANSPORT_…
  TransportDescription(std::string_view id, std::uint32_t flags, std::uint32_t links_max)
      : id_(keep(id)), flags_(flags), links_max_(links_max) {}
  TransportDescription(TransportDescription&&) = default;
  TransportDescription& operator=(TransportDescription&&) = default;

  TransportDescription& name(const Words& name, const Words& blurb) {
    text("name", name);
    return text("blurb", blurb);
  }
  // What happened, and what to do. `flags`: QITAI_FAILURE_…
  TransportDescription& failure(std::string_view id, std::uint32_t flags, const Words& what,
                                const Words& help) {
    const std::string key = "failure." + std::string(id);
    text(key, what);
    text(key + ".help", help);
    failures_.push_back({keep(id), keep(key), keep(key + ".help"), flags, 0});
    return *this;
  }
  TransportDescription& text(std::string_view key, const Words& words) {
    const qitai_str kept = keep(key);
    texts_.push_back({keep("en"), kept, keep(words.en)});
    if (!words.hans.empty()) texts_.push_back({keep("zh-Hans"), kept, keep(words.hans)});
    if (!words.hant.empty()) texts_.push_back({keep("zh-Hant"), kept, keep(words.hant)});
    return *this;
  }

  [[nodiscard]] std::uint32_t flags() const { return flags_; }

  // As the ABI wants it; it points into this object, which must stay where it is from now on.
  [[nodiscard]] qitai_transport_info raw() {
    qitai_transport_info info{};
    info.struct_size = sizeof info;
    info.flags = flags_;
    info.id = id_;
    info.name_key = keep("name");
    info.blurb_key = keep("blurb");
    info.links_max = links_max_;
    info.failures = detail::as_array(failures_);
    info.texts = detail::as_array(texts_);
    return info;
  }

 private:
  qitai_str keep(std::string_view text) { return store_.keep(text); }

  detail::TextStore store_;
  qitai_str id_;
  std::uint32_t flags_ = 0, links_max_ = 0;
  std::vector<qitai_failure_info> failures_;
  std::vector<qitai_text> texts_;
};

// A machine that was met.
struct Peer {
  std::string address, name;
  std::uint32_t flags = 0;  // QITAI_PEER_…
  std::int32_t signal = QITAI_SIGNAL_UNKNOWN;
  friend bool operator==(const Peer&, const Peer&) = default;

  // Points into this object.
  [[nodiscard]] qitai_peer raw() const {
    return {sizeof(qitai_peer), flags, str(address), str(name), signal, 0};
  }
  static qitai_str str(std::string_view text) { return {text.data(), text.size()}; }
};

// Where pump tells what happened: counts what it told, and stops telling once the game says so.
class Events {
 public:
  explicit Events(const qitai_transport_events* raw) : raw_(raw) {}
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  // Whether another event may be told by this pump.
  [[nodiscard]] bool room() const { return status_ == QITAI_OK && told_ < QITAI_TRANSPORT_EVENTS; }
  // QITAI_OK, or what the game answered when it wanted no more.
  [[nodiscard]] qitai_status status() const { return status_; }

  void state(std::uint32_t which, bool on, std::string_view failure) {
    tell(&qitai_transport_events::state, offsetof(qitai_transport_events, state), which, on ? 1u : 0u,
         Peer::str(failure));
  }
  void found(const Peer& peer) {
    const qitai_peer raw = peer.raw();
    tell(&qitai_transport_events::found, offsetof(qitai_transport_events, found), &raw);
  }
  void gone(std::string_view address) {
    tell(&qitai_transport_events::gone, offsetof(qitai_transport_events, gone), Peer::str(address));
  }
  // `flags`: QITAI_LINK_…
  void incoming(std::uint64_t link, const Peer& peer, std::uint32_t mtu, std::uint32_t flags = 0) {
    const qitai_peer who = peer.raw();
    const qitai_link raw{sizeof raw, flags, link, mtu, 0, &who};
    tell(&qitai_transport_events::incoming, offsetof(qitai_transport_events, incoming), &raw);
  }
  void opened(std::uint64_t link, const Peer& peer, std::uint32_t mtu, std::uint32_t flags = 0) {
    const qitai_peer who = peer.raw();
    const qitai_link raw{sizeof raw, flags, link, mtu, 0, &who};
    tell(&qitai_transport_events::opened, offsetof(qitai_transport_events, opened), &raw);
  }
  void received(std::uint64_t link, std::string_view bytes) {
    tell(&qitai_transport_events::received, offsetof(qitai_transport_events, received), link,
         static_cast<const void*>(bytes.data()), std::uint64_t{bytes.size()});
  }
  void writable(std::uint64_t link) {
    tell(&qitai_transport_events::writable, offsetof(qitai_transport_events, writable), link);
  }
  // An empty failure: hung up here.
  void closed(std::uint64_t link, std::string_view failure) {
    tell(&qitai_transport_events::closed, offsetof(qitai_transport_events, closed), link, Peer::str(failure));
  }
  void pairing(const qitai_pairing& question) {
    tell(&qitai_transport_events::pairing, offsetof(qitai_transport_events, pairing), &question);
  }
  void pairing_over(std::uint64_t question) {
    tell(&qitai_transport_events::pairing_over, offsetof(qitai_transport_events, pairing_over), question);
  }
  void adapter(const qitai_adapter& adapter) {
    tell(&qitai_transport_events::adapter, offsetof(qitai_transport_events, adapter), &adapter);
  }
  void adapter_gone(std::string_view id) {
    tell(&qitai_transport_events::adapter_gone, offsetof(qitai_transport_events, adapter_gone),
         Peer::str(id));
  }

 private:
  // `offset`: of the member, for a game with an older header.
  template <typename Member, typename... Arguments>
  void tell(Member member, std::size_t offset, Arguments... arguments) {
    if (status_ != QITAI_OK) return;
    ++told_;
    if (raw_->struct_size < offset + sizeof(raw_->*member) || raw_->*member == nullptr) return;
    if (const qitai_status answer = (raw_->*member)(raw_->ctx, arguments...); answer < 0) status_ = answer;
  }

  const qitai_transport_events* raw_;
  std::uint32_t told_ = 0;
  qitai_status status_ = QITAI_OK;
};

// The C functions of one transport.
template <typename Endpoint>
class TransportAdaptor {
 public:
  // The table, made at the first call and kept for ever. NULL if the description throws.
  static const qitai_transport* transport() noexcept {
    static const Tables* const made = []() noexcept -> const Tables* {
      try {
        return new Tables;
      } catch (const std::exception& problem) {
        report("description", problem.what());
      } catch (...) {
        report("description", "something that is no std::exception");
      }
      return nullptr;
    }();
    return made == nullptr ? nullptr : &made->transport;
  }

 private:
  struct Tables {
    Tables() : description(Endpoint::description()), info(description.raw()), transport(make(&info)) {}
    TransportDescription description;
    qitai_transport_info info;
    qitai_transport transport;
  };
  struct Box {
    explicit Box(std::span<const std::uint8_t, 16> identity) : endpoint(identity) {}
    Endpoint endpoint;
    mutable bool broken = false;
  };
  static Box* box(qitai_endpoint* raw) { return reinterpret_cast<Box*>(raw); }
  static const Box* box(const qitai_endpoint* raw) { return reinterpret_cast<const Box*>(raw); }

  static void report(const char* what, const char* problem) noexcept {
    try {
      log(QITAI_LOG_ERROR, std::string(what) + " threw: " + problem);
    } catch (...) {  // no memory for the sentence: the status alone has to do
    }
  }
  template <typename Call>
  static qitai_status guarded(const char* what, Call call) noexcept {
    try {
      return call();
    } catch (const std::exception& problem) {
      report(what, problem.what());
    } catch (...) {
      report(what, "something that is no std::exception");
    }
    return QITAI_ERROR;
  }
  // A call on an endpoint.
  template <typename Raw, typename Call>
  static qitai_status ask(const char* what, Raw* raw, bool arguments, Call call) noexcept {
    if (raw == nullptr || !arguments) return QITAI_BAD_ARGUMENT;
    auto* const held = box(raw);
    if (held->broken) return QITAI_ERROR;
    const qitai_status status = guarded(what, [&]() -> qitai_status { return call(held->endpoint); });
    if (status == QITAI_ERROR) held->broken = true;
    return status;
  }
  static bool there(qitai_str text) { return text.data != nullptr || text.size == 0; }
  static std::string_view view(qitai_str text) {
    return text.size == 0 ? std::string_view{}
                          : std::string_view(text.data, static_cast<std::size_t>(text.size));
  }

  static qitai_status open(const qitai_endpoint_start* start, qitai_endpoint** out) noexcept {
    if (start == nullptr || !QITAI_HAS(start, qitai_endpoint_start, identity) || out == nullptr)
      return QITAI_BAD_ARGUMENT;
    return guarded("open", [&] {
      auto made = std::make_unique<Box>(std::span<const std::uint8_t, 16>(start->identity));
      *out = reinterpret_cast<qitai_endpoint*>(made.release());
      return QITAI_OK;
    });
  }
  static void close(qitai_endpoint* raw) noexcept { delete box(raw); }

  static qitai_status descriptors(const qitai_endpoint* raw, qitai_descriptor* out, std::uint32_t capacity,
                                  std::uint32_t* count) noexcept {
    return ask("descriptors", raw, count != nullptr && (out != nullptr || capacity == 0),
               [&](const Endpoint& endpoint) {
                 List<qitai_descriptor> list(out, capacity);
                 endpoint.descriptors(list);
                 *count = list.count();
                 return list.status();
               });
  }
  static qitai_status next(const qitai_endpoint* raw, std::int64_t* at) noexcept {
    return ask("next", raw, at != nullptr, [&](const Endpoint& endpoint) {
      *at = endpoint.next();
      return QITAI_OK;
    });
  }
  static qitai_status pump(qitai_endpoint* raw, std::int64_t now,
                           const qitai_transport_events* events) noexcept {
    return ask("pump", raw, events != nullptr, [&](Endpoint& endpoint) {
      Events told(events);
      endpoint.pump(now, told);
      return told.status();
    });
  }
  static qitai_status visible(qitai_endpoint* raw, qitai_str name, std::uint32_t seconds) noexcept {
    return ask("visible", raw, there(name) && name.size <= QITAI_TRANSPORT_NAME, [&](Endpoint& endpoint) {
      if constexpr (requires { endpoint.visible(view(name), seconds); }) {
        endpoint.visible(view(name), seconds);
        return QITAI_OK;
      } else {
        return QITAI_UNSUPPORTED;
      }
    });
  }
  static qitai_status scan(qitai_endpoint* raw, std::uint32_t on) noexcept {
    return ask("scan", raw, on <= 1, [&](Endpoint& endpoint) {
      if constexpr (requires { endpoint.scan(true); }) {
        endpoint.scan(on == 1);
        return QITAI_OK;
      } else {
        return QITAI_UNSUPPORTED;
      }
    });
  }
  static qitai_status listen(qitai_endpoint* raw, std::uint32_t on) noexcept {
    return ask("listen", raw, on <= 1, [&](Endpoint& endpoint) {
      endpoint.listen(on == 1);
      return QITAI_OK;
    });
  }
  static qitai_status dial(qitai_endpoint* raw, qitai_str address, std::uint64_t* link) noexcept {
    if (raw != nullptr && there(address) && address.size > QITAI_TRANSPORT_ADDRESS) return QITAI_REFUSED;
    return ask("dial", raw, there(address) && link != nullptr,
               [&](Endpoint& endpoint) { return endpoint.dial(view(address), *link); });
  }
  static qitai_status send(qitai_endpoint* raw, std::uint64_t link, const void* bytes,
                           std::uint64_t size) noexcept {
    return ask("send", raw, bytes != nullptr && size != 0, [&](Endpoint& endpoint) {
      return endpoint.send(link,
                           std::string_view(static_cast<const char*>(bytes), static_cast<std::size_t>(size)));
    });
  }
  static qitai_status hang_up(qitai_endpoint* raw, std::uint64_t link, std::uint32_t at_once) noexcept {
    return ask("hang_up", raw, at_once <= 1,
               [&](Endpoint& endpoint) { return endpoint.hang_up(link, at_once == 1); });
  }
  static qitai_status answer(qitai_endpoint* raw, std::uint64_t question, std::uint32_t yes) noexcept {
    return ask("answer", raw, yes <= 1, [&](auto& endpoint) { return endpoint.answer(question, yes == 1); });
  }
  static qitai_status forget(qitai_endpoint* raw, qitai_str address) noexcept {
    return ask("forget", raw, there(address), [&](auto& endpoint) { return endpoint.forget(view(address)); });
  }
  static qitai_status choose_adapter(qitai_endpoint* raw, qitai_str id) noexcept {
    return ask("choose_adapter", raw, there(id),
               [&](auto& endpoint) { return endpoint.choose_adapter(view(id)); });
  }
  static qitai_status power(qitai_endpoint* raw, qitai_str id, std::uint32_t on) noexcept {
    return ask("power", raw, there(id) && on <= 1,
               [&](auto& endpoint) { return endpoint.power(view(id), on == 1); });
  }

  static qitai_transport make(const qitai_transport_info* info) {
    qitai_transport t{};
    t.struct_size = sizeof t;
    t.info = info;
    t.open = &open;
    t.close = &close;
    t.descriptors = &descriptors;
    t.next = &next;
    t.pump = &pump;
    t.visible = &visible;
    t.scan = &scan;
    t.listen = &listen;
    t.dial = &dial;
    t.send = &send;
    t.hang_up = &hang_up;
    if constexpr (requires(Endpoint & e) { e.answer(std::uint64_t{}, true); }) t.answer = &answer;
    if constexpr (requires(Endpoint & e) { e.forget(std::string_view{}); }) t.forget = &forget;
    if constexpr (requires(Endpoint & e) { e.choose_adapter(std::string_view{}); })
      t.choose_adapter = &choose_adapter;
    if constexpr (requires(Endpoint & e) { e.power(std::string_view{}, true); }) t.power = &power;
    return t;
  }
};

}  // namespace qitai::sdk
