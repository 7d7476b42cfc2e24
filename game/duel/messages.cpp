#include "duel/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "duel/duel.pb.h"

namespace qitai::duel {
namespace {

using Wire = wire::Message;

template <typename Bytes>
std::string text_of(const Bytes& bytes) {
  return std::string(as_text(ByteView(bytes)));
}

// Says which field is wrong; the first one counts.
class Check {
 public:
  template <std::size_t Size>
  void block(const std::string& bytes, std::array<std::uint8_t, Size>& into, const char* what) {
    if (bytes.size() != Size)
      return fail(fmt::format("{} has {} bytes: expected {}", what, bytes.size(), Size));
    std::copy(bytes.begin(), bytes.end(), into.begin());
  }
  void bytes(const std::string& bytes, std::size_t most, std::string& into, const char* what) {
    if (bytes.empty() || bytes.size() > most)
      return fail(fmt::format("{} has {} bytes: expected 1 to {}", what, bytes.size(), most));
    into = bytes;
  }
  void id(const std::string& text, std::string& into, const char* what) {
    const bool fits =
        !text.empty() && text.size() <= kMostReasonBytes && std::all_of(text.begin(), text.end(), [](char c) {
          return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        });
    if (!fits) return fail(fmt::format("{} is no id", what));
    into = text;
  }
  void time(std::int64_t value, match::Instant& into, const char* what) {
    if (value < 0 || value > match::kNever / 4)
      return fail(fmt::format("{} is {}: expected a time", what, value));
    into = value;
  }
  void fail(std::string why) {
    if (!error_) error_ = Error{"malformed", "A message cannot be read: " + std::move(why)};
  }
  Result<Message> finish(Message message) {
    if (error_) return *error_;
    return message;
  }

 private:
  std::optional<Error> error_;
};

struct WriteTo {
  Wire& wire;

  void operator()(std::monostate) const {}
  void operator()(const TermsMessage& message) const {
    wire.mutable_terms()->set_revision(message.revision);
    wire.mutable_terms()->set_offer(message.offer);
  }
  void operator()(const AcceptMessage& message) const {
    wire.mutable_accept()->set_offer(text_of(message.offer));
  }
  void operator()(const DeclineMessage& message) const { wire.mutable_decline()->set_reason(message.reason); }
  void operator()(const CoinSealMessage& message) const {
    wire.mutable_coin_seal()->set_match(text_of(message.match));
    wire.mutable_coin_seal()->set_seal(text_of(message.seal));
  }
  void operator()(const CoinOpenMessage& message) const {
    wire.mutable_coin_open()->set_match(text_of(message.match));
    wire.mutable_coin_open()->set_nonce(text_of(message.nonce));
    wire.mutable_coin_open()->set_bit(message.bit ? 1 : 0);
  }
  void operator()(const SyncMessage& message) const {
    wire.mutable_sync()->set_match(text_of(message.match));
    wire.mutable_sync()->set_number(message.number);
    wire.mutable_sync()->set_hash(text_of(message.hash));
  }
  void operator()(const GoMessage& message) const {
    wire.mutable_go()->set_number(message.number);
    wire.mutable_go()->set_at(message.at);
  }
  void operator()(const ProposalMessage& message) const {
    wire.mutable_proposal()->set_id(message.id);
    wire.mutable_proposal()->set_base(message.base);
    wire.mutable_proposal()->set_elapsed(message.elapsed);
    wire.mutable_proposal()->set_intent(message.intent);
  }
  void operator()(const CommitMessage& message) const {
    wire.mutable_commit()->set_number(message.number);
    wire.mutable_commit()->set_proposal(message.proposal);
    wire.mutable_commit()->set_intent(message.intent);
    wire.mutable_commit()->set_hash(text_of(message.hash));
    wire.mutable_commit()->set_waived(message.waived);
  }
  void operator()(const RefusedMessage& message) const {
    wire.mutable_refused()->set_proposal(message.proposal);
    wire.mutable_refused()->set_reason(message.reason);
    for (const std::uint16_t point : message.points)
      wire.mutable_refused()->add_points(point);
  }
  void operator()(const HaveMessage& message) const { wire.mutable_have()->set_number(message.number); }
  void operator()(const DifferMessage& message) const {
    wire.mutable_differ()->set_number(message.number);
    wire.mutable_differ()->set_hash(text_of(message.hash));
  }
  void operator()(const PhraseMessage& message) const { wire.mutable_phrase()->set_id(message.id); }
};

Result<Message> read_agreement(const Wire& wire) {
  Check check;
  switch (wire.kind_case()) {
    case Wire::kTerms: {
      TermsMessage message;
      message.revision = wire.terms().revision();
      check.bytes(wire.terms().offer(), kMostOfferBytes, message.offer, "an offer");
      return check.finish(message);
    }
    case Wire::kAccept: {
      AcceptMessage message;
      check.block(wire.accept().offer(), message.offer, "the digest of an offer");
      return check.finish(message);
    }
    case Wire::kDecline: {
      DeclineMessage message;
      check.id(wire.decline().reason(), message.reason, "the reason of a refusal");
      return check.finish(message);
    }
    case Wire::kCoinSeal: {
      CoinSealMessage message;
      check.block(wire.coin_seal().match(), message.match, "the id of a match");
      check.block(wire.coin_seal().seal(), message.seal, "the seal of a coin");
      return check.finish(message);
    }
    case Wire::kCoinOpen: {
      CoinOpenMessage message;
      check.block(wire.coin_open().match(), message.match, "the id of a match");
      check.block(wire.coin_open().nonce(), message.nonce, "the nonce of a coin");
      if (wire.coin_open().bit() > 1) check.fail("the side of a coin is neither 0 nor 1");
      message.bit = wire.coin_open().bit() == 1;
      return check.finish(message);
    }
    default:
      return Message{};
  }
}

Result<Message> read_match(const Wire& wire) {
  Check check;
  switch (wire.kind_case()) {
    case Wire::kSync: {
      SyncMessage message;
      check.block(wire.sync().match(), message.match, "the id of a match");
      message.number = wire.sync().number();
      check.block(wire.sync().hash(), message.hash, "a public hash");
      return check.finish(message);
    }
    case Wire::kGo: {
      GoMessage message;
      message.number = wire.go().number();
      check.time(wire.go().at(), message.at, "the instant of a match");
      return check.finish(message);
    }
    case Wire::kProposal: {
      ProposalMessage message;
      message.id = wire.proposal().id();
      if (message.id == 0) check.fail("a proposal has the id 0");
      message.base = wire.proposal().base();
      check.time(wire.proposal().elapsed(), message.elapsed, "the time of a proposal");
      check.bytes(wire.proposal().intent(), kMostIntentBytes, message.intent, "an intent");
      return check.finish(message);
    }
    case Wire::kCommit: {
      CommitMessage message;
      message.number = wire.commit().number();
      message.proposal = wire.commit().proposal();
      check.bytes(wire.commit().intent(), kMostIntentBytes, message.intent, "an intent");
      check.block(wire.commit().hash(), message.hash, "a public hash");
      check.time(wire.commit().waived(), message.waived, "the allowance of a commit");
      return check.finish(message);
    }
    case Wire::kRefused: {
      RefusedMessage message;
      message.proposal = wire.refused().proposal();
      check.id(wire.refused().reason(), message.reason, "the reason of a refusal");
      if (static_cast<std::size_t>(wire.refused().points_size()) > kMostPoints)
        check.fail("a refusal marks too many points");
      for (const std::uint32_t point : wire.refused().points()) {
        if (point > 0xFFFF) check.fail("a refusal marks a point that there is not");
        message.points.push_back(static_cast<std::uint16_t>(point));
      }
      return check.finish(message);
    }
    case Wire::kHave:
      return Message{HaveMessage{wire.have().number()}};
    case Wire::kDiffer: {
      DifferMessage message;
      message.number = wire.differ().number();
      check.block(wire.differ().hash(), message.hash, "a public hash");
      return check.finish(message);
    }
    case Wire::kPhrase:
      return Message{PhraseMessage{wire.phrase().id()}};
    default:
      return Message{};
  }
}

}  // namespace

std::string write(const Message& message) {
  Wire wire;
  std::visit(WriteTo{wire}, message);
  return wire.SerializeAsString();
}

Result<Message> read_message(std::string_view payload) {
  Wire wire;
  if (!wire.ParseFromArray(payload.data(), static_cast<int>(payload.size())))
    return Error{"malformed", "A message cannot be read: it is no message of the protocol"};
  Result<Message> agreement = read_agreement(wire);
  if (!agreement || !std::holds_alternative<std::monostate>(*agreement)) return agreement;
  return read_match(wire);
}

}  // namespace qitai::duel
