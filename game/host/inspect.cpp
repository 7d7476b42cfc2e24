#include "host/inspect.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/utf8.hpp"
#include "host/call.hpp"
#include "host/elf.hpp"
#include "host/tables.hpp"

namespace qitai::host {
namespace {

constexpr std::string_view kVariantId = QITAI_VARIANT_ID;
constexpr std::string_view kTransportId = QITAI_TRANSPORT_ID;
constexpr std::uint32_t kMaxTransports = 16;
constexpr std::uint32_t kMaxVariants = 64;  // a factory that never says NULL would go on for ever

// dlerror's text begins with the path, which the sentence has already.
std::string loader_complaint(const std::filesystem::path& file) {
  const char* text = ::dlerror();  // NOLINT(concurrency-mt-unsafe): glibc keeps it per thread
  std::string complaint = text == nullptr ? "no reason given" : text;
  if (complaint.starts_with(file.string() + ": ")) complaint.erase(0, file.string().size() + 2);
  return utf8::repaired(complaint);
}

// Copies what the entry says of the plugin.
Status read_entry(const qitai_plugin* raw, qitai_plugin& entry, PluginReport& report) {
  // These two keep their place in every major.
  report.abi_major = raw->abi_major;
  report.abi_minor = raw->abi_minor;
  if (raw->abi_major != QITAI_ABI_MAJOR) {
    return Error{"wrong-abi",
                 fmt::format("was built for version {}.{} of the plugin interface, this game has {}.{}",
                             raw->abi_major, raw->abi_minor, QITAI_ABI_MAJOR, QITAI_ABI_MINOR)};
  }
  if (raw->struct_size < sizeof entry) {
    return Error{"tables", fmt::format("describes itself in {} bytes, expected at least {}", raw->struct_size,
                                       sizeof entry)};
  }
  std::memcpy(&entry, raw, sizeof entry);
  if (!readable(entry.id, 32) || !is_id(as_view(entry.id), "-", 32)) {
    return Error{"tables", "has a plugin id that is not 1 to 32 of the characters [a-z0-9-]"};
  }
  report.id = as_view(entry.id);
  if (!readable(entry.version, 32) || !readable(entry.author, 128)) {
    return Error{"tables",
                 "has a version (at most 32 bytes) or author (at most 128 bytes) that is not UTF-8 text"};
  }
  report.version = as_view(entry.version);
  report.author = as_view(entry.author);
  if (entry.factory == nullptr) return Error{"tables", "has no factory"};
  return {};
}

Status read_variants(const qitai_plugin& entry, Opened& opened) {
  for (std::uint32_t i = 0;; ++i) {
    const void* thing = entry.factory({kVariantId.data(), kVariantId.size()}, i);
    if (thing == nullptr) return {};
    if (i == kMaxVariants) {
      return Error{"tables", fmt::format("makes more than {} games", kMaxVariants)};
    }
    auto variant = Variant::wrap(static_cast<const qitai_variant*>(thing), opened.report.version);
    if (!variant) {
      return Error{"tables", fmt::format("describes its game {} wrongly: {}", i, variant.error().message)};
    }
    auto& ids = opened.report.variants;
    const std::string& id = (*variant)->info().id;
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
      return Error{"tables", fmt::format("makes two games of the id \"{}\"", id)};
    }
    ids.push_back(id);
    opened.variants.push_back(std::move(*variant));
    opened.raw.push_back(static_cast<const qitai_variant*>(thing));
  }
}

Status read_transports(const qitai_plugin& entry, Opened& opened) {
  for (std::uint32_t i = 0;; ++i) {
    const void* thing = entry.factory({kTransportId.data(), kTransportId.size()}, i);
    if (thing == nullptr) return {};
    if (i == kMaxTransports) {
      return Error{"tables", fmt::format("makes more than {} transports", kMaxTransports)};
    }
    auto transport = Transport::wrap(static_cast<const qitai_transport*>(thing), opened.report.version);
    if (!transport) {
      return Error{"tables",
                   fmt::format("describes its transport {} wrongly: {}", i, transport.error().message)};
    }
    auto& ids = opened.report.transports;
    const std::string& id = (*transport)->info().id;
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
      return Error{"tables", fmt::format("makes two transports of the id \"{}\"", id)};
    }
    ids.push_back(id);
    opened.transports.push_back(std::move(*transport));
  }
}

Status open_steps(const std::filesystem::path& file,
                  const std::function<const qitai_host*(const std::string&)>& host,
                  const std::function<void(Stage, const PluginReport&)>& stage, Opened& opened) {
  const auto enter = [&](Stage now) {
    if (stage) stage(now, opened.report);
  };
  if (Status whole = check_library(file); !whole) return whole;
  enter(Stage::kOpening);
  // With a slash in it, or dlopen would search the system's library path.
  const std::filesystem::path path = std::filesystem::absolute(file);
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{"not-a-library", "cannot be loaded: " + loader_complaint(path)};
  }
  const void* symbol = ::dlsym(library, "qitai_plugin_entry");
  if (symbol == nullptr) return Error{"missing-symbol", "does not export the symbol qitai_plugin_entry"};
  qitai_plugin entry{};
  if (Status read = read_entry(static_cast<const qitai_plugin*>(symbol), entry, opened.report); !read)
    return read;
  opened.entry = static_cast<const qitai_plugin*>(symbol);
  enter(Stage::kInit);
  if (entry.init != nullptr) {
    if (const qitai_status status = entry.init(host(opened.report.id)); status != QITAI_OK) {
      return Error{"init-failed", fmt::format("did not start: init answered {}", status_name(status))};
    }
  }
  enter(Stage::kTables);
  if (Status read = read_variants(entry, opened); !read) return read;
  return read_transports(entry, opened);
}

}  // namespace

Opened open_plugin(const std::filesystem::path& file,
                   const std::function<const qitai_host*(const std::string& id)>& host,
                   const std::function<void(Stage, const PluginReport&)>& stage) {
  Opened opened;
  opened.report.file = file;
  const Status done = open_steps(file, host, stage, opened);
  opened.report.loaded = done.ok();
  if (!done) {
    opened.report.refusal = {done.error().code, file.filename().string() + " " + done.error().message + "."};
    opened.report.variants.clear();
    opened.report.transports.clear();
    opened.variants.clear();
    opened.transports.clear();
    opened.raw.clear();
  }
  return opened;
}

}  // namespace qitai::host
