#include "menu/replay.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "menu/table_rails.hpp"

namespace qitai::menu {
namespace {

constexpr std::uint64_t kPly = 800, kFlight = 250;  // ms a step stands
constexpr std::uint64_t kRest = 1200;               // ms a mate is shown as a whole between two rounds
constexpr std::uint64_t kBegin = 560;               // ms: the seal is stamped, and stands
constexpr std::size_t kDiagramsShown = 3;

// Whether it was the game's rules that ended the match, by themselves or claimed; they have nothing to say of
// a resignation or a flag.
bool ended_by_rules(const match::Reader& game) {
  const match::Event* const end = game.ended();
  if (end == nullptr || game.fault() != nullptr) return false;
  const host::Outcome outcome = game.state().outcome();
  if (outcome.state == host::Outcome::State::kOver) return outcome.reason == end->text;
  return std::any_of(outcome.claims.begin(), outcome.claims.end(),
                     [&](const host::Outcome::Claim& claim) { return claim.reason == end->text; });
}

}  // namespace

Replay::Replay(House& house, Session& session) : house_(house), session_(session) {
  const match::Reader& game = session_.reader();
  if (!ended_by_rules(game)) {
    if (const match::Event* const end = session_.end(); end != nullptr && game.fault() == nullptr)
      explanation_ = host::explain_time(session_.variant(), end->text);
    return;
  }
  const std::string json = game.state().explain();
  if (json.empty()) return;
  Result<host::Explanation> read = host::read_explanation(json, session_.info(), game.state().geometry(),
                                                          static_cast<std::uint32_t>(game.plies().size()));
  if (!read) {
    log_warning("{}", read.error().message);
    return;
  }
  explanation_ = std::move(*read);
  const host::Explanation& e = *explanation_;
  const bool accused = !e.fault.empty() || !e.rulings.empty();
  if (!accused && e.occurrences.size() > 1) {
    kind_ = Kind::kDiagrams;
  } else if (!e.plies.empty()) {
    kind_ = Kind::kCycle;
  } else if (!e.checks.empty()) {
    kind_ = Kind::kMate;
  } else if (!e.stuck.empty()) {
    kind_ = Kind::kStuck;
  }
}

bool Replay::any() const {
  return !rule().empty() || !sentence().empty() || !counts().empty() || !rulings().empty() || !rows().empty();
}

int Replay::count() const {
  if (kind_ == Kind::kCycle) return static_cast<int>(explanation_->plies.size());
  // The whole first, then each flight.
  if (kind_ == Kind::kMate) return 1 + static_cast<int>(explanation_->flights.size());
  return kind_ == Kind::kNothing ? 0 : 1;
}

const host::Explanation::Ply* Replay::ply() const {
  return kind_ == Kind::kCycle ? &explanation_->plies[static_cast<std::size_t>(step_)] : nullptr;
}

std::string Replay::tag(const host::Explanation::Ply& ply) const {
  const Ui& ui = house_.ui;
  switch (ply.deed) {
    case host::Deed::kCheck:
      return ui.tr("deed.check");
    case host::Deed::kKill:
      return ui.tr("deed.kill");
    case host::Deed::kChase: {
      // 捉车: the first of what it chases.
      const auto named =
          std::find_if(ply.victims.begin(), ply.victims.end(),
                       [](const host::Explanation::Victim& victim) { return victim.kind >= 0; });
      if (named == ply.victims.end()) return ui.tr("deed.chase");
      const host::Seat owner = session_.other(ply.seat);
      return ui.tr(named->check_from == host::kNoPoint ? "deed.chases" : "deed.chases-by-check",
                   {{"piece", house_.kind_text(session_.variant(), named->kind, session_.colour(owner))}});
    }
    case host::Deed::kExchange:
      return ui.tr("deed.exchange");
    case host::Deed::kOffer:
      return ui.tr("deed.offer");
    case host::Deed::kBlock:
      return ui.tr("deed.block");
    case host::Deed::kFollow:
      return ui.tr("deed.follow");
    case host::Deed::kIdle:
      break;
  }
  return ui.tr("deed.idle");
}

view::BoardMarks Replay::marks() const {
  const match::Reader& game = session_.reader();
  view::BoardMarks marks = session_.marks();
  if (const host::Explanation::Ply* const at = ply()) {
    const match::PlyRecord& record = game.plies()[at->ply - 1];
    if (record.move.from != host::kNoPoint && record.move.to != host::kNoPoint)
      marks.last_move = {record.move.from, record.move.to};
    marks.check = record.marks;
    marks.mate = false;
    for (const host::Explanation::Victim& victim : at->victims) {
      for (const host::Point by : victim.by)
        marks.attacks.push_back({by, victim.at, victim.is_protected});
      if (victim.check_from != host::kNoPoint) marks.hint = {victim.check_from, victim.check_to};
    }
    const host::Point mover = record.move.to != host::kNoPoint ? record.move.to : record.move.from;
    const bool quiet =
        at->deed != host::Deed::kCheck && at->deed != host::Deed::kKill && at->deed != host::Deed::kChase;
    if (mover != host::kNoPoint) marks.tag = {mover, tag(*at), quiet};
  } else if (kind_ == Kind::kMate) {
    marks.mate = false;
    for (const host::Explanation::Check& check : explanation_->checks)
      marks.attacks.push_back({check.by, check.at, false});
    if (step_ > 0) {
      const host::Explanation::Flight& flight = explanation_->flights[static_cast<std::size_t>(step_ - 1)];
      marks.flash = flight.at;
      for (const host::Point guard : flight.guards)
        marks.attacks.push_back({guard, flight.at, false});
    }
  } else if (kind_ == Kind::kStuck) {
    for (const host::Point point : explanation_->stuck) {
      const bool there = std::any_of(marks.check.begin(), marks.check.end(), [&](const host::Mark& mark) {
        return mark.kind == QITAI_MARK_STUCK && mark.point == point;
      });
      if (!there) marks.check.push_back({QITAI_MARK_STUCK, point, host::kNoPoint, 0});
    }
  }
  return marks;
}

void Replay::put(bool glide, std::uint64_t now) {
  const match::Reader& game = session_.reader();
  if (const host::Explanation::Ply* const at = ply()) {
    const std::vector<host::Piece>& after = game.pieces(at->ply);
    if (glide) {
      // At the loop's end the position is that of its beginning.
      house_.board.set_pieces(game.pieces(at->ply - 1));
      house_.board.play(game.plies()[at->ply - 1].changes, after, now);
      house_.board.land();
    } else {
      house_.board.set_pieces(after);
    }
  }
  house_.board.set_marks(marks(), now);
}

std::uint64_t Replay::pause_after() const {
  if (kind_ == Kind::kMate) return step_ == 0 ? kRest : kFlight;
  return kPly;
}

void Replay::show(std::uint64_t now) {
  if (kind_ == Kind::kNothing) return;
  put(false, now);
  due_ = now + kBegin + pause_after();
}

bool Replay::tick(std::uint64_t now) {
  if (!playing_ || !steps() || now < due_) return false;
  step_ = (step_ + 1) % count();
  put(true, now);
  due_ = now + pause_after();
  return true;
}

std::uint64_t Replay::next_wake(std::uint64_t now) const {
  return playing_ && steps() ? std::max(now, due_) : UINT64_MAX;
}

void Replay::step(int by, std::uint64_t now) {
  if (!steps()) return;
  playing_ = false;
  step_ = ((step_ + by) % count() + count()) % count();
  put(by == 1, now);
}

void Replay::toggle(std::uint64_t now) {
  playing_ = !playing_;
  due_ = now + pause_after();
}

std::vector<Replay::Row> Replay::rows() const {
  std::vector<Row> rows;
  if (!explanation_) return rows;
  const host::Explanation& e = *explanation_;
  if (kind_ == Kind::kCycle) {
    for (const host::Explanation::Ply& each : e.plies) {
      Row row;
      row.number = std::to_string(round_of(session_, each.ply - 1));
      row.words = ply_text(session_, each.ply - 1);
      row.tag = row.short_tag = tag(each);
      if (each.deed == host::Deed::kChase) row.short_tag = house_.ui.tr("deed.chase");
      row.quiet = each.deed != host::Deed::kCheck && each.deed != host::Deed::kKill &&
                  each.deed != host::Deed::kChase;
      row.fault = std::find(e.fault.begin(), e.fault.end(), each.seat) != e.fault.end();
      row.current = &each == ply();
      rows.push_back(std::move(row));
    }
  } else if (kind_ == Kind::kMate) {
    const match::Reader& game = session_.reader();
    const std::vector<host::Piece>& pieces = game.pieces(static_cast<std::uint32_t>(game.plies().size()));
    for (std::size_t i = 0; i < e.flights.size(); ++i) {
      Row row;
      row.words = game.state().geometry().points[e.flights[i].at].name;
      row.current = step_ == static_cast<int>(i) + 1;
      for (const host::Point guard : e.flights[i].guards) {
        for (const host::Piece& piece : pieces) {
          if (piece.point == guard) row.guards.push_back(piece);
        }
      }
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::string Replay::rule() const {
  if (!explanation_ || explanation_->rule.empty()) return {};
  return std::string(
      session_.variant().text(text::language_code(house_.catalog.language()), "rule." + explanation_->rule));
}

std::string Replay::sentence() const {
  if (!explanation_ || explanation_->sentence.empty()) return {};
  return std::string(session_.variant().text(text::language_code(house_.catalog.language()),
                                             "sentence." + explanation_->sentence));
}

std::string Replay::counts() const {
  if (!explanation_ || !explanation_->limit) return {};
  const Ui& ui = house_.ui;
  const host::Explanation::Limit& limit = *explanation_->limit;
  std::string checks;
  for (std::size_t i = 0; i < limit.checks.size(); ++i) {
    checks +=
        (checks.empty() ? "" : " · ") +
        ui.tr("verdict.checks", {{"seat", house_.text(session_.variant(), session_.info().seats[i].name_key)},
                                 {"n", limit.checks[i]}});
  }
  const std::string plies = ui.tr("verdict.plies", {{"n", limit.plies}});
  return checks.empty() ? plies : plies + " · " + checks;
}

std::vector<std::string> Replay::rulings() const {
  std::vector<std::string> all;
  if (!explanation_) return all;
  const Ui& ui = house_.ui;
  using Ruled = host::Explanation::Ruling::Result;
  for (const host::Explanation::Ruling& ruling : explanation_->rulings) {
    const host::OptionInfo& option = session_.info().options[static_cast<std::size_t>(ruling.option)];
    std::string result = ui.tr("ruling.none");
    if (ruling.result == Ruled::kDraw) result = ui.tr("ruling.draw");
    if (ruling.result == Ruled::kWin) {
      const host::SeatInfo& loser =
          session_.info().seats[static_cast<std::size_t>(session_.other(ruling.winner))];
      result = ui.tr("ruling.loses", {{"seat", house_.text(session_.variant(), loser.name_key)}});
    }
    all.push_back(ui.tr(
        "ruling.entry",
        {{"rules",
          house_.text(session_.variant(), option.choices[static_cast<std::size_t>(ruling.choice)].name_key)},
         {"result", result}}));
  }
  return all;
}

std::vector<std::uint32_t> Replay::occurrences() const {
  if (kind_ != Kind::kDiagrams) return {};
  const std::vector<std::uint32_t>& all = explanation_->occurrences;
  return {all.end() - static_cast<std::ptrdiff_t>(std::min(kDiagramsShown, all.size())), all.end()};
}

}  // namespace qitai::menu
