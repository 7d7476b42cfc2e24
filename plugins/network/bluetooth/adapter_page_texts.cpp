// What the page of the adapters says.
#include <array>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "network/bluetooth/adapter_page.hpp"

namespace qitai::bluetooth {
namespace {

struct Line {
  std::string_view key, simplified, traditional, english;
};

constexpr std::array kLines{
    Line{"title", "蓝牙", "藍牙", "Bluetooth"},
    Line{"adapters", "适配器", "介面卡", "Adapter"},
    Line{"adapter.first", "自动选择", "自動選擇", "Whichever can be used"},
    Line{"adapter.row", "{name}（{number} 号）", "{name}（{number} 號）", "{name} (no. {number})"},
    Line{"adapter.row.off", "{name}（{number} 号）· 不可用", "{name}（{number} 號）· 不可用",
         "{name} (no. {number}), not usable now"},
    Line{"adapter.row.gone", "{address} · 未插入", "{address} · 未插入", "{address}, not plugged in"},
    Line{"help.adapters", "用哪个适配器与别的机器对弈", "用哪個介面卡與別的機器對弈",
         "Which adapter is used to play with other machines"},
    Line{"looking", "正在查看……", "正在查看……", "Looking …"},
    Line{"power", "蓝牙", "藍牙", "Bluetooth"},
    Line{"help.power", "打开或关闭这个适配器；其他程序也受影响", "打開或關閉這個介面卡；其他程式也受影響",
         "Switches this adapter on or off, for other programs too"},
    Line{"adapter.name", "别人看到：{name} · {address}", "別人看到：{name} · {address}",
         "Seen as {name} · {address}"},
    Line{"let_go", "解除禁用", "解除停用", "Let Bluetooth go on"},
    Line{"help.let_go", "结束蓝牙的飞行模式", "結束藍牙的飛航模式", "Ends the flight mode of Bluetooth"},
    Line{"partners", "配对过的机器", "配對過的機器", "Machines paired with"},
    Line{"partners.none", "还没有。与一台机器第一次联机时，双方比对一个数字，以后不再询问",
         "還沒有。與一臺機器第一次連線時，雙方比對一個數字，以後不再詢問",
         "None yet. The first game with a machine begins by comparing a number on both; after that nothing "
         "is asked"},
    Line{"partner", "{name}", "{name}", "{name}"},
    Line{"partner.connected", "{name} · 已连接", "{name} · 已連線", "{name}, connected"},
    Line{"help.partner", "选中后可以忘记这台机器", "選中後可以忘記這臺機器",
         "Choose one to have it forgotten"},
    Line{"forget.ask", "忘记 {name}（{address}）吗？下次与它联机要重新比对数字",
         "忘記 {name}（{address}）嗎？下次與它連線要重新比對數字",
         "Forget {name} ({address})? The next game with it begins by comparing a number again"},
    Line{"keep", "保留", "保留", "Keep it"},
    Line{"help.keep", "不作改动", "不作更動", "Nothing is changed"},
    Line{"forget", "忘记", "忘記", "Forget it"},
    Line{"help.forget", "删除这台机器的配对，其他程序也不再认识它",
         "刪除這臺機器的配對，其他程式也不再認識它", "Removes the pairing, for other programs too"},
};

constexpr qitai_str str(std::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

std::span<const qitai_text> adapter_page_texts() {
  static const std::vector<qitai_text> kTexts = [] {
    static std::list<std::string> keys;
    std::vector<qitai_text> texts;
    const auto add = [&](std::string_view key, std::string_view hans, std::string_view hant,
                         std::string_view en) {
      texts.push_back({str("zh-Hans"), str(key), str(hans)});
      texts.push_back({str("zh-Hant"), str(key), str(hant)});
      texts.push_back({str("en"), str(key), str(en)});
    };
    for (const Line& line : kLines)
      add(line.key, line.simplified, line.traditional, line.english);
    // The same sentences as the transport's.
    for (const FailureTexts& one : bluez_failures()) {
      add(keys.emplace_back("failure." + std::string(one.id)), one.what[1], one.what[2], one.what[0]);
      add(keys.emplace_back("failure." + std::string(one.id) + ".help"), one.help[1], one.help[2],
          one.help[0]);
    }
    return texts;
  }();
  return kTexts;
}

}  // namespace qitai::bluetooth
