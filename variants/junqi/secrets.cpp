#include "junqi/secrets.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "junqi/describe.hpp"
#include "junqi/moves.hpp"
#include "junqi/position.hpp"
#include "junqi/rules.hpp"

namespace qitai::junqi {
namespace {

using sdk::secrets::Men;
using sdk::secrets::Scene;

std::optional<std::size_t> leaf_of(const Men& men, Kind kind) {
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (men.leaves()[i].kind == index(kind)) return i;
  }
  return std::nullopt;
}

// Whether a flag falls to that kind, whose side may be allowed to try.
bool takes_flag(const Scene& scene, Kind attacker) {
  if (attacker == Kind::kBomb && scene.options[kBombTakesFlagOption] == 0) return false;
  switch (static_cast<FlagTaker>(scene.options[kFlagTakerOption])) {
    case FlagTaker::kNotMarshal:
      return attacker != Kind::kMarshal;
    case FlagTaker::kAny:
      return true;
    case FlagTaker::kEngineer:
      return attacker == Kind::kEngineer;
    case FlagTaker::kEngineerAfterMines:
      break;
  }
  if (attacker != Kind::kEngineer) return false;
  for (std::size_t i = 0; i < scene.own.size(); ++i) {
    if (scene.own.leaves()[i].kind == index(Kind::kMine) && scene.own.at(i) != QITAI_NO_POINT) return false;
  }
  return true;
}

}  // namespace

bool Secrets::offered(std::span<const std::int64_t> options) const {
  return static_cast<Mode>(options[kModeOption]) == Mode::kDark;
}

std::span<const std::uint16_t> Secrets::attackers() const {
  static constexpr std::array<std::uint16_t, 10> kAttackers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  static_assert(index(Kind::kMarshal) == 0 && index(Kind::kBomb) == 9);
  return kAttackers;
}

int Secrets::fight(const Scene& scene, std::uint16_t attacker, std::uint16_t defender) const {
  if (defender == index(Kind::kFlag) && !takes_flag(scene, static_cast<Kind>(attacker)))
    return QITAI_FIGHT_LOST;
  return static_cast<int>(junqi::fight(static_cast<Kind>(attacker), static_cast<Kind>(defender),
                                       scene.options[kMineSurvivesOption] != 0));
}

std::optional<std::size_t> Secrets::shows(const Scene& scene, const qitai_fact& question) const {
  const qitai_move move = scene.ply.move;
  const std::uint16_t point = scene.ply.seat == scene.seat ? move.from : move.to;
  const std::uint16_t kind = scene.own.kind_on(point);
  // That is asked only where something on the point falls for sure.
  if (question.what == kFactMine) return kind == index(Kind::kMine) ? scene.own.on(point) : std::nullopt;
  // Where the flag has to be shown hangs on the kind of the own piece in this fight: if all knew that too,
  // would it still be asked for?
  std::vector<qitai_fact> known(scene.known.begin(), scene.known.end());
  known.push_back({QITAI_FACT_REVEAL, point, static_cast<std::uint16_t>(scene.seat), kind});
  const auto left = scene.everybody.needs(scene.ply.seat, move, known);
  const bool asked = std::any_of(left.begin(), left.end(), [&](const qitai_fact& fact) {
    return fact.what == question.what && fact.seat == question.seat;
  });
  return asked ? leaf_of(scene.own, Kind::kFlag) : std::nullopt;
}

qitai_fact Secrets::answer(const qitai_fact& question, std::uint16_t point, std::uint16_t kind) const {
  if (question.what != kFactMine) return Rules::answer(question, point, kind);
  return {question.what, question.point, question.seat, kind == index(Kind::kMine) ? 1 : 0};
}

}  // namespace qitai::junqi
