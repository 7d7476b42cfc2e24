// The set-up extension of a game (qitai/setup.h), and every answer of it checked.
#include <fmt/format.h>
#include <qitai/setup.h>

#include <array>
#include <utility>

#include "host/call.hpp"
#include "host/extension.hpp"
#include "host/state_terms.hpp"
#include "host/variant.hpp"

namespace qitai::host {
namespace {

constexpr std::string_view kSetupId = QITAI_SETUP_ID;
constexpr std::size_t kMaxLayoutBytes = 4096;  // what a set-up intent carries at most

std::optional<qitai_setup> table(const VariantInfo& info, const qitai_variant& api) {
  const auto setup = read_extension<qitai_setup>(info, api, kSetupId);
  if (setup && (setup->suggest == nullptr || setup->read == nullptr || setup->write == nullptr ||
                setup->check == nullptr || setup->places == nullptr)) {
    fault(info, kSetupId, "lacks a function that is not optional");
  }
  return setup;
}

Refusal not_offered() {
  return refusal("unsupported", "the game has no set-up extension");
}

std::string layout_of(const VariantInfo& info, const char* function, ByteSink& sink) {
  if (sink.overflown()) fault(info, function, fmt::format("wrote more than {} bytes", kMaxLayoutBytes));
  return sink.take();
}

}  // namespace

bool State::has_setup() const {
  return table(variant_->info_, variant_->api_).has_value();
}

std::optional<std::string> State::suggest_setup(Seat seat, std::array<std::uint8_t, 32> seed) const {
  const VariantInfo& info = variant_->info_;
  const auto setup = table(info, variant_->api_);
  if (!setup || !is_seat(seat)) return std::nullopt;
  ByteSink sink(kMaxLayoutBytes);
  const qitai_status status = setup->suggest(raw_, seat, seed.data(), sink.raw());
  if (status == QITAI_UNSUPPORTED) return std::nullopt;
  const std::string layout = layout_of(info, "setup.suggest", sink);
  demand(info, "setup.suggest", status);
  if (const auto broken = refuse_setup(seat, layout)) {
    fault(info, "setup.suggest", fmt::format("wrote a layout that the rules refuse ({})", broken->id));
  }
  return layout;
}

Answer<std::vector<Piece>> State::setup_pieces(Seat seat, std::string_view layout) const {
  const VariantInfo& info = variant_->info_;
  const auto setup = table(info, variant_->api_);
  if (!setup) return not_offered();
  if (!is_seat(seat)) return refusal("no-such-seat", fmt::format("there is no seat {}", seat));
  std::vector<Piece> pieces;
  RefusalBox why;
  const qitai_status status =
      fill(info, "setup.read", pieces, [&](qitai_piece* out, std::uint32_t room, std::uint32_t* count) {
        return setup->read(raw_, seat, layout.data(), layout.size(), out, room, count, why.raw());
      });
  if (status == QITAI_REFUSED || status == QITAI_UNSUPPORTED)
    return why.taken(status, "setup.read", terms_->board->points.size());
  demand(info, "setup.read", status);
  const Piece* before = nullptr;
  for (const Piece& piece : pieces) {
    if (piece.point == kNoPoint || !is_point(piece.point)) {
      fault(info, "setup.read", "names a point outside the board");
    }
    if (piece.kind >= info.kinds.size()) {
      fault(info, "setup.read", fmt::format("names the kind {}", piece.kind));
    }
    if (piece.colour != QITAI_NO_COLOUR && piece.colour >= info.colours.size()) {
      fault(info, "setup.read", fmt::format("names the colour {}", piece.colour));
    }
    if (before != nullptr && piece.point <= before->point) {
      fault(info, "setup.read", "is not ascending by point");
    }
    before = &piece;
  }
  return pieces;
}

Answer<std::string> State::setup_layout(Seat seat, std::span<const Piece> pieces) const {
  const VariantInfo& info = variant_->info_;
  const auto setup = table(info, variant_->api_);
  if (!setup) return not_offered();
  if (!is_seat(seat)) return refusal("no-such-seat", fmt::format("there is no seat {}", seat));
  ByteSink sink(kMaxLayoutBytes);
  RefusalBox why;
  const qitai_status status = setup->write(raw_, seat, pieces.data(),
                                           static_cast<std::uint32_t>(pieces.size()), sink.raw(), why.raw());
  if (status == QITAI_REFUSED || status == QITAI_UNSUPPORTED)
    return why.taken(status, "setup.write", terms_->board->points.size());
  std::string layout = layout_of(info, "setup.write", sink);
  demand(info, "setup.write", status);
  return layout;
}

std::optional<Refusal> State::refuse_setup(Seat seat, std::string_view layout) const {
  const VariantInfo& info = variant_->info_;
  const auto setup = table(info, variant_->api_);
  if (!setup) return not_offered();
  if (!is_seat(seat)) return refusal("no-such-seat", fmt::format("there is no seat {}", seat));
  RefusalBox why;
  const qitai_status status = setup->check(raw_, seat, layout.data(), layout.size(), why.raw());
  if (status == QITAI_OK) return std::nullopt;
  if (status != QITAI_REFUSED && status != QITAI_UNSUPPORTED) demand(info, "setup.check", status);
  return why.taken(status, "setup.check", terms_->board->points.size());
}

std::vector<Point> State::setup_places(Seat seat, std::string_view layout, Point point) const {
  const VariantInfo& info = variant_->info_;
  const auto setup = table(info, variant_->api_);
  std::vector<Point> places;
  if (!setup || !is_seat(seat) || point == kNoPoint || !is_point(point)) return places;
  const qitai_status status =
      fill(info, "setup.places", places, [&](std::uint16_t* out, std::uint32_t room, std::uint32_t* count) {
        return setup->places(raw_, seat, layout.data(), layout.size(), point, out, room, count);
      });
  if (status == QITAI_UNSUPPORTED) return places;
  demand(info, "setup.places", status);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] == kNoPoint || !is_point(places[i]) || places[i] == point) {
      fault(info, "setup.places", fmt::format("names the point {}", places[i]));
    }
    if (i != 0 && places[i] <= places[i - 1]) fault(info, "setup.places", "is not in ascending order");
  }
  return places;
}

}  // namespace qitai::host
