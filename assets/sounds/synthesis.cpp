#include "synthesis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace qitai::sounds {
namespace {

using Samples = std::vector<double>;
constexpr double kPi = std::numbers::pi;

std::size_t samples_of(double ms) {
  return static_cast<std::size_t>(ms * kRate / 1000);
}

// One mode of something that is struck: it sounds at once and dies away.
struct Mode {
  double hertz, level, decay;  // decay: ms until it is down by 60 dB
};

Samples silence(double ms) {
  return Samples(samples_of(ms), 0.0);
}

void add(Samples& out, const Samples& what, double at_ms, double level = 1) {
  const std::size_t from = samples_of(at_ms);
  for (std::size_t i = 0; i < what.size() && from + i < out.size(); ++i)
    out[from + i] += level * what[i];
}

Samples struck(double ms, std::span<const Mode> modes, double attack_ms = 0.4) {
  Samples out = silence(ms);
  for (const Mode& mode : modes) {
    const double rate = std::log(1000.0) / (mode.decay / 1000);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double t = static_cast<double>(i) / kRate;
      const double rise = std::min(1.0, t * 1000 / attack_ms);
      out[i] += mode.level * rise * std::exp(-rate * t) * std::sin(2 * kPi * mode.hertz * t);
    }
  }
  return out;
}

// White noise of a generator of our own, so that it is the same everywhere.
class Noise {
 public:
  explicit Noise(std::uint32_t seed) : state_(seed) {}
  double next() {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 17U;
    state_ ^= state_ << 5U;
    return static_cast<double>(state_) / 2147483648.0 - 1;
  }

 private:
  std::uint32_t state_;
};

// Second-order section in the direct form.
struct Filter {
  double b0, b1, b2, a1, a2;
  double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
  double operator()(double x) {
    const double y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  }
};

Filter low_pass(double hertz, double q) {
  const double w = 2 * kPi * hertz / kRate;
  const double alpha = std::sin(w) / (2 * q);
  const double a0 = 1 + alpha;
  const double c = std::cos(w);
  return {(1 - c) / 2 / a0, (1 - c) / a0, (1 - c) / 2 / a0, -2 * c / a0, (1 - alpha) / a0};
}

// Noise that dies away, its brightness falling from one frequency to another.
Samples rush(double ms, double from_hertz, double to_hertz, double decay, std::uint32_t seed) {
  Samples out = silence(ms);
  Noise noise(seed);
  const double rate = std::log(1000.0) / (decay / 1000);
  Filter filter = low_pass(from_hertz, 0.8);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double t = static_cast<double>(i) / kRate;
    if (i % 64 == 0) {
      const double share = static_cast<double>(i) / static_cast<double>(out.size());
      const Filter next = low_pass(from_hertz * std::pow(to_hertz / from_hertz, share), 0.8);
      filter.b0 = next.b0, filter.b1 = next.b1, filter.b2 = next.b2, filter.a1 = next.a1, filter.a2 = next.a2;
    }
    out[i] = filter(noise.next()) * std::exp(-rate * t) * std::min(1.0, t * 1000);
  }
  return out;
}

// A plucked string after Karplus and Strong: noise runs round a loop that takes its edges off.
Samples plucked(double ms, double hertz, double damping, std::uint32_t seed) {
  const auto length = static_cast<std::size_t>(kRate / hertz);
  std::vector<double> loop(length);
  Noise noise(seed);
  Filter soften = low_pass(2600, 0.7);  // a finger, not a plectrum
  for (double& sample : loop)
    sample = soften(noise.next());
  Samples out = silence(ms);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t at = i % length;
    const double value = loop[at];
    loop[at] = damping * (0.5 * value + 0.5 * loop[(at + 1) % length]);
    out[i] = value * std::min(1.0, static_cast<double>(i) * 1000 / kRate);
  }
  return out;
}

// The wood of a board: three modes that die away, and the click of the touch.
Samples wood(double ms, double pitch, double brightness = 1) {
  const std::array<Mode, 3> modes{
      {{420 * pitch, 1.0, 90}, {980 * pitch, 0.55 * brightness, 60}, {1700 * pitch, 0.3 * brightness, 36}}};
  Samples out = struck(ms, modes);
  add(out, rush(2, 9000, 4000, 4, 7), 0, 0.5 * brightness);
  return out;
}

Samples gong(double ms, double hertz, double decay) {
  const std::array<Mode, 6> modes{{{hertz, 1.0, decay},
                                   {hertz * 1.003, 0.7, decay * 0.9},
                                   {hertz * 1.48, 0.5, decay * 0.6},
                                   {hertz * 2.09, 0.42, decay * 0.45},
                                   {hertz * 2.71, 0.25, decay * 0.3},
                                   {hertz * 3.42, 0.16, decay * 0.2}}};
  return struck(ms, modes, 4);
}

Samples drum(double ms, double hertz, double decay, double skin) {
  Samples out = silence(ms);
  const double rate = std::log(1000.0) / (decay / 1000);
  double phase = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double t = static_cast<double>(i) / kRate;
    // A skin that is struck is tighter at first.
    phase += 2 * kPi * hertz * (1 + 0.6 * std::exp(-t * 45)) / kRate;
    out[i] = std::min(1.0, t * 1500) * std::exp(-rate * t) * std::sin(phase);
  }
  add(out, rush(30, 1800, 500, 30, 11), 0, skin);
  return out;
}

// A hollow block, as it is beaten in a temple.
Samples block(double ms, double hertz) {
  const std::array<Mode, 3> modes{{{hertz, 1.0, 110}, {hertz * 2.4, 0.35, 50}, {hertz * 3.9, 0.12, 25}}};
  return struck(ms, modes, 0.6);
}

constexpr double kFourthBelow = 0.75;  // a fourth lower: 3 : 4

Samples capture() {
  Samples out = silence(140);
  add(out, wood(90, 1), 0);
  add(out, wood(105, kFourthBelow), 35, 0.9);
  return out;
}

Samples check() {
  Samples out = silence(700);
  add(out, wood(90, 1), 0);
  add(out, gong(660, 520, 650), 40, 0.55);
  return out;
}

Samples stage() {
  Samples out = silence(320);
  add(out, block(140, 620), 0);
  add(out, block(180, 830), 130);
  return out;
}

Samples invitation() {
  Samples out = silence(1150);
  add(out, plucked(1100, 196, 0.994, 3), 0);
  add(out, plucked(900, 294, 0.994, 5), 180);
  add(out, plucked(760, 392, 0.994, 9), 360);
  return out;
}

Samples win() {
  Samples out = silence(1600);
  for (int i = 0; i < 14; ++i) {
    const double t = i / 13.0;
    add(out, drum(200, 140, 140, 0.7), 620 * t * (1 - 0.25 * t), 0.25 + 0.5 * t);
  }
  add(out, drum(500, 95, 450, 0.5), 600, 1);
  add(out, gong(980, 196, 1100), 600, 0.9);
  return out;
}

Samples draw() {
  Samples out = silence(900);
  add(out, plucked(500, 262, 0.992, 3), 0);
  add(out, plucked(480, 262, 0.992, 3), 400);
  return out;
}

Samples fight() {
  Samples out = silence(220);
  add(out, rush(220, 5200, 700, 190, 13), 0, 0.6);
  add(out, wood(110, kFourthBelow, 1.3), 60);
  return out;
}

Samples bomb() {
  Samples out = silence(500);
  add(out, rush(500, 3200, 160, 420, 17), 0);
  add(out, drum(420, 62, 380, 0.8), 0, 1.2);
  return out;
}

Samples flag() {
  Samples out = silence(1200);
  for (int row = 0; row < 6; ++row)  // the side falls row by row
    add(out, wood(120, kFourthBelow * (1 - 0.05 * row)), 110 * row, 0.8);
  add(out, drum(700, 90, 600, 0.6), 500, 1);
  add(out, gong(640, 262, 620), 540, 0.5);
  return out;
}

Samples knock() {
  const std::array<Mode, 2> modes{{{180, 1.0, 55}, {275, 0.4, 40}}};
  return struck(60, modes, 1.5);
}

Samples lift() {
  const std::array<Mode, 2> modes{{{900, 1.0, 36}, {1480, 0.3, 20}}};
  return struck(40, modes, 1);
}

Samples tick() {
  const std::array<Mode, 2> modes{{{1250, 1.0, 16}, {2600, 0.3, 8}}};
  return struck(18, modes, 0.5);
}

Samples select() {
  const std::array<Mode, 3> modes{{{700, 1.0, 46}, {1400, 0.35, 30}, {2100, 0.12, 18}}};
  return struck(50, modes, 0.8);
}

// Metal on metal, twice: it falls, and it lands.
Samples coin() {
  const auto ring = [](double ms, double hertz) {
    const std::array<Mode, 4> modes{
        {{hertz, 1.0, ms * 0.8}, {hertz * 1.52, 0.5, ms * 0.5}, {hertz * 2.31, 0.3, ms * 0.3}, {hertz * 3.1, 0.12, ms * 0.2}}};
    return struck(ms, modes, 0.6);
  };
  Samples out = silence(420);
  add(out, ring(120, 1480), 0, 0.6);
  add(out, ring(330, 1976), 90);
  return out;
}

struct Sound {
  Recipe recipe;
  Samples (*make)();
};
const std::array kSounds{
    Sound{{"lift", 12}, lift},
    Sound{{"set-down", 0}, [] { return wood(90, 1); }},
    Sound{{"capture", 0}, capture},
    Sound{{"check", 0}, check},
    Sound{{"illegal", 4}, knock},
    Sound{{"low-time", 3}, [] { return block(120, 740); }},
    Sound{{"stage", 0}, stage},
    Sound{{"ask", 0}, [] { return plucked(500, 220, 0.993, 3); }},
    Sound{{"invitation", 0}, invitation},
    Sound{{"win", 0}, win},
    Sound{{"loss", 0}, [] { return drum(1200, 88, 1150, 0.45); }},
    Sound{{"draw", 0}, draw},
    Sound{{"fight", 0}, fight},
    Sound{{"bomb", 0}, bomb},
    Sound{{"flag", 0}, flag},
    Sound{{"move", 10}, tick},
    Sound{{"select", 6}, select},
    Sound{{"coin", 2}, coin},
};
constexpr std::size_t kCount = std::tuple_size_v<decltype(kSounds)>;

}  // namespace

std::span<const Recipe> recipes() {
  static const std::array<Recipe, kCount> list = [] {
    std::array<Recipe, kCount> made{};
    for (std::size_t i = 0; i < kCount; ++i)
      made[i] = kSounds[i].recipe;
    return made;
  }();
  return list;
}

double loudness(std::span<const float> samples) {
  // The two stages of K-weighting at 48 kHz: BS.1770-4, tables 1 and 2.
  Filter shelf{1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585};
  Filter high{1.0, -2.0, 1.0, -1.99004745483398, 0.99007225036621};
  double sum = 0;
  for (const float sample : samples) {
    const double weighted = high(shelf(sample));
    sum += weighted * weighted;
  }
  if (samples.empty() || sum == 0) return -std::numeric_limits<double>::infinity();
  return -0.691 + 10 * std::log10(sum / static_cast<double>(samples.size()));
}

std::vector<float> synthesize(std::string_view name) {
  const auto* const sound =
      std::ranges::find(kSounds, name, [](const Sound& candidate) { return candidate.recipe.name; });
  if (sound == kSounds.end()) return {};
  const Samples made = sound->make();
  std::vector<float> out;
  out.reserve(made.size());
  for (const double sample : made)
    out.push_back(static_cast<float>(sample));
  // The end is faded, so that what still sounds is not cut off with a click.
  const std::size_t fade = std::min(out.size() / 4, samples_of(60));
  for (std::size_t i = 0; i < fade; ++i)
    out[out.size() - 1 - i] *= static_cast<float>(i) / static_cast<float>(fade);
  const double gain = std::pow(10, (kLoudness - sound->recipe.below - loudness(out)) / 20);
  double peak = 0;
  for (const float sample : out)
    peak = std::max(peak, std::abs(static_cast<double>(sample)));
  const double most = peak > 0 ? kPeak / peak : 1;
  for (float& sample : out)
    sample *= static_cast<float>(std::min(gain, most));
  return out;
}

std::string wave_file(std::span<const float> samples) {
  std::string out;
  const auto number = [&out](std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
      out.push_back(static_cast<char>(value >> (8U * static_cast<unsigned>(i)) & 0xFFU));
  };
  const auto bytes = static_cast<std::uint32_t>(samples.size() * 2);
  out += "RIFF";
  number(36 + bytes, 4);
  out += "WAVEfmt ";
  number(16, 4);
  number(1, 2);  // PCM
  number(1, 2);  // channels
  number(kRate, 4);
  number(kRate * 2, 4);
  number(2, 2);
  number(16, 2);
  out += "data";
  number(bytes, 4);
  for (const float sample : samples) {
    const double scaled = std::round(std::clamp(static_cast<double>(sample), -1.0, 1.0) * 32767);
    number(static_cast<std::uint16_t>(static_cast<std::int16_t>(scaled)), 2);
  }
  return out;
}

}  // namespace qitai::sounds
