// Tic-tac-toe whose code dies at its first move, or never comes back from it, when QITAI_FRAGILE says so.
#include <qitai/variant.hpp>

#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

#define qitai_plugin_entry sound_entry
#include "../../variants/examples/tictactoe/tictactoe.cpp"
#undef qitai_plugin_entry

namespace {

class Fragile : public TicTacToe {
 public:
  Fragile() = default;
  explicit Fragile(const TicTacToe& sound) : TicTacToe(sound) {}
  static sdk::Made<Fragile> create(const sdk::Start& start) { return fragile(TicTacToe::create(start)); }
  static sdk::Made<Fragile> load(sdk::Reader& in) { return fragile(TicTacToe::load(in)); }

  std::optional<sdk::Refusal> apply(int seat, qitai_move move, sdk::Changes& changes) {
    const char* const how = std::getenv("QITAI_FRAGILE");
    const std::string_view end = how == nullptr ? "" : how;
    if (end == "crash") *static_cast<volatile int*>(nullptr) = 1;
    if (end == "abort") std::abort();
    if (end == "exit") std::exit(0);
    if (end == "throw") throw std::runtime_error("it was told to");
    if (end == "recurse") return deeper(seat);
    if (end == "hang") {
      for (volatile bool on = true; on;) {
      }
    }
    return TicTacToe::apply(seat, move, changes);
  }

 private:
  static sdk::Made<Fragile> fragile(sdk::Made<TicTacToe> made) {
    if (auto* const refusal = std::get_if<sdk::Refusal>(&made)) return std::move(*refusal);
    return Fragile(std::get<TicTacToe>(made));
  }
  // Until the stack is used up.
  static std::optional<sdk::Refusal> deeper(int depth) {
    volatile char room[4096];
    room[depth % 4096] = 1;
    auto refusal = depth < 0 ? std::nullopt : deeper(depth + 1);
    if (room[0] == 2) return sdk::Refusal("never");
    return refusal;
  }
};

}  // namespace

const qitai_plugin qitai_plugin_entry = sdk::plugin<Fragile>("fragile", "1.0.0", "tests");
