#include "menu/demo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/file.hpp"
#include "base/log.hpp"
#include "menu/result_screen.hpp"
#include "menu/setup_screen.hpp"
#include "menu/table_screen.hpp"
#include "seat/bot.hpp"

namespace qitai::menu {
namespace {

using platform::Action;

class Demo final : public Driver {
 public:
  explicit Demo(DemoOptions options) : options_(std::move(options)) {}

  bool turn(App& app) override {
    if (++turns_ == 1) begin(app);
    if (!app.settled() && ++unsettled_ < kPatience) return true;
    unsettled_ = 0;
    const std::string_view screen = app.screen().name();
    if (screen == "title") return title(app);
    if (screen == "terms") return terms(app);
    if (screen == "card") return card(app);
    if (screen == "setup") return setup(app, static_cast<SetupScreen&>(app.screen()));
    if (screen == "table") return table(app, static_cast<TableScreen&>(app.screen()));
    if (screen == "result") return result(app, static_cast<ResultScreen&>(app.screen()));
    return false;
  }
  [[nodiscard]] bool content() const override { return ended_ && !lost_; }

 private:
  // Turns to wait for a picture to stand still before going on without (a running clock never does).
  static constexpr int kPatience = 2000;

  void begin(App& app) {
    app.house().curtain_hold = 1;
    if (options_.quick) {
      // Not kept: nobody saves the settings of a demo.
      (void)app.house().config.set(&config::Values::reduced_motion, true);
      app.house().board.set_reduced_motion(true);
    }
    if (!options_.shots.empty()) {
      std::error_code failed;
      std::filesystem::create_directories(options_.shots, failed);
    }
  }

  void shoot(App& app, std::string_view name) {
    if (options_.shots.empty()) return;
    const std::filesystem::path file = options_.shots / (std::string(name) + ".png");
    if (const Status saved = app.screenshot(file); !saved) {
      log_error("{}", saved.error().message);
      lost_ = true;
    } else {
      fmt::print("picture {}\n", file.string());
    }
  }

  bool title(App& app) {
    shoot(app, "title");
    app.ui().focus().set("title.two", app.now());
    app.press(Action::kSelect);
    return app.ui().focus().item("title.two") != nullptr;
  }

  bool terms(App& app) {
    shoot(app, "terms");
    app.press(Action::kSelect);
    return true;
  }

  // Each side agrees in turn.
  bool card(App& app) {
    if (!std::exchange(carded_, true)) shoot(app, "card");
    app.press(Action::kSelect);
    return true;
  }

  // The doors open for whoever holds select.
  void hold(App& app, bool shut) {
    if (shut == holding_) return;
    platform::Input input;
    input.action = Action::kSelect;
    input.kind = shut ? platform::Input::Kind::kPress : platform::Input::Kind::kRelease;
    app.give(input);
    holding_ = shut;
  }

  bool setup(App& app, SetupScreen& screen) {
    hold(app, screen.curtain().shut());
    if (!screen.curtain().open() || !screen.seat()) return true;
    if (!std::exchange(set_up_, true)) shoot(app, "setup");
    // From the board to the button that says ready, then that.
    app.press(screen.focus_on_board() ? Action::kBack : Action::kSelect);
    return true;
  }

  // Walks the cursor from point to point as a stick would.
  static void walk(App& app, const view::BoardView& board, host::Point from, host::Point to) {
    for (const Action action : way(board, from, to))
      app.press(action);
  }

  // Two bots, one a level above the other, who take no time.
  host::Move choose(Session& session, host::Seat seat, const std::vector<host::Move>& legal) {
    const auto ply = static_cast<std::uint32_t>(session.reader().plies().size());
    seat::Task task{session.table().referee().state(seat).clone()};
    task.seat = seat;
    task.level = seat == 0 ? kBetterLevel : kBetterLevel - 1;
    task.nodes = kNodes;
    task.seed = options_.seed * kPliesApart + ply;
    task.ply = ply;
    return mind_.think(task, stop_).move.value_or(legal.front());
  }

  bool table(App& app, TableScreen& screen) {
    Session& session = screen.session();
    if (screen.curtain().shut() && !std::exchange(curtained_, true)) shoot(app, "curtain");
    hold(app, screen.curtain().shut());
    if (!screen.curtain().open()) return true;
    if (screen.choosing()) {
      // Whatever the piece was to become: the first is as random as any.
      app.press(Action::kSelect);
      return true;
    }
    const std::optional<host::Seat> mover = session.mover();
    if (session.over()) picture_table(app, true);
    if (session.over() || !session.ready() || !mover) return true;
    if (!wanted_) {
      const std::vector<host::Move> legal = session.table().referee().legal(*mover);
      if (legal.empty()) return true;
      wanted_ = choose(session, *mover, legal);
      if (screen.hand().lifted()) app.press(Action::kBack);
      // A piece from the hand, or one turned over, has one point only, and that is the whole move.
      const bool whole = wanted_->from == host::kNoPoint || wanted_->to == host::kNoPoint;
      if (whole) picture_table(app, session.reader().plies().size() >= kPictureAt);
      walk(app, app.house().board, screen.hand().cursor(),
           wanted_->from == host::kNoPoint ? wanted_->to : wanted_->from);
      app.press(Action::kSelect);
      if (whole) wanted_.reset();
      return true;
    }
    // The piece is in hand: a picture of that is the table's picture.
    picture_table(app, session.reader().plies().size() >= kPictureAt);
    walk(app, app.house().board, screen.hand().cursor(), wanted_->to);
    app.press(Action::kSelect);
    wanted_.reset();
    return true;
  }

  // One, in the middle of the game, or at its end if that came before.
  void picture_table(App& app, bool now) {
    if (!now || std::exchange(pictured_, true)) return;
    shoot(app, "table");
  }

  bool result(App& app, ResultScreen& screen) {
    shoot(app, "result");
    const Session& session = screen.session();
    const match::Event* const end = session.end();
    std::string record;
    for (const match::PlyRecord& ply : session.reader().plies()) {
      if (!record.empty()) record += ' ';
      record += ply.coordinates;
    }
    if (!options_.shots.empty()) {
      const std::filesystem::path file = options_.shots / "moves.txt";
      if (const Status written = write_file_atomic(file, record + "\n"); !written) {
        log_error("{}", written.error().message);
        lost_ = true;
      }
    }
    fmt::print("moves {}\n", record);
    std::string winner = "nobody";
    for (std::size_t seat = 0; end != nullptr && seat < end->result.size(); ++seat) {
      if (end->result[seat] == QITAI_RESULT_WIN) winner = session.info().seats[seat].id;
    }
    ended_ = end != nullptr;
    fmt::print("ended after {} plies: {} won, {}\n", session.reader().plies().size(), winner,
               end != nullptr ? end->text : "unknown");
    return false;
  }

  static constexpr std::size_t kPictureAt = 24;  // plies
  static constexpr int kBetterLevel = 3;
  static constexpr std::uint64_t kNodes = 800;
  static constexpr std::uint64_t kPliesApart = 10'000;  // the seeds of two demos share no ply

  DemoOptions options_;
  seat::Mind mind_;
  std::atomic<bool> stop_{false};
  std::optional<host::Move> wanted_;
  bool pictured_ = false;
  bool carded_ = false, set_up_ = false, curtained_ = false;  // their pictures are taken
  bool holding_ = false;                                      // select is held
  bool ended_ = false;
  bool lost_ = false;  // a picture or the record could not be written
  int unsettled_ = 0;
  std::uint64_t turns_ = 0;
};

}  // namespace

std::vector<Action> way(const view::BoardView& board, host::Point from, host::Point to) {
  // Breadth first: `came` has, for each point that was reached, from where and by which press.
  struct Step {
    Action action = Action::kNone;
    int dx = 0, dy = 0;
  };
  constexpr Step kSteps[] = {
      {Action::kUp, 0, -1}, {Action::kDown, 0, 1}, {Action::kLeft, -1, 0}, {Action::kRight, 1, 0}};
  std::map<host::Point, std::pair<host::Point, Action>> came{{from, {from, Action::kNone}}};
  std::deque<host::Point> reached{from};
  while (!reached.empty() && !came.contains(to)) {
    const host::Point at = reached.front();
    reached.pop_front();
    for (const Step& step : kSteps) {
      const host::Point next = board.step(at, step.dx, step.dy);
      if (came.emplace(next, std::pair(at, step.action)).second) reached.push_back(next);
    }
  }
  std::vector<Action> presses;
  if (!came.contains(to)) return presses;
  for (host::Point at = to; at != from; at = came[at].first)
    presses.push_back(came[at].second);
  std::reverse(presses.begin(), presses.end());
  return presses;
}

std::shared_ptr<Driver> make_demo(const DemoOptions& options) {
  return std::make_shared<Demo>(options);
}

}  // namespace qitai::menu
