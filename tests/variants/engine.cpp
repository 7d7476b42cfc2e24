#include "variants/engine.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace qitai::testing {

std::unique_ptr<Engine> Engine::open(const std::string& path) {
  if (access(path.c_str(), X_OK) != 0) return nullptr;
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0) return nullptr;
  // A program that dies must not take the test with it.
  signal(SIGPIPE, SIG_IGN);
  const pid_t process = fork();
  if (process == 0) {
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    execl(path.c_str(), path.c_str(), nullptr);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  auto engine = std::unique_ptr<Engine>(new Engine);
  engine->process_ = process;
  engine->in_ = fdopen(to[1], "w");
  engine->out_ = fdopen(from[0], "r");
  engine->send("uci");
  if (engine->read_until("uciok").empty()) return nullptr;
  return engine;
}

Engine::~Engine() {
  if (in_ != nullptr) {
    send("quit");
    std::fclose(in_);
  }
  if (out_ != nullptr) std::fclose(out_);
  if (process_ > 0) waitpid(process_, nullptr, 0);
}

void Engine::send(const std::string& line) {
  std::fputs((line + "\n").c_str(), in_);
  std::fflush(in_);
}

std::vector<std::string> Engine::read_until(const std::string& prefix) {
  std::vector<std::string> lines;
  std::string line;
  for (int c = std::fgetc(out_); c != EOF; c = std::fgetc(out_)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    lines.push_back(line);
    if (line.compare(0, prefix.size(), prefix) == 0) return lines;
    line.clear();
  }
  return {};
}

std::map<std::string, std::uint64_t> Engine::divide(const std::string& fen, int depth) {
  send("position fen " + fen);
  send("go perft " + std::to_string(depth));
  std::map<std::string, std::uint64_t> parts;
  for (const std::string& line : read_until("Nodes searched")) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos || line.compare(0, 5, "Nodes") == 0 || line.compare(0, 4, "info") == 0)
      continue;
    parts[line.substr(0, colon)] = std::stoull(line.substr(colon + 2));
  }
  return parts;
}

}  // namespace qitai::testing
