// Menu: what the guests of a cabinet are called: three letters or digits, or a seal out of a set, so that
// nothing that a stranger writes is ever shown to another one.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "menu/ui.hpp"

namespace qitai::menu {

struct House;

// The seals by what stands in the journal, whatever language is set: characters of good omen, each a name.
inline constexpr std::array<std::string_view, 24> kSeals{"福", "禄", "寿", "喜", "吉", "祥", "和", "安",
                                                         "康", "泰", "瑞", "春", "松", "竹", "梅", "兰",
                                                         "山", "水", "云", "月", "龙", "凤", "鹤", "虎"};

[[nodiscard]] bool is_seal(std::string_view name);
// A seal as it is written in the language that is set; any other name as it is.
[[nodiscard]] std::string seal_text(const text::Catalog& catalog, std::string_view name);
// A seal as a stamp, as high as the rectangle allows and the size of the text asks for; any other text as it
// is.
void draw_guest(Ui& ui, const SDL_Rect& rect, const std::string& words, bool seal, const TextStyle& style);
// How wide that is at that height.
[[nodiscard]] int guest_width(Ui& ui, int height, const std::string& words, bool seal,
                              const TextStyle& style);
// Nobody has chosen it: what seats are called by default, in any language, or nothing.
[[nodiscard]] bool is_nameless(const text::Catalog& catalog, std::string_view name);

}  // namespace qitai::menu
