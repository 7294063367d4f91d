#pragma once

#include "testbenches/drive/measurement/batch_means.h"
#include "testbenches/drive/measurement/measure_config.h"

namespace flitscope::tb {

/// Decides when a run checks its intervals, and which window it reports (docs/measurement.md).
///
/// A window that closes because it looks quiet is biased. So the first window only decides: the
/// first look at which it could close opens a second window, at least as long, whose data did not
/// influence the decision. The second one is reported.
class StoppingRule {
public:
    explicit StoppingRule(const MeasureConfig& config) : max_cycles_(config.max_cycles) {}

    /// The latest end of the warm-up.
    rtl::Cycle warmup_limit() const { return max_cycles_ / 4; }
    /// The latest end of the window: the last sixteenth of a run is reserved for the drain.
    rtl::Cycle window_limit() const { return max_cycles_ - max_cycles_ / 16; }
    /// Of a first window that starts at this edge.
    BatchGrid first_grid(rtl::Cycle edge) const;

    /// A batch is complete. True: look at the intervals now.
    bool looks(const BatchGrid& grid) const;
    /// Whether the second window has begun.
    bool decided() const { return wanted_ > 0; }
    /// The look found all intervals short enough. True: the second window starts here; false: the
    /// run has no time for it. Call it at most once.
    bool decide(const BatchGrid& grid);

private:
    rtl::Cycle max_cycles_;
    rtl::Cycle wanted_ = 0;  ///< cycles of the second window, at least
};

}  // namespace flitscope::tb
