#include <fmt/format.h>
#include <poll.h>
#include <sodium.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/log.hpp"
#include "base/paths.hpp"
#include "base/time.hpp"
#include "cli/command.hpp"
#include "cli/games.hpp"
#include "cli/wait.hpp"
#include "duel/phrases.hpp"
#include "platform/stop_signals.hpp"
#include "seat/lobby.hpp"
#include "seat/opponent.hpp"
#include "seat/random.hpp"
#include "store/identity.hpp"
#include "text/catalog.hpp"

namespace qitai::cli {
namespace {

using json = nlohmann::ordered_json;
using seat::Now;

constexpr std::int64_t kHighestBot = seat::kHighestLevel;
constexpr Now kGoodBye = 6 * duel::kSecond;  // in which the last words must have left

constexpr Option kOptions[] = {
    {"--link", "ID", "the transport: see qitai plugins"},
    {"--listen", "", "wait for a call"},
    {"--connect", "ADDRESS", "call that machine; any: the first one that is found and has the game"},
    {"--variant", "ID", "the game that is offered; of a listener: the only one that is accepted"},
    {"--terms", "K=V", "a time limit, a rule or a rule of the game that is offered", true},
    {"--bot", "LEVEL", "who plays here: 1 to 5; 0 plays random moves (default: 1)"},
    {"--name", "NAME", "of the player, at most 16 characters"},
    kDataOption,
    kPluginOption,
    kConfigOption,
};

// A descriptor that other threads make ready.
class Bell {
 public:
  Bell() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  ~Bell() {
    if (fd_ >= 0) ::close(fd_);
  }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;
  void ring() const { (void)::eventfd_write(fd_, 1); }
  void hush() const {
    eventfd_t count = 0;
    (void)::eventfd_read(fd_, &count);
  }
  [[nodiscard]] int descriptor() const { return fd_; }

 private:
  int fd_;
};

void say(const json& line) {
  fmt::print("{}\n", line.dump(-1, ' ', false, json::error_handler_t::replace));
  std::fflush(stdout);
}

// The terms that --variant and --terms describe.
Result<match::Terms> chosen_terms(const host::Variant& variant, const Arguments& arguments) {
  match::Terms terms = match::default_terms(variant);
  const auto given = arguments.pairs("--terms");
  if (!given) return given.error();
  for (const auto& [key, value] : *given) {
    if (const int option = variant.info().option(key); option >= 0) {
      const Result<std::int64_t> number = variant.option_value(option, value);
      if (!number) return number.error();
      terms.options[static_cast<std::size_t>(option)] = *number;
      continue;
    }
    const Result<bool> set = match::set_term(terms, key, value);
    if (!set) return set.error();
    if (*set) continue;
    for (match::SeatTerms& seat : terms.seats) {
      const Result<bool> limited = match::set_limit(seat.limits, key, value);
      if (!limited) return limited.error();
      if (!*limited)
        return Error{"usage", fmt::format("--terms {}: {} has no such term", key, variant.info().id)};
    }
  }
  if (const Status fits = match::check(terms, variant); !fits) return fits.error();
  return terms;
}

// One duel, from the first call to the last word.
class Run {
 public:
  Run(const Arguments& arguments, seat::Lobby& lobby, std::optional<match::Terms> terms, int level,
      const Bell& bell)
      : lobby_(lobby),
        terms_(std::move(terms)),
        level_(level),
        bell_(bell),
        only_(arguments.value("--variant")),
        address_(arguments.value("--connect")),
        opponent_([&bell] { bell.ring(); }),
        random_(randombytes_random()) {
    if (const Result<std::filesystem::path> assets = assets_folder())
      (void)catalog_.load(*assets / "translations");  // without it the keys stand for the sentences
  }

  int run() {
    const Result<bool> resumed = lobby_.resume(boottime_us());
    if (!resumed) log_warning("The unfinished duel does not go on: {}", resumed.error().message);
    if (resumed && *resumed) {
      show_begin();
    } else if (!address_) {
      lobby_.show(std::nullopt);
      lobby_.listen(true);
      say({{"event", "listening"}});
    } else if (*address_ == "any") {
      lobby_.scan(true);
      say({{"event", "looking"}});
    } else {
      call(*address_);
    }
    signals_.emplace();
    while (!status_)
      turn();
    return *status_;
  }

 private:
  void call(const std::string& address) {
    say({{"event", "calling"}, {"address", address}});
    (void)lobby_.dial(address);
  }

  void turn() {
    (void)lobby_.pump(boottime_us());
    if (!lobby_.fault().empty()) return fail("transport", lobby_.fault());
    if (signals_->asked() && !std::exchange(stopping_, true)) stop();
    seat::Partner* const partner = lobby_.partner();
    look_around(partner);
    if (partner != nullptr) {
      for (const duel::Event& event : partner->take_events())
        take(*partner, event);
      if (table_ != nullptr) play(*partner);
      if (table_ != nullptr) show_course(*partner);
      // The other side has to know how it ended, too.
      if (ended_ && partner->duel().match()->told() && !std::exchange(left_, true)) {
        until_ = boottime_us() + kGoodBye;
        lobby_.leave(boottime_us());
      }
      if (partner->done()) part(*partner);
    }
    if (!status_) wait();
  }

  void wait() {
    const Now at = boottime_us();
    Now next = std::min(lobby_.next_wake(), until_);
    if (table_ != nullptr) next = std::min(next, table_->next_wake(at));
    std::vector<pollfd> all{{bell_.descriptor(), POLLIN, 0}};
    // Once asked it stays ready.
    if (!stopping_) all.push_back({signals_->descriptor(), POLLIN, 0});
    add_descriptors(all, lobby_.descriptors());
    const Now left = next <= at ? 0 : (next - at + 999) / 1000;
    (void)::poll(all.data(), all.size(),
                 next == duel::kNever ? -1 : static_cast<int>(std::min<Now>(left, 60'000)));
    bell_.hush();
    if (until_ != duel::kNever && boottime_us() >= until_ && !status_) status_ = result();
  }

  // The program is to end. A match that goes on is broken off and can be taken up again.
  void stop() {
    say({{"event", "stopping"}});
    lobby_.listen(false);
    lobby_.leave(boottime_us());
    until_ = std::min(until_, boottime_us() + kGoodBye);
  }

  // Nobody is there yet.
  void look_around(seat::Partner* partner) {
    if (partner != nullptr) return;
    if (stopping_) {
      status_ = kNo;
      return;
    }
    for (const auto what : {host::event::What::kListen, host::event::What::kScan}) {
      if (const std::string& failure = lobby_.hindrance(what); !failure.empty()) return fail(failure);
    }
    if (!address_ || *address_ != "any") return;
    for (const host::PeerInfo& peer : lobby_.peers()) {
      if (!peer.has_game.value_or(false)) continue;
      const std::string address = peer.address;
      lobby_.scan(false);
      return call(address);
    }
  }

  // `what`, `help`: English sentences; empty: the transport's own, where it has any.
  void fail(const std::string& failure, std::string what = {}, std::string help = {}) {
    const host::Transport& transport = lobby_.transport();
    const host::FailureInfo* const info = transport.info().failure(failure);
    if (what.empty() && info != nullptr) {
      what = transport.text("en", info->what_key);
      help = transport.text("en", info->help_key);
    }
    json line{{"event", "failed"}, {"reason", failure}};
    if (!what.empty()) line["what"] = what;
    if (!help.empty()) line["help"] = help;
    say(line);
    status_ = kNo;
  }

  // Whoever was asked to end has broken off what went on.
  [[nodiscard]] int result() const {
    return ended_ && !(stopping_ && *ended_ == "disconnected") ? kDone : kNo;
  }

  // An English sentence.
  [[nodiscard]] std::string words(const std::string& key) const {
    return std::string(catalog_.tr(text::Language::kEnglish, key));
  }

  // Whether there is a match that the other side had as well.
  [[nodiscard]] bool has_begun(const seat::Partner& partner) const {
    return table_ != nullptr && !partner.never_began();
  }

  // The partner is done: everything was said.
  void part(seat::Partner& partner) {
    if (partner.bad_address()) {
      return fail("absent",
                  fmt::format("--connect {}: that is no address of the link {}", partner.config().address,
                              lobby_.transport().info().id),
                  "Give an address as this command tells it (\"met\"), or any for the first that is found");
    }
    if (!partner.failure().empty()) return fail(partner.failure());
    if (ended_) {
      status_ = result();
    } else if (address_ || stopping_ || has_begun(partner)) {
      status_ = kNo;  // it was said why
    } else {
      // It was nobody, or somebody who was gone before it began; the next may call.
      table_.reset();
      lobby_.forget_partner();
      lobby_.listen(true);
    }
  }

  void take(seat::Partner& partner, const duel::Event& event) {
    using Kind = duel::Event::Kind;
    switch (event.kind) {
      case Kind::kMet:
        say({{"event", "met"}, {"name", partner.duel().far().name}, {"address", partner.config().address}});
        if (address_) challenge(partner);
        break;
      case Kind::kChallenged:
      case Kind::kTermsChanged:
        answer(partner);
        break;
      case Kind::kDropped:
        say({{"event", "dropped"},
             {"reason", event.reason},
             {"what", words(duel::dropped_key(event.reason))}});
        if (address_) lobby_.leave(boottime_us());
        break;
      case Kind::kBegan:
        show_begin();
        break;
      case Kind::kRefused:
        say({{"event", "refused"}, {"reason", event.refusal.id}});
        break;
      case Kind::kLost:
        say(stand(
            partner,
            {{"event", "lost"}, {"reason", event.reason}, {"what", words(duel::reason_key(event.reason))}}));
        break;
      case Kind::kBack:
        say(stand(partner, {{"event", "back"}}));
        break;
      case Kind::kPhrase:
        say({{"event", "phrase"}, {"phrase", duel::kPhrases[event.phrase]}});
        break;
      case Kind::kEnded:
        break;  // with the last ply
      case Kind::kVerdict: {
        const duel::Verdict& verdict = *partner.duel().match()->verdict();
        if (verdict.kind == duel::Verdict::Kind::kHonest) break;
        constexpr std::array<const char*, 3> kKinds{"honest", "lied", "left"};
        say({{"event", "verdict"},
             {"verdict", kKinds[static_cast<std::size_t>(verdict.kind)]},
             {"how", verdict.how.id}});
        break;
      }
      case Kind::kClosed:
        // What ended the match is still to be told.
        if (!has_begun(partner) || !partner.end())
          say({{"event", "closed"},
               {"reason", event.reason},
               {"what", words(duel::reason_key(event.reason))}});
        // A listener with whom nothing began waits on.
        if (address_ || has_begun(partner)) until_ = std::min(until_, boottime_us() + kGoodBye);
        break;
      case Kind::kAgreed:
      case Kind::kCommitted:
      case Kind::kReplayed:
        break;
    }
  }

  // With how far the match is and the seconds that each side has left, where there is a match.
  static json stand(seat::Partner& partner, json line) {
    const duel::Match* const match = partner.duel().match();
    if (match == nullptr) return line;
    line["ply"] = match->referee().ply();
    line["clocks"] = clocks(*match);
    return line;
  }

  void challenge(seat::Partner& partner) {
    const Status offered =
        partner.duel().challenge(duel::offer_of(*terms_, duel::Sides::kCoin), boottime_us());
    if (offered) return;
    say({{"event", "dropped"}, {"reason", offered.error().code}, {"what", offered.error().message}});
    lobby_.leave(boottime_us());
  }

  void answer(seat::Partner& partner) {
    const duel::Offer& offer = partner.duel().agreement()->table();
    say({{"event", "challenged"}, {"variant", offer.variant}});
    const bool wanted = !only_ || *only_ == offer.variant;
    (void)(wanted ? partner.duel().accept(boottime_us()) : partner.duel().decline(boottime_us()));
  }

  void show_begin() {
    seat::Partner& partner = *lobby_.partner();
    const duel::Match& match = *partner.duel().match();
    const host::VariantInfo& info = match.config().variant->info();
    table_ = partner.table();
    shown_ = 0;
    if (level_ > 0) opponent_.take_seat(match.own(), level_);
    began_ = stand(partner, {{"event", "began"},
                             {"variant", info.id},
                             {"seat", info.seats[static_cast<std::size_t>(match.own())].id}});
  }

  // What is left to each seat, in milliseconds; null: it has no limit.
  [[nodiscard]] static json clocks(const duel::Match& match) {
    json all = json::array();
    for (host::Seat seat = 0; seat < 2; ++seat) {
      const match::Instant left = match.left(seat, boottime_us()).main;
      all.push_back(left == match::kNever ? json(nullptr) : json(left / 1000));
    }
    return all;
  }

  // The bot's turn.
  void play(seat::Partner& partner) {
    const Now at = boottime_us();
    (void)table_->poll(at);
    const duel::Match& match = *partner.duel().match();
    const match::Referee& referee = match.referee();
    // A move that is on its way already, or talked over, is not thought about again.
    const bool on_its_way =
        !match.wishes().empty() || (match.hidden() != nullptr && match.hidden()->pending());
    if (!match.together() || on_its_way || referee.phase() == match::Phase::kEnded) return;
    if (level_ > 0) {
      (void)opponent_.poll(*table_, at, table_->all_durable());
      return;
    }
    if ((referee.acting() >> static_cast<unsigned>(match.own()) & 1U) == 0 || !table_->all_durable()) return;
    if (referee.phase() == match::Phase::kSetUp) return set_up(referee, match.own());
    if (referee.phase() != match::Phase::kPlaying) return;
    const std::vector<host::Move> legal = referee.legal(match.own());
    if (legal.empty()) return;
    match::Intent intent;
    intent.kind = match::IntentKind::kMove;
    intent.seat = match.own();
    intent.move = random_.choose(legal);
    (void)table_->submit(intent, at);
  }

  // The private set-up that is owed: what the game suggests, or of its own choice.
  void set_up(const match::Referee& referee, host::Seat own) {
    std::array<std::uint8_t, 32> seed{};
    randombytes_buf(seed.data(), seed.size());
    match::Intent intent;
    intent.kind = match::IntentKind::kSetUp;
    intent.seat = own;
    intent.bytes = referee.state(own).suggest_setup(own, seed).value_or(std::string());
    (void)table_->submit(intent, boottime_us());
  }

  // What happened on the board since it was last shown, and how it ended. What could still be lost is not
  // told.
  void show_course(seat::Partner& partner) {
    const match::Referee& referee = partner.duel().match()->referee();
    const host::VariantInfo& info = referee.variant().info();
    const auto seat_id = [&](host::Seat seat) -> json {
      return seat < 0 ? json(nullptr) : json(info.seats[static_cast<std::size_t>(seat)].id);
    };
    const std::uint32_t durable = table_->durable_events();
    if (durable == 0) return;
    if (const json began = std::exchange(began_, nullptr); !began.is_null()) say(began);
    for (const match::Event& event : referee.events(host::kPublic, shown_)) {
      if (event.number >= durable) return;
      shown_ = event.number + 1;
      if (event.kind != match::EventKind::kPly) continue;
      say({{"event", "move"},
           {"ply", event.ply},
           {"seat", seat_id(event.seat)},
           {"move", referee.state(host::kPublic).move_text(event.seat, event.move, -1)}});
    }
    const std::optional<match::Event> end = partner.end();
    if (!end || ended_ || partner.never_began()) return;
    const auto winner = std::ranges::find(end->result, QITAI_RESULT_WIN);
    const bool won = winner != end->result.end();
    json line{{"event", "ended"},
              {"status", won                   ? "win"
                         : end->result.empty() ? "none"
                                               : "draw"},
              {"winner", seat_id(won ? static_cast<host::Seat>(winner - end->result.begin()) : -1)},
              {"reason", end->text}};
    // The other side has broken the rules of the protocol.
    if (const std::string& how = partner.duel().match()->broken(); !how.empty()) {
      line["how"] = how;
      line["what"] = words(duel::reason_key(how));
    }
    say(line);
    ended_ = end->text;
  }

  seat::Lobby& lobby_;
  std::optional<match::Terms> terms_;
  int level_;
  const Bell& bell_;
  std::optional<platform::StopSignals> signals_;  // while it runs
  std::optional<std::string> only_, address_;
  seat::Opponent opponent_;
  seat::RandomPlayer random_;
  text::Catalog catalog_;
  std::unique_ptr<seat::Table> table_;
  std::uint32_t shown_ = 0;           // events
  json began_;                        // to be told once it cannot be lost any more
  std::optional<std::string> ended_;  // why; once it was told
  bool left_ = false;
  bool stopping_ = false;
  Now until_ = duel::kNever;
  std::optional<int> status_;
};

int play_duel(const Arguments& arguments) {
  const std::optional<std::string> link = arguments.value("--link");
  if (!link) return refuse(kDuel, "--link is needed: the transport's id, as qitai plugins lists it");
  if (arguments.has("--listen") == arguments.has("--connect"))
    return refuse(kDuel, "expected either --listen or --connect ADDRESS");
  const Result<std::optional<std::int64_t>> level = arguments.number("--bot", 0, kHighestBot);
  if (!level) return refuse(kDuel, level.error().message);
  const std::string name = arguments.value("--name").value_or("");
  if (const Status fits = duel::check_name(name); !fits)
    return refuse(kDuel, "--name: " + fits.error().message);

  Bell bell;
  Result<Games> games = load_games(arguments, [&bell] { bell.ring(); });
  if (!games) return refuse(kDuel, games.error().message);
  const std::shared_ptr<const host::Transport> transport = games->plugins.transport(*link);
  if (transport == nullptr) {
    std::string there;
    for (const auto& each : games->plugins.transports())
      there += (there.empty() ? "there is " : ", ") + each->info().id;
    return refuse(kDuel, fmt::format("--link {}: there is no such transport ({})", *link,
                                     there.empty() ? "none is installed" : there));
  }
  if (arguments.has("--listen") && arguments.has("--terms"))
    return refuse(kDuel, "--terms is for whoever calls: the listener takes what is offered");
  std::optional<match::Terms> terms;
  if (arguments.has("--connect") || arguments.has("--variant")) {
    const auto variant = chosen_variant(*games, arguments);
    if (!variant) return refuse(kDuel, variant.error().message);
    Result<match::Terms> chosen = chosen_terms(**variant, arguments);
    if (!chosen) return refuse(kDuel, chosen.error().message);
    terms = std::move(*chosen);
  }

  Result<std::filesystem::path> folder = data_folder();
  if (const std::optional<std::string> named = arguments.value("--data"))
    folder = std::filesystem::absolute(*named);
  if (!folder) return refuse(kDuel, folder.error().message);
  std::error_code failed;
  std::filesystem::create_directories(*folder, failed);
  Result<std::unique_ptr<store::Journal>> journal =
      store::Journal::open(*folder / "journal.db", [&bell] { bell.ring(); });
  if (!journal) log_warning("Nothing is kept: {}", journal.error().message);

  seat::Lobby::Config config;
  config.transport = transport;
  // Whoever shares a folder with a game that runs is somebody else.
  if (journal) {
    config.identity = store::identity(*folder / "identity");
  } else {
    randombytes_buf(config.identity.data(), config.identity.size());
  }
  config.name = name;
  config.games = games->plugins.variants();
  config.random = [](std::span<std::uint8_t> bytes) { randombytes_buf(bytes.data(), bytes.size()); };
  config.journal = journal ? journal->get() : nullptr;
  Result<std::unique_ptr<seat::Lobby>> lobby = seat::Lobby::open(std::move(config));
  if (!lobby) return refuse(kDuel, lobby.error().message);
  return Run(arguments, **lobby, std::move(terms), static_cast<int>(level->value_or(1)), bell).run();
}

}  // namespace

const Command kDuel{
    "duel",
    "--link ID (--listen | --connect ADDRESS) [--variant ID] [--terms K=V]... [--bot LEVEL] [--name NAME]",
    "play a duel over a link without a screen",
    "A bot plays against whoever is at the other end of a link: for trying out links. Prints one JSON object "
    "a line for each thing that happens; the last is {\"event\":\"ended\",\"status\":...,\"winner\":..., "
    "\"reason\":...}. Called again in the same data folder after it was killed, it goes on with the same "
    "duel.\n"
    "Exit status 0 when the game ended, 1 when it came to none.",
    kOptions,
    play_duel,
};

}  // namespace qitai::cli
