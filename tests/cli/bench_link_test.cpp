// Whole games over the link, as `qitai bench` plays them: of games that no shipped one is like.
#include "cli/bench_link.hpp"

#include <catch2/catch.hpp>
#include <qitai/variant.hpp>

#include <cstdlib>

#include "duel_guest.hpp"

using namespace qitai;
using namespace qitai::testing;

namespace {

constexpr int kPoints = 12;

// One runner on one track, whom each side moves on twice running; where it is fenced in, nobody can move it.
template <bool kFenced>
class Track {
 public:
  static sdk::Description description() {
    sdk::Description d(kFenced ? "fenced" : "track", 1);
    d.name("Track", "Run").seat("first", "First", "First to run", 0, 0);
    d.seat("second", "Second", "Second", 1, 180).colour("red", "Red", "R", 0xff0000);
    d.colour("blue", "Blue", "B", 0x0000ff).kind("P", "Runner", "P", "runner");
    return d;
  }
  static const sdk::Board& board(std::span<const std::int64_t>) {
    static const sdk::Board kBoard = [] {
      sdk::Board made(kPoints * 1000, 1000);
      for (int i = 0; i < kPoints; ++i)
        made.point(i * 1000, 500, "p" + std::to_string(i));
      return made;
    }();
    return kBoard;
  }
  static sdk::Made<Track> create(const sdk::Start&) { return Track(); }

  [[nodiscard]] std::uint32_t acting() const { return over() ? 0 : sdk::only(turn()); }
  void legal(int seat, sdk::List<qitai_move>& moves) const {
    if (!kFenced && !over() && seat == turn())
      moves.add({static_cast<std::uint16_t>(at_), static_cast<std::uint16_t>(at_ + 1), 0, 0});
  }
  std::optional<sdk::Refusal> apply(int seat, qitai_move m, sdk::Changes& changes) {
    if (kFenced || over() || seat != turn() || m.from != at_ || m.to != at_ + 1)
      return sdk::Refusal("too-far");
    changes.moved(m.from, m.to, 0, 0);
    ++at_;
    return std::nullopt;
  }
  [[nodiscard]] sdk::Outcome outcome() const {
    return over() ? sdk::Outcome::drawn("no-progress") : sdk::Outcome();
  }
  void view(int, sdk::List<qitai_piece>& pieces) const {
    pieces.add({static_cast<std::uint16_t>(at_), 0, 0, 0, 1});
  }
  [[nodiscard]] std::uint64_t hash(int) const { return static_cast<std::uint64_t>(at_) + 1; }
  void save(int, int, sdk::Writer& writer) const { writer.u32(static_cast<std::uint32_t>(at_)); }
  static sdk::Made<Track> load(sdk::Reader& reader) {
    Track track;
    track.at_ = static_cast<int>(reader.u32() % kPoints);
    return track;
  }

 private:
  [[nodiscard]] bool over() const { return at_ == kPoints - 1; }
  [[nodiscard]] int turn() const { return at_ / 2 % 2; }
  int at_ = 0;
};

template <bool kFenced>
Result<nlohmann::ordered_json> moves(int wanted) {
  const Scratch folder;
  ::setenv("XDG_RUNTIME_DIR", folder.path().c_str(), 1);  // NOLINT(concurrency-mt-unsafe): this thread alone
  const auto game = host::Variant::wrap(sdk::Adaptor<Track<kFenced>>::variant(), "1.0.0");
  REQUIRE(game.ok());
  return cli::link_moves(plugins(), *game, wanted);
}

}  // namespace

TEST_CASE("bench plays games over the link in which a side moves twice running") {
  const auto made = moves<false>(30);
  INFO((made ? std::string() : made.error().message));
  REQUIRE(made.ok());
  CHECK((*made)["moves"] == 30);
}

TEST_CASE("bench says so where nobody can move") {
  const auto made = moves<true>(30);
  REQUIRE_FALSE(made.ok());
  CHECK(made.error().code == "stuck");
  CHECK_THAT(made.error().message, Catch::Matchers::Contains("nobody can move"));
}
