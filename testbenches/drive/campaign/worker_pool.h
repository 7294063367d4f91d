#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// The output of a child process, kept in memory, so that it needs no room on a disk that may be
/// full.
class CapturedOutput {
public:
    /// Throws std::runtime_error if the system has no file left.
    CapturedOutput();
    ~CapturedOutput();
    CapturedOutput(const CapturedOutput&) = delete;
    CapturedOutput& operator=(const CapturedOutput&) = delete;

    /// The file for both of the child's streams. It is closed by exec; its copies by dup2 are not.
    int file() const { return file_; }
    /// The output so far, at most its last bytes.
    std::string text(std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
    /// The same, at most a mebibyte.
    std::string end() const { return text(std::int64_t{1} << 20U); }

private:
    int file_;
};

/// How a worker process ended.
struct WorkerEnd {
    std::int64_t id = 0;  ///< as given to start
    int code = 0;         ///< exit code; 128 + number where a signal ended it
    std::unique_ptr<CapturedOutput> output;
};

/// Processes that run in parallel, at most so many at a time.
class WorkerPool {
public:
    /// `interrupt`: ends wait_one. `own_group`: what a terminal sends to this program does not
    /// reach the processes.
    WorkerPool(int jobs, const InterruptSignal& interrupt, bool own_group = false)
        : jobs_(jobs), interrupt_(interrupt), own_group_(own_group) {}
    /// Ends the running ones (SIGTERM) and waits for them.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    bool full() const { return static_cast<int>(workers_.size()) >= jobs_; }
    bool idle() const { return workers_.empty(); }
    /// Starts the program `words[0]`, a path. Throws std::runtime_error if the system has no
    /// process left.
    void start(std::int64_t id, const std::vector<std::string>& words);
    /// Waits briefly for the next one to end; none: none did. There must be a running one. Throws
    /// Interrupted.
    std::optional<WorkerEnd> wait_one();

private:
    struct Worker {
        std::int64_t id;
        int process;
        int handle;  ///< a file descriptor that polls as readable once it ended
        std::unique_ptr<CapturedOutput> output;
    };

    int jobs_;
    const InterruptSignal& interrupt_;
    bool own_group_;
    std::vector<Worker> workers_;
};

/// The path of this program, for workers.
std::string this_program_path();

}  // namespace flitscope::tb
