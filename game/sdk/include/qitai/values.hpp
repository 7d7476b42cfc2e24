// Qitai SDK for C++: the values that a game's methods take and answer. Header only, C++20, no dependency.
#pragma once

#include <qitai/variant.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

// Moves and facts are compared by value; both are frozen, so these can't change either.
constexpr bool operator==(const qitai_move& a, const qitai_move& b) {
  return a.from == b.from && a.to == b.to && a.choice == b.choice && a.flags == b.flags;
}
constexpr std::strong_ordering operator<=>(const qitai_move& a, const qitai_move& b) {
  if (const auto order = a.from <=> b.from; order != 0) return order;
  if (const auto order = a.to <=> b.to; order != 0) return order;
  if (const auto order = a.choice <=> b.choice; order != 0) return order;
  return a.flags <=> b.flags;
}

namespace qitai::sdk {

inline constexpr int kPublic = QITAI_PUBLIC;
inline constexpr std::uint32_t kEverybody = 1u << QITAI_PUBLIC;  // audience of a change
constexpr std::uint32_t only(int seat) {
  return 1u << seat;
}  // audience, and bits of `acting`
inline constexpr std::uint32_t kChance = 1u << QITAI_CHANCE_SEAT;

// An id that lives as long as the plugin: a literal, or what from_static is promised about.
class Id {
 public:
  consteval Id(const char* literal) : text_(literal) {}  // NOLINT(google-explicit-constructor)
  constexpr Id() = default;
  static constexpr Id from_static(std::string_view text) {
    Id id;
    id.text_ = text;
    return id;
  }
  [[nodiscard]] constexpr std::string_view text() const { return text_; }
  [[nodiscard]] constexpr qitai_str raw() const { return {text_.data(), text_.size()}; }

 private:
  std::string_view text_;
};

// Why not: an id ("horse-leg"), the points to mark, where a text is wrong, and an English sentence for logs.
//   return Refusal("horse-leg").at(leg);
class Refusal {
 public:
  explicit Refusal(Id id, std::string detail = {}) : id_(id), detail_(std::move(detail)) {}
  Refusal& at(std::uint16_t point) & {
    if (count_ < points_.size()) points_[count_++] = point;
    return *this;
  }
  Refusal&& at(std::uint16_t point) && { return std::move(at(point)); }
  Refusal& offset(std::size_t byte) & { return offset_ = static_cast<std::int64_t>(byte), *this; }
  Refusal&& offset(std::size_t byte) && { return std::move(offset(byte)); }

  [[nodiscard]] std::string_view id() const { return id_.text(); }
  [[nodiscard]] std::span<const std::uint16_t> points() const { return {points_.data(), count_}; }

  // Into the caller's struct, as far as it reaches. Answers QITAI_REFUSED.
  qitai_status write(qitai_refusal* out) const {
    if (out == nullptr || !QITAI_HAS(out, qitai_refusal, detail)) return QITAI_REFUSED;
    out->id = id_.raw();
    out->point_count = static_cast<std::uint32_t>(count_);
    std::copy_n(points_.begin(), count_, out->points);
    out->offset = offset_;
    if (out->detail != nullptr && !detail_.empty()) {
      // A reader who does not want the sentence does not change what was refused.
      (void)out->detail->write(out->detail->ctx, detail_.data(), detail_.size());
    }
    return QITAI_REFUSED;
  }

 private:
  Id id_;
  std::array<std::uint16_t, QITAI_REFUSAL_POINTS> points_{};
  std::size_t count_ = 0;
  std::int64_t offset_ = -1;
  std::string detail_;
};

// A value, or why not.
template <typename T>
using Made = std::variant<T, Refusal>;

// A list in the caller's buffer: counts everything, writes what fits. Moves and pieces go in ascending.
template <typename T>
class List {
 public:
  List(T* out, std::uint32_t capacity) : out_(out), capacity_(capacity) {}
  void add(const T& element) {
    if (count_ < capacity_) out_[count_] = element;
    ++count_;
  }
  void add(std::span<const T> elements) {
    const std::size_t room = count_ < capacity_ ? capacity_ - count_ : 0;
    std::copy_n(elements.begin(), std::min(room, elements.size()), out_ + (room == 0 ? 0 : count_));
    count_ += static_cast<std::uint32_t>(elements.size());
  }
  // For lists made by the million: where the next elements go if `most` of them fit, else null. Whoever
  // writes there says with took() how many they were.
  [[nodiscard]] T* room(std::size_t most) {
    return count_ <= capacity_ && capacity_ - count_ >= most ? out_ + count_ : nullptr;
  }
  void took(std::size_t elements) { count_ += static_cast<std::uint32_t>(elements); }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] qitai_status status() const { return count_ > capacity_ ? QITAI_NO_SPACE : QITAI_OK; }

 private:
  T* out_;
  std::uint32_t capacity_;
  std::uint32_t count_ = 0;
};

// Collects what one call changes. Everybody sees a change unless an audience is given; step() begins the next
// thing that is shown, irreversible() marks all that follow.
class Changes {
 public:
  explicit Changes(const qitai_change_sink* sink) : sink_(sink) {}
  Changes(const Changes&) = delete;
  Changes& operator=(const Changes&) = delete;

  void moved(std::uint16_t from, std::uint16_t to, std::uint16_t kind, std::uint8_t colour,
             std::uint32_t audience = kEverybody) {
    add({QITAI_CHANGE_MOVED, audience, from, to, kind, QITAI_NO_KIND, colour, 0, 0, 0, 0});
  }
  // `by`: kind of the piece that took it.
  void captured(std::uint16_t at, std::uint16_t kind, std::uint8_t colour, std::uint16_t by = QITAI_NO_KIND,
                std::uint32_t audience = kEverybody) {
    add({QITAI_CHANGE_CAPTURED, audience, at, QITAI_NO_POINT, kind, by, colour, 0, 0, 0, 0});
  }
  void placed(std::uint16_t at, std::uint16_t kind, std::uint8_t colour,
              std::uint32_t audience = kEverybody) {
    add({QITAI_CHANGE_PLACED, audience, QITAI_NO_POINT, at, kind, QITAI_NO_KIND, colour, 0, 0, 0, 0});
  }
  void promoted(std::uint16_t at, std::uint16_t kind, std::uint16_t former, std::uint8_t colour,
                std::uint32_t audience = kEverybody) {
    add({QITAI_CHANGE_PROMOTED, audience, QITAI_NO_POINT, at, kind, former, colour, 0, 0, 0, 0});
  }
  void revealed(std::uint16_t at, std::uint16_t kind, std::uint8_t colour,
                std::uint32_t audience = kEverybody) {
    add({QITAI_CHANGE_REVEALED, audience, QITAI_NO_POINT, at, kind, QITAI_NO_KIND, colour, 0, 0, 0, 0});
  }
  void reserve(std::uint16_t kind, std::uint8_t colour, std::int64_t now,
               std::uint32_t audience = kEverybody) {
    add({QITAI_CHANGE_RESERVE, audience, QITAI_NO_POINT, QITAI_NO_POINT, kind, QITAI_NO_KIND, colour, 0, 0, 0,
         now});
  }
  // A fight of the piece on `from` against the one on `to`: QITAI_FIGHT_….
  void fought(std::uint16_t from, std::uint16_t to, std::int64_t how, std::uint32_t audience = kEverybody) {
    add({QITAI_CHANGE_FACT, audience, from, to, QITAI_NO_KIND, QITAI_NO_KIND, QITAI_NO_COLOUR, 0, 0, 0, how});
  }
  void seat_colour(int seat, std::uint8_t colour, std::uint32_t audience = kEverybody) {
    add({QITAI_CHANGE_COLOUR, audience, static_cast<std::uint16_t>(seat), QITAI_NO_POINT, QITAI_NO_KIND,
         QITAI_NO_KIND, colour, 0, 0, 0, 0});
  }
  // Any other change; step and flags are filled in here.
  void add(qitai_change change) {
    if (sink_ == nullptr) return;
    change.step = step_;
    change.flags = static_cast<std::uint8_t>(change.flags | flags_);
    if (count_ == buffer_.size()) flush();
    buffer_[count_++] = change;
  }
  void step() { ++step_; }
  void irreversible() { flags_ |= QITAI_CHANGE_IRREVERSIBLE; }

  // Called by the adaptor after the game's method.
  qitai_status flush() {
    if (sink_ != nullptr && count_ != 0 && status_ == QITAI_OK) {
      status_ = sink_->emit(sink_->ctx, buffer_.data(), static_cast<std::uint32_t>(count_));
    }
    count_ = 0;
    return status_;
  }

 private:
  const qitai_change_sink* sink_;
  std::array<qitai_change, 32> buffer_;  // not cleared: moves are played by the million
  std::size_t count_ = 0;
  std::uint16_t step_ = 0;
  std::uint8_t flags_ = 0;
  qitai_status status_ = QITAI_OK;
};

// How a game stands.
//   return Outcome::won(0, "checkmate");    return Outcome().claim("threefold", "repetition", only(0));
class Outcome {
 public:
  Outcome() = default;  // it goes on
  static Outcome unknown() { return Outcome(-1, {}); }
  static Outcome drawn(Id reason) { return Outcome(1, reason); }
  // All other seats lose.
  static Outcome won(int seat, Id reason) {
    Outcome outcome(1, reason);
    for (int i = 0; i < QITAI_MAX_SEATS; ++i)
      outcome.result(i, i == seat ? QITAI_RESULT_WIN : QITAI_RESULT_LOSS);
    return outcome;
  }
  Outcome& result(int seat, std::int32_t result) {
    raw_.result[seat] = result;
    return *this;
  }
  // An end that these seats may claim: a draw, or QITAI_RESULT_WIN for whoever claims it. At most
  // QITAI_MAX_CLAIMS.
  Outcome& claim(Id id, Id reason, std::uint32_t seats, std::int32_t result = QITAI_RESULT_DRAW) {
    if (raw_.claim_count < QITAI_MAX_CLAIMS)
      raw_.claims[raw_.claim_count++] = {id.raw(), reason.raw(), seats, result};
    return *this;
  }

  // A warning while the game goes on: to these seats (bit per seat), or to everybody (0).
  Outcome& notice(Id id, std::uint32_t seats = 0) {
    raw_.notice = id.raw();
    raw_.notice_seats = seats;
    return *this;
  }

  [[nodiscard]] bool over() const { return raw_.over == 1; }
  [[nodiscard]] const qitai_outcome& raw() const { return raw_; }

 private:
  Outcome(std::int32_t over, Id reason) {
    raw_.over = over;
    raw_.reason = reason.raw();
  }
  qitai_outcome raw_{};
};

// How a state begins: qitai_start, checked against the options' table.
struct Start {
  std::span<const std::int64_t> options;
  std::span<const std::uint8_t, 32> seed;
  int knower = -1;  // -1 full; a seat or kPublic: partial
  std::string_view position;
};

}  // namespace qitai::sdk
