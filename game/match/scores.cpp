#include "match/scores.hpp"

#include <algorithm>

namespace qitai::match {

int points(Standing standing, const ScoreRules& rules) {
  switch (standing) {
    case Standing::kWon:
      return rules.win;
    case Standing::kLost:
    case Standing::kLeft:
      return rules.loss;
    case Standing::kDrawn:
      return rules.draw;
    case Standing::kWonByLeave:
    case Standing::kDisconnected:
      break;
  }
  return 0;
}

std::vector<Standing> standings(const Terms& terms, const Event& ended) {
  if (!terms.scored || ended.kind != EventKind::kEnded) return {};
  if (ended.text == "disconnected") return std::vector(terms.seats.size(), Standing::kDisconnected);
  if (ended.result.size() != terms.seats.size()) return {};
  const bool somebody_left = ended.text == "left";
  std::vector<Standing> all;
  for (const int result : ended.result) {
    if (result == QITAI_RESULT_WIN) {
      all.push_back(somebody_left ? Standing::kWonByLeave : Standing::kWon);
    } else if (result == QITAI_RESULT_LOSS) {
      all.push_back(somebody_left ? Standing::kLeft : Standing::kLost);
    } else {
      all.push_back(Standing::kDrawn);
    }
  }
  return all;
}

}  // namespace qitai::match
