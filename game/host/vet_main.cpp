// The vetting program: opens one plugin in a process of its own, so that a plugin that crashes, hangs or lies
// does it here. Started by vet() in vet.cpp, and for one conformance check by make_check() in conformance/.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>

#include "host/conformance/run.hpp"
#include "host/services.hpp"
#include "host/vet.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define QITAI_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define QITAI_SANITIZED
#endif

#ifdef QITAI_SANITIZED
// A sanitizer would turn the signal that ends us into an exit status, and look for leaks of plugins, which
// are never unloaded. It also reserves more address space than any limit.
extern "C" QITAI_EXPORT const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:detect_leaks=0";
}
extern "C" QITAI_EXPORT const char* __tsan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0";
}
#endif

namespace {

void limit(int resource, rlim_t most) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
  now.rlim_cur = most;
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &now);
}

void send(qitai::host::Stage stage, const qitai::host::PluginReport& report) {
  qitai::Writer message;
  message.block(qitai::host::encode_progress({stage, report}));
  const qitai::Bytes& bytes = message.bytes();
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t done = ::write(qitai::host::kVetPipe, bytes.data() + sent, bytes.size() - sent);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;  // nobody listens any more
    sent += static_cast<std::size_t>(done);
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace qitai::host;
  const bool check = argc > 1 && std::string_view(argv[1]) == "--check";
  if (!check && argc != 2) {
    std::fputs("qitai-vet is started by qitai to look at a plugin in a process of its own\n", stderr);
    return 2;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0);
#ifndef QITAI_SANITIZED
  limit(RLIMIT_AS, kVetAddressSpace);
#endif
  // Its time is bounded by whoever waits for it.
  if (check) return conformance::check_main({argv + 2, argv + argc});
  limit(RLIMIT_CPU, kVetCpuSeconds);
  const LoaderOptions nothing;  // no settings, no loop to wake
  Opened opened = open_plugin(
      argv[1], [&](const std::string& id) { return make_services(id, nothing); }, &send);
  for (const std::shared_ptr<const Page>& page : opened.pages) {
    const qitai::Status drawn = try_page(*page);
    if (drawn || !opened.report.loaded) continue;
    opened.report.loaded = false;
    opened.report.refusal = {"tables",
                             opened.report.file.filename().string() + ": " + drawn.error().message + "."};
    opened.report.variants.clear();
    opened.report.pages.clear();
  }
  send(Stage::kLeaving, opened.report);
  return 0;  // the plugin's destructors run now, as they will when the game ends
}
