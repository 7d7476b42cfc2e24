// The plugin "network": the page on which two players agree on their time limits, at "terms.time".
#pragma once

#include <qitai/page.h>

#include <span>

namespace qitai::network {

// Lives as long as the program.
[[nodiscard]] const qitai_page* time_page();

// All that the page says, in three languages.
[[nodiscard]] std::span<const qitai_text> time_page_texts();

}  // namespace qitai::network
