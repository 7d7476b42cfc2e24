// Host: a keeper of secrets (qitai/secrets.h): how one machine plays a game with private set-ups against
// another that it does not trust, every answer of the plugin checked.
#pragma once

#include <qitai/secrets.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/variant.hpp"

namespace qitai::host {

// How a keeper begins; the meaning of each stands in qitai/secrets.h.
struct SecretsStart {
  std::vector<std::int64_t> options;  // empty: defaults
  std::string position;
  std::array<std::uint8_t, 32> seed{};
  std::array<std::uint8_t, 32> match{};
  std::array<std::uint8_t, 32> secret{};
  Seat seat = 0;
};

struct Ply {
  std::uint64_t number = 0;              // of the intent
  std::array<std::uint8_t, 32> chain{};  // the chained hash of the public events before it
  Seat seat = 0;
  Move move;
};

// How a seat may have lied, as Keeper::audit says it. Text for players: key "lie." + id in the variant's
// texts.
inline constexpr std::array<std::string_view, 9> kLies{
    "refused-to-open", "wrong-salt", "changed-rank",       "illegal-layout",  "impossible-move",
    "false-rank",      "bad-table",  "false-announcement", "false-accusation"};

// Movable, one thread at a time, keeps its variant alive. Answers that are refusals changed nothing. A plugin
// that breaks its contract: host::PluginFault, and the keeper is good for nothing afterwards; what it was
// comes back from its journal.
class Keeper {
 public:
  // Whether the game has the extension at all.
  static bool offered(const Variant& variant);
  // Besides the variant's refusals "unsupported": not offered, or not under these options.
  static Answer<Keeper> begin(const std::shared_ptr<const Variant>& variant, const SecretsStart& start);
  // From a whole journal; hostile. Refusal "malformed" for what is none of this game and these rules.
  static Answer<Keeper> restore(const std::shared_ptr<const Variant>& variant, std::string_view journal);
  Keeper(Keeper&& other) noexcept;
  Keeper& operator=(Keeper&& other) noexcept;
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  ~Keeper();

  // The journal from a byte on; it only grows. What is new of it must be durable before what was said since
  // leaves the machine. Holds secrets.
  [[nodiscard]] std::string journal(std::uint64_t from = 0) const;

  Answer<std::array<std::uint8_t, 32>> commit(std::string_view layout);
  std::optional<Refusal> take_root(const std::array<std::uint8_t, 32>& root);
  std::optional<Refusal> draw(std::uint32_t index);
  std::optional<Refusal> turn(const Ply& ply);
  std::optional<Refusal> withdraw(std::uint64_t number);

  enum class Stage { kIdle, kOpen, kSettled, kDisputed };
  struct Look {
    std::uint64_t number = 0;  // of the last turn
    int owes = -1;             // the seat whose message is awaited, or -1
    std::uint32_t said = 0, heard = 0;
    Stage stage = Stage::kIdle;
  };
  [[nodiscard]] Look look() const;
  // The own message `index` about move `number`; empty: there is none.
  [[nodiscard]] std::string message(std::uint64_t number, std::uint32_t index) const;
  std::optional<Refusal> hear(std::uint64_t number, std::uint32_t index, std::string_view bytes);
  // What was settled about a move; empty for a move that is not known.
  [[nodiscard]] std::vector<Fact> facts(std::uint64_t number) const;

  std::optional<Refusal> declare(Seat seat, std::string_view reason);
  std::optional<Refusal> dispute(std::uint64_t number);
  Answer<std::string> open();
  std::optional<Refusal> take_opening(std::string_view bytes);
  struct Lie {
    std::uint64_t number = 0;  // of the move, or 0
    Refusal how;
  };
  // How a seat lied; nothing: it was honest. Only after open().
  [[nodiscard]] std::optional<Lie> audit(Seat seat) const;

 private:
  Keeper(std::shared_ptr<const Variant> variant, std::shared_ptr<const qitai_secrets> api, qitai_keeper* raw);
  static std::shared_ptr<const qitai_secrets> table(const Variant& variant);
  [[nodiscard]] const VariantInfo& info() const { return variant_->info(); }
  [[nodiscard]] std::optional<Refusal> answered(const char* function, qitai_status status,
                                                const class RefusalBox& why) const;
  std::shared_ptr<const Variant> variant_;
  std::shared_ptr<const qitai_secrets> api_;  // a copy in the shape of this build
  qitai_keeper* raw_ = nullptr;
};

// Of what was settled about a move, what this state asks for: for State::apply. Nothing: it asks for more.
[[nodiscard]] std::optional<std::vector<Fact>> asked_of(const State& state, Seat seat, Move move,
                                                        std::span<const Fact> settled);

}  // namespace qitai::host
