// Node counts through the real program. Numbers: Fairy-Stockfish and Pikafish agree on them, as does the
// published table of the Chess Programming Wiki.
#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "qitai.hpp"

using namespace qitai::testing;

namespace {

std::vector<std::string> lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);)
    out.push_back(line);
  return out;
}

}  // namespace

TEST_CASE("perft prints the node count as its last line, by the plugin's counter and through the ABI") {
  struct Row {
    std::string fen;
    int depth;
    std::string nodes;
  };
  const Row row =
      GENERATE(Row{"", 0, "1"}, Row{"", 1, "44"}, Row{"", 2, "1920"}, Row{"", 3, "79666"},
               Row{"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", 3, "43929"},
               Row{"1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1", 3, "8620"},
               Row{"5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", 3, "9850"},
               Row{"CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1", 3, "14808"});
  for (const bool through_abi : {false, true}) {
    std::vector<std::string> words{"perft", "--variant", "xiangqi", "--depth", std::to_string(row.depth)};
    if (!row.fen.empty()) words.insert(words.end(), {"--fen", row.fen});
    if (through_abi) words.emplace_back("--through-abi");
    const Finished done = qitai::testing::qitai(words);
    INFO(row.fen << " depth " << row.depth << " through the ABI: " << through_abi << "\n" << done.err);
    CHECK(done.status == 0);
    REQUIRE_FALSE(lines(done.out).empty());
    CHECK(lines(done.out).back() == "nodes " + row.nodes);
  }
}

TEST_CASE("perft --divide lists each first move once and its parts make the whole") {
  const Finished done = qitai::testing::qitai({"perft", "--variant", "xiangqi", "--depth", "3", "--divide"});
  CHECK(done.status == 0);
  std::vector<std::string> all = lines(done.out);
  REQUIRE(all.size() == 45);
  CHECK(all.back() == "nodes 79666");
  all.pop_back();
  long total = 0;
  std::set<std::string> moves;
  for (const std::string& line : all) {
    const std::size_t colon = line.find(": ");
    REQUIRE(colon == 4);
    moves.insert(line.substr(0, colon));
    total += std::stol(line.substr(colon + 2));
  }
  CHECK(moves.size() == 44);
  CHECK(total == 79666);
}
