// The game through the C ABI, as the host sees it.
#include <qitai/perft.h>
#include <qitai/variant.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "variants/table.hpp"

namespace qitai::xiangqi {
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

State make(const std::string& position = "", std::int64_t limit = 120, Why* why = nullptr,
           std::int64_t repetition = 0) {
  qitai_start start{};
  start.struct_size = sizeof start;
  const std::int64_t options[] = {repetition, limit};
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
  std::vector<qitai_move> moves(128);
  std::uint32_t count = 0;
  const int seat = seat_of(state);
  if (seat < 0) return {};
  REQUIRE(variant().legal(state.get(), seat, moves.data(), 128, &count) == QITAI_OK);
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
  std::vector<qitai_piece> pieces(90);
  std::uint32_t count = 0;
  REQUIRE(variant().view(state.get(), QITAI_PUBLIC, pieces.data(), 90, &count) == QITAI_OK);
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
  return static_cast<std::uint16_t>((name[1] - '0') * 9 + (name[0] - 'a'));
}

qitai_move move(const std::string& name) {
  return {point(name.substr(0, 2)), point(name.substr(2, 2)), 0, 0};
}

qitai_status apply(const State& state, qitai_move m, Why* why = nullptr,
                   std::vector<qitai_change>* changes = nullptr) {
  const qitai_change_sink sink{changes, collect};
  const int seat = seat_of(state);
  return variant().apply(state.get(), seat < 0 ? 0 : seat, m, nullptr, 0,
                         changes != nullptr ? &sink : nullptr, why != nullptr ? &why->raw : nullptr);
}

}  // namespace

TEST_CASE("the description is whole in three languages") {
  const qitai_variant_info& info = *variant().info;
  CHECK(text(info.id) == "xiangqi");
  std::map<std::string, std::set<std::string>> languages;
  for (const auto& entry : elements<qitai_text>(info.texts)) {
    CHECK_FALSE(text(entry.text).empty());
    languages[text(entry.key)].insert(text(entry.lang));
  }
  for (const auto& [key, set] : languages) {
    INFO(key);
    CHECK(set == std::set<std::string>{"en", "zh-Hans", "zh-Hant"});
  }
  std::vector<std::string> keys{text(info.name_key), text(info.blurb_key), "river.chu", "river.han"};
  for (const auto& seat : elements<qitai_seat_info>(info.seats)) {
    keys.push_back(text(seat.name_key));
    keys.push_back(text(seat.turn_key));
  }
  const auto kinds = elements<qitai_kind_info>(info.kinds);
  CHECK(kinds.size() == 7);
  CHECK((kinds[0].flags & QITAI_KIND_ROYAL) != 0);
  for (const auto& kind : kinds) {
    for (const char* colour : {"", ".red", ".black"}) {
      keys.push_back(text(kind.name_key) + colour);
      keys.push_back(text(kind.glyph_key) + colour);
    }
  }
  const auto options = elements<qitai_option_info>(info.options);
  REQUIRE(options.size() == 2);
  CHECK(text(options[0].id) == "repetition");
  CHECK(options[0].fallback == 0);
  CHECK(text(elements<qitai_choice_info>(options[0].choices)[0].id) == "axf");
  CHECK(text(options[1].id) == "natural_limit");
  CHECK(options[1].fallback == 120);
  for (const auto& option : options) {
    keys.push_back(text(option.name_key));
    keys.push_back(text(option.help_key));
    for (const auto& choice : elements<qitai_choice_info>(option.choices))
      keys.push_back(text(choice.name_key));
  }
  std::vector<std::string> notations;
  for (const auto& notation : elements<qitai_notation_info>(info.notations)) {
    notations.push_back(text(notation.id));
    keys.push_back(text(notation.name_key));
  }
  CHECK(notations == std::vector<std::string>{"chinese", "chinese-traditional", "wxf", "iccs", "uci"});
  // Every refusal that the tables know has its text.
  for (const auto& row : testing::read_table("xiangqi_refusals.tsv"))
    keys.push_back("refusal." + row.at("id"));
  for (const auto& row : testing::read_table("xiangqi_malformed_fen.tsv"))
    keys.push_back("refusal." + row.at("id"));
  for (const char* id : {"ended", "not-your-turn", "no-such-point", "malformed", "move-text", "no-such-move",
                         "ambiguous-move"})
    keys.push_back(std::string("refusal.") + id);
  for (const char* id : {"draw", "mutual", "perpetual-check", "perpetual-chase", "cxa-check", "cxa-kill",
                         "cxa-chase", "cxa-attack"})
    keys.push_back(std::string("notice.repeat-") + id);
  for (const char* id : {"natural-limit",
                         "axf-check",
                         "axf-mutual-check",
                         "axf-chase",
                         "axf-chase-chariot",
                         "axf-chase-unequal",
                         "axf-chase-bound",
                         "axf-mutual-chase",
                         "axf-kill",
                         "axf-mixture",
                         "axf-several",
                         "axf-interrupted",
                         "axf-general-soldier",
                         "axf-soldier-at-home",
                         "axf-exchange",
                         "axf-rooted",
                         "axf-quiet",
                         "cxa-check",
                         "cxa-kill",
                         "cxa-chase",
                         "cxa-mixture",
                         "cxa-both-one-varies",
                         "cxa-both",
                         "cxa-allowed",
                         "simple-check",
                         "simple-mutual-check",
                         "simple-draw"})
    keys.push_back(std::string("rule.") + id);
  for (const std::string& key : keys) {
    INFO(key);
    CHECK(languages.count(key) == 1);
  }
}

TEST_CASE(
    "the board: ninety crossings, a river through the inner files, palaces, marks, labels from each side's "
    "right") {
  const std::int64_t options[] = {0, 0};
  const qitai_geometry* board = nullptr;
  REQUIRE(variant().geometry(options, 2, &board) == QITAI_OK);
  const auto points = elements<qitai_point>(board->points);
  REQUIRE(points.size() == 90);
  CHECK(text(points[point("a0")].name) == "a0");
  CHECK(points[point("a0")].y == board->height);
  CHECK(text(points[point("i9")].name) == "i9");
  CHECK(points[point("i9")].x == board->width);
  int crossing_river = 0;
  int edges = 0;
  int diagonals = 0;
  for (const auto& line : elements<qitai_line>(board->lines)) {
    crossing_river +=
        line.x1 == line.x2 && std::min(line.y1, line.y2) < 4500 && std::max(line.y1, line.y2) > 4500;
    edges += line.kind == QITAI_LINE_EDGE;
    diagonals += line.x1 != line.x2 && line.y1 != line.y2;
  }
  CHECK(crossing_river == 2);
  CHECK(edges == 4);
  CHECK(diagonals == 4);
  int corners = 0;
  int arms = 0;
  for (const auto& decoration : elements<qitai_decoration>(board->decorations)) {
    if (decoration.kind != QITAI_DECOR_CORNERS) continue;
    ++corners;
    for (std::uint32_t bit = 0; bit < 4; ++bit)
      arms += (decoration.arms >> bit) & 1U;
  }
  CHECK(corners == 14);           // 4 cannons, 10 soldiers
  CHECK(arms == 14 * 4 - 4 * 2);  // the four at the edges have half
  const auto labels = elements<qitai_label>(board->labels);
  REQUIRE(labels.size() == 18);
  for (const auto& label : labels) {
    if (label.side == 0 && label.x == board->width) CHECK(text(label.text) == "一");
    if (label.side == 0 && label.x == 0) CHECK(text(label.text) == "九");
    if (label.side == 2 && label.x == 0) CHECK(text(label.text) == "１");
    if (label.side == 2 && label.x == board->width) CHECK(text(label.text) == "９");
  }
}

TEST_CASE("random play: changes, views, lists, undo, saves") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    std::mt19937_64 random(seed);
    const State state = make();
    for (int ply = 0; ply < 150 && seat_of(state) >= 0; ++ply) {
      const auto moves = legal(state);
      REQUIRE_FALSE(moves.empty());
      std::vector<qitai_playable> playable(128);
      std::uint32_t count = 0;
      REQUIRE(variant().playable(state.get(), seat_of(state), playable.data(), 128, &count) == QITAI_OK);
      playable.resize(count);
      std::vector<std::pair<int, int>> unflagged;
      for (const auto& p : playable) {
        if ((p.flags & QITAI_PLAYABLE_ILLEGAL) == 0) unflagged.emplace_back(p.move.from, p.move.to);
      }
      std::vector<std::pair<int, int>> pairs;
      for (const auto& m : moves)
        pairs.emplace_back(m.from, m.to);
      CHECK(pairs == unflagged);
      CHECK(std::is_sorted(pairs.begin(), pairs.end()));
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
  const State state = make("", 60);
  for (const char* name : {"h2e2", "h9g7", "h0g2", "i9h9"})
    REQUIRE(apply(state, move(name)) == QITAI_OK);
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
      if (const State loaded = try_load(damaged)) CHECK(saved(loaded).size() <= whole.size());
    }
  }
}

TEST_CASE("refused positions and options say what and where") {
  for (const auto& row : testing::read_table("xiangqi_malformed_fen.tsv")) {
    const std::string fen = testing::unescape(row.at("text"));
    if (fen.empty()) continue;  // the usual position
    INFO(row.at("text"));
    Why why;
    CHECK(make(fen, 120, &why) == nullptr);
    CHECK(why.id() == row.at("id"));
    CHECK_FALSE(why.sentence.empty());
    CHECK(why.raw.offset >= 0);
    CHECK(why.raw.offset <= static_cast<std::int64_t>(fen.size()));
  }
  Why where;
  CHECK(make("rnbaqabnr/9/9/9/9/9/9/9/9/4K4 w", 120, &where) == nullptr);
  CHECK(where.raw.offset == 4);
  Why range;
  CHECK(make("", -1, &range) == nullptr);
  CHECK(make("", 100'000, &range) == nullptr);
  CHECK(make("", 120, &range, 3) == nullptr);
  CHECK(make("4k4/9/9/9/9/9/9/9/9/3K5 b - - 3 9") != nullptr);
}

TEST_CASE("refused moves change nothing and name their points") {
  for (const auto& row : testing::read_table("xiangqi_refusals.tsv")) {
    INFO(row.at("fen") << " " << row.at("move"));
    const State state = make(row.at("fen"));
    const std::string before = saved(state);
    Why why;
    CHECK(variant().refuse(state.get(), seat_of(state), move(row.at("move")), &why.raw) == QITAI_REFUSED);
    CHECK(why.id() == row.at("id"));
    std::string points;
    for (std::uint32_t i = 0; i < why.raw.point_count; ++i) {
      points += i > 0 ? " " : "";
      points += static_cast<char>('a' + why.raw.points[i] % 9);
      points += static_cast<char>('0' + why.raw.points[i] / 9);
    }
    CHECK(points == row.at("points"));
    const bool unsafe = why.id() == "facing" || why.id() == "into-check" || why.id() == "check-unanswered";
    Why again;
    CHECK(apply(state, move(row.at("move")), &again) == (unsafe ? QITAI_OK : QITAI_REFUSED));
    if (!unsafe) {
      CHECK(again.id() == row.at("id"));
      CHECK(saved(state) == before);
    }
  }
  const State state = make();
  for (const qitai_move any : {qitai_move{0xFFFF, 0xFFFF, 0, 0}, qitai_move{90, 0, 0, 0},
                               qitai_move{0, 0, 0, 0}, qitai_move{0, 9, 1, 0}, qitai_move{0, 9, 0, 1}}) {
    Why why;
    CHECK(apply(state, any, &why) == QITAI_REFUSED);
    CHECK_FALSE(why.id().empty());
  }
  Why turn;
  CHECK(variant().apply(state.get(), 1, move("h7e7"), nullptr, 0, nullptr, &turn.raw) == QITAI_REFUSED);
  CHECK(turn.id() == "not-your-turn");
  CHECK(variant().undo(state.get()) == QITAI_UNSUPPORTED);
}

TEST_CASE("ends: results, reasons and marks") {
  const State mate = make("4k4/R8/9/9/9/9/9/9/9/1R1K5 w");
  REQUIRE(apply(mate, move("b0b9")) == QITAI_OK);
  CHECK(seat_of(mate) == -1);
  qitai_outcome end = outcome(mate);
  CHECK(end.over == 1);
  CHECK(end.result[0] == QITAI_RESULT_WIN);
  CHECK(end.result[1] == QITAI_RESULT_LOSS);
  CHECK(text(end.reason) == "checkmate");
  int checks = 0;
  std::set<int> guarded;
  for (const auto& mark : marks(mate)) {
    checks += mark.kind == QITAI_MARK_CHECK && mark.point == point("e9") && mark.other == point("b9");
    if (mark.kind == QITAI_MARK_GUARD) guarded.insert(mark.point);
  }
  CHECK(checks == 1);
  CHECK(guarded == std::set<int>{point("d9"), point("f9"), point("e8")});
  Why ended;
  CHECK(apply(mate, move("e9e8"), &ended) == QITAI_REFUSED);
  CHECK(ended.id() == "ended");

  const State stalemate = make("3k5/9/4P4/9/9/9/9/9/9/4K4 w");
  REQUIRE(apply(stalemate, move("e7e8")) == QITAI_OK);
  CHECK(text(outcome(stalemate).reason) == "stalemate-loss");
  CHECK(outcome(stalemate).result[0] == QITAI_RESULT_WIN);
  const auto stuck = marks(stalemate);
  REQUIRE(stuck.size() == 1);
  CHECK(stuck[0].kind == QITAI_MARK_STUCK);
  CHECK(stuck[0].point == point("d9"));

  const State limit = make("3k5/9/9/9/9/9/9/9/9/R3K4 w", 1);
  REQUIRE(apply(limit, move("a0b0")) == QITAI_OK);
  end = outcome(limit);
  CHECK(end.over == 1);
  CHECK(end.result[0] == QITAI_RESULT_DRAW);
  CHECK(text(end.reason) == "natural-move-limit");

  const State captured = make("3k5/9/9/9/4r4/9/9/9/9/R3KA3 w");
  REQUIRE(apply(captured, move("a0a5")) == QITAI_OK);
  REQUIRE(apply(captured, move("e5e0")) == QITAI_OK);
  CHECK(text(outcome(captured).reason) == "king-captured");
  CHECK(outcome(captured).result[1] == QITAI_RESULT_WIN);
  CHECK(marks(captured).empty());
  const std::string bytes = saved(captured);
  qitai_state* loaded = nullptr;
  REQUIRE(variant().load(bytes.data(), bytes.size(), &loaded, nullptr) == QITAI_OK);
  CHECK(text(outcome(State(loaded)).reason) == "king-captured");
}

TEST_CASE("a repetition warns at the second time, ends at the third and says why") {
  // One chariot against a bare general: check for ever.
  const State state = make("3k5/9/9/9/9/9/9/9/9/R4K3 w", 120, nullptr, 1);
  for (const char* name : {"a0a9", "d9d8", "a9a8", "d8d9"})
    REQUIRE(apply(state, move(name)) == QITAI_OK);
  CHECK(text(outcome(state).notice).empty());
  for (const char* name : {"a8a9", "d9d8"})
    REQUIRE(apply(state, move(name)) == QITAI_OK);
  CHECK(outcome(state).over == 0);
  CHECK(text(outcome(state).notice) == "repeat-cxa-check");
  CHECK(outcome(state).notice_seats == 1);
  for (const char* name : {"a9a8", "d8d9", "a8a9"})
    REQUIRE(apply(state, move(name)) == QITAI_OK);
  const std::string bytes = saved(state);
  qitai_state* loaded = nullptr;
  REQUIRE(variant().load(bytes.data(), bytes.size(), &loaded, nullptr) == QITAI_OK);
  const State again(loaded);
  for (const State* each : {&state, &again}) {
    const qitai_outcome end = outcome(*each);
    CHECK(end.over == 1);
    CHECK(end.result[0] == QITAI_RESULT_LOSS);
    CHECK(text(end.reason) == "perpetual-check");
    CHECK(text(end.notice).empty());
    CHECK(legal(*each).empty());
    std::string json;
    const qitai_sink sink{&json, append};
    REQUIRE(variant().explain(each->get(), QITAI_PUBLIC, &sink) == QITAI_OK);
    CHECK_THAT(json, Catch::Contains(R"("rule":"cxa-check","fault":["red"])"));
  }
  // Taken back it goes on, with the warning.
  REQUIRE(variant().undo(state.get()) == QITAI_OK);
  CHECK(outcome(state).over == 0);
  CHECK(text(outcome(state).notice) == "repeat-cxa-check");
}

TEST_CASE("moves as text, in and out, by each notation") {
  const State state = make();
  const auto write = [&](int notation) {
    std::string bytes;
    const qitai_sink sink{&bytes, append};
    CHECK(variant().move_write(state.get(), 0, move("h2e2"), notation, &sink) == QITAI_OK);
    return bytes;
  };
  CHECK(write(-1) == "h2e2");
  CHECK(write(0) == "炮二平五");
  CHECK(write(1) == "炮二平五");
  CHECK(write(2) == "C2.5");
  CHECK(write(3) == "H2-E2");
  CHECK(write(4) == "h2e2");
  for (const char* written : {"h2e2", "H2-E2", "炮二平五", "砲2平5", "C2.5", "c2=5"}) {
    qitai_move read{};
    CHECK(variant().move_read(state.get(), 0, str(written), -1, &read, nullptr) == QITAI_OK);
    CHECK(read.from == point("h2"));
    CHECK(read.to == point("e2"));
  }
  const std::map<std::string, std::string> refused{
      {"h2h8", "blocked"}, {"z9", "move-text"}, {"炮三平五", "no-such-piece"}, {"e4e5", "empty"}};
  for (const auto& [written, id] : refused) {
    Why why;
    qitai_move read{};
    CHECK(variant().move_read(state.get(), 0, str(written), -1, &read, &why.raw) == QITAI_REFUSED);
    CHECK(why.id() == id);
  }
}

TEST_CASE("the plugin's perft equals the count by legal and apply alone, and the published one") {
  const qitai_str id{QITAI_PERFT_ID, std::strlen(QITAI_PERFT_ID)};
  const auto* perft = static_cast<const qitai_perft*>(variant().extension(id));
  REQUIRE(perft != nullptr);
  const State state = make();
  std::uint64_t nodes = 0;
  REQUIRE(perft->nodes(state.get(), 3, &nodes) == QITAI_OK);
  CHECK(nodes == 79666);
  const auto count = [&](auto&& self, int depth) -> std::uint64_t {
    const auto moves = legal(state);
    if (depth == 1) return moves.size();
    std::uint64_t sum = 0;
    for (const auto& m : moves) {
      REQUIRE(apply(state, m) == QITAI_OK);
      sum += self(self, depth - 1);
      REQUIRE(variant().undo(state.get()) == QITAI_OK);
    }
    return sum;
  };
  CHECK(count(count, 3) == 79666);
  CHECK(perft->nodes(state.get(), 1'000'000'000, &nodes) == QITAI_ERROR);
}

TEST_CASE("a clone goes its own way") {
  const State state = make();
  qitai_state* raw = nullptr;
  REQUIRE(variant().clone(state.get(), &raw) == QITAI_OK);
  const State copy(raw);
  REQUIRE(apply(copy, move("h2e2")) == QITAI_OK);
  CHECK(hash(copy) != hash(state));
  CHECK(position(state) == "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
}

}  // namespace qitai::xiangqi
