// The set-up: how many there are, what is legal, what a refusal says.
#include <random>
#include <set>

#include "variants/junqi/common.hpp"
#include "variants/junqi/random_layout.hpp"

namespace qitai::junqi {
namespace {

std::string fault_of(std::string_view text) {
  const std::optional<LayoutFault> fault = check_layout(layout_of(text));
  return fault ? std::string(fault->id) : std::string();
}

unsigned long long choose(unsigned long long n, unsigned long long k) {
  unsigned long long ways = 1;
  for (unsigned long long i = 1; i <= k; ++i)
    ways = ways * (n - k + i) / i;
  return ways;
}

}  // namespace

TEST_CASE("709,596,419,051,520,000 legal layouts a side") {
  // Counted from the places that the validator allows each kind: flag, mines beside it, bombs beside those,
  // and the rest in any order.
  std::map<Kind, unsigned long long> places;
  unsigned long long all = 0;
  for (std::size_t place = 0; place < kHomePoints; ++place) {
    const auto at = static_cast<Point>(place);
    all += is_camp(at) ? 0 : 1;
    for (const Kind kind : {Kind::kFlag, Kind::kMine, Kind::kBomb, Kind::kMarshal, Kind::kEngineer}) {
      if (contains(kinds_at_setup(at), kind)) ++places[kind];
    }
  }
  CHECK(all == 25);
  CHECK(places[Kind::kMarshal] == 25);
  CHECK(places[Kind::kEngineer] == 25);
  // Headquarters are in the two back rows, which no bomb is barred from: the factors are independent.
  unsigned long long count =
      places[Kind::kFlag] * choose(places[Kind::kMine] - 1, 3) * choose(places[Kind::kBomb] - 4, 2);
  unsigned long long free = 19;
  for (std::size_t kind = 0; kind < index(Kind::kBomb); ++kind) {
    count *= choose(free, static_cast<unsigned long long>(kKindCount[kind]));
    free -= static_cast<unsigned long long>(kKindCount[kind]);
  }
  CHECK(free == 0);
  CHECK(count == 709'596'419'051'520'000ULL);
}

TEST_CASE("a layout's text is written as it was read") {
  for (const std::string_view text :
       {kSampleLayout, std::string_view("93E42/5.3.3/56.74/6.E.B/227ME/MFMB8")}) {
    CHECK(write_layout(layout_of(text)) == text);
    CHECK(fault_of(text).empty());
  }
}

TEST_CASE("each rule of the set-up has a refusal of its own") {
  CHECK(fault_of("64375/7.3.E/25.82/3.B.2/EM9ME/BFM46").empty());
  CHECK(fault_of("64375/763.E/25.82/3.B.2/EM9ME/BFM4.") == "camp-occupied");
  CHECK(fault_of("64375/7.3.E/25.82/3.B.2/EM9ME/9FM46") == "piece-count");
  CHECK(fault_of("6437./7.3.E/25.82/3.B.2/EM9ME/BFM46") == "pieces-missing");
  CHECK(fault_of("64375/7.3.E/25.82/3.B.2/EM9ME/FBM46") == "flag-place");
  CHECK(fault_of("64375/7.3.E/25.82/M.B.2/E39ME/BFM46") == "mine-place");
  CHECK(fault_of("6437B/7.3.E/25.82/3.5.2/EM9ME/BFM46") == "bomb-place");
}

TEST_CASE("drawn layouts are legal, differ, and are the same for the same seed") {
  std::set<std::string> seen;
  std::array<int, 2> flags{};
  std::array<std::uint8_t, 32> seed{};
  for (int i = 0; i < 2000; ++i) {
    seed[0] = static_cast<std::uint8_t>(i);
    seed[1] = static_cast<std::uint8_t>(i >> 8);
    for (const std::uint64_t seat : {0ULL, 1ULL}) {
      const Layout layout = random_layout(seed, seat);
      REQUIRE_FALSE(check_layout(layout));
      REQUIRE(layout == random_layout(seed, seat));
      seen.insert(write_layout(layout));
      if (layout[1] == Kind::kFlag) ++flags[0];
      if (layout[3] == Kind::kFlag) ++flags[1];
    }
  }
  CHECK(seen.size() == 4000);
  CHECK(flags[0] + flags[1] == 4000);
  CHECK(flags[0] > 1800);
  CHECK(flags[1] > 1800);
}

TEST_CASE("the validator agrees with the rules in words on random layouts, legal and illegal") {
  // The rules once more, counted by hand on the text: 25 pieces by number, the flag in b1 or d1, mines in the
  // last two rows, no bomb in the first, camps empty.
  std::mt19937_64 random(20261130);
  const std::string camps_of_rows[] = {"", "bd", "c", "bd", "", ""};
  std::map<bool, int> seen;
  for (int i = 0; i < 20000; ++i) {
    std::array<std::uint8_t, 32> seed{};
    for (std::uint8_t& byte : seed)
      byte = static_cast<std::uint8_t>(random());
    std::string text = write_layout(random_layout(seed, 0));
    for (std::uint64_t swaps = random() % 3; swaps > 0; --swaps) {
      const std::size_t a = random() % text.size();
      const std::size_t b = random() % text.size();
      if (text[a] != '/' && text[b] != '/') std::swap(text[a], text[b]);
    }
    if (random() % 8 == 0) {
      const std::size_t a = random() % text.size();
      if (text[a] != '/') text[a] = kLetters[random() % kKinds];
    }
    bool legal = true;
    std::map<char, int> count;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const std::size_t row = at / 6;
      const char column = static_cast<char>('a' + at % 6);
      if (text[at] == '/') continue;
      ++count[text[at]];
      const bool camp = camps_of_rows[row].find(column) != std::string::npos;
      if ((text[at] == '.') != camp) legal = false;
      if (text[at] == 'F' && (row != 5 || (column != 'b' && column != 'd'))) legal = false;
      if (text[at] == 'M' && row < 4) legal = false;
      if (text[at] == 'B' && row == 0) legal = false;
    }
    legal = legal &&
            count == std::map<char, int>{{'.', 5}, {'9', 1}, {'8', 1}, {'7', 2}, {'6', 2}, {'5', 2}, {'4', 2},
                                         {'3', 3}, {'2', 3}, {'E', 3}, {'B', 2}, {'M', 3}, {'F', 1}};
    INFO(text);
    REQUIRE(fault_of(text).empty() == legal);
    ++seen[legal];
  }
  CHECK(seen[true] > 2000);
  CHECK(seen[false] > 2000);
}

}  // namespace qitai::junqi
