// What the tests of junqi's secrets share.
#pragma once

#include <qitai/secrets/pieces.hpp>

#include "secrets.hpp"
#include "variants/junqi/hall.hpp"

namespace qitai::junqi {

using testing::Bytes32;
using testing::given;
using testing::id_of;
using testing::kMatch;
using testing::kSecrets;
using testing::lie;
using testing::Machines;

inline std::shared_ptr<const host::Variant> shared_junqi() {
  return junqi_game().shared_from_this();
}

// The sample of the rules' text, with a mine less and more in the rows that matter to a test.
inline const std::string kSample = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";
// Both marshals in front, so that a6a7 is their fight.
inline const std::string kMarshalAhead = "94375/7.3.E/25.82/3.B.2/EM6ME/BFM46";
inline const std::string kMarshalOpposite = "54379/7.3.E/26.82/3.B.2/EM5ME/BFM46";

inline Machines machines(const std::string& red, const std::string& blue, const OptionTexts& options = {}) {
  return {shared_junqi(), values(options), {red, blue}};
}

// An opening made by hand: of a secret, with the path of the tree of these leaves, for a layout.
inline std::string forged_opening(int seat, const std::vector<sdk::secrets::Leaf>& leaves,
                                  const Bytes32& secret, const std::string& layout) {
  const sdk::secrets::Tree tree(kMatch, seat, leaves, secret);
  return sdk::secrets::write_opening({secret, tree.path(leaves.size()), layout});
}

// The leaves of any text of a layout.
inline std::vector<sdk::secrets::Leaf> leaves_of(host::Seat seat, const std::string& layout) {
  const host::State state = begin(values({}), -1);
  std::vector<sdk::secrets::Leaf> leaves;
  for (const host::Piece& piece : must(state.setup_pieces(seat, layout)))
    leaves.push_back({piece.point, piece.kind});
  return leaves;
}

// A keeper that commits to one layout and plays as if it had another: what a changed program would do. The
// other machine is honest.
struct Liar {
  Machines table;      // keeper(seat) plays `played`
  host::Keeper other;  // the same secret with `committed`
  int seat;

  Liar(int liar, const std::string& committed, const std::string& played, const std::string& honest)
      : table(start(liar, played, honest)),
        other(
            testing::new_keeper(shared_junqi(), values({}), liar, kSecrets[static_cast<std::size_t>(liar)])),
        seat(liar) {
    const Bytes32 root = given(other.commit(committed));
    // The honest keeper again, with the root of the committed layout.
    host::Keeper fresh = testing::new_keeper(shared_junqi(), values({}), 1 - liar,
                                             kSecrets[static_cast<std::size_t>(1 - liar)]);
    given(fresh.commit(honest));
    REQUIRE(id_of(fresh.take_root(root)).empty());
    REQUIRE(id_of(other.take_root(table.roots[static_cast<std::size_t>(1 - liar)])).empty());
    table.keeper(1 - liar) = std::move(fresh);
  }
  host::Keeper& honest() { return table.keeper(1 - seat); }
  // What the honest side finds out if the liar opens what it committed to, or what it played.
  host::Keeper::Lie found(bool committed) {
    given(honest().open());
    REQUIRE(
        id_of(honest().take_opening(given(committed ? other.open() : table.keeper(seat).open()))).empty());
    CHECK_FALSE(honest().audit(1 - seat));
    auto found = honest().audit(seat);
    REQUIRE(found);
    return *std::move(found);
  }

 private:
  static Machines start(int liar, const std::string& played, const std::string& honest) {
    return liar == 0 ? machines(played, honest) : machines(honest, played);
  }
};

}  // namespace qitai::junqi
