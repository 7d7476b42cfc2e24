// What a table does where the other side sits at another machine: what that side tells, a link that is lost,
// and leaving, which is asked about.
#include <algorithm>

#include "menu/table_screen.hpp"

namespace qitai::menu {

bool TableScreen::tick_far(std::uint64_t now) {
  if (session_->far() == nullptr) return false;
  bool changed = phrases_.tick(now);
  for (const duel::Event& event : session_->take_events()) {
    changed = true;
    switch (event.kind) {
      case duel::Event::Kind::kPhrase:
        phrases_.heard(event.phrase, now);
        break;
      case duel::Event::Kind::kRefused:
        say(house_.refusal_text(session_->variant(), event.refusal.id), now);
        if (!event.refusal.points.empty())
          house_.board.refuse(event.refusal.points.front(), event.refusal.points, now);
        break;
      case duel::Event::Kind::kLost:
        hand_->drop(now);
        promotion_.close();
        break;
      case duel::Event::Kind::kBack:
        say(house_.ui.tr("link.back"), now, false);
        break;
      default:
        break;
    }
  }
  changed = session_->link_changed() || changed;
  house_.board.set_dimmed(session_->link().lost);
  hear_answers(now);
  return changed;
}

// What the other machine's answers to the own wishes were, as far as the board does not show it.
void TableScreen::hear_answers(std::uint64_t now) {
  const std::vector<match::Event>& events = session_->table().referee().events();
  // A replayed referee has the same events.
  for (std::size_t i = std::min(heard_events_, events.size()); i < events.size(); ++i) {
    const match::Event& event = events[i];
    const bool mine = session_->here(event.seat);
    switch (event.kind) {
      case match::EventKind::kDrawDeclined:
      case match::EventKind::kTakebackDeclined:
      case match::EventKind::kPauseDeclined:
        if (!mine) say(house_.ui.tr("table.disagreed"), now);
        break;
      case match::EventKind::kClaimFailed:
        if (mine) say(house_.ui.tr("table.claim_failed"), now);
        break;
      case match::EventKind::kCorrected:
        if (mine) {
          say(house_.ui.tr("table.corrected",
                           {{"why", house_.refusal_text(session_->variant(), event.text)}}),
              now);
        }
        break;
      default:
        break;
    }
  }
  heard_events_ = events.size();
}

std::uint64_t TableScreen::next_wake_far() const {
  return session_->far() == nullptr ? UINT64_MAX : phrases_.next_wake();
}

}  // namespace qitai::menu
