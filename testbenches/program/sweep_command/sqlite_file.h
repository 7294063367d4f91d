#pragma once

#include <string>

#include "testbenches/program/sweep_command/results_table.h"

namespace flitscope::tb {

/// Writes tables, by name, into a new SQLite database, which replaces the file as a whole or not at
/// all. Truth values are 0 and 1. Throws waves::OutputError.
void write_sqlite(const std::string& path, const std::map<std::string, ResultsTable>& tables);

}  // namespace flitscope::tb
