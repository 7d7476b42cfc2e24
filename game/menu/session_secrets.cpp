// What a session does where seats know different things: who looks, what is shown again, pencil marks.
#include <algorithm>
#include <bit>
#include <utility>

#include "menu/session.hpp"

namespace qitai::menu {

// Asked of what each seat knows: in an open game, or once everything is shown, there is nothing to hide.
bool Session::curtained() const {
  if (!info().hidden || spectates_ || hands() < 2 || over()) return false;
  const match::Referee& referee = table_->referee();
  if ((referee.acting() & QITAI_ACTING_SETUP) != 0) return true;
  const std::vector<host::Piece> open = referee.state(host::kPublic).view(host::kPublic);
  const auto same = [](const host::Piece& a, const host::Piece& b) {
    return a.point == b.point && a.kind == b.kind && a.colour == b.colour;
  };
  for (host::Seat seat = 0; seat < static_cast<host::Seat>(info().seats.size()); ++seat) {
    if (!here(seat)) continue;
    const std::vector<host::Piece> own = referee.state(seat).view(seat);
    if (!std::equal(own.begin(), own.end(), open.begin(), open.end(), same)) return true;
  }
  return false;
}

std::optional<host::Seat> Session::asked() const {
  const match::Reader& game = table_->reader(host::kPublic);
  const std::optional<host::Seat> by = game.takeback_asked() ? game.takeback_asked()
                                       : game.draw_offer()   ? game.draw_offer()
                                                             : game.pause_asked();
  return by ? std::optional(other(*by)) : std::nullopt;
}

bool Session::answers_here() const {
  const std::optional<host::Seat> who = asked();
  using Kind = match::IntentKind;
  for (const Kind answer : {Kind::kAcceptDraw, Kind::kDeclineDraw, Kind::kAcceptTakeback,
                            Kind::kDeclineTakeback, Kind::kAcceptPause, Kind::kDeclinePause}) {
    if (on_its_way(answer)) return false;
  }
  return who && here(*who) && (!curtained() || seated_ == who);
}

std::optional<host::Seat> Session::due() const {
  const match::Reader& game = table_->reader(host::kPublic);
  if (game.pause_agreed()) return seated_ ? seated_ : mover();
  // An offer of a draw waits until the turn passes; the rest is answered before the game goes on.
  if ((game.takeback_asked() || game.pause_asked()) && asked()) return asked();
  return mover();
}

void Session::sit(host::Seat seat, std::uint64_t now) {
  browsed_.reset();
  seated_ = seat;
  viewer_ = near_ = seat;
  put_up(now);
  const auto& plies = reader().plies();
  last_due_ = !plies.empty() && plies.back().seat != seat;
  if (last_due_) house_.board.set_pieces(reader().pieces(static_cast<std::uint32_t>(plies.size()) - 1));
}

void Session::stand_up(std::uint64_t now) {
  browsed_.reset();
  seated_.reset();
  viewer_ = host::kPublic;
  put_up(now);
}

void Session::play_ply(std::size_t ply, std::uint64_t now) {
  const auto after = static_cast<std::uint32_t>(ply) + 1;
  house_.board.set_pieces(reader().pieces(after - 1));
  house_.board.play(reader().plies()[ply].changes, reader().pieces(after), now);
  house_.board.land();
}

void Session::show_last(std::uint64_t now) {
  if (!std::exchange(last_due_, false) || reader().plies().empty()) return;
  play_ply(reader().plies().size() - 1, now);
}

std::optional<std::size_t> Session::last_fight() const {
  const auto& plies = reader().plies();
  for (std::size_t i = plies.size(); i > 0; --i) {
    const auto& changes = plies[i - 1].changes;
    if (std::any_of(changes.begin(), changes.end(),
                    [](const host::Change& change) { return change.what == QITAI_CHANGE_FACT; }))
      return i - 1;
  }
  return std::nullopt;
}

bool Session::again(std::uint64_t now) {
  const std::optional<std::size_t> ply = last_fight();
  if (!ply) return false;
  stop_browsing(now);
  play_ply(*ply, now);
  repeats_ = true;
  return true;
}

void Session::reveal(std::uint64_t now) {
  if (!info().hidden || spectates_ || !over() || settling()) return;
  seated_.reset();
  if (!end()->result.empty() && table_->truth() != nullptr) {
    viewer_ = match::kTruth;
  } else if (hands() > 1) {
    // Called off: nobody has lost, and the layouts stay their owners'.
    viewer_ = host::kPublic;
  }
  put_up(now);
}

std::string Session::news() const {
  const match::Reader& game = table_->reader(host::kPublic);
  if (game.plies().empty()) return {};
  const match::PlyRecord& last = game.plies().back();
  const auto index = static_cast<std::size_t>(std::max(0, notation()));
  const std::string move =
      notation() >= 0 && index < last.texts.size() ? last.texts[index] : last.coordinates;
  std::string words = house_.catalog.tr(
      "curtain.moved",
      {{"seat", house_.text(variant(), info().seats[static_cast<std::size_t>(last.seat)].name_key)},
       {"move", move}});
  for (const host::Change& change : last.changes) {
    if (change.what != QITAI_CHANGE_FACT) continue;
    const std::string_view how = change.value == QITAI_FIGHT_WON    ? "curtain.fight_won"
                                 : change.value == QITAI_FIGHT_LOST ? "curtain.fight_lost"
                                                                    : "curtain.fight_both";
    words += std::string(house_.catalog.tr("curtain.joint")).append(house_.catalog.tr(how));
    break;
  }
  return words;
}

bool Session::may_guess(host::Point point) const {
  if (!info().hidden || browsed_ || over() || viewer_ < 0 || viewer_ == host::kPublic) return false;
  const auto& pieces = reader().pieces(shown_ply());
  return std::any_of(pieces.begin(), pieces.end(), [&](const host::Piece& piece) {
    // Of a piece that nobody has turned over yet nobody knows the colour either.
    return piece.point == point && piece.kind == host::kNoKind && piece.colour != QITAI_NO_COLOUR &&
           piece.colour != colour(viewer_);
  });
}

std::uint64_t Session::candidates(host::Point point) const {
  return reader().state().candidates(viewer_, point);
}

host::Point Session::origin(host::Point point, std::uint32_t ply) const {
  const auto& plies = reader().plies();
  for (std::uint32_t i = std::min(ply, static_cast<std::uint32_t>(plies.size())); i > 0; --i) {
    for (const host::Change& change : plies[i - 1].changes) {
      if (change.what != QITAI_CHANGE_MOVED || change.to != point) continue;
      point = change.from;
      break;
    }
  }
  return point;
}

std::optional<host::Kind> Session::guess(host::Point point) const {
  if (!may_guess(point)) return std::nullopt;
  const auto found = guesses_.find({viewer_, origin(point, shown_ply())});
  return found == guesses_.end() ? std::nullopt : std::optional(found->second);
}

void Session::set_guess(host::Point point, std::optional<host::Kind> kind) {
  const std::pair<int, host::Point> key{viewer_, origin(point, shown_ply())};
  if (kind) {
    guesses_[key] = *kind;
  } else {
    guesses_.erase(key);
  }
}

std::string Session::kind_mark(host::Kind kind) const {
  if (kind >= info().kinds.size()) return {};
  return std::string(
      variant().text(text::language_code(house_.catalog.language()), info().kinds[kind].glyph_key));
}

int Session::colour_at(host::Point point) const {
  for (const host::Piece& piece : reader().pieces(shown_ply())) {
    if (piece.point == point && piece.colour != QITAI_NO_COLOUR) return piece.colour;
  }
  return host::kNoColour;
}

// What follows for sure comes before what is only thought: the one kind that is left, else the own mark,
// else that the piece has moved.
std::vector<view::BoardMarks::Note> Session::notes() const {
  std::vector<view::BoardMarks::Note> notes;
  if (!info().hidden || browsed_ || over()) return notes;
  for (const host::Piece& piece : reader().pieces(shown_ply())) {
    if (!may_guess(piece.point)) continue;
    const std::uint64_t may = candidates(piece.point);
    if (std::popcount(may) == 1) {
      notes.push_back({piece.point, kind_mark(static_cast<host::Kind>(std::countr_zero(may))), true});
    } else if (const std::optional<host::Kind> thought = guess(piece.point)) {
      notes.push_back({piece.point, kind_mark(*thought), false});
    } else if (origin(piece.point, shown_ply()) != piece.point) {
      notes.push_back({piece.point, house_.ui.tr("pencil.moved"), true});
    }
  }
  return notes;
}

}  // namespace qitai::menu
