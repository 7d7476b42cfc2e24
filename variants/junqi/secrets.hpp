// Junqi: what two machines that do not trust each other have to know of its fights (extension
// qitai.secrets/1).
#pragma once

#include <qitai/secrets/pieces.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace qitai::junqi {

// Whether what falls on the point is a mine: 0 or 1. A fact of this game's own.
inline constexpr std::uint32_t kFactMine = 0x10000;

class Secrets : public sdk::secrets::Rules {
 public:
  // In the dark game alone: the others show everything, or know nobody's pieces.
  [[nodiscard]] bool offered(std::span<const std::int64_t> options) const override;
  // All ten kinds that move, whoever is still alive: marshal to lieutenant, engineer, bomb.
  [[nodiscard]] std::span<const std::uint16_t> attackers() const override;
  [[nodiscard]] int fight(const sdk::secrets::Scene& scene, std::uint16_t attacker,
                          std::uint16_t defender) const override;
  // The flag, or a mine that falls where fallen mines are counted.
  [[nodiscard]] std::optional<std::size_t> shows(const sdk::secrets::Scene& scene,
                                                 const qitai_fact& question) const override;
  [[nodiscard]] qitai_fact answer(const qitai_fact& question, std::uint16_t point,
                                  std::uint16_t kind) const override;
};

}  // namespace qitai::junqi
