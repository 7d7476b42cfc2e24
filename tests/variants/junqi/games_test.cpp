// Random games in every mode end by the rules, with everything saved and loaded at every ply and with every
// partial state in step.
#include "variants/junqi/hall.hpp"

namespace qitai::junqi {
namespace {

#ifdef QITAI_LONG
constexpr int kGames = 1000;
#else
constexpr int kGames = 40;
#endif

// Random options of a mode.
OptionTexts options_of(const std::string& mode, std::mt19937_64& random, bool usual) {
  OptionTexts options{{"mode", mode}};
  if (usual) return options;
  const auto any = [&](std::initializer_list<const char*> texts) {
    return std::string(*(texts.begin() + static_cast<std::ptrdiff_t>(random() % texts.size())));
  };
  options["flag_taker"] = any({"not_marshal", "any", "engineer", "engineer_after_mines"});
  options["mine_survives"] = any({"on", "off"});
  options["bomb_takes_flag"] = any({"on", "off"});
  options["reveal_flag"] = any({"on", "off"});
  options["after_fight"] = any({"hidden", "survivor", "both"});
  options["marshal_enters_hq"] = any({"on", "off"});
  options["empty_hq_reveals"] = any({"on", "off"});
  options["no_fight_limit"] = any({"60", "10", "200"});
  options["repetition_draw"] = any({"on", "off"});
  options["first"] = any({"red", "lot"});
  return options;
}

std::map<std::string, int> play(const std::string& mode, std::uint64_t first_seed) {
  std::map<std::string, int> reasons;
  const int count = games(kGames);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    INFO(mode << " game " << seed);
    std::mt19937_64 random(seed);
    Hall hall(options_of(mode, random, i % 2 == 0), seed);
    hall.open(random);
    int plies = 0;
    random_game(hall, random, [&](Hall& now) {
      now.reload();
      return ++plies < 5000;  // more than any of them has
    });
    CHECK(hall.over());
    hall.reload();
    ++reasons[hall.full().outcome().reason];
  }
  return reasons;
}

}  // namespace

// Of random games most end because a side has nothing left that moves.
TEST_CASE("random games of the hidden mode end by the rules") {
  const auto reasons = play("dark", 1);
  CHECK(reasons.size() >= 2);
}

TEST_CASE("random games of the open mode end by the rules") {
  const auto reasons = play("open", 100001);
  CHECK(reasons.size() >= 2);
}

TEST_CASE("random games of the flip mode end by the rules") {
  const auto reasons = play("flip", 200001);
  CHECK(reasons.size() >= 2);
}

}  // namespace qitai::junqi
