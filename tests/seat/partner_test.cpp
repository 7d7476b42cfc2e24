// What is kept of matches with a partner on a far machine, whatever that machine, the disk and the link do.
#include "seat/partner.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <mutex>
#include <thread>

#include "../duel/hall.hpp"
#include "../duel/peer.hpp"
#include "../scratch.hpp"
#include "duel/hidden_messages.hpp"
#include "line.hpp"
#include "match/scores.hpp"
#include "seat/lobby.hpp"

using namespace qitai;
using namespace qitai::test;
using namespace qitai::testing;
using duel::Agreement;
using match::Intent;
using match::IntentKind;

namespace {

const std::string kDevice = "line:there";
constexpr auto kWon = static_cast<std::size_t>(match::Standing::kWon);
constexpr auto kLost = static_cast<std::size_t>(match::Standing::kLost);
constexpr auto kLeft = static_cast<std::size_t>(match::Standing::kLeft);
constexpr auto kWonByLeave = static_cast<std::size_t>(match::Standing::kWonByLeave);

std::vector<std::shared_ptr<const host::Variant>> games() {
  return {game_of("chess"), game_of("junqi")};
}

// Who calls: honest in all that he says, but he may leave something unsaid.
class Caller : public Peer {
 public:
  Caller() : Peer(duel::Role::kDialler, duel::hello_of("乙", games()), games(), random_of(7)) {}

  // Hears what was sent to him, does what is due, and sends.
  void turn(Now now) {
    if (!std::exchange(called_, true)) {
      line().calls = true;
      channel().connected(now, 1);
    }
    while (!line().sent.empty()) {
      channel().received(std::exchange(line().sent.front(), {}), now, 1);
      line().sent.pop_front();
    }
    Peer::turn(now);
    for (duel::Out& out : channel().take_out()) {
      if (out.kind == duel::Out::Kind::kSend) line().arrives.push_back(std::move(out.bytes));
    }
  }
  // Leaves unsaid what that holds for.
  void withhold(const std::function<bool(const std::string& payload)>& what) {
    says = [what](const std::string& payload) {
      return what(payload) ? std::vector<std::string>() : std::vector{payload};
    };
  }
  void want(IntentKind kind, Now now, std::string_view text = {}) {
    Intent intent;
    intent.kind = kind;
    intent.seat = match->own();
    const host::State& state = match->referee().state(intent.seat);
    if (kind == IntentKind::kMove) intent.move = std::get<host::Move>(state.read_move(intent.seat, text));
    if (kind == IntentKind::kSetUp) intent.bytes = state.suggest_setup(intent.seat, {}).value();
    REQUIRE_FALSE(match->want(intent, now).has_value());
  }

 private:
  bool called_ = false;
};

// The lobby that is called, with a journal on a disk, in virtual time.
struct Called {
  Called() { open(); }
  ~Called() { lobby.reset(); }
  void open() {
    auto opened = store::Journal::open(folder / "journal.db", [this] { const std::lock_guard hold(disk); });
    REQUIRE(opened.ok());
    journal = std::move(*opened);
    seat::Lobby::Config config;
    config.transport = line_transport();
    config.name = "甲";
    config.games = games();
    config.random = random_of(6);
    config.journal = journal.get();
    config.price = [this] { return price; };
    auto begun = seat::Lobby::open(std::move(config));
    REQUIRE(begun.ok());
    lobby = std::move(*begun);
    lobby->listen(true);
  }
  duel::Duel& duel() { return lobby->partner()->duel(); }
  [[nodiscard]] const duel::Match* match() { return lobby->partner() == nullptr ? nullptr : duel().match(); }
  void turn() {
    now += 10'000;
    (void)lobby->pump(now);
    caller.turn(now);
    // The disk knows nothing of this time.
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  void until(const std::function<bool()>& holds) {
    for (int turns = 0; turns < 20'000 && !holds(); ++turns)
      turn();
    REQUIRE(holds());
  }
  // Begins a match of that game, scored, in which the lobby's player has the first seat.
  void begin(std::string_view game) {
    duel::Offer offer = duel::default_offer(*game_of(game));
    offer.scored = true;
    offer.takeback = false;
    offer.sides = duel::Sides::kListenerFirst;
    until([&] {
      return caller.agreement != nullptr && lobby->partner() != nullptr && duel().agreement() != nullptr;
    });
    REQUIRE(caller.agreement->offer(offer, now).ok());
    until([&] { return duel().agreement()->state() == Agreement::State::kAsked; });
    const Digest before = match() == nullptr ? Digest{} : match()->config().id;
    REQUIRE(duel().accept(now).ok());
    until([&] {
      return match() != nullptr && match()->config().id != before && match()->together() &&
             caller.match != nullptr && caller.match->together();
    });
  }
  void want(IntentKind kind, std::string_view text = {}) {
    Intent intent;
    intent.kind = kind;
    intent.seat = match()->own();
    const host::State& state = match()->referee().state(intent.seat);
    if (kind == IntentKind::kMove) intent.move = std::get<host::Move>(state.read_move(intent.seat, text));
    if (kind == IntentKind::kSetUp) intent.bytes = state.suggest_setup(intent.seat, {}).value();
    REQUIRE_FALSE(duel().want(intent, now).has_value());
    lobby->partner()->poll(now);
  }
  void play_two_plies() {
    want(IntentKind::kMove, "e2e4");
    until([&] { return caller.match->number() == 1; });
    caller.want(IntentKind::kMove, now, "e7e5");
    until([&] { return match()->number() == 2 && caller.match->number() == 2; });
  }
  [[nodiscard]] bool ended() { return match()->referee().phase() == match::Phase::kEnded; }
  // Of both players, the own one first.
  [[nodiscard]] std::array<store::Books, 2> books(std::string_view game) {
    auto all = journal->books(game, 10);
    REQUIRE(all.ok());
    REQUIRE(all->size() == 2);
    if ((*all)[0].player != "甲") std::swap((*all)[0], (*all)[1]);
    CHECK((*all)[0].device.empty());
    CHECK((*all)[1].player == "乙");
    CHECK((*all)[1].device == kDevice);
    return {(*all)[0], (*all)[1]};
  }

  Scratch folder;
  std::mutex disk;  // while it is held nothing more becomes durable
  Now now = 1'000 * kSecond;
  std::int64_t price = 0;  // of a match, in credits
  std::unique_ptr<store::Journal> journal;
  std::unique_ptr<seat::Lobby> lobby;
  Caller caller;
};

std::int64_t sum(const store::Books& books) {
  std::int64_t all = 0;
  for (const std::int64_t count : books.counts)
    all += count;
  return all;
}

}  // namespace

TEST_CASE(
    "a match counts although the other side has begun another one without saying that it knows its end") {
  Called hall;
  hall.caller.withhold([](const std::string& payload) {
    const auto message = duel::read_message(payload);
    return std::holds_alternative<duel::HaveMessage>(*message);
  });
  hall.begin("chess");
  hall.play_two_plies();
  hall.caller.want(IntentKind::kResign, hall.now);
  hall.until([&] { return hall.ended() && hall.caller.match->number() == 3; });
  hall.caller.agree();
  REQUIRE_FALSE(hall.match()->told());
  hall.begin("chess");
  CHECK(hall.match()->number() == 0);
  CHECK(hall.books("chess")[0].counts[kWon] == 1);
  CHECK(hall.books("chess")[1].counts[kLost] == 1);
  CHECK(hall.journal->finished(10)->size() == 1);
  // What is left to go on with is the second match alone.
  const auto kept = hall.journal->resumable_far(kDevice);
  REQUIRE(kept.ok());
  REQUIRE(kept->has_value());
  hall.journal->forget((*kept)->id);
  CHECK_FALSE(hall.journal->resumable_far(kDevice)->has_value());
}

TEST_CASE("who has not opened his pieces gets no other match, and has left the one he owes them of") {
  Called hall;
  hall.caller.withhold([](const std::string& payload) {
    const auto message = duel::read_hidden(payload);
    const auto* const part = message ? std::get_if<duel::PartMessage>(&*message) : nullptr;
    return part != nullptr && part->of == duel::PartMessage::Of::kOpening;
  });
  hall.begin("junqi");
  hall.want(IntentKind::kSetUp);
  hall.caller.want(IntentKind::kSetUp, hall.now);
  hall.until([&] { return hall.match()->referee().phase() == match::Phase::kPlaying; });
  hall.until([&] { return hall.caller.match->number() == hall.match()->number(); });
  hall.caller.want(IntentKind::kResign, hall.now);
  hall.until([&] { return hall.ended() && hall.caller.match->settling() == false; });
  REQUIRE(hall.match()->settling());
  hall.caller.agree();
  duel::Offer offer = duel::default_offer(*game_of("chess"));
  REQUIRE(hall.caller.agreement->offer(offer, hall.now).ok());
  hall.until([&] { return hall.duel().agreement()->state() == Agreement::State::kAsked; });
  const Status accepted = hall.duel().accept(hall.now);
  REQUIRE_FALSE(accepted.ok());
  CHECK(accepted.error().code == "not-now");
  hall.until([&] { return hall.match()->verdict().has_value(); });
  CHECK(hall.match()->verdict()->kind == duel::Verdict::Kind::kLeft);
  hall.until([&] { return !hall.journal->finished(1)->empty(); });
  CHECK(hall.books("junqi")[0].counts[kWonByLeave] == 1);
  CHECK(hall.books("junqi")[1].counts[kLeft] == 1);
}

TEST_CASE("what was to be kept is kept, although what was to be sent before it never leaves") {
  Called hall;
  hall.begin("chess");
  hall.play_two_plies();
  hall.journal->flush();
  const auto kept = hall.journal->resumable_far(kDevice);
  REQUIRE((kept.ok() && kept->has_value()));
  const store::MatchId id = (*kept)->id;
  const std::size_t before = (*kept)->entries.size();
  {
    std::unique_lock stands(hall.disk);
    store::Ticket ticket = 0;
    const store::MatchId other = hall.journal->begin("chess", "", "", &ticket);
    while (!hall.journal->durable(ticket))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    hall.journal->forget(other);
    // The move's entry waits for the disk, what is said of it for that, and the resignation behind both.
    hall.want(IntentKind::kMove, "d2d4");
    hall.want(IntentKind::kResign);
    REQUIRE(hall.ended());
    SECTION("the plugin breaks its contract") {
      line().sends = QITAI_ERROR;
      stands.unlock();
      hall.until([&] { return !hall.lobby->fault().empty(); });
    }
    SECTION("the lobby is gone") {
      hall.lobby.reset();
    }
  }
  hall.journal->flush();
  const auto entries = hall.journal->entries(id);
  REQUIRE(entries.ok());
  CHECK(entries->size() == before + 2);
  hall.lobby.reset();
  CHECK(hall.books("chess")[0].counts[kLost] == 1);
}

TEST_CASE(
    "a link that is lost for good gives back what the match cost if nobody has moved, and it may go on") {
  Called hall;
  const bool moved = GENERATE(false, true);
  hall.price = 1;
  hall.journal->service_credit();
  hall.begin("chess");
  CHECK(hall.journal->purse().credits == 0);
  if (moved) hall.play_two_plies();
  // The caller says nothing more.
  for (int turns = 0; turns < 20'000 && hall.match() != nullptr && !hall.ended(); ++turns) {
    hall.now += 100'000;
    (void)hall.lobby->pump(hall.now);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  REQUIRE(hall.match() != nullptr);
  REQUIRE(hall.ended());
  CHECK(hall.match()->referee().ended()->text == "disconnected");
  hall.lobby.reset();
  CHECK(hall.journal->purse().credits == (moved ? 0 : 1));
  CHECK(hall.journal->resumable_far(kDevice)->has_value());
}

TEST_CASE(
    "a match that has ended counts at the next start where the power kept its result from being written") {
  // The far side owes a step, or an opening, when the link is lost for good.
  Hall far(5, bluetooth());
  duel::Offer offer = duel::default_offer(*game_of("junqi"));
  offer.scored = true;
  offer.takeback = false;
  far.begin(offer);
  far.run_for(3600 * kSecond, [&] {
    const duel::Match* const match = far.machine(0).match();
    return match->number() > 6 && match->hidden()->owing() == 1 - match->own();
  });
  const duel::Match& match = *far.machine(0).match();
  REQUIRE(match.hidden()->owing() == 1 - match.own());
  far.kill(1);
  far.run_for(100 * kSecond, [&] { return far.machine(0).reason() == "left"; });
  far.run_for(10'000);  // until that is durable
  REQUIRE(far.machine(0).reason() == "left");

  Called hall;
  const match::Terms& terms = match.referee().terms();
  const store::MatchId id = hall.journal->begin(terms.variant, "", match::encode(terms), nullptr, kDevice);
  std::uint32_t number = 0;
  for (const std::string& entry : far.machine(0).journal)
    hall.journal->append(id, number++, entry);
  const Result<bool> resumed = hall.lobby->resume(hall.now);
  REQUIRE(resumed.ok());
  CHECK_FALSE(*resumed);
  CHECK_FALSE(hall.journal->resumable_far(kDevice)->has_value());
  CHECK(hall.journal->finished(10)->size() == 1);
  CHECK(hall.books("junqi")[0].counts[kWonByLeave] == 1);
  CHECK(hall.books("junqi")[1].counts[kLeft] == 1);
  for (const store::Books& each : hall.books("junqi"))
    CHECK(sum(each) == 1);
}
