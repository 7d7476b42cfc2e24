#include <fmt/format.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "duel/channel_impl.hpp"

namespace qitai::duel {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kMostHelloBytes = 8192;

void read(Reader& reader, Digest& digest) {
  const ByteView bytes = reader.raw(digest.size());
  std::copy(bytes.begin(), bytes.end(), digest.begin());
}

}  // namespace

std::string Channel::save() const {
  const Impl& impl = *impl_;
  if (!impl.in_match || !impl.known || impl.state == State::kClosed) return {};
  Writer writer;
  writer.u8(kVersion);
  writer.u8(impl.own_role == Role::kDialler ? 1 : 0);
  writer.raw(impl.root.out.bytes);
  writer.raw(impl.root.in.bytes);
  writer.raw(impl.keys);
  writer.raw(impl.current.id);
  writer.text(encode(impl.far));
  return std::string(as_text(writer.bytes()));
}

Result<Channel> Channel::restore(std::string_view saved, Role role, Random random) {
  Reader reader(as_bytes(saved));
  const std::uint8_t version = reader.u8();
  if (reader.ok() && version != kVersion)
    return Error{"version", fmt::format("a saved channel is of version {}, expected {}", version, kVersion)};
  const std::uint8_t saved_role = reader.u8();
  auto impl = std::make_unique<Impl>(role, Hello{}, std::move(random));
  read(reader, impl->root.out.bytes);
  read(reader, impl->root.in.bytes);
  read(reader, impl->keys);
  read(reader, impl->current.id);
  const std::string hello = reader.text(kMostHelloBytes);
  if (Status whole = reader.finish("a saved channel"); !whole) return whole.error();
  if (saved_role != (role == Role::kDialler ? 1 : 0))
    return Error{"role", fmt::format("a saved channel is of role {}, expected the other", saved_role)};
  Result<Hello> far = decode_hello(hello);
  if (!far) return far.error();
  impl->far = std::move(*far);
  impl->previous = impl->current;
  impl->known = true;
  impl->in_match = true;
  impl->state = State::kLost;
  impl->reason = "gone";
  impl->dial_at = 0;
  return Channel(std::move(impl));
}

}  // namespace qitai::duel
