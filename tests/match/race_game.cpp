#include "race_game.hpp"

#include <qitai/variant.hpp>

#include <charconv>
#include <stdexcept>

namespace qitai::test {
namespace {

namespace sdk = qitai::sdk;

constexpr int kPoints = 100;

class Race {
 public:
  static sdk::Description description() {
    sdk::Description d("race", 3);
    d.name("Race", "Run")
        .seat("first", "First", "First to run", 0, 0)
        .seat("second", "Second", "Second", 1, 180);
    d.colour("red", "Red", "R", 0xff0000)
        .colour("blue", "Blue", "B", 0x0000ff)
        .kind("P", "Runner", "P", "runner");
    d.number("length", "Length", "h", 99, 1, 99).number("burn", "Burn", "h", 0, 0, 99);
    d.number("claim", "Claim", "h", 0, 0, 99).number("break", "Break", "h", 0, 0, 99);
    d.number("break_in", "Break in", "h", 0, 0, 3).toggle("kind_flag", "Kind flag", "h", false);
    d.notation("steps", "Steps");
    return d;
  }
  static const sdk::Board& board(std::span<const std::int64_t>) {
    static const sdk::Board kBoard = [] {
      sdk::Board made(100000, 1000);
      for (int i = 0; i < kPoints; ++i)
        made.point(i * 1000, 500, "p" + std::to_string(i));
      return made;
    }();
    return kBoard;
  }
  // Position: "FIRST SECOND TURN", e.g. "3 5 1".
  static sdk::Made<Race> create(const sdk::Start& start) {
    Race race;
    std::copy(start.options.begin(), start.options.end(), race.options_.begin());
    if (start.position.empty()) return race;
    const char* at = start.position.data();
    const char* const end = at + start.position.size();
    for (int* value : {&race.at_[0], &race.at_[1], &race.turn_}) {
      while (at != end && *at == ' ')
        ++at;
      const auto [next, error] = std::from_chars(at, end, *value);
      if (error != std::errc()) return sdk::Refusal("bad-position");
      at = next;
    }
    const bool inside =
        race.at_[0] >= 0 && race.at_[0] < kPoints && race.at_[1] >= 0 && race.at_[1] < kPoints;
    if (at != end || !inside || race.turn_ < 0 || race.turn_ > 1) return sdk::Refusal("bad-position");
    return race;
  }

  [[nodiscard]] std::uint32_t acting() const { return over() ? 0 : sdk::only(turn_); }
  void legal(int seat, sdk::List<qitai_move>& moves) const {
    break_if(3);
    if (over() || seat != turn_) return;
    for (int step = 1; step <= 3 && at_[turn_] + step < kPoints; ++step)
      moves.add(move(at_[turn_], at_[turn_] + step));
  }
  // A runner can make five points, and more than three are forbidden; whoever did may be overtaken for it.
  void playable(int seat, sdk::List<qitai_playable>& moves) const {
    if (over() || seat != turn_) return;
    for (int step = 1; step <= 5 && at_[turn_] + step < kPoints; ++step) {
      const std::uint32_t flags = step > 3 ? QITAI_PLAYABLE_ILLEGAL : 0;
      moves.add({move(at_[turn_], at_[turn_] + step), flags, 0});
    }
  }
  [[nodiscard]] std::optional<sdk::Refusal> refuse(int seat, qitai_move m) const {
    break_if(0);
    if (over() || seat != turn_ || m.from != at_[turn_] || m.choice != 0 || m.flags != 0)
      return sdk::Refusal("not-your-piece").at(m.from < kPoints ? m.from : std::uint16_t{0});
    if (m.to >= kPoints || m.to <= m.from || m.to > m.from + 3) return sdk::Refusal("too-far");
    return std::nullopt;
  }
  std::optional<sdk::Refusal> apply(int seat, qitai_move m, sdk::Changes& changes) {
    break_if(1);
    if (over() || seat != turn_ || m.from != at_[turn_] || m.to <= m.from || m.to > m.from + 5 ||
        m.to >= kPoints)
      return sdk::Refusal("too-far");
    if (option(kRaceBurn) != 0 && m.to % option(kRaceBurn) == 0) changes.irreversible();
    const int other = 1 - turn_;
    if (at_[other] == m.to) {
      changes.captured(m.to, 0, static_cast<std::uint8_t>(other), 0);
      at_[other] = 0;
      changes.placed(0, 0, static_cast<std::uint8_t>(other));
    }
    changes.moved(m.from, m.to, 0, static_cast<std::uint8_t>(turn_));
    at_[turn_] = m.to;
    turn_ = other;
    ++plies_;
    return std::nullopt;
  }
  [[nodiscard]] sdk::Outcome outcome() const {
    break_if(2);
    for (int seat = 0; seat < 2; ++seat) {
      if (at_[seat] >= option(kRaceLength)) return sdk::Outcome::won(seat, "goal");
    }
    sdk::Outcome going;
    if (option(kRaceClaim) != 0 && plies_ >= option(kRaceClaim))
      going.claim("rest", "repetition", sdk::only(turn_));
    return going;
  }
  [[nodiscard]] sdk::Outcome timeout_outcome(int) const {
    return option(kRaceKindFlag) != 0 ? sdk::Outcome::drawn("time-without-material") : sdk::Outcome();
  }
  // In check is who has the other one right behind.
  void marks(int, sdk::List<qitai_mark>& marks) const {
    if (at_[turn_] == at_[1 - turn_] + 1) {
      marks.add({QITAI_MARK_CHECK, static_cast<std::uint16_t>(at_[turn_]),
                 static_cast<std::uint16_t>(at_[1 - turn_]), 0});
    }
  }
  void view(int, sdk::List<qitai_piece>& pieces) const {
    const int low = at_[0] <= at_[1] ? 0 : 1;
    for (const int seat : {low, 1 - low}) {
      if (seat != low && at_[0] == at_[1]) continue;  // one point shows one runner
      pieces.add({static_cast<std::uint16_t>(at_[seat]), 0, static_cast<std::uint8_t>(seat), 0, 1});
    }
  }
  [[nodiscard]] std::uint64_t hash(int) const {
    return static_cast<std::uint64_t>(at_[0] + 1000 * at_[1] + 1000000 * turn_);
  }
  [[nodiscard]] std::string move_write(int, qitai_move m, int notation) const {
    if (m.from >= kPoints || m.to >= kPoints) return {};
    if (notation == 0) return "+" + std::to_string(m.to - m.from);
    return "p" + std::to_string(m.from) + "p" + std::to_string(m.to);
  }
  void save(int, int, sdk::Writer& writer) const {
    for (const int value : {at_[0], at_[1], turn_, plies_})
      writer.u32(static_cast<std::uint32_t>(value));
    for (const std::int64_t value : options_)
      writer.i64(value);
  }
  static sdk::Made<Race> load(sdk::Reader& reader) {
    Race race;
    for (int* value : {&race.at_[0], &race.at_[1], &race.turn_, &race.plies_})
      *value = static_cast<int>(reader.u32() % kPoints);
    for (std::int64_t& value : race.options_)
      value = reader.i64();
    race.turn_ &= 1;
    return race;
  }

 private:
  [[nodiscard]] int option(RaceOption which) const { return static_cast<int>(options_[which]); }
  [[nodiscard]] bool over() const { return at_[0] >= option(kRaceLength) || at_[1] >= option(kRaceLength); }
  void break_if(int where) const {
    if (option(kRaceBreak) != 0 && plies_ == option(kRaceBreak) && option(kRaceBreakIn) == where)
      throw std::runtime_error("broken on purpose");
  }
  static qitai_move move(int from, int to) {
    return {static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), 0, 0};
  }

  std::array<std::int64_t, kRaceOptions> options_{};
  int at_[2] = {};  // plain arrays: seats and points are signed here
  int turn_ = 0;
  int plies_ = 0;
};

}  // namespace

std::shared_ptr<const host::Variant> race_game() {
  static const auto kGame = host::Variant::wrap(sdk::Adaptor<Race>::variant(), "1.0.0");
  if (!kGame) throw std::runtime_error(kGame.error().message);
  return kGame.value();
}

}  // namespace qitai::test
