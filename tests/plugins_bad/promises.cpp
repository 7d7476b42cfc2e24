// The dullest game there is: a small sound plugin that uses what the interface has, and with one of the
// macros below breaks one promise of it. For tests only.
//
// Six points in a ring. Each seat secretly ranks its one man 1, 2 or 3, which never matters, and steps it to
// a neighbour in turn. Who comes to the other's first point has won; the third time the same, or a number of
// steps (an option), is a draw.
#include <qitai/variant.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

namespace sdk = qitai::sdk;

enum class Break {
  kNothing,
  kLegalLeaks,
  kViewLeaks,
  kHashLeaks,
  kLengthLeaks,
  kMarksLeak,
  kUnsorted,
  kTakesIllegal,
  kRefusedChanges,
  kForgetsHistory,
  kUndoForgets,
  kAmbiguous,
  kCrashesOnLoad,
  kBelievesSaves,
  kHangs,
  kSavesAddress,
  kLacksText,
  kQuestionChanges,
  kActsAfterEnd,
  kHashBlind,
  kReadsOtherPosition,
  kChecksOtherwise,
  kTellsOtherwise,
  kFarLine,
  kAnyExtension,
  kRefusesOption,
};
// In the order of the enumeration.
constexpr const char* kNames[] = {"nothing",          "legal-leaks",     "view-leaks",
                                  "hash-leaks",       "length-leaks",    "marks-leak",
                                  "unsorted",         "takes-illegal",   "refused-changes",
                                  "forgets-history",  "undo-forgets",    "ambiguous",
                                  "crashes-on-load",  "believes-saves",  "hangs",
                                  "saves-address",    "lacks-text",      "question-changes",
                                  "acts-after-end",   "hash-blind",      "reads-other-position",
                                  "checks-otherwise", "tells-otherwise", "far-line",
                                  "any-extension",    "refuses-option"};
bool is(Break what) {
  static const char* const kBroken = std::getenv("QITAI_BROKEN");
  return kBroken != nullptr && std::string_view(kBroken) == kNames[static_cast<std::size_t>(what)];
}

constexpr std::uint16_t kPoints = 6;
constexpr std::array<std::uint16_t, 2> kHome{0, 3};
constexpr std::uint8_t kUnknown = 0;  // rank

struct Core {
  std::int8_t knower = -1;
  std::uint8_t limit = 20;
  std::array<std::uint8_t, 2> rank{};  // 1…3, kUnknown
  std::array<bool, 2> ready{};
  std::array<std::uint8_t, 2> at{0, 3};
  std::uint8_t turn = 0;
  std::uint16_t steps = 0;
  std::uint8_t padding = 0;  // of kLengthLeaks
  std::uint64_t mark = 0;    // of kSavesAddress
};

class Game {
 public:
  static sdk::Description description() {
    sdk::Description d("dull", 1);
    d.name({"Dull", "闷棋", "悶棋"}, {"Round and round.", "转圈。", "轉圈。"});
    d.flags(QITAI_VARIANT_HIDDEN | QITAI_VARIANT_SETUP);
    d.seat("one", {"One", "甲"}, {"One to move", "甲走"}, 0, 0);
    d.seat("two", {"Two", "乙"}, {"Two to move", "乙走"}, 1, 180);
    d.colour("red", {"Red", "红", "紅"}, {"R", "红", "紅"}, 0xB03020)
        .colour("blue", {"Blue", "蓝", "藍"}, {"B", "蓝", "藍"}, 0x203080);
    for (const char* id : {"1", "2", "3"})
      d.kind(id, {id, id}, {id, id}, "man", 100);
    d.number("limit", {"Steps", "步数", "步數"}, {"So many steps.", "这么多步。", "這麼多步。"}, 40, 10, 60);
    d.notation("words", {"Words", "文字"});
    d.reason("arrived", {"arrived", "到达", "到達"});
    if (is(Break::kLacksText)) {
      d.text("refusal.not-next", {"Not next to it."});
    } else {
      d.refusal("not-next", {"Not next to it.", "不相邻。", "不相鄰。"});
    }
    return d;
  }
  static const sdk::Board& board(std::span<const std::int64_t>) {
    static const sdk::Board kBoard = [] {
      sdk::Board b(4000, 2000);
      b.point(0, 1000, "a").point(1000, 0, "b").point(3000, 0, "c");
      b.point(4000, 1000, "d").point(3000, 2000, "e").point(1000, 2000, "f");
      for (std::uint16_t p = 0; p < kPoints; ++p)
        b.road(p, static_cast<std::uint16_t>((p + 1) % kPoints));
      if (is(Break::kFarLine)) b.line(0, 0, 5000, 0);
      return b;
    }();
    return kBoard;
  }
  static const void* extension(std::string_view id) {
    static const std::uint32_t kThing = 8;
    return is(Break::kAnyExtension) && !id.starts_with("qitai.") ? &kThing : nullptr;
  }

  static sdk::Made<Game> create(const sdk::Start& start) {
    Game game;
    game.core_.knower = static_cast<std::int8_t>(start.knower);
    game.core_.limit = static_cast<std::uint8_t>(start.options[0]);
    if (is(Break::kRefusesOption) && start.options[0] == 60)
      return sdk::Refusal("no-sixty", "not with sixty");
    if (is(Break::kSavesAddress)) game.core_.mark = reinterpret_cast<std::uintptr_t>(&board);
    if (!start.position.empty()) return read_position(game, start.position);
    return game;
  }

  std::uint32_t acting() const {
    if (outcome().over() && !is(Break::kActsAfterEnd)) return 0;
    if (core_.ready[0] && core_.ready[1]) return sdk::only(core_.turn);
    return QITAI_ACTING_SETUP | (core_.ready[0] ? 0 : 1U) | (core_.ready[1] ? 0 : 2U);
  }

  void legal(int seat, sdk::List<qitai_move>& moves) const {
    if (acting() != sdk::only(seat)) return;
    if (is(Break::kHangs) && core_.steps == 4) {
      for (volatile bool on = true; on;) {
      }
    }
    std::array<qitai_move, kPoints> list;
    std::size_t count = 0;
    for (std::uint16_t to = 0; to < kPoints; ++to) {
      const qitai_move move{core_.at[index(seat)], to, 0, 0};
      if (!why_not(seat, move)) list[count++] = move;
    }
    if (is(Break::kUnsorted)) std::reverse(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < count; ++i)
      moves.add(list[i]);
  }
  std::optional<sdk::Refusal> refuse(int seat, qitai_move move) const { return why_not(seat, move); }

  std::optional<sdk::Refusal> apply(int seat, qitai_move move, sdk::Changes& changes) {
    if (auto refusal = why_not(seat, move)) {
      const bool jump = move.from == core_.at[index(seat)] && move.to < kPoints &&
                        acting() == sdk::only(seat) && move.choice == 0 && move.flags == 0 &&
                        move.to != core_.at[index(1 - seat)];
      if (is(Break::kRefusedChanges) && core_.steps < 200) ++core_.steps;
      if (!is(Break::kTakesIllegal) || !jump) return refusal;
    }
    past_.push_back({core_, seen_});
    core_.at[index(seat)] = static_cast<std::uint8_t>(move.to);
    core_.turn = static_cast<std::uint8_t>(1 - seat);
    ++core_.steps;
    seen_.push_back(hash(sdk::kPublic));
    changes.moved(move.from, move.to, QITAI_NO_KIND, static_cast<std::uint8_t>(seat));
    if (is(Break::kTellsOtherwise) && core_.knower != -1 && core_.steps == 3) changes.step();
    if (is(Break::kTellsOtherwise) && core_.knower != -1 && core_.steps == 3)
      changes.reserve(QITAI_NO_KIND, static_cast<std::uint8_t>(seat), 1);
    return std::nullopt;
  }
  bool undo() {
    if (past_.empty()) return false;
    const std::uint16_t steps = core_.steps;
    core_ = past_.back().core;
    seen_ = past_.back().seen;
    past_.pop_back();
    if (is(Break::kUndoForgets) && steps == 3) core_.steps = steps;
    return true;
  }

  std::optional<sdk::Refusal> setup_apply(int seat, std::string_view bytes, sdk::Changes& changes) {
    if (core_.ready[index(seat)] || outcome().over()) return sdk::Refusal("not-now");
    const bool knows = core_.knower == -1 || core_.knower == seat;
    if (knows) {
      if (auto refusal = check(bytes)) return refusal;
    } else if (!bytes.empty()) {
      return sdk::Refusal("not-yours-to-know");
    }
    past_.push_back({core_, seen_});
    core_.rank[index(seat)] = knows ? static_cast<std::uint8_t>(bytes[0] - '0') : kUnknown;
    core_.ready[index(seat)] = true;
    if (is(Break::kLengthLeaks)) core_.padding = core_.rank[1];
    changes.placed(kHome[index(seat)], QITAI_NO_KIND, static_cast<std::uint8_t>(seat));
    if (knows)
      changes.revealed(kHome[index(seat)], static_cast<std::uint16_t>(core_.rank[index(seat)] - 1),
                       static_cast<std::uint8_t>(seat), sdk::only(seat));
    if (core_.ready[0] && core_.ready[1]) seen_.assign(1, hash(sdk::kPublic));
    return std::nullopt;
  }
  std::string setup_suggest(int, std::span<const std::uint8_t, 32> seed) const {
    return std::string(1, static_cast<char>('1' + seed[0] % 3));
  }
  std::optional<sdk::Refusal> setup_check(int, std::string_view layout) const {
    if (is(Break::kChecksOtherwise) && layout != "1" && layout != "2" && layout != "3") return std::nullopt;
    return check(layout);
  }
  std::optional<sdk::Refusal> setup_read(int seat, std::string_view layout,
                                         sdk::List<qitai_piece>& pieces) const {
    if (auto refusal = check(layout)) return refusal;
    pieces.add({kHome[index(seat)], static_cast<std::uint16_t>(layout[0] - '1'),
                static_cast<std::uint8_t>(seat), 0, 1});
    return std::nullopt;
  }
  sdk::Made<std::string> setup_write(int seat, std::span<const qitai_piece> pieces) const {
    if (pieces.size() != 1 || pieces[0].point != kHome[index(seat)] || pieces[0].kind > 2)
      return sdk::Refusal("no-such-men");
    return std::string(1, static_cast<char>('1' + pieces[0].kind));
  }
  void setup_places(int, std::string_view, std::uint16_t, sdk::List<std::uint16_t>&) const {}

  sdk::Outcome outcome() const {
    if (!core_.ready[0] || !core_.ready[1]) return {};
    for (int seat : {0, 1}) {
      if (core_.at[index(seat)] == kHome[index(1 - seat)]) return sdk::Outcome::won(seat, "arrived");
    }
    if (std::count(seen_.begin(), seen_.end(), seen_.empty() ? 0 : seen_.back()) >= 3)
      return sdk::Outcome::drawn("repetition");
    if (core_.steps >= core_.limit) return sdk::Outcome::drawn("limit");
    return {};
  }

  void view(int viewer, sdk::List<qitai_piece>& pieces) const {
    std::array<qitai_piece, 2> list;
    std::size_t count = 0;
    for (int seat : {0, 1}) {
      if (!core_.ready[index(seat)]) continue;
      const std::uint8_t rank = core_.rank[index(seat)];
      const bool leak = is(Break::kViewLeaks) && rank == 3;
      const bool seen = rank != kUnknown && (viewer == seat || leak);
      list[count++] = {
          core_.at[index(seat)], seen ? static_cast<std::uint16_t>(rank - 1) : std::uint16_t{QITAI_NO_KIND},
          static_cast<std::uint8_t>(seat), seen ? std::uint8_t{0} : std::uint8_t{QITAI_PIECE_FACE_DOWN}, 1};
    }
    std::sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count),
              [](const qitai_piece& a, const qitai_piece& b) { return a.point < b.point; });
    for (std::size_t i = 0; i < count; ++i)
      pieces.add(list[i]);
  }
  void marks(int, sdk::List<qitai_mark>& list) const {
    if (is(Break::kMarksLeak) && core_.rank[1] >= 2)
      list.add({QITAI_MARK_STUCK, core_.at[1], QITAI_NO_POINT, 0});
  }
  std::uint64_t candidates(int viewer, std::uint16_t point) const {
    for (int seat : {0, 1}) {
      if (!core_.ready[index(seat)] || core_.at[index(seat)] != point) continue;
      const std::uint8_t rank = core_.rank[index(seat)];
      return viewer == seat && rank != kUnknown ? 1U << (rank - 1) : 7U;
    }
    return 0;
  }
  sdk::Made<Game> resample(std::span<const std::uint8_t, 32> seed) const {
    if (core_.knower == -1) return sdk::Refusal("full");
    Game full = *this;
    full.core_.knower = -1;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (core_.ready[seat] && full.core_.rank[seat] == kUnknown)
        full.core_.rank[seat] = static_cast<std::uint8_t>(1 + seed[seat] % 3);
    }
    if (is(Break::kLengthLeaks)) full.core_.padding = full.core_.rank[1];
    return full;
  }

  std::uint64_t hash(int viewer) const {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    const auto add = [&hash](unsigned byte) { hash = (hash ^ byte) * 0x100000001B3ULL; };
    for (std::size_t seat = 0; seat < 2; ++seat) {
      add(is(Break::kHashBlind) && seat == 1 ? 0U : core_.at[seat]);
      add(core_.ready[seat]);
      const bool own = viewer == static_cast<int>(seat) || (viewer != sdk::kPublic && is(Break::kHashLeaks));
      add(own ? core_.rank[seat] : 0U);
    }
    add(core_.turn);
    return hash;
  }

  void save(int purpose, int viewer, sdk::Writer& out) const {
    const bool cut = purpose == QITAI_SAVE_SEAT_VIEW;
    out.u8(static_cast<std::uint8_t>(cut ? viewer : core_.knower));
    out.u8(core_.limit);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      out.u8(cut && viewer != static_cast<int>(seat) ? kUnknown : core_.rank[seat]);
      out.u8(core_.ready[seat]);
      out.u8(core_.at[seat]);
    }
    out.u8(core_.turn);
    out.u16(core_.steps);
    out.u64(core_.mark + asked_);
    out.u8(core_.padding);
    for (unsigned i = 0; i < core_.padding; ++i)
      out.u8(0);
    out.u16(static_cast<std::uint16_t>(is(Break::kForgetsHistory) ? 0 : seen_.size()));
    if (is(Break::kForgetsHistory)) return;
    for (const std::uint64_t hash : seen_)
      out.u64(hash);
  }
  static sdk::Made<Game> load(sdk::Reader& in) {
    Game game;
    Core& core = game.core_;
    core.knower = static_cast<std::int8_t>(in.u8());
    core.limit = in.u8();
    bool sound = core.limit >= 10 && core.limit <= 60 && core.knower >= -1 &&
                 (core.knower < 2 || core.knower == sdk::kPublic);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      core.rank[seat] = in.u8();
      const std::uint8_t ready = in.u8();
      core.at[seat] = in.u8();
      core.ready[seat] = ready == 1;
      const bool knows = core.knower == -1 || core.knower == static_cast<int>(seat);
      sound = sound && ready <= 1 && core.rank[seat] <= 3 && core.at[seat] < kPoints &&
              (core.rank[seat] != kUnknown) == (knows && ready == 1);
    }
    core.turn = in.u8();
    core.steps = in.u16();
    core.mark = in.u64();
    core.padding = in.u8();
    for (unsigned i = 0; i < core.padding; ++i)
      (void)in.u8();
    const std::uint16_t count = in.u16();
    const bool playing = core.ready[0] && core.ready[1];
    sound = sound && core.turn < 2 && (core.steps <= core.limit || is(Break::kActsAfterEnd)) &&
            core.at[0] != core.at[1] && (core.mark == 0 || is(Break::kSavesAddress)) && core.padding <= 3 &&
            (count <= 61 || is(Break::kActsAfterEnd));
    sound = sound &&
            (playing || (core.steps == 0 && core.at == std::array<std::uint8_t, 2>{0, 3} && core.turn == 0));
    for (std::uint16_t i = 0; i < count && sound; ++i)
      game.seen_.push_back(in.u64());
    if (is(Break::kForgetsHistory) && playing) game.seen_.assign(1, game.hash(sdk::kPublic));
    sound = sound && (game.seen_.empty() != playing) &&
            (!playing || game.seen_.back() == game.hash(sdk::kPublic)) &&
            game.seen_.size() == (playing ? (is(Break::kForgetsHistory) ? 1U : core.steps + 1U) : 0U);
    if (is(Break::kCrashesOnLoad) && !in.ok()) *static_cast<volatile int*>(nullptr) = 1;
    if (is(Break::kBelievesSaves) && in.ok() && core.at[0] < 250 && core.at[1] < 250) return game;
    if (!in.ok() || !sound) return sdk::Refusal("malformed", "no such game");
    return game;
  }

  std::string position_write(int viewer) const {
    std::string text;
    for (int seat : {0, 1}) {
      text += static_cast<char>('a' + core_.at[index(seat)]);
      const bool own = viewer == seat && core_.rank[index(seat)] != kUnknown;
      text += own ? static_cast<char>('0' + core_.rank[index(seat)]) : '?';
    }
    return text + (core_.turn == 0 ? " 1" : " 2");
  }
  std::string move_write(int, qitai_move move, int notation) const {
    if (notation < 0) return {static_cast<char>('a' + move.from), static_cast<char>('a' + move.to)};
    if (is(Break::kAmbiguous)) return "on";
    return (move.to + kPoints - move.from) % kPoints == 1 ? "on" : "back";
  }
  sdk::Made<qitai_move> move_read(int seat, std::string_view text, int notation) const {
    if (is(Break::kQuestionChanges)) ++asked_;
    std::array<qitai_move, kPoints> moves;
    sdk::List<qitai_move> list(moves.data(), kPoints);
    legal(seat, list);
    for (std::uint32_t i = 0; i < list.count(); ++i) {
      if (text == move_write(seat, moves[i], -1)) return moves[i];
      if (notation != -1 && text == move_write(seat, moves[i], 0)) return moves[i];
    }
    return sdk::Refusal("malformed", "no such move here");
  }

 private:
  static std::size_t index(int seat) { return static_cast<std::size_t>(seat); }
  static std::optional<sdk::Refusal> check(std::string_view layout) {
    if (layout.size() != 1 || layout[0] < '1' || layout[0] > '3')
      return sdk::Refusal("bad-layout", "expected 1, 2 or 3").offset(0);
    return std::nullopt;
  }
  std::optional<sdk::Refusal> why_not(int seat, qitai_move move) const {
    if (acting() != sdk::only(seat)) return sdk::Refusal("not-your-turn");
    if (move.from >= kPoints || move.to >= kPoints || move.choice != 0 || move.flags != 0)
      return sdk::Refusal("no-such-move");
    if (move.from != core_.at[index(seat)]) return sdk::Refusal("not-yours");
    if (move.to == core_.at[index(1 - seat)]) return sdk::Refusal("not-empty");
    const int way = (move.to + kPoints - move.from) % kPoints;
    if (way != 1 && way != kPoints - 1) return sdk::Refusal("not-next");
    // One way is always left: the other man stands in one at the most.
    const bool other_way_free =
        (move.from + kPoints - (move.to - move.from)) % kPoints != core_.at[index(1 - seat)];
    if (is(Break::kLegalLeaks) && seat == 0 && core_.rank[1] == 3 && way == 1 && other_way_free)
      return sdk::Refusal("not-next");
    return std::nullopt;
  }
  static sdk::Made<Game> read_position(Game game, std::string_view text) {
    const auto letter = [&](std::size_t at) {
      return text.size() == 6 && text[at] >= 'a' && text[at] < 'a' + kPoints;
    };
    if (!letter(0) || !letter(2) || text[0] == text[2] || text[4] != ' ' ||
        (text[5] != '1' && text[5] != '2'))
      return sdk::Refusal("malformed", "expected such as a?d? 1").offset(0);
    Core& core = game.core_;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const char rank = text[2 * seat + 1];
      const bool knows = core.knower == -1 || core.knower == static_cast<int>(seat);
      if (knows ? rank < '1' || rank > '3' : rank != '?')
        return sdk::Refusal("malformed", "a rank").offset(2 * seat + 1);
      core.at[seat] = static_cast<std::uint8_t>(text[2 * seat] - 'a');
      core.rank[seat] = knows ? static_cast<std::uint8_t>(rank - '0') : kUnknown;
      core.ready[seat] = true;
    }
    core.turn = (text[5] == '2') != is(Break::kReadsOtherPosition) ? 1 : 0;
    game.seen_.assign(1, game.hash(sdk::kPublic));
    if (game.outcome().over() && !is(Break::kActsAfterEnd))
      return sdk::Refusal("over", "nobody could move there");
    return game;
  }

  Core core_;
  std::vector<std::uint64_t> seen_;  // public hashes since the first step
  struct Past {
    Core core;
    std::vector<std::uint64_t> seen;
  };
  std::vector<Past> past_;
  mutable std::uint64_t asked_ = 0;  // of kQuestionChanges
};

}  // namespace

// Only another linker script lets it out.
extern "C" {
extern QITAI_EXPORT int another_symbol;
int another_symbol = 1;
}

const qitai_plugin qitai_plugin_entry = sdk::plugin<Game>("dull", "1.0", "tests");
