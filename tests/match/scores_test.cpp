// What a match counts (match.md's numbers are the operator's defaults: win +10, loss −10, draw 0).
#include "match/scores.hpp"

#include "table.hpp"

using namespace qitai;
using namespace qitai::match;

namespace {

Event ended(std::vector<int> result, std::string reason) {
  Event event;
  event.kind = EventKind::kEnded;
  event.result = std::move(result);
  event.text = std::move(reason);
  return event;
}

Terms scored() {
  Terms terms;
  terms.seats.resize(2);
  terms.scored = true;
  return terms;
}

std::vector<int> worth(const std::vector<Standing>& all) {
  std::vector<int> out;
  for (const Standing each : all)
    out.push_back(points(each, {}));
  return out;
}

}  // namespace

TEST_CASE("scores: ten for a win, ten off for a loss, nothing for a draw") {
  CHECK(worth(standings(scored(), ended({1, -1}, "checkmate"))) == std::vector<int>{10, -10});
  CHECK(worth(standings(scored(), ended({-1, 1}, "lied"))) == std::vector<int>{-10, 10});
  CHECK(worth(standings(scored(), ended({0, 0}, "agreement"))) == std::vector<int>{0, 0});
}

TEST_CASE("scores: who leaves loses ten, the other has a win in the books and no points for it") {
  const std::vector<Standing> all = standings(scored(), ended({-1, 1}, "left"));
  CHECK(all == std::vector{Standing::kLeft, Standing::kWonByLeave});
  CHECK(worth(all) == std::vector<int>{-10, 0});
}

TEST_CASE("scores: a lost link costs nobody anything and is counted, no result counts for nobody") {
  const std::vector<Standing> lost = standings(scored(), ended({}, "disconnected"));
  CHECK(lost == std::vector{Standing::kDisconnected, Standing::kDisconnected});
  CHECK(worth(lost) == std::vector<int>{0, 0});
  CHECK(standings(scored(), ended({}, "aborted")).empty());
  CHECK(standings(scored(), ended({}, "disagreement")).empty());
}

TEST_CASE("scores: a match that is not scored, or not over, counts for nobody") {
  Terms terms = scored();
  terms.scored = false;
  CHECK(standings(terms, ended({1, -1}, "checkmate")).empty());
  CHECK(standings(scored(), Event{}).empty());
}

TEST_CASE("scores: the operator's points") {
  CHECK(points(Standing::kWon, {3, -1, 1}) == 3);
  CHECK(points(Standing::kLeft, {3, -1, 1}) == -1);
  CHECK(points(Standing::kDrawn, {3, -1, 1}) == 1);
  CHECK(points(Standing::kWonByLeave, {3, -1, 1}) == 0);
}
