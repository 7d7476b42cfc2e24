// A far machine that has greeted as it must and then says whatever it likes: a whole duel cuts it off with a
// reason, and does not take what it may not say.
#include <catch2/catch.hpp>

#include "hall.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Channel;
using duel::Event;
using duel::Message;
using duel::Role;

namespace {

class Stranger {
 public:
  Stranger() : far_(Role::kDialler, duel::hello_of("乙", games()), random_of(2)) {
    duel::DuelConfig config;
    config.role = Role::kListener;
    config.name = "甲";
    config.games = games();
    config.random = random_of(1);
    auto begun = duel::Duel::begin(std::move(config));
    REQUIRE(begun.ok());
    duel = std::move(*begun);
    duel->connected(now);
    far_.connected(now);
    pass();
    REQUIRE(duel->channel().state() == Channel::State::kUp);
    (void)duel->take_events();
  }

  static duel::Offer chess() { return duel::default_offer(*game_of("chess")); }
  void say_bytes(std::string_view payload) {
    REQUIRE(far_.send(payload));
    pass();
  }
  void say(const Message& message) { say_bytes(duel::write(message)); }
  // Comes to terms as it must; the match waits for the Sync then.
  void agree() {
    duel::Agreement::Between between;
    between.role = Role::kDialler;
    between.keys = far_.keys();
    between.listener_name = "甲";
    between.dialler_name = "乙";
    duel::Agreement own(between, games(), random_of(3));
    REQUIRE(own.offer(chess(), now).ok());
    const auto talk = [&] {
      for (const duel::Out& out : own.take_out())
        say_bytes(out.bytes);
      for (const std::string& payload : std::exchange(heard, {}))
        REQUIRE(own.hear(*duel::read_message(payload), now).empty());
    };
    talk();
    REQUIRE(duel->accept(now).ok());
    pass();
    for (int i = 0; i < 4; ++i)
      talk();
    REQUIRE(own.agreed());
    REQUIRE(duel->match() != nullptr);
    seat = own.agreed()->own;
    const duel::Match& match = *duel->match();
    REQUIRE(match.config().id == own.agreed()->id);
    say(duel::SyncMessage{match.config().id, 0, match.hash_at(0)});
    REQUIRE(match.together());
    (void)duel->take_events();
  }
  // Both know that it is over, and why.
  void check_cut_off(const std::string& reason) {
    CHECK(duel->channel().state() == Channel::State::kClosed);
    CHECK(duel->channel().reason() == reason);
    CHECK(far_.state() == Channel::State::kClosed);
    CHECK(far_.reason() == reason);
    const std::vector<Event> events = duel->take_events();
    REQUIRE_FALSE(events.empty());
    CHECK(events.back().kind == Event::Kind::kClosed);
    CHECK(events.back().reason == reason);
  }
  [[nodiscard]] std::size_t phrases() {
    std::size_t count = 0;
    for (const Event& event : duel->take_events()) {
      CHECK(event.kind == Event::Kind::kPhrase);
      CHECK(event.phrase < duel::kPhrases.size());
      ++count;
    }
    return count;
  }

  Now now = 1'000 * kSecond;
  std::unique_ptr<duel::Duel> duel;
  host::Seat seat = 0;             // of the far machine
  std::vector<std::string> heard;  // payloads that the far machine was sent

 private:
  static std::vector<std::shared_ptr<const host::Variant>> games() {
    return {game_of("chess"), game_of("xiangqi")};
  }
  void pass() {
    for (bool more = true; more;) {
      more = false;
      for (const duel::Out& out : duel->take_out()) {
        more = true;
        if (out.kind == duel::Out::Kind::kSend) far_.received(out.bytes, now);
      }
      for (const duel::Out& out : far_.take_out()) {
        more = true;
        if (out.kind == duel::Out::Kind::kSend) duel->received(out.bytes, now);
      }
    }
    while (auto message = far_.take())
      heard.push_back(std::move(message->payload));
  }

  Channel far_;
};

}  // namespace

TEST_CASE("a duel cuts off who says what cannot be read, or may not be said now") {
  Stranger stranger;
  SECTION("bytes that are no message") {
    stranger.say_bytes("\xFF");
    stranger.check_cut_off("malformed");
  }
  SECTION("a message beyond its bounds") {
    stranger.say(duel::ProposalMessage{0, 0, 0, "x"});
    stranger.check_cut_off("malformed");
  }
  SECTION("of a match, where there is none") {
    stranger.say(duel::SyncMessage{});
    stranger.check_cut_off("out-of-turn");
  }
  SECTION("terms that cannot be read") {
    stranger.say(duel::TermsMessage{1, "x"});
    stranger.check_cut_off("malformed");
  }
  SECTION("other terms while a match is played") {
    stranger.agree();
    duel::Offer other = Stranger::chess();
    other.scored = !other.scored;
    stranger.say(duel::TermsMessage{1, duel::encode(other)});
    stranger.check_cut_off("out-of-turn");
  }
  SECTION("in a match, what only its other side says") {
    stranger.agree();
    stranger.say(duel::GoMessage{0, 0});
    stranger.check_cut_off("out-of-turn");
    CHECK(stranger.duel->match()->referee().events().back().text == "disconnected");
  }
  SECTION("after a match, what only its other side says") {
    stranger.agree();
    match::Intent resign;
    resign.kind = match::IntentKind::kResign;
    resign.seat = stranger.seat;
    stranger.say(duel::ProposalMessage{1, 0, 0, match::encode(resign)});
    REQUIRE_FALSE(stranger.duel->playing());
    REQUIRE(stranger.duel->channel().state() == Channel::State::kUp);
    stranger.say(duel::GoMessage{1, 0});
    stranger.check_cut_off("out-of-turn");
  }
  SECTION("in a match, a resignation of ours") {
    stranger.agree();
    match::Intent resign;
    resign.kind = match::IntentKind::kResign;
    resign.seat = 1 - stranger.seat;
    stranger.say(duel::ProposalMessage{1, 0, 0, match::encode(resign)});
    stranger.check_cut_off("forged");
    CHECK(stranger.duel->match()->referee().events().back().text == "disconnected");
  }
}

TEST_CASE("phrases from the far side: those of the list, and not more than one a second") {
  Stranger stranger;
  stranger.say(duel::PhraseMessage{static_cast<std::uint32_t>(duel::kPhrases.size())});
  stranger.say(duel::PhraseMessage{0xFFFFFFFF});
  CHECK(stranger.phrases() == 0);
  stranger.say(duel::PhraseMessage{1});
  stranger.say(duel::PhraseMessage{2});
  stranger.now += kSecond - 1;
  stranger.say(duel::PhraseMessage{2});
  CHECK(stranger.phrases() == 1);
  stranger.now += 1;
  stranger.say(duel::PhraseMessage{2});
  CHECK(stranger.phrases() == 1);
  CHECK(stranger.duel->channel().state() == Channel::State::kUp);
}
