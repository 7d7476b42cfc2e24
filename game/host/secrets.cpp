#include "host/secrets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/call.hpp"
#include "host/extension.hpp"
#include "host/tables.hpp"

namespace qitai::host {
namespace {

constexpr std::string_view kSecretsId = QITAI_SECRETS_ID;
constexpr std::size_t kPoints = QITAI_MAX_POINTS;

qitai_str raw(std::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

// The copied table of a variant; null where it has none.
std::shared_ptr<const qitai_secrets> Keeper::table(const Variant& variant) {
  const auto found = read_extension<qitai_secrets>(variant.info_, variant.api_, kSecretsId);
  if (!found) return nullptr;
  const qitai_secrets& t = *found;
  if (t.begin == nullptr || t.restore == nullptr || t.end == nullptr || t.journal == nullptr ||
      t.commit == nullptr || t.take_root == nullptr || t.draw == nullptr || t.turn == nullptr ||
      t.withdraw == nullptr || t.look == nullptr || t.message == nullptr || t.hear == nullptr ||
      t.facts == nullptr || t.declare == nullptr || t.dispute == nullptr || t.open == nullptr ||
      t.take_opening == nullptr || t.audit == nullptr)
    fault(variant.info_, kSecretsId, "lacks a function that is not optional");
  return std::make_shared<const qitai_secrets>(t);
}

Keeper::Keeper(std::shared_ptr<const Variant> variant, std::shared_ptr<const qitai_secrets> api,
               qitai_keeper* raw)
    : variant_(std::move(variant)), api_(std::move(api)), raw_(raw) {}

Keeper::Keeper(Keeper&& other) noexcept
    : variant_(std::move(other.variant_)),
      api_(std::move(other.api_)),
      raw_(std::exchange(other.raw_, nullptr)) {}

Keeper& Keeper::operator=(Keeper&& other) noexcept {
  std::swap(variant_, other.variant_);
  std::swap(api_, other.api_);
  std::swap(raw_, other.raw_);
  return *this;
}

Keeper::~Keeper() {
  if (raw_ != nullptr) api_->end(raw_);
}

bool Keeper::offered(const Variant& variant) {
  return table(variant) != nullptr;
}

Answer<Keeper> Keeper::begin(const std::shared_ptr<const Variant>& variant, const SecretsStart& start) {
  const VariantInfo& info = variant->info();
  auto api = table(*variant);
  if (api == nullptr) return refusal("unsupported", "the game keeps no secrets between machines");
  if (info.seats.size() != 2 || (start.seat != 0 && start.seat != 1))
    return refusal("unsupported", "secrets are kept between two seats");
  std::vector<std::int64_t> options = start.options;
  if (options.empty()) {
    for (const auto& option : info.options)
      options.push_back(option.fallback);
  }
  qitai_secrets_start begin{};
  begin.struct_size = sizeof begin;
  begin.option_count = static_cast<std::uint32_t>(options.size());
  begin.options = options.data();
  begin.position = raw(start.position);
  std::copy(start.seed.begin(), start.seed.end(), begin.seed);
  std::copy(start.match.begin(), start.match.end(), begin.match);
  std::copy(start.secret.begin(), start.secret.end(), begin.secret);
  begin.seat = start.seat;
  qitai_keeper* keeper = nullptr;
  RefusalBox why;
  const qitai_status status = api->begin(&begin, &keeper, why.raw());
  std::fill(std::begin(begin.secret), std::end(begin.secret), std::uint8_t{0});
  if (status != QITAI_OK) return why.taken(status, "secrets.begin", kPoints);
  if (keeper == nullptr) fault(info, "secrets.begin", "answered QITAI_OK without a keeper");
  return Keeper(variant, std::move(api), keeper);
}

Answer<Keeper> Keeper::restore(const std::shared_ptr<const Variant>& variant, std::string_view journal) {
  auto api = table(*variant);
  if (api == nullptr) return refusal("unsupported", "the game keeps no secrets between machines");
  qitai_keeper* keeper = nullptr;
  RefusalBox why;
  const qitai_status status = api->restore(journal.data(), journal.size(), &keeper, why.raw());
  if (status != QITAI_OK) return why.taken(status, "secrets.restore", kPoints);
  if (keeper == nullptr) fault(variant->info(), "secrets.restore", "answered QITAI_OK without a keeper");
  return Keeper(variant, std::move(api), keeper);
}

std::optional<Refusal> Keeper::answered(const char* function, qitai_status status,
                                        const RefusalBox& why) const {
  if (status == QITAI_OK) return std::nullopt;
  if (status != QITAI_REFUSED) fault(info(), function, "answered " + status_name(status));
  return why.taken(status, function, kPoints);
}

std::string Keeper::journal(std::uint64_t from) const {
  ByteSink bytes(QITAI_SECRETS_JOURNAL);
  const qitai_status status = api_->journal(raw_, from, bytes.raw());
  if (bytes.overflown()) fault(info(), "secrets.journal", "wrote too many bytes");
  demand(info(), "secrets.journal", status);
  return bytes.take();
}

Answer<std::array<std::uint8_t, 32>> Keeper::commit(std::string_view layout) {
  std::array<std::uint8_t, 32> root{};
  RefusalBox why;
  const qitai_status status = api_->commit(raw_, layout.data(), layout.size(), root.data(), why.raw());
  if (auto refused = answered("secrets.commit", status, why)) return *std::move(refused);
  return root;
}

std::optional<Refusal> Keeper::take_root(const std::array<std::uint8_t, 32>& root) {
  RefusalBox why;
  return answered("secrets.take_root", api_->take_root(raw_, root.data(), why.raw()), why);
}

std::optional<Refusal> Keeper::draw(std::uint32_t index) {
  RefusalBox why;
  return answered("secrets.draw", api_->draw(raw_, index, why.raw()), why);
}

std::optional<Refusal> Keeper::turn(const Ply& ply) {
  qitai_ply raw{};
  raw.number = ply.number;
  std::copy(ply.chain.begin(), ply.chain.end(), raw.chain);
  raw.move = to_raw(ply.move);
  raw.seat = ply.seat;
  RefusalBox why;
  return answered("secrets.turn", api_->turn(raw_, &raw, why.raw()), why);
}

std::optional<Refusal> Keeper::withdraw(std::uint64_t number) {
  RefusalBox why;
  return answered("secrets.withdraw", api_->withdraw(raw_, number, why.raw()), why);
}

Keeper::Look Keeper::look() const {
  qitai_secrets_look raw{};
  raw.struct_size = sizeof raw;
  demand(info(), "secrets.look", api_->look(raw_, &raw));
  if (raw.owes < -1 || raw.owes > 1 || raw.state > QITAI_SECRETS_DISPUTED ||
      (raw.owes != -1) != (raw.state == QITAI_SECRETS_OPEN))
    fault(info(), "secrets.look", fmt::format("answered state {}, owes {}", raw.state, raw.owes));
  return {raw.number, raw.owes, raw.said, raw.heard, static_cast<Stage>(raw.state)};
}

std::string Keeper::message(std::uint64_t number, std::uint32_t index) const {
  ByteSink bytes(QITAI_SECRETS_MESSAGE);
  const qitai_status status = api_->message(raw_, number, index, bytes.raw());
  if (status == QITAI_BAD_ARGUMENT) return {};
  if (bytes.overflown() || (status == QITAI_OK && bytes.bytes().empty()))
    fault(info(), "secrets.message", fmt::format("wrote nothing, or over {} bytes", QITAI_SECRETS_MESSAGE));
  demand(info(), "secrets.message", status);
  return bytes.take();
}

std::optional<Refusal> Keeper::hear(std::uint64_t number, std::uint32_t index, std::string_view bytes) {
  if (bytes.size() > QITAI_SECRETS_MESSAGE)
    return refusal("malformed",
                   fmt::format("a message of {} bytes, at most {}", bytes.size(), QITAI_SECRETS_MESSAGE));
  RefusalBox why;
  return answered("secrets.hear", api_->hear(raw_, number, index, bytes.data(), bytes.size(), why.raw()),
                  why);
}

std::vector<Fact> Keeper::facts(std::uint64_t number) const {
  std::vector<Fact> facts;
  const qitai_status status =
      fill(info(), "secrets.facts", facts, [&](qitai_fact* out, std::uint32_t room, std::uint32_t* count) {
        return api_->facts(raw_, number, out, room, count);
      });
  if (status == QITAI_BAD_ARGUMENT) return {};
  demand(info(), "secrets.facts", status);
  for (const Fact& fact : facts) {
    if (fact.seat > 1 || (fact.point >= kPoints && fact.point != kNoPoint))
      fault(info(), "secrets.facts", "names a seat or a point that there is not");
  }
  return facts;
}

std::optional<Refusal> Keeper::declare(Seat seat, std::string_view reason) {
  RefusalBox why;
  return answered("secrets.declare", api_->declare(raw_, seat, raw(reason), why.raw()), why);
}

std::optional<Refusal> Keeper::dispute(std::uint64_t number) {
  RefusalBox why;
  return answered("secrets.dispute", api_->dispute(raw_, number, why.raw()), why);
}

Answer<std::string> Keeper::open() {
  ByteSink bytes(QITAI_SECRETS_MESSAGE);
  RefusalBox why;
  const qitai_status status = api_->open(raw_, bytes.raw(), why.raw());
  if (bytes.overflown()) fault(info(), "secrets.open", "wrote too many bytes");
  if (auto refused = answered("secrets.open", status, why)) return *std::move(refused);
  return bytes.take();
}

std::optional<Refusal> Keeper::take_opening(std::string_view bytes) {
  RefusalBox why;
  return answered("secrets.take_opening", api_->take_opening(raw_, bytes.data(), bytes.size(), why.raw()),
                  why);
}

std::optional<Keeper::Lie> Keeper::audit(Seat seat) const {
  RefusalBox why;
  std::uint64_t number = 0;
  auto lie = answered("secrets.audit", api_->audit(raw_, seat, &number, why.raw()), why);
  if (!lie) return std::nullopt;
  return Lie{number, *std::move(lie)};
}

std::optional<std::vector<Fact>> asked_of(const State& state, Seat seat, Move move,
                                          std::span<const Fact> settled) {
  std::vector<Fact> answers;
  for (int round = 0; round < 8; ++round) {
    const std::vector<Fact> questions = state.needs(seat, move, answers);
    if (questions.empty()) return answers;
    // One answer may make the next question needless: what was not settled may be asked no more.
    const std::size_t before = answers.size();
    for (const Fact& question : questions) {
      const auto fits = [&](const Fact& fact) {
        return fact.what == question.what && fact.seat == question.seat &&
               (question.point == kNoPoint || question.point == fact.point);
      };
      const auto found = std::find_if(settled.begin(), settled.end(), fits);
      if (found != settled.end()) answers.push_back(*found);
    }
    if (answers.size() == before) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace qitai::host
