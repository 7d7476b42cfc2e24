// The pages "today", "books" and "coins": what the ledger of the store has counted.
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "kiosk/machine.hpp"
#include "kiosk/plugin_switch.hpp"
#include "kiosk/service_page.hpp"
#include "store/ledger.hpp"
#include "text/formats.hpp"

namespace qitai::kiosk {
namespace {

using config::Values;
using store::Tally;

constexpr std::uint64_t kLookAgain = 1000;  // ms

// Reads the ledger once a second: what waits to be written is waited for.
class LedgerPage : public Page {
 public:
  explicit LedgerPage(Desk& desk) : Page(desk) { read(); }
  bool tick(std::uint64_t now) override {
    if (now < read_ + kLookAgain) return false;
    read_ = now;
    read();
    return true;
  }
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t /*now*/) const override { return read_ + kLookAgain; }

 protected:
  void read() {
    if (house_.journal == nullptr) {
      trouble_ = tr("service.scores.unkept");
      return;
    }
    auto ledger = house_.journal->ledger();
    trouble_ = ledger ? std::string() : ledger.error().message;
    if (ledger) ledger_ = std::move(*ledger);
  }
  [[nodiscard]] Row trouble() const {
    Row row;
    row.id = "trouble";
    row.label = trouble_;
    row.tone = Row::Tone::kBad;
    return row;
  }

  store::Ledger ledger_;
  std::string trouble_;  // why it cannot be read; empty: it can

 private:
  std::uint64_t read_ = 0;
};

// ---------------------------------------------------------------- today

class TodayPage final : public LedgerPage {
 public:
  explicit TodayPage(Desk& desk)
      : LedgerPage(desk), aside_(plugins_set_aside(desk)), vitals_(vitals(desk.root, desk.state)) {}
  std::vector<Row> rows() override;
  bool tick(std::uint64_t now) override {
    if (!LedgerPage::tick(now)) return false;
    vitals_ = vitals(desk_.root, desk_.state);
    return true;
  }

 private:
  std::vector<std::string> aside_;
  Vitals vitals_;
};

std::vector<Row> TodayPage::rows() {
  using Tone = Row::Tone;
  std::vector<Row> rows;
  // One thing at a time, the most urgent first.
  Row state;
  state.id = "state";
  state.tone = Tone::kBad;
  if (!trouble_.empty()) {
    state.label = tr("service.today.journal", {{"why", trouble_}});
  } else if (vitals_.little_disk()) {
    state.label = tr("service.today.disk", {{"left", size_text(vitals_.disk->left)}});
  } else if (vitals_.hot()) {
    state.label = tr("service.today.hot", {{"n", *vitals_.heat}});
  } else if (!aside_.empty()) {
    state.label = tr("service.today.aside", {{"plugin", aside_.front()}});
  } else if (!house_.config.problems().empty()) {
    state.label =
        config::sentence(house_.config.problems().front(), house_.catalog, house_.catalog.language());
  } else if (std::ranges::none_of(house_.plugins.reports(), &host::PluginReport::loaded)) {
    state.label = tr("service.today.no_games");
  } else {
    state.label = tr("service.today.well");
    state.tone = Tone::kGood;
  }
  rows.push_back(std::move(state));
  const auto today = [&](Tally what) { return text::grouped(ledger_.of(what).today); };
  rows.push_back(told("games_today", today(Tally::kGames)));
  rows.push_back(told("coins_today", today(Tally::kCoins)));
  const std::int64_t faults = ledger_.of(Tally::kFaults).today;
  rows.push_back(told("faults_today", text::grouped(faults), faults > 0 ? Tone::kBad : Tone::kPlain));
  std::string aside;
  for (const std::string& id : aside_)
    aside += (aside.empty() ? "" : ", ") + id;
  rows.push_back(told("set_aside", aside.empty() ? tr("service.blocked.none") : aside,
                      aside.empty() ? Tone::kPlain : Tone::kBad));
  rows.push_back(told("opened", moment_text(local_time(desk_.opened))));
  rows.push_back(heat(vitals_));
  rows.push_back(disk(vitals_));
  return rows;
}

// ---------------------------------------------------------------- bookkeeping

class BooksPage final : public LedgerPage {
 public:
  using LedgerPage::LedgerPage;
  std::vector<Row> rows() override;

 private:
  Row count(std::string_view id, Tally what) const;
};

// Since the last reset, and of all time.
Row BooksPage::count(std::string_view id, Tally what) const {
  const store::Counter counter = ledger_.of(what);
  return told(id, tr("service.books.both",
                     {{"n", text::grouped(counter.since_reset)}, {"all", text::grouped(counter.life)}}));
}

std::vector<Row> BooksPage::rows() {
  if (!trouble_.empty()) return {trouble()};
  std::vector<Row> rows;
  rows.push_back(
      told("since", ledger_.reset == 0 ? tr("service.books.never") : moment_text(local_time(ledger_.reset))));
  rows.push_back(count("count_coins", Tally::kCoins));
  rows.push_back(count("count_credits", Tally::kCredits));
  rows.push_back(count("count_service", Tally::kServiceCredits));
  rows.push_back(count("count_played", Tally::kPlayed));
  rows.push_back(count("count_returned", Tally::kReturned));
  rows.push_back(count("count_games", Tally::kGames));
  for (const auto& [key, counter] : ledger_.counters) {
    if (key.first != Tally::kGames || key.second.empty()) continue;
    const auto variant = house_.plugins.variant(key.second);
    Row row;
    row.id = "games." + key.second;
    row.label =
        tr("service.books.of",
           {{"game", variant == nullptr ? key.second : house_.text(*variant, variant->info().name_key)}});
    row.value = tr("service.books.both",
                   {{"n", text::grouped(counter.since_reset)}, {"all", text::grouped(counter.life)}});
    rows.push_back(std::move(row));
  }
  const auto average = [&](std::int64_t store::Counter::*part) {
    const std::int64_t ended = ledger_.of(Tally::kEnded).*part, seconds = ledger_.of(Tally::kSeconds).*part;
    constexpr std::int64_t kNanoseconds = 1'000'000'000;
    return ended <= 0 ? std::string("—") : text::duration_text(seconds / ended * kNanoseconds);
  };
  rows.push_back(told("average", tr("service.books.both", {{"n", average(&store::Counter::since_reset)},
                                                           {"all", average(&store::Counter::life)}})));
  rows.push_back(count("count_faults", Tally::kFaults));
  Row hours = told("hours", {});
  hours.bars.assign(ledger_.games_by_hour.begin(), ledger_.games_by_hour.end());
  rows.push_back(std::move(hours));
  Row reset = named("reset", tr("service.hold"));
  reset.dangerous = true;
  reset.change =
      tr("service.reset.change", {{"n", text::grouped(ledger_.of(Tally::kGames).since_reset)},
                                  {"coins", text::grouped(ledger_.of(Tally::kCoins).since_reset)}});
  reset.act = [this](int) {
    (void)house_.journal->reset_counters();
    read();
    if (trouble_.empty()) desk_.say(tr("service.reset.done"));
  };
  rows.push_back(std::move(reset));
  return rows;
}

// ---------------------------------------------------------------- coins

class CoinsPage final : public LedgerPage {
 public:
  using LedgerPage::LedgerPage;
  std::vector<Row> rows() override;

 private:
  Row number(std::string_view id, int Values::*member);
};

Row CoinsPage::number(std::string_view id, int Values::*member) {
  const int now = desk_.settings.values().*member, usual = Values{}.*member;
  Row row = named(id, std::to_string(now));
  if (now != usual) row.usual = std::to_string(usual);
  row.adjusts = true;
  row.act = [this, member, now](int step) {
    const config::Key& key = config::key_of(member);
    desk_.took(desk_.settings.set(member, std::clamp(now + step, key.least, key.most)));
  };
  return row;
}

std::vector<Row> CoinsPage::rows() {
  if (!trouble_.empty()) return {trouble()};
  static constexpr std::array<std::string_view, 2> kPlay{"free", "coins"}, kEach{"game", "player"};
  std::vector<Row> rows;
  rows.push_back(choice("play", &Values::play, kPlay, "service.play"));
  if (desk_.settings.values().play == "coins") {
    rows.push_back(number("coins_per_credit", &Values::coins_per_credit));
    rows.push_back(number("credits_per_game", &Values::credits_per_game));
    rows.push_back(choice("credits_each", &Values::credits_each, kEach, "service.credits_each"));
    Row credit = named("service_credit", tr("service.service_credit.give"));
    credit.act = [this](int) {
      (void)house_.journal->service_credit();
      read();
    };
    rows.push_back(std::move(credit));
  }
  rows.push_back(told("credits_now", text::grouped(ledger_.credits)));
  rows.push_back(told("coins_now", text::grouped(ledger_.coins)));
  return rows;
}

}  // namespace

std::unique_ptr<Page> make_today(Desk& desk) {
  return std::make_unique<TodayPage>(desk);
}
std::unique_ptr<Page> make_books(Desk& desk) {
  return std::make_unique<BooksPage>(desk);
}
std::unique_ptr<Page> make_coins(Desk& desk) {
  return std::make_unique<CoinsPage>(desk);
}

}  // namespace qitai::kiosk
