// Kiosk: the page of memory that the supervisor shares with the game that it started. It outlives the game.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "base/result.hpp"

namespace qitai::kiosk {

struct Page {
  std::atomic<std::uint64_t> beats{0};    // grows with each turn of the game's loop
  std::atomic<std::uint32_t> plays{0};    // not 0: a match was under way at its last beat
  std::atomic<std::int32_t> left{-1};     // the exit status, once the game has come to its end by itself
  std::atomic<std::uint32_t> stop{0};     // not 0: the game is to end
  std::atomic<std::uint32_t> counted{0};  // not 0: the deaths that it was told are in the ledger
  std::atomic<std::uint32_t> blamed{0};   // not 0: `plugin` is written
  std::array<char, 64> plugin{};          // id of the plugin whose code was running when the game died
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

struct Unmap {
  void operator()(Page* page) const;
};
using SharedPage = std::unique_ptr<Page, Unmap>;

// One that processes forked from here share. Error: no memory.
Result<SharedPage> make_page();

// For the game: a signal that kills it leaves the plugin's name on the page first. The page must outlive the
// process. No name is left by SIGKILL, by _exit(), and where the stack of another thread than the main one
// has run out.
void blame_on(Page& page);

}  // namespace qitai::kiosk
