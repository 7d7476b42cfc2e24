// Moves as text and back; for games without a notation of their own by the names of their points.
#include <fmt/format.h>

#include <cctype>

#include "host/call.hpp"
#include "host/state_terms.hpp"
#include "host/tables.hpp"
#include "host/variant.hpp"

namespace qitai::host {
namespace {

constexpr std::size_t kMaxMoveBytes = 256;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// "e7e8q"; a piece from the hand "@e5", one turned over where it stands "e5". Flags follow as a number.
std::string plain_text(const Geometry& board, const VariantInfo& info, Move move) {
  std::string text = move.from == kNoPoint ? "@" : board.points[move.from].name;
  if (move.to != kNoPoint) text += board.points[move.to].name;
  if (move.choice != 0) {
    const std::size_t kind = move.choice - std::size_t{1};
    text += kind < info.kinds.size() ? lower(info.kinds[kind].id) : fmt::format("={}", move.choice);
  }
  if (move.flags != 0) text += fmt::format("!{}", move.flags);
  return text;
}

}  // namespace

std::string State::move_text(Seat seat, Move move, int notation) const {
  const VariantInfo& info = variant_->info_;
  if (!is_point(move.from) || !is_point(move.to)) return {};
  if (variant_->api_.move_write == nullptr) return plain_text(*terms_->board, info, move);
  ByteSink text(kMaxMoveBytes);
  const qitai_status status = variant_->api_.move_write(raw_, seat, to_raw(move), notation, text.raw());
  // A move that cannot be played here has no text in most notations, but can always be named.
  if (status == QITAI_REFUSED || status == QITAI_UNSUPPORTED || status == QITAI_UNKNOWN) {
    return plain_text(*terms_->board, info, move);
  }
  demand(info, "move_write", status);
  if (text.overflown() || text.bytes().empty() || !utf8::is_valid(text.bytes())) {
    fault(info, "move_write", "did not write UTF-8 of 1 to 256 bytes");
  }
  return text.take();
}

Answer<Move> State::read_move(Seat seat, std::string_view text, int notation) const {
  Refusal malformed;
  malformed.id = "malformed";
  malformed.offset = 0;
  if (text.empty() || text.size() > kMaxMoveBytes || !utf8::is_valid(text)) {
    malformed.detail = "a move is UTF-8 text of 1 to 256 bytes";
    return malformed;
  }
  if (!is_seat(seat)) {
    malformed.id = "no-such-seat";
    malformed.detail = fmt::format("there is no seat {}", seat);
    return malformed;
  }
  if (variant_->api_.move_read == nullptr) {
    for (const Playable& p : playable(seat)) {
      if (plain_text(*terms_->board, variant_->info_, p.move) == lower(text)) return p.move;
    }
    malformed.detail = fmt::format("\"{}\" is no move here, written by the names of the points", text);
    return malformed;
  }
  RefusalBox why;
  qitai_move move{kNoPoint, kNoPoint, 0, 0};
  const qitai_status status =
      variant_->api_.move_read(raw_, seat, {text.data(), text.size()}, notation, &move, why.raw());
  if (status != QITAI_OK) return why.taken(status, "move_read", terms_->board->points.size());
  if (!is_point(move.from) || !is_point(move.to)) {
    fault(variant_->info_, "move_read", "names a point outside the board");
  }
  return from_raw(move);
}

}  // namespace qitai::host
