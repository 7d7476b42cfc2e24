// Tests: days of a cabinet that takes coins, on a clock that is made: guests who pay, play, sign, walk away,
// a plugin that fails and dies, power cuts, pads that come and go, a wall clock that jumps. The test keeps
// books of its own.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cabinets.hpp"
#include "seat/random.hpp"

namespace qitai::testing {

class Month {
 public:
  explicit Month(std::uint64_t seed);
  ~Month();
  Month(const Month&) = delete;
  Month& operator=(const Month&) = delete;

  // A day from its first hour to its last; what the cabinet has counted is compared at its end.
  void day();
  // Bytes in use, with nothing going on.
  [[nodiscard]] std::int64_t memory();
  // Power cuts, games and faults so far.
  [[nodiscard]] int cuts() const { return cuts_; }
  [[nodiscard]] std::int64_t counted(store::Tally what) const;

 private:
  using Key = std::pair<store::Tally, std::string>;

  // The wall clock, in seconds since 1970.
  [[nodiscard]] std::int64_t wall() const;
  [[nodiscard]] std::int64_t local_day() const;
  void add(store::Tally what, const std::string& variant = {}, std::int64_t by = 1);
  void compare();

  void open();
  void power_cut();
  // Time goes by until that hour of the day, some minutes past.
  void until(int hour);
  void visit();
  void coin();
  void pay(std::int64_t credits);

  // From wherever the cabinet is to the terms of that game.
  void to_terms(const std::string& variant, std::string_view entry);
  void sign();
  // Pays and begins; whoever signed is booked at its end.
  void begin(const std::string& variant, std::int64_t credits);
  void moves(int most);
  void end();
  void settle_end(const std::string& variant);
  void leave_unplayed();
  void walk_away();
  void go_on();
  void faults();
  void dies();
  void lose_pad();
  [[nodiscard]] menu::Session& session();

  Scratch scratch_;
  std::filesystem::path data_;
  std::unique_ptr<Tour> tour_;
  seat::RandomPlayer random_;
  std::int64_t start_;     // the wall clock when the tour's is 0
  std::int64_t skew_ = 0;  // by how much the wall clock is wrong
  int today_ = 0;
  int cuts_ = 0, disks_ = 0;
  std::vector<std::string> set_aside_, deaths_;
  bool interrupted_ = false;  // a match stands in the journal

  store::Purse purse_;
  std::map<Key, std::int64_t> life_, before_reset_;
  std::map<std::int64_t, std::map<Key, std::int64_t>> days_;
  std::array<std::int64_t, 24> hours_{};
  // By game and name, and how it stood.
  std::map<std::string, std::map<std::string, std::array<std::int64_t, store::kBookings>>> books_;
};

}  // namespace qitai::testing
