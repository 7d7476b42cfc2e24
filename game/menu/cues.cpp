#include "menu/cues.hpp"

#include <algorithm>

namespace qitai::menu {
namespace {

using platform::Sound;

bool in_check(const Session& session) {
  const std::vector<host::Mark>& marks = session.reader().marks(session.shown_ply());
  return std::ranges::any_of(marks, [](const host::Mark& mark) { return mark.kind == QITAI_MARK_CHECK; });
}

}  // namespace

bool low_time_heard(std::int64_t before, std::int64_t seconds) {
  if (seconds >= before || seconds <= 0) return false;
  return seconds <= 10 || (seconds <= 60 && seconds % 10 == 0);
}

Cues::Cues(House& house, const Session& session)
    : house_(house),
      events_(session.reader().next_event()),
      asked_(session.answers_here()),
      ended_(session.over()) {}

// A piece that gives check is set down with a gong: the sound of a check begins with that of the piece.
void Cues::hear_board(const Session& session) {
  for (const Sound sound : house_.board.take_sounds()) {
    const bool lands = sound == Sound::kSetDown || sound == Sound::kCapture;
    const bool check = lands && !session.browsed() && in_check(session);
    if (!check || sound == Sound::kCapture) house_.play(sound);
    if (check) house_.play(Sound::kCheck);
  }
}

void Cues::hear_time(const Session& session, seat::Now at) {
  const int seats = static_cast<int>(session.info().seats.size());
  for (host::Seat seat = 0; seat < seats; ++seat) {
    if (!session.here(seat)) continue;
    const match::Referee::TimeLeft left = session.table().left(seat, at);
    const match::Instant least = std::min({left.main, left.step, left.setup});
    if (!left.running || least == match::kNever) {
      seconds_.erase(seat);
      continue;
    }
    const std::int64_t seconds = (std::max<match::Instant>(least, 0) + match::kSecond - 1) / match::kSecond;
    const auto [known, first] = seconds_.try_emplace(seat, seconds);
    if (!first && low_time_heard(known->second, seconds)) house_.play(Sound::kLowTime);
    known->second = seconds;
  }
}

// Two people at one screen: somebody has won. One alone hears whether it is he.
void Cues::hear_end(const Session& session) {
  const match::Event* const end = session.reader().ended();
  if (end == nullptr || std::exchange(ended_, true)) return;
  bool won = false;
  bool lost = false;
  bool drawn = false;
  for (std::size_t seat = 0; seat < end->result.size(); ++seat) {
    if (!session.here(static_cast<host::Seat>(seat))) continue;
    won = won || end->result[seat] == QITAI_RESULT_WIN;
    lost = lost || end->result[seat] == QITAI_RESULT_LOSS;
    drawn = drawn || end->result[seat] == QITAI_RESULT_DRAW;
  }
  if (won) {
    house_.play(Sound::kWin);
  } else if (drawn) {
    house_.play(Sound::kDraw);
  } else if (lost) {
    house_.play(Sound::kLoss);
  }
}

void Cues::follow(Session& session, seat::Now at) {
  hear_board(session);
  const std::vector<match::Event>& events = session.table().referee().events();
  if (events.size() < events_) events_ = 0;  // replayed from the journal
  for (; events_ < events.size(); ++events_) {
    const match::Event& event = events[events_];
    if (event.kind == match::EventKind::kStageAdded && session.here(event.seat)) house_.play(Sound::kStage);
  }
  const bool asked = session.answers_here();
  if (asked && !asked_) house_.play(Sound::kAsk);
  asked_ = asked;
  hear_time(session, at);
  hear_end(session);
}

}  // namespace qitai::menu
