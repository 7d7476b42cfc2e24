// Xiangqi: how often each position has stood. Push and pop are played by the million with the moves, so that
// a repetition is found without looking back through the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace qitai::xiangqi {

// The positions of a game by their keys (men and side to move), the last one on top. Place i is the position
// after i plies. Keys of 64 bits are taken for the positions themselves.
class Occurrences {
 public:
  explicit Occurrences(std::uint64_t first) : heads_(kFirstSize, kNone) { push(first); }

  void push(std::uint64_t key) {
    if (places_.size() >= heads_.size()) grow();
    Place place{key, kNone, kNone, 1};
    std::uint32_t& head = heads_[key & (heads_.size() - 1)];
    for (std::uint32_t i = head; i != kNone; i = places_[i].next) {
      if (places_[i].key != key) continue;
      place.earlier = i;
      place.count = places_[i].count + 1;
      break;
    }
    place.next = head;
    head = static_cast<std::uint32_t>(places_.size());
    places_.push_back(place);
  }
  // Takes the top away; never the first.
  void pop() {
    const Place& top = places_.back();
    heads_[top.key & (heads_.size() - 1)] = top.next;
    places_.pop_back();
  }

  // How often the position of a place has stood up to there, itself included.
  [[nodiscard]] int count(std::size_t place) const { return static_cast<int>(places_[place].count); }
  // How often the top has stood.
  [[nodiscard]] int count() const { return static_cast<int>(places_.back().count); }
  // Where the position of a place stood the time before; only if count(place) is above 1.
  [[nodiscard]] std::size_t earlier(std::size_t place) const { return places_[place].earlier; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kFirstSize = 64;

  struct Place {
    std::uint64_t key;
    std::uint32_t next;     // of the same bucket, below
    std::uint32_t earlier;  // the same key, below
    std::uint32_t count;
  };

  void grow() {
    heads_.assign(2 * heads_.size(), kNone);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      std::uint32_t& head = heads_[places_[i].key & (heads_.size() - 1)];
      places_[i].next = head;
      head = static_cast<std::uint32_t>(i);
    }
  }

  std::vector<std::uint32_t> heads_;  // the top of each bucket; a power of two
  std::vector<Place> places_;
};

}  // namespace qitai::xiangqi
