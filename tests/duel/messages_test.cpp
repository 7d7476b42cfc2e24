// Messages with one field beyond its bounds: malformed, each for that field alone.
#include "duel/messages.hpp"

#include <catch2/catch.hpp>
#include <functional>

#include "duel/duel.pb.h"
#include "duel/hidden_messages.hpp"

using namespace qitai;
using namespace qitai::duel;

namespace {

// Reads what protobuf writes of a message.
using Read = std::function<std::string(const std::string& payload)>;  // the error's code; empty: it is read

std::string code_of(const std::string& payload) {
  const auto message = read_message(payload);
  return message.ok() ? std::string() : message.error().code;
}

std::string hidden_code_of(const std::string& payload) {
  const auto message = read_hidden(payload);
  return message.ok() ? std::string() : message.error().code;
}

// A message that is read, and what is to be malformed once it is changed so.
class Bounds {
 public:
  Bounds(Read read, std::function<void(wire::Message&)> make) : read_(std::move(read)) {
    make(good_);
    REQUIRE(read_(good_.SerializeAsString()).empty());
  }
  Bounds& taken(const std::function<void(wire::Message&)>& edit) {
    wire::Message other = good_;
    edit(other);
    CHECK(read_(other.SerializeAsString()).empty());
    return *this;
  }
  Bounds& refused(const std::function<void(wire::Message&)>& edit) {
    wire::Message other = good_;
    edit(other);
    INFO(to_hex(as_bytes(other.SerializeAsString())));
    CHECK(read_(other.SerializeAsString()) == "malformed");
    return *this;
  }
  // A block of 32 bytes, by its setter.
  Bounds& block(const std::function<void(wire::Message&, std::string)>& set) {
    for (const std::size_t size : {0U, 1U, 31U, 33U, 64U})
      refused([&](wire::Message& wire) { set(wire, std::string(size, 'b')); });
    return *this;
  }

 private:
  Read read_;
  wire::Message good_;
};

const std::string kBlock(32, 'b');

}  // namespace

TEST_CASE("a payload that is no message is malformed") {
  for (const std::string& bytes : {std::string("\xFF"), std::string("\x0A\x05x", 3)}) {
    CHECK(code_of(bytes) == "malformed");
    CHECK(hidden_code_of(bytes) == "malformed");
  }
}

TEST_CASE("an agreement's messages: each field within its bounds") {
  Bounds(code_of, [](wire::Message& wire) { wire.mutable_terms()->set_offer("x"); })
      .taken([](wire::Message& wire) { wire.mutable_terms()->set_offer(std::string(kMostOfferBytes, 'x')); })
      .refused([](wire::Message& wire) { wire.mutable_terms()->set_offer(""); })
      .refused([](wire::Message& wire) {
        wire.mutable_terms()->set_offer(std::string(kMostOfferBytes + 1, 'x'));
      });
  Bounds(code_of, [](wire::Message& wire) {
    wire.mutable_accept()->set_offer(kBlock);
  }).block([](wire::Message& wire, std::string bytes) {
    wire.mutable_accept()->set_offer(std::move(bytes));
  });
  Bounds(code_of, [](wire::Message& wire) { wire.mutable_decline()->set_reason("first_limit-2"); })
      .taken(
          [](wire::Message& wire) { wire.mutable_decline()->set_reason(std::string(kMostReasonBytes, 'x')); })
      .refused([](wire::Message& wire) { wire.mutable_decline()->set_reason(""); })
      .refused([](wire::Message& wire) { wire.mutable_decline()->set_reason("<b>"); })
      .refused([](wire::Message& wire) { wire.mutable_decline()->set_reason("No"); })
      .refused([](wire::Message& wire) {
        wire.mutable_decline()->set_reason(std::string(kMostReasonBytes + 1, 'x'));
      });
  Bounds(code_of,
         [](wire::Message& wire) {
           wire.mutable_coin_seal()->set_match(kBlock);
           wire.mutable_coin_seal()->set_seal(kBlock);
         })
      .block([](wire::Message& wire, std::string bytes) {
        wire.mutable_coin_seal()->set_match(std::move(bytes));
      })
      .block([](wire::Message& wire, std::string bytes) {
        wire.mutable_coin_seal()->set_seal(std::move(bytes));
      });
  Bounds(code_of,
         [](wire::Message& wire) {
           wire.mutable_coin_open()->set_match(kBlock);
           wire.mutable_coin_open()->set_nonce(kBlock);
           wire.mutable_coin_open()->set_bit(1);
         })
      .block([](wire::Message& wire, std::string bytes) {
        wire.mutable_coin_open()->set_match(std::move(bytes));
      })
      .block([](wire::Message& wire, std::string bytes) {
        wire.mutable_coin_open()->set_nonce(std::move(bytes));
      })
      .refused([](wire::Message& wire) { wire.mutable_coin_open()->set_bit(2); });
}

TEST_CASE("a match's messages: each field within its bounds") {
  const auto times = [](Bounds& bounds, const std::function<void(wire::Message&, std::int64_t)>& set) {
    bounds.taken([&](wire::Message& wire) { set(wire, match::kNever / 4); });
    for (const std::int64_t time : {std::int64_t{-1}, INT64_MIN, match::kNever / 4 + 1, match::kNever})
      bounds.refused([&](wire::Message& wire) { set(wire, time); });
  };
  Bounds(code_of, [](wire::Message& wire) {
    wire.mutable_sync()->set_match(kBlock);
    wire.mutable_sync()->set_hash(kBlock);
  }).block([](wire::Message& wire, std::string bytes) {
      wire.mutable_sync()->set_match(std::move(bytes));
    }).block([](wire::Message& wire, std::string bytes) { wire.mutable_sync()->set_hash(std::move(bytes)); });
  Bounds go(code_of, [](wire::Message& wire) { wire.mutable_go()->set_number(3); });
  times(go, [](wire::Message& wire, std::int64_t time) { wire.mutable_go()->set_at(time); });
  Bounds proposal(code_of, [](wire::Message& wire) {
    wire.mutable_proposal()->set_id(1);
    wire.mutable_proposal()->set_intent("x");
  });
  times(proposal, [](wire::Message& wire, std::int64_t time) { wire.mutable_proposal()->set_elapsed(time); });
  proposal.refused([](wire::Message& wire) { wire.mutable_proposal()->set_id(0); })
      .refused([](wire::Message& wire) { wire.mutable_proposal()->set_intent(""); })
      .refused([](wire::Message& wire) {
        wire.mutable_proposal()->set_intent(std::string(kMostIntentBytes + 1, 'x'));
      });
  Bounds commit(code_of, [](wire::Message& wire) {
    wire.mutable_commit()->set_intent("x");
    wire.mutable_commit()->set_hash(kBlock);
  });
  times(commit, [](wire::Message& wire, std::int64_t time) { wire.mutable_commit()->set_waived(time); });
  commit
      .block(
          [](wire::Message& wire, std::string bytes) { wire.mutable_commit()->set_hash(std::move(bytes)); })
      .refused([](wire::Message& wire) { wire.mutable_commit()->set_intent(""); })
      .refused([](wire::Message& wire) {
        wire.mutable_commit()->set_intent(std::string(kMostIntentBytes + 1, 'x'));
      });
  Bounds(code_of,
         [](wire::Message& wire) {
           wire.mutable_refused()->set_proposal(1);
           wire.mutable_refused()->set_reason("illegal");
           for (std::size_t i = 0; i < kMostPoints; ++i)
             wire.mutable_refused()->add_points(0xFFFF);
         })
      .refused([](wire::Message& wire) { wire.mutable_refused()->set_reason("<b>"); })
      .refused([](wire::Message& wire) { wire.mutable_refused()->set_points(0, 0x10000); })
      .refused([](wire::Message& wire) { wire.mutable_refused()->add_points(1); });
  Bounds(code_of, [](wire::Message& wire) {
    wire.mutable_differ()->set_hash(kBlock);
  }).block([](wire::Message& wire, std::string bytes) { wire.mutable_differ()->set_hash(std::move(bytes)); });
}

TEST_CASE("hidden pieces' messages: each field within its bounds") {
  Bounds(hidden_code_of, [](wire::Message& wire) {
    wire.mutable_root()->set_root(kBlock);
  }).block([](wire::Message& wire, std::string bytes) { wire.mutable_root()->set_root(std::move(bytes)); });
  Bounds(hidden_code_of, [](wire::Message& wire) {
    wire.mutable_anchor()->set_anchor(kBlock);
  }).block([](wire::Message& wire, std::string bytes) {
    wire.mutable_anchor()->set_anchor(std::move(bytes));
  });
  Bounds(hidden_code_of, [](wire::Message& wire) {
    wire.mutable_share()->set_value(kBlock);
  }).block([](wire::Message& wire, std::string bytes) { wire.mutable_share()->set_value(std::move(bytes)); });
  Bounds(hidden_code_of,
         [](wire::Message& wire) {
           wire.mutable_turn()->set_intent(std::string(kMostTurnIntent, 'x'));
           wire.mutable_turn()->set_chain(kBlock);
         })
      .block([](wire::Message& wire, std::string bytes) { wire.mutable_turn()->set_chain(std::move(bytes)); })
      .refused(
          [](wire::Message& wire) { wire.mutable_turn()->set_intent(std::string(kMostTurnIntent + 1, 'x')); })
      .refused([](wire::Message& wire) { wire.mutable_turn()->set_waived(-1); });
  const auto last = static_cast<std::uint32_t>(kMostWhole - kMostPart);
  Bounds(hidden_code_of,
         [&](wire::Message& wire) {
           wire.mutable_said()->set_number(7);
           wire.mutable_said()->set_size(static_cast<std::uint32_t>(kMostWhole));
           wire.mutable_said()->set_offset(last);
           wire.mutable_said()->set_bytes(std::string(kMostPart, 'x'));
         })
      .refused([](wire::Message& wire) { wire.mutable_said()->set_bytes(""); })
      .refused([](wire::Message& wire) {
        wire.mutable_said()->set_offset(0);
        wire.mutable_said()->set_bytes(std::string(kMostPart + 1, 'x'));
      })
      .refused([](wire::Message& wire) { wire.mutable_said()->set_size(kMostWhole + 1); })
      .refused([](wire::Message& wire) { wire.mutable_said()->set_size(0xFFFFFFFF); })
      .refused([&](wire::Message& wire) { wire.mutable_said()->set_offset(last + 1); })
      .refused([](wire::Message& wire) { wire.mutable_said()->set_offset(0xFFFFFF00); });
  for (const bool of_layout : {false, true}) {
    const auto part = [&](wire::Message& wire) {
      return of_layout ? wire.mutable_layout() : wire.mutable_opening();
    };
    Bounds(hidden_code_of, [&](wire::Message& wire) {
      part(wire)->set_size(2);
      part(wire)->set_bytes("xy");
    }).refused([&](wire::Message& wire) {
        part(wire)->set_number(1);
      }).refused([&](wire::Message& wire) { part(wire)->set_index(1); });
  }
}

TEST_CASE("parts that do not go on where the last one ended are malformed") {
  const PartMessage first{PartMessage::Of::kSaid, 3, 1, 6, 0, "abc"};
  const PartMessage second{PartMessage::Of::kSaid, 3, 1, 6, 3, "def"};
  Parts whole;
  REQUIRE(whole.add(first).ok());
  const auto made = whole.add(second);
  REQUIRE(made.ok());
  CHECK(*made == std::optional<std::string>("abcdef"));
  CHECK_FALSE(whole.add(second).ok());  // nothing was begun

  const auto wrong = [&](const std::function<void(PartMessage&)>& edit) {
    Parts parts;
    REQUIRE(parts.add(first).ok());
    PartMessage next = second;
    edit(next);
    const auto answer = parts.add(next);
    return answer.ok() ? std::string() : answer.error().code;
  };
  CHECK(wrong([](PartMessage&) {}).empty());
  CHECK(wrong([](PartMessage& part) { part.of = PartMessage::Of::kOpening; }) == "malformed");
  CHECK(wrong([](PartMessage& part) { part.number = 4; }) == "malformed");
  CHECK(wrong([](PartMessage& part) { part.index = 2; }) == "malformed");
  CHECK(wrong([](PartMessage& part) { part.size = 7; }) == "malformed");
  CHECK(wrong([](PartMessage& part) { part.offset = 2; }) == "malformed");
  CHECK(wrong([](PartMessage& part) { part.offset = 4; }) == "malformed");
}
