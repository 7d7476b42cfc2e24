// Host: finds, vets and loads plugins. This header: a loaded game, its tables copied and checked once, and
// its states as values. Nothing above this folder touches the C structs of a plugin; all that a plugin
// answers is checked here.
#pragma once

#include <qitai/variant.h>

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace qitai::host {

using Seat = int;  // index from 0; kPublic as viewer
inline constexpr int kPublic = QITAI_PUBLIC;
using Point = std::uint16_t;  // index into Geometry::points, or kNoPoint
inline constexpr Point kNoPoint = QITAI_NO_POINT;
using Kind = std::uint16_t;
inline constexpr Kind kNoKind = QITAI_NO_KIND;
inline constexpr int kNoColour = -1;

// The 8-byte move of the ABI, comparable. from/to are points.
struct Move {
  Point from = kNoPoint;
  Point to = kNoPoint;
  std::uint16_t choice = 0;
  std::uint16_t flags = 0;
  friend auto operator<=>(const Move&, const Move&) = default;
};

struct SeatInfo {
  std::string id, name_key, turn_key;
  int colour = kNoColour;
  int facing = 0;  // degrees
};
struct ColourInfo {
  std::string id, name_key, seal_key;
  std::uint32_t rgb = 0;
  bool dark = false;
};
struct KindInfo {
  std::string id, name_key, glyph_key, picture;
  int value = 0;  // hundredths of a soldier
  int order = 0;
  bool royal = false;
};
enum class OptionKind { kToggle, kChoice, kNumber };
struct ChoiceInfo {
  std::string id, name_key;
};
struct OptionInfo {
  std::string id, name_key, help_key;
  OptionKind kind = OptionKind::kToggle;
  int depends_on = -1;
  std::uint64_t depends_mask = 0;
  std::int64_t fallback = 0, min = 0, max = 0;
  std::vector<ChoiceInfo> choices;
};
struct NotationInfo {
  std::string id, name_key;
};
struct Text {
  std::string lang, key, text;
};

// Everything that a variant says of itself, checked: counts, ranges, indices, ids, UTF-8.
struct VariantInfo {
  std::string id, version, name_key, blurb_key;  // version of its plugin
  std::uint32_t rules_revision = 0;
  std::vector<SeatInfo> seats;
  std::vector<ColourInfo> colours;
  std::vector<KindInfo> kinds;
  std::vector<OptionInfo> options;
  std::vector<NotationInfo> notations;
  std::vector<Text> texts;
  bool hidden = false, setup = false, chance = false;
  // Whether it draws full states from partial ones, and answers questions about set-ups.
  bool samples = false, layouts = false;
  int minutes_min = 0, minutes_max = 0;

  // Index of the option, seat or notation of that id, or -1.
  [[nodiscard]] int option(std::string_view id) const;
  [[nodiscard]] int seat(std::string_view id) const;
  [[nodiscard]] int notation(std::string_view id) const;
  // The defaults of all options, in their order.
  [[nodiscard]] std::vector<std::int64_t> default_options() const;
};

// The board (units: thousandths of the pitch; see qitai/variant.h), checked.
struct Geometry {
  struct PointInfo {
    int x = 0, y = 0;
    std::string name;
    std::uint32_t kind = 0;
  };
  struct Line {
    int x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    std::uint32_t kind = 0;
  };
  struct Region {
    int x = 0, y = 0, width = 0, height = 0;
    std::uint32_t kind = 0;
  };
  struct Decoration {
    std::uint32_t kind = 0;
    int x = 0, y = 0, size = 0, turn = 0;
    std::uint32_t arms = 0;
    std::string text_key;
  };
  struct Label {
    int x = 0, y = 0;
    std::uint32_t side = 0;
    std::string text;
  };
  int width = 0, height = 0;
  std::vector<PointInfo> points;
  std::vector<Line> lines;
  std::vector<Region> regions;
  std::vector<Decoration> decorations;
  std::vector<Label> labels;
  std::vector<std::pair<Point, Point>> neighbours;

  [[nodiscard]] Point point(std::string_view name) const;  // or kNoPoint
};

// Why the rules (or a text's grammar) say no. Text for players: key "refusal." + id in the variant's texts,
// then the game's.
struct Refusal {
  std::string id;             // "horse-leg"; "plugin-error" where the plugin failed or answered nonsense
  std::vector<Point> points;  // to mark on the board
  std::int64_t offset = -1;   // byte position in a refused text
  std::string detail;         // one English sentence
};

[[nodiscard]] Refusal refusal(std::string_view id, std::string detail = {});

// Done (with a value), or refused.
template <typename T>
using Answer = std::variant<T, Refusal>;

struct Outcome {
  enum class State { kOngoing, kOver, kUnknown };
  State state = State::kOngoing;
  std::vector<int> result;  // per seat QITAI_RESULT_…
  std::string reason;
  struct Claim {
    std::string id;           // "threefold"
    std::string reason;       // of the end if it is claimed: "repetition"
    std::uint32_t seats = 0;  // bit per seat that may claim it
    int result = 0;           // of the seat that claims it: QITAI_RESULT_DRAW or QITAI_RESULT_WIN
  };
  std::vector<Claim> claims;
  std::string notice;              // id of a warning while it goes on; text key "notice.ID"
  std::uint32_t notice_seats = 0;  // bit per seat it is for; 0: for everybody

  // The one seat that won, or -1.
  [[nodiscard]] int winner() const;
};

using Change = qitai_change;
using Fact = qitai_fact;
using Mark = qitai_mark;
using Piece = qitai_piece;
struct Playable {
  Move move;
  bool legal = true;
};

// Thrown where a plugin broke its contract in a call that has no way to refuse (legal() failed, a count grew
// between two calls, an index out of range). The match is over with reason `plugin-error`; the plugin's id is
// in what().
struct PluginFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Variant;
class Walker;  // host/walker.hpp
class Keeper;  // host/secrets.hpp

// How a state begins. Options in the table's order (empty: defaults).
struct Start {
  std::vector<std::int64_t> options;
  std::array<std::uint8_t, 32> seed{};
  int knower = -1;       // -1 full; a seat or kPublic: partial
  std::string position;  // empty: the usual one
};

// One state of a game. Movable; copies by clone(). One thread at a time. Keeps its variant alive.
class State {
 public:
  State(State&&) noexcept;
  State& operator=(State&&) noexcept;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State();

  [[nodiscard]] const Variant& variant() const { return *variant_; }
  // The board of this state: every point in an answer is an index into it, or kNoPoint.
  [[nodiscard]] const Geometry& geometry() const;
  [[nodiscard]] const std::vector<std::int64_t>& options() const;
  // -1: a full state; a seat or kPublic: the partial state of that viewer.
  [[nodiscard]] int knower() const;

  // A plugin that fails here, or in any call that cannot say why, has broken the contract: the call throws
  // host::PluginFault.
  [[nodiscard]] State clone() const;

  // For Variant::load. Holds id, rules_revision and options besides the plugin's own bytes; viewer counts for
  // QITAI_SAVE_SEAT_VIEW only.
  [[nodiscard]] std::string save(int purpose, int viewer = kPublic) const;
  [[nodiscard]] std::string position(int viewer = kPublic) const;  // empty where the game has none
  [[nodiscard]] std::uint32_t acting() const;  // bit per seat, QITAI_CHANCE_SEAT, QITAI_ACTING_SETUP
  [[nodiscard]] int colour_of(Seat seat) const;

  // The legal moves, ascending; empty optional: unknown to this partial state.
  [[nodiscard]] std::optional<std::vector<Move>> legal(Seat seat) const;
  [[nodiscard]] std::vector<Playable> playable(Seat seat) const;
  // Nothing if the move is legal, else why not.
  [[nodiscard]] std::optional<Refusal> refuse(Seat seat, Move move) const;

  // What a partial state must still be told, beyond `known`, before it can go on with the move (ask again
  // with the answers until nothing is left; then apply with all of them), and all the answers of a full
  // state.
  [[nodiscard]] std::vector<Fact> needs(Seat seat, Move move, std::span<const Fact> known = {}) const;
  [[nodiscard]] std::vector<Fact> facts(Seat seat, Move move) const;
  // What changed, for all audiences; or why not (and nothing has changed).
  [[nodiscard]] Answer<std::vector<Change>> apply(Seat seat, Move move, std::span<const Fact> facts = {});
  // The private set-up of a seat; empty bytes on a partial state that may not know it.
  [[nodiscard]] Answer<std::vector<Change>> setup(Seat seat, std::string_view bytes);
  [[nodiscard]] std::uint32_t chance_count() const;
  [[nodiscard]] Answer<std::vector<Change>> chance(std::uint32_t index);
  bool undo();  // false: not offered by the plugin or at the beginning

  [[nodiscard]] Outcome outcome() const;
  // What the rules say if that seat's flag falls now; empty: they say nothing, the seat loses.
  [[nodiscard]] std::optional<Outcome> timeout_outcome(Seat seat) const;
  [[nodiscard]] std::string explain(int viewer = kPublic) const;  // JSON object or empty

  [[nodiscard]] std::vector<Piece> view(int viewer) const;
  [[nodiscard]] std::vector<Mark> marks(int viewer) const;
  // notation: index into VariantInfo::notations, -1 coordinates.
  [[nodiscard]] std::string move_text(Seat seat, Move move, int notation) const;
  [[nodiscard]] Answer<Move> read_move(Seat seat, std::string_view text, int notation = -1) const;
  [[nodiscard]] std::uint64_t hash(int viewer) const;

  // What the piece on a point may be as far as that viewer can be sure: bit per kind. 0: nobody stands there,
  // or the game does not say.
  [[nodiscard]] std::uint64_t candidates(int viewer, Point point) const;
  // A full state that agrees with all that the knower of this partial one knows, the rest drawn from the
  // seed. Nothing: not offered, or this state is full.
  [[nodiscard]] std::optional<State> resample(std::array<std::uint8_t, 32> seed) const;

  // The private set-up of a seat that owes it (qitai/setup.h); refusal "unsupported" where there is nothing
  // to ask. Whether the game has the extension at all:
  [[nodiscard]] bool has_setup() const;
  // A legal layout such as a good player might choose; nothing: not offered, or that seat owes none.
  [[nodiscard]] std::optional<std::string> suggest_setup(Seat seat, std::array<std::uint8_t, 32> seed) const;
  // The pieces of a layout, legal or not, ascending by point; and the layout of pieces.
  [[nodiscard]] Answer<std::vector<Piece>> setup_pieces(Seat seat, std::string_view layout) const;
  [[nodiscard]] Answer<std::string> setup_layout(Seat seat, std::span<const Piece> pieces) const;
  // Nothing if the rules take the layout, else the first rule that it breaks.
  [[nodiscard]] std::optional<Refusal> refuse_setup(Seat seat, std::string_view layout) const;
  // Where the piece on `point` may go, ascending, never `point` itself.
  [[nodiscard]] std::vector<Point> setup_places(Seat seat, std::string_view layout, Point point) const;

  // Node count by the plugin's own perft, empty where it has none; and through legal/apply/undo alone.
  [[nodiscard]] std::optional<std::uint64_t> native_perft(unsigned depth) const;
  [[nodiscard]] std::uint64_t abi_perft(unsigned depth);

 private:
  friend class Variant;
  friend class Walker;
  struct Terms;  // what stays the same for the life of a state and its clones
  State(std::shared_ptr<const Variant> variant, std::shared_ptr<const Terms> terms, qitai_state* raw);
  [[nodiscard]] bool is_seat(Seat seat) const;
  [[nodiscard]] bool is_point(Point point) const;  // or kNoPoint
  void check_changes(const std::vector<Change>& changes, const char* function) const;
  void check_facts(const std::vector<Fact>& facts, const char* function) const;
  std::uint64_t count_nodes(Seat seat, unsigned depth);
  std::shared_ptr<const Variant> variant_;
  std::shared_ptr<const Terms> terms_;
  qitai_state* raw_ = nullptr;
};

// A game. Shared; lives as long as anybody uses it. Any thread.
class Variant : public std::enable_shared_from_this<Variant> {
 public:
  // Checks and copies the tables of `raw` (which must live for ever, as the ABI says), and the board under
  // the default options. Error code: "tables".
  static Result<std::shared_ptr<const Variant>> wrap(const qitai_variant* raw, std::string version);

  [[nodiscard]] const VariantInfo& info() const { return info_; }
  [[nodiscard]] Result<Geometry> geometry(std::span<const std::int64_t> options = {}) const;
  // Refusal ids besides the variant's own: "bad-option", "plugin-error".
  [[nodiscard]] Answer<State> create(const Start& start) const;
  // Reads what State::save wrote; the bytes are hostile. Besides: "malformed", "other-variant",
  // "other-rules".
  [[nodiscard]] Answer<State> load(std::string_view bytes) const;
  // Whether pieces can make moves that the rules forbid (one that leaves the general in check, say), so that
  // it matters what the table does about them.
  [[nodiscard]] bool has_illegal_moves() const { return api_.playable != nullptr; }
  // An option given as text ("k", "v"): the value, or an Error that names the range.
  [[nodiscard]] Result<std::int64_t> option_value(int option, std::string_view text) const;
  [[nodiscard]] std::string option_text(int option, std::int64_t value) const;
  // The variant's own text of a key in a language, "en" if it has none there, empty if none at all.
  [[nodiscard]] std::string_view text(std::string_view lang, std::string_view key) const;

 private:
  friend class State;
  friend class Walker;
  friend class Keeper;
  Variant(const qitai_variant& api, VariantInfo info);
  [[nodiscard]] Result<std::shared_ptr<const Geometry>> board(std::span<const std::int64_t> options) const;
  [[nodiscard]] std::optional<Refusal> check_options(std::span<const std::int64_t> options) const;

  qitai_variant api_;  // a copy in the shape of this build
  VariantInfo info_;
  std::map<std::pair<std::string_view, std::string_view>, std::string_view>
      texts_;  // (lang, key), into info_
  // Boards already checked, by where the plugin keeps them: they live as long as the plugin.
  mutable std::mutex boards_mutex_;
  mutable std::map<const qitai_geometry*, std::shared_ptr<const Geometry>> boards_;
};

}  // namespace qitai::host
