// The toy game's layouts, and what can be said of pieces that a viewer does not know.
#include <algorithm>

#include "game.hpp"

namespace toy {
namespace {

constexpr std::string_view kLayouts[] = {"FE", "FM", "EF", "MF", "BF"};  // all that the rules allow

constexpr std::uint64_t bit(Kind kind) {
  return std::uint64_t{1} << kind;
}
constexpr std::uint64_t kMovers = bit(kElephant) | bit(kMouse) | bit(kBomb);

}  // namespace

sdk::Made<Layout> read_layout(std::string_view bytes) {
  if (bytes.size() != 2)
    return sdk::Refusal("bad-length", "a set-up is two letters, the back first").offset(0);
  Layout kinds{};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t kind = kLetters.find(bytes[i]);
    if (kind == std::string_view::npos)
      return sdk::Refusal("unknown-letter", "expected F, E, M or B").offset(i);
    kinds[i] = static_cast<Kind>(kind);
  }
  return kinds;
}

std::optional<sdk::Refusal> refuse_layout(int seat, const Layout& kinds) {
  const auto& home = kHome[static_cast<std::size_t>(seat)];
  if ((kinds[0] == kFlag) == (kinds[1] == kFlag)) return sdk::Refusal("one-flag").at(home[0]).at(home[1]);
  if (kinds[1] == kBomb) return sdk::Refusal("bomb-in-front").at(home[1]);
  return std::nullopt;
}

std::string Game::setup_suggest(int, std::span<const std::uint8_t, 32> seed) const {
  return std::string(kLayouts[seed[0] % std::size(kLayouts)]);
}

std::optional<sdk::Refusal> Game::setup_read(int seat, std::string_view layout,
                                             sdk::List<qitai_piece>& pieces) const {
  const sdk::Made<Layout> read = read_layout(layout);
  if (const auto* refusal = std::get_if<sdk::Refusal>(&read)) return *refusal;
  const Layout& kinds = std::get<Layout>(read);
  const auto& home = kHome[static_cast<std::size_t>(seat)];
  for (const std::size_t i :
       home[0] < home[1] ? std::array<std::size_t, 2>{0, 1} : std::array<std::size_t, 2>{1, 0}) {
    pieces.add({home[i], kinds[i], QITAI_NO_COLOUR, 0, 1});
  }
  return std::nullopt;
}

sdk::Made<std::string> Game::setup_write(int seat, std::span<const qitai_piece> pieces) const {
  const auto& home = kHome[static_cast<std::size_t>(seat)];
  std::string layout(2, '.');
  for (const qitai_piece& piece : pieces) {
    const auto at = std::find(home.begin(), home.end(), piece.point);
    if (at == home.end()) return sdk::Refusal("not-your-half");
    if (piece.kind >= kKinds) return sdk::Refusal("unknown-kind").at(piece.point);
    char& letter = layout[static_cast<std::size_t>(at - home.begin())];
    if (letter != '.') return sdk::Refusal("two-on-a-point").at(piece.point);
    letter = kLetters[piece.kind];
  }
  if (layout.find('.') != std::string::npos) return sdk::Refusal("bad-length");
  return layout;
}

std::optional<sdk::Refusal> Game::setup_check(int seat, std::string_view layout) const {
  const sdk::Made<Layout> read = read_layout(layout);
  if (const auto* refusal = std::get_if<sdk::Refusal>(&read)) return *refusal;
  return refuse_layout(seat, std::get<Layout>(read));
}

void Game::setup_places(int seat, std::string_view layout, std::uint16_t point,
                        sdk::List<std::uint16_t>& out) const {
  const sdk::Made<Layout> read = read_layout(layout);
  const auto& home = kHome[static_cast<std::size_t>(seat)];
  if (!std::holds_alternative<Layout>(read) || (point != home[0] && point != home[1])) return;
  if (std::get<Layout>(read)[0] == kBomb) return;  // it would come to stand in front
  out.add(point == home[0] ? home[1] : home[0]);
}

std::uint64_t Game::candidates(int viewer, std::uint16_t point) const {
  if (point >= kPoints || core_.on[point].owner == -1) return 0;
  const PieceOn& piece = core_.on[point];
  if (const Kind kind = seen(piece, viewer); kind != kHidden) return bit(kind);
  if (piece.mover) return kMovers;
  if (count(piece.owner) == 1) return bit(kFlag);  // the flag never leaves before the end
  for (const PieceOn& other : core_.on) {          // a side has one flag and one mover
    if (&other == &piece || other.owner != piece.owner) continue;
    const Kind kind = seen(other, viewer);
    if (other.mover || (kind != kHidden && kind != kFlag)) return bit(kFlag);
    if (kind == kFlag) return kMovers;
  }
  return bit(kFlag) | kMovers;
}

sdk::Made<Game> Game::resample(std::span<const std::uint8_t, 32> seed) const {
  if (core_.knower == -1) return sdk::Refusal("full", "this state knows everything");
  Game full = *this;
  full.past_.clear();
  full.core_.knower = -1;
  std::size_t used = 0;
  std::vector<std::uint16_t> bombs;
  for (std::uint16_t point = 0; point < kPoints; ++point) {
    PieceOn& piece = full.core_.on[point];
    if (piece.owner == -1 || piece.kind != kHidden) continue;
    // What was drawn before is known to its owner now, and narrows the rest.
    std::uint64_t kinds = full.candidates(piece.owner, point);
    const bool unmoved_front = !piece.mover && point == kHome[static_cast<std::size_t>(piece.owner)][1];
    if (unmoved_front) kinds &= ~bit(kBomb);  // no layout has it there
    std::vector<Kind> choices;
    for (const Kind kind : {kFlag, kElephant, kMouse, kBomb}) {
      if ((kinds & bit(kind)) != 0) choices.push_back(kind);
    }
    piece.kind = choices[seed[used++ % seed.size()] % choices.size()];
    if (piece.kind == kBomb) bombs.push_back(point);
  }
  // The game goes on, so it is not peace. (Nothing else ends it that this state would not know.)
  if (full.outcome().over() && !outcome().over()) full.core_.on[bombs.front()].kind = kMouse;
  return full;
}

}  // namespace toy
