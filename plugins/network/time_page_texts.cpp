// What the page of the time limits says. The words are those of the rules of play: the first limit and the
// moves asked for in it, the second one, by which everything after it goes on.
#include <array>
#include <string_view>

#include "network/time_page.hpp"

namespace qitai::network {
namespace {

struct Line {
  std::string_view key, simplified, traditional, english;
};

constexpr std::array kLines{
    Line{"title", "用时", "用時", "Time"},
    Line{"preset.untimed", "不限时", "不限時", "No limit"},
    Line{"preset.whole", "包干 10 分", "包乾 10 分", "10 min for the game"},
    Line{"preset.step", "20 分 + 步时 30 秒", "20 分 + 步時 30 秒", "20 min, each move in 30 s"},
    Line{"preset.stages", "60 分/40 着 + 30 分/20 着", "60 分/40 著 + 30 分/20 著", "60 min/40 + 30 min/20"},
    Line{"preset.increment", "10 分 + 每着加 5 秒", "10 分 + 每著加 5 秒", "10 min + 5 s per move"},
    Line{"preset.custom", "自定义", "自訂", "Custom"},
    Line{"help.preset", "选一种用时；各项也可以分别改", "選一種用時；各項也可以分別改",
         "Choose one; each part of it can be changed as well"},
    Line{"unit.minutes", "分", "分", "min"},
    Line{"unit.moves", "着", "著", "moves"},
    Line{"unit.seconds", "秒", "秒", "s"},
    Line{"zero.none", "不限", "不限", "none"},
    Line{"zero.whole", "全局", "全局", "to the end"},
    Line{"zero.to_the_end", "至终局", "至終局", "to the end"},
    Line{"zero.nothing", "不加", "不加", "nothing"},
    Line{"limit.first_limit", "第一时限", "第一時限", "First limit"},
    Line{"limit.first_moves", "第一时限的步数", "第一時限的步數", "Moves in the first limit"},
    Line{"limit.second_limit", "第二时限", "第二時限", "Second limit"},
    Line{"limit.second_moves", "第二时限的步数", "第二時限的步數", "Moves in the second limit"},
    Line{"limit.step_limit", "步时", "步時", "Limit per move"},
    Line{"limit.increment", "每着加秒", "每著加秒", "Added per move"},
    Line{"limit.carry", "余时带入下一时限", "餘時帶入下一時限", "Carry unspent time over"},
    Line{"limit.setup_limit", "布阵时限", "佈陣時限", "Set-up limit"},
    Line{"help.first_limit", "第一个时间限制；0：没有第一时限", "第一個時間限制；0：沒有第一時限",
         "The first time limit; 0: there is none"},
    Line{"help.first_moves", "在第一时限内要求走的步数；0：这一时限管全局",
         "在第一時限內要求走的步數；0：這一時限管全局",
         "Moves to make within the first limit; 0: it lasts the whole game"},
    Line{"help.second_limit", "第二个时间限制；以后均按第二时限的要求进行",
         "第二個時間限制；以後均按第二時限的要求進行",
         "The second time limit, and again and again after it; 0: nothing is added"},
    Line{"help.second_moves", "在第二时限内要求走的步数；0：直到终局",
         "在第二時限內要求走的步數；0：直到終局",
         "Moves to make within the second limit; 0: the rest of the game"},
    Line{"help.step_limit", "每一着的限时；0：不限", "每一著的限時；0：不限",
         "The most that a single move may take; 0: no such limit"},
    Line{"help.increment", "每走一着后加上的秒数；0：不加", "每走一著後加上的秒數；0：不加",
         "Seconds added after each move; 0: none"},
    Line{"help.carry", "第一时限、第二时限里没有用完的时间带入下一时限",
         "第一時限、第二時限裡沒有用完的時間帶入下一時限",
         "What is left of a limit is added to the next one"},
    Line{"help.setup_limit", "布阵的用时，不占第一时限；0：不限", "佈陣的用時，不佔第一時限；0：不限",
         "Time to set up, apart from the first limit; 0: no limit"},
    Line{"odds", "每方各自", "每方各自", "Each side its own"},
    Line{"help.odds", "让时：双方的用时可以不同", "讓時：雙方的用時可以不同",
         "Time odds: the sides may have different limits"},
    Line{"seat", "设定谁的", "設定誰的", "Whose limits"},
    Line{"help.seat", "下面各项是这一方的用时", "下面各項是這一方的用時",
         "The rows below are the limits of this side"},
    Line{"why.no_first", "第一时限为 0，这一项用不上", "第一時限為 0，這一項用不上",
         "The first limit is 0: this has no effect"},
    Line{"why.whole", "第一时限的步数为 0：第一时限管全局，没有第二时限",
         "第一時限的步數為 0：第一時限管全局，沒有第二時限",
         "Moves in the first limit are 0: it lasts the whole game, there is no second"},
    Line{"why.no_second", "第二时限为 0，这一项用不上", "第二時限為 0，這一項用不上",
         "The second limit is 0: this has no effect"},
    Line{"why.no_limit", "两个时限都为 0，没有时间可加", "兩個時限都為 0，沒有時間可加",
         "Both limits are 0: there is no time to add to"},
};

constexpr qitai_str str(std::string_view text) {
  return {text.data(), text.size()};
}

constexpr auto kTexts = [] {
  std::array<qitai_text, kLines.size() * 3> texts{};
  std::size_t i = 0;
  for (const Line& line : kLines) {
    texts[i++] = {str("zh-Hans"), str(line.key), str(line.simplified)};
    texts[i++] = {str("zh-Hant"), str(line.key), str(line.traditional)};
    texts[i++] = {str("en"), str(line.key), str(line.english)};
  }
  return texts;
}();

}  // namespace

std::span<const qitai_text> time_page_texts() {
  return kTexts;
}

}  // namespace qitai::network
