// The same counts through the ABI: create, set-up, legal and apply alone.
#include "variants/junqi/common.hpp"
#include "variants/junqi/hall.hpp"

namespace qitai::junqi {

TEST_CASE("perft through the ABI equals other generators' counts") {
  int rows = 0;
  for (const testing::Row& row : testing::read_table("junqi_perft.tsv")) {
    INFO(row.at("id") << " depth " << row.at("depth"));
    const std::string& red = row.at("red_rows_front_to_back");
    const std::string& blue = row.at("blue_rows_front_to_back(own view)");
    const auto options = values(
        {{"mode", "open"}, {"flag_taker", "any"}, {"no_fight_limit", "0"}, {"repetition_draw", "off"}});
    host::State state = begin(options, -1, blue.empty() ? position_of(red, row.at("side")) : "");
    if (!blue.empty()) {
      must(state.setup(0, red));
      must(state.setup(1, blue));
    }
    CHECK(state.abi_perft(static_cast<unsigned>(std::stoi(row.at("depth")))) == std::stoull(row.at("nodes")));
    ++rows;
  }
  CHECK(rows == 33);
}

}  // namespace qitai::junqi
