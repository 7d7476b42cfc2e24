#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/games.hpp"
#include "text/language.hpp"

namespace qitai::cli {
namespace {

constexpr Option kOptions[] = {kPluginOption, kConfigOption, kLangOption};

int list(const Arguments& arguments) {
  const std::string lang = arguments.value("--lang").value_or("en");
  if (!text::language_from_code(lang)) {
    return refuse(kPlugins, fmt::format("--lang is \"{}\": expected zh-Hans, zh-Hant or en", lang));
  }
  const Result<Games> games = load_games(arguments);
  if (!games) return refuse(kPlugins, games.error().message);
  for (const host::PluginReport& report : games->plugins.reports()) {
    if (!report.loaded) {
      fmt::print("refused  {}\n         {}: {}\n", report.file.string(), report.refusal.code,
                 report.refusal.message);
      continue;
    }
    fmt::print("loaded   {} {} (ABI {}.{}){}{}\n         {}\n", report.id, report.version, report.abi_major,
               report.abi_minor, report.author.empty() ? "" : " by ", report.author, report.file.string());
    for (const std::string& id : report.variants) {
      const std::shared_ptr<const host::Variant> variant = games->plugins.variant(id);
      if (variant == nullptr) continue;
      const host::VariantInfo& info = variant->info();
      fmt::print("         game {}: {} (rules {})\n", id, variant->text(lang, info.name_key),
                 info.rules_revision);
    }
    for (const std::string& id : report.transports) {
      const std::shared_ptr<const host::Transport> transport = games->plugins.transport(id);
      if (transport == nullptr) continue;
      const host::TransportInfo& info = transport->info();
      fmt::print("         transport {}: {}\n", id, transport->text(lang, info.name_key));
    }
    for (const std::shared_ptr<const host::Page>& page : games->plugins.pages()) {
      if (page->plugin() != report.id) continue;
      fmt::print("         page {} at {}: {}\n", page->id(), page->place(),
                 page->text(lang, page->title_key()));
    }
  }
  if (games->plugins.reports().empty()) fmt::print("No plugin was found.\n");
  return kDone;
}

}  // namespace

const Command kPlugins{
    "plugins",
    "[--plugin FILE.so]... [--lang LANGUAGE]",
    "list every plugin that was found, and why any was refused",
    "Looks into the plugin folders as the game does, vets every file in a process of its own, and lists what "
    "became of each: its version, the version of the interface it was made for, its games, transports and "
    "pages of the menus, or the reason for which it was refused.",
    kOptions,
    list,
};

}  // namespace qitai::cli
