#include "desk.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "host/plugins.hpp"

namespace qitai::test {

using duel::Hidden;
using duel::Out;
using match::Intent;
using match::IntentKind;
using match::Referee;

std::shared_ptr<const host::Variant> hidden_game(std::string_view id) {
  static const host::Plugins kPlugins =
      testing::load_plugins({QITAI_BUILD_DIR "/lib/qitai/plugins/junqi.so"});
  const auto game = kPlugins.variant(id);
  REQUIRE(game != nullptr);
  return game;
}

match::Terms hidden_terms(std::string_view id, const std::map<std::string, std::string>& options) {
  const auto game = hidden_game(id);
  match::Terms terms = match::default_terms(*game);
  terms.takeback = false;
  for (const auto& [name, text] : options) {
    const int option = game->info().option(name);
    REQUIRE(option >= 0);
    terms.options[static_cast<std::size_t>(option)] = game->option_value(option, text).value();
  }
  return terms;
}

duel::Random seeded(std::uint64_t seed) {
  return [chance = std::mt19937_64(seed)](std::span<std::uint8_t> bytes) mutable {
    for (std::uint8_t& byte : bytes)
      byte = static_cast<std::uint8_t>(chance());
  };
}

Desk::Desk(match::Terms terms, std::uint64_t seed, host::Seat orderer, DeskFaults faults)
    : terms_(std::move(terms)), random_(seed) {
  for (const int which : {0, 1}) {
    Side& own = side(which);
    own.seat = which == 0 ? orderer : 1 - orderer;
    auto hidden = Hidden::begin(config(which), seeded(seed * 2 + static_cast<std::uint64_t>(which)), now);
    if (!hidden) FAIL(hidden.error().message);
    own.hidden = std::move(*hidden);
    own.referee = std::move(Referee::start(hidden_game(terms_.variant), terms_, own.seat).value());
    collect(which);
    follow(which);
  }
  connect();
  faults_ = faults;  // what was not begun is no match
}

duel::HiddenConfig Desk::config(int which) const {
  duel::HiddenConfig made;
  made.variant = hidden_game(terms_.variant);
  made.terms = terms_;
  made.id.fill(7);
  made.own = sides_[static_cast<std::size_t>(which)].seat;
  made.orders = which == 0;
  return made;
}

// ---------------------------------------------------------------- the link

// A message that was said before is said the same again, whatever happened since.
void Desk::check_said(int which, const std::string& payload) {
  const auto message = duel::read_hidden(payload);
  REQUIRE(message.ok());
  CHECK(duel::write(*message) == payload);
  CHECK(payload.size() <= 560);  // the longest payload of a channel
  std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t> key{static_cast<int>(message->index()), 0, 0,
                                                                   0};
  if (const auto* part = std::get_if<duel::PartMessage>(&*message)) {
    key = {10 + static_cast<int>(part->of), part->number, part->index, part->offset};
    if (part->of == duel::PartMessage::Of::kOpening) ++openings;
  }
  if (const auto* turn = std::get_if<duel::TurnMessage>(&*message)) {
    std::get<1>(key) = turn->number;
    ++turns;
  }
  if (const auto* share = std::get_if<duel::ShareMessage>(&*message)) {
    std::get<1>(key) = share->draw;
    ++shares;
  }
  const auto [found, fresh] = said_[static_cast<std::size_t>(which)].emplace(key, payload);
  if (!fresh) CHECK(found->second == payload);
}

void Desk::collect(int which) {
  Side& own = side(which);
  if (!own.hidden) return;
  for (Out& out : own.hidden->take_out()) {
    if (happens(faults_.kills)) return kill(which);
    if (out.kind == Out::Kind::kJournal) {
      own.journal.push_back(std::move(out.bytes));
      continue;
    }
    check_said(which, out.bytes);
    own.sent.push_back(out.bytes);
    if (tamper && !tamper(which, out.bytes)) continue;
    send(which, {Packet::Kind::kHidden, std::move(out.bytes), {}, 0});
  }
}

void Desk::send(int which, Packet packet) {
  if (linked_) inbox_[static_cast<std::size_t>(1 - which)].push_back(std::move(packet));
}

void Desk::lose_link() {
  if (!linked_) return;
  ++losses;
  linked_ = false;
  for (const int which : {0, 1}) {
    inbox_[static_cast<std::size_t>(which)].clear();
    side(which).hidden->lost(now);
    side(which).flying = false;
  }
}

// As Sync and Go: the follower's number is known, what is missing is sent.
void Desk::connect() {
  linked_ = true;
  side(0).hidden->up(now);
  collect(0);
  if (!linked_) return;
  for (std::size_t i = side(1).commits.size(); i < side(0).commits.size(); ++i) {
    const auto& [bytes, hash] = side(0).commits[i];
    send(0, {Packet::Kind::kCommit, bytes, hash, static_cast<std::uint32_t>(i)});
  }
  send(0, {Packet::Kind::kGo, {}, {}, 0});
}

// Everything but the journals is gone.
void Desk::kill(int which) {
  ++killed;
  lose_link();
  Side& own = side(which);
  own.hidden.reset();
  auto hidden = Hidden::restore(config(which), own.journal, now);
  if (!hidden) FAIL(hidden.error().message);
  own.hidden = std::move(*hidden);
  own.referee = std::move(Referee::start(hidden_game(terms_.variant), terms_, own.seat).value());
  for (const auto& [bytes, hash] : own.commits) {
    auto made = own.hidden->complete(match::decode_intent(bytes).value(), *own.referee, now);
    if (const auto* why = std::get_if<host::Refusal>(&made)) FAIL(why->id << ": " << why->detail);
    REQUIRE(std::holds_alternative<match::Accepted>(own.referee->submit(std::get<Intent>(made))));
    CHECK(to_hex(own.referee->public_hash()) == hash);
  }
  own.cut += own.hidden->follow(*own.referee, now);
  if (own.wish) own.hidden->expect(own.wish->move);
}

void Desk::pass_time(duel::Now time) {
  now += time;
  for (const int which : {0, 1}) {
    side(which).hidden->poll(now);
    collect(which);
  }
}

// ---------------------------------------------------------------- the match

void Desk::follow(int which) {
  Side& own = side(which);
  own.cut += own.hidden->follow(*own.referee, now);
  collect(which);
}

bool Desk::order(Intent raw) {
  Side& own = side(0);
  raw.at =
      std::max<match::Instant>(raw.at, own.referee->intents().empty() ? 0 : own.referee->intents().back().at);
  const Intent wire = own.hidden->to_wire(raw, *own.referee);
  auto made = own.hidden->complete(wire, *own.referee, now);
  const int lives = killed;
  collect(0);
  if (killed != lives) return false;  // nothing of it is left but what was durable
  if (const auto* why = std::get_if<host::Refusal>(&made)) {
    INFO(why->id << ": " << why->detail);
    CHECK((why->id == "facts-pending" || why->id == "disputed"));
    return false;
  }
  const auto answer = own.referee->submit(std::get<Intent>(made));
  if (const auto* why = std::get_if<host::Refusal>(&answer)) FAIL(why->id << ": " << why->detail);
  plies += wire.kind == IntentKind::kMove ? 1 : 0;
  own.commits.emplace_back(match::encode(wire), to_hex(own.referee->public_hash()));
  send(0, {Packet::Kind::kCommit, own.commits.back().first, own.commits.back().second,
           static_cast<std::uint32_t>(own.commits.size() - 1)});
  follow(0);
  return true;
}

// What the orderer has to number of its own accord.
void Desk::order_due() {
  Side& own = side(0);
  if (own.referee->phase() == match::Phase::kEnded) return;
  if (own.hidden->disputed() || own.hidden->overdue()) {
    Intent end;
    end.kind = own.hidden->disputed() ? IntentKind::kAbort : IntentKind::kLeave;
    end.seat = 1 - own.seat;
    if (own.hidden->disputed()) end.bytes = "disagreement";
    order(end);
    return;
  }
  if (const auto pending = own.hidden->pending()) {
    if (pending->settled) order(pending->intent);
    return;
  }
  if (const auto draw = own.hidden->draw()) {
    Intent chance;
    chance.kind = IntentKind::kChance;
    chance.index = *draw;
    order(chance);
  }
  if (const auto due = own.referee->due_declaration()) order(*due);
}

void Desk::take_commit(const Packet& packet) {
  Side& own = side(1);
  if (packet.number < own.commits.size()) return;
  REQUIRE(packet.number == own.commits.size());
  const Intent wire = match::decode_intent(packet.bytes).value();
  auto made = own.hidden->complete(wire, *own.referee, now);
  const int lives = killed;
  collect(1);
  if (killed != lives) return;
  if (const auto* why = std::get_if<host::Refusal>(&made)) {
    own.cut = why->id;
    return;
  }
  const auto answer = own.referee->submit(std::get<Intent>(made));
  if (const auto* why = std::get_if<host::Refusal>(&answer)) FAIL(why->id << ": " << why->detail);
  own.commits.emplace_back(packet.bytes, packet.hash);
  CHECK(to_hex(own.referee->public_hash()) == packet.hash);
  if (own.wish && wire.kind == own.wish->kind && wire.seat == own.seat) {
    own.wish.reset();
    own.flying = false;
  }
  follow(1);
}

void Desk::propose() {
  Side& own = side(1);
  if (!own.wish || own.flying || !linked_) return;
  own.flying = true;
  send(1, {Packet::Kind::kPropose,
           match::encode(own.hidden->to_wire(*own.wish, *own.referee)),
           {},
           static_cast<std::uint32_t>(own.referee->intents().size())});
}

void Desk::hear(int which, const Packet& packet) {
  Side& own = side(which);
  switch (packet.kind) {
    case Packet::Kind::kHidden:
      own.cut += own.hidden->hear(packet.bytes, now);
      return collect(which);
    case Packet::Kind::kGo:
      own.hidden->up(now);
      return collect(which);
    case Packet::Kind::kCommit:
      return take_commit(packet);
    case Packet::Kind::kRefused:
      own.wish.reset();
      own.flying = false;
      return;
    case Packet::Kind::kPropose: {
      const Intent wish = match::decode_intent(packet.bytes).value();
      // The same again after a lost link: it is a commit by now, or the turn that stands.
      if (packet.number != own.referee->intents().size() || own.referee->phase() == match::Phase::kEnded)
        return send(which, {Packet::Kind::kRefused, {}, {}, 0});
      if (wish.kind == IntentKind::kSetUp && !own.hidden->committed(wish.seat)) return;
      if (wish.kind == IntentKind::kMove && own.referee->refuse(wish.seat, wish.move))
        return send(which, {Packet::Kind::kRefused, {}, {}, 0});
      order(wish);
      return;
    }
  }
}

bool Desk::act() {
  if (!side(0).cut.empty() || !side(1).cut.empty()) return false;
  for (Side& own : sides_) {
    const int which = own.seat == sides_[0].seat ? 0 : 1;
    if (own.referee->phase() == match::Phase::kEnded) continue;
    const std::uint32_t acting = own.referee->acting();
    const bool mine = (acting & 1U << static_cast<unsigned>(own.seat)) != 0;
    if (!mine || own.hidden->pending() || own.wish) continue;
    Intent made;
    made.seat = own.seat;
    if ((acting & QITAI_ACTING_SETUP) != 0) {
      if (own.layout.empty()) continue;
      if (!own.hidden->committed(own.seat)) {  // it was killed before that was durable
        CHECK_FALSE(own.hidden->set_up(own.layout, now));
        collect(which);
        return true;
      }
      made.kind = IntentKind::kSetUp;
    } else if (const auto due = own.referee->due_declaration()) {
      made = *due;
    } else {
      const auto legal = own.referee->legal(own.seat);
      if (legal.empty()) continue;
      made.kind = IntentKind::kMove;
      const auto chosen = chooses ? chooses(own) : std::nullopt;
      if (chooses && !chosen) continue;
      std::vector<host::Move> fights;
      const auto pieces = own.referee->state().view(own.seat);
      for (const host::Move& move : legal) {
        if (std::any_of(pieces.begin(), pieces.end(),
                        [&](const host::Piece& piece) { return piece.point == move.to; }))
          fights.push_back(move);
      }
      const auto& from = !fights.empty() && random_() % 3 != 0 ? fights : legal;
      made.move = chosen ? *chosen : from[random_() % from.size()];
      if (plies >= most_plies)
        made = Intent{IntentKind::kResign, own.seat, 0, {}, false, 0, {}, {}, false, {}};
    }
    want(which, made);
    return true;
  }
  return false;
}

void Desk::want(int which, Intent intent) {
  if (which == 0) {
    order(std::move(intent));
    return;
  }
  Side& own = side(1);
  own.hidden->expect(intent.kind == IntentKind::kMove ? std::optional(intent.move) : std::nullopt);
  own.wish = std::move(intent);
  own.flying = false;
  propose();
}

void Desk::move(host::Seat seat, host::Move move) {
  Intent made;
  made.kind = IntentKind::kMove;
  made.seat = seat;
  made.move = move;
  want(sides_[0].seat == seat ? 0 : 1, made);
}

bool Desk::step() {
  now += 1'000;
  if (!linked_) {
    connect();
    return true;
  }
  if (happens(faults_.loses)) {
    lose_link();
    return true;
  }
  order_due();
  const std::size_t first = random_() % 2;
  for (const std::size_t which : {first, 1 - first}) {
    if (inbox_[which].empty()) continue;
    const Packet packet = std::move(inbox_[which].front());
    inbox_[which].pop_front();
    hear(static_cast<int>(which), packet);
    return true;
  }
  propose();
  if (!inbox_[0].empty()) return true;
  return act();
}

void Desk::run(const std::function<bool()>& done) {
  for (int i = 0; i < 2'000'000; ++i) {
    if (done && done()) return;
    if (!step() && inbox_[0].empty() && inbox_[1].empty() && linked_) return;
  }
  FAIL("it never ends");
}

void Desk::set_up(const std::string& first, const std::string& second) {
  for (Side& own : sides_) {
    if ((own.referee->acting() & QITAI_ACTING_SETUP) == 0) continue;
    std::string layout = own.seat == 0 ? first : second;
    if (layout.empty()) {
      std::array<std::uint8_t, 32> seed{};
      for (std::uint8_t& byte : seed)
        byte = static_cast<std::uint8_t>(random_());
      layout = own.referee->state().suggest_setup(own.seat, seed).value();
    }
    own.layout = layout;
    const int which = own.seat == sides_[0].seat ? 0 : 1;
    if (const auto why = own.hidden->set_up(layout, now)) FAIL(why->id << ": " << why->detail);
    collect(which);
  }
}

std::string Desk::describe() const {
  std::ostringstream out;
  for (const Side& own : sides_) {
    out << "seat " << own.seat << " phase " << static_cast<int>(own.referee->phase()) << " acting "
        << own.referee->acting() << " intents " << own.referee->intents().size() << " owing "
        << own.hidden->owing().value_or(-1) << " cut " << own.cut << " wish "
        << (own.wish ? static_cast<int>(own.wish->kind) : 0) << " flying " << own.flying << " pending "
        << own.hidden->pending().has_value() << " verdict " << own.hidden->verdict().has_value() << " inbox "
        << inbox_[own.seat == sides_[0].seat ? 0 : 1].size() << "\n";
  }
  return out.str();
}

bool Desk::over() const {
  return std::all_of(sides_.begin(), sides_.end(), [](const Side& own) {
    return own.referee->phase() == match::Phase::kEnded && own.hidden->verdict();
  });
}

void Desk::check_alike() const {
  const Side &one = sides_[0], &two = sides_[1];
  CHECK(one.cut.empty());
  CHECK(two.cut.empty());
  CHECK(one.referee->public_hash() == two.referee->public_hash());
  REQUIRE(one.referee->events().size() == two.referee->events().size());
  CHECK(one.commits == two.commits);
}

}  // namespace qitai::test
