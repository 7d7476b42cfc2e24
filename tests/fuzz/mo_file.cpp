// Input: a .mo file.
#include "text/mo_file.hpp"

#include "base/utf8.hpp"
#include "input.hpp"

using namespace qitai;

void fuzz::one_input(std::string_view input) {
  const Result<text::Texts> texts = text::parse_mo(as_bytes(input), "input");
  if (!texts) return;
  for (const auto& [key, text] : *texts)
    fuzz::require(utf8::is_valid(key) && utf8::is_valid(text), "every text is UTF-8");
}
