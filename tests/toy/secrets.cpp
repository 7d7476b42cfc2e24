// What the toy game tells the keepers of its secrets.
#include <qitai/secrets.hpp>

#include "game.hpp"

namespace toy {
namespace {

namespace secrets = sdk::secrets;

class Secrets : public secrets::Rules {
 public:
  [[nodiscard]] bool offered(std::span<const std::int64_t>) const override { return true; }
  [[nodiscard]] std::span<const std::uint16_t> attackers() const override {
    static constexpr std::array<std::uint16_t, 3> kAttackers = {kElephant, kMouse, kBomb};
    return kAttackers;
  }
  [[nodiscard]] int fight(const secrets::Scene&, std::uint16_t attacker,
                          std::uint16_t defender) const override {
    return fight_result(static_cast<Kind>(attacker), static_cast<Kind>(defender));
  }
  // An elephant that falls shows the flag.
  [[nodiscard]] std::optional<std::size_t> shows(const secrets::Scene& scene,
                                                 const qitai_fact&) const override {
    std::int64_t how = 0;
    for (const qitai_fact& fact : scene.known) {
      if (fact.what == QITAI_FACT_FIGHT) how = fact.value;
    }
    const bool attacks = scene.ply.seat == scene.seat;
    const bool falls = how == QITAI_FIGHT_BOTH || how == (attacks ? QITAI_FIGHT_LOST : QITAI_FIGHT_WON);
    const qitai_move move = scene.ply.move;
    if (!falls || scene.own.kind_on(attacks ? move.from : move.to) != kElephant) return std::nullopt;
    for (std::size_t i = 0; i < scene.own.size(); ++i) {
      if (scene.own.leaves()[i].kind == kFlag) return i;
    }
    return std::nullopt;
  }
};

}  // namespace

const void* Game::extension(std::string_view id) {
  return secrets::extension<Game, Secrets>(id);
}

}  // namespace toy
