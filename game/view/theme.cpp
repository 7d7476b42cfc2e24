#include "view/theme.hpp"

#include <toml++/toml.h>

#include <array>
#include <cstddef>
#include <optional>

#include "base/file.hpp"
#include "base/log.hpp"

namespace qitai::view {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} * 1024;
constexpr std::array<std::string_view, 3> kIds{"wood", "ink", "contrast"};
constexpr SDL_Color kBlack{0, 0, 0, 255};
constexpr SDL_Color kWhite{255, 255, 255, 255};

// Sides differ by fill, not by hue.
BoardTheme ink_on_paper() {
  const SDL_Color paper{0xF3, 0xE9, 0xD2, 255};
  const SDL_Color ink{0x2B, 0x26, 0x22, 255};
  BoardTheme theme;
  theme.id = "ink";
  theme.field = paper;
  theme.grain = {0xEA, 0xDE, 0xC2, 255};
  theme.frame = {0xD8, 0xC9, 0xA8, 255};
  theme.edge = ink;
  theme.line = ink;
  theme.cell_light = paper;
  theme.cell_dark = {0xB9, 0xAA, 0x8E, 255};
  theme.wood_grain = false;
  theme.light = {.disc = paper,
                 .rim = ink,
                 .ink = {0x9E, 0x1B, 0x14, 255},
                 .rings = 1,
                 .broken = false,
                 .engraved = false,
                 .back = paper,
                 .back_ink = {0x9E, 0x1B, 0x14, 255},
                 .figure = {0xFA, 0xF4, 0xE4, 255},
                 .figure_shade = {0xFA, 0xF4, 0xE4, 255},
                 .figure_edge = ink,
                 .figure_line = ink};
  theme.dark = {.disc = ink,
                .rim = ink,
                .ink = paper,
                .rings = 1,
                .broken = true,
                .engraved = false,
                .back = ink,
                .back_ink = paper,
                .figure = ink,
                .figure_shade = ink,
                .figure_edge = ink,
                .figure_line = paper};
  return theme;
}

// Black field, white lines; sides differ by fill and by the number of rims.
BoardTheme high_contrast() {
  BoardTheme theme;
  theme.id = "contrast";
  theme.field = kBlack;
  theme.grain = kBlack;
  theme.frame = {0x20, 0x20, 0x20, 255};
  theme.edge = kWhite;
  theme.line = kWhite;
  theme.cell_light = {0x70, 0x70, 0x70, 255};
  theme.cell_dark = kBlack;
  theme.wood_grain = false;
  theme.marks = {.allowed = {0x5C, 0xE0, 0xB0, 255},
                 .last = {0x8F, 0xBC, 0xFF, 255},
                 .danger = {0xFF, 0x6A, 0x55, 255},
                 .edge = kBlack,
                 .cursor = kBlack,
                 .cursor_core = {0xFF, 0xD8, 0x40, 255}};
  theme.light = {.disc = kWhite,
                 .rim = kWhite,
                 .ink = {0x9E, 0, 0, 255},
                 .rings = 2,
                 .broken = false,
                 .engraved = false,
                 .back = kWhite,
                 .back_ink = kBlack,
                 .figure = kWhite,
                 .figure_shade = kWhite,
                 .figure_edge = kWhite,
                 .figure_line = kBlack};
  theme.dark = {.disc = kBlack,
                .rim = kWhite,
                .ink = kWhite,
                .rings = 0,
                .broken = false,
                .engraved = false,
                .back = kBlack,
                .back_ink = kWhite,
                .figure = kBlack,
                .figure_shade = kBlack,
                .figure_edge = kWhite,
                .figure_line = kWhite};
  return theme;
}

BoardTheme built_in(std::string_view id) {
  if (id == "ink") return ink_on_paper();
  if (id == "contrast") return high_contrast();
  return {};
}

std::optional<SDL_Color> colour_of(std::string_view text) {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  std::array<Uint8, 3> channels{};
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    int digit = 0;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if (c >= 'a' && c <= 'f') {
      digit = c - 'a' + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = c - 'A' + 10;
    } else {
      return std::nullopt;
    }
    Uint8& channel = channels[(i - 1) / 2];
    channel = static_cast<Uint8>(channel * 16 + digit);
  }
  return SDL_Color{channels[0], channels[1], channels[2], 255};
}

// One place of a theme file that a key may fill.
struct Slot {
  std::string_view key;
  SDL_Color* colour = nullptr;
  bool* flag = nullptr;
  int* number = nullptr;
};

class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  void read(const toml::table& table, std::string_view section, const std::vector<Slot>& slots) const {
    for (const auto& [key, node] : table) {
      const Slot* slot = nullptr;
      for (const Slot& candidate : slots) {
        if (candidate.key == key.str()) slot = &candidate;
      }
      if (slot == nullptr) {
        complain(node, section, key.str(), "is not a key of this section");
      } else {
        fill(node, section, *slot);
      }
    }
  }

  void complain(const toml::node& node, std::string_view section, std::string_view key,
                std::string_view what) const {
    log_warning("Theme {}, line {}: {}.{} {}; the built-in value stays.", file_, node.source().begin.line,
                section, key, what);
  }

 private:
  void fill(const toml::node& node, std::string_view section, const Slot& slot) const {
    if (slot.colour != nullptr) {
      const auto text = node.value_exact<std::string_view>();
      const auto colour = text ? colour_of(*text) : std::nullopt;
      if (!colour) return complain(node, section, slot.key, "must be a colour like \"#E3C48F\"");
      *slot.colour = *colour;
    } else if (slot.flag != nullptr) {
      const auto flag = node.value_exact<bool>();
      if (!flag) return complain(node, section, slot.key, "must be true or false");
      *slot.flag = *flag;
    } else {
      const auto number = node.value_exact<std::int64_t>();
      if (!number || *number < 0 || *number > 3) {
        return complain(node, section, slot.key, "must be a whole number from 0 to 3");
      }
      *slot.number = static_cast<int>(*number);
    }
  }

  std::string file_;
};

std::vector<Slot> side_slots(BoardTheme::Side& side) {
  return {{.key = "disc", .colour = &side.disc},
          {.key = "rim", .colour = &side.rim},
          {.key = "ink", .colour = &side.ink},
          {.key = "rings", .number = &side.rings},
          {.key = "broken", .flag = &side.broken},
          {.key = "engraved", .flag = &side.engraved},
          {.key = "back", .colour = &side.back},
          {.key = "back_ink", .colour = &side.back_ink},
          {.key = "figure", .colour = &side.figure},
          {.key = "figure_shade", .colour = &side.figure_shade},
          {.key = "figure_edge", .colour = &side.figure_edge},
          {.key = "figure_line", .colour = &side.figure_line}};
}

// `pictures`: whether pieces that have pictures are drawn by them.
void apply(const toml::table& root, const std::string& file, BoardTheme& theme, bool& pictures) {
  const Reader reader(file);
  BoardTheme::Marks& marks = theme.marks;
  struct Section {
    std::string_view name;
    std::vector<Slot> slots;
  };
  const std::array<Section, 4> sections{{
      {"board",
       {{.key = "field", .colour = &theme.field},
        {.key = "grain", .colour = &theme.grain},
        {.key = "frame", .colour = &theme.frame},
        {.key = "edge", .colour = &theme.edge},
        {.key = "line", .colour = &theme.line},
        {.key = "cell_light", .colour = &theme.cell_light},
        {.key = "cell_dark", .colour = &theme.cell_dark},
        {.key = "wood_grain", .flag = &theme.wood_grain},
        {.key = "pictures", .flag = &pictures}}},
      {"marks",
       {{.key = "allowed", .colour = &marks.allowed},
        {.key = "last", .colour = &marks.last},
        {.key = "danger", .colour = &marks.danger},
        {.key = "edge", .colour = &marks.edge},
        {.key = "cursor", .colour = &marks.cursor},
        {.key = "cursor_core", .colour = &marks.cursor_core}}},
      {"light", side_slots(theme.light)},
      {"dark", side_slots(theme.dark)},
  }};
  for (const auto& [key, node] : root) {
    const Section* section = nullptr;
    for (const Section& candidate : sections) {
      if (candidate.name == key.str()) section = &candidate;
    }
    const toml::table* table = node.as_table();
    if (section == nullptr || table == nullptr) {
      reader.complain(node, "theme", key.str(), "must be one of the tables board, marks, light, dark");
    } else {
      reader.read(*table, section->name, section->slots);
    }
  }
}

}  // namespace

std::vector<std::string> theme_ids() {
  return {kIds.begin(), kIds.end()};
}

const Palette& palette() {
  static constexpr Palette colours;
  return colours;
}

BoardTheme load_theme(const std::filesystem::path& folder, std::string_view id) {
  bool known = false;
  for (const std::string_view candidate : kIds) {
    if (candidate == id) known = true;
  }
  if (!known) {
    log_warning("There is no theme \"{}\"; wood, ink and contrast are there, and wood is used.", id);
    id = kIds.front();
  }
  BoardTheme theme = built_in(id);
  bool pictures = true;
  const std::filesystem::path path = folder / (std::string(id) + ".toml");
  const Result<std::string> text = read_file(path, kMaxBytes);
  if (!text) {
    log_warning("Theme {}: {} The built-in values are used.", id, text.error().message);
  } else {
    try {
      apply(toml::parse(*text), path.string(), theme, pictures);
    } catch (const toml::parse_error& error) {
      log_warning("Theme {}, line {}: {}. The built-in values are used.", path.string(),
                  error.source().begin.line, error.description());
    }
  }
  if (pictures) {
    theme.pictures = folder.parent_path() / "pieces";
  }
  return theme;
}

}  // namespace qitai::view
