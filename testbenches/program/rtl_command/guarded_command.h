#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// Throws UsageError, which names the package, if there is no such program in PATH. `command`: of
/// this program, that needs it.
void require_tool(const std::string& command, const std::string& program,
                  const std::string& package);

/// Removes the work folders of processes that were killed. `command`: who is named in errors.
void remove_work_left_behind(const std::string& command);

/// A new folder for temporary files, which is removed at the end.
class WorkFolder {
public:
    /// Throws UsageError, which begins with `command`.
    explicit WorkFolder(const std::string& command);
    ~WorkFolder();
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
    int lock_ = -1;
};

/// Runs a program, appends its output to `log`, and waits for it. Returns its exit status; -1: it
/// could not be started, or a signal ended it.
///
/// The program and everything it starts end when this process ends, in whatever way, and when a
/// signal came (Interrupted). A process in between, in a group of its own, watches for that and
/// ends them; it also removes `folder` when this process no longer can.
int run_guarded(const std::vector<std::string>& command, const std::string& log,
                const WorkFolder& folder, const InterruptSignal* interrupt);

/// The last lines of a log, each behind a newline.
std::string log_end(const std::string& path, std::size_t lines);

}  // namespace flitscope::tb
