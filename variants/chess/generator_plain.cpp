// The generator for any processor: magic multiplication, counting without an instruction for it.
#include "chess/generator.hpp"

namespace qitai::chess {
namespace {

struct Plain {
  static Bits look(const Slider& slider, Bits occupied) {
    return slider.table[((occupied & slider.mask) * slider.magic) >> slider.shift];
  }
  static Bits bishop(Square from, Bits occupied) { return look(magic_sliders.bishop[from], occupied); }
  static Bits rook(Square from, Bits occupied) { return look(magic_sliders.rook[from], occupied); }
  static int count(Bits bits) {
#if defined(__aarch64__)
    return __builtin_popcountll(bits);
#else
    // The compiler's own is a call on the plain amd64 that Debian builds for.
    bits -= (bits >> 1) & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return static_cast<int>((bits * 0x0101010101010101) >> 56);
#endif
  }
};

}  // namespace

constinit const Engine kPlainEngine = generator::make_engine<Plain>();

}  // namespace qitai::chess
