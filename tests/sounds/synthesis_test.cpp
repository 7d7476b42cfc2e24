// The sounds that the build makes: loudness as broadcasters measure it, pitch and length as they are meant to
// be.
#include "synthesis.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

using namespace qitai::sounds;

namespace {

std::vector<float> sine(double hertz, double seconds) {
  std::vector<float> out(static_cast<std::size_t>(seconds * kRate));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<float>(std::sin(2 * std::numbers::pi * hertz * static_cast<double>(i) / kRate));
  return out;
}

// How much of a frequency there is (Goertzel).
double power_at(const std::vector<float>& samples, double hertz) {
  const double w = 2 * std::numbers::pi * hertz / kRate;
  const double c = 2 * std::cos(w);
  double s1 = 0;
  double s2 = 0;
  for (const float sample : samples) {
    const double s = static_cast<double>(sample) + c * s1 - s2;
    s2 = s1;
    s1 = s;
  }
  return s1 * s1 + s2 * s2 - c * s1 * s2;
}

double length_ms(std::string_view name) {
  return static_cast<double>(synthesize(name).size()) * 1000 / kRate;
}

}  // namespace

TEST_CASE("loudness of a sine of 997 Hz in full scale in one channel is -3.01 LUFS") {
  // ITU-R BS.1770-4, annex 1: what a meter must show.
  CHECK(loudness(sine(997, 5)) == Approx(-3.01).margin(0.02));
  // High tones count more, low ones less.
  CHECK(loudness(sine(4000, 5)) > loudness(sine(997, 5)) + 2.5);
  CHECK(loudness(sine(40, 5)) < loudness(sine(997, 5)) - 4);
  CHECK(loudness(std::vector<float>(100)) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("every sound is as loud as the others unless its peaks forbid it, begins and ends in silence") {
  REQUIRE(recipes().size() == 18);
  for (const Recipe& recipe : recipes()) {
    INFO(recipe.name);
    const std::vector<float> samples = synthesize(recipe.name);
    REQUIRE(samples.size() > 100);
    double peak = 0;
    for (const float sample : samples)
      peak = std::max(peak, std::abs(static_cast<double>(sample)));
    CHECK(peak <= kPeak + 1e-6);
    const double wanted = kLoudness - recipe.below;
    const double is = loudness(samples);
    CHECK(is <= wanted + 0.1);
    // A single blow has more peak than loudness.
    CHECK((is > wanted - 0.1 || peak > kPeak - 0.01));
    CHECK(is > wanted - 6);
    CHECK(std::abs(samples.front()) < 0.01F);
    CHECK(std::abs(samples.back()) < 0.01F);
  }
}

TEST_CASE("the sounds last and ring as they are meant to") {
  CHECK(length_ms("lift") == Approx(40));
  CHECK(length_ms("set-down") == Approx(90));
  CHECK(length_ms("capture") == Approx(140));
  CHECK(length_ms("check") == Approx(700));
  CHECK(length_ms("illegal") == Approx(60));
  CHECK(length_ms("ask") == Approx(500));
  CHECK(length_ms("win") == Approx(1600));
  CHECK(length_ms("loss") == Approx(1200));
  CHECK(length_ms("fight") == Approx(220));
  CHECK(length_ms("bomb") == Approx(500));
  CHECK(length_ms("flag") == Approx(1200));
  CHECK(length_ms("move") == Approx(18));
  CHECK(length_ms("select") == Approx(50));
  CHECK(length_ms("coin") == Approx(420));

  const std::vector<float> wood = synthesize("set-down");
  for (const double mode : {420.0, 980.0, 1700.0}) {
    INFO(mode);
    CHECK(power_at(wood, mode) > 4 * power_at(wood, mode * 1.35));
  }
  const std::vector<float> gong = synthesize("check");
  CHECK(power_at(gong, 520) > 4 * power_at(gong, 620));
  const std::vector<float> knock = synthesize("illegal");
  CHECK(power_at(knock, 180) > 4 * power_at(knock, 400));
  const std::vector<float> lift = synthesize("lift");
  CHECK(power_at(lift, 900) > 4 * power_at(lift, 500));
}

TEST_CASE("a sound that nobody has written is none, and the same one is the same each time") {
  CHECK(synthesize("thunder").empty());
  CHECK(synthesize("capture") == synthesize("capture"));
}

TEST_CASE("a wave file says what it holds") {
  const std::vector<float> samples{0, 0.5F, -0.5F, 2};
  const std::string file = wave_file(samples);
  REQUIRE(file.size() == 44 + 8);
  CHECK(file.substr(0, 4) == "RIFF");
  CHECK(file.substr(8, 8) == "WAVEfmt ");
  CHECK(static_cast<unsigned char>(file[24]) == (kRate & 0xFF));
  CHECK(static_cast<unsigned char>(file[40]) == 8);
  // Beyond full scale is full scale.
  CHECK(static_cast<unsigned char>(file[50]) == 0xFF);
  CHECK(static_cast<unsigned char>(file[51]) == 0x7F);
}
