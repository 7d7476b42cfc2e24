#include "duel/pages.hpp"

#include <algorithm>

namespace qitai::duel {
namespace {

// A game takes up to 77 bytes of a page: id 34, revision 6, options 34, and 3 around it. The first page has
// the name as well, up to 66; the numbers take 16, the packet around it 3.
constexpr std::size_t kGamesOnFirstPage = 6;
constexpr std::size_t kGamesOnPage = 7;
static_assert(kGamesOnFirstPage * 77 + 66 + 16 + 3 <= kMaxPacket);
static_assert(kGamesOnPage * 77 + 16 + 3 <= kMaxPacket);
static_assert(kGamesOnFirstPage + (kMostPages - 1) * kGamesOnPage >= kMostGames);

}  // namespace

std::vector<wire::HelloPage> pages_of(const Hello& hello) {
  std::vector<wire::HelloPage> pages(1);
  pages[0].set_name(hello.name);
  for (const GameOffer& game : hello.games) {
    const std::size_t most = pages.size() == 1 ? kGamesOnFirstPage : kGamesOnPage;
    if (static_cast<std::size_t>(pages.back().games_size()) == most) pages.emplace_back();
    wire::Game& offer = *pages.back().add_games();
    offer.set_id(game.id);
    offer.set_rules_revision(game.rules_revision);
    offer.set_options(game.options.data(), game.options.size());
  }
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].set_major(hello.major);
    pages[i].set_minor(hello.minor);
    pages[i].set_page(static_cast<std::uint32_t>(i));
    pages[i].set_pages(static_cast<std::uint32_t>(pages.size()));
  }
  return pages;
}

std::string_view PageReader::add(const wire::HelloPage& page) {
  // First of all: the rest of another major's page may mean anything.
  if (page.major() != kProtocolMajor) return "version";
  if (pages_ == 0) {
    if (page.pages() == 0 || page.pages() > kMostPages) return "malformed";
    pages_ = page.pages();
    hello_.minor = page.minor();
    hello_.name = page.name();
  } else if (!page.name().empty()) {
    return "malformed";
  }
  if (page.pages() != pages_ || page.page() != taken_ || complete() || page.minor() != hello_.minor)
    return "malformed";
  ++taken_;
  for (const wire::Game& game : page.games()) {
    GameOffer offer{game.id(), game.rules_revision(), {}};
    if (game.options().size() != offer.options.size()) return "malformed";
    std::copy(game.options().begin(), game.options().end(), offer.options.begin());
    hello_.games.push_back(std::move(offer));
  }
  // Asked at each page, so that no more than one packet beyond the bounds is ever kept.
  return check(hello_) ? "" : "malformed";
}

}  // namespace qitai::duel
