#include "chess/attacks.hpp"

#include <bit>

namespace qitai::chess {

constinit const detail::Lines kLines = detail::make_lines();
Sliders pext_sliders;
Sliders magic_sliders;

namespace {

// Of each square a factor that sends the men in its rays' ways to an index of their own, found by trying
// sparse random numbers against every arrangement of men.
constexpr std::array<Bits, kSquares> kBishopMagics{
    0x440410020202220C, 0x2220421202202000, 0x001000948D111520, 0xA61C040C84802000, 0x0411104000001802,
    0x00812C2020000800, 0x0084140208840200, 0x0000104802082008, 0x0080204441C80101, 0x0800024202020200,
    0x008A410109210194, 0x8000884483011210, 0x1100040421000004, 0x00280A0842292008, 0x9003822090080820,
    0x0000020084040209, 0x620A40C010040098, 0x0008024410044040, 0x0001001011060010, 0x1202000440110008,
    0x0084008080E00010, 0x0002021302420208, 0x1002020088010800, 0x10082022440A4804, 0x0444A00004081040,
    0x00101485100408A3, 0x0804100002002040, 0x044A080004004068, 0x020101008A104000, 0x4003010082101480,
    0x0030841001140240, 0x0084408410440C00, 0x0402022000410800, 0x0004502228080200, 0x0000104804100080,
    0x0080020081380081, 0x6100510040040040, 0x5090250240020048, 0x01A4084A00204105, 0x0000808103008410,
    0x00A08820D0000840, 0x0002809010002920, 0x0070109090101800, 0x48082C4200800800, 0x0C10824A0A020402,
    0x0441020C82030100, 0x1942509200800202, 0x5844008421004048, 0x00C0880808050008, 0x0141008201A02002,
    0x008001005530100E, 0x0200010284043402, 0x00000A1042020000, 0x0000204202120004, 0x0041020204010400,
    0x00D0900100408210, 0x8000441200900410, 0x0001444212012000, 0x0004002024024828, 0x0010082100840400,
    0x009010C04030490A, 0x10000208A1081080, 0x0000092008120060, 0x1008085004005210};
constexpr std::array<Bits, kSquares> kRookMagics{
    0x22800080A2400058, 0x0C80128020004001, 0x0880100020020880, 0x4080048010000800, 0x0100080002041100,
    0x02001483100A0008, 0x04001C0081025008, 0x020004034822028B, 0x0000800040008020, 0x0001002100400080,
    0x0101002008104102, 0x1002801001814802, 0x0100808008000400, 0x0006000410220018, 0x004A000408420001,
    0x0202000106126084, 0x0280044000200240, 0x001014C000412000, 0x021880802003B000, 0x0100420012002008,
    0x0008018004018008, 0x0702010100040008, 0x8001010100040200, 0x8040120001006084, 0x2240002880004482,
    0x0420004840100020, 0x604D8042003202A1, 0x0000210100081004, 0x050100AD00101800, 0x0402010200040810,
    0x2181000100020004, 0x4014A482001C0043, 0x801080C00A800160, 0x00A0100024400041, 0x0400801002802000,
    0x0000800804801001, 0x0011001005000802, 0x4003000401000208, 0x6002025004000188, 0x0540800040800100,
    0x0040002040808002, 0x4800402010014000, 0x0102008010220040, 0x000200402012000A, 0x0200080004008080,
    0x00D0040002008080, 0x1923100207140058, 0x0400004110820004, 0x2041C00A80042880, 0x8400400280200480,
    0x00010A10A0004300, 0x3490402200110A00, 0x8000040008008080, 0x0000C02090040801, 0x0004501108821400,
    0x4580011044088200, 0x2080402411008001, 0x00AA110820400283, 0x1200200040100901, 0x0000210010018409,
    0x2002001004082002, 0x201200040801D002, 0x0000100268880104, 0x0801010020805402};

// A man at the end of a ray does not matter: behind it is nothing.
Bits mask_of(Square at, const std::array<detail::Step, 4>& steps) {
  Bits mask = 0;
  for (const detail::Step step : steps) {
    for (Bits rest = detail::ray(at, step, 0); rest != 0; rest &= rest - 1) {
      const auto to = static_cast<Square>(std::countr_zero(rest));
      if (detail::one_step(to, step) != 0) mask |= bit(to);
    }
  }
  return mask;
}

Bits slide(Square at, const std::array<detail::Step, 4>& steps, Bits occupied) {
  Bits bits = 0;
  for (const detail::Step step : steps)
    bits |= detail::ray(at, step, occupied);
  return bits;
}

// Room for all arrangements of both kinds of sliders on all squares.
constexpr std::size_t kBishopEntries = 5'248;
constexpr std::size_t kRookEntries = 102'400;
using Table = std::array<Bits, kBishopEntries + kRookEntries>;
Table pext_table;
Table magic_table;

// Fills a table; the arrangements of a mask are its subsets in ascending order, which is the order of PEXT.
void make(Sliders& sliders, Table& table, bool by_magic) {
  std::size_t used = 0;
  for (const bool rook : {false, true}) {
    const auto& steps = rook ? detail::kRookSteps : detail::kBishopSteps;
    auto& list = rook ? sliders.rook : sliders.bishop;
    for (int i = 0; i < kSquares; ++i) {
      const auto at = static_cast<Square>(i);
      Slider& slider = list[at];
      slider.mask = mask_of(at, steps);
      slider.magic = (rook ? kRookMagics : kBishopMagics)[at];
      slider.shift = static_cast<unsigned>(kSquares - std::popcount(slider.mask));
      slider.table = &table[used];
      const std::size_t entries = std::size_t{1} << std::popcount(slider.mask);
      Bits men = 0;
      for (std::size_t n = 0; n < entries; ++n) {
        const std::size_t place =
            by_magic ? static_cast<std::size_t>((men * slider.magic) >> slider.shift) : n;
        table[used + place] = slide(at, steps, men);
        men = (men - slider.mask) & slider.mask;
      }
      used += entries;
    }
  }
}

}  // namespace

void make_pext_sliders() {
  make(pext_sliders, pext_table, false);
}

void make_magic_sliders() {
  make(magic_sliders, magic_table, true);
}

}  // namespace qitai::chess
