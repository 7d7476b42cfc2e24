// Whatever a game answers, nothing that the rest of the program gets is out of range: broken answers are
// faults or refusals, never values.
#include <dlfcn.h>

#include <cstring>
#include <functional>

#include "plugins.hpp"

namespace {

using namespace qitai::host;
using qitai::testing::kBadFolder;

// The sound plugin's functions, with any of them replaced. It has one seat, one colour, two kinds and two
// points.
const qitai_variant& sound() {
  static const qitai_variant* const kSound = [] {
    void* library = ::dlopen((kBadFolder / "good.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE(library != nullptr);
    const auto* entry = static_cast<const qitai_plugin*>(::dlsym(library, "qitai_plugin_entry"));
    REQUIRE(entry != nullptr);
    const char id[] = QITAI_VARIANT_ID;
    return static_cast<const qitai_variant*>(entry->factory({id, sizeof id - 1}, 0));
  }();
  return *kSound;
}

// A game with some functions replaced. The table must outlive it, so it is kept for ever.
std::shared_ptr<const Variant> game_with(const std::function<void(qitai_variant&)>& replace,
                                         std::uint32_t info_flags = 0) {
  auto* table = new qitai_variant(sound());
  auto* info = new qitai_variant_info(*table->info);
  info->flags = info_flags;
  table->info = info;
  replace(*table);
  static std::vector<std::unique_ptr<qitai_variant>> tables;
  static std::vector<std::unique_ptr<qitai_variant_info>> infos;
  tables.emplace_back(table);
  infos.emplace_back(info);
  auto game = Variant::wrap(table, "1");
  if (!game) FAIL(game.error().message);
  return *game;
}

State state_with(const std::function<void(qitai_variant&)>& replace, std::uint32_t info_flags = 0) {
  auto made = game_with(replace, info_flags)->create({});
  return std::move(std::get<State>(made));
}

// What the replaced functions below answer.
int calls = 0;  // of a function whose answers change between two calls
qitai_piece piece;
qitai_change change;
int repeat = 0;  // how often the change is emitted
qitai_status status = QITAI_OK;
void (*fill)(qitai_refusal&) = nullptr;
qitai_outcome standing;
std::uint32_t bits = 0;

}  // namespace

TEST_CASE("a list that is longer than it said, shorter, endless or out of range is a fault") {
  using Legal =
      qitai_status (*)(const qitai_state*, std::int32_t, qitai_move*, std::uint32_t, std::uint32_t*);
  const auto legal = [](Legal function) {
    calls = 0;
    return state_with([&](qitai_variant& v) { v.legal = function; });
  };
  SECTION("grows between two calls") {
    CHECK_THROWS_AS(legal([](auto*, auto, auto*, auto, auto* count) -> qitai_status {
                      *count = 200 + 200 * static_cast<std::uint32_t>(calls++);
                      return QITAI_NO_SPACE;
                    }).legal(0),
                    PluginFault);
  }
  SECTION("shrinks between two calls") {
    CHECK_THROWS_AS(legal([](auto*, auto, auto*, auto, auto* count) -> qitai_status {
                      *count = calls++ == 0 ? 200 : 100;
                      return calls == 1 ? QITAI_NO_SPACE : QITAI_OK;
                    }).legal(0),
                    PluginFault);
  }
  SECTION("too long") {
    CHECK_THROWS_AS(legal([](auto*, auto, auto*, auto, auto* count) -> qitai_status {
                      *count = 4'000'000'000u;
                      return QITAI_NO_SPACE;
                    }).legal(0),
                    PluginFault);
  }
  SECTION("claims to have filled more than there was room for") {
    CHECK_THROWS_AS(legal([](auto*, auto, auto*, auto, auto* count) -> qitai_status {
                      *count = 100'000;
                      return QITAI_OK;
                    }).legal(0),
                    PluginFault);
  }
  SECTION("no space although there is") {
    CHECK_THROWS_AS(legal([](auto*, auto, auto*, auto, auto* count) -> qitai_status {
                      *count = 1;
                      return QITAI_NO_SPACE;
                    }).legal(0),
                    PluginFault);
  }
  SECTION("a point outside the board") {
    CHECK_THROWS_AS(legal([](auto*, auto, auto* out, auto, auto* count) -> qitai_status {
                      *count = 1;
                      *out = {0, 2, 0, 0};
                      return QITAI_OK;
                    }).legal(0),
                    PluginFault);
  }
  SECTION("not ascending") {
    CHECK_THROWS_AS(legal([](auto*, auto, auto* out, auto, auto* count) -> qitai_status {
                      *count = 2;
                      out[0] = out[1] = {0, 1, 0, 0};
                      return QITAI_OK;
                    }).legal(0),
                    PluginFault);
  }
  SECTION("unknown on a full state, and a status of no version") {
    CHECK_THROWS_AS(
        legal([](auto*, auto, auto*, auto, auto*) -> qitai_status { return QITAI_UNKNOWN; }).legal(0),
        PluginFault);
    CHECK_THROWS_WITH(legal([](auto*, auto, auto*, auto, auto*) -> qitai_status { return -77; }).legal(0),
                      "the game \"good\" broke its contract: legal() answered the unknown status -77");
  }
  SECTION("a long list is taken whole") {
    const auto moves = legal([](auto*, auto, auto* out, auto room, auto* count) -> qitai_status {
                         *count = 300;
                         for (std::uint16_t i = 0; i < 300 && i < room; ++i)
                           out[i] = {0, 1, i, 0};
                         return room < 300 ? QITAI_NO_SPACE : QITAI_OK;
                       }).legal(0);
    REQUIRE(moves->size() == 300);
    CHECK(moves->back().choice == 299);
  }
}

TEST_CASE("a view out of range is a fault") {
  const State state = state_with([](qitai_variant& v) {
    v.view = [](auto*, auto, auto* out, auto, auto* count) -> qitai_status {
      *count = 1;
      *out = piece;
      return QITAI_OK;
    };
  });
  piece = {1, 1, 0, 0, 1};
  CHECK(state.view(kPublic).size() == 1);
  piece = {1, QITAI_NO_KIND, QITAI_NO_COLOUR, 0, 1};
  CHECK(state.view(kPublic).size() == 1);
  for (const qitai_piece& wrong : {qitai_piece{2, 0, 0, 0, 1}, {0, 2, 0, 0, 1}, {0, 0, 1, 0, 1}}) {
    piece = wrong;
    CHECK_THROWS_AS(state.view(kPublic), PluginFault);
  }
}

TEST_CASE("changes out of range, for nobody or without end are faults") {
  State state = state_with([](qitai_variant& v) {
    v.apply = [](auto*, auto, auto, auto*, auto, auto* sink, auto*) -> qitai_status {
      for (int i = 0; i < repeat; ++i)
        (void)sink->emit(sink->ctx, &change, 1);
      return QITAI_OK;
    };
  });
  const qitai_change good = {QITAI_CHANGE_MOVED, 1u << QITAI_PUBLIC, 0, 1, 0, QITAI_NO_KIND, 0, 0, 0, 0, 0};
  const auto emit = [&](const std::function<void(qitai_change&)>& spoil, int times = 1) {
    change = good;
    spoil(change);
    repeat = times;
    (void)state.apply(0, {0, 1, 0, 0});
  };
  CHECK_NOTHROW(emit([](auto&) {}, 4096));
  CHECK_THROWS_AS(emit([](auto&) {}, 4097), PluginFault);
  CHECK_NOTHROW(emit([](auto& c) { c.what = 777; }));  // of a later version
  CHECK_THROWS_AS(emit([](auto& c) { c.audience = 0; }), PluginFault);
  CHECK_THROWS_AS(emit([](auto& c) { c.audience = 2; }), PluginFault);  // there is one seat
  CHECK_THROWS_AS(emit([](auto& c) { c.audience |= 1; }), PluginFault);
  CHECK_THROWS_AS(emit([](auto& c) { c.from = 2; }), PluginFault);
  CHECK_THROWS_AS(emit([](auto& c) { c.to = 2; }), PluginFault);
  CHECK_THROWS_AS(emit([](auto& c) { c.kind = 2; }), PluginFault);
  CHECK_THROWS_AS(emit([](auto& c) { c.other = 2; }), PluginFault);
  CHECK_THROWS_AS(emit([](auto& c) { c.colour = 1; }), PluginFault);
  CHECK_NOTHROW(emit([](auto& c) { c.what = QITAI_CHANGE_COLOUR; }));
  CHECK_THROWS_AS(emit([](auto& c) { c.what = QITAI_CHANGE_COLOUR, c.from = 1; }), PluginFault);
}

TEST_CASE("a refusal that is nonsense is a plugin error, its points are those of the board") {
  State state = state_with([](qitai_variant& v) {
    v.apply = [](auto*, auto, auto, auto*, auto, auto*, auto* why) -> qitai_status {
      fill(*why);
      return status;
    };
  });
  const auto answer = [&](qitai_status answered, void (*filling)(qitai_refusal&)) {
    status = answered;
    fill = filling;
    return std::get<Refusal>(state.apply(0, {0, 1, 0, 0}));
  };
  static const char kId[] = "horse-leg";
  CHECK(answer(QITAI_REFUSED, [](qitai_refusal& why) { why.id = {kId, 9}; }).id == "horse-leg");
  CHECK(answer(QITAI_REFUSED, [](qitai_refusal&) {}).id == "plugin-error");
  CHECK(answer(QITAI_REFUSED, [](qitai_refusal& why) { why.id = {nullptr, 9}; }).id == "plugin-error");
  CHECK(answer(QITAI_REFUSED, [](qitai_refusal& why) { why.id = {kId, 1u << 30}; }).id == "plugin-error");
  CHECK(answer(QITAI_REFUSED, [](qitai_refusal& why) { why.id = {"<b>", 3}; }).id == "plugin-error");
  CHECK(answer(QITAI_ERROR, [](qitai_refusal& why) { why.id = {kId, 9}; }).id == "plugin-error");
  CHECK(answer(QITAI_UNKNOWN, [](qitai_refusal&) {}).id == "unknown");
  const Refusal points = answer(QITAI_REFUSED, [](qitai_refusal& why) {
    why.id = {kId, 9};
    why.point_count = 99;
    why.points[0] = 1;
    why.points[1] = 500;
    why.offset = -50;
  });
  CHECK(points.points.front() == 1);
  CHECK(points.points.size() == 15);  // the one outside the board is left out
  CHECK(points.offset == -1);
  const Refusal detail = answer(QITAI_REFUSED, [](qitai_refusal& why) {
    why.id = {kId, 9};
    const std::string endless(5000, 'x');
    (void)why.detail->write(why.detail->ctx, "\xff", 1);
    (void)why.detail->write(why.detail->ctx, endless.data(), endless.size());
    (void)why.detail->write(why.detail->ctx, nullptr, 5);
  });
  CHECK(detail.detail.size() < 1100);
  CHECK(detail.detail.starts_with("\xEF\xBF\xBDxxx"));
}

TEST_CASE("an outcome out of range is a fault") {
  const State state = state_with([](qitai_variant& v) {
    v.outcome = [](auto*, auto* out) -> qitai_status {
      const std::uint32_t size = out->struct_size;
      *out = standing;
      out->struct_size = size;
      return QITAI_OK;
    };
  });
  static const char kReason[] = "checkmate";
  qitai_outcome over{};
  over.over = 1;
  over.reason = {kReason, 9};
  over.result[0] = QITAI_RESULT_WIN;
  standing = over;
  CHECK(state.outcome().winner() == 0);
  const auto fault = [&](const std::function<void(qitai_outcome&)>& spoil) {
    standing = over;
    spoil(standing);
    CHECK_THROWS_AS(state.outcome(), PluginFault);
  };
  fault([](auto& o) { o.over = 2; });
  fault([](auto& o) { o.result[0] = 5; });
  fault([](auto& o) { o.reason = {nullptr, 9}; });
  fault([](auto& o) { o.reason = {"", 0}; });
  fault([](auto& o) { o.reason = {"Check Mate", 10}; });
  fault([](auto& o) { o.over = 0, o.claim_count = 5; });
  fault([](auto& o) { o.over = 0, o.claim_count = 1; });
  fault([](auto& o) { o.over = 0, o.claim_count = 1, o.claims[0] = {{kReason, 9}, {kReason, 9}, 2, 0}; });
  fault([](auto& o) { o.over = 0, o.claim_count = 1, o.claims[0] = {{kReason, 9}, {kReason, 9}, 1, -1}; });
  fault([](auto& o) { o.over = 0, o.notice = {"no id!", 6}; });
  fault([](auto& o) { o.over = 0, o.notice = {"repeat", 6}, o.notice_seats = 4; });
}

TEST_CASE("who acts is a seat, chance, or a seat that sets up") {
  const auto acting = [](std::uint32_t answer, std::uint32_t flags) {
    const State state = state_with(
        [](qitai_variant& v) {
          v.acting = [](auto*, auto* out) -> qitai_status { return *out = bits, QITAI_OK; };
          v.setup_apply = [](auto*, auto, auto*, auto, auto*, auto*) -> qitai_status {
            return QITAI_REFUSED;
          };
          v.chance_count = [](auto*, auto* count) -> qitai_status { return *count = 0, QITAI_OK; };
          v.chance_apply = [](auto*, auto, auto*, auto*) -> qitai_status { return QITAI_REFUSED; };
        },
        flags);
    bits = answer;
    CHECK_THROWS_AS(state.chance_count(), PluginFault);  // no draw at all
    return state.acting();
  };
  const std::uint32_t chance = 1u << QITAI_CHANCE_SEAT;
  CHECK(acting(1, 0) == 1);
  CHECK(acting(chance, QITAI_VARIANT_CHANCE) == chance);
  CHECK(acting(QITAI_ACTING_SETUP | 1, QITAI_VARIANT_SETUP) == (QITAI_ACTING_SETUP | 1));
  CHECK_THROWS_AS(acting(chance, 0), PluginFault);
  CHECK_THROWS_AS(acting(chance | 1, QITAI_VARIANT_CHANCE), PluginFault);
  CHECK_THROWS_AS(acting(QITAI_ACTING_SETUP | 1, 0), PluginFault);
  CHECK_THROWS_AS(acting(QITAI_ACTING_SETUP, QITAI_VARIANT_SETUP), PluginFault);
  CHECK_THROWS_AS(acting(2, 0), PluginFault);
}

TEST_CASE("a state is written and made with suspicion") {
  const State endless = state_with([](qitai_variant& v) {
    v.save = [](auto*, auto, auto, auto* out) -> qitai_status {
      const std::string megabyte(1 << 20, 'x');
      for (int i = 0; i < 20; ++i)
        (void)out->write(out->ctx, megabyte.data(), megabyte.size());
      return QITAI_OK;
    };
  });
  CHECK_THROWS_AS(endless.save(QITAI_SAVE_SNAPSHOT), PluginFault);
  const auto nothing = game_with([](qitai_variant& v) {
    v.create = [](auto*, auto** out, auto*) -> qitai_status { return *out = nullptr, QITAI_OK; };
  });
  CHECK(std::get<Refusal>(nothing->create({})).id == "plugin-error");
  const State no_copy = state_with([](qitai_variant& v) {
    v.clone = [](auto*, auto** out) -> qitai_status { return *out = nullptr, QITAI_OK; };
  });
  CHECK_THROWS_AS(no_copy.clone(), PluginFault);
  const State not_json = state_with([](qitai_variant& v) {
    v.explain = [](auto*, auto, auto* out) -> qitai_status { return out->write(out->ctx, "[1]", 3); };
  });
  CHECK_THROWS_AS(not_json.explain(), PluginFault);
}

TEST_CASE("a game without a notation is written and read by the names of its points") {
  State state = state_with([](qitai_variant& v) {
    v.legal = [](auto*, auto, auto* out, auto, auto* count) -> qitai_status {
      *count = 3;
      out[0] = {0, 1, 0, 0};
      out[1] = {0, 1, 2, 0};
      out[2] = {QITAI_NO_POINT, 1, 1, 0};
      return QITAI_OK;
    };
  });
  CHECK(state.move_text(0, {0, 1, 0, 0}, -1) == "ab");
  CHECK(state.move_text(0, {0, 1, 2, 0}, -1) == "abl");
  CHECK(state.move_text(0, {kNoPoint, 1, 1, 0}, -1) == "@bk");
  CHECK(std::get<Move>(state.read_move(0, "ABL")) == Move{0, 1, 2, 0});
  CHECK(std::get<Refusal>(state.read_move(0, "ba")).id == "malformed");
  CHECK(std::get<Refusal>(state.read_move(0, "")).id == "malformed");
  CHECK(std::get<Refusal>(state.read_move(0, std::string(1000, 'a'))).id == "malformed");
  CHECK(std::get<Refusal>(state.read_move(0, "\xff\xfe")).id == "malformed");
}

TEST_CASE("a newer plugin's longer entries and tables are read as far as this game knows them") {
  struct LongSeat {
    qitai_seat_info known;
    std::uint64_t later[3];
  };
  static LongSeat seats[2];
  for (LongSeat& seat : seats) {
    seat.known = *static_cast<const qitai_seat_info*>(sound().info->seats.data);
    std::memset(seat.later, 0xAA, sizeof seat.later);
  }
  seats[1].known.id = {"two", 3};
  struct Longer {
    qitai_variant_info known;
    std::uint64_t later = 0xAAAA;
  };
  static Longer longer{*sound().info};
  longer.known.struct_size = sizeof longer;
  longer.known.seats = {seats, 2, sizeof seats[0]};
  const auto game = game_with([](qitai_variant& v) { v.info = &longer.known; });
  REQUIRE(game->info().seats.size() == 2);
  CHECK(game->info().seats[1].id == "two");
}
