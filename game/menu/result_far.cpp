// The result of a match with a far player: what became of it in words, another round, and the way back.
#include <algorithm>

#include "base/log.hpp"
#include "menu/lobby_screen.hpp"
#include "menu/result_screen.hpp"
#include "menu/setup_screen.hpp"
#include "menu/till.hpp"
#include "menu/title_screen.hpp"

namespace qitai::menu {
namespace {

using Agreement = duel::Agreement;

}  // namespace

bool ResultScreen::tick_far(std::uint64_t now) {
  if (session_->far() == nullptr) return false;
  if (session_->superseded()) {
    house_.go(screen_of(house_, session_->far()->table()));
    return true;
  }
  bool changed = phrases_.tick(now);
  for (const duel::Event& event : session_->take_events()) {
    changed = true;
    if (event.kind == duel::Event::Kind::kPhrase) phrases_.heard(event.phrase, now);
    if (event.kind == duel::Event::Kind::kChallenged) dropped_.clear();
    if (event.kind == duel::Event::Kind::kDropped) dropped_ = duel::dropped_key(event.reason);
  }
  if (settling_ && !session_->settling()) {
    // Everything is open: the result stands, and the board shows what was hidden.
    phrases_.close();
    house_.go(std::make_unique<ResultScreen>(house_, std::move(session_)));
    return true;
  }
  return session_->link_changed() || changed;
}

ResultScreen::Again ResultScreen::again() const {
  if (session_->far() == nullptr) return Again::kMay;
  const duel::Duel& duel = session_->far()->duel();
  if (session_->settling()) return Again::kSettling;
  if (duel.channel().state() != duel::Channel::State::kUp || duel.agreement() == nullptr) return Again::kGone;
  switch (duel.agreement()->state()) {
    case Agreement::State::kOpen:
      return Again::kMay;
    case Agreement::State::kAsked:
      return duel.rematch_asked() ? Again::kAsked : Again::kOtherTerms;
    default:
      return Again::kAsking;
  }
}

std::string ResultScreen::no_rematch() const {
  switch (again()) {
    case Again::kSettling:
      return house_.ui.tr("result.opening");
    case Again::kGone:
      return house_.ui.tr("result.gone");
    case Again::kAsking:
      return house_.ui.tr("result.asking");
    case Again::kOtherTerms:
      return house_.ui.tr("result.other_terms");
    default:
      return {};
  }
}

void ResultScreen::rematch_far() {
  dropped_.clear();
  const Status asked = session_->far()->duel().rematch(house_.match_now());
  if (!asked) log_warning("the rematch: {}", asked.error().message);
  session_->far()->poll(house_.match_now());
}

// To the lobby while anybody is there to be met; it takes along what the far player has just offered.
void ResultScreen::back_far() {
  if (house_.company == nullptr) return house_.go(std::make_unique<TitleScreen>(house_, session_->info().id));
  house_.go(std::make_unique<LobbyScreen>(house_, session_->info().id));
}

std::int64_t ResultScreen::price_of_rematch() const {
  return session_->far() != nullptr ? price(house_, 1) : price(house_, session_->terms());
}

// What another round costs, or what is missing for it; empty: nothing.
std::string ResultScreen::price_again() const {
  const std::int64_t costs = price_of_rematch();
  const std::string missing = unpaid(house_, costs);
  return missing.empty() ? price_text(house_, costs) : missing;
}

// What goes on between the two of them, most pressing first; empty: nothing.
std::string ResultScreen::news_far() const {
  if (session_->far() == nullptr) return price_again();
  const Ui& ui = house_.ui;
  if (session_->settling()) return ui.tr("result.opening");
  const std::string name = session_->seat_name(session_->far_seat());
  if (const std::string said = phrases_.beside(session_->far_seat()); !said.empty())
    return ui.tr("result.says", {{"name", name}, {"words", said}});
  switch (again()) {
    case Again::kAsked: {
      const std::string costs = price_again();
      return ui.tr("result.asked", {{"name", name}}) + (costs.empty() ? "" : " " + costs);
    }
    case Again::kGone:
      // What a lost link means is explained already.
      return session_->end()->text == "disconnected" ? std::string() : no_rematch();
    case Again::kMay:
      return dropped_.empty() ? price_again() : ui.tr("result.dropped", {{"why", ui.tr(dropped_)}});
    default:
      return no_rematch();
  }
}

// What ends that come of two machines mean; empty where the reason says it all.
std::string ResultScreen::meaning() const {
  const match::Event* const end = session_->end();
  if (end == nullptr) return {};
  const Ui& ui = house_.ui;
  const std::vector<match::Intent>& intents = session_->table().referee().intents();
  if (end->text == "aborted" && end->seat >= 0 && !intents.empty()) {
    const bool flag = intents.back().kind == match::IntentKind::kTime;
    return ui.tr(flag ? "result.aborted.time" : "result.aborted.left",
                 {{"seat", session_->side_name(end->seat)}});
  }
  if (session_->far() == nullptr || session_->settling()) return {};
  const duel::Match& match = *session_->far()->duel().match();
  if (end->text == "lied" && match.verdict()) {
    const std::string key = "lie." + match.verdict()->how.id;
    const std::string own = house_.text(session_->variant(), key);
    return ui.tr("result.lied", {{"why", own == key ? ui.tr("result.lied.account") : own}});
  }
  if (end->text == "left") {
    const bool owed = match.verdict() && match.verdict()->kind == duel::Verdict::Kind::kLeft;
    return ui.tr(owed                       ? "result.left.opening"
                 : session_->terms().scored ? "result.left.scored"
                                            : "result.left");
  }
  if (end->text == "disconnected") {
    const bool broken = !match.broken().empty();
    return broken ? ui.tr(duel::reason_key(match.broken())) : ui.tr("result.disconnected");
  }
  if (end->text == "disagreement") return ui.tr("result.disagreement");
  return {};
}

// That, and whether the credits have come back.
std::string ResultScreen::explained() const {
  std::string all = meaning();
  if (!charges(house_) || session_->table().returned() == 0) return all;
  return all + (all.empty() ? "" : " ") + house_.ui.tr("till.returned_here");
}

}  // namespace qitai::menu
