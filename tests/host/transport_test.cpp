// Transports: what they say of themselves, and what is asked of them.
#include "transport_puppet.hpp"

namespace sdk = qitai::sdk;
using namespace qitai::host;
using namespace qitai::testing;

TEST_CASE("what a transport says of itself is copied: flags, failures, texts in three languages") {
  strings = {};
  const auto transport = wrapped();
  const TransportInfo& info = transport->info();
  CHECK(info.id == "puppet");
  CHECK(info.version == "1.0");
  CHECK(info.links_max == 3);
  CHECK((info.finds && info.shows && info.pairs && info.ciphers && info.chooses && info.asks));
  REQUIRE(info.failure("lost") != nullptr);
  CHECK(info.failure("lost")->retry);
  CHECK_FALSE(info.failure("lost")->local);
  CHECK(info.failure("off")->local);
  CHECK(info.failure("other") == nullptr);
  CHECK(transport->text("zh-Hans", "failure.lost.help") == "简");
  CHECK(transport->text("zh-Hant", "failure.lost") == "繁");
  CHECK(transport->text("fr", info.name_key) == "words");
  const TransportInfo none = wrapped(puppet(0))->info();
  CHECK_FALSE((none.finds || none.shows || none.pairs || none.ciphers || none.chooses || none.asks));
}

TEST_CASE("a transport that describes itself wrongly is refused with a sentence") {
  strings = {};
  CHECK(refusal(nullptr) == "the transport is NULL");
  const auto broken = [](const std::function<void(qitai_transport&, qitai_transport_info&)>& change) {
    qitai_transport* const raw = puppet();
    // The info is the puppet's own, behind a pointer to const.
    static std::vector<std::unique_ptr<qitai_transport_info>> infos;
    qitai_transport_info& info = *infos.emplace_back(std::make_unique<qitai_transport_info>(*raw->info));
    raw->info = &info;
    change(*raw, info);
    return refusal(raw);
  };
  using T = qitai_transport;
  using I = qitai_transport_info;
  CHECK(broken([](T&, I&) {}).empty());
  CHECK(broken([](T& t, I&) { t.struct_size = 16; }) ==
        "qitai_transport has 16 bytes, expected at least 144");
  CHECK(broken([](T& t, I&) { t.info = nullptr; }) == "qitai_transport.info is NULL");
  CHECK(broken([](T& t, I&) { t.pump = nullptr; }) == "qitai_transport lacks the function pump");
  CHECK(broken([](T& t, I&) { t.hang_up = nullptr; }) == "qitai_transport lacks the function hang_up");
  CHECK(broken([](T& t, I&) { t.scan = nullptr; }) ==
        "qitai_transport lacks the function scan, which QITAI_TRANSPORT_FINDS asks for");
  CHECK(broken([](T& t, I&) { t.visible = nullptr; }) ==
        "qitai_transport lacks the function visible, which QITAI_TRANSPORT_SHOWS asks for");
  CHECK(broken([](T& t, I&) { t.answer = nullptr; }) ==
        "qitai_transport lacks the function answer, which QITAI_TRANSPORT_PAIRS asks for");
  CHECK(broken([](T& t, I&) { t.choose_adapter = nullptr; }) ==
        "qitai_transport lacks the function choose_adapter, which QITAI_TRANSPORT_CHOOSES asks for");
  CHECK(broken([](T&, I& i) { i.struct_size = 8; }) ==
        "qitai_transport_info has 8 bytes, expected at least 96");
  CHECK(broken([](T&, I& i) { i.id = str("No Id"); }) ==
        "transport id \"No Id\" has other characters than [a-z0-9-]");
  CHECK(broken([](T&, I& i) { i.links_max = 0; }) == "links_max is 0, expected 1 to 64");
  CHECK(broken([](T&, I& i) { i.failures.count = 0; }) == "table failures has 0 entries, expected 1 to 64");
  CHECK(broken([](T&, I& i) { i.texts.count = 4'000'000'000; }) ==
        "table texts has 4000000000 entries, expected 1 to 1000");
  CHECK(broken([](T&, I& i) { i.texts.count -= 1; }) ==
        "table texts lacks the text of key \"failure.off.help\" in language zh-Hant");
  CHECK(broken([](T&, I& i) { i.name_key = str("nowhere"); }) ==
        "table texts lacks the text of key \"nowhere\" in language zh-Hans");
  CHECK(broken([](T&, I& i) {
          static qitai_failure_info twice[2];
          std::copy_n(static_cast<const qitai_failure_info*>(i.failures.data), 1, twice);
          twice[1] = twice[0];
          i.failures.data = twice;
        }) == "table failures, entry 1: id \"lost\" stands twice");
}

TEST_CASE("optional functions may be missing where no flag asks for them") {
  strings = {};
  qitai_transport* const raw = puppet(0);
  raw->visible = nullptr;
  raw->scan = nullptr;
  raw->answer = nullptr;
  raw->forget = nullptr;
  raw->choose_adapter = nullptr;
  raw->power = nullptr;
  Endpoint endpoint = opened(raw);
  CHECK_FALSE(endpoint.visible("me", std::nullopt));
  CHECK_FALSE(endpoint.scan(true));
  CHECK_FALSE(endpoint.answer(1, true));
  CHECK_FALSE(endpoint.forget("there"));
  CHECK_FALSE(endpoint.choose_adapter(""));
  CHECK_FALSE(endpoint.power("hci0", true));
  CHECK(strings.calls.empty());
}

TEST_CASE("an endpoint that cannot be opened is an error, and one that was is closed once") {
  strings = {};
  strings.status = QITAI_ERROR;
  CHECK(wrapped()->open({}).error().message ==
        "The transport \"puppet\" cannot be opened: open() answered QITAI_ERROR.");
  strings = {};
  strings.no_endpoint = true;
  CHECK_THAT(wrapped()->open({}).error().message, Contains("without an endpoint"));
  CHECK(strings.closed == 0);
  strings = {};
  {
    std::array<std::uint8_t, 16> identity{};
    identity.back() = 9;
    auto first = wrapped()->open(identity);
    REQUIRE(first);
    CHECK(strings.calls.front() == "open 9");
    Endpoint moved = std::move(*first);
    CHECK(moved.transport().info().id == "puppet");
  }
  CHECK(strings.closed == 1);
}

TEST_CASE("wishes and calls reach the plugin, checked and cut") {
  strings = {};
  Endpoint endpoint = opened();
  CHECK(endpoint.visible("a\u202Eb", 5));
  CHECK(endpoint.visible("b", std::nullopt));
  CHECK(endpoint.visible("c", UINT32_MAX));
  CHECK(endpoint.scan(true));
  endpoint.listen(true);
  CHECK(endpoint.dial("there").first == Endpoint::Dialled::kDialling);
  CHECK(endpoint.choose_adapter("hci1"));
  CHECK(endpoint.forget("there"));
  CHECK(strings.calls == std::vector<std::string>{"visible ab 5", "visible b 4294967295",
                                                  "visible c 4294967294", "scan 1", "listen 1", "dial there",
                                                  "choose hci1", "forget there"});
  strings.calls.clear();
  CHECK(endpoint.dial("two words").first == Endpoint::Dialled::kBadAddress);
  CHECK(endpoint.dial(std::string(65, 'x')).first == Endpoint::Dialled::kBadAddress);
  CHECK(endpoint.send(1, "x") == Endpoint::Sent::kEnding);  // not open yet
  CHECK(endpoint.send(77, "x") == Endpoint::Sent::kEnding);
  endpoint.hang_up(77);
  CHECK_FALSE(endpoint.answer(1, true));      // nobody asked
  CHECK_FALSE(endpoint.power("hci0", true));  // nobody told of it
  CHECK(strings.calls.empty());
  endpoint.dial("there");
  endpoint.dial("there");
  CHECK(endpoint.dial("there").first == Endpoint::Dialled::kTooMany);  // links_max is 3
  CHECK(endpoint.next() == 42);
  strings.descriptors = {{5, QITAI_POLL_IN}, {6, QITAI_POLL_IN | QITAI_POLL_OUT}};
  const auto polled = endpoint.descriptors();
  REQUIRE(polled.size() == 2);
  CHECK((polled[0].fd == 5 && polled[0].in && !polled[0].out));
  CHECK((polled[1].fd == 6 && polled[1].in && polled[1].out));
}

TEST_CASE("a refusal and a want of room are answers, no faults") {
  strings = {};
  Endpoint endpoint = opened();
  strings.status = QITAI_REFUSED;
  CHECK(endpoint.dial("there").first == Endpoint::Dialled::kBadAddress);
  CHECK_FALSE(endpoint.forget("there"));
  CHECK_FALSE(endpoint.choose_adapter("hci1"));
  strings.status = QITAI_WOULD_BLOCK;
  CHECK(endpoint.dial("there").first == Endpoint::Dialled::kTooMany);
  strings.status = QITAI_OK;
  const auto id = endpoint.dial("there").second;
  strings.pump = [&](const auto* e) {
    const qitai_link raw = link(id);
    CHECK(e->opened(e->ctx, &raw) == QITAI_OK);
  };
  REQUIRE(endpoint.pump(0).size() == 1);
  strings.status = QITAI_WOULD_BLOCK;
  CHECK(endpoint.send(id, "x") == Endpoint::Sent::kWouldBlock);
  strings.status = QITAI_REFUSED;
  CHECK(endpoint.send(id, "x") == Endpoint::Sent::kEnding);
  strings.status = QITAI_OK;
  CHECK(endpoint.send(id, std::string(600, 'x')) == Endpoint::Sent::kTaken);
  CHECK(endpoint.send(id, std::string(601, 'x')) == Endpoint::Sent::kBadSize);
  CHECK(endpoint.send(id, "") == Endpoint::Sent::kBadSize);
}

namespace {

// A transport in C++ that throws where it is asked to.
struct Thrower {
  static bool throws;
  static sdk::TransportDescription description() { return described(0); }
  explicit Thrower(std::span<const std::uint8_t, 16>) {
    if (throws) throw std::runtime_error("no");
  }
  void descriptors(sdk::List<qitai_descriptor>&) const {}
  [[nodiscard]] std::int64_t next() const { return QITAI_NEVER; }
  void pump(std::int64_t, sdk::Events& events) {
    if (throws) throw std::runtime_error("no");
    events.state(QITAI_STATE_SCAN, false, "off");
  }
  void listen(bool) {}
  qitai_status dial(std::string_view, std::uint64_t&) { return QITAI_REFUSED; }
  qitai_status send(std::uint64_t, std::string_view) { return QITAI_BAD_ARGUMENT; }
  qitai_status hang_up(std::uint64_t, bool) { return QITAI_OK; }
};
bool Thrower::throws = false;

}  // namespace

TEST_CASE("the C++ adaptor lets no exception out, and has no function that the class has not") {
  const qitai_transport* const raw = sdk::TransportAdaptor<Thrower>::transport();
  REQUIRE(raw != nullptr);
  CHECK(raw->answer == nullptr);
  CHECK(raw->power == nullptr);
  Thrower::throws = true;
  CHECK_FALSE(wrapped(raw)->open({}));
  Thrower::throws = false;
  auto endpoint = wrapped(raw)->open({});
  REQUIRE(endpoint);
  CHECK(endpoint->pump(0).size() == 1);
  Thrower::throws = true;
  CHECK_THROWS_WITH(endpoint->pump(0), Contains("pump() answered QITAI_ERROR"));
  Thrower::throws = false;
}
