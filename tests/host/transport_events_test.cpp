// What a transport tells: taken over in order, and each thing that it may not tell found out at once.
#include "transport_puppet.hpp"

namespace sdk = qitai::sdk;
using namespace qitai::host;
using namespace qitai::testing;

TEST_CASE("everything that can be told arrives, in order") {
  strings = {};
  Endpoint endpoint = opened();
  endpoint.scan(true);
  endpoint.listen(true);
  const auto dialled = endpoint.dial("there").second;
  strings.pump = [&](const auto* e) {
    e->state(e->ctx, QITAI_STATE_SCAN, 1, {});
    e->state(e->ctx, QITAI_STATE_VISIBLE, 0, str("off"));
    e->state(e->ctx, 77, 1, {});  // of a later version
    e->found(e->ctx, &kPeer);
    e->gone(e->ctx, str("there"));
    const qitai_link first = link(dialled), second = link(dialled + 1, 65'535);
    e->opened(e->ctx, &first);
    e->incoming(e->ctx, &second);
    e->received(e->ctx, dialled, "abc", 3);
    e->closed(e->ctx, dialled + 1, str("lost"));
    const qitai_pairing question{sizeof question, QITAI_PAIRING_COMPARE, 1, &kPeer, 123, 30};
    e->pairing(e->ctx, &question);
    e->pairing_over(e->ctx, 1);
    const qitai_adapter adapter{sizeof adapter, QITAI_ADAPTER_CHOSEN, str("hci0"), str("dongle"), str("off")};
    e->adapter(e->ctx, &adapter);
    e->adapter_gone(e->ctx, str("hci0"));
  };
  const auto events = endpoint.pump(0);
  REQUIRE(events.size() == 12);
  CHECK(std::get<event::State>(events[0]).on);
  CHECK(std::get<event::State>(events[0]).what == event::What::kScan);
  CHECK(std::get<event::State>(events[1]).failure == "off");
  const PeerInfo& peer = std::get<event::Found>(events[2]).peer;
  CHECK((peer.address == "there" && peer.name == "name" && peer.has_game == true &&
         peer.signal == Signal::kFair));
  CHECK(std::get<event::Gone>(events[3]).address == "there");
  CHECK(std::get<event::Opened>(events[4]).link.paired);
  CHECK(std::get<event::Incoming>(events[5]).link.mtu == 65'535);
  CHECK(std::get<event::Received>(events[6]).bytes == "abc");
  CHECK(std::get<event::Closed>(events[7]).failure == "lost");
  CHECK(std::get<event::Pairing>(events[8]).number == "000123");
  CHECK(std::get<event::PairingOver>(events[9]).id == 1);
  CHECK(std::get<event::Adapter>(events[10]).adapter.failure == "off");
  CHECK(std::get<event::AdapterGone>(events[11]).id == "hci0");
  // The questions and links of the past are over.
  CHECK_FALSE(endpoint.answer(1, true));
  CHECK(endpoint.send(dialled + 1, "x") == Endpoint::Sent::kEnding);
}

TEST_CASE("each thing that a plugin may not tell ends the endpoint with a sentence that names it") {
  strings = {};
  Endpoint endpoint = opened();
  endpoint.scan(true);
  endpoint.listen(true);
  const auto id = endpoint.dial("there").second;
  const auto other = endpoint.dial("there").second;
  strings.pump = [&](const auto* e) {
    const qitai_link raw = link(id);
    e->opened(e->ctx, &raw);
  };
  endpoint.pump(0);
  const auto expect = [&](const char* sentence, std::function<void(const qitai_transport_events*)> told) {
    INFO(sentence);
    CHECK(fault_of(endpoint, std::move(told)) ==
          std::string("the transport \"puppet\" broke its contract: pump() told of ") + sentence);
  };
  // One each: the endpoint is broken afterwards, and made anew for the next.
  using E = const qitai_transport_events*;
  const auto wrong = [&](std::uint64_t which, std::uint32_t mtu) { return link(which, mtu); };
  switch (GENERATE(range(0, 28))) {
    case 0:
      return expect("state: with an unknown failure, or neither on nor off",
                    [](E e) { e->state(e->ctx, 0, 2, {}); });
    case 1:
      return expect("state: with an unknown failure, or neither on nor off",
                    [](E e) { e->state(e->ctx, 0, 0, str("what")); });
    case 2:
      return expect("state: on, though hindered or not wished",
                    [](E e) { e->state(e->ctx, QITAI_STATE_VISIBLE, 1, {}); });
    case 3:
      return expect("found: a peer that cannot be read", [](E e) { e->found(e->ctx, nullptr); });
    case 4:
      return expect("found: a peer that cannot be read", [](E e) {
        qitai_peer p = kPeer;
        p.struct_size = 8;
        e->found(e->ctx, &p);
      });
    case 5:
      return expect("found: a peer that cannot be read", [](E e) {
        qitai_peer p = kPeer;
        p.address = str("a b");
        e->found(e->ctx, &p);
      });
    case 6:
      return expect("found: too many peers", [](E e) {
        for (int i = 0; i <= QITAI_TRANSPORT_PEERS; ++i) {
          const std::string a = std::to_string(i);
          qitai_peer p = kPeer;
          p.address = str(a);
          e->found(e->ctx, &p);
        }
      });
    case 7:
      return expect("gone: a peer that was not found", [](E e) { e->gone(e->ctx, str("there")); });
    case 8:
      return expect("incoming: the link 2 after 2", [&](E e) {
        const auto l = wrong(other, 600);
        e->incoming(e->ctx, &l);
      });
    case 9:
      return expect("incoming: a link that cannot be read", [&](E e) {
        const auto l = wrong(9, 599);
        e->incoming(e->ctx, &l);
      });
    case 10:
      return expect("incoming: a link that cannot be read", [&](E e) {
        const auto l = wrong(9, 65'536);
        e->incoming(e->ctx, &l);
      });
    case 11:
      return expect("incoming: too many links", [&](E e) {
        for (std::uint64_t i = 9; i < 13; ++i) {
          const auto l = wrong(i, 600);
          e->incoming(e->ctx, &l);
        }
      });
    case 12:
      return expect("opened: the link 1, which is not being dialled", [&](E e) {
        const auto l = wrong(id, 600);
        e->opened(e->ctx, &l);
      });
    case 13:
      return expect("opened: the link 9, which is not being dialled", [&](E e) {
        const auto l = wrong(9, 600);
        e->opened(e->ctx, &l);
      });
    case 14:
      return expect("received: from the link 2, which is not open",
                    [&](E e) { e->received(e->ctx, other, "x", 1); });
    case 15:
      return expect("received: 0 bytes, expected 1 to 600", [&](E e) { e->received(e->ctx, id, "x", 0); });
    case 16:
      return expect("received: 601 bytes, expected 1 to 600", [&](E e) {
        const std::string b(601, 'x');
        e->received(e->ctx, id, b.data(), 601);
      });
    case 17:
      return expect("received: 1 bytes, expected 1 to 600",
                    [&](E e) { e->received(e->ctx, id, nullptr, 1); });
    case 18:
      return expect("writable: the link 1, which was not waited for", [&](E e) { e->writable(e->ctx, id); });
    case 19:
      return expect("closed: the link 9, which is not there", [](E e) { e->closed(e->ctx, 9, str("lost")); });
    case 20:
      return expect("closed: the link 1 without a reason that is known",
                    [&](E e) { e->closed(e->ctx, id, {}); });
    case 21:
      return expect("closed: the link 1 without a reason that is known",
                    [&](E e) { e->closed(e->ctx, id, str("tired")); });
    case 22:
      return expect("pairing: a question that cannot be read", [](E e) {
        const qitai_pairing q{sizeof q, 0, 1, &kPeer, 1'000'000, 0};
        e->pairing(e->ctx, &q);
      });
    case 23:
      return expect("pairing: a question of an unknown kind", [](E e) {
        const qitai_pairing q{sizeof q, 7, 1, &kPeer, 1, 0};
        e->pairing(e->ctx, &q);
      });
    case 24:
      return expect("pairing: a question twice", [](E e) {
        const qitai_pairing q{sizeof q, 0, 1, &kPeer, 1, 0};
        e->pairing(e->ctx, &q);
        e->pairing(e->ctx, &q);
      });
    case 25:
      return expect("pairing_over: a question that was not asked", [](E e) { e->pairing_over(e->ctx, 3); });
    case 26:
      return expect("adapter: an adapter that cannot be read", [](E e) {
        const qitai_adapter a{sizeof a, 0, {}, {}, {}};
        e->adapter(e->ctx, &a);
      });
    default:
      return expect("adapter_gone: an adapter that was not told of",
                    [](E e) { e->adapter_gone(e->ctx, str("hci0")); });
  }
}

TEST_CASE("what is told though nobody wished it, too much, or after an end is a fault") {
  strings = {};
  Endpoint endpoint = opened();
  SECTION("found without a scan") {
    endpoint.scan(true);
    endpoint.scan(false);
    CHECK_THAT(fault_of(endpoint, [](const auto* e) { e->found(e->ctx, &kPeer); }),
               Contains("though nobody looks"));
  }
  SECTION("incoming without listening") {
    CHECK_THAT(fault_of(endpoint,
                        [](const auto* e) {
                          const auto l = link(1);
                          e->incoming(e->ctx, &l);
                        }),
               Contains("though nobody listens"));
  }
  SECTION("a question from a transport that does not pair") {
    Endpoint plain = opened(puppet(0));
    CHECK_THAT(fault_of(plain,
                        [](const auto* e) {
                          const qitai_pairing q{sizeof q, 0, 1, &kPeer, 1, 0};
                          e->pairing(e->ctx, &q);
                        }),
               Contains("does not pair"));
  }
  SECTION("a message after hanging up") {
    endpoint.listen(true);
    strings.pump = [](const auto* e) {
      const auto l = link(1);
      e->incoming(e->ctx, &l);
    };
    endpoint.pump(0);
    endpoint.hang_up(1);
    CHECK_THAT(fault_of(endpoint, [](const auto* e) { e->received(e->ctx, 1, "x", 1); }),
               Contains("not open"));
  }
  SECTION("more events than one pump may tell, of which none is taken after the first that is wrong") {
    endpoint.listen(true);
    qitai_status last = QITAI_OK;
    CHECK_THAT(fault_of(endpoint,
                        [&](const auto* e) {
                          for (int i = 0; i <= QITAI_TRANSPORT_EVENTS; ++i)
                            last = e->state(e->ctx, QITAI_STATE_LISTEN, 1, {});
                        }),
               Contains("too many events"));
    CHECK(last == QITAI_ERROR);
  }
  SECTION("an event outside pump is not taken") {
    const qitai_transport_events* kept = nullptr;
    strings.pump = [&](const auto* e) { kept = e; };
    endpoint.pump(0);
    strings.pump = {};
    CHECK(kept->state(kept->ctx, QITAI_STATE_LISTEN, 0, {}) == QITAI_BAD_ARGUMENT);
    CHECK(endpoint.pump(0).empty());
  }
}

TEST_CASE("calls that answer nonsense are faults") {
  strings = {};
  Endpoint endpoint = opened();
  SECTION("too many descriptors") {
    strings.counted = 129;
    CHECK_THROWS_WITH(endpoint.descriptors(),
                      "the transport \"puppet\" broke its contract: descriptors() filled 129");
  }
  SECTION("a descriptor that is none") {
    strings.descriptors = {{-1, QITAI_POLL_IN}};
    CHECK_THROWS_WITH(endpoint.descriptors(), Contains("names the descriptor -1"));
  }
  SECTION("a link given twice, or 0") {
    strings.link = GENERATE(0u, 1u);
    if (strings.link == 1) {
      REQUIRE(endpoint.dial("there").second == 1);
      strings.link = 1;
    }
    CHECK_THROWS_WITH(endpoint.dial("there"), Contains("dial() gave the link"));
  }
  SECTION("a status that this call does not have") {
    strings.status = GENERATE(QITAI_ERROR, QITAI_REFUSED, -99, 1);
    CHECK_THROWS_WITH(endpoint.listen(true), Contains("listen() answered "));
    CHECK_THROWS_AS(endpoint.next(), PluginFault);
    CHECK(strings.closed == 1);
  }
}
