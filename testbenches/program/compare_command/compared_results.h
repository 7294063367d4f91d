#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/program/compare_command/comparison.h"

namespace flitscope::tb {

struct DamagedFile;

/// The result in this file, a result.json or a point of a sweep, as the only point of a side;
/// nothing where the file is a configuration. Throws UsageError for a file that cannot be read or
/// that lacks something a result has.
std::optional<ComparedPoints> read_result_file(const std::string& path);

/// The finished points of a sweep in axis order, those that differ in their seed only as replicas
/// of one. A file that is no such point is left out and named in `damaged`. Throws ConfigError for
/// a folder without a sweep.
ComparedPoints read_results_directory(const std::string& folder, std::vector<DamagedFile>& damaged);

}  // namespace flitscope::tb
