// Seat: where players of different machines meet: one endpoint of a transport, who is near, and the partner
// that this machine talks to, one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "duel/duel.hpp"
#include "host/loader.hpp"
#include "host/transport.hpp"
#include "seat/partner.hpp"
#include "store/journal.hpp"

namespace qitai::seat {

class Lobby {
 public:
  struct Config {
    std::shared_ptr<const host::Transport> transport;
    std::array<std::uint8_t, 16> identity{};  // store::identity()
    std::string name;                         // of the player, as duel::check_name takes it
    std::vector<std::shared_ptr<const host::Variant>> games;
    duel::Random random;
    store::Journal* journal = nullptr;
    std::function<std::int64_t()> price{};  // as Partner::Config has it
    // Whether this player wants nothing of the machine at that address: it is not among the peers, and its
    // calls end at once, without a word. May be empty.
    std::function<bool(std::string_view address)> blocked{};
  };
  // Error "transport": the plugin could not.
  static Result<std::unique_ptr<Lobby>> open(Config config);

  // Its own calls throw host::PluginFault; those of this class never do, see fault().
  [[nodiscard]] host::Endpoint& endpoint() { return endpoint_; }
  [[nodiscard]] const host::Transport& transport() const { return *config_.transport; }
  [[nodiscard]] const Config& config() const { return config_; }
  // The plugin broke its contract, and how, for the log: the endpoint is closed and nothing more happens;
  // empty: it has not.
  [[nodiscard]] const std::string& fault() const { return fault_; }

  // Wishes, as of host::Endpoint; what hinders them is told by hindrance(). scan() and listen() stand until
  // they are changed; while a partner is there nobody else's call is taken.
  void show(std::optional<std::uint32_t> seconds);
  void scan(bool on);
  void listen(bool on);
  // What the player is called from now on, as duel::check_name takes it; a partner who is there keeps what it
  // was told. After it: show().
  void rename(std::string name) { config_.name = std::move(name); }
  // Why a wish is not fulfilled: an id of the transport's failures; empty: it is, or was not uttered.
  [[nodiscard]] const std::string& hindrance(host::event::What which) const;

  // The player's question that was told first and is not over; null: none.
  [[nodiscard]] const host::event::Pairing* question() const {
    return questions_.empty() ? nullptr : &questions_.front();
  }
  // The player's answer to question().
  void answer(bool yes);
  // Switches an adapter of adapters() on or off, where it can be.
  void power(std::string_view adapter, bool on);
  // What the transport could be used with, in the order in which it was told.
  [[nodiscard]] const std::vector<host::AdapterInfo>& adapters() const { return adapters_; }

  // Who is near and not blocked, in the order in which they were found.
  [[nodiscard]] const std::vector<host::PeerInfo>& peers() const { return peers_; }

  // Calls that machine. Error "busy": a partner is there.
  Status dial(std::string_view address);
  // Goes on with the newest unfinished match of this transport, if there is one: true. Errors: "busy", those
  // of Partner::resume.
  Result<bool> resume(Now now);
  // The partner, also one that is done; null: nobody.
  [[nodiscard]] Partner* partner() { return partner_.get(); }
  // Says good-bye to the partner; what is still to be sent leaves while the lobby is pumped.
  void leave(Now now);
  // Ends it at once, without waiting for what is still to be sent.
  void forget_partner();
  // Somebody was blocked, or is no longer: as if he had gone, or had only now been found.
  void look_at_blocked();

  // Does what is due: the endpoint's events, the partner. Call it when a descriptor is ready, when next_wake
  // has come, when the journal has news, and after every other call. True: something was told.
  bool pump(Now now);
  // What is to be polled until the next call.
  [[nodiscard]] std::vector<host::Endpoint::Descriptor> descriptors();
  [[nodiscard]] Now next_wake() const;

 private:
  Lobby(Config config, host::Endpoint endpoint)
      : config_(std::move(config)), endpoint_(std::move(endpoint)) {}
  [[nodiscard]] Partner::Config partner_config(duel::Role role, std::string_view address) const;
  Status resume(const store::Unfinished& kept, std::string_view address, Now now);
  void take(const host::TransportEvent& event, Now now);
  void take_call(const host::LinkInfo& link, Now now);
  [[nodiscard]] Partner* owner(host::LinkId link);
  [[nodiscard]] bool is_blocked(std::string_view address) const;
  // Calls the endpoint; a plugin's fault is kept.
  template <class Call>
  void guarded(Call call);

  Config config_;
  host::Endpoint endpoint_;
  bool listens_ = false;
  std::array<std::string, 3> hindrance_;
  std::string fault_;
  std::vector<host::PeerInfo> found_, peers_;  // all, and those of them that are not blocked
  std::vector<host::event::Pairing> questions_;
  std::vector<host::AdapterInfo> adapters_;
  std::unique_ptr<Partner> partner_;
};

}  // namespace qitai::seat
