#include "xiangqi/describe.hpp"

#include <array>
#include <string>
#include <string_view>

#include "xiangqi/position.hpp"
#include "xiangqi/rules.hpp"

namespace qitai::xiangqi {
namespace {

using sdk::Words;

constexpr sdk::Saying kRefusals[] = {
    {"ended", "The game is over", "棋局已经结束", "棋局已經結束"},
    {"not-your-turn", "It is not this side's turn", "还没轮到这一方走", "還沒輪到這一方走"},
    {"no-such-point", "There is no such point on the board", "棋盘上没有这一点", "棋盤上沒有這一點"},
    {"empty", "No piece stands there", "这里没有棋子", "這裡沒有棋子"},
    {"not-your-piece", "That is the other side's piece", "这是对方的棋子", "這是對方的棋子"},
    {"not-a-move-of-that-piece", "That piece does not move like this", "这个棋子不是这样走的",
     "這個棋子不是這樣走的"},
    {"own-piece-there", "Your own piece stands there", "那里是己方的棋子", "那裡是己方的棋子"},
    {"outside-palace", "Generals and advisors stay inside the palace", "将帅士仕不能出九宫",
     "將帥士仕不能出九宮"},
    {"across-river", "Elephants do not cross the river", "象相不能过河", "象相不能過河"},
    {"backwards", "Soldiers never move back", "兵卒不能后退", "兵卒不能後退"},
    {"sideways-before-river", "A soldier moves sideways only across the river", "兵卒过河以后才能横走",
     "兵卒過河以後才能橫走"},
    {"horse-leg", "The horse's leg is blocked", "蹩马腿", "蹩馬腿"},
    {"elephant-eye", "The elephant's eye is blocked", "塞象眼", "塞象眼"},
    {"blocked", "A piece stands in the way", "中间有棋子挡住", "中間有棋子擋住"},
    {"no-screen", "A cannon needs a screen to capture", "炮吃子要有炮架", "炮吃子要有炮架"},
    {"too-many-screens", "A cannon captures over exactly one piece", "炮吃子只能隔一个棋子",
     "炮吃子只能隔一個棋子"},
    {"facing", "The generals may not face each other", "将帅不能对面", "將帥不能對面"},
    {"into-check", "That would leave your general in check", "不能送将", "不能送將"},
    {"check-unanswered", "The check must be answered", "必须应将", "必須應將"},
    {"move-text", "That is not how a move is written", "这不是着法的写法", "這不是著法的寫法"},
    {"no-such-piece", "No piece is called so here", "没有这样称呼的棋子", "沒有這樣稱呼的棋子"},
    {"no-such-move", "There is no such move here", "没有这样的着法", "沒有這樣的著法"},
    {"ambiguous-move", "Several pieces could move like this", "有几个棋子都能这样走", "有幾個棋子都能這樣走"},
    {"text-empty", "The position text is empty", "局面文本是空的", "局面文字是空的"},
    {"rank-count", "The board needs ten ranks", "棋盘应有十行", "棋盤應有十行"},
    {"rank-length", "Each rank needs nine points", "每行应有九点", "每行應有九點"},
    {"unknown-letter", "A letter stands for no piece", "有不认识的棋子字母", "有不認識的棋子字母"},
    {"side", "The side to move is missing", "没有写明轮到哪方走", "沒有寫明輪到哪方走"},
    {"counters", "A counter is no number in range", "回合或未吃子的数字不对", "回合或未吃子的數字不對"},
    {"trailing-text", "There is text after the position", "局面文本后面有多余的内容",
     "局面文字後面有多餘的內容"},
    {"general-missing", "A general is missing", "缺少将或帅", "缺少將或帥"},
    {"general-count", "A side has one general only", "一方只能有一个将帅", "一方只能有一個將帥"},
    {"advisor-count", "A side has at most two advisors", "一方最多两个士仕", "一方最多兩個士仕"},
    {"elephant-count", "A side has at most two elephants", "一方最多两个象相", "一方最多兩個象相"},
    {"horse-count", "A side has at most two horses", "一方最多两个马", "一方最多兩個馬"},
    {"chariot-count", "A side has at most two chariots", "一方最多两个车", "一方最多兩個車"},
    {"cannon-count", "A side has at most two cannons", "一方最多两个炮", "一方最多兩個炮"},
    {"soldier-count", "A side has at most five soldiers", "一方最多五个兵卒", "一方最多五個兵卒"},
    {"general-place", "A general stands only in its palace", "将帅只能在九宫内", "將帥只能在九宮內"},
    {"advisor-place", "An advisor stands only on the palace diagonals", "士仕只能在九宫的斜线上",
     "士仕只能在九宮的斜線上"},
    {"elephant-place", "An elephant stands only on its seven points", "象相只能在己方的七个点上",
     "象相只能在己方的七個點上"},
    {"soldier-place", "A soldier cannot stand there", "兵卒不可能在那里", "兵卒不可能在那裡"},
    {"soldier-file", "Two soldiers cannot stand uncrossed on one file", "同一路上不可能有两个未过河的兵卒",
     "同一路上不可能有兩個未過河的兵卒"},
    {"generals-facing", "The generals face each other", "局面中将帅对面", "局面中將帥對面"},
    {"opponent-in-check", "The side that is not to move is in check", "不走棋的一方正被将军",
     "不走棋的一方正被將軍"},
    {"malformed", "The saved game is damaged", "存档已损坏", "存檔已損壞"},
};

// What stands before the third time a position comes, and what would clear it.
constexpr sdk::Saying kNotices[] = {
    {"repeat-draw", "The second time here: a third makes a draw. Any other move avoids it",
     "局面第二次出现，再出现一次即和棋；改走别的着法即可避免",
     "局面第二次出現，再出現一次即和棋；改走別的著法即可避免"},
    {"repeat-mutual",
     "Both sides attack for ever: a third time makes a draw. A quiet move of either avoids it",
     "双方长打，再出现一次即和棋；任何一方改走闲着即可避免",
     "雙方長打，再出現一次即和棋；任何一方改走閒著即可避免"},
    {"repeat-perpetual-check", "Perpetual check: a third time loses. A move without check clears it",
     "长将：再出现一次即判负；走不将军的着法即可解除", "長將：再出現一次即判負；走不將軍的著法即可解除"},
    {"repeat-perpetual-chase",
     "Perpetual chase: a third time loses. An exchange, offer, block, idle move or the chase of another "
     "piece clears it",
     "长捉：再出现一次即判负；走兑、献、拦、闲着或改捉别的子即可解除",
     "長捉：再出現一次即判負；走兌、獻、攔、閒著或改捉別的子即可解除"},
    {"repeat-cxa-check",
     "Perpetual check: a third time loses. Only an exchange, offer, block, follow or idle move clears it",
     "长将：再出现一次即判负；走兑、献、拦、跟、闲（不将、不杀、不捉）即可解除",
     "長將：再出現一次即判負；走兌、獻、攔、跟、閒（不將、不殺、不捉）即可解除"},
    {"repeat-cxa-kill",
     "Perpetual threat of mate: a third time loses. Only an exchange, offer, block, follow or idle move "
     "clears it",
     "长杀：再出现一次即判负；走兑、献、拦、跟、闲（不将、不杀、不捉）即可解除",
     "長殺：再出現一次即判負；走兌、獻、攔、跟、閒（不將、不殺、不捉）即可解除"},
    {"repeat-cxa-chase",
     "Perpetual chase: a third time loses. Only an exchange, offer, block, follow or idle move clears it",
     "长捉：再出现一次即判负；走兑、献、拦、跟、闲（不将、不杀、不捉）即可解除",
     "長捉：再出現一次即判負；走兌、獻、攔、跟、閒（不將、不殺、不捉）即可解除"},
    {"repeat-cxa-attack",
     "Perpetual attack: a third time loses. Only an exchange, offer, block, follow or idle move clears it",
     "长打：再出现一次即判负；走兑、献、拦、跟、闲（不将、不杀、不捉）即可解除",
     "長打：再出現一次即判負；走兌、獻、攔、跟、閒（不將、不殺、不捉）即可解除"},
};

// The rules that verdicts rest on. The Asian diagrams are those of the rules of 2003, which the world rules
// of 2018 took over; the Chinese articles are cited as public programs cite them.
constexpr sdk::Saying kRules[] = {
    {"time", "Whoever runs out of time loses, however the board stands", "超时判负，不论盘面如何",
     "超時判負，不論盤面如何"},
    {"natural-limit",
     "Move limit: so many plies without a capture make a draw; of each side's checks ten are counted",
     "自然限着：达到限着数而双方未吃一子，作和；每方将军最多计十着",
     "自然限著：達到限著數而雙方未吃一子，作和；每方將軍最多計十著"},
    {"axf-check",
     "Asian rules, diagrams 1–3 and 5: the side that gives check on every move of the cycle must vary, else "
     "it "
     "loses",
     "亚洲规则图 1–3、5：循环中步步将军（长将）的一方须变着，不变作负",
     "亞洲規則圖 1–3、5：循環中步步將軍（長將）的一方須變著，不變作負"},
    {"axf-mutual-check", "Asian rules, diagram 4: both sides check on every move; if neither varies, a draw",
     "亚洲规则图 4：双方长将，不变作和", "亞洲規則圖 4：雙方長將，不變作和"},
    {"axf-chase",
     "Asian rules: chasing one piece without a true root on every move of the cycle, with one piece or "
     "several, "
     "loses (diagrams 24, 45–47); a root that cannot take back is false (83–85)",
     "亚洲规则：一子或数子循环中步步捉同一无根子（长捉），不变作负（图 24、45–47）；不能反吃的根是假根（图 "
     "83–85）",
     "亞洲規則：一子或數子循環中步步捉同一無根子（長捉），不變作負（圖 24、45–47）；不能反吃的根是假根（圖 "
     "83–85）"},
    {"axf-chase-chariot",
     "Asian rules, diagrams 25 and 61–62: a horse or cannon may not chase a chariot for ever, even one that "
     "has "
     "a root",
     "亚洲规则图 25、61–62：马、炮不得长捉车，有根的车也一样",
     "亞洲規則圖 25、61–62：馬、炮不得長捉車，有根的車也一樣"},
    {"axf-chase-unequal",
     "Asian rules, diagrams 53, 55 and 63–65: men of one kind, but the one attacked cannot take back, as it "
     "is "
     "pinned or its leg is blocked: that is a chase and no exchange",
     "亚洲规则图 53、55、63–65：同类子相遇，而被攻的一方受牵制或蹩腿不能反吃，是捉不是兑",
     "亞洲規則圖 53、55、63–65：同類子相遇，而被攻的一方受牽制或蹩腿不能反吃，是捉不是兌"},
    {"axf-chase-bound",
     "Asian rules, diagrams 39–41: a chariot bound by a horse may not be chased for ever, whether or not it "
     "chases back",
     "亚洲规则图 39–41：被马牵制的车不得长捉，无论它是否反捉",
     "亞洲規則圖 39–41：被馬牽制的車不得長捉，無論它是否反捉"},
    {"axf-mutual-chase", "Asian rules, diagram 48: both sides chase on every move; if neither varies, a draw",
     "亚洲规则图 48：双方长捉，不变作和", "亞洲規則圖 48：雙方長捉，不變作和"},
    {"axf-kill", "Asian rules, diagrams 6–9: a threat of mate on every move (长杀) is allowed: a draw",
     "亚洲规则图 6–9：长杀允许，不变作和", "亞洲規則圖 6–9：長殺允許，不變作和"},
    {"axf-mixture",
     "Asian rules, diagrams 12 and following: check, threat of mate and chase in turn are allowed: a draw",
     "亚洲规则图 12 及以下：将、杀、捉交替（一将一杀、一将一捉等）允许，不变作和",
     "亞洲規則圖 12 及以下：將、殺、捉交替（一將一殺、一將一捉等）允許，不變作和"},
    {"axf-several",
     "Asian rules, diagrams 26–28, 78 and 80: chasing different pieces in turn is allowed: a draw",
     "亚洲规则图 26–28、78、80：轮流捉不同的子允许，不变作和",
     "亞洲規則圖 26–28、78、80：輪流捉不同的子允許，不變作和"},
    {"axf-interrupted",
     "Asian rules: a quiet move in every cycle (one check one idle, one chase one idle) clears a side: a "
     "draw",
     "亚洲规则：循环中有闲着（一将一闲、一捉一闲等）允许，不变作和",
     "亞洲規則：循環中有閒著（一將一閒、一捉一閒等）允許，不變作和"},
    {"axf-general-soldier",
     "Asian rules, diagrams 67–70: the general and the soldier may chase for ever: a draw",
     "亚洲规则图 67–70：将帅、兵卒可以长捉，不变作和", "亞洲規則圖 67–70：將帥、兵卒可以長捉，不變作和"},
    {"axf-soldier-at-home",
     "Asian rules, diagram 60: a soldier that has not crossed the river may be chased for ever: a draw",
     "亚洲规则图 60：未过河的兵卒可以长捉，不变作和", "亞洲規則圖 60：未過河的兵卒可以長捉，不變作和"},
    {"axf-exchange",
     "Asian rules, diagrams 53, 55 and 63–65: men of one kind that can take each other offer an exchange, "
     "which "
     "is no chase: a draw",
     "亚洲规则图 53、55、63–65：同类子互相可吃是兑，不是捉，不变作和",
     "亞洲規則圖 53、55、63–65：同類子互相可吃是兌，不是捉，不變作和"},
    {"axf-rooted",
     "Asian rules, diagrams 29–31 and 86–89: a piece with a true root may be attacked for ever: a draw",
     "亚洲规则图 29–31、86–89：攻击有真根的子不算捉，不变作和",
     "亞洲規則圖 29–31、86–89：攻擊有真根的子不算捉，不變作和"},
    {"axf-quiet",
     "Asian rules, diagrams 51–52 and 97–103: offers, blocks and idle moves may go on for ever: a draw",
     "亚洲规则图 51–52、97–103：长献、长拦、长闲允许，不变作和",
     "亞洲規則圖 51–52、97–103：長獻、長攔、長閒允許，不變作和"},
    {"cxa-check",
     "Chinese rules of 2020, article 25.1 (cited at second hand): one-sided perpetual check loses",
     "中国规则（2020，转引）第 25.1 条：单方长将，作负", "中國規則（2020，轉引）第 25.1 條：單方長將，作負"},
    {"cxa-kill",
     "Chinese rules of 2020, articles 24.10 and 25.3 (cited at second hand): one-sided perpetual threat of "
     "mate "
     "must vary, else it loses",
     "中国规则（2020，转引）第 24.10、25.3 条：单方长杀，不变作负",
     "中國規則（2020，轉引）第 24.10、25.3 條：單方長殺，不變作負"},
    {"cxa-chase",
     "Chinese rules of 2020, articles 24.11 and 25.3 (cited at second hand): one-sided perpetual chase, of "
     "one "
     "piece or of several in turn, must vary, else it loses",
     "中国规则（2020，转引）第 24.11、25.3 条：单方长捉（可轮流捉不同的子），不变作负",
     "中國規則（2020，轉引）第 24.11、25.3 條：單方長捉（可輪流捉不同的子），不變作負"},
    {"cxa-mixture",
     "Chinese rules of 2020, articles 24.13 and 25.3 (cited at second hand): check, threat of mate and chase "
     "in "
     "turn without a quiet move must vary, else it loses",
     "中国规则（2020，转引）第 24.13、25.3 条：一将一杀、一将一捉、一杀一捉而无闲着，不变作负",
     "中國規則（2020，轉引）第 24.13、25.3 條：一將一殺、一將一捉、一殺一捉而無閒著，不變作負"},
    {"cxa-both-one-varies",
     "Chinese rules of 2020, article 26.9 (cited at second hand): both sides do what is forbidden; the "
     "heavier "
     "must vary: check before anything, threat of mate before chase, one piece's chase before a joint one",
     "中国规则（2020，转引）第 26.9 条：双方均犯禁，重者变：将重于他，杀重于捉，单子捉重于联合捉",
     "中國規則（2020，轉引）第 26.9 條：雙方均犯禁，重者變：將重於他，殺重於捉，單子捉重於聯合捉"},
    {"cxa-both",
     "Chinese rules of 2020, article 26.9 (cited at second hand): both sides do what is forbidden and "
     "neither "
     "more than the other: a draw",
     "中国规则（2020，转引）第 26.9 条：双方均犯禁，轻重相当，不变作和",
     "中國規則（2020，轉引）第 26.9 條：雙方均犯禁，輕重相當，不變作和"},
    {"cxa-allowed",
     "Chinese rules of 2020, article 25.2 (cited at second hand): both sides do what is allowed: a draw",
     "中国规则（2020，转引）第 25.2 条：双方均为允许着法，不变作和",
     "中國規則（2020，轉引）第 25.2 條：雙方均為允許著法，不變作和"},
    {"simple-check", "Simple rule: one side checks on every move of the cycle and loses",
     "简易规则：单方长将，作负", "簡易規則：單方長將，作負"},
    {"simple-mutual-check", "Simple rule: both sides check on every move: a draw", "简易规则：双方长将，作和",
     "簡易規則：雙方長將，作和"},
    {"simple-draw", "Simple rule: any repetition but one-sided perpetual check is a draw",
     "简易规则：除单方长将外，循环不变作和", "簡易規則：除單方長將外，循環不變作和"},
};

// The character of a kind: [simplified, traditional] of Red and Black.
struct KindText {
  std::string_view id;
  std::string_view english;
  std::string_view picture;
  std::array<std::string_view, 2> red;
  std::array<std::string_view, 2> black;
  std::int32_t value;  // hundredths of a soldier
};

// In the order of Kind. Values as the books give them for the difference on the tray: a chariot is worth
// about two cannons, a cannon a little more than a horse.
constexpr std::array<KindText, kKinds> kKindTexts{{
    {"K", "General", "general", {"帅", "帥"}, {"将", "將"}, 0},
    {"A", "Advisor", "advisor", {"仕", "仕"}, {"士", "士"}, 200},
    {"B", "Elephant", "elephant", {"相", "相"}, {"象", "象"}, 200},
    {"N", "Horse", "horse", {"马", "傌"}, {"马", "馬"}, 400},
    {"R", "Chariot", "chariot", {"车", "俥"}, {"车", "車"}, 900},
    {"C", "Cannon", "cannon", {"炮", "炮"}, {"炮", "砲"}, 450},
    {"P", "Soldier", "soldier", {"兵", "兵"}, {"卒", "卒"}, 100},
}};

constexpr int kPitch = 1000;
constexpr int kWidth = (kFiles - 1) * kPitch;
constexpr int kHeight = (kRanks - 1) * kPitch;
constexpr int kUpperBank = 4 * kPitch;
constexpr int kLowerBank = 5 * kPitch;

constexpr int x_of(int file) {
  return file * kPitch;
}
constexpr int y_of(int rank) {
  return (kRanks - 1 - rank) * kPitch;
}

void add_lines(sdk::Board& board) {
  for (int rank = 0; rank < kRanks; ++rank) {
    const bool edge = rank == 0 || rank == kRanks - 1;
    board.line(0, y_of(rank), kWidth, y_of(rank), edge ? QITAI_LINE_EDGE : QITAI_LINE_PLAIN);
  }
  // The edge files run through the river, the inner ones stop at its banks.
  for (int file = 0; file < kFiles; ++file) {
    const int x = x_of(file);
    if (file == 0 || file == kFiles - 1) {
      board.line(x, 0, x, kHeight, QITAI_LINE_EDGE);
    } else {
      board.line(x, 0, x, kUpperBank);
      board.line(x, kLowerBank, x, kHeight);
    }
  }
  board.region(0, kUpperBank, kWidth, kPitch, QITAI_REGION_RIVER);
  for (const int top : {0, kHeight - 2 * kPitch}) {
    board.line(x_of(3), top, x_of(5), top + 2 * kPitch);
    board.line(x_of(5), top, x_of(3), top + 2 * kPitch);
    board.region(x_of(3), top, 2 * kPitch, 2 * kPitch, QITAI_REGION_PALACE);
  }
}

// The small marks at the points of the cannons (files b and h) and of the soldiers (a, c, e, g, i).
void add_marks(sdk::Board& board) {
  constexpr std::uint32_t kLeft = 1U | 4U;
  constexpr std::uint32_t kRight = 2U | 8U;
  constexpr int kSize = kPitch / 3;
  for (const int rank : {2, 7}) {
    for (const int file : {1, 7})
      board.decoration(QITAI_DECOR_CORNERS, x_of(file), y_of(rank), kSize, kLeft | kRight);
  }
  for (const int rank : {3, 6}) {
    for (int file = 0; file < kFiles; file += 2) {
      const std::uint32_t arms = file == 0 ? kRight : file == kFiles - 1 ? kLeft : kLeft | kRight;
      board.decoration(QITAI_DECOR_CORNERS, x_of(file), y_of(rank), kSize, arms);
    }
  }
}

sdk::Board make_board() {
  sdk::Board board(kWidth, kHeight);
  for (int rank = 0; rank < kRanks; ++rank) {
    for (int file = 0; file < kFiles; ++file) {
      const std::string name{static_cast<char>('a' + file), static_cast<char>('0' + rank)};
      board.point(x_of(file), y_of(rank), name);
    }
  }
  add_lines(board);
  add_marks(board);
  constexpr int kMiddle = (kUpperBank + kLowerBank) / 2;
  constexpr int kWriting = 620;
  board.writing(x_of(2), kMiddle, kWriting, 0, "river.chu");
  board.writing(x_of(6), kMiddle, kWriting, 180, "river.han");
  // Each side counts the files from its own right: 一…九 on Red's edge, １…９ on Black's.
  constexpr std::string_view kRedNumbers = "一二三四五六七八九";
  constexpr std::string_view kBlackNumbers = "１２３４５６７８９";
  constexpr std::uint32_t kBottom = 0;
  constexpr std::uint32_t kTop = 2;
  for (int file = 0; file < kFiles; ++file) {
    const auto i = static_cast<std::size_t>(file);
    board.label(x_of(file), kHeight, kBottom, kRedNumbers.substr(3 * (kFiles - 1 - i), 3));
    board.label(x_of(file), 0, kTop, kBlackNumbers.substr(3 * i, 3));
  }
  return board;
}

}  // namespace

sdk::Description describe() {
  sdk::Description d("xiangqi", kRulesRevision);
  d.name({"Xiangqi", "象棋", "象棋"},
         {"Two armies across a river: mate the other general", "楚河汉界，两军对垒：将死对方的将帅",
          "楚河漢界，兩軍對壘：將死對方的將帥"});
  d.minutes(10, 60);
  d.seat("red", {"Red", "红方", "紅方"}, {"Red to move", "红方走", "紅方走"}, 0, 0);
  d.seat("black", {"Black", "黑方", "黑方"}, {"Black to move", "黑方走", "黑方走"}, 1, 180);
  d.colour("red", {"Red", "红方", "紅方"}, {"R", "红", "紅"}, 0xB3261E);
  d.colour("black", {"Black", "黑方", "黑方"}, {"B", "黑", "黑"}, 0x1F1F1F, QITAI_COLOUR_DARK);
  for (const KindText& kind : kKindTexts) {
    // On the men stand characters in English too: the traditional ones.
    const Words red_glyph{kind.red[1], kind.red[0], kind.red[1]};
    const Words black_glyph{kind.black[1], kind.black[0], kind.black[1]};
    const Words red_name{kind.english, kind.red[0], kind.red[1]};
    const Words black_name{kind.english, kind.black[0], kind.black[1]};
    d.kind(kind.id, red_name, red_glyph, kind.picture, kind.value, kind.value == 0 ? QITAI_KIND_ROYAL : 0);
    const std::string key = "kind." + std::string(kind.id);
    d.text(key + ".red", red_name).text(key + ".black", black_name);
    d.text(key + ".glyph.red", red_glyph).text(key + ".glyph.black", black_glyph);
  }
  d.choice(
      "repetition", {"Repetition", "循环规则", "循環規則"},
      {"What a position that comes for the third time means. The Chinese rules are followed as second-hand "
       "articles give them",
       "同一局面第三次出现时如何裁定。中国规则依据转引的条文",
       "同一局面第三次出現時如何裁定。中國規則依據轉引的條文"},
      static_cast<std::int64_t>(Options{}.repetition),
      {{"axf", {"Asian (AXF)", "亚洲规则", "亞洲規則"}},
       {"cxa2020", {"Chinese 2020", "中国规则 2020", "中國規則 2020"}},
       {"simple", {"Simple: perpetual check", "简易：只禁长将", "簡易：只禁長將"}}});
  d.number(
      "natural_limit", {"Move limit", "自然限着", "自然限著"},
      {"A draw after so many plies without a capture, at most ten checks of each side counted; 0: no limit",
       "双方合计这么多着未吃子即作和（每方将军最多计十着）；0 为不限",
       "雙方合計這麼多著未吃子即作和（每方將軍最多計十著）；0 為不限"},
      Options{}.natural_limit, 0, kMaxNaturalLimit);
  d.notation("chinese", {"Chinese, simplified", "纵线（简体）", "縱線（簡體）"});
  d.notation("chinese-traditional", {"Chinese, traditional", "纵线（繁体）", "縱線（繁體）"});
  d.notation("wxf", {"WXF", "WXF 字母", "WXF 字母"});
  d.notation("iccs", {"ICCS", "ICCS 坐标", "ICCS 座標"});
  d.notation("uci", {"Coordinates", "坐标", "座標"});
  d.text("mark.check", {"將", "将", "將"});
  d.text("river.chu", {"楚河", "楚河", "楚河"});
  // Boards bear the traditional characters everywhere.
  d.text("river.han", {"漢界", "漢界", "漢界"});
  d.texts("refusal.", kRefusals).texts("notice.", kNotices).texts("rule.", kRules);
  return d;
}

const sdk::Board& board() {
  static const sdk::Board kBoard = make_board();
  return kBoard;
}

}  // namespace qitai::xiangqi
