// Sounds through SDL's own drivers: one that swallows them, one that writes them to a file, and none.
#include "platform/audio.hpp"

#include <SDL.h>

#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "../scratch.hpp"

using namespace qitai::platform;

namespace {

const std::filesystem::path kFolder = QITAI_BUILD_DIR "/share/qitai/sounds";

// A driver of SDL for as long as it lives.
class Driver {
 public:
  explicit Driver(const char* name) { setenv("SDL_AUDIODRIVER", name, 1); }
  ~Driver() { unsetenv("SDL_AUDIODRIVER"); }
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
};

std::string all_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("every sound has a file that can be played") {
  const Driver driver("dummy");
  Audio audio(kFolder);
  CHECK_FALSE(audio.play(Sound::kWin));  // silence is set
  audio.set_volume(60);
  REQUIRE(audio.open());
  for (std::size_t i = 0; i < kSounds; ++i) {
    const auto sound = static_cast<Sound>(i);
    INFO(sound_name(sound));
    CHECK(std::filesystem::exists(kFolder / (std::string(sound_name(sound)) + ".wav")));
    CHECK(audio.play(sound));
    audio.stop(sound);
    CHECK(audio.playing(sound) == 0);
  }
}

TEST_CASE("at most three sounds at once, and the least important gives way") {
  const Driver driver("dummy");
  Audio audio(kFolder);
  audio.set_volume(60);
  REQUIRE(audio.play(Sound::kWin));
  REQUIRE(audio.play(Sound::kCheck));
  REQUIRE(audio.play(Sound::kFlag));
  CHECK_FALSE(audio.play(Sound::kMove));  // menus matter less than all of them
  CHECK(audio.playing(Sound::kWin) == 1);
  CHECK(audio.play(Sound::kAsk));  // a player must react: the falling side gives way
  CHECK(audio.playing(Sound::kFlag) == 0);
  CHECK(audio.playing(Sound::kWin) + audio.playing(Sound::kCheck) + audio.playing(Sound::kAsk) == 3);
}

TEST_CASE("what is played is heard, louder with more volume, and silence is silence") {
  const qitai::testing::Scratch folder;
  const std::filesystem::path heard = folder.path() / "heard.raw";
  setenv("SDL_DISKAUDIOFILE", heard.c_str(), 1);
  const Driver driver("disk");
  const auto loudest = [&](int volume) {
    {
      Audio audio(kFolder);
      audio.set_volume(volume);
      REQUIRE(audio.open());
      if (volume > 0) REQUIRE(audio.play(Sound::kWin));
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    const std::string bytes = all_of(heard);
    int most = 0;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
      const auto value = static_cast<std::int16_t>(static_cast<unsigned char>(bytes[i]) |
                                                   static_cast<unsigned char>(bytes[i + 1]) << 8U);
      most = std::max(most, std::abs(static_cast<int>(value)));
    }
    return most;
  };
  const int full = loudest(100);
  const int half = loudest(50);
  CHECK(full > 3000);
  CHECK(half > full / 8);
  CHECK(half < full / 2);
  unsetenv("SDL_DISKAUDIOFILE");
}

TEST_CASE("without a device, a driver or the files nothing is heard and nothing fails") {
  SECTION("no such driver") {
    const Driver driver("no-such-driver");
    Audio audio(kFolder);
    audio.set_volume(60);
    CHECK_FALSE(audio.open());
    CHECK_FALSE(audio.play(Sound::kCheck));
    audio.device_lost();
    audio.device_came();
    CHECK_FALSE(audio.open());
  }
  SECTION("no files") {
    const qitai::testing::Scratch empty;
    const Driver driver("dummy");
    Audio audio(empty.path());
    audio.set_volume(60);
    CHECK(audio.open());
    CHECK_FALSE(audio.play(Sound::kCheck));
  }
  SECTION("a file that is none") {
    const qitai::testing::Scratch broken;
    std::ofstream(broken.path() / "check.wav") << "RIFF????WAVEfmt no";
    const Driver driver("dummy");
    Audio audio(broken.path());
    audio.set_volume(60);
    CHECK_FALSE(audio.play(Sound::kCheck));
  }
}

TEST_CASE("a device that goes and comes back is used again") {
  Audio audio(kFolder);
  {
    const Driver driver("dummy");
    audio.set_volume(60);
    REQUIRE(audio.open());
  }
  {
    const Driver driver("no-such-driver");
    audio.device_lost();
    CHECK_FALSE(audio.open());
  }
  const Driver driver("dummy");
  audio.device_came();
  CHECK(audio.open());
  CHECK(audio.play(Sound::kSetDown));
  audio.set_volume(0);
  CHECK_FALSE(audio.open());
}
