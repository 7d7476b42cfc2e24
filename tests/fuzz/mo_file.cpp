// Input: a .mo file.
#include "text/mo_file.hpp"

#include "base/utf8.hpp"
#include "input.hpp"

using namespace qitai;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<text::Texts> texts = text::parse_mo({data, size}, "input");
  if (!texts) return 0;
  for (const auto& [key, text] : *texts)
    fuzz::require(utf8::is_valid(key) && utf8::is_valid(text), "every text is UTF-8");
  return 0;
}
