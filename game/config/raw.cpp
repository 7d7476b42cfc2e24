#include "config/raw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/utf8.hpp"

namespace qitai::config {
namespace {

constexpr std::size_t kMaxTextBytes = 4096;
constexpr std::size_t kMaxInputNameBytes = 32;
constexpr std::size_t kMaxGameIdBytes = 32;  // as the SDK has it

constexpr std::size_t kMostShort = 40;  // characters

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

bool is_plain(std::string_view text) {
  return utf8::is_valid(text) &&
         std::none_of(text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7F; });
}

bool has_form(Form form, std::string_view text) {
  if (text.size() > kMaxTextBytes || !is_plain(text)) return false;
  switch (form) {
    case Form::kAbsolutePath:
      return text.rfind('/', 0) == 0;
    case Form::kInputName:
      return (text.rfind("key:", 0) == 0 || text.rfind("pad:", 0) == 0) && text.size() > 4 &&
             text.size() <= 4 + kMaxInputNameBytes;
    case Form::kGameId:
      return !text.empty() && text.size() <= kMaxGameIdBytes &&
             text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
    case Form::kPin:
      return text.size() >= 4 && text.size() <= 12 &&
             text.find_first_not_of("123456789") == std::string_view::npos;
    case Form::kDayTime: {
      const auto digits = [&](std::size_t at) { return is_digit(text[at]) && is_digit(text[at + 1]); };
      return text.size() == 5 && text[2] == ':' && digits(0) && digits(3) && text.substr(0, 2) < "24" &&
             text[3] < '6';
    }
    case Form::kShort:
      return utf8::count(text).value_or(kMostShort + 1) <= kMostShort;
    case Form::kAny:
      break;
  }
  return true;
}

std::string in_quotes(std::string_view text) {
  return fmt::format("\"{}\"", text);
}

}  // namespace

Raw raw_from_text(const Key& key, std::string_view text) {
  return std::visit(Overloaded{
                        [&](bool Values::*) -> Raw {
                          if (text == "true") return true;
                          if (text == "false") return false;
                          return std::string(text);
                        },
                        [&](int Values::*) -> Raw {
                          std::int64_t number = 0;
                          const auto [end, failed] =
                              std::from_chars(text.data(), text.data() + text.size(), number);
                          if (failed != std::errc() || end != text.data() + text.size())
                            return std::string(text);
                          return number;
                        },
                        [&](std::string Values::*) -> Raw { return std::string(text); },
                        [&](std::vector<std::string> Values::*) -> Raw {
                          std::vector<std::string> parts;
                          while (!text.empty()) {
                            const std::size_t comma = std::min(text.find(','), text.size());
                            parts.emplace_back(text.substr(0, comma));
                            text.remove_prefix(std::min(comma + 1, text.size()));
                          }
                          return parts;
                        },
                    },
                    key.member);
}

bool put(const Key& key, const Raw& raw, Values& values) {
  return std::visit(Overloaded{
                        [&](bool Values::*member) {
                          const auto* value = std::get_if<bool>(&raw);
                          if (value == nullptr) return false;
                          values.*member = *value;
                          return true;
                        },
                        [&](int Values::*member) {
                          const auto* value = std::get_if<std::int64_t>(&raw);
                          if (value == nullptr || *value < key.least || *value > key.most) return false;
                          if (!key.choices.empty() && std::find(key.choices.begin(), key.choices.end(),
                                                                std::to_string(*value)) == key.choices.end())
                            return false;
                          values.*member = static_cast<int>(*value);
                          return true;
                        },
                        [&](std::string Values::*member) {
                          const auto* value = std::get_if<std::string>(&raw);
                          if (value == nullptr || !has_form(Form::kAny, *value)) return false;
                          const bool chosen =
                              key.choices.empty() ||
                              std::find(key.choices.begin(), key.choices.end(), *value) != key.choices.end();
                          // An empty path means the usual place, as its absence does.
                          if (!chosen || (!value->empty() && !has_form(key.form, *value))) return false;
                          values.*member = *value;
                          return true;
                        },
                        [&](std::vector<std::string> Values::*member) {
                          const auto* value = std::get_if<std::vector<std::string>>(&raw);
                          if (value == nullptr || value->size() > static_cast<std::size_t>(key.most))
                            return false;
                          if (!std::all_of(value->begin(), value->end(),
                                           [&](const auto& one) { return has_form(key.form, one); })) {
                            return false;
                          }
                          values.*member = *value;
                          return true;
                        },
                    },
                    key.member);
}

void describe_expected(const Key& key, const Raw& got, Problem& problem) {
  problem.least = key.least;
  problem.most = key.most;
  problem.choices.assign(key.choices.begin(), key.choices.end());
  problem.expected_key =
      std::visit(Overloaded{
                     [](bool Values::*) { return "config.expected.boolean"; },
                     [&](int Values::*) {
                       return key.choices.empty() ? "config.expected.integer" : "config.expected.choice";
                     },
                     [&](std::string Values::*) {
                       if (!key.choices.empty()) return "config.expected.choice";
                       if (key.form == Form::kPin) return "config.expected.pin";
                       if (key.form == Form::kDayTime) return "config.expected.day_time";
                       if (key.form == Form::kShort) return "config.expected.short";
                       return "config.expected.path";
                     },
                     [&](std::vector<std::string> Values::*) {
                       if (key.form == Form::kInputName) return "config.expected.keys";
                       return key.form == Form::kGameId ? "config.expected.games" : "config.expected.paths";
                     },
                 },
                 key.member);
  if (const auto* text = std::get_if<std::string>(&got); text != nullptr && !key.choices.empty()) {
    problem.suggestion = nearest(*text, key.choices);
  }
}

std::string shown(const Key& key, const Values& values) {
  return std::visit(Overloaded{
                        [&](bool Values::*member) { return std::string(values.*member ? "true" : "false"); },
                        [&](int Values::*member) { return std::to_string(values.*member); },
                        [&](std::string Values::*member) { return in_quotes(values.*member); },
                        [&](std::vector<std::string> Values::*member) {
                          std::string out;
                          for (const auto& one : values.*member)
                            out += (out.empty() ? "" : ", ") + in_quotes(one);
                          return "[" + out + "]";
                        },
                    },
                    key.member);
}

}  // namespace qitai::config
