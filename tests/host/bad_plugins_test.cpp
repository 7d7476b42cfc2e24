// A plugin that is broken in any way is refused with one sentence, and the process and the other plugins go
// on.
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "plugins.hpp"
#include "scratch.hpp"

namespace {

namespace fs = std::filesystem;
using namespace qitai::host;
using qitai::testing::kBadFolder;
using qitai::testing::kPluginFolder;
using qitai::testing::load_plugins;
using qitai::testing::Scratch;

struct Expected {
  const char* name;
  const char* code;
  const char* message;
};

// In the order in which the files are given.
const Expected kBroken[] = {
    {"undefined", "not-a-library", "undefined.so cannot be loaded: undefined symbol: nowhere_defined."},
    {"no-symbol", "missing-symbol", "no-symbol.so does not export the symbol qitai_plugin_entry."},
    {"wrong-major", "wrong-abi",
     "wrong-major.so was built for version 2.7 of the plugin interface, this game has 1.0."},
    {"crash-constructor", "crashed",
     "crash-constructor.so crashed with SIGSEGV (Segmentation fault) while it was being loaded."},
    {"abort-constructor", "crashed",
     "abort-constructor.so crashed with SIGABRT (Aborted) while it was being loaded."},
    {"throw-constructor", "crashed",
     "throw-constructor.so crashed with SIGABRT (Aborted) while it was being loaded."},
    {"exit-constructor", "crashed",
     "exit-constructor.so ended the process that looked at it with status 3 while it was being loaded."},
    {"hang-constructor", "hung",
     "hang-constructor.so did not come back within 1500 ms while it was being loaded."},
    {"hang-init", "hung", "hang-init.so did not come back within 1500 ms in init."},
    {"init", "init-failed", "init.so did not start: init answered QITAI_ERROR."},
    {"crash-factory", "crashed",
     "crash-factory.so crashed with SIGSEGV (Segmentation fault) while it described what it brings."},
    {"crash-destructor", "crashed",
     "crash-destructor.so crashed with SIGSEGV (Segmentation fault) when it was done."},
    {"exit-destructor", "crashed",
     "exit-destructor.so ended the process that looked at it with status 4 when it was done."},
    {"endless-factory", "tables", "endless-factory.so makes two games of the id \"good\"."},
    {"entry-size", "tables", "entry-size.so describes itself in 24 bytes, expected at least 72."},
    {"plugin-id", "tables", "plugin-id.so has a plugin id that is not 1 to 32 of the characters [a-z0-9-]."},
    {"variant-id", "tables",
     "variant-id.so describes its game 0 wrongly: variant id \"Bad Id\" has other characters than "
     "[a-z0-9-]."},
    {"info-size", "tables",
     "info-size.so describes its game 0 wrongly: qitai_variant_info has 16 bytes, expected at least 168."},
    {"no-legal", "tables",
     "no-legal.so describes its game 0 wrongly: qitai_variant lacks the function legal."},
    {"seats-stride", "tables",
     "seats-stride.so describes its game 0 wrongly: table seats has a stride of 4 bytes, expected 56 to "
     "4096."},
    {"colours-none", "tables",
     "colours-none.so describes its game 0 wrongly: table colours has 0 entries, expected 1 to 32."},
    {"kinds-huge", "tables",
     "kinds-huge.so describes its game 0 wrongly: table kinds has 4000000000 entries, expected 1 to 256."},
    {"kind-twice", "tables",
     "kind-twice.so describes its game 0 wrongly: table kinds, entry 1: id \"k\" stands twice."},
    {"texts-null", "tables",
     "texts-null.so describes its game 0 wrongly: table texts has 9000 entries at NULL."},
    {"text-utf8", "tables",
     "text-utf8.so describes its game 0 wrongly: table texts, entry 0: text is not UTF-8 without control "
     "characters."},
    {"seat-colour", "tables",
     "seat-colour.so describes its game 0 wrongly: table seats, entry 0: colour is 1, expected -1 to 0."},
    {"option-default", "tables",
     "option-default.so describes its game 0 wrongly: table options entry 1 (second): the default 10 is "
     "outside 1 to 9."},
    {"option-circle", "tables",
     "option-circle.so describes its game 0 wrongly: table options entry 0 (first): depends on itself."},
    {"neighbour", "tables",
     "neighbour.so describes its game 0 wrongly: table neighbours, entry 0: b is 2, expected 0 to 1."},
    {"board-null", "tables", "board-null.so describes its game 0 wrongly: the geometry is NULL."},
    {"wire-language", "tables",
     "wire-language.so describes its transport 0 wrongly: table texts lacks the text of key \"name\" in "
     "language "
     "zh-Hant."},
    {"wire-no-dial", "tables",
     "wire-no-dial.so describes its transport 0 wrongly: qitai_transport lacks the function dial."},
    {"wire-endless", "tables", "wire-endless.so makes two transports of the id \"wire\"."},
};

const PluginReport& report_of(const Plugins& plugins, const fs::path& file) {
  const auto& all = plugins.reports();
  const auto it = std::find_if(all.begin(), all.end(), [&](const auto& r) { return r.file == file; });
  REQUIRE(it != all.end());
  return *it;
}

void copy_bytes(const fs::path& from, const fs::path& to, std::uintmax_t size) {
  fs::copy_file(from, to);
  fs::resize_file(to, size);
}

}  // namespace

TEST_CASE("every broken plugin is refused with its sentence, and the sound one beside it plays") {
  std::vector<fs::path> files;
  for (const Expected& expected : kBroken)
    files.push_back(kBadFolder / (std::string(expected.name) + ".so"));
  files.push_back(kBadFolder / "good.so");
  const Plugins plugins = load_plugins(files);
  REQUIRE(plugins.reports().size() == files.size());
  for (std::size_t i = 0; i + 1 < files.size(); ++i) {
    const PluginReport& report = plugins.reports()[i];
    CHECK(report.file == files[i]);
    CHECK_FALSE(report.loaded);
    CHECK(report.refusal.code == kBroken[i].code);
    CHECK(report.refusal.message == kBroken[i].message);
    CHECK(report.variants.empty());
  }
  const PluginReport& good = plugins.reports().back();
  INFO(good.refusal.message);
  CHECK(good.loaded);
  CHECK(good.version == "1.0");
  CHECK(good.abi_major == 1);
  const auto game = plugins.variant("good");
  REQUIRE(game != nullptr);
  auto made = game->create({});
  REQUIRE(std::holds_alternative<State>(made));
  CHECK(std::get<State>(made).view(kPublic).size() == 1);
}

TEST_CASE("of two plugins or games with one id the first is taken, and the sentence names both files") {
  const Plugins plugins =
      load_plugins({kBadFolder / "good.so", kBadFolder / "twin.so", kBadFolder / "same-game.so"});
  CHECK(plugins.reports()[0].loaded);
  CHECK(plugins.variants().size() == 1);
  for (const auto& [index, what] :
       {std::pair(1u, "is the plugin \"good\""), std::pair(2u, "brings the game \"good\"")}) {
    const auto& report = plugins.reports()[index];
    CHECK(report.refusal.code == "duplicate");
    CHECK(report.refusal.message == report.file.string() + " " + what + ", and so is " +
                                        (kBadFolder / "good.so").string() + ", which was found first.");
  }
}

TEST_CASE("a plugin that is set aside is refused, and leaves its ids to others") {
  const Plugins plugins = load_plugins({kBadFolder / "good.so", kBadFolder / "same-game.so"}, {}, {"good"});
  REQUIRE(plugins.reports().size() == 2);
  CHECK(plugins.reports()[0].refusal.code == "set-aside");
  CHECK(plugins.reports()[0].refusal.message == "good.so is set aside: the game died of it again and again.");
  CHECK(plugins.reports()[1].loaded);
}

TEST_CASE("one file by two paths is one plugin") {
  const Scratch folder;
  fs::create_symlink(kBadFolder / "good.so", folder / "link.so");
  const Plugins plugins =
      load_plugins({kBadFolder / "good.so", kBadFolder / ".." / "plugins_bad" / "good.so"},
                   {folder.path(), folder / "missing"});
  REQUIRE(plugins.reports().size() == 1);
  CHECK(plugins.reports()[0].loaded);
}

TEST_CASE("what is no library is refused before the dynamic loader sees it") {
  const Scratch folder;
  std::ofstream(folder / "text.so") << "this is a letter to the editor\n";
  std::ofstream(folder / "empty.so").flush();
  fs::create_directory(folder / "folder.so");
  fs::create_symlink("/nowhere", folder / "dangling.so");
  std::ofstream(folder / "ignored.txt") << "not even looked at";
  const std::uintmax_t whole = fs::file_size(kPluginFolder / "toy.so");
  copy_bytes(kPluginFolder / "toy.so", folder / "header.so", 64);
  copy_bytes(kPluginFolder / "toy.so", folder / "half.so", whole / 2);
  copy_bytes(kPluginFolder / "toy.so", folder / "almost.so", whole - 1);
  fs::copy_file("/proc/self/exe", folder / "program.so");
  const Plugins plugins = load_plugins({}, {folder.path()});
  CHECK(plugins.reports().size() == 8);
  CHECK(plugins.variants().empty());
  const auto refused = [&](const char* name) { return report_of(plugins, folder / name).refusal; };
  CHECK(refused("text.so").code == "not-a-library");
  CHECK(refused("text.so").message ==
        "text.so is not a shared library (it does not begin with the ELF mark).");
  CHECK(refused("empty.so").message ==
        "empty.so is not a shared library (it does not begin with the ELF mark).");
  CHECK(refused("folder.so").message == "folder.so is not a file.");
  CHECK(refused("folder.so").code == "unreadable");
  CHECK(refused("dangling.so").code == "unreadable");
  CHECK(refused("dangling.so").message == "dangling.so cannot be opened: No such file or directory.");
  for (const char* cut : {"header.so", "half.so", "almost.so"}) {
    CHECK(refused(cut).code == "not-a-library");
    CHECK(refused(cut).message.find("is cut off: it has") != std::string::npos);
  }
  // A program is an ELF file that the dynamic loader will not take as a library.
  CHECK(refused("program.so").code == "not-a-library");
}

TEST_CASE("a plugin cut off at any length is refused and takes nobody with it") {
  const Scratch folder;
  const std::uintmax_t whole = fs::file_size(kBadFolder / "good.so");
  std::vector<fs::path> files;
  for (std::uintmax_t size = 0; size < whole; size += std::max<std::uintmax_t>(whole / 40, 1)) {
    files.push_back(folder / (std::to_string(size) + ".so"));
    copy_bytes(kBadFolder / "good.so", files.back(), size);
  }
  const Plugins plugins = load_plugins(files);
  for (const PluginReport& report : plugins.reports()) {
    CHECK_FALSE(report.loaded);
    CHECK(report.refusal.code == "not-a-library");
  }
}

TEST_CASE("without the vetting program nothing is loaded, and each report says so") {
  LoaderOptions options;
  options.files = {kBadFolder / "good.so"};
  options.vetter = "/nowhere/qitai-vet";
  const Plugins plugins = Plugins::load(options);
  REQUIRE(plugins.reports().size() == 1);
  CHECK(plugins.reports()[0].refusal.code == "unvetted");
  CHECK(plugins.reports()[0].refusal.message ==
        "good.so was not loaded: the vetting program /nowhere/qitai-vet cannot be started (No such file or "
        "directory).");
}

TEST_CASE("the usual places are found from where the program stands") {
  const Scratch data;
  ::setenv("QITAI_DATA", data.path().c_str(), 1);
  const LoaderOptions options = default_places({"/more"}, {"x.so"});
  CHECK(std::find(options.folders.begin(), options.folders.end(), data / "plugins") != options.folders.end());
  CHECK(options.files == std::vector<fs::path>{"x.so"});
  CHECK(options.folders.back() == "/more");
  CHECK(fs::equivalent(options.vetter, QITAI_BUILD_DIR "/libexec/qitai/qitai-vet"));
  CHECK(options.folders.front().lexically_normal() == fs::path(QITAI_BUILD_DIR "/lib/qitai/plugins"));
}

TEST_CASE("a slow machine may give plugins more time to introduce themselves, within limits") {
  using namespace std::chrono_literals;
  const auto given = [](const char* seconds) {
    ::setenv("QITAI_VET_SECONDS", seconds, 1);
    const auto time = default_places({}, {}).vet_timeout;
    ::unsetenv("QITAI_VET_SECONDS");
    return time;
  };
  CHECK(given("60") == 60s);
  CHECK(given("600") == 600s);
  for (const char* const nonsense : {"", "0", "-1", "601", "60s", "99999999999"})
    CHECK(given(nonsense) == 3s);
}

TEST_CASE(
    "a plugin in plain C that brings a transport and no game is loaded, another with the same one is not") {
  const Plugins plugins = load_plugins({kBadFolder / "wire.so", kBadFolder / "same-wire.so"});
  const PluginReport& report = plugins.reports().front();
  INFO(report.refusal.message);
  CHECK(report.loaded);
  CHECK(report.variants.empty());
  CHECK(report.transports == std::vector<std::string>{"wire"});
  CHECK(plugins.variants().empty());
  REQUIRE(plugins.transports().size() == 1);
  const auto transport = plugins.transport("wire");
  REQUIRE(transport != nullptr);
  CHECK(plugins.transport("other") == nullptr);
  CHECK(transport->text("zh-Hant", transport->info().name_key) == "電線");
  auto endpoint = transport->open({});
  REQUIRE(endpoint);
  CHECK(endpoint->next() == Endpoint::kNever);
  CHECK(endpoint->pump(0).empty());
  CHECK(endpoint->descriptors().empty());
  CHECK(endpoint->dial("anywhere").first == Endpoint::Dialled::kBadAddress);
  const PluginReport& second = plugins.reports().back();
  CHECK_FALSE(second.loaded);
  CHECK(second.refusal.code == "duplicate");
  CHECK_THAT(second.refusal.message, Catch::Matchers::Contains("brings the transport \"wire\", and so is"));
}
