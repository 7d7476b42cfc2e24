#include "host/transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <set>

#include "base/utf8.hpp"
#include "host/call.hpp"

namespace qitai::host {
namespace {

constexpr std::uint32_t kMostDescriptors = 128;
constexpr std::size_t kMostQuestions = 16;

qitai_str raw(std::string_view text) {
  return {text.data(), text.size()};
}

bool is_address(qitai_str text, std::size_t most) {
  if (text.size == 0 || text.size > most || text.data == nullptr) return false;
  const std::string_view view = as_view(text);
  return std::all_of(view.begin(), view.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

// Signs that show nothing or turn the text around them: in a name they only serve to deceive.
bool is_hidden_sign(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0xAD || c == 0x061C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

// A name from outside as it may be shown.
std::string showable(qitai_str text) {
  if (text.data == nullptr) return {};
  const std::string whole = utf8::repaired({text.data, std::min<std::uint64_t>(text.size, 4096)});
  std::string name;
  std::string_view rest = whole;
  while (const auto point = utf8::next(rest)) {
    std::string sign;
    if (!is_hidden_sign(*point)) utf8::append(sign, *point);
    if (name.size() + sign.size() > QITAI_TRANSPORT_NAME) break;
    name += sign;
  }
  return name;
}

}  // namespace

// What is kept of an endpoint to check the plugin by, and where its events arrive.
struct Endpoint::Impl {
  enum class Stage : std::uint8_t { kDialling, kOpen, kEnding };
  struct Link {
    Stage stage = Stage::kDialling;
    std::uint32_t mtu = 0;
    bool blocked = false;  // send answered QITAI_WOULD_BLOCK, writable has not been told
  };

  explicit Impl(std::shared_ptr<const Transport> from) : transport(std::move(from)) {
    raw_events.struct_size = sizeof raw_events;
    raw_events.ctx = this;
    raw_events.state = &Impl::on_state;
    raw_events.found = &Impl::on_found;
    raw_events.gone = &Impl::on_gone;
    raw_events.incoming = &Impl::on_incoming;
    raw_events.opened = &Impl::on_opened;
    raw_events.received = &Impl::on_received;
    raw_events.writable = &Impl::on_writable;
    raw_events.closed = &Impl::on_closed;
    raw_events.pairing = &Impl::on_pairing;
    raw_events.pairing_over = &Impl::on_pairing_over;
    raw_events.adapter = &Impl::on_adapter;
    raw_events.adapter_gone = &Impl::on_adapter_gone;
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { shut(); }

  [[nodiscard]] const qitai_transport& api() const { return transport->api_; }
  void shut() {
    if (raw_endpoint != nullptr) api().close(std::exchange(raw_endpoint, nullptr));
  }
  // Ends the endpoint: what the plugin does from here on means nothing any more.
  [[noreturn]] void fault(std::string_view function, std::string_view what) {
    broken =
        fmt::format("the transport \"{}\" broke its contract: {}() {}", transport->info().id, function, what);
    shut();
    throw PluginFault(broken);
  }
  qitai_endpoint* live() {
    if (!broken.empty()) throw PluginFault(broken);
    return raw_endpoint;
  }
  void demand(std::string_view function, qitai_status status) {
    if (status != QITAI_OK) fault(function, "answered " + status_name(status));
  }

  // ---- what arrives during pump. Nothing is thrown to the plugin.

  // Runs `take`, which answers a complaint or nothing.
  template <typename Take>
  static qitai_status arrive(void* ctx, const char* what, Take take) noexcept {
    Impl& self = *static_cast<Impl*>(ctx);
    if (!self.pumping) return QITAI_BAD_ARGUMENT;
    if (!self.complaint.empty()) return QITAI_ERROR;
    try {
      std::string complaint;
      if (++self.told > QITAI_TRANSPORT_EVENTS) {
        complaint = "told too many events at once";
      } else {
        complaint = take(self);
      }
      if (complaint.empty()) return QITAI_OK;
      self.complaint = fmt::format("{}: {}", what, complaint);
    } catch (const std::exception& problem) {
      self.failed = std::current_exception();
      self.complaint = what;
    }
    return QITAI_ERROR;
  }
  // A struct that the plugin filled, in the shape of this build.
  template <typename T>
  static std::optional<T> copied(const T* given) {
    std::uint32_t size = 0;
    if (given == nullptr) return std::nullopt;
    std::memcpy(&size, given, sizeof size);
    if (size < sizeof(T)) return std::nullopt;
    T copy;
    std::memcpy(&copy, given, sizeof copy);
    return copy;
  }
  // An id of a failure, or empty.
  [[nodiscard]] std::optional<std::string> failure_of(qitai_str text) const {
    if (text.size == 0) return std::string();
    if (!readable(text, kMaxIdBytes) || transport->info().failure(as_view(text)) == nullptr)
      return std::nullopt;
    return std::string(as_view(text));
  }
  static std::optional<PeerInfo> peer_of(const qitai_peer* given) {
    const auto peer = copied(given);
    if (!peer || !is_address(peer->address, QITAI_TRANSPORT_ADDRESS)) return std::nullopt;
    PeerInfo info;
    info.address = as_view(peer->address);
    info.name = showable(peer->name);
    if ((peer->flags & QITAI_PEER_GAME) != 0) {
      info.has_game = true;
    } else if ((peer->flags & QITAI_PEER_ASKED) != 0) {
      info.has_game = false;
    }
    info.known = (peer->flags & QITAI_PEER_KNOWN) != 0;
    if (peer->signal >= QITAI_SIGNAL_WEAK && peer->signal <= QITAI_SIGNAL_STRONG)
      info.signal = static_cast<Signal>(peer->signal);
    return info;
  }
  static std::optional<LinkInfo> link_of(const qitai_link* given) {
    const auto link = copied(given);
    if (!link || link->mtu < QITAI_TRANSPORT_MESSAGE || link->mtu > QITAI_TRANSPORT_MTU_MAX)
      return std::nullopt;
    auto peer = peer_of(link->peer);
    if (!peer) return std::nullopt;
    return LinkInfo{link->id, link->mtu, (link->flags & QITAI_LINK_CIPHERED) != 0,
                    (link->flags & QITAI_LINK_PAIRED) != 0, std::move(*peer)};
  }

  static qitai_status on_state(void* ctx, std::uint32_t which, std::uint32_t on, qitai_str failure) noexcept {
    return arrive(ctx, "state", [&](Impl& self) -> std::string {
      const auto why = self.failure_of(failure);
      if (on > 1 || !why) return "with an unknown failure, or neither on nor off";
      if (which > QITAI_STATE_LISTEN) return {};  // of a later version
      if (on == 1 && (!why->empty() || !self.wished.at(which))) return "on, though hindered or not wished";
      self.events.emplace_back(event::State{static_cast<event::What>(which), on == 1, *why});
      return {};
    });
  }
  static qitai_status on_found(void* ctx, const qitai_peer* given) noexcept {
    return arrive(ctx, "found", [&](Impl& self) -> std::string {
      auto peer = peer_of(given);
      if (!peer) return "a peer that cannot be read";
      if (!self.wished.at(QITAI_STATE_SCAN)) return "though nobody looks";
      self.peers.insert(peer->address);
      if (self.peers.size() > QITAI_TRANSPORT_PEERS) return "too many peers";
      self.events.emplace_back(event::Found{std::move(*peer)});
      return {};
    });
  }
  static qitai_status on_gone(void* ctx, qitai_str address) noexcept {
    return arrive(ctx, "gone", [&](Impl& self) -> std::string {
      if (!is_address(address, QITAI_TRANSPORT_ADDRESS) ||
          self.peers.erase(std::string(as_view(address))) == 0)
        return "a peer that was not found";
      self.events.emplace_back(event::Gone{std::string(as_view(address))});
      return {};
    });
  }
  static qitai_status on_incoming(void* ctx, const qitai_link* given) noexcept {
    return arrive(ctx, "incoming", [&](Impl& self) -> std::string {
      auto link = link_of(given);
      if (!link) return "a link that cannot be read";
      if (!self.wished.at(QITAI_STATE_LISTEN)) return "though nobody listens";
      if (link->id <= self.last_link) return fmt::format("the link {} after {}", link->id, self.last_link);
      if (self.links.size() >= self.transport->info().links_max) return "too many links";
      self.last_link = link->id;
      self.links.emplace(link->id, Link{Stage::kOpen, link->mtu, false});
      self.events.emplace_back(event::Incoming{std::move(*link)});
      return {};
    });
  }
  static qitai_status on_opened(void* ctx, const qitai_link* given) noexcept {
    return arrive(ctx, "opened", [&](Impl& self) -> std::string {
      auto link = link_of(given);
      if (!link) return "a link that cannot be read";
      const auto at = self.links.find(link->id);
      if (at == self.links.end() || at->second.stage != Stage::kDialling)
        return fmt::format("the link {}, which is not being dialled", link->id);
      at->second = {Stage::kOpen, link->mtu, false};
      self.events.emplace_back(event::Opened{std::move(*link)});
      return {};
    });
  }
  static qitai_status on_received(void* ctx, LinkId id, const void* bytes, std::uint64_t size) noexcept {
    return arrive(ctx, "received", [&](Impl& self) -> std::string {
      const auto at = self.links.find(id);
      if (at == self.links.end() || at->second.stage != Stage::kOpen)
        return fmt::format("from the link {}, which is not open", id);
      if (bytes == nullptr || size == 0 || size > at->second.mtu)
        return fmt::format("{} bytes, expected 1 to {}", size, at->second.mtu);
      self.events.emplace_back(
          event::Received{id, std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size))});
      return {};
    });
  }
  static qitai_status on_writable(void* ctx, LinkId id) noexcept {
    return arrive(ctx, "writable", [&](Impl& self) -> std::string {
      const auto at = self.links.find(id);
      if (at == self.links.end() || at->second.stage != Stage::kOpen ||
          !std::exchange(at->second.blocked, false))
        return fmt::format("the link {}, which was not waited for", id);
      self.events.emplace_back(event::Writable{id});
      return {};
    });
  }
  static qitai_status on_closed(void* ctx, LinkId id, qitai_str failure) noexcept {
    return arrive(ctx, "closed", [&](Impl& self) -> std::string {
      const auto at = self.links.find(id);
      if (at == self.links.end()) return fmt::format("the link {}, which is not there", id);
      const auto why = self.failure_of(failure);
      if (!why || (why->empty() && at->second.stage != Stage::kEnding))
        return fmt::format("the link {} without a reason that is known", id);
      self.links.erase(at);
      self.events.emplace_back(event::Closed{id, *why});
      return {};
    });
  }
  static qitai_status on_pairing(void* ctx, const qitai_pairing* given) noexcept {
    return arrive(ctx, "pairing", [&](Impl& self) -> std::string {
      const auto question = copied(given);
      auto peer = question ? peer_of(question->peer) : std::nullopt;
      if (!peer || question->number > 999'999) return "a question that cannot be read";
      if (!self.transport->info().pairs) return "though this transport does not pair";
      if (question->id <= self.last_question) return "a question twice";
      if (question->kind < QITAI_PAIRING_COMPARE || question->kind > QITAI_PAIRING_SHOW)
        return "a question of an unknown kind";
      if (self.questions.size() >= kMostQuestions) return "too many questions";
      self.last_question = question->id;
      self.questions.insert(question->id);
      const auto kind = static_cast<event::Pairing::Kind>(question->kind);
      self.events.emplace_back(event::Pairing{
          question->id, kind, std::move(*peer),
          kind == event::Pairing::Kind::kAllow ? std::string() : fmt::format("{:06}", question->number),
          question->seconds});
      return {};
    });
  }
  static qitai_status on_pairing_over(void* ctx, std::uint64_t id) noexcept {
    return arrive(ctx, "pairing_over", [&](Impl& self) -> std::string {
      if (self.questions.erase(id) == 0) return "a question that was not asked";
      self.events.emplace_back(event::PairingOver{id});
      return {};
    });
  }
  static qitai_status on_adapter(void* ctx, const qitai_adapter* given) noexcept {
    return arrive(ctx, "adapter", [&](Impl& self) -> std::string {
      const auto adapter = copied(given);
      if (!adapter || !is_address(adapter->id, QITAI_TRANSPORT_ADDRESS))
        return "an adapter that cannot be read";
      const auto why = self.failure_of(adapter->failure);
      if (!why) return "with an unknown failure";
      AdapterInfo info{std::string(as_view(adapter->id)), showable(adapter->name), *why,
                       (adapter->flags & QITAI_ADAPTER_CHOSEN) != 0,
                       (adapter->flags & QITAI_ADAPTER_POWER) != 0};
      self.adapters.insert(info.id);
      if (self.adapters.size() > QITAI_TRANSPORT_ADAPTERS) return "too many adapters";
      self.events.emplace_back(event::Adapter{std::move(info)});
      return {};
    });
  }
  static qitai_status on_adapter_gone(void* ctx, qitai_str id) noexcept {
    return arrive(ctx, "adapter_gone", [&](Impl& self) -> std::string {
      if (!is_address(id, QITAI_TRANSPORT_ADDRESS) || self.adapters.erase(std::string(as_view(id))) == 0)
        return "an adapter that was not told of";
      self.events.emplace_back(event::AdapterGone{std::string(as_view(id))});
      return {};
    });
  }

  std::shared_ptr<const Transport> transport;
  qitai_endpoint* raw_endpoint = nullptr;
  qitai_transport_events raw_events{};
  std::string broken;  // the sentence, once the plugin broke its contract

  std::array<bool, 3> wished{};  // by QITAI_STATE_…
  std::set<std::string> peers, adapters;
  std::set<std::uint64_t> questions;
  std::map<LinkId, Link> links;
  LinkId last_link = 0;
  std::uint64_t last_question = 0;

  bool pumping = false;
  std::uint32_t told = 0;
  std::string complaint;
  std::exception_ptr failed;
  std::vector<TransportEvent> events;
};

Endpoint::Endpoint(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Endpoint::Endpoint(Endpoint&& other) noexcept = default;
Endpoint& Endpoint::operator=(Endpoint&& other) noexcept = default;
Endpoint::~Endpoint() = default;

Result<Endpoint> Transport::open(const std::array<std::uint8_t, 16>& identity) const {
  auto impl = std::make_unique<Endpoint::Impl>(shared_from_this());
  qitai_endpoint_start start{};
  start.struct_size = sizeof start;
  std::copy(identity.begin(), identity.end(), start.identity);
  const qitai_status status = api_.open(&start, &impl->raw_endpoint);
  if (status != QITAI_OK || impl->raw_endpoint == nullptr) {
    impl->raw_endpoint = nullptr;
    return Error{"transport",
                 fmt::format("The transport \"{}\" cannot be opened: open() answered {}{}.", info_.id,
                             status_name(status), status == QITAI_OK ? " without an endpoint" : "")};
  }
  return Endpoint(std::move(impl));
}

const Transport& Endpoint::transport() const {
  return *impl_->transport;
}

std::vector<Endpoint::Descriptor> Endpoint::descriptors() const {
  std::array<qitai_descriptor, kMostDescriptors> raw_list{};
  std::uint32_t count = 0;
  const qitai_endpoint* const endpoint = impl_->live();
  const qitai_status status = impl_->api().descriptors(endpoint, raw_list.data(), kMostDescriptors, &count);
  impl_->demand("descriptors", status);
  if (count > kMostDescriptors) impl_->fault("descriptors", fmt::format("filled {}", count));
  std::vector<Descriptor> list;
  list.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const qitai_descriptor& one = raw_list.at(i);
    if (one.fd < 0) impl_->fault("descriptors", fmt::format("names the descriptor {}", one.fd));
    list.push_back({one.fd, (one.events & QITAI_POLL_IN) != 0, (one.events & QITAI_POLL_OUT) != 0});
  }
  return list;
}

std::int64_t Endpoint::next() const {
  std::int64_t at = kNever;
  impl_->demand("next", impl_->api().next(impl_->live(), &at));
  return at;
}

std::vector<TransportEvent> Endpoint::pump(std::int64_t now) {
  Impl& self = *impl_;
  qitai_endpoint* const endpoint = self.live();
  self.told = 0;
  self.pumping = true;
  const qitai_status status = self.api().pump(endpoint, now, &self.raw_events);
  self.pumping = false;
  if (self.failed) {  // an exception of ours, of which the plugin knows nothing
    self.broken =
        fmt::format("the endpoint of \"{}\" is closed: an event could not be taken", transport().info().id);
    self.shut();
    std::rethrow_exception(std::exchange(self.failed, nullptr));
  }
  if (!self.complaint.empty()) self.fault("pump", "told of " + self.complaint);
  self.demand("pump", status);
  return std::exchange(self.events, {});
}

bool Endpoint::visible(std::string_view name, std::optional<std::uint32_t> seconds) {
  if (!transport().info().shows) return false;
  const std::string cut = showable(raw(name));
  // The largest number means something else.
  const std::uint32_t time = seconds ? std::min(*seconds, UINT32_MAX - 1) : UINT32_MAX;
  qitai_endpoint* const endpoint = impl_->live();
  impl_->wished.at(QITAI_STATE_VISIBLE) = time != 0;
  impl_->demand("visible", impl_->api().visible(endpoint, raw(cut), time));
  return true;
}

bool Endpoint::scan(bool on) {
  if (!transport().info().finds) return false;
  qitai_endpoint* const endpoint = impl_->live();
  impl_->wished.at(QITAI_STATE_SCAN) = on;
  if (!on) impl_->peers.clear();
  impl_->demand("scan", impl_->api().scan(endpoint, on ? 1 : 0));
  return true;
}

void Endpoint::listen(bool on) {
  qitai_endpoint* const endpoint = impl_->live();
  impl_->wished.at(QITAI_STATE_LISTEN) = on;
  impl_->demand("listen", impl_->api().listen(endpoint, on ? 1 : 0));
}

std::pair<Endpoint::Dialled, LinkId> Endpoint::dial(std::string_view address) {
  qitai_endpoint* const endpoint = impl_->live();
  if (!is_address(raw(address), QITAI_TRANSPORT_ADDRESS)) return {Dialled::kBadAddress, 0};
  if (impl_->links.size() >= transport().info().links_max) return {Dialled::kTooMany, 0};
  LinkId id = 0;
  const qitai_status status = impl_->api().dial(endpoint, raw(address), &id);
  if (status == QITAI_REFUSED) return {Dialled::kBadAddress, 0};
  if (status == QITAI_WOULD_BLOCK) return {Dialled::kTooMany, 0};
  impl_->demand("dial", status);
  if (id <= impl_->last_link)
    impl_->fault("dial", fmt::format("gave the link {} after {}", id, impl_->last_link));
  impl_->last_link = id;
  impl_->links.emplace(id, Impl::Link{});
  return {Dialled::kDialling, id};
}

Endpoint::Sent Endpoint::send(LinkId link, std::string_view bytes) {
  qitai_endpoint* const endpoint = impl_->live();
  const auto at = impl_->links.find(link);
  if (at == impl_->links.end() || at->second.stage != Impl::Stage::kOpen) return Sent::kEnding;
  if (bytes.empty() || bytes.size() > at->second.mtu) return Sent::kBadSize;
  const qitai_status status = impl_->api().send(endpoint, link, bytes.data(), bytes.size());
  if (status == QITAI_REFUSED) return Sent::kEnding;
  if (status == QITAI_WOULD_BLOCK) {
    at->second.blocked = true;
    return Sent::kWouldBlock;
  }
  impl_->demand("send", status);
  return Sent::kTaken;
}

void Endpoint::hang_up(LinkId link, bool at_once) {
  qitai_endpoint* const endpoint = impl_->live();
  const auto at = impl_->links.find(link);
  if (at == impl_->links.end()) return;
  at->second.stage = Impl::Stage::kEnding;
  impl_->demand("hang_up", impl_->api().hang_up(endpoint, link, at_once ? 1 : 0));
}

bool Endpoint::answer(std::uint64_t question, bool yes) {
  qitai_endpoint* const endpoint = impl_->live();
  if (impl_->api().answer == nullptr || impl_->questions.count(question) == 0) return false;
  impl_->demand("answer", impl_->api().answer(endpoint, question, yes ? 1 : 0));
  return true;
}

bool Endpoint::forget(std::string_view address) {
  qitai_endpoint* const endpoint = impl_->live();
  if (impl_->api().forget == nullptr || !is_address(raw(address), QITAI_TRANSPORT_ADDRESS)) return false;
  const qitai_status status = impl_->api().forget(endpoint, raw(address));
  if (status == QITAI_REFUSED) return false;
  impl_->demand("forget", status);
  return true;
}

bool Endpoint::choose_adapter(std::string_view id) {
  qitai_endpoint* const endpoint = impl_->live();
  if (impl_->api().choose_adapter == nullptr) return false;
  if (!id.empty() && !is_address(raw(id), QITAI_TRANSPORT_ADDRESS)) return false;
  const qitai_status status = impl_->api().choose_adapter(endpoint, raw(id));
  if (status == QITAI_REFUSED) return false;
  impl_->demand("choose_adapter", status);
  return true;
}

bool Endpoint::power(std::string_view id, bool on) {
  qitai_endpoint* const endpoint = impl_->live();
  if (impl_->api().power == nullptr || impl_->adapters.count(std::string(id)) == 0) return false;
  const qitai_status status = impl_->api().power(endpoint, raw(id), on ? 1 : 0);
  if (status == QITAI_REFUSED) return false;
  impl_->demand("power", status);
  return true;
}

}  // namespace qitai::host
