// Nothing that a viewer may not know reaches it: two games that differ only in what it cannot know give it
// the same bytes, all of them, at every ply. And the test sees a leak of a single bit.
#include <algorithm>
#include <cstring>

#include "variants/junqi/common.hpp"
#include "variants/junqi/hall.hpp"
#include "variants/junqi/worlds.hpp"

namespace qitai::junqi {
namespace {

#ifdef QITAI_LONG
constexpr int kGames = 1000;
#else
constexpr int kGames = 200;
#endif

template <typename T>
void append(std::string& bytes, const std::vector<T>& list) {
  bytes += std::to_string(list.size()) + ":";
  if (!list.empty()) bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
}

void append(std::string& bytes, const host::Refusal& why) {
  bytes += why.id + "|" + why.detail + "|" + std::to_string(why.offset) + "|";
  append(bytes, why.points);
}

// Everything that a state tells a viewer, but for the changes of the last step.
std::string told_to(const host::State& state, int viewer, std::uint64_t seed) {
  std::string bytes;
  append(bytes, state.view(viewer));
  append(bytes, state.marks(viewer));
  bytes += state.position(viewer) + "\n" + state.explain(viewer) + "\n";
  bytes += state.save(QITAI_SAVE_SEAT_VIEW, viewer) + "\n";
  bytes += std::to_string(state.hash(viewer)) + " " + std::to_string(state.hash(host::kPublic)) + " ";
  bytes += std::to_string(state.acting()) + " " + state.outcome().notice + " ";
  for (host::Point at = 0; at < kPoints; ++at)
    bytes += std::to_string(state.candidates(viewer, at)) + " ";
  if (viewer == host::kPublic) return bytes;
  const auto legal = state.legal(viewer);
  REQUIRE(legal);
  append(bytes, *legal);
  for (const host::Move& move : *legal) {
    for (const int notation : {-1, 0, 1})
      bytes += state.move_text(viewer, move, notation) + " ";
  }
  // Why it may not do this and that, and how texts are refused.
  std::mt19937_64 random(seed);
  const auto any = [&] { return static_cast<host::Point>(random() % kPoints); };
  for (int i = 0; i < 20; ++i) {
    const host::Move move{any(), any()};
    if (const auto why = state.refuse(viewer, move)) append(bytes, *why);
    const std::string text =
        write_point(static_cast<Point>(move.from)) + write_point(static_cast<Point>(move.to));
    const auto read = state.read_move(viewer, text);
    if (const auto* why = std::get_if<host::Refusal>(&read)) append(bytes, *why);
  }
  return bytes;
}

std::string changes_for(const std::vector<host::Change>& changes, int viewer) {
  std::string bytes;
  for (const host::Change& change : changes) {
    if ((change.audience & (1U << viewer | 1U << QITAI_PUBLIC)) == 0) continue;
    bytes.append(reinterpret_cast<const char*>(&change), sizeof change);
  }
  return bytes;
}

using Teller = std::function<std::string(const host::State&, int viewer, std::uint64_t seed)>;

// The two games side by side through the ABI; true if the viewer is told the same all the way.
bool same_to(const Course& one, const Course& two, int viewer, const Teller& told, std::uint64_t seed) {
  std::vector<std::int64_t> options = junqi_game().info().default_options();
  const auto set = [&](const char* id, std::int64_t value) {
    options[static_cast<std::size_t>(junqi_game().info().option(id))] = value;
  };
  const Options& rules = one.options;
  set("flag_taker", static_cast<std::int64_t>(rules.flag_taker));
  set("mine_survives", rules.mine_survives ? 1 : 0);
  set("bomb_takes_flag", rules.bomb_takes_flag ? 1 : 0);
  set("reveal_flag", rules.reveal_flag ? 1 : 0);
  set("after_fight", static_cast<std::int64_t>(rules.after_fight));
  set("marshal_enters_hq", rules.marshal_enters_hq ? 1 : 0);
  set("empty_hq_reveals", rules.empty_hq_reveals ? 1 : 0);
  set("no_fight_limit", rules.no_fight_limit);
  set("first", static_cast<std::int64_t>(rules.first));
  host::State a = begin(options, -1);
  host::State b = begin(options, -1);
  for (const host::Seat seat : {0, 1}) {
    const auto side = static_cast<std::size_t>(seat);
    const auto first = must(a.setup(seat, write_layout(one.layouts[side])));
    const auto second = must(b.setup(seat, write_layout(two.layouts[side])));
    if (changes_for(first, viewer) != changes_for(second, viewer)) return false;
  }
  if (a.acting() == 1U << QITAI_CHANCE_SEAT) {
    const auto first = must(a.chance(static_cast<std::uint32_t>(one.first)));
    if (changes_for(first, viewer) !=
        changes_for(must(b.chance(static_cast<std::uint32_t>(one.first))), viewer))
      return false;
  }
  for (std::size_t ply = 0; ply < one.moves.size(); ++ply) {
    if (ply % 4 == 0 || ply + 8 > one.moves.size()) {
      if (told(a, viewer, seed + ply) != told(b, viewer, seed + ply)) return false;
    }
    const host::Move move{one.moves[ply].from, one.moves[ply].to};
    const host::Seat seat = a.acting() == 1U ? 0 : 1;
    const auto first = must(a.apply(seat, move));
    if (changes_for(first, viewer) != changes_for(must(b.apply(seat, move)), viewer)) return false;
  }
  return told(a, viewer, seed) == told(b, viewer, seed);
}

struct Tally {
  int compared = 0;
  int same = 0;
  int differ_inside = 0;  // pieces that the viewer cannot see stand elsewhere
};

Tally compare_worlds(const Teller& told, int games, std::uint64_t first_seed) {
  Tally tally;
  for (int i = 0; i < games; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    INFO("game " << seed);
    std::mt19937_64 random(seed);
    const Course course = random_course(i % 3 == 0 ? Options{} : random_options(random), random,
                                        static_cast<int>(random() % 250));
    const std::size_t viewer = static_cast<std::size_t>(i) % kViewers;
    const Course other = another_world(course, viewer, random);
    const auto played = course.play(viewer);
    const auto replayed = other.play(viewer);
    REQUIRE(played);
    // What a seat was told of each piece is all that it knows: any deal that fits could have been. The public
    // knows of pairs too, so that some of its deals are none.
    if (viewer != kEverybody) {
      REQUIRE(replayed);
      REQUIRE(replayed->told == played->told);
    }
    if (!replayed || replayed->told != played->told || replayed->game.over()) continue;
    ++tally.compared;
    if (course.layouts != other.layouts) ++tally.differ_inside;
    const int seat = viewer == kEverybody ? host::kPublic : static_cast<int>(viewer);
    if (same_to(course, other, seat, told, seed)) ++tally.same;
  }
  return tally;
}

}  // namespace

TEST_CASE("what a viewer may not know changes nothing of what it is told") {
  const int count = games(kGames);
  const Tally tally = compare_worlds(told_to, count, 1);
  CHECK(tally.same == tally.compared);
  CHECK(tally.compared > count * 2 / 3 - 5);
  CHECK(tally.differ_inside > tally.compared * 9 / 10);
}

TEST_CASE("the comparison sees a leak of one bit") {
  // A state that tells each seat whether the other's lowest engineer stands on an even point.
  const Teller leaky = [](const host::State& state, int viewer, std::uint64_t seed) {
    std::string bytes = told_to(state, viewer, seed);
    for (const host::Piece& piece : state.view(viewer == 0 ? 1 : 0)) {
      if (piece.kind != static_cast<host::Kind>(Kind::kEngineer)) continue;
      return bytes + (piece.point % 2 == 0 ? "0" : "1");
    }
    return bytes;
  };
  const Tally tally = compare_worlds(leaky, 60, 1);
  CHECK(tally.compared > 30);
  CHECK(tally.same < tally.compared * 3 / 4);
}

}  // namespace qitai::junqi
