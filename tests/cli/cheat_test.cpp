// The program plays with a machine that lies: each lie is refused, or ends the match as duel.proto says, is
// told, changes nothing on the board, and costs no memory.
#include "cheat_game.hpp"

#include <fstream>

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;
using duel::Role;
using nlohmann::json;

namespace {

// The most memory that the process has had so far, in KiB.
long most_memory(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
  }
  return 0;
}

duel::ProposalMessage proposal(Cheat& cheat, match::Intent intent, match::Instant elapsed = 1'000) {
  return {1'000, cheat.match().number(), elapsed, match::encode(match::plain(std::move(intent)))};
}

match::Intent moving(host::Seat seat, host::Move move) {
  match::Intent intent;
  intent.kind = match::IntentKind::kMove;
  intent.seat = seat;
  intent.move = std::move(move);
  return intent;
}

// The same move from where it leads to where it comes from: there is nobody.
std::string backwards(const std::string& move) {
  auto intent = match::decode_intent(move);
  REQUIRE(intent.ok());
  std::swap(intent->move.from, intent->move.to);
  return match::encode(*intent);
}

}  // namespace

TEST_CASE("cheat: what the rules do not allow is refused, and the game goes on") {
  const std::string variant = GENERATE("chess", "xiangqi");
  bool wrong = false;
  Lies lies;
  lies.say = [&](const std::string& payload) {
    auto message = duel::read_message(payload);
    auto* const proposed = message.ok() ? std::get_if<duel::ProposalMessage>(&*message) : nullptr;
    if (proposed == nullptr || !wrong) return std::vector{payload};
    proposed->intent = backwards(proposed->intent);
    return std::vector{duel::write(*message)};
  };
  Game game(Role::kDialler, variant, std::move(lies));
  game.begin();
  Cheat& cheat = *game.cheat;
  wrong = true;
  REQUIRE(cheat.move());
  REQUIRE(cheat.until([&] { return cheat.refused().has_value(); }));
  CHECK_FALSE(cheat.refused()->reason.empty());
  CHECK(cheat.match().referee().ply() == game.plies);
  wrong = false;
  REQUIRE(cheat.until([&] { return cheat.on_turn(); }));
  REQUIRE(cheat.move());
  CHECK(game.comes_to(game.plies + 1));
}

TEST_CASE("cheat: who moves or gives up for the other, says what cannot be or forges his time is cut off") {
  Game game(Role::kDialler, "chess");
  game.begin();
  Cheat& cheat = *game.cheat;
  const host::Seat own = cheat.match().own();
  const host::Move move = cheat.match().referee().legal(own).front();
  SECTION("a move of the other side") {
    cheat.say(proposal(cheat, moving(1 - own, move)));
    game.cut_off("forged");
  }
  SECTION("a resignation of the other side") {
    match::Intent intent;
    intent.kind = match::IntentKind::kResign;
    intent.seat = 1 - own;
    cheat.say(proposal(cheat, intent));
    game.cut_off("forged");
  }
  SECTION("more time than has passed") {
    cheat.say(proposal(cheat, moving(own, move), 300 * duel::kSecond));
    game.cut_off("false-time");
  }
  SECTION("what only the other side may say") {
    cheat.say(duel::GoMessage{0, 0});
    game.cut_off("out-of-turn");
  }
  SECTION("where it is, a second time") {
    const duel::Match& match = cheat.match();
    cheat.say(duel::SyncMessage{match.config().id, match.number(), match.hash_at(match.number())});
    game.cut_off("replayed");
  }
  SECTION("more than there is") {
    cheat.say(duel::HaveMessage{cheat.match().number() + 100});
    game.cut_off("out-of-turn");
  }
}

TEST_CASE("cheat: packets that are forged, said again, garbage or without end lose the link, and no memory") {
  Game game(Role::kDialler, "chess");
  game.begin();
  Cheat& cheat = *game.cheat;
  const long before = most_memory(game.program->pid());
  REQUIRE(before > 0);
  std::string reason;
  SECTION("the last one again") {
    cheat.send(cheat.last_packet());
    reason = "replayed";
  }
  SECTION("one with another bit") {
    std::string packet = cheat.last_packet();
    packet.back() = static_cast<char>(packet.back() ^ 1);
    cheat.send(packet);
    reason = "bad-mac";
  }
  SECTION("garbage") {
    cheat.send(std::string(300, '\x5A'));
    reason = "malformed";
  }
  SECTION("garbage without end") {
    for (int i = 0; i < 20'000; ++i)
      cheat.send(std::string(600, '\x5A'));
    reason = "malformed";
  }
  const bool told = game.says("\"lost\"");
  INFO(game.program->out << game.program->err);
  REQUIRE(told);
  const std::vector<json> all = events(game.program->out);
  CHECK(only(all, "lost")["reason"] == reason);
  CHECK(moves(all).size() == game.plies);
  CHECK(most_memory(game.program->pid()) < before + 4'096);
}

TEST_CASE("cheat: who cannot be understood is told so, and the next may call") {
  std::string reason = "version";
  Lies lies;
  SECTION("a version that does not exist yet") {
    lies.hello = [](duel::Hello& hello) { hello.major = duel::kProtocolMajor + 1; };
  }
  SECTION("garbage instead of a greeting") {
    lies.send = [](const std::string&) { return std::vector{std::string(200, '\x7F')}; };
    reason = "malformed";
  }
  Game game(Role::kDialler, "chess", std::move(lies));
  const bool told = game.says("\"closed\"");
  INFO(game.program->out << game.program->err);
  REQUIRE(told);
  const std::vector<json> all = events(game.program->out);
  CHECK(only(all, "closed")["reason"] == reason);
  game.cheat.reset();
  const auto next =
      game.ends.start("Bo", {"--connect", "any", "--variant", "chess", "--bot", "0", "--name", "Bo"});
  CHECK(next->wait_for("\"began\"", 20s));
}

TEST_CASE("cheat: an orderer that forges what it commits is cut off") {
  std::function<void(duel::CommitMessage&)> lie;
  std::string how;
  SECTION("a time that nobody has seen") {
    lie = [](duel::CommitMessage& commit) {
      auto intent = match::decode_intent(commit.intent);
      REQUIRE(intent.ok());
      intent->at += 200 * duel::kSecond;
      commit.intent = match::encode(*intent);
    };
    how = "false-time";
  }
  SECTION("a commit that was left out") {
    lie = [](duel::CommitMessage& commit) { ++commit.number; };
    how = "missing";
  }
  SECTION("another move than was made") {
    lie = [](duel::CommitMessage& commit) { commit.intent = backwards(commit.intent); };
    how = "forged";
  }
  SECTION("a position that is not so") {
    lie = [](duel::CommitMessage& commit) { commit.hash[7] ^= 1; };
  }
  // The third move of the program is committed otherwise than it was.
  int commits = 0, own = 0;
  Lies lies;
  lies.say = [&](const std::string& payload) {
    auto message = duel::read_message(payload);
    auto* const commit = message.ok() ? std::get_if<duel::CommitMessage>(&*message) : nullptr;
    if (commit == nullptr) return std::vector{payload};
    if (commit->proposal != 0) ++own;
    if (own < 3) ++commits;
    if (own >= 3) lie(*commit);
    return std::vector{duel::write(*message)};
  };
  Game game(Role::kListener, "chess", std::move(lies));
  REQUIRE(game.cheat->meet());
  const bool told = game.cheat->until([&] {
    if (game.cheat->match().together() && game.cheat->on_turn()) (void)game.cheat->move();
    return game.program->wait_for("\"ended\"", 5ms);
  });
  INFO(game.program->out << game.program->err);
  REQUIRE(told);
  game.plies = static_cast<std::uint32_t>(commits);
  if (!how.empty()) return game.cut_off(how);
  // Nobody can know who of the two is wrong.
  const std::vector<json> all = events(game.program->out);
  CHECK(only(all, "ended")["reason"] == "disagreement");
  CHECK(only(all, "ended")["status"] == "none");
  CHECK(moves(all).size() == game.plies);
}
