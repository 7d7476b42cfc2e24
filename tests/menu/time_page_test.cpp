// The page of the time limits that the plugin "network" draws, driven through its table of functions by a
// script: which rows it has, what each sets, what is refused. Ranges and words are those of the rules of
// play: limits of 0 to 180 minutes, 0 to 999 moves, after the second limit always again by the second.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "menu/time_terms.hpp"
#include "scratch.hpp"
#include "tour.hpp"

namespace {

using namespace qitai;
using host::PageItem;
using host::PageNumber;
using host::Words;
using match::TimeLimits;

// One frame after another of the page; `next` is what a player does in the frame to come.
class Script final : public host::PageUi {
 public:
  Script(menu::House& house, std::string_view game)
      : catalog_(house.catalog),
        variant_(house.plugins.variant(game)),
        page_(house.plugins.page("terms.time")),
        terms_(match::default_terms(*variant_)),
        limits_(terms_, variant_->info()),
        state_(opened(*page_)) {
    frame();
  }

  struct Row {
    bool enabled = true;
    std::int64_t value = 0, most = 0;
    std::string unit, why, help;
  };
  std::map<std::string, Row> rows;
  std::set<std::string> keys;  // of every text that was asked for
  std::string focused, refusal;
  int line = -2, chosen = -1;

  match::Terms& terms() { return terms_; }
  const TimeLimits& limits(int seat = 0) { return terms_.seats.at(static_cast<std::size_t>(seat)).limits; }
  const host::Page& page() { return *page_; }
  // The values that a player gives, then a frame without him, as the game draws it.
  void act(const std::string& id, std::int64_t value) {
    refusal.clear();
    next_ = {id, value};
    frame();
    next_.reset();
    frame();
  }

  void area(host::PageArea /*area*/) override {}
  void heading(const Words& words) override { keys.insert(words.key); }
  void text(const Words& words) override { keys.insert(words.key); }
  void badge(const Words& words, host::Tone /*tone*/) override { keys.insert(words.key); }
  void progress(const Words& words, int /*permille*/) override { keys.insert(words.key); }
  void spacing(int /*halves*/) override {}
  void time_line(int seat) override { line = seat; }
  bool button(const PageItem& item) override { return given(note(item), 0) != 0; }
  bool toggle(const PageItem& item, bool on) override {
    Row& row = note(item);
    row.value = on ? 1 : 0;
    return given(row, row.value) != 0;
  }
  std::int64_t number(const PageItem& item, const PageNumber& number, std::int64_t value) override {
    Row& row = note(item);
    row.value = value;
    row.most = number.max;
    row.unit = number.unit.key;
    keys.insert({number.unit.key, number.zero.key});
    CHECK(number.min == 0);
    return given(row, value);
  }
  std::int64_t slider(const PageItem& item, const PageNumber& /*number*/, std::int64_t value) override {
    return given(note(item), value);
  }
  int choice(const PageItem& item, std::span<const Words> choices, int index) override {
    Row& row = note(item);
    row.value = index;
    row.most = static_cast<std::int64_t>(choices.size()) - 1;
    return static_cast<int>(given(row, index));
  }
  Listed list(const PageItem& item, std::span<const Words> listed, int index) override {
    Row& row = note(item);
    row.most = static_cast<std::int64_t>(listed.size()) - 1;
    for (const Words& words : listed)
      keys.insert(words.key);
    const bool pressed = next_ && next_->first == item.id;
    chosen = pressed ? static_cast<int>(next_->second) : index;
    return {chosen, pressed};
  }
  std::optional<std::string> text_entry(const PageItem& /*item*/, std::string_view /*text*/,
                                        std::size_t /*capacity*/) override {
    return std::nullopt;
  }
  void focus(std::string_view id) override { focused = id; }
  std::optional<std::int64_t> terms_get(std::string_view field) override { return limits_.get(field); }
  host::TermsAnswer terms_set(std::span<const host::PageField> fields) override {
    host::TermsAnswer answer = limits_.set(fields, catalog_);
    refusal = answer.sentence;
    return answer;
  }

 private:
  static host::PageState opened(const host::Page& page) {
    Result<host::PageState> state = page.open();
    if (!state) FAIL(state.error().message);
    return std::move(*state);
  }
  void frame() {
    rows.clear();
    const Status drawn = state_.draw(*this);
    if (!drawn) FAIL(drawn.error().message);
  }
  Row& note(const PageItem& item) {
    keys.insert({item.label.key, item.help.key, item.why.key});
    Row& row = rows[item.id];
    row.enabled = item.enabled;
    row.why = item.why.key;
    row.help = item.help.key;
    now_ = item.id;
    return row;
  }
  std::int64_t given(const Row& row, std::int64_t value) const {
    return row.enabled && next_ && next_->first == now_ ? next_->second : value;
  }

  text::Catalog& catalog_;
  std::shared_ptr<const host::Variant> variant_;
  std::shared_ptr<const host::Page> page_;
  match::Terms terms_;
  menu::TimeTerms limits_;
  host::PageState state_;
  std::string now_;
  std::optional<std::pair<std::string, std::int64_t>> next_;
};

// The plugins as the program has them.
struct Program {
  testing::Scratch scratch;
  testing::Tour tour{[this] {
    testing::TourOptions options;
    options.data = scratch.path();
    options.language = "en";
    return options;
  }()};
  Script script(std::string_view game) { return Script(tour.app().house(), game); }
};

TimeLimits limits(int first, int first_moves, int second, int second_moves, int step, int increment) {
  TimeLimits out;
  out.first_limit = first;
  out.first_moves = first_moves;
  out.second_limit = second;
  out.second_moves = second_moves;
  out.step_limit = step;
  out.increment = increment;
  return out;
}

}  // namespace

TEST_CASE("time page: six presets, the five of the design and one's own") {
  Program program;
  Script page = program.script("xiangqi");
  CHECK(page.rows.at("time.preset").most == 5);
  CHECK(page.chosen == 0);  // untimed is what terms begin with
  const TimeLimits expected[] = {limits(0, 0, 0, 0, 0, 0), limits(10, 0, 0, 0, 0, 0),
                                 limits(20, 0, 0, 0, 30, 0), limits(60, 40, 30, 20, 0, 0),
                                 limits(10, 0, 0, 0, 0, 5)};
  for (int i = 0; i < 5; ++i) {
    // In both directions: on the way from any to any nothing in between is refused.
    for (const int from : {0, 3, 4}) {
      page.act("time.preset", from);
      page.act("time.preset", i);
      INFO(from << " to " << i << ": " << page.refusal);
      CHECK(page.limits(0) == expected[i]);
      CHECK(page.limits(1) == expected[i]);
      CHECK(page.chosen == i);
    }
  }
  page.act("time.preset", 5);
  CHECK(page.focused == "time.first_limit");
  CHECK(page.chosen == 5);
  CHECK(page.limits() == expected[4]);  // one's own begins with what there was
  page.act("time.preset", 3);
  page.act("time.increment", 7);
  CHECK(page.chosen == 5);
}

TEST_CASE("time page: a row for every limit, with the ranges of the rules") {
  Program program;
  Script page = program.script("junqi");
  page.act("time.preset", 3);
  const std::map<std::string, std::pair<int, std::string>> expected{
      {"time.first_limit", {180, "unit.minutes"}},  {"time.first_moves", {999, "unit.moves"}},
      {"time.second_limit", {180, "unit.minutes"}}, {"time.second_moves", {999, "unit.moves"}},
      {"time.step_limit", {999, "unit.seconds"}},   {"time.increment", {180, "unit.seconds"}},
      {"time.setup_limit", {30, "unit.minutes"}}};
  for (const auto& [id, range] : expected) {
    INFO(id);
    REQUIRE(page.rows.contains(id));
    CHECK(page.rows.at(id).enabled);
    CHECK(page.rows.at(id).most == range.first);
    CHECK(page.rows.at(id).unit == range.second);
    page.act(id, range.first);
    CHECK(page.rows.at(id).value == range.first);
  }
  // The page asks for what the match has, no field is left out.
  for (const match::LimitField& field : match::limit_fields()) {
    INFO(field.name);
    CHECK(page.rows.at("time." + std::string(field.name)).most == field.max);
    CHECK(page.limits(0).*field.value == field.max);
    CHECK(page.limits(1).*field.value == field.max);
  }
  page.act("time.carry", 0);
  CHECK_FALSE(page.limits().carry);
  CHECK(page.line == -1);
}

TEST_CASE("time page: the set-up limit stands only where there is a private set-up") {
  Program program;
  CHECK(program.script("junqi").rows.contains("time.setup_limit"));
  CHECK_FALSE(program.script("xiangqi").rows.contains("time.setup_limit"));
  CHECK_FALSE(program.script("chess").rows.contains("time.setup_limit"));
}

TEST_CASE("time page: what has no effect is greyed and says why") {
  Program program;
  Script page = program.script("xiangqi");
  page.act("time.first_limit", 30);
  CHECK(page.rows.at("time.first_moves").enabled);
  for (const char* id : {"time.second_limit", "time.second_moves"}) {
    CHECK_FALSE(page.rows.at(id).enabled);
    CHECK(page.page().text("zh-Hans", page.rows.at(id).why) ==
          "第一时限的步数为 0：第一时限管全局，没有第二时限");
  }
  CHECK_FALSE(page.rows.at("time.carry").enabled);
  page.act("time.second_limit", 10);  // greyed: nothing happens
  CHECK(page.limits().second_limit == 0);
  page.act("time.first_moves", 40);
  CHECK(page.rows.at("time.second_limit").enabled);
  CHECK_FALSE(page.rows.at("time.second_moves").enabled);
  page.act("time.second_limit", 15);
  CHECK(page.rows.at("time.second_moves").enabled);
  CHECK(page.rows.at("time.carry").enabled);
  page.act("time.preset", 0);
  CHECK_FALSE(page.rows.at("time.first_moves").enabled);
  CHECK_FALSE(page.rows.at("time.increment").enabled);
  CHECK(page.rows.at("time.step_limit").enabled);
}

TEST_CASE("time page: a second limit without a first one is there from the start and is not greyed") {
  Program program;
  Script page = program.script("xiangqi");
  for (match::SeatTerms& seat : page.terms().seats)
    seat.limits = limits(0, 0, 15, 10, 0, 0);
  page.act("time.step_limit", 60);
  CHECK(page.rows.at("time.second_limit").enabled);
  CHECK(page.rows.at("time.second_moves").enabled);
  page.act("time.second_moves", 12);
  CHECK(page.limits() == limits(0, 0, 15, 12, 60, 0));
}

TEST_CASE("time page: what the match refuses changes nothing and has its sentence") {
  Program program;
  Script page = program.script("xiangqi");
  page.act("time.preset", 4);
  page.act("time.first_limit", 0);  // 5 seconds would be added to nothing
  CHECK(page.refusal == "Added per move is 5: expected 0 while both limits are 0");
  CHECK(page.limits() == limits(10, 0, 0, 0, 0, 5));
  page.act("time.preset", 3);
  page.act("time.carry", 0);
  page.act("time.second_limit", 0);
  CHECK(page.refusal == "While the second limit is 0, unspent time always carries over");
  CHECK(page.limits().second_limit == 30);
}

TEST_CASE("time page: time odds, each side its own limits, and back to the same for both") {
  Program program;
  Script page = program.script("junqi");
  page.act("time.preset", 3);
  CHECK_FALSE(page.rows.contains("time.seat"));
  page.act("time.odds", 1);
  REQUIRE(page.rows.contains("time.seat"));
  CHECK(page.line == 0);
  page.act("time.seat", 1);
  CHECK(page.line == 1);
  page.act("time.preset", 4);
  page.act("time.setup_limit", 9);
  CHECK(page.limits(0) == limits(60, 40, 30, 20, 0, 0));
  CHECK(page.limits(1).first_limit == 10);
  CHECK(page.limits(1).setup_limit == 9);
  CHECK(page.limits(0).setup_limit == 3);
  page.act("time.seat", 0);
  CHECK(page.rows.at("time.first_limit").value == 60);
  CHECK(page.chosen == 3);
  page.act("time.seat", 1);
  page.act("time.odds", 0);
  CHECK(page.limits(0) == page.limits(1));
  CHECK(page.limits(0).increment == 5);
  CHECK_FALSE(page.rows.contains("time.seat"));
}

TEST_CASE("time page: everything it says has a text of its own in three languages") {
  Program program;
  Script page = program.script("junqi");
  for (const int preset : {0, 1, 3, 4, 5})
    page.act("time.preset", preset);
  page.act("time.second_limit", 0);
  page.act("time.odds", 1);
  page.keys.erase("");
  CHECK(page.keys.size() > 30);
  for (const std::string& key : page.keys) {
    if (key.starts_with("seat.")) continue;  // the game's
    INFO(key);
    CHECK_FALSE(page.page().text("zh-Hans", key).empty());
    CHECK_FALSE(page.page().text("zh-Hant", key).empty());
    CHECK_FALSE(page.page().text("en", key).empty());
  }
  CHECK(page.page().text("zh-Hans", "limit.first_limit") == "第一时限");
  CHECK(page.page().text("zh-Hans", "limit.first_moves") == "第一时限的步数");
  CHECK(page.page().text("zh-Hans", "limit.second_limit") == "第二时限");
  CHECK(page.page().text("zh-Hans", "limit.second_moves") == "第二时限的步数");
  CHECK(page.page().text("zh-Hans", "preset.stages") == "60 分/40 着 + 30 分/20 着");
}

TEST_CASE("limits are said in one sentence, as the design has it") {
  Program program;
  text::Catalog& catalog = program.tour.app().house().catalog;
  const auto said = [&](const TimeLimits& of, bool setup = false) {
    return menu::limits_sentence(catalog, of, catalog.tr("time.each_side"), setup);
  };
  catalog.set_language(text::Language::kSimplified);
  CHECK(said(limits(60, 40, 30, 20, 180, 0)) ==
        "每方 60 分钟内走满 40 着；此后每 20 着加 30 分钟；每着不得超过 3 分钟。");
  CHECK(said(limits(0, 0, 0, 0, 0, 0)) == "每方不限时。");
  CHECK(said(limits(10, 0, 30, 20, 0, 5)) == "每方全局 10 分钟；每走一着加 5 秒。");
  CHECK(said(limits(0, 0, 0, 0, 45, 0), true) == "每方不限总时；每着不得超过 45 秒；布阵 3 分钟。");
  catalog.set_language(text::Language::kTraditional);
  CHECK(said(limits(60, 40, 0, 0, 0, 0)) == "每方 60 分鐘內走滿 40 著；此後不再加時。");
  catalog.set_language(text::Language::kEnglish);
  CHECK(
      said(limits(60, 40, 30, 20, 60, 0)) ==
      "Each side: 40 moves in 60 minutes; then 30 minutes for every 20 moves; no move longer than 1 minute.");
  CHECK(said(limits(0, 7, 15, 0, 0, 1)) ==
        "Each side: 15 minutes for the whole game; 1 second added after each move.");
  TimeLimits strict = limits(60, 1, 30, 0, 0, 0);
  strict.carry = false;
  CHECK(said(strict) ==
        "Each side: 1 move in 60 minutes; then 30 minutes more to the end; unspent time is lost.");
  CHECK(menu::limits_short(catalog, limits(60, 40, 30, 20, 90, 5)) ==
        "60 min/40 + 30 min/20 · 5 s added a move · 90 s a move");
}

TEST_CASE("terms of a page: a value out of its range is refused with field, value and range") {
  Program program;
  menu::House& house = program.tour.app().house();
  const auto junqi = house.plugins.variant("junqi");
  match::Terms terms = match::default_terms(*junqi);
  menu::TimeTerms time(terms, junqi->info());
  const match::Terms before = terms;
  const auto set = [&](const std::string& field, std::int64_t value) {
    const host::PageField one{field, value};
    return time.set({&one, 1}, house.catalog);
  };
  using Kind = host::TermsAnswer::Kind;
  CHECK(set("first_limit", 181).sentence == "First limit is 181: expected 0 to 180 min");
  CHECK(set("first_moves.1", -1).sentence == "Moves in the first limit is -1: expected 0 to 999 moves");
  CHECK(set("step_limit", INT64_MAX).kind == Kind::kRefused);
  CHECK(set("carry", 2).sentence == "Carry unspent time over is 2: expected 0 to 1");
  for (const char* field :
       {"first_limit.2", "first_limit.", "first_limit.-1", "first_limit.0x", "seats", "x", ""})
    CHECK(set(field, 1).kind == Kind::kUnsupported);
  CHECK(terms == before);
  CHECK_FALSE(time.get("first_limit.2"));
  CHECK(time.get("seats") == 2);
  CHECK(set("first_limit.1", 5).kind == Kind::kDone);
  CHECK(terms.seats[0].limits.first_limit == 0);
  CHECK(terms.seats[1].limits.first_limit == 5);
}
