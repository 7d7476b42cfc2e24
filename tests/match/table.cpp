#include "table.hpp"

#include <sstream>

#include "base/bytes.hpp"
#include "base/hash.hpp"

namespace qitai::test {
namespace {

const char* name(EventKind kind) {
  switch (kind) {
    case EventKind::kStarted:
      return "started";
    case EventKind::kSetUp:
      return "set-up";
    case EventKind::kPly:
      return "ply";
    case EventKind::kChance:
      return "chance";
    case EventKind::kCheck:
      return "check";
    case EventKind::kStageAdded:
      return "stage";
    case EventKind::kDrawOffered:
      return "draw?";
    case EventKind::kDrawDeclined:
      return "draw-declined";
    case EventKind::kTakebackAsked:
      return "takeback?";
    case EventKind::kTakebackDeclined:
      return "takeback-declined";
    case EventKind::kTakenBack:
      return "taken-back";
    case EventKind::kPauseAsked:
      return "pause?";
    case EventKind::kPauseDeclined:
      return "pause-declined";
    case EventKind::kPaused:
      return "paused";
    case EventKind::kResumed:
      return "resumed";
    case EventKind::kClaimFailed:
      return "claim-failed";
    case EventKind::kEnded:
      return "ended";
    case EventKind::kCorrected:
      return "corrected";
    case EventKind::kTouched:
      return "touched";
    case EventKind::kAdjusted:
      return "adjusted";
  }
  return "?";
}

}  // namespace

std::string brief(const Event& event) {
  std::ostringstream out;
  out << name(event.kind);
  if (event.seat >= 0) out << " " << event.seat;
  if (!event.text.empty() && event.kind != EventKind::kStarted) out << " " << event.text;
  if (event.kind == EventKind::kEnded) {
    out << " [";
    for (std::size_t i = 0; i < event.result.size(); ++i)
      out << (i > 0 ? "," : "") << event.result[i];
    out << "]";
  }
  return out.str();
}

std::string dump(const Event& event) {
  std::ostringstream out;
  out << event.number << " " << brief(event) << " at " << event.at << " ply " << event.ply << " move "
      << event.move.from << "," << event.move.to << "," << event.move.choice << "," << event.move.flags
      << " index " << event.index << " text " << event.text;
  for (const host::Change& c : event.changes) {
    out << "\n  change " << c.what << " for " << c.audience << ": " << c.from << " " << c.to << " " << c.kind
        << " " << c.other << " " << int{c.colour} << " " << int{c.flags} << " " << c.step << " " << c.value;
  }
  for (const match::KnownFact& f : event.facts) {
    out << "\n  fact for " << f.audience << ": " << f.fact.what << " " << f.fact.point << " " << f.fact.seat
        << " " << f.fact.value;
  }
  for (const host::Mark& m : event.marks)
    out << "\n  mark " << m.kind << " " << m.point << " " << m.other << " " << m.value;
  for (const match::SeatClock& c : event.clocks)
    out << "\n  clock " << c.main << " " << c.stage << " " << c.stage_moves << " " << c.used;
  out << "\n  set-up for " << event.setup_audience << ": " << event.setup << " view "
      << to_hex(as_bytes(event.setup_view)) << "\n";
  return out.str();
}

std::string dump(const std::vector<Event>& events) {
  std::string all;
  for (const Event& event : events)
    all += dump(event);
  return all;
}

std::string fingerprint(const Referee& referee) {
  std::ostringstream out;
  out << static_cast<int>(referee.phase()) << " " << referee.ply() << " " << referee.acting() << " "
      << referee.next_flag() << " " << to_hex(ByteView(referee.public_hash())) << "\n";
  for (const Intent& each : referee.intents())
    out << to_hex(as_bytes(match::encode(each))) << "\n";
  out << dump(referee.events());
  for (int seat = 0; seat < static_cast<int>(referee.terms().seats.size()); ++seat) {
    const match::SeatClock& clock = referee.clock(seat);
    const Referee::TimeLeft left = referee.left(seat, 0);
    out << clock.main << " " << clock.stage << " " << clock.stage_moves << " " << clock.used << " "
        << left.main << " " << left.step << " " << left.setup << " " << left.running << "\n";
    for (const host::Move& move : referee.legal(seat))
      out << move.from << "-" << move.to << " ";
  }
  out << to_hex(as_bytes(referee.state().save(QITAI_SAVE_SNAPSHOT)));
  return out.str();
}

TimeLimits limits(int first, int first_moves, int second, int second_moves, int step, int increment,
                  bool carry) {
  TimeLimits made;
  made.first_limit = first;
  made.first_moves = first_moves;
  made.second_limit = second;
  made.second_moves = second_moves;
  made.step_limit = step;
  made.increment = increment;
  made.carry = carry;
  return made;
}

Intent intent(IntentKind kind, host::Seat seat, Instant at) {
  Intent made;
  made.kind = kind;
  made.seat = seat;
  made.at = at;
  return made;
}

Table::Table(std::shared_ptr<const host::Variant> game, const Terms& terms)
    : game_(std::move(game)), terms_(terms) {
  auto referee = Referee::start(game_, terms_);
  if (!referee) FAIL(referee.error().message);
  referee_ = std::move(referee.value());
  hashes_.push_back(referee_->public_hash());
}

void Table::accept(Intent made) {
  made.at = now;
  const auto foreseen = referee_->would_refuse(made);
  const auto answer = referee_->submit(made);
  if (const auto* why = std::get_if<host::Refusal>(&answer)) {
    FAIL("refused: " << why->id << " " << why->detail);
  }
  CHECK_FALSE(foreseen.has_value());
  hashes_.resize(referee_->intents().size() + 1, referee_->public_hash());
  hashes_.back() = referee_->public_hash();
}

void Table::refuse(Intent made, const std::string& id) {
  made.at = now;
  const std::string before = fingerprint(*referee_);
  const auto foreseen = referee_->would_refuse(made);
  const auto answer = referee_->submit(made);
  const auto* why = std::get_if<host::Refusal>(&answer);
  REQUIRE(why != nullptr);
  CHECK(why->id == id);
  REQUIRE(foreseen.has_value());
  CHECK(foreseen->id == id);
  CHECK(fingerprint(*referee_) == before);
}

Intent Table::running(int points) const {
  const int seat = (referee_->acting() & 1u) != 0 ? 0 : 1;
  Intent made = intent(IntentKind::kMove, seat);
  made.move.from = referee_->legal(seat).at(0).from;
  made.move.to = static_cast<host::Point>(made.move.from + points);
  return made;
}

void Table::run(int points, Instant thinking) {
  now += thinking;
  accept(running(points));
}

std::vector<std::string> Table::news() {
  std::vector<std::string> lines;
  for (; told_ < referee_->events().size(); ++told_)
    lines.push_back(brief(referee_->events()[told_]));
  return lines;
}

void Table::check_replay() const {
  const std::vector<Intent>& kept = referee_->intents();
  for (std::size_t count = 0; count <= kept.size(); ++count) {
    std::optional<Error> damage;
    const auto again = Referee::replay(game_, terms_, std::span(kept).first(count), &damage);
    REQUIRE(again.ok());
    if (damage) FAIL(damage->message);
    const Referee& replayed = **again;
    if (count < hashes_.size() && hashes_[count] != Digest{}) CHECK(replayed.public_hash() == hashes_[count]);
    const auto& events = referee_->events();
    REQUIRE(replayed.events().size() <= events.size());
    const std::vector<Event> prefix(events.begin(),
                                    events.begin() + static_cast<std::ptrdiff_t>(replayed.events().size()));
    CHECK(dump(replayed.events()) == dump(prefix));
    if (count == kept.size()) CHECK(fingerprint(replayed) == fingerprint(*referee_));
  }
}

}  // namespace qitai::test
