#include "store/identity.hpp"

#include <sodium.h>

#include <algorithm>
#include <string>

#include "base/file.hpp"
#include "base/log.hpp"

namespace qitai::store {

Identity identity(const std::filesystem::path& file) {
  Identity own{};
  const Result<std::string> kept = read_file(file, own.size());
  if (kept && kept->size() == own.size()) {
    std::copy(kept->begin(), kept->end(), own.begin());
    return own;
  }
  randombytes_buf(own.data(), own.size());
  const Status written = write_file_atomic(file, {reinterpret_cast<const char*>(own.data()), own.size()});
  if (!written)
    log_warning("This installation has another identity at each start: {}", written.error().message);
  return own;
}

}  // namespace qitai::store
