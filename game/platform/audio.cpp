#include "platform/audio.hpp"

#include <SDL.h>
#include <SDL_mixer.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/log.hpp"

namespace qitai::platform {
namespace {

struct Kind {
  std::string_view name;
  int rank;
};
// In the order of Sound.
constexpr std::array<Kind, kSounds> kKinds{{{"lift", 1},
                                            {"set-down", 2},
                                            {"capture", 3},
                                            {"check", 4},
                                            {"illegal", 3},
                                            {"low-time", 4},
                                            {"stage", 3},
                                            {"ask", 4},
                                            {"invitation", 4},
                                            {"win", 4},
                                            {"loss", 4},
                                            {"draw", 4},
                                            {"fight", 3},
                                            {"bomb", 3},
                                            {"flag", 3},
                                            {"move", 0},
                                            {"select", 0},
                                            {"coin", 3}}};

const Kind& kind_of(Sound sound) {
  return kKinds.at(static_cast<std::size_t>(sound));
}

constexpr int kRate = 48000;
constexpr int kBuffer = 1024;  // samples: 21 ms, below what a hand notices

struct ChunkFree {
  void operator()(Mix_Chunk* chunk) const { Mix_FreeChunk(chunk); }
};

}  // namespace

std::string_view sound_name(Sound sound) {
  return kind_of(sound).name;
}

int sound_rank(Sound sound) {
  return kind_of(sound).rank;
}

struct Audio::Impl {
  std::filesystem::path folder;
  int volume = 0;
  bool device = false;
  bool told = false;  // the log knows why nothing is heard
  std::array<std::unique_ptr<Mix_Chunk, ChunkFree>, kSounds> chunks;
  std::array<Sound, kVoices> voices{};  // what each plays or played last

  void open_device();
  void close_device();
  void load();
  [[nodiscard]] int voice_for(Sound sound) const;
};

void Audio::Impl::open_device() {
  if (device) return;
  const auto fails = [this](const char* what) {
    if (!std::exchange(told, true)) log_info("no sound: {}: {}", what, SDL_GetError());
    if (SDL_WasInit(SDL_INIT_AUDIO) != 0) SDL_QuitSubSystem(SDL_INIT_AUDIO);
  };
  if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return fails("the system's audio did not start");
  if (Mix_OpenAudioDevice(kRate, AUDIO_S16SYS, 2, kBuffer, nullptr, SDL_AUDIO_ALLOW_ANY_CHANGE) != 0) {
    return fails("no device could be opened");
  }
  device = true;
  Mix_AllocateChannels(kVoices);
  load();
}

// The mixer brings the samples into the manner of the device, so they are read once it is open.
void Audio::Impl::load() {
  for (std::size_t i = 0; i < kSounds; ++i) {
    const std::filesystem::path file = folder / (std::string(kKinds[i].name) + ".wav");
    chunks[i].reset(Mix_LoadWAV(file.c_str()));
    if (chunks[i] == nullptr && !std::exchange(told, true))
      log_warning("{} cannot be heard: {}", file.string(), SDL_GetError());
  }
}

void Audio::Impl::close_device() {
  if (!std::exchange(device, false)) return;
  Mix_HaltChannel(-1);
  for (auto& chunk : chunks)
    chunk.reset();
  Mix_CloseAudio();
  SDL_QuitSubSystem(SDL_INIT_AUDIO);
}

int Audio::Impl::voice_for(Sound sound) const {
  int least = -1;
  for (int voice = 0; voice < kVoices; ++voice) {
    if (Mix_Playing(voice) == 0) return voice;
    const int rank = sound_rank(voices.at(static_cast<std::size_t>(voice)));
    if (least < 0 || rank < sound_rank(voices.at(static_cast<std::size_t>(least)))) least = voice;
  }
  const bool gives_way = sound_rank(voices.at(static_cast<std::size_t>(least))) <= sound_rank(sound);
  return gives_way ? least : -1;
}

Audio::Audio(std::filesystem::path folder) : impl_(std::make_unique<Impl>()) {
  impl_->folder = std::move(folder);
}

Audio::~Audio() {
  impl_->close_device();
}

void Audio::set_volume(int percent) {
  impl_->volume = std::clamp(percent, 0, 100);
  if (impl_->volume == 0) return impl_->close_device();
  impl_->open_device();
  if (!impl_->device) return;
  // Half of the way is heard as half as loud.
  const int level = MIX_MAX_VOLUME * impl_->volume * impl_->volume / 10000;
  Mix_Volume(-1, std::max(level, 1));
}

int Audio::volume() const {
  return impl_->volume;
}

bool Audio::open() const {
  return impl_->device;
}

void Audio::device_came() {
  if (!impl_->device) set_volume(impl_->volume);
}

void Audio::device_lost() {
  if (!impl_->device) return;
  log_info("the sound device is gone");
  impl_->close_device();
  set_volume(impl_->volume);
}

bool Audio::play(Sound sound) {
  if (!impl_->device) return false;
  Mix_Chunk* const chunk = impl_->chunks.at(static_cast<std::size_t>(sound)).get();
  if (chunk == nullptr) return false;
  const int voice = impl_->voice_for(sound);
  if (voice < 0) return false;
  impl_->voices.at(static_cast<std::size_t>(voice)) = sound;
  return Mix_PlayChannel(voice, chunk, 0) == voice;
}

void Audio::stop(Sound sound) {
  if (!impl_->device) return;
  for (int voice = 0; voice < kVoices; ++voice) {
    if (impl_->voices.at(static_cast<std::size_t>(voice)) == sound) Mix_HaltChannel(voice);
  }
}

int Audio::playing(Sound sound) const {
  if (!impl_->device) return 0;
  int count = 0;
  for (int voice = 0; voice < kVoices; ++voice) {
    const bool same = impl_->voices.at(static_cast<std::size_t>(voice)) == sound;
    count += same && Mix_Playing(voice) != 0 ? 1 : 0;
  }
  return count;
}

}  // namespace qitai::platform
