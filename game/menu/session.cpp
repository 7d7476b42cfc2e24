#include "menu/session.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace qitai::menu {

Session::Session(House& house, std::unique_ptr<seat::Table> table, std::optional<int> viewer)
    : house_(house),
      table_(std::move(table)),
      far_(table_->far()),
      opponent_(house.wake),
      spectates_(viewer.has_value()) {
  if (far_ != nullptr) {
    far_match_ = far_->duel().match()->config().id;
    replays_ = far_->replays();
    shown_link_ = link();
  }
  // Whoever plays against the machine, or somebody far away, sits below.
  if (!here(near_) && here(other(near_))) near_ = other(near_);
  if (viewer) {
    viewer_ = *viewer;
  } else if (info().hidden && hands() == 1) {
    viewer_ = near_;
  }
}

int Session::hands() const {
  int count = 0;
  for (std::size_t seat = 0; seat < info().seats.size(); ++seat)
    count += here(static_cast<host::Seat>(seat)) ? 1 : 0;
  return count;
}

host::Seat Session::hand_seat() const {
  if (seated_) return *seated_;
  const host::Seat acting = mover().value_or(near_);
  return !here(acting) && here(other(acting)) ? other(acting) : acting;
}

bool Session::serve(std::uint64_t now) {
  if (far_ != nullptr) return false;
  const bool may_move = !bots_held_ && !landing_ && table_->all_durable() && !house_.board.moving(now);
  return opponent_.poll(*table_, house_.match_now(), may_move);
}

std::uint64_t Session::next_wake(std::uint64_t now) const {
  constexpr std::uint64_t kFrame = 16;
  if (const Link present = link(); present.lost)
    return now + static_cast<std::uint64_t>(present.grace % duel::kSecond / 1000) + 1;
  return opponent_.waiting() && !bots_held_ && !over() ? now + kFrame : UINT64_MAX;
}

void Session::ask_hint() {
  opponent_.ask_hint(*table_);
}

std::string_view Session::no_hint() const {
  if (over()) return "disabled.match_over";
  if (!seat::bots_play(info())) return "disabled.no_hint";
  if (far_ != nullptr) return "disabled.hint_far";
  if (terms().scored) return "disabled.hint_scored";
  const std::optional<host::Seat> acting = mover();
  const bool elsewhere = acting && (!here(*acting) || (curtained() && seated_ != acting));
  return elsewhere ? "disabled.not_your_turn" : "";
}

const match::Reader& Session::reader() const {
  return table_->reader(viewer_);
}

void Session::put_up(std::uint64_t now) {
  house_.board.set_turn(info().seats[static_cast<std::size_t>(near_)].facing);
  shown_events_ = reader().next_event();
  shown_plies_ = static_cast<std::uint32_t>(reader().plies().size());
  landing_ = last_due_ = repeats_ = false;
  house_.board.set_pieces(reader().pieces(shown_ply()));
  house_.board.set_marks(marks(), now);
}

bool Session::follow(std::uint64_t now) {
  bool changed = serve(now);
  if (far_ != nullptr) changed = follow_far(now) || changed;
  if (repeats_ && !house_.board.moving(now)) {
    repeats_ = false;
    put_up(now);
    changed = true;
  }
  // Everything has been shown: hands who took turns look at one board from now on.
  if (seated_ && !over() && !curtained()) stand_up(now);
  const match::Reader& game = reader();
  if (game.next_event() != shown_events_) {
    changed = true;
    shown_events_ = game.next_event();
    const auto plies = static_cast<std::uint32_t>(game.plies().size());
    if (browsed_) {
      // The game went on under a browser (a flag fell): he keeps his place.
      browsed_ = std::min(*browsed_, plies);
    } else if (plies == shown_plies_ + 1) {
      house_.board.play(game.plies().back().changes, game.pieces(plies), now);
      landing_ = true;
    } else if (plies != shown_plies_) {
      house_.board.set_pieces(game.pieces(plies));
    }
    shown_plies_ = plies;
  }
  if (landing_ && table_->all_durable()) {
    house_.board.land();
    landing_ = false;
    changed = true;
  }
  return changed;
}

bool Session::ready() const {
  const std::optional<host::Seat> acting = mover();
  if (repeats_ || (curtained() && seated_ != acting)) return false;
  return !browsed_ && acting && here(*acting) && !busy() && !link().lost && !reader().pause_agreed() &&
         !landing_ && table_->all_durable();
}

std::optional<host::Seat> Session::mover() const {
  const std::uint32_t acting = reader().acting() & ~(1U << QITAI_CHANCE_SEAT);
  if (acting == 0 || over()) return std::nullopt;
  return std::countr_zero(acting);
}

host::Seat Session::other(host::Seat seat) const {
  const auto seats = static_cast<host::Seat>(info().seats.size());
  return seats < 2 ? seat : (seat + 1) % seats;
}

bool Session::timed() const {
  return std::any_of(terms().seats.begin(), terms().seats.end(),
                     [](const match::SeatTerms& seat) { return !seat.limits.untimed(); });
}

bool Session::clock_runs() const {
  if (over()) return false;
  const bool lost = link().lost;
  for (host::Seat seat = 0; seat < static_cast<host::Seat>(info().seats.size()); ++seat) {
    const match::Referee::TimeLeft left = table_->left(seat, house_.match_now());
    const bool limited = std::min({left.main, left.step, left.setup}) != match::kNever;
    if (limited && (left.running || lost)) return true;
  }
  return false;
}

void Session::flip() {
  near_ = other(near_);
  house_.board.set_turn(info().seats[static_cast<std::size_t>(near_)].facing);
}

std::uint32_t Session::shown_ply() const {
  return browsed_.value_or(static_cast<std::uint32_t>(reader().plies().size()));
}

void Session::browse(std::uint32_t ply, std::uint64_t now) {
  const auto plies = static_cast<std::uint32_t>(reader().plies().size());
  const std::uint32_t from = shown_ply();
  browsed_ = std::min(ply, plies);
  if (*browsed_ == from + 1) {
    house_.board.play(reader().plies()[from].changes, reader().pieces(*browsed_), now);
    house_.board.land();
  } else {
    house_.board.set_pieces(reader().pieces(*browsed_));
  }
  house_.board.set_marks(marks(), now);
}

bool Session::browse_step(platform::Action action, std::uint64_t now) {
  using platform::Action;
  if (!browsed_) return false;
  const std::uint32_t ply = *browsed_;
  const bool back = action == Action::kLeft || action == Action::kUp;
  const bool on = action == Action::kRight || action == Action::kDown;
  if (back && ply > 0) browse(ply - 1, now);
  if (on) browse(ply + 1, now);
  return back || on;
}

void Session::stop_browsing(std::uint64_t now) {
  if (!browsed_) return;
  browsed_.reset();
  put_up(now);
}

namespace {

// Which of the game's own notations is that of its coordinates; -1: none, the host writes them.
int coordinates(const host::VariantInfo& info) {
  return std::max(info.notation("coordinates"), info.notation("uci"));
}

}  // namespace

int notation_for(const host::VariantInfo& info, text::Language language) {
  // English readers get a notation in Latin letters, or coordinates where the game has none.
  if (language == text::Language::kEnglish) {
    const int latin = std::max(info.notation("wxf"), info.notation("san"));
    return latin >= 0 ? latin : coordinates(info);
  }
  const int found =
      info.notation(language == text::Language::kTraditional ? "chinese-traditional" : "chinese");
  return found >= 0 || info.notations.empty() ? found : 0;
}

int Session::notation() const {
  return chosen_notation_.value_or(notation_for(info(), house_.catalog.language()));
}

void Session::next_notation() {
  // Coordinates (-1) come after the last of the game's own, unless they are among them.
  const int next = notation() + 1;
  const bool more = next < static_cast<int>(info().notations.size());
  chosen_notation_ = more ? next : coordinates(info()) < 0 ? -1 : 0;
}

std::string Session::notation_name() const {
  const int index = notation();
  if (index < 0) return std::string(house_.catalog.tr("notation.coordinate"));
  return house_.text(variant(), info().notations[static_cast<std::size_t>(index)].name_key);
}

const host::SeatInfo* Session::side(host::Seat seat) const {
  const std::vector<host::SeatInfo>& seats = info().seats;
  const host::SeatInfo& own = seats[static_cast<std::size_t>(seat)];
  const int has = colour(seat);
  if (has == own.colour) return &own;
  const auto named = std::find_if(seats.begin(), seats.end(),
                                  [&](const host::SeatInfo& each) { return each.colour == has; });
  if (named != seats.end()) return &*named;
  return has == host::kNoColour ? nullptr : &own;
}

std::string Session::side_name(host::Seat seat) const {
  const host::SeatInfo* const words = side(seat);
  return words != nullptr ? house_.text(variant(), words->name_key)
                          : std::string(house_.catalog.tr("player.number", {{"n", seat + 1}}));
}

std::string Session::turn_words(host::Seat seat) const {
  const host::SeatInfo* const words = side(seat);
  return words != nullptr ? house_.text(variant(), words->turn_key)
                          : std::string(house_.catalog.tr("turn.somebody", {{"seat", side_name(seat)}}));
}

bool Session::in_check() const {
  const match::Reader& game = reader();
  return std::ranges::any_of(game.marks(static_cast<std::uint32_t>(game.plies().size())),
                             [](const host::Mark& mark) { return mark.kind == QITAI_MARK_CHECK; });
}

std::string Session::seat_name(host::Seat seat) const {
  const auto index = static_cast<std::size_t>(seat);
  if (bot(seat)) return std::string(house_.catalog.tr("player.bot"));
  if (index < terms().seats.size() && !terms().seats[index].name.empty())
    return house_.player_text(terms().seats[index].name);
  return side_name(seat);
}

int Session::colour(host::Seat seat) const {
  // Where chance decides it, nobody has one at first.
  if (info().chance) return reader().state().colour_of(seat);
  return info().seats[static_cast<std::size_t>(seat)].colour;
}

view::BoardMarks Session::marks() const {
  view::BoardMarks marks;
  const std::uint32_t ply = shown_ply();
  if (ply > 0) {
    const host::Move& move = reader().plies()[ply - 1].move;
    if (move.from != host::kNoPoint && move.to != host::kNoPoint) marks.last_move = {move.from, move.to};
  }
  marks.check = reader().marks(ply);
  const std::optional<host::Move> hint = opponent_.hint(*table_);
  // A hint is for whoever asked for it: not for one who sits down to answer something in between.
  const bool for_viewer = !over() && (!curtained() || seated_ == mover());
  if (hint && for_viewer && !browsed_ && hint->to != host::kNoPoint)
    marks.hint = {hint->from == host::kNoPoint ? hint->to : hint->from, hint->to};
  const match::Event* const end = this->end();
  marks.notes = notes();
  // A move on its way to the other machine: the piece hovers, its goal is marked.
  if (!browsed_) {
    if (const auto going = on_its_way(match::IntentKind::kMove);
        going && going->move.from != host::kNoPoint && going->move.to != host::kNoPoint) {
      marks.lifted = going->move.from;
      marks.targets = {going->move.to};
    }
  }
  marks.mate = end != nullptr && end->text == "checkmate" && ply == reader().plies().size();
  return marks;
}

}  // namespace qitai::menu
