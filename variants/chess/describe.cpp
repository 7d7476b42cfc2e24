#include "chess/describe.hpp"

#include <array>
#include <string>
#include <string_view>

#include "chess/position.hpp"
#include "chess/rules.hpp"

namespace qitai::chess {
namespace {

constexpr sdk::Saying kRefusals[] = {
    {"ended", "The game is over", "棋局已经结束", "棋局已經結束"},
    {"not-your-turn", "It is not this side's turn", "还没轮到这一方走", "還沒輪到這一方走"},
    {"no-such-point", "There is no such square on the board", "棋盘上没有这一格", "棋盤上沒有這一格"},
    {"empty", "No piece stands there", "这里没有棋子", "這裡沒有棋子"},
    {"not-your-piece", "That is the other side's piece", "这是对方的棋子", "這是對方的棋子"},
    {"not-a-move-of-that-piece", "That piece does not move like this", "这个棋子不是这样走的",
     "這個棋子不是這樣走的"},
    {"own-piece-there", "Your own piece stands there", "那里是己方的棋子", "那裡是己方的棋子"},
    {"blocked", "A piece stands in the way", "中间有棋子挡住", "中間有棋子擋住"},
    {"backwards", "Pawns never move back", "兵不能后退", "兵不能後退"},
    {"pawn-blocked", "A pawn does not capture straight ahead", "兵不能直着吃子，前面被挡住了",
     "兵不能直著吃子，前面被擋住了"},
    {"pawn-two-steps", "Only a pawn's first move may be two squares", "兵只有第一步才能走两格",
     "兵只有第一步才能走兩格"},
    {"pawn-captures-only", "A pawn moves diagonally only to capture", "兵只有吃子时才能斜走",
     "兵只有吃子時才能斜走"},
    {"no-en-passant", "En passant is possible only right after the pawn's double step",
     "只有对方的兵刚走两格时，才能立即吃过路兵", "只有對方的兵剛走兩格時，才能立即吃過路兵"},
    {"promotion-missing", "Say what the pawn becomes", "请选择兵升变成什么", "請選擇兵升變成什麼"},
    {"promotion-kind", "A pawn becomes a queen, rook, bishop or knight", "兵只能升变为后、车、象或马",
     "兵只能升變為后、車、象或馬"},
    {"not-a-promotion", "Only a pawn on the last rank is promoted", "只有走到底线的兵才能升变",
     "只有走到底線的兵才能升變"},
    {"castling-king-moved", "No castling: the king has moved", "不能易位：王已经走动过",
     "不能易位：王已經走動過"},
    {"castling-rook-moved", "No castling: that rook has moved or is gone", "不能易位：这个车走动过或已不在",
     "不能易位：這個車走動過或已不在"},
    {"castling-lost", "No castling: the right to it is lost", "不能易位：已经失去易位的权利",
     "不能易位：已經失去易位的權利"},
    {"castling-blocked", "No castling: a piece stands between", "不能易位：王和车之间有棋子",
     "不能易位：王和車之間有棋子"},
    {"castling-out-of-check", "No castling while in check", "被将军时不能易位", "被將軍時不能易位"},
    {"castling-through-check", "No castling: the king would cross an attacked square",
     "不能易位：王要经过的格子受到攻击", "不能易位：王要經過的格子受到攻擊"},
    {"castling-into-check", "No castling: the king would stand in check", "不能易位：王到达的格子受到攻击",
     "不能易位：王到達的格子受到攻擊"},
    {"into-check", "The king may not go where it is attacked", "王不能走到受攻击的格子",
     "王不能走到受攻擊的格子"},
    {"pinned", "That piece is pinned: the king would be in check", "这个棋子被牵制，走开王就被将军",
     "這個棋子被牽制，走開王就被將軍"},
    {"check-unanswered", "The check must be answered", "必须应将", "必須應將"},
    {"move-text", "That is not how a move is written", "这不是着法的写法", "這不是著法的寫法"},
    {"no-such-move", "There is no such move here", "没有这样的着法", "沒有這樣的著法"},
    {"ambiguous-move", "Several pieces could move like this", "有几个棋子都能这样走", "有幾個棋子都能這樣走"},
    {"text-empty", "The position text is empty", "局面文本是空的", "局面文字是空的"},
    {"rank-count", "The board needs eight ranks", "棋盘应有八行", "棋盤應有八行"},
    {"rank-short", "A rank has fewer than eight squares", "有一行不足八格", "有一行不足八格"},
    {"rank-long", "A rank has more than eight squares", "有一行超过八格", "有一行超過八格"},
    {"digits-adjacent", "Two numbers of empty squares stand side by side", "两个空格数字连在一起",
     "兩個空格數字連在一起"},
    {"unknown-letter", "A letter stands for no piece", "有不认识的棋子字母", "有不認識的棋子字母"},
    {"king-missing", "A king is missing", "缺少王", "缺少王"},
    {"king-count", "A side has one king only", "一方只能有一个王", "一方只能有一個王"},
    {"kings-touch", "The kings stand next to each other", "双方的王紧挨着", "雙方的王緊挨著"},
    {"pawn-count", "A side has at most eight pawns", "一方最多八个兵", "一方最多八個兵"},
    {"men-count", "A side has at most sixteen pieces", "一方最多十六个棋子", "一方最多十六個棋子"},
    {"promoted-count", "There are more promoted pieces than missing pawns", "升变的棋子比少掉的兵还多",
     "升變的棋子比少掉的兵還多"},
    {"pawn-rank", "A pawn cannot stand on the first or last rank", "兵不可能在底线上", "兵不可能在底線上"},
    {"side", "The side to move is missing", "没有写明轮到哪方走", "沒有寫明輪到哪方走"},
    {"opponent-in-check", "The side that is not to move is in check", "不走棋的一方正被将军",
     "不走棋的一方正被將軍"},
    {"too-many-checks", "Three pieces give check at once", "同时有三个以上的棋子将军",
     "同時有三個以上的棋子將軍"},
    {"impossible-checks", "These two checks cannot come from one move", "一步棋不可能造成这样的双将",
     "一步棋不可能造成這樣的雙將"},
    {"castling-text", "The castling rights cannot be read", "易位权利无法读懂", "易位權利無法讀懂"},
    {"castling-repeated", "A castling right stands there twice", "易位权利写了两次", "易位權利寫了兩次"},
    {"castling-letter", "Castling rights by file belong to Chess960", "用线名写易位权利只用于菲舍尔任意制",
     "用線名寫易位權利只用於費雪任意制"},
    {"castling-king", "A castling right, but the king is not at home", "写有易位权利，但王不在原位",
     "寫有易位權利，但王不在原位"},
    {"castling-rook", "A castling right, but its rook is not there", "写有易位权利，但车不在原位",
     "寫有易位權利，但車不在原位"},
    {"en-passant-text", "The en passant square cannot be read", "过路兵的格子无法读懂",
     "過路兵的格子無法讀懂"},
    {"en-passant-rank", "The en passant square is on the wrong rank", "过路兵的格子不在应在的行",
     "過路兵的格子不在應在的行"},
    {"en-passant-pawn", "No pawn has jumped over the en passant square", "没有兵越过所写的过路格",
     "沒有兵越過所寫的過路格"},
    {"en-passant-occupied", "A piece stands on the en passant square", "过路格上有棋子", "過路格上有棋子"},
    {"en-passant-origin", "A piece stands where the pawn has just come from", "兵刚离开的格子上有棋子",
     "兵剛離開的格子上有棋子"},
    {"en-passant-check", "The check cannot come from the pawn's double step", "将军不可能由兵走两格造成",
     "將軍不可能由兵走兩格造成"},
    {"halfmove-clock", "The count of quiet plies is no number", "未吃子未动兵的数字不对",
     "未吃子未動兵的數字不對"},
    {"halfmove-range", "The count of quiet plies is out of range", "未吃子未动兵的数字超出范围",
     "未吃子未動兵的數字超出範圍"},
    {"halfmove-en-passant", "Quiet plies are counted although a pawn has just moved",
     "兵刚走过，未动兵的计数应为零", "兵剛走過，未動兵的計數應為零"},
    {"move-number", "The number of the move is no number", "回合数不是数字", "回合數不是數字"},
    {"move-number-range", "The number of the move is out of range", "回合数超出范围", "回合數超出範圍"},
    {"trailing-text", "There is text after the position", "局面文本后面有多余的内容",
     "局面文字後面有多餘的內容"},
    {"malformed", "The saved game is damaged", "存档已损坏", "存檔已損壞"},
};

// Articles of the FIDE Laws of Chess (2023), and why a position is dead.
constexpr sdk::Saying kSentences[] = {
    {"rule.fide-5-1-1", "FIDE Laws 5.1.1: checkmate wins the game", "国际棋联规则 5.1.1：将死对方的王即获胜",
     "國際棋聯規則 5.1.1：將死對方的王即獲勝"},
    {"rule.fide-5-2-1", "FIDE Laws 5.2.1: no legal move and not in check is a draw",
     "国际棋联规则 5.2.1：未被将军而无子可动即为逼和", "國際棋聯規則 5.2.1：未被將軍而無子可動即為逼和"},
    {"rule.fide-5-2-2", "FIDE Laws 5.2.2: neither side can mate by any series of legal moves",
     "国际棋联规则 5.2.2：双方以任何合法着法都无法将死对方",
     "國際棋聯規則 5.2.2：雙方以任何合法著法都無法將死對方"},
    {"rule.fide-9-2", "FIDE Laws 9.2: the same position for the third time",
     "国际棋联规则 9.2：同一局面第三次出现", "國際棋聯規則 9.2：同一局面第三次出現"},
    {"rule.fide-9-3", "FIDE Laws 9.3: fifty moves of each side without a capture or a pawn move",
     "国际棋联规则 9.3：双方各五十回合未吃子也未动兵", "國際棋聯規則 9.3：雙方各五十回合未吃子也未動兵"},
    {"rule.fide-9-6-1", "FIDE Laws 9.6.1: the same position for the fifth time",
     "国际棋联规则 9.6.1：同一局面第五次出现", "國際棋聯規則 9.6.1：同一局面第五次出現"},
    {"rule.fide-9-6-2", "FIDE Laws 9.6.2: seventy-five moves of each side without a capture or a pawn move",
     "国际棋联规则 9.6.2：双方各七十五回合未吃子也未动兵",
     "國際棋聯規則 9.6.2：雙方各七十五回合未吃子也未動兵"},
    {"rule.time",
     "FIDE Laws 6.9: the time has run out, and the other side could still mate by some series of legal moves",
     "国际棋联规则 6.9：超时，而对方仍有可能以合法着法将死其王",
     "國際棋聯規則 6.9：超時，而對方仍有可能以合法著法將死其王"},
    {"rule.time-without-material",
     "FIDE Laws 6.9: the time has run out, but the other side could not mate by any series of legal moves: a "
     "draw",
     "国际棋联规则 6.9：超时，但对方无论怎样走都不可能将死其王，和棋",
     "國際棋聯規則 6.9：超時，但對方無論怎樣走都不可能將死其王，和棋"},
    {"sentence.dead-material", "Neither side has the pieces to mate", "双方的子力都不足以将死对方",
     "雙方的子力都不足以將死對方"},
    {"sentence.dead-forced", "Every move that is left leads to too few pieces or to stalemate",
     "剩下的每一步都导致子力不足或逼和", "剩下的每一步都導致子力不足或逼和"},
    {"sentence.dead-blocked", "The walls of pawns never open, and no piece gets to where it could mate",
     "兵阵互锁，任何棋子都到不了能将死对方的位置", "兵陣互鎖，任何棋子都到不了能將死對方的位置"},
    {"sentence.dead-searched", "None of the positions that can still come is a mate",
     "以后可能出现的局面中没有一个是将死", "以後可能出現的局面中沒有一個是將死"},
    {"notice.position-twice",
     "This position stands for the second time; the third time may be claimed as a draw",
     "同一局面第二次出现；第三次出现时可以提请判和", "同一局面第二次出現；第三次出現時可以提請判和"},
};

struct KindText {
  std::string_view id;
  std::string_view english;
  std::string_view picture;
  std::string_view simplified;
  std::string_view traditional;
  std::int32_t value;  // hundredths of a pawn
};

// In the order of Kind, with the values that the books teach.
constexpr std::array<KindText, kKinds> kKindTexts{{
    {"P", "Pawn", "pawn", "兵", "兵", 100},
    {"N", "Knight", "knight", "马", "馬", 300},
    {"B", "Bishop", "bishop", "象", "象", 300},
    {"R", "Rook", "rook", "车", "車", 500},
    {"Q", "Queen", "queen", "后", "后", 900},
    {"K", "King", "king", "王", "王", 0},
}};

constexpr int kPitch = 1000;
constexpr int kEdge = kFiles * kPitch;

// The middle of a cell.
constexpr int x_of(int file) {
  return file * kPitch + kPitch / 2;
}
constexpr int y_of(int rank) {
  return (kRanks - 1 - rank) * kPitch + kPitch / 2;
}

sdk::Board make_board() {
  sdk::Board board(kEdge, kEdge);
  for (int rank = 0; rank < kRanks; ++rank) {
    for (int file = 0; file < kFiles; ++file) {
      const Square at = square(file, rank);
      board.point(x_of(file), y_of(rank), write_square(at), QITAI_POINT_CELL);
      const bool light = (kLightSquares & bit(at)) != 0;
      board.region(file * kPitch, (kRanks - 1 - rank) * kPitch, kPitch, kPitch,
                   light ? QITAI_REGION_LIGHT : QITAI_REGION_DARK);
    }
  }
  board.line(0, 0, kEdge, 0, QITAI_LINE_EDGE).line(0, kEdge, kEdge, kEdge, QITAI_LINE_EDGE);
  board.line(0, 0, 0, kEdge, QITAI_LINE_EDGE).line(kEdge, 0, kEdge, kEdge, QITAI_LINE_EDGE);
  constexpr std::uint32_t kBottom = 0;
  constexpr std::uint32_t kRight = 1;
  constexpr std::uint32_t kTop = 2;
  constexpr std::uint32_t kLeft = 3;
  for (int i = 0; i < kFiles; ++i) {
    const std::string file(1, static_cast<char>('a' + i));
    const std::string rank(1, static_cast<char>('1' + i));
    board.label(x_of(i), kEdge, kBottom, file).label(x_of(i), 0, kTop, file);
    board.label(0, y_of(i), kLeft, rank).label(kEdge, y_of(i), kRight, rank);
  }
  return board;
}

}  // namespace

sdk::Description describe() {
  sdk::Description d("chess", kRulesRevision);
  d.name({"Chess", "国际象棋", "西洋棋"},
         {"Sixty-four squares: mate the other king", "六十四格，将死对方的王", "六十四格，將死對方的王"});
  d.minutes(10, 60);
  d.seat("white", {"White", "白方", "白方"}, {"White to move", "白方走", "白方走"}, 0, 0);
  d.seat("black", {"Black", "黑方", "黑方"}, {"Black to move", "黑方走", "黑方走"}, 1, 180);
  d.colour("white", {"White", "白方", "白方"}, {"W", "白", "白"}, 0xF4EFE2);
  d.colour("black", {"Black", "黑方", "黑方"}, {"B", "黑", "黑"}, 0x1F1F1F, QITAI_COLOUR_DARK);
  for (const KindText& kind : kKindTexts) {
    d.kind(kind.id, {kind.english, kind.simplified, kind.traditional},
           {kind.id, kind.simplified, kind.traditional}, kind.picture, kind.value,
           kind.value == 0 ? QITAI_KIND_ROYAL : 0);
  }
  d.choice(
      "claims", {"Repetition and fifty moves", "三次重复与五十回合", "三次重複與五十回合"},
      {"Whether a third repetition and fifty quiet moves must be claimed or end the game by themselves",
       "三次重复局面和五十回合要由棋手提请判和，还是自动判和",
       "三次重複局面和五十回合要由棋手提請判和，還是自動判和"},
      0,
      {{"claim", {"Claimed", "提请判和", "提請判和"}}, {"automatic", {"Automatic", "自动判和", "自動判和"}}});
  d.toggle(
      "chess960", {"Chess960", "菲舍尔任意制", "費雪任意制"},
      {"Castling from any first position of Fischer Random Chess; a castling move names the rook",
       "可从菲舍尔任意制的任何初始局面易位；易位时指定车", "可從費雪任意制的任何初始局面易位；易位時指定車"},
      false);
  d.notation("san", {"Algebraic", "代数记录法", "代數記錄法"}, "+");
  d.notation("figurine", {"Figurines", "棋子图形", "棋子圖形"}, "+");
  d.notation("lan", {"Long algebraic", "长式代数记录法", "長式代數記錄法"}, "+");
  d.notation("uci", {"Coordinates", "坐标", "座標"});
  d.text("mark.check", {"+", "将", "將"});
  d.texts("refusal.", kRefusals).texts("", kSentences);
  return d;
}

const sdk::Board& board() {
  static const sdk::Board kBoard = make_board();
  return kBoard;
}

}  // namespace qitai::chess
