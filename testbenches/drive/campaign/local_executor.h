#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/point_tasks.h"
#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// The environment variable by which workers know their parent.
constexpr const char* kSweepProcess = "FLITSCOPE_SWEEP_PROCESS";

/// Receives the progress.
class PointListener {
public:
    virtual ~PointListener() = default;
    /// A point was finished, or recorded as failed.
    virtual void ended(bool done) = 0;
    /// Some time passed.
    virtual void waiting() {}
};

/// Runs points in worker processes of this machine, `jobs` at a time. A worker that ends without a
/// report on its point (it was killed) is started once more, then recorded in failed/.
///
/// Throws Interrupted, and OutputError if a worker could not write, because the others would fail
/// as well.
void run_locally(const ResultsDirectory& results, const std::vector<PlannedPoint>& points, int jobs,
                 const InterruptSignal& interrupt, PointListener& listener);

}  // namespace flitscope::tb
