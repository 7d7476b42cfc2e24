#include "duel/hidden_messages.hpp"

#include <algorithm>
#include <utility>

#include "duel/duel.pb.h"

namespace qitai::duel {
namespace {

using Of = PartMessage::Of;

Error malformed(const char* what) {
  return Error{"malformed", std::string("a message about hidden pieces cannot be read: ") + what};
}

std::string text(const Digest& digest) {
  return std::string(as_text(digest));
}

bool read(const std::string& bytes, Digest& digest) {
  if (bytes.size() != digest.size()) return false;
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  return true;
}

wire::Part wired(const PartMessage& part) {
  wire::Part made;
  made.set_number(part.number);
  made.set_index(part.index);
  made.set_size(part.size);
  made.set_offset(part.offset);
  made.set_bytes(part.bytes);
  return made;
}

Result<HiddenMessage> read_part(Of of, const wire::Part& part) {
  PartMessage made{of, part.number(), part.index(), part.size(), part.offset(), part.bytes()};
  if (of != Of::kSaid && (made.number != 0 || made.index != 0))
    return malformed("a number that there is not");
  const bool fits = !made.bytes.empty() && made.bytes.size() <= kMostPart && made.size <= kMostWhole &&
                    made.offset < made.size && made.bytes.size() <= made.size - made.offset;
  if (!fits) return malformed("a part that does not fit its whole");
  return HiddenMessage(std::move(made));
}

struct Writing {
  wire::Message& wire;
  void operator()(const std::monostate&) const {}
  void operator()(const RootMessage& message) const { wire.mutable_root()->set_root(text(message.root)); }
  void operator()(const AnchorMessage& message) const {
    wire.mutable_anchor()->set_anchor(text(message.anchor));
  }
  void operator()(const ShareMessage& message) const {
    wire.mutable_share()->set_draw(message.draw);
    wire.mutable_share()->set_value(text(message.value));
  }
  void operator()(const TurnMessage& message) const {
    wire::Turn& turn = *wire.mutable_turn();
    turn.set_number(message.number);
    turn.set_proposal(message.proposal);
    turn.set_intent(message.intent);
    turn.set_waived(message.waived);
    turn.set_chain(text(message.chain));
  }
  void operator()(const PartMessage& message) const {
    wire::Part& part = message.of == Of::kLayout ? *wire.mutable_layout()
                       : message.of == Of::kSaid ? *wire.mutable_said()
                                                 : *wire.mutable_opening();
    part = wired(message);
  }
  void operator()(const TakenMessage&) const { wire.mutable_taken(); }
  void operator()(const DisputeMessage& message) const { wire.mutable_dispute()->set_number(message.number); }
};

}  // namespace

std::string write(const HiddenMessage& message) {
  wire::Message wire;
  std::visit(Writing{wire}, message);
  return wire.SerializeAsString();
}

Result<HiddenMessage> read_hidden(std::string_view payload) {
  wire::Message wire;
  if (!wire.ParseFromArray(payload.data(), static_cast<int>(payload.size())))
    return malformed("it is no message at all");
  switch (wire.kind_case()) {
    case wire::Message::kRoot: {
      RootMessage made;
      if (!read(wire.root().root(), made.root)) return malformed("a root has 32 bytes");
      return HiddenMessage(made);
    }
    case wire::Message::kAnchor: {
      AnchorMessage made;
      if (!read(wire.anchor().anchor(), made.anchor)) return malformed("an anchor has 32 bytes");
      return HiddenMessage(made);
    }
    case wire::Message::kShare: {
      ShareMessage made;
      made.draw = wire.share().draw();
      if (!read(wire.share().value(), made.value)) return malformed("a share has 32 bytes");
      return HiddenMessage(made);
    }
    case wire::Message::kTurn: {
      const wire::Turn& turn = wire.turn();
      TurnMessage made{turn.number(), turn.proposal(), turn.intent(), turn.waived(), {}};
      if (!read(turn.chain(), made.chain)) return malformed("a public hash has 32 bytes");
      if (made.intent.size() > kMostTurnIntent || made.waived < 0)
        return malformed("a move, or a time, that cannot be");
      return HiddenMessage(std::move(made));
    }
    case wire::Message::kLayout:
      return read_part(Of::kLayout, wire.layout());
    case wire::Message::kSaid:
      return read_part(Of::kSaid, wire.said());
    case wire::Message::kOpening:
      return read_part(Of::kOpening, wire.opening());
    case wire::Message::kTaken:
      return HiddenMessage(TakenMessage{});
    case wire::Message::kDispute:
      return HiddenMessage(DisputeMessage{wire.dispute().number()});
    default:
      return HiddenMessage(std::monostate{});
  }
}

Result<std::optional<std::string>> Parts::add(const PartMessage& part) {
  if (part.offset == 0) {
    begun_ = part;
  } else if (part.of != begun_.of || part.number != begun_.number || part.index != begun_.index ||
             part.size != begun_.size || part.offset != begun_.bytes.size()) {
    return malformed("a part does not go on where the last one ended");
  } else {
    begun_.bytes += part.bytes;
  }
  if (begun_.bytes.size() < begun_.size) return std::optional<std::string>();
  return std::optional(std::exchange(begun_, {}).bytes);
}

}  // namespace qitai::duel
