// Checks by the plugin's own structs and functions, where the host's checking would hide what they do.
#include <qitai/perft.h>
#include <qitai/search.h>
#include <qitai/setup.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>

#include "base/bytes.hpp"
#include "host/call.hpp"
#include "host/conformance/round.hpp"
#include "host/elf.hpp"

namespace qitai::host::conformance {
namespace {

constexpr std::string_view kUnknownIds[] = {
    "",        "qitai.variant/0", "qitai.variant/999", "qitai.variant", "QITAI.VARIANT/1", "qitai.nothing/1",
    "\xC0\xAF"};

qitai_str raw_text(std::string_view text) {
  return {text.data(), text.size()};
}

// A state of the plugin's own, by its own functions.
struct Owned {
  const qitai_variant& api;
  qitai_state* state = nullptr;
  explicit Owned(const qitai_variant& functions) : api(functions) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (state != nullptr) api.destroy(state);
  }
};

void load_raw(const Trial& trial, const State& from, Owned& into) {
  // The host's part stands before the plugin's bytes.
  const std::string saved = from.save(QITAI_SAVE_SNAPSHOT);
  Reader reader(as_bytes(saved));
  (void)reader.text(32);
  (void)reader.u32();
  (void)reader.u32();
  for (std::uint32_t i = reader.u32(); i > 0 && reader.ok(); --i)
    (void)reader.i64();
  const ByteView inner = reader.block(kMaxStateBytes);
  qitai_refusal why{};
  why.struct_size = sizeof why;
  const qitai_status status = trial.api.load(inner.data(), inner.size(), &into.state, &why);
  hold(status == QITAI_OK, "load() of a snapshot answers {}", status_name(status));
}

// Lists in buffers of every size around the right one; what lies behind must stay.
template <typename T, typename Call>
void check_list(const Trial& trial, std::string_view function, Call call) {
  trial.note(fmt::format("{}() with buffers of several sizes", function));
  constexpr unsigned char kCanary = 0xA5;
  std::uint32_t whole = 0;
  const qitai_status counted = call(nullptr, 0U, &whole);
  if (counted != QITAI_OK && counted != QITAI_NO_SPACE) return;  // unknown or not offered
  hold((counted == QITAI_OK) == (whole == 0), "{}() without a buffer answers {} and counts {}", function,
       status_name(counted), whole);
  std::string first;
  for (const std::uint32_t room : {whole, whole + 7, whole == 0 ? 0 : whole - 1, whole / 2, 1U}) {
    std::vector<unsigned char> memory((std::size_t{room} + 4) * sizeof(T), kCanary);
    // Memory of its own alignment: what the caller gives is an array of T.
    std::vector<T> list(std::size_t{room} + 4);
    std::memcpy(static_cast<void*>(list.data()), memory.data(), memory.size());
    std::uint32_t count = 0;
    const qitai_status status = call(list.data(), room, &count);
    hold(count == whole, "{}() counts {} with room for {}, {} without", function, count, room, whole);
    hold(status == (room < whole ? QITAI_NO_SPACE : QITAI_OK), "{}() answers {} with room for {} of {}",
         function, status_name(status), room, whole);
    const auto* bytes = reinterpret_cast<const unsigned char*>(list.data());
    const bool kept = std::all_of(bytes + std::size_t{room} * sizeof(T), bytes + list.size() * sizeof(T),
                                  [](unsigned char byte) { return byte == kCanary; });
    hold(kept, "{}() writes past the end of a buffer for {} of {}", function, room, whole);
    if (room < whole) continue;
    const std::string now(reinterpret_cast<const char*>(bytes), std::size_t{whole} * sizeof(T));
    hold(first.empty() || now == first, "{}() fills two buffers differently", function);
    first = now;
  }
}

qitai_status stop(void*, const void*, std::uint64_t) {
  return QITAI_NO_SPACE;
}

void check_stopping(std::string_view function, const std::function<qitai_status(const qitai_sink*)>& call) {
  ByteSink all(kMaxStateBytes);
  if (call(all.raw()) != QITAI_OK || all.bytes().empty()) return;
  const qitai_sink full{nullptr, &stop};
  const qitai_status status = call(&full);
  hold(status == QITAI_NO_SPACE, "{}() into a sink that answers QITAI_NO_SPACE answers {}", function,
       status_name(status));
}

void check_lists(const Trial& trial, const qitai_state* state) {
  const qitai_variant& api = trial.api;
  // Seats and viewers that there are, and that there are not: those have no moves, and take nobody down.
  std::vector<std::int32_t> numbers{-1,      QITAI_PUBLIC, QITAI_CHANCE_SEAT, trial.seats(), 255,
                                    INT_MAX, INT_MIN};
  for (std::int32_t seat = 0; seat < trial.seats(); ++seat)
    numbers.push_back(seat);
  for (const std::int32_t n : numbers) {
    const bool seat = n >= 0 && n < trial.seats();
    trial.note(fmt::format("questions of the seat or viewer {}", n));
    if (!seat) {
      std::uint32_t count = 0;
      const qitai_status status = api.legal(state, n, nullptr, 0, &count);
      hold(status != QITAI_NO_SPACE, "legal() lists {} moves of the seat {}, which there is not", count, n);
      std::uint64_t hash = 0;
      (void)api.hash(state, n, &hash);
    }
    check_list<qitai_move>(trial, "legal", [&](qitai_move* out, std::uint32_t room, std::uint32_t* count) {
      return api.legal(state, n, out, room, count);
    });
    if (api.playable != nullptr)
      check_list<qitai_playable>(trial, "playable",
                                 [&](qitai_playable* out, std::uint32_t room, std::uint32_t* count) {
                                   return api.playable(state, n, out, room, count);
                                 });
    check_list<qitai_piece>(trial, "view", [&](qitai_piece* out, std::uint32_t room, std::uint32_t* count) {
      return api.view(state, n, out, room, count);
    });
    if (api.marks != nullptr)
      check_list<qitai_mark>(trial, "marks", [&](qitai_mark* out, std::uint32_t room, std::uint32_t* count) {
        return api.marks(state, n, out, room, count);
      });
  }
}

void check_sinks(const Trial& trial, const qitai_state* state) {
  const qitai_variant& api = trial.api;
  check_stopping("save", [&](const qitai_sink* out) { return api.save(state, QITAI_SAVE_SNAPSHOT, 0, out); });
  if (api.position_write != nullptr)
    check_stopping("position_write",
                   [&](const qitai_sink* out) { return api.position_write(state, QITAI_PUBLIC, out); });
  if (api.explain != nullptr)
    check_stopping("explain", [&](const qitai_sink* out) { return api.explain(state, QITAI_PUBLIC, out); });
}

// A caller of an older or newer build: nothing beyond its struct is written.
void check_outcome_size(const Trial& trial, const qitai_state* state) {
  trial.note("outcome()");
  struct {
    qitai_outcome outcome;
    std::array<unsigned char, 64> behind;
  } box{};
  box.behind.fill(0xA5);
  box.outcome.struct_size = sizeof box.outcome;
  const qitai_status status = trial.api.outcome(state, &box.outcome);
  hold(status == QITAI_OK, "outcome() answers {}", status_name(status));
  hold(box.outcome.struct_size == sizeof box.outcome, "outcome() changes the caller's struct_size");
  hold(std::ranges::all_of(box.behind, [](unsigned char byte) { return byte == 0xA5; }),
       "outcome() writes past the caller's struct");
}

void check_hostile_moves(const Trial& trial, qitai_state* state, Dice& dice) {
  trial.note("moves with points that the board does not have");
  const qitai_variant& api = trial.api;
  const auto points = static_cast<std::uint16_t>(trial.variant->geometry()->points.size());
  for (int i = 0; i < 60; ++i) {
    const auto far = [&] {
      const std::uint16_t some[] = {points, 0xFFFE, static_cast<std::uint16_t>(points + dice.below(2000)), 0};
      return some[dice.below(4)];
    };
    const qitai_move move{far(), far(), static_cast<std::uint16_t>(dice.below(65536)), 0};
    const std::int32_t seat = dice.one_in(3)
                                  ? static_cast<std::int32_t>(dice.below(300)) - 100
                                  : static_cast<std::int32_t>(dice.below(trial.info().seats.size()));
    const bool on_board = (move.from < points || move.from == QITAI_NO_POINT) &&
                          (move.to < points || move.to == QITAI_NO_POINT);
    if (on_board) continue;
    qitai_refusal why{};
    why.struct_size = sizeof why;
    if (api.refuse != nullptr)
      hold(api.refuse(state, seat, move, &why) != QITAI_OK,
           "refuse() takes a move of points that there are not");
    const qitai_change_sink sink{nullptr,
                                 [](void*, const qitai_change*, std::uint32_t) -> qitai_status { return 0; }};
    hold(api.apply(state, seat, move, nullptr, 0, &sink, &why) != QITAI_OK,
         "apply() takes a move from {} to {}, points that there are not", move.from, move.to);
    ByteSink text(4096);
    if (api.move_write != nullptr) (void)api.move_write(state, seat, move, -1, text.raw());
  }
}

void check_extension(const Trial& trial, std::string_view id, std::size_t first_size) {
  const void* thing = trial.api.extension(raw_text(id));
  hold(trial.api.extension(raw_text(id)) == thing, "extension(\"{}\") answers two things", id);
  if (thing == nullptr) return;
  std::uint32_t size = 0;
  std::memcpy(&size, thing, sizeof size);
  hold(size >= first_size && size < 4096, "the struct of extension {} has {} bytes, expected at least {}", id,
       size, first_size);
}

}  // namespace

std::string check_symbols(Trial& trial) {
  const Result<std::vector<std::string>> symbols = exported_symbols(trial.file);
  if (!symbols) broken("its symbols cannot be read: {}", symbols.error().message);
  for (const std::string& symbol : *symbols)
    hold(symbol == "qitai_plugin_entry",
         "the library exports \"{}\" too; another plugin's may be taken for it (qitai_add_plugin hides it)",
         symbol);
  return {};
}

std::string check_structs(Trial& trial) {
  const qitai_plugin& entry = *trial.entry;
  // Read before anything else: a lie here is read past.
  hold(entry.struct_size >= sizeof(qitai_plugin) && entry.struct_size < 4096,
       "qitai_plugin has {} bytes, expected {}", entry.struct_size, sizeof(qitai_plugin));
  hold(trial.raw->struct_size < 4096, "qitai_variant has {} bytes, this build's has {}",
       trial.raw->struct_size, sizeof(qitai_variant));
  hold(trial.raw->reserved == 0, "qitai_variant.reserved is {}, expected 0", trial.raw->reserved);
  hold(trial.raw->info->reserved == 0, "qitai_variant_info.reserved is {}, expected 0",
       trial.raw->info->reserved);
  hold(trial.info().rules_revision != 0, "rules_revision is 0: revisions begin with 1");
  for (const std::string_view id : kUnknownIds) {
    trial.note(fmt::format("factory(\"{}\")", id));
    hold(entry.factory(raw_text(id), 0) == nullptr, "factory(\"{}\") is not NULL", id);
    if (trial.api.extension == nullptr) continue;
    trial.note(fmt::format("extension(\"{}\")", id));
    hold(trial.api.extension(raw_text(id)) == nullptr, "extension(\"{}\") is not NULL", id);
  }
  const std::string_view mine = QITAI_VARIANT_ID;
  hold(entry.factory(raw_text(mine), 0) == entry.factory(raw_text(mine), 0),
       "factory() answers two things for one index");
  for (const std::uint32_t index : {1000U, 0x7FFFFFFFU, 0xFFFFFFFFU})
    hold(entry.factory(raw_text(mine), index) == nullptr, "factory() makes a game of the index {}", index);
  const std::vector<std::int64_t> options = trial.info().default_options();
  const qitai_geometry *board = nullptr, *again = nullptr;
  for (const qitai_geometry** out : {&board, &again})
    (void)trial.api.geometry(options.data(), static_cast<std::uint32_t>(options.size()), out);
  hold(board == again, "geometry() answers two boards for the same options: they would fill the memory");
  if (trial.api.extension == nullptr) return {};
  check_extension(trial, QITAI_PERFT_ID, sizeof(qitai_perft));
  check_extension(trial, QITAI_SEARCH_ID, offsetof(qitai_search, resample));
  check_extension(trial, QITAI_SETUP_ID, sizeof(qitai_setup));
  return {};
}

std::string check_buffers(Trial& trial) {
  trial.note("destroy(NULL)");
  trial.api.destroy(nullptr);
  return each_round(trial, std::max(2U, a_few(trial) / 2), [&](Round& round) {
    do {
      if (!round.sampled(30)) continue;
      Owned owned(trial.api);
      load_raw(trial, round.state, owned);
      check_lists(trial, owned.state);
      check_sinks(trial, owned.state);
      check_outcome_size(trial, owned.state);
      check_hostile_moves(trial, owned.state, round.dice);
    } while (round.step());
  });
}

}  // namespace qitai::host::conformance
