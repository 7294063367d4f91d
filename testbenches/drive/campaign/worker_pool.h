#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/captured_output.h"
#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// How a worker process ended.
struct WorkerEnd {
    std::int64_t id = 0;  ///< as given to start
    int code = 0;         ///< exit code; 128 + number where a signal ended it
    std::string output;   ///< what it printed, both streams (CapturedOutput::end)
};

struct WorkerOptions {
    bool whole_output = false;  ///< WorkerEnd::output is all of it
    bool own_group = false;     ///< what a terminal sends to this program does not reach it
};

/// Processes that run in parallel, at most so many at a time.
class WorkerPool {
public:
    /// `interrupt`: ends wait_one.
    WorkerPool(int jobs, const InterruptSignal& interrupt, const WorkerOptions& options = {});
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
    WorkerOptions options_;
    std::vector<Worker> workers_;
};

/// The path of this program, for workers.
std::string this_program_path();

}  // namespace flitscope::tb
