#include "cups_game.hpp"

#include <qitai/variant.hpp>

#include <algorithm>
#include <stdexcept>

namespace qitai::test {
namespace {

namespace sdk = qitai::sdk;

constexpr int kPieces = 6;
constexpr std::uint8_t kUnknown = 9;

class Cups {
 public:
  static sdk::Description description() {
    sdk::Description d("cups", 1);
    d.name("Cups", "Fight").seat("a", "A", "A to move", 0, 0).seat("b", "B", "B to move", 1, 180);
    d.colour("red", "Red", "R", 0xff0000).colour("blue", "Blue", "B", 0x0000ff);
    d.kind("1", "One", "1", "one").kind("2", "Two", "2", "two").kind("3", "Three", "3", "three");
    d.toggle("choice", "Choice", "h", true);
    d.flags(QITAI_VARIANT_HIDDEN | QITAI_VARIANT_SETUP | QITAI_VARIANT_CHANCE);
    return d;
  }
  static const sdk::Board& board(std::span<const std::int64_t>) {
    static const sdk::Board kBoard = [] {
      sdk::Board made(3000, 2000);
      for (int i = 0; i < kPieces; ++i)
        made.point(i % 3 * 1000 + 500, i / 3 * 1000 + 500, "c" + std::to_string(i));
      return made;
    }();
    return kBoard;
  }
  static sdk::Made<Cups> create(const sdk::Start& start) {
    if (!start.position.empty()) return sdk::Refusal("bad-position");
    Cups cups;
    cups.knower_ = start.knower;
    cups.choice_ = start.options[0] != 0;
    cups.seed_ = start.seed[0];
    return cups;
  }

  [[nodiscard]] std::uint32_t acting() const {
    if (ready_ != 3) return (~ready_ & 3u) | QITAI_ACTING_SETUP;
    if (turn_ < 0) return sdk::kChance;
    return over() ? 0 : sdk::only(turn_);
  }
  std::optional<sdk::Refusal> setup_apply(int seat, std::string_view bytes, sdk::Changes& changes) {
    if ((ready_ & sdk::only(seat)) != 0) return sdk::Refusal("set-up-done");
    std::string layout(bytes);
    const bool may_know = knower_ == -1 || knower_ == seat;
    if (knower_ == -1 && layout.empty()) {
      if (!choice_) return sdk::Refusal("no-layout");
      layout = "123";
      for (int i = 0; i < (seed_ + seat) % 6; ++i)
        std::next_permutation(layout.begin(), layout.end());
    }
    if (may_know) {
      std::string sorted = layout;
      std::sort(sorted.begin(), sorted.end());
      if (sorted != "123") return sdk::Refusal("bad-layout").offset(0);
    } else if (!layout.empty()) {
      return sdk::Refusal("not-yours-to-know");
    }
    for (int i = 0; i < 3; ++i) {
      const int point = 3 * seat + i;
      kind_[point] =
          may_know ? static_cast<std::uint8_t>(layout[static_cast<std::size_t>(i)] - '1') : kUnknown;
      changes.placed(static_cast<std::uint16_t>(point), QITAI_NO_KIND, static_cast<std::uint8_t>(seat));
      if (may_know) {
        changes.revealed(static_cast<std::uint16_t>(point), kind_[point], static_cast<std::uint8_t>(seat),
                         sdk::only(seat));
      }
    }
    ready_ |= sdk::only(seat);
    return std::nullopt;
  }
  [[nodiscard]] std::uint32_t chance_count() const { return 2; }
  std::optional<sdk::Refusal> chance_apply(std::uint32_t index, sdk::Changes&) {
    if (ready_ != 3 || turn_ >= 0 || index > 1) return sdk::Refusal("no-draw");
    turn_ = static_cast<int>(index);
    return std::nullopt;
  }

  void legal(int seat, sdk::List<qitai_move>& moves) const {
    if (!on_turn(seat)) return;
    for (int from = 3 * seat; from < 3 * seat + 3; ++from) {
      for (int to = 3 - 3 * seat; live_[from] && to < 6 - 3 * seat; ++to) {
        if (live_[to]) moves.add({static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), 0, 0});
      }
    }
    moves.add({QITAI_NO_POINT, QITAI_NO_POINT, 1, 0});
  }
  [[nodiscard]] std::optional<sdk::Refusal> refuse(int seat, qitai_move m) const {
    if (!on_turn(seat)) return sdk::Refusal("not-on-turn");
    if (is_wait(m) || is_fight(seat, m)) return std::nullopt;
    return sdk::Refusal("no-such-fight");
  }

  void needs(int seat, qitai_move m, std::span<const qitai_fact> known,
             sdk::List<qitai_fact>& questions) const {
    if (knower_ == -1 || !is_fight(seat, m)) return;
    const qitai_fact* fight = find(known, QITAI_FACT_FIGHT);
    if (fight == nullptr) {
      questions.add({QITAI_FACT_FIGHT, m.to, static_cast<std::uint16_t>(1 - seat), 0});
      return;
    }
    if (fight->value == QITAI_FIGHT_WON && knower_ == seat && find(known, QITAI_FACT_REVEAL) == nullptr)
      questions.add({QITAI_FACT_REVEAL, m.to, static_cast<std::uint16_t>(1 - seat), 0});
    for (const int loser : {0, 1}) {
      if (loses_piece(seat, loser, fight->value) && knower_ != loser && show_of(known, loser) == nullptr)
        questions.add({QITAI_FACT_SHOW, QITAI_NO_POINT, static_cast<std::uint16_t>(loser), 0});
    }
  }
  void facts(int seat, qitai_move m, sdk::List<qitai_fact>& answers) const {
    if (!is_fight(seat, m)) return;
    const std::int64_t how = fight(m);
    answers.add({QITAI_FACT_FIGHT, m.to, static_cast<std::uint16_t>(1 - seat), how});
    answers.add({QITAI_FACT_REVEAL, m.to, static_cast<std::uint16_t>(1 - seat), kind_[m.to]});
    for (const int loser : {0, 1}) {
      if (!loses_piece(seat, loser, how)) continue;
      const int point = first_unshown(loser, m);
      answers.add({QITAI_FACT_SHOW, point < 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(point),
                   static_cast<std::uint16_t>(loser), point < 0 ? -1 : kind_[point]});
    }
  }
  std::optional<sdk::Refusal> apply(int seat, qitai_move m, std::span<const qitai_fact> facts,
                                    sdk::Changes& changes) {
    if (!on_turn(seat) || !(is_wait(m) || is_fight(seat, m))) return sdk::Refusal("no-such-fight");
    if (is_wait(m)) {
      turn_ = 1 - turn_;
      return std::nullopt;
    }
    const qitai_fact* told = find(facts, QITAI_FACT_FIGHT);
    if (knower_ != -1 && told == nullptr) return sdk::Refusal("needs-facts");
    const std::int64_t how = knower_ == -1 ? fight(m) : told->value;
    changes.irreversible();
    changes.fought(m.from, m.to, how);
    if (how == QITAI_FIGHT_WON) {
      const qitai_fact* beaten = find(facts, QITAI_FACT_REVEAL);
      if (knower_ == -1) changes.revealed(m.to, kind_[m.to], colour(m.to), sdk::only(seat));
      if (beaten != nullptr)
        changes.revealed(m.to, static_cast<std::uint16_t>(beaten->value), colour(m.to), sdk::only(seat));
    }
    for (const int loser : {0, 1}) {
      if (!loses_piece(seat, loser, how)) continue;
      int point = first_unshown(loser, m);
      if (knower_ != -1 && knower_ != loser) {
        const qitai_fact* show = show_of(facts, loser);
        if (show == nullptr) return sdk::Refusal("needs-facts");
        point = show->value < 0 ? -1 : show->point;
        if (point >= 0) kind_[point] = static_cast<std::uint8_t>(show->value);
      }
      if (point < 0) continue;
      shown_[point] = true;
      changes.revealed(static_cast<std::uint16_t>(point), kind_[point], colour(point));
    }
    changes.step();
    for (const int point : {static_cast<int>(m.from), static_cast<int>(m.to)}) {
      if (!loses_piece(seat, point / 3, how)) continue;
      live_[point] = false;
      changes.captured(static_cast<std::uint16_t>(point), shown_[point] ? kind_[point] : QITAI_NO_KIND,
                       colour(point));
    }
    turn_ = 1 - turn_;
    return std::nullopt;
  }
  [[nodiscard]] sdk::Outcome outcome() const {
    const bool a = has_pieces(0), b = has_pieces(1);
    if (a && b) return {};
    if (!a && !b) return sdk::Outcome::drawn("agreement-of-all");
    return sdk::Outcome::won(a ? 0 : 1, "no-moves");
  }
  void view(int viewer, sdk::List<qitai_piece>& pieces) const {
    for (int i = 0; i < kPieces; ++i) {
      if (!live_[i] || (ready_ & sdk::only(i / 3)) == 0) continue;
      const bool seen = kind_[i] != kUnknown && (shown_[i] || viewer == i / 3);
      pieces.add({static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(seen ? kind_[i] : QITAI_NO_KIND),
                  colour(i), static_cast<std::uint8_t>(seen ? 0 : QITAI_PIECE_FACE_DOWN), 1});
    }
  }
  [[nodiscard]] std::uint64_t hash(int viewer) const {
    std::uint64_t value = ready_ * 7 + static_cast<std::uint64_t>(turn_ + 1);
    for (int i = 0; i < kPieces; ++i) {
      const bool seen = shown_[i] || viewer == i / 3;
      value = value * 31 + (live_[i] ? 1 : 0) + 2u * (seen ? kind_[i] + 1u : 0u);
    }
    return value;
  }
  void save(int purpose, int viewer, sdk::Writer& writer) const {
    const bool view = purpose == QITAI_SAVE_SEAT_VIEW;
    writer.u8(static_cast<std::uint8_t>((view ? viewer : knower_) + 1));
    writer.u8(view ? 0 : seed_);
    writer.u8(choice_ ? 1 : 0);
    writer.u8(static_cast<std::uint8_t>(ready_));
    writer.u8(static_cast<std::uint8_t>(turn_ + 1));
    for (int i = 0; i < kPieces; ++i) {
      writer.u8(!view || shown_[i] || viewer == i / 3 ? kind_[i] : kUnknown);
      writer.u8(live_[i] ? 1 : 0);
      writer.u8(shown_[i] ? 1 : 0);
    }
  }
  static sdk::Made<Cups> load(sdk::Reader& reader) {
    Cups cups;
    cups.knower_ = reader.u8() - 1;
    cups.seed_ = reader.u8();
    cups.choice_ = reader.u8() != 0;
    cups.ready_ = reader.u8() & 3u;
    cups.turn_ = reader.u8() % 3 - 1;
    for (int i = 0; i < kPieces; ++i) {
      cups.kind_[i] = reader.u8();
      if (cups.kind_[i] > 2 && cups.kind_[i] != kUnknown) reader.fail();
      cups.live_[i] = reader.u8() != 0;
      cups.shown_[i] = reader.u8() != 0;
    }
    return cups;
  }

 private:
  static std::uint8_t colour(int point) { return static_cast<std::uint8_t>(point / 3); }
  static bool is_wait(qitai_move m) { return m == qitai_move{QITAI_NO_POINT, QITAI_NO_POINT, 1, 0}; }
  static const qitai_fact* find(std::span<const qitai_fact> facts, std::uint32_t what) {
    const auto found =
        std::find_if(facts.begin(), facts.end(), [&](const qitai_fact& f) { return f.what == what; });
    return found == facts.end() ? nullptr : &*found;
  }
  static const qitai_fact* show_of(std::span<const qitai_fact> facts, int seat) {
    const auto found = std::find_if(facts.begin(), facts.end(), [&](const qitai_fact& f) {
      return f.what == QITAI_FACT_SHOW && f.seat == seat;
    });
    return found == facts.end() ? nullptr : &*found;
  }
  static bool loses_piece(int attacker, int seat, std::int64_t how) {
    return how == QITAI_FIGHT_BOTH || (how == QITAI_FIGHT_WON) == (seat != attacker);
  }
  [[nodiscard]] bool on_turn(int seat) const { return ready_ == 3 && seat == turn_ && !over(); }
  [[nodiscard]] bool is_fight(int seat, qitai_move m) const {
    return m.choice == 0 && m.flags == 0 && m.from < kPieces && m.to < kPieces && m.from / 3 == seat &&
           m.to / 3 != seat && live_[m.from] && live_[m.to];
  }
  [[nodiscard]] std::int64_t fight(qitai_move m) const {
    if (kind_[m.from] == kind_[m.to]) return QITAI_FIGHT_BOTH;
    return kind_[m.from] > kind_[m.to] ? QITAI_FIGHT_WON : QITAI_FIGHT_LOST;
  }
  // Of the pieces that do not fight in m.
  [[nodiscard]] int first_unshown(int seat, qitai_move m) const {
    for (int i = 3 * seat; i < 3 * seat + 3; ++i) {
      if (live_[i] && !shown_[i] && i != m.from && i != m.to) return i;
    }
    return -1;
  }
  [[nodiscard]] bool has_pieces(int seat) const {
    return std::any_of(live_ + 3 * seat, live_ + 3 * seat + 3, [](bool live) { return live; });
  }
  [[nodiscard]] bool over() const { return !has_pieces(0) || !has_pieces(1); }

  int knower_ = -1;
  std::uint8_t seed_ = 0;
  bool choice_ = true;
  std::uint32_t ready_ = 0;
  int turn_ = -1;
  std::uint8_t kind_[kPieces] = {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown};
  bool live_[kPieces] = {true, true, true, true, true, true};
  bool shown_[kPieces] = {};
};

}  // namespace

std::shared_ptr<const host::Variant> cups_game() {
  static const auto kGame = host::Variant::wrap(sdk::Adaptor<Cups>::variant(), "1.0.0");
  if (!kGame) throw std::runtime_error(kGame.error().message);
  return kGame.value();
}

}  // namespace qitai::test
