#include "player.hpp"

#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace qitai::testing {
namespace {

// The loop then never sleeps for ever, and the test gets its turn.
class Nobody final : public menu::Driver {
 public:
  bool turn(menu::App& /*app*/) override { return true; }
};

}  // namespace

const std::vector<std::string>& mating_game() {
  static const std::vector<std::string> moves{"g3g4", "f9e8", "c3c4", "b7b5", "b0c2", "b5g5", "g4g5",
                                              "i6i5", "g5g6", "h7e7", "h0g2", "i9i8", "b2b8", "g9i7",
                                              "b8i8", "a6a5", "i8i9", "h9g7", "h2h9"};
  return moves;
}

Player::Player(const std::filesystem::path& data, const std::filesystem::path& config) {
  // One display a process: SDL reads the environment when it starts.
  for (const auto& [name, value] : display_.environment()) {
    if (value.empty()) {
      ::unsetenv(name.c_str());
    } else {
      ::setenv(name.c_str(), value.c_str(), 1);
    }
  }
  menu::AppOptions options;
  options.windowed = true;
  options.width = 1024;
  options.height = 768;
  options.language = "zh-Hans";
  options.data_folder = data;
  if (!config.empty()) options.config_file = config;
  options.driver = std::make_shared<Nobody>();
  Result<std::unique_ptr<menu::App>> app = menu::App::open(options);
  if (!app) throw std::runtime_error(app.error().message);
  app_ = std::move(*app);
  settle();
  if (!display_.focus()) throw std::runtime_error("the window did not appear");
  settle();
}

menu::TableScreen& Player::table() {
  if (screen() != "table") throw std::runtime_error("not at the table but at " + screen());
  return dynamic_cast<menu::TableScreen&>(app_->screen());
}

bool Player::until(const std::function<bool()>& holds, std::chrono::seconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!holds()) {
    if (std::chrono::steady_clock::now() >= end || !app_->turn()) return holds();
    SDL_Delay(1);
  }
  return true;
}

void Player::settle() {
  // The X server hands over what xdotool has sent within a few turns; nothing moving for a while means all of
  // it has been taken in.
  int still = 0;
  (void)until([&] {
    still = app_->settled() ? still + 1 : 0;
    return still > 25;
  });
}

void Player::keys(const std::vector<std::string>& names) {
  display_.keys(names);
  settle();
}

bool Player::walk_to(std::string_view id) {
  const auto middle = [](const SDL_Rect& rect) {
    return SDL_Point{rect.x + rect.w / 2, rect.y + rect.h / 2};
  };
  // From wherever it stands towards the item; where one way is barred the other is tried.
  std::string last;
  for (int steps = 0; steps < 40; ++steps) {
    const menu::Focus& focus = app_->ui().focus();
    if (focus.focused() == id) return true;
    const menu::FocusItem* const to = focus.item(id);
    const menu::FocusItem* const from = focus.item(focus.focused());
    if (to == nullptr || from == nullptr) return false;
    const SDL_Point a = middle(from->rect), b = middle(to->rect);
    const int dx = b.x - a.x, dy = b.y - a.y;
    const std::string across = dx > 0 ? "Right" : "Left", along = dy > 0 ? "Down" : "Up";
    const bool beside = std::abs(dy) * 2 < from->rect.h + to->rect.h;
    std::string key = beside ? across : along;
    const std::string here = focus.focused();
    if (here == last) key = key == along ? across : along;
    last = here;
    keys({key});
  }
  return app_->ui().focus().focused() == id;
}

bool Player::press(std::string_view id) {
  if (!walk_to(id)) return false;
  keys({"Return"});
  return true;
}

void Player::hold(const std::string& name, int ms) {
  display_.key_down(name);
  (void)until([end = std::chrono::steady_clock::now() + std::chrono::milliseconds(ms)] {
    return std::chrono::steady_clock::now() >= end;
  });
  display_.key_up(name);
  settle();
}

std::vector<std::string> Player::way(std::string_view name) {
  menu::TableScreen& at = table();
  const auto geometry = at.session().variant().geometry(at.session().terms().options);
  const host::Point to = geometry->point(name);
  const view::BoardView& board = app_->house().board;
  std::vector<std::string> out;
  host::Point from = at.hand().cursor();
  while (from != to && out.size() < 40) {
    const SDL_FPoint a = board.centre(from), b = board.centre(to);
    const int dx = std::abs(b.x - a.x) < 1 ? 0 : b.x > a.x ? 1 : -1;
    const int dy = dx != 0 ? 0 : b.y > a.y ? 1 : -1;
    out.emplace_back(dx > 0 ? "Right" : dx < 0 ? "Left" : dy > 0 ? "Down" : "Up");
    from = board.step(from, dx, dy);
  }
  return out;
}

void Player::to_table() {
  // The game has the focus, then one player; two stand beside it; then begin.
  keys({"Return", "Right", "Return"});
  if (screen() != "terms") throw std::runtime_error("no terms but " + screen());
  keys({"Return"});
  settle();
  (void)table();
}

bool Player::played(std::size_t before) {
  return until([&] {
    if (screen() == "result") return true;
    menu::Session& session = table().session();
    return session.reader().plies().size() == before + 1 && session.table().all_durable();
  });
}

bool Player::play_by_keys(const std::string& move) {
  const std::size_t before = plies();
  // A point is a letter and a number.
  const std::size_t second = move.find_first_not_of("0123456789", 1);
  std::vector<std::string> names = way(move.substr(0, second));
  names.emplace_back("Return");
  keys(names);
  names = way(move.substr(second));
  names.emplace_back("Return");
  keys(names);
  return played(before);
}

SDL_Point Player::pixel(std::string_view name) {
  menu::TableScreen& at = table();
  const auto geometry = at.session().variant().geometry(at.session().terms().options);
  const SDL_FPoint centre = app_->house().board.centre(geometry->point(name));
  SDL_Window* const window = SDL_RenderGetWindow(app_->window().renderer());
  int x = 0, y = 0;
  SDL_GetWindowPosition(window, &x, &y);
  return {x + static_cast<int>(centre.x), y + static_cast<int>(centre.y)};
}

bool Player::play_by_clicks(const std::string& move) {
  const std::size_t before = plies();
  for (const std::size_t half : {std::size_t{0}, std::size_t{2}}) {
    const SDL_Point at = pixel(move.substr(half, 2));
    display_.click(at.x, at.y);
    settle();
  }
  return played(before);
}

bool Player::play_by_drag(const std::string& move) {
  const std::size_t before = plies();
  const SDL_Point from = pixel(move.substr(0, 2)), to = pixel(move.substr(2, 2));
  display_.drag(from.x, from.y, to.x, to.y);
  settle();
  return played(before);
}

}  // namespace qitai::testing
