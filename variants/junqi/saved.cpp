#include "junqi/saved.hpp"

#include <algorithm>
#include <string_view>

#include "junqi/access.hpp"

namespace qitai::junqi {
namespace {

// First bytes, and the version of what follows.
constexpr std::string_view kMark = "JQ1\n";
constexpr int kMaxCount = 1'000'000;

void write_piece(const Piece& piece, sdk::Writer& out) {
  out.u8(static_cast<std::uint8_t>(piece.side));
  out.u8(static_cast<std::uint8_t>(piece.kind));
  out.u8(static_cast<std::uint8_t>((piece.shown ? 1 : 0) | (piece.moved ? 2 : 0)));
  for (const Kinds may : piece.may)
    out.u16(may);
}

// Fails the reader where a value is none.
Piece read_piece(sdk::Reader& in) {
  const std::uint8_t side = in.u8();
  const std::uint8_t kind = in.u8();
  const std::uint8_t flags = in.u8();
  Piece piece;
  for (Kinds& may : piece.may) {
    may = in.u16();
    if (may > kAllKinds) in.fail();
  }
  if (side > static_cast<std::uint8_t>(Side::kNone) || kind > kKinds || flags > 3) in.fail();
  if (!in.ok()) return {};
  piece.side = static_cast<Side>(side);
  piece.kind = static_cast<Kind>(kind);
  piece.shown = (flags & 1) != 0;
  piece.moved = (flags & 2) != 0;
  return piece;
}

template <typename Enum>
Enum read_enum(sdk::Reader& in, Enum last) {
  const std::uint8_t value = in.u8();
  if (value > static_cast<std::uint8_t>(last)) in.fail();
  return in.ok() ? static_cast<Enum>(value) : last;
}

bool read_bool(sdk::Reader& in) {
  const std::uint8_t value = in.u8();
  if (value > 1) in.fail();
  return value == 1;
}

Options read_options(sdk::Reader& in) {
  Options options;
  options.mode = read_enum(in, Mode::kFlip);
  options.flag_taker = read_enum(in, FlagTaker::kEngineerAfterMines);
  options.mine_survives = read_bool(in);
  options.bomb_takes_flag = read_bool(in);
  options.reveal_flag = read_bool(in);
  options.after_fight = read_enum(in, AfterFight::kBoth);
  options.marshal_enters_hq = read_bool(in);
  options.empty_hq_reveals = read_bool(in);
  options.no_fight_limit = in.u16();
  options.repetition_draw = read_bool(in);
  options.first = read_enum(in, First::kLot);
  if (options.no_fight_limit > kMaxNoFightLimit || !(options == options.in_force())) in.fail();
  return options;
}

void write_options(const Options& options, sdk::Writer& out) {
  out.u8(static_cast<std::uint8_t>(options.mode));
  out.u8(static_cast<std::uint8_t>(options.flag_taker));
  out.u8(options.mine_survives ? 1 : 0);
  out.u8(options.bomb_takes_flag ? 1 : 0);
  out.u8(options.reveal_flag ? 1 : 0);
  out.u8(static_cast<std::uint8_t>(options.after_fight));
  out.u8(options.marshal_enters_hq ? 1 : 0);
  out.u8(options.empty_hq_reveals ? 1 : 0);
  out.u16(static_cast<std::uint16_t>(options.no_fight_limit));
  out.u8(options.repetition_draw ? 1 : 0);
  out.u8(static_cast<std::uint8_t>(options.first));
}

// What stands of a side, on the board and off it.
struct Count {
  std::size_t pieces = 0;
  std::array<int, kKinds> kinds{};
  bool hidden = false;
};

void add(Count& count, const Piece& piece) {
  ++count.pieces;
  if (piece.kind == Kind::kHidden)
    count.hidden = true;
  else
    ++count.kinds[index(piece.kind)];
}

bool sound(const Game& game, const Piece& piece) {
  if (piece.side == Side::kNone || piece.side == Side::kFaceDown)
    return piece.kind == Kind::kHidden && !piece.shown && !piece.moved && piece.may == Piece{}.may;
  if (piece.shown) {
    Piece same = piece;
    show(same, piece.kind);
    return piece.kind != Kind::kHidden && same == piece;
  }
  if (game.options().mode == Mode::kFlip) return false;
  for (std::size_t viewer = 0; viewer < kViewers; ++viewer) {
    const bool kept = game.knower() == Knower::kEverything || viewer == kEverybody ||
                      viewer == static_cast<std::size_t>(game.knower());
    if ((piece.may[viewer] != 0) != kept) return false;
    if (kept && piece.kind != Kind::kHidden && !contains(piece.may[viewer], piece.kind)) return false;
  }
  // A side knows its own, and nobody else does.
  const bool own = game.knows(piece.side);
  if (piece.kind == Kind::kHidden) return !own || game.is_open();
  return own && (piece.may[index(piece.side)] == 0 || only_kind(piece.may[index(piece.side)]) == piece.kind);
}

}  // namespace

void Access::forget(std::size_t viewer) {
  if (knower() != Knower::kEverything && static_cast<std::size_t>(knower()) != viewer) viewer = kEverybody;
  seed().fill(0);
  knower() = static_cast<Knower>(viewer);
  const auto forget_piece = [&](Piece& piece) {
    if (piece.shown || !is_player(piece.side)) return;
    if (index(piece.side) != viewer) piece.kind = Kind::kHidden;
    for (std::size_t other = 0; other < kEverybody; ++other) {
      if (other != viewer) piece.may[other] = 0;
    }
  };
  for (Point at = 0; at < kPoints; ++at)
    forget_piece(position().knowledge(at));
  for (std::size_t i = 0; i < position().fallen_count(); ++i)
    forget_piece(position().fallen(i));
}

void save(const Game& game, sdk::Writer& out) {
  Game copy = game;
  Access all(copy);
  out.text(kMark);
  write_options(game.options(), out);
  out.u8(static_cast<std::uint8_t>(game.knower()));
  out.bytes(all.seed().data(), all.seed().size());
  out.u8(static_cast<std::uint8_t>(game.phase()));
  out.u8(static_cast<std::uint8_t>((game.ready(0) ? 1 : 0) | (game.ready(1) ? 2 : 0)));
  out.u8(static_cast<std::uint8_t>(game.turn()));
  for (const Side side : all.sides())
    out.u8(static_cast<std::uint8_t>(side));
  out.u8(game.turning());
  out.u32(static_cast<std::uint32_t>(game.quiet()));
  out.u8(game.fought() ? 1 : 0);
  out.u32(static_cast<std::uint32_t>(game.plies()));
  out.u8(static_cast<std::uint8_t>(all.flag_taken_by().value_or(2)));
  for (Point at = 0; at < kPoints; ++at)
    write_piece(game.position().at(at), out);
  out.u8(static_cast<std::uint8_t>(game.position().fallen_count()));
  for (std::size_t i = 0; i < game.position().fallen_count(); ++i)
    write_piece(game.position().fallen(i), out);
  out.u32(static_cast<std::uint32_t>(game.past().size()));
  for (const std::uint64_t key : game.past())
    out.u64(key);
}

void save_view(const Game& game, std::size_t viewer, sdk::Writer& out) {
  Game copy = game;
  Access(copy).forget(viewer);
  save(copy, out);
}

std::string contradiction(const Game& game) {
  const Position& position = game.position();
  const bool flip = game.options().mode == Mode::kFlip;
  std::array<Count, 2> count{};
  std::size_t face_down = 0;
  for (Point at = 0; at < kPoints; ++at) {
    const Piece& piece = position.at(at);
    if (!sound(game, piece)) return "A piece on the board is known to the wrong seats.";
    if (piece.side == Side::kFaceDown) ++face_down;
    if (is_player(piece.side)) add(count[index(piece.side)], piece);
  }
  if ((game.phase() == Phase::kSetup || game.phase() == Phase::kLot) && position.fallen_count() != 0)
    return "A piece fell before anybody moved.";
  std::optional<std::size_t> taken_by;
  for (std::size_t i = 0; i < position.fallen_count(); ++i) {
    const Piece& piece = position.fallen(i);
    if (piece.kind == Kind::kFlag) {
      if (taken_by || !piece.shown) return "The game ends when one flag is taken, in the sight of all.";
      taken_by = game.side_of(0) == other(piece.side) ? 0 : 1;
    }
    if (!is_player(piece.side) || !sound(game, piece)) return "A fallen piece is known to the wrong seats.";
    add(count[index(piece.side)], piece);
  }
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (count[side].kinds[kind] > kKindCount[kind]) return "A side has too many pieces of a kind.";
    }
    if (count[side].hidden && game.knower() == Knower::kEverything)
      return "A piece is hidden from a state that knows everything.";
    if (game.knower() != Knower::kEverything &&
        !kinds_exist(position, static_cast<std::size_t>(game.knower()), static_cast<Side>(side)))
      return "What is known of a side's pieces cannot be true of all of them at once.";
    if (!flip && count[side].pieces != (game.ready(side) ? kPieces : 0))
      return "A side that is ready has twenty-five pieces with those that fell, and no other has any.";
  }
  if (game.flag_taken_by() != taken_by) return "Nobody, or somebody else, has taken the flag that fell.";
  if (flip && count[0].pieces + count[1].pieces + face_down != 2 * kPieces)
    return "The flip game has fifty pieces with those that fell.";
  if (!flip && face_down != 0) return "Only the flip game has pieces that are nobody's.";
  return {};
}

std::variant<Game, std::string> load(sdk::Reader& in) {
  if (in.bytes(kMark.size()) != kMark) return "The saved game does not begin as a junqi game does.";
  const Options options = read_options(in);
  const Knower knower = read_enum(in, Knower::kEverything);
  const std::string_view seed = in.bytes(32);
  std::array<std::uint8_t, 32> bytes{};
  std::copy(seed.begin(), seed.end(), bytes.begin());
  Game game(options, knower, bytes);
  Access all(game);
  all.phase() = read_enum(in, Phase::kTurning);
  const std::uint8_t ready = in.u8();
  all.ready() = {(ready & 1) != 0, (ready & 2) != 0};
  all.turn() = in.u8();
  for (Side& side : all.sides())
    side = read_enum(in, Side::kNone);
  all.turning() = in.u8();
  const std::uint32_t quiet = in.u32();
  all.fought() = read_bool(in);
  const std::uint32_t plies = in.u32();
  const std::uint8_t taken = in.u8();
  all.position() = Position{};
  for (Point at = 0; at < kPoints; ++at)
    all.position().put(at, read_piece(in));
  const std::uint8_t fallen = in.u8();
  if (fallen > 2 * kPieces) in.fail();
  for (std::size_t i = 0; i < fallen && in.ok(); ++i)
    all.position().fall(read_piece(in));
  const std::uint32_t past = in.u32();
  if (!in.ok() || ready > 3 || all.turn() > 1 || quiet > kMaxCount || plies > kMaxCount || taken > 2 ||
      past > plies + 1 || in.left() != 8 * std::size_t{past})
    return "The saved game is cut off or a value is out of range.";
  all.quiet() = static_cast<int>(quiet);
  all.plies() = static_cast<int>(plies);
  if (taken < 2) all.flag_taken_by() = taken;
  all.past().clear();
  for (std::uint32_t i = 0; i < past; ++i)
    all.past().push_back(in.u64());
  const bool flip = options.mode == Mode::kFlip;
  const std::array<Side, 2> usual{Side::kRed, Side::kBlue};
  const std::array<Side, 2> swapped{Side::kBlue, Side::kRed};
  const std::array<Side, 2> open{Side::kNone, Side::kNone};
  if (!(all.sides() == usual || (flip && (all.sides() == swapped || all.sides() == open))))
    return "The saved game gives the seats impossible colours.";
  const bool both = ready == 3;
  const bool turning =
      all.turning() < kPoints && flip && game.position().at(all.turning()).side == Side::kFaceDown;
  if ((game.phase() == Phase::kSetup) == both || (game.phase() == Phase::kTurning) != turning ||
      (!turning && all.turning() != kNowhere))
    return "The saved game stands at no point of its course.";
  if (std::string why = contradiction(game); !why.empty()) return why;
  const bool begun = game.phase() != Phase::kSetup;
  if (begun && (past == 0 || (!turning && game.past().back() != game.repetition_key())))
    return "The saved game's positions do not end with the one that stands.";
  return game;
}

}  // namespace qitai::junqi
