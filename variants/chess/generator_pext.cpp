// The generator for x86-64 with a fast PEXT: Intel since Haswell, AMD since Zen 3. Compiled for AVX2, BMI and
// BMI2.
#include "chess/generator.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace qitai::chess {
namespace {

struct Pext {
  static Bits look(const Slider& slider, Bits occupied) {
    return slider.table[_pext_u64(occupied, slider.mask)];
  }
  static Bits bishop(Square from, Bits occupied) { return look(pext_sliders.bishop[from], occupied); }
  static Bits rook(Square from, Bits occupied) { return look(pext_sliders.rook[from], occupied); }
  static int count(Bits bits) { return __builtin_popcountll(bits); }
};

}  // namespace

constinit const Engine kPextEngine = generator::make_engine<Pext>();

}  // namespace qitai::chess
#endif
