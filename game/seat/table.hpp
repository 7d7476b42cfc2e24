// Seat: who sits at a table. This header: the table itself, one match in progress: referee, journal and the
// readers of its screens, tied together. No SDL; time comes in as a number. Every way to play (screen, demo,
// tests) goes through here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "host/loader.hpp"
#include "host/variant.hpp"
#include "match/reader.hpp"
#include "match/referee.hpp"
#include "store/journal.hpp"

namespace qitai::seat {

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
  // A new match. `journal` may be null (demo): then every event counts as durable at once.
  static Result<std::unique_ptr<Table>> begin(std::shared_ptr<const host::Variant> variant,
                                              const match::Terms& terms, store::Journal* journal, Now now);
  // The newest unfinished match, if its variant is there and its journal can be read; else nothing, and why
  // in `reason`.
  static std::optional<Resumable> resumable(const host::Plugins& plugins, store::Journal& journal,
                                            std::string* reason);
  // Goes on with it: same ply; the clock goes on from its last checkpoint.
  static Result<std::unique_ptr<Table>> resume(const host::Plugins& plugins, store::Journal& journal,
                                               const Resumable& which, Now now);
  ~Table();

  // What a seat wants, now. `at` of the intent is filled in. Accepted: in the journal's queue already.
  [[nodiscard]] std::variant<match::Accepted, host::Refusal> submit(match::Intent intent, Now now);
  [[nodiscard]] std::optional<host::Refusal> would_refuse(match::Intent intent, Now now) const;

  // Lets flags fall, takes the journal's answers, writes the clock's checkpoint each second while one runs.
  // True: something to show has changed. Call it when the loop wakes.
  bool poll(Now now);
  // When poll must be called at the latest: flag, checkpoint, change of a shown second (tenth under 10 s).
  // INT64_MAX: never.
  [[nodiscard]] Now next_wake(Now now) const;

  [[nodiscard]] const match::Referee& referee() const;
  [[nodiscard]] const host::Variant& variant() const;
  // The reader of a viewer, fed with everything so far (made on first use). match::kTruth: of a match
  // that has a result; before it, and of one that was called off, the public's.
  [[nodiscard]] const match::Reader& reader(int viewer);
  // Events up to here are durable; what lies beyond may glide but not land, and the next input waits for it.
  [[nodiscard]] std::uint32_t durable_events() const;
  [[nodiscard]] bool all_durable() const;
  // Not empty: the journal failed (full disk, read-only): a code ("disk-full", "read-only",
  // "journal-gone", "journal") for the state strip; the game goes on unrecorded, everything counts as
  // durable.
  [[nodiscard]] const std::string& journal_trouble() const;
  [[nodiscard]] match::Referee::TimeLeft left(host::Seat seat, Now now) const;
  // The layout that a seat would give if its set-up limit ran out now: at that instant it is given as it
  // stands, and where the rules refuse it the variant chooses one.
  // The journal keeps it for whoever goes on with the match.
  void present_setup(host::Seat seat, std::string layout);
  // The newest one, of an earlier run of the program as well; hostile bytes, for that seat's eyes alone.
  [[nodiscard]] std::optional<std::string> presented_setup(host::Seat seat) const;
  // Stands the clock still (program closing, a menu where the operator lets it) and lets it go on.
  void hold(Now now);
  void release(Now now);
  // The guest does not want to go on with it: marked as left open for good.
  void forget();

 private:
  struct Impl;
  explicit Table(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::seat
