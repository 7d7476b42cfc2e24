// A far side that means ill: each of its lies is refused or cut off with a reason of its own, and the match
// stays as it was.
#include <catch2/catch.hpp>

#include "honest.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::CommitMessage;
using duel::GoMessage;
using duel::HaveMessage;
using duel::Match;
using duel::Message;
using duel::ProposalMessage;
using duel::SyncMessage;
using match::Instant;
using match::Intent;
using match::IntentKind;

TEST_CASE("a proposal of a seat that is not on turn is refused") {
  Honest judge(true, 0);  // White orders, and is on turn
  Intent move = doing(IntentKind::kMove, 1);
  const host::Geometry& board = judge.match->referee().state().geometry();
  move.move = {board.point("b8"), board.point("c6"), 0, 0};
  judge.refuses(judge.proposal_of(move, 0), "not-your-turn");
}

TEST_CASE("proposals: out of turn, illegal, of another seat, replayed, with false times") {
  Honest judge(true, 1);
  const match::Referee& referee = judge.match->referee();
  judge.now += kSecond;
  const Intent good = moving(referee, "g1f3");
  SECTION("illegal: the rules' own reason, and the next one is taken") {
    Intent bad = good;
    bad.move.to = referee.state().geometry().point("g5");
    judge.refuses(judge.proposal_of(bad, 0), referee.refuse(0, bad.move)->id);
    judge.hear(judge.proposal_of(good, kSecond / 2, 3));
    CHECK(judge.match->number() == 3);
  }
  SECTION("not on turn") {
    judge.hear(judge.proposal_of(good, 0));
    (void)judge.match->take_out();
    Intent again = good;
    again.move = {referee.state().geometry().point("b1"), referee.state().geometry().point("c3"), 0, 0};
    judge.refuses(judge.proposal_of(again, 0, 3), "not-your-turn");
  }
  SECTION("the same again: it is one commit, and nothing more is said of it") {
    const ProposalMessage proposal = judge.proposal_of(good, 0);
    judge.hear(proposal);
    (void)judge.match->take_out();
    judge.hear(proposal);
    CHECK(judge.match->number() == 3);
    CHECK(judge.match->broken().empty());
    CHECK(judge.match->take_out().empty());
  }
  SECTION("a refused one again: the same answer") {
    judge.refuses(judge.proposal_of(doing(IntentKind::kAcceptDraw, 0), 0), "no-offer");
    judge.refuses(judge.proposal_of(doing(IntentKind::kAcceptDraw, 0), 0), "no-offer");
  }
  SECTION("an older one") {
    judge.cuts(judge.proposal_of(good, 0, 0), "replayed");
  }
  SECTION("of our seat") {
    judge.cuts(judge.proposal_of(doing(IntentKind::kResign, 1), 0), "forged");
  }
  SECTION("of the house: the clock stopped") {
    judge.cuts(judge.proposal_of(doing(IntentKind::kStopClock, 0), 0), "forged");
  }
  SECTION("of the house: the match aborted") {
    judge.cuts(judge.proposal_of(doing(IntentKind::kAbort, 0, "aborted"), 0), "forged");
  }
  SECTION("a flag that has not fallen") {
    judge.refuses(judge.proposal_of(doing(IntentKind::kTime, 0), 0), "no-flag");
  }
  SECTION("more time than there was") {
    judge.cuts(judge.proposal_of(good, 60 * kSecond), "false-time");
  }
  SECTION("less time than we saw: charged what we saw, less the allowance") {
    judge.now += 20 * kSecond;
    judge.hear(judge.proposal_of(good, 0));
    REQUIRE(judge.match->number() == 3);
    const Instant spent = referee.intents()[2].at - referee.intents()[1].at;
    CHECK(spent == 21 * kSecond - 150'000);
    CHECK(judge.match->waived() == 150'000);
  }
  SECTION("bytes that are no intent") {
    ProposalMessage proposal = judge.proposal_of(good, 0);
    proposal.intent += 'x';
    judge.cuts(proposal, "malformed");
  }
  SECTION("an instant of its own") {
    Intent dated = good;
    dated.at = 5;
    judge.cuts(judge.proposal_of(dated, 0), "malformed");
  }
  SECTION("made for a position that was another one") {
    judge.hear(judge.proposal_of(good, 0));
    (void)judge.match->take_out();
    REQUIRE_FALSE(judge.match->want(moving(referee, "b8c6"), judge.now).has_value());
    (void)judge.match->take_out();
    ProposalMessage late = judge.proposal_of(moving(referee, "f1c4"), 0, 3);
    late.base = 2;
    judge.refuses(late, "too-late");
  }
  SECTION("commits that are known to nobody") {
    ProposalMessage proposal = judge.proposal_of(good, 0);
    proposal.base = 9;
    judge.cuts(proposal, "malformed");
  }
  SECTION("a flood of what comes to nothing") {
    for (std::uint32_t id = 2; id < 2 + static_cast<std::uint32_t>(duel::kMostRefusals); ++id)
      judge.hear(judge.proposal_of(doing(IntentKind::kAcceptDraw, 0), 0, id));
    CHECK(judge.match->broken().empty());
    judge.cuts(judge.proposal_of(doing(IntentKind::kAcceptDraw, 0), 0, 50), "flood");
  }
  SECTION("what only the orderer says") {
    judge.cuts(GoMessage{2, 0}, "out-of-turn");
  }
  SECTION("more than was sent") {
    judge.cuts(HaveMessage{9}, "out-of-turn");
  }
  SECTION("less than before") {
    judge.hear(HaveMessage{2});
    judge.cuts(HaveMessage{1}, "out-of-turn");
  }
  SECTION("another hash for what was not sent") {
    judge.cuts(duel::DifferMessage{9, {}}, "out-of-turn");
  }
  SECTION("before the Sync: that it has them") {
    judge.reconnect();
    judge.cuts(HaveMessage{2}, "out-of-turn");
  }
  SECTION("before the Sync: that it differs") {
    judge.reconnect();
    judge.cuts(duel::DifferMessage{2, {}}, "out-of-turn");
  }
  SECTION("a Sync with another public hash") {
    judge.reconnect();
    judge.hear(SyncMessage{judge.match->config().id, 2, {}});
    CHECK(judge.match->referee().events().back().text == "disagreement");
  }
  SECTION("nothing acknowledged: no more than 128 commits are on their way") {
    std::uint32_t sent = 2;
    const auto count = [&] {
      for (const duel::Out& out : judge.match->take_out()) {
        if (out.kind != duel::Out::Kind::kSend) continue;
        sent += std::holds_alternative<CommitMessage>(*duel::read_message(out.bytes)) ? 1 : 0;
      }
    };
    for (std::uint32_t id = 2; judge.match->number() < 2 * duel::kMostAhead; ++id) {
      judge.hear(judge.proposal_of(doing(IntentKind::kAskPause, 0), 0, id));
      REQUIRE_FALSE(judge.match->want(doing(IntentKind::kDeclinePause, 1), judge.now).has_value());
      count();
    }
    CHECK(sent == duel::kMostAhead);
    judge.hear(HaveMessage{64});
    count();
    CHECK(sent == duel::kMostAhead + 64);
  }
  SECTION("a second Sync on one connection") {
    judge.cuts(SyncMessage{judge.match->config().id, 2, judge.match->hash_at(2)}, "replayed");
  }
  SECTION("another match") {
    judge.reconnect();
    SyncMessage sync{judge.match->config().id, 2, judge.match->hash_at(2)};
    sync.match[0] ^= 1;
    judge.cuts(sync, "other-match");
  }
  SECTION("a proposal before the Sync") {
    judge.reconnect();
    judge.cuts(judge.proposal_of(good, 0), "out-of-turn");
  }
  SECTION("no Sync at all") {
    judge.reconnect();
    judge.match->poll(judge.now + 11 * kSecond);
    CHECK(judge.match->broken() == "silent");
  }
}

TEST_CASE("commits: forged, forbidden, replayed, missing, with false times") {
  Honest judge(false, 1);  // we have Black and follow; White is on turn
  const match::Referee& referee = judge.match->referee();
  const Instant last = referee.intents().back().at;
  judge.now += kSecond;
  const Intent good = moving(referee, "g1f3");
  SECTION("an honest one, for comparison") {
    judge.hear(judge.commit_of(good, last + kSecond));
    CHECK(judge.match->number() == 3);
    CHECK(judge.match->broken().empty());
  }
  SECTION("a move that the rules forbid: not followed, and the match ends if it is said again") {
    CommitMessage commit = judge.commit_of(good, last + kSecond);
    Intent bad = good;
    bad.at = last + kSecond;
    bad.move.to = referee.state().geometry().point("g5");
    commit.intent = match::encode(bad);
    judge.hear(commit);
    CHECK(judge.match->number() == 2);
    CHECK(judge.match->referee().ply() == 2);  // another referee: it has replayed
    const auto outs = judge.match->take_out();
    REQUIRE(outs.size() == 1);
    const auto differs = duel::read_message(outs[0].bytes);
    REQUIRE(std::holds_alternative<duel::DifferMessage>(*differs));
    CHECK(std::get<duel::DifferMessage>(*differs).hash == Digest{});
    judge.hear(commit);
    CHECK(judge.match->number() == 2);
    CHECK(judge.match->referee().events().back().text == "disagreement");
  }
  SECTION("our own resignation, which we never wanted") {
    judge.cuts(judge.commit_of(doing(IntentKind::kResign, 1), last + kSecond), "forged");
  }
  SECTION("the same as an answer to a proposal that there is not") {
    judge.cuts(judge.commit_of(doing(IntentKind::kResign, 1), last + kSecond, 2), "forged");
  }
  SECTION("another intent than the one that was proposed") {
    REQUIRE_FALSE(judge.match->want(doing(IntentKind::kAskPause, 1), judge.now).has_value());
    judge.cuts(judge.commit_of(doing(IntentKind::kResign, 1), last + kSecond, 2), "forged");
  }
  SECTION("the clock stopped by the house") {
    judge.cuts(judge.commit_of(doing(IntentKind::kStopClock, 0), last + kSecond), "forbidden");
  }
  SECTION("the match aborted") {
    judge.cuts(judge.commit_of(doing(IntentKind::kAbort, 0, "aborted"), last + kSecond), "forbidden");
  }
  SECTION("one that came before") {
    const CommitMessage commit = judge.commit_of(good, last + kSecond);
    judge.hear(commit);
    judge.cuts(commit, "replayed");
  }
  SECTION("another one in the place of one that came before") {
    CommitMessage commit = judge.commit_of(good, last + kSecond);
    commit.number = 1;
    judge.cuts(commit, "false-commit");
  }
  SECTION("one left out") {
    CommitMessage commit = judge.commit_of(good, last + kSecond);
    commit.number = 3;
    judge.cuts(commit, "missing");
  }
  SECTION("bytes that are no intent") {
    CommitMessage commit = judge.commit_of(good, last + kSecond);
    commit.intent.resize(commit.intent.size() - 1);
    judge.cuts(commit, "malformed");
  }
  SECTION("a minute's thought that took no time") {
    judge.now += 60 * kSecond;
    judge.cuts(judge.commit_of(good, last), "false-time");
  }
  SECTION("an allowance that there is not") {
    CommitMessage commit = judge.commit_of(good, last + kSecond);
    commit.waived = 3 * kSecond;
    judge.cuts(commit, "false-time");
  }
  SECTION("our clock run down in one moment") {
    judge.hear(judge.commit_of(good, last + kSecond));
    judge.now += kSecond;
    Intent time = doing(IntentKind::kTime, 0);
    judge.cuts(judge.commit_of(time, judge.truth->next_flag()), "false-time");
  }
  SECTION("our own move charged with a minute more") {
    judge.hear(judge.commit_of(good, last + kSecond));
    judge.now += kSecond;
    const Intent move = moving(referee, "b8c6");
    REQUIRE_FALSE(judge.match->want(move, judge.now).has_value());
    judge.now += kSecond / 10;
    judge.cuts(judge.commit_of(move, referee.intents().back().at + 61 * kSecond, 2), "false-time");
  }
  SECTION("the same for a move that was wanted while the link was lost") {
    judge.hear(judge.commit_of(good, last + kSecond));
    judge.match->lost(judge.now, judge.now);
    const Intent move = moving(referee, "b8c6");
    REQUIRE_FALSE(judge.match->want(move, judge.now).has_value());
    judge.match->up(0, judge.now);
    judge.hear(GoMessage{3, last + kSecond});
    judge.cuts(judge.commit_of(move, last + 61 * kSecond, 2), "false-time");
  }
  SECTION("what it asks for, dated into our future") {
    judge.hear(judge.commit_of(good, last + kSecond));
    judge.cuts(judge.commit_of(doing(IntentKind::kAskPause, 0), last + 11 * kSecond), "false-time");
  }
  SECTION("our clock run down while the link was lost") {
    judge.hear(judge.commit_of(good, last + kSecond));
    judge.reconnect();
    judge.cuts(judge.commit_of(doing(IntentKind::kTime, 0), judge.truth->next_flag()), "false-time");
  }
  SECTION("a minute's thought that took no time, said when the link is back") {
    judge.now += 60 * kSecond;
    judge.reconnect();
    judge.cuts(judge.commit_of(good, last), "false-time");
  }
  SECTION("a few seconds' thought that took no time") {
    judge.now += 7 * kSecond;
    judge.cuts(judge.commit_of(good, last), "false-time");
  }
  SECTION("a little less for each of its moves, or a little more for each of ours") {
    const bool ours = GENERATE(false, true);
    const std::array<const char*, 8> white{"a2a3", "b2b3", "c2c3", "d2d3", "f2f3", "g2g3", "h2h3", "a3a4"};
    const std::array<const char*, 8> black{"a7a6", "b7b6", "c7c6", "d7d6", "f7f6", "g7g6", "h7h6", "a6a5"};
    const Instant lie = 4 * kSecond;
    std::uint32_t moves = 0;
    for (; moves < white.size() && judge.match->broken().empty(); ++moves) {
      if (!ours) judge.now += lie;
      Instant at = referee.intents().back().at;
      judge.hear(judge.commit_of(moving(referee, white[moves]), at));
      if (!judge.match->broken().empty()) break;
      const Intent move = moving(referee, black[moves]);
      REQUIRE_FALSE(judge.match->want(move, judge.now).has_value());
      judge.hear(judge.commit_of(move, at + (ours ? lie : 0), 2 + moves));
    }
    CHECK(judge.match->broken() == "false-time");
    CHECK(moves >= 7);  // what a bad link may cost is not taken for a lie
  }
  SECTION("an instant that there is not") {
    CommitMessage commit = judge.commit_of(good, last + kSecond);
    Intent late = good;
    late.at = match::kLastInstant + 1;
    commit.intent = match::encode(late);
    judge.cuts(commit, "false-time");
  }
  SECTION("the answer to another proposal") {
    REQUIRE_FALSE(judge.match->want(doing(IntentKind::kAskPause, 1), judge.now).has_value());
    judge.cuts(judge.commit_of(doing(IntentKind::kAskPause, 1), last + kSecond, 7), "forged");
  }
  SECTION("a plugin that failed, as the answer to a proposal") {
    judge.cuts(judge.commit_of(doing(IntentKind::kAbort, 0, "plugin-error"), last + kSecond, 2), "forged");
  }
  SECTION("after the end: nothing is said of it") {
    const CommitMessage over = judge.commit_of(doing(IntentKind::kResign, 0), last + kSecond);
    CommitMessage more = over;
    ++more.number;
    judge.hear(over);
    REQUIRE(referee.phase() == match::Phase::kEnded);
    (void)judge.match->take_out();
    judge.hear(over);
    judge.hear(more);
    CHECK(judge.match->broken().empty());
    CHECK(judge.match->take_out().empty());
  }
  SECTION("refusals of what was not proposed, or is not under way") {
    REQUIRE_FALSE(judge.match->want(doing(IntentKind::kAskPause, 1), judge.now).has_value());
    judge.hear(duel::RefusedMessage{9, "too-late", {}});
    CHECK(judge.match->wishes().size() == 1);
    judge.reconnect();
    judge.hear(duel::RefusedMessage{2, "too-late", {}});
    CHECK(judge.match->wishes().size() == 1);
    judge.hear(GoMessage{2, last + kSecond});
    (void)judge.match->take_news();
    judge.hear(duel::RefusedMessage{2, "too-late", {0, 63, 64, 0xFFFF}});
    CHECK(judge.match->wishes().empty());
    const auto news = judge.match->take_news();
    REQUIRE(news.size() == 1);
    CHECK(news[0].refusal.points == std::vector<host::Point>{0, 63});  // of the board alone
  }
  SECTION("its own flag withheld: asked for, and then cut off") {
    const Instant flag = referee.next_flag();
    judge.now = judge.begin + flag + kSecond;
    judge.match->measure(judge.now, 50'000);
    judge.match->poll(judge.now);
    const auto outs = judge.match->take_out();
    REQUIRE(outs.size() == 2);
    const auto asked = duel::read_message(outs[1].bytes);
    REQUIRE(std::holds_alternative<ProposalMessage>(*asked));
    CHECK(match::decode_intent(std::get<ProposalMessage>(*asked).intent)->kind == IntentKind::kTime);
    SECTION("it falls") {
      judge.hear(judge.commit_of(doing(IntentKind::kTime, 0), flag, 2));
      CHECK(judge.match->broken().empty());
      CHECK(referee.events().back().text == "time");
    }
    SECTION("it does not") {
      judge.now += 16 * kSecond;
      judge.match->poll(judge.now);
      CHECK(judge.match->broken() == "flag-withheld");
    }
  }
  SECTION("what only the follower says") {
    judge.cuts(HaveMessage{2}, "out-of-turn");
  }
  SECTION("time that runs before the commits are there") {
    judge.reconnect();
    judge.cuts(GoMessage{5, last}, "missing");
  }
  SECTION("time that runs on, when it runs") {
    judge.cuts(GoMessage{2, last}, "out-of-turn");
  }
  SECTION("time that runs on from before the last commit") {
    judge.reconnect();
    judge.cuts(GoMessage{2, last - 1}, "false-time");
  }
  SECTION("its own clock set back by a minute while the link was lost") {
    judge.now += 60 * kSecond;
    judge.reconnect();
    judge.cuts(GoMessage{2, last}, "false-time");
  }
  SECTION("by as much as a link may explain, and that again and again") {
    int times = 0;
    for (; times < 100 && judge.match->broken().empty(); ++times) {
      judge.now += 20 * kSecond;
      judge.reconnect();
      judge.hear(GoMessage{2, last});
    }
    CHECK(judge.match->broken() == "false-time");
    CHECK(times == 9);  // the first time it was 21 s: no more than 180 s in all
  }
  SECTION("time that runs on from an instant that there is not") {
    judge.reconnect();
    judge.cuts(GoMessage{2, match::kLastInstant + 1}, "false-time");
  }
  SECTION("time that runs on from later than it can be") {
    judge.hear(judge.commit_of(good, last + kSecond));
    judge.reconnect();
    judge.cuts(GoMessage{3, last + 200 * kSecond}, "false-time");
  }
}

TEST_CASE("another public hash: both replay once, and the match ends with disagreement on both sides") {
  Honest follower(false, 1);
  Honest orderer(true, 0);
  follower.now += kSecond;
  orderer.now += kSecond;
  const Instant last = follower.match->referee().intents().back().at;
  CommitMessage lie = follower.commit_of(moving(follower.match->referee(), "g1f3"), last + kSecond);
  const Digest right = lie.hash;
  lie.hash[0] ^= 1;
  follower.hear(lie);
  CHECK(follower.match->number() == 2);
  CHECK(follower.match->broken().empty());
  const auto outs = follower.match->take_out();
  REQUIRE(outs.size() == 1);
  const auto differs = duel::read_message(outs[0].bytes);
  REQUIRE(std::holds_alternative<duel::DifferMessage>(*differs));
  CHECK(std::get<duel::DifferMessage>(*differs).number == 3);
  CHECK(std::get<duel::DifferMessage>(*differs).hash == right);
  SECTION("what comes after it is left out, and it is put right") {
    CommitMessage next = lie;
    ++next.number;
    follower.hear(next);
    CHECK(follower.match->broken().empty());
    lie.hash = right;
    follower.hear(lie);
    CHECK(follower.match->number() == 3);
    CHECK(follower.match->referee().phase() == match::Phase::kPlaying);
  }
  SECTION("the other side has put it right: it goes on") {
    lie.hash = right;
    follower.hear(lie);
    CHECK(follower.match->number() == 3);
    CHECK(follower.match->referee().phase() == match::Phase::kPlaying);
  }
  SECTION("it says the same again") {
    follower.hear(lie);
    CHECK(follower.match->referee().events().back().text == "disagreement");
  }
  SECTION("it says nothing") {
    follower.match->poll(follower.now + 11 * kSecond);
    CHECK(follower.match->referee().events().back().text == "disagreement");
  }
  SECTION("an honest orderer replays, stands by its hash, and ends the match for both") {
    REQUIRE_FALSE(orderer.match->want(moving(orderer.match->referee(), "g1f3"), orderer.now).has_value());
    (void)orderer.match->take_out();
    Digest wrong = orderer.match->hash_at(3);
    wrong[0] ^= 1;
    orderer.hear(duel::DifferMessage{3, wrong});
    CHECK(orderer.match->referee().events().back().text == "disagreement");
    CHECK(orderer.match->referee().ply() == 3);
    bool told = false;
    for (const duel::Out& out : orderer.match->take_out()) {
      if (out.kind != duel::Out::Kind::kSend) continue;
      follower.hear(*duel::read_message(out.bytes));
      told = true;
    }
    CHECK(told);
    CHECK(follower.match->referee().events().back().text == "disagreement");
  }
}

TEST_CASE("a match that the other side does not know is dropped only where nothing was done in it") {
  auto begun = Match::begin(config_of(false, 0), kSecond);
  REQUIRE(begun.ok());
  Match& match = **begun;
  SECTION("nothing") {
    match.unknown_there(2 * kSecond);
    CHECK(match.referee().events().back().text == "aborted");
  }
  SECTION("a move was wanted") {
    REQUIRE_FALSE(match.want(moving(match.referee(), "e2e4"), kSecond).has_value());
    match.unknown_there(2 * kSecond);
    CHECK(match.referee().phase() == match::Phase::kPlaying);
    CHECK(match.wishes().size() == 1);
  }
}

TEST_CASE("messages from the air: any bytes are a message, skipped, or refused as malformed") {
  seat::RandomPlayer chance(5);
  int read = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = duel::write(ProposalMessage{7, 3, 5'000, std::string(40, 'x')});
    if (i % 2 == 0) {
      bytes.resize(chance.below(100));
      for (char& byte : bytes)
        byte = static_cast<char>(chance.below(256));
    } else {
      bytes[chance.below(bytes.size())] ^= static_cast<char>(1 << chance.below(8));
    }
    const auto message = duel::read_message(bytes);
    if (message.ok()) {
      ++read;
      // What is read is written again and read as the same.
      const auto again = duel::read_message(duel::write(*message));
      REQUIRE(again.ok());
      REQUIRE(again->index() == message->index());
    } else {
      REQUIRE(message.error().code == "malformed");
    }
  }
  CHECK(read > 100);
}
