// Qitai SDK for C++: the extension qitai.setup/1 from a class. Header only, C++20, no dependency; included by
// variant.hpp. A game whose seats set up in private offers it by five members more, all of them or none (the
// meaning of each stands in setup.h under the same name):
//     std::string setup_suggest(int seat, std::span<const uint8_t, 32> seed) const;
//     std::optional<sdk::Refusal> setup_read(int seat, std::string_view layout, sdk::List<qitai_piece>&)
//     const; sdk::Made<std::string> setup_write(int seat, std::span<const qitai_piece> pieces) const;
//     std::optional<sdk::Refusal> setup_check(int seat, std::string_view layout) const;
//     void setup_places(int seat, std::string_view layout, uint16_t point, sdk::List<uint16_t>&) const;
// They are only called while that seat owes its set-up. A layout, a point and the pieces may have any value.
#pragma once

#include <qitai/setup.h>
#include <qitai/values.hpp>
#include <qitai/wire.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace qitai::sdk {

// The C functions of one game's set-up. `Ask` runs questions to a state as the adaptor does: ask and list let
// no exception out, is_seat knows the seats.
template <typename Game, typename Ask>
class SetupFunctions {
 public:
  static qitai_status suggest(const qitai_state* state, std::int32_t seat, const std::uint8_t seed[32],
                              const qitai_sink* layout) noexcept {
    const bool arguments = Ask::is_seat(seat) && seed != nullptr && layout != nullptr;
    return Ask::ask("setup_suggest", state, arguments, [&](const Game& game) -> qitai_status {
      if (!owes(game, seat)) return QITAI_UNSUPPORTED;
      Writer writer(*layout);
      writer.text(game.setup_suggest(seat, std::span<const std::uint8_t, 32>(seed, 32)));
      return writer.status();
    });
  }
  static qitai_status read(const qitai_state* state, std::int32_t seat, const void* layout,
                           std::uint64_t size, qitai_piece* out, std::uint32_t capacity, std::uint32_t* count,
                           qitai_refusal* why) noexcept {
    return Ask::list("setup_read", state, Ask::is_seat(seat) && readable(layout, size), out, capacity, count,
                     [&](const Game& game, List<qitai_piece>& pieces) -> qitai_status {
                       if (!owes(game, seat)) return QITAI_UNSUPPORTED;
                       const auto refusal = game.setup_read(seat, text(layout, size), pieces);
                       return refusal ? refusal->write(why) : QITAI_OK;
                     });
  }
  static qitai_status write(const qitai_state* state, std::int32_t seat, const qitai_piece* pieces,
                            std::uint32_t count, const qitai_sink* layout, qitai_refusal* why) noexcept {
    const bool arguments = Ask::is_seat(seat) && layout != nullptr && (pieces != nullptr || count == 0);
    return Ask::ask("setup_write", state, arguments, [&](const Game& game) -> qitai_status {
      if (!owes(game, seat)) return QITAI_UNSUPPORTED;
      const Made<std::string> made = game.setup_write(seat, std::span<const qitai_piece>(pieces, count));
      if (const auto* refusal = std::get_if<Refusal>(&made)) return refusal->write(why);
      Writer writer(*layout);
      writer.text(std::get<std::string>(made));
      return writer.status();
    });
  }
  static qitai_status check(const qitai_state* state, std::int32_t seat, const void* layout,
                            std::uint64_t size, qitai_refusal* why) noexcept {
    return Ask::ask("setup_check", state, Ask::is_seat(seat) && readable(layout, size),
                    [&](const Game& game) -> qitai_status {
                      if (!owes(game, seat)) return QITAI_UNSUPPORTED;
                      const auto refusal = game.setup_check(seat, text(layout, size));
                      return refusal ? refusal->write(why) : QITAI_OK;
                    });
  }
  static qitai_status places(const qitai_state* state, std::int32_t seat, const void* layout,
                             std::uint64_t size, std::uint16_t point, std::uint16_t* out,
                             std::uint32_t capacity, std::uint32_t* count) noexcept {
    return Ask::list("setup_places", state, Ask::is_seat(seat) && readable(layout, size), out, capacity,
                     count, [&](const Game& game, List<std::uint16_t>& points) -> qitai_status {
                       if (!owes(game, seat)) return QITAI_UNSUPPORTED;
                       game.setup_places(seat, text(layout, size), point, points);
                       return QITAI_OK;
                     });
  }

 private:
  static bool owes(const Game& game, std::int32_t seat) {
    const std::uint32_t acting = game.acting();
    return (acting & QITAI_ACTING_SETUP) != 0 && (acting & only(seat)) != 0;
  }
  static bool readable(const void* bytes, std::uint64_t size) { return bytes != nullptr || size == 0; }
  static std::string_view text(const void* bytes, std::uint64_t size) {
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
  }
};

}  // namespace qitai::sdk
