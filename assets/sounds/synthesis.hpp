// The sounds of the game, made from nothing but sums of damped tones and noise: a tool of the build writes
// them as files (make_sounds.cpp), so that the project carries no recordings and everybody may pass them on.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qitai::sounds {

inline constexpr int kRate = 48000;  // samples a second, one channel
// Integrated loudness of a sound that is heard in full (ITU-R BS.1770, without gating), in LUFS.
inline constexpr double kLoudness = -16;
// No sample is beyond this: the converter behind it interpolates and must not clip.
inline constexpr double kPeak = 0.89;  // −1 dBFS

// One sound: its name (that of its file), and how many decibels below kLoudness it is meant to be.
struct Recipe {
  std::string_view name;
  double below = 0;  // dB
};
// All of them, in the order of their names' first use in the game.
[[nodiscard]] std::span<const Recipe> recipes();

// The samples of a sound, −1…1, beginning and ending in silence; the same on every machine up to rounding.
// Empty: there is none of that name.
[[nodiscard]] std::vector<float> synthesize(std::string_view name);

// Integrated loudness of these samples in LUFS, K-weighted after ITU-R BS.1770-4, without gating (the sounds
// are shorter than its blocks); −infinity for silence.
[[nodiscard]] double loudness(std::span<const float> samples);

// The samples as a file of the WAVE format: 16 bits, one channel, kRate.
[[nodiscard]] std::string wave_file(std::span<const float> samples);

}  // namespace qitai::sounds
