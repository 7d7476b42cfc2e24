// Store: what can still be read of a damaged journal that must not be lost with it: the ledger and the
// players' books.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <filesystem>

namespace qitai::store {

// Takes over from the file that was set aside what SQLite can still read of it; the new journal `db` has its
// tables and nothing in them. What open matches had cost comes back, as nobody can go on with them: how many
// credits that are. The file stays as it is.
std::int64_t salvage(SQLite::Database& db, const std::filesystem::path& aside);

}  // namespace qitai::store
