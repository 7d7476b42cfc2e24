// The moves of nine men's morris: counted by hand where that can be done, and otherwise held against a
// generator that works by the coordinates of the points instead of a table of lines.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "table.hpp"

using namespace qitai;
using namespace qitai::testing;

namespace {

using Names = std::vector<std::string>;

// Lines of three, from the names of the points alone: all that stand in one column or row, in order; the
// middle ones have six, of which three stand on either side of the empty centre.
std::vector<Names> lines_by_name(const host::Geometry& board) {
  std::map<std::string, Names> groups;
  for (const auto& point : board.points) {
    groups[std::string("column ") + point.name[0]].push_back(point.name);
    groups[std::string("row ") + point.name[1]].push_back(point.name);
  }
  std::vector<Names> lines;
  for (auto& [group, names] : groups) {
    std::sort(names.begin(), names.end());
    REQUIRE((names.size() == 3 || names.size() == 6));
    for (std::size_t i = 0; i < names.size(); i += 3)
      lines.emplace_back(names.begin() + static_cast<std::ptrdiff_t>(i),
                         names.begin() + static_cast<std::ptrdiff_t>(i) + 3);
  }
  return lines;
}

// What the rules allow in the position that the text describes.
struct Rules {
  std::map<std::string, char> on;  // 'W', 'B' or '.'
  char mover = 'W', other = 'B';
  int hand = 0;
  bool removing = false, flying = true;
  std::vector<Names> lines;

  Rules(const host::State& state, bool flies) : flying(flies), lines(lines_by_name(state.geometry())) {
    const std::string text = state.position();
    for (std::size_t i = 0; i < 24; ++i)
      on[state.geometry().points[i].name] = text[i];
    if (text[25] == 'b') std::swap(mover, other);
    hand = text[mover == 'W' ? 27 : 29] - '0';
    removing = text.ends_with(" x");
  }
  [[nodiscard]] bool in_mill(const std::string& at) const {
    return std::any_of(lines.begin(), lines.end(), [&](const Names& line) {
      const bool there = std::find(line.begin(), line.end(), at) != line.end();
      return there && std::all_of(line.begin(), line.end(),
                                  [&](const std::string& p) { return on.at(p) == on.at(at); });
    });
  }
  [[nodiscard]] bool next_to(const std::string& a, const std::string& b) const {
    return std::any_of(lines.begin(), lines.end(), [&](const Names& line) {
      const auto i = std::find(line.begin(), line.end(), a), j = std::find(line.begin(), line.end(), b);
      return i != line.end() && j != line.end() && std::abs(i - j) == 1;
    });
  }
  [[nodiscard]] Names all(char who) const {
    Names names;
    for (const auto& [name, man] : on) {
      if (man == who) names.push_back(name);
    }
    return names;
  }
  [[nodiscard]] Names legal() const {
    Names texts;
    if (removing) {
      const Names theirs = all(other);
      for (const std::string& at : theirs) {
        if (!in_mill(at)) texts.push_back(at);
      }
      if (texts.empty()) texts = theirs;
    } else if (hand != 0) {
      for (const std::string& at : all('.'))
        texts.push_back("@" + at);
    } else {
      const Names mine = all(mover);
      for (const std::string& from : mine) {
        for (const std::string& to : all('.')) {
          if (next_to(from, to) || (flying && mine.size() == 3)) texts.push_back(from + to);
        }
      }
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }
};

}  // namespace

// The first five moves set men on empty points: 24·23·22·21·20. White's third man may close one of 16 mills,
// in 3! orders, while Black's two stand on two of the other 21 points: 16·6·21·20 = 40,320 times; then there
// are 2 men to take instead of 19 points to set on.
TEST_CASE("the number of move sequences is what counting by hand gives") {
  host::State state = morris_state();
  const std::uint64_t expected[] = {1, 24, 552, 12144, 255024, 5100480, (5100480 - 40320) * 19 + 40320 * 2};
  for (unsigned depth = 0; depth < std::size(expected); ++depth) {
    INFO("depth " << depth);
    CHECK(state.abi_perft(depth) == expected[depth]);
  }
}

TEST_CASE("the board has 24 points, 16 lines of three and 32 steps between neighbours") {
  const auto board = morris()->geometry();
  REQUIRE(board);
  CHECK(board->points.size() == 24);
  CHECK(lines_by_name(*board).size() == 16);
  std::set<std::pair<host::Point, host::Point>> steps(board->neighbours.begin(), board->neighbours.end());
  CHECK(steps.size() == 32);
  const Rules rules(morris_state(), true);
  for (const auto& [a, b] : steps)
    CHECK(rules.next_to(board->points[a].name, board->points[b].name));
}

TEST_CASE("in random games the legal moves are those of the other generator") {
  std::mt19937 random(20261130);
  unsigned removed = 0, flown = 0, over = 0;
  for (int game = 0; game < 40; ++game) {
    const bool flying = game % 4 != 0;
    host::State state = morris_state({}, {flying ? 1 : 0, 0, 200});
    for (int ply = 0; ply < 300 && state.acting() != 0; ++ply) {
      const Rules rules(state, flying);
      const Names legal = legal_texts(state);
      INFO(state.position());
      REQUIRE(legal == rules.legal());
      removed += rules.removing ? 1 : 0;
      flown += flying && !rules.removing && rules.hand == 0 && rules.all(rules.mover).size() == 3 ? 1 : 0;
      REQUIRE(play(state, legal[random() % legal.size()]).empty());
    }
    over += state.acting() == 0 ? 1 : 0;
  }
  // All phases were there.
  CHECK(removed > 100);
  CHECK(flown > 100);
  CHECK(over > 10);
}
