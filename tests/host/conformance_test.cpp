// Each broken promise of a plugin is found by the check that is for it, and nothing else is held against it.
#include <stdlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <tuple>

#include "host/conformance/run.hpp"
#include "plugins.hpp"

namespace {

using namespace qitai::host::conformance;
using Catch::Matchers::Contains;
using qitai::testing::kBadFolder;
using qitai::testing::kPluginFolder;

Order order_for(const std::filesystem::path& file) {
  Order order;
  order.file = file;
  order.vetter = QITAI_BUILD_DIR "/libexec/qitai/qitai-vet";
  order.games = 40;
  return order;
}

// The variable by which promises.so breaks one of them, for one scope.
struct Breaking {
  explicit Breaking(const char* what) { ::setenv("QITAI_BROKEN", what, 1); }
  Breaking(const Breaking&) = delete;
  Breaking& operator=(const Breaking&) = delete;
  ~Breaking() { ::unsetenv("QITAI_BROKEN"); }
};

struct Row {
  const char* broken;
  std::set<std::string_view> checks;  // those that find it, and no others
  const char* sentence;               // of the first of them
};

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kFail:
      return "fail";
    case Verdict::kSkip:
      return "skip";
    case Verdict::kCrash:
      return "crash";
  }
  return "";
}

}  // namespace

TEST_CASE("a sound plugin passes every check that has something to look at") {
  for (const Check& check : checks()) {
    const Finding finding = make_check(order_for(kBadFolder / "promises.so"), check, 0);
    INFO(check.id << ": " << finding.sentence);
    const bool absent = check.id == "chance" || check.id == "search" || check.id == "perft";
    CHECK(name(finding.verdict) == (absent ? "skip" : "pass"));
  }
}

TEST_CASE("every broken promise is found by its own check, and no other check complains") {
  const Row row =
      GENERATE(Row{"legal-leaks", {"knowledge", "secrets"}, "the legal moves of one"},
               Row{"view-leaks", {"knowledge", "secrets"}, "the view of"},
               Row{"hash-leaks", {"knowledge", "secrets"}, "hash"},
               Row{"length-leaks", {"knowledge", "secrets"}, "the seat view saved for one"},
               Row{"marks-leak", {"knowledge", "secrets"}, "the marks for"},
               Row{"takes-illegal", {"refusals"}, "which is not playable"},
               Row{"refused-changes", {"refusals"}, "and has changed the snapshot"},
               Row{"forgets-history", {"save"}, "was loaded it answers otherwise"},
               Row{"undo-forgets", {"undo"}, "after undo() back to ply"},
               Row{"ambiguous", {"notation"}, "are both \"on\" in words"},
               Row{"crashes-on-load",
                   {"hostile"},
                   "crashed with SIGSEGV (Segmentation fault) (game 0, ply 0, loading"},
               Row{"believes-saves", {"hostile"}, "load() takes the"},
               Row{"saves-address",
                   {"same"},
                   "two processes with the same seed differ in game 0, ply 0: the seat view"},
               Row{"lacks-text", {"texts"}, "the key \"refusal.not-next\""},
               Row{"question-changes", {"questions"}, "questions have changed what it answers"},
               Row{"acts-after-end", {"outcome"}, "outcome() says that the game is over ("},
               Row{"hash-blind", {"hash"}, "where the view, the seats to act or the colours were others"},
               Row{"reads-other-position", {"position"}, "is written back as"},
               Row{"checks-otherwise", {"setup"}, "setup_apply() refuses it"},
               Row{"tells-otherwise", {"knowledge"}, "the public changes of the partial state of"},
               Row{"far-line", {"geometry"}, "leaves the board of 4000"},
               Row{"any-extension", {"structs"}, "extension(\"\") is not NULL"});
  const Breaking broken(row.broken);
  for (const Check& check : checks()) {
    const Finding finding = make_check(order_for(kBadFolder / "promises.so"), check, 0);
    INFO(row.broken << ", " << check.id << ": " << finding.sentence);
    const bool found = finding.verdict == Verdict::kFail || finding.verdict == Verdict::kCrash;
    CHECK(found == row.checks.contains(check.id));
    if (found) CHECK_THAT(finding.sentence, Contains(row.sentence));
  }
}

TEST_CASE("what several checks meet is named the same by each of them") {
  const auto [what, own, sentence] = GENERATE(
      std::tuple("unsorted", "legal", "legal() is not in ascending order"),
      std::tuple("refuses-option", "options", "create() refuses a start in range (limit=60): no-sixty"));
  const Breaking broken(what);
  bool found = false;
  for (const Check& check : checks()) {
    const Finding finding = make_check(order_for(kBadFolder / "promises.so"), check, 0);
    if (finding.verdict == Verdict::kPass || finding.verdict == Verdict::kSkip) continue;
    CHECK_THAT(finding.sentence, Contains(sentence));
    found = found || check.id == own;
  }
  CHECK(found);
}

TEST_CASE("a check that does not come back is ended and says where it was") {
  const Breaking broken("hangs");
  Order order = order_for(kBadFolder / "promises.so");
  order.limit = std::chrono::seconds(1);
  const Finding finding = make_check(order, *find_check("legal"), 0);
  CHECK(name(finding.verdict) == "crash");
  CHECK_THAT(finding.sentence, Contains("did not come back within 1 s (game 0, ply "));
}

TEST_CASE("a symbol more than the one is named") {
  const Finding finding = make_check(order_for(kBadFolder / "symbols.so"), *find_check("symbols"), 0);
  CHECK(name(finding.verdict) == "fail");
  CHECK_THAT(finding.sentence, Contains("exports \"another_symbol\" too"));
}

TEST_CASE("the same seed finds the same, another seed may find it elsewhere") {
  const Breaking broken("undo-forgets");
  Order order = order_for(kBadFolder / "promises.so");
  const Check& undo = *find_check("undo");
  const std::string first = make_check(order, undo, 0).sentence;
  CHECK(make_check(order, undo, 0).sentence == first);
  std::set<std::string> others;
  for (std::uint64_t seed = 2; seed < 8; ++seed) {
    order.seed = seed;
    others.insert(make_check(order, undo, 0).sentence);
  }
  CHECK(others.size() > 1);
}

TEST_CASE("the toy game passes every check") {
  for (const Check& check : checks()) {
    const Finding finding = make_check(order_for(kPluginFolder / "toy.so"), check, 0);
    INFO(check.id << ": " << finding.sentence);
    CHECK((finding.verdict == Verdict::kPass || finding.verdict == Verdict::kSkip));
  }
}
