#include "host/walker.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <utility>

#include "host/call.hpp"
#include "host/extension.hpp"
#include "host/state_terms.hpp"
#include "host/tables.hpp"

namespace qitai::host {
namespace {

constexpr std::string_view kSearchId = QITAI_SEARCH_ID;

int checked_result(const VariantInfo& info, std::int32_t result) {
  if (result < QITAI_RESULT_LOSS || result > QITAI_RESULT_WIN)
    fault(info, "search.look", fmt::format("answered the result {}", result));
  return result;
}

}  // namespace

Walker::Walker(std::shared_ptr<const Variant> variant, std::shared_ptr<const qitai_search> api,
               std::size_t points, qitai_walker* raw)
    : variant_(std::move(variant)), api_(std::move(api)), points_(points), raw_(raw), buffer_(128) {}

Walker::Walker(Walker&& other) noexcept
    : variant_(std::move(other.variant_)),
      api_(std::move(other.api_)),
      points_(other.points_),
      raw_(std::exchange(other.raw_, nullptr)),
      depth_(other.depth_),
      buffer_(std::move(other.buffer_)) {}

Walker& Walker::operator=(Walker&& other) noexcept {
  std::swap(variant_, other.variant_);
  std::swap(api_, other.api_);
  std::swap(points_, other.points_);
  std::swap(raw_, other.raw_);
  std::swap(depth_, other.depth_);
  std::swap(buffer_, other.buffer_);
  return *this;
}

Walker::~Walker() {
  if (raw_ != nullptr) api_->close(raw_);
}

std::optional<Walker> Walker::open(const State& state) {
  const Variant& variant = state.variant();
  const VariantInfo& info = variant.info_;
  if (state.knower() != -1) return std::nullopt;
  if (!std::has_single_bit(state.acting()) || state.acting() >= 1U << info.seats.size()) return std::nullopt;
  const auto found =
      read_extension<qitai_search>(info, variant.api_, kSearchId, offsetof(qitai_search, resample));
  if (!found) return std::nullopt;
  const qitai_search& search = *found;
  if (search.open == nullptr && search.resample != nullptr) return std::nullopt;  // it draws states alone
  if (search.open == nullptr || search.close == nullptr || search.steps == nullptr ||
      search.play == nullptr || search.undo == nullptr || search.look == nullptr ||
      search.evaluate == nullptr) {
    fault(info, kSearchId, "lacks a function that is not optional");
  }
  qitai_walker* walker = nullptr;
  const qitai_status status = search.open(state.raw_, &walker);
  if (status == QITAI_UNSUPPORTED) return std::nullopt;
  demand(info, "search.open", status);
  if (walker == nullptr) fault(info, "search.open", "answered QITAI_OK without a walker");
  return Walker(state.variant_, std::make_shared<const qitai_search>(search),
                state.terms_->board->points.size(), walker);
}

void Walker::steps(Which which, std::vector<Step>& out) {
  const VariantInfo& info = variant_->info();
  std::uint32_t count = 0;
  qitai_status status = api_->steps(raw_, static_cast<std::int32_t>(which), buffer_.data(),
                                    static_cast<std::uint32_t>(buffer_.size()), &count);
  if (status == QITAI_NO_SPACE) {
    if (count <= buffer_.size() || count > kMaxMoves)
      fault(info, "search.steps", fmt::format("counted {}", count));
    buffer_.resize(count);
    status = api_->steps(raw_, static_cast<std::int32_t>(which), buffer_.data(), count, &count);
  }
  demand(info, "search.steps", status);
  if (count > buffer_.size()) fault(info, "search.steps", "filled more than there was room for");
  out.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const qitai_step& step = buffer_[i];
    const Move move = from_raw(step.move);
    if ((move.from >= points_ && move.from != kNoPoint) || (move.to >= points_ && move.to != kNoPoint))
      fault(info, "search.steps", "names a point outside the board");
    out.push_back({move, std::clamp(step.hint, -kMostScore, kMostScore), (step.flags & QITAI_STEP_NOISY) != 0,
                   (step.flags & QITAI_STEP_CAPTURE) != 0});
  }
}

void Walker::play(Move move) {
  demand(variant_->info(), "search.play", api_->play(raw_, to_raw(move)));
  ++depth_;
}

void Walker::undo() {
  demand(variant_->info(), "search.undo", api_->undo(raw_));
  --depth_;
}

void Walker::pass() {
  demand(variant_->info(), "search.pass", api_->pass(raw_));
  ++depth_;
}

Look Walker::look() const {
  const VariantInfo& info = variant_->info();
  qitai_look raw{};
  demand(info, "search.look", api_->look(raw_, &raw));
  if (raw.seat < 0 || raw.seat >= static_cast<int>(info.seats.size()))
    fault(info, "search.look", fmt::format("names the seat {}", raw.seat));
  Look look;
  look.key = raw.key;
  look.seat = raw.seat;
  look.over = raw.over != 0;
  look.result = checked_result(info, raw.result);
  look.stuck = checked_result(info, raw.stuck);
  look.check = (raw.flags & QITAI_LOOK_CHECK) != 0;
  look.bare = (raw.flags & QITAI_LOOK_BARE) != 0;
  return look;
}

int Walker::evaluate() const {
  std::int32_t score = 0;
  demand(variant_->info(), "search.evaluate", api_->evaluate(raw_, &score));
  if (score < -kMostScore || score > kMostScore)
    fault(variant_->info(), "search.evaluate", fmt::format("answered {}", score));
  return score;
}

}  // namespace qitai::host
