// A game whose keepers of secrets answer nonsense: the host finds out at once.
#include <qitai/secrets.h>
#include <qitai/variant.hpp>

#include <cstring>

#include "host/secrets.hpp"
#include "plugins.hpp"

namespace sdk = qitai::sdk;
using qitai::host::Keeper;
using qitai::host::PluginFault;

namespace {

enum class Lie {
  kNone,
  kMissing,
  kShort,
  kNoKeeper,
  kOwes,
  kState,
  kEmpty,
  kLong,
  kPoint,
  kSeat,
  kStatus,
  kId
};
Lie lie = Lie::kNone;

qitai_status write(const qitai_sink* out, std::size_t size) {
  const std::string bytes(size, 'x');
  return out->write(out->ctx, bytes.data(), bytes.size());
}

qitai_secrets table() {
  qitai_secrets t{};
  t.struct_size = lie == Lie::kShort ? 16 : sizeof t;
  t.begin = [](const qitai_secrets_start*, qitai_keeper** out, qitai_refusal*) -> qitai_status {
    static int keeper = 0;
    *out = lie == Lie::kNoKeeper ? nullptr : reinterpret_cast<qitai_keeper*>(&keeper);
    return QITAI_OK;
  };
  t.restore = [](const void*, std::uint64_t, qitai_keeper**, qitai_refusal*) -> qitai_status {
    return QITAI_OK;  // without a keeper
  };
  t.end = [](qitai_keeper*) {};
  t.journal = [](const qitai_keeper*, std::uint64_t, const qitai_sink* out) -> qitai_status {
    return write(out, lie == Lie::kLong ? QITAI_SECRETS_JOURNAL + 1 : 3);
  };
  t.commit = [](qitai_keeper*, const void*, std::uint64_t, std::uint8_t[32],
                qitai_refusal* why) -> qitai_status {
    const std::string_view id = lie == Lie::kId ? "No Id!" : "bad";
    why->id = {id.data(), id.size()};
    why->point_count = 1;
    why->points[0] = 3;
    return QITAI_REFUSED;
  };
  t.take_root = [](qitai_keeper*, const std::uint8_t[32], qitai_refusal*) -> qitai_status {
    return QITAI_OK;
  };
  t.draw = [](qitai_keeper*, std::uint32_t, qitai_refusal*) -> qitai_status { return QITAI_OK; };
  t.turn = [](qitai_keeper*, const qitai_ply*, qitai_refusal*) -> qitai_status {
    return lie == Lie::kStatus ? -99 : QITAI_OK;
  };
  t.withdraw = [](qitai_keeper*, std::uint64_t, qitai_refusal*) -> qitai_status { return QITAI_OK; };
  t.look = [](const qitai_keeper*, qitai_secrets_look* out) -> qitai_status {
    out->owes = lie == Lie::kOwes ? 2 : 1;
    out->number = 4;
    out->said = 1;
    out->heard = 0;
    out->state = lie == Lie::kState ? 9 : QITAI_SECRETS_OPEN;
    return QITAI_OK;
  };
  t.message = [](const qitai_keeper*, std::uint64_t, std::uint32_t, const qitai_sink* out) -> qitai_status {
    return write(out, lie == Lie::kLong ? QITAI_SECRETS_MESSAGE + 1 : lie == Lie::kEmpty ? 0 : 8);
  };
  t.hear = [](qitai_keeper*, std::uint64_t, std::uint32_t, const void*, std::uint64_t,
              qitai_refusal*) -> qitai_status { return QITAI_UNKNOWN; };
  t.facts = [](const qitai_keeper*, std::uint64_t, qitai_fact* out, std::uint32_t,
               std::uint32_t* count) -> qitai_status {
    out[0] = {QITAI_FACT_FIGHT, static_cast<std::uint16_t>(lie == Lie::kPoint ? 2000 : 0),
              static_cast<std::uint16_t>(lie == Lie::kSeat ? 2 : 1), 1};
    *count = 1;
    return QITAI_OK;
  };
  t.declare = [](qitai_keeper*, std::int32_t, qitai_str, qitai_refusal*) -> qitai_status { return QITAI_OK; };
  t.dispute = [](qitai_keeper*, std::uint64_t, qitai_refusal*) -> qitai_status { return QITAI_OK; };
  t.open = [](qitai_keeper*, const qitai_sink* out, qitai_refusal*) -> qitai_status {
    return write(out, lie == Lie::kLong ? QITAI_SECRETS_MESSAGE + 1 : 8);
  };
  t.take_opening = [](qitai_keeper*, const void*, std::uint64_t, qitai_refusal*) -> qitai_status {
    return QITAI_OK;
  };
  if (lie != Lie::kMissing) {
    t.audit = [](const qitai_keeper*, std::int32_t, std::uint64_t*, qitai_refusal*) -> qitai_status {
      return QITAI_UNSUPPORTED;
    };
  }
  return t;
}

struct Liar {
  static sdk::Description description() {
    sdk::Description d("liar", 1);
    d.name("Liar", "lies").seat("one", "One", "One to move", 0, 0).seat("two", "Two", "Two to move", 0, 0);
    d.colour("c", "C", "C", 0).kind("a", "A", "A", "");
    return d;
  }
  static const sdk::Board& board(std::span<const std::int64_t>) {
    static const sdk::Board kBoard = [] {
      sdk::Board b(1000, 1000);
      b.point(0, 0, "a1");
      return b;
    }();
    return kBoard;
  }
  static sdk::Made<Liar> create(const sdk::Start&) { return Liar{}; }
  static const void* extension(std::string_view id) {
    static qitai_secrets current;
    current = table();
    return id == QITAI_SECRETS_ID ? &current : nullptr;
  }
  std::uint32_t acting() const { return sdk::only(0); }
  void legal(int, sdk::List<qitai_move>&) const {}
  std::optional<sdk::Refusal> apply(int, qitai_move, sdk::Changes&) { return sdk::Refusal("no"); }
  sdk::Outcome outcome() const { return {}; }
  void view(int, sdk::List<qitai_piece>&) const {}
  std::uint64_t hash(int) const { return 7; }
  void save(int, int, sdk::Writer&) const {}
  static sdk::Made<Liar> load(sdk::Reader&) { return Liar{}; }
};

std::shared_ptr<const qitai::host::Variant> liar() {
  static const qitai_plugin kPlugin = sdk::plugin<Liar>("liar", "1", "tests");
  const char id[] = QITAI_VARIANT_ID;
  const auto variant = qitai::host::Variant::wrap(
      static_cast<const qitai_variant*>(kPlugin.factory({id, sizeof id - 1}, 0)), "1");
  REQUIRE(variant.ok());
  return *variant;
}

Keeper keeper(Lie how) {
  lie = Lie::kNone;
  Keeper made = std::get<Keeper>(Keeper::begin(liar(), {}));
  lie = how;
  return made;
}

}  // namespace

TEST_CASE("a plugin that answers nonsense about secrets is found out at once") {
  CHECK(keeper(Lie::kNone).look().owes == 1);
  CHECK(keeper(Lie::kNone).message(4, 0) == "xxxxxxxx");
  CHECK(keeper(Lie::kNone).facts(4).size() == 1);
  CHECK(keeper(Lie::kNone).journal() == "xxx");
  CHECK(std::get<qitai::host::Refusal>(keeper(Lie::kNone).commit("")).id == "bad");
  CHECK_FALSE(keeper(Lie::kNone).turn({}));

  CHECK_THROWS_AS(keeper(Lie::kOwes).look(), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kState).look(), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kEmpty).message(4, 0), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kLong).message(4, 0), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kLong).open(), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kLong).journal(), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kPoint).facts(4), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kSeat).facts(4), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kStatus).turn({}), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kNone).hear(4, 0, "x"), PluginFault);
  CHECK_THROWS_AS(keeper(Lie::kNone).audit(0), PluginFault);
  CHECK(std::get<qitai::host::Refusal>(keeper(Lie::kId).commit("")).id == "plugin-error");
  // What is too long for any message never reaches the plugin.
  CHECK(keeper(Lie::kNone).hear(4, 0, std::string(QITAI_SECRETS_MESSAGE + 1, 'x'))->id == "malformed");

  lie = Lie::kNone;
  CHECK_THROWS_AS(Keeper::restore(liar(), "x"), PluginFault);
  for (const Lie how : {Lie::kMissing, Lie::kShort, Lie::kNoKeeper}) {
    const auto variant = liar();
    lie = how;
    CHECK_THROWS_AS(Keeper::begin(variant, {}), PluginFault);
  }
  lie = Lie::kNone;
}
