// How the toy game stands, what each viewer sees of it, and its texts and bytes.
#include <algorithm>

#include "game.hpp"

namespace toy {

Kind Game::seen(const PieceOn& piece, int viewer) const {
  return piece.shown || viewer == piece.owner ? piece.kind : kHidden;
}

sdk::Outcome Game::outcome() const {
  if (core_.phase != Phase::kPlay) return {};
  if (core_.flag_taken_from != -1) return sdk::Outcome::won(1 - core_.flag_taken_from, "flag-captured");
  std::array<Kind, kSides> mover = {kFlag, kFlag};  // kFlag: has none; kHidden: not known
  for (std::uint16_t p = 0; p < kPoints; ++p) {
    const PieceOn& piece = core_.on[p];
    if (piece.owner != -1 && may_move(p)) mover[static_cast<std::size_t>(piece.owner)] = piece.kind;
  }
  if (mover[0] == kFlag && mover[1] == kFlag) return sdk::Outcome::drawn("no-movers");
  if (mover[static_cast<std::size_t>(core_.turn)] == kFlag)
    return sdk::Outcome::won(1 - core_.turn, "no-moves");
  if (core_.options[kLimited] != 0 && core_.quiet >= core_.options[kLimit])
    return sdk::Outcome::drawn("no-progress");
  if (mover[0] == kBomb && mover[1] == kBomb) return sdk::Outcome::drawn("peace");
  const auto may_be_bomb = [](Kind kind) { return kind == kBomb || kind == kHidden; };
  // What may be claimed is public, whoever knows whether the game goes on.
  const bool unknown = may_be_bomb(mover[0]) && may_be_bomb(mover[1]);
  sdk::Outcome outcome = unknown ? sdk::Outcome::unknown() : sdk::Outcome();
  if (std::count(seen_.begin(), seen_.end(), hash(sdk::kPublic)) >= 3) {
    outcome.claim("threefold", "repetition", sdk::only(core_.turn));
  }
  return outcome;
}

sdk::Outcome Game::timeout_outcome(int seat) const {
  if (core_.plies < 2) return sdk::Outcome::drawn("aborted");
  return sdk::Outcome::won(1 - seat, "time");
}

std::string Game::explain(int) const {
  return outcome().over() ? R"({"plies":)" + std::to_string(core_.plies) + "}" : "";
}

void Game::view(int viewer, sdk::List<qitai_piece>& pieces) const {
  for (std::uint16_t p = 0; p < kPoints; ++p) {
    const PieceOn& piece = core_.on[p];
    if (piece.owner == -1) continue;
    const Kind kind = seen(piece, viewer);
    const bool hidden = kind == kHidden;
    pieces.add({p, hidden ? std::uint16_t{QITAI_NO_KIND} : std::uint16_t{kind}, colour(piece.owner),
                static_cast<std::uint8_t>((hidden ? QITAI_PIECE_FACE_DOWN : 0) |
                                          (piece.shown ? QITAI_PIECE_SHOWN : 0)),
                1});
  }
}

void Game::marks(int, sdk::List<qitai_mark>& marks) const {
  const sdk::Outcome outcome = this->outcome();
  if (!outcome.over() || core_.flag_taken_from != -1) return;
  for (std::uint16_t p = 0; p < kPoints; ++p) {
    if (core_.on[p].owner == core_.turn && !may_move(p)) marks.add({QITAI_MARK_STUCK, p, QITAI_NO_POINT, 0});
  }
}

// FNV-1a over what the viewer sees of each point, and of whose turn it is.
std::uint64_t Game::hash(int viewer) const {
  std::uint64_t hash = 0xCBF29CE484222325u;
  const auto mix = [&](unsigned value) { hash = (hash ^ (value & 0xFF)) * 0x100000001B3u; };
  for (const PieceOn& piece : core_.on) {
    mix(static_cast<unsigned>(piece.owner + 1));
    mix(piece.owner == -1 ? 0 : seen(piece, viewer));
  }
  mix(static_cast<unsigned>(core_.phase));
  mix((core_.ready[0] ? 1u : 0u) | (core_.ready[1] ? 2u : 0u));
  mix(core_.phase == Phase::kPlay ? static_cast<unsigned>(core_.first * 2 + core_.turn) : 0);
  return hash;
}

void Game::save(int purpose, int viewer, sdk::Writer& out) const {
  const bool view_only = purpose == QITAI_SAVE_SEAT_VIEW;
  for (const std::int64_t value : core_.options)
    out.i64(value);
  out.u8(static_cast<std::uint8_t>(view_only ? viewer : core_.knower));
  out.u8(static_cast<std::uint8_t>(core_.phase));
  out.u8(static_cast<std::uint8_t>((core_.ready[0] ? 1 : 0) | (core_.ready[1] ? 2 : 0)));
  out.u8(static_cast<std::uint8_t>(core_.first));
  out.u8(static_cast<std::uint8_t>(core_.turn));
  for (const PieceOn& piece : core_.on) {
    out.u8(static_cast<std::uint8_t>(piece.owner));
    out.u8(view_only ? seen(piece, viewer) : piece.kind);
    out.u8(static_cast<std::uint8_t>((piece.mover ? 1 : 0) | (piece.shown ? 2 : 0)));
  }
  out.u8(static_cast<std::uint8_t>(core_.flag_taken_from));
  out.u16(core_.quiet);
  out.u16(core_.plies);
  out.u32(static_cast<std::uint32_t>(seen_.size()));
  for (const std::uint64_t hash : seen_)
    out.u64(hash);
}

// Whether a state that came from outside is one that the rest of the code can work with.
bool Game::consistent(const Core& core) {
  if (core.knower < -1 || (core.knower >= kSides && core.knower != sdk::kPublic)) return false;
  if (core.first < 0 || core.first >= kSides || core.turn < 0 || core.turn >= kSides) return false;
  if (core.flag_taken_from < -1 || core.flag_taken_from >= kSides) return false;
  if (core.options[kFirst] < 0 || core.options[kFirst] > 1 || core.options[kLimit] < 4 ||
      core.options[kLimit] > 40) {
    return false;
  }
  std::array<int, kSides> flags{}, movers{}, hidden{};
  for (const PieceOn& piece : core.on) {
    if (piece.owner < -1 || piece.owner >= kSides) return false;
    if (piece.owner == -1) continue;
    const auto side = static_cast<std::size_t>(piece.owner);
    if (piece.kind != kHidden && piece.kind >= kKinds) return false;
    if (piece.kind == kHidden && (piece.shown || core.knower == -1 || core.knower == piece.owner))
      return false;
    if (piece.mover && piece.kind == kFlag) return false;
    (piece.kind == kHidden ? hidden : piece.kind == kFlag ? flags : movers)[side] += 1;
  }
  for (std::size_t side = 0; side < kSides; ++side) {
    const int pieces = flags[side] + movers[side] + hidden[side];
    const bool set = core.ready[side];
    if (flags[side] > 1 || movers[side] > 1 || pieces > 2 || (pieces != 0 && !set)) return false;
    if (core.phase == Phase::kPlay && core.flag_taken_from != static_cast<int>(side) &&
        flags[side] + hidden[side] == 0) {
      return false;
    }
  }
  return (core.phase == Phase::kSetup) != (core.ready[0] && core.ready[1]);
}

sdk::Made<Game> Game::load(sdk::Reader& in) {
  Game game;
  Core& core = game.core_;
  for (std::int64_t& value : core.options)
    value = in.i64();
  core.knower = static_cast<std::int8_t>(in.u8());
  const std::uint8_t phase = in.u8(), ready = in.u8();
  core.phase = static_cast<Phase>(std::min<std::uint8_t>(phase, 2));
  core.ready = {(ready & 1) != 0, (ready & 2) != 0};
  core.first = static_cast<std::int8_t>(in.u8());
  core.turn = static_cast<std::int8_t>(in.u8());
  for (PieceOn& piece : core.on) {
    piece.owner = static_cast<std::int8_t>(in.u8());
    piece.kind = static_cast<Kind>(in.u8());
    const std::uint8_t flags = in.u8();
    piece.mover = (flags & 1) != 0;
    piece.shown = (flags & 2) != 0;
  }
  core.flag_taken_from = static_cast<std::int8_t>(in.u8());
  core.quiet = in.u16();
  core.plies = in.u16();
  const std::uint32_t count = in.u32();
  if (count > in.left() / 8) in.fail();
  for (std::uint32_t i = 0; i < count && in.ok(); ++i)
    game.seen_.push_back(in.u64());
  if (!in.ok() || phase > 2 || !consistent(core)) {
    return sdk::Refusal("malformed", "these bytes are no state of the toy game");
  }
  return game;
}

// One character a point: '.', a letter (capital: north), '?' or '!' for a hidden piece of north or south;
// then who moves.
std::string Game::position_write(int viewer) const {
  std::string text;
  for (const PieceOn& piece : core_.on) {
    const Kind kind = seen(piece, viewer);
    if (piece.owner == -1) {
      text += '.';
    } else if (kind == kHidden) {
      text += piece.owner == 0 ? '?' : '!';
    } else {
      text += static_cast<char>(kLetters[kind] + (piece.owner == 0 ? 0 : 'a' - 'A'));
    }
  }
  return text + (core_.turn == 0 ? " n" : " s");
}

sdk::Made<Game> Game::read_position(Game game, std::string_view text) {
  Core& core = game.core_;
  if (text.size() != kPoints + 2u)
    return sdk::Refusal("bad-length", "expected six points, a blank, n or s").offset(0);
  for (std::size_t i = 0; i < kPoints; ++i) {
    const char c = text[i];
    if (c == '.') continue;
    PieceOn& piece = core.on[i];
    const bool south = c == '!' || (c >= 'a' && c <= 'z');
    piece.owner = south ? 1 : 0;
    if (c == '?' || c == '!') {
      if (game.knows(piece.owner))
        return sdk::Refusal("hidden-piece", "this state knows every piece there").offset(i);
      continue;
    }
    const std::size_t kind = kLetters.find(static_cast<char>(south ? c - 'a' + 'A' : c));
    if (kind == std::string_view::npos)
      return sdk::Refusal("unknown-letter", "expected . F E M B f e m b ? !").offset(i);
    piece.kind = static_cast<Kind>(kind);
    piece.shown = !game.knows(piece.owner);
  }
  if (text[kPoints] != ' ' || (text[kPoints + 1] != 'n' && text[kPoints + 1] != 's')) {
    return sdk::Refusal("bad-turn", "expected a blank and n or s").offset(kPoints);
  }
  core.turn = text[kPoints + 1] == 'n' ? 0 : 1;
  core.phase = Phase::kPlay;
  core.ready = {true, true};
  if (!consistent(core))
    return sdk::Refusal("impossible", "a side has one flag and at most one other piece").offset(0);
  game.seen_.assign(1, game.hash(sdk::kPublic));
  return game;
}

std::string Game::move_write(int seat, qitai_move move, int notation) const {
  if (cannot_play(seat, move)) return {};
  std::string text(1, static_cast<char>('a' + move.from));
  if (notation == 0) text += '>';
  return text + static_cast<char>('a' + move.to);
}

sdk::Made<qitai_move> Game::move_read(int, std::string_view text, int notation) const {
  const bool arrow = text.size() == 3 && text[1] == '>' && notation <= 0;
  if (!arrow && (text.size() != 2 || notation == 0))
    return sdk::Refusal("malformed", "expected ab or a>b").offset(0);
  const auto from = static_cast<std::uint16_t>(text.front() - 'a'),
             to = static_cast<std::uint16_t>(text.back() - 'a');
  if (from >= kPoints) return sdk::Refusal("malformed", "the points are a to f").offset(0);
  if (to >= kPoints) return sdk::Refusal("malformed", "the points are a to f").offset(text.size() - 1);
  return qitai_move{from, to, 0, 0};
}

}  // namespace toy

const qitai_plugin qitai_plugin_entry = qitai::sdk::plugin<toy::Game>("toy", "0.3.0", "Qitai tests");
