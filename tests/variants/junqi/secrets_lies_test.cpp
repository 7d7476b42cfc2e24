// Every way to cheat a machine that keeps secrets, each found out and named: at once where the message shows
// it, after the end where only the open set-ups do.
#include <qitai/secrets/transfer.hpp>

#include "variants/junqi/secrets_common.hpp"

using namespace qitai::junqi;
using qitai::host::Keeper;

namespace {

// The sample with a mine where the engineer a2 (for Blue e11) stands, and the other way round.
const std::string kMineOnA2 = "64375/7.3.E/25.82/3.B.2/ME9ME/BFM46";
const std::string kWeakAhead =
    "24375/7.3.E/65.82/3.B.2/EM9ME/BFM46";  // a6 a lieutenant instead of a brigadier

// A fight a6a7, with `messages` of it exchanged.
void fight(Machines& table, int messages) {
  table.turn(0, table.move("a6a7"));
  for (int i = 0; i < messages; ++i)
    REQUIRE(table.pass());
}

// A refused message changes nothing: the journal stays, and what should have been said is still taken.
void refused(Machines& table, int hearer, std::string_view bytes, const std::string& id) {
  const std::string before = table.keeper(hearer).journal();
  CHECK(id_of(table.hears(hearer, bytes)) == id);
  CHECK(table.keeper(hearer).journal() == before);
  CHECK(table.keeper(hearer).look().owes == 1 - hearer);
}

}  // namespace

TEST_CASE("secrets, lies: a mine that moved") {
  Liar liar(0, kMineOnA2, kSample, kSample);
  liar.table.play("a2b3");
  const Keeper::Lie found = liar.found(true);
  CHECK(found.how.id == "impossible-move");
  CHECK(found.number == 1);
  CHECK(found.how.points == std::vector<qitai::host::Point>{5, 11});
}

TEST_CASE("secrets, lies: a rank that was changed") {
  Liar liar(0, kMineOnA2, kSample, kSample);
  liar.table.play("a2b3");
  const Keeper::Lie found = liar.found(false);
  CHECK(found.how.id == "changed-rank");
  CHECK(found.number == 0);
  CHECK(found.how.points == std::vector<qitai::host::Point>{5, 6});  // a2 and b2 changed places
}

TEST_CASE("secrets, lies: a layout that the rules forbid") {
  const std::string illegal = "M4375/7.3.E/25.82/3.B.2/E69ME/BFM46";  // a mine in the front row
  Machines table = machines(kSample, kSample);
  Keeper honest = qitai::testing::new_keeper(shared_junqi(), values({}), 1, kSecrets[1]);
  given(honest.commit(kSample));
  const auto leaves = leaves_of(0, illegal);
  REQUIRE(id_of(honest.take_root(qitai::sdk::secrets::Tree(kMatch, 0, leaves, kSecrets[0]).root())).empty());
  given(honest.open());
  REQUIRE(id_of(honest.take_opening(forged_opening(0, leaves, kSecrets[0], illegal))).empty());
  const auto found = honest.audit(0);
  REQUIRE(found);
  CHECK(found->how.id == "illegal-layout");
  CHECK(found->how.points == std::vector<qitai::host::Point>{25});
  // An honest keeper does not commit to it in the first place.
  Keeper fresh = qitai::testing::new_keeper(shared_junqi(), values({}), 0, kSecrets[0]);
  CHECK(id_of(fresh.commit(illegal)) == "mine-place");
  CHECK(id_of(fresh.commit("none")) == "layout-letter");
}

TEST_CASE("secrets, lies: a salt that is not the one committed to") {
  Machines table = machines(kSample, kSample);
  given(table.keeper(1).open());
  const auto leaves = leaves_of(0, kSample);
  REQUIRE(id_of(table.keeper(1).take_opening(forged_opening(0, leaves, kSecrets[1], kSample))).empty());
  CHECK(lie(table.keeper(1), 0) == "wrong-salt");
}

TEST_CASE("secrets, lies: an outcome that the answer did not hold") {
  Machines table = machines(kSample, kWeakAhead);
  fight(table, 2);
  std::string token = table.message(0);
  REQUIRE(token.size() == 16);
  token[3] = static_cast<char>(token[3] ^ 1);
  refused(table, 1, token, "false-outcome");
  while (table.pass()) {
  }
  CHECK(table.keeper(1).facts(1).at(0).value == QITAI_FIGHT_WON);  // 旅长 against 团长
}

TEST_CASE("secrets, lies: an attack as another rank than one's own") {
  Liar liar(0, kWeakAhead, kSample, kSample);
  liar.table.play("a6a7");
  const Keeper::Lie found = liar.found(true);
  CHECK(found.how.id == "false-rank");
  CHECK(found.how.points == std::vector<qitai::host::Point>{25});
}

TEST_CASE("secrets, lies: a defence as another rank than one's own") {
  const std::string committed = "64372/7.3.E/25.85/3.B.2/EM9ME/BFM46";  // its right end, a7, is a lieutenant
  Liar liar(1, committed, kSample, kSample);
  liar.table.play("a6a7");
  const Keeper::Lie found = liar.found(true);
  CHECK(found.how.id == "bad-table");
  CHECK(found.how.points == std::vector<qitai::host::Point>{30});
}

TEST_CASE("secrets, lies: an answer that opens to nothing") {
  Machines table = machines(kSample, kSample);
  fight(table, 1);
  std::string answer = table.message(1);
  REQUIRE(answer.size() == 320);
  for (std::size_t i = 32; i < answer.size(); ++i)
    answer[i] = static_cast<char>(answer[i] ^ 0x55);
  REQUIRE(id_of(table.hears(0, answer)).empty());
  CHECK(table.keeper(0).look().stage == Keeper::Stage::kDisputed);
  CHECK(table.keeper(0).look().owes == -1);
  REQUIRE(id_of(table.keeper(1).dispute(1)).empty());  // Blue is told
  CHECK(table.keeper(1).look().stage == Keeper::Stage::kDisputed);
  table.open();
  CHECK(lie(table.keeper(0), 1) == "bad-table");
  CHECK(lie(table.keeper(0), 0).empty());
}

TEST_CASE("secrets, lies: a true answer that is disputed") {
  Machines table = machines(kSample, kSample);
  fight(table, 2);
  REQUIRE(id_of(table.keeper(1).dispute(1)).empty());
  table.open();
  CHECK(lie(table.keeper(1), 0) == "false-accusation");
  CHECK(lie(table.keeper(1), 1).empty());
  // Red's own keeper heard no dispute and disputes nothing itself.
  CHECK(lie(table.keeper(0), 0).empty());
}

TEST_CASE("secrets, lies: whoever does not open") {
  Machines table = machines(kSample, kSample);
  table.play("a6a7");
  CHECK_THROWS(table.keeper(0).audit(1));  // not before it has opened itself
  given(table.keeper(0).open());
  CHECK(lie(table.keeper(0), 1) == "refused-to-open");
  CHECK(lie(table.keeper(0), 0).empty());
}

TEST_CASE("secrets, lies: a path that leads nowhere, a piece that stands elsewhere, a flag not shown") {
  Machines table = machines(kMarshalAhead, kMarshalOpposite);
  fight(table, 3);
  REQUIRE(table.keeper(1).look().owes == 0);  // both marshals fall: Red shows its flag first
  const std::string proof = table.message(0);
  REQUIRE(proof.size() == 7 + 32 + 5 * 32);
  CHECK(proof[1] == 1);  // b1
  for (const std::size_t at : {std::size_t{5}, std::size_t{7}, std::size_t{38}, proof.size() - 1}) {
    std::string forged = proof;  // kind, salt, path
    forged[at] = static_cast<char>(forged[at] ^ 1);
    refused(table, 1, forged, "forged-path");
  }
  std::string elsewhere = proof;
  elsewhere[1] = 2;  // c1, where another piece stands
  refused(table, 1, elsewhere, "forged-path");
  elsewhere[3] = 2;
  refused(table, 1, elsewhere, "forged-path");

  SECTION("the true one is taken after all") {
    while (table.pass()) {
    }
    table.settle(0, {25, 30, 0, 0});
    table.open();
    table.nobody_lied();
  }
  SECTION("nothing is shown: it may have been a bomb; at the end it was not") {
    REQUIRE(id_of(table.hears(1, std::string(proof.size(), '\0'))).empty());
    table.open();
    const auto found = table.keeper(1).audit(0);
    REQUIRE(found);
    CHECK(found->how.id == "false-announcement");
    CHECK(found->number == 1);
    CHECK(lie(table.keeper(1), 1).empty());
  }
  SECTION("a true path of another piece") {
    using namespace qitai::sdk::secrets;
    const Men men(leaves_of(0, kMarshalAhead));
    const Tree tree(kMatch, 0, men.leaves(), kSecrets[0]);
    REQUIRE(write_proof(men, 1, tree, kSecrets[0]) == proof);
    REQUIRE(id_of(table.hears(1, write_proof(men, 0, tree, kSecrets[0]))).empty());
    CHECK(table.keeper(1).look().stage == Keeper::Stage::kDisputed);
    table.open();
    CHECK(lie(table.keeper(1), 0) == "false-announcement");
  }
}

TEST_CASE("secrets, lies: a message of another fight") {
  Machines table = machines(kSample, kSample);
  table.play("a6a7");  // 6 against 5
  const std::string question = table.said[0].second, answer = table.said[1].second,
                    token = table.said[2].second;
  table.play("c7c6");  // Blue's turn now: 3 against 3
  const std::string blue_question = table.said[3].second;
  table.turn(0, table.move("e6e7"));
  refused(table, 1, question, "replayed-message");
  refused(table, 1, blue_question, "replayed-message");  // its own
  REQUIRE(table.pass());
  refused(table, 0, answer, "replayed-message");
  REQUIRE(table.pass());
  refused(table, 1, token, "replayed-message");
  // Nor does the number of the other fight help.
  CHECK(id_of(table.keeper(1).hear(1, 1, table.message(0))) == "another-message");
  CHECK(id_of(table.keeper(1).hear(1, 2, table.message(0))) == "out-of-turn");
  CHECK(id_of(table.keeper(1).hear(9, 0, question)) == "out-of-turn");
  while (table.pass()) {
  }
  CHECK(table.keeper(1).look().stage == Keeper::Stage::kSettled);
}

TEST_CASE("secrets, lies: points that hide nothing, and that are none") {
  Machines table = machines(kSample, kSample);
  fight(table, 0);
  refused(table, 1, std::string(32, '\0'), "bad-point");
  refused(table, 1, std::string(32, '\xFF'), "bad-point");
  // C_j itself: whoever asks so has chosen no b, and everybody could read which entry it is.
  qitai_ply ply{};
  ply.number = table.last.number;
  std::copy(table.last.chain.begin(), table.last.chain.end(), ply.chain);
  ply.move = {25, 30, 0, 0};
  const Bytes32 context = qitai::sdk::secrets::fight_context(kMatch, ply);
  for (std::uint64_t j = 0; j < 10; ++j) {
    std::string bare(32, '\0');
    const auto hash = qitai::sdk::secrets::Hash(64).bytes(context).number(j, 1).done<64>();
    crypto_core_ristretto255_from_hash(reinterpret_cast<unsigned char*>(bare.data()), hash.data());
    refused(table, 1, bare, "bad-point");
  }
  REQUIRE(table.pass());
  std::string answer = table.message(1);
  refused(table, 0, answer.replace(0, 32, 32, '\0'), "bad-point");
  refused(table, 0, answer.replace(0, 32, 32, '\xFF'), "bad-point");
}

TEST_CASE("secrets, lies: a second question about the same fight") {
  Machines table = machines(kSample, kSample);
  fight(table, 2);
  // The same machine with another piece on a6 would ask so:
  Keeper second = qitai::testing::new_keeper(shared_junqi(), values({}), 0, kSecrets[0]);
  given(second.commit(kWeakAhead));
  REQUIRE(id_of(second.take_root(table.roots[1])).empty());
  REQUIRE(id_of(second.turn(table.last)).empty());
  const std::string other = second.message(1, 0);
  REQUIRE(other.size() == 32);
  REQUIRE(other != table.keeper(0).message(1, 0));
  const std::string before = table.keeper(1).journal(), answer = table.keeper(1).message(1, 0);
  CHECK(id_of(table.keeper(1).hear(1, 0, other)) == "another-message");
  CHECK(table.keeper(1).journal() == before);
  // The first one again is answered with the same bytes.
  CHECK(id_of(table.keeper(1).hear(1, 0, table.keeper(0).message(1, 0))).empty());
  CHECK(table.keeper(1).journal() == before);
  CHECK(table.keeper(1).message(1, 0) == answer);
}
