// Seat: the far player. This header: one partner on a far machine, from the first connection to the last
// match: drives a duel (duel/duel.hpp) over the links of an endpoint, and keeps its matches in the journal.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "duel/duel.hpp"
#include "host/transport.hpp"
#include "seat/table.hpp"
#include "store/journal.hpp"

namespace qitai::seat {

class Partner {
 public:
  struct Config {
    duel::DuelConfig duel;
    std::string address;                    // to dial; of a listener where the last call came from
    std::string device;                     // names the far machine in the journal and in the books
    store::Journal* journal = nullptr;      // null: nothing is kept, everything counts as durable at once
    std::function<std::int64_t()> price{};  // of a match that begins now, in credits; empty: it costs nothing
  };

  // A new partner. A dialler dials at once. Error: that of duel::Duel::begin.
  static Result<std::unique_ptr<Partner>> meet(Config config, host::Endpoint& endpoint);
  // The partner of an unfinished match, which goes on when the link is there again. Errors: those of
  // duel::Duel::resume.
  static Result<std::unique_ptr<Partner>> resume(Config config, host::Endpoint& endpoint,
                                                 const store::Unfinished& kept, Now now);

  // Writes the result of a match that resume() refuses as "ended", which the power kept from being written.
  // What cannot be read any more stays as it is.
  static void finish(const Config& config, const store::Unfinished& kept, Now now);

  // An end that the other side may not know yet is in the journal as well.
  ~Partner();
  Partner(const Partner&) = delete;
  Partner& operator=(const Partner&) = delete;

  // From the endpoint, of this partner's links. connected(): one that was dialled here, or whose call was
  // taken.
  void connected(host::LinkId link, Now now);
  void received(host::LinkId link, std::string_view bytes, Now now);
  void writable();
  // `failure`: an id of the transport, empty: hung up here.
  void closed(host::LinkId link, const std::string& failure, Now now);
  // Ends all its links at once.
  void hang_up();
  // Whether that link is one of this partner's.
  [[nodiscard]] bool has(host::LinkId link) const;

  // What the player wants; everything else is the duel's own. After each call: poll().
  [[nodiscard]] duel::Duel& duel() { return *duel_; }
  [[nodiscard]] const duel::Duel& duel() const { return *duel_; }
  [[nodiscard]] const Config& config() const { return config_; }
  // A table of the match that began last, for screens and bots; null before. The partner outlives it.
  [[nodiscard]] std::unique_ptr<Table> table();

  // How often the referee of the last match was replayed (duel::Event::Kind::kReplayed): what was read of it
  // before is void.
  [[nodiscard]] std::uint32_t replays() const { return replays_; }
  // How the last match has ended, with what the openings of hidden pieces have brought to light; nothing
  // while it goes on, and while they are awaited.
  [[nodiscard]] std::optional<match::Event> end() const;
  // The other side was gone before it had the last match: nothing of it was played or counts.
  [[nodiscard]] bool never_began() const;

  // What happened, for the screen.
  std::vector<duel::Event> take_events();
  // Why the first connection came to nothing: an id of the transport's failures; empty: it has not, or not
  // yet.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  // The first connection came to nothing because what was to be dialled is no address of this transport.
  [[nodiscard]] bool bad_address() const { return bad_address_; }
  // Nothing more comes of this partner: no link, none to come, and everything said and kept.
  [[nodiscard]] bool done() const;

  void poll(Now now);
  [[nodiscard]] Now next_wake() const;

 private:
  friend class FarTable;
  Partner(Config config, host::Endpoint& endpoint, std::unique_ptr<duel::Duel> duel);
  void settle(Now now);
  void take_events_of_duel();
  // What is to be written of a match that has ended.
  struct Ending {
    match::Event event;
    std::vector<store::Booking> bookings;
    std::vector<store::Count> counts;
    bool nothing = false;  // it never began
    bool unmoved = false;  // nobody had moved
  };
  [[nodiscard]] static Ending ending_of(const duel::Match& match, const std::string& device);
  static store::Ticket write(store::Journal& journal, store::MatchId id, const Ending& ending);
  [[nodiscard]] bool has_kept_match() const;
  void note_end();
  void keep(const std::string& entry);
  void keep_rest();
  void finish_match(bool for_good = false);
  void do_outs(Now now);
  void do_next_outs(Now now);
  [[nodiscard]] bool all_kept() const;
  [[nodiscard]] std::uint32_t durable_events() const;

  Config config_;
  host::Endpoint& endpoint_;
  std::unique_ptr<duel::Duel> duel_;
  std::vector<host::LinkId> links_;
  bool met_ = false;
  std::uint32_t replays_ = 0;  // of the referee
  std::string failure_;
  bool bad_address_ = false;
  std::vector<duel::Event> events_;
  std::deque<duel::Out> outs_;
  bool blocked_ = false;  // until the endpoint says that there is room

  store::MatchId match_ = 0;      // in the journal; 0: none is kept
  Digest kept_{};                 // its id
  std::optional<Ending> ending_;  // its own: the duel knows that of the last match alone
  std::uint32_t entries_ = 0;
  std::deque<store::Ticket> pending_;
  std::uint32_t durable_ = 0;  // events
  bool finished_ = false;      // the journal has its result
  bool booked_ = false;        // that it was broken off
  std::int64_t returned_ = 0;  // credits that its end has given back
  std::string trouble_;
  Now checkpointed_ = 0;
};

}  // namespace qitai::seat
