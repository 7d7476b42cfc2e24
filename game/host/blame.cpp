#include "host/blame.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

namespace qitai::host {
namespace {

constexpr std::size_t kMostPlugins = 128;
constexpr int kMostFrames = 64;  // enough to see a plugin that calls itself without end

struct Code {
  std::uintptr_t begin = 0, end = 0;
  std::array<char, 64> id{};
};

// Written while plugins are loaded, on one thread; read by handlers of signals.
std::array<Code, kMostPlugins> g_code;
std::atomic<std::size_t> g_count{0};

const char* owner(std::uintptr_t address) {
  const std::size_t count = g_count.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    if (address >= g_code[i].begin && address < g_code[i].end) return g_code[i].id.data();
  }
  return nullptr;
}

// Where a signal met the thread.
std::uintptr_t program_counter(const void* context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<const ucontext_t*>(context)->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

struct Wanted {
  std::uintptr_t base = 0;
  Code* code = nullptr;
};

// The segments of that library.
int find_code(dl_phdr_info* library, std::size_t /*size*/, void* data) {
  const auto& wanted = *static_cast<Wanted*>(data);
  if (library->dlpi_addr != wanted.base) return 0;
  std::uintptr_t begin = UINTPTR_MAX, end = 0;
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    const auto& part = library->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    begin = std::min<std::uintptr_t>(begin, wanted.base + part.p_vaddr);
    end = std::max<std::uintptr_t>(end, wanted.base + part.p_vaddr + part.p_memsz);
  }
  if (begin >= end) return 0;
  wanted.code->begin = begin;
  wanted.code->end = end;
  return 1;
}

}  // namespace

void note_code(const void* symbol, const char* id) {
  // The first call of backtrace() loads its library; in a handler that would be too late.
  std::array<void*, 1> none{};
  (void)::backtrace(none.data(), 1);
  const std::size_t count = g_count.load(std::memory_order_relaxed);
  Dl_info info{};
  if (count == kMostPlugins || ::dladdr(symbol, &info) == 0) return;
  Code& code = g_code[count];
  Wanted wanted{reinterpret_cast<std::uintptr_t>(info.dli_fbase), &code};
  if (::dl_iterate_phdr(find_code, &wanted) == 0) return;
  std::strncpy(code.id.data(), id, code.id.size() - 1);
  g_count.store(count + 1, std::memory_order_release);
}

const char* plugin_running(const void* context) {
  if (context != nullptr) {
    if (const char* id = owner(program_counter(context))) return id;
  }
  std::array<void*, kMostFrames> frames{};
  const int count = ::backtrace(frames.data(), kMostFrames);
  for (int i = 0; i < count; ++i) {
    if (const char* id = owner(reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(i)])))
      return id;
  }
  return nullptr;
}

}  // namespace qitai::host
