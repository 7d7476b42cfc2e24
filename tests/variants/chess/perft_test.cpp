// Node counts of other programs (data/chess_perft.tsv names them): the whole of movement, check, castling, en
// passant, promotion, Chess960.
#include "variants/chess/common.hpp"

namespace qitai::chess {
namespace {

constexpr std::uint64_t kSmall = 2'000'000;

void count_rows(bool large) {
  int rows = 0;
  for (const testing::Row& row : testing::read_table("chess_perft.tsv")) {
    const std::uint64_t nodes = std::stoull(row.at("nodes"));
    if ((nodes > kSmall) != large) continue;
    INFO(row.at("set") << " " << row.at("name") << " " << row.at("fen") << " depth " << row.at("depth"));
    CHECK(perft(setup_of(row.at("fen"), is_chess960(row)).position, std::stoi(row.at("depth"))) == nodes);
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

}  // namespace qitai::chess
