// A game for tests of the screens alone: two pawns a side race past each other over a board of cells; whoever
// comes to the other edge chooses what his pawn becomes and has won. It has cells, a choice at the end of a
// move, and more options than a screen has room for.
#include <qitai/variant.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace {

namespace sdk = qitai::sdk;

constexpr int kFiles = 4, kRanks = 5;
constexpr std::uint16_t kCells = kFiles * kRanks;
enum Kind : std::uint16_t { kPawn, kKnight, kBishop, kRook, kQueen };

class Pawns {
 public:
  static sdk::Description description() {
    sdk::Description d("pawns", 1);
    d.name({"Pawn race", "赛兵", "賽兵"}, {"First across wins.", "先到底线者胜。", "先到底線者勝。"})
        .minutes(1, 3);
    d.seat("white", {"White", "白方"}, {"White to move", "白方走"}, 0, 0);
    d.seat("black", {"Black", "黑方"}, {"Black to move", "黑方走"}, 1, 180);
    d.colour("white", {"White", "白"}, {"W", "白"}, 0xF0F0F0);
    d.colour("black", {"Black", "黑"}, {"B", "黑"}, 0x101010, QITAI_COLOUR_DARK);
    d.kind("P", {"Pawn", "兵"}, {"兵"}, "pawn", 100);
    d.kind("N", {"Knight", "马", "馬"}, {"马", "馬"}, "knight", 300);
    d.kind("B", {"Bishop", "象"}, {"象"}, "bishop", 300);
    d.kind("R", {"Rook", "车", "車"}, {"车", "車"}, "rook", 500);
    d.kind("Q", {"Queen", "后"}, {"后"}, "queen", 900);
    for (int i = 1; i <= 12; ++i) {
      const std::string n = std::to_string(i);
      d.toggle("rule" + n, {"Rule " + n, "规则 " + n, "規則 " + n},
               {"Rule " + n + " holds.", "规则 " + n, "規則 " + n}, i == 2);
    }
    d.text("mark.check", {"+", "将", "將"});
    d.text("notice.close",
           {"One step more and White has come across", "白方再走一步即到底线", "白方再走一步即到底線"});
    d.reason("arrived", {"A pawn came across", "兵到底线", "兵到底線"});
    return d;
  }

  static const sdk::Board& board(std::span<const std::int64_t> /*options*/) {
    static const sdk::Board kBoard = [] {
      sdk::Board b(kFiles * 1000, kRanks * 1000);
      for (int rank = 0; rank < kRanks; ++rank) {
        for (int file = 0; file < kFiles; ++file) {
          const std::string name{static_cast<char>('a' + file), static_cast<char>('1' + rank)};
          const int y = (kRanks - 1 - rank) * 1000;
          b.point(file * 1000 + 500, y + 500, name, QITAI_POINT_CELL);
          b.region(file * 1000, y, 1000, 1000,
                   (rank + file) % 2 == 0 ? QITAI_REGION_DARK : QITAI_REGION_LIGHT);
        }
      }
      return b;
    }();
    return kBoard;
  }

  static sdk::Made<Pawns> create(const sdk::Start& /*start*/) {
    Pawns game;
    for (int file = 0; file < kFiles / 2; ++file) {
      game.on_.at(static_cast<std::size_t>(file)) = 1;
      game.on_.at(static_cast<std::size_t>(kCells - 1 - file)) = 2;
    }
    return game;
  }

  std::uint32_t acting() const { return winner_ >= 0 ? 0 : sdk::only(turn_); }
  void legal(int seat, sdk::List<qitai_move>& moves) const {
    if (winner_ >= 0 || seat != turn_) return;
    for (std::uint16_t from = 0; from < kCells; ++from) {
      if (on_.at(from) != seat + 1) continue;
      const int to = from + (seat == 0 ? kFiles : -kFiles);
      if (to < 0 || to >= kCells || on_.at(static_cast<std::size_t>(to)) != 0) continue;
      const auto target = static_cast<std::uint16_t>(to);
      if (last(seat, target)) {
        for (const Kind kind : {kKnight, kBishop, kRook, kQueen})
          moves.add({from, target, static_cast<std::uint16_t>(1 + kind), 0});
      } else {
        moves.add({from, target, 0, 0});
      }
    }
  }
  std::optional<sdk::Refusal> apply(int seat, qitai_move move, sdk::Changes& changes) {
    std::array<qitai_move, 2 * kFiles> all{};
    sdk::List<qitai_move> list(all.data(), all.size());
    legal(seat, list);
    const auto end = all.begin() + list.count();
    if (std::find(all.begin(), end, move) == end)
      return sdk::Refusal("not-a-move-of-that-piece").at(move.from);
    on_.at(move.from) = 0;
    on_.at(move.to) = static_cast<std::uint8_t>(seat + 1);
    const auto colour = static_cast<std::uint8_t>(seat);
    changes.moved(move.from, move.to, kPawn, colour);
    if (move.choice != 0) {
      became_ = static_cast<std::uint16_t>(move.choice - 1);
      changes.promoted(move.to, became_, kPawn, colour);
      winner_ = static_cast<std::int8_t>(seat);
    }
    turn_ = static_cast<std::int8_t>(1 - seat);
    return std::nullopt;
  }
  sdk::Outcome outcome() const {
    if (winner_ >= 0) return sdk::Outcome::won(winner_, "arrived");
    for (std::size_t file = 0; file < kFiles; ++file) {
      if (on_.at((kRanks - 2) * kFiles + file) == 1) return sdk::Outcome().notice("close");
    }
    return {};
  }
  void view(int /*viewer*/, sdk::List<qitai_piece>& pieces) const {
    for (std::uint16_t at = 0; at < kCells; ++at) {
      if (on_.at(at) == 0) continue;
      const int seat = on_.at(at) - 1;
      const std::uint16_t kind = last(seat, at) ? became_ : static_cast<std::uint16_t>(kPawn);
      pieces.add({at, kind, static_cast<std::uint8_t>(seat), 0, 1});
    }
  }
  std::uint64_t hash(int /*viewer*/) const {
    std::uint64_t hash = static_cast<std::uint64_t>(turn_) + 1;
    for (const std::uint8_t who : on_)
      hash = hash * 1099511628211ULL + who;
    return hash;
  }
  void save(int /*purpose*/, int /*viewer*/, sdk::Writer& /*out*/) const {}
  static sdk::Made<Pawns> load(sdk::Reader& /*in*/) { return sdk::Refusal("not-kept"); }

 private:
  static bool last(int seat, std::uint16_t at) { return at / kFiles == (seat == 0 ? kRanks - 1 : 0); }

  std::array<std::uint8_t, kCells> on_{};
  std::int8_t turn_ = 0, winner_ = -1;
  std::uint16_t became_ = kQueen;
};

}  // namespace

const qitai_plugin qitai_plugin_entry = qitai::sdk::plugin<Pawns>("pawns", "1.0.0", "Qitai tests");
