#include "seat/opponent.hpp"

#include <algorithm>
#include <bit>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/log.hpp"

namespace qitai::seat {
namespace {

constexpr std::uint32_t kChanceBit = std::uint32_t{1} << QITAI_CHANCE_SEAT;
// A bot agrees to a draw where it is that much worse, in hundredths, or where the game is even and nothing
// has been taken for so many plies.
constexpr int kWorse = 50;
constexpr int kEven = 15;
constexpr std::size_t kQuietPlies = 40;
// Nodes of a hint: about what a person waits for.
constexpr std::uint64_t kHintNodes = 100'000;

std::optional<host::Seat> mover(const Table& table) {
  const std::uint32_t acting = table.referee().acting();
  if (acting == 0 || (acting & (kChanceBit | QITAI_ACTING_SETUP)) != 0) return std::nullopt;
  return std::countr_zero(acting);
}

// From the terms' seed and the position's place, so that the same match goes the same way again.
Digest digest_of(const Table& table, std::string_view what, std::uint32_t number) {
  Writer writer;
  writer.text(what);
  writer.raw(table.referee().terms().seed);
  writer.u32(number);
  return hash_of(writer.bytes());
}

std::uint64_t seed_of(const Table& table, std::uint32_t place) {
  const Digest digest = digest_of(table, "bot", place);
  qitai::Reader reader(digest);
  return reader.u64();
}

bool takes(const match::Event& ply) {
  return std::ranges::any_of(ply.changes,
                             [](const host::Change& change) { return change.what == QITAI_CHANGE_CAPTURED; });
}

}  // namespace

bool bots_play(const host::VariantInfo& info) {
  return (!info.hidden || info.samples) && (!info.setup || info.layouts);
}

std::optional<int> level_of(const match::Terms& terms, host::Seat seat) {
  const auto index = static_cast<std::size_t>(seat);
  return index < terms.seats.size() ? bot_level(terms.seats[index].holder) : std::nullopt;
}

Opponent::Place Opponent::place(const Table& table) {
  const std::vector<match::Event>& events = table.referee().events();
  for (std::size_t i = events.size(); i > 0; --i) {
    switch (events[i - 1].kind) {
      case match::EventKind::kStarted:
      case match::EventKind::kSetUp:
      case match::EventKind::kPly:
      case match::EventKind::kChance:
      case match::EventKind::kTakenBack:
        return static_cast<Place>(i);
      default:
        break;
    }
  }
  return 0;
}

void Opponent::take_seat(host::Seat seat, int level) {
  rest();
  scores_.clear();
  taken_ = {seat, level};
}

void Opponent::rest() {
  if (bot_) bot_->cancel();
  busy_ = hinting_ = false;
  move_.reset();
  hint_.reset();
}

void Opponent::begin(const Table& table, host::Seat seat, int level, std::int64_t time_us) {
  if (!bot_) bot_ = std::make_unique<Bot>(wake_);
  thinks_of_ = place(table);
  busy_ = true;
  move_.reset();
  hint_.reset();
  Task task{table.referee().state(seat).clone()};
  task.seat = seat;
  task.level = level;
  task.seed = seed_of(table, thinks_of_);
  task.time_us = time_us;
  task.ply = table.referee().ply();
  const std::vector<match::Event>& events = table.referee().events();
  if (thinks_of_ > 0 && events[thinks_of_ - 1].kind == match::EventKind::kPly) {
    const match::Event ply = match::for_viewer(events[thinks_of_ - 1], seat);
    task.moved_to = ply.move.to;
    if (takes(ply)) task.taken_on = ply.move.to;
  }
  if (hinting_) task.nodes = kHintNodes;
  bot_->think(std::move(task), thinks_of_);
}

std::optional<int> Opponent::level(const Table& table, host::Seat seat) const {
  if (taken_ && taken_->first == seat) return taken_->second;
  return level_of(table.referee().terms(), seat);
}

bool Opponent::would_agree_to_draw(const Table& table, host::Seat seat) const {
  const auto found = scores_.find(seat);
  if (found == scores_.end()) return false;
  if (found->second <= -kWorse) return true;
  if (found->second > kEven) return false;
  const std::vector<match::Event>& events = table.referee().events();
  std::size_t quiet = 0;
  for (std::size_t i = events.size(); i > 0 && quiet < kQuietPlies; --i) {
    if (events[i - 1].kind != match::EventKind::kPly) continue;
    if (takes(events[i - 1])) return false;
    ++quiet;
  }
  return quiet >= kQuietPlies;
}

// What was asked of a bot.
bool Opponent::answer(Table& table, Now now) {
  const match::Terms& terms = table.referee().terms();
  const auto seats = static_cast<host::Seat>(terms.seats.size());
  const std::optional<host::Seat> takeback = table.reader(host::kPublic).takeback_asked();
  const std::optional<host::Seat> draw = table.reader(host::kPublic).draw_offer();
  const std::optional<host::Seat> pause = table.reader(host::kPublic).pause_asked();
  const std::optional<host::Seat> asker = takeback ? takeback : draw ? draw : pause;
  if (!asker || seats != 2) return false;
  const host::Seat asked = 1 - *asker;
  if (!level(table, asked)) return false;
  match::Intent intent;
  intent.seat = asked;
  if (takeback) {
    intent.kind = match::IntentKind::kAcceptTakeback;
  } else if (!draw) {
    intent.kind = match::IntentKind::kAcceptPause;
  } else {
    intent.kind =
        would_agree_to_draw(table, asked) ? match::IntentKind::kAcceptDraw : match::IntentKind::kDeclineDraw;
  }
  return std::holds_alternative<match::Accepted>(table.submit(intent, now));
}

bool Opponent::move(Table& table, host::Seat seat, Now now) {
  const Thought thought = *std::exchange(move_, std::nullopt);
  scores_[seat] = thought.score;
  match::Intent intent;
  intent.seat = seat;
  // An end that is there for the claiming is claimed by whoever gains by it.
  for (const host::Outcome::Claim& claim : table.referee().claims(seat)) {
    if (claim.result != QITAI_RESULT_WIN && thought.score > -kWorse) continue;
    intent.kind = match::IntentKind::kClaim;
    intent.bytes = claim.id;
    if (std::holds_alternative<match::Accepted>(table.submit(intent, now))) return true;
    intent.bytes.clear();
  }
  intent.kind = match::IntentKind::kMove;
  intent.move = thought.move.value_or(host::Move{});
  auto answer = table.submit(intent, now);
  if (std::holds_alternative<match::Accepted>(answer)) return true;
  if (table.referee().phase() == match::Phase::kEnded) return true;  // its flag had fallen
  // A game whose search and rules disagree, or that knows no move: it does not keep anybody waiting.
  log_error("The bot's move was refused: {}", std::get<host::Refusal>(answer).id);
  const std::vector<host::Move> legal = table.referee().legal(seat);
  if (legal.empty()) {
    intent.kind = match::IntentKind::kResign;
  } else {
    intent.move = legal.front();
  }
  return std::holds_alternative<match::Accepted>(table.submit(intent, now));
}

// The private set-up that a bot's seat owes.
bool Opponent::set_up(Table& table, Now now) {
  const match::Referee& referee = table.referee();
  const auto seats = static_cast<host::Seat>(referee.terms().seats.size());
  bool changed = false;
  for (host::Seat seat = 0; seat < seats; ++seat) {
    if (!referee.owes_setup(seat) || referee.phase() != match::Phase::kSetUp || !level(table, seat)) continue;
    match::Intent intent;
    intent.kind = match::IntentKind::kSetUp;
    intent.seat = seat;
    const Digest seed = digest_of(table, "layout", static_cast<std::uint32_t>(seat));
    try {
      intent.bytes = referee.state(seat).suggest_setup(seat, seed).value_or(std::string{});
    } catch (const host::PluginFault& fault) {
      log_error("The bot has no set-up: {}", fault.what());
    }
    auto answer = table.submit(intent, now);
    if (std::holds_alternative<host::Refusal>(answer) && referee.phase() == match::Phase::kSetUp) {
      log_error("The bot's set-up was refused: {}", std::get<host::Refusal>(answer).id);
      intent.kind = match::IntentKind::kResign;  // it does not keep anybody waiting
      (void)table.submit(intent, now);
    }
    changed = true;
  }
  return changed;
}

bool Opponent::poll(Table& table, Now now, bool may_move) {
  const match::Phase phase = table.referee().phase();
  if (phase == match::Phase::kEnded) {
    if (busy_ || move_) rest();
    return false;
  }
  bool changed = answer(table, now);
  changed = set_up(table, now) || changed;
  if (place(table) != thinks_of_ && (busy_ || move_ || hint_)) rest();
  if (busy_) {
    std::optional<Bot::Answer> answer = bot_->take();
    if (answer && answer->ticket == thinks_of_) {
      busy_ = false;
      (hinting_ ? hint_ : move_) = answer->thought;
      changed = changed || hinting_;
      hinting_ = false;
    }
  }
  const std::optional<host::Seat> seat = mover(table);
  if (!seat) return changed;
  const std::optional<int> level = this->level(table, *seat);
  if (!level) return changed;
  if (move_ && may_move && phase == match::Phase::kPlaying) return move(table, *seat, now) || changed;
  if (!move_ && !busy_) {
    const match::TimeLimits& limits = table.referee().terms().seats[static_cast<std::size_t>(*seat)].limits;
    begin(table, *seat, *level, budget_of(table.left(*seat, now), limits.increment));
  }
  return changed;
}

void Opponent::ask_hint(const Table& table) {
  const std::optional<host::Seat> seat = mover(table);
  if (!seat || level(table, *seat) || (hinting_ && thinks_of_ == place(table))) return;
  hinting_ = true;
  begin(table, *seat, kHighestLevel, 0);
}

std::optional<host::Move> Opponent::hint(const Table& table) const {
  if (!hint_ || thinks_of_ != place(table)) return std::nullopt;
  return hint_->move;
}

}  // namespace qitai::seat
