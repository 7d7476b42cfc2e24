#include "junqi/describe.hpp"

#include <array>
#include <string>
#include <string_view>

#include "junqi/board.hpp"
#include "junqi/position.hpp"
#include "junqi/rules.hpp"

namespace qitai::junqi {
namespace {

using sdk::Words;

constexpr sdk::Saying kRefusals[] = {
    {"ended", "The game is over", "棋局已经结束", "棋局已經結束"},
    {"set-up-owed", "The set-up comes first", "先要布阵", "先要佈陣"},
    {"set-up-done", "This side is set up already", "这一方已经布好阵", "這一方已經佈好陣"},
    {"draw-owed", "A draw by lot comes first", "先要抽签", "先要抽籤"},
    {"no-draw", "Nothing is drawn now", "现在没有要抽的签", "現在沒有要抽的籤"},
    {"not-your-turn", "It is not this side's turn", "还没轮到这一方走", "還沒輪到這一方走"},
    {"no-such-point", "There is no such point on the board", "棋盘上没有这一点", "棋盤上沒有這一點"},
    {"not-a-move", "That is no move of this game", "军棋没有这样的着法", "軍棋沒有這樣的著法"},
    {"empty", "No piece stands there", "这里没有棋子", "這裡沒有棋子"},
    {"not-your-piece", "That is the other side's piece", "这是对方的棋子", "這是對方的棋子"},
    {"own-piece-there", "Your own piece stands there", "那里是己方的棋子", "那裡是己方的棋子"},
    {"immovable", "Mines and the flag never move", "地雷和军旗不能移动", "地雷和軍旗不能移動"},
    {"locked", "A piece in a headquarters does not move again", "进了大本营的棋子不能再动",
     "進了大本營的棋子不能再動"},
    {"no-road", "No way leads there in one move", "这一步没有路可到", "這一步沒有路可到"},
    {"blocked", "A piece stands in the way", "路上有棋子挡住", "路上有棋子擋住"},
    {"turning", "Only engineers turn on the railway", "只有工兵能在铁路上转弯", "只有工兵能在鐵路上轉彎"},
    {"camp", "A piece in a camp cannot be attacked", "行营里的棋子不能攻击", "行營裡的棋子不能攻擊"},
    {"marshal-headquarters", "The field marshal may not enter a headquarters", "司令不能进大本营",
     "司令不能進大本營"},
    {"marshal-flag", "The field marshal may not take the flag, nor try where it may stand",
     "司令不能扛军旗，也不能攻击军旗可能所在的大本营", "司令不能扛軍旗，也不能攻擊軍旗可能所在的大本營"},
    {"bomb-flag", "A bomb may not take the flag, nor try where it may stand",
     "炸弹不能炸军旗，也不能攻击军旗可能所在的大本营", "炸彈不能炸軍旗，也不能攻擊軍旗可能所在的大本營"},
    {"engineer-flag", "Only an engineer takes the flag, or tries where it may stand",
     "只有工兵能扛军旗或攻击军旗可能所在之处", "只有工兵能扛軍旗或攻擊軍旗可能所在之處"},
    {"mines-first", "The flag can be taken once its three mines are gone", "对方三颗地雷都除掉后才能扛旗",
     "對方三顆地雷都除掉後才能扛旗"},
    {"face-down", "A piece that lies face down cannot be attacked", "不能攻击未翻开的棋子",
     "不能攻擊未翻開的棋子"},
    {"turn-first", "This piece lies face down: turn it over first", "这个棋子还没翻开", "這個棋子還沒翻開"},
    {"not-face-down", "This piece is not face down", "这个棋子已经翻开", "這個棋子已經翻開"},
    {"would-lose", "An attack that would be lost is not allowed", "不能攻击比自己大的棋子",
     "不能攻擊比自己大的棋子"},
    {"facts-missing", "The outcome of the fight is not told yet", "还不知道战斗的结果", "還不知道戰鬥的結果"},
    {"impossible-fact", "No pieces that could stand there fight like this", "这样的战斗结果不可能",
     "這樣的戰鬥結果不可能"},
    {"not-yours-to-know", "This side may not know that set-up", "不能知道对方的布阵", "不能知道對方的佈陣"},
    {"layout-needed", "The set-up is needed here", "这里需要布阵", "這裡需要佈陣"},
    {"layout-empty", "The set-up is empty", "布阵是空的", "佈陣是空的"},
    {"layout-row-count", "A set-up has six rows", "布阵应有六行", "佈陣應有六行"},
    {"layout-row-length", "Each row of a set-up has five places", "布阵每行应有五个位置",
     "佈陣每行應有五個位置"},
    {"layout-letter", "A letter stands for no piece", "有不认识的棋子字母", "有不認識的棋子字母"},
    {"camp-occupied", "Camps are empty at first", "行营里开始时不能放棋子", "行營裡開始時不能放棋子"},
    {"piece-count", "There are too many of one kind", "某种棋子太多", "某種棋子太多"},
    {"pieces-missing", "Every place but the camps has a piece", "除行营外每个位置都要放棋子",
     "除行營外每個位置都要放棋子"},
    {"full", "Nothing is hidden here", "这里没有隐藏的棋子", "這裡沒有隱藏的棋子"},
    {"malformed", "That cannot be read", "无法读取", "無法讀取"},
    {"move-text", "That is not how a move is written", "这不是着法的写法", "這不是著法的寫法"},
    {"position-empty", "The position text is empty", "局面文本是空的", "局面文字是空的"},
    {"position-row-count", "The board needs twelve rows", "棋盘应有十二行", "棋盤應有十二行"},
    {"position-row-length", "Each row needs five points", "每行应有五点", "每行應有五點"},
    {"position-letter", "A letter stands for no piece", "有不认识的棋子字母", "有不認識的棋子字母"},
    {"position-colour", "A piece has no colour", "有棋子没有写明颜色", "有棋子沒有寫明顏色"},
    {"position-mark", "A mark does not belong there", "标记的位置不对", "標記的位置不對"},
    {"position-kinds", "A list of possible pieces is wrong", "可能的棋子写得不对", "可能的棋子寫得不對"},
    {"position-turn", "It does not say who is on turn", "没有写明轮到哪方走", "沒有寫明輪到哪方走"},
    {"position-seats", "The colours of the seats are wrong", "双方的颜色不对", "雙方的顏色不對"},
    {"position-quiet", "The moves without a fight are no number", "不攻击的步数不对", "不攻擊的步數不對"},
    {"position-plies", "The number of moves is wrong", "总步数不对", "總步數不對"},
    {"position-fallen", "The fallen pieces are missing", "没有写明阵亡的棋子", "沒有寫明陣亡的棋子"},
    {"position-trailing", "There is text after the position", "局面文本后面有多余的内容",
     "局面文字後面有多餘的內容"},
    {"position-contradiction", "The position contradicts itself", "局面自相矛盾", "局面自相矛盾"},
    {"side-count", "A side has twenty-five pieces with those that fell", "一方连同阵亡的应有二十五个棋子",
     "一方連同陣亡的應有二十五個棋子"},
    {"flag-missing", "A side has no flag", "有一方没有军旗", "有一方沒有軍旗"},
    {"hidden-kind", "A piece is hidden that must be known", "有必须知道的棋子没有写明",
     "有必須知道的棋子沒有寫明"},
    {"shown-unknown", "A piece that is shown has a kind", "亮出的棋子应写明是什么", "亮出的棋子應寫明是什麼"},
    {"face-down-mode", "Only the flip game has pieces that are nobody's", "只有翻棋才有未翻开的棋子",
     "只有翻棋才有未翻開的棋子"},
    {"set-up-begun", "Both sides are set up already", "双方都已布好阵", "雙方都已佈好陣"},
    {"turning-point", "Nothing lies face down there", "那里没有未翻开的棋子", "那裡沒有未翻開的棋子"},
    {"flag-place", "The flag stands in a headquarters", "军旗只能放在大本营", "軍旗只能放在大本營"},
    {"mine-place", "Mines stand in the two back rows", "地雷只能放在最后两行", "地雷只能放在最後兩行"},
    {"bomb-place", "Bombs do not stand in the front row", "炸弹不能放在第一行", "炸彈不能放在第一行"},
};

// What the audit after the end finds out about a seat (qitai/secrets.h).
constexpr sdk::Saying kLies[] = {
    {"refused-to-open", "The set-up was not shown after the end", "终局后没有亮出布阵", "終局後沒有亮出佈陣"},
    {"wrong-salt", "What was shown after the end does not fit what was sealed before the game",
     "终局后亮出的内容与开局前封存的不符", "終局後亮出的內容與開局前封存的不符"},
    {"changed-rank", "The pieces shown after the end are not those that were set up",
     "终局后亮出的棋子与开局前的布阵不符", "終局後亮出的棋子與開局前的佈陣不符"},
    {"illegal-layout", "The set-up was against the rules", "布阵不合规则", "佈陣不合規則"},
    {"impossible-move", "A piece moved as it never may", "有棋子走了它不能走的一步",
     "有棋子走了它不能走的一步"},
    {"false-rank", "A piece attacked under a false rank", "攻击时谎报了棋子", "攻擊時謊報了棋子"},
    {"bad-table", "A piece defended itself under a false rank", "防守时谎报了棋子", "防守時謊報了棋子"},
    {"false-announcement", "Something was announced or kept back against the truth",
     "公布或隐瞒的内容与事实不符", "公布或隱瞞的內容與事實不符"},
    {"false-accusation", "A true answer was called a lie", "把真实的回答说成谎报", "把真實的回答說成謊報"},
};

// Kinds in the order of Kind. Values in hundredths of a captain, a rough scale for the difference on the
// tray: a rank is worth about half as much again as the next lower one.
struct KindText {
  std::string_view id;
  Words name;
  std::string_view plate;  // in English: short enough for a plate
  std::string_view picture;
  std::int32_t value;
};

const std::array<KindText, kKinds>& kind_texts() {
  static const std::array<KindText, kKinds> kTexts{{
      {"9", {"Field Marshal", "司令", "司令"}, "Marshal", "marshal", 1000},
      {"8", {"General", "军长", "軍長"}, "General", "general", 700},
      {"7", {"Major General", "师长", "師長"}, "Maj Gen", "major-general", 450},
      {"6", {"Brigadier", "旅长", "旅長"}, "Brig", "brigadier", 300},
      {"5", {"Colonel", "团长", "團長"}, "Colonel", "colonel", 200},
      {"4", {"Major", "营长", "營長"}, "Major", "major", 140},
      {"3", {"Captain", "连长", "連長"}, "Captain", "captain", 100},
      {"2", {"Lieutenant", "排长", "排長"}, "Lieut", "lieutenant", 70},
      {"E", {"Engineer", "工兵", "工兵"}, "Engr", "engineer", 150},
      {"B", {"Bomb", "炸弹", "炸彈"}, "Bomb", "bomb", 400},
      {"M", {"Mine", "地雷", "地雷"}, "Mine", "mine", 150},
      {"F", {"Flag", "军旗", "軍旗"}, "Flag", "flag", 0},
  }};
  return kTexts;
}

// "no-fight-20" and so on: ids live as long as the plugin.
const std::array<std::string, kNoticePlies + 1>& notices() {
  static const std::array<std::string, kNoticePlies + 1> kIds = [] {
    std::array<std::string, kNoticePlies + 1> ids;
    for (std::size_t i = 1; i < ids.size(); ++i)
      ids[i] = "no-fight-" + std::to_string(i);
    return ids;
  }();
  return kIds;
}

void add_notices(sdk::Description& d) {
  for (std::size_t left = 1; left < notices().size(); ++left) {
    const std::string n = std::to_string(left);
    const std::string english =
        left == 1 ? "One more move without a fight is a draw" : n + " more moves without a fight are a draw";
    d.text("notice." + notices()[left],
           {english, "再有 " + n + " 步不攻击即作和", "再有 " + n + " 步不攻擊即作和"});
  }
  d.text("notice.repetition", {"If this position comes a third time, it is a draw",
                               "同一局面第三次出现即作和", "同一局面第三次出現即作和"});
}

constexpr int kColumnPitch = 2154;
constexpr int kRowPitch = 1000;
constexpr int kFront = 1667;  // between rows 6 and 7
constexpr int kWidth = (kColumns - 1) * kColumnPitch;
constexpr int kHeight = 10 * kRowPitch + kFront;

constexpr int x_of(int column) {
  return column * kColumnPitch;
}
constexpr int y_of(int row) {
  return kHeight - row * kRowPitch - (row >= kRows / 2 ? kFront - kRowPitch : 0);
}

sdk::Board make_board() {
  sdk::Board board(kWidth, kHeight);
  for (Point at = 0; at < kPoints; ++at) {
    const std::string name =
        std::string(1, static_cast<char>('a' + column_of(at))) + std::to_string(row_of(at) + 1);
    board.point(x_of(column_of(at)), y_of(row_of(at)), name,
                is_camp(at)           ? QITAI_POINT_CAMP
                : is_headquarters(at) ? QITAI_POINT_HEADQUARTERS
                                      : QITAI_POINT_POST);
  }
  for (Point at = 0; at < kPoints; ++at) {
    const auto join = [&](PointSet to, std::uint32_t kind) {
      to &= ~(bit(at) | (bit(at) - 1));  // each once
      while (to != 0)
        board.road(at, take_first(to), kind);
    };
    join(kGraph.roads[at], QITAI_LINE_ROAD);
    join(kGraph.rails[at], QITAI_LINE_RAIL);
  }
  const int top = y_of(kRows / 2);
  board.region(0, top, kWidth, kFront, QITAI_REGION_FRONT);
  for (const int column : {1, 3})
    board.decoration(QITAI_DECOR_MOUNTAIN, x_of(column), top + kFront / 2, kRowPitch);
  constexpr std::uint32_t kBottom = 0;
  constexpr std::uint32_t kLeft = 3;
  for (int column = 0; column < kColumns; ++column)
    board.label(x_of(column), kHeight, kBottom, std::string(1, static_cast<char>('a' + column)));
  for (int row = 0; row < kRows; ++row)
    board.label(0, y_of(row), kLeft, std::to_string(row + 1));
  return board;
}

constexpr auto kDark = static_cast<unsigned>(Mode::kDark);
constexpr auto kOpen = static_cast<unsigned>(Mode::kOpen);

void add_options(sdk::Description& d) {
  const Options usual;
  d.choice(
      "mode", {"Mode", "玩法", "玩法"},
      {"Hidden: each side knows its own ranks alone. Open: all ranks are seen. Flip: all pieces lie shuffled "
       "face down and are turned over",
       "暗棋：各方只知道己方棋子；明棋：全部公开；翻棋：洗乱背放，逐个翻开",
       "暗棋：各方只知道己方棋子；明棋：全部公開；翻棋：洗亂背放，逐個翻開"},
      static_cast<std::int64_t>(usual.mode),
      {{"dark", {"Hidden", "暗棋", "暗棋"}},
       {"open", {"Open", "明棋", "明棋"}},
       {"flip", {"Flip", "翻棋", "翻棋"}}});
  d.choice(
      "flag_taker", {"Who takes the flag", "谁能扛旗", "誰能扛旗"},
      {"Which pieces may take the flag. Those that may not cannot attack a headquarters that may hold it",
       "哪些棋子能扛旗；不能扛旗的棋子也不能攻击军旗可能所在的大本营",
       "哪些棋子能扛旗；不能扛旗的棋子也不能攻擊軍旗可能所在的大本營"},
      static_cast<std::int64_t>(usual.flag_taker),
      {{"not_marshal", {"Not the marshal", "除司令外都可", "除司令外都可"}},
       {"any", {"Any piece", "任何棋子", "任何棋子"}},
       {"engineer", {"Engineers only", "只有工兵", "只有工兵"}},
       {"engineer_after_mines",
        {"Engineers, once the mines are gone", "工兵，且三雷已除", "工兵，且三雷已除"}}});
  d.depends_on("mode", {kDark, kOpen});
  d.toggle(
      "mine_survives", {"Mines stay", "地雷不消失", "地雷不消失"},
      {"A mine stays when a piece that is no engineer dies on it; else both go",
       "工兵以外的棋子碰雷即死而雷仍在；关闭则同归于尽", "工兵以外的棋子碰雷即死而雷仍在；關閉則同歸於盡"},
      usual.mine_survives);
  d.depends_on("mode", {kDark, kOpen});
  d.toggle("bomb_takes_flag", {"Bombs take the flag", "炸弹可炸军旗", "炸彈可炸軍旗"},
           {"A bomb may take the flag, where the option above lets it", "炸弹可以炸军旗（若扛旗规则允许）",
            "炸彈可以炸軍旗（若扛旗規則允許）"},
           usual.bomb_takes_flag);
  d.depends_on("mode", {kDark, kOpen});
  d.toggle("reveal_flag", {"Show the flag", "司令阵亡亮旗", "司令陣亡亮旗"},
           {"Whose field marshal falls must show the flag", "司令阵亡后须亮出军旗", "司令陣亡後須亮出軍旗"},
           usual.reveal_flag);
  d.depends_on("mode", {kDark});
  d.choice(
      "after_fight", {"After a fight", "战斗之后", "戰鬥之後"},
      {"What both sides see of the two pieces that fought", "战斗后双方能看到什么", "戰鬥後雙方能看到什麼"},
      static_cast<std::int64_t>(usual.after_fight),
      {{"hidden", {"Result only", "只报结果", "只報結果"}},
       {"survivor", {"The survivor's rank", "亮出存活者", "亮出存活者"}},
       {"both", {"Both ranks", "亮出双方", "亮出雙方"}}});
  d.depends_on("mode", {kDark});
  d.toggle("marshal_enters_hq", {"Marshal enters headquarters", "司令可进大本营", "司令可進大本營"},
           {"The field marshal may enter a headquarters, where it stays like any piece",
            "司令可以进大本营，进后同样不能再动", "司令可以進大本營，進後同樣不能再動"},
           usual.marshal_enters_hq);
  d.depends_on("mode", {kDark, kOpen});
  d.toggle("empty_hq_reveals", {"Wrong HQ shows the flag", "攻错大本营亮旗", "攻錯大本營亮旗"},
           {"An attack on the headquarters without the flag shows where the flag is",
            "攻击没有军旗的大本营后，须亮出军旗", "攻擊沒有軍旗的大本營後，須亮出軍旗"},
           usual.empty_hq_reveals);
  d.depends_on("mode", {kDark});
  d.number("no_fight_limit", {"Moves without a fight", "不攻击限着", "不攻擊限著"},
           {"A draw after so many moves of both sides together without a fight, counted from the first fight "
            "on; 0: "
            "never",
            "自首次战斗起，双方合计这么多步不攻击即作和；0 为不限",
            "自首次戰鬥起，雙方合計這麼多步不攻擊即作和；0 為不限"},
           usual.no_fight_limit, 0, kMaxNoFightLimit);
  d.depends_on("mode", {kDark, kOpen});
  d.toggle(
      "repetition_draw", {"Repetition draws", "重复作和", "重複作和"},
      {"A draw when the same pieces, as far as everybody can tell them apart, stand on the same points for "
       "the third time with the same side to move",
       "在公开所知的范围内，同样的棋子第三次立于同样的位置且轮到同一方走，即作和",
       "在公開所知的範圍內，同樣的棋子第三次立於同樣的位置且輪到同一方走，即作和"},
      usual.repetition_draw);
  d.depends_on("mode", {kDark, kOpen});
  d.choice("first", {"First move", "先走", "先走"}, {"Who moves first", "哪一方先走", "哪一方先走"},
           static_cast<std::int64_t>(usual.first),
           {{"red", {"Red", "红方", "紅方"}}, {"lot", {"By lot", "抽签", "抽籤"}}});
}

}  // namespace

std::string_view no_fight_notice(int plies_left) {
  return notices()[static_cast<std::size_t>(plies_left)];
}

sdk::Description describe() {
  sdk::Description d("junqi", kRulesRevision);
  d.name({"Junqi (Army Chess)", "军棋", "軍棋"},
         {"Hidden ranks, rails and mines: take the other side's flag", "暗藏军阵，铁路地雷：扛走对方的军旗",
          "暗藏軍陣，鐵路地雷：扛走對方的軍旗"});
  d.flags(QITAI_VARIANT_HIDDEN | QITAI_VARIANT_SETUP | QITAI_VARIANT_CHANCE);
  d.minutes(15, 45);
  d.seat("red", {"Red", "红方", "紅方"}, {"Red to move", "红方走", "紅方走"}, 0, 0);
  d.seat("blue", {"Blue", "蓝方", "藍方"}, {"Blue to move", "蓝方走", "藍方走"}, 1, 180);
  d.colour("red", {"Red", "红方", "紅方"}, {"R", "红", "紅"}, 0xB3261E);
  d.colour("blue", {"Blue", "蓝方", "藍方"}, {"B", "蓝", "藍"}, 0x2C4A6E, QITAI_COLOUR_DARK);
  for (const KindText& kind : kind_texts()) {
    const Words glyph{kind.plate, kind.name.hans, kind.name.hant};
    d.kind(kind.id, kind.name, glyph, kind.picture, kind.value, kind.id == "F" ? QITAI_KIND_ROYAL : 0);
  }
  add_options(d);
  // Coordinates first, for everybody: they stand on the board's edge, and a record has room for them.
  d.notation("coordinates", {"Coordinates", "坐标", "座標"});
  d.notation("characters", {"Chinese characters", "汉字坐标", "漢字座標"});
  d.texts("refusal.", kRefusals);
  d.texts("lie.", kLies);
  add_notices(d);
  return d;
}

const sdk::Board& board() {
  static const sdk::Board kBoard = make_board();
  return kBoard;
}

}  // namespace qitai::junqi
