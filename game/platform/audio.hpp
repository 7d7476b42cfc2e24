// Audio out: the short sounds of the game through SDL_mixer. Which is heard when is decided above.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace qitai::platform {

// Each has a file NAME.wav in the folder of sounds (assets/sounds).
enum class Sound : std::uint8_t {
  kLift,
  kSetDown,
  kCapture,
  kCheck,
  kIllegal,
  kLowTime,
  kStage,
  kAsk,
  kInvitation,
  kWin,
  kLoss,
  kDraw,
  kFight,
  kBomb,
  kFlag,
  kMove,
  kSelect,
  kCoin,
};
inline constexpr std::size_t kSounds = 18;

[[nodiscard]] std::string_view sound_name(Sound sound);  // "set-down"

// How loud what is to be heard is against what else wants to be: where all voices sound, the least important
// one gives way, and what matters less than all of them is not heard. 0 (menus) … 4 (a player must react).
[[nodiscard]] int sound_rank(Sound sound);

// Owns SDL's audio and the mixer. One per process, main thread. Whatever is missing (a device, a file, the
// whole folder) is logged once and not heard; nothing else fails of it.
class Audio {
 public:
  static constexpr int kVoices = 3;  // sound at one time

  explicit Audio(std::filesystem::path folder);
  ~Audio();
  Audio(const Audio&) = delete;
  Audio& operator=(const Audio&) = delete;

  // In per cent, 0…100. 0: the device is let go until it is more again.
  void set_volume(int percent);
  [[nodiscard]] int volume() const;
  // A device is open: what is played can be heard.
  [[nodiscard]] bool open() const;
  // A device came, or the open one is gone (Window::Happened): another one is opened if there is one.
  void device_came();
  void device_lost();

  // False: it is not heard (silence is set, no device, no such file, louder things sound).
  bool play(Sound sound);
  // Those of this kind that still sound fall silent.
  void stop(Sound sound);
  // How many of this kind sound now.
  [[nodiscard]] int playing(Sound sound) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::platform
