#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command.hpp"
#include "cli/games.hpp"
#include "host/explanation.hpp"
#include "match/referee.hpp"

namespace qitai::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr Option kOptions[] = {
    {"--variant", "ID", "the game"},
    {"--fen", "POSITION", "begin from this position instead of the usual first one"},
    {"--moves", "\"M1 M2 ...\"",
     "moves as coordinates or in any notation of the game, separated by spaces; in a game that begins with "
     "private set-ups first the layout of each seat"},
    {"--option", "K=V", "a rule of the game, or one of play: illegal, illegal_limit, ...", true},
    {"--flag", "SEAT",
     "after the moves let the flag of this seat fall; during the set-up, its set-up limit end"},
    kPluginOption,
    kConfigOption,
};

// What may be claimed is a part of the verdict, so a claim does not end the game by itself.
constexpr Preset kPresets[] = {{"claims", "claim"}};

// What was played and what came of it.
struct Verdict {
  std::unique_ptr<match::Referee> referee;
  host::Outcome outcome;
  Json moves = Json::array();
  std::size_t unplayed = 0;

  [[nodiscard]] const host::State& state() const { return referee->state(); }
};

// Who is to move; after an end, who would be: the position text's second field names the side, "b" for the
// seat named second and any other letter for the first, in every game that has such texts.
Json turn(const host::State& state) {
  const std::vector<host::SeatInfo>& seats = state.variant().info().seats;
  int seat = acting_seat(state);
  if (seat < 0 && seats.size() == 2) {
    const std::string position = state.position();
    const std::size_t space = position.find(' ');
    if (space != std::string::npos && space + 1 < position.size()) seat = position[space + 1] == 'b' ? 1 : 0;
  }
  return seat < 0 ? Json() : Json(seats[static_cast<std::size_t>(seat)].id);
}

// The seats that owe their set-up, ascending.
std::vector<int> setting_up(const host::State& state) {
  std::vector<int> seats;
  const std::uint32_t acting = state.acting();
  for (int seat = 0; seat < QITAI_MAX_SEATS && (acting & QITAI_ACTING_SETUP) != 0; ++seat) {
    if ((acting >> seat & 1U) != 0) seats.push_back(seat);
  }
  return seats;
}

bool in_check(const host::State& state) {
  return std::ranges::any_of(state.marks(host::kPublic),
                             [](const host::Mark& mark) { return mark.kind == QITAI_MARK_CHECK; });
}

Json legal_moves(const match::Referee& referee, bool over) {
  std::vector<std::string> texts;
  const int seat = acting_seat(referee.state());
  if (!over && seat >= 0) {
    // Which moves a seat has tells what its pieces are: of a hidden game those that anybody can know of.
    const bool hidden = referee.variant().info().hidden;
    const std::vector<host::Move> legal =
        hidden ? referee.state(host::kPublic).legal(seat).value_or(std::vector<host::Move>())
               : referee.legal(seat);
    for (const host::Move& move : legal)
      texts.push_back(referee.state().move_text(seat, move, -1));
  }
  std::ranges::sort(texts);
  return texts;
}

Json noted(const host::State& before, int seat, host::Move move) {
  const std::vector<host::NotationInfo>& notations = before.variant().info().notations;
  Json notation = Json::object();
  for (std::size_t i = 0; i < notations.size(); ++i) {
    notation[notations[i].id] = before.move_text(seat, move, static_cast<int>(i));
  }
  return {{"move", before.move_text(seat, move, -1)}, {"notation", notation}};
}

// The seat's flag has fallen: what the variant says of it, else the others have won.
host::Outcome flag_fallen(const host::State& state, int seat) {
  if (std::optional<host::Outcome> said = state.timeout_outcome(seat)) return *said;
  host::Outcome lost;
  lost.state = host::Outcome::State::kOver;
  lost.result.assign(state.variant().info().seats.size(), QITAI_RESULT_WIN);
  lost.result[static_cast<std::size_t>(seat)] = QITAI_RESULT_LOSS;
  lost.reason = "time";
  return lost;
}

std::string verdict_json(const Verdict& verdict) {
  const host::State& state = verdict.state();
  const host::VariantInfo& info = state.variant().info();
  const bool over = verdict.outcome.state == host::Outcome::State::kOver;
  const int winner = over ? verdict.outcome.winner() : -1;
  Json claims = Json::array();
  if (!over) {
    for (const host::Outcome::Claim& claim : verdict.outcome.claims)
      claims.push_back(claim.id);
  }
  Json explain = Json::parse(state.explain(), nullptr, false);
  if (!explain.is_object()) explain = Json::object();
  // Of the clock the state knows nothing.
  if (over && explain.empty()) {
    if (const auto time = host::explain_time(state.variant(), verdict.outcome.reason))
      explain = {{"kind", time->kind}, {"rule", time->rule}};
  }

  Json out;
  out["variant"] = info.id;
  out["fen"] = state.position();
  out["ply"] = verdict.referee->ply();
  out["turn"] = turn(state);
  if (const std::vector<int> seats = setting_up(state); !seats.empty()) {
    out["setup"] = Json::array();
    for (const int seat : seats)
      out["setup"].push_back(info.seats[static_cast<std::size_t>(seat)].id);
  }
  out["check"] = in_check(state);
  out["status"] = !over ? "ongoing" : winner < 0 ? "draw" : "win";
  out["winner"] = winner < 0 ? Json() : Json(info.seats[static_cast<std::size_t>(winner)].id);
  out["reason"] = over ? Json(verdict.outcome.reason) : Json();
  out["claims"] = claims;
  out["legal"] = legal_moves(*verdict.referee, over);
  out["moves"] = verdict.moves;
  out["explain"] = explain;
  if (over) out["unplayed"] = verdict.unplayed;
  // Texts of a plugin are checked UTF-8; anything else is replaced rather than thrown over.
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string illegal_json(std::size_t ply, const std::string& text, const host::Refusal& why) {
  Json out;
  out["error"] = "illegal-move";
  out["ply"] = ply;
  out["move"] = text;
  out["why"] = why.id;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string illegal_layout_json(const host::State& state, int seat, const std::string& text,
                                const host::Refusal& why) {
  Json out;
  out["error"] = "illegal-layout";
  out["seat"] = state.variant().info().seats[static_cast<std::size_t>(seat)].id;
  out["layout"] = text;
  out["why"] = why.id;
  out["points"] = Json::array();
  const Result<host::Geometry> board = state.variant().geometry(state.options());
  for (const host::Point point : why.points)
    out["points"].push_back(board ? Json(board->points[point].name) : Json(point));
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// How it stands: the referee's end, which the terms can bring about as well as the game, or the game's word.
host::Outcome outcome_of(const match::Referee& referee) {
  if (referee.phase() != match::Phase::kEnded) return referee.state().outcome();
  const match::Event& end = *referee.ended();
  host::Outcome over;
  over.state = host::Outcome::State::kOver;
  over.result = end.result;
  over.reason = end.text;
  return over;
}

// The move is submitted; what became of it goes into `note`.
std::optional<host::Refusal> submit(match::Referee& referee, int seat, host::Move move, Json& note) {
  match::Intent intent;
  intent.kind = match::IntentKind::kMove;
  intent.seat = seat;
  intent.move = move;
  const auto answer = referee.submit(intent);
  if (const auto* why = std::get_if<host::Refusal>(&answer)) return *why;
  const match::Event& first = referee.events()[std::get<match::Accepted>(answer).first_event];
  if (first.kind == match::EventKind::kCorrected) note["corrected"] = first.text;
  return std::nullopt;
}

// Sets a seat up; without a text as the game chooses. The exit status, as of replay().
int set_up(Verdict& verdict, int seat, const std::string& text) {
  match::Referee& referee = *verdict.referee;
  const std::string& id = referee.variant().info().seats[static_cast<std::size_t>(seat)].id;
  match::Intent intent;
  intent.kind = match::IntentKind::kSetUp;
  intent.seat = seat;
  intent.bytes = text;
  const auto answer = referee.submit(intent);
  if (const auto* why = std::get_if<host::Refusal>(&answer)) {
    // A place in the text: that is no layout at all.
    if (why->offset >= 0 || text.empty()) {
      return refuse(kJudge, fmt::format("the set-up of {} comes first, and \"{}\" is no layout ({}): {}", id,
                                        text, why->id, why->detail));
    }
    fmt::print("{}\n", illegal_layout_json(referee.state(), seat, text, *why));
    return kNo;
  }
  const match::Event& event = referee.events()[std::get<match::Accepted>(answer).first_event];
  Json note = {{"seat", id}, {"layout", event.setup}};
  if (text.empty()) note["drawn"] = true;
  verdict.moves.push_back(std::move(note));
  return kDone;
}

// Plays the moves. The exit status, with what it means printed, or kDone and nothing printed.
int replay(Verdict& verdict, const std::vector<std::string>& moves) {
  match::Referee& referee = *verdict.referee;
  for (const std::string& text : moves) {
    if (referee.phase() == match::Phase::kEnded) {
      ++verdict.unplayed;
      continue;
    }
    const std::size_t ply = referee.ply() + 1;
    const int seat = acting_seat(referee.state());
    if (seat < 0) {
      return refuse(kJudge,
                    fmt::format("\"{}\" cannot be played: a draw by lot comes next, which --moves cannot "
                                "say; begin behind it with --fen",
                                text));
    }
    if (!setting_up(referee.state()).empty()) {
      if (const int status = set_up(verdict, seat, text); status != kDone) return status;
      continue;
    }
    const host::Answer<host::Move> read = referee.state().read_move(seat, text);
    if (const auto* why = std::get_if<host::Refusal>(&read)) {
      // A place in the text: its grammar is wrong. None: the text names a move that the rules refuse.
      if (why->offset >= 0) {
        return refuse(kJudge,
                      fmt::format("move {} can't be read, \"{}\" ({}): {}", ply, text, why->id, why->detail));
      }
      fmt::print("{}\n", illegal_json(ply, text, *why));
      return kNo;
    }
    const host::Move move = std::get<host::Move>(read);
    Json note = noted(referee.state(), seat, move);
    if (const std::optional<host::Refusal> why = submit(referee, seat, move, note)) {
      fmt::print("{}\n", illegal_json(ply, text, *why));
      return kNo;
    }
    verdict.moves.push_back(std::move(note));
  }
  return kDone;
}

int judge(const Arguments& arguments) {
  const Result<Games> games = load_games(arguments);
  if (!games) return refuse(kJudge, games.error().message);
  const Result<std::shared_ptr<const host::Variant>> variant = chosen_variant(*games, arguments);
  if (!variant) return refuse(kJudge, variant.error().message);
  match::Terms terms = match::default_terms(**variant);
  const Result<host::State> state = chosen_state(**variant, arguments, kPresets, &terms);
  if (!state) return refuse(kJudge, state.error().message);
  terms.options = state->options();
  terms.position = arguments.value("--fen").value_or("");
  Result<std::unique_ptr<match::Referee>> referee = match::Referee::start(*variant, terms);
  if (!referee) {
    const int status = refuse(kJudge, referee.error().message);
    return referee.error().code == "plugin-error" ? kNo : status;
  }

  std::optional<int> flag;
  if (const std::optional<std::string> id = arguments.value("--flag")) {
    flag = (*variant)->info().seat(*id);
    if (*flag < 0) {
      std::string seats;
      for (const host::SeatInfo& seat : (*variant)->info().seats)
        seats += (seats.empty() ? "" : ", ") + seat.id;
      return refuse(kJudge, fmt::format("--flag is \"{}\": expected one of {}", *id, seats));
    }
  }

  Verdict verdict;
  verdict.referee = std::move(*referee);
  std::istringstream words(arguments.value("--moves").value_or(""));
  const std::vector<std::string> moves{std::istream_iterator<std::string>(words), {}};
  if (const int status = replay(verdict, moves); status != kDone) return status;
  verdict.outcome = outcome_of(*verdict.referee);
  const std::vector<int> owing = setting_up(verdict.state());
  if (flag && !owing.empty()) {
    if (std::ranges::find(owing, *flag) == owing.end()) {
      return refuse(kJudge,
                    fmt::format("--flag {}: that seat has set up its pieces, its limit cannot end any more",
                                (*variant)->info().seats[static_cast<std::size_t>(*flag)].id));
    }
    if (const int status = set_up(verdict, *flag, {}); status != kDone) return status;
  } else if (flag && verdict.outcome.state != host::Outcome::State::kOver) {
    verdict.outcome = flag_fallen(verdict.state(), *flag);
  }
  fmt::print("{}\n", verdict_json(verdict));
  return kDone;
}

}  // namespace

const Command kJudge{
    "judge",
    "--variant ID [--fen POSITION] [--moves \"M1 M2 ...\"] [--option K=V]... [--flag SEAT]",
    "replay moves and say how the game stands",
    "Replays the moves, then lets the named seat's flag fall, and prints one JSON object: the position, "
    "whose "
    "turn it is, whether the game has ended, for whom and why, what may be claimed, the legal moves, and the "
    "moves in every notation of the game.\n"
    "In a game that begins with private set-ups the first words of --moves are the layouts of the seats that "
    "owe one (\"setup\" lists them), lowest seat first; of junqi six rows of five from the front row to the "
    "back "
    "row as the seat sees them, 9 8 7 6 5 4 3 2 for the ranks from the field marshal down, E engineer, B "
    "bomb, M "
    "mine, F flag and . an empty camp: 64375/7.3.E/25.82/3.B.2/EM9ME/BFM46. A seat whose set-up limit ends "
    "is set "
    "up as the game chooses. A layout that the rules forbid: exit status 1 and "
    "{\"error\":\"illegal-layout\",\"seat\":\"red\",\"layout\":\"...\",\"why\":\"...\",\"points\":[...]}.\n"
    "A game that ends before the last of the moves stops there; \"unplayed\" counts the rest. With the "
    "option "
    "illegal a move that leaves the own general in check is taken back (correct; it stands among the moves "
    "with the reason as \"corrected\"), loses (forfeit) or stands (capture). A move that is "
    "not legal: exit status 1 and {\"error\":\"illegal-move\",\"ply\":7,\"move\":\"...\",\"why\":\"...\"}. A "
    "move "
    "or position that can't be read: exit status 2.",
    kOptions,
    judge,
};

}  // namespace qitai::cli
