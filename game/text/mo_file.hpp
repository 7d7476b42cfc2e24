// GNU .mo files (gettext manual, section 10.3), read without trusting a byte of them. Our own reader because
// libintl keeps one language per process locale and cannot switch three while running.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace qitai::text {

using Texts = std::map<std::string, std::string, std::less<>>;

// The messages of a .mo file of either byte order, without its header entry; of a plural entry the first
// form. Fails ("bad-catalog") when any table or string lies outside the file, has no closing NUL or is not
// UTF-8. `name` stands in the error's sentence.
Result<Texts> parse_mo(ByteView file, std::string_view name);

}  // namespace qitai::text
