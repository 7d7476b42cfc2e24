// A state: its life, and every question that changes nothing. What changes it: play.cpp.
#include <fmt/format.h>

#include <utility>

#include "base/bytes.hpp"
#include "host/call.hpp"
#include "host/state_terms.hpp"
#include "host/tables.hpp"
#include "host/variant.hpp"

namespace qitai::host {

State::State(std::shared_ptr<const Variant> variant, std::shared_ptr<const Terms> terms, qitai_state* raw)
    : variant_(std::move(variant)), terms_(std::move(terms)), raw_(raw) {}

State::State(State&& other) noexcept
    : variant_(std::move(other.variant_)),
      terms_(std::move(other.terms_)),
      raw_(std::exchange(other.raw_, nullptr)) {}

State& State::operator=(State&& other) noexcept {
  std::swap(variant_, other.variant_);
  std::swap(terms_, other.terms_);
  std::swap(raw_, other.raw_);
  return *this;
}

State::~State() {
  if (raw_ != nullptr) variant_->api_.destroy(raw_);
}

const Geometry& State::geometry() const {
  return *terms_->board;
}
const std::vector<std::int64_t>& State::options() const {
  return terms_->options;
}
int State::knower() const {
  return terms_->knower;
}

bool State::is_seat(Seat seat) const {
  return seat >= 0 && seat < static_cast<int>(variant_->info_.seats.size());
}

bool State::is_point(Point point) const {
  return point == kNoPoint || point < terms_->board->points.size();
}

State State::clone() const {
  qitai_state* copy = nullptr;
  demand(variant_->info_, "clone", variant_->api_.clone(raw_, &copy));
  if (copy == nullptr) fault(variant_->info_, "clone", "answered QITAI_OK without a state");
  return {variant_, terms_, copy};
}

std::string State::save(int purpose, int viewer) const {
  const VariantInfo& info = variant_->info_;
  ByteSink inner(kMaxStateBytes);
  demand(info, "save", variant_->api_.save(raw_, purpose, viewer, inner.raw()));
  if (inner.overflown()) fault(info, "save", fmt::format("wrote more than {} bytes", kMaxStateBytes));
  Writer writer;
  writer.text(info.id);
  writer.u32(info.rules_revision);
  writer.u32(static_cast<std::uint32_t>(purpose == QITAI_SAVE_SEAT_VIEW ? viewer : terms_->knower));
  writer.u32(static_cast<std::uint32_t>(terms_->options.size()));
  for (const std::int64_t value : terms_->options)
    writer.i64(value);
  writer.text(inner.bytes());
  return std::string(as_text(writer.bytes()));
}

std::string State::position(int viewer) const {
  if (variant_->api_.position_write == nullptr) return {};
  ByteSink text(65536);
  const qitai_status status = variant_->api_.position_write(raw_, viewer, text.raw());
  if (status == QITAI_UNSUPPORTED) return {};
  demand(variant_->info_, "position_write", status);
  if (text.overflown() || !utf8::is_valid(text.bytes())) {
    fault(variant_->info_, "position_write", "wrote too much or no UTF-8");
  }
  return text.take();
}

std::uint32_t State::acting() const {
  const VariantInfo& info = variant_->info_;
  std::uint32_t bits = 0;
  demand(info, "acting", variant_->api_.acting(raw_, &bits));
  const std::uint32_t seats = (1u << info.seats.size()) - 1;
  const bool only_chance = bits == (1u << QITAI_CHANCE_SEAT) && info.chance;
  const bool setup = (bits & QITAI_ACTING_SETUP) != 0 && info.setup && (bits & seats) != 0;
  const std::uint32_t allowed = seats | (setup ? QITAI_ACTING_SETUP : 0u);
  if (!only_chance && (bits & ~allowed) != 0) fault(info, "acting", fmt::format("answered 0x{:08x}", bits));
  return bits;
}

int State::colour_of(Seat seat) const {
  const VariantInfo& info = variant_->info_;
  if (!is_seat(seat)) return kNoColour;
  if (variant_->api_.colour_of == nullptr) return info.seats[static_cast<std::size_t>(seat)].colour;
  std::int32_t colour = -1;
  demand(info, "colour_of", variant_->api_.colour_of(raw_, seat, &colour));
  if (colour < -1 || colour >= static_cast<int>(info.colours.size())) {
    fault(info, "colour_of", fmt::format("answered {}", colour));
  }
  return colour;
}

std::optional<std::vector<Move>> State::legal(Seat seat) const {
  const VariantInfo& info = variant_->info_;
  if (!is_seat(seat)) return std::vector<Move>{};
  std::vector<qitai_move> raw;
  const qitai_status status =
      fill(info, "legal", raw, [&](qitai_move* out, std::uint32_t room, std::uint32_t* count) {
        return variant_->api_.legal(raw_, seat, out, room, count);
      });
  if (status == QITAI_UNKNOWN && terms_->knower != -1) return std::nullopt;
  demand(info, "legal", status);
  std::vector<Move> moves;
  moves.reserve(raw.size());
  for (const qitai_move& m : raw) {
    const Move move = from_raw(m);
    if (!is_point(move.from) || !is_point(move.to)) fault(info, "legal", "names a point outside the board");
    if (!moves.empty() && !(moves.back() < move)) fault(info, "legal", "is not in ascending order");
    moves.push_back(move);
  }
  return moves;
}

std::vector<Playable> State::playable(Seat seat) const {
  const VariantInfo& info = variant_->info_;
  std::vector<Playable> result;
  if (!is_seat(seat)) return result;
  if (variant_->api_.playable == nullptr) {
    for (const Move& move : legal(seat).value_or(std::vector<Move>{}))
      result.push_back({move, true});
    return result;
  }
  std::vector<qitai_playable> raw;
  const qitai_status status =
      fill(info, "playable", raw, [&](qitai_playable* out, std::uint32_t room, std::uint32_t* count) {
        return variant_->api_.playable(raw_, seat, out, room, count);
      });
  if (status == QITAI_UNKNOWN && terms_->knower != -1) return result;
  demand(info, "playable", status);
  for (const qitai_playable& p : raw) {
    const Playable next{from_raw(p.move), (p.flags & QITAI_PLAYABLE_ILLEGAL) == 0};
    if (!is_point(next.move.from) || !is_point(next.move.to)) {
      fault(info, "playable", "names a point outside the board");
    }
    if (!result.empty() && !(result.back().move < next.move)) {
      fault(info, "playable", "is not in ascending order");
    }
    result.push_back(next);
  }
  return result;
}

void State::check_facts(const std::vector<Fact>& facts, const char* function) const {
  for (const Fact& fact : facts) {
    if (!is_point(fact.point)) fault(variant_->info_, function, "names a point outside the board");
    if (!is_seat(fact.seat)) fault(variant_->info_, function, fmt::format("names the seat {}", fact.seat));
  }
}

std::vector<Fact> State::needs(Seat seat, Move move, std::span<const Fact> known) const {
  std::vector<Fact> result;
  if (variant_->api_.needs == nullptr || !is_seat(seat)) return result;
  const qitai_status status =
      fill(variant_->info_, "needs", result, [&](qitai_fact* out, std::uint32_t room, std::uint32_t* count) {
        return variant_->api_.needs(raw_, seat, to_raw(move), known.data(),
                                    static_cast<std::uint32_t>(known.size()), out, room, count);
      });
  if (status == QITAI_REFUSED) return result;  // not a move, or no such answers: apply will say why
  demand(variant_->info_, "needs", status);
  check_facts(result, "needs");
  return result;
}

std::vector<Fact> State::facts(Seat seat, Move move) const {
  std::vector<Fact> result;
  if (variant_->api_.facts == nullptr || !is_seat(seat)) return result;
  const qitai_status status =
      fill(variant_->info_, "facts", result, [&](qitai_fact* out, std::uint32_t room, std::uint32_t* count) {
        return variant_->api_.facts(raw_, seat, to_raw(move), out, room, count);
      });
  if (status == QITAI_REFUSED || status == QITAI_UNSUPPORTED) return result;
  demand(variant_->info_, "facts", status);
  check_facts(result, "facts");
  return result;
}

std::string State::explain(int viewer) const {
  if (variant_->api_.explain == nullptr) return {};
  ByteSink json(65536);
  const qitai_status status = variant_->api_.explain(raw_, viewer, json.raw());
  if (status == QITAI_UNSUPPORTED || status == QITAI_UNKNOWN) return {};
  demand(variant_->info_, "explain", status);
  const std::string& text = json.bytes();
  const bool object = text.empty() || (text.front() == '{' && text.back() == '}');
  if (json.overflown() || !object || !utf8::is_valid(text)) {
    fault(variant_->info_, "explain", "did not write a JSON object of at most 65,536 bytes");
  }
  return json.take();
}

std::vector<Piece> State::view(int viewer) const {
  const VariantInfo& info = variant_->info_;
  std::vector<Piece> pieces;
  demand(info, "view",
         fill(info, "view", pieces, [&](qitai_piece* out, std::uint32_t room, std::uint32_t* count) {
           return variant_->api_.view(raw_, viewer, out, room, count);
         }));
  const Piece* before = nullptr;
  for (const Piece& piece : pieces) {
    if (!is_point(piece.point)) fault(info, "view", "names a point outside the board");
    if (piece.kind != kNoKind && piece.kind >= info.kinds.size()) {
      fault(info, "view", fmt::format("names the kind {}", piece.kind));
    }
    if (piece.colour != QITAI_NO_COLOUR && piece.colour >= info.colours.size()) {
      fault(info, "view", fmt::format("names the colour {}", piece.colour));
    }
    // Points ascend; only the hand (kNoPoint, the largest) may have several entries.
    if (before != nullptr &&
        (piece.point < before->point || (piece.point == before->point && piece.point != kNoPoint))) {
      fault(info, "view", "is not ascending by point");
    }
    before = &piece;
  }
  return pieces;
}

std::vector<Mark> State::marks(int viewer) const {
  std::vector<Mark> result;
  if (variant_->api_.marks == nullptr) return result;
  const qitai_status status =
      fill(variant_->info_, "marks", result, [&](qitai_mark* out, std::uint32_t room, std::uint32_t* count) {
        return variant_->api_.marks(raw_, viewer, out, room, count);
      });
  if (status == QITAI_UNSUPPORTED || status == QITAI_UNKNOWN) return result;
  demand(variant_->info_, "marks", status);
  for (const Mark& mark : result) {
    if (!is_point(mark.point) || !is_point(mark.other)) {
      fault(variant_->info_, "marks", "names a point outside the board");
    }
  }
  return result;
}

std::uint64_t State::hash(int viewer) const {
  std::uint64_t value = 0;
  demand(variant_->info_, "hash", variant_->api_.hash(raw_, viewer, &value));
  return value;
}

}  // namespace qitai::host
