// Qitai SDK for C++: a keeper of secrets (what it does stands in secrets.h) for any variant of two seats.
// Header only; needs libsodium.
#pragma once

#include <qitai/secrets/record.hpp>
#include <qitai/wire.hpp>

#include <memory>
#include <set>

namespace qitai::sdk::secrets {

class Keeper {
 public:
  // `terms` are checked: as many options as the variant has, each in its range.
  static Made<std::unique_ptr<Keeper>> begin(Terms terms, const Rules& rules, const Bytes32& match,
                                             const Bytes32& secret, int seat) {
    if (sodium_init() < 0) throw Failure("libsodium cannot be used");
    Made<State> first = State::create(terms, seat);
    if (const auto* refusal = std::get_if<Refusal>(&first)) return *refusal;
    if (terms.variant->setup_apply == nullptr || !rules.offered(terms.options) ||
        (std::get<State>(first).acting() & QITAI_ACTING_SETUP) == 0)
      return Refusal("unsupported", "under these options there are no private set-ups");
    auto keeper = std::unique_ptr<Keeper>(new Keeper(rules));
    Record& record = keeper->record_;
    record.terms = std::move(terms);
    record.match = match;
    record.secret = secret;
    record.seat = seat;
    return keeper;
  }

  [[nodiscard]] const Record& record() const { return record_; }
  // What was done with this keeper after its beginning: entries of a letter, a length of 32 bits and as many
  // bytes.
  [[nodiscard]] const std::string& log() const { return log_; }
  // Does an entry of such a log.
  std::optional<Refusal> redo(char what, std::string_view bytes);

  Made<Bytes32> commit(std::string_view layout) {
    Record& r = record_;
    if (!r.layout.empty()) {
      if (layout == r.layout) return *r.roots[own()];
      return Refusal("another-message", "another layout was committed to");
    }
    if (layout.size() > kMaxLayout) return Refusal("malformed", "the layout is too long").offset(kMaxLayout);
    Made<std::vector<Leaf>> leaves = read_layout(r.terms, r.seat, layout);
    if (auto* refusal = std::get_if<Refusal>(&leaves)) return std::move(*refusal);
    men_[own()] = Men(std::get<std::vector<Leaf>>(std::move(leaves)));
    tree_ = Tree(r.match, r.seat, men_[own()].leaves(), r.secret);
    r.roots[own()] = tree_.root();
    r.layout = layout;
    note('L', layout);
    start();
    return *r.roots[own()];
  }

  std::optional<Refusal> take_root(const Bytes32& root) {
    auto& taken = record_.roots[other()];
    if (taken && *taken == root) return std::nullopt;
    if (taken) return Refusal("another-message", "another root was taken before");
    // A seat that gave the other's root back could not be told from it at the end.
    if (record_.roots[own()] == std::optional(root)) return Refusal("replayed-message", "it is the own root");
    taken = root;
    note('R', text(root));
    start();
    return std::nullopt;
  }

  std::optional<Refusal> draw(std::uint32_t index) {
    if (!plays()) return Refusal("out-of-turn", "no draw is due now");
    State public_state = *public_, own_state = *own_;
    State::Changed changes, private_changes;
    if (auto refusal = public_state.draw(index, changes)) return refusal;
    if (auto refusal = own_state.draw(index, private_changes)) return refusal;
    take(std::move(public_state), std::move(own_state), changes);
    record_.draws.emplace_back(record_.talks.size(), index);
    std::string entry;
    put(entry, index, 4);
    note('C', entry);
    return std::nullopt;
  }

  std::optional<Refusal> turn(const qitai_ply& ply) {
    Record& r = record_;
    if (!r.talks.empty() && same(r.talks.back().ply, ply)) return std::nullopt;
    if (ply.seat != 0 && ply.seat != 1) return Refusal("malformed", "there are the seats 0 and 1");
    if (!plays()) return Refusal("out-of-turn", "no move is due now");
    if (ply.number <= last_number_) return Refusal("out-of-turn", "the number was used");
    if (auto refusal = own_->refuse(ply.seat, ply.move)) return refusal;
    Talk talk;
    talk.ply = ply;
    if (public_->needs(ply.seat, ply.move, {}).empty()) {  // nothing hidden in it: it has to be possible
      State trial = *public_, own_trial = *own_;
      State::Changed changes;
      if (auto refusal = trial.apply(ply.seat, ply.move, {}, changes)) return refusal;
      if (auto refusal = own_trial.apply(ply.seat, ply.move, {}, changes)) return refusal;
    }
    r.talks.push_back(std::move(talk));
    last_number_ = ply.number;
    std::string entry;
    put(entry, ply.number, 8);
    put(entry, View(ply.chain));
    for (const std::uint16_t part : {ply.move.from, ply.move.to, ply.move.choice, ply.move.flags})
      put(entry, part, 2);
    put(entry, static_cast<std::uint64_t>(ply.seat), 1);
    note('T', entry);
    go_on();
    return std::nullopt;
  }

  std::optional<Refusal> withdraw(std::uint64_t number) {
    auto& talks = record_.talks;
    const bool own_turn = !talks.empty() && talks.back().ply.number == number &&
                          talks.back().ply.seat == record_.seat && talks.back().state == QITAI_SECRETS_OPEN &&
                          talks.back().messages[other()].empty();
    if (!own_turn || opened()) return Refusal("out-of-turn", "there is no such turn to take back");
    talks.pop_back();
    std::string entry;
    put(entry, number, 8);
    note('W', entry);
    return std::nullopt;
  }

  // The talk about the last move that was not withdrawn; null before the first.
  [[nodiscard]] const Talk* last() const { return record_.talks.empty() ? nullptr : &record_.talks.back(); }
  [[nodiscard]] const Talk* find(std::uint64_t number) const {
    const auto found =
        std::lower_bound(record_.talks.begin(), record_.talks.end(), number,
                         [](const Talk& talk, std::uint64_t wanted) { return talk.ply.number < wanted; });
    return found == record_.talks.end() || found->ply.number != number ? nullptr : &*found;
  }

  std::optional<Refusal> hear(std::uint64_t number, std::uint32_t index, std::string_view bytes) {
    const Talk* known = find(number);
    if (known != nullptr && index < known->messages[other()].size()) {
      if (known->messages[other()][index] == bytes) return std::nullopt;
      return Refusal("another-message", "something else was said here before");
    }
    if (opened()) return Refusal("opened", "this seat has opened");
    if (known == nullptr || known != last() || known->state != QITAI_SECRETS_OPEN ||
        known->speaker() != static_cast<int>(other()) || index != known->messages[other()].size())
      return Refusal("out-of-turn", "no such message is due now");
    if (auto refusal = take(record_.talks.back(), bytes)) return refusal;
    std::string entry;
    put(entry, number, 8);
    put(entry, index, 4);
    note('H', entry.append(bytes));
    go_on();
    return std::nullopt;
  }

  std::optional<Refusal> declare(int seat, std::string_view reason) {
    auto& declared = record_.declared;
    if (declared == std::optional(std::pair(seat, std::string(reason)))) return std::nullopt;
    if (seat != 0 && seat != 1) return Refusal("malformed", "there are the seats 0 and 1");
    if (reason.empty() || reason.size() > 64) return Refusal("malformed", "a reason has 1 to 64 letters");
    if (!plays()) return Refusal("out-of-turn", "nothing can be declared now");
    const qitai_outcome outcome = own_->outcome();
    const std::string_view known(outcome.reason.data, static_cast<std::size_t>(outcome.reason.size));
    const bool unknown = outcome.over == -1 && seat != record_.seat;
    if (!unknown && (outcome.over != 1 || known != reason))
      return Refusal("false-announcement", "the game has not ended so");
    declared = std::pair(seat, std::string(reason));
    std::string entry;
    put(entry, static_cast<std::uint64_t>(seat), 1);
    note('D', entry.append(reason));
    return std::nullopt;
  }

  std::optional<Refusal> dispute(std::uint64_t number) {
    if (last() == nullptr || last()->ply.number != number || opened())
      return Refusal("out-of-turn", "there is no such move to dispute");
    Talk& talk = record_.talks.back();
    if (talk.disputed_by != -1) return std::nullopt;
    if (talk.messages[own()].empty())
      return Refusal("out-of-turn", "nothing was said that could be disputed");
    talk.disputed_by = static_cast<int>(other());
    talk.state = QITAI_SECRETS_DISPUTED;
    std::string entry;
    put(entry, number, 8);
    note('X', entry);
    return std::nullopt;
  }

  Made<std::string> open() {
    Record& r = record_;
    if (r.layout.empty()) return Refusal("out-of-turn", "nothing was committed to");
    if (!opened()) {
      r.openings[own()] = Opening{r.secret, tree_.path(men_[own()].size()), r.layout};
      note('O', {});
    }
    return write_opening(*r.openings[own()]);
  }

  std::optional<Refusal> take_opening(std::string_view bytes) {
    std::optional<Opening> opening = read_opening(bytes);
    if (!opening) return Refusal("malformed", "this is no opening");
    auto& taken = record_.openings[other()];
    if (taken && write_opening(*taken) == bytes) return std::nullopt;
    if (taken) return Refusal("another-message", "something else was opened before");
    if (!record_.roots[other()]) return Refusal("out-of-turn", "nothing was committed to");
    taken = std::move(opening);
    note('A', bytes);
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kMaxLayout = 256;  // leaves room for a path in an opening

  explicit Keeper(const Rules& rules) : rules_(rules) {}
  [[nodiscard]] std::size_t own() const { return static_cast<std::size_t>(record_.seat); }
  [[nodiscard]] std::size_t other() const { return 1 - own(); }
  [[nodiscard]] bool opened() const { return record_.openings[own()].has_value(); }
  // Whether a move may begin.
  [[nodiscard]] bool plays() const {
    return public_ && !opened() && !record_.openings[other()] && !record_.declared &&
           (last() == nullptr || last()->state == QITAI_SECRETS_SETTLED);
  }
  static std::string text(View bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
  void note(char what, std::string_view bytes) {
    log_.push_back(what);
    put(log_, bytes.size(), 4);
    log_.append(bytes);
  }

  // Both set-ups are there: the states of what everybody knows and of what this seat knows.
  void start() {
    if (!record_.roots[0] || !record_.roots[1]) return;
    State public_state = std::get<State>(State::create(record_.terms, kPublic));
    State own_state = std::get<State>(State::create(record_.terms, record_.seat));
    for (const int seat : {0, 1}) {
      State::Changed changes, private_changes;
      const std::string_view layout = seat == record_.seat ? std::string_view(record_.layout) : "";
      if (public_state.setup(seat, {}, changes) || own_state.setup(seat, layout, private_changes))
        throw Failure("a partial state refused a set-up");
      if (seat == record_.seat) continue;
      std::vector<Leaf> leaves;
      for (const qitai_change& change : changes) {
        if (change.what == QITAI_CHANGE_PLACED) leaves.push_back({change.to, QITAI_NO_KIND});
      }
      std::sort(leaves.begin(), leaves.end(), [](Leaf a, Leaf b) { return a.point < b.point; });
      men_[other()] = Men(std::move(leaves));
    }
    public_.emplace(std::move(public_state));
    own_.emplace(std::move(own_state));
  }

  void take(State public_state, State own_state, const State::Changed& changes) {
    public_ = std::move(public_state);
    own_ = std::move(own_state);
    for (Men& men : men_)
      men.follow(changes);
  }

  [[nodiscard]] Scene scene(const Talk& talk) const {
    return {record_.terms.options, talk.ply, talk.settled, record_.seat, men_[own()], *public_};
  }
  [[nodiscard]] Transfer transfer(const Talk& talk) const {
    return {fight_context(record_.match, talk.ply), fight_key(record_.secret), rules_.attackers().size(),
            kOutcomes};
  }
  // Which entry of an answer is the own attacker's.
  [[nodiscard]] std::size_t entry(const Talk& talk) const {
    const auto kinds = rules_.attackers();
    const auto found = std::find(kinds.begin(), kinds.end(), men_[own()].kind_on(talk.ply.move.from));
    if (found == kinds.end()) throw Failure("a kind attacks that is not among the attackers");
    return static_cast<std::size_t>(found - kinds.begin());
  }
  static Bytes32 bytes32(std::string_view bytes) {
    Bytes32 result{};
    std::memcpy(result.data(), bytes.data(), result.size());
    return result;
  }

  // Says what is this seat's to say, until something is the other's, or all is settled.
  void go_on() {
    Talk& talk = record_.talks.back();
    while (talk.state == QITAI_SECRETS_OPEN) {
      if (!talk.question) {
        const auto questions = public_->needs(talk.ply.seat, talk.ply.move, talk.settled);
        if (questions.empty()) return settle(talk);
        if (questions.front().what == QITAI_FACT_FIGHT && talk.fight())
          throw Failure("one move has more than one fight");
        talk.question = questions.front();
      }
      if (talk.speaker() != record_.seat) return;
      say(talk);
    }
  }

  void say(Talk& talk) {
    std::string message;
    if (talk.question->what != QITAI_FACT_FIGHT) {
      const std::optional<std::size_t> shown = talk.question->what == QITAI_FACT_REVEAL
                                                   ? men_[own()].on(talk.question->point)
                                                   : rules_.shows(scene(talk), *talk.question);
      message = write_proof(men_[own()], shown, tree_, record_.secret);
      const Men& men = men_[own()];
      settled(talk, shown ? rules_.answer(*talk.question, men.at(*shown), men.leaves()[*shown].kind)
                          : rules_.answer(*talk.question, QITAI_NO_POINT, QITAI_NO_KIND));
    } else if (talk.round == 0) {
      message = text(transfer(talk).question(entry(talk)));
      seen_.insert(message);
      talk.round = 1;
    } else if (talk.round == 1) {
      message = std::exchange(talk.next, {});
      seen_.insert(message.substr(0, 32));
      talk.round = 2;
    } else {
      message = std::exchange(talk.next, {});
      seen_.insert(message);
      fought(talk, talk.outcome);
    }
    talk.messages[own()].push_back(std::move(message));
  }

  // Takes what the other seat says.
  std::optional<Refusal> take(Talk& talk, std::string_view bytes) {
    const auto replayed = [&](std::string_view part) -> std::optional<Refusal> {
      if (seen_.count(std::string(part)) == 0) return std::nullopt;
      return Refusal("replayed-message", "this was said about another move");
    };
    const auto wrong_size = [](std::size_t size) {
      return Refusal("malformed", "expected " + std::to_string(size) + " bytes");
    };
    if (talk.question->what != QITAI_FACT_FIGHT) {
      auto made =
          read_proof(bytes, men_[other()], record_.match, *record_.roots[other()], *talk.question, rules_);
      if (auto* refusal = std::get_if<Refusal>(&made)) return std::move(*refusal);
      settled(talk, std::get<qitai_fact>(made));
    } else if (talk.round == 0) {
      if (bytes.size() != 32) return wrong_size(32);
      if (auto refusal = replayed(bytes)) return refusal;
      std::optional<std::string> answer =
          transfer(talk).answer(bytes32(bytes), outcomes_of(rules_, scene(talk)));
      if (!answer) return Refusal("bad-point", "the question is no point that hides a kind");
      talk.next = *std::move(answer);
      talk.round = 1;
      seen_.emplace(bytes);
    } else if (talk.round == 1) {
      const Transfer transfer = this->transfer(talk);
      if (bytes.size() != transfer.answer_size()) return wrong_size(transfer.answer_size());
      if (auto refusal = replayed(bytes.substr(0, 32))) return refusal;
      const auto opened = transfer.open(bytes, entry(talk));
      if (!opened) return Refusal("bad-point", "the answer begins with no point that hides anything");
      seen_.emplace(bytes.substr(0, 32));
      talk.outcome = static_cast<int>(opened->outcome);
      talk.next = text(opened->token);
      talk.round = 2;
      if (opened->outcome == 0) dispute(talk);
    } else {
      Token token{};
      if (bytes.size() != token.size()) return wrong_size(token.size());
      if (auto refusal = replayed(bytes)) return refusal;
      std::memcpy(token.data(), bytes.data(), token.size());
      const std::size_t outcome = transfer(talk).outcome_in(talk.messages[own()].back(), token);
      if (outcome == 0) return Refusal("false-outcome", "the answer holds no such token");
      seen_.emplace(bytes);
      fought(talk, static_cast<int>(outcome));
    }
    talk.messages[other()].emplace_back(bytes);
    return std::nullopt;
  }

  static void settled(Talk& talk, qitai_fact fact) {
    talk.settled.push_back(fact);
    talk.question.reset();
  }
  static void fought(Talk& talk, int outcome) {
    qitai_fact fact = *talk.question;
    fact.value = outcome;
    settled(talk, fact);
  }
  void dispute(Talk& talk) {
    talk.state = QITAI_SECRETS_DISPUTED;
    talk.disputed_by = record_.seat;
  }

  // Makes the move. Answers that no pieces could have given are a lie of somebody.
  void settle(Talk& talk) {
    State public_state = *public_, own_state = *own_;
    State::Changed changes, private_changes;
    if (public_state.apply(talk.ply.seat, talk.ply.move, talk.settled, changes) ||
        own_state.apply(talk.ply.seat, talk.ply.move, talk.settled, private_changes))
      return dispute(talk);
    take(std::move(public_state), std::move(own_state), changes);
    talk.state = QITAI_SECRETS_SETTLED;
  }

  const Rules& rules_;
  Record record_;
  std::string log_;
  Tree tree_;
  std::array<Men, 2> men_;
  std::optional<State> public_, own_;  // once both set-ups are there
  std::uint64_t last_number_ = 0;
  std::set<std::string> seen_;  // points and tokens of all fights, of both seats
};

inline std::optional<Refusal> Keeper::redo(char what, std::string_view bytes) {
  Reader reader(bytes);
  std::optional<Refusal> refusal = Refusal("malformed", "the journal has an entry of a wrong size");
  const auto done = [](auto&& made) -> std::optional<Refusal> {
    if (auto* no = std::get_if<Refusal>(&made)) return std::move(*no);
    return std::nullopt;
  };
  if (what == 'L') return done(commit(bytes));
  if (what == 'A') return take_opening(bytes);
  if (what == 'O' && bytes.empty()) return done(open());
  if (what == 'R' && bytes.size() == 32) return take_root(bytes32(bytes));
  if (what == 'C' && bytes.size() == 4) return draw(reader.u32());
  if (what == 'W' && bytes.size() == 8) return withdraw(reader.u64());
  if (what == 'X' && bytes.size() == 8) return dispute(reader.u64());
  if (what == 'D' && !bytes.empty()) {
    const int seat = reader.u8();
    return declare(seat, reader.bytes(reader.left()));
  }
  if (what == 'H' && bytes.size() >= 12) {
    const std::uint64_t number = reader.u64();
    const std::uint32_t index = reader.u32();
    return hear(number, index, reader.bytes(reader.left()));
  }
  if (what == 'T' && bytes.size() == 49) {
    qitai_ply ply{};
    ply.number = reader.u64();
    std::memcpy(ply.chain, reader.bytes(32).data(), 32);
    ply.move = {reader.u16(), reader.u16(), reader.u16(), reader.u16()};
    ply.seat = reader.u8();
    return turn(ply);
  }
  return refusal;
}

}  // namespace qitai::sdk::secrets
