// Whole dark games between two machines that know only their own pieces, over byte strings: the same public
// account as that of a referee who knows all, and what is said tells no more than that account.
#include <qitai/secrets/transfer.hpp>

#include <set>

#include "junqi/secrets.hpp"
#include "variants/junqi/secrets_common.hpp"

using namespace qitai::junqi;
using qitai::host::Fact;
using qitai::host::Keeper;
using qitai::host::Move;
using qitai::host::Piece;
using qitai::host::State;

namespace {

std::string random_layout(const OptionTexts& options, int seat, std::mt19937_64& random) {
  State state = begin(values(options), -1, {}, random());
  must(state.setup(seat, {}));
  std::vector<Piece> pieces;
  for (const Piece& piece : state.view(seat)) {
    if (piece.kind != QITAI_NO_KIND) pieces.push_back(piece);
  }
  return must(begin(values(options), -1).setup_layout(seat, pieces));
}

std::uint16_t kind_at(const State& full, int seat, std::uint16_t point) {
  for (const Piece& piece : full.view(seat)) {
    if (piece.point == point) return piece.kind;
  }
  return QITAI_NO_KIND;
}

bool taken_point(const State& full, std::uint16_t point) {
  const auto pieces = full.view(0);
  return std::any_of(pieces.begin(), pieces.end(), [&](const Piece& piece) { return piece.point == point; });
}

// A random legal move, fights rather than others.
Move random_move(const State& full, int seat, std::mt19937_64& random) {
  const auto moves = full.legal(seat).value();
  REQUIRE_FALSE(moves.empty());
  std::vector<Move> fights;
  for (const Move& move : moves) {
    if (taken_point(full, move.to)) fights.push_back(move);
  }
  const auto& from = !fights.empty() && random() % 3 != 0 ? fights : moves;
  return from[random() % from.size()];
}

// A machine that has lost all but its journal.
void restart(Machines& table, int seat) {
  const Keeper& old = table.keeper(seat);
  const std::string journal = old.journal();
  Keeper fresh = given(Keeper::restore(table.variant, journal));
  CHECK(fresh.journal() == journal);
  CHECK(fresh.look().number == old.look().number);
  CHECK(fresh.look().owes == old.look().owes);
  CHECK(fresh.look().stage == old.look().stage);
  for (std::uint64_t number = 1; number <= table.number; ++number) {
    for (std::uint32_t i = 0; i < 5; ++i)
      REQUIRE(fresh.message(number, i) == old.message(number, i));
  }
  table.keeper(seat) = std::move(fresh);
}

}  // namespace

TEST_CASE("secrets: random dark games under every option end as the referee who knows all says") {
  const std::vector<OptionTexts> cards{
      {},
      {{"after_fight", "survivor"}, {"flag_taker", "any"}},
      {{"after_fight", "both"}, {"empty_hq_reveals", "true"}},
      {{"flag_taker", "engineer_after_mines"}, {"no_fight_limit", "0"}},
      {{"flag_taker", "engineer"}, {"empty_hq_reveals", "true"}, {"bomb_takes_flag", "false"}},
      {{"mine_survives", "false"}, {"flag_taker", "engineer_after_mines"}},
      {{"reveal_flag", "false"}, {"first", "lot"}},
  };
  std::mt19937_64 random(20261130);
  std::set<std::pair<int, int>> pairs;
  std::map<std::string, int> asked, reasons;
  std::size_t fights = 0;
  for (int game = 0; game < 21; ++game) {
    const OptionTexts& card = cards[static_cast<std::size_t>(game) % cards.size()];
    INFO("game " << game);
    Machines table(shared_junqi(), values(card),
                   {random_layout(card, 0, random), random_layout(card, 1, random)});
    if (table.full.acting() == 1U << QITAI_CHANCE_SEAT)
      table.draw(static_cast<std::uint32_t>(random() % table.full.chance_count()));
    for (int ply = 0; ply < 300 && table.full.acting() != 0; ++ply) {
      const int seat = table.acting();
      const Move move = random_move(table.full, seat, random);
      const bool fight = taken_point(table.full, move.to);
      if (fight) pairs.emplace(kind_at(table.full, seat, move.from), kind_at(table.full, 1 - seat, move.to));
      table.play(seat, move);
      CHECK(table.keeper(0).facts(table.number).size() == table.keeper(1).facts(table.number).size());
      for (const Fact& fact : table.keeper(0).facts(table.number))
        ++asked[std::to_string(fact.what) + (fact.value == -1 ? " nothing" : "")];
      fights += fight ? 1 : 0;
      if (random() % 50 == 0) restart(table, static_cast<int>(random() % 2));
    }
    const auto outcome = table.full.outcome();
    ++reasons[outcome.reason];
    if (outcome.reason == "no-moves") {  // its owner says so
      const int loser = 1 - outcome.winner();
      CHECK(id_of(table.keeper(loser).declare(loser, "no-moves")).empty());
      CHECK(id_of(table.keeper(1 - loser).declare(loser, "no-moves")).empty());
    }
    table.open();
    table.nobody_lied();
  }
  CHECK(fights > 600);
  CHECK(pairs.size() > 80);  // of 120
  CHECK(asked["1"] > 400);
  CHECK(asked["2"] > 50);
  CHECK(asked["3"] > 10);
  CHECK(asked["3 nothing"] > 50);
  CHECK(asked[std::to_string(kFactMine)] > 5);
  CHECK(reasons["no-moves"] > 5);
  CHECK(reasons["flag-captured"] > 0);
}

TEST_CASE("secrets: every attacker against every defender, one entry opens, the right one") {
  // Battle table of the rules: rows 9 8 7 6 5 4 3 2 E B against columns 9 8 7 6 5 4 3 2 E B M F;
  // A the attacker stays, D the defender, X both fall, W the flag is taken.
  const std::vector<std::string> table{"XAAAAAAAAXDL", "DXAAAAAAAXDW", "DDXAAAAAAXDW", "DDDXAAAAAXDW",
                                       "DDDDXAAAAXDW", "DDDDDXAAAXDW", "DDDDDDXAAXDW", "DDDDDDDXAXDW",
                                       "DDDDDDDDXXAW", "XXXXXXXXXXXW"};  // L: 司令 may not take it
  const std::map<char, std::size_t> outcome{{'A', 1}, {'D', 2}, {'X', 3}, {'W', 4}, {'L', 2}};
  const Secrets rules;
  const auto options = values({});
  const auto leaves = leaves_of(1, kSample);
  const qitai::sdk::secrets::Men men(leaves);
  const qitai::sdk::secrets::Terms terms{
      static_cast<const qitai_variant*>(qitai_plugin_entry.factory({QITAI_VARIANT_ID, 15}, 0)),
      options,
      "",
      {}};
  const auto everybody =
      std::get<qitai::sdk::secrets::State>(qitai::sdk::secrets::State::create(terms, QITAI_PUBLIC));
  std::mt19937_64 random(5);
  for (std::size_t attacker = 0; attacker < 10; ++attacker) {
    for (std::size_t defender = 0; defender < 12; ++defender) {
      INFO(attacker << " against " << defender);
      const auto stands =
          std::find_if(leaves.begin(), leaves.end(), [&](const auto& leaf) { return leaf.kind == defender; });
      REQUIRE(stands != leaves.end());
      qitai_ply ply{};
      ply.number = 1 + random() % 1000;
      for (auto& byte : ply.chain)
        byte = static_cast<std::uint8_t>(random());
      ply.move = {25, stands->point, 0, 0};
      const auto outcomes = qitai::sdk::secrets::outcomes_of(rules, {options, ply, {}, 1, men, everybody});
      REQUIRE(outcomes.size() == 10);
      const Bytes32 context = qitai::sdk::secrets::fight_context(kMatch, ply);
      const qitai::sdk::secrets::Transfer asking(context, kSecrets[0], 10, 4),
          answering(context, kSecrets[1], 10, 4);
      const auto answer = answering.answer(asking.question(attacker), outcomes);
      REQUIRE(answer);
      REQUIRE(answer->size() == 320);
      CHECK(asking.open(*answer, attacker)->outcome == outcome.at(table[attacker][defender]));
      for (std::size_t other = 0; other < 10; ++other) {
        if (other != attacker) CHECK(asking.open(*answer, other)->outcome == 0);
      }
    }
  }
}

TEST_CASE("secrets: a machine that has lost all but its journal says the same again, at any moment") {
  Machines table = machines(kMarshalAhead, kMarshalOpposite);
  std::mt19937_64 random(11);
  for (int ply = 0; ply < 12; ++ply) {
    const int seat = table.acting();
    const Move move = ply == 0 ? table.move("a6a7") : random_move(table.full, seat, random);
    table.turn(seat, move);
    do {
      restart(table, 0);
      restart(table, 1);
    } while (table.pass());
    table.settle(seat, move);
  }
  table.open();
  restart(table, 0);
  restart(table, 1);
  table.nobody_lied();
}

TEST_CASE("secrets: a journal that is cut or changed makes no keeper, or an earlier one, and harms nothing") {
  Machines table = machines(kSample, kSample);
  table.play("a6a7");
  const std::string journal = table.keeper(1).journal();
  std::size_t earlier = 0;
  for (std::size_t size = 0; size < journal.size(); ++size) {
    const auto made = Keeper::restore(table.variant, journal.substr(0, size));
    if (const auto* keeper = std::get_if<Keeper>(&made)) {
      CHECK(keeper->journal() == journal.substr(0, size));
      ++earlier;
    } else {
      CHECK(id_of(made) == "malformed");
    }
  }
  CHECK(earlier >= 5);  // after each entry
  CHECK(id_of(Keeper::restore(table.variant, journal + "x")) == "malformed");
  CHECK(id_of(Keeper::restore(table.variant, journal + journal.substr(journal.size() - 33))) == "malformed");
  std::mt19937_64 random(3);
  for (int i = 0; i < 300; ++i) {
    std::string changed = journal;
    changed[random() % changed.size()] = static_cast<char>(random());
    const auto made = Keeper::restore(table.variant, changed);
    if (const auto* keeper = std::get_if<Keeper>(&made)) CHECK(keeper->journal() == changed);
  }
}

TEST_CASE("secrets: what is said depends on nothing hidden but the outcome") {
  // Blue's a7 is a 团长 or a 连长: a 旅长 beats either.
  const std::string other = "64373/7.5.E/25.82/3.B.2/EM9ME/BFM46";
  Machines one = machines(kSample, kSample), two = machines(kSample, other);
  CHECK(one.roots[0] == two.roots[0]);
  CHECK(one.roots[1] != two.roots[1]);
  const auto both = [&](std::string_view text) {
    one.play(text);
    two.play(text);
    REQUIRE(one.chain == two.chain);
  };
  both("a6a7");
  both("e7e6");  // Blue attacks with a 旅长 that is one in both games
  both("a5a6");
  REQUIRE(one.said.size() == two.said.size());
  REQUIRE(one.said.size() == 6);
  for (std::size_t i = 0; i < one.said.size(); ++i) {
    INFO("message " << i);
    CHECK(one.said[i].first == two.said[i].first);
    CHECK(one.said[i].second.size() == two.said[i].second.size());
  }
  // All that Red says is the same, byte for byte, and so is all that it can read of Blue's answer: the point,
  // the hashes, its own entry, and the entries of those kinds that fare alike.
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}, std::size_t{4}})
    CHECK(one.said[i] == two.said[i]);
  const std::string &first = one.said[1].second, &second = two.said[1].second;
  CHECK(first.substr(0, 32) == second.substr(0, 32));
  CHECK(first.substr(192) == second.substr(192));
  for (std::size_t kind = 0; kind < 10; ++kind) {
    const bool alike = kind <= 3 || kind >= 7;  // 9 8 7 6 win; 5 4 3 do not fare alike; 2 E lose, B falls too
    INFO("entry " << kind);
    CHECK((first.substr(32 + 16 * kind, 16) == second.substr(32 + 16 * kind, 16)) == alike);
  }
  // And the other way round: the attacker's rank changed to one that fares alike changes its question, which
  // is a point like any other, and the token stays the same.
  Machines three = machines("74375/6.3.E/25.82/3.B.2/EM9ME/BFM46", kSample);
  Machines four = machines(kSample, kSample);
  three.play("a6a7");
  four.play("a6a7");
  CHECK(three.chain == four.chain);
  CHECK(three.said[0].second != one.said[0].second);
  CHECK(three.said[1].second.substr(0, 32) == first.substr(0, 32));
  CHECK(three.said[1].second.substr(192) == first.substr(192));
  CHECK(three.said[2] == one.said[2]);
}

TEST_CASE("secrets: malformed, cut and oversized messages are refused and change nothing") {
  Machines table = machines(kMarshalAhead, kMarshalOpposite);
  std::mt19937_64 random(2);
  table.turn(0, table.move("a6a7"));
  do {
    for (const int seat : {0, 1}) {
      Keeper& hearer = table.keeper(1 - seat);
      if (!table.has_said(seat)) continue;
      const std::string bytes = table.message(seat), before = hearer.journal();
      std::vector<std::string> wrong{"",
                                     bytes + "x",
                                     bytes.substr(1),
                                     bytes + bytes,
                                     std::string(577, 'x'),
                                     bytes.substr(0, bytes.size() - 1)};
      for (int i = 0; i < 20; ++i) {
        std::string noise(random() % 577, '\0');
        for (char& byte : noise)
          byte = static_cast<char>(random());
        if (noise.size() != bytes.size()) wrong.push_back(noise);
      }
      for (const std::string& one : wrong) {
        INFO(one.size() << " bytes instead of " << bytes.size());
        CHECK(id_of(table.hears(1 - seat, one)) == "malformed");
      }
      // In the wrong place, and of whoever is not due.
      CHECK(id_of(hearer.hear(table.number, hearer.look().heard + 1, bytes)) == "out-of-turn");
      CHECK(id_of(hearer.hear(table.number + 1, 0, bytes)) == "out-of-turn");
      CHECK_FALSE(id_of(table.hears(seat, bytes)).empty());
      CHECK(hearer.journal() == before);
    }
  } while (table.pass());
  table.settle(0, {25, 30, 0, 0});
  CHECK(id_of(table.keeper(0).take_opening("")) == "malformed");
  CHECK(id_of(table.keeper(0).take_opening(std::string(577, '\1'))) == "malformed");
  CHECK(id_of(table.keeper(0).take_opening(std::string(40, '\5'))) == "malformed");
}

TEST_CASE("secrets: turns, roots and openings out of their order are refused") {
  Keeper red = qitai::testing::new_keeper(shared_junqi(), values({}), 0, kSecrets[0]);
  const qitai::host::Ply first{1, {}, 0, {25, 30, 0, 0}};
  CHECK(id_of(red.turn(first)) == "out-of-turn");
  CHECK(id_of(red.open()) == "out-of-turn");
  CHECK(id_of(red.take_opening(std::string(300, '\0'))) == "out-of-turn");
  const Bytes32 root = given(red.commit(kSample));
  CHECK(given(red.commit(kSample)) == root);
  CHECK(id_of(red.commit(kMarshalAhead)) == "another-message");
  CHECK(id_of(red.turn(first)) == "out-of-turn");
  CHECK(id_of(red.take_root(root)) == "replayed-message");
  CHECK(id_of(red.take_root({})).empty());
  CHECK(id_of(red.take_root({})).empty());
  CHECK(id_of(red.take_root(kMatch)) == "another-message");
  CHECK(id_of(red.turn({1, {}, 1, {34, 29, 0, 0}})) == "not-your-turn");
  CHECK(id_of(red.turn({1, {}, 0, {0, 1, 0, 0}})) == "own-piece-there");
  CHECK(id_of(red.turn({0, {}, 0, {25, 30, 0, 0}})) == "out-of-turn");
  CHECK(id_of(red.declare(1, "no-moves")) == "false-announcement");
  CHECK(id_of(red.declare(0, "no-moves")) == "false-announcement");

  REQUIRE(id_of(red.turn(first)).empty());
  REQUIRE(id_of(red.turn(first)).empty());
  CHECK(red.look().owes == 1);
  CHECK(id_of(red.turn({2, {}, 0, {29, 34, 0, 0}})) == "out-of-turn");
  CHECK(id_of(red.draw(0)) == "out-of-turn");
  CHECK(id_of(red.withdraw(2)) == "out-of-turn");
  CHECK(id_of(red.withdraw(1)).empty());
  CHECK(id_of(red.turn(first)) == "out-of-turn");  // the number is used up
  REQUIRE(id_of(red.turn({2, {}, 0, {29, 34, 0, 0}})).empty());
  CHECK(red.message(2, 0).size() == 32);
  CHECK(red.message(1, 0).empty());
  given(red.open());
  CHECK(id_of(red.hear(2, 0, std::string(320, 'x'))) == "opened");
  CHECK(id_of(red.turn({3, {}, 0, {29, 34, 0, 0}})) == "out-of-turn");

  // Nothing private: nothing to keep.
  qitai::host::SecretsStart open;
  open.options = values({{"mode", "open"}});
  CHECK(id_of(Keeper::begin(shared_junqi(), open)) == "unsupported");
  open.options = values({{"mode", "flip"}});
  CHECK(id_of(Keeper::begin(shared_junqi(), open)) == "unsupported");
  open.options = {1, 2};
  CHECK(id_of(Keeper::begin(shared_junqi(), open)) == "bad-option");
}
