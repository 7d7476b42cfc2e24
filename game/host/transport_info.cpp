// What a transport says of itself: its functions, flags, failures and texts.
#include <cstring>

#include "host/table_reader.hpp"
#include "host/transport.hpp"

namespace qitai::host {
namespace {

constexpr std::uint32_t kMostFailures = 64;
constexpr std::uint32_t kMostTexts = 1000;

Result<qitai_transport> read_functions(const qitai_transport* raw) {
  if (raw == nullptr) return Error{"tables", "the transport is NULL"};
  if (raw->struct_size < sizeof(qitai_transport)) {
    return Error{"tables", fmt::format("qitai_transport has {} bytes, expected at least {}", raw->struct_size,
                                       sizeof(qitai_transport))};
  }
  qitai_transport api;
  std::memcpy(&api, raw, sizeof api);
  const std::pair<bool, const char*> required[] = {{api.open != nullptr, "open"},
                                                   {api.close != nullptr, "close"},
                                                   {api.descriptors != nullptr, "descriptors"},
                                                   {api.next != nullptr, "next"},
                                                   {api.pump != nullptr, "pump"},
                                                   {api.listen != nullptr, "listen"},
                                                   {api.dial != nullptr, "dial"},
                                                   {api.send != nullptr, "send"},
                                                   {api.hang_up != nullptr, "hang_up"}};
  for (const auto& [there, name] : required) {
    if (!there) return Error{"tables", fmt::format("qitai_transport lacks the function {}", name)};
  }
  if (api.info == nullptr) return Error{"tables", "qitai_transport.info is NULL"};
  return api;
}

// What a flag promises and no function keeps.
const char* missing(const qitai_transport& api, std::uint32_t flags) {
  if ((flags & QITAI_TRANSPORT_FINDS) != 0 && api.scan == nullptr)
    return "scan, which QITAI_TRANSPORT_FINDS asks for";
  if ((flags & QITAI_TRANSPORT_SHOWS) != 0 && api.visible == nullptr)
    return "visible, which QITAI_TRANSPORT_SHOWS asks for";
  if ((flags & QITAI_TRANSPORT_PAIRS) != 0 && api.answer == nullptr)
    return "answer, which QITAI_TRANSPORT_PAIRS asks for";
  if ((flags & QITAI_TRANSPORT_CHOOSES) != 0 && api.choose_adapter == nullptr)
    return "choose_adapter, which QITAI_TRANSPORT_CHOOSES asks for";
  return nullptr;
}

// Players read these: each key has its text in every language.
void expect_texts(TableReader& read, const TransportInfo& info) {
  std::set<std::pair<std::string_view, std::string_view>> there;
  for (const Text& text : info.texts) {
    if (!text.text.empty()) there.emplace(text.lang, text.key);
  }
  std::vector<std::string_view> keys{info.name_key, info.blurb_key};
  for (const FailureInfo& failure : info.failures) {
    keys.push_back(failure.what_key);
    keys.push_back(failure.help_key);
  }
  for (const std::string_view key : keys) {
    for (const std::string_view lang : {"zh-Hans", "zh-Hant", "en"}) {
      if (there.count({lang, key}) == 0)
        read.fail(fmt::format("lacks the text of key \"{}\" in language {}", key, lang));
    }
  }
}

Result<TransportInfo> read_info(const qitai_transport& api, std::string version) {
  if (api.info->struct_size < sizeof(qitai_transport_info)) {
    return Error{"tables", fmt::format("qitai_transport_info has {} bytes, expected at least {}",
                                       api.info->struct_size, sizeof(qitai_transport_info))};
  }
  qitai_transport_info raw;
  std::memcpy(&raw, api.info, sizeof raw);
  TableReader read;
  TransportInfo info;
  info.version = std::move(version);
  info.id = read.id("transport id", raw.id, "-", 32);
  info.name_key = read.key("name_key", raw.name_key);
  info.blurb_key = read.key("blurb_key", raw.blurb_key);
  info.links_max = static_cast<unsigned>(read.number("links_max", raw.links_max, 1, 64));
  info.finds = (raw.flags & QITAI_TRANSPORT_FINDS) != 0;
  info.shows = (raw.flags & QITAI_TRANSPORT_SHOWS) != 0;
  info.pairs = (raw.flags & QITAI_TRANSPORT_PAIRS) != 0;
  info.ciphers = (raw.flags & QITAI_TRANSPORT_CIPHERS) != 0;
  info.chooses = (raw.flags & QITAI_TRANSPORT_CHOOSES) != 0;
  info.asks = (raw.flags & QITAI_TRANSPORT_ASKS) != 0;
  if (const char* const name = missing(api, raw.flags))
    read.fail(fmt::format("qitai_transport lacks the function {}", name));
  std::set<std::string> ids;
  read.table<qitai_failure_info>(
      "failures", raw.failures, 1, kMostFailures, [&](std::uint32_t, const qitai_failure_info& f) {
        info.failures.push_back({read.id("id", f.id, "-", 32, &ids), read.key("what_key", f.what_key),
                                 read.key("help_key", f.help_key), (f.flags & QITAI_FAILURE_RETRY) != 0,
                                 (f.flags & QITAI_FAILURE_LOCAL) != 0});
      });
  std::set<std::pair<std::string, std::string>> taken;
  read.table<qitai_text>("texts", raw.texts, 1, kMostTexts, [&](std::uint32_t, const qitai_text& t) {
    Text text{read.text("lang", t.lang, 16, false), read.key("key", t.key),
              read.text("text", t.text, 4096, true)};
    if (read.error().empty() && !taken.emplace(text.lang, text.key).second)
      read.fail(fmt::format("key \"{}\" stands twice in language {}", text.key, text.lang));
    info.texts.push_back(std::move(text));
  });
  if (read.error().empty()) expect_texts(read, info);
  if (!read.error().empty()) return Error{"tables", read.error()};
  return info;
}

}  // namespace

const FailureInfo* TransportInfo::failure(std::string_view wanted) const {
  const auto it =
      std::find_if(failures.begin(), failures.end(), [&](const auto& f) { return f.id == wanted; });
  return it == failures.end() ? nullptr : &*it;
}

Transport::Transport(const qitai_transport& api, TransportInfo info) : api_(api), info_(std::move(info)) {
  for (const Text& text : info_.texts)
    texts_.emplace(std::pair<std::string_view, std::string_view>(text.lang, text.key), text.text);
}

Result<std::shared_ptr<const Transport>> Transport::wrap(const qitai_transport* raw, std::string version) {
  const auto api = read_functions(raw);
  if (!api) return api.error();
  auto info = read_info(*api, std::move(version));
  if (!info) return info.error();
  return std::shared_ptr<const Transport>(new Transport(*api, std::move(*info)));
}

std::string_view Transport::text(std::string_view lang, std::string_view key) const {
  auto found = texts_.find(std::pair(lang, key));
  if (found == texts_.end()) found = texts_.find(std::pair(std::string_view("en"), key));
  return found == texts_.end() ? std::string_view{} : found->second;
}

}  // namespace qitai::host
