// Two machines that play a game with hidden pieces or chance, each with its Hidden and the referee of its own
// seat, over byte strings in virtual time: what a duel's match does with Hidden, and nothing else of it. Side
// 0 orders. The link may be lost and a machine killed at any moment.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "duel/hidden.hpp"
#include "duel/hidden_messages.hpp"
#include "match/referee.hpp"

namespace qitai::test {

std::shared_ptr<const host::Variant> hidden_game(std::string_view id);
match::Terms hidden_terms(std::string_view id, const std::map<std::string, std::string>& options);
duel::Random seeded(std::uint64_t seed);

struct DeskFaults {
  int loses = 0;  // once in so many messages the link is lost; 0: never
  int kills = 0;  // once in so many things that a machine has to do it is killed
};

class Desk {
 public:
  // `orderer`: the seat of side 0.
  Desk(match::Terms terms, std::uint64_t seed, host::Seat orderer = 0, DeskFaults faults = {});

  struct Side {
    host::Seat seat = 0;
    std::unique_ptr<duel::Hidden> hidden;
    std::unique_ptr<match::Referee> referee;
    std::vector<std::string> journal;                          // of Hidden, durable
    std::vector<std::pair<std::string, std::string>> commits;  // wire intent, public hash: durable
    std::optional<match::Intent> wish;                         // of the follower, durable
    bool flying = false;                                       // its wish is on its way
    std::vector<std::string> sent;                             // payloads of Hidden, in order
    std::string cut;                                           // why it has cut the other side off
    std::string layout;
  };
  // Something that a side says, before it leaves: may be changed, or swallowed (false).
  std::function<bool(int side, std::string& payload)> tamper;
  // What a side plays instead of a random legal move.
  std::function<std::optional<host::Move>(Side&)> chooses;

  Side& side(int which) { return sides_[static_cast<std::size_t>(which)]; }
  Side& of(host::Seat seat) { return sides_[sides_[0].seat == seat ? 0 : 1]; }

  // Both set up (where there is anything to set up) with these layouts, empty: drawn from the seed.
  void set_up(const std::string& first = {}, const std::string& second = {});
  // One message passes, or somebody acts. False: nothing more happens.
  bool step();
  // Until nothing more happens, or `done`.
  void run(const std::function<bool()>& done = {});
  // The side with the move makes it; returns with the messages under way.
  void move(host::Seat seat, host::Move move);
  void want(int which, match::Intent intent);
  void lose_link();
  void kill(int which);
  void pass_time(duel::Now time);

  [[nodiscard]] bool over() const;
  [[nodiscard]] std::string describe() const;
  // Both know the same, and whatever was said again was said byte for byte.
  void check_alike() const;
  int plies = 0, most_plies = 400;
  int losses = 0, killed = 0, turns = 0, shares = 0, openings = 0;
  duel::Now now = 1'000'000;

 private:
  struct Packet {
    enum class Kind { kHidden, kPropose, kCommit, kGo, kRefused } kind = Kind::kHidden;
    std::string bytes, hash;
    std::uint32_t number = 0;
  };
  [[nodiscard]] duel::HiddenConfig config(int which) const;
  void collect(int which);  // what Hidden asks for
  void send(int which, Packet packet);
  void connect();
  void hear(int which, const Packet& packet);
  void follow(int which);
  bool order(match::Intent intent);
  void order_due();
  void take_commit(const Packet& packet);
  bool act();
  void propose();
  void check_said(int which, const std::string& payload);
  bool happens(int once_in) { return once_in > 0 && random_() % static_cast<unsigned>(once_in) == 0; }

  match::Terms terms_;
  DeskFaults faults_;
  std::mt19937_64 random_;
  std::array<Side, 2> sides_;
  std::array<std::deque<Packet>, 2> inbox_;  // of each side
  std::array<std::map<std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t>, std::string>, 2> said_;
  bool linked_ = false;
};

}  // namespace qitai::test
