// The generator for x86-64 with a fast PEXT and AVX-512 VBMI2 (Ice Lake, Zen 4): a man's moves are written at
// once, without a branch for each. Compiled for these.
#include "chess/generator.hpp"

#if defined(__x86_64__)
#if defined(__GNUC__) && !defined(__clang__)
// False alarms inside gcc 12's own intrinsics (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

namespace qitai::chess {
namespace {

using SquareNumbers = std::array<std::uint8_t, kSquares>;
constexpr SquareNumbers make_numbers() {
  SquareNumbers numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<std::uint8_t>(i);
  return numbers;
}
alignas(64) constexpr SquareNumbers kNumbers = make_numbers();

struct Avx512 {
  static Bits look(const Slider& slider, Bits occupied) {
    return slider.table[_pext_u64(occupied, slider.mask)];
  }
  static Bits bishop(Square from, Bits occupied) { return look(pext_sliders.bishop[from], occupied); }
  static Bits rook(Square from, Bits occupied) { return look(pext_sliders.rook[from], occupied); }
  static int count(Bits bits) { return __builtin_popcountll(bits); }

  // Up to eight moves are written whatever their number; MoveList::kRoom has place for them.
  static Move* spread(Move* out, Square from, Bits to) {
    const __m512i squares = _mm512_maskz_compress_epi8(to, _mm512_load_si512(kNumbers.data()));
    const __m512i head = _mm512_set1_epi64(from);
    const auto write = [&](Move* at, __m128i eight) {
      const __m512i targets = _mm512_slli_epi64(_mm512_cvtepu8_epi64(eight), 16);
      _mm512_storeu_si512(at, _mm512_or_si512(targets, head));
    };
    const __m128i low = _mm512_castsi512_si128(squares);
    const int moves = count(to);
    write(out, low);
    if (moves > 8) {
      write(out + 8, _mm_srli_si128(low, 8));
      const __m128i high = _mm512_extracti32x4_epi32(squares, 1);
      if (moves > 16) write(out + 16, high);
      if (moves > 24) write(out + 24, _mm_srli_si128(high, 8));
    }
    return out + moves;
  }
};

}  // namespace

constinit const Engine kAvx512Engine = generator::make_engine<Avx512>();

}  // namespace qitai::chess
#endif
