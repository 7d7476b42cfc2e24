// Qitai SDK for C++: the extension qitai.secrets/1 of a game. Header only, C++20; needs libsodium (link it).
//
// A game of two seats with private set-ups, needs and facts offers it so:
//     class MySecrets : public sdk::secrets::Rules { … };          // secrets/pieces.hpp: what it has to say
//     const void* MyGame::extension(std::string_view id) {
//       return sdk::secrets::extension<MyGame, MySecrets>(id);      // NULL for other ids
//     }
// What it relies on: a partial state of QITAI_PUBLIC asks for all that any other asks for; pieces keep their
// kind and their owner; the pieces of a seat are those that its own view knows after its set-up.
#pragma once

#include <qitai/secrets/audit.hpp>
#include <qitai/secrets/keeper.hpp>
#include <qitai/variant.hpp>

#include <cstring>
#include <memory>

namespace qitai::sdk::secrets {

// The C functions of one game's keepers.
template <typename Game, typename GameRules>
class Functions {
 public:
  static const qitai_secrets* table() {
    static constexpr qitai_secrets kTable = {sizeof(qitai_secrets),
                                             0,
                                             &begin,
                                             &restore,
                                             &end,
                                             &journal,
                                             &commit,
                                             &take_root,
                                             &draw,
                                             &turn,
                                             &withdraw,
                                             &look,
                                             &message,
                                             &hear,
                                             &facts,
                                             &declare,
                                             &dispute,
                                             &open,
                                             &take_opening,
                                             &audit};
    return &kTable;
  }

 private:
  struct Box {
    std::unique_ptr<Keeper> keeper;
    std::string head;  // of the journal: how it began
    bool broken = false;
    ~Box() { sodium_memzero(head.data(), head.size()); }
  };
  static Box* box(qitai_keeper* keeper) { return reinterpret_cast<Box*>(keeper); }
  static const Box* box(const qitai_keeper* keeper) { return reinterpret_cast<const Box*>(keeper); }
  static const Rules& rules() {
    static const GameRules kRules;
    return kRules;
  }
  static constexpr std::uint8_t kForm = 1;  // of the journal

  template <typename Call>
  static qitai_status guarded(const char* what, Call call) noexcept {
    try {
      return call();
    } catch (const std::exception& problem) {
      try {
        log(QITAI_LOG_ERROR, std::string("secrets.") + what + ": " + problem.what());
      } catch (...) {  // no memory for the sentence: the status alone has to do
      }
    } catch (...) {
      log(QITAI_LOG_ERROR, "secrets: something was thrown that is no std::exception");
    }
    return QITAI_ERROR;
  }
  template <typename Call>
  static qitai_status change(const char* what, qitai_keeper* keeper, bool arguments, Call call) noexcept {
    if (keeper == nullptr || !arguments) return QITAI_BAD_ARGUMENT;
    if (box(keeper)->broken) return QITAI_ERROR;
    const qitai_status status = guarded(what, [&]() -> qitai_status { return call(*box(keeper)->keeper); });
    if (status == QITAI_ERROR) box(keeper)->broken = true;
    return status;
  }
  template <typename Call>
  static qitai_status ask(const char* what, const qitai_keeper* keeper, bool arguments, Call call) noexcept {
    if (keeper == nullptr || !arguments) return QITAI_BAD_ARGUMENT;
    if (box(keeper)->broken) return QITAI_ERROR;
    return guarded(what, [&]() -> qitai_status { return call(*box(keeper)->keeper); });
  }
  static qitai_status answered(const std::optional<Refusal>& refusal, qitai_refusal* why) {
    return refusal ? refusal->write(why) : QITAI_OK;
  }
  static std::string_view text(const void* bytes, std::uint64_t size) {
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
  }
  static Bytes32 bytes32(const std::uint8_t* bytes) {
    Bytes32 result{};
    std::memcpy(result.data(), bytes, result.size());
    return result;
  }

  // Of terms, keys and seat; read back by restore.
  static std::string head_of(const Terms& terms, const Bytes32& match, const Bytes32& secret, int seat) {
    const qitai_variant_info& info = *terms.variant->info;
    std::string head;
    put(head, kForm, 1);
    put(head, info.rules_revision, 4);
    put(head, match);
    put(head, secret);
    put(head, terms.seed);
    put(head, static_cast<std::uint64_t>(seat), 1);
    put(head, terms.options.size(), 4);
    for (const std::int64_t option : terms.options)
      put(head, static_cast<std::uint64_t>(option), 8);
    put(head, terms.position.size(), 4);
    return head + terms.position;
  }
  static qitai_status made(Terms terms, const Bytes32& match, const Bytes32& secret, int seat,
                           std::unique_ptr<Box>& out, qitai_refusal* why) {
    auto fresh = std::make_unique<Box>();
    fresh->head = head_of(terms, match, secret, seat);
    auto keeper = Keeper::begin(std::move(terms), rules(), match, secret, seat);
    if (const auto* refusal = std::get_if<Refusal>(&keeper))
      return refusal->id() == "unsupported" ? QITAI_UNSUPPORTED : refusal->write(why);
    fresh->keeper = std::get<std::unique_ptr<Keeper>>(std::move(keeper));
    out = std::move(fresh);
    return QITAI_OK;
  }

  static qitai_status begin(const qitai_secrets_start* start, qitai_keeper** out,
                            qitai_refusal* why) noexcept {
    if (start == nullptr || out == nullptr || !QITAI_HAS(start, qitai_secrets_start, reserved) ||
        (start->seat != 0 && start->seat != 1) || (start->options == nullptr && start->option_count != 0) ||
        (start->position.data == nullptr && start->position.size != 0) || start->position.size > 65536)
      return QITAI_BAD_ARGUMENT;
    return guarded("begin", [&]() -> qitai_status {
      Terms terms;
      terms.variant = Adaptor<Game>::variant();
      if (terms.variant == nullptr) throw Failure("the game has no tables");
      terms.options.assign(start->options, start->options + start->option_count);
      terms.position = text(start->position.data, start->position.size);
      terms.seed = bytes32(start->seed);
      std::unique_ptr<Box> fresh;
      const qitai_status status =
          made(std::move(terms), bytes32(start->match), bytes32(start->secret), start->seat, fresh, why);
      if (status == QITAI_OK) *out = reinterpret_cast<qitai_keeper*>(fresh.release());
      return status;
    });
  }

  static qitai_status restore(const void* journal, std::uint64_t size, qitai_keeper** out,
                              qitai_refusal* why) noexcept {
    if (out == nullptr || (journal == nullptr && size != 0)) return QITAI_BAD_ARGUMENT;
    return guarded("restore", [&]() -> qitai_status {
      const Refusal malformed("malformed", "this is no journal of a keeper of this game");
      if (size > QITAI_SECRETS_JOURNAL) return malformed.write(why);
      Reader reader(text(journal, size));
      const auto read32 = [&] {
        const std::string_view bytes = reader.bytes(32);
        return bytes.size() == 32 ? bytes32(reinterpret_cast<const std::uint8_t*>(bytes.data())) : Bytes32{};
      };
      Terms terms;
      terms.variant = Adaptor<Game>::variant();
      if (terms.variant == nullptr) throw Failure("the game has no tables");
      if (reader.u8() != kForm || reader.u32() != terms.variant->info->rules_revision)
        return malformed.write(why);
      const Bytes32 match = read32(), secret = read32();
      terms.seed = read32();
      const int seat = reader.u8();
      const std::uint32_t options = reader.u32();
      if (!reader.ok() || seat > 1 || options > 64) return malformed.write(why);
      for (std::uint32_t i = 0; i < options; ++i)
        terms.options.push_back(reader.i64());
      terms.position = reader.bytes(reader.u32());
      if (!reader.ok()) return malformed.write(why);
      std::unique_ptr<Box> fresh;
      const qitai_status status = made(std::move(terms), match, secret, seat, fresh, why);
      if (status != QITAI_OK) return status;
      while (reader.left() != 0) {
        const auto what = static_cast<char>(reader.u8());
        const std::string_view bytes = reader.bytes(reader.u32());
        if (!reader.ok()) return malformed.write(why);
        if (const auto refusal = fresh->keeper->redo(what, bytes)) return malformed.write(why);
      }
      // Entries that changed nothing are none of a keeper's.
      if (fresh->head + fresh->keeper->log() != text(journal, size)) return malformed.write(why);
      *out = reinterpret_cast<qitai_keeper*>(fresh.release());
      return QITAI_OK;
    });
  }
  static void end(qitai_keeper* keeper) noexcept { delete box(keeper); }

  static qitai_status journal(const qitai_keeper* keeper, std::uint64_t from,
                              const qitai_sink* out) noexcept {
    return ask("journal", keeper, out != nullptr, [&](const Keeper& k) -> qitai_status {
      const std::string& head = box(keeper)->head;
      const std::string& log = k.log();
      if (from > head.size() + log.size()) return QITAI_BAD_ARGUMENT;
      Writer writer(*out);
      const auto start = static_cast<std::size_t>(from);
      if (start < head.size()) writer.text(std::string_view(head).substr(start));
      writer.text(std::string_view(log).substr(start > head.size() ? start - head.size() : 0));
      return writer.status();
    });
  }
  static qitai_status commit(qitai_keeper* keeper, const void* layout, std::uint64_t size,
                             std::uint8_t root[32], qitai_refusal* why) noexcept {
    const bool arguments = root != nullptr && (layout != nullptr || size == 0);
    return change("commit", keeper, arguments, [&](Keeper& k) -> qitai_status {
      const Made<Bytes32> made = k.commit(text(layout, size));
      if (const auto* refusal = std::get_if<Refusal>(&made)) return refusal->write(why);
      std::memcpy(root, std::get<Bytes32>(made).data(), 32);
      return QITAI_OK;
    });
  }
  static qitai_status take_root(qitai_keeper* keeper, const std::uint8_t root[32],
                                qitai_refusal* why) noexcept {
    return change("take_root", keeper, root != nullptr,
                  [&](Keeper& k) { return answered(k.take_root(bytes32(root)), why); });
  }
  static qitai_status draw(qitai_keeper* keeper, std::uint32_t index, qitai_refusal* why) noexcept {
    return change("draw", keeper, true, [&](Keeper& k) { return answered(k.draw(index), why); });
  }
  static qitai_status turn(qitai_keeper* keeper, const qitai_ply* ply, qitai_refusal* why) noexcept {
    return change("turn", keeper, ply != nullptr, [&](Keeper& k) { return answered(k.turn(*ply), why); });
  }
  static qitai_status withdraw(qitai_keeper* keeper, std::uint64_t number, qitai_refusal* why) noexcept {
    return change("withdraw", keeper, true, [&](Keeper& k) { return answered(k.withdraw(number), why); });
  }
  static qitai_status look(const qitai_keeper* keeper, qitai_secrets_look* out) noexcept {
    const bool arguments = out != nullptr && QITAI_HAS(out, qitai_secrets_look, reserved);
    return ask("look", keeper, arguments, [&](const Keeper& k) {
      const Talk* talk = k.last();
      const auto own = static_cast<std::size_t>(k.record().seat);
      out->owes = -1;
      out->number = 0;
      out->said = out->heard = out->reserved = 0;
      out->state = QITAI_SECRETS_IDLE;
      if (talk == nullptr) return QITAI_OK;
      out->number = talk->ply.number;
      out->said = static_cast<std::uint32_t>(talk->messages[own].size());
      out->heard = static_cast<std::uint32_t>(talk->messages[1 - own].size());
      out->state = talk->state;
      if (talk->state == QITAI_SECRETS_OPEN) out->owes = talk->speaker();
      return QITAI_OK;
    });
  }
  static qitai_status message(const qitai_keeper* keeper, std::uint64_t number, std::uint32_t index,
                              const qitai_sink* out) noexcept {
    return ask("message", keeper, out != nullptr, [&](const Keeper& k) -> qitai_status {
      const Talk* talk = k.find(number);
      const auto own = static_cast<std::size_t>(k.record().seat);
      if (talk == nullptr || index >= talk->messages[own].size()) return QITAI_BAD_ARGUMENT;
      Writer writer(*out);
      writer.text(talk->messages[own][index]);
      return writer.status();
    });
  }
  static qitai_status hear(qitai_keeper* keeper, std::uint64_t number, std::uint32_t index, const void* bytes,
                           std::uint64_t size, qitai_refusal* why) noexcept {
    return change("hear", keeper, bytes != nullptr || size == 0,
                  [&](Keeper& k) { return answered(k.hear(number, index, text(bytes, size)), why); });
  }
  static qitai_status facts(const qitai_keeper* keeper, std::uint64_t number, qitai_fact* out,
                            std::uint32_t capacity, std::uint32_t* count) noexcept {
    const bool arguments = count != nullptr && (out != nullptr || capacity == 0);
    return ask("facts", keeper, arguments, [&](const Keeper& k) -> qitai_status {
      const Talk* talk = k.find(number);
      if (talk == nullptr) return QITAI_BAD_ARGUMENT;
      List<qitai_fact> list(out, capacity);
      for (const qitai_fact& fact : talk->settled)
        list.add(fact);
      *count = list.count();
      return list.status();
    });
  }
  static qitai_status declare(qitai_keeper* keeper, std::int32_t seat, qitai_str reason,
                              qitai_refusal* why) noexcept {
    return change("declare", keeper, reason.data != nullptr || reason.size == 0,
                  [&](Keeper& k) { return answered(k.declare(seat, text(reason.data, reason.size)), why); });
  }
  static qitai_status dispute(qitai_keeper* keeper, std::uint64_t number, qitai_refusal* why) noexcept {
    return change("dispute", keeper, true, [&](Keeper& k) { return answered(k.dispute(number), why); });
  }
  static qitai_status open(qitai_keeper* keeper, const qitai_sink* out, qitai_refusal* why) noexcept {
    return change("open", keeper, out != nullptr, [&](Keeper& k) -> qitai_status {
      const Made<std::string> opening = k.open();
      if (const auto* refusal = std::get_if<Refusal>(&opening)) return refusal->write(why);
      Writer writer(*out);
      writer.text(std::get<std::string>(opening));
      return writer.status();
    });
  }
  static qitai_status take_opening(qitai_keeper* keeper, const void* bytes, std::uint64_t size,
                                   qitai_refusal* why) noexcept {
    return change("take_opening", keeper, bytes != nullptr || size == 0,
                  [&](Keeper& k) { return answered(k.take_opening(text(bytes, size)), why); });
  }
  static qitai_status audit(const qitai_keeper* keeper, std::int32_t seat, std::uint64_t* number,
                            qitai_refusal* how) noexcept {
    const bool arguments = number != nullptr && (seat == 0 || seat == 1);
    return ask("audit", keeper, arguments, [&](const Keeper& k) -> qitai_status {
      if (!k.record().openings[static_cast<std::size_t>(k.record().seat)]) return QITAI_UNSUPPORTED;
      *number = 0;
      const std::optional<Lie> lie = secrets::audit(k.record(), rules(), seat);
      if (!lie) return QITAI_OK;
      *number = lie->number;
      return lie->how.write(how);
    });
  }
};

// For Game::extension: the table where the id is that of this extension, else NULL.
template <typename Game, typename GameRules>
const void* extension(std::string_view id) {
  return id == QITAI_SECRETS_ID ? Functions<Game, GameRules>::table() : nullptr;
}

}  // namespace qitai::sdk::secrets
