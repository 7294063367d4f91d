#pragma once

#include <functional>
#include <string>

#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// A computation in a child process, whose answer comes back as bytes. SystemC has one simulation
/// per process, so a comparison runs each network in a separate process; as a side effect they run
/// in parallel. The child ends when this process does, however that ends.
class ForkedRun {
public:
    /// The child writes its answer with this; may be called several times.
    using Write = std::function<void(const std::string& bytes)>;

    /// Starts `work` in a child process. An exception that leaves it becomes the error of
    /// `answer`. Throws std::system_error when the system has no process or pipe left. Call it
    /// before SystemC is touched in this process, in a thread that outlives the child.
    /// `interrupt`: ends `answer`; null: nothing does.
    explicit ForkedRun(const std::function<void(const Write& write)>& work,
                       const InterruptSignal* interrupt = nullptr);
    /// Ends the child if it is still running.
    ~ForkedRun();
    ForkedRun(const ForkedRun&) = delete;
    ForkedRun& operator=(const ForkedRun&) = delete;

    /// Waits for the child. Throws Interrupted; std::runtime_error (RunFault, if it was one) with
    /// the text of the exception that left `work`, or saying which signal ended the child.
    std::string answer();

    /// In the child: ends it at once; what was written is the answer.
    [[noreturn]] static void finish();

private:
    int pid_ = -1;
    int pipe_ = -1;
    const InterruptSignal* interrupt_;
};

/// Waits until a child of this process has ended: its exit code, 128 + number where a signal ended
/// it, as shells have it, -1 where nobody knows (children of a process that ignores SIGCHLD).
int wait_for_child(int process);

/// "ended by Killed", "exit code 3", "ended, nobody knows how".
std::string how_it_ended(int code);

}  // namespace flitscope::tb
