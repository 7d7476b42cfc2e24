// Seat: who sits at a table. This header: the table itself, one match in progress: referee, journal and the
// readers of its screens, tied together. No SDL; time comes in as a number. Every way to play (screen, demo,
// tests) goes through here, whoever judges: the referee of this machine, or two machines together.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "host/loader.hpp"
#include "host/variant.hpp"
#include "match/reader.hpp"
#include "match/referee.hpp"
#include "seat/shown_clocks.hpp"
#include "store/journal.hpp"

namespace qitai::seat {

class Partner;

// Microseconds of CLOCK_BOOTTIME (base/time.hpp); tests give numbers of their own.
using Now = std::int64_t;

// An unfinished match in the journal.
struct Resumable {
  std::int64_t match_id = 0;
  std::string variant;  // id
  std::uint32_t ply = 0;
  std::string turn_key;     // the variant's text key of who is to move
  bool setting_up = false;  // somebody still owes the private set-up
  match::Terms terms;
};

class Table {
 public:
  // A new match of this machine alone. `journal` may be null (demo): then every event counts as durable at
  // once. `credits`: what it costs, if the journal's purse has them.
  static Result<std::unique_ptr<Table>> begin(std::shared_ptr<const host::Variant> variant,
                                              const match::Terms& terms, store::Journal* journal, Now now,
                                              std::int64_t credits = 0);
  // The newest unfinished match, if its variant is there and its journal can be read; else nothing, and why
  // in `reason`: then it gives back what it cost.
  static std::optional<Resumable> resumable(const host::Plugins& plugins, store::Journal& journal,
                                            std::string* reason);
  // Goes on with it: same ply; the clock goes on from its last checkpoint.
  static Result<std::unique_ptr<Table>> resume(const host::Plugins& plugins, store::Journal& journal,
                                               const Resumable& which, Now now);
  // A match that has ended, as it stood at its end; nothing is kept of what is done with it. Errors:
  // "damaged", "no-variant", those of match::check().
  static Result<std::unique_ptr<Table>> look_back(const host::Plugins& plugins, store::Journal& journal,
                                                  const store::Finished& which, Now now);
  virtual ~Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // What a seat wants, now. `at` of the intent is filled in. Accepted: in the journal's queue already.
  [[nodiscard]] virtual std::variant<match::Accepted, host::Refusal> submit(match::Intent intent,
                                                                            Now now) = 0;
  [[nodiscard]] virtual std::optional<host::Refusal> would_refuse(match::Intent intent, Now now) const = 0;

  // Lets flags fall, takes the journal's answers, writes the clock's checkpoint each second while one runs.
  // True: something to show has changed. Call it when the loop wakes.
  virtual bool poll(Now now) = 0;
  // When poll must be called at the latest: flag, checkpoint, change of a shown second (tenth under 10 s).
  // INT64_MAX: never.
  [[nodiscard]] virtual Now next_wake(Now now) const = 0;

  [[nodiscard]] virtual const match::Referee& referee() const = 0;
  // The reader of a viewer, fed with everything so far (made on first use). match::kTruth: of a match
  // that has a result; before it, and of one that was called off, the public's.
  [[nodiscard]] const match::Reader& reader(int viewer);
  // Events up to here are durable; what lies beyond may glide but not land, and the next input waits for it.
  [[nodiscard]] virtual std::uint32_t durable_events() const = 0;
  // Not empty: the journal failed (full disk, read-only): a code ("disk-full", "read-only",
  // "journal-gone", "journal") for the state strip; the game goes on unrecorded, everything counts as
  // durable.
  [[nodiscard]] virtual const std::string& journal_trouble() const = 0;
  [[nodiscard]] virtual match::Referee::TimeLeft left(host::Seat seat, Now now) const = 0;
  // The layout that a seat would give if its set-up limit ran out now: at that instant it is given as it
  // stands, and where the rules refuse it the variant chooses one.
  // The journal keeps it for whoever goes on with the match.
  virtual void present_setup(host::Seat seat, std::string layout) = 0;
  // The newest one, of an earlier run of the program as well; hostile bytes, for that seat's eyes alone.
  [[nodiscard]] virtual std::optional<std::string> presented_setup(host::Seat seat) const = 0;
  // Who sits at the near edge of a screen that lies flat between two; the first seat until it is said. The
  // journal keeps it for whoever goes on with the match.
  virtual void sit_at_near_edge(host::Seat /*seat*/) {}
  [[nodiscard]] virtual host::Seat at_near_edge() const { return 0; }
  // Stands the clock still (program closing, a menu where the operator lets it) and lets it go on.
  virtual void hold(Now now) = 0;
  virtual void release(Now now) = 0;
  // The guest does not want to go on with it: marked as left open for good.
  virtual void forget() = 0;

  // The credits that its end has given back.
  [[nodiscard]] virtual std::int64_t returned() const { return 0; }

  // The far player that the match is played with; null: all sit at this machine.
  [[nodiscard]] virtual Partner* far() { return nullptr; }
  // A referee that knows everything, for the time after the match alone; null: this machine does not know it
  // all, or not yet.
  [[nodiscard]] virtual const match::Referee* truth() const { return &referee(); }

  [[nodiscard]] const host::Variant& variant() const { return *variant_; }
  [[nodiscard]] bool all_durable() const { return durable_events() == referee().events().size(); }

 protected:
  explicit Table(std::shared_ptr<const host::Variant> variant) : variant_(std::move(variant)) {}
  // What each seat has left.
  [[nodiscard]] TimesLeft times(Now now) const;
  // Whether the clocks look different from when this was last asked.
  bool clocks_changed(Now now);
  // The referee is another one now: what readers were fed with is void.
  void begin_reading_anew() { readers_.clear(); }

 private:
  std::shared_ptr<const host::Variant> variant_;
  std::map<int, std::unique_ptr<match::Reader>> readers_;
  std::vector<std::string> shown_clocks_;
};

}  // namespace qitai::seat
