// The toy game: six points, two pieces a side, everything that the ABI knows. For tests only.
//
// Points a b c d e f; north's home is a (back) and b (front), south's is f and e. Each side secretly sets up
// its flag and one mover (elephant, mouse or bomb) on its home. A die, or an option, tells who begins; only
// then are the sides' colours known. A mover goes one step along a road, on to an enemy fights: elephant
// beats mouse, equals and bombs fall together, the flag falls to anything and its side loses. An elephant
// that falls shows its side's flag.
#pragma once

#include <qitai/variant.hpp>

#include <array>
#include <vector>

namespace toy {

namespace sdk = qitai::sdk;

enum Kind : std::uint8_t { kFlag, kElephant, kMouse, kBomb, kKinds, kHidden = 0xFF };
inline constexpr std::uint16_t kPoints = 6;
inline constexpr int kSides = 2;
inline constexpr std::array<std::array<std::uint16_t, 2>, kSides> kHome = {{{0, 1}, {5, 4}}};  // back, front
inline constexpr std::string_view kLetters = "FEMB";                                           // by kind
bool joined(std::uint16_t a, std::uint16_t b);

// Indices of the options.
enum Option { kFirst, kShow, kLimited, kLimit, kOptions };
enum First { kByLot, kNorthFirst };

struct PieceOn {
  std::int8_t owner = -1;  // -1: nobody here
  Kind kind = kHidden;     // kHidden: this state does not know
  bool mover = false;      // known to everybody not to be the flag
  bool shown = false;      // its kind is public
};

enum class Phase : std::uint8_t { kSetup, kDie, kPlay };

// What a state is, apart from the way there. Small and without pointers, so that undo keeps copies.
struct Core {
  std::array<std::int64_t, kOptions> options{};
  std::int8_t knower = -1;
  Phase phase = Phase::kSetup;
  std::array<bool, kSides> ready{};
  std::int8_t first = 0;  // who began, and has colour 0; counts once phase is kPlay
  std::int8_t turn = 0;
  std::array<PieceOn, kPoints> on{};
  std::int8_t flag_taken_from = -1;
  std::uint16_t quiet = 0;  // plies since the last fight
  std::uint16_t plies = 0;
};

class Game {
 public:
  static sdk::Description description();
  static const sdk::Board& board(std::span<const std::int64_t> options);
  static const void* extension(std::string_view id);
  static sdk::Made<Game> create(const sdk::Start& start);

  std::uint32_t acting() const;
  int colour_of(int seat) const;
  std::optional<sdk::Refusal> setup_apply(int seat, std::string_view bytes, sdk::Changes& changes);
  qitai_status legal(int seat, sdk::List<qitai_move>& moves) const;
  qitai_status playable(int seat, sdk::List<qitai_playable>& moves) const;
  std::optional<sdk::Refusal> refuse(int seat, qitai_move move) const;
  void needs(int seat, qitai_move move, std::span<const qitai_fact> known, sdk::List<qitai_fact>& out) const;
  qitai_status facts(int seat, qitai_move move, sdk::List<qitai_fact>& out) const;
  std::optional<sdk::Refusal> apply(int seat, qitai_move move, std::span<const qitai_fact> facts,
                                    sdk::Changes& changes);
  bool undo();
  std::uint32_t chance_count() const { return 2; }
  std::optional<sdk::Refusal> chance_apply(std::uint32_t index, sdk::Changes& changes);

  sdk::Outcome outcome() const;
  sdk::Outcome timeout_outcome(int seat) const;
  std::string explain(int viewer) const;
  void view(int viewer, sdk::List<qitai_piece>& pieces) const;
  void marks(int viewer, sdk::List<qitai_mark>& marks) const;
  std::uint64_t hash(int viewer) const;
  std::uint64_t candidates(int viewer, std::uint16_t point) const;
  sdk::Made<Game> resample(std::span<const std::uint8_t, 32> seed) const;

  std::string setup_suggest(int seat, std::span<const std::uint8_t, 32> seed) const;
  std::optional<sdk::Refusal> setup_read(int seat, std::string_view layout,
                                         sdk::List<qitai_piece>& pieces) const;
  sdk::Made<std::string> setup_write(int seat, std::span<const qitai_piece> pieces) const;
  std::optional<sdk::Refusal> setup_check(int seat, std::string_view layout) const;
  void setup_places(int seat, std::string_view layout, std::uint16_t point,
                    sdk::List<std::uint16_t>& out) const;

  void save(int purpose, int viewer, sdk::Writer& out) const;
  static sdk::Made<Game> load(sdk::Reader& in);
  std::string position_write(int viewer) const;
  std::string move_write(int seat, qitai_move move, int notation) const;
  sdk::Made<qitai_move> move_read(int seat, std::string_view text, int notation) const;

 private:
  bool knows(int owner) const { return core_.knower == -1 || core_.knower == owner; }
  std::uint8_t colour(int owner) const;
  Kind seen(const PieceOn& piece, int viewer) const;
  int count(int owner) const;
  // Whether the piece may be, or surely is, the mover as far as this state knows.
  bool may_move(std::uint16_t point) const;
  bool surely_moves(std::uint16_t point) const;
  void begin(int first, sdk::Changes& changes);
  std::optional<sdk::Refusal> cannot_play(int seat, qitai_move move) const;
  bool possible(std::uint16_t point, Kind kind) const;
  int settled(qitai_move move, std::span<const qitai_fact> facts) const;
  std::optional<sdk::Refusal> check_facts(qitai_move move, int fight,
                                          std::span<const qitai_fact> facts) const;
  void fight(qitai_move move, int how, std::span<const qitai_fact> facts, sdk::Changes& changes);
  static sdk::Made<Game> read_position(Game game, std::string_view text);
  static bool consistent(const Core& core);

  Core core_;
  std::vector<std::uint64_t> seen_;  // public hashes since the last fight, for repetition
  struct Past {
    Core core;
    std::vector<std::uint64_t> seen;
  };
  std::vector<Past> past_;  // for undo
};

// The kinds of a layout, the back first; and the first rule that they break as a set-up of that seat.
using Layout = std::array<Kind, 2>;
sdk::Made<Layout> read_layout(std::string_view bytes);
std::optional<sdk::Refusal> refuse_layout(int seat, const Layout& kinds);

// Who wins a fight of movers, or takes the flag: QITAI_FIGHT_….
int fight_result(Kind attacker, Kind defender);

}  // namespace toy
