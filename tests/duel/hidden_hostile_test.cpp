// What a far side may not say about hidden pieces or chance, message by message: each is refused with its
// reason, and what is only said again changes nothing.
#include <catch2/catch.hpp>

#include "desk.hpp"
#include "filled.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Hidden;
using duel::HiddenMessage;
using duel::PartMessage;
using duel::TurnMessage;
using match::Intent;
using match::IntentKind;
using Of = PartMessage::Of;

namespace {

const std::string kSample = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";
const std::string kIllegal = "M4375/7.3.E/25.82/3.B.2/E69ME/BFM46";

constexpr int kOrders = 0;  // and has the first seat
constexpr int kFollows = 1;

// Two that have met; who is asked for moves makes none.
struct Bench {
  explicit Bench(const std::string& mode) : desk(hidden_terms("junqi", {{"mode", mode}}), 3) {
    desk.chooses = [](Desk::Side&) { return std::optional<host::Move>(); };
  }
  void set_up() {
    desk.set_up(kSample, kSample);
    desk.run();
    REQUIRE(desk.side(kFollows).referee->phase() == match::Phase::kPlaying);
  }
  Hidden& hidden(int side) { return *desk.side(side).hidden; }
  // Says it to that side; why that side cuts the other off for it, or nothing.
  std::string says(int to, const HiddenMessage& message) {
    return hidden(to).hear(duel::write(message), desk.now);
  }
  std::string says_whole(int to, Of of, const std::string& whole) {
    const auto size = static_cast<std::uint32_t>(whole.size());
    std::string why;
    for (std::size_t at = 0; at < whole.size() && why.empty(); at += duel::kMostPart)
      why = says(
          to, PartMessage{of, 0, 0, size, static_cast<std::uint32_t>(at), whole.substr(at, duel::kMostPart)});
    return why;
  }
  Intent moving(std::string_view text) {
    Intent intent;
    intent.kind = IntentKind::kMove;
    intent.move = std::get<host::Move>(desk.side(kOrders).referee->state().read_move(0, text));
    return intent;
  }
  // As the orderer would say it to the other.
  TurnMessage turn_of(const Intent& intent) {
    const match::Referee& referee = *desk.side(kFollows).referee;
    return {static_cast<std::uint32_t>(referee.intents().size()), 0, match::encode(intent), 0,
            referee.public_hash()};
  }

  Desk desk;
};

}  // namespace

TEST_CASE("hidden messages: roots and layouts that may not come, or are other ones than before") {
  SECTION("a root where nothing is set up") {
    Bench bench("flip");
    bench.desk.run();
    CHECK(bench.says(kOrders, duel::RootMessage{filled(1)}) == "out-of-turn");
  }
  SECTION("another root than before") {
    Bench bench(GENERATE("dark", "open"));
    bench.set_up();
    CHECK(bench.says(kOrders, duel::RootMessage{filled(1)}) == "another-message");
  }
  SECTION("a layout where none is shown") {
    Bench bench("dark");
    bench.set_up();
    CHECK(bench.says_whole(kOrders, Of::kLayout, std::string(40, 'x')) == "out-of-turn");
  }
  SECTION("a layout before both are bound") {
    Bench bench("open");
    bench.desk.run();
    CHECK(bench.says_whole(kOrders, Of::kLayout, std::string(40, 'x')) == "out-of-turn");
  }
  SECTION("a layout without its salt") {
    Bench bench("open");
    bench.set_up();
    CHECK(bench.says_whole(kOrders, Of::kLayout, std::string(32, 'x')) == "malformed");
    CHECK(bench.says_whole(kOrders, Of::kLayout, "x") == "malformed");
  }
  SECTION("a layout that the rules forbid, although it is the one that it was bound to") {
    for (const std::string& layout : {kIllegal, kSample}) {
      Bench bench("open");
      bench.desk.run();
      REQUIRE_FALSE(bench.hidden(kOrders).set_up(kSample, bench.desk.now));
      const Digest salt = filled(4);
      Writer bound;
      bound.raw(as_bytes("qitai layout"));
      bound.raw(filled(7));
      bound.u8(1);
      bound.raw(salt);
      bound.raw(as_bytes(layout));
      CHECK(bench.says(kOrders, duel::RootMessage{hash_of(bound.bytes())}).empty());
      CHECK(bench.says_whole(kOrders, Of::kLayout, std::string(as_text(salt)) + layout) ==
            (layout == kSample ? "" : "false-layout"));
    }
  }
}

TEST_CASE("hidden messages: an orderer's Turn that may not come") {
  Bench bench("dark");
  bench.set_up();
  const Intent move = bench.moving("a6a7");
  SECTION("to the orderer") {
    CHECK(bench.says(kOrders, bench.turn_of(move)) == "out-of-turn");
  }
  SECTION("where nothing is hidden") {
    Bench open("open");
    open.set_up();
    CHECK(open.says(kFollows, open.turn_of(move)) == "out-of-turn");
  }
  SECTION("after another public hash") {
    TurnMessage turn = bench.turn_of(move);
    turn.chain[0] ^= 1;
    CHECK(bench.says(kFollows, turn) == "another-chain");
  }
  SECTION("bytes that are no intent") {
    TurnMessage turn = bench.turn_of(move);
    turn.intent += 'x';
    CHECK(bench.says(kFollows, turn) == "malformed");
  }
  SECTION("no move") {
    Intent resign;
    resign.kind = IntentKind::kResign;
    CHECK(bench.says(kFollows, bench.turn_of(resign)) == "malformed");
  }
  SECTION("with what is to be settled only") {
    Intent settled = move;
    settled.facts.push_back({});
    CHECK(bench.says(kFollows, bench.turn_of(settled)) == "malformed");
  }
  SECTION("another one of the same number; the same again changes nothing") {
    CHECK(bench.says(kFollows, bench.turn_of(move)).empty());
    (void)bench.hidden(kFollows).take_out();
    CHECK(bench.says(kFollows, bench.turn_of(move)).empty());
    CHECK(bench.hidden(kFollows).take_out().empty());
    CHECK(bench.says(kFollows, bench.turn_of(bench.moving("e6e7"))) == "another-turn");
    TurnMessage proposed = bench.turn_of(move);
    proposed.proposal = 5;
    CHECK(bench.says(kFollows, proposed) == "another-turn");
  }
  SECTION("of numbers that are far ahead, without end: no more of them are kept than can be honest") {
    TurnMessage turn = bench.turn_of(move);
    turn.number += 1;
    std::string why;
    int kept = 0;
    for (; why.empty() && kept < 1000; ++kept)
      why = bench.says(kFollows, turn);
    CHECK(why == "flood");
    CHECK(kept == 17);
  }
  SECTION("after the end: skipped") {
    Intent resign;
    resign.kind = IntentKind::kResign;
    bench.desk.want(kOrders, resign);
    bench.desk.run();
    CHECK(bench.says(kFollows, bench.turn_of(move)).empty());
    CHECK_FALSE(bench.hidden(kFollows).pending());
  }
  SECTION("ahead, to the orderer") {
    TurnMessage turn = bench.turn_of(move);
    turn.number += 1;
    CHECK(bench.says(kOrders, turn) == "out-of-turn");
  }
}

TEST_CASE("hidden messages: what was said before is skipped, and nothing is kept of it") {
  Bench bench(GENERATE("dark", "open", "flip"));
  bench.desk.chooses = nullptr;
  bench.desk.most_plies = 10;
  bench.desk.set_up();
  bench.desk.run();
  REQUIRE(bench.desk.over());
  for (const int side : {kOrders, kFollows}) {
    const std::vector<std::string> said = bench.desk.side(1 - side).sent;
    REQUIRE_FALSE(said.empty());
    for (const std::string& payload : said)
      CHECK(bench.hidden(side).hear(payload, bench.desk.now).empty());
    for (const duel::Out& out : bench.hidden(side).take_out())
      CHECK(out.kind != duel::Out::Kind::kJournal);
  }
}

TEST_CASE("hidden messages: anchors, shares, disputes and openings that may not come") {
  SECTION("another anchor than before") {
    Bench bench("flip");
    bench.desk.run();
    CHECK(bench.says(kOrders, duel::AnchorMessage{filled(1)}) == "another-message");
  }
  SECTION("what is about hidden pieces, where there are none") {
    Bench bench("open");
    bench.set_up();
    CHECK(bench.says(kOrders, duel::DisputeMessage{2}) == "out-of-turn");
    CHECK(bench.says(kOrders, PartMessage{Of::kSaid, 2, 0, 1, 0, "x"}) == "out-of-turn");
    CHECK(bench.says_whole(kOrders, Of::kOpening, "x") == "out-of-turn");
  }
  SECTION("a dispute about nothing") {
    Bench bench("dark");
    bench.set_up();
    CHECK_FALSE(bench.says(kOrders, duel::DisputeMessage{2}).empty());
    CHECK_FALSE(bench.hidden(kOrders).disputed());
  }
  SECTION("another opening than before, while the match goes on") {
    Bench bench("dark");
    bench.set_up();
    CHECK(bench.says_whole(kOrders, Of::kOpening, "x").empty());  // looked at when it is over
    CHECK(bench.says_whole(kOrders, Of::kOpening, "y") == "another-message");
  }
}

TEST_CASE("hidden messages: what opens to nothing, or was not there to be taken, is owed still") {
  Bench bench("dark");
  bench.set_up();
  const auto end = [&] {
    Intent resign;
    resign.kind = IntentKind::kResign;
    resign.seat = 0;
    bench.desk.want(kOrders, resign);
    bench.desk.run();
    REQUIRE(bench.desk.side(kOrders).referee->phase() == match::Phase::kEnded);
  };
  SECTION("an opening that is none, said before the end") {
    std::string true_one;
    bench.desk.tamper = [&](int side, std::string& payload) {
      const auto message = duel::read_hidden(payload);
      const auto* part = std::get_if<PartMessage>(&*message);
      if (side == kOrders || part == nullptr || part->of != Of::kOpening) return true;
      true_one += part->bytes;
      return false;
    };
    CHECK(bench.says_whole(kOrders, Of::kOpening, std::string(20, '\0')).empty());
    end();
    CHECK_FALSE(bench.hidden(kOrders).verdict());
    CHECK(bench.hidden(kOrders).owing() == 1);
    SECTION("and after it") {
      CHECK(bench.says_whole(kOrders, Of::kOpening, "x") == "malformed");
      CHECK_FALSE(bench.says_whole(kOrders, Of::kOpening, std::string(8, '\0')).empty());
      CHECK(bench.says_whole(kOrders, Of::kOpening, true_one + "x") == "malformed");
      CHECK_FALSE(bench.hidden(kOrders).verdict());
      CHECK(bench.says_whole(kOrders, Of::kOpening, true_one).empty());
      REQUIRE(bench.hidden(kOrders).verdict());
      CHECK(bench.hidden(kOrders).verdict()->kind == duel::Verdict::Kind::kHonest);
      CHECK(bench.says_whole(kOrders, Of::kOpening, true_one + "x") == "another-message");
    }
  }
  SECTION("that our opening was taken, before it was said") {
    bench.desk.tamper = [](int side, std::string& payload) {
      const auto message = duel::read_hidden(payload);
      return side == kOrders || !std::holds_alternative<duel::TakenMessage>(*message);
    };
    CHECK(bench.says(kOrders, duel::TakenMessage{}).empty());
    end();
    REQUIRE(bench.hidden(kOrders).verdict());
    CHECK_FALSE(bench.hidden(kOrders).done());
    CHECK(bench.says(kOrders, duel::TakenMessage{}).empty());
    CHECK(bench.hidden(kOrders).done());
  }
}

TEST_CASE("hidden messages: a commit that is not what was announced, or not what the shares give") {
  const auto refusal = [](const host::Answer<Intent>& answer) {
    const auto* why = std::get_if<host::Refusal>(&answer);
    return why == nullptr ? std::string() : why->id;
  };
  SECTION("under the number of a move that was announced") {
    Bench bench("dark");
    bench.set_up();
    const match::Referee& referee = *bench.desk.side(kFollows).referee;
    const Intent move = bench.moving("a6a7");
    REQUIRE(bench.says(kFollows, bench.turn_of(move)).empty());
    const auto commits = [&](const Intent& intent) {
      return refusal(bench.hidden(kFollows).complete(intent, referee, bench.desk.now));
    };
    CHECK(commits(move) == "facts-pending");
    CHECK(commits(bench.moving("e6e7")) == "another-turn");
    Intent offer;
    offer.kind = IntentKind::kOfferDraw;
    CHECK(commits(offer) == "facts-pending");
  }
  SECTION("a takeback of what was said about hidden pieces") {
    Bench bench("dark");
    bench.set_up();
    Intent back;
    back.kind = IntentKind::kAskTakeback;
    CHECK(refusal(bench.hidden(kFollows).complete(back, *bench.desk.side(kFollows).referee,
                                                  bench.desk.now)) == "takeback-off");
  }
  SECTION("another draw") {
    Bench bench("flip");
    bench.desk.chooses = nullptr;
    const auto drawn = [&] {
      const auto& intents = bench.desk.side(kFollows).referee->intents();
      return !intents.empty() && intents.back().kind == IntentKind::kChance;
    };
    bench.desk.run(drawn);
    REQUIRE(drawn());
    const match::Referee& after = *bench.desk.side(kFollows).referee;
    std::vector<Intent> intents = after.intents();
    Intent chance = intents.back();
    intents.pop_back();
    const auto before =
        match::Referee::replay(hidden_game("junqi"), after.terms(), intents, nullptr, after.knower());
    REQUIRE(before.ok());
    const std::uint32_t count = (*before)->state().chance_count();
    REQUIRE(count > 1);
    CHECK(refusal(bench.hidden(kFollows).complete(chance, **before, bench.desk.now)).empty());
    chance.index = (chance.index + 1) % count;
    CHECK(refusal(bench.hidden(kFollows).complete(chance, **before, bench.desk.now)) == "false-draw");
  }
}

TEST_CASE(
    "hidden messages: who holds back a layout, a share or a commit owes it, and nothing is told in return") {
  const auto without = [](auto kind) {
    return [](int side, std::string& payload) {
      const auto message = duel::read_hidden(payload);
      return side == kOrders || !std::holds_alternative<decltype(kind)>(*message);
    };
  };
  const auto check_owes = [](Bench& bench, int who, host::Seat seat) {
    CHECK(bench.hidden(who).owing() == seat);
    CHECK_FALSE(bench.hidden(who).overdue());
    bench.desk.pass_time(duel::kStepWithin);
    CHECK(bench.hidden(who).overdue());
  };
  SECTION("a layout") {
    Bench bench("open");
    bench.desk.tamper = without(PartMessage{});
    bench.desk.set_up(kSample, kSample);
    int steps = 0;
    bench.desk.run([&] { return ++steps > 100; });  // the orderer asks for its set-up without end
    check_owes(bench, kOrders, 1);
  }
  SECTION("a share") {
    Bench bench("flip");
    bench.desk.chooses = nullptr;
    bench.desk.tamper = without(duel::ShareMessage{});
    bench.desk.run();
    check_owes(bench, kOrders, 1);
  }
  SECTION("an anchor: no share is told to who is not bound to its own") {
    Bench bench("flip");
    bench.desk.chooses = nullptr;
    bench.desk.tamper = without(duel::AnchorMessage{});
    bench.desk.run();
    CHECK(bench.hidden(kOrders).owing() == 1);
    for (const std::string& payload : bench.desk.side(kOrders).sent)
      CHECK_FALSE(std::holds_alternative<duel::ShareMessage>(*duel::read_hidden(payload)));
  }
  SECTION("the commit of a move about which nothing had to be said") {
    Bench bench("dark");
    bench.set_up();
    REQUIRE_FALSE(bench.hidden(kFollows).owing());
    REQUIRE(bench.says(kFollows, bench.turn_of(bench.moving("a2b3"))).empty());
    check_owes(bench, kFollows, 0);
  }
}
