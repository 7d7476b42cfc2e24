// Cli: what a subcommand is. Exit status of every command: 0 done; 1 the answer is no; 2 bad usage or
// unreadable input, the reason on standard error.
#pragma once

#include <span>
#include <string_view>

#include "cli/arguments.hpp"

namespace qitai::cli {

inline constexpr int kDone = 0;
inline constexpr int kNo = 1;
inline constexpr int kUnreadable = 2;

struct Command {
  std::string_view name;         // empty: the game itself
  std::string_view synopsis;     // behind the name
  std::string_view summary;      // a few words for the list of commands
  std::string_view description;  // paragraphs for its help
  std::span<const Option> options;
  int (*run)(const Arguments& arguments);
  std::size_t most_others = 0;  // words that are no options
};

extern const Command kPlay, kDemo, kPerft, kJudge, kBench, kDuel, kPlugins, kCheckPlugin;

// The sentence on standard error, marked with the command's name, and kUnreadable.
int refuse(const Command& command, std::string_view sentence);

// Options that several commands share.
inline constexpr Option kPluginOption{"--plugin", "FILE.so",
                                      "load this plugin too, before those in the plugin folders", true};
inline constexpr Option kConfigOption{"--config", "FILE",
                                      "read this configuration instead of config.toml in "
                                      "the user's configuration folder"};
inline constexpr Option kDataOption{"--data", "DIR", "keep matches and settings in this folder"};
inline constexpr Option kLangOption{"--lang", "LANGUAGE", "zh-Hans, zh-Hant or en"};

// Runs the command line; the process's exit status.
int run(int count, const char* const* words);

}  // namespace qitai::cli
