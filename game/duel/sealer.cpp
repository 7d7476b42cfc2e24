#include "duel/sealer.hpp"

namespace qitai::duel {

std::string Sealer::seal(const wire::Content& content) {
  wire::Packet packet;
  wire::Sealed& sealed = *packet.mutable_sealed();
  sealed.set_counter(sent_);
  sealed.set_body(content.SerializeAsString());
  const Mac mac = mac_of(keys_.out, outward(own_), sent_, sealed.body());
  sealed.set_mac(mac.data(), mac.size());
  ++sent_;
  return packet.SerializeAsString();
}

std::string_view Sealer::open(const wire::Sealed& sealed, wire::Content& content) {
  const Mac mac = mac_of(keys_.in, inward(own_), sealed.counter(), sealed.body());
  if (!equal_secretly(as_bytes(sealed.mac()), mac)) return "bad-mac";
  // From here on the far side said it; when and in which order is what remains to be asked.
  if (sealed.counter() < received_) return "replayed";
  if (sealed.counter() > received_) return "missing";
  ++received_;
  return content.ParseFromString(sealed.body()) ? "" : "malformed";
}

}  // namespace qitai::duel
