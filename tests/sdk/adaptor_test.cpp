// The C++ adaptor keeps the ABI's promises whatever the author's class does.
#include <catch2/catch.hpp>
#include <qitai/variant.hpp>

#include <cstring>
#include <new>
#include <stdexcept>

namespace {

namespace sdk = qitai::sdk;

// One point, one kind; position texts choose how it misbehaves.
struct Naughty {
  std::string how;

  static sdk::Description description() {
    sdk::Description d("naughty", 1);
    d.name("Naughty", "Misbehaves.").seat("one", "One", "One to move", 0, 0).colour("c", "C", "C", 0);
    d.kind("k", "K", "K", "");
    d.toggle("a", "A", "A", true).number("n", "N", "N", 5, 1, 9).depends_on("a", {1});
    d.choice("c", "C", "C", 1, {{"x", "X"}, {"y", {"Y", "丫"}}});
    return d;
  }
  static const sdk::Board& board(std::span<const std::int64_t>) {
    static const sdk::Board kBoard = [] {
      sdk::Board b(1000, 1000);
      b.point(0, 0, "a0");
      return b;
    }();
    return kBoard;
  }
  static sdk::Made<Naughty> create(const sdk::Start& start) {
    if (start.position == "throw") throw std::runtime_error("on purpose");
    if (start.position == "refuse") return sdk::Refusal("no-good", "on purpose").at(0).offset(3);
    return Naughty{std::string(start.position)};
  }
  std::uint32_t acting() const {
    if (how == "acting") throw 42;
    return sdk::only(0);
  }
  void legal(int, sdk::List<qitai_move>& moves) const {
    for (std::uint16_t i = 0; i < 5; ++i)
      moves.add({0, 0, i, 0});
  }
  std::optional<sdk::Refusal> apply(int, qitai_move move, sdk::Changes& changes) {
    if (move.choice == 9) return sdk::Refusal("no-good");
    if (how == "apply") throw std::bad_alloc();
    for (int i = 0; i < 100; ++i)
      changes.placed(0, 0, 0);
    return std::nullopt;
  }
  sdk::Outcome outcome() const { return sdk::Outcome().claim("threefold", "repetition", sdk::only(0)); }
  void view(int, sdk::List<qitai_piece>&) const {}
  std::uint64_t hash(int) const { return 7; }
  void save(int, int, sdk::Writer& out) const { out.text(how); }
  static sdk::Made<Naughty> load(sdk::Reader& in) { return Naughty{std::string(in.bytes(2))}; }
};

const qitai_variant& naughty() {
  static const qitai_plugin kPlugin = sdk::plugin<Naughty>("naughty", "1", "tests");
  const char id[] = QITAI_VARIANT_ID;
  return *static_cast<const qitai_variant*>(kPlugin.factory({id, sizeof id - 1}, 0));
}

qitai_status append(void* ctx, const void* bytes, std::uint64_t size) {
  static_cast<std::string*>(ctx)->append(static_cast<const char*>(bytes), size);
  return QITAI_OK;
}

struct Why {
  std::string detail;
  qitai_sink sink{&detail, append};
  qitai_refusal raw{};
  Why() {
    raw.struct_size = sizeof raw;
    raw.detail = &sink;
  }
  std::string id() const { return raw.id.size == 0 ? "" : std::string(raw.id.data, raw.id.size); }
};

const std::int64_t kOptions[] = {1, 5, 1};

qitai_start start(std::string_view position) {
  qitai_start s{};
  s.struct_size = sizeof s;
  s.options = kOptions;
  s.option_count = 3;
  s.knower = -1;
  s.position = {position.data(), position.size()};
  return s;
}

qitai_state* make(std::string_view position) {
  const qitai_start s = start(position);
  qitai_state* state = nullptr;
  Why why;
  REQUIRE(naughty().create(&s, &state, &why.raw) == QITAI_OK);
  return state;
}

// The same with secrets: it sets up, and draws what it does not know.
struct Secret : Naughty {
  static sdk::Made<Secret> create(const sdk::Start& start) { return Secret{{std::string(start.position)}}; }
  static sdk::Made<Secret> load(sdk::Reader& in) { return Secret{{std::string(in.bytes(2))}}; }
  std::uint32_t acting() const { return how == "ready" ? sdk::only(0) : QITAI_ACTING_SETUP | sdk::only(0); }
  std::optional<sdk::Refusal> setup_apply(int, std::string_view, sdk::Changes&) { return std::nullopt; }
  std::uint64_t candidates(int, std::uint16_t point) const { return point; }
  sdk::Made<Secret> resample(std::span<const std::uint8_t, 32> seed) const {
    if (how == "full") return sdk::Refusal("full");
    return Secret{{std::string(1, static_cast<char>(seed[31]))}};
  }
  std::string setup_suggest(int, std::span<const std::uint8_t, 32> seed) const {
    return std::string(1, static_cast<char>(seed[0]));
  }
  std::optional<sdk::Refusal> setup_read(int, std::string_view layout, sdk::List<qitai_piece>& pieces) const {
    if (layout.empty()) return sdk::Refusal("no-good").offset(0);
    pieces.add({0, 0, 0, 0, static_cast<std::uint16_t>(layout.size())});
    return std::nullopt;
  }
  sdk::Made<std::string> setup_write(int, std::span<const qitai_piece> pieces) const {
    return std::string(pieces.size(), 'k');
  }
  std::optional<sdk::Refusal> setup_check(int, std::string_view layout) const {
    return layout == "k" ? std::nullopt : std::optional(sdk::Refusal("no-good"));
  }
  void setup_places(int, std::string_view, std::uint16_t point, sdk::List<std::uint16_t>& out) const {
    out.add(point);
  }
};

}  // namespace

TEST_CASE("the adaptor leaves what a class does not have NULL") {
  const qitai_variant& v = naughty();
  CHECK(v.undo == nullptr);
  CHECK(v.needs == nullptr);
  CHECK(v.setup_apply == nullptr);
  CHECK(v.colour_of == nullptr);
  CHECK(v.legal != nullptr);
  CHECK(v.candidates == nullptr);
  CHECK(v.extension({"qitai.perft/1", 13}) == nullptr);
  CHECK(v.extension({"qitai.search/1", 14}) == nullptr);
  CHECK(v.extension({"qitai.setup/1", 13}) == nullptr);
  CHECK(v.info->options.count == 3);
  const auto* options = static_cast<const qitai_option_info*>(v.info->options.data);
  CHECK(options[1].depends_on == 0);
  CHECK(options[1].depends_mask == 2);
  CHECK(options[2].choices.count == 2);
}

TEST_CASE("no exception crosses the border, and its text goes to the detail sink") {
  Why why;
  qitai_state* state = nullptr;
  const qitai_start s = start("throw");
  CHECK(naughty().create(&s, &state, &why.raw) == QITAI_ERROR);
  CHECK(state == nullptr);
  CHECK(why.detail.find("on purpose") != std::string::npos);

  state = make("acting");
  std::uint32_t seats = 0;
  CHECK(naughty().acting(state, &seats) == QITAI_ERROR);
  naughty().destroy(state);
}

TEST_CASE("a state whose change failed half-way answers an error for ever") {
  qitai_state* state = make("apply");
  Why why;
  CHECK(naughty().apply(state, 0, {0, 0, 9, 0}, nullptr, 0, nullptr, &why.raw) == QITAI_REFUSED);
  std::uint64_t hash = 0;
  CHECK(naughty().hash(state, QITAI_PUBLIC, &hash) == QITAI_OK);  // refused: nothing changed
  CHECK(naughty().apply(state, 0, {0, 0, 0, 0}, nullptr, 0, nullptr, &why.raw) == QITAI_ERROR);
  CHECK(naughty().hash(state, QITAI_PUBLIC, &hash) == QITAI_ERROR);
  naughty().destroy(state);
}

TEST_CASE("changes are handed over whole, however many, a sink that fails is an error") {
  qitai_state* state = make("");
  std::uint32_t got = 0;
  qitai_change_sink sink{&got, [](void* ctx, const qitai_change*, std::uint32_t count) -> qitai_status {
                           *static_cast<std::uint32_t*>(ctx) += count;
                           return QITAI_OK;
                         }};
  Why why;
  CHECK(naughty().apply(state, 0, {0, 0, 0, 0}, nullptr, 0, &sink, &why.raw) == QITAI_OK);
  CHECK(got == 100);
  sink.emit = [](void*, const qitai_change*, std::uint32_t) -> qitai_status { return QITAI_NO_SPACE; };
  CHECK(naughty().apply(state, 0, {0, 0, 0, 0}, nullptr, 0, &sink, &why.raw) == QITAI_ERROR);
  naughty().destroy(state);
}

TEST_CASE("a refusal carries id, points, offset and a sentence") {
  Why why;
  qitai_state* state = nullptr;
  const qitai_start s = start("refuse");
  CHECK(naughty().create(&s, &state, &why.raw) == QITAI_REFUSED);
  CHECK(why.id() == "no-good");
  CHECK(why.raw.point_count == 1);
  CHECK(why.raw.offset == 3);
  CHECK(why.detail == "on purpose");
}

TEST_CASE("lists are counted, then filled") {
  qitai_state* state = make("");
  qitai_move moves[5];
  std::uint32_t count = 0;
  CHECK(naughty().legal(state, 0, nullptr, 0, &count) == QITAI_NO_SPACE);
  CHECK(count == 5);
  CHECK(naughty().legal(state, 0, moves, 3, &count) == QITAI_NO_SPACE);
  CHECK(moves[2].choice == 2);
  CHECK(naughty().legal(state, 0, moves, 5, &count) == QITAI_OK);
  CHECK(moves[4].choice == 4);
  naughty().destroy(state);
}

TEST_CASE("a caller's mistakes are QITAI_BAD_ARGUMENT, options outside the table are refused") {
  const qitai_variant& v = naughty();
  qitai_state* state = make("");
  std::uint32_t count = 0;
  std::uint64_t hash = 0;
  CHECK(v.legal(nullptr, 0, nullptr, 0, &count) == QITAI_BAD_ARGUMENT);
  CHECK(v.legal(state, 1, nullptr, 0, &count) == QITAI_BAD_ARGUMENT);
  CHECK(v.legal(state, 0, nullptr, 4, &count) == QITAI_BAD_ARGUMENT);
  CHECK(v.legal(state, 0, nullptr, 0, nullptr) == QITAI_BAD_ARGUMENT);
  CHECK(v.hash(state, 1, &hash) == QITAI_BAD_ARGUMENT);
  CHECK(v.clone(state, nullptr) == QITAI_BAD_ARGUMENT);
  CHECK(v.load(nullptr, 4, &state, nullptr) == QITAI_BAD_ARGUMENT);
  v.destroy(state);
  v.destroy(nullptr);

  qitai_start s = start("");
  const std::int64_t wrong[] = {1, 10, 1};
  s.options = wrong;
  qitai_state* none = nullptr;
  Why why;
  CHECK(v.create(&s, &none, &why.raw) == QITAI_REFUSED);
  CHECK(why.id() == "bad-option");
  CHECK(why.detail == "option n is 10, expected 1 to 9");
}

TEST_CASE("an outcome fills what the caller's struct has room for and keeps its size") {
  qitai_state* state = make("");
  struct {
    qitai_outcome outcome;
    unsigned char after[16];
  } larger{};
  std::memset(larger.after, 0xAA, sizeof larger.after);
  larger.outcome.struct_size = sizeof larger;
  CHECK(naughty().outcome(state, &larger.outcome) == QITAI_OK);
  CHECK(larger.outcome.struct_size == sizeof larger);
  CHECK(larger.outcome.claim_count == 1);
  CHECK(larger.after[0] == 0xAA);
  larger.outcome.struct_size = 8;
  CHECK(naughty().outcome(state, &larger.outcome) == QITAI_BAD_ARGUMENT);
  naughty().destroy(state);
}

TEST_CASE("bytes after the end of a saved state are refused") {
  qitai_state* state = nullptr;
  Why why;
  CHECK(naughty().load("abc", 3, &state, &why.raw) == QITAI_REFUSED);
  CHECK(why.id() == "malformed");
  CHECK(naughty().load("a", 1, &state, &why.raw) == QITAI_REFUSED);
  CHECK(naughty().load("ab", 2, &state, &why.raw) == QITAI_OK);
  naughty().destroy(state);
}

TEST_CASE("moves are ordered by from, to, choice, flags") {
  CHECK(qitai_move{0, 9, 9, 9} < qitai_move{1, 0, 0, 0});
  CHECK(qitai_move{1, 0, 9, 9} < qitai_move{1, 1, 0, 0});
  CHECK(qitai_move{1, 1, 0, 9} < qitai_move{1, 1, 1, 0});
  CHECK(qitai_move{1, 1, 1, 0} < qitai_move{1, 1, 1, 1});
  CHECK(qitai_move{1, 1, 1, 1} == qitai_move{1, 1, 1, 1});
}

TEST_CASE("what a game has of candidates, drawn states and set-ups becomes the extensions") {
  static const qitai_plugin kPlugin = sdk::plugin<Secret>("secret", "1", "tests");
  const char id[] = QITAI_VARIANT_ID;
  const auto& v = *static_cast<const qitai_variant*>(kPlugin.factory({id, sizeof id - 1}, 0));
  const auto* setup = static_cast<const qitai_setup*>(v.extension({"qitai.setup/1", 13}));
  const auto* search = static_cast<const qitai_search*>(v.extension({"qitai.search/1", 14}));
  REQUIRE(setup != nullptr);
  REQUIRE(search != nullptr);
  CHECK(setup->struct_size == sizeof(qitai_setup));
  CHECK(search->struct_size == sizeof(qitai_search));
  CHECK(search->open == nullptr);  // it draws states and has no walker

  const auto made = [&](std::string_view position) {
    const qitai_start s = start(position);
    qitai_state* state = nullptr;
    REQUIRE(v.create(&s, &state, nullptr) == QITAI_OK);
    return state;
  };
  qitai_state *owes = made("owes"), *ready = made("ready"), *full = made("full"), *drawn = nullptr;
  std::uint8_t seed[32] = {'a'};
  seed[31] = 'z';
  std::string text;
  const qitai_sink sink{&text, append};
  Why why;
  std::uint32_t count = 0;
  std::uint64_t kinds = 0;
  qitai_piece piece{};
  std::uint16_t point = 0;

  CHECK(v.candidates(owes, 0, 7, &kinds) == QITAI_OK);
  CHECK(kinds == 7);
  CHECK(v.candidates(owes, 1, 7, &kinds) == QITAI_BAD_ARGUMENT);
  CHECK(v.candidates(owes, 0, 7, nullptr) == QITAI_BAD_ARGUMENT);
  CHECK(search->resample(owes, seed, &drawn) == QITAI_OK);
  CHECK(v.save(drawn, QITAI_SAVE_SNAPSHOT, 0, &sink) == QITAI_OK);
  CHECK(text == "z");
  CHECK(search->resample(full, seed, &drawn) == QITAI_UNSUPPORTED);
  CHECK(search->resample(owes, nullptr, &drawn) == QITAI_BAD_ARGUMENT);

  text.clear();
  CHECK(setup->suggest(owes, 0, seed, &sink) == QITAI_OK);
  CHECK(text == "a");
  CHECK(setup->read(owes, 0, "kk", 2, &piece, 1, &count, &why.raw) == QITAI_OK);
  CHECK(piece.count == 2);
  CHECK(setup->read(owes, 0, "kk", 2, nullptr, 0, &count, &why.raw) == QITAI_NO_SPACE);
  CHECK(setup->read(owes, 0, nullptr, 0, &piece, 1, &count, &why.raw) == QITAI_REFUSED);
  CHECK(why.id() == "no-good");
  text.clear();
  CHECK(setup->write(owes, 0, &piece, 1, &sink, &why.raw) == QITAI_OK);
  CHECK(text == "k");
  CHECK(setup->check(owes, 0, "k", 1, &why.raw) == QITAI_OK);
  CHECK(setup->check(owes, 0, "x", 1, &why.raw) == QITAI_REFUSED);
  CHECK(setup->places(owes, 0, "k", 1, 5, &point, 1, &count) == QITAI_OK);
  CHECK(point == 5);

  // Nobody is asked who owes nothing, or is no seat.
  CHECK(setup->suggest(ready, 0, seed, &sink) == QITAI_UNSUPPORTED);
  CHECK(setup->read(ready, 0, "k", 1, &piece, 1, &count, &why.raw) == QITAI_UNSUPPORTED);
  CHECK(setup->write(ready, 0, &piece, 1, &sink, &why.raw) == QITAI_UNSUPPORTED);
  CHECK(setup->check(ready, 0, "k", 1, &why.raw) == QITAI_UNSUPPORTED);
  CHECK(setup->places(ready, 0, "k", 1, 5, &point, 1, &count) == QITAI_UNSUPPORTED);
  CHECK(setup->suggest(owes, 1, seed, &sink) == QITAI_BAD_ARGUMENT);
  CHECK(setup->check(owes, 0, nullptr, 1, &why.raw) == QITAI_BAD_ARGUMENT);
  for (qitai_state* state : {owes, ready, full, drawn})
    v.destroy(state);
}
