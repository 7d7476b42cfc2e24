#include "store/kept_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/file.hpp"
#include "store/set_aside.hpp"

namespace qitai::store {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

}  // namespace

Json read_kept(std::filesystem::path& file, const KeptKind& kind, std::optional<Error>* trouble) {
  if (trouble != nullptr) trouble->reset();
  const Result<std::string> bytes = read_file(file, kind.most_bytes);
  if (!bytes && bytes.error().code == "file-missing") return {};
  Json root = bytes ? Json::parse(*bytes, nullptr, false) : Json();
  if (root.is_object() && root.value("version", Json()) == kVersion) {
    const auto content = root.find(kind.name);
    if (content != root.end() && (kind.list ? content->is_array() : content->is_object()))
      return std::move(*content);
  }
  std::string what = bytes ? fmt::format("{} holds no {} of version {}", file.string(), kind.what, kVersion)
                           : bytes.error().message;
  // Never written over: somebody may want to look at it.
  if (const Result<std::filesystem::path> aside = set_aside(file)) {
    what += "; it was set aside as " + aside->string();
  } else {
    file.clear();
    what += "; it is left alone and nothing is kept";
  }
  if (trouble != nullptr) *trouble = Error{std::string(kind.code), what};
  return {};
}

Status write_kept(const std::filesystem::path& file, const KeptKind& kind, Json content) {
  if (file.empty()) return {};
  Json root{{"version", kVersion}};
  root[kind.name] = std::move(content);
  return write_file_atomic(file, root.dump(1) + "\n");
}

}  // namespace qitai::store
