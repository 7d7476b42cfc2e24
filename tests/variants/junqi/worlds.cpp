#include "variants/junqi/worlds.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "variants/junqi/random_layout.hpp"

namespace qitai::junqi {
namespace {

Game begin(const Course& course) {
  Game game(course.options, Knower::kEverything, std::array<std::uint8_t, 32>{});
  game.set_up(0, course.layouts[0]);
  game.set_up(1, course.layouts[1]);
  if (game.phase() == Phase::kLot) game.draw(course.first);
  return game;
}

// What a viewer was told of the piece that began on each point.
std::array<Kinds, kPoints> told(const Course& course, std::size_t viewer) {
  Game game = begin(course);
  std::array<Point, kPoints> origin{};
  std::iota(origin.begin(), origin.end(), Point{0});
  std::vector<Point> fallen;
  for (const Move move : course.moves) {
    const std::size_t before = game.position().fallen_count();
    const bool fight = game.position().at(move.to).side != Side::kNone;
    const Account account = game.play(move, {});
    const bool mover_fell = account.how == Fight::kLost || account.how == Fight::kBoth;
    if (mover_fell) fallen.push_back(origin[move.from]);
    if (fight && account.how != Fight::kLost) fallen.push_back(origin[move.to]);
    if (!mover_fell) origin[move.to] = origin[move.from];
    if (game.position().fallen_count() < before) throw std::logic_error("what fell came back");
  }
  std::array<Kinds, kPoints> all{};
  for (PointSet set = game.position().occupied(); set != 0;) {
    const Point at = take_first(set);
    all[origin[at]] = game.position().at(at).may[viewer];
  }
  for (std::size_t i = 0; i < fallen.size(); ++i)
    all[fallen[i]] = game.position().fallen(i).may[viewer];
  return all;
}

// Gives each piece a kind that it may be, so many of each as there are.
class Deal {
 public:
  Deal(std::vector<Kinds> may, std::mt19937_64& random) : may_(std::move(may)) {
    kinds_.assign(may_.size(), kKinds);
    std::vector<std::size_t> order(may_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    std::iota(prefer_.begin(), prefer_.end(), std::size_t{0});
    for (const std::size_t piece : order) {
      std::shuffle(prefer_.begin(), prefer_.end(), random);
      std::array<bool, kKinds> seen{};
      if (!place(piece, seen)) throw std::logic_error("no deal fits what was told");
    }
  }
  [[nodiscard]] Kind kind(std::size_t piece) const { return static_cast<Kind>(kinds_[piece]); }

 private:
  bool place(std::size_t piece, std::array<bool, kKinds>& seen) {
    for (const std::size_t kind : prefer_) {
      if (seen[kind] || (may_[piece] >> kind & 1U) == 0) continue;
      seen[kind] = true;
      const auto holders = std::count(kinds_.begin(), kinds_.end(), kind);
      if (holders < kKindCount[kind]) {
        kinds_[piece] = kind;
        return true;
      }
      for (std::size_t other = 0; other < kinds_.size(); ++other) {
        if (kinds_[other] != kind || !place(other, seen)) continue;
        kinds_[piece] = kind;
        return true;
      }
    }
    return false;
  }

  std::vector<Kinds> may_;
  std::vector<std::size_t> kinds_;
  std::array<std::size_t, kKinds> prefer_{};
};

std::array<std::uint8_t, 32> random_seed(std::mt19937_64& random) {
  std::array<std::uint8_t, 32> seed{};
  for (std::uint8_t& byte : seed)
    byte = static_cast<std::uint8_t>(random());
  return seed;
}

}  // namespace

std::optional<Course::Followed> Course::play(std::size_t viewer) const {
  Followed followed{begin(*this), {}};
  Game& game = followed.game;
  for (const Move move : moves) {
    if (game.refuse(game.turn(), move)) return std::nullopt;
    const std::size_t fallen = game.position().fallen_count();
    game.play(move, {});
    followed.told.push_back(game.key(viewer));
    // The key is of what stands: what a later fight takes away is told here.
    for (std::size_t i = fallen; i < game.position().fallen_count(); ++i)
      followed.told.push_back(game.position().fallen(i).may[viewer]);
  }
  return followed;
}

Options random_options(std::mt19937_64& random) {
  Options options;
  options.flag_taker = static_cast<FlagTaker>(random() % 4);
  options.mine_survives = random() % 2 == 0;
  options.bomb_takes_flag = random() % 2 == 0;
  options.reveal_flag = random() % 4 != 0;
  options.after_fight = static_cast<AfterFight>(random() % 3);
  options.marshal_enters_hq = random() % 2 == 0;
  options.empty_hq_reveals = random() % 2 == 0;
  options.no_fight_limit = random() % 2 == 0 ? 60 : 200;
  options.first = static_cast<First>(random() % 2);
  return options;
}

Course random_course(const Options& options, std::mt19937_64& random, int plies) {
  Course course{options, {}, random() % 2, {}};
  for (Layout& layout : course.layouts)
    layout = random_layout(random_seed(random), 0);
  if (options.first == First::kRed) course.first = 0;
  Game game = begin(course);
  std::vector<Move> moves;
  while (static_cast<int>(course.moves.size()) < plies && game.legal(moves) && !moves.empty()) {
    std::vector<Move> fights;
    for (const Move move : moves) {
      if (game.position().at(move.to).side != Side::kNone) fights.push_back(move);
    }
    const auto& from = !fights.empty() && random() % 3 == 0 ? fights : moves;
    course.moves.push_back(from[random() % from.size()]);
    game.play(course.moves.back(), {});
  }
  if (game.over()) course.moves.pop_back();
  return course;
}

Course another_world(const Course& course, std::size_t viewer, std::mt19937_64& random) {
  Course other = course;
  const std::array<Kinds, kPoints> may = told(course, viewer);
  for (const Side side : {Side::kRed, Side::kBlue}) {
    std::vector<Kinds> pieces;
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < kHomePoints; ++place) {
      if (is_camp(static_cast<Point>(place))) continue;
      places.push_back(place);
      pieces.push_back(may[board_point(side, place)]);
    }
    const Deal deal(pieces, random);
    for (std::size_t i = 0; i < places.size(); ++i)
      other.layouts[index(side)][places[i]] = deal.kind(i);
  }
  return other;
}

}  // namespace qitai::junqi
