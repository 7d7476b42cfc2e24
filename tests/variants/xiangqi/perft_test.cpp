// Node counts of other programs (data/xiangqi_perft.tsv names them): the whole of movement, check, facing
// generals.
#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {
namespace {

constexpr std::uint64_t kSmall = 2'000'000;

void count_rows(bool large) {
  int rows = 0;
  for (const testing::Row& row : testing::read_table("xiangqi_perft.tsv")) {
    const std::uint64_t nodes = std::stoull(row.at("nodes"));
    if ((nodes > kSmall) != large) continue;
    INFO(row.at("set") << " " << row.at("name") << " " << row.at("fen") << " depth " << row.at("depth"));
    Setup setup = setup_of(row.at("fen"));
    const Position before = setup.position;
    CHECK(perft(setup.position, std::stoi(row.at("depth"))) == nodes);
    CHECK(setup.position.same_as(before));
    CHECK(setup.position.inconsistency().empty());
    ++rows;
  }
  CHECK(rows > 0);
}

}  // namespace

#ifdef QITAI_LONG
TEST_CASE("perft equals other programs' counts, large trees") {
  count_rows(true);
}
#else
TEST_CASE("perft equals other programs' counts") {
  count_rows(false);
}
#endif

}  // namespace qitai::xiangqi
