// What can hinder on this machine's side, in sentences.
#include <array>

#include "network/bluetooth/bluez.hpp"

namespace qitai::bluetooth {
namespace {

constexpr std::array kFailures{
    FailureTexts{"no-adapter",
                 {"This computer has no Bluetooth adapter", "本机没有蓝牙适配器", "本機沒有藍牙介面卡"},
                 {"Plug one in; it is used as soon as it is there", "请插入一个，插上即可使用",
                  "請插入一個，插上即可使用"}},
    FailureTexts{"off",
                 {"Bluetooth is switched off", "蓝牙已关闭", "藍牙已關閉"},
                 {"Switch it on in the settings, under Bluetooth", "请在“设置”的“蓝牙”里打开它",
                  "請在「設定」的「藍牙」裡打開它"}},
    FailureTexts{
        "blocked",
        {"Bluetooth is blocked, as in flight mode", "蓝牙被禁用（如飞行模式）", "藍牙被停用（如飛航模式）"},
        {"Leave flight mode, or switch Bluetooth on in the settings", "请关闭飞行模式，或在“设置”里打开蓝牙",
         "請關閉飛航模式，或在「設定」裡打開藍牙"}},
    FailureTexts{
        "blocked-hard",
        {"Bluetooth is switched off by a switch or key of this computer", "蓝牙被本机的开关或按键关闭了",
         "藍牙被本機的開關或按鍵關閉了"},
        {"Turn that switch; no program can", "请拨动那个开关；程序无法代劳", "請撥動那個開關；程式無法代勞"}},
    FailureTexts{"permission",
                 {"The system does not let the game use Bluetooth", "系统不允许棋台使用蓝牙",
                  "系統不允許棋臺使用藍牙"},
                 {"The operator has to put this user into the group “bluetooth”",
                  "请管理员把当前用户加入 bluetooth 组", "請管理員把目前的使用者加入 bluetooth 群組"}},
    FailureTexts{"in-use",
                 {"Another copy of the game on this computer is playing over Bluetooth",
                  "本机上另一个棋台正在使用蓝牙", "本機上另一個棋臺正在使用藍牙"},
                 {"Close the other one", "请关闭另一个", "請關閉另一個"}},
    FailureTexts{"no-service",
                 {"The Bluetooth service of this computer does not run", "本机的蓝牙服务没有运行",
                  "本機的藍牙服務沒有執行"},
                 {"The operator has to install and start it: package “bluez”, service “bluetooth”",
                  "请管理员安装并启动：软件包 bluez，服务 bluetooth",
                  "請管理員安裝並啟動：套件 bluez，服務 bluetooth"}},
    FailureTexts{"no-bus",
                 {"The message bus (D-Bus) is out of reach", "无法连接系统消息总线（D-Bus）",
                  "無法連線系統訊息匯流排（D-Bus）"},
                 {"The operator has to install and start it: package “dbus”",
                  "请管理员安装并启动：软件包 dbus", "請管理員安裝並啟動：套件 dbus"}},
    FailureTexts{
        "unusable",
        {"Bluetooth of this computer does not work as it should", "本机的蓝牙工作不正常",
         "本機的藍牙運作不正常"},
        {"Unplug the adapter and plug it in again, or restart the computer; the log says more",
         "请重新插拔适配器，或重启电脑；日志中有详情", "請重新插拔介面卡，或重新啟動電腦；日誌中有詳情"}},
};

}  // namespace

std::span<const FailureTexts> bluez_failures() {
  return kFailures;
}

void describe_bluez_failures(sdk::TransportDescription& d) {
  for (const FailureTexts& one : kFailures) {
    d.failure(one.id, QITAI_FAILURE_LOCAL, {one.what[0], one.what[1], one.what[2]},
              {one.help[0], one.help[1], one.help[2]});
  }
}

}  // namespace qitai::bluetooth
