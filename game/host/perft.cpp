// Node counts, by the plugin's own way and through the ABI alone.
#include <qitai/perft.h>

#include <array>
#include <bit>

#include "host/call.hpp"
#include "host/extension.hpp"
#include "host/state_terms.hpp"
#include "host/tables.hpp"
#include "host/variant.hpp"

namespace qitai::host {
namespace {

constexpr std::string_view kPerftId = QITAI_PERFT_ID;

qitai_status ignore_changes(void*, const qitai_change*, std::uint32_t) noexcept {
  return QITAI_OK;
}

}  // namespace

std::optional<std::uint64_t> State::native_perft(unsigned depth) const {
  const auto perft = read_extension<qitai_perft>(variant_->info_, variant_->api_, kPerftId);
  if (!perft) return std::nullopt;
  if (perft->nodes == nullptr) fault(variant_->info_, kPerftId, "lacks the function nodes");
  std::uint64_t nodes = 0;
  demand(variant_->info_, "perft.nodes", perft->nodes(raw_, depth, &nodes));
  return nodes;
}

std::uint64_t State::abi_perft(unsigned depth) {
  if (depth == 0) return 1;
  const std::uint32_t seats = acting() & ((1u << variant_->info_.seats.size()) - 1);
  // On a copy: a fault half-way must not leave this state somewhere inside the tree.
  return seats == 0 ? 0 : clone().count_nodes(std::countr_zero(seats), depth);
}

// `seat`: whose turn it should be. Seats nearly always take turns, and a seat that does not act has no moves:
// so who acts is asked only where there are none, which may also be an end, a set-up or a draw; those are not
// counted.
std::uint64_t State::count_nodes(Seat seat, unsigned depth) {
  const VariantInfo& info = variant_->info_;
  const qitai_variant& api = variant_->api_;
  // The usual number of moves fits on the stack; the rest goes the long way.
  std::array<qitai_move, 512> few;
  std::vector<qitai_move> many;
  qitai_move* moves = few.data();
  std::uint32_t count = 0;
  const auto list = [&] {
    qitai_status status = api.legal(raw_, seat, few.data(), static_cast<std::uint32_t>(few.size()), &count);
    moves = few.data();
    if (status == QITAI_NO_SPACE) {
      status = fill(info, "legal", many, [&](qitai_move* out, std::uint32_t room, std::uint32_t* number) {
        return api.legal(raw_, seat, out, room, number);
      });
      moves = many.data();
      count = static_cast<std::uint32_t>(many.size());
    }
    demand(info, "legal", status);
    if (moves == few.data() && count > few.size())
      fault(info, "legal", "filled more than there was room for");
  };
  list();
  if (count == 0) {
    std::uint32_t bits = 0;
    demand(info, "acting", api.acting(raw_, &bits));
    bits &= (1u << info.seats.size()) - 1;
    if (bits == 0 || (bits >> seat & 1) != 0) return 0;
    seat = std::countr_zero(bits);
    list();
  }
  if (depth == 1) return count;

  const qitai_change_sink sink{nullptr, &ignore_changes};
  qitai_refusal why{};
  why.struct_size = sizeof why;
  const Seat next = (seat + 1) % static_cast<int>(info.seats.size());
  std::uint64_t nodes = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (api.undo != nullptr) {
      demand(info, "apply", api.apply(raw_, seat, moves[i], nullptr, 0, &sink, &why));
      nodes += count_nodes(next, depth - 1);
      demand(info, "undo", api.undo(raw_));
    } else {
      State child = clone();
      demand(info, "apply", api.apply(child.raw_, seat, moves[i], nullptr, 0, &sink, &why));
      nodes += child.count_nodes(next, depth - 1);
    }
  }
  return nodes;
}

}  // namespace qitai::host
