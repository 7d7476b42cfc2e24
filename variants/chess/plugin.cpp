// Chess: the game through the plugin ABI.
#include <qitai/variant.hpp>

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "chess/describe.hpp"
#include "chess/explain.hpp"
#include "chess/notation.hpp"
#include "chess/rules.hpp"
#include "chess/walker.hpp"

namespace qitai::chess {
namespace {

// The order of Description's options and notations.
constexpr std::size_t kClaims = 0;
constexpr std::size_t kChess960 = 1;
constexpr int kCoordinates = -1;
constexpr int kUci = 3;
constexpr Style kStyles[] = {Style::kShort, Style::kFigurine, Style::kLong};
constexpr unsigned kDeepestPerft = 1000;

// First bytes of a saved state, and the version of what follows: a byte for each option, u16 and the first
// position's FEN, u32 and the plies: from, to and choice, a byte each.
constexpr std::string_view kSaveMark = "CH1\n";
constexpr std::size_t kPlyBytes = 3;

std::uint16_t kind_index(Cell man) {
  return static_cast<std::uint16_t>(kind_of(man));
}

std::uint8_t colour(Side side) {
  return static_cast<std::uint8_t>(side);
}

sdk::Refusal to_abi(const Refusal& refusal) {
  sdk::Refusal out(sdk::Id::from_static(refusal.id));
  for (std::size_t i = 0; i < refusal.count; ++i)
    out.at(refusal.points[i]);
  return out;
}

// A game as the adaptor wants it. Seats and colours have the numbers of Side.
class Table {
 public:
  explicit Table(Game game) : game_(std::move(game)) {}

  static sdk::Description description() { return describe(); }
  static const sdk::Board& board(std::span<const std::int64_t>) { return chess::board(); }

  static sdk::Made<Table> create(const sdk::Start& start) {
    const Options options{start.options[kClaims] != 0, start.options[kChess960] != 0};
    return create(start.position.empty() ? kInitialText : start.position, options);
  }

  [[nodiscard]] std::uint32_t acting() const {
    if (game_.outcome().over) return 0;
    return sdk::only(static_cast<int>(index(game_.position().side_to_move())));
  }

  void legal(int seat, sdk::List<qitai_move>& out) const {
    if (!on_turn(seat)) return;
    if (Move* const begin = out.room(MoveList::kRoom)) {
      out.took(static_cast<std::size_t>(game_.legal(begin) - begin));
      return;
    }
    MoveList list;
    game_.legal(list);
    out.add(std::span<const qitai_move>(list.begin(), list.size()));
  }

  void playable(int seat, sdk::List<qitai_playable>& out) const {
    if (!on_turn(seat)) return;
    MoveList list;
    game_.playable(list);
    for (const Move move : list)
      out.add({move, is_legal(game_.position(), move) ? 0 : QITAI_PLAYABLE_ILLEGAL, 0});
  }

  [[nodiscard]] std::optional<sdk::Refusal> refuse(int seat, qitai_move value) const {
    if (const auto refusal = refuse_any(seat, value)) return to_abi(*refusal);
    return std::nullopt;
  }

  std::optional<sdk::Refusal> apply(int seat, qitai_move move, sdk::Changes& changes) {
    if (!on_turn(seat) || !game_.play(move)) return to_abi(refuse_any(seat, move).value());
    report(game_.plies().back(), changes);
    return std::nullopt;
  }

  bool undo() { return game_.undo(); }

  [[nodiscard]] sdk::Outcome outcome() const;

  // FIDE 6.9: no loss where the other side cannot mate by any series of legal moves.
  [[nodiscard]] sdk::Outcome timeout_outcome(int seat) const {
    if (can_mate(game_.position(), other(static_cast<Side>(seat)))) return {};
    return sdk::Outcome::drawn("time-without-material");
  }

  [[nodiscard]] std::string explain(int) const { return chess::explain(game_); }

  void view(int, sdk::List<qitai_piece>& out) const {
    for (Bits men = game_.position().occupied(); men != 0; men &= men - 1) {
      const auto at = static_cast<Square>(std::countr_zero(men));
      const Cell man = game_.position().cell(at);
      out.add({at, kind_index(man), colour(side_of(man)), 0, 1});
    }
  }

  void marks(int, sdk::List<qitai_mark>& out) const;

  [[nodiscard]] std::string position_write(int) const { return write_fen(game_.setup()); }
  [[nodiscard]] std::string move_write(int seat, qitai_move move, int notation) const;
  [[nodiscard]] sdk::Made<qitai_move> move_read(int seat, std::string_view text, int notation) const;

  // Men, side to move, castling rights and a right en passant.
  [[nodiscard]] std::uint64_t hash(int) const { return game_.position().key(); }

  [[nodiscard]] std::uint64_t perft(unsigned depth) const {
    // One frame of the stack a ply, and no count of such a depth would fit or end.
    if (depth > kDeepestPerft) throw std::length_error("perft is asked for more than 1000 plies");
    return chess::perft(game_.position(), static_cast<int>(depth));
  }

  [[nodiscard]] Walker walker() const { return Walker(game_); }

  // Nothing is hidden and nothing depends on the build: one form for every purpose.
  void save(int, int, sdk::Writer& out) const {
    out.text(kSaveMark);
    out.u8(game_.options().automatic ? 1 : 0);
    out.u8(game_.options().chess960 ? 1 : 0);
    const std::string fen = write_fen(game_.start());
    out.u16(static_cast<std::uint16_t>(fen.size()));
    out.text(fen);
    out.u32(static_cast<std::uint32_t>(game_.plies().size()));
    for (const Ply& ply : game_.plies()) {
      for (const std::uint16_t part : {ply.move.from, ply.move.to, ply.move.choice})
        out.u8(static_cast<std::uint8_t>(part));
    }
  }

  static sdk::Made<Table> load(sdk::Reader& in) {
    const auto malformed = [](std::string detail) { return sdk::Refusal("malformed", std::move(detail)); };
    if (in.bytes(kSaveMark.size()) != kSaveMark)
      return malformed("The saved game does not begin as a chess game does.");
    const unsigned automatic = in.u8();
    const unsigned chess960 = in.u8();
    const std::string_view fen = in.bytes(in.u16());
    const std::uint32_t plies = in.u32();
    if (!in.ok() || automatic > 1 || chess960 > 1 || in.left() != kPlyBytes * std::size_t{plies})
      return malformed("The saved game is cut off or its counts are wrong.");
    sdk::Made<Table> made = create(fen, Options{automatic != 0, chess960 != 0});
    auto* table = std::get_if<Table>(&made);
    if (table == nullptr) return made;
    for (std::uint32_t ply = 0; ply < plies; ++ply) {
      const std::uint16_t from = in.u8();
      const std::uint16_t to = in.u8();
      const std::uint16_t choice = in.u8();
      if (!table->game_.play({from, to, choice, 0}))
        return malformed("Ply " + std::to_string(ply + 1) + " of the saved game cannot be played.");
    }
    return made;
  }

 private:
  static sdk::Made<Table> create(std::string_view text, Options options) {
    Setup setup;
    TextError error;
    if (!read_fen(text, options.chess960, setup, error))
      return sdk::Refusal(sdk::Id::from_static(error.id), error.message).offset(error.offset);
    return Table(Game(setup, options));
  }

  [[nodiscard]] bool on_turn(int seat) const {
    return static_cast<std::size_t>(seat) == index(game_.position().side_to_move());
  }

  [[nodiscard]] std::optional<Refusal> refuse_any(int seat, qitai_move move) const {
    const auto refusal = game_.refuse(move);
    if (!on_turn(seat) && !(refusal && refusal->id == "ended")) return Refusal{"not-your-turn", {}, 0};
    return refusal;
  }

  static void report(const Ply& ply, sdk::Changes& changes);

  Game game_;
};

// What was captured goes first; king and rook of a castling move together.
void Table::report(const Ply& ply, sdk::Changes& changes) {
  const Side us = side_of(ply.man);
  const Undo& undo = ply.undo;
  if (undo.captured != kEmpty)
    changes.captured(undo.captured_at, kind_index(undo.captured), colour(other(us)), kind_index(ply.man));
  if (undo.rook_from != kNowhere) {
    const Cell rook = cell_of(us, Kind::kRook);
    const Square king_to = castled_king(ply.move.from, undo.rook_from);
    const Square rook_to = castled_rook(ply.move.from, undo.rook_from);
    // Under Chess960 one of them may stay where it is.
    if (king_to != ply.move.from) changes.moved(ply.move.from, king_to, kind_index(ply.man), colour(us));
    if (rook_to != undo.rook_from) changes.moved(undo.rook_from, rook_to, kind_index(rook), colour(us));
    return;
  }
  changes.moved(ply.move.from, ply.move.to, kind_index(ply.man), colour(us));
  if (ply.move.choice != 0)
    changes.promoted(ply.move.to, static_cast<std::uint16_t>(chosen(ply.move.choice)), kind_index(ply.man),
                     colour(us));
}

sdk::Outcome Table::outcome() const {
  const Outcome outcome = game_.outcome();
  const sdk::Id reason = sdk::Id::from_static(outcome.reason);
  if (outcome.over)
    return outcome.winner ? sdk::Outcome::won(static_cast<int>(index(*outcome.winner)), reason)
                          : sdk::Outcome::drawn(reason);
  sdk::Outcome going_on;
  const Claims claims = game_.claims();
  const std::uint32_t claimant = sdk::only(static_cast<int>(index(game_.position().side_to_move())));
  if (!claims.threefold.empty())
    going_on.claim("threefold", sdk::Id::from_static(claims.threefold), claimant);
  if (claims.fifty_move) going_on.claim("fifty-move", "fifty-move", claimant);
  if (game_.standing().occurrences == kClaimOccurrences - 1) going_on.notice("position-twice");
  return going_on;
}

// Check by each attacker; after mate what guards the flights, after stalemate the men that cannot move.
void Table::marks(int, sdk::List<qitai_mark>& out) const {
  const Position& position = game_.position();
  const Side us = position.side_to_move();
  const Square king = position.king(us);
  if (king == kNowhere) return;
  for (Bits by = checkers(position, us); by != 0; by &= by - 1)
    out.add({QITAI_MARK_CHECK, king, static_cast<Square>(std::countr_zero(by)), 0});

  const std::string_view reason = game_.outcome().reason;
  if (reason == "checkmate") {
    for (const Flight& flight : flights(position)) {
      for (Bits guards = flight.guards; guards != 0; guards &= guards - 1)
        out.add({QITAI_MARK_GUARD, flight.at, static_cast<Square>(std::countr_zero(guards)), 0});
    }
  } else if (reason == "stalemate") {
    for (Bits men = position.men(us); men != 0; men &= men - 1)
      out.add({QITAI_MARK_STUCK, static_cast<Square>(std::countr_zero(men)), QITAI_NO_POINT, 0});
  }
}

std::string Table::move_write(int seat, qitai_move move, int notation) const {
  if (!on_turn(seat) || !is_playable(game_.position(), move)) return {};
  if (notation == kCoordinates || notation == kUci) return write_coordinates(move);
  return write_algebraic(game_.position(), move, kStyles[notation]);
}

sdk::Made<qitai_move> Table::move_read(int seat, std::string_view text, int notation) const {
  if (!on_turn(seat)) return sdk::Refusal("not-your-turn");
  Move move{};
  const bool by_coordinates = notation == kCoordinates || notation == kUci;
  ReadResult result =
      by_coordinates && read_coordinates(text, move) ? ReadResult::kRead : ReadResult::kNotThis;
  if (result != ReadResult::kRead && notation != kUci) result = read_algebraic(game_.position(), text, move);
  switch (result) {
    case ReadResult::kRead:
      if (is_playable(game_.position(), move)) return move;
      return to_abi(game_.refuse(move).value());
    case ReadResult::kNotThis:
      return sdk::Refusal("move-text", "The text is no move; g1f3, Nf3, exd6, O-O or e8=Q were expected.")
          .offset(0);
    case ReadResult::kNoSuchMove:
      return sdk::Refusal("no-such-move", "No piece of the side to move can move so.");
    case ReadResult::kAmbiguous:
      return sdk::Refusal("ambiguous-move", "Several pieces could make this move.");
    case ReadResult::kPromotionMissing:
      return sdk::Refusal("promotion-missing", "The text does not say what the pawn becomes.");
    case ReadResult::kNoCastling:
      return sdk::Refusal("castling-lost", "King or rook do not stand where they castle from.");
  }
  return sdk::Refusal("move-text");
}

}  // namespace
}  // namespace qitai::chess

const qitai_plugin qitai_plugin_entry = qitai::sdk::plugin<qitai::chess::Table>("chess", "1.0.0", "Qitai");
