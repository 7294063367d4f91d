#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// Removes the work folders of processes that were killed.
void remove_work_left_behind();

/// A folder of its own for temporary files, removed at the end.
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

/// Runs a program with what it says appended to `log`, and waits for it. Returns its exit status;
/// -1: it could not be started, or a signal ended it.
///
/// It and all that it starts end with this process, however it ends, and when a signal came
/// (Interrupted): a process in between, in a group of its own, sees that and ends them. It removes
/// `folder` too, when this process can no more.
int run_guarded(const std::vector<std::string>& command, const std::string& log,
                const WorkFolder& folder, const InterruptSignal* interrupt);

}  // namespace flitscope::tb
