// The curtain of a table: when the doors close, whose clock stands meanwhile, and who sits down.
#include <algorithm>
#include <cmath>
#include <limits>

#include "menu/table_screen.hpp"

namespace qitai::menu {
namespace {

// ms that the clock stands behind the curtain: enough to change seats, not to think for nothing.
constexpr std::uint64_t kHandOver = 15'000;

}  // namespace

void TableScreen::stop_for_curtain(std::uint64_t now) {
  if (!session_->timed()) {
    // The set-up may have left it standing.
    session_->table().release(house_.match_now());
    return;
  }
  session_->table().hold(house_.match_now());
  hand_over_ = now + kHandOver;
}

void TableScreen::open_curtain(std::uint64_t now) {
  const std::optional<host::Seat> due = session_->due();
  if (!due) return;
  if (hand_over_) session_->table().release(house_.match_now());
  hand_over_.reset();
  session_->sit(*due, now);
  cursor_to_near_side();
  curtain_.begin_opening(now);
  enter_board(now);
}

bool TableScreen::tick_curtain(std::uint64_t now) {
  bool changed = false;
  if (hand_over_ && curtain_.shut() && now >= *hand_over_) {
    session_->table().release(house_.match_now());
    hand_over_.reset();
    changed = true;
  }
  if (curtain_.tick(now)) {
    changed = true;
    if (curtain_.shut()) {
      session_->stand_up(now);
      house_.ui.focus().set("curtain.open", now);
    } else {
      session_->show_last(now);
      show_marks(now);
    }
  }
  if (curtain_.shut() && session_->over()) {
    // A flag fell behind the doors: all that is there is public.
    curtain_.begin_opening(now);
    return true;
  }
  if (!curtain_.open() || !session_->curtained() || session_->due() == session_->seated()) return changed;
  // Whoever sits sees his fight; a quiet move glides behind the doors.
  const auto& plies = session_->reader().plies();
  const bool fought = !plies.empty() && std::any_of(plies.back().changes.begin(), plies.back().changes.end(),
                                                    [](const host::Change& change) {
                                                      return change.what == QITAI_CHANGE_FACT;
                                                    });
  if (fought && house_.board.moving(now)) return changed;
  hand_->drop(now);
  promotion_.close();
  pencil_.close();
  if (own().menu_open) close_menu(now);
  own().said.clear();
  show_marks(now);
  stop_for_curtain(now);
  curtain_.close(now);
  return true;
}

void TableScreen::draw_curtain(std::uint64_t now) {
  Curtain::Words words;
  words.ready = session_->table().all_durable();
  words.news = session_->news();
  if (const std::optional<host::Seat> due = session_->due()) {
    const std::string name =
        house_.text(session_->variant(), session_->info().seats[static_cast<std::size_t>(*due)].name_key);
    words.colour = session_->info().seats[static_cast<std::size_t>(*due)].colour;
    words.call = house_.ui.tr("curtain.call", {{"seat", name}});
    if (session_->asked() == due) words.ask = strip_words(house_, *session_).head;
  }
  switch (curtain_.draw(words)) {
    case Curtain::Did::kOpen:
      open_curtain(now);
      break;
    case Curtain::Did::kLeave:
      leave_table();
      break;
    case Curtain::Did::kNothing:
      break;
  }
}

// The cursor begins on a piece of whoever is to move, or waits for the other side here: on the one nearest to
// the middle of that side's half. Where nobody has one yet, on the point that lies there.
void TableScreen::cursor_to_near_side() {
  const SDL_Rect& plate = layout_.plate;
  const host::Seat seat = session_->hand_seat();
  const float part = seat == session_->near_seat() ? 0.64F : 0.36F;
  const float x = static_cast<float>(plate.x) + static_cast<float>(plate.w) * 0.5F;
  const float y = static_cast<float>(plate.y) + static_cast<float>(plate.h) * part;
  std::optional<host::Point> start = house_.board.point_at(x, y);
  float nearest = std::numeric_limits<float>::max();
  for (const host::Piece& piece : session_->reader().pieces(session_->shown_ply())) {
    if (piece.point == host::kNoPoint || piece.colour != session_->colour(seat)) continue;
    const SDL_FPoint at = house_.board.centre(piece.point);
    const float away = std::hypot(at.x - x, at.y - y);
    // Of two as near the left one, whatever their order in the list.
    if (away > nearest - 1 && !(away < nearest + 1 && start && at.x < house_.board.centre(*start).x))
      continue;
    nearest = away;
    start = piece.point;
  }
  if (start) hand_->set_cursor(*start);
}

}  // namespace qitai::menu
