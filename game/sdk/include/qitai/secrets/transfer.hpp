// Qitai SDK for C++: how a fight between two hidden pieces is settled: 1-of-n oblivious transfer over
// ristretto255. The one who asks chooses one of n entries and hides which; the one who answers enciphers an
// outcome for each entry, and only the chosen one can be deciphered. Header only; needs libsodium.
//
// context  ties all of it to one move of one match; C_j = a point of (context, j) whose logarithm nobody
// knows question P = b*G + C_c                                            32 bytes; c the entry chosen answer
// R = r*G, E_j = T_f(j) xor H16(j || P || R || r(P - C_j)), H(T_o) of every outcome o token    T = E_c xor
// H16(c || P || R || bR)                       16 bytes: the outcome, and the proof of it b, r and the tokens
// T_o are made of a secret key and the context: the same question has the same answer.
#pragma once

#include <qitai/secrets.h>
#include <qitai/secrets/merkle.hpp>

#include <string>

namespace qitai::sdk::secrets {

using Token = std::array<std::uint8_t, 16>;

inline bool is_point(const Bytes32& bytes) {
  // The identity counts as valid there, but hides nothing.
  return crypto_core_ristretto255_is_valid_point(bytes.data()) == 1 &&
         sodium_is_zero(bytes.data(), bytes.size()) == 0;
}

// What a fight of one move hangs on: match, number and chained public hash of the move, and the move itself.
inline Bytes32 fight_context(const Bytes32& match, const qitai_ply& ply) {
  return Hash()
      .bytes(match)
      .number(ply.number, 8)
      .bytes(ply.chain)
      .number(ply.move.from, 2)
      .number(ply.move.to, 2)
      .number(ply.move.choice, 2)
      .number(ply.move.flags, 2)
      .done();
}

// One transfer, seen from either side. `entries` is n, `outcomes` how many outcomes there are (1…outcomes).
class Transfer {
 public:
  Transfer(const Bytes32& context, const Bytes32& key, std::size_t entries, std::size_t outcomes)
      : context_(context), key_(key), entries_(entries), outcomes_(outcomes) {}
  ~Transfer() { sodium_memzero(key_.data(), key_.size()); }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  // Bytes of an answer: for 10 entries and 4 outcomes 320.
  [[nodiscard]] std::size_t answer_size() const { return 32 + entries_ * 16 + outcomes_ * 32; }

  // The question for entry `chosen`.
  [[nodiscard]] Bytes32 question(std::size_t chosen) const {
    Bytes32 base{}, question{};
    const Bytes32 b = scalar('b');
    crypto_scalarmult_ristretto255_base(base.data(), b.data());
    crypto_core_ristretto255_add(question.data(), base.data(), entry_point(chosen).data());
    return question;
  }

  // The answer to a question, `outcome_of[j]` being the outcome for entry j. Nothing: the question is no
  // point, or one that hides nothing.
  [[nodiscard]] std::optional<std::string> answer(const Bytes32& question,
                                                  std::span<const std::uint8_t> outcome_of) const {
    if (!is_point(question)) return std::nullopt;
    Bytes32 base{};
    const Bytes32 r = scalar('r');
    crypto_scalarmult_ristretto255_base(base.data(), r.data());
    std::string answer(reinterpret_cast<const char*>(base.data()), base.size());
    for (std::size_t j = 0; j < entries_; ++j) {
      Bytes32 difference{}, shared{};
      if (crypto_core_ristretto255_sub(difference.data(), question.data(), entry_point(j).data()) != 0 ||
          crypto_scalarmult_ristretto255(shared.data(), r.data(), difference.data()) != 0)
        return std::nullopt;
      append(answer, masked(token(outcome_of[j]), j, question, base, shared));
    }
    for (std::size_t o = 1; o <= outcomes_; ++o)
      append(answer, Hash().bytes(token(o)).done());
    return answer;
  }

  struct Opened {
    std::size_t outcome = 0;  // 0: the entry holds none of the tokens
    Token token{};
  };
  // What the answer to question(chosen) says. Nothing: its size or its point is wrong.
  [[nodiscard]] std::optional<Opened> open(std::string_view answer, std::size_t chosen) const {
    if (answer.size() != answer_size()) return std::nullopt;
    Bytes32 base{}, shared{};
    std::memcpy(base.data(), answer.data(), base.size());
    const Bytes32 b = scalar('b');
    if (!is_point(base) || crypto_scalarmult_ristretto255(shared.data(), b.data(), base.data()) != 0)
      return std::nullopt;
    Token entry{};
    std::memcpy(entry.data(), answer.data() + 32 + chosen * 16, entry.size());
    Opened opened;
    opened.token = masked(entry, chosen, question(chosen), base, shared);
    opened.outcome = outcome_in(answer, opened.token);
    return opened;
  }

  // Which outcome a token proves against an answer of the right size, or 0.
  [[nodiscard]] std::size_t outcome_in(std::string_view answer, const Token& token) const {
    const Bytes32 hash = Hash().bytes(token).done();
    for (std::size_t o = 1; o <= outcomes_; ++o) {
      if (sodium_memcmp(hash.data(), answer.data() + 32 + entries_ * 16 + (o - 1) * 32, hash.size()) == 0)
        return o;
    }
    return 0;
  }

 private:
  template <typename Array>
  static void append(std::string& to, const Array& bytes) {
    to.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  [[nodiscard]] Bytes32 entry_point(std::size_t j) const {
    Bytes32 point{};
    const auto hash = Hash(64).bytes(context_).number(j, 1).done<64>();
    crypto_core_ristretto255_from_hash(point.data(), hash.data());
    return point;
  }
  [[nodiscard]] Bytes32 scalar(char purpose) const {
    Bytes32 scalar{};
    const auto wide = Hash(64, key_).bytes(context_).number(static_cast<std::uint8_t>(purpose), 1).done<64>();
    crypto_core_ristretto255_scalar_reduce(scalar.data(), wide.data());
    return scalar;
  }
  [[nodiscard]] Token token(std::size_t outcome) const {
    return Hash(16, key_).bytes(context_).number(outcome, 1).done<16>();
  }
  [[nodiscard]] Token masked(Token token, std::size_t j, const Bytes32& question, const Bytes32& base,
                             const Bytes32& shared) const {
    const auto mask = Hash(16, context_).number(j, 1).bytes(question).bytes(base).bytes(shared).done<16>();
    for (std::size_t i = 0; i < token.size(); ++i)
      token[i] = static_cast<std::uint8_t>(token[i] ^ mask[i]);
    return token;
  }

  Bytes32 context_;
  Bytes32 key_;
  std::size_t entries_;
  std::size_t outcomes_;
};

}  // namespace qitai::sdk::secrets
