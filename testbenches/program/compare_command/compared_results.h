#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/program/compare_command/comparison.h"

namespace flitscope::tb {

struct DamagedFile;

/// All of a file, which is read once: it may be a pipe. Throws UsageError.
std::string compared_text(const std::string& path);

/// The result in the text of a file, a result.json or a point of a sweep, as the only point of a
/// side; nothing where it is a configuration. Throws UsageError where something is missing that a
/// result has.
std::optional<ComparedPoints> result_in(const std::string& path, const std::string& text);

/// The finished points of a sweep in axis order, those that differ in their seed only as replicas
/// of one. A file that is no such point is left out and named in `damaged`. Throws ConfigError for
/// a folder without a sweep.
ComparedPoints read_results_directory(const std::string& folder, std::vector<DamagedFile>& damaged);

}  // namespace flitscope::tb
