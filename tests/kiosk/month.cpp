#include "month.hpp"

#include <malloc.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "match/scores.hpp"
#include "menu/guest_name.hpp"
#include "menu/title_screen.hpp"

namespace qitai::testing {
namespace {

using platform::Action;
using store::Tally;

constexpr std::int64_t kHour = 3600, kDay = 24 * kHour;
constexpr std::int64_t kZone = 8 * kHour;  // Shanghai, where no clock is put forward
// 2026-03-02, 00:00 in Shanghai.
constexpr std::int64_t kMonday = 1'772'380'800;
constexpr std::string_view kNames[] = {"KIM", "A1", "ZOE", "福", "虎", "鹤"};

// The plugin that fails and dies when it is told to, and its game.
constexpr const char* kFragilePlugin = "../plugins_kiosk/fragile.so";
constexpr const char* kFragile = "tictactoe";

}  // namespace

Month::Month(std::uint64_t seed) : data_(scratch_ / "disk-0"), random_(seed), start_(kMonday) {
  ::setenv("TZ", "Asia/Shanghai", 1);
  ::tzset();
  std::filesystem::create_directory(data_);
  std::ofstream(scratch_ / "config.toml") << "[kiosk]\nplay = \"coins\"\ncoins_per_credit = 2\n"
                                             "credits_each = \"player\"\n[rules]\nscored = true\n";
  open();
}

Month::~Month() {
  tour_.reset();
  ::unsetenv("QITAI_FRAGILE");
  ::unsetenv("TZ");
  ::tzset();
}

std::int64_t Month::wall() const {
  const std::int64_t ms = tour_ == nullptr ? 0 : static_cast<std::int64_t>(tour_->app().now());
  return start_ + skew_ + ms / 1000;
}

std::int64_t Month::local_day() const {
  return (wall() + kZone) / kDay;
}

void Month::add(Tally what, const std::string& variant, std::int64_t by) {
  if (by <= 0) return;
  const Key key{what, variant};
  life_[key] += by;
  days_[local_day()][key] += by;
  if (what == Tally::kGames) hours_.at(static_cast<std::size_t>((wall() + kZone) % kDay / kHour)) += by;
}

std::int64_t Month::counted(Tally what) const {
  std::int64_t sum = 0;
  for (const auto& [key, count] : life_)
    sum += key.first == what ? count : 0;
  return sum;
}

void Month::compare() {
  menu::House& house = tour_->app().house();
  const auto ledger = house.journal->ledger();
  REQUIRE(ledger.ok());
  INFO("day " << today_ << " of the month");
  CHECK(house.journal->purse() == purse_);
  CHECK(ledger->credits == purse_.credits);
  CHECK(ledger->coins == purse_.coins);
  CHECK(ledger->games_by_hour == hours_);
  std::map<Key, store::Counter> expected;
  for (const auto& [key, life] : life_) {
    const auto reset = before_reset_.find(key);
    const auto& of_day = days_[local_day()];
    const auto now = of_day.find(key);
    expected[key] = {life, life - (reset == before_reset_.end() ? 0 : reset->second),
                     now == of_day.end() ? 0 : now->second};
  }
  for (const auto& [key, counter] : expected) {
    INFO("what " << static_cast<int>(key.first) << " of \"" << key.second << '"');
    const auto found = ledger->counters.find(key);
    REQUIRE(found != ledger->counters.end());
    CHECK(found->second.life == counter.life);
    CHECK(found->second.since_reset == counter.since_reset);
    CHECK(found->second.today == counter.today);
  }
  CHECK(ledger->counters.size() == expected.size());
  for (const char* const variant : {"xiangqi", "chess", "junqi", kFragile}) {
    std::map<std::string, std::array<std::int64_t, store::kBookings>> kept;
    const auto books = house.journal->books(variant, 100);
    REQUIRE(books.ok());
    for (const store::Books& each : *books)
      kept[each.player] = each.counts;
    INFO(variant);
    CHECK(kept == books_[variant]);
  }
}

// ---------------------------------------------------------------- the machine

void Month::open() {
  TourOptions options = cabinet_in(data_, 800, 480);
  options.config = scratch_ / "config.toml";
  options.plugins = {kFragilePlugin};
  options.seconds = [this] { return wall(); };
  options.set_aside = set_aside_;
  options.deaths = deaths_;
  for (const std::string& plugin : std::exchange(deaths_, {}))
    add(Tally::kFaults, plugin);
  tour_ = std::make_unique<Tour>(options);
}

// What was durable is on the new disk; what was asked for after that never came there.
void Month::power_cut() {
  ++cuts_;
  tour_->app().house().journal->flush();
  const std::filesystem::path fresh = scratch_ / ("disk-" + std::to_string(++disks_));
  std::filesystem::create_directory(fresh);
  for (const auto& file : std::filesystem::directory_iterator(data_)) {
    const std::string name = file.path().filename();
    if (name.starts_with("journal.db") && !name.ends_with(".lock"))
      std::filesystem::copy_file(file.path(), fresh / name);
  }
  tour_->app().house().journal->insert_coin(2);
  tour_->app().house().journal->count({{Tally::kGames, "xiangqi"}});
  start_ += static_cast<std::int64_t>(tour_->app().now()) / 1000;
  tour_.reset();
  std::filesystem::remove_all(data_);
  data_ = fresh;
  open();
}

void Month::until(int hour) {
  // Whoever was there goes.
  tour_->jump(70'000);
  const std::int64_t target =
      kMonday + today_ * kDay + hour * kHour + 300 + static_cast<std::int64_t>(random_.below(1200));
  const std::int64_t left = target - (wall() - skew_);
  // Games play themselves meanwhile.
  tour_->pass(2000);
  for (std::int64_t past = 0; past < left; past += kHour)
    tour_->jump(static_cast<int>(std::min(kHour, left - past)) * 1000);
}

void Month::lose_pad() {
  const int pad = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 21, 0);
  REQUIRE(pad >= 0);
  const SDL_JoystickID id = SDL_JoystickGetDeviceInstanceID(pad);
  tour_->pass(100);
  tour_->app().press(Action::kLeft, platform::Device::kPad);
  tour_->settle();
  for (int i = 0; i < SDL_NumJoysticks(); ++i) {
    if (SDL_JoystickGetDeviceInstanceID(i) == id) SDL_JoystickDetachVirtual(i);
  }
  tour_->pass(100);
}

std::int64_t Month::memory() {
  tour_->app().house().journal->flush();
  tour_->title_of("xiangqi");
  tour_->pass(500);
  ::malloc_trim(0);
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

// ---------------------------------------------------------------- its guests

menu::Session& Month::session() {
  if (tour_->screen() == "setup") return tour_->setup().session();
  if (tour_->screen() == "result") return tour_->result().session();
  return tour_->table().session();
}

void Month::coin() {
  tour_->press(Action::kCoin);
  add(Tally::kCoins);
  if (++purse_.coins < 2) return;
  purse_.coins = 0;
  ++purse_.credits;
  add(Tally::kCredits);
}

void Month::pay(std::int64_t credits) {
  if (purse_.credits < credits) {
    // Nothing begins before it is paid for.
    tour_->activate("terms.start");
    REQUIRE(tour_->screen() == "terms");
  }
  while (purse_.credits < credits) {
    if (random_.below(8) == 0) {
      tour_->press(Action::kServiceCredit);
      ++purse_.credits;
      add(Tally::kServiceCredits);
    } else {
      coin();
    }
  }
}

void Month::to_terms(const std::string& variant, std::string_view entry) {
  if (tour_->screen() == "attract") tour_->press(Action::kSelect);
  tour_->title_of(variant);
  tour_->activate(entry);
  REQUIRE(tour_->screen() == "terms");
}

void Month::sign() {
  const std::size_t first = random_.below(std::size(kNames));
  for (std::size_t seat = 0; seat < 2; ++seat) {
    if (random_.below(3) == 0) continue;
    const std::string_view name = kNames[(first + seat) % std::size(kNames)];
    tour_->activate("terms.sign." + std::to_string(seat));
    if (menu::is_seal(name)) {
      const auto at = std::ranges::find(menu::kSeals, name) - menu::kSeals.begin();
      if (tour_->app().ui().focus().item("guest.seal.0") == nullptr) tour_->activate("guest.page");
      tour_->activate("guest.seal." + std::to_string(at));
    } else {
      if (tour_->app().ui().focus().item("guest.key.A") == nullptr) tour_->activate("guest.page");
      for (int rub = 0; rub < 3; ++rub)
        tour_->activate("guest.rub");
      for (const char letter : name)
        tour_->activate(std::string("guest.key.") + letter);
      tour_->activate("guest.done");
    }
  }
}

void Month::begin(const std::string& variant, std::int64_t credits) {
  pay(credits);
  tour_->activate("terms.start");
  if (tour_->screen() == "card") {
    tour_->activate("card.agree.0");
    tour_->activate("card.agree.1");
  }
  REQUIRE((tour_->screen() == "table" || tour_->screen() == "setup"));
  REQUIRE(session().info().id == variant);
  purse_.credits -= credits;
  add(Tally::kPlayed, {}, credits);
  add(Tally::kGames, variant);
  if (tour_->screen() == "setup") tour_->set_up_both();
  REQUIRE(tour_->screen() == "table");
}

void Month::moves(int most) {
  const seat::Now now = tour_->app().house().match_now();
  for (int ply = 0; ply < most && !session().over(); ++ply) {
    const std::optional<host::Seat> mover = session().mover();
    if (!mover || !session().here(*mover)) break;
    match::Intent intent;
    intent.kind = match::IntentKind::kMove;
    intent.seat = *mover;
    intent.move = random_.choose(session().table().referee().legal(*mover));
    if (!std::holds_alternative<match::Accepted>(session().table().submit(intent, now))) break;
  }
  tour_->settle();
}

void Month::end() {
  const std::string variant = session().info().id;
  if (!session().over()) {
    match::Intent resign;
    resign.kind = match::IntentKind::kResign;
    resign.seat = session().here(0) ? static_cast<host::Seat>(random_.below(2)) : 1;
    if (!session().here(resign.seat)) resign.seat = session().other(resign.seat);
    REQUIRE(std::holds_alternative<match::Accepted>(
        session().table().submit(resign, tour_->app().house().match_now())));
  }
  settle_end(variant);
}

// What the match has counted, from what both sides saw of it.
void Month::settle_end(const std::string& variant) {
  const match::Event ended = *session().table().referee().ended();
  const match::Terms& terms = session().terms();
  add(Tally::kEnded, variant);
  add(Tally::kSeconds, variant, ended.at / match::kSecond);
  for (std::size_t seat = 0; seat < terms.seats.size() && ended.result.size() == terms.seats.size(); ++seat) {
    const match::SeatTerms& who = terms.seats[seat];
    if (!who.holder.empty() || who.name.empty()) continue;
    const match::Standing stood = ended.result[seat] == QITAI_RESULT_WIN    ? match::Standing::kWon
                                  : ended.result[seat] == QITAI_RESULT_LOSS ? match::Standing::kLost
                                                                            : match::Standing::kDrawn;
    ++books_[variant][who.name].at(static_cast<std::size_t>(stood));
  }
  interrupted_ = false;
  REQUIRE(comes(*tour_, [&] { return tour_->screen() == "result"; }));
}

void Month::walk_away() {
  tour_->jump(700'000);
  REQUIRE(tour_->screen() == "attract");
}

// Back from the table before the first move: it costs nothing.
void Month::leave_unplayed() {
  to_terms("chess", "title.two");
  begin("chess", 2);
  if (random_.below(2) == 0) {
    power_cut();
  } else {
    walk_away();
  }
  // Whoever comes next finds the credits there.
  if (tour_->screen() == "attract") tour_->press(Action::kSelect);
  purse_.credits += 2;
  add(Tally::kReturned, {}, 2);
  CHECK(tour_->app().house().journal->purse() == purse_);
}

void Month::go_on() {
  if (tour_->screen() == "attract") tour_->press(Action::kSelect);
  tour_->title_of("xiangqi");
  tour_->activate("title.resume");
  REQUIRE(tour_->screen() == "table");
  moves(6);
  end();
}

// A plugin that answers with an error ends its match, for which nobody pays.
void Month::faults() {
  if (!set_aside_.empty()) return;
  to_terms(kFragile, "title.two");
  begin(kFragile, 2);
  moves(1);
  ::setenv("QITAI_FRAGILE", "throw", 1);
  moves(1);
  ::unsetenv("QITAI_FRAGILE");
  REQUIRE(session().over());
  purse_.credits += 2;
  add(Tally::kReturned, {}, 2);
  add(Tally::kFaults, kFragile);
  settle_end(kFragile);
  CHECK(tour_->app().house().journal->purse() == purse_);
}

// Its code dies twice in the middle of a match: it is set aside, and the match gives back what it cost.
void Month::dies() {
  set_aside_.clear();
  power_cut();
  to_terms(kFragile, "title.two");
  begin(kFragile, 2);
  moves(2);
  deaths_ = {"fragile"};
  power_cut();
  tour_->press(Action::kSelect);
  tour_->activate("title.resume");
  REQUIRE(tour_->screen() == "table");
  deaths_ = set_aside_ = {"fragile"};
  power_cut();
  purse_.credits += 2;
  add(Tally::kReturned, {}, 2);
  CHECK(tour_->app().house().journal->purse() == purse_);
  CHECK(tour_->says("已退还 2 币"));
  // The operator lets it back, and somebody goes on with what was begun: for nothing.
  set_aside_.clear();
  power_cut();
  go_on();
}

void Month::visit() {
  if (interrupted_) return go_on();
  switch (random_.below(9)) {
    case 0:
      coin();
      return tour_->settle();
    case 1:
      return leave_unplayed();
    case 2:
      to_terms("xiangqi", "title.one");
      begin("xiangqi", 1);
      for (int round = 0; round < 2; ++round) {
        REQUIRE(comes(*tour_, [&] { return session().ready() || session().over(); }));
        moves(1);
      }
      return end();
    case 3:
      to_terms("xiangqi", "title.two");
      begin("xiangqi", 2);
      moves(10);
      interrupted_ = true;
      if (random_.below(2) == 0) return power_cut();
      return walk_away();
    case 4:
      return faults();
    case 5:
      to_terms("junqi", "title.two");
      sign();
      begin("junqi", 2);
      moves(20);
      return end();
    case 6:
      to_terms("chess", "title.two");
      sign();
      begin("chess", 2);
      moves(400);
      if (random_.below(3) == 0) lose_pad();
      return end();
    default:
      to_terms("xiangqi", "title.two");
      sign();
      begin("xiangqi", 2);
      moves(400);
      end();
      // Another one of the same two, who change their sides.
      while (purse_.credits < 2)
        coin();
      tour_->activate("result.rematch");
      REQUIRE(tour_->screen() == "table");
      purse_.credits -= 2;
      add(Tally::kPlayed, {}, 2);
      add(Tally::kGames, "xiangqi");
      moves(30);
      return end();
  }
}

void Month::day() {
  for (const int hour : {0, 9, 11, 14, 17, 19, 21, 23}) {
    until(hour);
    INFO("day " << today_ << ", " << hour << " o'clock");
    if (hour == 14 && today_ % 5 == 1) {
      // Somebody sets the clock wrong, and right again.
      constexpr std::int64_t kJumps[] = {26 * kHour, 3 * kHour, 400 * kDay, 30 * kHour};
      skew_ = kJumps[random_.below(std::size(kJumps))] * (random_.below(2) == 0 ? 1 : -1);
      visit();
      compare();
      tour_->settle();
      tour_->jump(70'000);
      skew_ = 0;
    }
    if (hour == 17 && today_ % 7 == 1 && !interrupted_) dies();
    if (hour == 19 && today_ % 11 == 3) {
      tour_->app().house().journal->reset_counters();
      before_reset_ = life_;
      hours_ = {};
    }
    visit();
    if (hour == 21 && today_ % 3 == 0) power_cut();
  }
  compare();
  ++today_;
}

}  // namespace qitai::testing
