#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// Removes the work folders of processes that were killed.
void remove_work_left_behind();

/// A new folder for temporary files, which is removed at the end.
class WorkFolder {
public:
    /// Throws UsageError.
    WorkFolder();
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

}  // namespace flitscope::tb
