#include "kiosk/page.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/file.hpp"
#include "host/blame.hpp"

namespace qitai::kiosk {
namespace {

Page* g_page = nullptr;

void blame(const void* context) {
  if (g_page->blamed.load() != 0) return;
  const char* const id = host::plugin_running(context);
  if (id == nullptr) return;
  std::strncpy(g_page->plugin.data(), id, g_page->plugin.size() - 1);
  g_page->blamed.store(1);
}

// Once: the signal's own effect, a core dump included, comes when the handler returns to where it happened,
// or by raise() for one that somebody sent.
void handle(int signal, siginfo_t* info, void* context) {
  blame(context);
  if (info->si_code <= 0) (void)::raise(signal);
}

}  // namespace

void Unmap::operator()(Page* page) const {
  ::munmap(page, sizeof(Page));
}

Result<SharedPage> make_page() {
  void* const memory =
      ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return file_error("map", "a shared page", errno);
  return SharedPage(new (memory) Page());
}

void blame_on(Page& page) {
  g_page = &page;
  // A stack of its own: the game's may be what has run out.
  static std::array<char, 65'536> stack;
  stack_t other{};
  other.ss_sp = stack.data();
  other.ss_size = stack.size();
  (void)::sigaltstack(&other, nullptr);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    (void)::sigaction(signal, &action, nullptr);
  }
  // A plugin may call exit().
  (void)std::atexit([] {
    if (g_page->left.load() < 0) blame(nullptr);
  });
}

}  // namespace qitai::kiosk
