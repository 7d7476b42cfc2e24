// The generator for x86-64 since 2008 and AMD before Zen 3, whose PEXT is slow. Compiled for POPCNT alone.
#include "chess/generator.hpp"

#if defined(__x86_64__)
namespace qitai::chess {
namespace {

struct Popcount {
  static Bits look(const Slider& slider, Bits occupied) {
    return slider.table[((occupied & slider.mask) * slider.magic) >> slider.shift];
  }
  static Bits bishop(Square from, Bits occupied) { return look(magic_sliders.bishop[from], occupied); }
  static Bits rook(Square from, Bits occupied) { return look(magic_sliders.rook[from], occupied); }
  static int count(Bits bits) { return __builtin_popcountll(bits); }
};

}  // namespace

constinit const Engine kPopcountEngine = generator::make_engine<Popcount>();

}  // namespace qitai::chess
#endif
