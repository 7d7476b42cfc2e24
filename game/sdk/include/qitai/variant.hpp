// Qitai SDK for C++: the adaptor that turns a class into a game. Header only, C++20, no dependency.
//
// Adding a game:
//  1. Write a copyable class with these members (the meaning of each stands in variant.h under the same
//  name):
//       static sdk::Description description();
//       static const sdk::Board& board(std::span<const int64_t> options);   // a static of its own
//       static sdk::Made<Game> create(const sdk::Start&);
//       uint32_t acting() const;
//       void legal(int seat, sdk::List<qitai_move>&) const;          // ascending
//       std::optional<sdk::Refusal> apply(int seat, qitai_move, [std::span<const qitai_fact> facts,]
//       sdk::Changes&); sdk::Outcome outcome() const; void view(int viewer, sdk::List<qitai_piece>&) const;
//       // ascending by point uint64_t hash(int viewer) const; void save(int purpose, int viewer,
//       sdk::Writer&) const; static sdk::Made<Game> load(sdk::Reader&);                   // what is left
//       unread is refused
//  2. Add what else the game has; what is missing becomes NULL:
//       int colour_of(int seat) const;
//       std::optional<sdk::Refusal> setup_apply(int seat, std::string_view bytes, sdk::Changes&);
//       void playable(int seat, sdk::List<qitai_playable>&) const;
//       std::optional<sdk::Refusal> refuse(int seat, qitai_move) const;
//       void needs(int seat, qitai_move, std::span<const qitai_fact> known, sdk::List<qitai_fact>&) const;
//       void facts(int seat, qitai_move, sdk::List<qitai_fact>&) const;
//       bool undo();                                                 // false at the beginning
//       uint32_t chance_count() const;
//       std::optional<sdk::Refusal> chance_apply(uint32_t index, sdk::Changes&);
//       sdk::Outcome timeout_outcome(int seat) const;
//       std::string explain(int viewer) const;
//       void marks(int viewer, sdk::List<qitai_mark>&) const;
//       std::string position_write(int viewer) const;
//       std::string move_write(int seat, qitai_move, int notation) const;  // empty: no such move here
//       sdk::Made<qitai_move> move_read(int seat, std::string_view, int notation) const;
//       uint64_t perft(unsigned depth);                              // becomes qitai.perft/1; works on a
//       copy
//       Walker walker() const;                                       // becomes qitai.search/1: search.hpp
//       sdk::Made<Game> resample(std::span<const uint8_t, 32> seed) const;  // the same; refuses if full
//       uint64_t candidates(int viewer, uint16_t point) const;       // the point may have any value
//       setup_suggest, _read, _write, _check, _places                // become qitai.setup/1: setup.hpp
//       static const void* extension(std::string_view id);           // any other; qitai.secrets/1:
//       secrets.hpp
//     A list-filling method may answer qitai_status instead of void: QITAI_UNKNOWN where a partial state
//     cannot know.
//  3. Say so once in the whole plugin:
//       const qitai_plugin qitai_plugin_entry = qitai::sdk::plugin<Game>("ID", "1.0.0", "Author");
//  4. Build it with qitai_add_plugin (CMake package qitai-sdk), try it with `qitai check-plugin FILE.so`.
//
// The adaptor checks pointers, seats, viewers, sizes and options before a method is called, so methods may
// rely on them; a move may have any value. Exceptions become QITAI_ERROR; after one in a method that changes
// the state, or a change sink that failed, the state is half changed and answers QITAI_ERROR for ever.
#pragma once

#include <qitai/perft.h>
#include <qitai/variant.h>
#include <qitai/describe.hpp>
#include <qitai/host.hpp>
#include <qitai/members.hpp>
#include <qitai/search.hpp>
#include <qitai/setup.hpp>
#include <qitai/values.hpp>
#include <qitai/wire.hpp>

#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>

namespace qitai::sdk {

// The C functions of one game.
template <typename Game>
class Adaptor {
 public:
  // The table, made at the first call and kept for ever. NULL if the description throws.
  static const qitai_variant* variant() noexcept {
    const Tables* made = tables();
    return made == nullptr ? nullptr : &made->variant;
  }

 private:
  using Has = detail::Members<Game>;
  using Facts = std::span<const qitai_fact>;
  struct Box {
    Game game;
    bool broken = false;
  };
  struct Tables {
    Tables() : description(Game::description()), info(description.raw()), variant(make_variant(&info)) {}
    Description description;
    qitai_variant_info info;
    qitai_variant variant;
  };

  static const Tables* tables() noexcept {
    try {
      static const Tables* const kTables = new Tables;  // for ever: descriptions outlive every user
      return kTables;
    } catch (const std::exception& problem) {
      log(QITAI_LOG_ERROR, problem.what());
    } catch (...) {
      log(QITAI_LOG_ERROR, "the description threw something that is no std::exception");
    }
    return nullptr;
  }

  static Box* box(qitai_state* state) { return reinterpret_cast<Box*>(state); }
  static const Box* box(const qitai_state* state) { return reinterpret_cast<const Box*>(state); }
  static bool is_seat(std::int32_t seat) {
    return seat >= 0 && static_cast<std::uint32_t>(seat) < tables()->info.seats.count;
  }
  static bool is_viewer(std::int32_t viewer) { return viewer == kPublic || is_seat(viewer); }

  // Runs `call` and lets no exception out.
  template <typename Call>
  static qitai_status guarded(const char* what, qitai_refusal* why, Call call) noexcept {
    try {
      return call();
    } catch (const std::exception& problem) {
      report(what, problem.what(), why);
    } catch (...) {
      report(what, "something that is no std::exception", why);
    }
    return QITAI_ERROR;
  }
  static void report(const char* what, std::string_view problem, qitai_refusal* why) noexcept {
    try {
      const std::string line = std::string(what) + " threw: " + std::string(problem);
      log(QITAI_LOG_ERROR, line);
      if (why != nullptr && QITAI_HAS(why, qitai_refusal, detail) && why->detail != nullptr) {
        (void)why->detail->write(why->detail->ctx, line.data(), line.size());
      }
    } catch (...) {  // no memory for the sentence: the status alone has to do
    }
  }

  // A question to a state.
  template <typename Call>
  static qitai_status ask(const char* what, const qitai_state* state, bool arguments, Call call) noexcept {
    if (state == nullptr || !arguments) return QITAI_BAD_ARGUMENT;
    if (box(state)->broken) return QITAI_ERROR;
    return guarded(what, nullptr, [&]() -> qitai_status { return call(box(state)->game); });
  }

  // A question whose answer is a list: count, then fill.
  template <typename T, typename Call>
  static qitai_status list(const char* what, const qitai_state* state, bool arguments, T* out,
                           std::uint32_t capacity, std::uint32_t* count, Call call) noexcept {
    const bool buffers = count != nullptr && (out != nullptr || capacity == 0);
    return ask(what, state, arguments && buffers, [&](const Game& game) -> qitai_status {
      List<T> elements(out, capacity);
      if constexpr (std::is_void_v<decltype(call(game, elements))>) {
        call(game, elements);
      } else if (const qitai_status status = call(game, elements); status != QITAI_OK) {
        return status;
      }
      *count = elements.count();
      return elements.status();
    });
  }

  // Something that changes a state.
  template <typename Call>
  static qitai_status change(const char* what, qitai_state* state, bool arguments,
                             const qitai_change_sink* sink, qitai_refusal* why, Call call) noexcept {
    if (state == nullptr || !arguments) return QITAI_BAD_ARGUMENT;
    Box& b = *box(state);
    if (b.broken) return QITAI_ERROR;
    const qitai_status status = guarded(what, why, [&]() -> qitai_status {
      Changes changes(sink);
      if (const std::optional<Refusal> refusal = call(b.game, changes)) return refusal->write(why);
      return changes.flush() == QITAI_OK ? QITAI_OK : QITAI_ERROR;
    });
    if (status == QITAI_ERROR) b.broken = true;
    return status;
  }

  static qitai_status hand_out(Made<Game>&& made, qitai_state** out, qitai_refusal* why) {
    if (const auto* refusal = std::get_if<Refusal>(&made)) return refusal->write(why);
    *out = reinterpret_cast<qitai_state*>(new Box{std::get<Game>(std::move(made))});
    return QITAI_OK;
  }

  static void hand_out(const Outcome& outcome, qitai_outcome* out) {
    const std::uint32_t size = std::min<std::uint32_t>(out->struct_size, sizeof(qitai_outcome));
    const std::uint32_t keep = out->struct_size;
    std::memcpy(out, &outcome.raw(), size);
    out->struct_size = keep;
  }

  static std::optional<Refusal> check_options(const std::int64_t* options, std::uint32_t count) {
    const qitai_array& table = tables()->info.options;
    if (count != table.count || (options == nullptr && count != 0)) {
      return Refusal("bad-option",
                     "there are " + std::to_string(table.count) + " options, given " + std::to_string(count));
    }
    const auto* infos = static_cast<const qitai_option_info*>(table.data);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (options[i] >= infos[i].min && options[i] <= infos[i].max) continue;
      return Refusal("bad-option", "option " + std::string(infos[i].id.data, infos[i].id.size) + " is " +
                                       std::to_string(options[i]) + ", expected " +
                                       std::to_string(infos[i].min) + " to " + std::to_string(infos[i].max));
    }
    return std::nullopt;
  }

  // ------------------------------------------------------------------------------------------------
  // functions
  static qitai_status geometry(const std::int64_t* options, std::uint32_t count,
                               const qitai_geometry** out) noexcept {
    if (out == nullptr || tables() == nullptr) return QITAI_BAD_ARGUMENT;
    return guarded("board", nullptr, [&]() -> qitai_status {
      if (check_options(options, count)) return QITAI_REFUSED;
      *out = Game::board(std::span<const std::int64_t>(options, count)).raw();
      return QITAI_OK;
    });
  }
  static qitai_status create(const qitai_start* start, qitai_state** out, qitai_refusal* why) noexcept {
    if (start == nullptr || out == nullptr || !QITAI_HAS(start, qitai_start, position))
      return QITAI_BAD_ARGUMENT;
    if (start->knower != -1 && !is_viewer(start->knower)) return QITAI_BAD_ARGUMENT;
    if (start->position.data == nullptr && start->position.size != 0) return QITAI_BAD_ARGUMENT;
    return guarded("create", why, [&]() -> qitai_status {
      if (const auto refusal = check_options(start->options, start->option_count)) return refusal->write(why);
      return hand_out(Game::create({{start->options, start->option_count},
                                    std::span<const std::uint8_t, 32>(start->seed),
                                    start->knower,
                                    {start->position.data, static_cast<std::size_t>(start->position.size)}}),
                      out, why);
    });
  }
  static qitai_status clone(const qitai_state* state, qitai_state** out) noexcept {
    return ask("clone", state, out != nullptr, [&](const Game& game) -> qitai_status {
      *out = reinterpret_cast<qitai_state*>(new Box{game});
      return QITAI_OK;
    });
  }
  static void destroy(qitai_state* state) noexcept { delete box(state); }

  static qitai_status save(const qitai_state* state, std::int32_t purpose, std::int32_t viewer,
                           const qitai_sink* out) noexcept {
    const bool known = purpose >= QITAI_SAVE_SNAPSHOT && purpose <= QITAI_SAVE_SEAT_VIEW;
    const bool viewer_known = purpose != QITAI_SAVE_SEAT_VIEW || is_viewer(viewer);
    return ask("save", state, out != nullptr && known && viewer_known, [&](const Game& game) {
      Writer writer(*out);
      game.save(purpose, viewer, writer);
      return writer.status();
    });
  }
  static qitai_status load(const void* bytes, std::uint64_t size, qitai_state** out,
                           qitai_refusal* why) noexcept {
    if (out == nullptr || (bytes == nullptr && size != 0) || tables() == nullptr) return QITAI_BAD_ARGUMENT;
    return guarded("load", why, [&]() -> qitai_status {
      Reader reader({static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
      Made<Game> made = Game::load(reader);
      if (std::holds_alternative<Game>(made) && !reader.whole()) {
        return Refusal("malformed", "the saved state is cut off or has bytes after its end").write(why);
      }
      return hand_out(std::move(made), out, why);
    });
  }
  static qitai_status position_write(const qitai_state* state, std::int32_t viewer,
                                     const qitai_sink* out) noexcept {
    return ask("position_write", state, out != nullptr && is_viewer(viewer), [&](const Game& game) {
      Writer writer(*out);
      writer.text(game.position_write(viewer));
      return writer.status();
    });
  }

  static qitai_status acting(const qitai_state* state, std::uint32_t* seats) noexcept {
    return ask("acting", state, seats != nullptr, [&](const Game& game) {
      *seats = game.acting();
      return QITAI_OK;
    });
  }
  static qitai_status colour_of(const qitai_state* state, std::int32_t seat, std::int32_t* colour) noexcept {
    return ask("colour_of", state, colour != nullptr && is_seat(seat), [&](const Game& game) {
      *colour = game.colour_of(seat);
      return QITAI_OK;
    });
  }
  static qitai_status setup_apply(qitai_state* state, std::int32_t seat, const void* bytes,
                                  std::uint64_t size, const qitai_change_sink* sink,
                                  qitai_refusal* why) noexcept {
    const bool arguments = is_seat(seat) && (bytes != nullptr || size == 0);
    return change("setup_apply", state, arguments, sink, why, [&](Game& game, Changes& changes) {
      return game.setup_apply(seat, {static_cast<const char*>(bytes), static_cast<std::size_t>(size)},
                              changes);
    });
  }

  static qitai_status legal(const qitai_state* state, std::int32_t seat, qitai_move* out,
                            std::uint32_t capacity, std::uint32_t* count) noexcept {
    return list("legal", state, is_seat(seat), out, capacity, count,
                [&](const Game& game, List<qitai_move>& moves) { return game.legal(seat, moves); });
  }
  static qitai_status playable(const qitai_state* state, std::int32_t seat, qitai_playable* out,
                               std::uint32_t capacity, std::uint32_t* count) noexcept {
    return list("playable", state, is_seat(seat), out, capacity, count,
                [&](const Game& game, List<qitai_playable>& moves) { return game.playable(seat, moves); });
  }
  static qitai_status refuse(const qitai_state* state, std::int32_t seat, qitai_move move,
                             qitai_refusal* why) noexcept {
    return ask("refuse", state, is_seat(seat), [&](const Game& game) -> qitai_status {
      if (const std::optional<Refusal> refusal = game.refuse(seat, move)) return refusal->write(why);
      return QITAI_OK;
    });
  }
  static qitai_status needs(const qitai_state* state, std::int32_t seat, qitai_move move,
                            const qitai_fact* known, std::uint32_t known_count, qitai_fact* out,
                            std::uint32_t capacity, std::uint32_t* count) noexcept {
    const bool arguments = is_seat(seat) && (known != nullptr || known_count == 0);
    return list("needs", state, arguments, out, capacity, count,
                [&](const Game& game, List<qitai_fact>& facts) {
                  return game.needs(seat, move, Facts(known, known_count), facts);
                });
  }
  static qitai_status facts(const qitai_state* state, std::int32_t seat, qitai_move move, qitai_fact* out,
                            std::uint32_t capacity, std::uint32_t* count) noexcept {
    return list("facts", state, is_seat(seat), out, capacity, count,
                [&](const Game& game, List<qitai_fact>& answers) { return game.facts(seat, move, answers); });
  }
  static qitai_status apply(qitai_state* state, std::int32_t seat, qitai_move move, const qitai_fact* facts,
                            std::uint32_t fact_count, const qitai_change_sink* sink,
                            qitai_refusal* why) noexcept {
    const bool arguments = is_seat(seat) && (facts != nullptr || fact_count == 0);
    return change("apply", state, arguments, sink, why,
                  [&](Game& game, Changes& changes) -> std::optional<Refusal> {
                    if constexpr (Has::kApplyFacts) {
                      return game.apply(seat, move, Facts(facts, fact_count), changes);
                    } else {
                      return game.apply(seat, move, changes);
                    }
                  });
  }
  static qitai_status undo(qitai_state* state) noexcept {
    if (state == nullptr) return QITAI_BAD_ARGUMENT;
    Box& b = *box(state);
    if (b.broken) return QITAI_ERROR;
    const qitai_status status = guarded(
        "undo", nullptr, [&]() -> qitai_status { return b.game.undo() ? QITAI_OK : QITAI_UNSUPPORTED; });
    if (status == QITAI_ERROR) b.broken = true;
    return status;
  }
  static qitai_status chance_count(const qitai_state* state, std::uint32_t* count) noexcept {
    return ask("chance_count", state, count != nullptr, [&](const Game& game) {
      *count = game.chance_count();
      return QITAI_OK;
    });
  }
  static qitai_status chance_apply(qitai_state* state, std::uint32_t index, const qitai_change_sink* sink,
                                   qitai_refusal* why) noexcept {
    return change("chance_apply", state, true, sink, why,
                  [&](Game& game, Changes& changes) { return game.chance_apply(index, changes); });
  }

  static qitai_status outcome(const qitai_state* state, qitai_outcome* out) noexcept {
    return ask("outcome", state, out != nullptr && QITAI_HAS(out, qitai_outcome, claims),
               [&](const Game& game) {
                 hand_out(game.outcome(), out);
                 return QITAI_OK;
               });
  }
  static qitai_status timeout_outcome(const qitai_state* state, std::int32_t seat,
                                      qitai_outcome* out) noexcept {
    const bool arguments = out != nullptr && QITAI_HAS(out, qitai_outcome, claims) && is_seat(seat);
    return ask("timeout_outcome", state, arguments, [&](const Game& game) {
      hand_out(game.timeout_outcome(seat), out);
      return QITAI_OK;
    });
  }
  static qitai_status explain(const qitai_state* state, std::int32_t viewer, const qitai_sink* out) noexcept {
    return ask("explain", state, out != nullptr && is_viewer(viewer), [&](const Game& game) {
      Writer writer(*out);
      writer.text(game.explain(viewer));
      return writer.status();
    });
  }
  static qitai_status view(const qitai_state* state, std::int32_t viewer, qitai_piece* out,
                           std::uint32_t capacity, std::uint32_t* count) noexcept {
    return list("view", state, is_viewer(viewer), out, capacity, count,
                [&](const Game& game, List<qitai_piece>& pieces) { return game.view(viewer, pieces); });
  }
  static qitai_status marks(const qitai_state* state, std::int32_t viewer, qitai_mark* out,
                            std::uint32_t capacity, std::uint32_t* count) noexcept {
    return list("marks", state, is_viewer(viewer), out, capacity, count,
                [&](const Game& game, List<qitai_mark>& marks) { return game.marks(viewer, marks); });
  }

  static qitai_status move_write(const qitai_state* state, std::int32_t seat, qitai_move move,
                                 std::int32_t notation, const qitai_sink* out) noexcept {
    const bool arguments = out != nullptr && is_seat(seat) && is_notation(notation);
    return ask("move_write", state, arguments, [&](const Game& game) -> qitai_status {
      const std::string text = game.move_write(seat, move, notation);
      if (text.empty()) return QITAI_REFUSED;
      Writer writer(*out);
      writer.text(text);
      return writer.status();
    });
  }
  static qitai_status move_read(const qitai_state* state, std::int32_t seat, qitai_str text,
                                std::int32_t notation, qitai_move* out, qitai_refusal* why) noexcept {
    const bool readable = text.data != nullptr || text.size == 0;
    const bool arguments = out != nullptr && is_seat(seat) && is_notation(notation) && readable;
    return ask("move_read", state, arguments, [&](const Game& game) -> qitai_status {
      const Made<qitai_move> made =
          game.move_read(seat, {text.data, static_cast<std::size_t>(text.size)}, notation);
      if (const auto* refusal = std::get_if<Refusal>(&made)) return refusal->write(why);
      *out = std::get<qitai_move>(made);
      return QITAI_OK;
    });
  }
  static bool is_notation(std::int32_t notation) {
    return notation >= -1 && notation < static_cast<std::int64_t>(tables()->info.notations.count);
  }
  static qitai_status hash(const qitai_state* state, std::int32_t viewer, std::uint64_t* out) noexcept {
    return ask("hash", state, out != nullptr && is_viewer(viewer), [&](const Game& game) {
      *out = game.hash(viewer);
      return QITAI_OK;
    });
  }

  static qitai_status nodes(const qitai_state* state, std::uint32_t depth, std::uint64_t* out) noexcept {
    return ask("perft", state, out != nullptr, [&](const Game& game) {
      // An author's perft may play and take back.
      Game copy = game;  // NOLINT(performance-unnecessary-copy-initialization)
      *out = copy.perft(depth);
      return QITAI_OK;
    });
  }

  static qitai_status candidates(const qitai_state* state, std::int32_t viewer, std::uint16_t point,
                                 std::uint64_t* kinds) noexcept {
    return ask("candidates", state, kinds != nullptr && is_viewer(viewer), [&](const Game& game) {
      *kinds = game.candidates(viewer, point);
      return QITAI_OK;
    });
  }

  struct WalkerGuard {
    template <typename Call>
    static qitai_status run(const char* what, Call call) noexcept {
      return guarded(what, nullptr, call);
    }
  };
  static qitai_status open_walker(const qitai_state* state, qitai_walker** out) noexcept {
    return ask("walker", state, out != nullptr, [&](const Game& game) {
      *out = WalkerFunctions<decltype(game.walker()), WalkerGuard>::wrap(game.walker());
      return QITAI_OK;
    });
  }
  static qitai_status resample(const qitai_state* partial, const std::uint8_t seed[32],
                               qitai_state** out) noexcept {
    return ask("resample", partial, seed != nullptr && out != nullptr, [&](const Game& game) -> qitai_status {
      Made<Game> made = game.resample(std::span<const std::uint8_t, 32>(seed, 32));
      // Refused: the state is full, or nothing agrees with what it was told.
      return std::holds_alternative<Game>(made) ? hand_out(std::move(made), out, nullptr) : QITAI_UNSUPPORTED;
    });
  }
  static qitai_search make_search() {
    qitai_search search{};
    search.struct_size = sizeof search;
    if constexpr (Has::kWalker) {
      using Functions = WalkerFunctions<decltype(std::declval<const Game&>().walker()), WalkerGuard>;
      search.open = &open_walker;
      search.close = &Functions::close;
      search.steps = &Functions::steps;
      search.play = &Functions::play;
      search.undo = &Functions::undo;
      if constexpr (Functions::kPass) search.pass = &Functions::pass;
      search.look = &Functions::look;
      search.evaluate = &Functions::evaluate;
    }
    if constexpr (Has::kResample) search.resample = &resample;
    return search;
  }

  struct Ask {
    static bool is_seat(std::int32_t seat) { return Adaptor::is_seat(seat); }
    template <typename... Arguments>
    static qitai_status ask(Arguments&&... arguments) noexcept {
      return Adaptor::ask(std::forward<Arguments>(arguments)...);
    }
    template <typename... Arguments>
    static qitai_status list(Arguments&&... arguments) noexcept {
      return Adaptor::list(std::forward<Arguments>(arguments)...);
    }
  };

  static const void* extension(qitai_str id) noexcept {
    const std::string_view wanted(id.data, static_cast<std::size_t>(id.size));
    if constexpr (Has::kSearch) {
      static const qitai_search kTable = make_search();
      if (wanted == QITAI_SEARCH_ID) return &kTable;
    }
    if constexpr (Has::kLayouts) {
      using Setup = SetupFunctions<Game, Ask>;
      static constexpr qitai_setup kTable = {
          sizeof(qitai_setup), 0, &Setup::suggest, &Setup::read, &Setup::write, &Setup::check,
          &Setup::places};
      if (wanted == QITAI_SETUP_ID) return &kTable;
    }
    if constexpr (Has::kPerft) {
      static constexpr qitai_perft kTable = {sizeof(qitai_perft), 0, &Adaptor::nodes};
      if (wanted == QITAI_PERFT_ID) return &kTable;
    }
    if constexpr (Has::kExtension) return Game::extension(wanted);
    return nullptr;
  }

  static qitai_variant make_variant(const qitai_variant_info* info) {
    qitai_variant v{};
    v.struct_size = sizeof v;
    v.info = info;
    v.extension = &extension;
    v.geometry = &geometry;
    v.create = &create;
    v.clone = &clone;
    v.destroy = &destroy;
    v.save = &save;
    v.load = &load;
    v.acting = &acting;
    v.legal = &legal;
    v.apply = &apply;
    v.outcome = &outcome;
    v.view = &view;
    v.hash = &hash;
    if constexpr (Has::kPosition) v.position_write = &position_write;
    if constexpr (Has::kColourOf) v.colour_of = &colour_of;
    if constexpr (Has::kSetup) v.setup_apply = &setup_apply;
    if constexpr (Has::kPlayable) v.playable = &playable;
    if constexpr (Has::kRefuse) v.refuse = &refuse;
    if constexpr (Has::kNeeds) v.needs = &needs;
    if constexpr (Has::kFacts) v.facts = &facts;
    if constexpr (Has::kUndo) v.undo = &undo;
    if constexpr (Has::kChanceCount) v.chance_count = &chance_count;
    if constexpr (Has::kChanceApply) v.chance_apply = &chance_apply;
    if constexpr (Has::kTimeout) v.timeout_outcome = &timeout_outcome;
    if constexpr (Has::kExplain) v.explain = &explain;
    if constexpr (Has::kMarks) v.marks = &marks;
    if constexpr (Has::kMoveWrite) v.move_write = &move_write;
    if constexpr (Has::kMoveRead) v.move_read = &move_read;
    if constexpr (Has::kCandidates) v.candidates = &candidates;
    return v;
  }
};

// The entry of a plugin with these games.
//   const qitai_plugin qitai_plugin_entry = qitai::sdk::plugin<Chess>("chess", "1.0.0", "Author");
template <typename... Games>
constexpr qitai_plugin plugin(std::string_view id, std::string_view version, std::string_view author) {
  constexpr auto factory = [](qitai_str wanted, std::uint32_t index) noexcept -> const void* {
    if (std::string_view(wanted.data, static_cast<std::size_t>(wanted.size)) != QITAI_VARIANT_ID)
      return nullptr;
    const void* found = nullptr;
    std::uint32_t at = 0;
    ((at++ == index ? void(found = Adaptor<Games>::variant()) : void()), ...);
    return found;
  };
  return {sizeof(qitai_plugin),
          QITAI_ABI_MAJOR,
          QITAI_ABI_MINOR,
          {id.data(), id.size()},
          {version.data(), version.size()},
          {author.data(), author.size()},
          &detail::remember_host,
          factory};
}

}  // namespace qitai::sdk
