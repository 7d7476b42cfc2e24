// What the toy game says of itself.
#include "game.hpp"

namespace toy {
namespace {

struct Road {
  std::uint16_t a, b;
  std::uint32_t kind;
};
constexpr Road kRoads[] = {{0, 1, QITAI_LINE_ROAD}, {0, 2, QITAI_LINE_ROAD}, {1, 2, QITAI_LINE_ROAD},
                           {1, 3, QITAI_LINE_ROAD}, {2, 3, QITAI_LINE_RAIL}, {2, 4, QITAI_LINE_ROAD},
                           {3, 4, QITAI_LINE_ROAD}, {3, 5, QITAI_LINE_ROAD}, {4, 5, QITAI_LINE_ROAD}};

// What the audit of the set-ups may say.
constexpr sdk::Saying kLies[] = {
    {"refused-to-open", "It was not shown.", "没有亮出。", "沒有亮出。"},
    {"wrong-salt", "What was shown was not sealed.", "亮出的未曾封存。", "亮出的未曾封存。"},
    {"changed-rank", "Pieces were changed.", "换过棋子。", "換過棋子。"},
    {"illegal-layout", "The set-up is against the rules.", "布阵不合规则。", "佈陣不合規則。"},
    {"impossible-move", "It cannot go so.", "不能这样走。", "不能這樣走。"},
    {"false-rank", "It attacked as another piece.", "攻击时谎报。", "攻擊時謊報。"},
    {"bad-table", "It answered as another piece.", "防守时谎报。", "防守時謊報。"},
    {"false-announcement", "What was said is not so.", "公布的不实。", "公佈的不實。"},
    {"false-accusation", "What was called a lie was none.", "并非谎报。", "並非謊報。"},
};

}  // namespace

bool joined(std::uint16_t a, std::uint16_t b) {
  for (const Road& road : kRoads) {
    if ((road.a == a && road.b == b) || (road.a == b && road.b == a)) return true;
  }
  return false;
}

sdk::Description Game::description() {
  sdk::Description d("toy", 3);
  d.name({"Toy", "玩具棋"}, {"Six points, two secrets.", "六个点，两个秘密。", "六個點，兩個秘密。"});
  d.flags(QITAI_VARIANT_HIDDEN | QITAI_VARIANT_SETUP | QITAI_VARIANT_CHANCE).minutes(1, 2);
  d.seat("north", {"North", "北方"}, {"North to move", "北方走"}, -1, 180);
  d.seat("south", {"South", "南方"}, {"South to move", "南方走"}, -1, 0);
  d.colour("amber", {"Amber", "琥珀"}, {"A", "琥"}, 0xC08020)
      .colour("jade", {"Jade", "玉"}, {"J", "玉"}, 0x208060, QITAI_COLOUR_DARK);
  d.kind("F", {"Flag", "旗"}, {"F", "旗"}, "flag", 0, QITAI_KIND_ROYAL);
  d.kind("E", {"Elephant", "象"}, {"E", "象"}, "elephant", 200);
  d.kind("M", {"Mouse", "鼠"}, {"M", "鼠"}, "mouse", 100);
  d.kind("B", {"Bomb", "炸弹", "炸彈"}, {"B", "炸"}, "bomb", 150);
  d.choice("first", {"First move", "先走"}, {"Who begins.", "谁先走。", "誰先走。"}, kByLot,
           {{"lot", {"by lot", "抽签", "抽籤"}}, {"north", {"North", "北方"}}});
  d.toggle("show", {"Show survivors", "亮明胜者", "亮明勝者"},
           {"Who wins a fight is shown.", "胜者公开。", "勝者公開。"}, false);
  d.toggle("limited", {"Quiet moves end", "限制步数", "限制步數"},
           {"A game without fights is drawn.", "久无战斗判和。", "久無戰鬥判和。"}, true);
  d.number("limit", {"Quiet moves", "步数", "步數"}, {"How many.", "几步。", "幾步。"}, 12, 4, 40)
      .depends_on("limited", {1});
  d.notation("arrow", {"Arrows", "箭头", "箭頭"});
  d.refusal("coward", {"It may not go back home.", "不可退回本阵。", "不可退回本陣。"});
  d.refusal("bomb-in-front", {"No bomb in front.", "炸弹不可在前。", "炸彈不可在前。"});
  d.texts("lie.", kLies);
  d.reason("peace", {"two bombs", "双方皆为炸弹", "雙方皆為炸彈"});
  return d;
}

const sdk::Board& Game::board(std::span<const std::int64_t>) {
  static const sdk::Board kBoard = [] {
    sdk::Board b(3000, 4000);
    b.point(1000, 0, "a", QITAI_POINT_HEADQUARTERS).point(2500, 700, "b", QITAI_POINT_POST);
    b.point(500, 1500, "c", QITAI_POINT_CAMP).point(2500, 2500, "d", QITAI_POINT_CAMP);
    b.point(500, 3300, "e", QITAI_POINT_POST).point(2000, 4000, "f", QITAI_POINT_HEADQUARTERS);
    for (const Road& road : kRoads)
      b.road(road.a, road.b, road.kind);
    b.region(0, 1500, 3000, 1000, QITAI_REGION_FRONT).decoration(QITAI_DECOR_MOUNTAIN, 1500, 2000, 300);
    b.writing(1500, 3000, 400, 0, "name").label(0, 0, 3, "1");
    return b;
  }();
  return kBoard;
}

}  // namespace toy
