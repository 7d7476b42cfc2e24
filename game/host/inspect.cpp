#include "host/inspect.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/utf8.hpp"
#include "host/blame.hpp"
#include "host/call.hpp"
#include "host/elf.hpp"
#include "host/tables.hpp"

namespace qitai::host {
namespace {

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

// A kind of thing that plugins make: "game", its factory's id, and how many there may be (a factory that
// never says NULL would go on for ever).
struct Kind {
  std::string_view word, factory;
  std::uint32_t most;
};

// All that the plugin makes of one kind; `wrap` checks one and answers it, `take` gets it with its id.
template <typename Wrap, typename Take>
Status read_all(const qitai_plugin& entry, const Kind& kind, std::vector<std::string>& ids, const Wrap& wrap,
                const Take& take) {
  for (std::uint32_t i = 0;; ++i) {
    const void* const thing = entry.factory({kind.factory.data(), kind.factory.size()}, i);
    if (thing == nullptr) return {};
    if (i == kind.most) return Error{"tables", fmt::format("makes more than {} {}s", kind.most, kind.word)};
    auto made = wrap(thing);
    if (!made)
      return Error{"tables",
                   fmt::format("describes its {} {} wrongly: {}", kind.word, i, made.error().message)};
    const std::string id = take(std::move(*made), thing);
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
      return Error{"tables", fmt::format("makes two {}s of the id \"{}\"", kind.word, id)};
    ids.push_back(id);
  }
}

Status read_things(const qitai_plugin& entry, Opened& opened) {
  PluginReport& report = opened.report;
  Status games = read_all(
      entry, {"game", QITAI_VARIANT_ID, 64}, report.variants,
      [&](const void* thing) {
        return Variant::wrap(static_cast<const qitai_variant*>(thing), report.version);
      },
      [&](auto made, const void* thing) {
        opened.raw.push_back(static_cast<const qitai_variant*>(thing));
        opened.variants.push_back(std::move(made));
        return opened.variants.back()->info().id;
      });
  if (!games) return games;
  Status transports = read_all(
      entry, {"transport", QITAI_TRANSPORT_ID, 16}, report.transports,
      [&](const void* thing) {
        return Transport::wrap(static_cast<const qitai_transport*>(thing), report.version);
      },
      [&](auto made, const void*) {
        opened.transports.push_back(std::move(made));
        return opened.transports.back()->info().id;
      });
  if (!transports) return transports;
  return read_all(
      entry, {"page", QITAI_PAGE_ID, 16}, report.pages,
      [&](const void* thing) { return Page::wrap(static_cast<const qitai_page*>(thing), report.id); },
      [&](auto made, const void*) {
        opened.pages.push_back(std::move(made));
        return opened.pages.back()->id();
      });
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
  note_code(symbol, opened.report.id.c_str());
  enter(Stage::kInit);
  if (entry.init != nullptr) {
    if (const qitai_status status = entry.init(host(opened.report.id)); status != QITAI_OK) {
      return Error{"init-failed", fmt::format("did not start: init answered {}", status_name(status))};
    }
  }
  enter(Stage::kTables);
  return read_things(entry, opened);
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
    opened.report.pages.clear();
    opened.variants.clear();
    opened.transports.clear();
    opened.pages.clear();
    opened.raw.clear();
  }
  return opened;
}

}  // namespace qitai::host
