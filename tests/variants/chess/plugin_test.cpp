// The game through the C ABI, as the host sees it.
#include <qitai/perft.h>
#include <qitai/variant.h>

#include <qitai/values.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "variants/table.hpp"

namespace qitai::chess {
namespace {

const qitai_variant& variant() {
  const qitai_str id{QITAI_VARIANT_ID, std::strlen(QITAI_VARIANT_ID)};
  return *static_cast<const qitai_variant*>(qitai_plugin_entry.factory(id, 0));
}

std::string text(qitai_str s) {
  return s.size == 0 ? std::string() : std::string(s.data, s.size);
}

qitai_str str(const std::string& s) {
  return {s.data(), s.size()};
}

template <class T>
std::vector<T> elements(const qitai_array& array) {
  std::vector<T> out;
  for (std::uint32_t i = 0; i < array.count; ++i) {
    T element;
    std::memcpy(&element, static_cast<const char*>(array.data) + std::size_t{i} * array.stride,
                sizeof element);
    out.push_back(element);
  }
  return out;
}

qitai_status append(void* ctx, const void* bytes, std::uint64_t size) {
  static_cast<std::string*>(ctx)->append(static_cast<const char*>(bytes), size);
  return QITAI_OK;
}

qitai_status collect(void* ctx, const qitai_change* changes, std::uint32_t count) {
  auto& list = *static_cast<std::vector<qitai_change>*>(ctx);
  list.insert(list.end(), changes, changes + count);
  return QITAI_OK;
}

// A refusal with room for its sentence.
struct Why {
  std::string sentence;
  qitai_sink sink{&sentence, append};
  qitai_refusal raw{};
  Why() {
    raw.struct_size = sizeof raw;
    raw.detail = &sink;
  }
  [[nodiscard]] std::string id() const { return text(raw.id); }
};

struct Destroy {
  void operator()(qitai_state* state) const { variant().destroy(state); }
};
using State = std::unique_ptr<qitai_state, Destroy>;

State make(const std::string& position = "", Why* why = nullptr, std::int64_t automatic = 0,
           std::int64_t chess960 = 0) {
  const std::int64_t options[] = {automatic, chess960};
  qitai_start start{};
  start.struct_size = sizeof start;
  start.option_count = 2;
  start.options = options;
  start.knower = -1;
  start.position = str(position);
  qitai_state* state = nullptr;
  Why own;
  Why& reason = why != nullptr ? *why : own;
  const qitai_status status = variant().create(&start, &state, &reason.raw);
  INFO(reason.id() << ": " << reason.sentence);
  if (why == nullptr) REQUIRE(status == QITAI_OK);
  return State(status == QITAI_OK ? state : nullptr);
}

int seat_of(const State& state) {
  std::uint32_t seats = 0;
  REQUIRE(variant().acting(state.get(), &seats) == QITAI_OK);
  return seats == 1 ? 0 : seats == 2 ? 1 : -1;
}

std::vector<qitai_move> legal(const State& state) {
  std::vector<qitai_move> moves(256);
  std::uint32_t count = 0;
  const int seat = seat_of(state);
  if (seat < 0) return {};
  REQUIRE(variant().legal(state.get(), seat, moves.data(), 256, &count) == QITAI_OK);
  moves.resize(count);
  return moves;
}

std::string saved(const State& state) {
  std::string bytes;
  const qitai_sink sink{&bytes, append};
  REQUIRE(variant().save(state.get(), QITAI_SAVE_JOURNAL, QITAI_PUBLIC, &sink) == QITAI_OK);
  return bytes;
}

std::string position(const State& state) {
  std::string bytes;
  const qitai_sink sink{&bytes, append};
  REQUIRE(variant().position_write(state.get(), QITAI_PUBLIC, &sink) == QITAI_OK);
  return bytes;
}

std::uint64_t hash(const State& state) {
  std::uint64_t value = 0;
  REQUIRE(variant().hash(state.get(), QITAI_PUBLIC, &value) == QITAI_OK);
  return value;
}

std::vector<qitai_piece> view(const State& state) {
  std::vector<qitai_piece> pieces(64);
  std::uint32_t count = 0;
  REQUIRE(variant().view(state.get(), QITAI_PUBLIC, pieces.data(), 64, &count) == QITAI_OK);
  pieces.resize(count);
  return pieces;
}

qitai_outcome outcome(const State& state) {
  qitai_outcome out{};
  out.struct_size = sizeof out;
  REQUIRE(variant().outcome(state.get(), &out) == QITAI_OK);
  return out;
}

std::vector<qitai_mark> marks(const State& state) {
  std::vector<qitai_mark> out(128);
  std::uint32_t count = 0;
  REQUIRE(variant().marks(state.get(), QITAI_PUBLIC, out.data(), 128, &count) == QITAI_OK);
  out.resize(count);
  return out;
}

std::uint16_t point(const std::string& name) {
  return static_cast<std::uint16_t>((name[1] - '1') * 8 + (name[0] - 'a'));
}

std::string name(std::uint16_t at) {
  return {static_cast<char>('a' + at % 8), static_cast<char>('1' + at / 8)};
}

qitai_move move(const std::string& text) {
  const std::string kinds = "pnbrqk";
  const auto choice =
      text.size() > 4 ? static_cast<std::uint16_t>(1 + kinds.find(text[4])) : std::uint16_t{0};
  return {point(text.substr(0, 2)), point(text.substr(2, 2)), choice, 0};
}

qitai_status apply(const State& state, qitai_move m, Why* why = nullptr,
                   std::vector<qitai_change>* changes = nullptr) {
  const qitai_change_sink sink{changes, collect};
  const int seat = seat_of(state);
  return variant().apply(state.get(), seat < 0 ? 0 : seat, m, nullptr, 0,
                         changes != nullptr ? &sink : nullptr, why != nullptr ? &why->raw : nullptr);
}

void play_all(const State& state, std::initializer_list<const char*> moves) {
  for (const char* each : moves) {
    INFO(each);
    REQUIRE(apply(state, move(each)) == QITAI_OK);
  }
}

}  // namespace

TEST_CASE("the description is whole in three languages") {
  const qitai_variant_info& info = *variant().info;
  CHECK(text(info.id) == "chess");
  std::map<std::string, std::set<std::string>> languages;
  for (const auto& entry : elements<qitai_text>(info.texts)) {
    CHECK_FALSE(text(entry.text).empty());
    languages[text(entry.key)].insert(text(entry.lang));
  }
  for (const auto& [key, set] : languages) {
    INFO(key);
    CHECK(set == std::set<std::string>{"en", "zh-Hans", "zh-Hant"});
  }
  std::vector<std::string> keys{text(info.name_key), text(info.blurb_key)};
  for (const auto& seat : elements<qitai_seat_info>(info.seats)) {
    keys.push_back(text(seat.name_key));
    keys.push_back(text(seat.turn_key));
  }
  const auto kinds = elements<qitai_kind_info>(info.kinds);
  REQUIRE(kinds.size() == 6);
  CHECK((kinds[5].flags & QITAI_KIND_ROYAL) != 0);
  for (const auto& kind : kinds) {
    keys.push_back(text(kind.name_key));
    keys.push_back(text(kind.glyph_key));
  }
  const auto options = elements<qitai_option_info>(info.options);
  REQUIRE(options.size() == 2);
  CHECK(text(options[0].id) == "claims");
  CHECK(text(options[1].id) == "chess960");
  for (const auto& option : options) {
    CHECK(option.fallback == 0);
    keys.push_back(text(option.name_key));
    keys.push_back(text(option.help_key));
  }
  std::vector<std::string> notations;
  for (const auto& notation : elements<qitai_notation_info>(info.notations)) {
    notations.push_back(text(notation.id));
    keys.push_back(text(notation.name_key));
  }
  CHECK(notations == std::vector<std::string>{"san", "figurine", "lan", "uci"});
  // Every refusal that the tables know has its text.
  for (const char* table : {"chess_refusals.tsv", "chess_malformed_fen.tsv", "chess_malformed_moves.tsv"}) {
    for (const auto& row : testing::read_table(table))
      keys.push_back("refusal." + row.at("id"));
  }
  for (const char* id : {"ended", "not-your-turn", "no-such-point", "malformed", "move-text", "no-such-move",
                         "ambiguous-move", "castling-king-moved", "castling-lost"})
    keys.push_back(std::string("refusal.") + id);
  for (const char* id :
       {"fide-5-1-1", "fide-5-2-1", "fide-5-2-2", "fide-9-2", "fide-9-3", "fide-9-6-1", "fide-9-6-2"})
    keys.push_back(std::string("rule.") + id);
  for (const char* id : {"dead-material", "dead-forced", "dead-blocked", "dead-searched"})
    keys.push_back(std::string("sentence.") + id);
  keys.emplace_back("notice.position-twice");
  for (const std::string& key : keys) {
    INFO(key);
    CHECK(languages.count(key) == 1);
  }
}

TEST_CASE("the board: sixty-four cells, a1 dark, letters and numbers on every edge") {
  const std::int64_t options[] = {0, 0};
  const qitai_geometry* board = nullptr;
  REQUIRE(variant().geometry(options, 2, &board) == QITAI_OK);
  const auto points = elements<qitai_point>(board->points);
  REQUIRE(points.size() == 64);
  for (std::size_t i = 0; i < points.size(); ++i) {
    CHECK(text(points[i].name) == name(static_cast<std::uint16_t>(i)));
    CHECK(points[i].kind == QITAI_POINT_CELL);
  }
  CHECK(points[point("a1")].y == board->height - 500);
  CHECK(points[point("h8")].x == board->width - 500);
  const auto regions = elements<qitai_region>(board->regions);
  REQUIRE(regions.size() == 64);
  for (const auto& region : regions) {
    const bool light = (region.x / 1000 + region.y / 1000) % 2 == 0;  // the upper left one, a8, is light
    CHECK((region.kind == QITAI_REGION_LIGHT) == light);
  }
  CHECK(elements<qitai_label>(board->labels).size() == 32);
}

TEST_CASE("random play: changes, views, lists, undo, saves") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    std::mt19937_64 random(seed);
    // The second half castles as Chess960 does; it starts as the other.
    const State state = make("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", nullptr,
                             0, seed < 3 ? 0 : 1);
    for (int ply = 0; ply < 150 && seat_of(state) >= 0; ++ply) {
      const auto moves = legal(state);
      REQUIRE_FALSE(moves.empty());
      std::vector<qitai_playable> playable(256);
      std::uint32_t count = 0;
      REQUIRE(variant().playable(state.get(), seat_of(state), playable.data(), 256, &count) == QITAI_OK);
      playable.resize(count);
      std::vector<qitai_move> unflagged;
      for (const auto& p : playable) {
        if ((p.flags & QITAI_PLAYABLE_ILLEGAL) == 0) unflagged.push_back(p.move);
      }
      CHECK(moves.size() == unflagged.size());
      CHECK(std::equal(moves.begin(), moves.end(), unflagged.begin()));
      CHECK(std::is_sorted(moves.begin(), moves.end()));
      std::uint32_t too_many = 0;
      CHECK(variant().legal(state.get(), seat_of(state), nullptr, 0, &too_many) == QITAI_NO_SPACE);
      CHECK(too_many == moves.size());
      CHECK(variant().legal(state.get(), 1 - seat_of(state), nullptr, 0, &too_many) == QITAI_OK);
      CHECK(too_many == 0);

      // The changes turn the view before into the view after.
      std::map<int, std::pair<int, int>> board;
      for (const auto& piece : view(state))
        board[piece.point] = {piece.kind, piece.colour};
      const std::uint64_t before = hash(state);
      const std::string save_before = saved(state);
      const qitai_move chosen = moves[random() % moves.size()];
      std::vector<qitai_change> changes;
      REQUIRE(apply(state, chosen, nullptr, &changes) == QITAI_OK);
      for (const auto& change : changes) {
        CHECK(change.audience == 1U << QITAI_PUBLIC);
        if (change.what == QITAI_CHANGE_PROMOTED) {
          REQUIRE(board.at(change.to) == std::pair<int, int>(change.other, change.colour));
          board[change.to] = {change.kind, change.colour};
          continue;
        }
        REQUIRE(board.at(change.from) == std::pair<int, int>(change.kind, change.colour));
        board.erase(change.from);
        if (change.what == QITAI_CHANGE_MOVED) board[change.to] = {change.kind, change.colour};
      }
      std::map<int, std::pair<int, int>> after;
      for (const auto& piece : view(state))
        after[piece.point] = {piece.kind, piece.colour};
      CHECK(board == after);

      const std::uint64_t hash_after = hash(state);
      const std::string save_after = saved(state);
      CHECK(variant().undo(state.get()) == QITAI_OK);
      CHECK(hash(state) == before);
      CHECK(saved(state) == save_before);
      REQUIRE(apply(state, chosen) == QITAI_OK);
      CHECK(hash(state) == hash_after);

      qitai_state* loaded = nullptr;
      Why why;
      REQUIRE(variant().load(save_after.data(), save_after.size(), &loaded, &why.raw) == QITAI_OK);
      const State again(loaded);
      CHECK(saved(again) == save_after);
      CHECK(hash(again) == hash_after);
      CHECK(position(again) == position(state));
    }
  }
}

TEST_CASE("damaged saves are refused or are a game, never more") {
  const State state = make("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1", nullptr, 1, 1);
  play_all(state, {"a7b8q", "e8e7", "e1h1"});
  const std::string whole = saved(state);
  const auto try_load = [](const std::string& bytes) {
    qitai_state* loaded = nullptr;
    Why why;
    const qitai_status status = variant().load(bytes.data(), bytes.size(), &loaded, &why.raw);
    if (status != QITAI_OK) CHECK(status == QITAI_REFUSED);
    return State(status == QITAI_OK ? loaded : nullptr);
  };
  CHECK(try_load(whole) != nullptr);
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK(try_load(whole.substr(0, size)) == nullptr);
  CHECK(try_load(whole + "x") == nullptr);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      if (const State loaded = try_load(damaged)) CHECK(saved(loaded).size() <= whole.size() + 4);
    }
  }
}

TEST_CASE("refused positions and options say what and where") {
  for (const auto& row : testing::read_table("chess_malformed_fen.tsv")) {
    const std::string fen = testing::unescape(row.at("text"));
    if (fen.empty()) continue;  // the usual position
    INFO(row.at("text"));
    Why why;
    CHECK(make(fen, &why) == nullptr);
    CHECK(why.id() == row.at("id"));
    CHECK_FALSE(why.sentence.empty());
    CHECK(why.raw.offset >= 0);
    CHECK(why.raw.offset <= static_cast<std::int64_t>(fen.size()));
  }
  Why where;
  CHECK(make("rnbxkbnr/8/8/8/8/8/8/4K3 w", &where) == nullptr);
  CHECK(where.raw.offset == 3);
  Why range;
  CHECK(make("", &range, -1) == nullptr);
  CHECK(make("", &range, 2) == nullptr);
  CHECK(make("", &range, 0, 2) == nullptr);
}

TEST_CASE("refused moves change nothing and name their points") {
  for (const auto& row : testing::read_table("chess_refusals.tsv")) {
    INFO(row.at("fen") << " " << row.at("move"));
    const State state = make(row.at("fen"));
    const std::string before = saved(state);
    const qitai_move wanted = move(row.at("move"));
    Why why;
    CHECK(variant().refuse(state.get(), seat_of(state), wanted, &why.raw) == QITAI_REFUSED);
    CHECK(why.id() == row.at("id"));
    std::string points;
    for (std::uint32_t i = 0; i < why.raw.point_count; ++i)
      points += (i > 0 ? " " : "") + name(why.raw.points[i]);
    CHECK(points == row.at("points"));
    std::vector<qitai_playable> playable(256);
    std::uint32_t count = 0;
    REQUIRE(variant().playable(state.get(), seat_of(state), playable.data(), 256, &count) == QITAI_OK);
    const bool unsafe =
        std::any_of(playable.begin(), playable.begin() + count, [&](const qitai_playable& each) {
          return each.move == wanted && (each.flags & QITAI_PLAYABLE_ILLEGAL) != 0;
        });
    Why again;
    CHECK(apply(state, wanted, &again) == (unsafe ? QITAI_OK : QITAI_REFUSED));
    if (!unsafe) {
      CHECK(again.id() == row.at("id"));
      CHECK(saved(state) == before);
    }
  }
  const State state = make();
  for (const qitai_move any :
       {qitai_move{0xFFFF, 0xFFFF, 0, 0}, qitai_move{64, 0, 0, 0}, qitai_move{0, 0, 0, 0},
        qitai_move{8, 16, 99, 0}, qitai_move{8, 16, 0, 1}, qitai_move{12, 28, 7, 0}}) {
    Why why;
    CHECK(apply(state, any, &why) == QITAI_REFUSED);
    CHECK_FALSE(why.id().empty());
  }
  Why turn;
  CHECK(variant().apply(state.get(), 1, move("e7e5"), nullptr, 0, nullptr, &turn.raw) == QITAI_REFUSED);
  CHECK(turn.id() == "not-your-turn");
  CHECK(variant().undo(state.get()) == QITAI_UNSUPPORTED);
}

TEST_CASE("castling, en passant and promotion are told as what changed") {
  struct Case {
    const char* fen;
    const char* move;
    int chess960;
    std::vector<std::string> changes;
  };
  const Case cases[] = {
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0, {"1 e1 g1", "1 h1 f1"}},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 1, {"1 e1 g1", "1 h1 f1"}},
      {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0, {"1 e1 c1", "1 a1 d1"}},
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", 1, {"1 f1 g1", "1 g1 f1"}},
      {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", 1, {"1 h1 f1"}},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, {"2 d5 -", "1 e5 d6"}},
      {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8r", 0, {"2 b8 -", "1 a7 b8", "4 - b8"}},
  };
  for (const Case& each : cases) {
    INFO(each.fen << " " << each.move);
    const State state = make(each.fen, nullptr, 0, each.chess960);
    std::vector<qitai_change> changes;
    REQUIRE(apply(state, move(each.move), nullptr, &changes) == QITAI_OK);
    std::vector<std::string> told;
    for (const qitai_change& change : changes)
      told.push_back(std::to_string(change.what) + " " +
                     (change.from == QITAI_NO_POINT ? "-" : name(change.from)) + " " +
                     (change.to == QITAI_NO_POINT ? "-" : name(change.to)));
    CHECK(told == each.changes);
  }
}

TEST_CASE("ends: results, reasons, claims, notices and marks") {
  const State mate = make("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
  play_all(mate, {"f7g7"});
  CHECK(seat_of(mate) == -1);
  qitai_outcome end = outcome(mate);
  CHECK(end.over == 1);
  CHECK(end.result[0] == QITAI_RESULT_WIN);
  CHECK(end.result[1] == QITAI_RESULT_LOSS);
  CHECK(text(end.reason) == "checkmate");
  int checks = 0;
  std::set<int> guarded;
  for (const auto& mark : marks(mate)) {
    checks += mark.kind == QITAI_MARK_CHECK && mark.point == point("h8") && mark.other == point("g7");
    if (mark.kind == QITAI_MARK_GUARD) guarded.insert(mark.point);
  }
  CHECK(checks == 1);
  CHECK(guarded == std::set<int>{point("g7"), point("h7"), point("g8")});
  Why ended;
  CHECK(apply(mate, move("h8g7"), &ended) == QITAI_REFUSED);
  CHECK(ended.id() == "ended");

  const State stalemate = make("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
  play_all(stalemate, {"g5g6"});
  CHECK(text(outcome(stalemate).reason) == "stalemate");
  CHECK(outcome(stalemate).result[0] == QITAI_RESULT_DRAW);
  const auto stuck = marks(stalemate);
  REQUIRE(stuck.size() == 1);
  CHECK(stuck[0].kind == QITAI_MARK_STUCK);

  const State repeated = make();
  play_all(repeated, {"g1f3", "g8f6", "f3g1", "f6g8"});
  CHECK(text(outcome(repeated).notice) == "position-twice");
  CHECK(outcome(repeated).claim_count == 0);
  play_all(repeated, {"g1f3", "g8f6", "f3g1", "f6g8"});
  end = outcome(repeated);
  CHECK(end.over == 0);
  REQUIRE(end.claim_count == 1);
  CHECK(text(end.claims[0].id) == "threefold");
  CHECK(text(end.claims[0].reason) == "repetition");
  CHECK(end.claims[0].seats == 1U);
  CHECK(end.claims[0].result == QITAI_RESULT_DRAW);

  const State captured = make("4r1k1/8/8/8/8/8/4B3/R3K3 w Q - 0 1");
  play_all(captured, {"e2d3", "e8e1"});
  CHECK(text(outcome(captured).reason) == "king-captured");
  CHECK(outcome(captured).result[1] == QITAI_RESULT_WIN);
  CHECK(marks(captured).empty());
  const std::string bytes = saved(captured);
  qitai_state* loaded = nullptr;
  REQUIRE(variant().load(bytes.data(), bytes.size(), &loaded, nullptr) == QITAI_OK);
  CHECK(text(outcome(State(loaded)).reason) == "king-captured");
}

TEST_CASE("a flag falls: lost, or drawn where the other side cannot mate (FIDE 6.9)") {
  const State state = make("8/8/4k3/8/8/3K4/4P3/8 b - - 0 1");
  qitai_outcome end{};
  end.struct_size = sizeof end;
  REQUIRE(variant().timeout_outcome(state.get(), 0, &end) == QITAI_OK);
  CHECK(end.over == 1);
  CHECK(end.result[0] == QITAI_RESULT_DRAW);
  CHECK(text(end.reason) == "time-without-material");
  REQUIRE(variant().timeout_outcome(state.get(), 1, &end) == QITAI_OK);
  CHECK(end.over == 0);
}

TEST_CASE("moves as text, in and out, by each notation") {
  const State state = make();
  const auto write = [&](int notation) {
    std::string bytes;
    const qitai_sink sink{&bytes, append};
    CHECK(variant().move_write(state.get(), 0, move("g1f3"), notation, &sink) == QITAI_OK);
    return bytes;
  };
  CHECK(write(-1) == "g1f3");
  CHECK(write(0) == "Nf3");
  CHECK(write(1) == "♘f3");
  CHECK(write(2) == "Ng1-f3");
  CHECK(write(3) == "g1f3");
  for (const char* written : {"g1f3", "G1-F3", "Nf3", "♘f3", "Ng1-f3"}) {
    qitai_move read{};
    CHECK(variant().move_read(state.get(), 0, str(written), -1, &read, nullptr) == QITAI_OK);
    CHECK(read.from == point("g1"));
    CHECK(read.to == point("f3"));
  }
  for (const auto& row : testing::read_table("chess_malformed_moves.tsv")) {
    INFO(row.at("text"));
    Why why;
    qitai_move read{};
    const std::string written = testing::unescape(row.at("text"));
    CHECK(variant().move_read(state.get(), 0, str(written), -1, &read, &why.raw) == QITAI_REFUSED);
    CHECK(why.id() == row.at("id"));
    CHECK((why.raw.offset >= 0) == (row.at("id") == "move-text"));
  }
}

TEST_CASE("the plugin's perft equals the count by legal and apply alone, and the published one") {
  const qitai_str id{QITAI_PERFT_ID, std::strlen(QITAI_PERFT_ID)};
  const auto* perft = static_cast<const qitai_perft*>(variant().extension(id));
  REQUIRE(perft != nullptr);
  for (const auto& row : testing::read_table("chess_perft.tsv")) {
    const std::uint64_t expected = std::stoull(row.at("nodes"));
    const int depth = std::stoi(row.at("depth"));
    // Where few men are left a line may end by a dead position, of which perft knows nothing.
    const std::string& fen = row.at("fen");
    const auto men = std::count_if(fen.begin(), fen.begin() + static_cast<std::ptrdiff_t>(fen.find(' ')),
                                   [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
    if (expected > 10'000 || depth < 2 || men < 6) continue;
    INFO(row.at("fen") << " depth " << depth);
    const bool chess960 = row.at("set").find("chess960") != std::string::npos;
    const State state = make(row.at("fen"), nullptr, 0, chess960 ? 1 : 0);
    std::uint64_t nodes = 0;
    REQUIRE(perft->nodes(state.get(), static_cast<std::uint32_t>(depth), &nodes) == QITAI_OK);
    CHECK(nodes == expected);
    const auto count = [&](auto&& self, int left) -> std::uint64_t {
      const auto moves = legal(state);
      if (left == 1) return moves.size();
      std::uint64_t sum = 0;
      for (const auto& m : moves) {
        REQUIRE(apply(state, m) == QITAI_OK);
        sum += self(self, left - 1);
        REQUIRE(variant().undo(state.get()) == QITAI_OK);
      }
      return sum;
    };
    CHECK(count(count, depth) == expected);
  }
  std::uint64_t nodes = 0;
  CHECK(perft->nodes(make().get(), 1'000'000'000, &nodes) == QITAI_ERROR);
}

TEST_CASE("a clone goes its own way") {
  const State state = make();
  qitai_state* raw = nullptr;
  REQUIRE(variant().clone(state.get(), &raw) == QITAI_OK);
  const State copy(raw);
  play_all(copy, {"e2e4"});
  CHECK(hash(copy) != hash(state));
  CHECK(position(state) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

}  // namespace qitai::chess
