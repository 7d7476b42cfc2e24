// Tables of facts in tests/variants/data: tab-separated, one header line.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace qitai::testing {

using Row = std::map<std::string, std::string>;

// The rows of data/NAME by column name; throws std::runtime_error if the file cannot be read or a line has
// more fields than the header.
std::vector<Row> read_table(std::string_view name);

// "\xNN" of a table's field as bytes.
std::string unescape(std::string_view field);

}  // namespace qitai::testing
