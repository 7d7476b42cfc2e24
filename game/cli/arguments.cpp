#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "config/schema.hpp"

namespace qitai::cli {
namespace {

Error usage(std::string message) {
  return {"usage", std::move(message)};
}

}  // namespace

Result<Arguments> Arguments::parse(std::span<const Option> table, std::span<const std::string_view> words,
                                   std::size_t most_others) {
  Arguments out;
  bool only_others = false;  // behind "--"
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view word = words[i];
    if (word == "--" && !only_others) {
      only_others = true;
      continue;
    }
    if (only_others || !word.starts_with('-') || word.size() == 1) {
      if (out.others_.size() == most_others) {
        return usage(fmt::format("\"{}\" is one word too many: options begin with --", word));
      }
      out.others_.emplace_back(word);
      continue;
    }
    std::optional<std::string_view> value;
    if (const std::size_t equals = word.find('='); equals != std::string_view::npos) {
      value = word.substr(equals + 1);
      word = word.substr(0, equals);
    }
    const auto option = std::ranges::find(table, word, &Option::name);
    if (option == table.end()) {
      std::vector<std::string_view> names;
      for (const Option& known : table)
        names.push_back(known.name);
      return usage(fmt::format("There is no option {}{}", word, did_you_mean(word, names)));
    }
    if (option->value.empty()) {
      if (value) return usage(fmt::format("{} takes no value, \"{}\" was given", word, *value));
      value = "";
    } else if (!value) {
      if (i + 1 == words.size()) return usage(fmt::format("{} needs a value: {}", word, option->value));
      value = words[++i];
    }
    std::vector<std::string>& values = out.values_[std::string(word)];
    if (!values.empty() && !option->repeated) return usage(fmt::format("{} was given twice", word));
    values.emplace_back(*value);
  }
  return out;
}

std::optional<std::string> Arguments::value(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second.front();
}

std::vector<std::string> Arguments::values(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

Result<std::optional<std::int64_t>> Arguments::number(std::string_view name, std::int64_t least,
                                                      std::int64_t most) const {
  const std::optional<std::string> text = value(name);
  if (!text) return std::optional<std::int64_t>();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size() || number < least || number > most) {
    return usage(
        fmt::format("{} is \"{}\": expected a whole number from {} to {}", name, *text, least, most));
  }
  return std::optional(number);
}

std::optional<std::pair<std::string, std::string>> key_and_value(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  return std::pair(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
}

Result<std::vector<std::pair<std::string, std::string>>> Arguments::pairs(std::string_view name) const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string& text : values(name)) {
    auto pair = key_and_value(text);
    if (!pair) return Error{"usage", fmt::format("{} {}: expected key=value", name, text)};
    if (std::ranges::any_of(all, [&](const auto& earlier) { return earlier.first == pair->first; }))
      return Error{"usage", fmt::format("{} {} was given twice", name, pair->first)};
    all.push_back(std::move(*pair));
  }
  return all;
}

std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> candidates) {
  const std::string_view nearest = config::nearest(wrong, candidates);
  return nearest.empty() ? std::string() : fmt::format(": did you mean {}?", nearest);
}

}  // namespace qitai::cli
