#include "config/layers.hpp"

#include <toml++/toml.h>

#include <charconv>
#include <exception>
#include <sstream>

#include "config/schema.hpp"

namespace qitai::config {
namespace {

// A file of a million wrong keys must not fill the memory with sentences; nobody reads more than these.
constexpr std::size_t kMaxProblems = 100;
constexpr std::size_t kMaxShownBytes = 60;
constexpr std::size_t kMaxRules = 1000;
constexpr std::size_t kMaxPluginSettings = 1000;
constexpr std::string_view kRules = "rules";
constexpr std::string_view kPlugin = "plugin";

void add_problem(Layers& layers, Problem problem) {
  if (layers.problems.size() < kMaxProblems) layers.problems.push_back(std::move(problem));
}

Problem problem_at(Problem::Kind kind, const Place& place, std::string_view key) {
  Problem problem;
  problem.kind = kind;
  problem.file = place.file;
  problem.line = place.line;
  problem.column = place.column;
  problem.key = key;
  return problem;
}

std::string shortened(std::string text) {
  if (text.size() <= kMaxShownBytes) return text;
  std::size_t end = kMaxShownBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)
    --end;  // not within a character
  text.resize(end);
  return text + "…";
}

std::string shown_node(const toml::node& node) {
  if (node.is_table()) return "[…]";  // a whole section would be no sentence
  std::ostringstream out;
  node.visit([&](const auto& one) { out << one; });
  return shortened(out.str());
}

Raw raw_from_node(const toml::node& node) {
  if (const auto* value = node.as_boolean()) return value->get();
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_string()) return value->get();
  if (const auto* array = node.as_array()) {
    std::vector<std::string> texts;
    for (const toml::node& element : *array) {
      const auto* text = element.as_string();
      if (text == nullptr) return {};
      texts.push_back(text->get());
    }
    return texts;
  }
  return {};
}

bool is_section(std::string_view path) {
  for (const Key& key : schema()) {
    if (key.path.size() > path.size() && key.path.substr(0, path.size()) == path &&
        key.path[path.size()] == '.') {
      return true;
    }
  }
  return false;
}

void unknown_key(Layers& layers, const Place& place, const std::string& path) {
  Problem problem = problem_at(Problem::Kind::kUnknownKey, place, shortened(path));
  problem.suggestion = nearest_key(path);
  add_problem(layers, std::move(problem));
}

void set_value(Layers& layers, const Key& key, const Raw& raw, const Place& place, const std::string& got) {
  if (put(key, raw, layers.values)) {
    layers.places.insert_or_assign(std::string(key.path), place);
    return;
  }
  Problem problem = problem_at(Problem::Kind::kWrongValue, place, key.path);
  // Problems stand on the title for everybody.
  problem.got = key.form == Form::kPin ? "…" : got;
  problem.fallback = shown(key, layers.values);
  describe_expected(key, raw, problem);
  add_problem(layers, std::move(problem));
}

class FileReader {
 public:
  FileReader(std::string file, bool menus, Layers& layers)
      : file_(std::move(file)), menus_(menus), layers_(layers) {}

  // A table of the file whose full name is `path`; the root's is empty. The depth is bounded by the parser
  // and by the schema: only names that lead to a key are entered.
  void table(const toml::table& table, const std::string& path) {
    for (const auto& [name, node] : table) {
      const std::string full = path.empty() ? std::string(name.str()) : path + "." + std::string(name.str());
      const toml::source_position at = name.source().begin;
      const Place place{file_, at.line, at.column};
      if (full == kRules && !menus_ && node.is_table()) {
        rules(*node.as_table());
      } else if (full == kPlugin && !menus_) {
        plugins(node, place);
      } else if (const Key* key = find_key(full); key != nullptr && (key->menu || !menus_)) {
        const Raw raw = raw_from_node(node);
        set_value(layers_, *key, raw, place, shown_node(node));
        if (menus_ && layers_.places.count(full) != 0) layers_.menu_values.insert_or_assign(full, raw);
      } else if (is_section(full)) {
        section(node, full, place);
      } else {
        unknown_key(layers_, place, full);
      }
    }
  }

 private:
  void section(const toml::node& node, const std::string& full, const Place& place) {
    if (node.is_table()) {
      table(*node.as_table(), full);
      return;
    }
    Problem problem = problem_at(Problem::Kind::kWrongValue, place, full);
    problem.got = shown_node(node);
    problem.expected_key = "config.expected.section";
    add_problem(layers_, std::move(problem));
  }

  // [plugin.ID] key = a text, a number, true or false
  void plugins(const toml::node& node, const Place& place) {
    const toml::table* const all = node.as_table();
    if (all == nullptr) return section(node, std::string(kPlugin), place);
    for (const auto& [id, settings] : *all) {
      const std::string full = std::string(kPlugin) + "." + std::string(id.str());
      const toml::table* const own = settings.as_table();
      if (own == nullptr) {
        section(settings, full, {file_, id.source().begin.line, id.source().begin.column});
        continue;
      }
      for (const auto& [key, value] : *own) {
        if (layers_.plugin_settings.size() >= kMaxPluginSettings) return;
        const std::string name = std::string(id.str()) + "." + std::string(key.str());
        const Raw raw = raw_from_node(value);
        if (const auto* text = std::get_if<std::string>(&raw)) {
          layers_.plugin_settings.insert_or_assign(name, *text);
        } else if (const auto* number = std::get_if<std::int64_t>(&raw)) {
          layers_.plugin_settings.insert_or_assign(name, std::to_string(*number));
        } else if (const auto* flag = std::get_if<bool>(&raw)) {
          layers_.plugin_settings.insert_or_assign(name, *flag ? "true" : "false");
        } else {
          const toml::source_position at = key.source().begin;
          Problem problem = problem_at(Problem::Kind::kWrongValue, {file_, at.line, at.column}, full);
          problem.key += "." + std::string(key.str());
          problem.got = shown_node(value);
          problem.expected_key = "config.expected.plugin";
          add_problem(layers_, std::move(problem));
        }
      }
    }
  }

  // [rules] key = value, of all games; [rules.VARIANT] option = value
  void rules(const toml::table& variants) {
    for (const auto& [variant, node] : variants) {
      const toml::source_position at = variant.source().begin;
      const Place place{file_, at.line, at.column};
      const std::string full = "rules." + std::string(variant.str());
      if (const Key* key = find_key(full)) {
        set_value(layers_, *key, raw_from_node(node), place, shown_node(node));
        continue;
      }
      const toml::table* options = node.as_table();
      if (options == nullptr) {
        if (nearest_key(full).empty()) {
          section(node, full, place);
        } else {
          unknown_key(layers_, place, full);
        }
        continue;
      }
      for (const auto& [option, value] : *options) {
        const toml::source_position where = option.source().begin;
        if (layers_.rules.size() >= kMaxRules) return;
        layers_.rules.insert_or_assign(
            std::string(variant.str()) + "." + std::string(option.str()),
            RuleValue{raw_from_node(value), shown_node(value), {file_, where.line, where.column}});
      }
    }
  }

  std::string file_;
  bool menus_;
  Layers& layers_;
};

// The kind of a rule's value on the command line goes by its look: the variants are not known yet.
Raw raw_rule(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  std::int64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed == std::errc() && end == text.data() + text.size()) return number;
  return std::string(text);
}

}  // namespace

void read_layer(std::string_view content, const std::string& file, bool menus, Layers& layers) {
  try {
    const toml::table root = toml::parse(content, file);
    FileReader(file, menus, layers).table(root, "");
  } catch (const toml::parse_error& error) {
    Problem problem;
    problem.kind = Problem::Kind::kSyntax;
    problem.file = file;
    problem.line = error.source().begin.line;
    problem.column = error.source().begin.column;
    problem.detail = shortened(std::string(error.description()));
    add_problem(layers, std::move(problem));
  } catch (const std::exception& error) {
    Problem problem;
    problem.kind = Problem::Kind::kUnreadable;
    problem.file = file;
    problem.detail = error.what();
    add_problem(layers, std::move(problem));
  }
}

void read_command_line(const std::vector<std::pair<std::string, std::string>>& pairs, Layers& layers) {
  for (const auto& [path, text] : pairs) {
    const std::string_view whole(path);
    const std::string prefix = std::string(kRules) + ".";
    if (const Key* key = find_key(path)) {
      set_value(layers, *key, raw_from_text(*key, text), {}, shortened(text));
    } else if (whole.rfind(prefix, 0) == 0 && whole.find('.', prefix.size()) != std::string_view::npos) {
      layers.rules.insert_or_assign(path.substr(prefix.size()),
                                    RuleValue{raw_rule(text), shortened(text), {}});
    } else {
      unknown_key(layers, {}, path);
    }
  }
}

std::string as_toml(const std::map<std::string, Raw, std::less<>>& values) {
  toml::table root;
  for (const auto& [path, raw] : values) {
    toml::table* table = &root;
    std::string_view rest = path;
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
      table = table->insert(rest.substr(0, dot), toml::table{}).first->second.as_table();
      rest.remove_prefix(dot + 1);
    }
    if (const auto* flag = std::get_if<bool>(&raw)) table->insert_or_assign(rest, *flag);
    if (const auto* number = std::get_if<std::int64_t>(&raw)) table->insert_or_assign(rest, *number);
    if (const auto* text = std::get_if<std::string>(&raw)) table->insert_or_assign(rest, *text);
    if (const auto* texts = std::get_if<std::vector<std::string>>(&raw)) {
      toml::array array;
      for (const std::string& one : *texts)
        array.push_back(one);
      table->insert_or_assign(rest, std::move(array));
    }
  }
  std::ostringstream out;
  out << root << '\n';
  return out.str();
}

}  // namespace qitai::config
