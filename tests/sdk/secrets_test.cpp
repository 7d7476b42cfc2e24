// The two cryptographic parts of the keepers of secrets, apart from any game. The digests were made by
// Python's hashlib (BLAKE2b with key, salt and personalisation as RFC 7693 has them), not by this code.
#include <catch2/catch.hpp>

#include <qitai/secrets/transfer.hpp>

#include <random>
#include <set>
#include <string>

using namespace qitai::sdk::secrets;

namespace {

std::string hex(View bytes) {
  std::string text(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  text.pop_back();
  return text;
}

Bytes32 filled(std::uint8_t first) {
  Bytes32 bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(first + i);
  return bytes;
}

Bytes32 random_bytes(std::mt19937_64& random) {
  Bytes32 bytes{};
  for (auto& byte : bytes)
    byte = static_cast<std::uint8_t>(random());
  return bytes;
}

const Bytes32 kMatch = filled(0);
const Bytes32 kSecret = filled(100);

}  // namespace

TEST_CASE("secrets: salts, keys, roots and contexts are those that hashlib makes") {
  REQUIRE(sodium_init() >= 0);
  CHECK(hex(salt_of(kSecret, 0)) == "79205cdbf3d329bab545e6cc75cff427a7aba4bf2d6a8239a62cc4f6d10c8689");
  CHECK(hex(fight_key(kSecret)) == "41ced318af5282d2a09b9f966eb4839167b650a06f7390c95f4933b67b7b0362");
  const std::vector<Leaf> two{{4, 1}, {5, 0}};
  CHECK(hex(Tree(kMatch, 1, two, kSecret).root()) ==
        "8733b6608fdec17ea7d7da4fc8f2f59aae8c0db32ff6e2e80413f442768e77ac");
  qitai_ply ply{};
  ply.number = 7;
  ply.move = {25, 30, 0, 0};
  const Bytes32 chain = filled(200);
  std::copy(chain.begin(), chain.end(), ply.chain);
  CHECK(hex(fight_context(kMatch, ply)) ==
        "b36dffc53d7b43b3a0829ba302ce814b8fd090113b695726d68c53491141c016");
}

TEST_CASE("secrets: a path leads from its leaf to the root, and from nothing else") {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{25}}) {
    std::vector<Leaf> leaves;
    for (std::size_t i = 0; i < count; ++i)
      leaves.push_back({static_cast<std::uint16_t>(2 * i), static_cast<std::uint16_t>(i % 12)});
    const Tree tree(kMatch, 0, leaves, kSecret);
    CHECK(climb(seal_hash(kMatch, 0, kSecret), count, tree.path(count)) == tree.root());
    CHECK(climb(seal_hash(kMatch, 0, kMatch), count, tree.path(count)) != tree.root());
    for (std::size_t i = 0; i < count; ++i) {
      const auto path = tree.path(i);
      CHECK(path.size() == depth_of(count + 1));
      const auto leads = [&](int seat, Leaf leaf, std::size_t index, const Bytes32& salt) {
        return climb(leaf_hash(kMatch, seat, leaf, salt), index, path) == tree.root();
      };
      const Leaf leaf = leaves[i];
      const Bytes32 salt = salt_of(kSecret, i);
      CHECK(leads(0, leaf, i, salt));
      CHECK_FALSE(leads(1, leaf, i, salt));
      CHECK_FALSE(leads(0, {leaf.point, static_cast<std::uint16_t>(leaf.kind + 1)}, i, salt));
      CHECK_FALSE(leads(0, {static_cast<std::uint16_t>(leaf.point + 1), leaf.kind}, i, salt));
      CHECK_FALSE(leads(0, leaf, i ^ 1, salt));
      CHECK_FALSE(leads(0, leaf, i, salt_of(kSecret, i + 1)));
    }
  }
}

TEST_CASE("secrets: of 500 answers the one entry asked for opens and no other") {
  REQUIRE(sodium_init() >= 0);
  std::mt19937_64 random(1);
  constexpr std::size_t kEntries = 10;
  std::set<std::string> questions;
  for (int round = 0; round < 500; ++round) {
    const Bytes32 context = random_bytes(random), key_a = random_bytes(random), key_d = random_bytes(random);
    const Transfer asking(context, key_a, kEntries, 4), answering(context, key_d, kEntries, 4);
    const std::size_t chosen = random() % kEntries;
    std::vector<std::uint8_t> outcomes;
    for (std::size_t j = 0; j < kEntries; ++j)
      outcomes.push_back(static_cast<std::uint8_t>(1 + random() % 4));
    const Bytes32 question = asking.question(chosen);
    CHECK(questions.insert(hex(question)).second);
    const auto answer = answering.answer(question, outcomes);
    REQUIRE(answer);
    REQUIRE(answer->size() == 320);
    CHECK(*answering.answer(question, outcomes) == *answer);  // asked again, it is the same
    const auto opened = asking.open(*answer, chosen);
    REQUIRE(opened);
    CHECK(opened->outcome == outcomes[chosen]);
    CHECK(answering.outcome_in(*answer, opened->token) == opened->outcome);

    // The same by hand, with all that the asking side has: b, and with it bR.
    Bytes32 b{}, shared{}, base{};
    const auto wide = Hash(64, key_a).bytes(context).number('b', 1).done<64>();
    crypto_core_ristretto255_scalar_reduce(b.data(), wide.data());
    std::memcpy(base.data(), answer->data(), 32);
    REQUIRE(crypto_scalarmult_ristretto255(shared.data(), b.data(), base.data()) == 0);
    for (std::size_t j = 0; j < kEntries; ++j) {
      Token token{};
      const auto mask = Hash(16, context).number(j, 1).bytes(question).bytes(base).bytes(shared).done<16>();
      for (std::size_t i = 0; i < token.size(); ++i)
        token[i] = static_cast<std::uint8_t>(mask[i] ^ static_cast<std::uint8_t>((*answer)[32 + 16 * j + i]));
      CHECK((answering.outcome_in(*answer, token) != 0) == (j == chosen));
      // Nor does asking again with another entry open this answer.
      if (j != chosen) CHECK(asking.open(*answer, j)->outcome == 0);
    }
  }
}

TEST_CASE("secrets: points that hide nothing are refused") {
  const Bytes32 context = filled(7);
  const Transfer answering(context, kSecret, 10, 4);
  const std::vector<std::uint8_t> outcomes(10, 1);
  const Bytes32 identity{};
  CHECK(crypto_core_ristretto255_is_valid_point(identity.data()) == 1);  // why it has to be refused by hand
  CHECK_FALSE(answering.answer(identity, outcomes));
  Bytes32 none{};
  none.fill(0xFF);
  CHECK_FALSE(answering.answer(none, outcomes));
  for (std::uint64_t j = 0; j < 10; ++j) {  // b = 0: the entry asked for would be there for all to read
    Bytes32 bare{};
    const auto hash = Hash(64).bytes(context).number(j, 1).done<64>();
    crypto_core_ristretto255_from_hash(bare.data(), hash.data());
    CHECK_FALSE(answering.answer(bare, outcomes));
  }
  const Transfer asking(context, kMatch, 10, 4);
  std::string answer = answering.answer(asking.question(3), outcomes).value();
  CHECK(asking.open(answer, 3)->outcome == 1);
  CHECK_FALSE(asking.open(answer.substr(1), 3));
  std::string bad = answer;
  bad.replace(0, 32, 32, '\0');
  CHECK_FALSE(asking.open(bad, 3));
  bad = answer;
  bad[32 + 3 * 16] = static_cast<char>(bad[32 + 3 * 16] ^ 1);
  CHECK(asking.open(bad, 3)->outcome == 0);
}
