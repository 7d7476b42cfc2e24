#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "cli/command.hpp"
#include "host/variant.hpp"

namespace qitai::cli {
namespace {

constexpr std::array kCommands{&kPlay, &kDemo, &kPerft, &kJudge, &kDuel, &kBench, &kPlugins, &kCheckPlugin};
constexpr std::size_t kHelpWidth = 78;
constexpr std::size_t kMostQuoted = 600;  // bytes of a sentence; what was typed may be megabytes

std::string called(const Command& command) {
  return command.name.empty() ? "qitai" : fmt::format("qitai {}", command.name);
}

// Breaks at spaces; line ends in the text stay.
void print_wrapped(std::string_view text, std::size_t indent) {
  const std::string margin(indent, ' ');
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    do {
      std::string_view part = line;
      if (part.size() > kHelpWidth - indent) {
        const std::size_t space = part.rfind(' ', kHelpWidth - indent);
        part = part.substr(0, space == std::string_view::npos ? part.find(' ') : space);
      }
      fmt::print("{}{}\n", part.empty() ? "" : margin, part);
      line.remove_prefix(std::min(line.size(), part.size() + 1));
    } while (!line.empty());
  }
}

int print_help(const Command& command) {
  fmt::print("NAME\n    {} - {}\n\nSYNOPSIS\n", called(command), command.summary);
  print_wrapped(fmt::format("{} {}", called(command), command.synopsis), 4);
  fmt::print("\nDESCRIPTION\n");
  print_wrapped(command.description, 4);
  fmt::print("\nOPTIONS\n");
  for (const Option& option : command.options) {
    fmt::print("    {}{}{}\n", option.name, option.value.empty() ? "" : " ", option.value);
    print_wrapped(fmt::format("{}{}.", option.help, option.repeated ? " (may be repeated)" : ""), 8);
  }
  fmt::print("    --help\n        show this text.\n");
  if (command.name.empty()) {
    fmt::print("\nCOMMANDS\n");
    for (const Command* other : kCommands) {
      if (!other->name.empty()) fmt::print("    qitai {:<12} {}\n", other->name, other->summary);
    }
    fmt::print("    Each has a --help of its own.\n");
  }
  fmt::print(
      "\nEXIT STATUS\n    0  done\n    1  the answer is no; the output says why\n"
      "    2  bad usage or unreadable input; the reason is on standard error\n");
  return kDone;
}

}  // namespace

int refuse(const Command& command, std::string_view sentence) {
  // What was typed is quoted in it: nothing of that may break the line or steer the terminal.
  std::string shown(sentence);
  if (shown.size() > kMostQuoted) {
    // The beginning of what was typed, and the end of the sentence, which says what was expected.
    shown.replace(kMostQuoted / 2, shown.size() - kMostQuoted, " ... ");
  }
  shown = utf8::repaired(shown);
  std::ranges::replace_if(
      shown, [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }, ' ');
  fmt::print(stderr, "{}: {}\n", called(command), shown);
  return kUnreadable;
}

int run(int count, const char* const* words) {
  std::vector<std::string_view> rest(words + std::min(count, 1), words + count);
  const Command* command = &kPlay;
  if (!rest.empty() && !rest.front().starts_with('-')) {
    const auto found = std::ranges::find(kCommands, rest.front(), &Command::name);
    if (found == kCommands.end() || rest.front().empty()) {
      std::vector<std::string_view> names;
      names.reserve(kCommands.size());
      for (const Command* known : kCommands)
        names.push_back(known->name);
      return refuse(kPlay, fmt::format("There is no command \"{}\"{}", rest.front(),
                                       did_you_mean(rest.front(), names)));
    }
    command = *found;
    rest.erase(rest.begin());
  }
  if (std::ranges::find(rest, "--help") != rest.end()) return print_help(*command);
  const Result<Arguments> arguments = Arguments::parse(command->options, rest, command->most_others);
  if (!arguments) {
    if (command == &kPlay) {
      // "qitai --plugin a.so perft": the option is right, its place is not.
      const auto later = std::ranges::find_first_of(rest, kCommands, {}, {}, &Command::name);
      if (later != rest.end() && !later->empty()) {
        return refuse(
            kPlay,
            fmt::format("A command comes before its options: qitai {} ... (qitai {} --help lists them)",
                        *later, *later));
      }
    }
    return refuse(*command, fmt::format("{} ({} --help lists all options)", arguments.error().message,
                                        called(*command)));
  }
  try {
    return command->run(*arguments);
  } catch (const host::PluginFault& fault) {
    (void)refuse(*command, fault.what());
    return kNo;
  }
}

}  // namespace qitai::cli
