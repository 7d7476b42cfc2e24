#include "far_side.hpp"

#include <sodium.h>

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "base/paths.hpp"
#include "menu/company.hpp"

namespace qitai::testing {
namespace {

constexpr std::uint8_t kIdentity = 0x22;

void need(const Status& done) {
  if (!done) throw std::runtime_error(done.error().message);
}

}  // namespace

FarSide::FarSide(Tour& tour, std::filesystem::path data, std::string name, bool keeps,
                 const std::string& liar)
    : tour_(tour), data_(std::move(data)), name_(std::move(name)), keeps_(keeps) {
  if (!liar.empty()) {
    host::LoaderOptions options;
    options.files = {std::filesystem::path(QITAI_TEST_PLUGINS) / liar};
    options.vetter = host::built_in_places().vetter;
    liar_ = host::Plugins::load(options);
    if (liar_.variants().empty()) throw std::runtime_error(liar_.reports().front().refusal.message);
  }
  std::filesystem::create_directories(data_);
  const std::filesystem::path runtime = data_ / "run";
  std::filesystem::create_directories(runtime);
  std::filesystem::permissions(runtime, std::filesystem::perms::owner_all);
  runtime_before_ = environment("XDG_RUNTIME_DIR");
  ::setenv("XDG_RUNTIME_DIR", runtime.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): this thread alone
  menu::House& house = tour_.app().house();
  auto company = menu::Company::open(house, house.plugins.transport("local"));
  if (!company) throw std::runtime_error(company.error().message);
  house.company = std::move(*company);
  open();
  tour_.watch = [this] { pump(); };
}

FarSide::~FarSide() {
  tour_.watch = {};
  // Other tests of the same process meet where they met before.
  if (runtime_before_) {
    ::setenv("XDG_RUNTIME_DIR", runtime_before_->c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  } else {
    ::unsetenv("XDG_RUNTIME_DIR");  // NOLINT(concurrency-mt-unsafe)
  }
}

void FarSide::open() {
  menu::House& house = tour_.app().house();
  if (keeps_) {
    auto journal = store::Journal::open(data_ / "journal.db", {});
    if (!journal) throw std::runtime_error(journal.error().message);
    journal_ = std::move(*journal);
  }
  seat::Lobby::Config config;
  config.transport = house.plugins.transport("local");
  config.identity.fill(kIdentity);
  config.name = name_;
  config.games = liar_.variants().empty() ? house.plugins.variants() : liar_.variants();
  config.journal = journal_.get();
  config.random = [draws = &draws_](std::span<std::uint8_t> bytes) {
    std::array<std::uint8_t, randombytes_SEEDBYTES> seed{};
    seed[0] = static_cast<std::uint8_t>(++*draws);
    seed[1] = static_cast<std::uint8_t>(*draws >> 8U);
    randombytes_buf_deterministic(bytes.data(), bytes.size(), seed.data());
  };
  auto lobby = seat::Lobby::open(std::move(config));
  if (!lobby) throw std::runtime_error(lobby.error().message);
  lobby_ = std::move(*lobby);
}

void FarSide::pump() {
  if (lobby_ == nullptr || deaf) return;
  lobby_->pump(now());
  if (lobby_->partner() == nullptr) return;
  for (duel::Event& event : lobby_->partner()->take_events())
    events_.push_back(std::move(event));
}

bool FarSide::until(const std::function<bool()>& holds, int ms) {
  for (int past = 0; past < ms; past += 20) {
    if (holds()) return true;
    tour_.pass(20);
    // The journals have threads and a disk, which know nothing of the tour's clock.
    SDL_Delay(1);
  }
  return holds();
}

bool FarSide::comes_to_result() {
  return until([&] { return tour_.screen() == "result" && !tour_.result().session().settling(); });
}

bool FarSide::is_given_up() {
  tour_.focus("act.give_up");
  tour_.hold_select(1100);
  return comes_to_result();
}

bool FarSide::is_resigned() {
  tour_.focus("act.resign");
  tour_.hold_select(1100);
  return comes_to_result();
}

duel::Duel& FarSide::near() {
  return tour_.app().house().company->partner()->duel();
}

std::vector<duel::Event> FarSide::take_events() {
  return std::exchange(events_, {});
}

void FarSide::begin(std::string_view variant, const std::function<void(duel::Offer&)>& change, bool first,
                    bool program_calls) {
  menu::House& house = tour_.app().house();
  seat::Lobby& caller = program_calls ? house.company->lobby() : *lobby_;
  seat::Lobby& called = program_calls ? *lobby_ : house.company->lobby();
  called.show(std::nullopt);
  called.listen(true);
  caller.scan(true);
  if (!until([&] { return !caller.peers().empty(); })) throw std::runtime_error("nobody is near");
  need(caller.dial(caller.peers().front().address));
  caller.scan(false);
  const auto met = [&] {
    return lobby_->partner() != nullptr && duel().agreement() != nullptr &&
           house.company->partner() != nullptr && near().agreement() != nullptr;
  };
  if (!until(met)) throw std::runtime_error("the two have not met");
  duel::Offer offer = duel::default_offer(*house.plugins.variant(variant));
  offer.sides = first != program_calls ? duel::Sides::kListenerFirst : duel::Sides::kDiallerFirst;
  if (change) change(offer);
  need(duel().challenge(offer, now()));
  if (!until([&] { return near().agreement()->state() == duel::Agreement::State::kAsked; }))
    throw std::runtime_error("not challenged");
  need(near().accept(now()));
  const auto together = [](const duel::Match* match) { return match != nullptr && match->together(); };
  if (!until([&] { return together(duel().match()) && together(near().match()); }))
    throw std::runtime_error("the match has not begun");
  (void)house.company->take_events();
  events_.clear();
  if (tour_.screen() != "table" && tour_.screen() != "setup") {
    house.go(menu::screen_of(house, house.company->partner()->table()));
    tour_.settle();
  }
}

void FarSide::want(match::IntentKind kind) {
  // What it answers must have arrived.
  if (!until([&] { return referee().intents().size() == near().match()->referee().intents().size(); }))
    throw std::runtime_error("the two are not alike");
  match::Intent intent;
  intent.kind = kind;
  intent.seat = own();
  const std::size_t before = near().match()->referee().intents().size();
  if (const auto why = duel().want(intent, now())) throw std::runtime_error("refused: " + why->id);
  if (!until([&] { return near().match()->referee().intents().size() > before; }))
    throw std::runtime_error("the wish does not arrive");
  tour_.pass(100);
}

void FarSide::move(std::string_view text) {
  if (!until([&] { return referee().intents().size() == near().match()->referee().intents().size(); }))
    throw std::runtime_error("the two are not alike");
  match::Intent intent;
  intent.kind = match::IntentKind::kMove;
  intent.seat = own();
  const auto read = referee().state(own()).read_move(own(), text);
  if (!std::holds_alternative<host::Move>(read)) throw std::runtime_error("no move " + std::string(text));
  intent.move = std::get<host::Move>(read);
  const std::uint32_t before = duel().match()->referee().ply();
  if (const auto why = duel().want(intent, now())) throw std::runtime_error("refused: " + why->id);
  const auto made = [&](const match::Referee& referee) { return referee.ply() > before || referee.ended(); };
  if (!until([&] { return made(referee()) && made(near().match()->referee()); }))
    throw std::runtime_error("the move does not arrive");
  tour_.pass(200);
}

void FarSide::set_up() {
  match::Intent intent;
  intent.kind = match::IntentKind::kSetUp;
  intent.seat = own();
  intent.bytes = referee().state(own()).suggest_setup(own(), {}).value_or(std::string());
  if (const auto why = duel().want(intent, now())) throw std::runtime_error("refused: " + why->id);
  tour_.pass(400);
}

void FarSide::kill() {
  journal_->flush();
  lobby_.reset();
  journal_.reset();
  tour_.pass(100);
}

void FarSide::come_back() {
  open();
  const Result<bool> resumed = lobby_->resume(now());
  if (!resumed) throw std::runtime_error(resumed.error().message);
  if (!*resumed) throw std::runtime_error("there is nothing to go on with");
}

void far_screens(Tour& tour, const std::filesystem::path& data,
                 const std::function<void(std::string_view name)>& visit) {
  using platform::Action;
  menu::House& house = tour.app().house();
  const auto see_result = [&](bool comes, std::string_view name) {
    if (!comes) throw std::runtime_error("no result for " + std::string(name));
    tour.pass(600);
    tour.settle();
    visit(name);
  };
  tour.title_of("xiangqi");
  tour.activate("title.scores");
  visit("scores_empty");
  for (int i = 0; i < 14; ++i) {
    const auto match = house.journal->begin("xiangqi", "", "h");
    house.journal->finish(match, "r",
                          {{"老王", "", i % 3},
                           {"小林", "local:2", (i + 1) % 3},
                           {"阿强", "", i % 6},
                           {"Maximiliane-Ulri", "bluetooth:AA", 5 - i % 6}});
  }
  tour.title_of("xiangqi");
  tour.activate("title.scores");
  visit("scores");
  tour.title_of("xiangqi");
  {
    FarSide far(tour, data / "one");
    far.begin("xiangqi", [](duel::Offer& offer) {
      for (auto& limits : offer.limits)
        limits.first_limit = 20;
    });
    tour.play("h2e2");
    far.until([&] { return far.referee().ply() == 1; });
    far.move("h9g7");
    (void)far.duel().say(2, house.match_now());
    far.until([&] { return !tour.table().phrases().beside(1).empty(); });
    tour.settle();
    visit("far_table");
    tour.press(Action::kBack);
    tour.activate("act.say");
    visit("far_phrases");
    tour.activate("phrase.0");
    tour.pass(6000);
    far.want(match::IntentKind::kAskTakeback);
    tour.settle();
    visit("far_ask");
    tour.activate("ask.disagree");
    tour.pass(3000);
    tour.press(Action::kMenu);
    visit("far_menu");
    tour.press(Action::kBack);
    far.kill();
    far.until([&] { return tour.table().session().link().lost; });
    tour.pass(200);
    tour.settle();
    visit("far_lost");
    tour.press(Action::kBack);
    tour.settle();
    visit("far_lost_actions");
    see_result(far.is_given_up(), "far_disconnected");
  }
  tour.title_of("junqi");
  house.company.reset();
  {
    FarSide far(tour, data / "two");
    far.begin("junqi", [](duel::Offer& offer) {
      for (auto& limits : offer.limits)
        limits.first_limit = 20;
    });
    tour.press(Action::kBack);
    tour.activate("setup.ready");
    tour.pass(200);
    tour.settle();
    visit("far_setup_waits");
    far.set_up();
    far.until([&] { return tour.screen() == "table"; });
    tour.settle();
    visit("far_secrets");
    far.want(match::IntentKind::kResign);
    if (!far.comes_to_result()) throw std::runtime_error("no result of the hidden game");
    tour.pass(600);
    tour.settle();
    (void)far.duel().rematch(house.match_now());
    tour.pass(300);
    tour.settle();
    visit("far_result");
  }
  tour.title_of("junqi");
  house.company.reset();
  {
    FarSide far(tour, data / "liar", "小林", true, "liar_opening.so");
    far.begin("junqi");
    far.set_up();
    tour.press(Action::kBack);
    tour.activate("setup.ready");
    far.until([&] { return tour.screen() == "table"; });
    tour.press(Action::kBack);
    see_result(far.is_resigned(), "far_lied");
  }
  tour.title_of("chess");
  house.company.reset();
  {
    FarSide far(tour, data / "turned", "小林", true, "liar_position.so");
    far.begin("chess", {}, true, true);
    tour.play("e2e4");
    see_result(far.comes_to_result(), "far_disagreement");
  }
  tour.title_of("xiangqi");
  house.company.reset();
}

}  // namespace qitai::testing
