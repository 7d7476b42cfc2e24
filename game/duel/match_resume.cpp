// A match from its journal, every byte of which is hostile.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "duel/match_impl.hpp"

namespace qitai::duel {

using match::Intent;

namespace {

Error damaged(std::size_t index, std::string_view why) {
  return {"damaged", fmt::format("Entry {} of the duel's journal: {}", index, why)};
}

// What the entries say, each for itself; how they fit together is seen later.
struct Journal {
  std::optional<BeginEntry> begin;
  std::vector<CommitEntry> commits;
  std::vector<std::size_t> places;  // of the commits, for sentences
  std::vector<ProposalEntry> proposals;
  std::vector<std::uint32_t> refused;
  std::optional<std::string> end;
  std::vector<std::string> hidden;
};

// A commit may be kept a second time, with the hash that a replay has put right.
Status keep_commit(Journal& journal, CommitEntry commit, std::size_t index) {
  const std::size_t count = journal.commits.size();
  if (commit.number < count) {
    CommitEntry& before = journal.commits[commit.number];
    if (before.intent != commit.intent || before.proposal != commit.proposal)
      return damaged(index, fmt::format("it is a second commit {}", commit.number));
    before = std::move(commit);
    return {};
  }
  if (commit.number > count)
    return damaged(index, fmt::format("it is commit {}: expected {}", commit.number, count));
  journal.commits.push_back(std::move(commit));
  journal.places.push_back(index);
  return {};
}

Status take(Journal& journal, const Entry& entry, std::size_t index) {
  const auto wrong = [&](const Error& error) { return damaged(index, error.message); };
  if (entry.kind == EntryKind::kPartner) return {};
  if (entry.kind == EntryKind::kBegin) {
    if (journal.begin) return damaged(index, "it is a second beginning");
    Result<BeginEntry> begin = read_begin(entry);
    if (!begin) return wrong(begin.error());
    journal.begin = std::move(*begin);
    return {};
  }
  if (!journal.begin) return damaged(index, "it comes before the beginning");
  switch (entry.kind) {
    case EntryKind::kHidden:
      journal.hidden.push_back(entry.body);
      return {};
    case EntryKind::kCommit: {
      Result<CommitEntry> commit = read_commit(entry);
      if (!commit) return wrong(commit.error());
      journal.end.reset();  // it went on
      return keep_commit(journal, std::move(*commit), index);
    }
    case EntryKind::kProposal: {
      Result<ProposalEntry> proposal = read_proposal(entry);
      if (!proposal) return wrong(proposal.error());
      if (proposal->id == 0 || (!journal.proposals.empty() && journal.proposals.back().id >= proposal->id))
        return damaged(index, fmt::format("proposal {} is not later than the one before", proposal->id));
      if (proposal->base > journal.commits.size())
        return damaged(index, fmt::format("proposal {} knows commits that there are not", proposal->id));
      journal.proposals.push_back(std::move(*proposal));
      return {};
    }
    case EntryKind::kRefused: {
      const Result<std::uint32_t> refused = read_refused(entry);
      if (!refused) return wrong(refused.error());
      journal.refused.push_back(*refused);
      return {};
    }
    default: {
      Result<std::string> end = read_end(entry);
      if (!end) return wrong(end.error());
      journal.end = std::move(*end);
      return {};
    }
  }
}

bool is_done(const Journal& journal, std::uint32_t proposal) {
  return std::find(journal.refused.begin(), journal.refused.end(), proposal) != journal.refused.end() ||
         std::any_of(journal.commits.begin(), journal.commits.end(),
                     [proposal](const CommitEntry& commit) { return commit.proposal == proposal; });
}

bool is_of(const MatchConfig& config, const BeginEntry& begin) {
  return begin.id == config.id && begin.orders == config.orders && begin.own == config.own &&
         begin.terms == config.terms;
}

}  // namespace

Result<BeginEntry> Match::beginning(std::span<const std::string> entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Result<Entry> entry = decode_entry(entries[i]);
    if (!entry) return damaged(i, entry.error().message);
    if (entry->kind != EntryKind::kBegin) continue;
    Result<BeginEntry> begin = read_begin(*entry);
    if (!begin) return damaged(i, begin.error().message);
    return begin;
  }
  return Error{"entry", "The duel's journal has no beginning"};
}

Result<std::unique_ptr<Match>> Match::resume(MatchConfig config, std::span<const std::string> entries,
                                             std::string_view checkpoint, Now now) {
  std::optional<std::string> end;
  auto match = restore(std::move(config), entries, checkpoint, now, end);
  if (match && end && *end != "disconnected")
    return Error{"ended", fmt::format("The match has ended ({}): expected one to go on with", *end)};
  return match;
}

Result<std::unique_ptr<Match>> Match::ended(MatchConfig config, std::span<const std::string> entries,
                                            Now now) {
  std::optional<std::string> end;
  auto match = restore(std::move(config), entries, {}, now, end);
  if (!match) return match;
  if (!end || *end == "disconnected") return Error{"goes-on", "The match has not ended for good"};
  // Whoever owed something when the link was lost for good has left: that is seen again.
  (*match)->impl_->end_here(*end == "left" ? "disconnected" : *end);
  return match;
}

Result<std::unique_ptr<Match>> Match::restore(MatchConfig config, std::span<const std::string> entries,
                                              std::string_view checkpoint, Now now,
                                              std::optional<std::string>& end) {
  Journal journal;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Result<Entry> entry = decode_entry(entries[i]);
    if (!entry) return damaged(i, entry.error().message);
    if (const Status taken = take(journal, *entry, i); !taken) return taken.error();
  }
  if (!journal.begin) return Error{"damaged", "The duel's journal has no beginning"};
  if (!is_of(config, *journal.begin))
    return Error{"other-match", "The duel's journal is of another match than the one to be resumed"};
  end = journal.end;

  const bool hides = Hidden::needed(*config.variant);
  auto referee = match::Referee::start(config.variant, config.terms, hides ? config.own : -1);
  if (!referee) return referee.error();
  auto impl = std::make_unique<Impl>();
  impl->present = now;
  if (hides) {
    auto hidden = Hidden::restore({config.variant, config.terms, config.id, config.own, config.orders},
                                  journal.hidden, now);
    if (!hidden) return hidden.error();
    impl->hidden = std::move(*hidden);
  }
  impl->config = std::move(config);
  impl->referee = std::move(*referee);
  impl->first_hash = impl->referee->public_hash();
  for (CommitEntry& commit : journal.commits) {
    const std::size_t place = journal.places[commit.number];
    const Result<Intent> intent = match::decode_intent(commit.intent);
    if (!intent) return damaged(place, intent.error().message);
    const std::uint32_t ply = impl->referee->ply();
    if (const auto why = impl->submit(*intent))
      return damaged(place, fmt::format("its intent is refused ({})", why->id));
    if (impl->referee->intents().size() != commit.number + 1U ||
        impl->wire(impl->referee->intents().back()) != *intent)
      return damaged(place, "its intent is not what the rules make of it");
    if (impl->referee->public_hash() != commit.hash)
      return damaged(place, "it leads to another public hash than it says");
    if (commit.waived > kMostAllowance) return damaged(place, "its allowance is more than there is");
    impl->note_version(*intent, ply);
    impl->waived += commit.waived;
    impl->answered = std::max(impl->answered, commit.proposal);
    impl->commits.push_back(std::move(commit));
  }
  if (impl->hidden) {
    impl->follow_hidden();
    if (const auto pending = impl->hidden->pending()) {
      impl->answered = std::max(impl->answered, pending->proposal);
      impl->judged_turn = pending->number;  // it would not have been kept
    }
  }

  for (ProposalEntry& proposal : journal.proposals) {
    impl->next_proposal = proposal.id + 1;
    if (is_done(journal, proposal.id)) continue;
    const Result<Intent> intent = match::decode_intent(proposal.intent);
    if (!intent) return Error{"damaged", "A proposal in the duel's journal: " + intent.error().message};
    if (impl->hidden && intent->kind == match::IntentKind::kMove) impl->hidden->expect(intent->move);
    impl->wishes.push_back({std::move(proposal), *intent, 0});
  }

  match::Instant at = impl->last();
  impl->clock_known = false;
  if (const Result<Checkpoint> kept = decode_checkpoint(checkpoint); kept) {
    // A checkpoint is never taken later than a flag: one beyond it is not of this match.
    const match::Instant flag = impl->referee->next_flag();
    at = std::clamp(kept->at, at, flag == match::kNever ? match::kLastInstant : std::max(at, flag - 1));
    impl->lost_in_all = std::min<Now>(kept->lost, kGraceInAll);
    impl->clock_known = true;
  }
  impl->clock.stand(at);
  impl->lost_since = now;
  impl->loss_counts = true;
  return std::unique_ptr<Match>(new Match(std::move(impl)));
}

}  // namespace qitai::duel
