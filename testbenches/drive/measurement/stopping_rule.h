#pragma once

#include "testbenches/drive/measurement/batch_grid.h"
#include "testbenches/drive/measurement/measure_config.h"

namespace flitscope::tb {

/// When a run looks at its intervals, and which window it reports (docs/measurement.md).
///
/// A window that closes because it looks quiet is quieter than the truth. So the first window only
/// decides: the first look with which it could close opens a second one, at least as long, of which
/// the decision has seen nothing. That one is reported.
class StoppingRule {
public:
    explicit StoppingRule(const MeasureConfig& config) : max_cycles_(config.max_cycles) {}

    /// The warm-up ends at the latest here.
    rtl::Cycle warmup_limit() const { return max_cycles_ / 4; }
    /// The window ends at the latest here: the last sixteenth of a run is kept for the drain.
    rtl::Cycle window_limit() const { return max_cycles_ - max_cycles_ / 16; }
    /// Of a first window that starts at this edge.
    BatchGrid first_grid(rtl::Cycle edge) const;

    /// A batch is complete. True: look at the intervals now.
    bool looks(const BatchGrid& grid) const;
    /// The second window is on.
    bool decided() const { return wanted_ > 0; }
    /// The look has found all intervals short enough. True: the second window starts here, and
    /// false, where the run has no time for it. At most once.
    bool decide(const BatchGrid& grid);

private:
    rtl::Cycle max_cycles_;
    rtl::Cycle wanted_ = 0;  ///< cycles of the second window, at least
};

}  // namespace flitscope::tb
