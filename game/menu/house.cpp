#include <algorithm>
#include <set>

#include "base/log.hpp"
#include "menu/guest_name.hpp"
#include "menu/screen.hpp"

namespace qitai::menu {

int royal_kind(const host::VariantInfo& info) {
  const auto found = std::ranges::find_if(info.kinds, [](const host::KindInfo& kind) { return kind.royal; });
  return found == info.kinds.end() ? 0 : static_cast<int>(found - info.kinds.begin());
}

void House::play(platform::Sound sound) const {
  if (hear && !(quiet && quiet())) hear(sound);
}

void House::go(std::unique_ptr<Screen> screen) {
  next = std::move(screen);
}

std::string House::text(const host::Variant& variant, std::string_view key) const {
  const std::string_view own = variant.text(text::language_code(catalog.language()), key);
  return std::string(own.empty() ? catalog.tr(key) : own);
}

namespace {

std::string text_or_id(const House& house, const host::Variant& variant, const std::string& own_key,
                       const std::string& game_key, std::string_view id) {
  const std::string_view own = variant.text(text::language_code(house.catalog.language()), own_key);
  if (!own.empty()) return std::string(own);
  return std::string(house.catalog.has(game_key) ? house.catalog.tr(game_key) : id);
}

}  // namespace

std::string House::refusal_text(const host::Variant& variant, std::string_view id) const {
  const std::string key = "refusal." + std::string(id);
  return text_or_id(*this, variant, key, key, id);
}

bool initials(std::string_view name) {
  return !name.empty() && name.size() <= kMostInitials &&
         std::ranges::all_of(name, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

std::string House::player_text(const std::string& name) const {
  for (const text::Language language : text::kLanguages) {
    for (int n = 1; n <= QITAI_MAX_SEATS; ++n) {
      if (name == catalog.tr(language, "player.number", {{"n", n}}))
        return catalog.tr("player.number", {{"n", n}});
    }
  }
  return readable(name);
}

std::string House::readable(const std::string& name) const {
  if (is_seal(name)) return seal_text(catalog, name);
  const bool shown = !name.empty() && ui.type().covers(name) && (!kiosk || initials(name));
  return shown ? name : std::string(catalog.tr("lobby.nameless"));
}

std::string House::bot_text(int level) const {
  const std::string name(catalog.tr("bot.level." + std::to_string(level)));
  return catalog.tr("bot.at_level", {{"level", name}});
}

std::string House::reason_text(const host::Variant& variant, std::string_view id) const {
  return text_or_id(*this, variant, "reason." + std::string(id), "res." + std::string(id), id);
}

std::string House::notice_text(const host::Variant& variant, std::string_view id) const {
  return std::string(variant.text(text::language_code(catalog.language()), "notice." + std::string(id)));
}

std::string House::kind_text(const host::Variant& variant, int kind, int colour) const {
  const host::VariantInfo& info = variant.info();
  if (kind < 0 || static_cast<std::size_t>(kind) >= info.kinds.size()) return {};
  const std::string& key = info.kinds[static_cast<std::size_t>(kind)].name_key;
  if (colour >= 0 && static_cast<std::size_t>(colour) < info.colours.size()) {
    const std::string own = key + "." + info.colours[static_cast<std::size_t>(colour)].id;
    const std::string_view words = variant.text(text::language_code(catalog.language()), own);
    if (!words.empty()) return std::string(words);
  }
  return text(variant, key);
}

std::string House::option_text(const host::Variant& variant, const host::OptionInfo& option,
                               std::int64_t value) const {
  if (option.kind == host::OptionKind::kChoice) {
    const auto index = static_cast<std::size_t>(value);
    return index < option.choices.size() ? text(variant, option.choices[index].name_key) : std::string();
  }
  const bool off = value == 0 && (option.kind == host::OptionKind::kToggle || option.min == 0);
  if (off) return std::string(catalog.tr("common.off"));
  return option.kind == host::OptionKind::kToggle ? std::string(catalog.tr("common.on"))
                                                  : std::to_string(value);
}

std::vector<std::shared_ptr<const host::Variant>> games_for_two(const House& house) {
  std::vector<std::shared_ptr<const host::Variant>> games;
  for (const auto& game : house.plugins.variants()) {
    // Tables are for two here: other games are absent.
    if (game->info().seats.size() == 2) games.push_back(game);
  }
  // Those that the configuration names first; the others are sorted by id already.
  const std::vector<std::string>& order = house.config.values().game_order;
  const auto place = [&](const auto& game) {
    return std::find(order.begin(), order.end(), game->info().id) - order.begin();
  };
  std::stable_sort(games.begin(), games.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return games;
}

bool option_used(const host::VariantInfo& info, std::span<const std::int64_t> values, std::size_t option) {
  const host::OptionInfo& asked = info.options[option];
  if (asked.depends_on < 0) return true;
  const auto on = static_cast<std::size_t>(asked.depends_on);
  const std::int64_t value = values[on];
  const bool open =
      value >= 0 && value < 64 && ((asked.depends_mask >> static_cast<unsigned>(value)) & 1U) != 0;
  return open && option_used(info, values, on);
}

std::string_view House::piece_language() const {
  const std::string& pieces = config.values().pieces;
  if (pieces == "simplified") return "zh-Hans";
  if (pieces == "traditional") return "zh-Hant";
  return catalog.language() == text::Language::kSimplified ? "zh-Hans" : "zh-Hant";
}

void House::set_board(const host::Variant& variant, std::span<const std::int64_t> options) {
  dress(board, variant, options);
}

void House::dress(view::BoardView& which, const host::Variant& variant,
                  std::span<const std::int64_t> options) {
  const Result<host::Geometry> geometry = variant.geometry(options);
  if (!geometry) {
    log_error("{}: {}", variant.info().id, geometry.error().message);
    return;
  }
  const std::string& pieces = config.values().pieces;
  view::BoardTheme theme = view::load_theme(assets / "themes", config.values().theme);
  theme.figures_on_discs = pieces == "pictures";
  which.set_theme(theme);
  which.set_reduced_motion(config.values().reduced_motion);
  // What is written on the board itself is always traditional, as on boards that people own.
  std::set<std::string, std::less<>> writing;
  for (const host::Geometry::Decoration& decoration : geometry->decorations)
    writing.insert(decoration.text_key);
  // Unless characters were chosen, pieces speak the reader's language: a game whose pieces bear characters
  // for everybody has them in its English texts too.
  std::vector<std::string> faces;
  if (pieces == "auto" || pieces == "pictures") {
    const std::vector<host::KindInfo>& kinds = variant.info().kinds;
    for (const host::KindInfo& kind : kinds)
      faces.push_back(kind.glyph_key);
    // Seals match them where the pieces do speak English.
    const bool speak = std::any_of(kinds.begin(), kinds.end(), [&](const host::KindInfo& kind) {
      return variant.text("en", kind.glyph_key) != variant.text("zh-Hant", kind.glyph_key);
    });
    for (const host::ColourInfo& colour : variant.info().colours) {
      if (speak) faces.push_back(colour.seal_key);
    }
  }
  const auto on_piece = [faces = std::move(faces)](std::string_view key) {
    return std::any_of(faces.begin(), faces.end(), [&](const std::string& face) {
      return key == face || (key.starts_with(face) && key.substr(face.size()).starts_with("."));
    });
  };
  which.set_game(variant.info(), *geometry,
                 [&words = catalog, on_piece, shared = variant.shared_from_this(),
                  lang = std::string(piece_language()), writing = std::move(writing),
                  reader = std::string(text::language_code(catalog.language()))](std::string_view key) {
                   if (writing.contains(key)) return std::string(shared->text("zh-Hant", key));
                   if (on_piece(key)) return std::string(shared->text(reader, key));
                   // Outcomes of fights have words of the house, where the game brings none.
                   if (key.starts_with("fight.")) {
                     const std::string_view own = shared->text(reader, key);
                     return std::string(own.empty() ? words.tr(key) : own);
                   }
                   // The seal of a check speaks to the reader, whatever stands on the pieces.
                   return std::string(shared->text(key == "mark.check" ? reader : lang, key));
                 });
}

std::uint32_t House::motion(std::uint32_t ms) const {
  return config.values().reduced_motion ? 0 : ms;
}

}  // namespace qitai::menu
