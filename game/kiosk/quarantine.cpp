#include "kiosk/quarantine.hpp"

#include <algorithm>
#include <sstream>

#include "base/file.hpp"

namespace qitai::kiosk {
namespace {

constexpr std::size_t kMostBytes = 65'536;
constexpr std::size_t kMostIds = 64;
constexpr std::size_t kMostId = 32;  // as qitai/abi.h has it

bool is_id(std::string_view text) {
  return !text.empty() && text.size() <= kMostId && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

}  // namespace

std::vector<std::string> read_quarantine(const std::filesystem::path& file) {
  std::vector<std::string> ids;
  const Result<std::string> content = read_file(file, kMostBytes);
  if (!content) return ids;
  std::istringstream lines(*content);
  for (std::string line; std::getline(lines, line) && ids.size() < kMostIds;) {
    if (is_id(line) && std::ranges::find(ids, line) == ids.end()) ids.push_back(line);
  }
  return ids;
}

Status write_quarantine(const std::filesystem::path& file, const std::vector<std::string>& ids) {
  std::string content =
      "# Plugins that the cabinet has set aside. A line that is taken out lets its plugin back.\n";
  for (const std::string& id : ids)
    content += id + "\n";
  return write_file_atomic(file, content);
}

}  // namespace qitai::kiosk
