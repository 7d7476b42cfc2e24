// A UCI program in a process of its own, for comparing our moves with those of an engine that others wrote.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace qitai::testing {

class Engine {
 public:
  // Null if the program is not installed or does not say uciok.
  static std::unique_ptr<Engine> open(const std::string& path);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void send(const std::string& line);
  // The lines up to and with the first that begins with `prefix`; empty if the program ended before.
  std::vector<std::string> read_until(const std::string& prefix);

  // The legal moves in the position of a FEN, as the engine writes them, and the leaves below each: `go
  // perft`.
  std::map<std::string, std::uint64_t> divide(const std::string& fen, int depth);

 private:
  Engine() = default;
  pid_t process_ = -1;
  std::FILE* in_ = nullptr;
  std::FILE* out_ = nullptr;
};

}  // namespace qitai::testing
