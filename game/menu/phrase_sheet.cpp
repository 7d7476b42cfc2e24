#include "menu/phrase_sheet.hpp"

#include <algorithm>

namespace qitai::menu {
namespace {

constexpr std::uint64_t kStands = 5000;  // ms

}  // namespace

void PhraseSheet::open(std::uint64_t now) {
  open_ = true;
  house_.ui.focus().set("phrase.0", now);
}

bool PhraseSheet::draw(std::uint64_t now) {
  Ui& ui = house_.ui;
  constexpr auto kCount = static_cast<int>(duel::kPhrases.size());
  constexpr int kColumns = 2, kLines = (kCount + kColumns - 1) / kColumns;
  const int pad = std::max(ui.px(28), 10), gap = std::max(ui.px(16), 6), cap = ui.units().target(84);
  const int title = std::max(ui.px(84), 34);
  const int width = std::min(ui.units().width() - 2 * gap, std::max(ui.px(860), 480));
  const int caps = (kLines + 1) * (cap + gap) - gap;
  const int height = title + caps + 2 * pad;
  const SDL_Rect sheet{(ui.units().width() - width) / 2, (ui.units().height() - height) / 2, width, height};
  ui.dialog("table.phrases", sheet);
  ui.text({sheet.x + pad, sheet.y + pad / 2, width - 2 * pad, title}, ui.tr("phrases.title"),
          {view::Face::kKai, 48, ui.colours().gold_hi, Align::kCentre});
  const int cap_w = (width - 2 * pad - (kColumns - 1) * gap) / kColumns;
  const float size = ui.fit_keys({"phrase.hello", "phrase.good-luck", "phrase.well-played", "phrase.thanks",
                                  "phrase.sorry", "phrase.one-moment", "phrase.good-game", "phrase.goodbye"},
                                 {view::Face::kSansBold, 34}, cap_w - 2 * std::max(ui.px(28), 14));
  const int top = sheet.y + pad + title;
  std::optional<std::uint32_t> chosen;
  for (int i = 0; i < kCount; ++i) {
    const auto phrase = static_cast<std::size_t>(i);
    const SDL_Rect place{sheet.x + pad + i % kColumns * (cap_w + gap), top + i / kColumns * (cap + gap),
                         cap_w, cap};
    if (ui.button({"phrase." + std::to_string(i), place, true, ui.tr("help.phrase"), ""},
                  ui.tr(duel::phrase_key(phrase)), size)) {
      chosen = static_cast<std::uint32_t>(i);
    }
  }
  const SDL_Rect last{sheet.x + pad, top + kLines * (cap + gap), width - 2 * pad, cap};
  const bool back =
      ui.button({"phrase.back", last, true, ui.tr("help.phrase.back"), ""}, ui.tr("common.back"), size);
  ui.end_panel();
  if (chosen && session_.far() != nullptr) {
    // Refused only where the last one was said a second ago, or the link is lost, which the strip shows.
    if (session_.far()->duel().say(*chosen, house_.match_now())) {
      near_ = Said{*chosen, now + kStands};
      session_.far()->poll(house_.match_now());
    }
  }
  if (chosen || back) close();
  return chosen || back;
}

void PhraseSheet::heard(std::uint32_t phrase, std::uint64_t now) {
  if (phrase < duel::kPhrases.size()) far_ = Said{phrase, now + kStands};
}

std::string PhraseSheet::beside(host::Seat seat) const {
  const std::optional<Said>& said = session_.here(seat) ? near_ : far_;
  return said ? house_.ui.tr(duel::phrase_key(said->phrase)) : std::string();
}

bool PhraseSheet::tick(std::uint64_t now) {
  bool gone = false;
  for (std::optional<Said>* const said : {&near_, &far_}) {
    if (!*said || now < (*said)->until) continue;
    said->reset();
    gone = true;
  }
  return gone;
}

std::uint64_t PhraseSheet::next_wake() const {
  return std::min(near_ ? near_->until : UINT64_MAX, far_ ? far_->until : UINT64_MAX);
}

}  // namespace qitai::menu
