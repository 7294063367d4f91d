#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// A point, or a search, that is to be run.
struct PlannedPoint {
    std::int64_t number = 0;
    std::string hash;  ///< of a search: its first point's
};

/// The command that runs a point, the same for workers and in tasks.txt.
std::vector<std::string> task_words(const ResultsDirectory& results, const PlannedPoint& point);

/// Who wants to know how far it is.
class PointListener {
public:
    virtual ~PointListener() = default;
    virtual void ended(const PlannedPoint& point, bool done) = 0;
    /// Some time passed.
    virtual void waiting() {}
};

/// Runs points in worker processes of this machine, `jobs` at a time. A worker that ends without
/// having said anything of its point (it was killed) is started once more, then recorded in
/// failed/.
///
/// Throws Interrupted, and waves::OutputError where a worker could not write: the others would fail
/// likewise.
void run_locally(const ResultsDirectory& results, const std::vector<PlannedPoint>& points, int jobs,
                 const InterruptSignal& interrupt, PointListener& listener);

}  // namespace flitscope::tb
