#include "variants/table.hpp"

#include <fstream>
#include <stdexcept>

namespace qitai::testing {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields{""};
  for (const char c : line) {
    if (c == '\t')
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

}  // namespace

std::vector<Row> read_table(std::string_view name) {
  const std::string path = std::string(QITAI_SOURCE_DIR) + "/tests/variants/data/" + std::string(name);
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("cannot read " + path);
  const std::vector<std::string> header = split(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = split(line);
    if (fields.size() > header.size()) throw std::runtime_error("too many fields in " + path + ": " + line);
    Row row;
    for (std::size_t i = 0; i < header.size(); ++i)
      row[header[i]] = i < fields.size() ? fields[i] : "";
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string unescape(std::string_view field) {
  std::string bytes;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field.substr(i, 2) == "\\x" && i + 4 <= field.size()) {
      bytes += static_cast<char>(std::stoi(std::string(field.substr(i + 2, 2)), nullptr, 16));
      i += 3;
    } else {
      bytes += field[i];
    }
  }
  return bytes;
}

}  // namespace qitai::testing
