#include "testbenches/drive/measurement/stopping_rule.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

constexpr int kBatchesBetweenLooks = 5;  ///< each look is one more chance to stop by accident
constexpr rtl::Cycle kFirstBatchCycles = 256;

rtl::Cycle complete_cycles(const BatchGrid& grid) { return grid.completed() * grid.length(); }

}  // namespace

/// The batches are so short that a run to max_cycles completes enough of them.
BatchGrid StoppingRule::first_grid(rtl::Cycle edge) const {
    int log2 = 0;
    while ((rtl::Cycle{2} << log2) <= std::min(kFirstBatchCycles, max_cycles_ / 128)) {
        ++log2;
    }
    return {edge, log2};
}

bool StoppingRule::looks(const BatchGrid& grid) const {
    return grid.completed() % kBatchesBetweenLooks == 0 && complete_cycles(grid) >= wanted_;
}

bool StoppingRule::decide(const BatchGrid& grid) {
    const rtl::Cycle cycles = complete_cycles(grid);
    if (decided() || grid.start() + 2 * cycles > window_limit()) {
        return false;
    }
    wanted_ = cycles;
    return true;
}

}  // namespace flitscope::tb
