// Qitai SDK for C++: a variant's own states as values, reached through its C functions, for keepers of
// secrets. Header only.
#pragma once

#include <qitai/values.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qitai::sdk::secrets {

// A call into the variant that has no way to say no, and yet failed. The keeper is broken.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the rules ask about: the public terms of a match.
struct Terms {
  const qitai_variant* variant = nullptr;
  std::vector<std::int64_t> options;
  std::string position;
  std::array<std::uint8_t, 32> seed{};
};

// A refusal that the variant filled.
class Why {
 public:
  Why() {
    raw_.struct_size = sizeof raw_;
    raw_.offset = -1;
    raw_.detail = &sink_;
  }
  Why(const Why&) = delete;
  Why& operator=(const Why&) = delete;
  [[nodiscard]] qitai_refusal* raw() { return &raw_; }
  // What a call that answered `status`, which is not QITAI_OK, means.
  [[nodiscard]] Refusal taken(const char* function, qitai_status status) const {
    if (status != QITAI_REFUSED && status != QITAI_UNKNOWN && status != QITAI_UNSUPPORTED)
      throw Failure(std::string(function) + " answered " + std::to_string(status) + ": " + detail_);
    if (status != QITAI_REFUSED || raw_.id.size == 0) return Refusal("unknown", detail_);
    Refusal refusal(Id::from_static({raw_.id.data, static_cast<std::size_t>(raw_.id.size)}), detail_);
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(raw_.point_count, QITAI_REFUSAL_POINTS); ++i)
      refusal.at(raw_.points[i]);
    if (raw_.offset >= 0) refusal.offset(static_cast<std::size_t>(raw_.offset));
    return refusal;
  }

 private:
  static qitai_status write(void* ctx, const void* bytes, std::uint64_t size) noexcept {
    try {
      static_cast<Why*>(ctx)->detail_.append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
    } catch (...) {
      return QITAI_ERROR;
    }
    return QITAI_OK;
  }
  qitai_refusal raw_{};
  std::string detail_;
  qitai_sink sink_{this, &Why::write};
};

// Copying clones.
class State {
 public:
  static Made<State> create(const Terms& terms, int knower) {
    qitai_start start{};
    start.struct_size = sizeof start;
    start.option_count = static_cast<std::uint32_t>(terms.options.size());
    start.options = terms.options.data();
    std::copy(terms.seed.begin(), terms.seed.end(), start.seed);
    start.knower = knower;
    start.position = {terms.position.data(), terms.position.size()};
    qitai_state* raw = nullptr;
    Why why;
    const qitai_status status = terms.variant->create(&start, &raw, why.raw());
    if (status != QITAI_OK) return why.taken("create", status);
    return State(*terms.variant, raw);
  }
  State(const State& other) : variant_(other.variant_) {
    demand("clone", variant_->clone(other.raw_, &raw_));
  }
  State(State&& other) noexcept : variant_(other.variant_), raw_(std::exchange(other.raw_, nullptr)) {}
  State& operator=(State other) noexcept {
    std::swap(variant_, other.variant_);
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~State() {
    if (raw_ != nullptr) variant_->destroy(raw_);
  }

  // What changed is appended to `changes`.
  using Changed = std::vector<qitai_change>;
  std::optional<Refusal> setup(int seat, std::string_view layout, Changed& changes) {
    if (variant_->setup_apply == nullptr) throw Failure("there is no setup_apply");
    return change("setup_apply", changes, [&](const qitai_change_sink* sink, qitai_refusal* why) {
      return variant_->setup_apply(raw_, seat, layout.data(), layout.size(), sink, why);
    });
  }
  std::optional<Refusal> draw(std::uint32_t index, Changed& changes) {
    if (variant_->chance_apply == nullptr) return Refusal("unknown", "chance has no part in this game");
    return change("chance_apply", changes, [&](const qitai_change_sink* sink, qitai_refusal* why) {
      return variant_->chance_apply(raw_, index, sink, why);
    });
  }
  // With those of the facts that this state asks for.
  std::optional<Refusal> apply(int seat, qitai_move move, std::span<const qitai_fact> facts,
                               Changed& changes) {
    std::vector<qitai_fact> asked;
    for (int round = 0; round < 8; ++round) {
      const std::vector<qitai_fact> questions = needs(seat, move, asked);
      if (questions.empty()) break;
      // One answer may make the next question needless: what was not settled may be asked no more.
      const std::size_t before = asked.size();
      for (const qitai_fact& question : questions) {
        const auto fits = [&](const qitai_fact& fact) {
          return fact.what == question.what && fact.seat == question.seat &&
                 (question.point == QITAI_NO_POINT || question.point == fact.point);
        };
        const auto found = std::find_if(facts.begin(), facts.end(), fits);
        if (found != facts.end()) asked.push_back(*found);
      }
      if (asked.size() == before) return Refusal("unknown", "not all is settled that the move needs");
    }
    return change("apply", changes, [&](const qitai_change_sink* sink, qitai_refusal* why) {
      return variant_->apply(raw_, seat, move, asked.data(), static_cast<std::uint32_t>(asked.size()), sink,
                             why);
    });
  }

  [[nodiscard]] std::vector<qitai_fact> needs(int seat, qitai_move move,
                                              std::span<const qitai_fact> known) const {
    if (variant_->needs == nullptr) return {};
    return list<qitai_fact>("needs",
                            [&](qitai_fact* out, std::uint32_t room, std::uint32_t* count) {
                              const qitai_status status =
                                  variant_->needs(raw_, seat, move, known.data(),
                                                  static_cast<std::uint32_t>(known.size()), out, room, count);
                              return status == QITAI_REFUSED ? QITAI_UNKNOWN
                                                             : status;  // no move: apply says why
                            })
        .value_or(std::vector<qitai_fact>{});
  }
  // Of a full state. Nothing: no such move.
  [[nodiscard]] std::optional<std::vector<qitai_fact>> facts(int seat, qitai_move move) const {
    if (variant_->facts == nullptr) return std::vector<qitai_fact>{};
    return list<qitai_fact>("facts", [&](qitai_fact* out, std::uint32_t room, std::uint32_t* count) {
      const qitai_status status = variant_->facts(raw_, seat, move, out, room, count);
      return status == QITAI_REFUSED ? QITAI_UNKNOWN : status;
    });
  }
  // Nothing: this state cannot know.
  [[nodiscard]] std::optional<std::vector<qitai_move>> legal(int seat) const {
    return list<qitai_move>("legal", [&](qitai_move* out, std::uint32_t room, std::uint32_t* count) {
      return variant_->legal(raw_, seat, out, room, count);
    });
  }
  // Why a move cannot be, as far as this state knows.
  [[nodiscard]] std::optional<Refusal> refuse(int seat, qitai_move move) const {
    if (const auto moves = legal(seat)) {
      if (std::find(moves->begin(), moves->end(), move) != moves->end()) return std::nullopt;
    }
    if (variant_->refuse != nullptr) {
      Why why;
      const qitai_status status = variant_->refuse(raw_, seat, move, why.raw());
      if (status == QITAI_OK || status == QITAI_UNKNOWN) return std::nullopt;
      return why.taken("refuse", status);
    }
    return Refusal("no-such-move", "no piece can move so");
  }
  [[nodiscard]] std::vector<qitai_piece> view(int viewer) const {
    return list<qitai_piece>("view",
                             [&](qitai_piece* out, std::uint32_t room, std::uint32_t* count) {
                               return variant_->view(raw_, viewer, out, room, count);
                             })
        .value_or(std::vector<qitai_piece>{});
  }
  [[nodiscard]] qitai_outcome outcome() const {
    qitai_outcome outcome{};
    outcome.struct_size = sizeof outcome;
    demand("outcome", variant_->outcome(raw_, &outcome));
    return outcome;
  }
  [[nodiscard]] std::uint32_t acting() const {
    std::uint32_t seats = 0;
    demand("acting", variant_->acting(raw_, &seats));
    return seats;
  }
  [[nodiscard]] std::uint64_t public_hash() const {
    std::uint64_t hash = 0;
    demand("hash", variant_->hash(raw_, kPublic, &hash));
    return hash;
  }
  [[nodiscard]] const qitai_state* raw() const { return raw_; }

 private:
  State(const qitai_variant& variant, qitai_state* raw) : variant_(&variant), raw_(raw) {}
  static void demand(const char* function, qitai_status status) {
    if (status != QITAI_OK) throw Failure(std::string(function) + " answered " + std::to_string(status));
  }
  template <typename T, typename Call>
  static std::optional<std::vector<T>> list(const char* function, Call call) {
    std::vector<T> found(128);
    std::uint32_t count = 0;
    qitai_status status = call(found.data(), static_cast<std::uint32_t>(found.size()), &count);
    if (status == QITAI_NO_SPACE && count > found.size()) {
      found.resize(count);
      status = call(found.data(), count, &count);
    }
    if (status == QITAI_UNKNOWN) return std::nullopt;
    demand(function, status);
    if (count > found.size()) throw Failure(std::string(function) + " counted too much");
    found.resize(count);
    return found;
  }
  template <typename Call>
  std::optional<Refusal> change(const char* function, Changed& changes, Call call) {
    const qitai_change_sink sink{
        &changes, [](void* ctx, const qitai_change* list, std::uint32_t count) noexcept -> qitai_status {
          try {
            auto& all = *static_cast<Changed*>(ctx);
            all.insert(all.end(), list, list + count);
          } catch (...) {
            return QITAI_ERROR;
          }
          return QITAI_OK;
        }};
    Why why;
    const std::size_t before = changes.size();
    const qitai_status status = call(&sink, why.raw());
    if (status == QITAI_OK) return std::nullopt;
    changes.resize(before);
    return why.taken(function, status);
  }

  const qitai_variant* variant_ = nullptr;
  qitai_state* raw_ = nullptr;
};

}  // namespace qitai::sdk::secrets
