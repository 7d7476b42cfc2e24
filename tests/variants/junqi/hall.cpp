#include "variants/junqi/hall.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace qitai::junqi {
namespace {

using host::Change;
using host::Fact;
using host::Move;
using host::Seat;
using host::State;

std::shared_ptr<const host::Variant> shared_game() {
  const qitai_str id{QITAI_VARIANT_ID, std::strlen(QITAI_VARIANT_ID)};
  static const auto kGame =
      host::Variant::wrap(static_cast<const qitai_variant*>(qitai_plugin_entry.factory(id, 0)), "1");
  if (!kGame) throw std::runtime_error(kGame.error().message);
  return *kGame;
}

std::string bytes_of(const std::vector<Change>& changes, std::uint32_t audience) {
  std::string bytes;
  for (const Change& change : changes) {
    if ((change.audience & audience) != 0)
      bytes.append(reinterpret_cast<const char*>(&change), sizeof change);
  }
  return bytes;
}

constexpr std::uint32_t kPublicBit = 1U << QITAI_PUBLIC;

// What a partial state asks for a move, from the full state's answers.
std::vector<Fact> answers(const State& partial, Seat seat, Move move, const std::vector<Fact>& all) {
  std::vector<Fact> given;
  for (int round = 0; round < 8; ++round) {
    const std::vector<Fact> asked = partial.needs(seat, move, given);
    if (asked.empty()) return given;
    for (const Fact& question : asked) {
      const auto found = std::find_if(all.begin(), all.end(), [&](const Fact& fact) {
        return fact.what == question.what && fact.seat == question.seat &&
               (question.point == QITAI_NO_POINT || fact.point == question.point);
      });
      REQUIRE(found != all.end());
      given.push_back(*found);
    }
  }
  FAIL("a partial state asks for ever");
  return given;
}

}  // namespace

int games(int usual) {
  const char* const wanted =
      std::getenv("QITAI_GAMES");  // NOLINT(concurrency-mt-unsafe): one thread reads it
  return wanted == nullptr ? usual : std::atoi(wanted);
}

const host::Variant& junqi_game() {
  return *shared_game();
}

std::vector<std::int64_t> values(const OptionTexts& options) {
  std::vector<std::int64_t> values = junqi_game().info().default_options();
  for (const auto& [id, text] : options) {
    INFO(id << " = " << text);
    const int option = junqi_game().info().option(id);
    REQUIRE(option >= 0);
    const auto value = junqi_game().option_value(option, text);
    REQUIRE(value);
    values[static_cast<std::size_t>(option)] = *value;
  }
  return values;
}

State begin(const std::vector<std::int64_t>& options, int knower, const std::string& position,
            std::uint64_t seed) {
  host::Start start;
  start.options = options;
  start.knower = knower;
  start.position = position;
  for (std::size_t i = 0; i < 8 && knower == -1; ++i)
    start.seed[i] = static_cast<std::uint8_t>(seed >> (8 * i));
  return must(junqi_game().create(start));
}

Hall::Hall(const OptionTexts& options, std::uint64_t seed) : full_(begin(values(options), -1, {}, seed)) {
  for (const int viewer : {0, 1, host::kPublic})
    partials_.emplace(viewer, begin(values(options), viewer));
}

Hall::Hall(const OptionTexts& options, const std::string& position)
    : full_(begin(values(options), -1, position)) {
  for (const int viewer : {0, 1, host::kPublic})
    partials_.emplace(viewer, begin(values(options), viewer, position));
  compare({}, {});
}

void Hall::compare(const std::vector<Change>& full, const std::map<int, std::vector<Change>>& partial) {
  const host::Outcome truth = full_.outcome();
  const bool over = truth.state == host::Outcome::State::kOver;
  for (const auto& [viewer, changes] : partial) {
    INFO("viewer " << viewer);
    CHECK(bytes_of(changes, kPublicBit) == bytes_of(full, kPublicBit));
    if (viewer != host::kPublic) CHECK(bytes_of(changes, 1U << viewer) == bytes_of(full, 1U << viewer));
    for (const Change& change : changes)
      CHECK((change.audience & ~(kPublicBit | 1U << viewer)) == 0);
  }
  std::map<host::Point, std::uint64_t> truth_of;
  for (const int owner : {0, 1}) {
    for (const host::Piece& piece : full_.view(owner)) {
      if (piece.kind != host::kNoKind) truth_of[piece.point] |= std::uint64_t{1} << piece.kind;
    }
  }
  for (auto& [viewer, state] : partials_) {
    INFO("viewer " << viewer);
    const host::Outcome belief = state.outcome();
    if (belief.state == host::Outcome::State::kOver) {
      CHECK(over);
      CHECK(belief.result == truth.result);
      CHECK(belief.reason == truth.reason);
    } else if (!over) {
      CHECK(state.acting() == full_.acting());
      CHECK(belief.notice == truth.notice);
    }
    CHECK(state.hash(host::kPublic) == full_.hash(host::kPublic));
    CHECK(state.hash(viewer) == full_.hash(viewer));
    CHECK(state.position(viewer) == full_.position(viewer));
    const auto view = state.view(viewer);
    const auto expected = full_.view(viewer);
    REQUIRE(view.size() == expected.size());
    CHECK((view.empty() || std::memcmp(view.data(), expected.data(), view.size() * sizeof view[0]) == 0));
    CHECK(state.save(QITAI_SAVE_SEAT_VIEW, viewer) == full_.save(QITAI_SAVE_SEAT_VIEW, viewer));
    // Now and then, as it takes long: what a piece is, is among what it may be, on both states.
    if (++compared_ % 16 == 0) {
      for (const host::Piece& piece : view) {
        const std::uint64_t kinds = state.candidates(viewer, piece.point);
        CHECK(kinds == full_.candidates(viewer, piece.point));
        CHECK((truth_of[piece.point] & ~kinds) == 0);
      }
    }
    if (over || viewer == host::kPublic || state.outcome().state == host::Outcome::State::kOver) continue;
    CHECK(state.legal(viewer) == full_.legal(viewer));
  }
}

std::vector<Change> Hall::setup(Seat seat, const std::string& layout) {
  const bool open = full_.options()[static_cast<std::size_t>(junqi_game().info().option("mode"))] == 1;
  std::vector<Change> changes = must(full_.setup(seat, layout));
  std::map<int, std::vector<Change>> told;
  for (auto& [viewer, state] : partials_) {
    const bool may_know = viewer == seat || open;
    if (may_know && layout.empty()) {
      state = must(junqi_game().load(full_.save(QITAI_SAVE_SEAT_VIEW, viewer)));
    } else {
      told[viewer] = must(state.setup(seat, may_know ? layout : std::string()));
    }
  }
  compare(changes, told);
  return changes;
}

std::vector<Change> Hall::move(Seat seat, Move move) {
  const std::vector<Fact> all = full_.facts(seat, move);
  std::map<int, std::vector<Fact>> given;
  for (auto& [viewer, state] : partials_)
    given[viewer] = answers(state, seat, move, all);
  const std::vector<Change> changes = must(full_.apply(seat, move));
  std::map<int, std::vector<Change>> told;
  for (auto& [viewer, state] : partials_)
    told[viewer] = must(state.apply(seat, move, given[viewer]));
  compare(changes, told);
  return changes;
}

std::vector<Change> Hall::move(Seat seat, std::string_view text) {
  INFO(text);
  return move(seat, must(full_.read_move(seat, text)));
}

std::vector<Change> Hall::chance(std::uint32_t index) {
  std::vector<Change> changes = must(full_.chance(index));
  std::map<int, std::vector<Change>> told;
  for (auto& [viewer, state] : partials_) {
    CHECK(state.chance_count() > index);
    told[viewer] = must(state.chance(index));
  }
  compare(changes, told);
  return changes;
}

void Hall::open(std::mt19937_64& random) {
  for (const Seat seat : {0, 1}) {
    if ((full_.acting() & QITAI_ACTING_SETUP) != 0) setup(seat, {});
  }
  if (full_.acting() == 1U << QITAI_CHANCE_SEAT)
    chance(static_cast<std::uint32_t>(random() % full_.chance_count()));
}

void Hall::reload() {
  for (const int purpose : {QITAI_SAVE_SNAPSHOT, QITAI_SAVE_JOURNAL}) {
    const std::string saved = full_.save(purpose);
    State again = must(junqi_game().load(saved));
    CHECK(again.save(purpose) == saved);
    full_ = std::move(again);
    for (auto& [viewer, state] : partials_) {
      const std::string view = state.save(purpose);
      state = must(junqi_game().load(view));
      CHECK(state.save(purpose) == view);
      CHECK(must(junqi_game().load(full_.save(QITAI_SAVE_SEAT_VIEW, viewer))).save(purpose) == view);
    }
  }
  compare({}, {});
}

Seat Hall::turn() const {
  return (full_.acting() & 1U) != 0 ? 0 : 1;
}

void random_game(Hall& hall, std::mt19937_64& random, const std::function<bool(Hall&)>& visit) {
  while (!hall.over() && visit(hall)) {
    if (hall.full().acting() == 1U << QITAI_CHANCE_SEAT) {
      hall.chance(static_cast<std::uint32_t>(random() % hall.full().chance_count()));
      continue;
    }
    const Seat seat = hall.turn();
    const auto moves = hall.full().legal(seat);
    REQUIRE(moves);
    REQUIRE_FALSE(moves->empty());
    // Fights are tried more often than chance alone would, so that games come to their end.
    std::vector<Move> fights;
    const auto view = hall.full().view(host::kPublic);
    for (const Move& move : *moves) {
      const auto there = std::any_of(view.begin(), view.end(),
                                     [&](const host::Piece& piece) { return piece.point == move.to; });
      if (there) fights.push_back(move);
    }
    const auto& from = !fights.empty() && random() % 3 == 0 ? fights : *moves;
    hall.move(seat, from[random() % from.size()]);
  }
}

}  // namespace qitai::junqi
