// The texts of the transport "bluetooth". What lies with this machine's own Bluetooth stands in
// bluez_failures.cpp.
#include "network/bluetooth/endpoint.hpp"

namespace qitai::bluetooth {

sdk::TransportDescription BluetoothEndpoint::description() {
  sdk::TransportDescription d("bluetooth",
                              QITAI_TRANSPORT_FINDS | QITAI_TRANSPORT_SHOWS | QITAI_TRANSPORT_PAIRS |
                                  QITAI_TRANSPORT_CIPHERS | QITAI_TRANSPORT_CHOOSES | QITAI_TRANSPORT_ASKS,
                              8);
  d.name({"Bluetooth", "蓝牙", "藍牙"}, {"A player in the same room, at another machine",
                                         "同一房间里另一台机器上的玩家", "同一房間裡另一臺機器上的玩家"});
  d.failure(
      "refused", 0,
      {"The other machine takes no challenges now", "对方的机器现在不接受挑战", "對方的機器現在不接受挑戰"},
      {"Ask the other player to open the page for playing over Bluetooth", "请对方打开蓝牙对弈的页面",
       "請對方打開藍牙對弈的頁面"});
  d.failure("absent", QITAI_FAILURE_RETRY,
            {"The other machine does not answer", "对方的机器没有应答", "對方的機器沒有應答"},
            {"Bring the two closer together and see that Bluetooth is on at both, then try again",
             "请让两台机器靠近些，并确认双方都打开了蓝牙，然后再试",
             "請讓兩臺機器靠近些，並確認雙方都打開了藍牙，然後再試"});
  d.failure("busy", QITAI_FAILURE_RETRY,
            {"One of the two machines has too many Bluetooth connections", "其中一台机器的蓝牙连接太多",
             "其中一臺機器的藍牙連線太多"},
            {"Try again in a moment; else switch off headphones or the like",
             "请稍后再试；或者关闭耳机等设备", "請稍後再試；或者關閉耳機等裝置"});
  d.failure("lost", QITAI_FAILURE_RETRY,
            {"The other machine is out of reach", "与对方机器的连接中断了", "與對方機器的連線中斷了"},
            {"Bring the two closer together; the link comes back by itself",
             "请让两台机器靠近些，连接会自动恢复", "請讓兩臺機器靠近些，連線會自動恢復"});
  d.failure("adapter-lost", QITAI_FAILURE_RETRY,
            {"Bluetooth of this computer was switched off or its adapter pulled out",
             "本机的蓝牙被关闭，或适配器被拔出", "本機的藍牙被關閉，或介面卡被拔出"},
            {"Switch it on or plug it in again; the link comes back by itself",
             "请重新打开或插上，连接会自动恢复", "請重新打開或插上，連線會自動恢復"});
  d.failure("far-closed", 0,
            {"The other machine has ended the link", "对方的机器结束了连接", "對方的機器結束了連線"},
            {"If that was not meant, try again", "如果不是有意的，请再试一次", "如果不是有意的，請再試一次"});
  d.failure("no-game", 0,
            {"The other machine does not have this game, or it does not run there",
             "对方的机器没有这个游戏，或没有运行", "對方的機器沒有這個遊戲，或沒有執行"},
            {"Start the game there and open the page for playing over Bluetooth",
             "请在对方机器上启动棋台，并打开蓝牙对弈的页面", "請在對方機器上啟動棋臺，並打開藍牙對弈的頁面"});
  d.failure("protocol", 0,
            {"The other machine sent something that is not understood", "对方的机器发来了无法理解的内容",
             "對方的機器發來了無法理解的內容"},
            {"Use the same version of the game on both machines", "请双方使用同一版本的棋台",
             "請雙方使用同一版本的棋臺"});
  d.failure("pairing-refused", 0,
            {"The machines were not paired: somebody said no, or the numbers differed",
             "配对未完成：有人拒绝了，或双方的数字不同", "配對未完成：有人拒絕了，或雙方的數字不同"},
            {"Try again, and both say yes if both screens show the same number",
             "请再试一次；两边屏幕上的数字相同时，双方都选“是”",
             "請再試一次；兩邊螢幕上的數字相同時，雙方都選「是」"});
  d.failure("pairing-failed", QITAI_FAILURE_RETRY,
            {"The machines were not paired: nobody answered in time", "配对未完成：没有人及时回答",
             "配對未完成：沒有人及時回答"},
            {"Both players have to be at their screens and say yes to the number",
             "双方都要在屏幕前，并对显示的数字选“是”", "雙方都要在螢幕前，並對顯示的數字選「是」"});
  d.failure("key-missing", 0,
            {"The two machines knew each other, and one of them has forgotten it",
             "两台机器曾经配对，但其中一台已忘记", "兩臺機器曾經配對，但其中一臺已忘記"},
            {"Forget the other machine here too, on the page of Bluetooth, then pair again",
             "请在蓝牙页面上也忘记对方的机器，然后重新配对", "請在藍牙頁面上也忘記對方的機器，然後重新配對"});
  d.failure("psm-in-use", QITAI_FAILURE_LOCAL,
            {"Another program uses the Bluetooth channel that was set for the game",
             "另一个程序占用了为棋台设定的蓝牙信道", "另一個程式佔用了為棋臺設定的藍牙通道"},
            {"The operator has to take “psm” out of [plugin.bluetooth] in config.toml, or set another one",
             "请管理员在 config.toml 的 [plugin.bluetooth] 里删去 psm，或换一个",
             "請管理員在 config.toml 的 [plugin.bluetooth] 裡刪去 psm，或換一個"});
  d.failure(
      "unsupported", QITAI_FAILURE_LOCAL,
      {"This computer's system has no Bluetooth", "本机的系统不支持蓝牙", "本機的系統不支援藍牙"},
      {"The operator has to install a kernel with Bluetooth, as Debian's is",
       "请管理员安装支持蓝牙的内核，例如 Debian 的内核", "請管理員安裝支援藍牙的核心，例如 Debian 的核心"});
  describe_bluez_failures(d);
  return d;
}

}  // namespace qitai::bluetooth
