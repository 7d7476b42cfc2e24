#include "menu/cues.hpp"

#include <algorithm>

namespace qitai::menu {
namespace {

using platform::Sound;

}  // namespace

bool low_time_heard(std::int64_t before, std::int64_t seconds) {
  if (seconds >= before || seconds <= 0) return false;
  return seconds <= 10 || (seconds <= 60 && seconds % 10 == 0);
}

Cues::Cues(House& house, const Session& session)
    : house_(house),
      events_(session.table().referee().events().size()),
      gonged_(session.shown_ply()),
      asked_(session.answers_here()),
      ended_(session.over()) {}

// A piece that gives check is set down with a gong: the sound of a check begins with that of the piece. One
// that is put back while a check stands is none.
void Cues::hear_board(const Session& session) {
  const std::uint32_t ply = session.shown_ply();
  if (!session.browsed()) gonged_ = std::min(gonged_, ply);  // what was taken back may come again
  for (const Sound sound : house_.board.take_sounds()) {
    const bool lands = sound == Sound::kSetDown || sound == Sound::kCapture;
    const bool check = lands && !session.browsed() && ply != gonged_ && session.in_check();
    if (check) gonged_ = ply;
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
  // A replayed referee has the same events.
  for (std::size_t i = std::min(events_, events.size()); i < events.size(); ++i) {
    const match::Event& event = events[i];
    if (event.kind == match::EventKind::kStageAdded && session.here(event.seat)) house_.play(Sound::kStage);
  }
  events_ = events.size();
  const bool asked = session.answers_here();
  if (asked && !asked_) house_.play(Sound::kAsk);
  asked_ = asked;
  hear_time(session, at);
  hear_end(session);
}

}  // namespace qitai::menu
