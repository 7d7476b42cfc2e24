// Host: where plugins are looked for, how a file is vetted, and what became of each.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "host/page.hpp"
#include "host/transport.hpp"
#include "host/variant.hpp"

namespace qitai::host {

// What became of one file.
struct PluginReport {
  std::filesystem::path file;
  std::string id, version, author;  // as far as they could be read
  int abi_major = 0, abi_minor = 0;
  bool loaded = false;
  // Why not: code is one of "unreadable", "not-a-library", "missing-symbol", "wrong-abi", "tables",
  // "duplicate", "crashed", "hung", "init-failed", "unvetted" (the vetting program could not be started),
  // "set-aside", "off";
  // message one English sentence with the file's name.
  Error refusal;
  std::vector<std::string> variants, transports, pages;  // ids
};

struct LoaderOptions {
  std::vector<std::filesystem::path> folders;  // searched in this order for *.so; a missing folder is skipped
  std::vector<std::filesystem::path> files;    // --plugin FILE.so, before the folders; relative paths allowed
  std::filesystem::path vetter;                // the program that vets a file in a process of its own
  std::chrono::milliseconds vet_timeout{3000};
  std::vector<std::string> set_aside;  // ids of plugins that are refused, since the game died of them
  std::vector<std::string> off;        // ids of plugins that are refused, since the operator wants them not
  // What plugins may ask of the game. Called from any thread; kept for the life of the process.
  std::function<void()> wake;
  std::function<std::optional<std::string>(std::string_view plugin, std::string_view key)> setting;
};

// The usual places: <exe>/../lib/qitai/plugins (build tree and installed), the XDG data folder's
// qitai/plugins, then `more`. The vetter is <exe>/../libexec/qitai/qitai-vet.
LoaderOptions default_places(const std::vector<std::filesystem::path>& more,
                             const std::vector<std::filesystem::path>& files);

// The first of these places alone: what came with the game.
LoaderOptions built_in_places();

// Every plugin that was found, loaded once, for the life of the process (plugins are never unloaded). Of two
// with the same id, or with a game or transport of the same id, the one found first is taken. The same file
// found by two paths is one.
class Plugins {
 public:
  // Vets each file in a child process, many at the same time, then loads those that passed. Never fails as a
  // whole. On the main thread, once.
  static Plugins load(const LoaderOptions& options);

  [[nodiscard]] const std::vector<PluginReport>& reports() const { return reports_; }
  [[nodiscard]] const std::vector<std::shared_ptr<const Variant>>& variants() const { return variants_; }
  [[nodiscard]] std::shared_ptr<const Variant> variant(std::string_view id) const;  // or null
  [[nodiscard]] const std::vector<std::shared_ptr<const Transport>>& transports() const {
    return transports_;
  }
  [[nodiscard]] std::shared_ptr<const Transport> transport(std::string_view id) const;  // or null
  [[nodiscard]] const std::vector<std::shared_ptr<const Page>>& pages() const { return pages_; }
  // The first one for that place, or null.
  [[nodiscard]] std::shared_ptr<const Page> page(std::string_view place) const;

 private:
  std::vector<PluginReport> reports_;
  std::vector<std::shared_ptr<const Variant>> variants_;
  std::vector<std::shared_ptr<const Transport>> transports_;
  std::vector<std::shared_ptr<const Page>> pages_;
};

}  // namespace qitai::host
