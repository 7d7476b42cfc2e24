#include "network/bluetooth/sdp.hpp"

#include <optional>

namespace qitai::bluetooth {
namespace {

constexpr std::size_t kLongest = 4096;
constexpr std::uint16_t kMostRequests = 16;
constexpr std::size_t kLongestContinuation = 16;
constexpr char kErrorResponse = 0x01, kSearchRequest = 0x06, kSearchResponse = 0x07;
constexpr std::uint16_t kProtocols = 0x0004, kName = 0x0100;  // attributes
constexpr std::uint32_t kL2cap = 0x0100;                      // as a short UUID

void put16(std::string& to, std::size_t value) {
  to += static_cast<char>(value >> 8U & 0xFFU);
  to += static_cast<char>(value & 0xFFU);
}

// The sixteen bytes of a UUID that is written with dashes.
std::string uuid_bytes(std::string_view text) {
  std::string bytes;
  std::uint32_t held = 0;
  int digits = 0;
  for (const char c : text) {
    if (c == '-') continue;
    held = held << 4U | static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    if (++digits % 2 == 0) bytes += static_cast<char>(held & 0xFFU);
  }
  return bytes;
}

// Reads numbers and data elements off the front of what is left.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}
  [[nodiscard]] bool empty() const { return left_.empty(); }
  [[nodiscard]] std::size_t size() const { return left_.size(); }

  std::optional<std::string_view> take(std::size_t count) {
    if (count > left_.size()) return std::nullopt;
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
  }
  std::optional<std::uint32_t> number(std::size_t bytes) {
    const auto taken = take(bytes);
    if (!taken) return std::nullopt;
    std::uint32_t value = 0;
    for (const char c : *taken)
      value = value << 8U | static_cast<unsigned char>(c);
    return value;
  }

  struct Element {
    unsigned type = 0;  // kUnsigned…
    std::string_view bytes;
  };
  // The next data element (part B, 3.2).
  std::optional<Element> element() {
    const auto head = number(1);
    if (!head) return std::nullopt;
    const unsigned type = *head >> 3U, index = *head & 7U;
    std::optional<std::uint32_t> size;
    if (index >= 5) {
      size = number(std::size_t{1} << (index - 5));
    } else {
      size = type == 0 ? 0U : 1U << index;
    }
    if (!size) return std::nullopt;
    const auto bytes = take(*size);
    if (!bytes) return std::nullopt;
    return Element{type, *bytes};
  }
  // The next one if it is of this type.
  std::optional<std::string_view> element(unsigned type) {
    const auto next = element();
    if (!next || next->type != type) return std::nullopt;
    return next->bytes;
  }

 private:
  std::string_view left_;
};
constexpr unsigned kUnsigned = 1, kUuid = 3, kText = 4, kSequence = 6;

// The PSM out of a list of protocols: the parameter of L2CAP, which stands first. 0: none that can be.
std::uint16_t psm_of(std::string_view protocols) {
  const auto first = Reader(protocols).element(kSequence);
  if (!first) return 0;
  Reader inside(*first);
  const auto uuid = inside.element(kUuid);
  const auto psm = inside.element(kUnsigned);
  if (!uuid || !psm || psm->size() != 2 || (uuid->size() != 2 && uuid->size() != 4)) return 0;
  if (Reader(*uuid).number(uuid->size()) != kL2cap) return 0;
  const std::uint32_t value = *Reader(*psm).number(2);
  return is_free_psm(value) ? static_cast<std::uint16_t>(value) : std::uint16_t{0};
}

}  // namespace

std::string Query::request() const {
  std::string pattern = "\x1C" + uuid_bytes(kGameUuid);
  std::string body = "\x35";
  body += static_cast<char>(pattern.size());
  body += pattern;
  put16(body, 1024);  // bytes at most at one time
  body += "\x35\x06\x09";
  put16(body, kProtocols);
  body += '\x09';
  put16(body, kName);
  body += static_cast<char>(continuation_.size());
  body += continuation_;
  std::string packet(1, kSearchRequest);
  put16(packet, number_);
  put16(packet, body.size());
  return packet + body;
}

Query::State Query::take(std::string_view packet) {
  if (state_ != State::kAsking) return state_;
  state_ = State::kBroken;
  Reader in(packet);
  const auto kind = in.number(1), number = in.number(2), size = in.number(2);
  if (!kind || !number || !size || *number != number_ || *size != in.size()) return state_;
  if (*kind == kErrorResponse) return state_ = State::kNoGame;
  if (*kind != kSearchResponse) return state_;
  const auto count = in.number(2);
  const auto lists = in.take(count.value_or(0));
  const auto left = in.number(1);
  const auto continuation = in.take(left.value_or(0));
  if (!count || !lists || !left || !continuation || !in.empty()) return state_;
  if (*left > kLongestContinuation || lists_.size() + lists->size() > kLongest) return state_;
  lists_ += *lists;
  if (*left == 0) {
    read();
  } else if (!lists->empty() && number_ < kMostRequests) {
    continuation_ = *continuation;
    ++number_;
    state_ = State::kAsking;
  }
  return state_;
}

// A sequence of records, each a sequence of numbers and values. The first record counts that names a PSM.
void Query::read() {
  Reader all(lists_);
  const auto records = all.element(kSequence);
  if (!records || !all.empty()) return;
  state_ = State::kNoGame;
  for (Reader each(*records); !each.empty() && state_ == State::kNoGame;) {
    const auto record = each.element(kSequence);
    if (!record) {
      state_ = State::kBroken;
      return;
    }
    std::uint16_t psm = 0;
    std::string name;
    for (Reader attributes(*record); !attributes.empty();) {
      const auto id = attributes.element(kUnsigned);
      const auto value = attributes.element();
      if (!id || id->size() != 2 || !value) {
        state_ = State::kBroken;
        return;
      }
      const std::uint32_t which = *Reader(*id).number(2);
      if (which == kProtocols && value->type == kSequence) psm = psm_of(value->bytes);
      if (which == kName && value->type == kText) name = value->bytes.substr(0, 255);
    }
    if (psm == 0) continue;
    psm_ = psm;
    name_ = std::move(name);
    state_ = State::kGame;
  }
}

}  // namespace qitai::bluetooth
