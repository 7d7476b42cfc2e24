// Checks of saving and loading, the damaged bytes too.
#include <algorithm>

#include "base/bytes.hpp"
#include "host/conformance/round.hpp"
#include "host/tables.hpp"

namespace qitai::host::conformance {
namespace {

constexpr std::size_t kMostCuts = 120;
constexpr std::size_t kFlips = 120;
constexpr int kPliesAfter = 30;

// What State::save writes: the host's own part, and the plugin's bytes, which are what is damaged here.
struct Wrapped {
  std::string head;
  std::string inner;
};

Wrapped unwrap(const std::string& bytes) {
  Reader reader(as_bytes(bytes));
  (void)reader.text(32);
  (void)reader.u32();
  (void)reader.u32();
  const std::uint32_t options = reader.u32();
  for (std::uint32_t i = 0; i < options; ++i)
    (void)reader.i64();
  Wrapped parts;
  parts.head = bytes.substr(0, bytes.size() - reader.left());
  parts.inner = reader.text(kMaxStateBytes);
  return parts;
}

std::string wrap(const Wrapped& parts) {
  Writer writer;
  writer.text(parts.inner);
  return parts.head + std::string(as_text(writer.bytes()));
}

struct Purpose {
  int purpose;
  int viewer;
  std::string name;
};

std::vector<Purpose> purposes(const State& state) {
  std::vector<Purpose> list{{QITAI_SAVE_SNAPSHOT, kPublic, "the snapshot"},
                            {QITAI_SAVE_JOURNAL, kPublic, "the journal save"}};
  if (!state.variant().info().hidden) return list;
  for (const int viewer : viewers(state))
    list.push_back({QITAI_SAVE_SEAT_VIEW, viewer, "the seat view of " + viewer_name(state, viewer)});
  return list;
}

// A full state that was loaded answers as the one that was saved, and goes on as it does.
void go_on_together(Round& round, State& loaded, const std::string& name) {
  State original = round.state.clone();
  Round on(round.trial, round.number);
  on.state = std::move(original);
  on.dice = round.dice;
  on.turns = round.turns;  // what it walks back along
  for (int i = 0; i < 300; ++i) {
    const std::optional<Turn> turn = on.choose();
    if (!turn) return;
    on.take(*turn);
    conformance::take(loaded, *turn);
    const bool ended = on.state.acting() == 0 || loaded.acting() == 0;
    if (!ended && i % 50 != 49) continue;
    const auto changed = difference(everything(on.state), everything(loaded));
    hold(!changed, "{} turns after {} was loaded it answers otherwise: {}", i + 1, name,
         changed.value_or(""));
  }
}

bool could_take(const State& state, const Turn& turn) {
  State copy = state.clone();
  const auto answer = turn.kind == Turn::Kind::kChance  ? copy.chance(turn.draw)
                      : turn.kind == Turn::Kind::kSetup ? copy.setup(turn.seat, turn.layout)
                                                        : copy.apply(turn.seat, turn.move);
  const auto* refusal = std::get_if<Refusal>(&answer);
  return refusal == nullptr || refusal->id == "plugin-error";
}

// Whatever was loaded from damaged bytes must behave; that it is another game is no fault.
void must_behave(Trial& trial, State& state, const std::string& what) {
  try {
    (void)everything(state);
    for (const Purpose& p : purposes(state)) {
      if (state.knower() != kFull && p.purpose != QITAI_SAVE_SNAPSHOT) continue;
      const std::string saved = state.save(p.purpose, p.viewer);
      const State again = reload(trial, saved, p.name + " of it");
      hold(again.save(p.purpose, p.viewer) == saved, "{} of it, loaded and saved, is another", p.name);
    }
    if (state.knower() != kFull) return;
    Round round(trial, 0);
    round.state = std::move(state);
    for (int i = 0; i < kPliesAfter; ++i) {
      const std::optional<Turn> turn = round.choose();
      if (!turn) break;
      // Who knows what is in the damaged bytes too: a partial state may ask for facts.
      if (trial.info().hidden && !could_take(round.state, *turn)) break;
      round.take(*turn);
    }
    (void)everything(round.state);
  } catch (const Broken& found) {
    broken("load() takes {}, and then {}", what, found.sentence);
  } catch (const PluginFault& fault) {
    // As above: the host takes it for a full state, which would know its moves.
    if (trial.info().hidden && std::string_view(fault.what()).find("QITAI_UNKNOWN") != std::string_view::npos)
      return;
    broken("load() takes {}, and then {}", what, fault.what());
  }
}

void damage(Round& round, const Purpose& purpose) {
  Trial& trial = round.trial;
  const Wrapped good = unwrap(round.state.save(purpose.purpose, purpose.viewer));
  const auto feed = [&](const std::string& inner, const std::string& what) {
    trial.note(fmt::format("{}, loading {}", round.where(), what));
    Answer<State> made = trial.variant->load(wrap({good.head, inner}));
    if (auto* state = std::get_if<State>(&made)) return must_behave(trial, *state, what);
    const Refusal& refusal = std::get<Refusal>(made);
    hold(refusal.id != "plugin-error", "load() of {} is no refusal: {}", what, refusal.detail);
  };
  const std::size_t size = good.inner.size();
  for (std::size_t cut = 0; cut < size; cut += std::max<std::size_t>(1, size / kMostCuts)) {
    feed(good.inner.substr(0, cut), fmt::format("{}, {} bytes, cut off at {}", purpose.name, size, cut));
  }
  feed(good.inner + std::string(1, '\0'), purpose.name + " with a byte behind its end");
  for (std::size_t i = 0; i < kFlips && size != 0; ++i) {
    std::string inner = good.inner;
    const std::size_t at = round.dice.below(size);
    const unsigned now = static_cast<unsigned char>(inner[at]);
    // One bit, or another byte: counts become far too large, signs change.
    const unsigned next =
        i % 3 != 0 ? now ^ 1U << round.dice.below(8)
                   : static_cast<unsigned>(std::array{0x00, 0x7F, 0x80, 0xFF}[round.dice.below(4)]);
    if ((next & 0xFF) == now) continue;
    inner[at] = static_cast<char>(next);
    feed(inner, fmt::format("{}, {} bytes, with byte {} 0x{:02x} instead of 0x{:02x}", purpose.name, size, at,
                            next & 0xFF, now));
  }
}

}  // namespace

std::string check_save(Trial& trial) {
  return each_round(trial, a_few(trial), [&](Round& round) {
    bool more = true;
    while (more) {
      if (round.sampled()) {
        for (const Purpose& p : purposes(round.state)) {
          const std::string saved = round.state.save(p.purpose, p.viewer);
          State loaded = reload(trial, saved, p.name);
          const std::string again = loaded.save(p.purpose, p.viewer);
          hold(again == saved, "{}, {} bytes, loaded and saved is another, {} bytes", p.name, saved.size(),
               again.size());
          if (p.purpose == QITAI_SAVE_SEAT_VIEW) continue;  // what it answers: check_knowledge
          const auto changed = difference(everything(round.state), everything(loaded));
          hold(!changed, "after {} was loaded it answers otherwise: {}", p.name, changed.value_or(""));
          if (round.dice.one_in(3)) go_on_together(round, loaded, p.name);
        }
      }
      more = round.step();
    }
  });
}

std::string check_hostile(Trial& trial) {
  return each_round(trial, std::max(2U, a_few(trial) / 3), [&](Round& round) {
    const std::size_t last = round.dice.below(60);
    do {
      if (round.ply() != 0 && round.ply() != last && round.ply() != 150) continue;
      for (const Purpose& p : purposes(round.state))
        damage(round, p);
    } while (round.step());
  });
}

}  // namespace qitai::host::conformance
