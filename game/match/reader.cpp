#include "match/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "match/step.hpp"

namespace qitai::match {

using host::Seat;
using host::State;

namespace {

struct Capture {
  std::uint32_t ply = 0;  // plies that stood after it
  int colour = 0;
  host::Kind kind = 0;  // or kNoKind
};

std::optional<Seat> seat_or_none(Seat seat) {
  return seat < 0 ? std::nullopt : std::optional<Seat>(seat);
}

}  // namespace

struct Reader::Impl {
  std::shared_ptr<const host::Variant> variant;
  Terms terms;
  int viewer;
  State state;

  std::vector<Step> steps;  // that stand
  std::vector<PlyRecord> plies;
  std::vector<host::Piece> first_pieces;
  std::vector<host::Mark> first_marks;
  std::vector<Capture> captures;
  std::uint32_t acting = 0;
  std::vector<host::Outcome::Claim> claims;
  std::string notice;
  std::vector<host::Point> touched;
  Seat draw = -1, takeback = -1, pause = -1;
  bool paused = false, stopped = false;
  std::uint32_t next = 0;
  std::optional<Event> ended;
  std::optional<Error> fault;

  Impl(std::shared_ptr<const host::Variant> game, const Terms& agreed, int who, State first)
      : variant(std::move(game)), terms(agreed), viewer(who), state(std::move(first)) {
    look();
  }

  // Reads the position as it is into the record of the last ply.
  void look() {
    auto& pieces = plies.empty() ? first_pieces : plies.back().pieces;
    auto& marks = plies.empty() ? first_marks : plies.back().marks;
    pieces = pieces_now();
    marks = state.marks(viewer == kTruth ? host::kPublic : viewer);
    acting = state.acting();
    host::Outcome outcome = state.outcome();
    if (!announces_check(terms) && outcome.state != host::Outcome::State::kOver)
      std::erase_if(marks, [](const host::Mark& mark) { return mark.kind == QITAI_MARK_CHECK; });
    claims = std::move(outcome.claims);
    notice = std::move(outcome.notice);
    touched.clear();
  }

  // What the viewer sees; who knows everything sees what any seat sees.
  [[nodiscard]] std::vector<host::Piece> pieces_now() const {
    if (viewer != kTruth) return state.view(viewer);
    std::vector<host::Piece> all = state.view(host::kPublic);
    if (!variant->info().hidden) return all;
    for (std::size_t seat = 0; seat < variant->info().seats.size(); ++seat) {
      for (const host::Piece& piece : state.view(static_cast<Seat>(seat))) {
        if (piece.kind == host::kNoKind || piece.point == host::kNoPoint) continue;
        const auto place =
            std::lower_bound(all.begin(), all.end(), piece.point,
                             [](const host::Piece& one, host::Point p) { return one.point < p; });
        if (place != all.end() && place->point == piece.point) {
          *place = piece;
        } else {
          all.insert(place, piece);
        }
      }
    }
    return all;
  }

  // `before`: the pieces as they stood. A hidden piece is taken as one of no known kind, and whoever knew it
  // still does: followed by its point and colour.
  void note_captures(const std::vector<host::Change>& changes, const std::vector<host::Piece>& before) {
    std::map<std::pair<host::Point, int>, host::Kind> known;
    for (const host::Piece& piece : before)
      known[{piece.point, piece.colour}] = piece.kind;
    const auto kind_of = [&](host::Point point, const host::Change& change) {
      if (change.kind != host::kNoKind) return change.kind;
      const auto found = known.find({point, change.colour});
      return found == known.end() ? host::kNoKind : found->second;
    };
    for (const host::Change& change : changes) {
      if (change.what == QITAI_CHANGE_MOVED) {
        known[{change.to, change.colour}] = kind_of(change.from, change);
      } else if (change.what == QITAI_CHANGE_REVEALED || change.what == QITAI_CHANGE_PROMOTED) {
        known[{change.to, change.colour}] = change.kind;
      } else if (change.what == QITAI_CHANGE_CAPTURED) {
        captures.push_back(
            {static_cast<std::uint32_t>(plies.size()), change.colour, kind_of(change.from, change)});
      }
    }
  }

  // A move as the record shows it: where checks are not announced it does not say them either.
  [[nodiscard]] std::string written(const Step& step, int notation) const {
    std::string text = state.move_text(step.seat, step.move, notation);
    const std::string& id = variant->info().notations[static_cast<std::size_t>(notation)].id;
    const std::string_view check = variant->text("en", "notation." + id + ".check");
    if (!announces_check(terms) && !check.empty() && text.ends_with(check))
      text.resize(text.size() - check.size());
    return text;
  }

  void take(Step step, const Event& event) {
    PlyRecord record;
    if (step.kind == Step::Kind::kPly) {
      record.seat = step.seat;
      record.move = step.move;
      record.changes = event.changes;
      record.at = event.at;
      record.coordinates = state.move_text(step.seat, step.move, -1);
      for (std::size_t i = 0; i < variant->info().notations.size(); ++i)
        record.texts.push_back(written(step, static_cast<int>(i)));
    }
    const std::vector<host::Piece> before = plies.empty() ? first_pieces : plies.back().pieces;
    demand(play(state, step), "a step that the referee took");
    if (step.kind == Step::Kind::kPly) plies.push_back(std::move(record));
    steps.push_back(std::move(step));
    note_captures(event.changes, before);
    look();
  }

  void take_back(std::uint32_t ply) {
    State earlier = demand(variant->create(start_of(terms, state_knower())), "the first position");
    std::uint32_t standing = 0;
    std::size_t kept = 0;
    for (; kept < steps.size(); ++kept) {
      if (steps[kept].kind == Step::Kind::kPly && standing++ == ply) break;
      demand(play(earlier, steps[kept]), "a step that had been taken before");
    }
    state = std::move(earlier);
    steps.resize(kept);
    plies.resize(std::min<std::size_t>(plies.size(), ply));
    std::erase_if(captures, [&](const Capture& capture) { return capture.ply > ply; });
    draw = takeback = pause = -1;
    look();
  }

  [[nodiscard]] int state_knower() const { return variant->info().hidden ? viewer : -1; }

  void read(const Event& event) {
    Step step;
    step.seat = event.seat;
    switch (event.kind) {
      case EventKind::kSetUp:
        step.kind = Step::Kind::kSetUp;
        step.setup = event.setup;
        // Whoever knows everything has the variant choose the same layout again.
        if (viewer != kTruth) step.setup_view = event.setup_view;
        return take(std::move(step), event);
      case EventKind::kPly:
        step.move = event.move;
        step.facts = event.facts;
        return take(std::move(step), event);
      case EventKind::kChance:
        step.kind = Step::Kind::kChance;
        step.index = event.index;
        return take(std::move(step), event);
      case EventKind::kDrawOffered:
      case EventKind::kClaimFailed:
        draw = event.seat;
        return;
      case EventKind::kDrawDeclined:
        draw = -1;
        return;
      case EventKind::kTakebackAsked:
        takeback = event.seat;
        return;
      case EventKind::kTakebackDeclined:
        takeback = -1;
        return;
      case EventKind::kTakenBack:
        return take_back(event.ply);
      case EventKind::kPauseAsked:
        pause = event.seat;
        return;
      case EventKind::kPauseDeclined:
        pause = -1;
        return;
      case EventKind::kPaused:
        (event.seat < 0 ? stopped : paused) = true;
        if (event.seat >= 0) pause = -1;
        return;
      case EventKind::kResumed:
        (event.seat < 0 ? stopped : paused) = false;
        return;
      case EventKind::kEnded:
        ended = event;
        draw = takeback = pause = -1;
        paused = stopped = false;
        acting = 0;
        claims.clear();
        notice.clear();
        return;
      case EventKind::kTouched:
        if (event.text.empty()) touched.push_back(event.move.from);
        return;
      case EventKind::kCorrected:
        if (event.move.from != host::kNoPoint &&
            std::find(touched.begin(), touched.end(), event.move.from) == touched.end())
          touched.push_back(event.move.from);
        return;
      case EventKind::kAdjusted:
      case EventKind::kStarted:
      case EventKind::kCheck:
      case EventKind::kStageAdded:
        return;
    }
  }
};

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::~Reader() = default;

Result<std::unique_ptr<Reader>> Reader::make(std::shared_ptr<const host::Variant> variant, const Terms& terms,
                                             int viewer) {
  const host::VariantInfo& info = variant->info();
  if (viewer != host::kPublic && viewer != kTruth &&
      (viewer < 0 || viewer >= static_cast<int>(info.seats.size())))
    return Error{"viewer",
                 fmt::format("the viewer is {}: expected a seat of {} or the public", viewer, info.id)};
  try {
    host::Answer<State> state = variant->create(start_of(terms, info.hidden ? viewer : -1));
    if (const auto* why = std::get_if<host::Refusal>(&state)) {
      return Error{
          why->id == "plugin-error" ? why->id : "position",
          fmt::format("{} refuses the position or an option ({}): {}", info.id, why->id, why->detail)};
    }
    return std::unique_ptr<Reader>(new Reader(
        std::make_unique<Impl>(std::move(variant), terms, viewer, std::move(std::get<State>(state)))));
  } catch (const host::PluginFault& fault) {
    return Error{"plugin-error", fmt::format("the plugin of {} failed: {}", info.id, fault.what())};
  }
}

void Reader::feed(const std::vector<Event>& events) {
  for (const Event& event : events) {
    if (impl_->fault) return;
    if (event.number < impl_->next) continue;
    if (event.number > impl_->next) {
      impl_->fault = Error{"gap", fmt::format("event {} was fed: expected {}", event.number, impl_->next)};
      return;
    }
    try {
      impl_->read(event);
      ++impl_->next;
    } catch (const host::PluginFault& fault) {
      impl_->fault = Error{"plugin-error", fmt::format("event {}: {}", event.number, fault.what())};
    }
  }
}

const Error* Reader::fault() const {
  return impl_->fault ? &*impl_->fault : nullptr;
}
std::uint32_t Reader::next_event() const {
  return impl_->next;
}
const std::vector<PlyRecord>& Reader::plies() const {
  return impl_->plies;
}

const std::vector<host::Piece>& Reader::pieces(std::uint32_t ply) const {
  const auto& plies = impl_->plies;
  if (ply == 0 || plies.empty()) return impl_->first_pieces;
  return plies[std::min<std::size_t>(ply, plies.size()) - 1].pieces;
}

const std::vector<host::Mark>& Reader::marks(std::uint32_t ply) const {
  const auto& plies = impl_->plies;
  if (ply == 0 || plies.empty()) return impl_->first_marks;
  return plies[std::min<std::size_t>(ply, plies.size()) - 1].marks;
}

std::vector<int> Reader::captured(int colour, std::uint32_t ply) const {
  std::vector<int> counts(impl_->variant->info().kinds.size(), 0);
  for (const Capture& capture : impl_->captures) {
    if (capture.ply <= ply && capture.colour == colour && capture.kind < counts.size())
      ++counts[capture.kind];
  }
  return counts;
}

int Reader::captured_unknown(int colour, std::uint32_t ply) const {
  return static_cast<int>(
      std::count_if(impl_->captures.begin(), impl_->captures.end(), [&](const Capture& capture) {
        return capture.ply <= ply && capture.colour == colour && capture.kind == host::kNoKind;
      }));
}

std::uint32_t Reader::acting() const {
  return impl_->acting;
}
std::optional<Seat> Reader::draw_offer() const {
  return seat_or_none(impl_->draw);
}
std::optional<Seat> Reader::takeback_asked() const {
  return seat_or_none(impl_->takeback);
}
std::optional<Seat> Reader::pause_asked() const {
  return seat_or_none(impl_->pause);
}
const std::vector<host::Point>& Reader::touched() const {
  return impl_->touched;
}
bool Reader::pause_agreed() const {
  return impl_->paused;
}
bool Reader::paused() const {
  return impl_->paused || impl_->stopped;
}
const Event* Reader::ended() const {
  return impl_->ended ? &*impl_->ended : nullptr;
}
std::vector<host::Outcome::Claim> Reader::claims() const {
  return impl_->claims;
}
const std::string& Reader::notice() const {
  return impl_->notice;
}
const State& Reader::state() const {
  return impl_->state;
}

}  // namespace qitai::match
