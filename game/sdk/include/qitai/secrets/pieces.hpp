// Qitai SDK for C++: the pieces of a private set-up on their way through the game, what of the variant's
// rules a keeper of secrets has to know, and how a piece and a whole set-up are shown. Header only; needs
// libsodium.
#pragma once

#include <qitai/secrets.h>
#include <qitai/setup.h>
#include <qitai/secrets/merkle.hpp>
#include <qitai/secrets/state.hpp>

#include <string>

namespace qitai::sdk::secrets {

// A seat's pieces: what was set up where, and where it is now. Kinds of the other seat's are QITAI_NO_KIND.
class Men {
 public:
  Men() = default;
  // Ascending by point.
  explicit Men(std::vector<Leaf> leaves) : leaves_(std::move(leaves)) {
    for (const Leaf& leaf : leaves_)
      at_.push_back(leaf.point);
  }
  [[nodiscard]] const std::vector<Leaf>& leaves() const { return leaves_; }
  [[nodiscard]] std::size_t size() const { return leaves_.size(); }
  // Where a leaf's piece stands; QITAI_NO_POINT once it is gone.
  [[nodiscard]] std::uint16_t at(std::size_t leaf) const { return at_[leaf]; }
  // The leaf of the piece on a point.
  [[nodiscard]] std::optional<std::size_t> on(std::uint16_t point) const {
    const auto found = std::find(at_.begin(), at_.end(), point);
    if (point == QITAI_NO_POINT || found == at_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - at_.begin());
  }
  // The kind of the piece on a point, or QITAI_NO_KIND.
  [[nodiscard]] std::uint16_t kind_on(std::uint16_t point) const {
    const auto leaf = on(point);
    return leaf ? leaves_[*leaf].kind : std::uint16_t{QITAI_NO_KIND};
  }

  // Follows the public changes of one call: inside a step what is captured goes before anything moves.
  void follow(std::span<const qitai_change> changes) {
    std::vector<qitai_change> ordered(changes.begin(), changes.end());
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return key(a) < key(b); });
    for (std::size_t i = 0; i < ordered.size();) {
      std::vector<std::pair<std::size_t, std::uint16_t>> moved;
      const auto step = key(ordered[i]);
      for (; i < ordered.size() && key(ordered[i]) == step; ++i) {
        const qitai_change& change = ordered[i];
        if ((change.audience & kEverybody) == 0) continue;
        const auto leaf = on(change.from);
        if (!leaf) continue;
        if (change.what == QITAI_CHANGE_CAPTURED) at_[*leaf] = QITAI_NO_POINT;
        if (change.what == QITAI_CHANGE_MOVED) moved.emplace_back(*leaf, change.to);
      }
      for (const auto& [leaf, to] : moved)
        at_[leaf] = to;
    }
  }

 private:
  static std::pair<std::uint16_t, bool> key(const qitai_change& change) {
    return {change.step, change.what != QITAI_CHANGE_CAPTURED};
  }
  std::vector<Leaf> leaves_;
  std::vector<std::uint16_t> at_;
};

// A move about which something is asked, as the seat that answers sees it.
struct Scene {
  std::span<const std::int64_t> options;
  qitai_ply ply;
  std::span<const qitai_fact> known;  // settled about this move so far
  int seat;                           // who answers
  const Men& own;                     // its pieces, before the move
  const State& everybody;             // what everybody knows, before the move
};

// What a variant tells its keepers. One object for all, never changed.
class Rules {
 public:
  virtual ~Rules() = default;
  Rules() = default;
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;
  // Whether there are private set-ups that stay private under these options.
  [[nodiscard]] virtual bool offered(std::span<const std::int64_t> options) const = 0;
  // Every kind that may ever attack, in the order of an answer's entries, at most 15.
  [[nodiscard]] virtual std::span<const std::uint16_t> attackers() const = 0;
  // How the attack of this kind on this kind ends: QITAI_FIGHT_WON…FLAG. The seat of the scene defends. A
  // kind that the rules forbid to attack there gets QITAI_FIGHT_LOST.
  [[nodiscard]] virtual int fight(const Scene& scene, std::uint16_t attacker,
                                  std::uint16_t defender) const = 0;
  // Which of its pieces (a leaf) the seat of the scene has to show on a question other than FIGHT and REVEAL.
  [[nodiscard]] virtual std::optional<std::size_t> shows(const Scene& scene,
                                                         const qitai_fact& question) const = 0;
  // The answer that showing the piece on `point` gives to such a question; showing none: QITAI_NO_POINT and
  // QITAI_NO_KIND. For facts of the variant's own that are answered otherwise than QITAI_FACT_SHOW.
  [[nodiscard]] virtual qitai_fact answer(const qitai_fact& question, std::uint16_t point,
                                          std::uint16_t kind) const {
    const bool none = point == QITAI_NO_POINT;
    return {question.what, none ? question.point : point, question.seat, none ? -1 : std::int64_t{kind}};
  }
};

inline constexpr std::size_t kOutcomes = 4;  // QITAI_FIGHT_WON…QITAI_FIGHT_FLAG

// What an answer has to say to each attacker.
inline std::vector<std::uint8_t> outcomes_of(const Rules& rules, const Scene& scene) {
  std::vector<std::uint8_t> outcomes;
  for (const std::uint16_t attacker : rules.attackers()) {
    const int how = rules.fight(scene, attacker, scene.own.kind_on(scene.ply.move.to));
    if (how < QITAI_FIGHT_WON || how > QITAI_FIGHT_FLAG) throw Failure("a fight has no such outcome");
    outcomes.push_back(static_cast<std::uint8_t>(how));
  }
  return outcomes;
}

// The pieces of a layout that the rules take, or why they don't.
inline Made<std::vector<Leaf>> read_layout(const Terms& terms, int seat, std::string_view layout) {
  Made<State> state = State::create(terms, seat);
  if (const auto* refusal = std::get_if<Refusal>(&state)) return *refusal;
  State::Changed changes;
  if (layout.empty()) return Refusal("malformed", "there is no layout");  // would mean: one of the variant's
  if (auto refusal = std::get<State>(state).setup(seat, layout, changes)) return *std::move(refusal);
  std::vector<Leaf> leaves;
  for (const qitai_piece& piece : std::get<State>(state).view(seat)) {
    if (piece.kind != QITAI_NO_KIND && piece.point != QITAI_NO_POINT)
      leaves.push_back({piece.point, piece.kind});
  }
  return leaves;
}

// The pieces of any layout, also of one that the rules forbid, where the variant can read those.
inline Made<std::vector<Leaf>> read_any_layout(const Terms& terms, int seat, std::string_view layout) {
  constexpr std::string_view kId = QITAI_SETUP_ID;
  const void* raw =
      terms.variant->extension == nullptr ? nullptr : terms.variant->extension({kId.data(), kId.size()});
  const auto* setup = static_cast<const qitai_setup*>(raw);
  if (setup == nullptr || setup->read == nullptr) return read_layout(terms, seat, layout);
  Made<State> state = State::create(terms, seat);
  if (const auto* refusal = std::get_if<Refusal>(&state)) return *refusal;
  std::vector<qitai_piece> pieces(QITAI_MAX_POINTS);
  std::uint32_t count = 0;
  Why why;
  const qitai_status status =
      setup->read(std::get<State>(state).raw(), seat, layout.data(), layout.size(), pieces.data(),
                  static_cast<std::uint32_t>(pieces.size()), &count, why.raw());
  if (status != QITAI_OK) return why.taken("setup.read", status);
  std::vector<Leaf> leaves;
  for (std::uint32_t i = 0; i < count; ++i)
    leaves.push_back({pieces[i].point, pieces[i].kind});
  return leaves;
}

inline void put(std::string& to, std::uint64_t value, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i)
    to.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
}
inline void put(std::string& to, View bytes) {
  to.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}
inline View view_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// A message that shows a piece: 1, its point now, its leaf, its kind (16 bits each), its salt, the path. Or
// 0: there is nothing to show; that takes as many bytes, so that sizes tell nothing.
inline std::size_t proof_size(std::size_t leaves) {
  return 7 + 32 + 32 * depth_of(leaves + 1);
}
inline std::string write_proof(const Men& men, std::optional<std::size_t> leaf, const Tree& tree,
                               const Bytes32& secret) {
  std::string proof;
  if (leaf) {
    put(proof, 1, 1);
    put(proof, men.at(*leaf), 2);
    put(proof, *leaf, 2);
    put(proof, men.leaves()[*leaf].kind, 2);
    put(proof, salt_of(secret, *leaf));
    for (const Bytes32& beside : tree.path(*leaf))
      put(proof, beside);
  }
  proof.resize(proof_size(men.size()));
  return proof;
}

// The answer to a question that a proof of seat question.seat gives; checked against its root and against
// where its pieces are.
inline Made<qitai_fact> read_proof(std::string_view proof, const Men& men, const Bytes32& match,
                                   const Bytes32& root, const qitai_fact& question, const Rules& rules) {
  if (proof.size() != proof_size(men.size()))
    return Refusal("malformed", "a proof has " + std::to_string(proof_size(men.size())) + " bytes");
  if (proof.find_first_not_of('\0') == std::string_view::npos) {
    if (question.what == QITAI_FACT_REVEAL)
      return Refusal("malformed", "nothing is shown, but the piece there has to be").at(question.point);
    return rules.answer(question, QITAI_NO_POINT, QITAI_NO_KIND);
  }
  const auto number = [&](std::size_t at) {
    return static_cast<std::uint16_t>(static_cast<std::uint8_t>(proof[at]) |
                                      static_cast<std::uint8_t>(proof[at + 1]) << 8);
  };
  const std::uint16_t point = number(1), index = number(3), kind = number(5);
  if (proof[0] != 1) return Refusal("malformed", "a proof begins with 0 or 1");
  if (question.point != QITAI_NO_POINT && question.point != point)
    return Refusal("forged-path", "another piece is shown than the one asked for").at(point);
  if (men.on(point) != std::optional<std::size_t>(index))
    return Refusal("forged-path", "the piece shown is not the one that stands there").at(point);
  Bytes32 salt{};
  std::vector<Bytes32> path(depth_of(men.size() + 1));
  std::memcpy(salt.data(), proof.data() + 7, salt.size());
  for (std::size_t i = 0; i < path.size(); ++i)
    std::memcpy(path[i].data(), proof.data() + 39 + 32 * i, 32);
  const Leaf leaf{men.leaves()[index].point, kind};
  if (climb(leaf_hash(match, question.seat, leaf, salt), index, path) != root)
    return Refusal("forged-path", "the piece shown is not the one committed to").at(point);
  return rules.answer(question, point, kind);
}

// What a seat says at the end: its secret, the path of the seal, its layout.
struct Opening {
  Bytes32 secret{};
  std::vector<Bytes32> path;
  std::string layout;
};
inline std::string write_opening(const Opening& opening) {
  std::string bytes;
  put(bytes, opening.path.size(), 1);
  put(bytes, opening.secret);
  for (const Bytes32& beside : opening.path)
    put(bytes, beside);
  return bytes + opening.layout;
}
inline std::optional<Opening> read_opening(std::string_view bytes) {
  if (bytes.empty() || bytes.size() > QITAI_SECRETS_MESSAGE) return std::nullopt;
  const std::size_t depth = static_cast<std::uint8_t>(bytes[0]), head = 33 + 32 * depth;
  if (bytes.size() <= head) return std::nullopt;
  Opening opening;
  std::memcpy(opening.secret.data(), bytes.data() + 1, 32);
  opening.path.resize(depth);
  for (std::size_t i = 0; i < depth; ++i)
    std::memcpy(opening.path[i].data(), bytes.data() + 33 + 32 * i, 32);
  opening.layout = bytes.substr(head);
  return opening;
}

}  // namespace qitai::sdk::secrets
