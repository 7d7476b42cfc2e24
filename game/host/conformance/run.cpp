#include "host/conformance/run.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <system_error>
#include <thread>

#include "base/utf8.hpp"
#include "host/inspect.hpp"
#include "host/services.hpp"
#include "host/spawn.hpp"
#include "host/tables.hpp"

namespace qitai::host::conformance {
namespace {

using Clock = std::chrono::steady_clock;

// What both processes look at: the child writes, the parent reads when the child has ended, however it did.
// A plugin that scribbles on it harms its own report alone.
struct Page {
  std::uint32_t finished;  // 1: verdict and sentence are whole
  std::uint32_t verdict;
  char note[1000];
  char sentence[4000];
};
constexpr std::size_t kMostTrace = std::size_t{64} << 20;

void put(char* into, std::size_t size, std::string_view text) {
  const std::size_t count = std::min(size - 1, text.size());
  std::memcpy(into, text.data(), count);
  into[count] = '\0';
}

// One line, whatever stood there.
std::string taken(const char* from, std::size_t size) {
  std::string text = utf8::repaired(std::string_view(from, ::strnlen(from, size)));
  std::ranges::replace_if(
      text, [](char c) { return (c >= 0 && c < ' ') || c == 0x7F; }, ' ');
  return text;
}

struct SharedFile {
  SharedFile() : fd(::memfd_create("qitai-check", MFD_CLOEXEC)) {
    if (fd < 0 || ::ftruncate(fd, sizeof(Page)) != 0) return;
    void* memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory != MAP_FAILED) page = static_cast<Page*>(memory);
  }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile() {
    if (page != nullptr) ::munmap(page, sizeof(Page));
    if (fd >= 0) ::close(fd);
  }
  // What the child wrote behind the page.
  [[nodiscard]] std::string trace() const {
    std::string text;
    char buffer[65536];
    while (text.size() < kMostTrace) {
      const ssize_t got = ::pread(fd, buffer, sizeof buffer, static_cast<off_t>(sizeof(Page) + text.size()));
      if (got <= 0) break;
      text.append(buffer, static_cast<std::size_t>(got));
    }
    return text;
  }

  int fd;
  Page* page = nullptr;
};

// How a process ended, and nothing when it was too late and was ended here.
std::optional<int> wait_for(pid_t child, std::chrono::seconds limit) {
  const auto deadline = Clock::now() + limit;
  for (auto pause = std::chrono::milliseconds(1);;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if (ended < 0 && errno != EINTR) return 0;
    if (Clock::now() >= deadline) {
      ::kill(-child, SIGKILL);
      while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
      return std::nullopt;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(20));
  }
}

Finding conclude(const Page& page, const std::optional<int>& status, std::chrono::seconds limit) {
  const std::string note = taken(page.note, sizeof page.note);
  const std::string place = note.empty() ? std::string() : " (" + note + ")";
  if (!status) return {Verdict::kCrash, fmt::format("did not come back within {} s{}", limit.count(), place)};
  if (WIFSIGNALED(*status)) return {Verdict::kCrash, describe_signal(WTERMSIG(*status)) + place};
  if (page.finished != 1 || page.verdict > static_cast<std::uint32_t>(Verdict::kCrash))
    return {Verdict::kCrash, fmt::format("ended the process with status {}{}", WEXITSTATUS(*status), place)};
  return {static_cast<Verdict>(page.verdict), taken(page.sentence, sizeof page.sentence)};
}

// The check in one process; its trace into `trace`.
Finding once(const Order& order, const Check& check, unsigned game, std::string& trace) {
  const SharedFile shared;
  if (shared.page == nullptr)
    return {Verdict::kCrash,
            "no memory to share with the process: " + std::generic_category().message(errno)};
  const std::vector<std::string> words{order.vetter.string(),       "--check",
                                       order.file.string(),         std::to_string(game),
                                       std::string(check.id),       std::to_string(order.seed),
                                       std::to_string(order.games), std::to_string(order.limit.count())};
  const Result<pid_t> child = spawn_vetter(words, shared.fd);
  if (!child) return {Verdict::kCrash, child.error().message};
  const std::optional<int> status = wait_for(*child, order.limit);
  ::kill(-*child, SIGKILL);  // whoever the plugin started goes with it
  trace = shared.trace();
  return conclude(*shared.page, status, order.limit);
}

// The first line in which two traces differ. One may be shorter: the slower process had less time.
std::optional<std::string> parting(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const std::string_view left = a.substr(0, a.find('\n')), right = b.substr(0, b.find('\n'));
    if (left != right) return std::string(left);
    a.remove_prefix(std::min(a.size(), left.size() + 1));
    b.remove_prefix(std::min(b.size(), right.size() + 1));
  }
  return std::nullopt;
}

template <typename T>
bool read_number(const std::string& word, T& value) {
  const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
  return failed == std::errc{} && end == word.data() + word.size();
}

// Runs the check of this process and answers what it found.
Finding run(const Check& check, Trial& trial) {
  try {
    return {Verdict::kPass, check.run(trial)};
  } catch (const Broken& what) {
    return {Verdict::kFail, what.sentence};
  } catch (const Absent& what) {
    return {Verdict::kSkip, what.why};
  } catch (const PluginFault& fault) {
    return {Verdict::kFail, fault.what()};
  }
}

// A number of its own for each check, so that one more check does not change what the others draw.
std::uint64_t seed_for(std::string_view id, std::uint64_t seed) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a
  for (const char c : id)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash ^ seed * 0x9E3779B97F4A7C15ULL;
}

}  // namespace

Finding make_check(const Order& order, const Check& check, unsigned game) {
  std::string trace;
  const auto begun = Clock::now();
  Finding first = once(order, check, game, trace);
  if (!check.twice || first.verdict != Verdict::kPass) return first;
  // In another second, so that what hangs on the clock comes out differently.
  std::this_thread::sleep_until(begun + std::chrono::milliseconds(1100));
  std::string second_trace;
  Finding second = once(order, check, game, second_trace);
  if (second.verdict != Verdict::kPass) return second;
  if (const auto line = parting(trace, second_trace))
    return {Verdict::kFail,
            fmt::format("two processes with the same seed differ in {}", line->substr(0, line->rfind(':')))};
  return first;
}

int check_main(const std::vector<std::string>& words) {
  if (words.size() != 6) return 2;
  unsigned game = 0, limit = 0;
  Trial trial;
  const Check* const check = find_check(words[2]);
  if (check == nullptr || !read_number(words[1], game) || !read_number(words[3], trial.seed) ||
      !read_number(words[4], trial.games) || !read_number(words[5], limit))
    return 2;
  void* const memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, kVetterFd, 0);
  if (memory == MAP_FAILED) return 2;
  auto* const page = static_cast<Page*>(memory);
  off_t end = sizeof(Page);
  trial.file = words[0];
  trial.seed = seed_for(check->id, trial.seed);
  trial.until = Clock::now() + std::chrono::milliseconds(limit * 500);
  trial.note = [page](std::string_view text) { put(page->note, sizeof page->note, text); };
  trial.trace = [&end](std::string_view text) {
    const std::string line = std::string(text) + "\n";
    const ssize_t done = ::pwrite(kVetterFd, line.data(), line.size(), end);
    if (done > 0) end += done;
  };
  trial.note("while it was being loaded");
  const LoaderOptions nothing;  // no settings, no loop to wake
  const Opened opened =
      open_plugin(trial.file, [&](const std::string& id) { return make_services(id, nothing); });
  Finding finding{Verdict::kFail, opened.report.refusal.message};
  if (opened.report.loaded && game < opened.variants.size()) {
    trial.entry = opened.entry;
    trial.raw = opened.raw[game];
    trial.variant = opened.variants[game];
    // It was read once already, by open_plugin.
    trial.api = *read_functions(trial.raw);
    finding = run(*check, trial);
  }
  put(page->sentence, sizeof page->sentence, finding.sentence);
  page->verdict = static_cast<std::uint32_t>(finding.verdict);
  page->finished = 1;
  return 0;
}

}  // namespace qitai::host::conformance
