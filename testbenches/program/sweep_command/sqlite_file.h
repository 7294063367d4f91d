#pragma once

#include <string>
#include <string_view>

#include "testbenches/program/sweep_command/results_table.h"

namespace flitscope::tb {

/// The application id of our databases, in the first 100 bytes of the file.
constexpr std::string_view kDatabaseMark = "FLIT";

/// Writes tables, by name, into a new SQLite database, which replaces the file as a whole or not at
/// all. Truth values are 0 and 1. Throws OutputError.
void write_sqlite(const std::string& path, const std::map<std::string, ResultsTable>& tables);

}  // namespace flitscope::tb
