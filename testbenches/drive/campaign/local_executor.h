#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/point_tasks.h"
#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// The environment tells workers by this name whose they are.
constexpr const char* kSweepProcess = "FLITSCOPE_SWEEP_PROCESS";

/// Who wants to know how far it is.
class PointListener {
public:
    virtual ~PointListener() = default;
    /// A point was finished, or recorded as failed.
    virtual void ended(bool done) = 0;
    /// Some time passed.
    virtual void waiting() {}
};

/// Runs points in worker processes of this machine, `jobs` at a time. A worker that ends without
/// having said anything of its point (it was killed) is started once more, then recorded in
/// failed/.
///
/// Throws Interrupted, and OutputError where a worker could not write: the others would fail
/// likewise.
void run_locally(const ResultsDirectory& results, const std::vector<PlannedPoint>& points, int jobs,
                 const InterruptSignal& interrupt, PointListener& listener);

}  // namespace flitscope::tb
