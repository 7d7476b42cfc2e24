// Tic-tac-toe: the smallest whole game, as an example of what an author writes.
#include <bit>
#include <qitai/variant.hpp>

namespace sdk = qitai::sdk;

class TicTacToe {
 public:
  static sdk::Description description() {
    sdk::Description d("tictactoe", 1);
    d.name({"Tic-tac-toe", "井字棋"}, {"Three in a row wins.", "三子连成一线者胜。", "三子連成一線者勝。"});
    d.seat("cross", {"Cross", "叉方"}, {"Cross to move", "叉方走"}, 0, 0);
    d.seat("ring", {"Ring", "圈方"}, {"Ring to move", "圈方走"}, 1, 0);
    d.colour("cross", {"Cross", "叉"}, {"X", "叉"}, 0xB03020);
    d.colour("ring", {"Ring", "圈"}, {"O", "圈"}, 0x203080, QITAI_COLOUR_DARK);
    d.kind("x", {"Mark", "子"}, {"X", "叉"}, "mark").text("kind.x.glyph.ring", {"O", "圈"});
    d.reason("three-in-a-row", {"three in a row", "三子连线", "三子連線"})
        .reason("full", {"board full", "棋盘已满"});
    return d;
  }
  static const sdk::Board& board(std::span<const std::int64_t>) {
    static const sdk::Board kBoard = [] {
      sdk::Board b(3000, 3000);
      for (int i = 0; i < 9; ++i) {
        const int x = i % 3 * 1000, y = i / 3 * 1000;
        b.point(x + 500, y + 500, {&"a3b3c3a2b2c2a1b1c1"[2 * i], 2}, QITAI_POINT_CELL);
        b.region(x, y, 1000, 1000, i % 2 == 0 ? QITAI_REGION_LIGHT : QITAI_REGION_DARK);
      }
      return b;
    }();
    return kBoard;
  }

  static sdk::Made<TicTacToe> create(const sdk::Start& start) {
    if (!start.position.empty())
      return sdk::Refusal("no-positions", "this game begins on the empty board only");
    return TicTacToe();
  }
  std::uint32_t acting() const { return outcome().over() ? 0 : sdk::only(turn()); }
  void legal(int seat, sdk::List<qitai_move>& moves) const {
    if (acting() != sdk::only(seat)) return;
    for (std::uint16_t p = 0; p < 9; ++p) {
      if (!((marks_[0] | marks_[1]) >> p & 1)) moves.add({QITAI_NO_POINT, p, 0, 0});
    }
  }
  std::optional<sdk::Refusal> apply(int seat, qitai_move move, sdk::Changes& changes) {
    if (acting() != sdk::only(seat)) return sdk::Refusal("not-your-turn");
    const bool drop = move.from == QITAI_NO_POINT && move.to < 9 && move.choice == 0 && move.flags == 0;
    if (!drop || ((marks_[0] | marks_[1]) >> move.to & 1)) return sdk::Refusal("not-empty").at(move.to);
    marks_[seat] = static_cast<std::uint16_t>(marks_[seat] | 1u << move.to);
    changes.placed(move.to, 0, static_cast<std::uint8_t>(seat));
    return std::nullopt;
  }
  sdk::Outcome outcome() const {
    for (int seat : {0, 1}) {
      for (unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u}) {
        if ((marks_[seat] & line) == line) return sdk::Outcome::won(seat, "three-in-a-row");
      }
    }
    return (marks_[0] | marks_[1]) == 0777 ? sdk::Outcome::drawn("full") : sdk::Outcome();
  }
  void view(int, sdk::List<qitai_piece>& pieces) const {
    for (std::uint16_t p = 0; p < 9; ++p) {
      if (marks_[0] >> p & 1) pieces.add({p, 0, 0, 0, 1});
      if (marks_[1] >> p & 1) pieces.add({p, 0, 1, 0, 1});
    }
  }
  std::uint64_t hash(int) const { return std::uint64_t{marks_[0]} << 16 | marks_[1]; }
  void save(int, int, sdk::Writer& out) const {
    out.u16(marks_[0]);
    out.u16(marks_[1]);
  }
  static sdk::Made<TicTacToe> load(sdk::Reader& in) {
    TicTacToe game;
    for (auto& marks : game.marks_)
      marks = in.u16();
    const int lead = std::popcount(game.marks_[0]) - std::popcount(game.marks_[1]);
    if ((game.marks_[0] | game.marks_[1]) > 0777 || (game.marks_[0] & game.marks_[1]) || lead < 0 ||
        lead > 1) {
      return sdk::Refusal("malformed", "no such position can be reached");
    }
    return game;
  }

 private:
  int turn() const { return std::popcount(marks_[0]) > std::popcount(marks_[1]) ? 1 : 0; }
  std::uint16_t marks_[2] = {0, 0};  // a bit per cell, of each seat
};

const qitai_plugin qitai_plugin_entry = sdk::plugin<TicTacToe>("tictactoe", "1.0.0", "Qitai");
