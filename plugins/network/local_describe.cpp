// The texts of the transport "local".
#include "network/local.hpp"

namespace qitai::network {

sdk::TransportDescription LocalEndpoint::description() {
  sdk::TransportDescription d("local", QITAI_TRANSPORT_FINDS | QITAI_TRANSPORT_SHOWS | QITAI_TRANSPORT_ASKS,
                              8);
  d.name({"This computer", "本机", "本機"},
         {"Another copy of the game on this computer", "本机上运行的另一个棋台", "本機上執行的另一個棋臺"});
  d.failure("refused", 0,
            {"The other game takes no challenges now", "对方现在不接受挑战", "對方現在不接受挑戰"},
            {"Ask the other player to open the page for playing over a link", "请对方打开联机对弈的页面",
             "請對方打開連線對弈的頁面"});
  d.failure("absent", QITAI_FAILURE_RETRY, {"The other game does not answer", "对方没有应答", "對方沒有應答"},
            {"See that it is running, then try again", "请确认对方的棋台正在运行，然后再试",
             "請確認對方的棋臺正在執行，然後再試"});
  d.failure("busy", QITAI_FAILURE_RETRY, {"The other game is busy", "对方正忙", "對方正忙"},
            {"Try again in a moment", "请稍后再试", "請稍後再試"});
  d.failure("lost", QITAI_FAILURE_RETRY, {"The link was lost", "连接中断了", "連線中斷了"},
            {"Try again in a moment", "请稍后再试", "請稍後再試"});
  d.failure("far-closed", 0,
            {"The other game has ended the link", "对方的棋台结束了连接", "對方的棋臺結束了連線"},
            {"If that was not meant, try again", "如果不是有意的，请再试一次", "如果不是有意的，請再試一次"});
  d.failure("protocol", 0,
            {"The other game sent something that is not understood", "对方的棋台发来了无法理解的内容",
             "對方的棋臺發來了無法理解的內容"},
            {"Use the same version of the game on both sides", "请双方使用同一版本的棋台",
             "請雙方使用同一版本的棋臺"});
  d.failure("permission", QITAI_FAILURE_LOCAL,
            {"The system does not let the game reach others on this computer",
             "系统不允许棋台与本机上的其他程序连接", "系統不允許棋臺與本機上的其他程式連線"},
            {"See that your runtime folder may be written to", "请检查用户运行时文件夹是否可写",
             "請檢查使用者執行時資料夾是否可寫"});
  d.failure(
      "in-use", QITAI_FAILURE_LOCAL,
      {"Too many games are running for this player", "这位玩家运行的棋台太多了", "這位玩家執行的棋臺太多了"},
      {"Close some of them", "请关闭其中一些", "請關閉其中一些"});
  d.failure("unusable", QITAI_FAILURE_LOCAL,
            {"The folder in which games on this computer meet cannot be used",
             "本机棋台互相联络用的文件夹不能使用", "本機棋臺互相聯絡用的資料夾不能使用"},
            {"It must be yours and closed to others (mode 0700); the log names it",
             "它必须属于你且不对他人开放（权限 0700），日志中有它的位置",
             "它必須屬於你且不對他人開放（權限 0700），日誌中有它的位置"});
  return d;
}

}  // namespace qitai::network
