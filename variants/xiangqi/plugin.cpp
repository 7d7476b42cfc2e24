// Xiangqi: the game through the plugin ABI.
#include <qitai/variant.hpp>

#include <array>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "xiangqi/describe.hpp"
#include "xiangqi/explain.hpp"
#include "xiangqi/notation.hpp"
#include "xiangqi/rules.hpp"
#include "xiangqi/walker.hpp"

namespace qitai::xiangqi {
namespace {

// The order of Description's options and notations.
constexpr std::size_t kRepetition = 0;
constexpr std::size_t kNaturalLimit = 1;
constexpr int kCoordinates = -1;
constexpr unsigned kDeepestPerft = 1000;

// First bytes of a saved state, and the version of what follows: i64 of each option in the order of
// the table, u16 and the first position's FEN, u32 and the plies as two points of a byte each.
constexpr std::string_view kSaveMark = "XQ2\n";

// A table, as lists of moves are handed out by the million.
constexpr std::array<std::uint16_t, 256> make_points() {
  std::array<std::uint16_t, 256> points{};
  for (int i = 0; i < kPoints; ++i)
    points[square_of_point(i)] = static_cast<std::uint16_t>(i);
  return points;
}
constexpr auto kPointOf = make_points();

std::uint16_t point(Square at) {
  return kPointOf[at];
}

std::uint16_t kind_index(Cell man) {
  return static_cast<std::uint16_t>(kind_of(man));
}

std::uint8_t colour(Side side) {
  return static_cast<std::uint8_t>(side);
}

qitai_move to_abi(Move move) {
  return {point(move.from), point(move.to), 0, 0};
}

// Nothing where the value is no move of this game.
std::optional<Move> from_abi(qitai_move move) {
  if (move.from >= kPoints || move.to >= kPoints || move.choice != 0 || move.flags != 0) return std::nullopt;
  return Move{square_of_point(move.from), square_of_point(move.to)};
}

sdk::Refusal to_abi(const Refusal& refusal) {
  sdk::Refusal out(sdk::Id::from_static(refusal.id));
  for (std::size_t i = 0; i < refusal.count; ++i)
    out.at(point(refusal.points[i]));
  return out;
}

// A game as the adaptor wants it. Seats and colours have the numbers of Side.
class Table {
 public:
  explicit Table(Game game) : game_(std::move(game)) {}

  static sdk::Description description() { return describe(); }
  static const sdk::Board& board(std::span<const std::int64_t>) { return xiangqi::board(); }

  static sdk::Made<Table> create(const sdk::Start& start) {
    const Options options{static_cast<Repetition>(start.options[kRepetition]),
                          static_cast<int>(start.options[kNaturalLimit])};
    return create(start.position.empty() ? kInitialText : start.position, options);
  }

  [[nodiscard]] std::uint32_t acting() const {
    if (game_.over()) return 0;
    return sdk::only(static_cast<int>(index(game_.position().side_to_move())));
  }

  void legal(int seat, sdk::List<qitai_move>& out) const {
    if (!on_turn(seat)) return;
    MoveList list;
    game_.legal(list);
    for (const Move move : list)
      out.add(to_abi(move));
  }

  void playable(int seat, sdk::List<qitai_playable>& out) const {
    if (!on_turn(seat)) return;
    MoveList list;
    game_.playable(list);
    for (const Move move : list)
      out.add({to_abi(move), is_legal(game_.position(), move) ? 0 : QITAI_PLAYABLE_ILLEGAL, 0});
  }

  [[nodiscard]] std::optional<sdk::Refusal> refuse(int seat, qitai_move value) const {
    if (const auto refusal = refuse_any(seat, value)) return to_abi(*refusal);
    return std::nullopt;
  }

  std::optional<sdk::Refusal> apply(int seat, qitai_move value, sdk::Changes& changes) {
    const auto move = from_abi(value);
    if (!move || !on_turn(seat) || !game_.play(*move)) return to_abi(refuse_any(seat, value).value());
    const Ply& ply = game_.plies().back();
    const Side us = side_of(ply.man);
    if (ply.undo.captured != kEmpty)
      changes.captured(value.to, kind_index(ply.undo.captured), colour(other(us)), kind_index(ply.man));
    changes.moved(value.from, value.to, kind_index(ply.man), colour(us));
    return std::nullopt;
  }

  bool undo() { return game_.undo(); }

  [[nodiscard]] sdk::Outcome outcome() const {
    const Outcome outcome = game_.outcome();
    if (outcome.warning) {
      const Verdict& verdict = *outcome.warning;
      return sdk::Outcome().notice(sdk::Id::from_static(notice_id(verdict, game_.options().repetition)),
                                   verdict.loser ? sdk::only(static_cast<int>(index(*verdict.loser))) : 0);
    }
    if (!outcome.over) return {};
    const sdk::Id reason = sdk::Id::from_static(outcome.reason);
    return outcome.winner ? sdk::Outcome::won(static_cast<int>(index(*outcome.winner)), reason)
                          : sdk::Outcome::drawn(reason);
  }

  void view(int, sdk::List<qitai_piece>& out) const {
    for (int at = 0; at < kPoints; ++at) {
      const Cell man = game_.position().cell(square_of_point(at));
      if (man != kEmpty)
        out.add({static_cast<std::uint16_t>(at), kind_index(man), colour(side_of(man)), 0, 1});
    }
  }

  void marks(int, sdk::List<qitai_mark>& out) const;

  [[nodiscard]] std::string explain(int) const { return xiangqi::explain(game_); }

  [[nodiscard]] std::string position_write(int) const { return write_fen(game_.setup()); }
  [[nodiscard]] std::string move_write(int seat, qitai_move value, int notation) const;
  [[nodiscard]] sdk::Made<qitai_move> move_read(int seat, std::string_view text, int notation) const;

  // Men and side to move.
  [[nodiscard]] std::uint64_t hash(int) const { return game_.position().key(); }

  [[nodiscard]] std::uint64_t perft(unsigned depth) const {
    // One frame of the stack a ply, and no count of such a depth would fit or end.
    if (depth > kDeepestPerft) throw std::length_error("perft is asked for more than 1000 plies");
    Position position = game_.position();
    return xiangqi::perft(position, static_cast<int>(depth));
  }

  [[nodiscard]] Walker walker() const { return Walker(game_); }

  // Nothing is hidden and nothing depends on the build: one form for every purpose.
  void save(int, int, sdk::Writer& out) const {
    out.text(kSaveMark);
    out.i64(static_cast<std::int64_t>(game_.options().repetition));
    out.i64(game_.options().natural_limit);
    const std::string fen = write_fen(game_.start());
    out.u16(static_cast<std::uint16_t>(fen.size()));
    out.text(fen);
    out.u32(static_cast<std::uint32_t>(game_.plies().size()));
    for (const Ply& ply : game_.plies()) {
      out.u8(static_cast<std::uint8_t>(point(ply.move.from)));
      out.u8(static_cast<std::uint8_t>(point(ply.move.to)));
    }
  }

  static sdk::Made<Table> load(sdk::Reader& in) {
    const auto malformed = [](std::string detail) { return sdk::Refusal("malformed", std::move(detail)); };
    if (in.bytes(kSaveMark.size()) != kSaveMark)
      return malformed("The saved game does not begin as a xiangqi game does.");
    const std::int64_t repetition = in.i64();
    const std::int64_t limit = in.i64();
    const std::string_view fen = in.bytes(in.u16());
    const std::uint32_t plies = in.u32();
    if (!in.ok() || limit < 0 || limit > kMaxNaturalLimit || in.left() != 2 * std::size_t{plies} ||
        repetition < 0 || repetition >= static_cast<std::int64_t>(kRepetitions.size()))
      return malformed("The saved game is cut off or its counts are wrong.");
    sdk::Made<Table> made =
        create(fen, Options{static_cast<Repetition>(repetition), static_cast<int>(limit)});
    auto* table = std::get_if<Table>(&made);
    if (table == nullptr) return made;
    for (std::uint32_t ply = 0; ply < plies; ++ply) {
      const std::uint16_t from = in.u8();
      const std::uint16_t to = in.u8();
      const auto move = from_abi({from, to, 0, 0});
      if (!move || !table->game_.play(*move))
        return malformed("Ply " + std::to_string(ply + 1) + " of the saved game cannot be played.");
    }
    return made;
  }

 private:
  static sdk::Made<Table> create(std::string_view text, Options options) {
    Setup setup;
    TextError error;
    if (!read_fen(text, setup, error))
      return sdk::Refusal(sdk::Id::from_static(error.id), error.message).offset(error.offset);
    return Table(Game(setup, options));
  }

  [[nodiscard]] bool on_turn(int seat) const {
    return static_cast<std::size_t>(seat) == index(game_.position().side_to_move());
  }

  [[nodiscard]] std::optional<Refusal> refuse_any(int seat, qitai_move value) const {
    const auto move = from_abi(value);
    if (!move) {
      const auto refusal = game_.refuse(Move{});  // no point of the board, or the game has ended
      const bool points = value.from < kPoints && value.to < kPoints;
      return points && refusal->id != "ended" ? Refusal{"not-a-move-of-that-piece", {}, 0} : refusal;
    }
    const auto refusal = game_.refuse(*move);
    if (!on_turn(seat) && !(refusal && refusal->id == "ended")) return Refusal{"not-your-turn", {}, 0};
    return refusal;
  }

  Game game_;
};

// Check by each attacker; after mate what guards the flights, after 困毙 the men that cannot move.
void Table::marks(int, sdk::List<qitai_mark>& out) const {
  const Position& position = game_.position();
  const Side us = position.side_to_move();
  const Square general = position.general(us);
  if (general == kNowhere) return;
  const Attackers attackers = attackers_of_general(position, us);
  for (std::size_t i = 0; i < attackers.count; ++i)
    out.add({QITAI_MARK_CHECK, point(general), point(attackers.squares[i]), 0});

  const std::string_view reason = game_.outcome().reason;
  if (reason == "checkmate") {
    MoveList list;
    playable_moves(position, list);
    for (const Move move : list) {
      if (move.from != general) continue;
      Position after = position;
      after.make(move);
      const Attackers guards = attackers_of_general(after, us);
      for (std::size_t i = 0; i < guards.count; ++i)
        out.add({QITAI_MARK_GUARD, point(move.to), point(guards.squares[i]), 0});
    }
  } else if (reason == "stalemate-loss") {
    for (int at = 0; at < kPoints; ++at) {
      const Cell man = position.cell(square_of_point(at));
      if (man != kEmpty && side_of(man) == us)
        out.add({QITAI_MARK_STUCK, static_cast<std::uint16_t>(at), QITAI_NO_POINT, 0});
    }
  }
}

std::string Table::move_write(int seat, qitai_move value, int notation) const {
  const auto move = from_abi(value);
  if (!move || !on_turn(seat) || !is_playable(game_.position(), *move)) return {};
  if (notation == kCoordinates) return write_coordinates(*move);
  return write_move(game_.position(), *move, static_cast<Notation>(notation));
}

sdk::Made<qitai_move> Table::move_read(int seat, std::string_view text, int notation) const {
  if (!on_turn(seat)) return sdk::Refusal("not-your-turn");
  Move move;
  const Position& position = game_.position();
  const ReadResult result = notation == kCoordinates
                                ? read_move(position, text, move)
                                : read_move(position, text, static_cast<Notation>(notation), move);
  switch (result) {
    case ReadResult::kRead:
      if (is_playable(position, move)) return to_abi(move);
      return to_abi(game_.refuse(move).value());
    case ReadResult::kNotThis:
      return sdk::Refusal("move-text", "The text is no move; h2e2, C2.5 or 炮二平五 was expected.").offset(0);
    case ReadResult::kNoSuchPiece:
      return sdk::Refusal("no-such-piece", "The side to move has no piece that is called so.");
    case ReadResult::kNoSuchMove:
      return sdk::Refusal("no-such-move", "The piece that is called so never moves like that.");
    case ReadResult::kAmbiguous:
      return sdk::Refusal("ambiguous-move", "Several pieces could make this move.");
  }
  return sdk::Refusal("move-text");
}

}  // namespace
}  // namespace qitai::xiangqi

const qitai_plugin qitai_plugin_entry =
    qitai::sdk::plugin<qitai::xiangqi::Table>("xiangqi", "1.0.0", "Qitai");
