// What can be said of what a partial state does not know: what a piece may be, and full states drawn that
// agree with it.
#include <fmt/format.h>
#include <qitai/search.h>

#include <array>
#include <cstddef>
#include <cstring>

#include "host/call.hpp"
#include "host/extension.hpp"
#include "host/state_terms.hpp"
#include "host/variant.hpp"

namespace qitai::host {
namespace {

constexpr std::string_view kSearchId = QITAI_SEARCH_ID;

bool same(const std::vector<Piece>& a, const std::vector<Piece>& b) {
  static_assert(std::has_unique_object_representations_v<Piece>);
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Piece)) == 0);
}

}  // namespace

std::uint64_t State::candidates(int viewer, Point point) const {
  const VariantInfo& info = variant_->info_;
  if (variant_->api_.candidates == nullptr || point == kNoPoint || !is_point(point)) return 0;
  if (viewer != kPublic && !is_seat(viewer)) return 0;
  std::uint64_t kinds = 0;
  demand(info, "candidates", variant_->api_.candidates(raw_, viewer, point, &kinds));
  if (info.kinds.size() < 64 && kinds >> info.kinds.size() != 0) {
    fault(info, "candidates",
          fmt::format("answered 0x{:x}, the game has {} kinds", kinds, info.kinds.size()));
  }
  return kinds;
}

std::optional<State> State::resample(std::array<std::uint8_t, 32> seed) const {
  const VariantInfo& info = variant_->info_;
  const qitai_variant& api = variant_->api_;
  if (terms_->knower == -1) return std::nullopt;
  const auto search = read_extension<qitai_search>(info, api, kSearchId, offsetof(qitai_search, resample));
  if (!search || search->resample == nullptr) return std::nullopt;
  qitai_state* raw = nullptr;
  const qitai_status status = search->resample(raw_, seed.data(), &raw);
  if (status == QITAI_UNSUPPORTED) return std::nullopt;
  demand(info, "search.resample", status);
  if (raw == nullptr) fault(info, "search.resample", "answered QITAI_OK without a state");

  auto terms = std::make_shared<Terms>(*terms_);
  terms->knower = -1;
  State full(variant_, std::move(terms), raw);
  // A full state knows everybody's moves and how it stands.
  for (Seat seat = 0; is_seat(seat); ++seat) {
    std::uint32_t count = 0;
    const qitai_status knows = api.legal(raw, seat, nullptr, 0, &count);
    if (knows != QITAI_OK && knows != QITAI_NO_SPACE) {
      fault(info, "search.resample", "drew a state in which legal() answers " + status_name(knows));
    }
  }
  if (full.outcome().state == Outcome::State::kUnknown) {
    fault(info, "search.resample", "drew a state that does not know how it stands");
  }
  // What was known stays as it was.
  const int viewer = terms_->knower;
  if (full.hash(kPublic) != hash(kPublic) || full.hash(viewer) != hash(viewer) ||
      !same(full.view(viewer), view(viewer))) {
    fault(info, "search.resample", "drew a state that the viewer knows not to be so");
  }
  return full;
}

}  // namespace qitai::host
