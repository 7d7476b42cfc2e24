// A far side that means ill in a whole match with hidden pieces: what it says about a fight is cut off, and
// the match stays as it was.
#include <catch2/catch.hpp>

#include <functional>

#include "duel/hidden_messages.hpp"
#include "honest.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Match;
using match::Intent;
using match::IntentKind;

namespace {

const std::string kLayout = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";

// Two matches that speak with each other at once; side 0 orders and has the first seat.
class Duo {
 public:
  Duo() {
    for (const int side : {0, 1}) {
      duel::MatchConfig config = config_of(side == 0, side, "junqi");
      config.random = random_of(static_cast<std::uint64_t>(side) + 1);
      auto begun = Match::begin(std::move(config), now);
      REQUIRE(begun.ok());
      matches[static_cast<std::size_t>(side)] = std::move(*begun);
    }
    for (const auto& match : matches)
      match->up(0, now);
    pass();
    now += 10 * kSecond;
    for (const int side : {0, 1}) {
      Intent set_up;
      set_up.kind = IntentKind::kSetUp;
      set_up.seat = side;
      const host::State& state = (*this)[side].referee().state();
      set_up.bytes = std::get<std::string>(
          state.setup_layout(side, std::get<std::vector<host::Piece>>(state.setup_pieces(side, kLayout))));
      REQUIRE_FALSE((*this)[side].want(set_up, now).has_value());
      pass();
    }
    REQUIRE((*this)[1].referee().phase() == match::Phase::kPlaying);
  }

  // What is said is heard, until nobody says anything more. `tamper` may change what one side says.
  void pass() {
    for (bool more = true; more;) {
      more = false;
      for (const int side : {0, 1}) {
        for (duel::Out& out : (*this)[side].take_out()) {
          if (out.kind != duel::Out::Kind::kSend) continue;
          more = true;
          if (side == tampered && tamper) tamper(out.bytes);
          Match& other = (*this)[1 - side];
          other.measure(now, 50'000);
          const auto message = duel::read_message(out.bytes);
          REQUIRE(message.ok());
          if (std::holds_alternative<std::monostate>(*message))
            other.hear_hidden(out.bytes, now);
          else
            other.hear(*message, now);
        }
      }
    }
  }
  void move(int side, std::string_view text) {
    Intent move;
    move.kind = IntentKind::kMove;
    move.seat = side;
    move.move = std::get<host::Move>((*this)[side].referee().state().read_move(side, text));
    REQUIRE_FALSE((*this)[side].want(move, now).has_value());
    pass();
  }
  // The first fight of the game, by the side that orders.
  void fight() { move(0, "a6a7"); }
  Match& operator[](int side) { return *matches[static_cast<std::size_t>(side)]; }

  Now now = 1'000 * kSecond;
  std::array<std::unique_ptr<Match>, 2> matches;
  std::function<void(std::string&)> tamper;
  int tampered = 0;  // the side
};

// Changes the intent of the Turn.
std::function<void(std::string&)> turning(std::function<void(Intent&)> change) {
  return [change](std::string& payload) {
    auto message = duel::read_hidden(payload);
    if (!message.ok()) return;
    auto* const turn = std::get_if<duel::TurnMessage>(&*message);
    if (turn == nullptr) return;
    Intent intent = *match::decode_intent(turn->intent);
    change(intent);
    turn->intent = match::encode(intent);
    payload = duel::write(*message);
  };
}

}  // namespace

TEST_CASE("the orderer's Turn is judged like its commit: by whom it is, whether it can be, and its time") {
  Duo duo;
  duo.now += 60 * kSecond;
  // The other side is cut off for it, and nothing of it was played.
  const auto cuts = [&](const std::string& reason) {
    const std::uint32_t number = duo[1].number();
    const Digest hash = duo[1].hash_at(number);
    duo.fight();
    CHECK(duo[1].broken() == reason);
    CHECK(duo[1].number() == number);
    CHECK(duo[1].hash_at(number) == hash);
    CHECK(duo[1].referee().ply() == 0);
    REQUIRE(duo[1].referee().ended() != nullptr);
    CHECK(duo[1].referee().ended()->result.empty());
  };
  SECTION("an honest one, for comparison") {
    duo.fight();
    CHECK(duo[1].broken().empty());
    CHECK(duo[1].referee().ply() == 1);
    CHECK(duo[1].referee().public_hash() == duo[0].referee().public_hash());
  }
  SECTION("a minute's thought that took no time") {
    duo.tamper = turning([&](Intent& intent) { intent.at -= 59 * kSecond; });
    cuts("false-time");
  }
  SECTION("before the last commit, by less than a link may cost") {
    duo.now -= 59 * kSecond;
    const match::Instant last = duo[1].referee().intents().back().at;
    REQUIRE(last > 0);
    duo.tamper = turning([&](Intent& intent) { intent.at = last - 1; });
    cuts("false-time");
  }
  SECTION("a move of our own seat, which we never made") {
    duo.tamper = turning([&](Intent& intent) { intent.seat = 1; });
    cuts("forged");
  }
  SECTION("a move that the rules forbid") {
    duo.tamper = turning([&](Intent& intent) {
      const host::Geometry& board = duo[1].referee().state().geometry();
      intent.move = {board.point("b1"), board.point("b2"), 0, 0};  // out of a headquarters
    });
    cuts("locked");
  }
}

TEST_CASE(
    "the orderer's Turn: as the answer to a proposal that there is not, or committed with another time") {
  Duo duo;
  duo.now += 60 * kSecond;
  SECTION("an answer to nothing") {
    duo.tamper = [](std::string& payload) {
      auto message = duel::read_hidden(payload);
      auto* const turn = message.ok() ? std::get_if<duel::TurnMessage>(&*message) : nullptr;
      if (turn == nullptr) return;
      turn->proposal = 5;
      payload = duel::write(*message);
    };
    duo.fight();
    CHECK(duo[1].broken() == "forged");
  }
  SECTION("another time") {
    duo.tamper = [](std::string& payload) {
      const auto message = duel::read_message(payload);
      if (!message.ok() || !std::holds_alternative<duel::CommitMessage>(*message)) return;
      duel::CommitMessage commit = std::get<duel::CommitMessage>(*message);
      Intent intent = *match::decode_intent(commit.intent);
      intent.at -= 59 * kSecond;
      commit.intent = match::encode(intent);
      payload = duel::write(duel::Message(commit));
    };
    duo.fight();
    CHECK(duo[1].broken() == "false-time");
  }
  SECTION("heard before its number, and wrong: seen when that comes") {
    duel::TurnMessage turn{duo[1].number() + 1, 0, {}, 0, {}};
    Intent move;
    move.kind = IntentKind::kMove;
    turn.intent = match::encode(move);
    duo[1].hear_hidden(duel::write(duel::HiddenMessage(turn)), duo.now);
    CHECK(duo[1].broken().empty());
    Intent pause;
    pause.kind = IntentKind::kAskPause;
    REQUIRE_FALSE(duo[0].want(pause, duo.now).has_value());
    duo.pass();
    CHECK(duo[1].broken() == "another-chain");
  }
  CHECK(duo[1].referee().ply() == 0);
}

TEST_CASE("a step of a fight that is held back, or disputed, ends the match") {
  Duo duo;
  const auto instead = [&](std::uint32_t index, std::function<duel::HiddenMessage(std::uint32_t)> other) {
    duo.tamper = [=](std::string& payload) {
      const auto message = duel::read_hidden(payload);
      const auto* const part = message.ok() ? std::get_if<duel::PartMessage>(&*message) : nullptr;
      if (part != nullptr && part->of == duel::PartMessage::Of::kSaid && part->index == index)
        payload = duel::write(other(part->number));
    };
  };
  SECTION("held back: who waits for it cuts off, and the other side has left") {
    instead(0, [](std::uint32_t) { return duel::TakenMessage{}; });
    duo.fight();
    CHECK(duo[1].broken().empty());
    duo.now += duel::kStepWithin;
    duo[1].measure(duo.now, 50'000);
    duo[1].poll(duo.now);
    CHECK(duo[1].broken() == "owed");
    CHECK(duo[1].referee().phase() == match::Phase::kEnded);
    CHECK(duo[1].referee().ply() == 0);
  }
  SECTION("disputed") {
    instead(1, [](std::uint32_t number) { return duel::DisputeMessage{number}; });
    duo.fight();
    CHECK(duo[1].referee().events().back().text == "disagreement");
    CHECK(duo[1].referee().ply() == 0);
  }
  SECTION("disputed by who follows") {
    instead(1, [](std::uint32_t number) { return duel::DisputeMessage{number}; });
    duo.tampered = 1;
    duo.move(0, "a2b3");
    duo.move(1, "a7a6");
    CHECK(duo[0].referee().events().back().text == "disagreement");
    CHECK(duo[0].referee().ply() == 1);
  }
}

TEST_CASE("no moves left, declared where all can see that there are: refused, whatever it is to bring") {
  Duo duo;
  duo.fight();
  REQUIRE(duo[0].referee().ply() == 1);
  const Digest hash = duo[0].referee().public_hash();
  for (const std::uint32_t result : {0U, 1U, 2U}) {  // lost, drawn, won
    INFO(result);
    Intent over;
    over.kind = IntentKind::kDeclare;
    over.seat = 1;
    over.bytes = "no-moves";
    over.index = result;
    duo[0].hear(duel::ProposalMessage{2 + result, duo[0].number(), 0, match::encode(match::plain(over))},
                duo.now);
    const auto outs = duo[0].take_out();
    REQUIRE(outs.size() == 1);
    const auto answer = duel::read_message(outs[0].bytes);
    REQUIRE(std::holds_alternative<duel::RefusedMessage>(*answer));
    CHECK(std::get<duel::RefusedMessage>(*answer).reason == "false-announcement");
    CHECK(duo[0].referee().public_hash() == hash);
    CHECK(duo[0].referee().phase() == match::Phase::kPlaying);
  }
}
