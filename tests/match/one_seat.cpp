#include "one_seat.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include "match/reader.hpp"
#include "match/reveal.hpp"
#include "table.hpp"

namespace qitai::test {

using host::kPublic;
using match::Chosen;
using match::Reader;

namespace {

std::string refusal_of(const std::variant<match::Accepted, host::Refusal>& answer) {
  const auto* why = std::get_if<host::Refusal>(&answer);
  return why == nullptr ? std::string() : why->id;
}

class Follower {
 public:
  Follower(const Referee& whole, host::Seat knower, const LayoutOf& layout_of, Chance& chance,
           SeenFromOne& seen)
      : game_(whole.variant().shared_from_this()),
        whole_(whole),
        knower_(knower),
        layout_of_(layout_of),
        chance_(chance),
        seen_(seen),
        full_(std::move(Referee::start(game_, whole.terms()).value())),
        own_(std::move(Referee::start(game_, whole.terms(), knower).value())) {
    for (const int viewer : {knower, kPublic})
      readers_.emplace_back(viewer, std::move(Reader::make(game_, whole.terms(), viewer).value()));
  }

  void follow() {
    for (const Intent& intent : whole_.intents()) {
      take(intent);
      compare();
    }
    replay();
    reveal();
  }

 private:
  [[nodiscard]] bool hidden() const { return game_->info().hidden; }

  // The layouts that were made since an event, as the two machines know them.
  [[nodiscard]] std::string layout(const Event& event) const {
    if (!event.setup.empty() || event.setup_view.empty()) return event.setup;
    return layout_of_(*full_, event.seat);
  }

  void take(const Intent& intent) {
    Intent told = intent;
    const std::size_t before = full_->events().size();
    const bool plies =
        intent.kind == IntentKind::kMove || (intent.kind == IntentKind::kClaim && intent.with_move);
    if (plies && hidden() && !full_->refuse(intent.seat, intent.move)) {
      told.facts = full_->state().facts(intent.seat, intent.move);
      seen_.facts += told.facts.empty() ? 0 : 1;
    }
    REQUIRE(refusal_of(full_->submit(intent)).empty());
    const auto& events = full_->events();
    for (std::size_t i = before; i < events.size() && hidden(); ++i) {
      if (events[i].kind != EventKind::kSetUp) continue;
      const host::Seat seat = events[i].seat;
      const std::string made = layout(events[i]);
      layouts_[static_cast<std::size_t>(seat)] = made;
      const bool mine = seat == knower_ || events[i].setup_audience == 1u << kPublic;
      if (intent.kind == IntentKind::kTime) {
        told.chosen.push_back({seat, mine ? made : std::string()});
        ++seen_.chosen;
      } else {
        told.elsewhere = !mine;
        told.bytes = mine ? made : std::string();
        seen_.elsewhere += mine ? 0 : 1;
      }
    }
    withhold(told);
    INFO("intent " << own_->intents().size() << " kind " << static_cast<int>(told.kind));
    CHECK(refusal_of(own_->submit(told)) == "");
    if (full_->phase() == Phase::kEnded && own_->phase() != Phase::kEnded) declare();
  }

  // Whatever the intent brings is needed: without it nothing happens.
  void withhold(const Intent& told) {
    Intent less = told;
    less.facts.clear();
    less.elsewhere = false;
    less.bytes = told.kind == IntentKind::kSetUp ? std::string() : told.bytes;
    if (less == told || told.kind == IntentKind::kTime) return;
    const std::string before = fingerprint(*own_);
    if (!told.facts.empty()) {
      const host::State& state = own_->state(kPublic);
      const bool asks = !state.needs(told.seat, told.move).empty() ||
                        !own_->state(knower_).needs(told.seat, told.move).empty();
      if (!asks) return;
    }
    auto copy = Referee::replay(game_, whole_.terms(), own_->intents(), nullptr, knower_);
    REQUIRE(copy.ok());
    const std::string why = refusal_of((*copy)->submit(less));
    ++seen_.refused[why];
    CHECK(why == "facts-needed");
    CHECK(fingerprint(**copy) == before);
  }

  // The other machine tells what this one cannot know, or this one says it of its own accord.
  void declare() {
    REQUIRE(hidden());
    const Event& end = full_->events().back();
    Intent said;
    said.kind = IntentKind::kDeclare;
    said.seat = (own_->acting() & 1u) != 0 ? 0 : 1;
    said.at = end.at;
    said.bytes = end.text;
    said.index = static_cast<std::uint32_t>(end.result[static_cast<std::size_t>(said.seat)] + 1);
    ++seen_.declared;
    if (const auto due = own_->due_declaration()) {
      ++seen_.own_declared;
      CHECK(*due == said);
    }
    Intent wrong = said;
    wrong.seat = 1 - said.seat;
    CHECK_FALSE(refusal_of(own_->submit(wrong)).empty());
    wrong = said;
    wrong.index = 3;
    CHECK(refusal_of(own_->submit(wrong)) == "no-declaration");
    REQUIRE(refusal_of(own_->submit(said)).empty());
  }

  void compare() {
    REQUIRE(own_->events().size() == full_->events().size());
    for (; compared_ < own_->events().size(); ++compared_) {
      const Event &mine = own_->events()[compared_], &all = full_->events()[compared_];
      if (encode_public(mine) != encode_public(all))
        FAIL("event " << compared_ << "\n"
                      << dump(for_viewer(mine, kPublic)) << "\n"
                      << dump(for_viewer(all, kPublic)));
      CHECK(mine.seat == all.seat);
      if (!hidden()) continue;
      for (const auto& change : mine.changes)  // nothing here is anybody else's secret
        CHECK((change.audience & ~(1u << kPublic | 1u << knower_)) == 0);
    }
    CHECK(own_->public_hash() == full_->public_hash());
    CHECK(own_->phase() == full_->phase());
    CHECK(own_->acting() == full_->acting());
    CHECK(own_->ply() == full_->ply());
    CHECK(own_->next_flag() == full_->next_flag());
    CHECK(own_->legal(knower_) == full_->legal(knower_));
    const Instant now = full_->intents().back().at;
    for (const int seat : {0, 1}) {
      CHECK(own_->left(seat, now).main == full_->left(seat, now).main);
      CHECK(own_->clock(seat).used == full_->clock(seat).used);
      CHECK(own_->claims(seat).size() == full_->claims(seat).size());
    }
    if (full_->phase() == Phase::kEnded && full_->events().back().text == "plugin-error") return;
    CHECK(own_->state(knower_).hash(knower_) == full_->state(knower_).hash(knower_));
    for (auto& [viewer, reader] : readers_) {
      reader->feed(own_->events(viewer, reader->next_event()));
      if (reader->fault() != nullptr) FAIL(reader->fault()->message);
      CHECK(reader->state().hash(viewer) == full_->state(viewer).hash(viewer));
    }
    for (const IntentKind kind :
         {IntentKind::kOfferDraw, IntentKind::kAskTakeback, IntentKind::kAcceptTakeback, IntentKind::kResign,
          IntentKind::kAskPause, IntentKind::kResume}) {
      Intent wish = intent(kind, knower_, now);
      const auto mine = own_->would_refuse(wish), all = full_->would_refuse(wish);
      CHECK((mine ? mine->id : "") == (all ? all->id : ""));
    }
    hashes_.emplace_back(own_->intents().size(), own_->public_hash());
  }

  void replay() {
    std::vector<Intent> kept;
    for (const Intent& each : own_->intents())
      kept.push_back(match::decode_intent(encode(each)).value());
    for (const auto& [size, hash] : hashes_) {
      if (size != kept.size() && !chance_.one_in(4)) continue;
      std::optional<Error> damage;
      const auto again =
          Referee::replay(game_, whole_.terms(), std::span(kept).first(size), &damage, knower_);
      REQUIRE(again.ok());
      if (damage) FAIL(damage->message);
      CHECK((*again)->public_hash() == hash);
      CHECK((*again)->knower() == (hidden() ? knower_ : -1));
    }
  }

  void reveal() {
    const auto shown = match::reveal(game_, *own_, layouts_);
    REQUIRE(shown.ok());
    if (shown->difference) FAIL(shown->difference->what << ": " << shown->difference->detail);
    CHECK(shown->full->public_hash() == full_->public_hash());
  }

  std::shared_ptr<const host::Variant> game_;
  const Referee& whole_;
  host::Seat knower_;
  const LayoutOf& layout_of_;
  Chance& chance_;
  SeenFromOne& seen_;
  std::unique_ptr<Referee> full_, own_;
  std::vector<std::pair<int, std::unique_ptr<Reader>>> readers_;
  std::array<std::string, 2> layouts_;
  std::vector<std::pair<std::size_t, Digest>> hashes_;
  std::size_t compared_ = 0;
};

}  // namespace

void follow_from_one_seat(const Referee& full, host::Seat knower, const LayoutOf& layout_of, Chance& chance,
                          SeenFromOne& seen) {
  Follower(full, knower, layout_of, chance, seen).follow();
}

}  // namespace qitai::test
