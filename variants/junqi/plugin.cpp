// Junqi: the game through the plugin ABI.
#include <qitai/secrets.hpp>
#include <qitai/variant.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "junqi/describe.hpp"
#include "junqi/explain.hpp"
#include "junqi/layout.hpp"
#include "junqi/notation.hpp"
#include "junqi/resample.hpp"
#include "junqi/rules.hpp"
#include "junqi/saved.hpp"
#include "junqi/secrets.hpp"
#include "junqi/setup.hpp"
#include "junqi/walker.hpp"

namespace qitai::junqi {
namespace {

constexpr int kCoordinates = -1;

std::uint16_t to_abi(Point at) {
  return at == kNowhere ? std::uint16_t{QITAI_NO_POINT} : std::uint16_t{at};
}

std::uint16_t to_abi(Kind kind) {
  return kind == Kind::kHidden ? std::uint16_t{QITAI_NO_KIND} : static_cast<std::uint16_t>(kind);
}

std::uint8_t to_abi(Side side) {
  return is_player(side) ? static_cast<std::uint8_t>(side) : std::uint8_t{QITAI_NO_COLOUR};
}

qitai_move to_abi(Move move) {
  return {to_abi(move.from), to_abi(move.to), 0, 0};
}

// Nothing where the value is no move of this game.
std::optional<Move> from_abi(qitai_move move) {
  const bool turning = move.to == QITAI_NO_POINT;
  if (move.from >= kPoints || (move.to >= kPoints && !turning) || move.choice != 0 || move.flags != 0)
    return std::nullopt;
  return Move{static_cast<Point>(move.from), turning ? kNowhere : static_cast<Point>(move.to)};
}

sdk::Refusal to_abi(const Refusal& refusal) {
  sdk::Refusal out(sdk::Id::from_static(refusal.id));
  for (std::size_t i = 0; i < refusal.count; ++i)
    out.at(refusal.points[i]);
  return out;
}

// Seats have the numbers of sides as long as anything is asked for: facts are of the hidden mode alone.
qitai_fact to_abi(const Fact& fact) {
  const auto seat = static_cast<std::uint16_t>(fact.side);
  switch (fact.what) {
    case Asked::kFight:
      return {QITAI_FACT_FIGHT, fact.point, seat, fact.value};
    case Asked::kReveal:
      return {QITAI_FACT_REVEAL, fact.point, seat, fact.value};
    case Asked::kShow:
      return {QITAI_FACT_SHOW, to_abi(fact.point), seat,
              fact.point == kNowhere ? -1 : static_cast<std::int64_t>(Kind::kFlag)};
    case Asked::kMine:
      break;
  }
  return {kFactMine, fact.point, seat, fact.value};
}

// Nothing where the answer is none that this game could ask for.
std::optional<Fact> from_abi(const qitai_fact& fact) {
  if (fact.seat > 1) return std::nullopt;
  const auto side = static_cast<Side>(fact.seat);
  const auto at = fact.point < kPoints ? static_cast<Point>(fact.point) : kNowhere;
  const auto in = [&](std::int64_t first, std::int64_t last) {
    return at != kNowhere && fact.value >= first && fact.value <= last;
  };
  switch (fact.what) {
    case QITAI_FACT_FIGHT:
      if (!in(QITAI_FIGHT_WON, QITAI_FIGHT_FLAG)) return std::nullopt;
      return Fact{Asked::kFight, at, side, static_cast<int>(fact.value)};
    case QITAI_FACT_REVEAL:
      if (!in(0, kKinds - 1)) return std::nullopt;
      return Fact{Asked::kReveal, at, side, static_cast<int>(fact.value)};
    case QITAI_FACT_SHOW:
      if (fact.value == -1) return Fact{Asked::kShow, kNowhere, side, 0};
      if (!in(index(Kind::kFlag), index(Kind::kFlag))) return std::nullopt;
      return Fact{Asked::kShow, at, side, 0};
    case kFactMine:
      if (!in(0, 1)) return std::nullopt;
      return Fact{Asked::kMine, at, side, static_cast<int>(fact.value)};
    default:
      return std::nullopt;
  }
}

std::optional<Facts> from_abi(std::span<const qitai_fact> facts) {
  Facts all;
  for (const qitai_fact& fact : facts) {
    const std::optional<Fact> one = from_abi(fact);
    if (!one) return std::nullopt;
    all.push_back(*one);
  }
  return all;
}

sdk::Refusal impossible(Move move) {
  return sdk::Refusal("impossible-fact", "No pieces that could stand there give these answers.").at(move.to);
}

// A game as the adaptor wants it. Colours have the numbers of Side, seats too but in the flip game.
// It has no undo: what a fight made known cannot be counted backwards, so that it would have to keep a copy
// of the game before every ply, and whoever wants to go back makes that copy himself (perft through the ABI
// counts 15 million positions a second so; the search has its walker).
class Table {
 public:
  explicit Table(Game game) : game_(std::move(game)) {}

  static sdk::Description description() { return describe(); }
  static const sdk::Board& board(std::span<const std::int64_t>) { return junqi::board(); }
  static sdk::Made<Table> create(const sdk::Start& start);
  static const void* extension(std::string_view id) { return sdk::secrets::extension<Table, Secrets>(id); }

  [[nodiscard]] std::uint32_t acting() const {
    if (game_.over()) return 0;
    if (game_.phase() == Phase::kSetup) {
      std::uint32_t seats = QITAI_ACTING_SETUP;
      for (const int seat : {0, 1}) {
        if (!game_.ready(static_cast<std::size_t>(seat))) seats |= sdk::only(seat);
      }
      return seats;
    }
    if (game_.phase() != Phase::kPlay) return sdk::kChance;
    return sdk::only(static_cast<int>(game_.turn()));
  }
  [[nodiscard]] int colour_of(int seat) const {
    const Side side = game_.side_of(static_cast<std::size_t>(seat));
    return is_player(side) ? static_cast<int>(side) : -1;
  }

  std::optional<sdk::Refusal> setup_apply(int seat, std::string_view bytes, sdk::Changes& changes);
  // Seats have the numbers of sides as long as anybody sets up.
  [[nodiscard]] std::string setup_suggest(int seat, std::span<const std::uint8_t, 32> seed) const {
    return write_layout(suggest_layout(seed, static_cast<std::uint64_t>(seat)));
  }
  std::optional<sdk::Refusal> setup_read(int seat, std::string_view text, sdk::List<qitai_piece>& out) const {
    return setup_pieces(static_cast<Side>(seat), text, out);
  }
  [[nodiscard]] sdk::Made<std::string> setup_write(int seat, std::span<const qitai_piece> pieces) const {
    return setup_text(static_cast<Side>(seat), pieces);
  }
  [[nodiscard]] std::optional<sdk::Refusal> setup_check(int seat, std::string_view text) const {
    const auto read = read_setup(static_cast<Side>(seat), text);
    const auto* refusal = std::get_if<sdk::Refusal>(&read);
    return refusal == nullptr ? std::nullopt : std::optional(*refusal);
  }
  void setup_places(int seat, std::string_view text, std::uint16_t point,
                    sdk::List<std::uint16_t>& out) const {
    junqi::setup_places(static_cast<Side>(seat), text, point, out);
  }

  qitai_status legal(int seat, sdk::List<qitai_move>& out) const {
    if (static_cast<std::size_t>(seat) != game_.turn()) return QITAI_OK;
    std::vector<Move> moves;
    if (!game_.legal(moves)) return QITAI_UNKNOWN;
    for (const Move move : moves)
      out.add(to_abi(move));
    return QITAI_OK;
  }

  [[nodiscard]] std::optional<sdk::Refusal> refuse(int seat, qitai_move value) const {
    const std::optional<Move> move = from_abi(value);
    const std::optional<Refusal> refusal =
        game_.refuse(static_cast<std::size_t>(seat), move.value_or(Move{}));
    if (!refusal) return std::nullopt;
    const bool points = value.from < kPoints && (value.to < kPoints || value.to == QITAI_NO_POINT);
    if (!move && points && refusal->id == "no-such-point") return sdk::Refusal("not-a-move");
    return to_abi(*refusal);
  }

  void needs(int seat, qitai_move value, std::span<const qitai_fact> known,
             sdk::List<qitai_fact>& out) const {
    const std::optional<Facts> facts = from_abi(known);
    if (refuse(seat, value) || !facts) return;
    for (const Fact& fact : game_.needs(*from_abi(value), *facts))
      out.add(to_abi(fact));
  }
  qitai_status facts(int seat, qitai_move value, sdk::List<qitai_fact>& out) const {
    if (game_.knower() != Knower::kEverything) return QITAI_UNSUPPORTED;
    if (refuse(seat, value)) return QITAI_REFUSED;
    for (const Fact& fact : game_.facts(*from_abi(value)))
      out.add(to_abi(fact));
    return QITAI_OK;
  }
  std::optional<sdk::Refusal> apply(int seat, qitai_move value, std::span<const qitai_fact> facts,
                                    sdk::Changes& changes);

  [[nodiscard]] std::uint32_t chance_count() const {
    return static_cast<std::uint32_t>(std::max<std::size_t>(game_.draws(), 1));
  }
  std::optional<sdk::Refusal> chance_apply(std::uint32_t drawn, sdk::Changes& changes);

  [[nodiscard]] sdk::Outcome outcome() const;

  void view(int viewer, sdk::List<qitai_piece>& out) const {
    for (Point at = 0; at < kPoints; ++at) {
      const Piece& piece = game_.position().at(at);
      if (piece.side == Side::kNone) continue;
      const bool own = static_cast<int>(piece.side) == viewer && is_player(piece.side);
      const Kind kind = piece.shown || own ? piece.kind : Kind::kHidden;
      const bool dark = game_.options().mode == Mode::kDark;
      const auto flags = static_cast<std::uint8_t>((kind == Kind::kHidden ? QITAI_PIECE_FACE_DOWN : 0) |
                                                   (piece.shown && dark ? QITAI_PIECE_SHOWN : 0));
      out.add({at, to_abi(kind), to_abi(piece.side), flags, 1});
    }
  }
  void marks(int, sdk::List<qitai_mark>& out) const;
  [[nodiscard]] std::string explain(int) const { return junqi::explain(game_); }
  [[nodiscard]] std::uint64_t candidates(int viewer, std::uint16_t point) const {
    if (point >= kPoints) return 0;
    return game_.candidates(viewer_index(viewer), static_cast<Point>(point));
  }
  [[nodiscard]] std::string position_write(int viewer) const {
    return write_position(game_, viewer_index(viewer));
  }
  [[nodiscard]] std::string move_write(int seat, qitai_move value, int notation) const;
  [[nodiscard]] sdk::Made<qitai_move> move_read(int seat, std::string_view text, int notation) const;
  [[nodiscard]] sdk::Made<Table> resample(std::span<const std::uint8_t, 32> seed) const {
    if (std::optional<Game> full = junqi::resample(game_, seed)) return Table(std::move(*full));
    return sdk::Refusal("full", "This state knows everything.");
  }
  [[nodiscard]] Walker walker() const { return Walker(game_); }
  [[nodiscard]] std::uint64_t hash(int viewer) const { return game_.key(viewer_index(viewer)); }

  void save(int purpose, int viewer, sdk::Writer& out) const {
    if (purpose == QITAI_SAVE_SEAT_VIEW)
      save_view(game_, viewer_index(viewer), out);
    else
      junqi::save(game_, out);
  }
  static sdk::Made<Table> load(sdk::Reader& in) {
    std::variant<Game, std::string> read = junqi::load(in);
    if (const auto* why = std::get_if<std::string>(&read)) return sdk::Refusal("malformed", *why);
    return Table(std::get<Game>(std::move(read)));
  }

 private:
  static std::size_t viewer_index(int viewer) {
    return viewer == sdk::kPublic ? kEverybody : static_cast<std::size_t>(viewer);
  }

  Game game_;
};

sdk::Made<Table> Table::create(const sdk::Start& start) {
  const auto value = [&](OptionIndex option) { return start.options[option]; };
  Options options;
  options.mode = static_cast<Mode>(value(kModeOption));
  options.flag_taker = static_cast<FlagTaker>(value(kFlagTakerOption));
  options.mine_survives = value(kMineSurvivesOption) != 0;
  options.bomb_takes_flag = value(kBombTakesFlagOption) != 0;
  options.reveal_flag = value(kRevealFlagOption) != 0;
  options.after_fight = static_cast<AfterFight>(value(kAfterFightOption));
  options.marshal_enters_hq = value(kMarshalEntersHqOption) != 0;
  options.empty_hq_reveals = value(kEmptyHqRevealsOption) != 0;
  options.no_fight_limit = static_cast<int>(value(kNoFightLimitOption));
  options.repetition_draw = value(kRepetitionDrawOption) != 0;
  options.first = static_cast<First>(value(kFirstOption));
  const Knower knower =
      start.knower < 0 ? Knower::kEverything : static_cast<Knower>(viewer_index(start.knower));
  if (start.position.empty()) return Table(Game(options, knower, start.seed));
  sdk::TextError error;
  std::optional<Game> read = read_position(start.position, options, knower, start.seed, error);
  if (!read) return sdk::Refusal(sdk::Id::from_static(error.id), error.message).offset(error.offset);
  return Table(std::move(*read));
}

std::optional<sdk::Refusal> Table::setup_apply(int seat, std::string_view bytes, sdk::Changes& changes) {
  const auto at_seat = static_cast<std::size_t>(seat);
  if (game_.phase() != Phase::kSetup || game_.ready(at_seat))
    return sdk::Refusal("set-up-done", "This seat has set up its pieces.");
  const Side side = game_.side_of(at_seat);
  const bool all = game_.knower() == Knower::kEverything;
  std::optional<Layout> layout;
  if (!all && !game_.needs_layout(at_seat)) {
    if (!bytes.empty())
      return sdk::Refusal("not-yours-to-know", "This state may not know that layout.").offset(0);
  } else if (bytes.empty()) {
    if (!all) return sdk::Refusal("layout-needed", "This state must be told the layout.").offset(0);
    layout = game_.drawn_layout(at_seat);
  } else {
    auto read = read_setup(side, bytes);
    if (auto* refusal = std::get_if<sdk::Refusal>(&read)) return *refusal;
    layout = std::get<Layout>(read);
  }
  game_.set_up(at_seat, layout);
  const PointSet home = kHalf[index(side)] & ~kCamps;
  for (PointSet rest = home; rest != 0;)
    changes.placed(take_first(rest), QITAI_NO_KIND, to_abi(side));
  const bool own = all || static_cast<std::size_t>(game_.knower()) == at_seat;
  for (PointSet rest = own ? home : 0; rest != 0;) {
    const Point at = take_first(rest);
    changes.revealed(at, to_abi(game_.position().at(at).kind), to_abi(side), sdk::only(seat));
  }
  if (!game_.opened()) return std::nullopt;
  changes.step();
  for (PointSet rest = game_.position().occupied(); rest != 0;) {
    const Point at = take_first(rest);
    const Piece& piece = game_.position().at(at);
    changes.revealed(at, to_abi(piece.kind), to_abi(piece.side));
  }
  return std::nullopt;
}

std::optional<sdk::Refusal> Table::apply(int seat, qitai_move value, std::span<const qitai_fact> given,
                                         sdk::Changes& changes) {
  if (auto refusal = refuse(seat, value)) return refusal;
  const Move move = *from_abi(value);
  const bool all = game_.knower() == Knower::kEverything;
  const std::optional<Facts> facts = all ? Facts{} : from_abi(given);
  if (!facts || !game_.possible(move, *facts)) return impossible(move);
  if (const Facts missing = game_.needs(move, *facts); !missing.empty())
    return sdk::Refusal("facts-missing", "What needs() asks for was not told.").at(move.to);
  const Account account = game_.play(move, *facts);
  if (move.to == kNowhere) return std::nullopt;  // the draw shows what it is
  const auto seen = [](const Piece& piece) { return to_abi(piece.shown ? piece.kind : Kind::kHidden); };
  const std::uint16_t mover = seen(account.attacker);
  const std::uint8_t colour = to_abi(account.attacker.side);
  if (account.how == Fight::kNone) {
    changes.moved(value.from, value.to, mover, colour);
    return std::nullopt;
  }
  const std::uint16_t foe = seen(account.defender);
  const std::uint8_t foe_colour = to_abi(account.defender.side);
  changes.irreversible();
  changes.fought(value.from, value.to, static_cast<std::int64_t>(account.how));
  changes.step();
  if (account.attacker_shown) changes.revealed(value.from, mover, colour);
  if (account.defender_shown) changes.revealed(value.to, foe, foe_colour);
  if (account.attacker_shown || account.defender_shown) changes.step();
  const bool attacker_falls = account.how == Fight::kLost || account.how == Fight::kBoth;
  if (attacker_falls) changes.captured(value.from, mover, colour, foe);
  if (account.how != Fight::kLost) changes.captured(value.to, foe, foe_colour, mover);
  if (!attacker_falls) changes.moved(value.from, value.to, mover, colour);
  changes.step();
  for (const Side side : {Side::kRed, Side::kBlue}) {
    const Point flag = account.flags[index(side)];
    if (flag != kNowhere) changes.revealed(flag, to_abi(Kind::kFlag), to_abi(side));
  }
  return std::nullopt;
}

std::optional<sdk::Refusal> Table::chance_apply(std::uint32_t drawn, sdk::Changes& changes) {
  if (drawn >= game_.draws()) return sdk::Refusal("no-draw", "Nothing is drawn now, or not so many.");
  if (game_.phase() == Phase::kLot) {
    game_.draw(drawn);
    return std::nullopt;
  }
  const Point at = game_.turning();
  const bool settled = is_player(game_.side_of(0));
  game_.draw(drawn);
  const Piece& piece = game_.position().at(at);
  changes.irreversible();
  changes.revealed(at, to_abi(piece.kind), to_abi(piece.side));
  if (settled) return std::nullopt;
  changes.step();
  for (const int seat : {0, 1})
    changes.seat_colour(seat, to_abi(game_.side_of(static_cast<std::size_t>(seat))));
  return std::nullopt;
}

sdk::Outcome Table::outcome() const {
  const Outcome outcome = game_.outcome();
  if (outcome.state == Outcome::State::kOver) {
    const sdk::Id reason = sdk::Id::from_static(outcome.reason);
    return outcome.winner ? sdk::Outcome::won(static_cast<int>(*outcome.winner), reason)
                          : sdk::Outcome::drawn(reason);
  }
  sdk::Outcome now = outcome.state == Outcome::State::kUnknown ? sdk::Outcome::unknown() : sdk::Outcome();
  if (outcome.plies_left != 0)
    now.notice(sdk::Id::from_static(no_fight_notice(outcome.plies_left)));
  else if (outcome.repeated)
    now.notice("repetition");
  return now;
}

// After the loss for want of moves: the pieces that cannot move.
void Table::marks(int, sdk::List<qitai_mark>& out) const {
  if (game_.outcome().reason != "no-moves") return;
  for (PointSet rest = game_.position().of(game_.side_of(game_.turn())); rest != 0;)
    out.add({QITAI_MARK_STUCK, take_first(rest), QITAI_NO_POINT, 0});
}

std::string Table::move_write(int seat, qitai_move value, int notation) const {
  if (refuse(seat, value)) return {};
  const Move move = *from_abi(value);
  const bool fight = move.to != kNowhere && game_.position().at(move.to).side != Side::kNone;
  return write_move(move, fight,
                    notation == kCoordinates ? Notation::kCoordinates : static_cast<Notation>(notation));
}

sdk::Made<qitai_move> Table::move_read(int seat, std::string_view text, int notation) const {
  Move move;
  std::optional<Notation> only;
  if (notation != kCoordinates) only = static_cast<Notation>(notation);
  if (!read_move(text, only, move))
    return sdk::Refusal("move-text", "The text is no move; a6a7 or 甲六至甲七 was expected.").offset(0);
  if (auto refusal = refuse(seat, to_abi(move))) return *refusal;
  return to_abi(move);
}

}  // namespace
}  // namespace qitai::junqi

const qitai_plugin qitai_plugin_entry = qitai::sdk::plugin<qitai::junqi::Table>("junqi", "1.0.0", "Qitai");
