// A tool of the build: writes every sound as NAME.wav into a folder.
//   make_sounds FOLDER
#include <cstdio>
#include <fstream>
#include <string>

#include "synthesis.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_sounds FOLDER\n", stderr);
    return 2;
  }
  for (const qitai::sounds::Recipe& recipe : qitai::sounds::recipes()) {
    const std::string path = std::string(argv[1]) + "/" + std::string(recipe.name) + ".wav";
    std::ofstream file(path, std::ios::binary);
    file << qitai::sounds::wave_file(qitai::sounds::synthesize(recipe.name));
    if (!file.flush()) {
      std::fprintf(stderr, "make_sounds: %s could not be written\n", path.c_str());
      return 1;
    }
  }
  return 0;
}
