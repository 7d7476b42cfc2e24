// The inside of Hidden. hidden.cpp: the public face, set-ups and intents; hidden_said.cpp: the link;
// hidden_end.cpp: owing, openings and the verdict; hidden_kept.cpp: the journal.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "duel/draws.hpp"
#include "duel/hidden.hpp"
#include "duel/hidden_messages.hpp"
#include "host/secrets.hpp"

namespace qitai::duel {

// How set-ups are kept from the other machine.
enum class Layouts : std::uint8_t {
  kNone,    // the game has none under these terms
  kShown,   // they are public once both stand
  kSecret,  // by the game's keeper
};

// What an entry of the journal is made of.
enum class Record : std::uint8_t {
  kBegin = 1,   // id, seat, how set-ups are kept, salt, seed of the chain
  kKeeper = 2,  // bytes that a keeper's journal has grown by
  kLayout = 3,  // the own one
  kRoot = 4,    // the other side's
  kShown = 5,   // the other side's layout
  kAnchor = 6,  // the other side's
  kShare = 7,   // the other side's next link
  kTurn = 8,    // Pending, and the public hash before it
  kDrawn = 9,   // the number of an intent of chance that the keeper was told
  kDispute = 10,
  kOpening = 11,  // the other side's
  kLeft = 12,     // it has not opened in time
};

struct Hidden::Impl {
  HiddenConfig config;
  Layouts layouts = Layouts::kNone;
  bool draws = false;
  bool begun = false;  // the journal has its beginning
  std::optional<host::Keeper> keeper;
  std::uint64_t kept = 0;  // bytes of the keeper's journal that are in ours

  std::string own_layout, far_layout;  // far_layout: kShown alone
  std::optional<Digest> own_root, far_root;
  Digest salt{};
  std::optional<OwnChain> own_chain;
  FarChain far_chain;
  std::uint32_t keeper_drawn = 0;  // 1 + the number of the last draw that the keeper knows

  // The match as follow() saw it last.
  std::uint32_t number = 0;  // of the next intent
  Digest chain{};
  std::uint32_t due_draw = 0;    // which draw of the match, 0: none is due
  std::uint32_t draw_count = 0;  // out of how many
  std::uint32_t begun_draws = 0;
  bool over = false;                      // for good
  std::unique_ptr<match::Referee> final;  // then: as it ended, for reveal()

  std::optional<Pending> turn;  // the last one, committed or not
  Digest turn_chain{};          // the public hash before it
  std::optional<host::Move> expected;
  bool disputed = false;
  bool far_disputes = false;  // it was the other side that said so
  bool far_took = false;      // the other side has the own opening

  std::string own_opening, far_opening;  // as they are sent
  std::optional<Verdict> verdict;
  std::optional<match::Revealed> revealed;

  // The link.
  std::uint64_t said_key = 0;   // the turn of which messages were sent on this connection, ...
  std::uint32_t said_sent = 0;  // ... and how many
  std::uint32_t share_sent = 0;
  bool anchor_sent = false, root_sent = false, layout_sent = false, turn_sent = false, dispute_sent = false,
       opening_sent = false;
  bool is_up = false;
  bool overdue = false;  // the other side owes something for too long
  Parts parts;
  std::vector<HiddenMessage> ahead;  // of numbers that the match has not come to
  // How long the other side has owed what it owes.
  std::string owed;
  Now left_to_owe = 0;
  Now due = kNever;

  Writer batch;  // records that no entry holds yet
  std::vector<Out> outs;

  explicit Impl(HiddenConfig with) : config(std::move(with)) {}
  [[nodiscard]] host::Seat other() const { return 1 - config.own; }
  // A keeper's number for an intent's: it counts from 1.
  static std::uint64_t key_of(std::uint32_t intent) { return std::uint64_t{intent} + 1; }
  [[nodiscard]] bool both_rooted() const { return own_root && far_root; }
  [[nodiscard]] bool layouts_known() const { return !own_layout.empty() && !far_layout.empty(); }
  [[nodiscard]] bool settled(std::uint32_t intent) const;
  // Whether anything had to be said about the last turn, if it is that.
  [[nodiscard]] bool talked_about(std::uint32_t intent) const;

  // hidden.cpp
  [[nodiscard]] std::optional<Error> choose();  // how set-ups are kept, and the keeper if it is one
  [[nodiscard]] Digest root_of(host::Seat seat, const Digest& with, std::string_view layout) const;
  [[nodiscard]] std::optional<host::Refusal> refuse_layout(host::Seat seat, std::string_view layout) const;
  [[nodiscard]] std::optional<std::uint32_t> draw_of(std::uint32_t i, std::uint32_t count) const;
  [[nodiscard]] host::Answer<match::Intent> complete_setup(match::Intent intent) const;
  host::Answer<match::Intent> complete_time(match::Intent intent);
  host::Answer<match::Intent> complete_draw(match::Intent intent, const match::Referee& referee);
  host::Answer<match::Intent> complete_ply(match::Intent intent, const match::Referee& referee,
                                           std::uint32_t proposal, match::Instant waived);
  std::optional<host::Refusal> take_turn(const Pending& pending, const Digest& before);

  // hidden_said.cpp
  void send(const HiddenMessage& message);
  void send_whole(PartMessage part, const std::string& whole);
  void speak(Now now);  // after everything that happened: what is due is said, kept, and who owes is timed
  void say();           // all that is due and was not said on this connection
  void say_turn();
  void say_messages();
  [[nodiscard]] std::string take(const HiddenMessage& message);
  [[nodiscard]] std::string take_root(const Digest& root);
  [[nodiscard]] std::string take_anchor(const Digest& anchor);
  [[nodiscard]] std::string take_share(const ShareMessage& message);
  [[nodiscard]] std::string take_layout(const std::string& whole);
  [[nodiscard]] std::string take_turn_message(const TurnMessage& message);
  [[nodiscard]] std::string take_said(const PartMessage& part, const std::string& whole);
  [[nodiscard]] std::string take_dispute(std::uint32_t about);
  [[nodiscard]] std::string take_opening(const std::string& whole);
  [[nodiscard]] std::string take_ahead();

  // hidden_end.cpp
  void finish(const match::Referee& referee);
  [[nodiscard]] std::string take_opened(const std::string& whole);  // after the own one
  void judge();
  [[nodiscard]] std::optional<host::Seat> owing() const;
  [[nodiscard]] std::string what_is_owed() const;
  void time(Now now);  // of what the other side owes

  // hidden_kept.cpp
  void keep(Record record, const Writer& body);
  void keep_text(Record record, std::string_view text);
  void keep_begin(const Digest& seed);
  void keep_root(const Digest& root);
  void keep_share(std::uint32_t draw, const Digest& value);
  void keep_turn(Pending pending, const Digest& before);
  void flush();  // one entry of what there is new
  [[nodiscard]] bool read(std::string_view entry, std::string& keeper_bytes);
  [[nodiscard]] bool read_record(Record record, Reader& body, std::string& keeper_bytes);
};

}  // namespace qitai::duel
