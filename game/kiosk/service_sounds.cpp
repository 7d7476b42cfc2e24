// The page "sounds": each by its name, and why one would not be heard.
#include <SDL.h>

#include <filesystem>
#include <map>

#include "kiosk/service_page.hpp"

namespace qitai::kiosk {
namespace {

using platform::Sound;

class SoundsPage final : public Page {
 public:
  using Page::Page;
  std::vector<Row> rows() override;

 private:
  void play(Sound sound);

  std::map<Sound, bool> heard_;  // those that were tried
};

// In hours of silence, too: whoever is at this page wants to hear it.
void SoundsPage::play(Sound sound) {
  if (house_.hear) house_.hear(sound);
  heard_[sound] = house_.audio != nullptr && house_.audio->playing(sound) > 0;
}

std::vector<Row> SoundsPage::rows() {
  using Tone = Row::Tone;
  std::vector<Row> rows;
  const bool open = house_.audio != nullptr && house_.audio->open();
  const char* const driver = SDL_GetCurrentAudioDriver();
  std::string state = tr("service.sounds.none");
  if (open) state = driver == nullptr ? on_off(true) : std::string(driver);
  if (!open && desk_.settings.values().volume == 0) state = tr("service.sounds.volume_0");
  rows.push_back(told("sound_device", state, open ? Tone::kGood : Tone::kBad));
  // Which channels there are: all sounds are made for one, and both sides get it.
  int channels = 0;
  SDL_AudioSpec spec{};
  char* name = nullptr;
  if (open && SDL_GetDefaultAudioInfo(&name, &spec, 0) == 0) channels = spec.channels;
  SDL_free(name);
  rows.push_back(told("channels", channels == 1   ? tr("service.channels.one")
                                  : channels >= 2 ? tr("service.channels.both")
                                                  : tr("service.channels.unknown")));
  for (std::size_t i = 0; i < platform::kSounds; ++i) {
    const auto sound = static_cast<Sound>(i);
    const std::string id(platform::sound_name(sound));
    std::error_code failed;
    const bool there = std::filesystem::is_regular_file(house_.assets / "sounds" / (id + ".wav"), failed);
    Row row;
    row.id = "sound." + id;
    row.label = tr("service.sound." + id);
    row.help = tr("help.service.sound");
    row.value = tr("service.sounds.play");
    if (!there) {
      row.value = tr("service.sounds.missing");
      row.why = tr("service.sounds.missing_why", {{"file", id + ".wav"}});
      row.tone = Tone::kBad;
    } else if (const auto tried = heard_.find(sound); tried != heard_.end()) {
      row.value = tr(tried->second ? "service.sounds.played" : "service.sounds.unheard");
      row.tone = tried->second ? Tone::kGood : Tone::kBad;
    }
    row.act = [this, sound](int) { play(sound); };
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::unique_ptr<Page> make_sounds(Desk& desk) {
  return std::make_unique<SoundsPage>(desk);
}

}  // namespace qitai::kiosk
