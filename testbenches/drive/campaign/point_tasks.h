#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace flitscope::tb {

/// A point, or a search, to run.
struct PlannedPoint {
    std::int64_t number = 0;
    std::string hash;  ///< of a search: its first point's
};

/// The command that runs a point of the results directory `folder`, the same for workers and in
/// task files.
std::vector<std::string> task_words(const std::string& folder, const PlannedPoint& point);

/// A task file: such a command per line, quoted for a shell. Throws ConfigError if the path of the
/// folder or of this program has a line break.
std::string tasks_text(const std::string& folder, const std::vector<PlannedPoint>& points);

}  // namespace flitscope::tb
