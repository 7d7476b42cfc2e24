// Host: the conformance check of a plugin. This header: what one check is and what it works with. Each runs
// in a process of its own (run.hpp), since what is checked may crash, hang and scribble.
#pragma once

#include <fmt/format.h>
#include <qitai/variant.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "host/variant.hpp"

namespace qitai::host::conformance {

// The first thing that is wrong; a check ends with it. Thrown by broken(), like a PluginFault, because it is
// found many calls deep; caught where the check was started.
struct Broken {
  std::string sentence;  // without a full stop at its end
};
// This game has nothing of the kind that a check looks at.
struct Absent {
  std::string why;
};

template <typename... T>
[[noreturn]] void broken(fmt::format_string<T...> text, T&&... values) {
  throw Broken{fmt::format(text, std::forward<T>(values)...)};
}
template <typename... T>
void hold(bool held, fmt::format_string<T...> text, T&&... values) {
  if (!held) throw Broken{fmt::format(text, std::forward<T>(values)...)};
}

// What a check works on.
struct Trial {
  std::filesystem::path file;
  const qitai_plugin* entry = nullptr;
  const qitai_variant* raw = nullptr;  // as the plugin gives it: of the plugin's own size
  qitai_variant api{};                 // the same in the shape of this build: what it lacks is NULL
  std::shared_ptr<const Variant> variant;
  std::uint64_t seed = 0;  // everything drawn in a check comes from it and the check's id
  unsigned games = 0;      // how many random games the broadest check plays; others play a part of them
  std::chrono::steady_clock::time_point until;  // no new game after this
  // Says what is being done, so that a crash or a hang can be named.
  std::function<void(std::string_view)> note = [](std::string_view) {};
  // A line that must come out the same in every process; only for checks that run twice.
  std::function<void(std::string_view)> trace = [](std::string_view) {};

  [[nodiscard]] const VariantInfo& info() const { return variant->info(); }
  [[nodiscard]] int seats() const { return static_cast<int>(info().seats.size()); }
  [[nodiscard]] bool late() const { return std::chrono::steady_clock::now() >= until; }
};

struct Check {
  std::string_view id;
  std::string_view holds;  // what is true of a plugin that passes, one clause
  // Throws Broken, Absent or PluginFault. Answers what was looked at ("25 games"), or nothing.
  std::string (*run)(Trial& trial);
  bool twice = false;  // in two processes, whose traces must agree
};

// All checks, in the order in which they are made.
[[nodiscard]] std::span<const Check> checks();
[[nodiscard]] const Check* find_check(std::string_view id);

// By topic; each file of this folder holds a few.
std::string check_symbols(Trial& trial);
std::string check_structs(Trial& trial);
std::string check_texts(Trial& trial);
std::string check_geometry(Trial& trial);
std::string check_options(Trial& trial);
std::string check_buffers(Trial& trial);
std::string check_games(Trial& trial);
std::string check_legal(Trial& trial);
std::string check_refusals(Trial& trial);
std::string check_questions(Trial& trial);
std::string check_outcome(Trial& trial);
std::string check_notation(Trial& trial);
std::string check_save(Trial& trial);
std::string check_hostile(Trial& trial);
std::string check_clone(Trial& trial);
std::string check_undo(Trial& trial);
std::string check_replay(Trial& trial);
std::string check_same(Trial& trial);
std::string check_hash(Trial& trial);
std::string check_position(Trial& trial);
std::string check_chance(Trial& trial);
std::string check_setup(Trial& trial);
std::string check_knowledge(Trial& trial);
std::string check_secrets(Trial& trial);
std::string check_search(Trial& trial);
std::string check_perft(Trial& trial);
std::string check_threads(Trial& trial);

}  // namespace qitai::host::conformance
