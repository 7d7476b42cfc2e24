// Positions as text: the grammar stands in notation.hpp.
#include <algorithm>
#include <charconv>
#include <utility>

#include "junqi/access.hpp"
#include "junqi/notation.hpp"
#include "junqi/saved.hpp"

namespace qitai::junqi {
namespace {

using sdk::fail;
using sdk::TextError;

constexpr std::string_view kSideLetters = "rb";
constexpr std::array<std::string_view, 2> kSeatNames{"red", "blue"};
constexpr int kMaxCount = 1'000'000;

std::string letters(Kinds set) {
  std::string text;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    if ((set >> kind & 1U) != 0) text += kLetters[kind];
  }
  return text;
}

// Whether a piece on this point can stand there since the set-up.
bool can_be_unmoved(const Piece& piece, Point at) {
  const Kinds all = half_of(at) == static_cast<int>(index(piece.side)) ? kinds_at_setup(at) : Kinds{0};
  return piece.kind == Kind::kHidden ? all != 0 : contains(all, piece.kind);
}

// What everybody holds possible of a piece of which nothing was told. `at` is kNowhere for one that fell.
Kinds usual(const Piece& piece, Point at) {
  if (at == kNowhere) return kAllKinds & ~kinds(Kind::kFlag);  // a flag falls in the sight of all
  return piece.moved ? kMovers : kinds_at_setup(at);
}

class Out {
 public:
  explicit Out(const Game& game) : game_(game) {}

  std::string piece(const Piece& piece, Point at) const {
    if (piece.side == Side::kNone) return ".";
    if (piece.side == Side::kFaceDown) return "?";
    std::string text(1, kSideLetters[index(piece.side)]);
    text += piece.kind == Kind::kHidden ? '?' : kLetters[index(piece.kind)];
    if (game_.options().mode == Mode::kDark && piece.shown) text += '!';
    if (game_.options().mode != Mode::kFlip && at != kNowhere && piece.moved) text += '*';
    if (piece.shown) return text;
    const Kinds everybody = piece.may[kEverybody];
    if (everybody != usual(piece, at)) text += "(" + letters(everybody) + ")";
    const Kinds foe = piece.may[1 - index(piece.side)];
    if (foe != 0 && foe != everybody) text += "[" + letters(foe) + "]";
    return text;
  }

  std::string turn() const {
    switch (game_.phase()) {
      case Phase::kSetup:
        return "setup";
      case Phase::kLot:
        return "lot";
      case Phase::kPlay:
        return std::string(kSeatNames[game_.turn()]);
      case Phase::kTurning:
        break;
    }
    return std::string(kSeatNames[game_.turn()]) + ":" + write_point(game_.turning());
  }

  std::string seats() const {
    std::string text;
    for (const std::size_t seat : {std::size_t{0}, std::size_t{1}}) {
      const Side side = game_.side_of(seat);
      text += is_player(side) ? kSideLetters[index(side)] : '-';
    }
    return text;
  }

 private:
  const Game& game_;
};

class In {
 public:
  In(Game& game, TextError& error) : game_(game), all_(game), error_(error) {}

  bool read(std::string_view text) {
    text_ = text;
    if (text.find_first_not_of(' ') == std::string_view::npos)
      return fail(error_, "position-empty", "The position text is empty; six fields were expected.", 0);
    return board() && turn() && seats() && counts() && fallen() && at_end() && finish();
  }

 private:
  [[nodiscard]] bool end() const { return at_ == text_.size(); }
  [[nodiscard]] char next() const { return end() ? '\0' : text_[at_]; }
  bool take(char c) {
    if (next() != c || end()) return false;
    ++at_;
    return true;
  }
  bool wrong(std::string_view id, std::string message) {
    return fail(error_, id, std::move(message), std::min(at_, text_.size()));
  }
  // The next field, up to a blank or the end.
  std::string_view field() {
    begin_ = at_;
    while (!end() && text_[at_] != ' ')
      ++at_;
    return text_.substr(begin_, at_ - begin_);
  }
  bool wrong_field(std::string_view id, std::string message) {
    return fail(error_, id, std::move(message), begin_);
  }
  bool blank(std::string_view id, std::string message) { return take(' ') || wrong(id, std::move(message)); }

  bool kinds_in(char close, Kinds& set) {
    set = 0;
    while (!end() && next() != close) {
      const std::size_t kind = kLetters.find(next());
      if (kind == std::string_view::npos)
        return wrong("position-kinds", sdk::shown(next()) + " is no kind of piece.");
      const auto one = static_cast<Kinds>(1U << kind);
      if ((set & one) != 0) return wrong("position-kinds", "A kind stands twice in a list of kinds.");
      set |= one;
      ++at_;
    }
    if (set == 0 || !take(close))
      return wrong("position-kinds", "A list of kinds is empty or is not closed.");
    return true;
  }

  // A piece with its side's letter next; `at` is kNowhere for one that fell.
  bool piece(Point at, Piece& out) {
    const Mode mode = game_.options().mode;
    const std::size_t side = kSideLetters.find(next());
    if (end() || side == std::string_view::npos)
      return wrong("position-colour", (end() ? "The end" : sdk::shown(next())) +
                                          std::string(" is no colour of a piece; r or b was expected."));
    out.side = static_cast<Side>(side);
    ++at_;
    const std::size_t kind = end() ? std::string_view::npos : kLetters.find(next());
    if (kind == std::string_view::npos && next() != '?')
      return wrong("position-letter",
                   (end() ? "The end" : sdk::shown(next())) +
                       std::string(" is no piece; 9 8 7 6 5 4 3 2 E B M F or ? was expected."));
    if (kind != std::string_view::npos) out.kind = static_cast<Kind>(kind);
    ++at_;
    if (next() == '!') {
      if (mode != Mode::kDark) return wrong("position-mark", "Only hidden pieces are shown by a mark.");
      if (out.kind == Kind::kHidden) return wrong("shown-unknown", "A piece that is shown has a kind.");
      out.shown = true;
      ++at_;
    }
    if (next() == '*') {
      if (at == kNowhere || mode == Mode::kFlip)
        return wrong("position-mark", "Only a piece on the board of a game with set-up is marked as moved.");
      out.moved = true;
      ++at_;
    }
    if (at != kNowhere && !can_be_unmoved(out, at)) out.moved = true;
    if (mode == Mode::kFlip) out.moved = true;
    Kinds everybody = usual(out, at);
    Kinds foe = 0;
    if (next() == '(' || next() == '[') {
      if (out.shown || mode != Mode::kDark)
        return wrong("position-mark", "Nothing is guessed of a piece that is public.");
    }
    if (take('(') && !kinds_in(')', everybody)) return false;
    const bool other_side = take('[');
    if (other_side && !kinds_in(']', foe)) return false;
    if (!other_side) foe = everybody;
    if (next() == '!' || next() == '*' || next() == '(' || next() == '[')
      return wrong("position-mark", "The marks of a piece come once each and in the order ! * ( [.");
    if (mode != Mode::kDark && out.kind != Kind::kHidden) out.shown = true;
    if (out.shown) {
      if (out.moved && !contains(kMovers, out.kind) && mode != Mode::kFlip && at != kNowhere)
        return wrong(out.kind == Kind::kFlag ? "flag-place" : "mine-place",
                     "A mine or a flag stands where no set-up puts it.");
      show(out, out.kind);
      return true;
    }
    if (mode == Mode::kFlip) return wrong("hidden-kind", "Of the flip game an open piece has a kind.");
    if (out.kind != Kind::kHidden) {
      if (at != kNowhere && out.moved && !contains(kMovers, out.kind))
        return wrong(out.kind == Kind::kFlag ? "flag-place" : "mine-place",
                     "A mine or a flag stands where no set-up puts it.");
      if (!contains(static_cast<Kinds>(everybody & foe), out.kind))
        return wrong("position-kinds", "A piece is none of the kinds that are held possible of it.");
    }
    out.may[kEverybody] = everybody;
    out.may[1 - side] = foe;
    out.may[side] = out.kind == Kind::kHidden ? Kinds{0} : kinds(out.kind);
    return true;
  }

  bool board() {
    Position& position = all_.position();
    position = Position{};
    for (int row = kRows - 1; row >= 0; --row) {
      for (int column = 0; column < kColumns; ++column) {
        if (next() == '/' || next() == ' ' || end())
          return wrong("position-row-length", "A row of the board has fewer than five points.");
        const Point at = point_at(column, row);
        if (take('.')) continue;
        Piece one;
        if (take('?')) {
          if (game_.options().mode != Mode::kFlip)
            return --at_, wrong("face-down-mode", "Only the flip game has pieces that are nobody's.");
          one.side = Side::kFaceDown;
          if (is_camp(at)) return --at_, wrong("camp-occupied", "No piece lies face down in a camp.");
        } else if (!piece(at, one)) {
          return false;
        }
        position.put(at, one);
      }
      if (row == 0) break;
      if (take('/')) continue;
      if (next() == ' ' || end()) return wrong("position-row-count", "The board has fewer than twelve rows.");
      return wrong("position-row-length", "A row of the board has more than five points.");
    }
    if (next() == '/') return wrong("position-row-count", "The board has more than twelve rows.");
    if (!end() && next() != ' ')
      return wrong("position-row-length", "A row of the board has more than five points.");
    return blank("position-turn", "After the board it was expected who is on turn.");
  }

  bool turn() {
    const std::string_view word = field();
    const bool flip = game_.options().mode == Mode::kFlip;
    all_.phase() = Phase::kPlay;
    if (word == "setup" || word == "lot") {
      all_.phase() = word == "lot" ? Phase::kLot : Phase::kSetup;
      if (word == "setup" && flip) return wrong_field("position-turn", "The flip game has no set-up.");
    } else {
      const std::string_view name = word.substr(0, word.find(':'));
      const auto found = std::find(kSeatNames.begin(), kSeatNames.end(), name);
      if (found == kSeatNames.end())
        return wrong_field("position-turn", "Nobody is on turn; red, blue, setup or lot was expected.");
      all_.turn() = static_cast<std::size_t>(found - kSeatNames.begin());
      if (name.size() != word.size()) {
        Move point;
        const std::string_view where = word.substr(name.size() + 1);
        if (!flip || !read_move(where, Notation::kCoordinates, point) || point.to != kNowhere ||
            game_.position().at(point.from).side != Side::kFaceDown)
          return wrong_field("turning-point", "Nothing lies face down where a piece is turned over.");
        all_.phase() = Phase::kTurning;
        all_.turning() = point.from;
      }
    }
    return blank("position-seats", "The colours of the seats are missing; rb was expected.");
  }

  bool seats() {
    const std::string_view word = field();
    const bool flip = game_.options().mode == Mode::kFlip;
    if (word == "rb") {
      all_.sides() = {Side::kRed, Side::kBlue};
    } else if (flip && word == "br") {
      all_.sides() = {Side::kBlue, Side::kRed};
    } else if (flip && word == "--") {
      all_.sides() = {Side::kNone, Side::kNone};
      if ((game_.position().of(Side::kRed) | game_.position().of(Side::kBlue)) != 0)
        return wrong_field("position-seats", "A piece is open although the colours are not settled.");
    } else {
      return wrong_field("position-seats", "The colours of the seats are wrong; rb was expected.");
    }
    return blank("position-quiet", "The plies without a fight are missing.");
  }

  bool number(int& out) {
    const std::string_view word = field();
    const auto [stop, problem] = std::from_chars(word.data(), word.data() + word.size(), out);
    return !word.empty() && problem == std::errc() && stop == word.data() + word.size() && out >= 0 &&
           out <= kMaxCount;
  }

  bool counts() {
    all_.quiet() = 0;
    all_.fought() = true;
    if (next() == '-' && game_.options().mode != Mode::kFlip) {
      ++at_;
      all_.fought() = false;
    } else if (!number(all_.quiet())) {
      return wrong_field("position-quiet", "The plies without a fight are no number from 0 to 1000000.");
    }
    if (!blank("position-plies", "The number of plies is missing.")) return false;
    if (!number(all_.plies()))
      return wrong_field("position-plies", "The number of plies is none from 0 to 1000000.");
    return blank("position-fallen", "The pieces that fell are missing; - or ~ was expected.");
  }

  bool fallen() {
    begin_ = at_;
    if (take('-')) return true;
    if (take('~')) {
      told_ = false;
      return true;
    }
    if (end()) return wrong("position-fallen", "The pieces that fell are missing; - or ~ was expected.");
    while (!end() && next() != ' ') {
      Piece one;
      if (!piece(kNowhere, one)) return false;
      if (game_.position().fallen_count() == 2 * kPieces)
        return wrong("side-count", "More pieces fell than there are.");
      all_.position().fall(one);
    }
    return true;
  }

  bool at_end() { return end() || wrong("position-trailing", "There is text after the position."); }

  // Of each kind of a side, how many are known; all of its pieces are counted at the end.
  struct Count {
    int pieces = 0;
    int hidden = 0;
    std::array<int, kKinds> kinds{};
  };
  [[nodiscard]] Count count(Side side) const {
    Count count;
    const auto add = [&](const Piece& piece) {
      if (piece.side != side) return;
      ++count.pieces;
      if (piece.kind == Kind::kHidden)
        ++count.hidden;
      else
        ++count.kinds[index(piece.kind)];
    };
    for (Point at = 0; at < kPoints; ++at)
      add(game_.position().at(at));
    for (std::size_t i = 0; i < game_.position().fallen_count(); ++i)
      add(game_.position().fallen(i));
    return count;
  }

  // What is not told to have fallen, as far as the kinds of the others leave no doubt.
  void supply(Side side) {
    const Count have = count(side);
    const bool open = game_.options().mode != Mode::kDark;
    int missing = static_cast<int>(kPieces) - have.pieces;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      for (int i = have.kinds[kind]; i < kKindCount[kind] && missing > 0; ++i) {
        Piece piece;
        piece.side = side;
        piece.may.fill(usual(piece, kNowhere));
        piece.may[index(side)] = 0;
        if (have.hidden == 0) {
          piece.kind = static_cast<Kind>(kind);
          piece.may[index(side)] = kinds(piece.kind);
          if (open) show(piece, piece.kind);
        }
        all_.position().fall(piece);
        --missing;
      }
    }
  }

  bool finish() {
    const bool flip = game_.options().mode == Mode::kFlip;
    all_.ready() = {true, true};
    for (const Side side : {Side::kRed, Side::kBlue}) {
      const Count have = count(side);
      for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (have.kinds[kind] > kKindCount[kind])
          return fail(error_, "piece-count", "A side has more pieces of a kind than there are.", 0);
      }
      if (have.pieces > static_cast<int>(kPieces))
        return fail(error_, "side-count", "A side has more than twenty-five pieces.", 0);
      if (flip) continue;
      const bool setup = game_.phase() == Phase::kSetup;
      if (setup) all_.ready()[index(side)] = have.pieces != 0;
      if (setup && have.pieces == 0) continue;
      if (!told_) supply(side);
      if (count(side).pieces != static_cast<int>(kPieces))
        return fail(error_, "side-count", "A side has not twenty-five pieces with those that fell.", 0);
      if (have.hidden == 0 && have.kinds[index(Kind::kFlag)] == 0)
        return fail(error_, "flag-missing", "A side has no flag.", 0);
    }
    if (game_.phase() == Phase::kSetup && game_.ready(0) && game_.ready(1))
      return fail(error_, "set-up-begun", "Both sides are set up, so that it is somebody's turn.", 0);
    if (flip && !told_) supply_flip();
    for (std::size_t i = 0; i < game_.position().fallen_count(); ++i) {
      const Piece& piece = game_.position().fallen(i);
      if (piece.kind != Kind::kFlag) continue;
      const Side taker = other(piece.side);
      all_.flag_taken_by() = game_.side_of(0) == taker ? 0 : 1;
    }
    return true;
  }

  // What neither lies on the board nor is told has fallen: open kinds are as many as fit.
  void supply_flip() {
    for (const Side side : {Side::kRed, Side::kBlue}) {
      const Count have = count(side);
      for (std::size_t kind = 0; kind < kKinds; ++kind) {
        for (int i = have.kinds[kind]; i < kKindCount[kind]; ++i) {
          const auto there = static_cast<std::size_t>(std::popcount(game_.position().occupied())) +
                             game_.position().fallen_count();
          if (there == 2 * kPieces) return;
          Piece piece;
          piece.side = side;
          piece.moved = true;
          show(piece, static_cast<Kind>(kind));
          all_.position().fall(piece);
        }
      }
    }
  }

  Game& game_;
  Access all_;
  TextError& error_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  bool told_ = true;  // what fell
};

}  // namespace

std::string write_position(const Game& game) {
  const Out out(game);
  const Position& position = game.position();
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    for (int column = 0; column < kColumns; ++column)
      text += out.piece(position.at(point_at(column, row)), point_at(column, row));
    if (row != 0) text += '/';
  }
  text += " " + out.turn() + " " + out.seats() + " ";
  text += game.fought() ? std::to_string(game.quiet()) : "-";
  text += " " + std::to_string(game.plies()) + " ";
  for (std::size_t i = 0; i < position.fallen_count(); ++i)
    text += out.piece(position.fallen(i), kNowhere);
  return position.fallen_count() == 0 ? text + "-" : text;
}

std::string write_position(const Game& game, std::size_t viewer) {
  Game copy = game;
  Access(copy).forget(viewer);
  return write_position(copy);
}

std::optional<Game> read_position(std::string_view text, const Options& options, Knower knower,
                                  std::span<const std::uint8_t, 32> seed, TextError& error) {
  Game game(options, Knower::kEverything, seed);
  if (!In(game, error).read(text)) return std::nullopt;
  Access all(game);
  if (knower != Knower::kEverything) all.forget(static_cast<std::size_t>(knower));
  for (Point at = 0; at < kPoints; ++at) {
    const Piece& piece = game.position().at(at);
    if (is_player(piece.side) && piece.kind == Kind::kHidden && game.knows(piece.side)) {
      fail(error, "hidden-kind", "A piece is hidden from a state that must know it.", 0);
      return std::nullopt;
    }
  }
  if (const std::string why = contradiction(game); !why.empty()) {
    fail(error, "position-contradiction", why, 0);
    return std::nullopt;
  }
  all.past().assign(1, game.repetition_key());
  return game;
}

}  // namespace qitai::junqi
