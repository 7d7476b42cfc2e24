#include "host/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <set>
#include <system_error>

#include "base/log.hpp"
#include "base/paths.hpp"
#include "host/inspect.hpp"
#include "host/services.hpp"
#include "host/vet.hpp"

namespace qitai::host {
namespace {

namespace fs = std::filesystem;

// The *.so of a folder by name, so that which of two duplicates counts is not up to the file system.
std::vector<fs::path> libraries_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (it->path().extension() == ".so") found.push_back(it->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Every file once, however many paths lead to it.
std::vector<fs::path> find_files(const LoaderOptions& options) {
  std::vector<fs::path> wanted = options.files;
  for (const fs::path& folder : options.folders) {
    for (fs::path& file : libraries_in(folder))
      wanted.push_back(std::move(file));
  }
  std::vector<fs::path> files;
  std::set<fs::path> known;
  for (const fs::path& file : wanted) {
    std::error_code failed;
    const fs::path real = fs::weakly_canonical(file, failed);
    if (known.insert(failed ? file : real).second) files.push_back(file);
  }
  return files;
}

// Which file has an id, of a plugin, a game or a transport.
class Taken {
 public:
  // The file that has one of the report's ids already, and a word for that id; else takes them all.
  std::optional<Error> take(const PluginReport& report) {
    if (const auto it = plugins_.find(report.id); it != plugins_.end()) {
      return duplicate(report.file, fmt::format("is the plugin \"{}\"", report.id), it->second);
    }
    for (const std::string& id : report.variants) {
      if (const auto it = variants_.find(id); it != variants_.end()) {
        return duplicate(report.file, fmt::format("brings the game \"{}\"", id), it->second);
      }
    }
    for (const std::string& id : report.transports) {
      if (const auto it = transports_.find(id); it != transports_.end()) {
        return duplicate(report.file, fmt::format("brings the transport \"{}\"", id), it->second);
      }
    }
    plugins_.emplace(report.id, report.file);
    for (const std::string& id : report.variants)
      variants_.emplace(id, report.file);
    for (const std::string& id : report.transports)
      transports_.emplace(id, report.file);
    return std::nullopt;
  }

 private:
  static Error duplicate(const fs::path& file, const std::string& what, const fs::path& first) {
    return {"duplicate",
            fmt::format("{} {}, and so is {}, which was found first.", file.string(), what, first.string())};
  }
  std::map<std::string, fs::path> plugins_, variants_, transports_;
};

}  // namespace

LoaderOptions built_in_places() {
  LoaderOptions options;
  if (const auto program = program_folder(); program.ok()) {
    options.folders.push_back(*program / "../lib/qitai/plugins");
    // Distributions put libraries into lib64 or lib/x86_64-linux-gnu.
    const fs::path installed = fs::path("..") / QITAI_INSTALL_LIBDIR / "qitai/plugins";
    if (installed != fs::path("../lib/qitai/plugins")) options.folders.push_back(*program / installed);
    options.vetter = *program / "../libexec/qitai/qitai-vet";
  }
  // Emulated machines and very slow ones, which read the files for longer than that: 1 to 600 s.
  if (const auto given = environment("QITAI_VET_SECONDS")) {
    int seconds = 0;
    const auto [end, failed] = std::from_chars(given->data(), given->data() + given->size(), seconds);
    if (failed == std::errc() && end == given->data() + given->size() && seconds >= 1 && seconds <= 600)
      options.vet_timeout = std::chrono::seconds(seconds);
  }
  return options;
}

LoaderOptions default_places(const std::vector<fs::path>& more, const std::vector<fs::path>& files) {
  LoaderOptions options = built_in_places();
  options.files = files;
  if (const auto data = data_folder(); data.ok()) options.folders.push_back(*data / "plugins");
  options.folders.insert(options.folders.end(), more.begin(), more.end());
  return options;
}

Plugins Plugins::load(const LoaderOptions& options) {
  Plugins plugins;
  plugins.reports_ = vet(find_files(options), options.vetter, options.vet_timeout);
  Taken taken;
  for (PluginReport& report : plugins.reports_) {
    if (report.loaded && std::ranges::find(options.set_aside, report.id) != options.set_aside.end()) {
      report.loaded = false;
      report.refusal = {"set-aside", fmt::format("{} is set aside: the game died of it again and again.",
                                                 report.file.filename().string())};
    }
    if (report.loaded && std::ranges::find(options.off, report.id) != options.off.end()) {
      report.loaded = false;
      report.refusal = {"off", fmt::format("{} is switched off.", report.file.filename().string())};
    }
    if (report.loaded) {
      if (auto duplicate = taken.take(report)) {
        report.loaded = false;
        report.refusal = std::move(*duplicate);
      }
    }
    if (report.loaded) {
      Opened opened =
          open_plugin(report.file, [&](const std::string& id) { return make_services(id, options); });
      report = std::move(opened.report);
      for (auto& variant : opened.variants)
        plugins.variants_.push_back(std::move(variant));
      for (auto& transport : opened.transports)
        plugins.transports_.push_back(std::move(transport));
      for (auto& page : opened.pages)
        plugins.pages_.push_back(std::move(page));
    }
    if (!report.loaded) log_warning("plugin refused ({}): {}", report.refusal.code, report.refusal.message);
  }
  return plugins;
}

std::shared_ptr<const Variant> Plugins::variant(std::string_view id) const {
  const auto found =
      std::find_if(variants_.begin(), variants_.end(), [&](const auto& v) { return v->info().id == id; });
  return found == variants_.end() ? nullptr : *found;
}

std::shared_ptr<const Transport> Plugins::transport(std::string_view id) const {
  const auto found = std::find_if(transports_.begin(), transports_.end(),
                                  [&](const auto& transport) { return transport->info().id == id; });
  return found == transports_.end() ? nullptr : *found;
}

std::shared_ptr<const Page> Plugins::page(std::string_view place) const {
  const auto found =
      std::find_if(pages_.begin(), pages_.end(), [&](const auto& page) { return page->place() == place; });
  return found == pages_.end() ? nullptr : *found;
}

}  // namespace qitai::host
