#include "testbenches/drive/campaign/point_tasks.h"

#include "testbenches/drive/campaign/worker_pool.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/shell_quoted.h"

namespace flitscope::tb {

std::vector<std::string> task_words(const std::string& folder, const PlannedPoint& point) {
    return {this_program_path(), "sweep", "point", folder, std::to_string(point.number)};
}

std::string tasks_text(const std::string& folder, const std::vector<PlannedPoint>& points) {
    for (const std::string& path : {folder, this_program_path()}) {
        if (path.find('\n') != std::string::npos) {
            throw ConfigError(
                {{path, 0},
                 "has a line break in its path, but task files have one task per line",
                 "a path on one line"});
        }
    }
    std::string text;
    for (const PlannedPoint& each : points) {
        std::string line;
        for (const std::string& word : task_words(folder, each)) {
            line += (line.empty() ? "" : " ") + shell_quoted(word);
        }
        text += line + "\n";
    }
    return text;
}

}  // namespace flitscope::tb
