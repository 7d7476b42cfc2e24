// A static constructor that throws, which ends the process. For tests only.
#include <stdexcept>

namespace {
struct Throws {
  Throws() { throw std::runtime_error("on purpose"); }
} throws;
}  // namespace
