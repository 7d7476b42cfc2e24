// What goes over the link depends on nothing hidden but the outcomes; and what a machine said it says again,
// byte for byte, wherever it was killed.
#include <catch2/catch.hpp>

#include <set>

#include "desk.hpp"
#include "junqi/layout.hpp"
#include "variants/junqi/worlds.hpp"

using namespace qitai::test;
namespace junqi = qitai::junqi;

namespace {

const std::string kMarshalAhead = "94375/7.3.E/25.82/3.B.2/EM6ME/BFM46";
const std::string kMarshalOpposite = "54379/7.3.E/26.82/3.B.2/EM5ME/BFM46";

qitai::host::Move to_host(junqi::Move move) {
  return {move.from, move.to, 0, 0};
}

// The game of a course between two machines, with the messages of both.
std::unique_ptr<Desk> played(const junqi::Course& course, std::uint64_t seed) {
  auto desk = std::make_unique<Desk>(hidden_terms("junqi", {}), seed, static_cast<int>(seed % 2));
  std::size_t next = 0;
  desk->chooses = [&](Desk::Side& own) -> std::optional<qitai::host::Move> {
    if (next >= course.moves.size() || own.referee->ply() != next) return std::nullopt;
    return to_host(course.moves[next++]);
  };
  desk->set_up(junqi::write_layout(course.layouts[0]), junqi::write_layout(course.layouts[1]));
  desk->run();
  desk->chooses = nullptr;
  REQUIRE(desk->side(0).referee->ply() == course.moves.size());
  desk->check_alike();
  return desk;
}

// Of a payload what everybody sees of it: its kind and size.
std::pair<std::size_t, std::size_t> outside(const std::string& payload) {
  return {qitai::duel::read_hidden(payload).value().index(), payload.size()};
}

const qitai::duel::PartMessage* said_in(const qitai::duel::HiddenMessage& message) {
  const auto* part = std::get_if<qitai::duel::PartMessage>(&message);
  return part != nullptr && part->of == qitai::duel::PartMessage::Of::kSaid ? part : nullptr;
}

// What a seat says, without what is enciphered for a question: an answer's ten entries.
std::string shown(const std::string& payload) {
  auto message = qitai::duel::read_hidden(payload).value();
  const auto* part = said_in(message);
  if (part == nullptr || part->size != 320) return payload;
  return part->bytes.substr(0, 32) + part->bytes.substr(192);
}

// An outcome that is announced.
bool is_token(const std::string& payload) {
  const auto message = qitai::duel::read_hidden(payload).value();
  const auto* part = said_in(message);
  return part != nullptr && part->size == 16;
}

}  // namespace

TEST_CASE("hidden worlds: two games that a seat cannot tell apart are the same to it, message by message") {
  std::mt19937_64 random(20261130);
  std::size_t messages = 0;
  int other_layouts = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    INFO("game " << seed);
    const std::size_t viewer = seed / 2 % 2;
    const junqi::Course one = junqi::random_course(junqi::Options{}, random, 60);
    const junqi::Course two = junqi::another_world(one, viewer, random);
    REQUIRE(one.layouts[viewer] == two.layouts[viewer]);
    other_layouts += one.layouts[1 - viewer] == two.layouts[1 - viewer] ? 0 : 1;
    const auto first = played(one, seed), second = played(two, seed);
    CHECK(first->side(0).referee->public_hash() == second->side(0).referee->public_hash());
    const auto seat = static_cast<int>(viewer);
    const auto &says = first->of(seat).sent, &says_too = second->of(seat).sent;
    REQUIRE(says.size() == says_too.size());
    for (std::size_t i = 0; i < says.size(); ++i)
      CHECK(bool(shown(says[i]) == shown(says_too[i])));
    const auto &heard = first->of(1 - seat).sent, &other = second->of(1 - seat).sent;
    REQUIRE(heard.size() == other.size());
    for (std::size_t i = 0; i < heard.size(); ++i) {
      CHECK(outside(heard[i]) == outside(other[i]));
      if (is_token(heard[i])) CHECK(bool(heard[i] == other[i]));
    }
    messages += heard.size();
  }
  CHECK(other_layouts == 8);
  CHECK(messages > 200);
}

TEST_CASE("hidden worlds: killed at every step of a fight, on either side, all is said again as it was") {
  // Both marshals fall, and both sides have to show their flags.
  const auto begin = [](Desk& desk) {
    desk.chooses = [](Desk::Side&) { return std::optional<qitai::host::Move>(); };
    desk.set_up(kMarshalAhead, kMarshalOpposite);
    desk.run();
    const auto move = desk.of(0).referee->state().read_move(0, "a6a7");
    desk.move(0, std::get<qitai::host::Move>(move));
  };
  const auto said = [](Desk& desk, int which) {
    const auto& sent = desk.side(which).sent;
    return std::set<std::string>(sent.begin(), sent.end());
  };
  for (const int orderer : {0, 1}) {
    Desk whole(hidden_terms("junqi", {}), 5, orderer);
    begin(whole);
    int steps = 0;
    while (whole.side(1).referee->ply() == 0) {
      REQUIRE(whole.step());
      ++steps;
    }
    CHECK(steps > 6);
    for (int at = 0; at <= steps; ++at) {
      for (const int victim : {0, 1, 2}) {
        INFO("orderer " << orderer << " step " << at << " of " << steps << ", killed " << victim);
        Desk desk(hidden_terms("junqi", {}), 5, orderer);
        begin(desk);
        for (int i = 0; i < at; ++i)
          desk.step();
        for (const int which : {0, 1}) {
          if (victim == 2 || victim == which) desk.kill(which);
        }
        desk.run();
        INFO(desk.describe());
        desk.check_alike();
        CHECK(desk.side(0).referee->ply() == 1);
        CHECK(desk.side(0).referee->public_hash() == whole.side(0).referee->public_hash());
        for (const int which : {0, 1})
          CHECK(said(desk, which) == said(whole, which));
      }
    }
  }
}
