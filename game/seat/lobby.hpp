// Seat: where players of different machines meet: one endpoint of a transport, who is near, and the partner
// that this machine talks to, one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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
  };
  // Error "transport": the plugin could not.
  static Result<std::unique_ptr<Lobby>> open(Config config);

  [[nodiscard]] host::Endpoint& endpoint() { return endpoint_; }
  [[nodiscard]] const host::Transport& transport() const { return *config_.transport; }

  // Wishes, as of host::Endpoint; what hinders them is told by hindrance(). scan() and listen() stand until
  // they are changed; while a partner is there nobody else's call is taken.
  void show(std::optional<std::uint32_t> seconds);
  void scan(bool on);
  void listen(bool on);
  // Why a wish is not fulfilled: an id of the transport's failures; empty: it is, or was not uttered.
  [[nodiscard]] const std::string& hindrance(host::event::What which) const;

  // Who is near, in the order in which they were found.
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
  // A partner that is done is forgotten, and the next may come.
  void forget_partner();

  // Does what is due: the endpoint's events, the partner. Call it when a descriptor is ready, when next_wake
  // has come, when the journal has news, and after every other call.
  void pump(Now now);
  [[nodiscard]] Now next_wake() const;

 private:
  Lobby(Config config, host::Endpoint endpoint)
      : config_(std::move(config)), endpoint_(std::move(endpoint)) {}
  [[nodiscard]] Partner::Config partner_config(duel::Role role, std::string_view address) const;
  void take(const host::TransportEvent& event, Now now);
  void take_call(const host::LinkInfo& link, Now now);
  [[nodiscard]] Partner* owner(host::LinkId link);

  Config config_;
  host::Endpoint endpoint_;
  bool listens_ = false;
  std::array<std::string, 3> hindrance_;
  std::vector<host::PeerInfo> peers_;
  std::unique_ptr<Partner> partner_;
};

}  // namespace qitai::seat
