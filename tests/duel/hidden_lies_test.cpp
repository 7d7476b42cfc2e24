// Every lie that a machine may tell about hidden pieces or chance: cut off where the message shows it, named
// after the end where only what was opened does, and then it costs the game.
#include <qitai/secrets/record.hpp>

#include <catch2/catch.hpp>

#include "desk.hpp"
#include "host/secrets.hpp"

using namespace qitai::test;
using qitai::Digest;
using qitai::duel::PartMessage;
using qitai::duel::Verdict;
using qitai::match::Phase;
using Of = PartMessage::Of;

namespace {

// As in the tests of the game's own keeper: a mine instead of an engineer on a2, another rank on a6.
const std::string kSample = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";
const std::string kMineOnA2 = "64375/7.3.E/25.82/3.B.2/ME9ME/BFM46";
const std::string kWeakAhead = "24375/7.3.E/65.82/3.B.2/EM9ME/BFM46";
const std::string kWeakRight = "64372/7.3.E/25.85/3.B.2/EM9ME/BFM46";
const std::string kMarshalAhead = "94375/7.3.E/25.82/3.B.2/EM6ME/BFM46";
const std::string kMarshalOpposite = "54379/7.3.E/26.82/3.B.2/EM5ME/BFM46";
const std::string kIllegal = "M4375/7.3.E/25.82/3.B.2/E69ME/BFM46";

constexpr int kLiar = 1;  // the side that lies: it has the first seat, and follows
constexpr int kHonest = 0;

// Changes what the liar says, if `change` does.
template <typename Message>
auto changing(std::function<bool(Message&)> change) {
  return [change](int side, std::string& payload) {
    if (side != kLiar) return true;
    auto message = qitai::duel::read_hidden(payload);
    REQUIRE(message.ok());
    auto* found = std::get_if<Message>(&*message);
    if (found == nullptr) return true;
    const bool leaves = change(*found);
    payload = qitai::duel::write(*message);
    return leaves;
  };
}

class Table {
 public:
  explicit Table(const std::string& mode = "dark")
      : terms_(hidden_terms("junqi", {{"mode", mode}})), desk(terms_, kSeed, 1) {
    desk.chooses = [this](Desk::Side& own) -> std::optional<qitai::host::Move> {
      if (moves.empty() || own.seat != next_) return std::nullopt;
      const auto read = own.referee->state().read_move(own.seat, moves.front());
      REQUIRE(std::holds_alternative<qitai::host::Move>(read));
      moves.erase(moves.begin());
      next_ = 1 - next_;
      return std::get<qitai::host::Move>(read);
    };
  }

  // The liar's keeper as it would be with another layout: the same secret.
  [[nodiscard]] qitai::host::Keeper other(const std::string& layout) {
    std::array<Digest, 3> drawn{};  // salt, chain, secret: as Hidden draws them
    const auto random = seeded(kSeed * 2 + kLiar);
    for (Digest& bytes : drawn)
      random(bytes);
    secret_ = drawn[2];
    qitai::host::SecretsStart start;
    start.options = terms_.options;
    start.seed = terms_.seed;
    start.match.fill(7);
    start.secret = drawn[2];
    start.seat = 0;
    auto keeper = qitai::host::Keeper::begin(hidden_game("junqi"), start);
    REQUIRE(std::holds_alternative<qitai::host::Keeper>(keeper));
    auto made = std::get<qitai::host::Keeper>(std::move(keeper));
    REQUIRE(std::holds_alternative<Digest>(made.commit(layout)));
    return made;
  }

  // Plays the moves, then the honest side resigns, and both open.
  void play(const std::string& first, const std::string& second, std::vector<std::string> texts) {
    moves = std::move(texts);
    desk.set_up(first, second);
    desk.run();
    if (desk.side(kHonest).referee->phase() != Phase::kEnded && desk.side(kHonest).cut.empty()) resign();
  }
  void resign() {
    qitai::match::Intent made;
    made.kind = qitai::match::IntentKind::kResign;
    made.seat = 1;
    desk.want(kHonest, made);
    desk.run();
  }
  // What the honest side has found out, and that it has won by it.
  [[nodiscard]] std::string found() {
    const auto& verdict = desk.side(kHonest).hidden->verdict();
    REQUIRE(verdict);
    if (verdict->kind == Verdict::Kind::kHonest) return {};
    CHECK(verdict->seat == 0);
    CHECK(desk.side(kHonest).hidden->result({1, -1}) == std::vector<int>{-1, 1});
    return verdict->kind == Verdict::Kind::kLeft ? "left" : verdict->how.id;
  }
  [[nodiscard]] const std::string& cut() { return desk.side(kHonest).cut; }

 private:
  static constexpr std::uint64_t kSeed = 3;
  qitai::match::Terms terms_;
  int next_ = 0;

 public:
  Digest secret_{};
  std::vector<std::string> moves;
  Desk desk;
};

// The leaves of any text of a layout of the first seat.
std::vector<qitai::sdk::secrets::Leaf> leaves_of(const std::string& layout) {
  std::vector<qitai::sdk::secrets::Leaf> leaves;
  const auto state = std::get<qitai::host::State>(
      hidden_game("junqi")->create(qitai::match::start_of(hidden_terms("junqi", {}), -1)));
  const auto pieces = state.setup_pieces(0, layout);
  for (const auto& piece : std::get<std::vector<qitai::host::Piece>>(pieces))
    leaves.push_back({piece.point, piece.kind});
  return leaves;
}

// Swaps the whole opening for that of another keeper, or of a text. What is sent has the layout behind it.
auto opening_of(std::string opening, const std::string& layout) {
  qitai::Writer writer;
  writer.text(opening);
  writer.text(layout);
  const std::string whole(qitai::as_text(writer.bytes()));
  return std::function<bool(PartMessage&)>([whole](PartMessage& part) {
    if (part.of != Of::kOpening) return true;
    part.size = static_cast<std::uint32_t>(whole.size());
    part.bytes = whole.substr(part.offset, qitai::duel::kMostPart);
    return !part.bytes.empty();
  });
}

// The liar has bound itself to `bound` and plays something else.
void bind(Table& table, const std::string& bound, bool opens_it) {
  auto keeper = table.other(bound);
  const Digest root = std::get<Digest>(keeper.commit(bound));
  const auto swap_root = changing<qitai::duel::RootMessage>([root](qitai::duel::RootMessage& message) {
    message.root = root;
    return true;
  });
  const std::string opening = std::get<std::string>([&] {
    // It opens only when both are bound.
    Digest any{};
    any.fill(1);
    REQUIRE_FALSE(keeper.take_root(any));
    return keeper.open();
  }());
  const auto swap_opening = changing<PartMessage>(opening_of(opening, bound));
  table.desk.tamper = [=](int side, std::string& payload) {
    return swap_root(side, payload) && (!opens_it || swap_opening(side, payload));
  };
}

}  // namespace

TEST_CASE("hidden lies: who has nothing to hide is found honest") {
  Table table;
  table.play(kSample, kSample, {"a6a7"});
  CHECK(table.found().empty());
  CHECK(table.desk.over());
}

TEST_CASE("hidden lies: a mine that moved, and a rank that was changed") {
  SECTION("opened as it was bound") {
    Table table;
    bind(table, kMineOnA2, true);
    table.play(kSample, kSample, {"a2b3"});
    CHECK(table.found() == "impossible-move");
  }
  SECTION("opened as it was played") {
    Table table;
    bind(table, kMineOnA2, false);
    table.play(kSample, kSample, {"a2b3"});
    CHECK(table.found() == "changed-rank");
  }
}

TEST_CASE("hidden lies: an attack and a defence as another rank") {
  SECTION("attack") {
    Table table;
    bind(table, kWeakAhead, true);
    table.play(kSample, kSample, {"a6a7"});
    CHECK(table.found() == "false-rank");
    CHECK(table.desk.side(kHonest).hidden->verdict()->number == 2);
  }
  SECTION("defence") {
    Table table;
    bind(table, kSample, true);
    // e6 is a 团长 there, and answers as the 排长 that stands elsewhere.
    table.play(kWeakRight, kSample, {"a2b3", "e7e6"});
    CHECK(table.found() == "bad-table");
  }
}

TEST_CASE("hidden lies: another secret is opened") {
  namespace secrets = qitai::sdk::secrets;
  Table table;
  Digest match{}, secret{};
  match.fill(7);
  secret.fill(9);
  const auto leaves = leaves_of(kSample);
  const secrets::Tree tree(match, 0, leaves, secret);
  table.desk.tamper = changing<PartMessage>(
      opening_of(secrets::write_opening({secret, tree.path(leaves.size()), kSample}), kSample));
  table.play(kSample, kSample, {"a6a7"});
  CHECK(table.found() == "wrong-salt");
}

TEST_CASE("hidden lies: a layout shown beside the opening that is another one") {
  Table table;
  auto keeper = table.other(kSample);
  Digest any{};
  any.fill(1);
  REQUIRE_FALSE(keeper.take_root(any));
  const auto opening = std::get<std::string>(keeper.open());
  table.desk.tamper = changing<PartMessage>(opening_of(opening, kMineOnA2));
  table.play(kSample, kSample, {"a2b3"});
  CHECK(table.found() == "false-account");
}

TEST_CASE("hidden lies: a layout that the rules forbid") {
  namespace secrets = qitai::sdk::secrets;
  Table table;
  (void)table.other(kSample);
  const auto leaves = leaves_of(kIllegal);
  Digest match{};
  match.fill(7);
  const secrets::Tree tree(match, 0, leaves, table.secret_);
  const auto swap_root = changing<qitai::duel::RootMessage>([&](qitai::duel::RootMessage& message) {
    message.root = tree.root();
    return true;
  });
  const auto swap_opening = changing<PartMessage>(
      opening_of(secrets::write_opening({table.secret_, tree.path(leaves.size()), kIllegal}), kIllegal));
  table.desk.tamper = [=](int side, std::string& payload) {
    return swap_root(side, payload) && swap_opening(side, payload);
  };
  table.play(kSample, kSample, {"e6e7"});
  CHECK(table.found() == "illegal-layout");
}

TEST_CASE("hidden lies: a flag that is not shown when its marshal falls") {
  Table table;
  table.desk.tamper = changing<PartMessage>([](PartMessage& part) {
    if (part.of == Of::kSaid && part.size == 7 + 32 + 5 * 32) part.bytes.assign(part.bytes.size(), '\0');
    return true;
  });
  table.play(kMarshalAhead, kMarshalOpposite, {"a6a7"});
  CHECK(table.found() == "false-announcement");
}

TEST_CASE("hidden lies: an answer that opens to nothing, and a true one that is disputed") {
  SECTION("it opens to nothing: the other side disputes it, and both open at once") {
    Table table;
    table.desk.tamper = changing<PartMessage>([](PartMessage& part) {
      if (part.of != Of::kSaid || part.size != 320) return true;
      for (std::size_t i = 32; i < part.bytes.size(); ++i)
        part.bytes[i] = static_cast<char>(part.bytes[i] ^ 0x55);
      return true;
    });
    table.play(kSample, kSample, {"a2b3", "a7a6"});  // the liar defends
    CHECK(table.desk.side(kHonest).referee->events().back().text == "disagreement");
    CHECK(table.found() == "bad-table");
    // Its own machine knows no better than that it was accused.
    CHECK(table.desk.side(kLiar).hidden->verdict());
  }
  SECTION("it was true") {
    Table table;
    bool once = false;
    table.desk.tamper = [&](int side, std::string& payload) {
      auto message = qitai::duel::read_hidden(payload);
      const auto* part = std::get_if<PartMessage>(&*message);
      if (side == kLiar && part != nullptr && part->of == Of::kSaid && part->index == 1 &&
          !std::exchange(once, true))
        payload = qitai::duel::write(qitai::duel::DisputeMessage{part->number});
      return true;
    };
    table.play(kSample, kSample, {"a6a7"});
    CHECK(once);
    CHECK(table.desk.side(kHonest).referee->events().back().text == "disagreement");
    CHECK(table.found() == "false-accusation");
  }
}

TEST_CASE("hidden lies: what a message itself shows cuts its sender off, and the match is as it was") {
  const auto said = [](std::uint32_t index, std::function<void(std::string&)> change) {
    return changing<PartMessage>([=](PartMessage& part) {
      if (part.of == Of::kSaid && part.index == index) change(part.bytes);
      return true;
    });
  };
  const auto cut = [](auto tamper, std::vector<std::string> moves, std::string first = kSample,
                      std::string second = kSample) {
    Table table;
    table.desk.tamper = tamper;
    table.moves = std::move(moves);
    table.desk.set_up(first, second);
    table.desk.run();
    CHECK(table.desk.side(kHonest).referee->ply() == 0);
    CHECK(table.desk.side(kHonest).referee->phase() == Phase::kPlaying);
    return table.cut();
  };
  CHECK(cut(said(0, [](std::string& bytes) { bytes.assign(32, '\0'); }), {"a6a7"}) == "bad-point");
  CHECK(cut(said(1, [](std::string& bytes) { bytes[3] = static_cast<char>(bytes[3] ^ 1); }), {"a6a7"}) ==
        "false-outcome");
  CHECK(cut(changing<PartMessage>([](PartMessage& part) {
              if (part.size == 199) part.bytes[38] = static_cast<char>(part.bytes[38] ^ 1);
              return true;
            }),
            {"a6a7"}, kMarshalAhead, kMarshalOpposite) == "forged-path");
  CHECK(cut(changing<PartMessage>([](PartMessage& part) {
              if (part.of == Of::kSaid) part.number += 1;
              return true;
            }),
            {"a6a7"}) == "out-of-turn");
  CHECK(cut(changing<PartMessage>([](PartMessage& part) {
              if (part.of == Of::kSaid) part.size += 5, part.offset += 5;
              return true;
            }),
            {"a6a7"}) == "malformed");
}

TEST_CASE("hidden lies: who does not open within its time has left, and who does not answer is overdue") {
  SECTION("opening") {
    Table table;
    table.desk.tamper = changing<PartMessage>([](PartMessage& part) { return part.of != Of::kOpening; });
    table.play(kSample, kSample, {"a6a7"});
    auto& honest = *table.desk.side(kHonest).hidden;
    CHECK_FALSE(honest.verdict());
    CHECK(honest.owing() == 0);
    // While the link is lost its time stands.
    table.desk.pass_time(qitai::duel::kOpenWithin / 2);
    table.desk.lose_link();
    table.desk.pass_time(qitai::duel::kOpenWithin * 2);
    CHECK_FALSE(honest.verdict());
    table.desk.run();
    table.desk.pass_time(qitai::duel::kOpenWithin / 2);
    CHECK(table.found() == "left");
  }
  SECTION("opening, and it will not come back") {
    Table table;
    table.desk.tamper = changing<PartMessage>([](PartMessage& part) { return part.of != Of::kOpening; });
    table.play(kSample, kSample, {"a6a7"});
    table.desk.side(kHonest).hidden->give_up(table.desk.now);
    table.desk.pass_time(0);
    CHECK(table.found() == "left");
    table.desk.kill(kHonest);
    CHECK(table.found() == "left");
  }
  SECTION("a step of a fight") {
    Table table;
    table.desk.tamper = changing<PartMessage>([](PartMessage& part) { return part.of != Of::kSaid; });
    table.moves = {"a6a7"};
    table.desk.set_up(kSample, kSample);
    table.desk.run();
    auto& honest = *table.desk.side(kHonest).hidden;
    CHECK(honest.owing() == 0);
    table.desk.pass_time(qitai::duel::kStepWithin - 1'000'000);
    CHECK_FALSE(honest.overdue());
    table.desk.pass_time(2'000'000);
    CHECK(honest.overdue());
    table.desk.run();
    CHECK(table.desk.side(kHonest).referee->events().back().text == "aborted");  // before both had moved
  }
}

TEST_CASE("hidden lies: shares and anchors that are not what they must be") {
  const auto cut = [](auto tamper) {
    Table table("flip");
    table.desk.tamper = tamper;
    table.desk.chooses = nullptr;
    table.desk.lose_link();  // the anchors are said again, and pass what changes them
    table.desk.run();
    return table.cut();
  };
  using qitai::duel::AnchorMessage;
  using qitai::duel::ShareMessage;
  CHECK(cut(changing<ShareMessage>([](ShareMessage& share) {
          share.value[0] ^= 1;
          return true;
        })) == "false-share");
  Digest honest{};
  CHECK(cut([&](int side, std::string& payload) {
          auto message = qitai::duel::read_hidden(payload);
          if (auto* anchor = std::get_if<AnchorMessage>(&*message)) {
            if (side == kHonest) honest = anchor->anchor;
            if (side == kLiar) payload = qitai::duel::write(AnchorMessage{honest});
          }
          return true;
        }) == "equal-anchors");
}

TEST_CASE("hidden lies: a layout that is not the one it was bound to, where both are shown") {
  Table table("open");
  table.desk.tamper = changing<PartMessage>([](PartMessage& part) {
    if (part.of == Of::kLayout) std::swap(part.bytes[32], part.bytes[33]);
    return true;
  });
  table.desk.set_up(kSample, kSample);
  table.desk.run();
  CHECK(table.cut() == "false-layout");
  CHECK(table.desk.side(kHonest).referee->phase() == Phase::kSetUp);
  CHECK(table.desk.side(kHonest).commits.empty());
}
