#include "duel/keys.hpp"

#include <sodium.h>

#include "base/bytes.hpp"

namespace qitai::duel {
namespace {

static_assert(crypto_kx_PUBLICKEYBYTES == sizeof(Digest) && crypto_kx_SECRETKEYBYTES == sizeof(Digest) &&
              crypto_kx_SESSIONKEYBYTES == sizeof(Digest) && crypto_kx_SEEDBYTES == sizeof(Digest));
static_assert(crypto_generichash_BYTES_MIN == sizeof(Mac));

// H(what was written, key = key).
void keyed_hash(Digest& output, const Writer& writer, const Secret& key) {
  crypto_generichash(output.data(), output.size(), writer.bytes().data(), writer.bytes().size(),
                     key.bytes.data(), key.bytes.size());
}

SessionKeys derive(const SessionKeys& keys, const Writer& writer) {
  SessionKeys derived;
  keyed_hash(derived.out.bytes, writer, keys.out);
  keyed_hash(derived.in.bytes, writer, keys.in);
  return derived;
}

}  // namespace

void Secret::wipe() {
  sodium_memzero(bytes.data(), bytes.size());
}

KeyPair make_key_pair(const Random& random) {
  Secret seed;
  random(seed.bytes);
  KeyPair pair;
  crypto_kx_seed_keypair(pair.public_key.data(), pair.secret.bytes.data(), seed.bytes.data());
  return pair;
}

Digest hellos_digest(const Hello& dialler, const Hello& listener) {
  Writer writer;
  writer.text(encode(dialler));
  writer.text(encode(listener));
  return hash_of(writer.bytes());
}

Digest public_keys_digest(const Digest& dialler, const Digest& listener) {
  Writer writer;
  writer.raw(dialler);
  writer.raw(listener);
  return hash_of(writer.bytes());
}

std::optional<SessionKeys> agree(Role own, const KeyPair& pair, const Digest& far_public,
                                 const Digest& hellos) {
  SessionKeys session;
  const auto exchange = own == Role::kDialler ? crypto_kx_client_session_keys : crypto_kx_server_session_keys;
  if (exchange(session.in.bytes.data(), session.out.bytes.data(), pair.public_key.data(),
               pair.secret.bytes.data(), far_public.data()) != 0)
    return std::nullopt;
  Writer writer;
  writer.raw(hellos);
  return derive(session, writer);
}

Mac mac_of(const Secret& key, Direction direction, std::uint64_t counter, std::string_view body) {
  Writer head;
  head.u8(static_cast<std::uint8_t>(direction));
  head.u64(counter);
  Mac mac{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, key.bytes.data(), key.bytes.size(), mac.size());
  crypto_generichash_update(&state, head.bytes().data(), head.bytes().size());
  crypto_generichash_update(&state, as_bytes(body).data(), body.size());
  crypto_generichash_final(&state, mac.data(), mac.size());
  sodium_memzero(&state, sizeof state);
  return mac;
}

Digest proof_of(const Secret& key, const Digest& match_id, Direction direction, const Nonces& nonces,
                std::uint32_t number) {
  Writer writer;
  writer.raw(match_id);
  writer.u8(static_cast<std::uint8_t>(direction));
  writer.raw(nonces.dialler);
  writer.raw(nonces.listener);
  writer.u32(number);
  Digest proof{};
  keyed_hash(proof, writer, key);
  return proof;
}

SessionKeys renewed(const SessionKeys& keys, const Nonces& nonces) {
  Writer writer;
  writer.raw(nonces.dialler);
  writer.raw(nonces.listener);
  return derive(keys, writer);
}

bool equal_secretly(ByteView a, ByteView b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace qitai::duel
