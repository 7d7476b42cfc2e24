// Where things are: the user's folders by the XDG base directory specification, and what was installed, found
// from where the program itself stands, so that a build tree and any prefix work alike.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.hpp"

namespace qitai {

// An environment variable, or nothing when it is unset or empty. The environment is never changed by the
// game, so this is safe from every thread.
[[nodiscard]] std::optional<std::string> environment(const char* name);

// Makes the folder and its missing parents with mode 0700, as the XDG specification asks. Fails with a
// sentence when something else stands there or the disk refuses.
Status ensure_folder(const std::filesystem::path& folder);

// Records, scores: QITAI_DATA, else $XDG_DATA_HOME/qitai, else ~/.local/share/qitai. Made when missing.
Result<std::filesystem::path> data_folder();
// Where config.toml is looked for: QITAI_CONFIG, else $XDG_CONFIG_HOME/qitai, else ~/.config/qitai. Not made:
// the game never writes there.
Result<std::filesystem::path> config_folder();
// Where it is looked for when the user has none: etc/qitai below the prefix that the program is installed in,
// /etc/qitai for /usr. Nothing with QITAI_CONFIG set, which names the only folder.
std::optional<std::filesystem::path> system_config_folder();
// The journal, settings.toml, the log: QITAI_STATE, else $XDG_STATE_HOME/qitai, else ~/.local/state/qitai.
// Made when missing.
Result<std::filesystem::path> state_folder();

// The folder that holds the running program, links resolved.
Result<std::filesystem::path> program_folder();

// Boards, pieces, fonts, sounds, translations: QITAI_ASSETS, else share/qitai beside the program's folder.
// Fails with what was tried when it is not a folder.
Result<std::filesystem::path> assets_folder();

}  // namespace qitai
