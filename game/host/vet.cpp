#include "host/vet.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <thread>

#include "host/spawn.hpp"

namespace qitai::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxMessage = 65536;
constexpr std::size_t kMaxIds = 64;  // of games, transports, pages
constexpr std::size_t kAtOnce = 16;  // processes

// One vetting process.
struct Child {
  std::filesystem::path file;
  pid_t pid = -1;
  int pipe = -1;
  std::string received;
  std::optional<int> status;  // of waitpid
  bool killed = false;        // by us, too late
  std::string not_started;    // why
};

std::string errno_text(int number) {
  return std::generic_category().message(number);
}

void start(Child& child, const std::filesystem::path& vetter) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    child.not_started = errno_text(errno);
    return;
  }
  const Result<pid_t> started = spawn_vetter({vetter.string(), child.file.string()}, ends[1]);
  ::close(ends[1]);
  if (!started) {
    ::close(ends[0]);
    child.not_started = started.error().message;
    return;
  }
  child.pid = *started;
  child.pipe = ends[0];
}

// Takes what is in the pipe; closes it at its end.
void drain(Child& child) {
  char buffer[4096];
  while (child.pipe >= 0) {
    const ssize_t got = ::read(child.pipe, buffer, sizeof buffer);
    if (got > 0 && child.received.size() < kMaxMessage * 8) {
      child.received.append(buffer, static_cast<std::size_t>(got));
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else if (got < 0 && errno == EAGAIN) {
      return;
    } else {
      ::close(child.pipe);
      child.pipe = -1;
    }
  }
}

bool running(const Child& child) {
  return child.pid > 0 && !child.status;
}

void reap(Child& child, int flags) {
  int status = 0;
  pid_t ended = 0;
  do {
    ended = ::waitpid(child.pid, &status, flags);
  } while (ended < 0 && errno == EINTR);
  if (ended == 0) return;
  child.status = ended == child.pid ? status : 0;
  // Whoever the plugin started goes with it.
  ::kill(-child.pid, SIGKILL);
}

void wait_for_all(std::vector<Child>& children, std::chrono::milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  for (;;) {
    std::vector<pollfd> waiting;
    bool any = false;
    for (Child& child : children) {
      drain(child);
      if (running(child)) reap(child, WNOHANG);
      any = any || running(child);
      if (running(child) && child.pipe >= 0) waiting.push_back({child.pipe, POLLIN, 0});
    }
    if (!any) break;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) {
      for (Child& child : children) {
        if (!running(child)) continue;
        child.killed = true;
        ::kill(-child.pid, SIGKILL);
        reap(child, 0);
      }
      break;
    }
    // A process ends a moment after its pipe does: then there is nothing to poll, so look again soon.
    ::poll(waiting.data(), static_cast<nfds_t>(waiting.size()),
           waiting.empty() ? 1 : static_cast<int>(std::min<std::int64_t>(left.count(), 20)));
  }
  for (Child& child : children) {
    drain(child);
    if (child.pipe >= 0) ::close(child.pipe);
    child.pipe = -1;
  }
}

const char* stage_name(Stage stage) {
  switch (stage) {
    case Stage::kOpening:
      return "while it was being loaded";
    case Stage::kInit:
      return "in init";
    case Stage::kTables:
      return "while it described what it brings";
    case Stage::kLeaving:
      return "when it was done";
  }
  return "";
}

// The last message that is whole.
VetProgress last_message(std::string_view received) {
  VetProgress last;
  Reader reader(as_bytes(received));
  while (reader.left() != 0) {
    const ByteView bytes = reader.block(kMaxMessage);
    if (!reader.ok()) break;
    auto progress = decode_progress(bytes);
    if (!progress) break;
    last = std::move(*progress);
  }
  return last;
}

PluginReport conclude(const Child& child, const std::filesystem::path& vetter,
                      std::chrono::milliseconds timeout) {
  VetProgress last = last_message(child.received);
  PluginReport report = std::move(last.report);
  report.file = child.file;
  const std::string name = child.file.filename().string();
  const auto refuse = [&](const char* code, std::string rest) {
    report.loaded = false;
    report.refusal = {code, name + " " + std::move(rest) + "."};
    report.variants.clear();
    report.transports.clear();
    report.pages.clear();
  };
  if (child.pid <= 0) {
    refuse("unvetted", fmt::format("was not loaded: the vetting program {} cannot be started ({})",
                                   vetter.string(), child.not_started));
  } else if (child.killed) {
    refuse("hung", fmt::format("did not come back within {} ms {}", timeout.count(), stage_name(last.stage)));
  } else if (WIFSIGNALED(*child.status) && WTERMSIG(*child.status) == SIGXCPU) {
    refuse("hung",
           fmt::format("used more than {} s of processor time {}", kVetCpuSeconds, stage_name(last.stage)));
  } else if (WIFSIGNALED(*child.status)) {
    refuse("crashed", fmt::format("{} {}", describe_signal(WTERMSIG(*child.status)), stage_name(last.stage)));
  } else if (WEXITSTATUS(*child.status) == 127 && child.received.empty()) {
    refuse("unvetted",
           fmt::format("was not loaded: the vetting program {} cannot be started", vetter.string()));
  } else if (last.stage != Stage::kLeaving || WEXITSTATUS(*child.status) != 0 ||
             (!report.loaded && report.refusal.code.empty())) {
    refuse("crashed", fmt::format("ended the process that looked at it with status {} {}",
                                  WEXITSTATUS(*child.status), stage_name(last.stage)));
  }
  return report;
}

}  // namespace

Bytes encode_progress(const VetProgress& progress) {
  const PluginReport& report = progress.report;
  Writer writer;
  writer.u8(static_cast<std::uint8_t>(progress.stage));
  writer.u8(report.loaded ? 1 : 0);
  writer.u16(static_cast<std::uint16_t>(report.abi_major));
  writer.u16(static_cast<std::uint16_t>(report.abi_minor));
  for (const std::string* text :
       {&report.id, &report.version, &report.author, &report.refusal.code, &report.refusal.message}) {
    writer.text(*text);
  }
  for (const auto* ids : {&report.variants, &report.transports, &report.pages}) {
    writer.u32(static_cast<std::uint32_t>(ids->size()));
    for (const std::string& id : *ids)
      writer.text(id);
  }
  return writer.take();
}

Result<VetProgress> decode_progress(ByteView bytes) {
  Reader reader(bytes);
  VetProgress progress;
  PluginReport& report = progress.report;
  const std::uint8_t stage = reader.u8();
  if (stage > static_cast<std::uint8_t>(Stage::kLeaving)) reader.fail();
  progress.stage = static_cast<Stage>(stage);
  report.loaded = reader.u8() == 1;
  report.abi_major = reader.u16();
  report.abi_minor = reader.u16();
  for (std::string* text :
       {&report.id, &report.version, &report.author, &report.refusal.code, &report.refusal.message}) {
    *text = reader.text(4096);
  }
  for (auto* ids : {&report.variants, &report.transports, &report.pages}) {
    const std::uint32_t count = reader.u32();
    if (count > kMaxIds) reader.fail();
    for (std::uint32_t i = 0; i < count && reader.ok(); ++i)
      ids->push_back(reader.text(32));
  }
  if (const Status whole = reader.finish("the vetting program's message"); !whole) {
    return Error{"malformed", whole.error().message};
  }
  return progress;
}

std::vector<PluginReport> vet(const std::vector<std::filesystem::path>& files,
                              const std::filesystem::path& vetter, std::chrono::milliseconds timeout) {
  std::vector<PluginReport> reports;
  reports.reserve(files.size());
  for (std::size_t begin = 0; begin < files.size(); begin += kAtOnce) {
    std::vector<Child> children(std::min(kAtOnce, files.size() - begin));
    for (std::size_t i = 0; i < children.size(); ++i) {
      children[i].file = files[begin + i];
      start(children[i], vetter);
    }
    wait_for_all(children, timeout);
    for (const Child& child : children)
      reports.push_back(conclude(child, vetter, timeout));
  }
  return reports;
}

}  // namespace qitai::host
