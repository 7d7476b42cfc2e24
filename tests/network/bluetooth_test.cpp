// The transport "bluetooth" on a machine that cannot do it: what is missing is said, and nothing waits or
// falls over. Its links are tested in tests/vm.
#include <poll.h>

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <map>

#include "base/log.hpp"
#include "base/time.hpp"
#include "host/loader.hpp"
#include "host/transport.hpp"
#include "network/bluetooth/link.hpp"
#include "scratch.hpp"

using namespace qitai;
using namespace qitai::testing;
using host::event::What;

namespace {

std::map<std::string, std::string>& settings() {
  static std::map<std::string, std::string> values;
  return values;
}

std::shared_ptr<const host::Transport> transport() {
  static const host::Plugins kPlugins = [] {
    set_log_level(LogLevel::kError);
    host::LoaderOptions options;
    options.files = {QITAI_BUILD_DIR "/lib/qitai/plugins/bluetooth.so"};
    options.vetter = QITAI_BUILD_DIR "/libexec/qitai/qitai-vet";
    options.setting = [](std::string_view, std::string_view key) -> std::optional<std::string> {
      const auto found = settings().find(std::string(key));
      return found == settings().end() ? std::nullopt : std::optional(found->second);
    };
    return host::Plugins::load(options);
  }();
  INFO(kPlugins.reports().front().refusal.message);
  const auto found = kPlugins.transport("bluetooth");
  REQUIRE(found != nullptr);
  return found;
}

// An endpoint on a bus that is not there.
struct Alone {
  Alone()
      : endpoint([this] {
          settings()["bus"] = "unix:path=" + (folder / "no-bus").string();
          ::setenv("QITAI_STATE", folder.path().c_str(), 1);
          auto opened = transport()->open(std::array<std::uint8_t, 16>{});
          REQUIRE(opened);
          return std::move(*opened);
        }()) {}
  template <typename Condition>
  bool until(Condition&& condition) {
    const std::int64_t end = boottime_ns() + 15'000'000'000;
    while (!condition()) {
      if (boottime_ns() > end) return false;
      for (host::TransportEvent& told : endpoint.pump(boottime_us())) {
        if (const auto* state = std::get_if<host::event::State>(&told)) states[state->what] = *state;
        if (const auto* one = std::get_if<host::event::Closed>(&told)) closed = *one;
      }
      ++pumps;
      if (endpoint.next() > boottime_us()) (void)::poll(nullptr, 0, 5);
    }
    return true;
  }
  Scratch folder;
  host::Endpoint endpoint;
  std::map<What, host::event::State> states;
  std::optional<host::event::Closed> closed;
  int pumps = 0;
};

}  // namespace

TEST_CASE("bluetooth: without a bus each wish says what is missing, and a call ends with it") {
  Alone alone;
  alone.endpoint.visible("Ann", 60);
  alone.endpoint.scan(true);
  alone.endpoint.listen(true);
  REQUIRE(alone.until([&] {
    return alone.states[What::kVisible].failure == "no-bus" &&
           alone.states[What::kScan].failure == "no-bus" && alone.states[What::kListen].failure == "no-bus";
  }));
  for (const auto& [what, state] : alone.states)
    CHECK_FALSE(state.on);
  const auto [dialled, link] = alone.endpoint.dial("00:11:22:33:44:55");
  REQUIRE(dialled == host::Endpoint::Dialled::kDialling);
  REQUIRE(alone.until([&] { return alone.closed.has_value(); }));
  CHECK(alone.closed->link == link);
  CHECK(alone.closed->failure == "no-bus");
  // What was wished goes on being tried for, now and then.
  alone.pumps = 0;
  (void)::poll(nullptr, 0, 500);
  CHECK(alone.endpoint.next() > boottime_us() - 1'000'000);
}

TEST_CASE("bluetooth: only addresses of Bluetooth are dialled") {
  Alone alone;
  for (const char* const text : {"", "any", "00:11:22:33:44", "00:11:22:33:44:5g", "00:00:00:00:00:00",
                                 "FF:FF:FF:FF:FF:FF", "00:11:22:33:44:55:66", "0123456789abcdef"})
    CHECK(alone.endpoint.dial(text).first == host::Endpoint::Dialled::kBadAddress);
  for (int i = 0; i < 8; ++i)
    CHECK(alone.endpoint.dial("00:11:22:33:44:55").first == host::Endpoint::Dialled::kDialling);
  CHECK(alone.endpoint.dial("00:11:22:33:44:55").first == host::Endpoint::Dialled::kTooMany);
  CHECK_FALSE(alone.endpoint.forget("00:11:22:33:44:55"));
  CHECK_FALSE(alone.endpoint.power("00:11:22:33:44:55", true));
}

TEST_CASE("bluetooth: every errno that sockets answer has a sentence and a help in each language") {
  const auto bluetooth = transport();
  for (int error = 1; error < 134; ++error) {
    bluetooth::Channel lost(network::Handle(), bluetooth::Channel::State::kEnded);
    for (const std::string& id : {bluetooth::dial_failure(error), bluetooth::query_failure(error),
                                  bluetooth::listen_failure(error), bluetooth::end_failure(lost)}) {
      const host::FailureInfo* const info = bluetooth->info().failure(id);
      INFO(error << " " << id);
      REQUIRE(info != nullptr);
      for (const char* const language : {"en", "zh-Hans", "zh-Hant"}) {
        CHECK_FALSE(bluetooth->text(language, info->what_key).empty());
        CHECK(bluetooth->text(language, info->help_key) != info->help_key);
      }
    }
  }
  // As measured (plugins/network/README.md).
  CHECK(bluetooth::dial_failure(ECONNREFUSED) == "refused");
  CHECK(bluetooth::dial_failure(EHOSTDOWN) == "absent");
  CHECK(bluetooth::dial_failure(EHOSTUNREACH) == "adapter-lost");
  CHECK(bluetooth::dial_failure(EACCES) == "pairing-refused");
  CHECK(bluetooth::dial_failure(ECONNRESET) == "pairing-failed");
  CHECK(bluetooth::dial_failure(EBADE) == "key-missing");
  CHECK(bluetooth::query_failure(ECONNREFUSED) == "no-game");
  CHECK(bluetooth::query_failure(EHOSTDOWN) == "absent");
  CHECK(bluetooth::listen_failure(EADDRINUSE) == "psm-in-use");
  CHECK(bluetooth::listen_failure(EAFNOSUPPORT) == "unsupported");
  CHECK(bluetooth::listen_failure(EACCES) == "permission");
}
