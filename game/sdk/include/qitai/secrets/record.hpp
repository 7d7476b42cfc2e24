// Qitai SDK for C++: all that a keeper of secrets has seen of a match: what an audit judges. Header only;
// needs libsodium.
#pragma once

#include <qitai/secrets/pieces.hpp>
#include <qitai/secrets/transfer.hpp>

namespace qitai::sdk::secrets {

// The talk about one move.
struct Talk {
  qitai_ply ply{};
  std::array<std::vector<std::string>, 2> messages;  // by seat
  std::vector<qitai_fact> settled;
  std::optional<qitai_fact> question;  // what is asked now
  int round = 0;                       // of a fight: 0 the question is owed, 1 the answer, 2 the token
  std::string next;                    // the own answer or token, once a message has made it known
  int outcome = 0;                     // of the attacker's own keeper, as `next` proves it
  std::uint32_t state = QITAI_SECRETS_OPEN;
  int disputed_by = -1;  // a seat

  // Who has to say the next message.
  [[nodiscard]] int speaker() const {
    if (!question) return -1;
    if (question->what != QITAI_FACT_FIGHT) return question->seat;
    return round == 1 ? 1 - ply.seat : ply.seat;
  }
  // Whether this move was one that was fought about: then question and answer are the first of the messages.
  [[nodiscard]] bool fight() const {
    const auto is_fight = [](const qitai_fact& fact) { return fact.what == QITAI_FACT_FIGHT; };
    return (question && is_fight(*question)) || std::any_of(settled.begin(), settled.end(), is_fight);
  }
};

struct Record {
  Terms terms;
  Bytes32 match{};
  int seat = 0;
  Bytes32 secret{};
  std::string layout;  // empty until committed
  std::array<std::optional<Bytes32>, 2> roots;
  std::array<std::optional<Opening>, 2> openings;
  std::vector<Talk> talks;  // withdrawn ones are not here
  // Draws of chance: after how many talks, and which.
  std::vector<std::pair<std::size_t, std::uint32_t>> draws;
  std::optional<std::pair<int, std::string>> declared;  // seat, reason

  ~Record() { sodium_memzero(secret.data(), secret.size()); }
  Record() = default;
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;
};

inline bool same(const qitai_ply& a, const qitai_ply& b) {
  return a.number == b.number && a.seat == b.seat && a.move == b.move &&
         std::equal(std::begin(a.chain), std::end(a.chain), std::begin(b.chain));
}

}  // namespace qitai::sdk::secrets
