// Seat: the table of a match with a far player: two machines judge it together.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "seat/table.hpp"

namespace qitai::seat {

class Partner;

class FarTable final : public Table {
 public:
  // Of the match that the partner's duel has begun; the partner outlives it, and is driven by its lobby.
  explicit FarTable(Partner& partner);

  // Besides the referee's refusals: those of duel::Match::want. What was accepted comes about when both
  // machines have it: then the referee has it too.
  [[nodiscard]] std::variant<match::Accepted, host::Refusal> submit(match::Intent intent, Now now) override;
  [[nodiscard]] std::optional<host::Refusal> would_refuse(match::Intent intent, Now now) const override;
  bool poll(Now now) override;
  [[nodiscard]] Now next_wake(Now now) const override;
  [[nodiscard]] const match::Referee& referee() const override;
  [[nodiscard]] std::uint32_t durable_events() const override;
  [[nodiscard]] const std::string& journal_trouble() const override;
  [[nodiscard]] match::Referee::TimeLeft left(host::Seat seat, Now now) const override;
  void present_setup(host::Seat seat, std::string layout) override;
  [[nodiscard]] std::optional<std::string> presented_setup(host::Seat seat) const override;
  [[nodiscard]] Partner* far() override { return &partner_; }
  // What the openings of hidden pieces have brought to light.
  [[nodiscard]] const match::Referee* truth() const override;
  // A clock that two run together stands for neither of them alone.
  void hold(Now) override {}
  void release(Now) override {}
  void forget() override {}
  [[nodiscard]] std::int64_t returned() const override;

 private:
  Partner& partner_;
  std::string layout_;                    // that the own seat would give now
  std::size_t events_ = 0, durable_ = 0;  // as poll last saw them
  std::uint32_t replays_;
};

}  // namespace qitai::seat
